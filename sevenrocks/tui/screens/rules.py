"""The rules, with drawn positions."""

from __future__ import annotations

from sevenrocks.i18n import _
from sevenrocks.tui.drawing.geometry import arrange
from sevenrocks.tui.drawing.paint import ASCII, UNICODE, paint
from sevenrocks.tui.drawing.shapes import DIGITS
from sevenrocks.tui.rules_text import HEADING, POSITION, RULES, position
from sevenrocks.tui.widgets.painted import Piece, row_width, wrap
from sevenrocks.words import terms_words, tile_words

from .page import PAGE_WIDTH, PageScreen

_PICTURE = (PAGE_WIDTH, 13)


class RulesScreen(PageScreen):
    """The rules page."""

    def title_words(self) -> str:
        """The title."""
        return _("The rules of Seven Rocks")

    def rows(self) -> list[list[Piece]]:
        """Headings, wrapped text, and positions."""
        rows: list[list[Piece]] = []
        for kind, text in RULES:
            if kind == HEADING:
                rows += [[], [(_(text), "strong")]]
            elif kind == POSITION:
                rows += self._position_rows(text)
            else:
                rows += [[(line, "plain")] for line in wrap(_(text), PAGE_WIDTH)]
                rows.append([])
        return rows[1:]

    def _position_rows(self, text: str) -> list[list[Piece]]:
        layout = position(text)
        last = layout.joints[-1].tile
        glyphs = ASCII if self.rocks.is_ascii else UNICODE
        painted = paint(arrange(layout, *_PICTURE, sizes=(DIGITS,)), layout, glyphs=glyphs, last=last)
        rows: list[list[Piece]] = [[(run, role.value) for run, role in row] for row in painted]
        rows = [row for row in rows if any(run.strip() for run, _role in row)]
        told = _("placed {tile}:  {terms}").format(tile=tile_words(last), terms=terms_words(layout))
        award = layout.count if layout.count % 5 == 0 else 0
        worth = _("award {n}").format(n=award) if award else _("no award")
        caption: list[Piece] = [(told + "  ", "plain"), (worth, "award" if award else "faint")]
        return [*rows, [(" " * ((PAGE_WIDTH - row_width(caption)) // 2), "felt"), *caption], []]
