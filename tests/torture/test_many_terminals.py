"""What the program does in each kind of terminal, and where there is none: written down as tables, and checked.

What the suite has elsewhere (one redirected stream, TERM=dumb, locales, windows that change their size) is not repeated here.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest

from terminal import PATIENCE, Terminal, settings, terminal
from test_terminal import is_restored

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are a POSIX matter")

ALONE = ("play", "--known-deal", "x", "--seat", "N=Anna")

IN_TURN = r"Your turn|You open|press K to knock"

TOO_SMALL, MENU = r"\A\s*S|Seven Rocks\s+needs|S[a-z ]+needs", r"S E V E N"


def end(running: Terminal) -> None:
    """Quit, as one can everywhere; the terminal is as it was."""
    running.send(b"\x11")
    assert running.end() == 0
    assert is_restored(running.written)
    assert b"Traceback" not in running.written


# ---- sizes to start in


@pytest.mark.parametrize(
    ("size", "shown", "hidden"),
    [
        ((1, 1), r"S", MENU),
        ((20, 3), r"Seven Rocks needs", MENU),
        ((79, 24), r"needs 80 columns and 24 rows; here are 79 and 24", MENU),
        ((80, 23), r"needs 80 columns and 24 rows; here are 80 and 23", MENU),
        ((80, 24), r"S E V E N(?s:.*)N  New match(?s:.*)Q quit", TOO_SMALL),
        ((400, 200), r"S E V E N(?s:.*)N  New match(?s:.*)Q quit", TOO_SMALL),
    ],
    ids=str,
)
def test_the_menu_is_whole_or_asks_for_room(tmp_path: Path, size: tuple[int, int], shown: str, hidden: str) -> None:
    settings(tmp_path)
    with terminal(tmp_path, size=size) as running:
        running.wait_for(shown)
        running.settle(0.2)
        if hidden == MENU:
            assert not re.search(hidden, running.text), running.text
            # Once there is room the game is there.
            running.screen.resize(24, 80)
            running.process.setwinsize(24, 80)
            running.wait_for("New match")
        end(running)


# ---- streams that are no terminal


@pytest.mark.parametrize(
    ("how", "arguments", "in_terminal", "lines"),
    [
        ("<&-", "", True, 1),
        ("<&-", "play", True, 1),
        (">&-", "", True, 1),
        ("2>&-", "", True, 1),
        ("<&- >&-", "play", True, 1),
        ("<&- >&- 2>&-", "", True, 0),
        ("<&-", "", False, 1),
        ("<&-", "play", False, 1),
        ("2>&-", "", False, 1),
        ("<&- >&-", "", False, 1),
        ("<&- >&- 2>&-", "play", False, 0),
        ("", "", False, 1),
    ],
)
def test_without_a_terminal_or_with_streams_closed_it_says_so_and_ends(
    how: str, arguments: str, lines: int, *, in_terminal: bool
) -> None:
    command = f"{sys.executable} -m sevenrocks {arguments} {how}; echo exit $?"
    if in_terminal:
        told, _status = pexpect.run(f"/bin/sh -c '{command}'", timeout=30, withexitstatus=True)
    else:
        ran = subprocess.run(
            ["/bin/sh", "-c", command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=30,
            check=False,
            start_new_session=True,
        )
        told = ran.stdout
    *said, last = told.decode().splitlines()
    assert last == "exit 2"
    assert len(said) == lines, said
    assert all("must not be redirected" in line for line in said)
    assert b"\x1b" not in told


# ---- a terminal that goes away


@contextlib.contextmanager
def started(folder: Path, *arguments: str, in_session: bool) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The program in a terminal that is, or is not, that of its session; only of its own one it hears a hang-up."""
    settings(folder)
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    take = f"import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0) if {in_session} else None; "
    run = "from sevenrocks.cli import main; sys.exit(main(sys.argv[1:]))"
    process = subprocess.Popen(
        [sys.executable, "-c", take + run, *arguments],
        stdin=its,
        stdout=its,
        stderr=its,
        start_new_session=True,
        env={
            **os.environ,
            "TERM": "xterm-256color",
            "HOME": str(folder),
            "XDG_STATE_HOME": str(folder / "state"),
            "XDG_CONFIG_HOME": str(folder / "config"),
        },
    )
    os.close(its)
    try:
        yield process, ours
    finally:
        with contextlib.suppress(OSError):
            os.close(ours)
        process.kill()
        process.wait()


