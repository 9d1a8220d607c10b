"""What a hand is told on where several people share the terminal: one page, written over where it stands.

Nothing of it is scrolled out of the terminal, which might keep it; and nothing is trusted but that a terminal can write over
what it shows. So what is typed is echoed here, and not by the system.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import re
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len

from sevenrocks.terminal import terminal_encoding

from .signals import LeftError, end_of_input, wait_for_input

if TYPE_CHECKING:
    from os import terminal_size

_ROOM = 20
"""The cells that an answer must have at least."""

_STEERING = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[]P_^X][^\x07\x1b]*(?:\x07|\x1b\\)|O.|.)?")
"""Arrows and other keys that are no letters, and what a terminal says of itself."""


class Page:
    """The whole screen, from its first row down."""

    def __init__(self, pause: Callable[[], str]) -> None:
        """`pause` lets somebody read to the end of what stands there before it is written over.

        What it returns, where that is anything, answers the next question.
        """
        self._pause = pause
        self._size = os.get_terminal_size(sys.stdout.fileno())
        self._used = 0
        """How many rows are written."""
        self._is_unread = False
        """Whether something has been said since the last answer."""
        self._typed = ""
        """Keys that have been typed ahead."""
        self._answered = ""
        """An answer that has been given before its question."""
        self._modes: list[Any] | None = None
        """Those of the terminal before; None where nothing is typed there."""

    # ---- its life

    def begin(self) -> None:
        """Write over all that stands there, and let the system echo nothing."""
        self.erase()
        if sys.stdin.isatty():
            import termios  # noqa: PLC0415, exists on POSIX alone

            self._modes = termios.tcgetattr(sys.stdin)
            modes = termios.tcgetattr(sys.stdin)
            modes[3] &= ~(termios.ICANON | termios.ECHO)
            modes[6][termios.VMIN], modes[6][termios.VTIME] = 1, 0
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, modes)

    def end(self) -> None:
        """Write over all of it, and leave the terminal as it was. A terminal that is gone is no matter."""
        self.erase()
        if self._modes is not None:
            import termios  # noqa: PLC0415, exists on POSIX alone

            with contextlib.suppress(termios.error, OSError, ValueError):
                termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._modes)
            self._modes = None

    def erase(self) -> None:
        """Write over every row in its place, and begin at the first."""
        before, self._size = self._size, self._size_now()
        rows = max(before.lines, self._size.lines)
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.write("".join(f"\x1b[{row};1H\x1b[2K" for row in range(1, rows + 1)) + "\x1b[H")
            sys.stdout.flush()
        self._used, self._is_unread = 0, False

    def _size_now(self) -> terminal_size:
        with contextlib.suppress(OSError):
            return os.get_terminal_size(sys.stdout.fileno())
        return self._size

    # ---- what is said and typed

    def say(self, text: str) -> None:
        """Say lines; what does not fit goes to a page of its own."""
        for line in text.split("\n"):
            for row in self._rows(line):
                # The last row is for the question whether what stands there has been read.
                self._make_room(1, below=1)
                self._write(row + "\n")
                self._used += 1
                self._is_unread = True

    def ask(self, question: str) -> str:
        """An answer. Raises LeftError at the end of the input."""
        rows = self._rows(f"{question} ")
        if self._size.columns - cell_len(rows[-1]) <= _ROOM:
            rows.append("")
        self._make_room(len(rows))
        answer, self._answered = self._answered, ""
        self._write("\n".join(rows) + answer)
        answer = answer or self._answer(self._size.columns - cell_len(rows[-1]) - 1)
        self._write("\n")
        self._used += len(rows)
        self._is_unread = False
        return answer

    def _make_room(self, rows: int, below: int = 0) -> None:
        """Begin anew where so many rows, and as many below them, are not left; the cursor needs one of its own."""
        is_as_it_was = self._size_now() == self._size
        if is_as_it_was and self._used + rows + below < self._size.lines:
            return
        if is_as_it_was and self._is_unread and below and not self._answered:
            self._answered = self._pause()
        self.erase()

    def _rows(self, line: str) -> list[str]:
        """A line as the rows that it takes."""
        rows, cells = [""], 0
        for character in line:
            width = cell_len(character)
            if cells + width > self._size.columns:
                rows.append("")
                cells = 0
            rows[-1] += character
            cells += width
        return rows

    @staticmethod
    def _write(text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

    def _answer(self, room: int) -> str:
        """A line, echoed as far as there is room for it."""
        if self._modes is None:
            line = sys.stdin.readline()
            if not line:
                raise LeftError
            return line
        decoder = codecs.getincrementaldecoder(terminal_encoding())(errors="replace")
        answer = ""
        while True:
            for at, key in enumerate(self._typed):
                if key in "\r\n":
                    self._typed = self._typed[at + 1 :]
                    return answer
                answer = self._edited(answer, key, room)
            self._typed = ""
            wait_for_input()
            data = os.read(sys.stdin.fileno(), 4096)
            if not data:
                raise end_of_input(was_terminal=True)
            self._typed = _STEERING.sub("", decoder.decode(data))

    def _edited(self, answer: str, key: str, room: int) -> str:
        """The answer after one more key, which shows."""
        if key == "\x04" and not answer:
            raise LeftError
        if key in "\x7f\b" or key == "\x15":
            kept = "" if key == "\x15" else answer[:-1]
            gone = cell_len(answer[len(kept) :])
            self._write("\b" * gone + " " * gone + "\b" * gone)
            return kept
        if not key.isprintable() or cell_len(answer + key) > room:
            return answer
        self._write(key)
        return answer + key
