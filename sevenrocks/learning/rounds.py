"""Layouts of rounds that have been played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from sevenrocks import bots
from sevenrocks.engine.actions import Placed
from sevenrocks.engine.deal import SEED_BYTES
from sevenrocks.engine.layout import Layout
from sevenrocks.engine.match import Match
from sevenrocks.engine.round import Round
from sevenrocks.engine.view import layouts_of
from sevenrocks.store import StoreError, read_match, survey

_MATCHES = 5
"""How many kept matches are looked at; each takes some 50 ms to read."""
_FEWEST = 3
"""Tiles on the table from which on counting is worth training."""
_LEVEL = "club"


def played_layouts(folder: Path | None, random: Random) -> Iterator[Layout]:
    """Layouts from rounds that have been played, without end: those of the matches kept in this folder, else of bots.

    Only rounds that are over are looked at.
    """
    rounds = _kept_rounds(folder, random)
    while True:
        layouts = random.choice(rounds) if rounds else _bots_round(random)
        if len(layouts) >= _FEWEST:
            # Of two the later one, which has more to count.
            yield layouts[max(random.randrange(_FEWEST - 1, len(layouts)) for _ in range(2))]


def _kept_rounds(folder: Path | None, random: Random) -> list[list[Layout]]:
    matches = list(survey(folder).matches)
    rounds: list[list[Layout]] = []
    for summary in random.sample(matches, min(_MATCHES, len(matches))):
        try:
            kept = read_match(summary.path)
        except StoreError:
            continue
        rounds += [
            layouts for state in kept.match.rounds if state.is_over and len(layouts := _layouts_of(state)) >= _FEWEST
        ]
    return rounds


def _layouts_of(state: Round) -> list[Layout]:
    """Each layout of a round, from the opening on."""
    return [layout for event, layout in layouts_of(state.events) if isinstance(event, Placed)]


def _bots_round(random: Random) -> list[Layout]:
    match = Match().begin_round_from(random.randbytes(SEED_BYTES))
    while match.round is not None and match.round.turn is not None:
        view = match.round.view_for(match.round.turn)
        match = match.play(bots.choose(_LEVEL, view, random.getrandbits(64)))
    return _layouts_of(match.rounds[-1])
