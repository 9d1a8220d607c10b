"""Programs in a pseudo-terminal."""

from __future__ import annotations

import os
import select
import signal
import sys
import termios
import time
from collections.abc import Iterable
from pathlib import Path

from rounds import NORTH_OPENS

_PATIENCE = 20.0
"""Seconds until something that does not show up is given up."""

_BARE_APP = """\
from textual.app import App
from textual.widgets import Static

class Bare(App):
    keys = 0

    def compose(self):
        yield Static("hello")

    def on_key(self):
        self.keys += 1
        self.query_one(Static).update(f"hello {self.keys}")

Bare().run()
"""
"""The least that a Textual app can be, and still show that a key was pressed."""


class Program:
    """Python running in a pseudo-terminal that answers no question, with a home of its own."""

    def __init__(self, home: Path, *arguments: str, size: tuple[int, int] = (80, 24)) -> None:
        self._terminal, inner = os.openpty()
        termios.tcsetwinsize(self._terminal, size[::-1])
        folders = {f"XDG_{name}_HOME": f"{home}/{name}" for name in ("CONFIG", "DATA", "STATE", "CACHE")}
        environment = {"HOME": str(home), "LANG": "C.UTF-8", "PATH": os.environ["PATH"], "TERM": "xterm-256color"}
        environment["COLORTERM"] = "truecolor"
        self._output = b""
        self._started = time.perf_counter()
        self.process = os.posix_spawn(
            sys.executable,
            [sys.executable, *arguments],
            environment | folders,
            # Opened by the leader of a new session, the terminal is its own: it ends with us, whatever happens here.
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, os.ttyname(inner), os.O_RDWR, 0),
                (os.POSIX_SPAWN_DUP2, 0, 1),
                (os.POSIX_SPAWN_DUP2, 0, 2),
            ],
            setsid=True,
        )
        os.close(inner)

    def _read(self, seconds: float) -> bool:
        """Read what comes within this time; whether anything came."""
        try:
            more = os.read(self._terminal, 1 << 16) if select.select([self._terminal], [], [], seconds)[0] else b""
        except OSError:  # so Linux says that nobody has the other side open
            more = b""
        self._output += more
        return bool(more)

    def wait_for(self, text: str) -> float:
        """The seconds from the start until this text was written."""
        while text.encode() not in self._output:
            if not self._read(_PATIENCE):
                raise RuntimeError(f"{text!r} never came to the screen")
        return time.perf_counter() - self._started

    def wait_for_end(self) -> tuple[float, float]:
        """The seconds that it ran, by the clock and of the processor."""
        while self._read(_PATIENCE):
            pass
        used = os.wait4(self.process, 0)[2]
        os.close(self._terminal)
        return time.perf_counter() - self._started, used.ru_utime + used.ru_stime

    def end(self) -> float:
        """End it at once; the seconds of the processor that it has used."""
        os.kill(self.process, signal.SIGKILL)
        return self.wait_for_end()[1]

    def press(self, key: str) -> float:
        """The seconds from a key, pressed when all is still, to the first byte of an answer."""
        while self._read(0.05):
            pass
        os.write(self._terminal, key.encode())
        pressed = time.perf_counter()
        if not self._read(_PATIENCE):
            raise RuntimeError(f"nothing happened on {key!r}")
        return time.perf_counter() - pressed

    def answer(self, keys: str) -> int:
        """The bytes that are written to keys pressed at once, until all is still."""
        while self._read(0.1):
            pass
        before = len(self._output)
        os.write(self._terminal, keys.encode())
        while self._read(0.2):
            pass
        return len(self._output) - before

    def has_told(self, text: str) -> bool:
        """Whether this text has been written."""
        return text.encode() in self._output

    def rest(self, seconds: float) -> None:
        """Press nothing for so long."""
        until = time.perf_counter() + seconds
        while (left := until - time.perf_counter()) > 0:
            self._read(left)

    def type(self, keys: Iterable[str]) -> None:
        """Press keys ten times a second, whatever they do."""
        for key in keys:
            os.write(self._terminal, key.encode())
            self.rest(0.1)


def table(home: Path, size: tuple[int, int] = (80, 24)) -> Program:
    """A match against bots that begins with the turn of its one person."""
    program = Program(home, "-m", "sevenrocks", "play", "--seat", "N=Anna", "--known-deal", NORTH_OPENS, size=size)
    program.wait_for("Enter")
    for _ in range(5):
        # A page that somebody must have seen goes on at a key after a silence.
        program.rest(1.2)
        if program.has_told("1-7"):
            break
        program.type(["\r"])
    program.wait_for("1-7")
    return program


def bare_app(home: Path) -> Program:
    path = home / "bare.py"
    path.write_text(_BARE_APP, "utf-8")
    return Program(home, str(path))
