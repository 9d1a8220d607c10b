"""The settings; a change holds at once."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget

from sevenrocks.i18n import N_, _
from sevenrocks.settings import WORDS, BotSpeed, CallSeconds, Characters, Faces, Hints, Language, Shade
from sevenrocks.tui.widgets.lines import Hint, KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Painted, Piece, fit, wrap

from .base import Overlay

_CHOICES: tuple[tuple[str, str, tuple[Any, ...]], ...] = (
    ("bot_speed", N_("Bots play"), tuple(BotSpeed)),
    ("what_if", N_("Places tell what a tile would count"), (True, False)),
    ("hints", N_("Hints may be asked for"), tuple(Hints)),
    ("call_it", N_("House option: call it yourself"), (False, True)),
    ("call_seconds", N_("Time to call, and in the count trainer"), tuple(CallSeconds)),
    ("faces", N_("Large tiles show"), tuple(Faces)),
    ("shade", N_("Theme"), tuple(Shade)),
    ("characters", N_("The table is drawn with"), tuple(Characters)),
    ("motion", N_("Pegs walk, tiles turn up one by one"), (True, False)),
    ("bell", N_("The terminal rings at your turn"), (False, True)),
    ("language", N_("Language"), tuple(Language)),
)

_NOTES = {
    "call_it": N_(
        "Not in the rules of Seven Rocks. In matches begun from now on an award is scored only if its player calls the right "
        "count in time; nothing on the table tells it before. Bots always call right."
    ),
}
"""What must be said of a setting."""


_NOTE_ROWS = 4


class SettingsList(Painted):
    """A row a setting, one of them chosen."""

    def __init__(self) -> None:
        super().__init__(classes="settings-list")
        self.row = 0

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """The rows: a mark, the setting, its value."""
        settings = self.screen.app.settings  # type: ignore[attr-defined]
        rows: list[list[Piece]] = []
        note = _NOTES.get(_CHOICES[self.row][0])
        told: list[list[Piece]] = [[(f"   {line}", "warn")] for line in wrap(_(note), width - 6)] if note else []
        step = self.step(height)
        for number, (field, words, _choices) in enumerate(_CHOICES):
            chosen = number == self.row
            value = getattr(settings, field)
            name = WORDS[value] if isinstance(value, Enum) else N_("yes") if value else N_("no")
            role = "strong" if chosen else "plain"
            rows.append(
                [
                    (" > " if chosen else "   ", "key"),
                    (fit(_(words), 41), role),
                    (f"< {_(name)} >", "key" if chosen else role),
                ]
            )
            rows += [[]] * (step - 1)
        return [*rows, [], *told]

    @staticmethod
    def step(height: int) -> int:
        """How many rows a setting takes: two where that leaves room for a note."""
        return 2 if height >= 2 * len(_CHOICES) + _NOTE_ROWS else 1

    def on_click(self, event: events.Click) -> None:
        """Choose the clicked setting; change it where it was chosen."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        row = offset.y // self.step(self.content_size.height)
        if row >= len(_CHOICES):
            return
        if self.row == row and isinstance(self.screen, SettingsScreen):
            self.screen.action_change(1)
        self.row = row
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
