"""The real program in a real pseudo-terminal: what its frames show, and how it ends."""

from __future__ import annotations

import logging
import os
import re
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, cast

import pexpect
import pytest

from help.effort import LONG
from help.forked import Forked, Glass
from help.oracle import is_shown as is_drawn
from help.terminal import (
    COVER,
    HAND,
    LIFTED,
    MENU,
    PATIENCE,
    RESULT,
    Terminal,
    is_restored,
    is_shown,
    seat_asked,
    settings,
    terminal,
)
from sevenrocks.engine.deal import deal_hands, known_seed
from sevenrocks.engine.seats import Seat
from sevenrocks.engine.tiles import Tile
from sevenrocks.terminal import LEGIBLE, is_ascii_terminal, silence
from sevenrocks.tui import app
from sevenrocks.tui.screens.base import Arming

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are a POSIX matter")

FOUR = (
    "play",
    "--known-deal",
    "terminal",
    "--seat",
    "N=Anna",
    "--seat",
    "E=Bartek",
    "--seat",
    "S=Clara",
    "--seat",
    "W=Dieter",
)
ALONE = ("play", "--known-deal", "terminal 3", "--seat", "N=Anna")
"""Anna opens, so that no bot has to be waited for."""

COVERED = max(Arming.DELAY, Arming.SILENCE) + 0.1
"""Seconds after which a cover that nobody has touched opens."""

IN_TURN = r"Your turn|You open|press K to knock"


class Oracle:
    """Watches every frame for tiles of hands that their owners have not opened."""

    def __init__(self, seed: str) -> None:
        self._seed = known_seed(seed)
        self.open: Seat | None = None
        self.frames = 0
        self.hands_seen: set[Seat] = set()
        self.all_face_up = False
        self._placed: set[tuple[int, Tile]] = set()
        self._round = 1

    def __call__(self, frame: str) -> None:
        self.frames += 1
        # The draw is made with a set of its own, and the end of a round turns all hands up.
        if "who opens?" in frame or re.search(rf"holds? is taken from|{RESULT}", frame):
            return
        # What was drawn is public; a frame may be caught while it is written, with half of that sentence.
        told = re.sub(r"drew \d\|\d", "", frame)
        for tile in re.findall(r"(?:plays|opens with) (\d)\|(\d)", told):
            self._placed.add((self._round, Tile.of(int(tile[0]), int(tile[1]))))
        for seat, hand in deal_hands(self._seed, self._round).by_seat():
            shown = [tile for tile in hand if (self._round, tile) not in self._placed and is_shown(tile, told)]
            if shown and seat is self.open:
                self.hands_seen.add(seat)
            assert not shown or seat is self.open, f"{seat.name} has not opened {shown[0]}\n{frame}"

    def next_round(self) -> None:
        self._round += 1


def play_to_the_end(running: Terminal, oracle: Oracle) -> None:
    """Play for everybody at the screen until somebody has won."""
    while True:
        state = running.wait_for(
            rf"who opens\?|{COVER}|Your turn|You open|Enter covers your tiles|Press Enter to go on|Enter next round|{RESULT}"
        )
        if re.fullmatch(COVER, state):
            seat = Seat[seat_asked(state)]
            running.settle(COVERED)
            oracle.open = seat
            running.send(seat.name.lower())
            running.wait_for(IN_TURN)
        elif state in ("Your turn", "You open"):
            place_something(running)
        elif state.startswith("Enter covers"):
            running.settle(COVERED)
            # Typed ahead, no key opens the cover that comes now.
            running.send("\r")
            running.settle(0.05)
            running.send("neswnesw")
            running.wait_for(r"pass the screen|Press Enter to go on|is in turn|knock")
            oracle.open = None
            running.settle(0.1)
        elif state == RESULT:
            return
        else:
            running.settle(COVERED)
            running.send("\r")
            running.settle(0.2)
            oracle.open = None
            if state == "Enter next round" and "Enter next round" not in running.text:
                oracle.next_round()


