"""What weights are fitted to: rounds and matches between bots, each told by a seed, and how well chances tell of them."""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Iterator, Sequence

from sevenrocks.bots import choose
from sevenrocks.engine.deal import deal_hands, draw_opener, known_seed
from sevenrocks.engine.round import Round, Setup
from sevenrocks.engine.rules import MAX_TARGET
from sevenrocks.engine.seats import Scores

HELD_OUT = 4
"""Every so manieth match or round is kept from the fit, and tells what the fit is worth."""


def played_round(level: str, seed: str) -> Round:
    """A whole round between four bots of a level; no round ends early."""
    deal_seed = known_seed(seed)
    rng = random.Random(seed)
    opener = draw_opener(deal_seed, 1).opener
    state = Round.begin(Setup(1, MAX_TARGET, Scores((0, 0)), deal_hands(deal_seed, 1), opener))
    while state.turn is not None:
        state = state.play(choose(level, state.view_for(state.turn), rng.getrandbits(32)))
    return state


def split(number: int) -> Iterator[tuple[int, bool]]:
    """So many numbers from 0 on, each with whether it is held out."""
    return ((at, at % HELD_OUT == HELD_OUT - 1) for at in range(number))


def log_loss(chances: Sequence[float]) -> float:
    """The mean surprise, in nats, where things came about that had these chances."""
    return -sum(map(math.log, chances)) / len(chances)


def solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of a system of linear equations, by Gauss.

    >>> solved([[0.0, 2.0], [1.0, 1.0]], [4.0, 5.0])
    [3.0, 2.0]
    """
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at in range(len(rows)):
        pivot = max(range(at, len(rows)), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other, row in enumerate(rows):
            if other != at:
                rows[other] = [value - row[at] * mine for value, mine in zip(row, rows[at], strict=True)]
    return [row[-1] for row in rows]


def tell(line: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{line}\n")
