"""Bots against bots, without a screen."""

from __future__ import annotations

import random
from collections.abc import Iterator

from .bots import level
from .engine.deal import known_seed
from .engine.match import Match
from .engine.rules import TARGET
from .engine.seats import BySeat
from .record import MatchRecord, record_match


def play_match(levels: BySeat[str], seed: bytes, target: int = TARGET) -> Match:
    """A whole match between bots, told by its seed alone: the same levels and seed give the same match."""
    players = BySeat([level(name) for name in levels])
    rng = random.Random(int.from_bytes(seed))  # noqa: S311, chance in play; the deals come from the seed itself
    match = Match(target)
    while match.winner is None:
        if match.round is None:
            match = match.begin_round_from(seed)
        state = match.rounds[-1]
        seat = state.turn
        assert seat is not None
        match = match.play(players[seat].choose(state.view_for(seat), rng))
    return match


def simulate(levels: BySeat[str], matches: int, seed: str) -> Iterator[MatchRecord]:
    """Matches between bots, as records: the same levels and seed give the same records."""
    players = BySeat([f"{seat.name} {name}"[:16] for seat, name in levels.by_seat()])
    for number in range(1, matches + 1):
        match_seed = known_seed(f"{seed}/{number}")
        match = play_match(levels, match_seed)
        yield record_match(match, players, known_deal=True, seed=match_seed)
