"""A widget painted from rows of text, each piece of which has a role that gives it its style."""

from __future__ import annotations

from collections.abc import Collection
from itertools import chain, groupby, zip_longest
from operator import itemgetter
from typing import Self, TypeAlias

from rich.cells import cell_len, chop_cells, set_cell_size, split_graphemes
from rich.segment import Segment
from rich.style import Style
from textual._compositor import Compositor
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from sevenrocks.tui.footing import expect_overridden, expect_used
from sevenrocks.tui.theme import role_style

Piece: TypeAlias = tuple[str, str]
"""A text and its role; `theme.ROLES` has them all."""


_NOWHERE = Region()


class Painted(Widget):
    """Draws `pieces(width, height)`, line by line. Texts are drawn literally, whatever is in them.

    What is told again as it stands costs nothing: only rows that have changed are drawn anew.
    """

    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002, Textual's name
        super().__init__(id=id, classes=classes)
        self._rows: list[list[Piece]] = []
        self._area: Size | None = None
        """For how many columns and rows these are the rows; None where they must be drawn anew in any case."""
        self._is_stale = True
        """Whether other rows may have to be drawn."""
        self._strips: dict[int, Strip] = {}
        self._lines: tuple[Region, list[Strip]] | None = None
        """What was last drawn, and of which part of the widget."""
        self._styles: dict[str, Style] = {}
        self._base: Style | None = None
        """The style of the widget, on which those of the roles are laid."""

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """The rows to draw in an area of this size; missing rows are empty."""
        raise NotImplementedError

    def repaint(self) -> None:
        """Draw with the next frame whatever has changed."""
        self.refresh()

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """Draw with the next frame these regions, or else whatever has changed: Textual asks for all after every layout."""
        self._is_stale = self._is_stale or (repaint and not regions)
        if regions:
            self._lines = None
        return super().refresh(*(regions or (_NOWHERE,)), repaint=repaint, layout=layout, recompose=recompose)

    def on_resize(self) -> None:
        """What is shown again may stand elsewhere."""
        self.repaint()

    def notify_style_update(self) -> None:
        """Another theme needs other styles."""
        super().notify_style_update()
        self._styles.clear()
        self._base = None
        self._area = self._lines = None
        self._set_dirty()
        self.refresh()

    # ---- Textual asks before a frame which parts of it are drawn anew, and then for their lines

    def _exchange_repaint_regions(self) -> Collection[Region]:
        # Which rows have changed is found later: where the widget lies must not be asked before a layout that is still to come.
        regions = super()._exchange_repaint_regions()
        return [*regions, self.outer_size.region] if self._is_stale else regions

    def render_lines(self, crop: Region) -> list[Strip]:
        """Rows of the widget. None is drawn as it was before, whatever has led to the frame."""
        self._bring_up_to_date()
        if self._lines is None or self._lines[0] != crop:
            self._lines = crop, super().render_lines(crop)
        return self._lines[1]

    def render_line(self, y: int) -> Strip:
        """One row of the widget."""
        strip = self._strips.get(y)
        if strip is None:
            strip = self._strips[y] = self._strip(self._rows[y] if y < len(self._rows) else [])
        return strip

    def _bring_up_to_date(self) -> None:
        """Have the rows as they must be now; those of another area, or in another theme, are drawn anew as a whole."""
        area = self.content_size
        if not self._is_stale and area == self._area:
            return
        # What is told may be changed by its owner later on.
        rows = [row.copy() for row in self.pieces(*area)]
        if area != self._area:
            self._lines = None
            self._strips.clear()
            self._set_dirty()
        elif changed := [y for y, (one, other) in enumerate(zip_longest(self._rows, rows)) if one != other]:
            self._lines = None
            for y in changed:
                self._strips.pop(y, None)
            self._set_dirty(*(Region(0, y, area.width, 1) for y in changed))
        self._dirty_regions.clear()  # as Textual does where it renders itself; what is to be drawn is kept elsewhere
        self._rows, self._area, self._is_stale = rows, area, False

    def _strip(self, row: list[Piece]) -> Strip:
        width = self._area.width if self._area is not None else 0
        segments = [
            Segment(text, self._style(role))
            for role, pieces in groupby(row, key=itemgetter(1))
            if (text := "".join([text for text, _role in pieces]))
        ]
        return Strip(segments).adjust_cell_length(width, self._style("felt"))

    def _style(self, role: str) -> Style:
        style = self._styles.get(role)
        if style is None:
            # Component classes would have Textual style a node for each role of each widget, at every mount.
            self._base = self._base or self.rich_style
            style = self._styles[role] = self._base + role_style(role, self.app.theme_variables)
        return style


