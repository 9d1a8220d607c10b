"""The points that families argue about, on a card of their own."""

from __future__ import annotations

from sevenrocks.i18n import _
from sevenrocks.telling.rules_text import ARGUED
from sevenrocks.tui.widgets.painted import Piece, wrap

from .page import PAGE_WIDTH, PageScreen
from .positions import position_rows


class ArguedScreen(PageScreen):
    """A sentence each, and the position that it is about."""

    def title_words(self) -> str:
        """The title."""
        return _("What families argue about")

    def rows(self) -> list[list[Piece]]:
        """Numbered sentences, each with its position."""
        rows: list[list[Piece]] = []
        for number, (text, position) in enumerate(ARGUED, 1):
            for at, line in enumerate(wrap(_(text), PAGE_WIDTH - 4)):
                rows.append([(f"{number}   "[:4] if not at else "    ", "key"), (line, "strong")])
            rows.append([])
            if position:
                rows += position_rows(position, look=self.rocks.look)
        return rows
