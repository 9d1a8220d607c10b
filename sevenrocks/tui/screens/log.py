"""All that has happened in the round."""

from __future__ import annotations

from sevenrocks.i18n import _
from sevenrocks.table import MatchView
from sevenrocks.tui.widgets.log import log_rows
from sevenrocks.tui.widgets.painted import Piece

from .page import PAGE_WIDTH, PageScreen


class LogScreen(PageScreen):
    """The story of the round, every knock included."""

    def __init__(self, match: MatchView) -> None:
        super().__init__()
        self._match = match

    def on_mount(self) -> None:
        """Begin at the end: that is what one looks for."""
        self.call_after_refresh(self.action_scroll, len(self.rows()))

    def title_words(self) -> str:
        """The title."""
        return _("Round {n}").format(n=len(self._match.stories))

    def rows(self) -> list[list[Piece]]:
        """A sentence an event."""
        return log_rows(self._match, PAGE_WIDTH)
