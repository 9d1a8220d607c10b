"""A training in counting: which layout comes next, and what has been missed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from sevenrocks.engine.layout import Layout
from sevenrocks.notation import format_position

LENGTH = 10
"""Layouts in a training."""
_AGAIN_AFTER = 3
"""How many others come before a missed layout comes back."""
MOST_MISSED = 30
"""How many missed layouts are kept for another training."""


class Training:
    """Layouts to count, one after the other. What is missed comes back until it is counted right.

    Those missed before come first, though not one after the other; then fresh ones.
    """

    def __init__(self, fresh: Iterator[Layout], missed: Iterable[Layout] = ()) -> None:
        self._fresh = fresh
        self._missed = deque(missed)
        """What comes back, the next first."""
        self._waits: deque[tuple[int, Layout]] = deque()
        """What has been missed in this training, and the number of the question from which on it comes back."""
        self.asked = 0
        """How many layouts have been asked."""
        self.right = 0
        """How many have been counted right, in time."""
        self.seconds: list[float] = []
        """How long each right count took."""
        self.is_back = False
        """Whether the layout in sight was missed before."""
        self._is_open = True
        """Whether the layout in sight is still to be counted."""
        self.layout = self._next()

    @property
    def is_over(self) -> bool:
        """Whether all layouts of the training have been counted."""
        return self.asked >= LENGTH

    @property
    def missed(self) -> list[Layout]:
        """What is still to be counted right, for the next training."""
        in_sight = [self.layout] if self.is_back and self._is_open else []
        return [*in_sight, *(layout for _number, layout in self._waits), *self._missed][:MOST_MISSED]

    def answer(self, count: int | None, seconds: float) -> bool:
        """Take the count of the layout in sight, None where the time is over; returns whether it is right."""
        is_right = count == self.layout.count
        self.asked += 1
        self._is_open = False
        if is_right:
            self.right += 1
            self.seconds.append(seconds)
        else:
            self._waits.append((self.asked + _AGAIN_AFTER, self.layout))
        return is_right

    def go_on(self) -> None:
        """Show the next layout."""
        self.layout = self._next()
        self._is_open = True

    def _next(self) -> Layout:
        self.is_back = True
        if self._waits and self._waits[0][0] <= self.asked:
            return self._waits.popleft()[1]
        # Every other one is fresh, so that nobody trains on old mistakes alone.
        if self._missed and self.asked % 2 == 0:
            return self._missed.popleft()
        self.is_back = False
        known = {format_position(layout) for layout in self.missed}
        return next(layout for layout in self._fresh if format_position(layout) not in known)
