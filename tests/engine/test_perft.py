"""Exhaustive counts: every sequence of legal actions from some positions (`about` in perft.json says what counts)."""

from __future__ import annotations

import pytest

from help.perft import POSITIONS, Position, counted, state_of
from help.rules import rule
from help.strategies import deal_of, dealt, play_all
from sevenrocks.engine.round import Round


def perft(state: Round, depth: int) -> list[int]:
    """How many sequences of 1, 2, .. `depth` actions there are; the end of the round ends a sequence."""
    actions = state.legal_actions
    if not actions:
        return [1] * depth
    counts = [len(actions)] + [0] * (depth - 1)
    if depth > 1:
        for option in actions:
            for index, below in enumerate(perft(state.play(option), depth - 1), 1):
                counts[index] += below
    return counts


def divide(state: Round, depth: int) -> str:
    """The counts to `depth` below each first action: where two programs differ, the first step to the cause."""
    return "\n".join(
        f"{option}: {perft(state.play(option), depth - 1)[-1] if depth > 1 else 1}" for option in state.legal_actions
    )


@rule("4.6", "4.7", "4.8", "4.9")
@pytest.mark.parametrize("position", POSITIONS, ids=[position["name"] for position in POSITIONS])
def test_the_sequences_of_actions_are_as_many_as_counted(position: Position) -> None:
    state, expected = state_of(position), counted(position)
    found = perft(state, len(expected))
    wrong = next((depth for depth in range(1, len(expected) + 1) if found[depth - 1] != expected[depth - 1]), None)
    if wrong is not None:
        pytest.fail(
            f"depth {wrong}: expected {expected[wrong - 1]}, found {found[wrong - 1]}; "
            f"below each first action:\n{divide(state, wrong)}"
        )


def test_a_round_that_is_over_is_one_sequence_at_every_depth() -> None:
    # One E-W award of 10 wins: of the two answers to 5-5 that E has, 0-5 wins and 5-6 does not.
    deal = deal_of("55 00 01 02 03 04 06", "05 56 11 12 13 14 16", "15 22 23 24 25 26 33", "34 35 36 44 45 46 66")
    state = play_all(dealt(deal, target=10, scores=(-10, 0)), "55")
    assert perft(state, 1) == [2]
    assert perft(state, 2)[1] == 1 + len(state.play(state.legal_actions[1]).legal_actions)
