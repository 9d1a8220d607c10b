"""The weights of `beliefs.THINKER`, fitted anew: `python tests/fitting/thinker.py`.

Four bots play rounds. Where one had several ways, the weights are those that make the ways it took likeliest, when each is taken
with a chance that grows with the exponential of its weighted features.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence

from selfplay import log_loss, played_round, solved, split, tell

from sevenrocks.bots.beliefs import THINKER, Model, Way, ways_of
from sevenrocks.bots.kernel.bridge import ALL, numbers_of, one, set_of
from sevenrocks.bots.kernel.layouts import number_of
from sevenrocks.engine.actions import Placed
from sevenrocks.engine.layout import Layout

FEATURES = ("award", "pips", "double", "gift", "room")
"""The fields of a Model that are weights."""

Decision = list[tuple[float, ...]]
"""The features of all ways there were, the one that was taken first."""


def features_of(way: Way) -> tuple[float, ...]:
    return way.award, way.pips, way.is_double, way.given / way.others, way.fitting / way.others


def decisions(level: str, seed: str) -> list[Decision]:
    """What was decided in a round."""
    state = played_round(level, seed)
    hands = [set_of(hand) for hand in state.setup.deal]
    layout, hidden = Layout(), ALL
    found = []
    for event in state.events:
        if isinstance(event, Placed):
            before, layout = number_of(layout), layout.place(event.tile, event.host)
            taken, after = set_of([event.tile]), number_of(layout)
            ways = [
                (one(tile) != taken or way.after != after, features_of(way))
                for tile in numbers_of(hands[event.seat])
                for way in ways_of(before, tile, hidden)
            ]
            if len(ways) > 1:
                found.append([features for _is_other, features in sorted(ways, key=lambda way: way[0])])
            hands[event.seat] ^= taken
            hidden ^= taken
    return found


def chances(weights: Sequence[float], decision: Decision) -> list[float]:
    """The chance of each way."""
    scores = [sum(map(float.__mul__, weights, map(float, features))) for features in decision]
    most = max(scores)
    raised = [math.exp(score - most) for score in scores]
    return [value / sum(raised) for value in raised]


def fitted(known: list[Decision]) -> list[float]:
    """The likeliest weights, by Newton's method from 0 on; a breath of a prior keeps few decisions from running away."""
    size = range(len(FEATURES))
    weights = [0.0 for _ in size]
    for _ in range(15):
        pull = [-1e-3 * weight for weight in weights]
        bend = [[1e-3 * (row == column) for column in size] for row in size]
        for decision in known:
            likely = chances(weights, decision)
            middle = [sum(map(float.__mul__, likely, (float(way[at]) for way in decision))) for at in size]
            for at in size:
                pull[at] += decision[0][at] - middle[at]
            for chance, way in zip(likely, decision, strict=True):
                off = [way[at] - middle[at] for at in size]
                for row in size:
                    for column in size:
                        bend[row][column] += chance * off[row] * off[column]
        weights = [weight + step for weight, step in zip(weights, solved(bend, pull), strict=True)]
    return weights


def weights_of(model: Model) -> list[float]:
    return [getattr(model, name) for name in FEATURES]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=400)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--seed", default="thinker")
    options = parser.parse_args()
    known: list[Decision] = []
    kept: list[Decision] = []
    for number, is_held_out in split(options.rounds):
        (kept if is_held_out else known).extend(decisions(options.level, f"{options.seed}/{number}"))
    told = f"{options.rounds} rounds of {options.level}, seed {options.seed!r}"
    tell(f"{told}: {len(known)} decisions, {len(kept)} held out")
    tell("       " + "".join(f"{name:>8}" for name in FEATURES))
    for name, weights in (("today", weights_of(THINKER)), ("fitted", fitted(known))):
        loss = log_loss([chances(weights, decision)[0] for decision in kept])
        tell(f"{name:7}" + "".join(f"{weight:8.3f}" for weight in weights) + f"  log loss held out {loss:.4f}")


if __name__ == "__main__":
    main()
