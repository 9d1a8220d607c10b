"""What all screens of a match have in common: pages to look things up, and leaving."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from sevenrocks.i18n import _
from sevenrocks.seen import MatchView
from sevenrocks.sitting import Manners
from sevenrocks.telling.sentences import explanation
from sevenrocks.tui.keys import KeyShown, On

from .base import RocksScreen
from .explain import ExplainScreen
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

    @property
    def manners(self) -> Manners:
        """What the house and the settings allow now in this match."""
        return self.rocks.manners

    def page_keys(self) -> list[KeyShown]:
        """The keys that do the same on every screen of a match."""
        keys = self.rocks.keys
        return [*keys.line(On.MATCH), *([keys.shown("seats")] if self.ON in On.SEATED else [])]

    def action_log(self) -> None:
        """Show all that has happened in the round."""
        self.show_log()

    def show_log(self) -> None:
        """Show it on a page."""
        self.rocks.show_overlay(LogScreen(self.match))

    def action_explain(self) -> None:
        """Explain what one may wonder about here."""
        self.rocks.show_overlay(ExplainScreen(*self.explained()))

    def explained(self) -> tuple[str, Sequence[str]]:
        """What there is to explain, with its title: the count of the layout, end by end."""
        layout = self.match.round.layout
        return _("Why the ends add up to {n}").format(n=layout.count), explanation(layout)

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
        else:
            self.tell_aside(_("No seat can change now."))

    def action_leave(self) -> None:
        """Leave the table after asking."""
        self.rocks.ask_to_leave()
