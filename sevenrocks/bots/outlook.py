"""What the seat that plays next may make of a layout: the one estimate of it, for levels, reasons and looking ahead."""

from __future__ import annotations

from functools import cache
from math import comb
from typing import NamedTuple

from sevenrocks.engine.tiles import DOUBLE_SIX

from .kernel import core
from .kernel.bridge import one
from .kernel.layouts import UNIT
from .kernel.steps import award_of


class Outlook(NamedTuple):
    """What may be expected of a hand that nobody has seen."""

    knock: float
    """The chance that it must knock, 0 to 1."""
    gift: float
    """The best award that it can make at once, in points, on the average; 0 where it must knock."""


@cache
def awards_on(layout: int) -> tuple[tuple[int, int], ...]:
    """The awards that can be made on a layout, in units, most first and 0 last, each with the tiles that make no more."""
    best: dict[int, int] = {}
    for number in range(len(DOUBLE_SIX)):
        ways = core.steps(layout, number)
        if ways:
            award = max(map(award_of, ways))
            best[award] = best.get(award, 0) | one(number)
    return tuple(sorted(best.items(), reverse=True))


def best_award(layout: int, hand: int) -> int:
    """The best award of a hand that is known, in units; -1 where it must knock."""
    for award, tiles in awards_on(layout):
        if hand & tiles:
            return award
    return -1


def outlook(layout: int, tiles: int, size: int) -> Outlook:
    """What may be expected of a hand of so many of these tiles, any of them as likely as the others."""
    total, better = tiles.bit_count(), 0
    gift, none_better = 0.0, 1.0
    for award, makers in awards_on(layout):
        better += (tiles & makers).bit_count()
        none_as_good = _chance_of_none(total, better, size)
        gift += award * UNIT * (none_better - none_as_good)
        none_better = none_as_good
    return Outlook(none_better, gift)


def _chance_of_none(tiles: int, wanted: int, size: int) -> float:
    """The chance that a hand of so many of the tiles has none of those wanted; with too few of them it has them all."""
    return comb(tiles - wanted, size) / comb(tiles, size) if tiles >= size else float(not wanted)
