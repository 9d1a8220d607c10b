"""What a seat can tell of the hands it does not see: worlds, that is deals of the unseen tiles that fit all it knows.

Whoever has knocked holds none of the values it knocked on. All deals that fit that, and the numbers of tiles, are equally
likely; with a model of play those are likelier in which the plays that were seen are what such a player would do.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from sevenrocks.engine.actions import Placed
from sevenrocks.engine.layout import Layout
from sevenrocks.engine.seats import Seat
from sevenrocks.engine.tiles import DOUBLE_SIX
from sevenrocks.engine.view import SeatView

from .kernel import core
from .kernel.bridge import ALL, numbers_of, one, seats_of, set_of, tiles_with
from .kernel.chains import Chains, Seen, added_up
from .kernel.layouts import number_of
from .kernel.steps import award_of, layout_after
from .outlook import awards_on

World = list[int]
"""The four hands by seat, as sets of tiles."""

_Room = tuple[int, ...]
_Split = tuple[int, ...]


def unseen_by(view: SeatView) -> int:
    """The tiles that a seat does not see, as a set."""
    return ALL & ~set_of(view.hand) & ~set_of(view.public.layout.tiles)


class Worlds:
    """Draws worlds that fit a seat's view, every one equally likely and none in vain."""

    def __init__(self, view: SeatView) -> None:
        public = view.public
        others = view.seat.clockwise()[1:]
        self._own = {int(view.seat): set_of(view.hand)}
        self._others = [int(seat) for seat in others]
        self._sizes: _Room = tuple(public.hand_sizes[seat] for seat in others)
        barred = [tiles_with(public.knocked_on[seat]) for seat in others]
        groups: dict[tuple[int, ...], list[int]] = {}
        for tile in map(one, numbers_of(unseen_by(view))):
            takers = tuple(at for at in range(len(others)) if not barred[at] & tile)
            groups.setdefault(takers, []).append(tile)
        self._groups = sorted(groups.items())
        self._ways = cache(self._count_ways)
        self._options = cache(self._list_options)
        if not self._ways(0, self._sizes):
            # Where all keep to the rules some world fits. A view that contradicts itself is taken without its knocks.
            self._groups = [(tuple(range(len(others))), [tile for _takers, tiles in self._groups for tile in tiles])]
            self._ways.cache_clear()

    def draw(self, rng: random.Random) -> World:
        """A world."""
        chance = rng.random
        hands = [0] * len(self._others)
        room = self._sizes
        for at, (takers, tiles) in enumerate(self._groups):
            totals, splits = self._options(at, room)
            chosen = chance() * totals[-1]
            index = 0
            while totals[index] <= chosen:
                index += 1
            split, room = splits[index]
            mixed = tiles
            if len(takers) > 1:
                mixed = tiles[:]
                for last in range(len(mixed) - 1, 0, -1):
                    other = int(chance() * (last + 1))
                    mixed[last], mixed[other] = mixed[other], mixed[last]
            begin = 0
            for taker, taken in zip(takers, split, strict=True):
                for tile in mixed[begin : begin + taken]:
                    hands[taker] |= tile
                begin += taken
        world = [0] * len(Seat)
        for seat, hand in (*self._own.items(), *zip(self._others, hands, strict=True)):
            world[seat] = hand
        return world

    def _count_ways(self, at: int, room: _Room) -> int:
        """In how many ways the groups from this one on fill the room that is left."""
        if at == len(self._groups):
            return int(not any(room))
        return sum(ways for ways, _split, _left in self._splits(at, room))

    def _list_options(self, at: int, room: _Room) -> tuple[list[int], list[tuple[_Split, _Room]]]:
        """The ways of sharing out a group: their numbers added up, and what each gives and leaves."""
        splits = list(self._splits(at, room))
        totals = accumulate(ways for ways, _split, _left in splits)
        return list(totals), [(split, left) for _ways, split, left in splits]

    def _splits(self, at: int, room: _Room) -> Iterator[tuple[int, _Split, _Room]]:
        takers, tiles = self._groups[at]
        for split in _shares(len(tiles), [room[taker] for taker in takers]):
            left = list(room)
            ways = math.factorial(len(tiles))
            for taker, taken in zip(takers, split, strict=True):
                left[taker] -= taken
                ways //= math.factorial(taken)
            ways *= self._ways(at + 1, tuple(left))
            if ways:
                yield ways, split, tuple(left)


def _shares(number: int, room: Sequence[int]) -> Iterator[_Split]:
    """All ways of sharing so many things among takers with this much room."""
    if not room:
        if not number:
            yield ()
        return
    for taken in range(min(number, room[0]) + 1):
        for rest in _shares(number - taken, room[1:]):
            yield (taken, *rest)


class Model(NamedTuple):
    """A kind of player: chooses an action with a chance that grows with the exponential of its weighted features."""

    award: float
    """For a unit of the award."""
    pips: float
    """For a pip of the tile."""
    double: float = 0.0
    """For a double."""
    gift: float = 0.0
    """For a unit that a tile unseen could make next, on the average over all tiles unseen."""
    room: float = 0.0
    """For the share of tiles unseen that could be placed next."""
    careful: bool = False
    """Whether it is the careful player of the kernel's play-outs that comes nearest; else the greedy one."""


GREEDY = Model(award=25.0, pips=3.0)
"""Takes the best award, of equal ones with the heaviest tile. Chosen: so great that it is all but sure."""

THINKER = Model(award=1.1, pips=0.04, double=0.6, gift=-2.8, room=-1.5, careful=True)
"""Looks ahead. Fitted to 5,843 plays between bots of an earlier level expert, which rolled out greedily.

That script is lost; tests/fitting/thinker.py fits anew.
"""


