"""The scripts that fit weights still run, on little, and find what is there to be found."""

from __future__ import annotations

import random
import re
import subprocess
import sys

import pytest

from help.places import TESTS
from sevenrocks.bots.beliefs import THINKER
from sevenrocks.bots.lookahead import CURVE

FITTING = TESTS / "fitting"
sys.path.append(str(FITTING))

import chance_to_win  # noqa: E402, from the folder named above
import thinker  # noqa: E402


@pytest.mark.parametrize(
    ("script", "arguments", "in_use"),
    [
        ("chance_to_win", ["--matches", "8"], CURVE),
        ("thinker", ["--rounds", "4", "--level", "club"], thinker.weights_of(THINKER)),
    ],
)
def test_a_script_tells_what_is_in_use_and_what_it_finds(
    script: str, arguments: list[str], in_use: tuple[float, ...]
) -> None:
    command = [sys.executable, str(FITTING / f"{script}.py"), *arguments]
    told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
    today, found = (re.findall(r"-?\d+\.\d+", line) for line in told.splitlines()[-2:])
    assert [float(number) for number in today[:-1]] == list(in_use)
    assert len(found) == len(today)


def test_the_curve_that_made_the_matches_is_found() -> None:
    rng = random.Random(1)
    told = []
    for _ in range(4_000):
        pair = chance_to_win.Told(rng.randrange(5, 300, 5), rng.randrange(5, 300, 5))
        told.append(
            pair
            if rng.random() < chance_to_win.chance((1.3, 0.7), pair)
            else pair._replace(to_go=pair.other, other=pair.to_go)
        )
    steep, power = chance_to_win.fitted(told)
    assert power == pytest.approx(0.7, abs=0.1)
    for pair in chance_to_win.Told(50, 150), chance_to_win.Told(200, 240):
        assert chance_to_win.chance((steep, power), pair) == pytest.approx(
            chance_to_win.chance((1.3, 0.7), pair), abs=0.03
        )


def test_the_weights_that_made_the_decisions_are_found() -> None:
    rng = random.Random(2)
    weights = [1.0, 0.1, 0.5, -2.0, -1.0]
    decisions: list[thinker.Decision] = []
    for _ in range(1_500):
        ways: thinker.Decision = [
            (rng.randrange(4), rng.randrange(13), rng.random() < 0.25, 4 * rng.random(), 4 * rng.random())
            for _ in range(4)
        ]
        taken = rng.choices(ways, thinker.chances(weights, ways))[0]
        decisions.append([taken, *(way for way in ways if way is not taken)])
    assert thinker.fitted(decisions) == pytest.approx(weights, abs=0.25)