def place_something(running: Terminal) -> None:
    """Choose the first tile that can be placed, at its first place."""
    for number in range(1, 8):
        running.send(str(number))
        told = running.wait_for(rf"[▲^](?:{number}|×)|You have no tile")
        running.settle(0.05)
        if "Enter plays it" in running.text:
            break
        if re.search(r"\d\|\d goes to a", running.text):
            running.send("a")
            running.wait_for("Enter plays it")
            break
        assert told, running.text
    running.send("\r")
    running.wait_for(r"Enter covers your tiles|Press Enter to go on")


def test_four_people_play_a_match_and_nobody_sees_anothers_hand(tmp_path: Path) -> None:
    settings(tmp_path)
    target, seed = ("15", "four at one terminal") if LONG else ("10", "four 3")
    oracle = Oracle(seed)
    with terminal(tmp_path, *FOUR, "--target", target, "--known-deal", seed) as running:
        running.watch = oracle
        play_to_the_end(running, oracle)
        running.watch = lambda _frame: None  # the menu has tiles of its own
        assert oracle.hands_seen == set(Seat), "the oracle must see hands where they are open"
        assert oracle.frames > (100 if LONG else 40)
        assert "known deal" in running.text
        running.settle(COVERED)
        running.send("\r")
        running.wait_for("New match")
        running.send("q")
        assert running.end() == 0
        assert is_restored(running.written)
        (record,) = (tmp_path / "state" / "sevenrocks" / "records").iterdir()
    checked = subprocess.run(
        [sys.executable, "-m", "sevenrocks", "check", str(record)], capture_output=True, text=True, check=False
    )
    assert re.fullmatch(
        r".*\.rocks\.toml: ok, \d+ rounds?, NS -?\d+ EW -?\d+, (NS|EW) won, known deal\n", checked.stdout
    )


def test_the_oracle_sees_a_hand_that_is_not_open() -> None:
    oracle = Oracle("planted")
    tile = deal_hands(known_seed("planted"), 1)[Seat.S][0]
    for leak in (f"│{tile.low}│{tile.high}│", f"Clara holds {tile.high}|{tile.low}", f"{tile.low}*{tile.high}"):
        oracle.open = Seat.S
        oracle(leak)
        oracle.open = Seat.N
        with pytest.raises(AssertionError, match="S has not opened"):
            oracle(leak)


def test_a_killed_match_goes_on_at_the_play_that_was_shown(tmp_path: Path) -> None:
    settings(tmp_path)
    with terminal(tmp_path, *ALONE, "--known-deal", "killed") as running:
        shown = ""
        for _turn in range(3 if LONG else 2):
            running.wait_for(rf"who opens\?|{IN_TURN}")
            if "who opens?" in running.text:
                running.settle(COVERED)
                running.send("\r")
                running.wait_for(IN_TURN)
            if "press K" in running.text:
                running.send("k")
            else:
                running.send("1")
                running.settle(0.1)
                for number in "234567":
                    if "Enter plays it" in running.text or "goes to a" in running.text:
                        break
                    running.send(number)
                    running.settle(0.1)
                if "goes to a" in running.text:
                    running.send("a")
                running.wait_for("Enter plays it")
                running.send("\r")
            running.settle(0.5)
            shown = running.text.splitlines()[16]
        running.kill(signal.SIGKILL)
        assert running.end() == 128 + signal.SIGKILL
    with terminal(tmp_path) as again:
        again.wait_for("Continue")
        again.send("c")
        assert seat_asked(again.wait_for(COVER)) == "N"
        assert "the match goes on with" in again.text
        told = [f"{name} {tile}" for name, tile in re.findall(r"(\w+) (?:plays|opens with) (\d\|\d)", shown)]
        told += re.findall(r"\w+ knocks?", shown)
        assert told
        assert all(play in again.text for play in told), f"{told}\n{again.text}"
        assert not re.search(HAND, again.text)
        again.settle(COVERED)
        again.send("n")
        again.wait_for(IN_TURN)


