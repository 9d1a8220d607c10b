"""What everyone sees of a match: who plays, round by round what happened, how it stands. There is no hand in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .engine.actions import Event, Passed, Placed, RoundEnded
from .engine.deal import Draw
from .engine.layout import Layout
from .engine.seats import BySeat, Partnership, Scores, Seat
from .engine.view import PublicView, layouts_of
from .house import RULES_ALONE, House
from .seating import Change, Player, RoundSeats

Players = BySeat[Player]


@dataclass(frozen=True, slots=True)
class RoundSeen:
    """A round as everyone saw it, so far."""

    view: PublicView
    draw: Draw | None
    """The neutral draw before it; None where the seat that went out opened."""
    seats: RoundSeats

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

    def story(self) -> Iterator[tuple[Players, Layout, Event | Change]]:
        """All that happened, in order: who sat where then, the layout after it, and the event, or who took a seat."""
        changes = iter(self.seats.changes)
        change = next(changes, None)
        players, plays, layout = self.seats.players, 0, Layout()
        for event, after in layouts_of(self.view.events):
            while change is not None and change.after is not None and change.after <= plays:
                yield players, layout, change
                players = players.with_value(change.seat, change.player)
                change = next(changes, None)
            layout = after
            yield players, layout, event
            plays += isinstance(event, Placed | Passed)
        while change is not None:
            yield players, layout, change
            players = players.with_value(change.seat, change.player)
            change = next(changes, None)


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

    @property
    def round(self) -> PublicView:
        """The latest round. Raises IndexError before the first."""
        return self.rounds[-1].view

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
        return (self.house.start, *self.history_in_play)[-1]

    @property
    def history_in_play(self) -> tuple[Scores, ...]:
        """Both totals after every award and every settlement, without that of the latest round."""
        history = tuple(self.score_history())
        is_settled = bool(self.rounds) and isinstance(self.round.ended, RoundEnded)
        return history[:-1] if is_settled else history

    def score_history(self) -> Iterator[Scores]:
        """Both totals after every award and every settlement; what a pair began with comes first."""
        scores = self.house.start
        if any(scores):
            yield scores
        for seen in self.rounds:
            for event in seen.view.events:
                if isinstance(event, Placed) and event.award:
                    pair = event.seat.partnership
                    scores = scores.with_value(pair, scores[pair] + event.award)
                    yield scores
                elif isinstance(event, RoundEnded):
                    scores = event.scores
                    yield scores
