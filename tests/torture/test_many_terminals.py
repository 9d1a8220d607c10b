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
from itertools import product
from pathlib import Path

import pexpect
import pytest
from rich.console import COLOR_SYSTEMS

from help.effort import LONG, cases, seeded
from help.playing import app_in, choosing_table, screen_text, start
from help.terminal import HAND, LIFTED, MENU, PATIENCE, Terminal, is_restored, settings, terminal
from sevenrocks.tui.app import RocksApp
from sevenrocks.tui.screens.base import Arming

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are a POSIX matter")

ALONE = ("play", "--known-deal", "x", "--seat", "N=Anna")

NAMES = ("Anna", "Bartek", "Clara", "Dieter")

IN_TURN = r"Your turn|You open|press K to knock"

SEEN = max(Arming.DELAY, Arming.SILENCE) + 0.1
"""Seconds after which a page that somebody must have seen goes on."""

TOO_SMALL = "needs"


def end(running: Terminal) -> None:
    """Quit, as one can everywhere; the terminal is as it was."""
    running.send(b"\x11")
    assert running.end() == 0
    assert is_restored(running.written)
    assert b"Traceback" not in running.written


# ---- sizes

SIZES = (
    ((1, 1), r"S", MENU),
    ((20, 3), r"Seven Rocks needs", MENU),
    ((79, 24), r"needs 80 columns and 24 rows; this window has 79 and 24", MENU),
    ((80, 23), r"needs 80 columns and 24 rows; this window has 80 and 23", MENU),
    ((400, 200), rf"{MENU}(?s:.*)N  New match(?s:.*)Q quit", TOO_SMALL),
    ((80, 24), rf"{MENU}(?s:.*)N  New match(?s:.*)Q quit", TOO_SMALL),
)
"""Sizes of a terminal, what is on the screen there, and what is not."""


def test_the_menu_is_whole_or_asks_for_room_at_every_size_that_a_terminal_begins_with_or_gets(tmp_path: Path) -> None:
    rng = seeded("sizes of terminals")
    settings(tmp_path)
    for first in rng.sample(SIZES, cases(1, len(SIZES))):
        others = rng.sample(SIZES, len(SIZES))
        with terminal(tmp_path, size=first[0]) as running:
            for size, shown, hidden in (first, *others, SIZES[-1]):
                if size != (running.screen.columns, running.screen.lines):
                    running.screen.resize(*reversed(size))
                    running.screen.erase_in_display(2)
                    running.process.setwinsize(*reversed(size))
                running.wait_for(shown)
                running.settle(0.1)
                assert not re.search(hidden, running.text), f"from {first[0]} to {size}\n{running.text}"
            end(running)


# ---- streams that are no terminal

CLOSED = (
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
)
"""What is closed, the command, whether all else is a terminal, and how many lines can be told then."""


def test_without_a_terminal_or_with_streams_closed_it_says_so_and_ends() -> None:
    for how, arguments, in_terminal, lines in seeded("closed streams").sample(CLOSED, cases(3, len(CLOSED))):
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
        assert last == "exit 2", command
        assert len(said) == lines, command
        assert all("must not be redirected" in line for line in said)
        assert b"\x1b" not in told


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
def test_what_cannot_be_written_is_told_in_one_line() -> None:
    for arguments in (["--help"], ["--version"], ["play", "--help"], ["show", "--help"]):
        with Path("/dev/full").open("w") as full:
            command = [sys.executable, "-m", "sevenrocks", *arguments]
            ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=60)
        assert ran.returncode == 2, arguments
        assert ran.stderr == "sevenrocks: No space left on device\n"


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


def seconds_used(pid: int) -> float:
    """The time that a process has had of a core."""
    figures = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(figures[11]) + int(figures[12])) / os.sysconf("SC_CLK_TCK")


def share_used(pid: int, fd: int, seconds: float) -> float:
    """The share of a core that a process takes for so long, while what it writes is read."""
    before, since = seconds_used(pid), time.monotonic()
    while time.monotonic() < since + seconds:
        if select.select([fd], [], [], 0.1)[0]:
            os.read(fd, 65536)
    return (seconds_used(pid) - before) / (time.monotonic() - since)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the time used is read from /proc")
def test_at_rest_it_takes_hardly_any_time_and_it_ends_when_its_terminal_goes_away(tmp_path: Path) -> None:
    rng = seeded("terminals that go away")
    commands: tuple[tuple[tuple[str, ...], bytes], ...] = (((), b"New match"), (ALONE, b"who opens?"))
    # The terminal is that of its session, or another one.
    ways = [*zip(commands, rng.sample([True, False], 2), strict=True)]
    if LONG:
        ways = [*product(commands, [True, False])]
    for (arguments, shown), in_session in ways:
        with started(tmp_path, *arguments, in_session=in_session) as (process, ours):
            read_until(ours, shown)
            share_used(process.pid, ours, 0.4)
            share = share_used(process.pid, ours, 1.0)
            assert share < 0.1, f"{arguments}: it takes {share:.0%} of a core at rest"
            os.close(ours)
            used, deadline = seconds_used(process.pid), time.monotonic() + 10
            while process.poll() is None and time.monotonic() < deadline:
                time.sleep(0.02)
            if process.poll() is None:
                more = seconds_used(process.pid) - used
                pytest.fail(f"10 seconds after its terminal it is still there, and took {more:.1f} seconds of a core")


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


