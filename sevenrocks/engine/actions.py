"""What a player may say (actions), what then happened for all to see (events), and which actions are legal."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from .errors import Refusal, RocksError
from .layout import Layout
from .rules import award_for, deduction_for
from .seats import BySeat, Partnership, Scores, Seat
from .tiles import Hand, Tile, pips_of


@dataclass(frozen=True, slots=True)
class Place:
    """Place a tile so that it joins `host`, a tile on the table; `host` is None for the opening.

    A host is never ambiguous: it has one matching open half, or places that are equal by symmetry.
    """

    tile: Tile
    host: Tile | None = None
    call: int | None = None
    """The count that the player calls, where a house wants that; the rules know nothing of it."""

    def __str__(self) -> str:
        return f"{self.tile}" if self.host is None else f"{self.tile}@{self.host}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Knock: the turn moves on. Legal only for a hand that cannot place (rules.md 4.7, 4.9)."""

    def __str__(self) -> str:
        return "pass"


Action: TypeAlias = Place | Pass

PASS = Pass()


class Ending(Enum):
    """How a round came to its end."""

    OUT = "out"
    BLOCKED = "blocked"
    WON = "won"


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile was placed. `count` is the sum of the ends then, `award` the points scored for it: that sum or 0."""

    seat: Seat
    tile: Tile
    host: Tile | None
    count: int
    award: int
    call: int | None = None
    """The count that was called, where a house wants that; None by the rules, and where none was called."""

    @property
    def action(self) -> Place:
        """The action that the seat took: played again, it gives this very event."""
        return Place(self.tile, self.host, self.call)

    @property
    def missed(self) -> int:
        """The points that were not scored, because the house wants the count called and it was not; 0 by the rules."""
        return award_for(self.count) - self.award


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat knocked. `halves` are the values that were open then, ascending: the hand holds none of them."""

    seat: Seat
    halves: tuple[int, ...]

    @property
    def action(self) -> Pass:
        """The action that the seat took."""
        return PASS


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round went out (`seat` placed a last tile) or was blocked (`seat` is None) and has been settled.

    The hands are those left, now face up; `scores` are the totals after the deductions (rules.md 10.6, 10.8).
    """

    ending: Ending
    seat: Seat | None
    hands: BySeat[Hand]
    scores: Scores

    @property
    def left(self) -> BySeat[int]:
        """The pips left in each hand."""
        return BySeat([pips_of(hand) for hand in self.hands])

    @property
    def lost(self) -> BySeat[int]:
        """The deduction for each hand in points, each hand rounded by itself."""
        return BySeat([deduction_for(pips_of(hand)) for hand in self.hands])


@dataclass(frozen=True, slots=True)
class MatchWon:
    """An award reached the target: the match is over at once, and the round is not settled (rules.md 11.3, 11.5)."""

    partnership: Partnership
    scores: Scores


Conclusion: TypeAlias = RoundEnded | MatchWon
"""What ends a round: it is settled, or the match is won within it."""

Event: TypeAlias = Placed | Passed | RoundEnded | MatchWon


class IllegalPlayError(RocksError):
    """The action that was refused, the seat in turn (None once the round is over), and why. Nothing has changed."""

    def __init__(self, seat: Seat | None, action: Action, reason: Refusal) -> None:
        super().__init__(f"{'-' if seat is None else seat.name}: {action}: {reason.value}")
        self.seat = seat
        self.action = action
        self.reason = reason


def legal_actions(hand: Hand, layout: Layout) -> tuple[Action, ...]:
    """What a seat in turn with this hand may do: any tile at any place that matches, else knock.

    The opener may play any tile; who can place must place; who cannot, knocks (rules.md 4.1, 4.7, 4.8, 4.9).

    >>> table = Layout().place(Tile(5, 5))
    >>> [str(action) for action in legal_actions((Tile(0, 5), Tile(1, 2)), table)]
    ['05@55']
    >>> legal_actions((Tile(1, 2),), table)
    (Pass(),)
    """
    if not layout.joints:
        return tuple([Place(tile) for tile in hand])
    hosts = layout.hosts
    return tuple(
        [Place(tile, host) for tile in hand for host, half in hosts if tile.low == half or tile.high == half]
    ) or (PASS,)