class Evidence:
    """What the plays that a seat has seen tell of the hands of the other seats.

    Nobody tells what kind of player sits where: each seat may be of any kind, and shows it by its plays.
    """

    def __init__(self, view: SeatView, models: Sequence[Model]) -> None:
        plays: list[list[list[Seen]]] = [[[] for _ in models] for _ in Seat]
        placed = [event for event in view.public.events if isinstance(event, Placed)]
        later = [set_of(event.tile for event in placed if event.seat is seat) for seat in Seat]
        layout, hidden = Layout(), ALL
        for event in placed:
            before, layout = layout, layout.place(event.tile, event.host)
            tile = set_of([event.tile])
            if event.seat is not view.seat:
                for model, seen in zip(models, plays[event.seat], strict=True):
                    ways = _weigh(model, number_of(before), hidden)
                    sums = added_up([sum(of_tile.values()) for of_tile in ways])
                    weight = ways[DOUBLE_SIX.index(event.tile)][number_of(layout)]
                    seen.append(Seen(later[event.seat], weight, sums))
            later[event.seat] ^= tile
            hidden ^= tile
        self._careful = [number for number, model in enumerate(models) if model.careful]
        self.chains = Chains(plays, [tiles_with(view.public.knocked_on[seat]) for seat in Seat])

    def is_careful(self, seat: int, hand: int, chance: float) -> bool:
        """Whether a seat that holds this hand is a careful one, as often as its plays make that likely."""
        careful = sum([self.chains.under(model, seat, hand) for model in self._careful])
        return chance * self.chains.likelihood(seat, hand) < careful


class Way(NamedTuple):
    """A way of placing a tile, as a model looks at it."""

    after: int
    """The layout after it."""
    award: int
    pips: int
    is_double: bool
    given: int
    """What the other tiles not on the table could make next, each its best, in units and added up."""
    fitting: int
    """How many of them could be placed next."""
    others: int
    """How many they are, and 1 where there is none."""


def ways_of(layout: int, tile: int, hidden: int) -> Iterator[Way]:
    """The ways of placing the tile of this number, while these tiles are not on the table."""
    others = hidden ^ one(tile)
    number = max(others.bit_count(), 1)
    for step in core.steps(layout, tile):
        after = layout_after(step)
        makers = [(award, (others & tiles).bit_count()) for award, tiles in awards_on(after)]
        given, fitting = sum(award * many for award, many in makers), sum(many for _award, many in makers)
        yield Way(after, award_of(step), DOUBLE_SIX[tile].pips, DOUBLE_SIX[tile].is_double, given, fitting, number)


def _weigh(model: Model, layout: int, hidden: int) -> list[dict[int, float]]:
    """How the model weighs the ways of placing each of these tiles, by the layout after it; nothing for other tiles."""
    found: list[dict[int, float]] = [{} for _ in DOUBLE_SIX]
    for tile in numbers_of(hidden):
        for way in ways_of(layout, tile, hidden):
            score = (
                model.award * way.award
                + model.pips * way.pips
                + model.double * way.is_double
                + model.gift * way.given / way.others
                + model.room * way.fitting / way.others
            )
            found[tile][way.after] = math.exp(score)
    return found


class Guess(NamedTuple):
    """A world, and how its seats play."""

    world: World
    careful: int
    """The seats that play carefully, bit n for the seat n; the others are greedy."""


# These four are chosen (tests/fitting/README.md).
_CHAINS = 40
"""How many chains of worlds there are."""

_POOL = 4
"""How many worlds are drawn for each that begins a chain."""

_FIRST = 60
_FURTHER = 8
"""How often two tiles may change places before a chain's first guess, and before each further one."""


def guesses(view: SeatView, number: int, rng: random.Random, models: Sequence[Model] = ()) -> list[Guess]:
    """So many guesses that fit the view; the seat itself is careful.

    Without models all worlds are equally likely, the partner is careful as well, and the opponents are greedy. With models
    worlds are as likely as players of these kinds make them, and each seat plays as its own plays let one expect. For that
    worlds are drawn, a few kept by how likely they are, and these changed tile by tile by the rule of Metropolis, so that
    many are found even where few are likely.
    """
    worlds = Worlds(view)
    if not models:
        own_pair = seats_of([view.seat, view.seat.partner])
        return [Guess(worlds.draw(rng), own_pair) for _ in range(number)]
    evidence = Evidence(view, models)
    others = [int(seat) for seat in view.seat.clockwise()[1:] if view.public.hand_sizes[seat]]
    pool = [worlds.draw(rng) for _ in range(_POOL * _CHAINS)]
    weights = [math.prod([evidence.chains.likelihood(seat, world[seat]) for seat in others]) for world in pool]
    chains = [world[:] for world in _resampled(pool, weights, _CHAINS, rng)]
    found: list[Guess] = []
    swaps, chance = _FIRST, rng.getrandbits(32)
    while True:
        for world in chains:
            if len(others) > 1:
                chance = evidence.chains.mix(world, others, swaps, chance)
            careful = [seat for seat in others if evidence.is_careful(seat, world[seat], rng.random())]
            found.append(Guess(world[:], seats_of([view.seat, *careful])))
            if len(found) == number:
                return found
        swaps = _FURTHER


def _resampled(pool: Sequence[World], weights: Sequence[float], number: int, rng: random.Random) -> list[World]:
    """So many of the worlds, each as often as its weight says, but for a fraction."""
    step = sum(weights) / number
    found: list[World] = []
    at, below = rng.random() * step, 0.0
    for world, weight in zip(pool, weights, strict=True):
        below += weight
        while at < below and len(found) < number:
            found.append(world)
            at += step
    return found
