"""Tiles and the double-six set."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .errors import NotationError

MAX_PIP = 6


class Tile(NamedTuple):
    """One tile, its lower half first; each half holds 0 to 6 pips.

    Tiles sort ascending, and `half in tile` tells whether a half has that value. Where the order of the halves is not
    known, `Tile.of` puts them right.

    >>> Tile.of(5, 0), 5 in Tile(0, 5)
    (Tile(low=0, high=5), True)
    """

    low: int
    high: int

    @classmethod
    def of(cls, half: int, other: int) -> Tile:
        """The tile with these two halves, given in either order. Raises NotationError beyond 0 to 6."""
        low, high = (half, other) if half <= other else (other, half)
        if not 0 <= low <= high <= MAX_PIP:
            raise NotationError(f"no such tile: {low}|{high}")
        return cls(low, high)

    @property
    def is_double(self) -> bool:
        """Whether both halves are equal."""
        return self.low == self.high

    @property
    def pips(self) -> int:
        """All pips of the tile, 0 to 12."""
        return self.low + self.high

    def other(self, half: int) -> int:
        """The half across from `half`, which must be one of this tile's two."""
        return self.high if half == self.low else self.low

    def __str__(self) -> str:
        return f"{self.low}{self.high}"


DOUBLE_SIX: tuple[Tile, ...] = tuple(Tile(low, high) for low in range(MAX_PIP + 1) for high in range(low, MAX_PIP + 1))
"""The 28 tiles of a double-six set, ascending (rules.md 2.1)."""

Hand = tuple[Tile, ...]
"""The tiles that one seat holds, ascending."""


def pips_of(tiles: Iterable[Tile]) -> int:
    """All pips of some tiles together.

    >>> pips_of([Tile(0, 3), Tile(6, 6)])
    15
    """
    return sum(tile.low + tile.high for tile in tiles)
