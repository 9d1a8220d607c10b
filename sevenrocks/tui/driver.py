"""Textual's driver for POSIX, which leaves no hand behind, ends by every signal, and outlives whatever comes in.

To be imported before the app runs, and on POSIX alone.
"""

from __future__ import annotations

import contextlib
import os
import signal
from typing import IO, Any

from textual._xterm_parser import XTermParser
from textual.app import App
from textual.driver import Driver as TextualDriver
from textual.drivers import linux_driver
from textual.drivers._writer_thread import WriterThread
from textual.drivers.linux_driver import LinuxDriver

from sevenrocks.terminal import LEGIBLE, ending_signals, terminal_encoding

from .footing import expect_overridden, expect_used
from .input import Decoder, Parser

_PLAIN = "\x1b[m"
_HOME = "\x1b[H"

_WITH_LATIN_KEYS = "\x1b[=4;2u"
"""Asks kitty's protocol for the Latin key beside that of another script, and for nothing less than before."""


class Driver(LinuxDriver):
    """Writes over the last frame before it gives the terminal back, and takes it over again only when the program goes on."""

    def __init__(self, app: App[Any], **how: Any) -> None:
        super().__init__(app, **how)
        self._is_ours = False
        """Whether frames may be written."""
        self._has_ended = False
        """Whether the terminal has been given back for good."""
        self._is_to_go_on = False
        """Whether it has been told to go on, and has not yet done so."""
        # Before the terminal is taken over: whatever ends the program from now on gives it back.
        for number in ending_signals():
            self._loop.add_signal_handler(number, app.end_by_signal, number)  # type: ignore[attr-defined]

    # ---- what is written

    def write(self, data: str) -> None:
        """Write a frame, or a part of one; nothing where the terminal is not ours."""
        if self._is_ours:
            super().write(data)

    def start_application_mode(self) -> None:
        """Take the terminal."""
        self._is_ours = True
        super().start_application_mode()  # type: ignore[no-untyped-call]
        # In the background the terminal is not to be had, and there is nobody who writes.
        self._is_ours = self._writer_thread is not None and self._writer_thread.is_alive()
        self.write(_WITH_LATIN_KEYS)

    def stop_application_mode(self) -> None:
        """Give the terminal back, for good unless it is for a while; every end and every stop comes here.

        Each row is written over first, where it stands: there are terminals that know no other screen to go back to, and such as
        keep what they are told to clear. Nothing of a frame is written after that.
        """
        if self._is_ours:
            self._write_over()
            super().stop_application_mode()
            self._is_ours = False
        self._has_ended = True

    def _write_over(self) -> None:
        rows = self._app.size.height
        with contextlib.suppress(OSError):
            rows = max(rows, os.get_terminal_size(self.fileno).lines)
        self.write(_PLAIN + "".join(f"\x1b[{row};1H\x1b[2K" for row in range(1, rows + 1)) + _HOME)

    # ---- what comes in

    def _run_input_thread(self) -> None:
        """Read what comes in; a mistake there ends the app like any other."""
        try:
            self.run_input_thread()
        except Exception as error:  # noqa: BLE001, it is told
            self._app.call_later(self._app._handle_exception, error)  # noqa: SLF001, as Textual does of its own

    # ---- stops

    def suspend_application_mode(self) -> None:
        """Give the terminal back for a while."""
        super().suspend_application_mode()
        self._has_ended = False

    def _sigtstp_application(self, *_signal: object) -> None:
        """Stop as a terminal's own key for it does, with whoever else is in the group.

        The kernel refuses it where nobody would bring the program back; then it goes on at once.
        """
        self.suspend_application_mode()
        before = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(0, signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, before)
        self._sigcont_application()

    def _sigcont_application(self, *_signal: object) -> None:
        # In its turn: amidst a start, a second one would take our own modes for those to be restored at the end.
        if not self._is_to_go_on:
            with contextlib.suppress(RuntimeError):  # the loop has been closed
                self._loop.call_soon_threadsafe(self._go_on)
                self._is_to_go_on = True

    def _go_on(self) -> None:
        self._is_to_go_on = False
        if not self._auto_restart or self._has_ended:
            return
        if self._key_thread is not None and self._key_thread.is_alive():
            # It was stopped without the driver's doing, and the terminal is still ours.
            self.suspend_application_mode()
        self._must_signal_resume = True
        self.resume_application_mode()


class _Writer(WriterThread):
    """Writes what it can: if it ended, whoever still writes would wait for it for ever."""

    def __init__(self, file: IO[str]) -> None:
        super().__init__(_Lenient(file))  # type: ignore[arg-type]  # as much of a file as is used


class _Lenient:
    """Writes in the letters of the terminal."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self._encoding = terminal_encoding()

    def write(self, text: str) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._file.buffer.write(text.encode(self._encoding, LEGIBLE))  # type: ignore[attr-defined]

    def flush(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._file.buffer.flush()  # type: ignore[attr-defined]

    def fileno(self) -> int:
        return self._file.fileno()


expect_overridden(
    Driver,
    LinuxDriver,
    "_run_input_thread",
    "_sigcont_application",
    "_sigtstp_application",
    "start_application_mode",
    "stop_application_mode",
    "suspend_application_mode",
    "write",
)
expect_used(LinuxDriver, "__init__", "_sigcont_application", "_sigtstp_application", "_writer_thread")
expect_used(LinuxDriver, "_sigcont_application", "_auto_restart", "resume_application_mode")
expect_used(LinuxDriver, "run_input_thread", "getincrementaldecoder", "XTermParser", "feed", "tick")
expect_used(LinuxDriver, "start_application_mode", "WriterThread", "_key_thread", "_must_signal_resume")
expect_used(LinuxDriver, "start_application_mode", "_run_input_thread", "write")
expect_used(LinuxDriver, "suspend_application_mode", "stop_application_mode")
expect_used(TextualDriver, "__init__", "_app", "_loop")
expect_overridden(Parser, XTermParser, "_parse_extended_key", "feed", "parse_mouse_code", "tick")
expect_used(XTermParser, "_sequence_to_key_events", "_parse_extended_key")
expect_used(XTermParser, "parse", "parse_mouse_code")
expect_used(XTermParser, "tick", "_timeout_time")
expect_used(WriterThread, "run", "_file", "flush", "write")

# The driver's module looks these up by their names.
linux_driver.getincrementaldecoder = lambda _encoding: Decoder  # type: ignore[attr-defined,assignment]
linux_driver.XTermParser = Parser  # type: ignore[attr-defined]
linux_driver.WriterThread = _Writer  # type: ignore[attr-defined]
