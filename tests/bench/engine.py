"""Whole random rounds a second of processor time on one core, deal included."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from statistics import median

from report import Line, peer_module, processor_time, tell, times
from rounds import random_round

RNG = random.Random(1)


def our_round() -> None:
    for _state in random_round(RNG):
        pass


def openspiel() -> Callable[[], None] | None:
    """A round of OpenSpiel's team dominoes through its Python bindings."""
    pyspiel = peer_module("pyspiel")
    if pyspiel is None or peer_module("open_spiel.python.games.team_dominoes") is None:
        return None
    game = pyspiel.load_game("python_team_dominoes")

    def play() -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            # Dealing a tile is an action there, too. Drawing evenly from the legal ones is the quickest way to deal.
            state.apply_action(RNG.choice(state.legal_actions()))

    return play


def dominoes() -> Callable[[], None] | None:
    """A round of the package `dominoes`: two ends, no points on the way, no arms."""
    module = peer_module("dominoes")
    if module is None:
        return None

    def play() -> None:
        game = module.Game.new()
        while game.result is None:
            game.make_move(*RNG.choice(game.valid_moves))

    return play


def rate(play: Callable[[], None], rounds: int) -> float:
    def play_all() -> None:
        for _ in range(rounds):
            play()

    return rounds / processor_time(play_all)


def lines() -> Iterator[Line]:
    for name, peer, wanted in (
        ("OpenSpiel team_dominoes", openspiel(), 2.0),
        ("dominoes, simpler game", dominoes(), None),
    ):
        if peer is None:
            alone = median(rate(our_round, 1000) for _ in times(11, 3))
            yield Line("random rounds a second", f"{alone:,.0f}", f"{name} is not installed")
            continue
        runs = [(rate(our_round, 1000), rate(peer, 500)) for _ in times(11, 3)]
        ours, beside = (median(column) for column in zip(*runs, strict=True))
        ratio = ours / beside
        bound = ("", None) if wanted is None else (f">= {wanted:.1f}x", ratio >= wanted)
        yield Line("random rounds a second", f"{ours:,.0f}", f"{name}: {beside:,.0f}", ratio, *bound)


if __name__ == "__main__":
    tell(lines())
