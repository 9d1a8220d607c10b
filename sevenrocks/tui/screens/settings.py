"""The settings; a change holds at once."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget

from sevenrocks.i18n import N_, _
from sevenrocks.settings import WORDS, BotSpeed, Characters, Faces, Hints, Language, Shade
from sevenrocks.tui.widgets.lines import Hint, KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Painted, Piece, fit

from .base import Overlay

_CHOICES: tuple[tuple[str, str, tuple[Any, ...]], ...] = (
    ("bot_speed", N_("Bots play"), tuple(BotSpeed)),
    ("what_if", N_("Places tell what a tile would count"), (True, False)),
    ("hints", N_("Hints may be asked for"), tuple(Hints)),
    ("faces", N_("Large tiles show"), tuple(Faces)),
    ("shade", N_("Theme"), tuple(Shade)),
    ("characters", N_("The table is drawn with"), tuple(Characters)),
    ("bell", N_("The terminal rings at your turn"), (False, True)),
    ("language", N_("Language"), tuple(Language)),
)


class SettingsList(Painted):
    """A row a setting, one of them chosen."""

    def __init__(self) -> None:
        super().__init__(classes="settings-list")
        self.row = 0

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """The rows: a mark, the setting, its value."""
        settings = self.screen.app.settings  # type: ignore[attr-defined]
        rows: list[list[Piece]] = []
        for number, (field, words, _choices) in enumerate(_CHOICES):
            chosen = number == self.row
            value = getattr(settings, field)
            told = WORDS[value] if isinstance(value, Enum) else N_("yes") if value else N_("no")
            role = "strong" if chosen else "plain"
            rows += [
                [
                    (" > " if chosen else "   ", "key"),
                    (fit(_(words), 38), role),
                    (f"< {_(told)} >", "key" if chosen else role),
                ],
                [],
            ]
        return rows

    def on_click(self, event: events.Click) -> None:
        """Choose the clicked setting; change it where it was chosen."""
        offset = event.get_content_offset(self)
        if offset is None or offset.y // 2 >= len(_CHOICES):
            return
        if self.row == offset.y // 2 and isinstance(self.screen, SettingsScreen):
            self.screen.action_change(1)
        self.row = offset.y // 2
        self.repaint()


class SettingsScreen(Overlay):
    """Up and down choose a setting, left and right change it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)", show=False, id="setting-before"),
        Binding("down,tab", "step(1)", show=False, id="setting-next"),
        Binding("left", "change(-1)", show=False, id="setting-less"),
        Binding("right,space", "change(1)", show=False, id="setting-more"),
    ]

    def body(self) -> Iterable[Widget]:
        """Title, settings, keys."""
        yield TextLines(lambda: [[(_("Settings"), "strong")]], classes="page-title")
        self._list = SettingsList()
        yield self._list
        yield KeyLine(
            lambda: [
                Hint(_("Up/Down"), _("choose")),
                Hint(_("Left/Right"), _("change")),
                Hint("Esc", _("back"), "back"),
            ]
        )

    def action_step(self, step: int) -> None:
        """Choose another setting."""
        self._list.row = (self._list.row + step) % len(_CHOICES)
        self._list.repaint()

    def action_change(self, step: int) -> None:
        """Change the chosen setting."""
        field, _words, choices = _CHOICES[self._list.row]
        settings = self.rocks.settings
        at = choices.index(getattr(settings, field)) + step
        self.rocks.change_settings(settings._replace(**{field: choices[at % len(choices)]}))
        self._list.repaint()