WHAT_IT_IS: tuple[tuple[dict[str, str], Callable[[set[tuple[int, ...]]], bool]], ...] = (
    ({"TERM": "xterm-256color", "COLORTERM": ""}, are_256),
    ({"TERM": "xterm-16color", "COLORTERM": ""}, are_sixteen),
    ({"TERM": "nonsense", "COLORTERM": ""}, are_sixteen),
    ({"TERM": "unset", "COLORTERM": ""}, are_sixteen),
    ({"TERM": "linux", "COLORTERM": ""}, are_sixteen),
    ({"NO_COLOR": "1"}, are_greys),
    ({"NO_COLOR": "1", "TERM": "vt100", "COLORTERM": "", "LANG": "C"}, are_greys),
)
"""Environments, and which colours a terminal has that is told by them."""


def in_colour(app: RocksApp) -> bytes:
    """The colours on the screen as the app's console would write them; Rich keeps those of another console for a style."""
    system = COLOR_SYSTEMS[app.console.color_system or "standard"]
    styles = {segment.style for strip in app.screen._compositor.render_strips() for segment in strip if segment.style}
    written = ""
    for style in styles:
        for colour, of_text in ((style.color, True), (style.bgcolor, False)):
            if colour is not None:
                codes = colour.downgrade(system).get_ansi_codes(foreground=of_text)
                written += f"\x1b[{';'.join(codes)}m"
    return written.encode()


def is_a_table(text: str, *, is_ascii: bool) -> bool:
    """Whether there is a hand on the screen, and the score."""
    tile = r"\|\d\|\d\|" if is_ascii else HAND
    return re.search(rf"(?:{tile}\s+){{4}}", text) is not None and "to go" in text


@pytest.mark.usefixtures("no_arming")
@pytest.mark.parametrize(
    ("environment", "are_right"),
    WHAT_IT_IS,
    ids=lambda value: value.__name__ if callable(value) else str(value),
)
async def test_whatever_the_terminal_is_the_table_is_drawn_in_colours_it_has(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    are_right: Callable[[set[tuple[int, ...]]], bool],
) -> None:
    usual = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
    for name, value in (usual | environment).items():
        monkeypatch.setenv(name, value)
    if environment.get("TERM") == "unset":
        monkeypatch.delenv("TERM")
    is_ascii = environment.get("LANG") == "C" or environment.get("TERM") == "linux"
    app = app_in(tmp_path, start(*NAMES), characters="auto")
    async with app.run_test(size=(80, 24)) as pilot:
        await choosing_table(pilot)
        assert is_a_table(screen_text(app), is_ascii=is_ascii), screen_text(app)
        assert screen_text(app).isascii() == is_ascii
        found = colours(in_colour(app))
    assert are_right(found), f"{len(found)} colours: {sorted(found)[:20]}"


def test_the_program_writes_the_colours_that_its_terminal_has(tmp_path: Path) -> None:
    settings(tmp_path)
    for environment, are_right in seeded("colours").sample(WHAT_IT_IS, cases(1, len(WHAT_IT_IS))):
        is_ascii = environment.get("LANG") == "C" or environment.get("TERM") == "linux"
        with terminal(tmp_path, *ALONE, environment=environment) as running:
            if environment.get("TERM") == "unset":
                spawn_without_term(running)
            running.wait_for(r"who opens\?")
            running.settle(SEEN)
            running.send("\r")
            running.wait_for(IN_TURN)
            running.settle(0.1)
            assert is_a_table(running.text, is_ascii=is_ascii), running.text
            assert running.written.isascii() == is_ascii
            end(running)
            found = colours(running.written)
            assert are_right(found), f"{environment}: {len(found)} colours: {sorted(found)[:20]}"


def spawn_without_term(running: Terminal) -> None:
    """Start the same program anew where TERM is not even set."""
    usual = running.process
    usual.close(force=True)
    env = {name: value for name, value in usual.env.items() if name != "TERM"}
    running.process = pexpect.spawn(usual.command, usual.args[1:], dimensions=(24, 80), env=env, timeout=PATIENCE)


def test_play_at_a_dumb_terminal_is_played_in_lines(tmp_path: Path) -> None:
    with terminal(tmp_path, *ALONE, environment={"TERM": "dumb"}) as running:
        running.wait_for("your tile|you knock")
        # Python takes no notice of a Ctrl+C between its prompt and the moment in which it begins to wait for a line.
        running.settle(0.1)
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
            time.sleep(SEEN)
            assert tmux("display", "-p", flags).split()[:3] == ["1", "1", "0"]
            tmux("send-keys", "Enter")
            shown = tmux.wait_for(IN_TURN)
            assert re.search(r"NS +-?\d+.* 250 to go", shown), shown
            assert re.search(rf"(?:{HAND}\s+){{4}}", shown), shown
            assert len(shown.splitlines()) == 24
            tmux("send-keys", "1")
            tmux.wait_for(LIFTED)
            tmux("resize-window", "-x", "120", "-y", "40")
            shown = tmux.wait_for(r"NS +-?\d+.* 250 to go +Anna and Clara(?s:.*)Q leave")
            assert re.search(LIFTED, shown), "what is chosen stays chosen"
            tmux("resize-window", "-x", "60", "-y", "20")
            shown = tmux.wait_for(r"this window has\s+60 and\s+20")
            assert not re.search(HAND, shown), shown
            tmux("resize-window", "-x", "80", "-y", "24")
            tmux.wait_for(rf"{HAND}(?s:.*)Q leave")
            tmux("send-keys", "C-q")
            shown = tmux.wait_for(r"exit \d")
            assert "exit 0" in shown
            assert tmux("display", "-p", flags).split()[:3] == ["0", "0", "1"]
            assert not re.search(r"\d│\d|to go", shown), f"nothing of the match stays in the window\n{shown}"
        finally:
            tmux("kill-server")
