"""The real program in a pseudo-terminal, with a screen to read and every frame that it has drawn."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect
import pyte

from chosen import chosen

PATIENCE = 30.0
"""Seconds after which something that a test waits for is taken not to come."""


_ASKS_FOR_FRAMES, _KNOWS_FRAMES = b"\x1b[?2026$p", b"\x1b[?2026;2$y"
"""Whether the terminal can draw a frame at once (synchronized output), and the answer that it can."""


class Terminal:
    """The program running in a terminal of so many columns and rows."""

    def __init__(
        self, folder: Path, *arguments: str, size: tuple[int, int], environment: dict[str, str], cwd: Path | None
    ) -> None:
        width, height = size
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("LC_", "LANG", "TEXTUAL", "COLUMNS", "LINES"))
        }
        env = kept | {
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "LANG": "C.UTF-8",
            "HOME": str(folder),
            "XDG_STATE_HOME": str(folder / "state"),
            "XDG_CONFIG_HOME": str(folder / "config"),
        }
        self.frames: list[str] = []
        self.written = b""
        self._rest = b""
        self.watch: Callable[[str], None] = lambda _frame: None
        self.screen = pyte.Screen(width, height)
        self._stream = pyte.ByteStream(self.screen)
        self.process = pexpect.spawn(
            sys.executable,
            ["-m", "sevenrocks", *arguments],
            dimensions=(height, width),
            env=env | environment,
            timeout=PATIENCE,
            cwd=cwd,
        )

    @property
    def text(self) -> str:
        """What is on the screen."""
        return "\n".join(row.rstrip() for row in self.screen.display)

    def read(self, seconds: float = 0.05) -> bool:
        """Take in what the program writes within so many seconds. False once it has ended."""
        try:
            data = self.process.read_nonblocking(65536, seconds)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.written += data
        if _ASKS_FOR_FRAMES in data:
            self.process.send(_KNOWS_FRAMES)
        # A frame is complete where the program says so; what it writes outside of frames is drawn as it comes.
        *whole, self._rest = re.split(rb"(?<=\x1b\[\?2026l)", self._rest + data)
        if b"\x1b[?2026h" not in self._rest:
            whole, self._rest = [*whole, self._rest], b""
        for part in whole:
            if part:
                self._stream.feed(_without_private_modes(part))
                frame = self.text
                self.frames.append(frame)
                self.watch(frame)
        return True

    def wait_for(self, pattern: str) -> str:
        """Read until the screen matches; returns what matched."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            found = re.search(pattern, self.text)
            if found is not None:
                return found.group()
            if not self.read():
                break
        raise AssertionError(f"waited in vain for {pattern!r}\n{self.text}")

    def settle(self, seconds: float = 0.3) -> None:
        """Read until nothing has come for a while."""
        quiet = time.monotonic() + seconds
        while time.monotonic() < quiet:
            before = len(self.written)
            if not self.read():
                return
            if len(self.written) > before:
                quiet = time.monotonic() + seconds

    def send(self, keys: str | bytes) -> None:
        """Type."""
        self.process.send(keys)

    def kill(self, number: signal.Signals) -> None:
        """Send the program a signal."""
        os.kill(self.process.pid, number)

    def end(self) -> int:
        """Read to the end; returns the exit code, or 128 and the number of the signal that ended it."""
        deadline = time.monotonic() + PATIENCE
        while self.read() and time.monotonic() < deadline:
            pass
        self.process.close()
        exit_code, number = self.process.exitstatus, self.process.signalstatus
        return int(exit_code) if number is None else 128 + int(number)


def _without_private_modes(data: bytes) -> bytes:
    """Drop what the emulator does not know: it would draw parts of it."""
    return re.sub(rb"\x1b\[[<>=?][0-9;$]*[a-zA-Z]|\x1b\[[0-9;]*[tq$]p?|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)", b"", data)


@contextmanager
def terminal(
    folder: Path,
    *arguments: str,
    size: tuple[int, int] = (80, 24),
    environment: dict[str, str] | None = None,
    cwd: Path | None = None,
) -> Iterator[Terminal]:
    """A terminal that is closed in the end, whatever happens."""
    running = Terminal(folder, *arguments, size=size, environment=environment or {}, cwd=cwd)
    try:
        yield running
    finally:
        running.process.close(force=True)


def settings(folder: Path, text: str = chosen(bot_speed="instant")) -> None:
    """Put settings where the program will find them."""
    path = folder / "config" / "sevenrocks" / "settings.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
