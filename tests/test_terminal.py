"""The real program in a real pseudo-terminal: what its frames show, and how it ends."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pexpect
import pytest

from sevenrocks.engine.deal import deal_hands, known_seed
from sevenrocks.engine.seats import Seat
from sevenrocks.engine.tiles import Tile
from terminal import Terminal, settings, terminal

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
ALONE = ("play", "--known-deal", "terminal", "--seat", "N=Anna")

IN_TURN = r"Your turn|You open|press K to knock"

RESTORED = (b"\x1b[?1049l", b"\x1b[?1000l", b"\x1b[?1003l", b"\x1b[?25h")
"""The end of the alternate screen and of mouse reports, and the cursor."""


def is_restored(written: bytes) -> bool:
    """Whether each mode that was switched on has been switched off after that."""
    return all(
        written.rfind(off) > written.rfind(off[:-1] + (b"l" if off.endswith(b"h") else b"h")) for off in RESTORED
    )


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
        if "who opens?" in frame or re.search(r"Round \d+ is (over|blocked)|win -?\d+ to", frame):
            return
        # What was drawn is public; a frame may be caught while it is written, with half of that sentence.
        told = re.sub(r"drew \d\|\d|\d\|\d and opens", "", frame)
        for tile in re.findall(r"(?:placed|opened with) (\d)\|(\d)", told):
            self._placed.add((self._round, Tile.of(int(tile[0]), int(tile[1]))))
        for seat, hand in deal_hands(self._seed, self._round).by_seat():
            shown = [tile for tile in hand if (self._round, tile) not in self._placed and _is_shown(tile, told)]
            if shown and seat is self.open:
                self.hands_seen.add(seat)
            assert not shown or seat is self.open, f"{seat.name} has not opened {shown[0]}\n{frame}"

    def next_round(self) -> None:
        self._round += 1


def _is_shown(tile: Tile, frame: str) -> bool:
    """Whether a tile stands anywhere, drawn or written, either way round."""
    return any(
        f"{one}{bar}{other}" in frame
        for one, other in ((tile.low, tile.high), (tile.high, tile.low))
        for bar in ("│", "|", "*")
    )


def play_to_the_end(running: Terminal, oracle: Oracle) -> None:
    """Play for everybody at the screen until somebody has won."""
    while True:
        state = running.wait_for(
            r"who opens\?|Pass the screen to \w+ \([NESW]\)|Your turn|You open|Enter covers your tiles"
            r"|\. Enter goes on|Enter next round|win -?\d+ to"
        )
        if state.startswith("Pass the screen"):
            seat = Seat[state[-2]]
            time.sleep(1.1)
            oracle.open = seat
            running.send(seat.name.lower())
            running.wait_for(IN_TURN)
        elif state in ("Your turn", "You open"):
            place_something(running)
        elif state.startswith("Enter covers"):
            # Typed ahead, no key opens the cover that comes now.
            running.send("\rneswnesw")
            running.wait_for(r"Pass the screen|Enter goes on|is in turn|knocked")
            oracle.open = None
            running.settle(0.1)
        elif state.startswith("win"):
            return
        else:
            running.send("\r")
            running.settle(0.2)
            oracle.open = None
            if state == "Enter next round" and "Enter next round" not in running.text:
                oracle.next_round()


def place_something(running: Terminal) -> None:
    """Choose the first tile that can be placed, at its first place."""
    for number in range(1, 8):
        running.send(str(number))
        told = running.wait_for(rf">{number}<[^#]*|You have no tile")
        running.settle(0.05)
        if "Enter places it" in running.text:
            break
        if re.search(r"\d\|\d goes to a", running.text):
            running.send("a")
            running.wait_for("Enter places it")
            break
        assert told, running.text
    running.send("\r")
    running.wait_for(r"Enter covers your tiles|Enter goes on")


def test_four_people_play_a_match_and_nobody_sees_anothers_hand(tmp_path: Path) -> None:
    settings(tmp_path)
    seed = "four at one terminal"
    oracle = Oracle(seed)
    with terminal(tmp_path, *FOUR, "--target", "15", "--known-deal", seed) as running:
        running.watch = oracle
        play_to_the_end(running, oracle)
        running.watch = lambda _frame: None  # the menu has tiles of its own
        assert oracle.hands_seen == set(Seat), "the oracle must see hands where they are open"
        assert oracle.frames > 100
        assert "known deal" in running.text
        running.send("\r")
        running.wait_for("New match")
        running.send("q")
        assert running.end() == 0
        assert is_restored(running.written)
        (record,) = (tmp_path / "state" / "sevenrocks" / "records").iterdir()
    checked = subprocess.run(
        [sys.executable, "-m", "sevenrocks", "check", str(record)], capture_output=True, text=True, check=False
    )
    assert re.fullmatch(r".*\.rocks\.toml: ok, \d+ rounds?, NS -?\d+ EW -?\d+, (NS|EW) won\n", checked.stdout)


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
        for _turn in range(3):
            running.wait_for(rf"who opens\?|{IN_TURN}")
            if "who opens?" in running.text:
                running.send("\r")
                running.wait_for(IN_TURN)
            if "press K" in running.text:
                running.send("k")
            else:
                running.send("1")
                running.settle(0.1)
                for number in "234567":
                    if "Enter places it" in running.text or "goes to a" in running.text:
                        break
                    running.send(number)
                    running.settle(0.1)
                if "goes to a" in running.text:
                    running.send("a")
                running.wait_for("Enter places it")
                running.send("\r")
            running.settle(0.5)
            shown = running.text.splitlines()[16]
        running.kill(signal.SIGKILL)
        assert running.end() == 128 + signal.SIGKILL
    with terminal(tmp_path) as again:
        again.wait_for("Continue")
        again.send("c")
        again.wait_for("The match goes on with Anna")
        assert again.text.splitlines()[16] == shown
        assert not re.search(r"│\d│\d│", again.text)
        time.sleep(1.1)
        again.send("n")
        again.wait_for(IN_TURN)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_game_with_the_terminal_restored(tmp_path: Path, number: signal.Signals) -> None:
    settings(tmp_path)
    with terminal(tmp_path, *ALONE) as running:
        running.wait_for(r"who opens\?")
        running.send("\r")
        running.wait_for(IN_TURN)
        running.kill(number)
        assert running.end() == 128 + number
        assert is_restored(running.written)


def test_suspended_and_continued_the_hand_is_hidden(tmp_path: Path) -> None:
    settings(tmp_path)
    with terminal(tmp_path, *ALONE) as running:
        running.wait_for(r"who opens\?")
        running.send("\r")
        running.wait_for(IN_TURN)
        running.settle()
        assert re.search(r"│\d│\d│", running.text)
        frames = len(running.frames)
        running.send(b"\x1a")
        running.settle(1.0)
        assert b"\x1b[?1049l" in running.written, "suspended, the program leaves the alternate screen"
        running.screen.reset()
        running.kill(signal.SIGCONT)
        running.wait_for("tiles are hidden")
        running.settle(0.5)
        assert not re.search(r"│\d│\d│", "\n".join(running.frames[frames + 1 :]))
        running.send(b"\x11")
        assert running.end() == 0


def test_the_hand_hides_when_the_window_loses_the_focus(tmp_path: Path) -> None:
    settings(tmp_path)
    with terminal(tmp_path, *FOUR) as running:
        running.wait_for(r"who opens\?")
        running.send("\r")
        seat = running.wait_for(r"Pass the screen to \w+ \([NESW]\)")[-2]
        time.sleep(1.1)
        running.send(seat.lower())
        running.wait_for(r"│\d│\d│(?s:.*)You open|You open(?s:.*)│\d│\d│")
        running.send(b"\x1b[O")
        running.wait_for("tiles are hidden")
        assert not re.search(r"│\d│\d│", running.text)
        running.send(b"\x1b[I")
        running.settle()
        assert not re.search(r"│\d│\d│", running.text), "the focus alone brings no hand back"
        running.send(b"\x03")
        running.wait_for("Leave the table")
        running.send("\r")
        running.wait_for("New match")
        running.send(b"\x03")
        assert running.end() == 0


def test_bytes_that_are_no_text_do_no_harm(tmp_path: Path) -> None:
    with terminal(tmp_path) as running:
        running.wait_for("New match")
        running.send(bytes(range(0x80, 0x100)) + b"\x9b\xff\xfe")
        running.settle()
        running.send("n")
        running.wait_for("Who sits where")
        running.send(b"\x11")
        assert running.end() == 0
        assert is_restored(running.written)


def test_the_screen_follows_the_window(tmp_path: Path) -> None:
    settings(tmp_path)
    with terminal(tmp_path, *ALONE) as running:
        running.wait_for(r"who opens\?")
        running.send("\r")
        running.wait_for(IN_TURN)
        for width, height in ((60, 20), (100, 30), (80, 24), (200, 60), (20, 3), (80, 24)):
            running.screen.resize(height, width)
            running.process.setwinsize(height, width)
            if width >= 80 and height >= 24:
                running.wait_for(r"│\d│\d│(?s:.*)Q leave")
            else:
                running.wait_for(r"Seven Rocks needs|Please|enlarge|rows" if width > 20 else "Seven Rocks")
                assert not re.search(r"│\d│\d│|●", running.text), running.text
        running.send(b"\x11")
        assert running.end() == 0


@pytest.mark.parametrize("environment", [{"LANG": "C"}, {"LC_ALL": "C"}, {"LC_ALL": "POSIX", "LANG": "C.UTF-8"}])
def test_where_the_locale_is_not_utf8_all_is_ascii(tmp_path: Path, environment: dict[str, str]) -> None:
    settings(tmp_path)
    with terminal(tmp_path, *ALONE, size=(100, 30), environment=environment) as running:
        running.wait_for(r"who opens\?")
        running.send("\r")
        running.wait_for(IN_TURN)
        running.settle()
        assert running.written.isascii()
        assert re.search(r"\|\d\|\d\|", running.text)
        running.send(b"\x11")
        assert running.end() == 0


@pytest.mark.parametrize(
    "environment", [{"NO_COLOR": "1"}, {"TERM": "xterm", "COLORTERM": ""}, {"TERM": "linux", "COLORTERM": ""}]
)
def test_without_colours_the_table_says_all_it_has_to(tmp_path: Path, environment: dict[str, str]) -> None:
    settings(tmp_path)
    with terminal(tmp_path, *ALONE, "--known-deal", "x", environment=environment) as running:
        running.wait_for(r"who opens\?")
        running.send("\r")
        running.wait_for(IN_TURN)
        running.send("1")
        running.wait_for(">1<")
        assert running.text.count(">") == 1
        running.send(b"\x11")
        assert running.end() == 0


def test_textuals_own_switches_are_ignored(tmp_path: Path) -> None:
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
        running.settle(0.5)
        running.send("q")
        assert running.end() == 0
    assert not log.exists()
    assert not picture.exists()


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
