"""By no way out of the game, and in no terminal, does a hand stay to be read.

Four people share the screen, and the hand of the one in turn is open. Each way to leave, to stop, or to pass the screen on is
taken in both faces; what has been written is shown by two terminals: one as usual, and one that knows no alternate screen and
keeps all that has been scrolled or cleared.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from help.chosen import chosen
from help.effort import LONG, cases, seeded
from help.forked import GO_ON, STOPPED, Forked, Glass, Program
from help.terminal import MENU, is_shown, modes_left_on, settings
from sevenrocks.engine.deal import deal_hands, known_seed
from sevenrocks.engine.seats import Seat
from sevenrocks.engine.tiles import Tile
from sevenrocks.terminal import ending_signals

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are a POSIX matter")

DEAL = "x"
HAND = deal_hands(known_seed(DEAL), 1)[Seat.W]
"""The hand of Dieter, who opens."""
FOUR = (
    "play",
    *(f"--seat={seat}={name}" for seat, name in zip("NESW", ("Anna", "Bartek", "Clara", "Dieter"), strict=True)),
)
FULL, LINES = (*FOUR, "--known-deal", DEAL), (*FOUR, "--known-deal", DEAL, "--plain")

DRAWN = {Tile(0, 2), Tile(6, 6)}
"""Those of his tiles that have been drawn, which everyone has seen."""

FIVES = b"5(?:\x1b\\[[0-9;]*m)*(?:\xe2\x94\x82|\\|)(?:\x1b\\[[0-9;]*m)*5"
"""One of his tiles, as it is written: each half in its own colour."""

TERMINALS = {"as usual": True, "no alternate screen": False}


@dataclass(frozen=True)
class Way:
    """A way to leave, to stop or to pass the screen on."""

    take: Callable[[Program], None]
    code: int
    """The exit code."""
    how: dict[str, Any] = field(default_factory=dict)
    """How the program is started for it."""
    also_shown: frozenset[Tile] = frozenset()
    """The tiles that it shows everyone."""


def typed(*keys: bytes) -> Callable[[Program], None]:
    """These keys, each after what the program has to say to the one before."""

    def take(program: Program) -> None:
        for number, key in enumerate(keys):
            if number:
                program.settle()
            program.send(key)

    return take


def signalled(number: int) -> Callable[[Program], None]:
    return lambda program: program.kill(number)


def stopped(key: bytes | None, again: bytes, hidden: bytes, leave: bytes) -> Callable[[Program], None]:
    """Stopped by a key or by a signal to it; what is seen then is looked at, and the program ended once it is back."""

    def take(program: Program) -> None:
        if key is None:
            job = max(int(pid) for pid in Path(f"/proc/{program.pid}/task/{program.pid}/children").read_text().split())
            os.kill(job, signal.SIGTSTP)
        else:
            program.send(key)
        program.wait_for(re.escape(STOPPED))
        seen(program, "stopped")
        at = len(program.written)
        program.send(GO_ON)
        program.wait_for(hidden, at)
        program.settle()
        seen(program, "back")
        program.send(again)
        program.wait_for(FIVES, at)
        program.send(leave)

    return take


def handed_over(keys: tuple[bytes, ...], cover: bytes, leave: bytes) -> Callable[[Program], None]:
    def take(program: Program) -> None:
        at = len(program.written)
        typed(*keys)(program)
        program.wait_for(cover, at)
        program.settle()
        seen(program, "handed over")
        program.send(leave)

    return take


def hung_up(program: Program) -> None:
    program.hang_up()


SIGNALS = [
    number for number in ending_signals() if number < signal.SIGRTMIN or number in {signal.SIGRTMIN, signal.SIGRTMAX}
]

CRASHES = {
    "full": "import sevenrocks.tui.screens.table as t; t.TableScreen.action_help = lambda screen: {}[str(screen.__dict__)]",
    "lines": "import sevenrocks.plain.match as m; m.tell_standing = lambda match: {}['5|5']",
}

WAYS: dict[str, dict[str, Way | None]] = {
    "full": {
        "Ctrl+Q": Way(typed(b"\x11"), 0),
        "Q, and quit": Way(typed(b"q", b"\r", b"q"), 0),
        "Ctrl+C, and quit": Way(typed(b"\x03", b"\r", b"\x03"), 0),
        "Ctrl+D": None,
        "Ctrl+\\": None,
        "Ctrl+Z": Way(stopped(b"\x1a", b"w", b"tiles are hidden", b"\x11"), 0, {"shell": True}),
        "SIGTSTP": Way(stopped(None, b"w", b"tiles are hidden", b"\x11"), 0, {"shell": True}),
        **{signal.Signals(n).name if n < 34 else f"signal {n}": Way(signalled(n), 128 + n) for n in SIGNALS},
        "a crash": Way(typed(b"?"), 1, {"plant": CRASHES["full"]}),
        "end of input": Way(hung_up, 129, {"split": True}),
        "terminal lost": Way(hung_up, 129, {"split": True, "controls": True}),
        "handed over": Way(
            handed_over((b"7", b"\r", b"\r"), b"[Pp]ass the screen", b"\x11"), 0, also_shown=frozenset({Tile(6, 6)})
        ),
    },
    "lines": {
        "Ctrl+Q": None,
        "Q, and quit": Way(typed(b"q\n"), 0),
        "Ctrl+C, and quit": Way(typed(b"\x03"), 130),
        "Ctrl+D": Way(typed(b"\x04"), 0),
        "Ctrl+\\": Way(typed(b"\x1c"), 131),
        "Ctrl+Z": Way(stopped(b"\x1a", b"w\n", b"type W", b"q\n"), 0, {"shell": True}),
        "SIGTSTP": Way(stopped(None, b"w\n", b"type W", b"q\n"), 0, {"shell": True}),
        **{signal.Signals(n).name if n < 34 else f"signal {n}": Way(signalled(n), 128 + n) for n in SIGNALS},
        "a crash": Way(typed(b"s\n"), 1, {"plant": CRASHES["lines"]}),
        "end of input": Way(hung_up, 129, {"split": True}),
        "terminal lost": Way(hung_up, 129, {"split": True, "controls": True}),
        "handed over": Way(
            handed_over((b"66\n",), b"[Pp]ass the screen", b"\x04"), 0, also_shown=frozenset({Tile(6, 6)})
        ),
    },
}
"""Ways, by the face. None is no way there: the key does nothing."""

NO_WAY, NO_HAND = "-", "no hand"

_seen: dict[int, list[tuple[str, int]]] = {}


def seen(program: Program, when: str) -> None:
    """Remember that somebody looks at the terminal now."""
    _seen.setdefault(id(program), []).append((when, len(program.written)))


def open_hand(program: Program, face: str) -> None:
    """Go on to the hand of the first player."""
    if face == "full":
        program.wait_for(rb"who opens\?")
        program.settle(0.1)
        program.send(b"\r")
        program.wait_for(b"[Pp]ass the screen")
        program.settle(0.1)
        program.send(b"w")
        program.wait_for(b"You open")
    else:
        program.wait_for(b"type W")
        program.send(b"w\n")
        program.wait_for(rb"your tile \(")
    program.settle(0.1)


def cells(forked: Forked, folder: Path, face: str, way: Way) -> dict[str, str]:
    """What is seen in each terminal after this way."""
    settings(folder)
    program = forked.start(folder, *(FULL if face == "full" else LINES), **way.how)
    try:
        open_hand(program, face)
        opened = len(program.written)
        way.take(program)
        code = program.end()
    finally:
        program.close()
    moments = [("opened", opened), *_seen.pop(id(program), []), ("at the end", len(program.written))]
    assert b"Traceback" not in program.written
    found = {}
    for name, knows_alternate in TERMINALS.items():
        glass, at, told = Glass(knows_alternate=knows_alternate), 0, []
        for when, until in moments:
            glass.feed(program.written[at:until])
            at, text = until, glass.text()
            shown = [tile for tile in HAND if is_shown(tile, text) and tile not in way.also_shown | DRAWN]
            if when == "opened":
                assert len(shown) >= 4, f"the hand must be seen where it is open\n{text}"
            elif shown:
                told.append(f"{len(shown)} tiles {when}")
        if code != way.code:
            told.append(f"exit code {code}, not {way.code}")
        found[name] = ", ".join(told) or NO_HAND
    return found


@pytest.fixture(scope="module")
def forked() -> Iterator[Forked]:
    with Forked() as forked:
        yield forked


def test_no_way_out_leaves_a_hand_in_any_terminal(forked: Forked, tmp_path: Path) -> None:
    ways = [(face, name) for face, named in WAYS.items() for name in named]

    def taken(number: int) -> dict[str, str]:
        face, name = ways[number]
        way = WAYS[face][name]
        return dict.fromkeys(TERMINALS, NO_WAY) if way is None else cells(forked, tmp_path / str(number), face, way)

    with ThreadPoolExecutor(6) as pool:
        table = dict(zip(ways, pool.map(taken, range(len(ways))), strict=True))
    columns = [(face, terminal) for face in WAYS for terminal in TERMINALS]
    rows = [["", *(f"{face}, {terminal}" for face, terminal in columns)]]
    rows += [[name, *(table[face, name][terminal] for face, terminal in columns)] for name in WAYS["full"]]
    sys.stdout.write("\n".join("".join(cell.ljust(28) for cell in row).rstrip() for row in rows) + "\n")
    wrong = {(way, terminal): cell for way, told in table.items() for terminal, cell in told.items()}
    assert {where: cell for where, cell in wrong.items() if cell not in {NO_HAND, NO_WAY}} == {}
    assert len(wrong) == len(columns) * len(WAYS["full"]), "every cell is filled"
    assert all(WAYS["full"][name] or WAYS["lines"][name] for name in WAYS["full"]), "each way is one in some face"


def test_a_signal_ends_it_in_order_however_early_it_comes(forked: Forked, tmp_path: Path) -> None:
    settings(tmp_path)
    moments = [
        b"\x1b\\[\\?1049h",
        b"\x1b\\[\\?1003h",
        b"\x1b\\[>\\d+u",
        b"\x1b\\[\\?2026\\$p",
        MENU.encode(),
        b"New match",
    ]
    for arguments in ((), FULL):
        for moment in moments[1:] if not arguments else moments[:1]:
            program = forked.start(tmp_path, *arguments)
            program.wait_for(moment)
            program.kill(signal.SIGTERM)
            assert program.end() == 128 + signal.SIGTERM, moment
            assert not modes_left_on(program.written), moment
            program.close()


def test_nothing_of_a_hand_is_scrolled_away_in_lines_whatever_is_typed(forked: Forked, tmp_path: Path) -> None:
    settings(tmp_path)
    rng = seeded("lines of a hand")
    words = [
        b"h",
        b"?",
        b"e",
        b"l",
        b"w",
        b"s",
        b"y",
        b"",
        b"",
        b"zz",
        b"9" * 300,
        "ł日".encode() * 90,
        b"\x1b[A\x7f\x15x",
    ]
    for size in rng.sample([(24, 80), (7, 80), (12, 40), (5, 20)], cases(2, 4)):
        program = forked.start(tmp_path, *LINES, rows=size[0], columns=size[1])
        glass, at = Glass(knows_alternate=False, rows=size[0], columns=size[1]), 0
        program.wait_for(b"type W")
        program.send(b"w\n")
        program.settle(0.2)
        for word in [b"\n" * 40, b"x" * 2_000, *rng.choices(words, k=cases(25, 200))]:
            program.send(word + b"\n")
            program.settle(0.02)
        program.settle(0.3)
        # In its pieces, since it is what stands there between them that may be scrolled away.
        glass.feed(program.written[at:])
        assert any(is_shown(tile, program.written.decode(errors="replace")) for tile in HAND)
        gone = glass.scrolled_away()
        kept = [tile for tile in HAND if is_shown(tile, gone) and tile not in DRAWN]
        assert not kept, f"{size}: {kept} of {gone}"
        program.close()


def test_without_a_shell_that_waits_a_stop_only_hides_the_hand(forked: Forked, tmp_path: Path) -> None:
    for face, hidden, again in (("full", b"tiles are hidden", b"w"), ("lines", b"type W", b"w\n")):
        settings(tmp_path / face)
        program = forked.start(tmp_path / face, *(FULL if face == "full" else LINES))
        open_hand(program, face)
        at = len(program.written)
        program.send(b"\x1a")
        program.wait_for(hidden, at)
        program.settle()
        assert Path(f"/proc/{program.pid}/stat").read_text().rsplit(")", 1)[1].split()[0] in "SR", "it has stopped"
        glass = Glass(knows_alternate=True)
        glass.feed(program.written)
        assert not [tile for tile in HAND if is_shown(tile, glass.text()) and tile not in DRAWN]
        at = len(program.written)
        program.send(again)
        program.wait_for(FIVES, at)
        program.kill(signal.SIGTERM)
        assert program.end() == 128 + signal.SIGTERM
        program.close()


# ---- GNU screen, and tmux without an alternate screen: in the long form


@pytest.mark.skipif(
    not LONG or shutil.which("screen") is None, reason="in the long form, where GNU screen is installed"
)
@pytest.mark.parametrize("face", ["full", "lines"])
@pytest.mark.parametrize("end", ["key", "TERM", "QUIT"])
def test_in_gnu_screen_no_hand_stays(tmp_path: Path, face: str, end: str) -> None:
    settings(tmp_path, chosen(bot_speed="instant", characters="ascii"))  # its hard copies are no UTF-8
    (tmp_path / "rc").write_text("defscrollback 5000\nstartup_message off\n")
    with tempfile.TemporaryDirectory(prefix="rocks") as sockets:
        Path(sockets).chmod(0o700)
        environment = {
            **os.environ,
            "SCREENDIR": sockets,
            "HOME": str(tmp_path),
            "XDG_STATE_HOME": str(tmp_path / "state"),
        }
        environment |= {"XDG_CONFIG_HOME": str(tmp_path / "config"), "LANG": "C.UTF-8", "TERM": "xterm-256color"}

        def screen(*arguments: str) -> None:
            command = ["screen", "-S", "rocks", "-c", str(tmp_path / "rc"), "-U", *arguments]
            subprocess.run(command, env=environment, check=False, timeout=60, capture_output=True)

        def shown() -> str:
            copy = tmp_path / "copy"
            screen("-X", "hardcopy", "-h", str(copy))
            time.sleep(0.3)
            return copy.read_text(errors="replace") if copy.exists() else ""

        in_window(
            tmp_path,
            lambda command: screen("-d", "-m", "/bin/sh", "-c", command),
            lambda keys: screen("-X", "stuff", keys),
            shown,
            face,
            end,
        )
        screen("-X", "quit")


@pytest.mark.skipif(not LONG or shutil.which("tmux") is None, reason="in the long form, where tmux is installed")
@pytest.mark.parametrize("face", ["full", "lines"])
@pytest.mark.parametrize("end", ["key", "TERM", "QUIT"])
def test_in_tmux_without_an_alternate_screen_no_hand_stays(tmp_path: Path, face: str, end: str) -> None:
    settings(tmp_path)
    with tempfile.TemporaryDirectory(prefix="rocks") as sockets:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("TMUX")}
        environment |= {"TMUX_TMPDIR": sockets, "HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path / "state")}
        environment |= {"XDG_CONFIG_HOME": str(tmp_path / "config"), "LANG": "C.UTF-8"}

        def tmux(*arguments: str) -> str:
            command = ["tmux", "-L", "rocks", "-f", "/dev/null", "-u", *arguments]
            return subprocess.run(
                command, env=environment, check=False, timeout=60, capture_output=True, text=True
            ).stdout

        def begin(command: str) -> None:
            tmux("new-session", "-d", "-x", "80", "-y", "24", "/bin/sh")
            tmux("set-option", "-g", "alternate-screen", "off")
            tmux("set-option", "-w", "alternate-screen", "off")
            tmux("send-keys", "-l", f"{command}\n")

        in_window(
            tmp_path,
            begin,
            lambda keys: tmux("send-keys", "-l", keys),
            lambda: tmux("capture-pane", "-p", "-S", "-5000"),
            face,
            end,
        )
        tmux("kill-server")


def in_window(
    folder: Path,
    begin: Callable[[str], object],
    send: Callable[[str], object],
    shown: Callable[[], str],
    face: str,
    end: str,
) -> None:
    """Open the hand of the first player in a window of such a terminal, and end the game there."""

    def wait_for(pattern: str) -> str:
        deadline = time.monotonic() + 60
        while not re.search(pattern, text := shown()):
            assert time.monotonic() < deadline, f"waited in vain for {pattern!r}\n{text}"
            time.sleep(0.2)
        time.sleep(1.0)
        return text

    arguments = " ".join(FULL if face == "full" else LINES)
    program = f"{sys.executable} -m sevenrocks {arguments}"
    begin(f"sh -c 'echo $$ >{folder}/pid; exec {program}'; echo exit $?; sleep 1000")
    if face == "full":
        wait_for(r"who opens\?")
        send("\r")
    wait_for("[Pp]ass the screen")
    send("w" if face == "full" else "w\n")
    text = wait_for(r"You open|your tile \(")
    assert len([tile for tile in HAND if is_shown(tile, text) and tile not in DRAWN]) >= 4
    if end == "key":
        send("\x11" if face == "full" else "q\n")
    else:
        os.kill(int((folder / "pid").read_text()), signal.Signals[f"SIG{end}"])
    text = wait_for(r"exit \d+")
    expected = 0 if end == "key" else 128 + signal.Signals[f"SIG{end}"]
    assert f"exit {expected}" in text
    assert not [tile for tile in HAND if is_shown(tile, text) and tile not in DRAWN], text
