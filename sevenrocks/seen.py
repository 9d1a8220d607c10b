"""What everyone sees of a match: who plays, round by round what happened, how it stands. There is no hand in it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from .engine.actions import Event, Passed, Placed, RoundEnded
from .engine.deal import Draw
from .engine.layout import Layout
from .engine.seats import BySeat, Partnership, Scores, Seat
from .engine.view import PublicView, layouts_of
from .house import RULES_ALONE, House
from .seating import Change, Player, RoundSeats

Players = BySeat[Player]


class Opened(NamedTuple):
    """The record of the match was written while the round was under way: with all hands, for whoever wrote it to read."""

    after: int
    """After how many plays of the round, knocks included."""


@dataclass(frozen=True, slots=True)
class RoundSeen:
    """A round as everyone saw it, so far."""

    view: PublicView
    draw: Draw | None
    """The neutral draw before it; None where the seat that went out opened."""
    seats: RoundSeats
    opened: tuple[int, ...] = ()
    """After how many plays a record with all hands was written; ascending."""

    @property
    def players(self) -> Players:
        """Those who sat there at its end, or sit there now."""
        return self._players_after(len(self.view.events))

    def players_for(self, event: Event) -> Players:
        """Those who sat there when this happened."""
        return self._players_after(next(plays for plays, told in enumerate(self.view.events) if told is event))

    def _players_after(self, plays: int) -> Players:
        players = self.seats.players
        for change in self.seats.changes:
            if change.after is not None and change.after <= plays:
                players = players.with_value(change.seat, change.player)
        return players

    def story(self) -> Iterator[tuple[Players, Layout, Event | Change | Opened]]:
        """All that happened, in order: who sat where then, the layout after it, and what it was.

        That is an event, somebody who took a seat, or that the record was written.
        """
        notes: list[Change | Opened] = [*self.seats.changes, *map(Opened, self.opened)]
        noted = deque(sorted(notes, key=lambda note: note.after or 0))
        players, plays, layout = self.seats.players, 0, Layout()
        for event, after in layouts_of(self.view.events):
            is_play = isinstance(event, Placed | Passed)
            # The end of a round comes with its last play, and what was noted after that play comes after both.
            while is_play and noted and (noted[0].after or 0) <= plays:
                yield players, layout, noted[0]
                players = _after_note(players, noted.popleft())
            layout = after
            yield players, layout, event
            plays += is_play
        for note in noted:
            yield players, layout, note
            players = _after_note(players, note)


def _after_note(players: Players, note: Change | Opened) -> Players:
    return players.with_value(note.seat, note.player) if isinstance(note, Change) else players


@dataclass(frozen=True, slots=True)
class MatchView:
    """What everyone knows of a match: there is no hand in it."""

    players: Players
    """Those who sit there now."""
    target: int
    known_deal: bool
    """Whether the deals come from a seed that somebody knows."""
    not_kept: str | None
    """Why the match is not being kept, in words for the players; None while it is."""
    rounds: tuple[RoundSeen, ...]
    """All rounds, the latest last."""
    winner: Partnership | None
    house: House = RULES_ALONE
    mishaps: tuple[str, ...] = ()
    """What has happened to the ground on which the match is kept, in sentences for the players; the latest last."""

    @property
    def round(self) -> PublicView:
        """The latest round. Raises IndexError before the first."""
        return self.rounds[-1].view

    @property
    def opened(self) -> tuple[int, ...]:
        """The numbers of the rounds in which a record with all hands was written."""
        return tuple(seen.view.number for seen in self.rounds if seen.opened)

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of people."""
        return tuple(seat for seat, player in self.players.by_seat() if not player.is_bot)

    @property
    def is_shared(self) -> bool:
        """Whether several people share the screen."""
        return len(self.people) > 1

    @property
    def scores(self) -> Scores:
        """Both running totals."""
        return self.rounds[-1].view.scores if self.rounds else self.house.start

    @property
    def scores_in_play(self) -> Scores:
        """Both totals before the hands of the latest round are settled."""
        return _scores_in_play(self.round)[-1] if self.rounds else self.house.start

    @property
    def history_in_play(self) -> tuple[Scores, ...]:
        """Both totals as they changed, without the settlement of the latest round: as far back as each pair's changed, no further.

        That is all that pegs on a track show, and takes no longer the more rounds there are.
        """
        history: list[Scores] = []
        for seen in reversed(self.rounds):
            history = [*(_scores_in_play(seen.view) if not history else _scores_of(seen.view)), *history]
            if all(any(scores[pair] != history[0][pair] for scores in history) for pair in Partnership):
                break
        return tuple(history)

    def score_history(self) -> Iterator[Scores]:
        """Both totals after every award and every settlement; what a pair began with comes first."""
        if any(self.house.start):
            yield self.house.start
        for seen in self.rounds:
            yield from _scores_of(seen.view)[1:]


def _scores_of(view: PublicView) -> list[Scores]:
    """Both totals before a round, and after every award and the settlement in it."""
    history = [view.start]
    for event in view.events:
        if isinstance(event, Placed) and event.award:
            pair = event.seat.partnership
            history.append(history[-1].with_value(pair, history[-1][pair] + event.award))
        elif isinstance(event, RoundEnded):
            history.append(event.scores)
    return history


def _scores_in_play(view: PublicView) -> list[Scores]:
    """The same without the settlement."""
    history = _scores_of(view)
    return history[:-1] if isinstance(view.ended, RoundEnded) else history
