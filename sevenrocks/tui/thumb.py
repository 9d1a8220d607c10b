"""What a thumb does without meaning it: a key that is held down, or struck twice; two taps on one spot.

Keyboards repeat a key that is held for the first time after 250 to 660 ms, then 25 to 33 times a second, and only the one
that was pressed last. Terminals do not tell when a key is released. So a key that comes again and again counts once, until
another one has come or it has been silent for a while.
"""

from __future__ import annotations

from math import inf


class Thumb:
    """Sees every key and every click before anything else does. Times are seconds of one steady clock."""

    SILENCE = 0.7
    """Seconds in which a key has not come after which it is taken to have been released; the same holds for a spot."""
    NEAR = (2, 1)
    """How many columns and rows a click may be away from the last one to be on the same spot."""

    def __init__(self) -> None:
        self.at = -inf
        """When the latest key or click came."""
        self.quiet = inf
        """How long nothing had come before it."""
        self._key = ""
        self._may_repeat = False
        """Whether the latest key may act again and again while it is held down."""
        self._is_free = True
        """Whether the latest key, or spot, may act again at once: it did nothing."""
        self._spot: tuple[int, int] | None = None
        self._clicked_at = -inf

    @property
    def spot(self) -> tuple[int, int] | None:
        """Column and row of the screen on which the last click was; None before there was one."""
        return self._spot

    def presses(self, key: str, at: float, *, may_repeat: bool) -> bool:
        """Whether a key counts that comes at this time."""
        is_again = key.lower() == self._key and at - self.at < self.SILENCE
        self._comes(at)
        if is_again and not self._is_free:
            # What may repeat on one screen must not go on with what was begun on another.
            self._may_repeat = self._may_repeat and may_repeat
            return self._may_repeat
        self._key, self._may_repeat, self._is_free = key.lower(), may_repeat, False
        return True

    def clicks(self, column: int, row: int, at: float) -> bool:
        """Whether a click counts there at this time."""
        is_again = self.is_near(column, row) and at - self._clicked_at < self.SILENCE
        self._comes(at)
        self._spot, self._clicked_at, self._key = (column, row), at, ""
        if is_again and not self._is_free:
            return False
        self._is_free = False
        return True

    def is_near(self, column: int, row: int) -> bool:
        """Whether this is the spot of the last click."""
        if self._spot is None:
            return False
        return abs(column - self._spot[0]) <= self.NEAR[0] and abs(row - self._spot[1]) <= self.NEAR[1]

    def did_nothing(self) -> None:
        """Whatever came last was refused: it may come again at once."""
        self._is_free = True

    def _comes(self, at: float) -> None:
        self.quiet, self.at = at - self.at, at