def own_turn(running: Terminal) -> None:
    """Anna's first turn, after the draw."""
    running.wait_for(r"who opens\?")
    running.settle(COVERED)
    running.send("\r")
    running.wait_for(IN_TURN)


def wait_for_the_hand(running: Terminal, hand: Iterable[Tile]) -> None:
    """Wait for all tiles of a hand, in whatever size they are drawn."""
    deadline = time.monotonic() + PATIENCE
    while not ("Q leave" in running.text and all(is_drawn(tile, running.text) for tile in hand)):
        assert time.monotonic() < deadline, running.text
        running.read()


def test_the_screen_follows_the_window_and_hides_the_hand_while_suspended(tmp_path: Path) -> None:
    settings(tmp_path)
    with terminal(tmp_path, *ALONE) as running:
        own_turn(running)
        hand = deal_hands(known_seed("terminal 3"), 1)[Seat.N]
        for width, height in ((60, 20), (100, 30), (80, 24), (200, 60), (20, 3), (80, 24)):
            running.screen.resize(height, width)
            running.process.setwinsize(height, width)
            if width >= 80 and height >= 24:
                wait_for_the_hand(running, hand)
            else:
                running.wait_for(r"Seven Rocks needs|Please|enlarge|rows" if width > 20 else "Seven Rocks")
                assert not re.search(r"\d│\d|●", running.text), running.text
                assert not any(is_drawn(tile, running.text) for tile in hand), running.text
        running.settle()
        assert re.search(HAND, running.text)
        frames = len(running.frames)
        running.send(b"\x1a")
        running.settle(1.0)
        assert b"\x1b[?1049l" in running.written, "suspended, the program leaves the alternate screen"
        running.screen.reset()
        running.kill(signal.SIGCONT)
        running.wait_for("tiles are hidden")
        running.settle(0.5)
        assert not re.search(HAND, "\n".join(running.frames[frames + 1 :]))
        running.send(b"\x11")
        assert running.end() == 0


def test_the_hand_hides_when_the_window_loses_the_focus(tmp_path: Path) -> None:
    settings(tmp_path)
    with terminal(tmp_path, *FOUR) as running:
        running.wait_for(r"who opens\?")
        running.settle(COVERED)
        running.send("\r")
        seat = seat_asked(running.wait_for(COVER))
        running.settle(COVERED)
        running.send(seat.lower())
        running.wait_for(rf"{HAND}(?s:.*)You open|You open(?s:.*){HAND}")
        running.send(b"\x1b[O")
        running.wait_for("tiles are hidden")
        assert not re.search(HAND, running.text)
        running.send(b"\x1b[I")
        running.settle()
        assert not re.search(HAND, running.text), "the focus alone brings no hand back"
        running.send(b"\x03")
        running.wait_for("Leave the table")
        running.send("\r")
        running.wait_for("New match")
        running.send(b"\x03")
        assert running.end() == 0


def test_bytes_that_are_no_text_and_textuals_own_switches_do_no_harm(tmp_path: Path) -> None:
    log, picture = tmp_path / "log", tmp_path / "picture.svg"
    switches = {
        "TEXTUAL_LOG": str(log),
        "TEXTUAL_DEBUG": "1",
        "TEXTUAL_SCREENSHOT": "0.1",
        "TEXTUAL_SCREENSHOT_LOCATION": str(tmp_path),
        "TEXTUAL_SCREENSHOT_FILENAME": picture.name,
    }
    with terminal(tmp_path, environment=switches) as running:
        running.wait_for("New match")
        running.send(bytes(range(0x80, 0x100)) + b"\x9b\xff\xfe")
        running.settle(0.5)
        running.send("n")
        running.wait_for("Who sits where")
        running.send(b"\x11")
        assert running.end() == 0
        assert is_restored(running.written)
    assert not log.exists()
    assert not picture.exists()


