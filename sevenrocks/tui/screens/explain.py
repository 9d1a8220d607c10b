"""Why something is as it is, after a round and after a match: what the hands cost, the award that won."""

from __future__ import annotations

from collections.abc import Sequence

from sevenrocks.tui.widgets.painted import Piece, wrap

from .page import PAGE_WIDTH, PageScreen


class ExplainScreen(PageScreen):
    """What everyone may know, explained sentence by sentence."""

    def __init__(self, title: str, told: Sequence[str]) -> None:
        super().__init__()
        self._title = title
        self._told = told

    def title_words(self) -> str:
        """The title."""
        return self._title

    def rows(self) -> list[list[Piece]]:
        """A sentence a line, wrapped."""
        return [[(line, "plain")] for sentence in self._told for line in wrap(sentence, PAGE_WIDTH)]
