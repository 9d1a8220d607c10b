"""The app: what holds for all screens."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import tempfile
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text
from textual.app import App
from textual.binding import Binding, BindingsMap
from textual.screen import Screen
from textual.worker import WorkerFailed

from sevenrocks.i18n import _, speak
from sevenrocks.settings import (
    BotSpeed,
    Characters,
    Complaint,
    Faces,
    Settings,
    read_settings,
    settings_path,
)
from sevenrocks.terminal import forbid_core_dumps, is_utf8_locale

from .keys import Keys, On, chosen_keys
from .screens.base import Overlay, RocksScreen
from .screens.menu import MenuScreen
from .theme import DARK, THEMES

if TYPE_CHECKING:
    from sevenrocks.bots.advice import Advice
    from sevenrocks.record import MatchRecord
    from sevenrocks.sitting import Manners, Sitting, Start, Swap

    from .director import Director


class RocksApp(App[None], inherit_bindings=False):
    """Seven Rocks on a terminal.

    What the menu does not need is imported after it has been painted.
    """

    CSS_PATH = "app.tcss"
    TITLE = "Seven Rocks"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False

    def __init__(
        self,
        start: Start | None = None,
        *,
        language: str | None = None,
        folder: Path | None = None,
        settings_file: Path | None = None,
    ) -> None:
        """`language` is spoken whatever the settings say, until they are changed."""
        super().__init__()
        self._folder = folder
        self._settings_file = settings_file or settings_path()
        self._found = read_settings(self._settings_file)
        self.settings = self._found.settings
        self.settings_not_kept = ""
        """Why the latest change of the settings could not be kept; empty where it is."""
        self.keys = Keys()
        """The keys in use."""
        self._key_complaints: list[Complaint] = []
        self._speak(language or self.settings.language_in(os.environ))
        self._start = start
        self._director: Director | None = None
        self._stop: object = None
        """The driver's own way of stopping, where there is one."""
        self._no_overlay = asyncio.Event()
        self._no_overlay.set()
        for theme in THEMES.values():
            self.register_theme(theme)
        # Before the style sheet is read for the first time, so that it is read once.
        self.set_reactive(RocksApp.theme, THEMES[self.settings.shade].name)
        self.stylesheet.set_variables(self.get_css_variables())

    @property
    def folder(self) -> Path:
        """Where matches and records are kept."""
        from sevenrocks.store import state_folder  # noqa: PLC0415, after the first paint

        return self._folder or state_folder()

    def get_default_screen(self) -> Screen[Any]:
        """The menu is painted first, unless a match begins at once."""
        return super().get_default_screen() if self._start is not None else MenuScreen()

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
    def is_still(self) -> bool:
        """Whether nothing moves: what happens is shown at once."""
        return not self.settings.motion or self.settings.bot_speed is BotSpeed.INSTANT

    def change_settings(self, settings: Settings) -> None:
        """Let these settings hold from now on, and keep them."""
        before, self.settings = self.settings, settings
        is_retold = settings.language is not before.language
        if is_retold:
            self._speak(settings.language_in(os.environ))
        self.settings_not_kept = self._keep_settings(before)
        self.theme = THEMES[settings.shade].name
        for screen in self._rocks_screens:
            if is_retold:
                screen.rekey()
            screen.refit()
            if is_retold:
                screen.retell()

    def _speak(self, language: str) -> None:
        """Speak this language, and take the letters of its keys."""
        speak(language)
        self.keys, self._key_complaints = chosen_keys(self._found.keys, self._settings_file.name)
        # Tab goes from field to field, as Textual has it; whatever a screen does with it comes first.
        focus = [
            Binding("tab", "app.focus_next", show=False),
            Binding("shift+tab", "app.focus_previous", show=False),
        ]
        self._bindings = BindingsMap.merge([BindingsMap(focus), self.keys.bindings(On.APP)])

    def _keep_settings(self, before: Settings) -> str:
        """Keep what has changed since; returns why that cannot be. It holds all the same, for this time."""
        from sevenrocks.settings.writing import write_changes  # noqa: PLC0415, after the first paint

        changed = [kept for kept in before.declared() if before.value(kept) != self.settings.value(kept)]
        file = self._settings_file
        try:
            if write_changes(file, self.settings, changed, self.keys.usual()):
                return ""
        except OSError as error:
            told = _("This holds until the game ends: {file} cannot be written ({reason}).")
            return told.format(file=file.name, reason=error.strerror or error)
        told = _(
            "This holds until the game ends: {file} cannot be understood, or is of a newer version, and stays as it is."
        )
        return told.format(file=file.name)

    @property
    def settings_told(self) -> list[str]:
        """What is wrong in the file of the settings, in sentences."""
        return [complaint.told() for complaint in (*self._found.complaints, *self._key_complaints)]

    # ---- life

    def on_mount(self) -> None:
        """Begin."""
        self.app_resume_signal.subscribe(self, self._resumed)
        if os.name == "posix":
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGHUP):
                loop.add_signal_handler(number, self._end_by_signal, int(number))
            # Textual's driver would stop at once, with whatever was in sight, and show it again afterwards.
            self._stop = signal.getsignal(signal.SIGTSTP)
            if callable(self._stop):
                loop.add_signal_handler(signal.SIGTSTP, self.action_suspend_process)

    def _resumed(self, _app: App[None]) -> None:
        """Hide the hands once more: the terminal can be suspended from outside, without a key of ours."""
        self.hide_hands()
        self.refresh(layout=True)

    def on_ready(self) -> None:
        """Go on once the first screen has been painted."""
        self.call_after_refresh(self.run_worker, self._run(), name="director")

    async def _run(self) -> None:
        from .director import Director  # noqa: PLC0415, after the first paint

        # What lives as long as the app need not be searched again and again: a pause of some 30 ms each time.
        gc.freeze()
        self._begin_settings()
        self._director = Director(self)
        await self._director.run(self._start)
        self.exit()

    def _begin_settings(self) -> None:
        """Put a file there at the first start, in which players find all that they can change."""
        if not self._settings_file.exists():
            from sevenrocks.settings.writing import write_first  # noqa: PLC0415, after the first paint

            with contextlib.suppress(OSError):
                write_first(self._settings_file, self.settings, self.keys.usual())

    def _end_by_signal(self, number: int) -> None:
        self.hide_hands()
        self.exit(return_code=128 + number)

    def hide_hands(self) -> None:
        """Hide whatever hand is in sight."""
        for screen in self._rocks_screens:
            screen.hide()

    def on_app_blur(self) -> None:
        """Hide a hand when the window loses the focus, where others share the screen."""
        for screen in self._rocks_screens:
            if screen.is_shared:
                screen.hide()

    @property
    def _rocks_screens(self) -> list[RocksScreen[Any]]:
        return [screen for screen in self.screen_stack if isinstance(screen, RocksScreen)]

    def action_suspend_process(self) -> None:
        """Hide the hand, then suspend."""
        self.hide_hands()
        self.call_after_refresh(self._suspend)

    def _suspend(self) -> None:
        if self._driver is not None and self._driver.can_suspend and callable(self._stop):
            self.app_suspend_signal.publish(self)
            self._stop(signal.SIGTSTP, None)

    # ---- screens, overlays, leaving

    @property
    def is_first(self) -> bool:
        """Whether nothing lies over the first screen."""
        return len(self.screen_stack) == 1

    @property
    def in_sight(self) -> object:
        """The screen that is in sight."""
        return self.screen

    async def show(self, screen: RocksScreen[Any]) -> None:
        """Show a screen in place of the one before, once no overlay is in sight."""
        await self.overlays_closed()
        if self.is_first:
            await self.push_screen(screen)
        else:
            await self.switch_screen(screen)

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
        while isinstance(self.screen, Overlay):
            await self._no_overlay.wait()

    def ask_to_leave(self) -> None:
        """Ask whether to leave the table."""
        from .screens.confirm import LeaveScreen  # noqa: PLC0415, after the first paint

        assert self._director is not None
        self.show_overlay(LeaveScreen(self._director.keeping, self._director.leave))

    # ---- the match at the table, for its screens

    @property
    def sitting(self) -> Sitting | None:
        """The match at the table; None where there is none. Screens are given what they may show of it."""
        return None if self._director is None else self._director.sitting

    @property
    def manners(self) -> Manners:
        """What the house and the settings allow now at the table."""
        assert self._director is not None
        return self._director.manners

    @property
    def swaps(self) -> tuple[Swap, ...]:
        """Who may go home, or come back, now."""
        return () if self.sitting is None else self.sitting.swaps

    def swap(self, swap: Swap) -> None:
        """Let somebody go home, or come back."""
        assert self._director is not None
        self._director.swap(swap)

    async def advise(self) -> tuple[Advice, ...]:
        """What the master would play for the seat in turn. Raises BotFailedError."""
        assert self._director is not None
        return await self._director.advise()

    # ---- records

    def write_record(self, record: MatchRecord, *, anywhere: bool = False) -> str:
        """Write a record to a file; returns what to tell of it.

        It goes to the other records; where it may go anywhere, and cannot go there, home or to the temporary folder.
        """
        from sevenrocks.record import write_record_file  # noqa: PLC0415, after the first paint

        folders = [self.folder / "records", *([Path.home(), Path(tempfile.gettempdir())] if anywhere else [])]
        try:
            return _("Record: {path}").format(path=write_record_file(record, folders))
        except OSError as error:
            return _("The record could not be written: {reason}").format(reason=error.strerror or error)

    def export(self, path: Path, *, ends_secrecy: bool = False) -> str:
        """Write the record of a kept match, with all hands; returns what to tell of it.

        That of a match that is not over is written only where it may end the secrecy.
        """
        from sevenrocks.sitting import kept_record  # noqa: PLC0415, after the first paint
        from sevenrocks.store import StoreError  # noqa: PLC0415, after the first paint

        try:
            record = kept_record(path, ends_secrecy=ends_secrecy)
        except StoreError as error:
            return str(error)
        if record is None:
            return _("This match is not over: its record would show all hands.")
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
        if self.sitting is None or self.sitting.not_kept is None:
            lines.append(_("Your match is kept; Continue takes it up."))
        if not self._exit_renderables:  # of several mistakes at once the first is told
            self._exit_renderables.append(Text("\n".join(lines)))
        self._close_messages_no_wait()


def run_app(start: Start | None = None, language: str | None = None) -> int:
    """Run the app in this terminal, in this language or the one of the settings; returns the exit code."""
    forbid_core_dumps()
    app = RocksApp(start, language=language)
    if os.name == "posix":
        from .driver import Driver  # noqa: PLC0415, exists on POSIX alone

        app.driver_class = Driver
    app.run()
    return app.return_code or 0
