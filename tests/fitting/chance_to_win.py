"""The two numbers of `lookahead.chance_to_win`, fitted anew: `python tests/fitting/chance_to_win.py`.

Greedy players play whole matches. For each round, won is who won the match, and known is what both pairs had to go before it.
"""

from __future__ import annotations

import argparse
import math
from typing import NamedTuple

from selfplay import log_loss, split, tell

from sevenrocks.arena import play_match
from sevenrocks.bots.lookahead import CURVE
from sevenrocks.engine.deal import known_seed
from sevenrocks.engine.rules import TARGET
from sevenrocks.engine.seats import BySeat, Partnership

Curve = tuple[float, float]
"""How steep it is, and how much less so where both are far from the goal."""


class Told(NamedTuple):
    """A round, from the side of the pair that won the match in the end."""

    to_go: int
    other: int


def rounds_of(match: int, level: str, seed: str) -> list[Told]:
    played = play_match(BySeat([level] * 4), known_seed(f"{seed}/{match}"))
    assert played.winner is not None
    found = []
    for state in played.rounds:
        to_go = [TARGET - score for score in state.setup.scores]
        found.append(Told(*to_go) if played.winner is Partnership.NS else Told(*to_go[::-1]))
    return found


def chance(curve: Curve, told: Told) -> float:
    steep, power = curve
    return 1 / (1 + math.exp(-steep * (told.other - told.to_go) / (told.to_go + told.other) ** power))


def fitted(rounds: list[Told]) -> Curve:
    """The curve that makes the rounds likeliest: for each power in steps of 0.02 the steepness by Newton's method."""
    curves = [(_steepest(rounds, power / 50), power / 50) for power in range(76)]
    return min(curves, key=lambda curve: log_loss([chance(curve, told) for told in rounds]))


def _steepest(rounds: list[Told], power: float) -> float:
    steep = 0.0
    leads = [(told.other - told.to_go) / (told.to_go + told.other) ** power for told in rounds]
    for _ in range(8):
        missed = [1 / (1 + math.exp(steep * lead)) for lead in leads]
        pull = sum(miss * lead for miss, lead in zip(missed, leads, strict=True))
        steep += pull / sum(miss * (1 - miss) * lead * lead for miss, lead in zip(missed, leads, strict=True))
    return steep


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=1500)
    parser.add_argument("--level", default="club")
    parser.add_argument("--seed", default="chance to win")
    options = parser.parse_args()
    known: list[Told] = []
    kept: list[Told] = []
    for match, is_held_out in split(options.matches):
        (kept if is_held_out else known).extend(rounds_of(match, options.level, options.seed))
    tell(
        f"{options.matches} matches of {options.level}, seed {options.seed!r}: {len(known)} rounds, {len(kept)} held out"
    )
    tell("       steep  power")
    for name, curve in (("today", CURVE), ("fitted", fitted(known))):
        loss = log_loss([chance(curve, told) for told in kept])
        tell(f"{name:6} {curve[0]:.3f}  {curve[1]:.3f}  log loss held out {loss:.4f}")


if __name__ == "__main__":
    main()
