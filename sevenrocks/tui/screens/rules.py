"""The rules, with drawn positions."""

from __future__ import annotations

from sevenrocks.i18n import _
from sevenrocks.telling.rules_text import HEADING, POSITION, RULES
from sevenrocks.tui.keys import KeyShown, On
from sevenrocks.tui.widgets.painted import Piece, wrap

from .argued import ArguedScreen
from .page import PAGE_WIDTH, PageScreen
from .positions import position_rows


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
        self.rocks.show_overlay(ArguedScreen())

    def rows(self) -> list[list[Piece]]:
        """Headings, wrapped text, and positions."""
        rows: list[list[Piece]] = []
        for kind, text in RULES:
            if kind == HEADING:
                rows += [[], [(_(text), "strong")]]
            elif kind == POSITION:
                rows += position_rows(text, look=self.rocks.look)
            else:
                rows += [[(line, "plain")] for line in wrap(_(text), PAGE_WIDTH)]
                rows.append([])
        return rows[1:]
