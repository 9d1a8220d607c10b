"""What can be said for a play in a word or two: what it makes, what it opens, and what it leaves the next seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

from sevenrocks.engine.actions import Passed, Placed
from sevenrocks.engine.layout import Layout
from sevenrocks.engine.rules import HAND_SIZE
from sevenrocks.engine.seats import Seat
from sevenrocks.engine.tiles import DOUBLE_SIX
from sevenrocks.engine.view import PublicView

from .beliefs import best_award
from .kernel.layouts import UNIT


@dataclass(frozen=True, slots=True)
class Reason:
    """Facts about a placement."""

    seat: Seat
    goes_out: bool
    """Whether it was the seat's last tile, so that nobody plays after it."""
    award: int
    """The points for it."""
    opens: tuple[int, ...]
    """The values that can be joined after it and could not before, ascending."""
    knock: float
    """The chance that the next seat must knock, 0 to 1."""
    gift: float
    """What the next seat may be expected to make at once, in points."""


def opened(before: Layout, after: Layout) -> tuple[int, ...]:
    """The values that can be joined on one layout and not on the other, ascending."""
    return tuple(sorted({half for _host, half in after.hosts} - {half for _host, half in before.hosts}))


def public_reasons(view: PublicView) -> Iterator[tuple[Placed, Reason]]:
    """Each placement of a round with what everyone could say for it when it was made.

    They rest on what everyone knew then, so they tell nothing of any hand.
    """
    layout = Layout()
    sizes = [HAND_SIZE] * len(Seat)
    knocked: list[set[int]] = [set() for _ in Seat]
    for event in view.events:
        if isinstance(event, Passed):
            knocked[event.seat].update(event.halves)
        elif isinstance(event, Placed):
            before, layout = layout, layout.place(event.tile, event.host)
            sizes[event.seat] -= 1
            following = event.seat.next
            goes_out = not sizes[event.seat]
            knock, gift = (0.0, 0.0) if goes_out else _outlook(layout, sizes[following], knocked[following])
            yield event, Reason(event.seat, goes_out, event.award, opened(before, layout), knock, gift)


def _outlook(layout: Layout, size: int, knocked: set[int]) -> tuple[float, float]:
    """For a hand of so many unseen tiles without these values: the chance that it must knock, and its best award."""
    on_table = set(layout.tiles)
    unseen = [
        tile for tile in DOUBLE_SIX if tile not in on_table and tile.low not in knocked and tile.high not in knocked
    ]
    awards = [best_award(layout, tile) for tile in unseen]
    knock = _chance_of_none(len(unseen), sum(award >= 0 for award in awards), size)
    gift, better = 0.0, 0
    for award in sorted({award for award in awards if award > 0}, reverse=True):
        as_good = better + awards.count(award)
        gift += (
            award * UNIT * (_chance_of_none(len(unseen), better, size) - _chance_of_none(len(unseen), as_good, size))
        )
        better = as_good
    return knock, gift


def _chance_of_none(tiles: int, wanted: int, size: int) -> float:
    """The chance that a hand of so many of the tiles has none of those wanted."""
    return comb(tiles - wanted, size) / comb(tiles, size) if tiles >= size else float(not wanted)
