"""Textual's driver for POSIX, spared the input and the endings that Textual 8 dies of, or never ends at.

To be imported before the app runs, and on POSIX alone.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import signal
import time
from typing import IO

from textual import events
from textual._xterm_parser import XTermParser
from textual.drivers import linux_driver
from textual.drivers._writer_thread import WriterThread
from textual.message import Message


class Driver(linux_driver.LinuxDriver):
    """Takes the terminal over again once only when the program goes on."""

    _has_ended = False
    """Whether the terminal has been given back for good."""
    _is_to_go_on = False
    """Whether it has been told to go on, and has not yet done so."""

    def suspend_application_mode(self) -> None:
        """Give the terminal back for a while."""
        super().suspend_application_mode()
        self._has_ended = False

    def stop_application_mode(self) -> None:
        """Give the terminal back: for good, unless it is for a while."""
        super().stop_application_mode()
        self._has_ended = True

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


class _Decoder:
    """Bytes that are not UTF-8 become replacement characters (Textual's issue 6456).

    No bytes at all come from a terminal that is gone: the input thread would ask again and again for ever.
    """

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")

    def decode(self, data: bytes, final: bool = False) -> str:
        if not data and not final:
            os.kill(os.getpid(), signal.SIGHUP)
            time.sleep(0.1)
        return self._decoder.decode(data, final)


class _Parser(XTermParser):
    """Drops keys and reports of a mouse that no terminal means."""

    def _parse_extended_key(  # type: ignore[override]  # it is cached there
        self, sequence: str
    ) -> list[events.Key] | None:
        with contextlib.suppress(ValueError, OverflowError):
            return super()._parse_extended_key(sequence)
        return None

    def parse_mouse_code(self, code: str) -> Message | None:
        with contextlib.suppress(ValueError, ZeroDivisionError):
            return super().parse_mouse_code(code)
        return None


class _Writer(WriterThread):
    """Writes what it can: if it ended, whoever still writes would wait for it for ever."""

    def __init__(self, file: IO[str]) -> None:
        super().__init__(_Lenient(file))  # type: ignore[arg-type]  # as much of a file as is used


class _Lenient:
    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def write(self, text: str) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._file.write(text)

    def flush(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._file.flush()

    def fileno(self) -> int:
        return self._file.fileno()


# The driver's module looks these up by their names.
linux_driver.getincrementaldecoder = lambda _encoding: _Decoder  # type: ignore[attr-defined,assignment]
linux_driver.XTermParser = _Parser  # type: ignore[attr-defined]
linux_driver.WriterThread = _Writer  # type: ignore[attr-defined]
