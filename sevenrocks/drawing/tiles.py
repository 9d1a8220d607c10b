"""One tile as cells: as an ivory block with a thick lower edge, as a box of lines, or in plain ASCII.

Each cell has the name of a role, which gives it its style. What must be told apart differs in its characters too: the last
tile placed has a star in its bar, the spinner an edge of its own, or at least a pin.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from sevenrocks.engine.tiles import Tile

from .shapes import DIGITS, LIFE, PIPS, TileSize

Cells: TypeAlias = list[list[tuple[str, str]]]
"""Rows of characters with the names of their roles."""


Drawn: TypeAlias = Sequence[Sequence[tuple[str, str]]]
"""Cells that are drawn once and stay as they are."""


class Face(StrEnum):
    """How a tile looks. A role of its cells is this name and what the cell shows: `tile-6`, `held-ink`, `dim-low`."""

    TILE = "tile"
    LAST = "last"
    """The one that was placed last."""
    HELD = "held"
    """The one that is chosen in a hand."""
    DIM = "dim"
    """One that cannot be placed now."""
    GHOST = "ghost"
    """One that would lie there."""
    BACK = "back"
    """One that lies face down."""


class Box(NamedTuple):
    """The characters of a box: corners, edges, and where a bar meets an edge."""

    top: str
    """Left corner, edge, tee, right corner."""
    bottom: str
    side: str
    tees: str
    """Left and right end of a level bar."""


class Glyphs(NamedTuple):
    """The characters that layouts are drawn with."""

    level: str
    upright: str
    tile: Box
    spinner: Box
    pip: str
    pin: str
    ring: str
    lifted: str
    """Before the number of a tile that is lifted out of a hand."""
    barred: str
    """In place of the number of one that cannot be placed."""
    is_solid: bool = False
    """Whether tiles are blocks, of half cells at their edges, and need no boxes."""


LINES = Glyphs("─", "│", Box("╭─┬╮", "╰─┴╯", "│", "├┤"), Box("╔═╤╗", "╚═╧╝", "║", "╟╢"), "●", "◉", "◦", "▲", "×")
BLOCKS = LINES._replace(tile=Box("▗▄▄▖", "▝▀▀▘", "▐▌", ""), spinner=Box("▗▄▄▖", "▝▀▀▘", "▐▌", ""), is_solid=True)
ASCII = Glyphs("-", "|", Box("+-++", "+-++", "|", "++"), Box("#=##", "#=##", "#", "##"), "o", "0", "o", "^", "x")

STAR = "*"
"""In the bar of the tile placed last."""


class Look(NamedTuple):
    """How tiles are drawn."""

    glyphs: Glyphs = LINES
    has_pips: bool = True
    """Whether tiles that are large enough show pips, and not digits."""
    has_tints: bool = True
    """Whether each number has a colour of its own."""


@lru_cache(2048)
def draw_tile(
    tile: Tile,
    size: TileSize,
    look: Look,
    *,
    stands: bool,
    first: int | None = None,
    face: Face = Face.TILE,
    is_spinner: bool = False,
) -> Drawn:
    """One tile, its half `first` (the lower one by default) at the left or on top."""
    halves = (tile.low, tile.high) if first in (None, tile.low) else (tile.high, tile.low)
    if size is DIGITS:
        return _digits(halves, look, face, stands=stands, is_spinner=is_spinner)
    inner = _INNER.get(size, (1, 1))
    contents = [_half(half, inner, look, face, stands=stands) for half in halves]
    pin = look.glyphs.pin if is_spinner and size is not DIGITS and inner[1] > 1 else look.glyphs.level
    bar = STAR if face is Face.LAST else pin
    draw = _standing if stands else _lying
    return draw(contents, look.glyphs, face, bar, is_spinner=is_spinner)


_INNER = {PIPS: (5, 3), LIFE: (7, 3)}
"""Columns and rows of a half, within its edges; one of each in the smaller sizes."""


def _ink(half: int, look: Look, face: Face) -> str:
    """The role of a half's digit or pips."""
    return f"tile-{half}" if look.has_tints and face in (Face.TILE, Face.LAST) else f"{_body(face)}-ink"


def _body(face: Face) -> str:
    return "tile" if face is Face.LAST else face


def _line(face: Face) -> str:
    """The role of a level bar: a groove would be a whole row high there."""
    return "tile-line" if _body(face) == "tile" else f"{face}-bar"


