"""A match as data: what a record states."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sevenrocks.engine.actions import Conclusion, Ending, MatchWon, Passed, Place, Placed, RoundEnded
from sevenrocks.engine.deal import Draw, DrawTurn, commitment_to
from sevenrocks.engine.match import Match
from sevenrocks.engine.round import Round
from sevenrocks.engine.rules import TARGET
from sevenrocks.engine.seats import BySeat, Partnership, Scores, Seat
from sevenrocks.engine.tiles import Hand
from sevenrocks.house import RULES_ALONE, House
from sevenrocks.names import check_distinct, parse_name
from sevenrocks.notation import Play, RoundEnd
from sevenrocks.seating import Change

Extras = dict[str, Any]
"""A user's own keys, which start with `_`, by their dotted path within the table, with their TOML values."""


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One round as it is stated. `left`, `lost` and `scores` are None where they are not stated."""

    opens: Seat
    deal: BySeat[Hand]
    draws: tuple[DrawTurn, ...] = ()
    plays: tuple[Play, ...] = ()
    end: RoundEnd | None = None
    left: BySeat[int] | None = None
    lost: BySeat[int] | None = None
    scores: Scores | None = None
    hints: tuple[tuple[Seat, int], ...] = ()
    """How many hints a seat asked for, for each that did."""
    seats: tuple[Change, ...] = ()
    """Who took a seat since the end of the round before: before this one was dealt, then while it was played."""
    opened: tuple[int, ...] = ()
    """After how many plays of this round, knocks included, a record with all hands was written; ascending."""
    extras: Extras = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a finished match as it is stated."""

    winner: Partnership
    scores: Scores
    extras: Extras = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fairness:
    """From what the deals and draws can be recomputed: the seed, what was shown of it before, and the cut."""

    seed: bytes
    commitment: str
    cut: str = ""
    extras: Extras = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match as it is stated: finished, or as far as it has come."""

    players: BySeat[str]
    """Those who sat there at the beginning."""
    target: int = TARGET
    rounds: tuple[RoundRecord, ...] = ()
    result: Result | None = None
    date: datetime.date | None = None
    known_deal: bool = False
    fairness: Fairness | None = None
    house: House = RULES_ALONE
    extras: Extras = field(default_factory=dict)
    player_extras: Extras = field(default_factory=dict)
    house_extras: Extras = field(default_factory=dict)


HintCounts = Mapping[int, BySeat[int]]
"""For each round in which hints were asked for, by its number, how many by each seat."""

_NO_HINTS: HintCounts = {}

Openings = Mapping[int, tuple[int, ...]]
"""For each round in which a record with all hands was written, by its number, after how many plays; ascending."""

_NO_OPENINGS: Openings = {}


def record_match(
    match: Match,
    players: BySeat[str],
    *,
    date: datetime.date | None = None,
    known_deal: bool = False,
    seed: bytes | None = None,
    cut: str = "",
    hints: HintCounts = _NO_HINTS,
    house: House = RULES_ALONE,
    seats: Sequence[tuple[Change, ...]] = (),
    opened: Openings = _NO_OPENINGS,
) -> MatchRecord:
    """The record of a match as far as it has come. It states all four hands of every round.

    `seats` tells for each round who took a seat since the end of the one before. The seed and the words of the cut, once the
    match is over, let anyone recompute the deals. Raises NotationError for names that cannot be.
    """
    check_distinct(parse_name(name) for name in players)
    winner = match.winner
    return MatchRecord(
        players,
        match.target,
        tuple(
            replace(
                _record_round(state, draw, hints.get(number), seats[number - 1] if number <= len(seats) else ()),
                opened=opened.get(number, ()),
            )
            for number, (state, draw) in enumerate(zip(match.rounds, match.draws, strict=True), 1)
        ),
        None if winner is None else Result(winner, match.scores),
        date,
        known_deal,
        None if winner is None or seed is None else Fairness(seed, commitment_to(seed), cut),
        house,
    )


def _record_round(state: Round, draw: Draw | None, hints: BySeat[int] | None, seats: tuple[Change, ...]) -> RoundRecord:
    ended = state.ended
    settled = ended if isinstance(ended, RoundEnded) else None
    return RoundRecord(
        opens=state.setup.opener,
        deal=state.setup.deal,
        draws=() if draw is None else draw.turns,
        plays=tuple(stated_play(event) for event in state.events if isinstance(event, Placed | Passed)),
        end=stated_end(ended),
        left=None if settled is None else settled.left,
        lost=None if settled is None else settled.lost,
        scores=None if ended is None else ended.scores,
        hints=() if hints is None else tuple((seat, number) for seat, number in hints.by_seat() if number),
        seats=seats,
    )


def stated_play(event: Placed | Passed) -> Play:
    """What a record states of an event: of a count that was called wrong, no more than that nothing was awarded."""
    if isinstance(event, Passed):
        return Play(event.seat, event.action)
    return Play(event.seat, Place(event.tile, event.host), event.award)


def stated_end(ended: Conclusion | None) -> RoundEnd | None:
    """What a record states of the end of a round; nothing of one that is not over."""
    match ended:
        case RoundEnded(ending=ending, seat=seat):
            return RoundEnd(ending, seat)
        case MatchWon(partnership=winner):
            return RoundEnd(Ending.WON, winner=winner)
        case _:
            return None
