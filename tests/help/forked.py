"""The program in a terminal, forked off one that has loaded it already: some ten of them start in the time of one."""

from __future__ import annotations

import copy
import fcntl
import json
import os
import re
import select
import signal
import socket
import struct
import subprocess
import sys
import termios
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pyte

from help.terminal import Screen, without_private_modes

PATIENCE = 60.0
"""Seconds after which something that a test waits for is taken not to come."""

STOPPED, GO_ON = b"[stopped]", b"fg\n"
"""What the little shell says when the program has been stopped, and what brings it back."""

_LOADED = """\
import fcntl, json, os, signal, socket, struct, sys, termios
import sevenrocks.plain
import sevenrocks.tui.app, sevenrocks.tui.director, sevenrocks.tui.driver
from sevenrocks.cli import main
from sevenrocks.tui.screens.base import Arming
from sevenrocks.tui.thumb import Thumb

Arming.DELAY = Arming.SILENCE = Thumb.SILENCE = 0.0

def take(terminal):
    os.setsid()
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)

def be_a_shell():
    \"\"\"Run what follows as a job, in the foreground, and wait for it; when it stops, for a line.\"\"\"
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    job = os.fork()
    if job == 0:
        os.setpgid(0, 0)
        os.tcsetpgrp(0, os.getpgrp())
        signal.signal(signal.SIGTTOU, signal.SIG_DFL)
        return
    while True:
        _pid, status = os.waitpid(job, os.WUNTRACED)
        os.tcsetpgrp(0, os.getpgrp())
        if not os.WIFSTOPPED(status):
            os._exit(os.waitstatus_to_exitcode(status) % 256)
        os.write(1, b"[stopped]\\r\\n")
        os.read(0, 100)
        os.tcsetpgrp(0, job)
        os.killpg(job, signal.SIGCONT)

asked = socket.socket(fileno=int(sys.argv[1]))
while request := asked.recv(65536):
    request = json.loads(request)
    if "poll" in request:
        found = os.waitid(os.P_PID, request["poll"], os.WEXITED | os.WNOHANG)
        asked.send(json.dumps(None if found is None else [found.si_code, found.si_status]).encode())
        continue
    ours, its = os.openpty()
    keys, typed = os.openpty()
    for terminal in (its, typed):
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", request["rows"], request["columns"], 0, 0))
    pid = os.fork()
    if pid == 0:
        asked.close()
        os.close(ours)
        os.close(keys)
        inputs = typed if request["split"] else its
        take(inputs if request["controls"] else its)
        for number, terminal in enumerate((inputs, its, its)):
            os.dup2(terminal, number)
        os.closerange(3, 50)
        if request["shell"]:
            be_a_shell()
        os.environ.clear()
        os.environ.update(request["environment"])
        for name, number, mode in (("stdin", 0, "r"), ("stdout", 1, "w"), ("stderr", 2, "w")):
            stream = open(number, mode, encoding="utf-8", closefd=False)
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)
        sys.argv = ["sevenrocks", *request["arguments"]]
        exec(request["plant"])
        sys.exit(main())
    os.close(its)
    os.close(typed)
    socket.send_fds(asked, [str(pid).encode()], [ours, keys])
    os.close(ours)
    os.close(keys)
"""


