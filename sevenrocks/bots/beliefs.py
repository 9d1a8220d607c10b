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
from sevenrocks.engine.tiles import DOUBLE_SIX, MAX_PIP, Tile
from sevenrocks.engine.view import SeatView

from .kernel.bridge import set_of
from .kernel.chains import CHUNK, Chains, Seen
from .kernel.layouts import TILE_AT, number_of, steps_from

World = list[int]
"""The four hands by seat, as sets of tiles."""

_ALL = set_of(DOUBLE_SIX)
_WITH = tuple(set_of(tile for tile in DOUBLE_SIX if half in tile) for half in range(MAX_PIP + 1))

_Room = tuple[int, ...]
_Split = tuple[int, ...]


class Worlds:
    """Draws worlds that fit a seat's view, every one equally likely and none in vain."""

    def __init__(self, view: SeatView) -> None:
        public = view.public
        own = set_of(view.hand)
        unseen = _ALL & ~own & ~set_of(public.layout.tiles)
        others = view.seat.clockwise()[1:]
        self._own = {int(view.seat): own}
        self._others = [int(seat) for seat in others]
        self._sizes: _Room = tuple(public.hand_sizes[seat] for seat in others)
        barred = [_barred(public.knocked_on[seat]) for seat in others]
        groups: dict[tuple[int, ...], list[int]] = {}
        for number in range(len(DOUBLE_SIX)):
            tile = 1 << number
            if unseen & tile:
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


def _barred(values: Sequence[int]) -> int:
    tiles = 0
    for half in values:
        tiles |= _WITH[half]
    return tiles


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
"""Takes the best award, of equal ones with the heaviest tile."""

THINKER = Model(award=1.1, pips=0.04, double=0.6, gift=-2.8, room=-1.5, careful=True)
"""Looks ahead. Fitted to 5,843 plays between bots of an earlier level expert, which rolled out greedily."""


class Evidence:
    """What the plays that a seat has seen tell of the hands of the other seats.

    Nobody tells what kind of player sits where: each seat may be of any kind, and shows it by its plays.
    """

    def __init__(self, view: SeatView, models: Sequence[Model]) -> None:
        plays: list[list[list[Seen]]] = [[[] for _ in models] for _ in Seat]
        placed = [event for event in view.public.events if isinstance(event, Placed)]
        later = [0] * len(Seat)
        for event in placed:
            later[event.seat] |= set_of([event.tile])
        layout, hidden = Layout(), set(range(len(DOUBLE_SIX)))
        for event in placed:
            before, layout = layout, layout.place(event.tile, event.host)
            tile = DOUBLE_SIX.index(event.tile)
            if event.seat is not view.seat:
                for model, seen in zip(models, plays[event.seat], strict=True):
                    weights = _weigh(model, number_of(before), frozenset(hidden))
                    sums = [number for chunk in _CHUNKS for number in _added_up(weights, chunk)]
                    seen.append(Seen(later[event.seat], weights[tile][number_of(layout)], sums))
            later[event.seat] &= ~(1 << tile)
            hidden.remove(tile)
        self._careful = [number for number, model in enumerate(models) if model.careful]
        self.chains = Chains(plays, [_barred(view.public.knocked_on[seat]) for seat in Seat])

    def is_careful(self, seat: int, hand: int, chance: float) -> bool:
        """Whether a seat that holds this hand is a careful one, as often as its plays make that likely."""
        careful = sum([self.chains.under(model, seat, hand) for model in self._careful])
        return chance * self.chains.likelihood(seat, hand) < careful


_CHUNKS = [range(at, at + CHUNK) for at in range(0, len(DOUBLE_SIX), CHUNK)]


def _added_up(weights: dict[int, dict[int, float]], chunk: range) -> list[float]:
    """For each set of the tiles of this chunk the sum of the weights of all ways of placing them."""
    of_tile = [sum(weights.get(tile, {}).values()) for tile in chunk]
    sums = [0.0] * (1 << CHUNK)
    for tiles in range(1, 1 << CHUNK):
        sums[tiles] = sums[tiles & tiles - 1] + of_tile[(tiles & -tiles).bit_length() - 1]
    return sums


def _weigh(model: Model, layout: int, hidden: frozenset[int]) -> dict[int, dict[int, float]]:
    """How the model weighs each way of placing each of these tiles, by the layout after it."""
    found: dict[int, dict[int, float]] = {}
    for tile in hidden:
        for step in _steps(layout)[tile]:
            best = _best_awards(step & 8191)
            others = [best[other] for other in hidden if other != tile]
            number = max(len(others), 1)
            score = (
                model.award * (step >> 13 & 7)
                + model.pips * DOUBLE_SIX[tile].pips
                + model.double * DOUBLE_SIX[tile].is_double
                + model.gift * sum(award for award in others if award > 0) / number
                + model.room * sum(award >= 0 for award in others) / number
            )
            found.setdefault(tile, {})[step & 8191] = math.exp(score)
    return found


@cache
def _steps(layout: int) -> list[list[int]]:
    """The steps of each tile."""
    rows = steps_from(layout)
    by_tile: list[list[int]] = [[] for _ in DOUBLE_SIX]
    for (_at, tile), steps in zip(sorted(TILE_AT.items()), rows, strict=True):
        by_tile[tile] = steps
    return by_tile


@cache
def _best_awards(layout: int) -> list[int]:
    """The greatest award of each tile, in units; -1 where it cannot be placed."""
    return [max((step >> 13 & 7 for step in steps), default=-1) for steps in _steps(layout)]


def placeable(layout: Layout) -> int:
    """The tiles that can be placed on a layout, as a set."""
    best = _best_awards(number_of(layout))
    return set_of(tile for tile, award in zip(DOUBLE_SIX, best, strict=True) if award >= 0)


def best_award(layout: Layout, tile: Tile) -> int:
    """The greatest award of a tile, in units; -1 where it cannot be placed."""
    return _best_awards(number_of(layout))[DOUBLE_SIX.index(tile)]


class Guess(NamedTuple):
    """A world, and how its seats play."""

    world: World
    careful: int
    """The seats that play carefully, bit n for the seat n; the others are greedy."""


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
        own_pair = 1 << view.seat | 1 << view.seat.partner
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
            careful = 1 << view.seat
            for seat in others:
                if evidence.is_careful(seat, world[seat], rng.random()):
                    careful |= 1 << seat
            found.append(Guess(world[:], careful))
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
