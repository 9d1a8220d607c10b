"""Every number and choice of the rules.

Source: the two rule documents of Seven Rocks (Polish and German), which follow the form described by Pagat, as
`assets/rules.md` numbers them. Where they leave something open, the choice is named here and there.
"""

from __future__ import annotations

HAND_SIZE = 7
"""All 28 tiles are dealt, seven a hand; there is no boneyard (rules.md 2.3, 2.4)."""

TARGET = 250
"""A partnership that reaches this by an award wins the match at once (rules.md 11.1, 11.3)."""

MIN_TARGET, MAX_TARGET = 5, 1_000
"""A house may play to another target within these bounds (rules.md 12.8)."""

AWARD_STEP = 5
"""A count that is a positive multiple of this is awarded, exactly so many points; any other, zero included, is not.

Source: rules.md 9.2, 9.3, 9.4, 9.5.
"""

SIDES = 2
"""The straight sides of the spinner; only when both are taken are its arms open (rules.md 7.3, 7.4)."""

ARMS = 2
"""The side arms of the spinner (rules.md 7.3, 7.5)."""

MAX_AWARD = 35
"""The greatest award: no layout counts more than 36, which is no multiple of five (rules.md 8.9, 9.7)."""

BLOCKED_AFTER = 4
"""A round is blocked when all four in a row cannot place (rules.md 10.2)."""

# The sources leave the manner of the neutral draw open. Here each candidate draws one face-down tile of a whole set
# before the deal, and most pips opens; candidates that tie draw again among themselves (rules.md 3.6, 3.7, 3.8).


def award_for(count: int) -> int:
    """The points that a placement with this count of ends is awarded (rules.md 9.2, 9.3, 9.4, 9.5).

    >>> [award_for(count) for count in (0, 8, 10, 35, 36)]
    [0, 0, 10, 35, 0]
    """
    return count if count % AWARD_STEP == 0 else 0


def deduction_for(pips: int) -> int:
    """The points that a hand with this many pips left loses: the nearest multiple of five, each hand by itself.

    Source: rules.md 10.7, 10.9.

    >>> [deduction_for(pips) for pips in (0, 2, 3, 7, 8)]
    [0, 0, 5, 5, 10]
    """
    return (pips + 2) // AWARD_STEP * AWARD_STEP