NO_UTF8 = ({"LANG": "C"}, {"LC_ALL": "C"}, {"LC_ALL": "POSIX", "LANG": "C.UTF-8"})
FEW_COLOURS = ({"NO_COLOR": "1"}, {"TERM": "xterm", "COLORTERM": ""}, {"TERM": "linux", "COLORTERM": ""})


@pytest.mark.parametrize(
    ("locale", "colours", "end"),
    [*zip(NO_UTF8, FEW_COLOURS, (signal.SIGTERM, signal.SIGHUP, b"\x11"), strict=True)],
    ids=range(len(NO_UTF8)),
)
def test_without_utf8_all_is_ascii_and_without_colours_all_is_said_and_at_a_signal_the_terminal_is_restored(
    tmp_path: Path, locale: dict[str, str], colours: dict[str, str], end: signal.Signals | bytes
) -> None:
    settings(tmp_path)
    with terminal(tmp_path, *ALONE, size=(100, 30), environment=locale | colours) as running:
        own_turn(running)
        running.settle()
        assert running.written.isascii()
        wait_for_the_hand(running, deal_hands(known_seed("terminal 3"), 1)[Seat.N])
        assert not re.search(LIFTED, running.text)
        running.send("1")
        running.wait_for(LIFTED)
        assert len(re.findall(LIFTED, running.text)) == 1, "what is chosen is marked by more than its colour"
        if isinstance(end, bytes):
            running.send(end)
            assert running.end() == 0
        else:
            running.kill(end)
            assert running.end() == 128 + end
        assert running.written.isascii()
        assert is_restored(running.written)


@pytest.mark.parametrize("arguments", [(), ("play",)])
@pytest.mark.parametrize("redirected", ["stdin", "stdout", "stderr"])
def test_without_a_terminal_it_says_so_in_one_line(tmp_path: Path, arguments: tuple[str, ...], redirected: str) -> None:
    # A shell in a terminal, of which one stream leads elsewhere.
    how = {"stdin": "</dev/null", "stdout": f">{tmp_path}/out", "stderr": f"2>{tmp_path}/err"}[redirected]
    command = f"{sys.executable} -m sevenrocks {' '.join(arguments)} {how}; echo exit $?"
    told, _status = pexpect.run(f"/bin/sh -c '{command}'", timeout=30, withexitstatus=True)
    lines = told.decode().splitlines()
    assert lines[-1] == "exit 2"
    assert b"\x1b" not in told
    said = (tmp_path / "err").read_text().splitlines() if redirected == "stderr" else lines[:-1]
    assert len(said) == 1
    assert "must not be redirected" in said[0]


def test_at_a_dumb_terminal_the_game_is_played_in_lines(tmp_path: Path) -> None:
    with terminal(tmp_path, environment={"TERM": "dumb"}) as running:
        running.wait_for("N: a name")
        running.send(b"\x04")
        assert running.end() == 0
        assert b"\x1b" not in running.written


# ---- what the environment says


@pytest.fixture(scope="module")
def forked() -> Iterator[Forked]:
    with Forked() as forked:
        yield forked


@pytest.mark.parametrize("size", [{"COLUMNS": "200", "LINES": "60"}, {"COLUMNS": "80", "LINES": "24"}])
def test_the_terminal_knows_its_size_better_than_the_environment(
    forked: Forked, tmp_path: Path, size: dict[str, str]
) -> None:
    program = forked.start(tmp_path, environment=size)
    program.wait_for(b"New match")
    program.settle()
    glass = Glass(knows_alternate=True)
    glass.feed(program.written)
    assert re.search(rf"{MENU}(?s:.*)New match(?s:.*)Q quit", glass.text()), glass.text()
    program.resize(20, 60)
    program.wait_for(rb"needs 80 columns and 24 rows; this window has(?s:.*?)60 and")
    program.send(b"\x11")
    assert program.end() == 0
    program.close()