def _upright(face: Face, glyphs: Glyphs) -> str:
    """The role of an upright bar: in a groove where a tile is a block, which a box of lines would cut off at both ends."""
    return f"{_body(face)}-bar" if glyphs.is_solid else _line(face)


def _digits(halves: tuple[int, int], look: Look, face: Face, *, stands: bool, is_spinner: bool) -> Cells:
    glyphs = look.glyphs
    bar = (glyphs.level, _line(face)) if stands else (glyphs.upright, _upright(face, glyphs))
    if face is Face.LAST:
        bar = (STAR, "last-star")
    one, other = ((" " if face is Face.BACK else str(half), _ink(half, look, face)) for half in halves)
    line = [one, bar, other]
    if not stands:
        return [line]
    if is_spinner:
        sides = glyphs.spinner.side if glyphs.is_solid else "[]"
        rim = f"{face}-rim" if face is Face.GHOST else "spinner-rim"
        return [[(sides[0], rim), cell, (sides[1], rim)] for cell in line]
    return [[cell] for cell in line]


def _standing(contents: list[Cells], glyphs: Glyphs, face: Face, bar: str, *, is_spinner: bool) -> Cells:
    box, rim, low = _edges(glyphs, face, is_spinner=is_spinner)
    width = len(contents[0][0])
    rows: Cells = [[(character, rim) for character in box.top[0] + box.top[1] * width + box.top[3]]]
    middle: list[tuple[str, str]] = [(glyphs.level, _line(face))] * width
    if bar != glyphs.level:
        middle[width // 2] = (bar, "last-star" if bar == STAR else "tile-pin")
    tees = box.tees or box.side
    for index, half in enumerate(contents):
        if index:
            rows.append([(tees[0], rim), *middle, (tees[-1], rim)])
        rows += [[(box.side[0], rim), *line, (box.side[-1], rim)] for line in half]
    rows.append([(character, low) for character in box.bottom[0] + box.bottom[1] * width + box.bottom[3]])
    return rows


def _lying(contents: list[Cells], glyphs: Glyphs, face: Face, bar: str, *, is_spinner: bool) -> Cells:
    box, rim, low = _edges(glyphs, face, is_spinner=is_spinner)
    width, height = len(contents[0][0]), len(contents[0])

    def edge(characters: str, role: str, middle: str) -> list[tuple[str, str]]:
        level = [(characters[1], role)] * width
        return [(characters[0], role), *level, (characters[2], middle), *level, (characters[3], role)]

    groove = "tile-groove" if glyphs.is_solid and rim == "tile-rim" else rim
    rows: Cells = [edge(box.top, rim, groove)]
    for y, (one, other) in enumerate(zip(*contents, strict=True)):
        middle = (glyphs.upright, _upright(face, glyphs))
        if bar == STAR and y == height // 2:
            middle = (STAR, "last-star")
        rows.append([(box.side[0], rim), *one, middle, *other, (box.side[-1], rim)])
    rows.append(edge(box.bottom, low, low))
    return rows


def _edges(glyphs: Glyphs, face: Face, *, is_spinner: bool) -> tuple[Box, str, str]:
    """The box, and the roles of its upper and of its lower edge."""
    if is_spinner and face in (Face.TILE, Face.LAST):
        role = "spinner-rim" if glyphs.is_solid else "spinner"
        return glyphs.spinner, role, role
    if glyphs.is_solid:
        return glyphs.tile, f"{face}-rim", f"{face}-low"
    return glyphs.tile, f"{face}-frame", f"{face}-frame"


_PIPS = {
    0: (),
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}
"""The columns and rows, 0 to 2, of the pips on a half of a standing tile."""


def _half(half: int, inner: tuple[int, int], look: Look, face: Face, *, stands: bool) -> Cells:
    width, height = inner
    role = _ink(half, look, face)
    rows: Cells = [[(" ", role)] * width for _ in range(height)]
    if face is Face.BACK:
        return rows
    if look.has_pips and height > 1:
        for x, y in _PIPS[half]:
            column, row = (x, y) if stands else (y, x)
            rows[row][width // 2 + 2 * (column - 1)] = (look.glyphs.pip, role)
    else:
        rows[height // 2][width // 2] = (str(half), role)
    return rows
