"""Likely hands: what plays tell of the hands they came from, and Markov chains over the worlds that fit.

Like core.py it runs as it is, or compiled with the types in `chains.pxd`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

COMPILED = not __file__.endswith((".py", ".pyc"))
"""Whether this is the compiled form of the file."""

CHUNK = 7
"""Tiles are taken by so many when weights are added up: four times make a whole set."""

MODELS = 2
"""The greatest number of models."""

SLIP = 0.02
"""The chance that is left for whatever a model finds unlikely. Chosen."""

_SEATS = 4
_SUMS = 4 << CHUNK
_PLAYS = 28 * MODELS
_SLOTS = 32_749
"""How many likelihoods are remembered: a prime."""

# Numbers beyond 31 bits have names: where they stand plain, the compiled form makes objects of Python of them.
_CHANCES = (1 << 32) - 1
_SCALE = 1.0 / (1 << 32)


def _zeros(number: int) -> list[int]:
    """So many zeros; the compiled form has arrays of C instead, which it cannot make from `[0] * number`."""
    return [0] * number


def _floats(number: int) -> list[float]:
    return [0.0] * number


class Seen(NamedTuple):
    """A play that was seen, as a model weighs it."""

    later: int
    """What the seat has placed from then on, this tile included."""
    weight: float
    """The weight of the way in which it placed the tile."""
    sums: Sequence[float]
    """The weights of all ways of placing tiles, added up for each set of the first seven tiles, then of the next seven, and
    so on: four times 128 numbers."""


def added_up(weights: Sequence[float]) -> list[float]:
    """The sums of a Seen, from the weights of all ways of placing each of the 28 tiles."""
    found: list[float] = []
    for begin in range(0, 28, CHUNK):
        sums = [0.0]
        for tiles in range(1, 1 << CHUNK):
            lowest = (tiles & -tiles).bit_length() - 1
            sums.append(sums[tiles & tiles - 1] + weights[begin + lowest])
        found += sums
    return found


class Chains:
    """Tells how likely hands are, and changes worlds tile by tile so that they come out as likely.

    A seat may be of any kind that there is a model of, each as likely as the other before a play is seen.
    """

    def __init__(self, plays: Sequence[Sequence[Sequence[Seen]]], barred: Sequence[int]) -> None:
        """`plays` are those of each seat under each model; `barred` the tiles that each seat cannot hold.

        Raises ValueError where there is no model, or more than MODELS: the compiled form has no room for more.
        """
        self.models = len(plays[0])
        if not 0 < self.models <= MODELS:
            raise ValueError(f"models from 1 to {MODELS}")
        if not COMPILED:  # else they are arrays of C, and there already
            self.barred = _zeros(_SEATS)
            self.begins = _zeros(_SEATS * MODELS + 1)
            self.laters = _zeros(_PLAYS)
            self.weights = _floats(_PLAYS)
            self.sums = _floats(_PLAYS * _SUMS)
            self.keys = _zeros(_SLOTS)
            self.known = _floats(_SLOTS)
        at = place = 0
        for seat in range(_SEATS):
            self.barred[seat] = barred[seat]
            for model in range(self.models):
                self.begins[seat * self.models + model] = at
                for seen in plays[seat][model]:
                    self.laters[at] = seen.later
                    self.weights[at] = seen.weight
                    at += 1
                    for number in seen.sums:
                        self.sums[place] = number
                        place += 1
        self.begins[_SEATS * self.models] = at

    def likelihood(self, seat: int, hand: int) -> float:
        """A number in proportion to how likely the plays of a seat are, where it holds this hand now."""
        key = (hand << 2 | seat) + 1
        slot = key % _SLOTS
        if self.keys[slot] == key:
            return self.known[slot]
        result = 0.0
        for model in range(self.models):
            result += self.under(model, seat, hand)
        self.keys[slot] = key
        self.known[slot] = result
        return result

    def under(self, model: int, seat: int, hand: int) -> float:
        """The same where the seat is of the kind that this model tells of."""
        likely = 1.0
        group = seat * self.models + model
        for at in range(self.begins[group], self.begins[group + 1]):
            then = hand | self.laters[at]
            place = _SUMS * at
            total = (
                self.sums[place + (then & 127)]
                + self.sums[place + 128 + (then >> 7 & 127)]
                + self.sums[place + 256 + (then >> 14 & 127)]
                + self.sums[place + 384 + (then >> 21)]
            )
            likely *= self.weights[at] / total + SLIP
        return likely

    def mix(self, world: list[int], seats: Sequence[int], swaps: int, chance: int) -> int:
        """Let two tiles of a world change places, so many times, as the rule of Metropolis has it.

        Tiles go between these seats, which hold some. `chance` is a number below 2^32; returns the number for the next time.
        """
        number = len(seats)
        for _ in range(swaps):
            chance = chance * 69069 + 1 & _CHANCES
            first = chance * number >> 32
            chance = chance * 69069 + 1 & _CHANCES
            second = chance * (number - 1) >> 32
            if second >= first:
                second += 1
            one, other = seats[first], seats[second]
            before, other_before = world[one], world[other]
            chance = chance * 69069 + 1 & _CHANCES
            given = _some_tile(before, chance)
            chance = chance * 69069 + 1 & _CHANCES
            taken = _some_tile(other_before, chance)
            if given & self.barred[other] or taken & self.barred[one]:
                continue
            after, other_after = before ^ given ^ taken, other_before ^ given ^ taken
            chance = chance * 69069 + 1 & _CHANCES
            if chance * _SCALE * self.likelihood(one, before) * self.likelihood(other, other_before) < self.likelihood(
                one, after
            ) * self.likelihood(other, other_after):
                world[one], world[other] = after, other_after
        return chance


def _some_tile(hand: int, chance: int) -> int:
    """One of the tiles of a hand."""
    tiles, rest = 0, hand
    while rest:
        rest &= rest - 1
        tiles += 1
    for _ in range(chance * tiles >> 32):
        hand &= hand - 1
    return hand & -hand
