"""A step is a way of placing a tile on a layout, packed as `tile << 16 | award << 13 | layout after`.

Play-outs and search unpack their steps themselves, in the innermost loops; everyone else does it here.
"""

from __future__ import annotations


def step_of(tile: int, award: int, after: int) -> int:
    """The step by which the tile of this number makes an award and leads to a layout."""
    return tile << 16 | award << 13 | after


def tile_of(step: int) -> int:
    """The number of the tile.

    >>> step = step_of(27, 4, 7_168)
    >>> tile_of(step), award_of(step), layout_after(step)
    (27, 4, 7168)
    """
    return step >> 16


def award_of(step: int) -> int:
    """The award, in units."""
    return step >> 13 & 7


def layout_after(step: int) -> int:
    """The number of the layout it leads to."""
    return step & 8191