def read_until(fd: int, wanted: bytes) -> None:
    """Read until this has come."""
    read, deadline = b"", time.monotonic() + PATIENCE
    while wanted not in read:
        assert time.monotonic() < deadline, f"waited in vain for {wanted!r}"
        if select.select([fd], [], [], 0.1)[0]:
            read += os.read(fd, 65536)


def read_for(running: Terminal, seconds: float) -> None:
    """Read so long, whether or not anything comes."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        running.read()


def seconds_used(pid: int) -> float:
    """The time that a process has had of a core."""
    figures = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(figures[11]) + int(figures[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize(("arguments", "shown"), [((), b"New match"), (ALONE, b"who opens?")], ids=["menu", "play"])
@pytest.mark.parametrize("in_session", [True, False], ids=["that of its session", "another one"])
def test_when_its_terminal_goes_away_it_ends(
    tmp_path: Path, arguments: tuple[str, ...], shown: bytes, *, in_session: bool
) -> None:
    with started(tmp_path, *arguments, in_session=in_session) as (process, ours):
        read_until(ours, shown)
        os.close(ours)
        used, deadline = seconds_used(process.pid), time.monotonic() + 10
        while process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.1)
        if process.poll() is None:
            more = seconds_used(process.pid) - used
            pytest.fail(f"10 seconds after its terminal it is still there, and took {more:.1f} seconds of a core")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the time used is read from /proc")
def test_at_rest_it_takes_hardly_any_time(tmp_path: Path) -> None:
    settings(tmp_path)
    with terminal(tmp_path, *ALONE) as running:
        running.wait_for(r"who opens\?")
        read_for(running, 0.5)
        before, since = seconds_used(running.process.pid), time.monotonic()
        read_for(running, 1.5)
        used = seconds_used(running.process.pid) - before
        share = used / (time.monotonic() - since)
        assert share < 0.1, f"it takes {share:.0%} of a core at rest"
        end(running)


# ---- what a terminal says that it is


def colours(written: bytes) -> set[tuple[int, ...]]:
    """The colours of text and ground: three numbers each, or one where it is out of a palette."""
    found = set()
    for style in re.findall(rb"\x1b\[([0-9;]+)m", written):
        numbers = [int(number) for number in style.split(b";") if number]
        while numbers:
            number, *numbers = numbers
            if number in (38, 48):
                kind, *numbers = numbers
                taken = 3 if kind == 2 else 1
                found.add(tuple(numbers[:taken]))
                numbers = numbers[taken:]
            elif number // 10 in (3, 4, 9, 10) and number % 10 <= 7:
                found.add((number % 10 + 8 * (number >= 90),))
    return found


def are_sixteen(found: set[tuple[int, ...]]) -> bool:
    return bool(found) and all(len(colour) == 1 and colour[0] < 16 for colour in found)


def are_256(found: set[tuple[int, ...]]) -> bool:
    return bool(found) and all(len(colour) == 1 for colour in found) and not are_sixteen(found)


def are_greys(found: set[tuple[int, ...]]) -> bool:
    return all(len(set(colour)) == 1 for colour in found)


@pytest.mark.parametrize(
    ("environment", "are_right"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": ""}, are_256),
        ({"TERM": "xterm-16color", "COLORTERM": ""}, are_sixteen),
        ({"TERM": "nonsense", "COLORTERM": ""}, are_sixteen),
        ({"TERM": "unset", "COLORTERM": ""}, are_sixteen),
        ({"NO_COLOR": "1"}, are_greys),
        ({"NO_COLOR": "1", "TERM": "vt100", "COLORTERM": "", "LANG": "C"}, are_greys),
    ],
    ids=lambda value: value.__name__ if callable(value) else str(value),
)
def test_whatever_the_terminal_is_the_table_is_drawn_in_colours_it_has(
    tmp_path: Path, environment: dict[str, str], are_right: Callable[[set[tuple[int, ...]]], bool]
) -> None:
    settings(tmp_path)
    is_ascii = environment.get("LANG") == "C"
    with terminal(tmp_path, *ALONE, environment=environment) as running:
        if environment.get("TERM") == "unset":
            spawn_without_term(running)
        running.wait_for(r"who opens\?")
        running.send("\r")
        running.wait_for(IN_TURN)
        running.settle(0.2)
        tiles = r"(?:\|\d\|\d\|)" if is_ascii else r"(?:│\d│\d│)"
        assert re.search(rf"(?:{tiles}\s+){{4}}", running.text), running.text
        assert "to go" in running.text
        assert running.written.isascii() == is_ascii
        end(running)
        found = colours(running.written)
        assert are_right(found), f"{len(found)} colours: {sorted(found)[:20]}"


def spawn_without_term(running: Terminal) -> None:
    """Start the same program anew where TERM is not even set."""
    usual = running.process
    usual.close(force=True)
    env = {name: value for name, value in usual.env.items() if name != "TERM"}
    running.process = pexpect.spawn(usual.command, usual.args[1:], dimensions=(24, 80), env=env, timeout=PATIENCE)


def test_play_at_a_dumb_terminal_is_played_in_lines(tmp_path: Path) -> None:
    with terminal(tmp_path, *ALONE, environment={"TERM": "dumb"}) as running:
        running.wait_for("your tile|you knock|commitment")
        running.send(b"\x03")
        assert running.end() == 130
        assert b"\x1b" not in running.written
        assert b"Traceback" not in running.written


# ---- tmux


class Tmux:
    """A server of its own, with one window in which the program runs."""

    def __init__(self, folder: Path, sockets: str) -> None:
        self._env = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("TMUX", "LC_", "COLORTERM", "COLUMNS", "LINES"))
        } | {
            "TMUX_TMPDIR": sockets,
            "LANG": "C.UTF-8",
            "HOME": str(folder),
            "XDG_STATE_HOME": str(folder / "state"),
            "XDG_CONFIG_HOME": str(folder / "config"),
        }

    def __call__(self, *arguments: str) -> str:
        """Give tmux a command; returns what it says."""
        ran = subprocess.run(
            ["tmux", "-L", "rocks", "-f", "/dev/null", "-u", *arguments],  # noqa: S607, wherever it is
            env=self._env,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        return ran.stdout

    def wait_for(self, pattern: str) -> str:
        """Wait until the window matches; returns all that is in it."""
        deadline, shown = time.monotonic() + PATIENCE, ""
        while time.monotonic() < deadline:
            shown = self("capture-pane", "-p")
            if re.search(pattern, shown):
                return shown
            time.sleep(0.05)
        raise AssertionError(f"waited in vain for {pattern!r}\n{shown}")


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
def test_in_tmux_the_table_is_drawn_follows_the_window_and_leaves_it_in_order(tmp_path: Path) -> None:
    settings(tmp_path)
    flags = "#{alternate_on} #{mouse_any_flag} #{cursor_flag} #{keypad_flag}"
    # The path of a socket may be no longer than some hundred characters.
    with tempfile.TemporaryDirectory(prefix="rocks") as sockets:
        tmux = Tmux(tmp_path, sockets)
        command = f"{sys.executable} -m sevenrocks {' '.join(ALONE)}; echo exit $?; sleep 1000"
        try:
            tmux("new-session", "-d", "-x", "80", "-y", "24", "/bin/sh", "-c", command)
            tmux.wait_for(r"who opens\?")
            assert tmux("display", "-p", flags).split()[:3] == ["1", "1", "0"]
            tmux("send-keys", "Enter")
            shown = tmux.wait_for(IN_TURN)
            assert re.search(r"NS +-?\d+ 250 to go", shown), shown
            assert re.search(r"(?:│\d│\d│\s+){4}", shown), shown
            assert len(shown.splitlines()) == 24
            tmux("send-keys", "1")
            tmux.wait_for(">1<")
            tmux("resize-window", "-x", "120", "-y", "40")
            shown = tmux.wait_for(r"NS Anna and Clara +-?\d+ 250 to go(?s:.*)Q leave")
            assert ">1<" in shown, "what is chosen stays chosen"
            tmux("resize-window", "-x", "60", "-y", "20")
            shown = tmux.wait_for(r"here are 60 and\s+20")
            assert not re.search(r"│\d│\d│", shown), shown
            tmux("resize-window", "-x", "80", "-y", "24")
            tmux.wait_for(r"│\d│\d│(?s:.*)Q leave")
            tmux("send-keys", "C-q")
            shown = tmux.wait_for(r"exit \d")
            assert "exit 0" in shown
            assert tmux("display", "-p", flags).split()[:3] == ["0", "0", "1"]
            assert not re.search(r"\d│\d|to go", shown), f"nothing of the match stays in the window\n{shown}"
        finally:
            tmux("kill-server")
