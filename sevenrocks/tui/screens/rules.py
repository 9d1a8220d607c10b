"""The rules, with drawn positions."""

from __future__ import annotations

from sevenrocks.drawing.geometry import arrange
from sevenrocks.drawing.paint import ASCII, UNICODE, paint
from sevenrocks.drawing.shapes import DIGITS
from sevenrocks.engine.rules import award_for
from sevenrocks.i18n import _
from sevenrocks.learning.positions import position
from sevenrocks.telling.sentences import terms_words, tile_words
from sevenrocks.tui.keys import KeyShown, On
from sevenrocks.tui.rules_text import HEADING, POSITION, RULES
from sevenrocks.tui.widgets.painted import Piece, row_width, wrap

from .page import PAGE_WIDTH, PageScreen

_PICTURE = (PAGE_WIDTH, 13)


class RulesScreen(PageScreen):
    """The rules page; from it the card of what families argue about opens."""

    ON = On.RULES

    def title_words(self) -> str:
        """The title."""
        return _("The rules of Seven Rocks")

    def keys_shown(self) -> list[KeyShown]:
        """The keys of the page."""
        return [*super().keys_shown(), self.rocks.keys.shown("argued")]

    def action_argued(self) -> None:
        """Open the card."""
        from .argued import ArguedScreen  # noqa: PLC0415, it draws positions as this page does

        self.rocks.show_overlay(ArguedScreen())

    def rows(self) -> list[list[Piece]]:
        """Headings, wrapped text, and positions."""
        rows: list[list[Piece]] = []
        for kind, text in RULES:
            if kind == HEADING:
                rows += [[], [(_(text), "strong")]]
            elif kind == POSITION:
                rows += position_rows(text, ascii_only=self.rocks.is_ascii)
            else:
                rows += [[(line, "plain")] for line in wrap(_(text), PAGE_WIDTH)]
                rows.append([])
        return rows[1:]


def position_rows(text: str, *, ascii_only: bool) -> list[list[Piece]]:
    """A position drawn, with its count and award below."""
    layout = position(text)
    last = layout.joints[-1].tile
    glyphs = ASCII if ascii_only else UNICODE
    painted = paint(arrange(layout, *_PICTURE, sizes=(DIGITS,)), layout, glyphs=glyphs, last=last)
    rows: list[list[Piece]] = [[(run, role.value) for run, role in row] for row in painted]
    rows = [row for row in rows if any(run.strip() for run, _role in row)]
    told = _("placed {tile}:  {terms}").format(tile=tile_words(last), terms=terms_words(layout))
    award = award_for(layout.count)
    worth = _("award {n}").format(n=award) if award else _("no award")
    caption: list[Piece] = [(told + "  ", "plain"), (worth, "award" if award else "faint")]
    return [*rows, [(" " * ((PAGE_WIDTH - row_width(caption)) // 2), "felt"), *caption], []]
