"""What all screens of a match have in common: pages to look things up, and leaving."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual.binding import Binding, BindingType

from sevenrocks.i18n import _
from sevenrocks.seen import MatchView
from sevenrocks.tui.widgets.lines import Hint

from .base import RocksScreen
from .explain import ExplainScreen
from .help import HelpScreen
from .log import LogScreen
from .rules import RulesScreen
from .settings import SettingsScreen
from .swaps import SwapsScreen

Answer = TypeVar("Answer")


class InMatchScreen(RocksScreen[Answer]):
    """A screen of a match, made from what everyone knows of it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("l,L", "log", show=False, id="log"),
        Binding("y,Y", "explain", show=False, id="explain"),
        Binding("r,R", "rules", show=False, id="rules"),
        Binding("o,O", "settings", show=False, id="settings"),
        Binding("question_mark,f1", "help", show=False, id="help"),
        Binding("t,T", "seats", show=False, id="seats"),
        Binding("q,Q,escape", "leave", show=False, id="leave"),
    ]

    def __init__(self, match: MatchView) -> None:
        super().__init__()
        self.match = match

    @property
    def is_shared(self) -> bool:
        """Whether several people share the screen."""
        return self.match.is_shared

    @staticmethod
    def page_hints() -> list[Hint]:
        """The keys that do the same on every screen of a match; the last may have no room."""
        return [
            Hint("L", _("log"), "log"),
            Hint("?", _("keys"), "help"),
            Hint("Q", _("leave"), "leave"),
            Hint("Y", _("why"), "explain"),
        ]

    def action_log(self) -> None:
        """Show all that has happened in the round."""
        self.rocks.show_overlay(LogScreen(self.match))

    def action_explain(self) -> None:
        """Explain the count of the layout, end by end."""
        if self.match.rounds:
            self.rocks.show_overlay(ExplainScreen(self.match.round.layout))

    def action_rules(self) -> None:
        """Show the rules."""
        self.rocks.show_overlay(RulesScreen())

    def action_settings(self) -> None:
        """Change the settings."""
        self.rocks.show_overlay(SettingsScreen())

    def action_seats(self) -> None:
        """Let somebody go home, or come back."""
        if self.rocks.swaps:
            self.rocks.show_overlay(SwapsScreen(self.match.players, self.rocks.swaps))

    def action_help(self) -> None:
        """Show every key."""
        self.rocks.show_overlay(HelpScreen())

    def action_leave(self) -> None:
        """Leave the table after asking."""
        self.rocks.ask_to_leave()
