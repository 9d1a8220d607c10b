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
from typing import Any, ClassVar

import pexpect
import pyte
from pyte.screens import wcwidth

from help.chosen import chosen
from sevenrocks.engine.tiles import Tile
from sevenrocks.learning.met import Met, Sign

COVER = (
    r"(?:pass the screen to|the match goes on with)(?s:.*?)"
    r"\b(?:seat [NESW], partner of|[NESW] shows these tiles|press [NESW] once more)"
)
"""What a cover says, with the seat that it asks for, or its key after another one: the name between is drawn in large letters."""

LIFTED = r"[▲^][1-7×x]"
"""What stands below the tile of a hand that is chosen: its number, or a ring where it cannot be placed."""

RESULT = "The best counts"
"""What the end of a match alone tells."""

MENU = "the partnership domino game"
"""What the menu alone tells: the name of the game is drawn above it."""

HAND = r"[│▐]\d│\d[│▌]"
"""A tile of a hand in the smallest terminal, as a block or as a box of lines."""

PATIENCE = 30.0
"""Seconds after which something that a test waits for is taken not to come."""


_ASKS_FOR_FRAMES, _KNOWS_FRAMES = b"\x1b[?2026$p", b"\x1b[?2026;2$y"
"""Whether the terminal can draw a frame at once (synchronized output), and the answer that it can."""


class Screen(pyte.Screen):
    """Draws what takes one cell for each character as pyte does, but faster."""

    _memo: ClassVar[dict[tuple[Any, str], Any]] = {}

    def draw(self, data: str) -> None:
        """Draw a text where the cursor is."""
        at = self.cursor.x
        is_plain = not self.charset and pyte.modes.IRM not in self.mode and all(wcwidth(one) == 1 for one in data)
        if not is_plain or at + len(data) > self.columns:
            super().draw(data)
            return
        attributes, line, memo = self.cursor.attrs, self.buffer[self.cursor.y], self._memo
        for column, character in enumerate(data, at):
            key = attributes, character
            if key not in memo:
                memo[key] = attributes._replace(data=character)
            line[column] = memo[key]
        self.cursor.x = at + len(data)
        self.dirty.add(self.cursor.y)


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
        self.screen = Screen(width, height)
        self._stream = pyte.ByteStream(self.screen)
        self._rows: list[str] = []
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
        """What is on the screen. Rows that nothing was written to since are not put together again."""
        screen = self.screen
        if len(self._rows) != screen.lines:
            self._rows = [""] * screen.lines
            screen.dirty.update(range(screen.lines))
        for number in screen.dirty.intersection(range(screen.lines)):
            row = screen.buffer[number]
            self._rows[number] = "".join([row[at].data for at in range(screen.columns)]).rstrip()
        screen.dirty.clear()
        return "\n".join(self._rows)

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
                self._stream.feed(without_private_modes(part))
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


def seat_asked(words: str) -> str:
    """The letter of the seat that a cover asks for."""
    ((asked, own, again),) = re.findall(r"\bseat ([NESW]), |\b([NESW]) shows |\bpress ([NESW]) ", words)
    return str(asked or own or again)


def without_private_modes(data: bytes) -> bytes:
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


def settings(folder: Path, text: str = chosen(bot_speed="instant"), *, is_newcomer: bool = False) -> None:
    """Put settings where the program will find them; whoever plays has met all signs of the table, unless that `is_newcomer`."""
    path = folder / "config" / "sevenrocks" / "settings.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    if not is_newcomer:
        Met(folder / "state" / "sevenrocks").meet(Sign)


RESTORED = (b"\x1b[?1049l", b"\x1b[?1000l", b"\x1b[?1003l", b"\x1b[?25h")
"""The end of the alternate screen and of mouse reports, and the cursor."""


def is_restored(written: bytes) -> bool:
    """Whether each mode that was switched on has been switched off after that."""
    return all(
        written.rfind(off) > written.rfind(off[:-1] + (b"l" if off.endswith(b"h") else b"h")) for off in RESTORED
    )


def modes_left_on(written: bytes) -> set[str]:
    """The modes of the terminal that are not as a shell expects them."""
    last: dict[str, str] = {"25": "h", "7": "h"}
    for numbers, state in re.findall(rb"\x1b\[\?([0-9;]+)([hl])", written):
        last |= dict.fromkeys(numbers.decode().split(";"), state.decode())
    left = {number for number, state in last.items() if state != ("h" if number in {"25", "7"} else "l")}
    depth = 0
    for sign in re.findall(rb"\x1b\[([<>=])[0-9;]*u", written):
        depth += {b">": 1, b"<": -1, b"=": 0}[sign]
    return left | ({"kitty keyboard"} if depth else set())


def is_shown(tile: Tile, frame: str) -> bool:
    """Whether a tile stands anywhere, drawn or written, either way round."""
    return any(
        f"{one}{bar}{other}" in frame
        for one, other in ((tile.low, tile.high), (tile.high, tile.low))
        for bar in ("│", "|", "*")
    )
