"""The cells that show an arranged layout: characters, each with the role that gives it its style.

Nothing here depends on a style: what must be told apart differs in its characters too. The last tile placed has a star in
its bar, the spinner an outline of its own, a counted end a number in brackets, a place that counts nothing a ring.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from sevenrocks.engine.layout import Layout, Port
from sevenrocks.engine.rules import SIDES
from sevenrocks.engine.tiles import Tile

from .geometry import Arrangement
from .shapes import DIGITS, LEFT, PIPS, RIGHT, Mark, TileSize


class Role(Enum):
    """What a cell shows."""

    FELT = "felt"
    TILE = "tile"
    LAST = "last"
    SPINNER = "spinner"
    COUNT = "count"
    PLACE = "place"
    CHOICE = "choice"
    CHOSEN = "chosen"


Run: TypeAlias = tuple[str, Role]
"""Neighbouring cells of one role."""

Label: TypeAlias = tuple[str, Role]
"""What to write at a mark instead of its count, at most MARK_WIDTH cells."""


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
    ring: str


UNICODE = Glyphs("─", "│", Box("╭─┬╮", "╰─┴╯", "│", "├┤"), Box("╔═╤╗", "╚═╧╝", "║", "╟╢"), "●", "◦")
ASCII = Glyphs("-", "|", Box("+-++", "+-++", "|", "++"), Box("#=##", "#=##", "#", "##"), "o", "o")

STAR = "*"
"""In the bar of the tile placed last."""

UNTOLD = "?"
"""At every open place where nothing is told of what counts."""

Cells: TypeAlias = list[list[tuple[str, Role]]]
"""Rows of characters with their roles."""


def _runs(cells: Cells) -> tuple[tuple[Run, ...], ...]:
    return tuple(
        tuple(("".join(cell[0] for cell in run), role) for role, run in groupby(row, key=itemgetter(1)))
        for row in cells
    )


def paint(
    arrangement: Arrangement,
    layout: Layout,
    *,
    glyphs: Glyphs = UNICODE,
    pips: bool = True,
    last: Tile | None = None,
    labels: Mapping[tuple[Tile, Port], Label] | None = None,
    counts: bool = True,
) -> tuple[tuple[Run, ...], ...]:
    """The rows of a layout.

    `pips` draws pips where tiles are large enough, else digits; `last` is the tile to mark as placed last; `labels` are
    written at places instead of what counts there; without `counts` every open place has the same sign, which does not tell
    whether anything counts there.
    """
    cells: Cells = [[(" ", Role.FELT)] * arrangement.width for _ in range(arrangement.height)]
    for spot in arrangement.spots:
        role = Role.LAST if spot.tile == last else Role.TILE
        drawn = draw_tile(
            spot.tile,
            arrangement.size,
            glyphs,
            stands=spot.stands,
            first=spot.first,
            role=role,
            pips=pips,
            spinner=spot.tile == layout.spinner,
        )
        for y, row in enumerate(drawn, spot.rect.y):
            cells[y][spot.rect.x : spot.rect.x + len(row)] = row
    for mark in arrangement.marks:
        label = labels.get((mark.host, mark.port)) if labels is not None else None
        text, role = label or _counted(mark, layout, glyphs, counts=counts)
        x = _text_column(mark, len(text))
        cells[mark.rect.y][x : x + len(text)] = [(character, role) for character in text]
    return _runs(cells)


def picture_text(rows: tuple[tuple[Run, ...], ...]) -> list[str]:
    """The rows as plain text, without spaces at their ends."""
    return ["".join(text for text, _role in row).rstrip() for row in rows]


def _counted(mark: Mark, layout: Layout, glyphs: Glyphs, *, counts: bool) -> Label:
    """What counts at a mark, or a ring. A double with both sides free counts once, at the side that is used first."""
    if mark.port in (Port.ARM_A, Port.ARM_B) and layout.branches < SIDES:
        return "", Role.FELT
    if not counts:
        return UNTOLD, Role.PLACE
    if mark.port is Port.SIDE_A or (mark.port is Port.SIDE_B and len(layout.joints) > 1):
        port_half = mark.host.low
    elif mark.port is Port.LOW or mark.port is Port.HIGH:
        port_half = mark.host.low if mark.port is Port.LOW else mark.host.high
    else:
        return glyphs.ring, Role.PLACE
    for end in layout.ends:
        if end.tile == mark.host and end.half == port_half:
            return f"({end.pips})", Role.COUNT
    return glyphs.ring, Role.PLACE


def _text_column(mark: Mark, length: int) -> int:
    """Where text at a mark begins: close to the tile, with a cell between where there is one to spare."""
    spare = int(length < mark.rect.width)
    if mark.heading is LEFT:
        return mark.rect.x + mark.rect.width - length - spare
    if mark.heading is RIGHT:
        return mark.rect.x + spare
    return mark.rect.x + int(length == 1)


def draw_tile(
    tile: Tile,
    size: TileSize,
    glyphs: Glyphs,
    *,
    stands: bool,
    first: int | None = None,
    role: Role = Role.TILE,
    pips: bool = True,
    spinner: bool = False,
) -> Cells:
    """One tile, its half `first` (the lower one by default) at the left or on top."""
    halves = (tile.low, tile.high) if first in (None, tile.low) else (tile.high, tile.low)
    if size is DIGITS:
        return _draw_digits(halves, glyphs, role, stands=stands, spinner=spinner)
    inner = (5, 3) if size is PIPS else (1, 1)
    contents = [_half(half, inner, glyphs, stands=stands, pips=pips) for half in halves]
    box, frame = (glyphs.spinner, Role.SPINNER) if spinner else (glyphs.tile, role)
    if stands:
        return _standing_box(contents, box, glyphs, role, frame)
    return _lying_box(contents, box, glyphs, role, frame)


def _draw_digits(halves: tuple[int, int], glyphs: Glyphs, role: Role, *, stands: bool, spinner: bool) -> Cells:
    bar = STAR if role is Role.LAST else glyphs.level if stands else glyphs.upright
    line = [(str(halves[0]), role), (bar, role), (str(halves[1]), role)]
    if not stands:
        return [line]
    if spinner:
        return [[("[", Role.SPINNER), cell, ("]", Role.SPINNER)] for cell in line]
    return [[cell] for cell in line]


def _standing_box(contents: list[list[str]], box: Box, glyphs: Glyphs, role: Role, frame: Role) -> Cells:
    width = len(contents[0][0])
    edge = [(box.side, frame)]
    rows: Cells = [[(character, frame) for character in box.top[0] + box.top[1] * width + box.top[3]]]
    bar = list(glyphs.level * width)
    if role is Role.LAST:
        bar[width // 2] = STAR
    for index, half in enumerate(contents):
        if index:
            rows.append([(box.tees[0], frame), *((character, role) for character in bar), (box.tees[1], frame)])
        rows += [[*edge, *((character, role) for character in line), *edge] for line in half]
    rows.append([(character, frame) for character in box.bottom[0] + box.bottom[1] * width + box.bottom[3]])
    return rows


def _lying_box(contents: list[list[str]], box: Box, glyphs: Glyphs, role: Role, frame: Role) -> Cells:
    width, height = len(contents[0][0]), len(contents[0])

    def edge(characters: str) -> list[tuple[str, Role]]:
        level = characters[1] * width
        return [(character, frame) for character in f"{characters[0]}{level}{characters[2]}{level}{characters[3]}"]

    rows: Cells = [edge(box.top)]
    for y, (left, right) in enumerate(zip(*contents, strict=True)):
        bar = STAR if role is Role.LAST and y == height // 2 else glyphs.upright
        inside = [(character, role) for character in f"{left}{bar}{right}"]
        rows.append([(box.side, frame), *inside, (box.side, frame)])
    rows.append(edge(box.bottom))
    return rows


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


def _half(half: int, inner: tuple[int, int], glyphs: Glyphs, *, stands: bool, pips: bool) -> list[str]:
    width, height = inner
    rows = [[" "] * width for _ in range(height)]
    if pips and height > 1:
        for x, y in _PIPS[half]:
            column, row = (x, y) if stands else (y, x)
            rows[row][2 * column] = glyphs.pip
    else:
        rows[height // 2][width // 2] = str(half)
    return ["".join(row) for row in rows]
