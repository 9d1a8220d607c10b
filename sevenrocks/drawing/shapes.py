"""What a drawn layout is made of: areas of cells, headings, sizes of tiles, where tiles and marks lie."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from sevenrocks.engine.layout import Port
from sevenrocks.engine.tiles import Tile


class Rect(NamedTuple):
    """An area of cells: its left column, top row, width and height."""

    x: int
    y: int
    width: int
    height: int

    def overlaps(self, other: Rect) -> bool:
        """Whether the two areas share a cell."""
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )


class Heading(Enum):
    """The way a line runs."""

    RIGHT = "right"
    LEFT = "left"
    UP = "up"
    DOWN = "down"

    @property
    def is_level(self) -> bool:
        """Whether it runs along a row."""
        return self is RIGHT or self is LEFT

    @property
    def back(self) -> Heading:
        """The opposite way."""
        return _BACK[self]


RIGHT, LEFT, UP, DOWN = Heading
_BACK = {RIGHT: LEFT, LEFT: RIGHT, UP: DOWN, DOWN: UP}


class TileSize(NamedTuple):
    """How large tiles are drawn, in cells."""

    name: str
    lying: tuple[int, int]
    """Width and height of a tile whose halves lie side by side."""
    standing: tuple[int, int]
    """Width and height of a tile whose halves lie one above the other."""
    spinner: tuple[int, int]
    """Width and height of the spinner, outline included; it always stands."""
    gap: int
    """Columns between joined tiles of a level line."""
    area: tuple[int, int] = (0, 0)
    """Columns and rows below which a layout has no room for many of them."""

    @property
    def arm_room(self) -> int:
        """Rows above and below the spinner for one standing tile and its mark."""
        return self.standing[1] + 1


DIGITS = TileSize("digits", (3, 1), (1, 3), (3, 3), 1)
BOXES = TileSize("boxes", (5, 3), (3, 5), (3, 5), 0)
PIPS = TileSize("pips", (13, 5), (7, 9), (7, 9), 0)
LIFE = TileSize("life", (17, 5), (9, 9), (9, 9), 0, (130, 42))
"""Twice as long as wide, as tiles are."""

TILE_SIZES = (LIFE, PIPS, BOXES, DIGITS)
"""Those of a layout, from the largest to the smallest."""

MARK_WIDTH = 5
"""Columns kept free beside each end and place: one beside the tile, and four for what is written there."""


class Spot(NamedTuple):
    """Where a tile lies. `first` is the half at its left (or top), so `stands` tells how to read it."""

    tile: Tile
    rect: Rect
    stands: bool
    first: int


class Mark(NamedTuple):
    """Where something may be written beside an end or place: one row of MARK_WIDTH cells.

    `heading` points away from the tile, so that text can keep close to it.
    """

    host: Tile
    port: Port
    rect: Rect
    heading: Heading
