"""The app: what holds for all screens."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import importlib
import os
import signal
import sys
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from pkgutil import get_data
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.app import App
from textual.binding import Binding, BindingsMap
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.worker import WorkerFailed

import sevenrocks
from sevenrocks.drawing.tiles import ASCII, BLOCKS, LINES, Look
from sevenrocks.i18n import LANGUAGES, _, load, speak
from sevenrocks.names import person_name
from sevenrocks.places import SETTINGS, rescue_folders, settings_path, state_folder
from sevenrocks.settings import (
    BotSpeed,
    Characters,
    Complaint,
    Faces,
    Settings,
    Tints,
    read_settings,
)
from sevenrocks.terminal import forbid_core_dumps, is_ascii_terminal, mistake_words, silence

from .footing import expect_overridden, expect_used
from .keys import Keys, On, chosen_keys
from .screens.base import Overlay, RocksScreen
from .screens.menu import MenuScreen
from .theme import DARK, themes_for
from .thumb import Thumb

if TYPE_CHECKING:
    from sevenrocks.bots.advice import Advice
    from sevenrocks.learning.met import Met
    from sevenrocks.record import MatchRecord
    from sevenrocks.sitting import Manners, Sitting, Start, Swap

    from .director import Director


class RocksApp(App[None], inherit_bindings=False):
    """Seven Rocks on a terminal.

    What the menu does not need is imported after it has been painted.
    """

    CSS = (get_data(__package__, "app.tcss") or b"").decode()
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
        person: str | None = None,
    ) -> None:
        """`language` is spoken whatever the settings say, until they are changed; `person` plays here, else the system's user."""
        super().__init__()
        self._person = person
        self._folder = folder
        self._settings_file = settings_file or settings_path()
        self._found = read_settings(self._settings_file)
        self.settings = self._found.settings
        self.settings_not_kept = ""
        """Why the latest change of the settings could not be kept; empty where it is."""
        self.keys = Keys()
        """The keys in use."""
        self._key_complaints: list[Complaint] = []
        self.thumb = Thumb()
        """What every key and every click must pass."""
        self._is_click_dropped = False
        self._speak(language or self.settings.language_in(os.environ))
        self._start = start
        self._director: Director | None = None
        self._stop: object = None
        """The driver's own way of stopping, where there is one."""
        self._no_overlay = asyncio.Event()
        self._no_overlay.set()
        self._is_read = asyncio.Event()
        """Whether nothing is being read beside the table."""
        self._is_read.set()
        self._themes = themes_for(self.console.color_system)
        for theme in self._themes.values():
            self.register_theme(theme)
        # Before the style sheet is read for the first time, so that it is read once.
        self.set_reactive(RocksApp.theme, self._themes[self.settings.shade].name)
        self.stylesheet.set_variables(self.get_css_variables())

    @property
    def person(self) -> str:
        """What to call who plays at this machine, until another name is typed."""
        return self._person or person_name()

    @property
    def folder(self) -> Path | None:
        """Where matches and records are kept; None where nothing can be."""
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
            return is_ascii_terminal()
        return self.settings.characters is Characters.ASCII

    @property
    def look(self) -> Look:
        """How tiles are drawn."""
        if self.is_ascii:
            glyphs = ASCII
        else:
            # Blocks without colours would be one block.
            is_grey = bool(os.environ.get("NO_COLOR")) and self.settings.characters is Characters.AUTO
            glyphs = LINES if is_grey or self.settings.characters is Characters.LINES else BLOCKS
        return Look(glyphs, self.settings.faces is Faces.PIPS, self.settings.tints is Tints.COLOURED)

    @property
    def is_still(self) -> bool:
        """Whether nothing moves: what happens is shown at once."""
        return not self.settings.motion or self.settings.bot_speed is BotSpeed.INSTANT

    @cached_property
    def met(self) -> Met:
        """What the player has met at the table."""
        from sevenrocks.learning.met import Met  # noqa: PLC0415, after the first paint

        return Met(self.folder)

    @cached_property
    def version(self) -> str:
        """The version of the game; empty where it is not known."""
        return sevenrocks.__version__

    def change_settings(self, settings: Settings) -> None:
        """Let these settings hold from now on, and keep them."""
        before, self.settings = self.settings, settings
        is_retold = settings.language is not before.language
        if is_retold:
            self._speak(settings.language_in(os.environ))
        self.settings_not_kept = self._keep_settings(before)
        self.theme = self._themes[settings.shade].name
        for screen in self._rocks_screens:
            if is_retold:
                screen.rekey()
            screen.refit()
            if is_retold:
                screen.retell()

    def _speak(self, language: str) -> None:
        """Speak this language, and take the letters of its keys."""
        speak(language)
        self.keys, self._key_complaints = chosen_keys(self._found.keys, self._settings_name)
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
        name = self._settings_name
        try:
            if write_changes(self._settings_file, self.settings, changed, self.keys.usual()):
                return ""
        except OSError as error:
            told = _("This holds until the game ends: {file} cannot be written ({reason}).")
            return told.format(file=name, reason=error.strerror or error)
        told = _(
            "This holds until the game ends: {file} cannot be understood, or is of a newer version, and stays as it is."
        )
        return told.format(file=name)

    @property
    def _settings_name(self) -> str:
        return SETTINGS if self._settings_file is None else self._settings_file.name

    @property
    def settings_told(self) -> list[str]:
        """What is wrong in the file of the settings, in sentences."""
        return [complaint.told() for complaint in (*self._found.complaints, *self._key_complaints)]

    # ---- life

    def on_mount(self) -> None:
        """Begin."""
        self.app_resume_signal.subscribe(self, self._resumed)
        if os.name == "posix":
            # Textual's driver would stop at once, with whatever was in sight, and show it again afterwards.
            self._stop = signal.getsignal(signal.SIGTSTP)
            if callable(self._stop):
                loop = asyncio.get_running_loop()
                loop.add_signal_handler(signal.SIGTSTP, self.action_suspend_process)

    def _resumed(self, _app: App[None]) -> None:
        """Hide the hands once more: the terminal can be suspended from outside, without a key of ours."""
        self.hide_hands()
        self._terminal_changed()
        self.refresh(layout=True)

    def on_resize(self) -> None:
        """Expect nothing of what was drawn: each terminal has a way of its own with it then."""
        self._terminal_changed()

    def _terminal_changed(self) -> None:
        for screen in self._rocks_screens:
            screen.terminal_changed()

    def on_ready(self) -> None:
        """Go on once the first screen has been painted."""
        self.call_after_refresh(self.run_worker, self._run(), name="director")

    async def _run(self) -> None:
        await _load_all()
        from .director import Director  # noqa: PLC0415, after the first paint

        # What lives as long as the app need not be searched again and again: a pause of some 30 ms each time.
        gc.freeze()
        gc.enable()
        self._begin_settings()
        self._director = Director(self)
        await self._director.run(self._start)
        self.exit()

    def _begin_settings(self) -> None:
        """Put a file there at the first start, in which players find all that they can change."""
        file = self._settings_file
        with contextlib.suppress(OSError):
            if file is not None and not file.exists():
                from sevenrocks.settings.writing import write_first  # noqa: PLC0415, after the first paint

                write_first(file, self.settings, self.keys.usual())

    def end_by_signal(self, number: int) -> None:
        """End by way of the app, with the exit code that a shell gives to a program that this signal has ended."""
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

    # ---- keys and clicks

    async def on_event(self, event: events.Event) -> None:
        """Let no key act twice that is held down, and no second click on one spot."""
        if isinstance(event, events.Key) and not event.is_forwarded:
            if not self.thumb.presses(event.key, event.time, may_repeat=self._may_repeat(event.key)):
                return
            if self._only_ends_motion(event.key):
                return
        elif isinstance(event, events.MouseDown) and not event.is_forwarded:
            is_counted = self.thumb.clicks(event.screen_x, event.screen_y, event.time)
            self._is_click_dropped = not is_counted or self._only_ends_motion("")
            if self._is_click_dropped:
                return
        elif isinstance(event, events.MouseUp) and not event.is_forwarded and self._is_click_dropped:
            self._is_click_dropped = False
            return
        await super().on_event(event)

    def _only_ends_motion(self, key: str) -> bool:
        screen = self.screen
        if not isinstance(screen, RocksScreen) or not screen.only_ends_motion(key):
            return False
        self.thumb.did_nothing()
        return True

    def _may_repeat(self, key: str) -> bool:
        screen = self.screen
        return not isinstance(screen, RocksScreen) or screen.may_repeat(key)

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
        """Show a screen in place of the one before, once no overlay is in sight and nothing is read beside the table."""
        while isinstance(self.screen, Overlay) or not self._is_read.is_set():
            await self.overlays_closed()
            await self._is_read.wait()
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

    def begin_reading(self) -> None:
        """Let the next screen wait: something is being read beside the table."""
        self._is_read.clear()

    def end_reading(self) -> None:
        """Let the next screen come."""
        self._is_read.set()

    def show_help(self, now: Sequence[tuple[str, str]]) -> None:
        """Show every key, and before them those of this moment, each with what it does."""
        from .screens.help import HelpScreen  # noqa: PLC0415, after the first paint

        self.show_overlay(HelpScreen(now))

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

        It goes to the other records; where it may go anywhere, and cannot go there, to the first folder that takes it.
        """
        from sevenrocks.record import write_record_file  # noqa: PLC0415, after the first paint

        usual = [] if self.folder is None else [self.folder / "records"]
        folders = [*usual, *(rescue_folders() if anywhere else [])]
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
            return _("The record could not be written: {reason}").format(reason=error)
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
        lines = [mistake_words(error)]
        if self.sitting is None or self.sitting.is_kept:
            lines.append(_("Your match is kept; Continue picks it up exactly here."))
        if not self._exit_renderables:  # of several mistakes at once the first is told
            self._exit_renderables.append(Text("\n".join(lines)))
        self._close_messages_no_wait()


expect_overridden(RocksApp, App, "_handle_exception")
expect_used(App, "__init__", "_driver", "_exception", "_exit_renderables", "_return_code")
expect_used(App, "_handle_exception", "_exception", "_exception_event", "_return_code")
expect_used(App, "_fatal_error", "_exit_renderables", "_close_messages_no_wait")
expect_used(App, "_print_error_renderables", "_exit_renderables")
expect_used(App, "_binding_chain", "_bindings")
expect_used(App, "return_code", "_return_code")
expect_used(MessagePump, "_process_messages_loop", "_handle_exception")


_LATER = (
    "sevenrocks.settings.writing",
    "sevenrocks.bots.advice",
    "sevenrocks.tui.school",
    "sevenrocks.tui.director",
    "sevenrocks.tui.screens.help",
    "textual.scrollbar",
)
"""What the menu does not need, with all that these import."""


async def _load_all() -> None:
    """Load all that can be needed from now on: an upgrade may replace the files of a running game.

    Piece by piece, so that whoever is at the keyboard already does not wait.
    """
    for name in _LATER:
        importlib.import_module(name)
        await asyncio.sleep(0)
    for language in LANGUAGES:
        load(language)
        await asyncio.sleep(0)
    cell_len("\N{IDEOGRAPHIC SPACE}")  # how wide characters are, of which nothing is needed for those of the menu


def run_app(start: Start | None = None, language: str | None = None) -> int:
    """Run the app in this terminal, in this language or the one of the settings; returns the exit code."""
    forbid_core_dumps()
    if os.name == "posix":
        # Before the app: whoever calls is told where it is not made for this Textual.
        from .driver import Driver  # noqa: PLC0415, exists on POSIX alone
    try:
        app = RocksApp(start, language=language)
        if os.name == "posix":
            app.driver_class = Driver
        with silence():
            app.run()
    except Exception as error:  # noqa: BLE001, the last to hear of it
        sys.stderr.write(mistake_words(error) + "\n")
        return 1
    return app.return_code or 0
