"""The rules, with drawn positions."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from sevenrocks.i18n import _
from sevenrocks.tui.rules_text import HEADING, POSITION, RULES
from sevenrocks.tui.widgets.lines import Hint
from sevenrocks.tui.widgets.painted import Piece, wrap

from .argued import ArguedScreen
from .page import PAGE_WIDTH, PageScreen
from .positions import position_rows


class RulesScreen(PageScreen):
    """The rules page; from it the card of what families argue about opens."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a,A", "argued", show=False, id="argued"),
    ]

    def title_words(self) -> str:
        """The title."""
        return _("The rules of Seven Rocks")

    def hints(self) -> list[Hint]:
        """The keys of the page."""
        return [*super().hints(), Hint("A", _("what families argue about"), "argued")]

    def action_argued(self) -> None:
        """Open the card."""
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
