"""The cells that show an arranged layout: characters, each with the name of the role that gives it its style.

Nothing here depends on a style: what must be told apart differs in its characters too. A counted end is a term of a sum, a
place that counts nothing a ring; what else is told apart so `tiles` tells.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple, TypeAlias

from sevenrocks.engine.layout import Layout, Port
from sevenrocks.engine.rules import SIDES
from sevenrocks.engine.tiles import Tile

from .geometry import Arrangement
from .shapes import LEFT, RIGHT, Mark, Spot
from .tiles import Cells, Face, Glyphs, Look, draw_tile


class Role(StrEnum):
    """What a cell shows that is not of a tile."""

    FELT = "felt"
    COUNT = "count"
    """A term of the count."""
    LIT = "lit"
    """What is just being told about."""
    PLACE = "place"
    CHOICE = "choice"
    """A place of the chosen tile."""
    CHOSEN = "chosen"
    RIGHT = "won"
    """A place that is the answer to a question."""


Run: TypeAlias = tuple[str, str]
"""Neighbouring cells of one role, and its name."""

Label: TypeAlias = tuple[str, str]
"""What to write at a mark instead of its count, at most MARK_WIDTH - 1 cells, and its role."""

Labels: TypeAlias = Mapping[tuple[Tile, Port], Label]


class Ghost(NamedTuple):
    """A tile that would lie there, and what is written at its outer end."""

    spot: Spot
    mark: Mark | None = None
    label: Label = ("", Role.FELT)


_CHIP = 3
"""Cells of a term of the count: as odd as the widths of tiles, so that it can stand in the middle of one."""

UNTOLD = "?"
"""At every open place where nothing is told of what counts."""


def paint(
    arrangement: Arrangement,
    layout: Layout,
    *,
    look: Look | None = None,
    last: Tile | None = None,
    labels: Labels | None = None,
    ghosts: Sequence[Ghost] = (),
    lit: Container[int] = (),
    counts: bool = True,
) -> tuple[tuple[Run, ...], ...]:
    """The rows of a layout.

    `last` is the tile to mark as placed last; `labels` are written at places instead of what counts there; the ends that
    are `lit`, by their places in `Layout.ends_by_line`, are just being told about; without `counts` every open place has the same
    sign, which does not tell whether anything counts there.
    """
    look = look or Look()
    blank: list[tuple[str, str]] = [(" ", Role.FELT)] * arrangement.width
    cells: Cells = [blank] * arrangement.height
    for spot in arrangement.spots:
        face = Face.LAST if spot.tile == last else Face.TILE
        _lay(cells, arrangement, spot, look, face, is_spinner=spot.tile == layout.spinner)
    for mark in arrangement.marks:
        label = labels.get((mark.host, mark.port)) if labels is not None else None
        _write(cells, mark, label or _counted(mark, layout, look.glyphs, lit, counts=counts))
    for ghost in ghosts:
        is_spinner = layout.spinner is None and ghost.spot.tile.is_double
        _lay(cells, arrangement, ghost.spot, look, Face.GHOST, is_spinner=is_spinner)
        if ghost.mark is not None:
            _write(cells, ghost.mark, ghost.label)
    empty = joined(blank)
    return tuple(empty if row is blank else joined(row) for row in cells)


def joined(row: Sequence[tuple[str, str]]) -> tuple[Run, ...]:
    """A row of cells as runs."""
    text = "".join([character for character, _role in row])
    runs: list[Run] = []
    start = 0
    for role, cells in groupby([role for _character, role in row]):
        end = start + len(list(cells))
        runs.append((text[start:end], role))
        start = end
    return tuple(runs)


def picture_text(rows: tuple[tuple[Run, ...], ...]) -> list[str]:
    """The rows as plain text, without spaces at their ends."""
    return ["".join(text for text, _role in row).rstrip() for row in rows]


def _lay(cells: Cells, arrangement: Arrangement, spot: Spot, look: Look, face: Face, *, is_spinner: bool) -> None:
    drawn = draw_tile(
        spot.tile, arrangement.size, look, stands=spot.stands, first=spot.first, face=face, is_spinner=is_spinner
    )
    for y, row in enumerate(drawn, spot.rect.y):
        _put(cells, y, spot.rect.x, row)


def _write(cells: Cells, mark: Mark, label: Label) -> None:
    text, role = label
    if text and not mark.heading.is_level and len(text) % 2 == 0:
        text += " "
    x = _text_column(mark, len(text))
    _put(cells, mark.rect.y, x, [(character, role) for character in text])


def _put(cells: Cells, y: int, x: int, drawn: Sequence[tuple[str, str]]) -> None:
    """Put cells into a row. The row that was there stays as it is: an empty one stands for many."""
    row = cells[y]
    cells[y] = [*row[:x], *drawn, *row[x + len(drawn) :]]


def _counted(mark: Mark, layout: Layout, glyphs: Glyphs, lit: Container[int], *, counts: bool) -> Label:
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
    for number, end in enumerate(layout.ends_by_line):
        if end.tile == mark.host and end.half == port_half:
            # Only above and below a tile must it have a middle.
            wide = 0 if mark.heading.is_level else _CHIP
            return f"+{end.pips}".rjust(wide), Role.LIT if number in lit else Role.COUNT
    return glyphs.ring, Role.PLACE


def _text_column(mark: Mark, length: int) -> int:
    """Where text at a mark begins: a cell from the tile at a level end, else in the middle of it."""
    if mark.heading is LEFT:
        return mark.rect.x + mark.rect.width - length - 1
    if mark.heading is RIGHT:
        return mark.rect.x + 1
    return mark.rect.x + (mark.rect.width - length) // 2
