"""From the engine's words to the kernel's numbers, and back. Sets are made here; `&`, `|` and `^` of them read as they stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sevenrocks.engine.seats import Scores
from sevenrocks.engine.tiles import DOUBLE_SIX, MAX_PIP, Tile

from .layouts import FAR, UNIT

_NUMBERS = {tile: number for number, tile in enumerate(DOUBLE_SIX)}


def set_of(tiles: Iterable[Tile]) -> int:
    """Some tiles as a set.

    >>> set_of([Tile(0, 0), Tile(0, 2)])
    5
    """
    tile_set = 0
    for tile in tiles:
        tile_set |= 1 << _NUMBERS[tile]
    return tile_set


ALL = set_of(DOUBLE_SIX)
"""The set of all tiles."""

_WITH = tuple(set_of(tile for tile in DOUBLE_SIX if half in tile) for half in range(MAX_PIP + 1))


def tiles_with(values: Iterable[int]) -> int:
    """All tiles that have one of these values: those that whoever has knocked on them cannot hold."""
    tile_set = 0
    for half in values:
        tile_set |= _WITH[half]
    return tile_set


def tiles_of(tile_set: int) -> tuple[Tile, ...]:
    """The tiles of a set, ascending."""
    return tuple(DOUBLE_SIX[number] for number in numbers_of(tile_set))


def numbers_of(tile_set: int) -> Iterator[int]:
    """The numbers of the tiles of a set, ascending."""
    return (number for number in range(len(DOUBLE_SIX)) if tile_set >> number & 1)


def one(number: int) -> int:
    """The set of one that holds the tile of this number; or the seat."""
    return 1 << number


def seats_of(seats: Iterable[int]) -> int:
    """Some seats as a set."""
    return sum(map(one, seats))


def sign_of(seat: int) -> int:
    """1 for a seat of NS and -1 for one of EW: the margin of NS is that of the seat's pair times this, and the other way."""
    return -1 if seat & 1 else 1


def needs_of(scores: Scores, target: int) -> int:
    """What both pairs need to win the match, as the kernel has it.

    >>> needs_of(Scores((230, 0)), 250) == 50 << 7 | 4
    True
    """
    north_south, east_west = (min(-((score - target) // UNIT), FAR) for score in scores)
    return east_west << 7 | north_south
