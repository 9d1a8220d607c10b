"""Matches between bots, without a screen, as records."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias

from sevenrocks.bots import level
from sevenrocks.engine.actions import Action
from sevenrocks.engine.deal import known_seed
from sevenrocks.engine.match import Match
from sevenrocks.engine.round import Round
from sevenrocks.engine.rules import TARGET
from sevenrocks.engine.seats import BySeat
from sevenrocks.engine.view import SeatView
from sevenrocks.record import MatchRecord, record_match

Chooser: TypeAlias = Callable[[SeatView, random.Random], Action]
"""Chooses for a seat from its view alone."""


def play_match(levels: BySeat[str], seed: bytes, target: int = TARGET) -> Match:
    """A whole match between bots, told by its seed alone: the same levels and seed give the same match."""
    return play_match_of(BySeat([level(name).choose for name in levels]), seed, target)


def simulate(levels: BySeat[str], matches: int, seed: str) -> Iterator[MatchRecord]:
    """Matches between bots, as records: the same levels and seed give the same records."""
    players = BySeat([f"{seat.name} {name}"[:16] for seat, name in levels.by_seat()])
    for number in range(1, matches + 1):
        match_seed = known_seed(f"{seed}/{number}")
        match = play_match(levels, match_seed)
        yield record_match(match, players, known_deal=True, seed=match_seed)


def play_match_of(players: BySeat[Chooser], seed: bytes, target: int = TARGET) -> Match:
    """The match that a seed deals, played to its end."""
    rng = chance_of(seed)
    match = Match(target)
    while match.winner is None:
        match = match.begin_round_from(seed)
        match = replace(match, rounds=(*match.rounds[:-1], play_round(match.rounds[-1], players, rng)))
    return match


def play_round(state: Round, players: BySeat[Chooser], rng: random.Random) -> Round:
    """The round played to its end."""
    while state.turn is not None:
        state = state.play(players[state.turn](state.view_for(state.turn), rng))
    return state


def chance_of(seed: bytes) -> random.Random:
    """One source for all four seats, told by the deal alone: the same players on the same deal play the same round."""
    return random.Random(int.from_bytes(seed))  # noqa: S311, chance in play; the deals come from the seed itself
