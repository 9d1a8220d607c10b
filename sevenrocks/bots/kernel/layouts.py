"""All layouts, up to what matters for playing on: the spinner, the lines begun at it, and the ends.

There are 7,169. Each has a number, the same everywhere: they are numbered in the order in which `_all_layouts` makes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations_with_replacement
from typing import NamedTuple

from sevenrocks.engine.layout import Layout
from sevenrocks.engine.rules import ARMS, MAX_AWARD, SIDES, award_for
from sevenrocks.engine.tiles import DOUBLE_SIX, Tile

from .steps import award_of, step_of, tile_of

UNIT = 5
"""Points in a unit: every award and deduction is a multiple of it."""

MOST = MAX_AWARD // UNIT
"""The greatest award, in units."""

WON = 1000
"""A margin beyond any other, in units: the pair wins the match. All other margins are below 300."""

FAR = 127
"""More units than any pair can make in a round: fourteen tiles of seven units are 98."""

_DOUBLE = 7
"""What is added to the value of an end that is a double: ends are 0 to 6, doubles at an end 7 to 13."""

_LINES = SIDES + ARMS


class Shape(NamedTuple):
    """What matters of a layout for playing on."""

    spinner: int
    """The spinner's value; -1 where there is none, or nothing more can join it."""
    branches: int
    """How many lines have begun at it, 0 to 4."""
    ends: tuple[int, ...]
    """The outer ends but for the spinner, ascending: 0 to 6, and 7 more for a double."""

    @property
    def total(self) -> int:
        """The sum of the counted ends."""
        outer = sum(end if end < _DOUBLE else 2 * (end - _DOUBLE) for end in self.ends)
        return outer + 2 * self.spinner if self.spinner >= 0 and self.branches < SIDES else outer

    def after(self, tile: Tile) -> Iterator[Shape]:
        """The shapes that placing this tile can lead to, each once."""
        if not self.ends and self.spinner < 0:
            yield Shape(tile.low, 0, ()) if tile.is_double else Shape(-1, 0, tuple(tile))
            return
        for end in dict.fromkeys(self.ends):
            if end % _DOUBLE in tile:
                rest = list(self.ends)
                rest.remove(end)
                if tile.is_double and self.spinner < 0 and not self.branches:
                    yield Shape(tile.low, 1, tuple(rest))
                else:
                    yield Shape(self.spinner, self.branches, _with_end(rest, tile, end % _DOUBLE))
        if self.spinner in tile:
            branches = self.branches + 1
            spinner = self.spinner if branches < _LINES else -1
            yield Shape(spinner, branches, _with_end(self.ends, tile, self.spinner))


def _with_end(ends: list[int] | tuple[int, ...], tile: Tile, joined: int) -> tuple[int, ...]:
    return tuple(sorted((*ends, _DOUBLE + tile.low if tile.is_double else tile.other(joined))))


def _all_layouts() -> Iterator[Shape]:
    yield Shape(-1, 0, ())
    for opening in combinations_with_replacement(range(_DOUBLE), 2):
        yield Shape(-1, 0, opening)
    for branches in range(_LINES):
        for spinner in range(_DOUBLE):
            for ends in combinations_with_replacement(range(2 * _DOUBLE), branches):
                yield Shape(spinner, branches, ends)
    for ends in combinations_with_replacement(range(2 * _DOUBLE), _LINES):
        yield Shape(-1, _LINES, ends)


SHAPES = tuple(_all_layouts())
LAYOUTS = len(SHAPES)
_NUMBERS = {shape: number for number, shape in enumerate(SHAPES)}


def number_of(layout: Layout) -> int:
    """The number of the engine's layout.

    >>> SHAPES[number_of(Layout().place(Tile(5, 5)).place(Tile(0, 5), Tile(5, 5)))]
    Shape(spinner=5, branches=1, ends=(0,))
    """
    outer = [end for end in layout.ends if end.tile != layout.spinner]
    ends = tuple(sorted(_DOUBLE + end.half if end.tile.is_double else end.half for end in outer))
    spinner = -1 if layout.spinner is None or layout.branches == _LINES else layout.spinner.low
    return _NUMBERS[Shape(spinner, layout.branches, ends)]


TILE_AT = {(1 << number) % 29: number for number in range(len(DOUBLE_SIX))}
"""The tile whose set of one is this number modulo 29: 1 to 28, as 2 is a primitive root of 29."""


def steps_from(layout: int) -> list[list[int]]:
    """The ways of placing each tile on this layout, the tiles in the order of `TILE_AT`'s keys from 1 to 28.

    Where a double stands at several ends, as in no round, a count of 40 is possible, and is taken for the greatest award.
    """
    return [
        [
            step_of(number, min(award_for(shape.total) // UNIT, MOST), _NUMBERS[shape])
            for shape in dict.fromkeys(SHAPES[layout].after(DOUBLE_SIX[number]))
        ]
        for _remainder, number in sorted(TILE_AT.items())
    ]


def by_worth(rows: list[list[int]]) -> list[int]:
    """All steps by award, then by the pips of the tile, most first."""
    return sorted(chain.from_iterable(rows), key=lambda step: (-award_of(step), -DOUBLE_SIX[tile_of(step)].pips, step))
