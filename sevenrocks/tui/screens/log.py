"""All that has happened in the round."""

from __future__ import annotations

from sevenrocks.i18n import _
from sevenrocks.seen import MatchView
from sevenrocks.tui.keys import KeyShown, On
from sevenrocks.tui.widgets.log import log_rows, reasons_of
from sevenrocks.tui.widgets.painted import Piece

from .page import PAGE_WIDTH, PageScreen


class LogScreen(PageScreen):
    """The story of the round, every knock included; on request with what can be said for the plays of bots."""

    ON = On.LOG

    def __init__(self, match: MatchView) -> None:
        super().__init__()
        self._match = match
        self._has_reasons = False

    def keys_shown(self) -> list[KeyShown]:
        """The keys of the page."""
        has_bots = any(player.is_bot for player in self._match.players)
        return [*([self.rocks.keys.shown("reasons")] if has_bots else []), *super().keys_shown()]

    def action_reasons(self) -> None:
        """Tell what can be said for the plays of bots, or no longer."""
        before = self.rows()
        self._has_reasons = not self._has_reasons
        if self.rows() == before:
            self.tell_aside(_("No bot has played a tile in this round."))
        self.show_rows()
        self.call_after_refresh(self.action_scroll, len(self.rows()))

    def on_mount(self) -> None:
        """Begin at the end: that is what one looks for."""
        super().on_mount()
        self.call_after_refresh(self.action_scroll, len(self.rows()))

    def title_words(self) -> str:
        """The title."""
        return _("Round {n}").format(n=len(self._match.rounds))

    def rows(self) -> list[list[Piece]]:
        """A sentence an event."""
        return log_rows(self._match, PAGE_WIDTH, reasons_of(self._match) if self._has_reasons else None)
