"""From the engine's words to the kernel's numbers, and back."""

from __future__ import annotations

from collections.abc import Iterable

from sevenrocks.engine.seats import Scores
from sevenrocks.engine.tiles import DOUBLE_SIX, Tile

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


def tiles_of(tile_set: int) -> tuple[Tile, ...]:
    """The tiles of a set, ascending."""
    return tuple(tile for number, tile in enumerate(DOUBLE_SIX) if tile_set >> number & 1)


def needs_of(scores: Scores, target: int) -> int:
    """What both pairs need to win the match, as the kernel has it.

    >>> needs_of(Scores((230, 0)), 250) == 50 << 7 | 4
    True
    """
    north_south, east_west = (min(-((score - target) // UNIT), FAR) for score in scores)
    return east_west << 7 | north_south
