"""Other deals with the same public story."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from help.strategies import any_legal, draw_won_by, random_deal
from sevenrocks.engine.actions import PASS, Action, Passed, Placed
from sevenrocks.engine.match import Match
from sevenrocks.engine.round import Round
from sevenrocks.engine.seats import BySeat, Seat
from sevenrocks.engine.tiles import Hand, Tile


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


@dataclass(frozen=True)
class Story:
    """A round up to some play, in two worlds: with the hands as they were, and with hidden tiles exchanged."""

    people: tuple[Seat, ...]
    others: tuple[Seat, ...]
    """Whose hidden tiles are exchanged among them; it is the turn of none of them in the end."""
    state: Round
    world: Round

    @property
    def deals(self) -> tuple[BySeat[Hand], BySeat[Hand]]:
        """The deals of both worlds."""
        return self.state.setup.deal, self.world.setup.deal

    @property
    def actions(self) -> list[Action]:
        """What is done in both."""
        return [event.action if isinstance(event, Placed) else PASS for event in self.state.events]


def any_story(rng: random.Random, people: tuple[Seat, ...], plays: range) -> Story:
    """A story of these people among bots, of so many plays or knocks; hands of two or three seats are exchanged.

    Where bots are among these they must play what is told.
    """
    while True:
        state = Match(250).begin_round(random_deal(rng), draw_won_by(rng.choice(list(Seat)))).rounds[-1]
        for _play in range(rng.choice(plays)):
            if not state.is_over:
                state = state.play(any_legal(state, rng))
        if state.is_over or state.turn not in people or state.legal_actions == (PASS,):
            continue  # a person is to have the last word
        others = tuple(rng.sample([seat for seat in Seat if seat is not state.turn], rng.randint(2, 3)))
        world = exchanged(state, others, rng)
        if all(world.hands[seat] != state.hands[seat] for seat in others):
            return Story(people, others, state, world)