expect_overridden(Painted, Widget, "_exchange_repaint_regions")
expect_used(Compositor, "update_widgets", "_exchange_repaint_regions")
expect_used(Widget, "refresh", "_set_dirty")
expect_used(Widget, "_render_content", "_dirty_regions")


def row_width(row: list[Piece]) -> int:
    """The width of a row in cells."""
    return sum(cell_len(text) for text, _role in row)


def fit(text: str, width: int) -> str:
    """The text in exactly so many cells: cut short with an ellipsis, or filled with spaces."""
    if cell_len(text) <= width:
        return set_cell_size(text, width)
    return set_cell_size(set_cell_size(text, max(width - 1, 0)).rstrip() + "…", width)


def spread(left: list[Piece], right: list[Piece], width: int) -> list[Piece]:
    """Two rows in one: one at the left, the other at the right where there is room for both.

    Where there is none even for the left one, its first text is cut short, so that the others can be read.
    """
    over = row_width(left) - width
    if over > 0:
        (first, role), *others = left
        return [(fit(first, max(cell_len(first) - over, 0)), role), *others]
    gap = width - row_width(left) - row_width(right)
    return [*left, (" " * gap, "felt"), *right] if gap > 0 else left


def centred(row: list[Piece], width: int) -> list[Piece]:
    """A row in the middle."""
    return [(" " * max((width - row_width(row)) // 2, 0), "felt"), *row]


def hanging(lead: Piece, told: Piece, width: int) -> list[list[Piece]]:
    """A text behind a lead, in rows of at most so many cells, all of it to the right of the lead."""
    (text, role), indent = told, cell_len(lead[0])
    lines = wrap(text, width - indent)
    return [[lead if not at else (" " * indent, "felt"), (line, role)] for at, line in enumerate(lines)]


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most so many cells, broken at spaces, and within words that are longer than a line."""
    lines, line = [], ""
    for word in chain.from_iterable(chop_cells(word, max(width, 2)) for word in text.split()):
        longer = f"{line} {word}" if line else word
        if cell_len(longer) > width and line:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line]


def apart(text: str, width: int, *, in_capitals: bool = True) -> str:
    """The text set apart, where there is room, in capitals or as it is; a letter of which the capital takes more room stays as it is."""
    letters = [text[start:end] for start, end, _width in split_graphemes(text)[0]]
    if in_capitals:
        letters = [letter.upper() if len(letter.upper()) == len(letter) else letter for letter in letters]
    told = " ".join(letters)
    return told if cell_len(told) <= width else text


def over(row: list[Piece], x: int, told: list[Piece]) -> list[Piece]:
    """A row with something laid over it from a column on, which does not begin or end within a wide letter."""
    left, right = _cut(row, x)
    _under, rest = _cut(right, row_width(told))
    return [*left, *told, *rest]


def _cut(row: list[Piece], x: int) -> tuple[list[Piece], list[Piece]]:
    """A row before and from a column on."""
    left: list[Piece] = []
    width = 0
    for number, (text, role) in enumerate(row):
        wide = cell_len(text)
        if width + wide > x:
            at = x - width
            # Nothing is cut within a text that has wide letters: it begins or ends there.
            begin, end = (text[:at], text[at:]) if wide == len(text) else ("", text)
            return [*left, (begin, role)], [(end, role), *row[number + 1 :]]
        left.append((text, role))
        width += wide
    return [*left, (" " * (x - width), "felt")], []
