"""The settings; a change holds at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from textual import events
from textual.widget import Widget

from sevenrocks.i18n import _
from sevenrocks.settings import Setting, Settings
from sevenrocks.tui.keys import KeyShown, On
from sevenrocks.tui.widgets.lines import KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Painted, Piece, fit, wrap

from .base import Overlay

_NOTE_ROWS = 4


class SettingsList(Painted):
    """A row a setting, one of them chosen."""

    def __init__(self, read: Callable[[], Settings], not_kept: Callable[[], str]) -> None:
        """`read` gives the settings, `not_kept` why the latest change could not be kept, where it could not."""
        super().__init__(classes="settings-list")
        self.row = 0
        self._read = read
        self._not_kept = not_kept

    def chosen(self) -> Setting[Any]:
        """The setting that is chosen."""
        return self._read().shown()[self.row]

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """The rows: a mark, the setting, its value."""
        settings, chosen = self._read(), self.chosen()
        rows: list[list[Piece]] = []
        notes = [text for text in (self._not_kept(), chosen.note and _(chosen.note)) if text]
        told: list[list[Piece]] = [[(f"   {line}", "warn")] for note in notes for line in wrap(note, width - 6)]
        gap = self.gap(height)
        for number, setting in enumerate(settings.shown()):
            is_chosen = number == self.row
            _word, label = setting.choices[settings.value(setting)]
            role = "strong" if is_chosen else "plain"
            rows.append(
                [
                    (" > " if is_chosen else "   ", "key"),
                    (fit(_(setting.label), 41), role),
                    (f"< {_(label)} >", "key" if is_chosen else role),
                ]
            )
            rows += [[]] * (gap - 1)
        return [*rows, [], *told]

    def step(self, step: int) -> None:
        """Choose the next one, or the one before."""
        self.row = (self.row + step) % len(self._read().shown())
        self.repaint()

    def gap(self, height: int) -> int:
        """How many rows a setting takes: two where that leaves room for a note."""
        return 2 if height >= 2 * len(self._read().shown()) + _NOTE_ROWS else 1

    def on_click(self, event: events.Click) -> None:
        """Choose the clicked setting; change it where it was chosen."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        row = offset.y // self.gap(self.content_size.height)
        if row >= len(self._read().shown()):
            return
        if self.row == row and isinstance(self.screen, SettingsScreen):
            self.screen.action_change(1)
        self.row = row
        self.repaint()


class SettingsScreen(Overlay):
    """Up and down choose a setting, left and right change it."""

    ON = On.SETTINGS

    def body(self) -> Iterable[Widget]:
        """Title, settings, keys."""
        yield TextLines(lambda: [[(_("Settings"), "strong")]], classes="page-title")
        self._list = SettingsList(lambda: self.rocks.settings, lambda: self.rocks.settings_not_kept)
        yield self._list
        yield KeyLine(self._keys_shown)

    def _keys_shown(self) -> list[KeyShown]:
        keys = self.rocks.keys
        return [
            keys.shown("setting-before", "setting-next"),
            keys.shown("setting-less", "setting-more"),
            keys.shown("back"),
        ]

    def action_step(self, step: int) -> None:
        """Choose another setting."""
        self._list.step(step)

    def action_change(self, step: int) -> None:
        """Change the chosen setting."""
        settings, chosen = self.rocks.settings, self._list.chosen()
        self.rocks.change_settings(settings.replaced(**{chosen.name: chosen.stepped(settings.value(chosen), step)}))
        self._list.repaint()
