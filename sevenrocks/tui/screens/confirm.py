"""Asks before leaving the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget

from sevenrocks.i18n import _
from sevenrocks.tui.widgets.lines import Hint, KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Piece

from .base import Overlay


class LeaveScreen(Overlay):
    """Leave the table? Opaque, so that a hand is covered meanwhile."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,q,Q", "leave", show=False, id="leave-now"),
        Binding("escape", "back", show=False, id="stay"),
    ]

    def __init__(self, not_kept: str | None, leave: Callable[[], None]) -> None:
        super().__init__()
        self._not_kept = not_kept
        self._leave = leave

    def body(self) -> Iterable[Widget]:
        """What happens to the match, and the keys."""
        rows: list[list[Piece]] = [[(_("Leave the table?"), "strong")], []]
        if self._not_kept is None:
            rows.append([(_("The match is kept. Continue takes it up at this very play."), "plain")])
        else:
            rows.append([(_("This match is NOT being kept, and will be lost:"), "warn")])
            rows.append([(self._not_kept, "warn")])
        yield TextLines(rows, classes="leave-told")
        yield KeyLine([Hint("Enter", _("leave"), "leave"), Hint("Esc", _("stay"), "back")])

    def action_leave(self) -> None:
        """Leave the table."""
        self.rocks.close_overlay(self)
        self._leave()
