"""The settings; a change holds at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from textual import events
from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from sevenrocks.drawing.shapes import BOXES, DIGITS, PIPS
from sevenrocks.drawing.tiles import Look, draw_tile
from sevenrocks.engine.tiles import Tile
from sevenrocks.i18n import _
from sevenrocks.settings import Setting, Settings
from sevenrocks.tui.keys import KeyShown, On
from sevenrocks.tui.widgets.lines import KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Painted, Piece, fit, row_width

from .base import Overlay


class SettingsList(Painted):
    """A row a setting, one of them chosen."""

    def __init__(self, read: Callable[[], Settings]) -> None:
        """`read` gives the settings."""
        super().__init__(classes="settings-list")
        self.row = 0
        self._read = read

    def chosen(self) -> Setting[Any]:
        """The setting that is chosen."""
        return self._read().shown()[self.row]

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """The rows: a mark, the setting, its value."""
        settings = self._read()
        rows: list[list[Piece]] = []
        gap = self.gap(height)
        for number, setting in enumerate(settings.shown()):
            is_chosen = number == self.row
            _word, label = setting.choices[settings.value(setting)]
            row = f"{' > ' if is_chosen else '   '}{fit(_(setting.label), 41)}< {_(label)} >"
            rows.append([(fit(row, width), "chosen") if is_chosen else (row, "plain")])
            rows += [[]] * (gap - 1)
        return rows

    def step(self, step: int) -> None:
        """Choose the next one, or the one before."""
        self.row = (self.row + step) % len(self._read().shown())
        self.repaint()

    def gap(self, height: int) -> int:
        """How many rows a setting takes: two where there is room."""
        return 2 if height >= 2 * len(self._read().shown()) else 1

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
        if isinstance(self.screen, SettingsScreen):
            self.screen.show_chosen()


class Preview(Painted):
    """What the chosen setting looks like: tiles, large and small, or a place with what is told there."""

    def __init__(self) -> None:
        super().__init__(classes="settings-preview")
        self._look = Look()
        self._place = ""
        """What is written at a place, where that is to be seen; else tiles are."""

    def show(self, look: Look, place: str) -> None:
        """Draw in this look: a tile with a place, or else several tiles."""
        self._look, self._place = look, place
        self.repaint()

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """The tiles beside each other, in the middle."""
        shown = _FOR_PLACES if self._place else _FOR_LOOKS
        drawn = [
            draw_tile(tile, size, self._look, stands=tile.is_double, is_spinner=tile.is_double) for tile, size in shown
        ]
        high = max(map(len, drawn))
        rows: list[list[Piece]] = [[] for _ in range(high)]
        for cells in drawn:
            above = (high - len(cells)) // 2
            for y in range(high):
                inside = 0 <= y - above < len(cells)
                rows[y] += cells[y - above] if inside else [(" " * len(cells[0]), "felt")]
                rows[y].append(("  ", "felt"))
        rows[high // 2].append((self._place, "choice"))
        left = max((width - max(map(row_width, rows))) // 2, 0)
        return [*([[]] * max((height - high) // 2, 0)), *([(" " * left, "felt"), *row] for row in rows)]


PREVIEWED = (Tile(4, 6), Tile(5, 5), Tile(2, 3), Tile(0, 1))
"""The tiles of all previews: the same whatever anybody holds."""
_FOR_LOOKS = tuple(zip(PREVIEWED, (PIPS, BOXES, BOXES, DIGITS), strict=True))
_FOR_PLACES = ((PREVIEWED[0], BOXES),)
"""Tiles to see, and how large each is."""
_SEEN = (Settings.faces, Settings.tints, Settings.shade, Settings.characters, Settings.what_if)
"""The settings that change something to be seen in a still picture."""


class SettingsScreen(Overlay):
    """Up and down choose a setting, left and right change it; what it does stands below or beside them, and where it can be seen a preview."""

    ON = On.SETTINGS

    def body(self) -> Iterable[Widget]:
        """Title, settings, keys."""
        yield TextLines(lambda: [[(_("Settings"), "strong")]], classes="page-title")
        self._list = SettingsList(lambda: self.rocks.settings)
        self._preview = Preview()
        about = Horizontal(TextLines(self._told, classes="settings-told"), self._preview, classes="settings-about")
        yield Vertical(self._list, about, classes="settings-middle")
        yield KeyLine(self._keys_shown)

    def _keys_shown(self) -> list[KeyShown]:
        keys = self.rocks.keys
        return [
            keys.shown("setting-before", "setting-next"),
            keys.shown("setting-less", "setting-more"),
            keys.shown("back"),
        ]

    def on_mount(self) -> None:
        """Tell of the first setting."""
        self.show_chosen()

    def refit(self) -> None:
        """Draw anew after a change of settings."""
        self.show_chosen()

    def show_chosen(self) -> None:
        """Show what the chosen setting does, and what it looks like."""
        chosen, look = self._list.chosen(), self.rocks.look
        place = ("a+10" if self.rocks.settings.what_if else "a") if chosen is Settings.what_if else ""
        self._preview.set_class(chosen not in _SEEN, "-away")
        self._preview.show(look, place)
        for told in self.query(".settings-told").results(TextLines):
            told.repaint()

    def _told(self) -> list[list[Piece]]:
        """What the chosen setting does, or what must be said of it; before that why the latest change could not be kept."""
        chosen, not_kept = self._list.chosen(), self.rocks.settings_not_kept
        told: list[Piece] = [(not_kept, "warn")] if not_kept else []
        told.append((_(chosen.note), "warn") if chosen.note else (_(chosen.about), "plain"))
        return [[piece] for piece in told]

    def action_step(self, step: int) -> None:
        """Choose another setting."""
        self._list.step(step)
        self.show_chosen()

    def action_change(self, step: int) -> None:
        """Change the chosen setting."""
        settings, chosen = self.rocks.settings, self._list.chosen()
        self.rocks.change_settings(settings.replaced(**{chosen.name: chosen.stepped(settings.value(chosen), step)}))
        self._list.repaint()
        self.show_chosen()
