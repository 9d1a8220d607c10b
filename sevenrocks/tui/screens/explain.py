"""Why the layout counts what it counts."""

from __future__ import annotations

from sevenrocks.engine.layout import Layout
from sevenrocks.i18n import _
from sevenrocks.telling.sentences import explanation
from sevenrocks.tui.widgets.painted import Piece, wrap

from .page import PAGE_WIDTH, PageScreen


class ExplainScreen(PageScreen):
    """The count explained term by term."""

    def __init__(self, layout: Layout) -> None:
        super().__init__()
        self._layout_told = layout

    def title_words(self) -> str:
        """The title."""
        return _("Why the ends count {n}").format(n=self._layout_told.count)

    def rows(self) -> list[list[Piece]]:
        """A sentence a line, wrapped."""
        rows: list[list[Piece]] = []
        for sentence in explanation(self._layout_told):
            rows += [[(line, "plain")] for line in wrap(sentence, PAGE_WIDTH)]
        return rows
