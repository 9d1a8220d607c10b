"""What may be known of a round: by everyone (PublicView), and by one seat (SeatView).

Secrecy is a type here. Until the round is settled, which turns all hands up, a PublicView has no hand in it at all, a
SeatView exactly one, and this module cannot import the round that holds all four.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .actions import Action, Conclusion, Event, MatchWon, Passed, Placed, RoundEnded, legal_actions
from .layout import Layout
from .seats import BySeat, Scores, Seat
from .tiles import Hand


@dataclass(frozen=True, slots=True)
class PublicView:
    """What everyone at the table knows of a round."""

    number: int
    """The round's number in the match, from 1."""
    target: int
    """The score that wins the match, in points."""
    opener: Seat
    start: Scores
    """Both scores before the round."""
    scores: Scores
    layout: Layout
    hand_sizes: BySeat[int]
    """How many tiles each seat holds, 0 to 7."""
    turn: Seat | None
    """The seat that must act; None once the round is over."""
    events: tuple[Event, ...]
    """All that has happened in the round, in order, knocks included."""

    @property
    def last_placed(self) -> Placed | None:
        """The latest placement of the round."""
        return next((event for event in reversed(self.events) if isinstance(event, Placed)), None)

    @property
    def latest_knocks(self) -> tuple[Passed, ...]:
        """The knocks since the latest placement, in order; all of them are on the same values."""
        knocks: list[Passed] = []
        for event in self.events:
            if isinstance(event, Passed):
                knocks.append(event)
            elif isinstance(event, Placed):
                knocks.clear()
        return tuple(knocks)

    @property
    def ended(self) -> Conclusion | None:
        """The event that ended the round."""
        last = self.events[-1] if self.events else None
        return last if isinstance(last, RoundEnded | MatchWon) else None

    @property
    def knocked_on(self) -> BySeat[tuple[int, ...]]:
        """For each seat the values it has knocked on, ascending: it holds none of them."""
        known: list[set[int]] = [set(), set(), set(), set()]
        for event in self.events:
            if isinstance(event, Passed):
                known[event.seat].update(event.halves)
        return BySeat([tuple(sorted(halves)) for halves in known])

    def since(self, seat: Seat) -> tuple[Event, ...]:
        """What has happened after the latest action of this seat; all of the round where it has not acted yet."""
        for index in range(len(self.events), 0, -1):
            event = self.events[index - 1]
            if isinstance(event, Placed | Passed) and event.seat is seat:
                return self.events[index:]
        return self.events


def layouts_of(events: Iterable[Event]) -> Iterator[tuple[Event, Layout]]:
    """Each event of a round with the layout after it: what everyone saw, one thing after the other."""
    layout = Layout()
    for event in events:
        if isinstance(event, Placed):
            layout = layout.place(event.tile, event.host)
        yield event, layout


@dataclass(frozen=True, slots=True)
class SeatView:
    """What one seat knows: all that is public, and its own hand."""

    seat: Seat
    hand: Hand
    public: PublicView

    @property
    def is_in_turn(self) -> bool:
        """Whether this seat must act now."""
        return self.public.turn is self.seat

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """What this seat may do now; empty unless it is in turn."""
        return legal_actions(self.hand, self.public.layout) if self.is_in_turn else ()
