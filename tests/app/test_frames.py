"""What is written to the terminal: of a frame what has changed, and nothing while nothing happens."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

import pytest

from help.oracle import is_shown
from help.terminal import COVER, MENU, PATIENCE, Terminal, settings, terminal
from sevenrocks.engine.deal import deal_hands, known_seed
from sevenrocks.engine.seats import Seat
from sevenrocks.tui.screens.base import Arming

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are a POSIX matter")

ALONE = ("play", "--known-deal", "terminal 3", "--seat", "N=Anna")
FOUR = (*ALONE, "--seat", "E=Bartek", "--seat", "S=Clara", "--seat", "W=Dieter")
SIZES = ((80, 24), (100, 30), (140, 45), (200, 60))

MOST = 4000
"""Bytes for a key that chooses a tile or a place."""

FRAME = b"\x1b[?2026h"
"""How a frame begins."""

IN_TURN = r"Your turn|You open|press K to knock"
RIGHT, DOWN, ESCAPE = "\x1b[C", "\x1b[B", "\x1b"


def own_turn(running: Terminal) -> None:
    """Anna's first turn, after the draw."""
    running.wait_for(r"who opens\?")
    running.settle(max(Arming.DELAY, Arming.SILENCE) + 0.1)
    running.send("\r")
    running.wait_for(IN_TURN)
    running.settle()


def answer(running: Terminal, keys: str) -> bytes:
    """What is written to keys that are pressed at once."""
    before = len(running.written)
    running.send(keys)
    running.settle(0.15)
    return running.written[before:]


def cells(running: Terminal) -> list[list[object]]:
    """All that the terminal shows, with its colours; of a blank cell its ground alone is seen."""
    screen = running.screen
    rows = [[screen.buffer[y][x] for x in range(screen.columns)] for y in range(screen.lines)]
    return [[cell.bg if cell.data == " " and not cell.reverse else cell for cell in row] for row in rows]


def play(running: Terminal) -> None:
    """Place the first tile that can be placed, or knock, and wait for the next turn."""
    for _ in range(8):
        answer(running, RIGHT)
        if "Enter plays it" not in running.text:
            answer(running, "a")
        if "Enter plays it" in running.text:
            break
    answer(running, "\r" if "Enter plays it" in running.text else "k")
    running.wait_for(IN_TURN)
    running.settle()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_key_that_chooses_is_one_small_frame_after_which_all_is_as_if_drawn_anew(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    settings(tmp_path)
    with terminal(tmp_path, *ALONE, size=size) as running:
        own_turn(running)
        for _turn in range(3):
            for key in (*[RIGHT] * 7, DOWN, "b", "1", "a", "7"):
                written = answer(running, key)
                assert len(written) <= MOST, f"{len(written)} bytes for {key!r}\n{running.text}"
                assert written.count(FRAME) <= 1, f"{written.count(FRAME)} frames for {key!r}"
            shown, text = cells(running), running.text
            running.send("r")
            running.wait_for("The rules of Seven Rocks")
            before = len(running.written)
            answer(running, ESCAPE)
            running.wait_for("Q leave")
            running.settle()
            assert len(running.written) - before > MOST, "back from another page all is written"
            assert running.text == text
            assert cells(running) == shown
            answer(running, ESCAPE)
            play(running)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_hand_goes_and_comes_back_in_one_frame(tmp_path: Path, size: tuple[int, int]) -> None:
    settings(tmp_path)
    with terminal(tmp_path, *ALONE, size=size) as running:
        own_turn(running)
        text = running.text
        hand = deal_hands(known_seed("terminal 3"), 1)[Seat.N]
        for _ in range(2):
            assert answer(running, "h").count(FRAME) == 1
            assert "tiles are hidden" in running.text
            assert not any(is_shown(tile, running.text) for tile in hand), running.text
            running.settle(max(Arming.DELAY, Arming.SILENCE) + 0.1)
            assert answer(running, "n").count(FRAME) == 1
            assert running.text == text


@pytest.mark.parametrize(
    ("arguments", "shown"), [((), MENU), (ALONE, IN_TURN), (FOUR, COVER)], ids=["menu", "table", "cover"]
)
def test_while_nobody_does_anything_nothing_is_written(tmp_path: Path, arguments: tuple[str, ...], shown: str) -> None:
    settings(tmp_path)
    with terminal(tmp_path, *arguments) as running:
        if arguments == ALONE:
            own_turn(running)
        elif arguments == FOUR:
            running.wait_for(r"who opens\?")
            running.settle(max(Arming.DELAY, Arming.SILENCE) + 0.1)
            running.send("\r")
        running.wait_for(shown)
        deadline = time.monotonic() + PATIENCE / 3
        while True:
            before = len(running.written)
            running.read(1.0)
            if not running.written[before:]:
                break
            assert time.monotonic() < deadline, "it is never still"
        running.read(1.0)
        assert not running.written[before:]


def test_a_new_size_of_the_window_is_drawn_in_one_frame(tmp_path: Path) -> None:
    settings(tmp_path)
    with terminal(tmp_path, *ALONE) as running:
        own_turn(running)
        play(running)
        for width, height in ((100, 30), (140, 45), (200, 60), (60, 20), (90, 28), (80, 24)):
            frames = running.written.count(FRAME)
            running.screen.resize(height, width)
            running.process.setwinsize(height, width)
            running.settle(0.5)
            assert running.written.count(FRAME) - frames == 1, f"in {width}x{height}"
            assert re.search("Seven Rocks needs" if width < 80 else "Q leave", running.text)