def test_in_an_8_bit_locale_names_are_typed_and_shown_in_its_letters(forked: Forked, tmp_path: Path) -> None:
    eight_bit = {"LANG": "pl_PL"}
    full = forked.start(tmp_path, environment=eight_bit)
    full.wait_for(b"New match")
    full.send(b"n")
    full.wait_for(b"Who sits where")
    full.settle()
    full.send(b"\x7f" * 8)
    full.settle()
    for letter in b"\xa3ukasz \xe9\xc0":
        full.send(bytes([letter]))
        full.settle(0.1)
    glass = Glass(knows_alternate=True)
    glass.feed(full.written.decode("iso-8859-2").encode())
    assert "Łukasz éŔ" in glass.text(), glass.text()
    full.send(b"\x11")
    assert full.end() == 0
    lines = forked.start(tmp_path, "play", "--plain", "--known-deal", "x", environment=eight_bit)
    lines.wait_for(b"N: ")
    lines.send(b"\xa3ukasz\n\n\n\n")
    lines.wait_for(rb"\xa3ukasz \d\|\d")
    lines.send(b"\x04")
    assert lines.end() == 0
    for program in (full, lines):
        assert b"\xc5\x81" not in program.written, "no UTF-8"
        program.close()


def test_what_an_encoding_lacks_is_written_so_that_it_can_be_read() -> None:
    shown = "Łukasz Žižka, Ørsted, Анна, 日本, a\u0301, \ud800|"
    assert shown.encode("iso-8859-2", LEGIBLE).decode("iso-8859-2") == "Łukasz Žižka, Orsted, ????, ????, a, ?|"
    assert shown.encode("ascii", LEGIBLE) == b"Lukasz Zizka, Orsted, ????, ????, a, ?|"


@pytest.mark.parametrize(
    ("term", "is_ascii"), [("linux", True), ("linux-16color", True), ("xterm", False), ("linuxvt", False), ("", False)]
)
def test_a_linux_console_has_ascii_by_itself(monkeypatch: pytest.MonkeyPatch, term: str, is_ascii: bool) -> None:
    for name in ("LC_ALL", "LC_CTYPE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    monkeypatch.setenv("TERM", term)
    assert is_ascii_terminal() == is_ascii


def test_nothing_is_printed_over_the_screen_where_python_looks_for_mistakes(tmp_path: Path) -> None:
    settings(tmp_path)
    watched = {"PYTHONDEVMODE": "1", "PYTHONASYNCIODEBUG": "1", "PYTHONWARNINGS": "always"}
    with terminal(tmp_path, *ALONE, environment=watched) as running:
        own_turn(running)
        running.settle()
        running.send(b"\x11")
        assert running.end() == 0
        assert not re.search(rb"Executing|Warning|Traceback|asyncio|seconds\n", running.written)
        assert not running.text.strip(), running.text


def test_reports_of_logs_warnings_and_threads_are_silenced_while_the_app_runs(
    capfd: pytest.CaptureFixture[str],
) -> None:
    def report() -> None:
        logging.getLogger("asyncio").error("5|5")
        warnings.warn("5|5", stacklevel=1)
        sys.unraisablehook(cast("Any", None))
        thread = threading.Thread(target=int, args=("5|5",))
        thread.start()
        thread.join()

    hooks = sys.unraisablehook, threading.excepthook
    with silence():
        report()
    assert capfd.readouterr() == ("", "")
    assert hooks == (sys.unraisablehook, threading.excepthook)
    assert logging.getLogger("asyncio").isEnabledFor(logging.ERROR)


def test_a_mistake_before_the_app_runs_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_arguments: object, **_named: object) -> None:
        raise ValueError("5|5")

    monkeypatch.setattr(app, "RocksApp", broken)
    assert app.run_app() == 1
    told = capsys.readouterr().err
    assert re.fullmatch(
        r"Seven Rocks has stopped: a bug in the program \(ValueError at test_terminal.py:\d+\).\n", told
    )
