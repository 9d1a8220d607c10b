"""The app: what holds for all screens."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import traceback
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.worker import WorkerFailed

from sevenrocks.i18n import _
from sevenrocks.notation import write_record
from sevenrocks.record import MatchRecord, record_match
from sevenrocks.store import StoreError, read_match, state_folder

from .director import Director, Start
from .screens.base import Overlay, RocksScreen
from .screens.confirm import LeaveScreen
from .screens.table import TableScreen
from .settings import BotSpeed, Characters, Faces, Settings, load_settings, save_settings, settings_path
from .terminal import is_utf8_locale, replace_bad_bytes
from .theme import DARK, THEMES

_WIDE, _TALL = 150, 50
"""Columns from which the log stands beside the layout, rows from which the hand is drawn large."""


class RocksApp(App[None], inherit_bindings=False):
    """Seven Rocks on a terminal."""

    CSS_PATH = "app.tcss"
    TITLE = "Seven Rocks"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", show=False, priority=True, id="quit"),
        Binding("ctrl+z", "suspend_process", show=False, priority=True, id="suspend"),
        Binding("ctrl+c", "leave_hint", show=False, id="leave-hint"),
        Binding("tab", "app.focus_next", show=False),
        Binding("shift+tab", "app.focus_previous", show=False),
    ]

    def __init__(
        self, start: Start | None = None, *, folder: Path | None = None, settings_file: Path | None = None
    ) -> None:
        super().__init__()
        self.folder = folder or state_folder()
        self._settings_file = settings_file or settings_path()
        self.settings = load_settings(self._settings_file)
        self._start = start
        self._director = Director(self)
        self._no_overlay = asyncio.Event()
        self._no_overlay.set()
        for theme in THEMES.values():
            self.register_theme(theme)

    # ---- looks

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The colours of roles, for a theme that has none."""
        return DARK.variables

    @property
    def is_ascii(self) -> bool:
        """Whether to draw with plain ASCII."""
        if self.settings.characters is Characters.AUTO:
            return not is_utf8_locale()
        return self.settings.characters is Characters.ASCII

    @property
    def has_pips(self) -> bool:
        """Whether large tiles show pips."""
        return self.settings.faces is Faces.PIPS

    @property
    def is_hasty(self) -> bool:
        """Whether nothing moves and nothing waits: what happens is shown at once."""
        return self.settings.bot_speed is BotSpeed.INSTANT

    def change_settings(self, settings: Settings) -> None:
        """Let these settings hold from now on, and keep them."""
        self.settings = settings
        # Where they cannot be kept they hold all the same, for this time.
        with contextlib.suppress(OSError):
            save_settings(settings, self._settings_file)
        self.theme = THEMES[settings.shade].name
        for screen in self.screen_stack:
            if isinstance(screen, RocksScreen):
                screen.refit()

    # ---- life

    def on_mount(self) -> None:
        """Begin."""
        self.theme = THEMES[self.settings.shade].name
        self.app_resume_signal.subscribe(self, lambda _app: self.refresh(layout=True))
        if os.name == "posix":
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGHUP):
                loop.add_signal_handler(number, self._end_by_signal, int(number))

    def on_ready(self) -> None:
        """Show the first screen."""
        self.run_worker(self._run(), name="director")

    async def _run(self) -> None:
        await self._director.run(self._start)
        self.exit()

    def _end_by_signal(self, number: int) -> None:
        self.hide_hands()
        self.exit(return_code=128 + number)

    def on_resize(self, event: events.Resize) -> None:
        """Give large windows more to show."""
        for screen in self.screen_stack:
            self._fit(screen, event.size.width, event.size.height)

    def _fit(self, screen: object, width: int, height: int) -> None:
        if isinstance(screen, RocksScreen):
            screen.set_class(width >= _WIDE, "-wide")
            screen.set_class(height >= _TALL, "-tall")

    def hide_hands(self) -> None:
        """Hide whatever hand is in sight."""
        for screen in self.screen_stack:
            if isinstance(screen, TableScreen):
                screen.hide()

    def on_app_blur(self) -> None:
        """Hide a hand when the window loses the focus, where others share the screen."""
        for screen in self.screen_stack:
            if isinstance(screen, TableScreen) and len(screen.match.people) > 1:
                screen.hide()

    def action_suspend_process(self) -> None:
        """Hide the hand, then suspend."""
        self.hide_hands()
        self.call_after_refresh(super().action_suspend_process)

    def action_leave_hint(self) -> None:
        """Ctrl+C quits no game by accident: leave the table as Q does, or the menu."""
        if isinstance(self.screen, RocksScreen):
            self.call_later(self.screen.run_action, "leave")

    # ---- overlays, leaving

    def show_overlay(self, overlay: Overlay) -> None:
        """Lay a screen over the one in sight; whatever runs below waits before it shows another."""
        self._no_overlay.clear()
        self.push_screen(overlay)

    def close_overlay(self, overlay: Overlay) -> None:
        """Take an overlay away."""
        if self.screen is overlay:
            self.pop_screen()
        if not isinstance(self.screen, Overlay):
            self._no_overlay.set()

    async def overlays_closed(self) -> None:
        """Wait until no overlay is in sight."""
        await self._no_overlay.wait()

    def ask_to_leave(self) -> None:
        """Ask whether to leave the table."""
        self.show_overlay(LeaveScreen(self._not_kept, self._director.leave))

    @property
    def _not_kept(self) -> str | None:
        """Why the match at the table is not being kept."""
        tables = (screen for screen in self.screen_stack if isinstance(screen, TableScreen))
        return next((screen.match.not_kept for screen in tables), None)

    # ---- records

    def write_record(self, record: MatchRecord) -> str:
        """Write the record of a finished match to a file; returns what to tell of it."""
        names = "-".join("".join(c for c in name if c.isalnum()) or "x" for name in record.players)
        day = "" if record.date is None else record.date.isoformat()
        folder = self.folder / "records"
        text = write_record(record)
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path = _free_path(folder, f"{day}-{names}", text)
            path.write_text(text, "utf-8", newline="\n")
        except OSError as error:
            return _("The record could not be written: {reason}").format(reason=error.strerror or error)
        return _("Record: {path}").format(path=path)

    def export(self, path: Path) -> str:
        """Write the record of a kept match that is over; returns what to tell of it."""
        try:
            header, match = read_match(path)
        except StoreError as error:
            return str(error)
        record = record_match(match, header.players, date=header.date, known_deal=header.known_deal, seed=header.seed)
        return self.write_record(record)

    # ---- crashes

    def _handle_exception(self, error: Exception) -> None:
        """End without a word of what the program knew: Textual's own report prints local variables, hands among them."""
        self._return_code = 1
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
        if isinstance(error, WorkerFailed):
            error = error.error if isinstance(error.error, Exception) else error
        where = traceback.extract_tb(error.__traceback__)[-1:]
        place = f"{Path(where[0].filename).name}:{where[0].lineno}" if where else "?"
        told = _("Seven Rocks has stopped: a mistake in the program ({error} at {place}).")
        lines = [told.format(error=type(error).__name__, place=place)]
        if self._not_kept is None:
            lines.append(_("Your match is kept; Continue takes it up."))
        self._exit_renderables.append(Text("\n".join(lines)))
        self._close_messages_no_wait()


def _free_path(folder: Path, stem: str, text: str) -> Path:
    """A path for this text: one that is free, or holds it already."""
    for number in range(1, 10_000):
        suffix = "" if number == 1 else f"-{number}"
        path = folder / f"{stem}{suffix}.rocks.toml"
        if not path.exists() or path.read_text("utf-8") == text:
            return path
    raise OSError(_("too many records of one name"))


def run_app(start: Start | None = None) -> int:
    """Run the app in this terminal; returns the exit code."""
    replace_bad_bytes()
    app = RocksApp(start)
    app.run()
    return app.return_code or 0