class Forked:
    """One loaded program, of which many can be started. A context."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asks, asked = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._process = subprocess.Popen(
            [sys.executable, "-c", _LOADED, str(asked.fileno())], pass_fds=[asked.fileno()], stdin=subprocess.DEVNULL
        )
        asked.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._asks.close()
        self._process.kill()
        self._process.wait()

    def start(self, folder: Path, *arguments: str, plant: str = "", shell: bool = False, **more: Any) -> Program:
        """Start it. `split` gives it a terminal of its own to type at, which `controls` makes that of its session."""
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "TEXTUAL"))},
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
            "HOME": str(folder),
            "XDG_STATE_HOME": str(folder / "state"),
            "XDG_CONFIG_HOME": str(folder / "config"),
            **more.pop("environment", {}),
        }
        request = {
            "rows": 24,
            "columns": 80,
            "split": False,
            "controls": False,
            "shell": shell,
            "plant": plant,
            "arguments": arguments,
            "environment": environment,
            **more,
        }
        with self._lock:
            self._asks.send(json.dumps(request).encode())
            data, fds, _flags, _address = socket.recv_fds(self._asks, 100, 2)
        return Program(self, int(data), *fds, is_split=bool(request["split"]))

    def poll(self, pid: int) -> int | None:
        """The exit code of one that was started here, or 128 and the number of the signal that ended it; None while it runs."""
        with self._lock:
            self._asks.send(json.dumps({"poll": pid}).encode())
            found = json.loads(self._asks.recv(100))
        if found is None:
            return None
        code, status = found
        return int(status) if code == os.CLD_EXITED else 128 + int(status)


class Program:
    """A program that runs, and what it has written."""

    def __init__(self, forked: Forked, pid: int, terminal: int, keys: int, *, is_split: bool) -> None:
        self._forked = forked
        self.pid = pid
        self._terminal = terminal
        self._keys = keys if is_split else os.dup(terminal)
        if not is_split:
            os.close(keys)
        self.written = b""
        self.code: int | None = None

    def send(self, keys: bytes) -> None:
        """Type."""
        os.write(self._keys, keys)

    def resize(self, rows: int, columns: int) -> None:
        """Change the size of its terminal."""
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def hang_up(self) -> None:
        """Take away the terminal that is typed at."""
        os.close(self._keys)
        self._keys = -1

    def kill(self, number: int) -> None:
        """Send it a signal."""
        os.kill(self.pid, number)

    def read(self, seconds: float = 0.05) -> bool:
        """Take in what it writes within so long; whether there was anything."""
        if not select.select([self._terminal], [], [], seconds)[0]:
            return False
        with suppress(OSError):
            data = os.read(self._terminal, 65536)
            self.written += data
            return bool(data)
        return False

    def wait_for(self, pattern: bytes, after: int = 0) -> bytes:
        """Read until it has written this, from a place of what it has written on; returns what matched."""
        deadline = time.monotonic() + PATIENCE
        while (found := re.search(pattern, self.written[after:])) is None:
            assert time.monotonic() < deadline, f"waited in vain for {pattern!r}: {self.written[after:][-3000:]!r}"
            assert self.read(0.2) or self.poll() is None, f"ended before {pattern!r}: {self.written[after:][-3000:]!r}"
        return found.group()

    def settle(self, seconds: float = 0.3) -> None:
        """Read until nothing has come for so long."""
        while self.read(seconds):
            pass

    def poll(self) -> int | None:
        """The exit code, or 128 and the number of a signal; None while it runs."""
        if self.code is None:
            self.code = self._forked.poll(self.pid)
        return self.code

    def end(self) -> int:
        """Read to the end; returns the exit code, or 128 and the number of the signal that ended it."""
        deadline = time.monotonic() + PATIENCE
        while self.poll() is None:
            assert time.monotonic() < deadline, f"it does not end: {self.written[-2000:]!r}"
            self.read()
        while self.read(0.0):
            pass
        assert self.code is not None
        return self.code

    def close(self) -> None:
        """End it, whatever it does."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)
        for fd in (self._terminal, self._keys):
            with suppress(OSError):
                os.close(fd)


class Glass(Screen, pyte.HistoryScreen):
    """What somebody sees of a terminal: its rows, and what has been scrolled out of them."""

    def __init__(self, *, knows_alternate: bool, rows: int = 24, columns: int = 80) -> None:
        """Without the alternate screen nothing is cleared from what has been scrolled out either, and a cleared screen goes there."""
        super().__init__(columns, rows, 100_000)
        self._knows_alternate = knows_alternate
        self._kept: tuple[list[str], int, int] | None = None
        self._stream = pyte.ByteStream(self)

    __getattribute__ = object.__getattribute__  # nobody turns pages here, for which pyte looks at every call

    def erase_in_display(self, how: int = 0, *more: object, **named: object) -> None:
        """Clear; what is cleared at once is not forgotten."""
        if how == 2 and not self._knows_alternate:
            self.history.top.extend(copy.copy(self.buffer[row]) for row in range(self.lines))
        if how != 3 or self._knows_alternate:
            super().erase_in_display(how, *more, **named)

    def feed(self, data: bytes) -> None:
        """Take in what the program writes."""
        for part in re.split(rb"(\x1b\[\?1049[hl])", data):
            if part == b"\x1b[?1049h" and self._knows_alternate and self._kept is None:
                self._kept = list(self.display), self.cursor.x, self.cursor.y
                super().erase_in_display(2)
            elif part == b"\x1b[?1049l" and self._kept is not None:
                rows, x, y = self._kept
                self._kept = None
                super().erase_in_display(2)
                for number, row in enumerate(rows, 1):
                    self.cursor_position(number, 1)
                    self.draw(row)
                self.cursor_position(y + 1, x + 1)
            else:
                self._stream.feed(without_private_modes(part))

    def scrolled_away(self) -> str:
        """What has been scrolled out."""
        return "\n".join("".join(row[column].data for column in sorted(row)) for row in self.history.top)

    def text(self) -> str:
        """All that can be seen, with what has been scrolled out."""
        return "\n".join([self.scrolled_away(), *self.display])
