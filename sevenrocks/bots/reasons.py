"""What can be said for a play in a word or two: what it makes, what it opens, and what it leaves the next seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sevenrocks.engine.actions import Passed, Placed
from sevenrocks.engine.layout import Layout
from sevenrocks.engine.rules import HAND_SIZE
from sevenrocks.engine.seats import Seat
from sevenrocks.engine.view import PublicView

from .kernel.bridge import ALL, set_of, tiles_with
from .kernel.layouts import number_of
from .outlook import Outlook, outlook


@dataclass(frozen=True, slots=True)
class Reason:
    """Facts about a placement."""

    seat: Seat
    goes_out: bool
    """Whether it was the seat's last tile, so that nobody plays after it."""
    award: int
    """The points for it."""
    count: int
    """What the ends add up to after it."""
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
            left = ALL & ~set_of(layout.tiles) & ~tiles_with(knocked[following])
            then = Outlook(0.0, 0.0) if goes_out else outlook(number_of(layout), left, sizes[following])
            yield event, Reason(event.seat, goes_out, event.award, layout.count, opened(before, layout), *then)
