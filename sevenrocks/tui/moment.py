"""The moment of a count: its ends light up one by one, the sum grows large, the peg leaps.

Everything here is data: what is to be seen when. A screen shows frame after frame; a key that comes meanwhile ends them.
"""

from __future__ import annotations

from typing import NamedTuple

from sevenrocks.engine.actions import MatchWon, Placed
from sevenrocks.engine.rules import AWARD_STEP
from sevenrocks.engine.view import PublicView

FULL = 1.6
"""Seconds of a count that pays."""
BRIEF = 0.3
"""Seconds of a count that does not."""

_FIRST, _SUM, _LARGE = 0.15, 0.8, 1.0
"""When the first end lights, when the sum stands, when it grows; each light has the same share of the time between."""
_SPARK = 0.15
"""Seconds after which what is celebrated sparkles anew."""
_LEAST_LARGE = 0.8
"""Seconds from which there is time to read large figures."""
_CELEBRATED = 25
"""Points from which a count is celebrated."""
_LEAP, _LAST_LEAP = 0.12, 0.04
"""Seconds a hole for a peg that leaps, and for one that runs into the goal."""


class Frame(NamedTuple):
    """What is seen from a time on, in seconds."""

    at: float
    lit: int
    """So many ends are lit, and their terms with them."""
    has_sum: bool = False
    is_large: bool = False
    sparks: int = 0
    """0: none; else which of two patterns of sparks."""


class Moment(NamedTuple):
    """A count as it is told."""

    terms: tuple[int, ...]
    award: int
    is_won: bool
    """Whether the match is won by it."""
    placed: Placed

    @property
    def total(self) -> int:
        """The sum."""
        return sum(self.terms)

    @property
    def is_celebrated(self) -> bool:
        """Whether it is worth more than the others."""
        return self.award >= _CELEBRATED or self.is_won

    def seconds(self, most: float) -> float:
        """How long it takes within so many seconds."""
        return min(FULL if self.award else BRIEF, most)

    def leap(self, seconds: float) -> float:
        """Seconds a hole for the peg."""
        if self.is_won:
            return _LAST_LEAP
        holes = max(self.award // AWARD_STEP, 1)
        return min(_LEAP * seconds / FULL, (FULL - _LARGE) * seconds / FULL * 2 / holes)

    def frames(self, seconds: float) -> tuple[Frame, ...]:
        """All that is seen within so many seconds, in order; the last one is how it stays."""
        number = len(self.terms)
        if not self.award:
            return (Frame(0.0, number, has_sum=True), Frame(seconds, 0, has_sum=True))
        pace = seconds / FULL
        each = (_SUM - _FIRST) / number
        frames = [Frame(0.0, 0), *(Frame((_FIRST + each * lit) * pace, lit + 1) for lit in range(number))]
        frames.append(Frame(_SUM * pace, number, has_sum=True))
        if seconds >= _LEAST_LARGE:
            sparks = range(1, round((FULL - _LARGE) / _SPARK) + 1) if self.is_celebrated else range(1)
            frames += [
                Frame(
                    (_LARGE + _SPARK * max(spark - 1, 0)) * pace,
                    number,
                    has_sum=True,
                    is_large=True,
                    sparks=2 - spark % 2 if spark else 0,
                )
                for spark in sparks
            ]
        return (*frames, Frame(seconds, 0, has_sum=True))


def moment_of(view: PublicView) -> Moment | None:
    """The count of the tile placed last; None where none lies, or its count was not called."""
    placed = view.last_placed
    if placed is None or placed.missed:
        return None
    is_won = bool(placed.award) and any(isinstance(event, MatchWon) for event in view.events)
    return Moment(tuple(end.pips for end in view.layout.ends_by_line), placed.award, is_won, placed)
