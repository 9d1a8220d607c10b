"""Who sits where, and since when. A person may go home, and a bot then takes the seat.

Whoever has seen a hand sits at no other seat of that round: while a round is under way a seat changes only from its person to
a bot, and back to that same person. Between rounds any seat may change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from .engine.errors import RocksError
from .engine.seats import BySeat, Seat
from .names import look_alike, same_name


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat: a person, or a bot of some level."""

    name: str
    level: str | None = None

    @property
    def is_bot(self) -> bool:
        """Whether a bot sits here."""
        return self.level is not None


BOT_NAMES = ("Bartek", "Clara", "Dieter", "Ewa", "Frieda", "Greta", "Hanna", "Igor", "Jola")
"""More than the eight players that a round can have: four, and a bot that sat down for each."""


def bot_names(taken: Iterable[str]) -> Iterator[str]:
    """Names for bots, unlike those that are taken."""
    names = list(taken)
    return (name for name in BOT_NAMES if not any(look_alike(name, other) for other in names))


class Change(NamedTuple):
    """From now on another player sits at a seat."""

    seat: Seat
    player: Player
    after: int | None = None
    """After so many plays of the round, knocks included; None before it was dealt."""


class NoSeat(Enum):
    """Why a player cannot take a seat. The words for it are chosen where they are shown."""

    SAME = "that player sits there already"
    NAME_TAKEN = "another player has a name like that"
    HAND_SEEN = "in the middle of a round only a bot, or the person who began it there, may take a seat"


class SeatRefusedError(RocksError):
    """A player cannot take a seat now. Nothing has changed."""

    def __init__(self, change: Change, reason: NoSeat) -> None:
        super().__init__(f"{change.seat.name}: {reason.value}")
        self.change = change
        self.reason = reason


@dataclass(frozen=True, slots=True)
class RoundSeats:
    """Who sat where in a round."""

    players: BySeat[Player]
    """Those who sat there when it was dealt."""
    before: tuple[Change, ...] = ()
    """The changes since the round before, in order."""
    changes: tuple[Change, ...] = ()
    """Those while it was played, in order."""

    @property
    def all_changes(self) -> tuple[Change, ...]:
        """All that has changed from the end of the round before to the end of this one."""
        return self.before + self.changes


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where in a match, round by round. Frozen: what changes it returns another one."""

    players: BySeat[Player]
    """Those who sit there now."""
    rounds: tuple[RoundSeats, ...] = ()
    waiting: tuple[Change, ...] = ()
    """The changes since the last round ended."""
    is_playing: bool = False
    """Whether a round is under way."""

    def begin_round(self) -> Seating:
        """A round is dealt to those who sit there now. Raises SeatRefusedError where two of them are called alike."""
        for change in self.waiting:
            if any(
                same_name(self.players[change.seat].name, self.players[other].name) for other in _others(change.seat)
            ):
                raise SeatRefusedError(change, NoSeat.NAME_TAKEN)
        begun = RoundSeats(self.players, self.waiting)
        return Seating(self.players, (*self.rounds, begun), (), is_playing=True)

    def end_round(self) -> Seating:
        """The round is over: any seat may change."""
        return replace(self, is_playing=False)

    def refusal(self, change: Change) -> NoSeat | None:
        """Why this player cannot take this seat now, or None where nothing is against it."""
        player, now = change.player, self.players[change.seat]
        if player == now:
            return NoSeat.SAME
        if not self.is_playing:
            # Two may change places, so names are looked at when the next round begins.
            return None
        begun = self.rounds[-1].players
        # Whoever has gone home may come back, so nobody else takes that name meanwhile.
        if any(
            same_name(player.name, who[seat].name) for who in (self.players, begun) for seat in _others(change.seat)
        ):
            return NoSeat.NAME_TAKEN
        dealt = begun[change.seat]
        if player == dealt:
            return None
        if dealt.is_bot or not player.is_bot or now != dealt:
            return NoSeat.HAND_SEEN
        return NoSeat.NAME_TAKEN if same_name(player.name, dealt.name) else None

    def seat(self, change: Change) -> Seating:
        """A player takes a seat. `change.after` is a number exactly while a round is under way.

        Raises SeatRefusedError with the reason where that cannot be; nothing has changed then.
        """
        reason = self.refusal(change)
        if reason is not None:
            raise SeatRefusedError(change, reason)
        players = self.players.with_value(change.seat, change.player)
        if not self.is_playing:
            return replace(self, players=players, waiting=(*self.waiting, change))
        last = self.rounds[-1]
        changed = replace(last, changes=(*last.changes, change))
        return replace(self, players=players, rounds=(*self.rounds[:-1], changed))


def _others(seat: Seat) -> tuple[Seat, ...]:
    return seat.clockwise()[1:]
