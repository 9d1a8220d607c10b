"""What all screens of a match have in common: pages to look things up, and leaving."""

from __future__ import annotations

from typing import TypeVar

from sevenrocks.seen import MatchView
from sevenrocks.tui.keys import KeyShown, On

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

    def __init__(self, match: MatchView) -> None:
        super().__init__()
        self.match = match

    @property
    def is_shared(self) -> bool:
        """Whether several people share the screen."""
        return self.match.is_shared

    def page_keys(self) -> list[KeyShown]:
        """The keys that do the same on every screen of a match; the last may have no room."""
        keys = self.rocks.keys
        return [*keys.line(On.MATCH), *([keys.shown("seats")] if self.ON in On.SEATED else [])]

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
