"""Other deals with the same public story."""

from __future__ import annotations

import random
from dataclasses import replace

from sevenrocks.engine.actions import PASS, Passed, Placed
from sevenrocks.engine.round import Round
from sevenrocks.engine.seats import BySeat, Seat
from sevenrocks.engine.tiles import Tile


def played_again(state: Round, deal: BySeat[tuple[Tile, ...]]) -> Round:
    """The same actions from another deal, each of them checked."""
    again = Round.begin(replace(state.setup, deal=deal))
    for event in state.events:
        if isinstance(event, Placed):
            again = again.play(event.action)
        elif isinstance(event, Passed):
            again = again.play(PASS)
    return again


def exchanged(state: Round, seats: tuple[Seat, ...], rng: random.Random) -> Round:
    """The same public story with tiles exchanged at random among these seats' hands; the same hands, where none can be.

    A seat is never given a tile on which it has knocked; so each knock of the story stays legal.
    """
    knocked: dict[Seat, set[int]] = {seat: set() for seat in Seat}
    for event in state.events:
        if isinstance(event, Passed):
            knocked[event.seat].update(event.halves)
    hands = [list(hand) for hand in state.hands]
    for _ in range(60):
        one, other = rng.sample(seats, 2)
        if hands[one] and hands[other]:
            at, there = rng.randrange(len(hands[one])), rng.randrange(len(hands[other]))
            given_up, taken = hands[one][at], hands[other][there]
            if knocked[other].isdisjoint(given_up) and knocked[one].isdisjoint(taken):
                hands[one][at], hands[other][there] = taken, given_up
    placed: dict[Seat, list[Tile]] = {seat: [] for seat in Seat}
    for event in state.events:
        if isinstance(event, Placed):
            placed[event.seat].append(event.tile)
    world = played_again(state, BySeat([tuple(sorted([*hands[seat], *placed[seat]])) for seat in Seat]))
    # Nothing is amiss in it.
    assert world.events == state.events
    return world
