"""Random rounds to measure with."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

from sevenrocks.engine.deal import deal_hands, draw_opener, known_seed
from sevenrocks.engine.layout import Layout
from sevenrocks.engine.round import Round, Setup
from sevenrocks.engine.rules import TARGET
from sevenrocks.engine.seats import Scores, Seat

NORTH_OPENS = next(text for text in map(str, itertools.count()) if draw_opener(known_seed(text), 1).opener is Seat.N)
"""A known deal in which North opens: its player is asked for a tile before any bot plays."""


def random_round(rng: random.Random) -> Iterator[Round]:
    """The states of a round from the deal to its end, reached by actions that the engine checks."""
    deal = deal_hands(rng.randbytes(32), 1)
    state = Round.begin(Setup(1, TARGET, Scores((0, 0)), deal, Seat(rng.randrange(4))))
    while not state.is_over:
        yield state
        state = state.play(rng.choice(state.legal_actions))
    yield state


def final_layouts(number: int) -> list[Layout]:
    """Layouts at the end of random rounds, with 24 tiles at least."""
    rng = random.Random(7)
    ends = (list(random_round(rng))[-1].layout for _ in itertools.count())
    return list(itertools.islice((layout for layout in ends if len(layout.joints) >= 24), number))
