"""Tries to see a hand that its owner has not opened: on every frame, in every byte, file and process, and by what differs.

Matches of two to four people are played in a terminal with all the nonsense that people type; the oracle looks on. The
same story is told with other hidden hands, and whatever is public must be the same to the byte. And leaks are planted, to
see that they are found.
"""

from __future__ import annotations

import asyncio
import datetime
import io
import os
import pickle
import random
import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path
from types import ModuleType
from typing import cast

import pytest
from textual._context import active_app
from textual.pilot import Pilot

import sevenrocks
from help.chosen import chosen
from help.effort import LONG, cases, seeded
from help.kept_matches import kept_of
from help.oracle import (
    COVERED,
    LeakError,
    Oracle,
    Truth,
    is_shown,
    leaks_in_bytes,
    leaks_in_files,
    leaks_in_processes,
    processes_of,
    spellings,
)
from help.playing import app_in, choosing_table, screen_of, screen_text, until
from help.strategies import any_legal, draw_won_by, play_match, random_deal
from help.terminal import COVER, PATIENCE, RESULT, Terminal, seat_asked, settings, terminal
from help.virtual import run
from help.worlds import Story, exchanged
from sevenrocks.bots import choose
from sevenrocks.bots.process import BotProcess
from sevenrocks.engine.actions import PASS, Action, Place, Placed
from sevenrocks.engine.deal import deal_hands, known_seed
from sevenrocks.engine.match import Match
from sevenrocks.engine.round import Round
from sevenrocks.engine.seats import BySeat, Seat
from sevenrocks.engine.tiles import DOUBLE_SIX, Hand, Tile
from sevenrocks.engine.view import SeatView
from sevenrocks.record import replay
from sevenrocks.seating import Player
from sevenrocks.seen import MatchView
from sevenrocks.sitting import BotThinks, Start
from sevenrocks.store import Header, read_match
from sevenrocks.store.seal import Seal
from sevenrocks.table import Table
from sevenrocks.tui.app import RocksApp
from sevenrocks.tui.director import Director
from sevenrocks.tui.screens.base import Arming, Overlay
from sevenrocks.tui.screens.cover import CoverScreen
from sevenrocks.tui.screens.draw import DrawScreen
from sevenrocks.tui.screens.held import Mode
from sevenrocks.tui.screens.ledger import LedgerScreen
from sevenrocks.tui.screens.menu import MenuScreen
from sevenrocks.tui.screens.table import TableScreen
from sevenrocks.tui.theme import THEMES

resource: ModuleType = pytest.importorskip("resource", reason="limits of processes are a POSIX matter")

NAMES = ("Anna", "Bartek", "Clara", "Dieter")
CHOOSING = r"Your turn|You open|press K to knock|so you may not knock"

HIDING = 5.0
"""Seconds after which a hand that is still in sight was not hidden at all."""


# ---- the program in a terminal, played for everybody who sits there --------------------------------------------------


class Hotseat:
    """Plays for everybody at one screen, and tells the oracle whose hand has been asked for."""

    def __init__(self, running: Terminal, world: Path, seed: str, rng: random.Random, silence: float) -> None:
        self.running = running
        self.world = world
        self.rng = rng
        self.truth = Truth(world)
        self.oracle = Oracle(self.truth)
        self.processes = 0
        """How many processes there were at the most."""
        running.watch = self.oracle
        self._seed = seed
        self._silence = silence

    # ---- one thing after the other

    def turn(self) -> str:
        """Do what the screen waits for; returns what that was."""
        running = self.running
        state = running.wait_for(
            rf"who opens\?|The deals are sealed|{COVER}|press [NESW] to see|{CHOOSING}"
            rf"|Enter covers your tiles|Press Enter to go on|Enter next round|{RESULT}"
        )
        if re.fullmatch(COVER, state) or "to see" in state:
            self.open(Seat[state.split()[1] if "to see" in state else seat_asked(state)])
        elif state == "press K to knock":
            running.send("k")
            self.wait_until_gone(state)
        elif state in ("Your turn", "You open", "so you may not knock"):
            self.place()
            if "What do the ends add up to?" in running.text:
                self.call()
                return "Enter covers, after a call"
        elif state.startswith("Enter covers"):
            running.settle(self._silence)
            self.press_ahead(state)
        elif state != RESULT:
            running.settle(self._silence)
            running.send("\r")
            running.settle(0.15)
            self.covered_now()
        return state

    def to_a_hand(self) -> None:
        """Go on until somebody's hand is open."""
        for _turn in range(30):
            if re.fullmatch(rf"{COVER}|.*to see", self.turn()):
                break
        self.running.wait_for(CHOOSING)
        self.running.settle(0.1)

    def open(self, seat: Seat) -> None:
        """Open a cover, or a hidden hand, by its own key."""
        running = self.running
        for _attempt in range(4):
            running.settle(self._silence)
            self.oracle.opens(seat)
            running.send(seat.name.lower())
            until_then = time.monotonic() + 2
            while time.monotonic() < until_then and running.read():
                if not re.search(COVERED, running.text):
                    return
        raise AssertionError(f"the hand of {seat.name} does not open\n{running.text}")

    def place(self) -> None:
        """Choose the first tile that can be placed, at its first place."""
        running = self.running
        for number in range(1, 8):
            running.send(str(number))
            running.wait_for(rf"[▲^](?:{number}|×)|You have no tile")
            running.settle(0.05)
            if re.search(r"\d\|\d goes to a", running.text):
                running.send("a")
                running.wait_for("Enter plays it")
            if "Enter plays it" in running.text:
                break
        running.send("\r")
        running.wait_for(rf"Enter covers your tiles|Press Enter to go on|What do the ends add up to\?|{RESULT}")

    def call(self) -> None:
        """Call some count; no hand is in sight there, so that nothing hides or opens one."""
        running = self.running
        running.settle(0.1)
        self.covered_now()
        if self.rng.random() < 0.5:
            running.send("hnesw")
        running.send(f"{self.rng.randint(0, 36)}\r")
        told = running.wait_for("Right: |No, not ")
        running.settle(self._silence)
        self.press_ahead(told)

    def press_ahead(self, words: str) -> None:
        """Go on with Enter: typed ahead or held down, no key opens the cover that comes now."""
        running = self.running
        for _attempt in range(4):
            running.send("\r")
            for _burst in range(12):
                running.read(0.02)
                running.send("nesw")
            # Where the machine is so busy that the key was not seen before those that followed, it does nothing.
            running.settle(self._silence)
            if words not in running.text:
                break
        assert words not in running.text
        running.settle(0.15)
        self.covered_now()

    def wait_until_gone(self, words: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while words in self.running.text and time.monotonic() < deadline and self.running.read():
            pass
        assert words not in self.running.text

    # ---- what people do besides

    def disturb(self) -> None:
        """Something that has nothing to do with the play."""
        ways = [self.look_up, self.change_size, self.lose_focus, self.suspend, self.hide, self.move_mouse, self.mistype]
        if re.search(rf"{COVERED}|{CHOOSING}|Enter covers", self.running.text):
            self.rng.choice(ways)()

    def look_up(self) -> None:
        """A page, or the question whether to leave; and back."""
        key = self.rng.choice("?LYROQlyq")
        self.running.send(key)
        self.running.settle(0.15)
        if key in "lL":
            self.running.send("wkj")
            self.running.settle(0.1)
        self.running.send("\x1b")
        self.running.settle(0.25)
        if "Leave the table?" in self.running.text:
            # The first key has but ended the motion of a count.
            self.running.settle(self._silence)
            self.running.send("\x1b")
            self.running.settle(0.25)

    def change_size(self) -> None:
        """Another window, which may be too small for a while."""
        for width, height in (self.rng.choice([(60, 20), (20, 3), (79, 24)]), self.rng.choice([(100, 30), (200, 60)])):
            self.resize(width, height)
        if self.rng.random() < 0.5:
            self.resize(80, 24)

    def resize(self, width: int, height: int) -> None:
        self.running.settle(0.1)
        self.running.screen.resize(height, width)
        self.running.process.setwinsize(height, width)
        self.running.settle(0.25)

    def lose_focus(self) -> None:
        """Whatever hand there is, is covered at once, and the focus alone does not bring it back."""
        self.running.settle(0.1)
        self.hide_by(b"\x1b[O")
        self.running.send(b"\x1b[I")
        self.running.settle(0.2)

    def suspend(self) -> None:
        """Into the background and back: when the screen is given back no hand is on it, nor after it is taken again."""
        running = self.running
        left = running.written.count(b"\x1b[?1049l")
        running.send(b"\x1a")
        deadline = time.monotonic() + PATIENCE
        while running.written.count(b"\x1b[?1049l") == left and time.monotonic() < deadline:
            running.read()
        running.settle(0.1)
        self.covered_now()
        running.kill(signal.SIGCONT)
        running.settle(0.3)

    def suspend_from_outside(self) -> None:
        """The same by a signal, with no key of ours."""
        self.running.kill(signal.SIGTSTP)
        self.running.settle(0.3)
        self.oracle.closes()
        self.running.kill(signal.SIGCONT)
        self.running.settle(0.4)

    def hide(self) -> None:
        """The key that hides; on a cover it does nothing."""
        self.running.settle(0.1)
        self.hide_by(b"h")

    def hide_by(self, keys: bytes) -> None:
        """Send what hides a hand, and wait until it is hidden, where one is in sight: a busy machine takes its time."""
        is_open = re.search(rf"{CHOOSING}|Enter covers your tiles", self.running.text) is not None
        self.running.send(keys)
        self.running.settle(0.2)
        deadline = time.monotonic() + HIDING
        while is_open and "shows the tiles" not in self.running.text and time.monotonic() < deadline:
            self.running.settle(0.2)
        self.covered_now()

    def covered_now(self) -> None:
        """From now on no hand may be in sight, what is in sight at this moment included."""
        self.oracle.closes()
        self.oracle(self.running.text)

    def move_mouse(self) -> None:
        """Over everything, and long enough on each thing for what may come up there."""
        for row in (1, 10, 18, 20, 22):
            self.running.send(f"\x1b[<35;{self.rng.randint(3, 40)};{row}M")
            self.running.settle(0.6 if row in {10, 20} else 0.05)

    def mistype(self) -> None:
        """Keys that do nothing here; on a cover all seats' keys are among them, as fast as a cat types."""
        if re.search(COVERED, self.running.text):
            keys = list("neswnesw12abkx")
            self.rng.shuffle(keys)
            self.running.send("".join(["h", *keys]))
        elif re.search(CHOOSING, self.running.text):
            self.running.send(b"8" + self.rng.choice([b"\x1b[C\x1b[D\x7f", b"9\x7f", b"z\x7f"]))
        self.running.settle(0.2)

    # ---- what there is to look at besides frames

    def look(self) -> None:
        """Files and processes, as they are now."""
        processes = list(processes_of(self.running.process.pid))
        self.processes = max(self.processes, len(processes))
        self.oracle.found += leaks_in_files(self.world, self.truth)
        self.oracle.found += leaks_in_processes(processes, self.truth, given=self._seed)

    def look_back(self) -> None:
        """All that has been written to the terminal."""
        self.oracle.found += leaks_in_bytes(self.running.written)

    def judge(self) -> None:
        """Fail where anything has been found."""
        if self.oracle.found:
            raise LeakError(self.oracle.found[0])


def seats_of(people: int) -> list[str]:
    """The arguments that seat so many people from N on, and bots."""
    return [f"--seat={seat.name}={NAMES[seat] if seat < people else 'bot:club'}" for seat in Seat]


@contextmanager
def program(folder: Path, *arguments: str, planted: str = "") -> Iterator[Terminal]:
    """The program in folders of its own; it starts where core files would be written, if it let them."""
    world, plant = folder / "world", folder / "plant"
    for needed in (world / "work", world / "tmp", plant):
        needed.mkdir(parents=True, exist_ok=True)
    (plant / "sitecustomize.py").write_text(planted)
    environment = {
        "PYTHONPATH": f"{plant}{os.pathsep}{Path(sevenrocks.__file__).parents[1]}",
        "PYTHONDONTWRITEBYTECODE": "1",
        "TMPDIR": str(world / "tmp"),
    }
    limits = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (limits[1], limits[1]))
    try:
        started = terminal(world, *arguments, environment=environment, cwd=world / "work")
        with started as running:
            resource.setrlimit(resource.RLIMIT_CORE, limits)
            yield running
    finally:
        resource.setrlimit(resource.RLIMIT_CORE, limits)


@contextmanager
def hotseat(
    folder: Path,
    people: int,
    rng: random.Random,
    *,
    seed: str = "",
    target: int = 25,
    hints: str = "alone",
    call_it: bool = False,
    is_soon: bool = not LONG,
    planted: str = "",
) -> Iterator[Hotseat]:
    """A match of so many people from N on, the others bots; without a seed the deals are nobody's choice.

    Where it `is_soon`, covers ask for a shorter silence than they do.
    """
    settings(folder / "world", chosen(bot_speed="instant", hints=hints, call_it=call_it, call_seconds=0))
    known = [f"--known-deal={seed}"] if seed else []
    arguments = ["play", f"--target={target}", *known, *seats_of(people)]
    if not planted:
        planted = _SOONER if is_soon else ""
    with program(folder, *arguments, planted=planted) as running:
        yield Hotseat(running, folder / "world", seed, rng, _SOON if planted else 0.8)


_SOON = 0.35
"""Seconds of silence that a cover asks for, and some more, where it asks for less."""
_SOONER = """
from sevenrocks.tui.screens.base import Arming
from sevenrocks.tui.thumb import Thumb
Arming.DELAY, Arming.SILENCE, Thumb.SILENCE = 0.25, 0.15, 0.3
"""

ENDS = ("menu", "quit", signal.SIGTERM, signal.SIGHUP)
"""The ways to end the program."""


def end(game: Hotseat, way: str | signal.Signals) -> None:
    """End the program in this way, and look at what it leaves."""
    running = game.running
    running.settle(0.1)
    if isinstance(way, signal.Signals):
        running.kill(way)
    elif way == "quit":
        running.send(b"\x11")
    else:
        if RESULT not in running.text:
            running.send("\x03")
            running.wait_for("Leave the table")
        running.send("\r")
        running.wait_for("New match")
        running.send("q")
    assert running.end() == (128 + way if isinstance(way, signal.Signals) else 0)
    game.look_back()
    game.oracle.found += leaks_in_files(game.world, game.truth)
    game.judge()


def test_whatever_people_do_at_one_screen_no_hand_is_let_out(tmp_path: Path) -> None:
    rng = seeded("leaks", is_fresh=True)
    for number in range(cases(2, 300)):
        people = 4 if number == 0 else rng.randint(2, 4) if LONG else 2
        seed = rng.choice(["", f"leaks {rng.getrandbits(32)}"]) if number else "leaks"
        folder = tmp_path / str(number)
        target, call_it = rng.choice([25, 50, 100]) if LONG else 25, number % 3 == (2 if LONG else 1)
        is_soon = number > 0 and not LONG
        with hotseat(folder, people, rng, seed=seed, target=target, call_it=call_it, is_soon=is_soon) as game:
            hands, processes = 0, 1 + (people < 4)
            while hands < (rng.choice([3, 3, 10, 100]) if LONG else 2 - number) or game.processes < processes:
                for _time in range(rng.randint(0, 2 if LONG else 1)):
                    game.disturb()
                state = game.turn()
                game.judge()
                if state == RESULT:
                    break
                if state.startswith("Enter covers"):
                    hands += 1
                    game.look()
            if seed and game.truth.kept is not None:
                for state_of_round in game.truth.kept.match.rounds:
                    assert state_of_round.setup.deal == deal_hands(known_seed(seed), state_of_round.setup.number)
            assert game.oracle.frames > 20
            assert game.oracle.covers
            assert game.oracle.hands_seen, "the oracle must see hands where they are open"
            is_won_at_once = state == RESULT  # before it is a bot's turn
            assert game.processes >= processes or is_won_at_once, "bots think in a process of their own"
            end(game, rng.choice(ENDS))


# ---- a match that goes on ---------------------------------------------------------------------------------------------


def test_suspended_and_killed_while_a_hand_is_open_the_match_goes_on_at_a_cover(tmp_path: Path) -> None:
    rng = random.Random("killed")
    with hotseat(tmp_path, 3, rng, seed="killed") as game:
        running = game.running
        game.to_a_hand()
        (seat,) = game.oracle.hands_seen
        hand = game.truth.secrets()[seat]
        assert all(is_shown(tile, running.text) for tile in hand)
        begun = len(running.written)
        game.suspend()
        before, after = (part.decode("utf-8", "replace") for part in running.written[begun:].split(b"\x1b[?1049l", 1))
        assert "tiles are hidden" in before, "the cover is painted before the screen is given back"
        assert not any(spelling in before + after for tile in hand for spelling in spellings(tile))
        game.to_a_hand()
        game.judge()
        running.kill(signal.SIGKILL)
        running.end()
    with program(tmp_path, planted="" if LONG else _SOONER) as running:
        again = Hotseat(running, tmp_path / "world", "killed", rng, 0.8 if LONG else _SOON)
        running.wait_for("Continue")
        running.send("c" + "nesw" * 4)
        running.wait_for("the match goes on with")
        running.settle()
        assert not again.oracle.hands_seen
        again.to_a_hand()
        assert again.oracle.hands_seen
        end(again, "quit")


def test_a_hint_goes_with_the_hand_that_it_is_for(tmp_path: Path) -> None:
    """It names tiles of the hand: whatever hides that must hide the hint."""
    with hotseat(tmp_path, 4, random.Random("hints"), seed="hints", hints="always") as game:
        for step in (game.lose_focus, game.suspend):
            game.to_a_hand()
            game.running.send("i")
            game.running.wait_for("Best plays")
            game.running.settle(0.1)
            step()
            game.judge()
            assert "Best plays" not in game.running.text
            game.running.wait_for("tiles are hidden")
        end(game, "quit")


def test_stopped_by_a_signal_the_program_comes_back_with_no_hand_in_any_frame(tmp_path: Path) -> None:
    with hotseat(tmp_path, 4, random.Random("stopped"), seed="stopped") as game:
        game.to_a_hand()
        game.suspend_from_outside()
        game.running.wait_for("tiles are hidden")
        end(game, "quit")


# ---- leaks that are planted, to see that they are found ---------------------------------------------------------------

_TOOLS = """
from sevenrocks.tui.screens.base import Arming
from sevenrocks.tui.screens.cover import CoverScreen
from sevenrocks.tui.screens.table import TableScreen
from sevenrocks.tui.director import Director
from sevenrocks.tui.app import RocksApp

from sevenrocks.tui.thumb import Thumb

Arming.DELAY = Arming.SILENCE = Thumb.SILENCE = 0.05

def tiles(hand):
    return " ".join(f"{tile.low}|{tile.high}" for tile in hand)

def instead(owner, name):
    def put(new):
        old = getattr(owner, name)
        setattr(owner, name, lambda *arguments, **named: new(old, *arguments, **named))
    return put

def when_choosing(do):
    @instead(TableScreen, "choose")
    def choose(old, screen, view):
        do(screen, view)
        return old(screen, view)
"""
"""What is planted is text: it runs in the program, before that starts. Covers open soon there, to save time."""


@dataclass(frozen=True)
class Plant:
    """A leak, and what the oracle says of it."""

    code: str
    told: str


def _at_a_hand(game: Hotseat) -> None:
    """What can be seen from outside while a hand is open, after a bot has played, and in the end."""
    game.to_a_hand()
    game.look()
    game.running.settle(0.1)
    game.running.send(b"\x11")
    game.running.end()
    game.look_back()


def _at_covers(game: Hotseat) -> None:
    """What can be seen when a hand has been open and should not be so any more; and a crash in the end."""
    game.to_a_hand()
    for step in (game.hide, game.lose_focus, game.suspend, game.suspend_from_outside):
        # What has not hidden a hand has left it in sight for the next.
        if not re.search(CHOOSING, game.running.text):
            game.to_a_hand()
        before = len(game.oracle.found)
        step()
        game.oracle.found[before:] = [f"{step.__name__}: {leak}" for leak in game.oracle.found[before:]]
    game.running.send("k")
    game.running.end()
    game.look_back()


def _at_the_next_cover(game: Hotseat) -> None:
    """What can be seen on the cover after a hand, with the mouse over it."""
    while not game.turn().startswith("Enter covers"):
        pass
    game.running.wait_for("pass the screen to")
    game.move_mouse()


def _behind_the_cover(game: Hotseat) -> None:
    """What can be seen on the cover itself."""
    while not game.turn().startswith("Enter covers"):
        pass
    game.running.wait_for("pass the screen to")


def _with_keys_typed_ahead(game: Hotseat) -> None:
    """What can be seen after all seats' keys were typed before the cover came up."""
    while not game.turn().startswith("Enter covers"):
        pass


PLANTS: dict[Callable[[Hotseat], None], dict[str, Plant]] = {
    _at_a_hand: {
        "the clipboard": Plant(
            "when_choosing(lambda screen, view: screen.app.copy_to_clipboard(tiles(view.hand)))", "clipboard: "
        ),
        "the title of the window": Plant(
            r"when_choosing(lambda screen, view: screen.app._driver.write(f'\x1b]2;{tiles(view.hand)}\x07'))",
            "a string for the terminal: '2;",
        ),
        "a line outside of frames": Plant(
            "when_choosing(lambda screen, view: screen.app._driver.write(f'hand: {tiles(view.hand)}'))",
            "outside of frames:(?s:.*)hand: ",
        ),
        "a line after the end": Plant(
            "import atexit\nwhen_choosing(lambda screen, view: atexit.register(print, 'left:', tiles(view.hand)))",
            r"left on the screen:\n(?s:.*)left: \d\|\d",
        ),
        "a line in a log": Plant(
            """
when_choosing(lambda screen, view: print("choosing from", view, file=open("played.log", "a"), flush=True))
""",
            r"work/played\.log tells",
        ),
        "a screenshot": Plant(
            """
@instead(TableScreen, "_say_turn")
def say(old, screen):
    old(screen)
    screen.app.call_after_refresh(lambda: screen.app.save_screenshot("table.svg"))
""",
            r"work/table\.svg tells",
        ),
        "a match with its hands beside the sealed ones": Plant(
            """
from sevenrocks.store import database
from sevenrocks.table import Table
@instead(Table, "keep")
def keep(old, table):
    old(table)
    if table._file is not None:
        with table._file._database as opened:
            for line in table._lines:
                database.set_meta(opened, "last " + line.kind, line.text)
""",
            r"000001\.match tells",
        ),
        "a record of a match that is not over": Plant(
            """
@instead(Director, "_at_table")
def at_table(old, director, *arguments):
    director._stage.write_record(director._sitting.record())
    return old(director, *arguments)
""",
            r"records/.*\.toml tells",
        ),
        "a seed in the arguments of the bots": Plant(
            """
import asyncio
from sevenrocks.engine.deal import known_seed
@instead(asyncio, "create_subprocess_exec")
def begin(old, *arguments, **named):
    return old(*arguments, "--seed=" + known_seed("bots first").hex(), **named)
""",
            "/cmdline tells",
        ),
        "a seed in the environment of the bots": Plant(
            """
import asyncio
@instead(asyncio, "create_subprocess_exec")
def begin_with(old, *arguments, env, **named):
    return old(*arguments, env=env | {"DEAL": "bots first"}, **named)
""",
            "/environ tells",
        ),
        "the matches open in the process of the bots": Plant(
            """
import asyncio, os
@instead(asyncio, "create_subprocess_exec")
def begin_knowing(old, *arguments, **named):
    path = os.path.expanduser("~/state/sevenrocks/matches")
    os.makedirs(path, exist_ok=True)
    return old(*arguments, pass_fds=[os.open(path, os.O_RDONLY)], **named)
""",
            "leads to",
        ),
        "a core file": Plant("import resource\nresource.setrlimit = lambda *limits: None", "core file"),
    },
    _at_covers: {
        "a hand that does not hide": Plant("TableScreen.action_hide = lambda screen: None", "^hide: "),
        "a hand that stays when the window loses the focus": Plant(
            "RocksApp.on_app_blur = lambda app: None", "^lose_focus: "
        ),
        "a hand that stays when the program is suspended": Plant(
            "RocksApp.hide_hands = lambda app: None", "^suspend: "
        ),
        "a hand that is there again after a stop": Plant(
            "RocksApp._resumed = lambda app, _app: None", "^suspend_from_outside: "
        ),
        "a traceback with local variables": Plant(
            """
from textual.app import App
RocksApp._handle_exception = App._handle_exception
def knock(screen):
    hand = screen._hand.hand
    raise KeyError("knock")
TableScreen.action_knock = knock
""",
            "left on the screen:(?s:.*)low=0",
        ),
    },
    _at_the_next_cover: {
        "a toast that stays over the cover": Plant(
            "when_choosing(lambda screen, view: screen.app.notify('toast ' + tiles(view.hand), timeout=60))", "toast"
        ),
        "a tooltip": Plant(
            """
told = []
when_choosing(lambda screen, view: told.append("tooltip " + tiles(view.hand)))
@instead(CoverScreen, "below")
def below(old, screen):
    screen.layout_view.tooltip = told[-1] if told else None
    return old(screen)
""",
            "tooltip",
        ),
    },
    _behind_the_cover: {
        "a cover that can be looked through": Plant(
            """
@instead(Director, "_show")
async def show(old, director, screen):
    if isinstance(screen, CoverScreen) and isinstance(director._stage.screen, TableScreen):
        await director._stage.push_screen(screen)
        director._shown = screen
        screen.styles.background = "black 40%"
        for widget in screen.children:
            widget.visible = bool(widget.classes & {"keys", "hanging"})
        screen.curtain.parent.styles.dock = "top"
    else:
        await old(director, screen)
""",
            r"pass the screen to(?s:.*)▐\d│\d▌.*▐\d│\d▌",
        ),
    },
    _with_keys_typed_ahead: {
        "a cover that opens to keys typed ahead": Plant("Arming.accepts = lambda *_: True", "You open|Your turn"),
    },
}


@pytest.mark.parametrize("do", PLANTS, ids=lambda do: do.__name__.strip("_"))
def test_each_planted_leak_is_found(tmp_path: Path, do: Callable[[Hotseat], None]) -> None:
    plants = PLANTS[do]
    code = "\n".join([_TOOLS, *(plant.code for plant in plants.values())])
    people, seed = (2, "bots first") if do is _at_a_hand else (4, "planted")
    with hotseat(tmp_path, people, random.Random("planted"), seed=seed, planted=code) as game:
        try:
            do(game)
        finally:
            assert b"sitecustomize" not in game.running.written.split(b"\x1b[?1049h")[0], game.running.written
        found = game.oracle.found
    unseen = [name for name, plant in plants.items() if not any(re.search(plant.told, leak) for leak in found)]
    assert not unseen, "\n\n".join(found)


def test_a_deal_that_is_not_sealed_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Seal, "close", lambda _seal, text: text)
    monkeypatch.setattr(Seal, "open", lambda _seal, text: text)
    begun = Table.begin(BySeat(map(Player, NAMES)), tmp_path / "state" / "sevenrocks", date=datetime.date(2026, 1, 1))
    begun.begin_round()
    begun.begin_keeping()
    begun.close()
    truth = Truth(tmp_path)
    assert any("is not sealed" in leak for leak in leaks_in_files(tmp_path, truth))
    assert any("000001.match tells" in leak for leak in leaks_in_files(tmp_path, truth))


# ---- the same story with other hidden hands: what is made for everyone to see ----------------------------------------


class _Finder(pickle.Pickler):
    """Finds every tile that can be reached from a value, whatever the value says of itself."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO())
        self.found: set[Tile] = set()

    def persistent_id(self, obj: object) -> None:
        if isinstance(obj, Tile):
            self.found.add(obj)


def tiles_in(value: object) -> set[Tile]:
    finder = _Finder()
    finder.dump(value)
    return finder.found


def view_of(match: Match, folder: Path) -> MatchView:
    """What the table hands out to covers and public faces; nothing is written."""
    levels = (None, "club", None, "expert")
    header = Header(BySeat(NAMES), BySeat(levels), match.target, False, datetime.date(2026, 1, 1), bytes(32))
    return Table(kept_of(header, match), folder).view


def look_at_views(match: Match, rng: random.Random, folder: Path) -> bool:
    """Whether another world could be made of the round under way; its views must be those of this one."""
    state = match.round
    assert state is not None
    view = view_of(match, folder)
    placed = {event.tile for event in state.events if isinstance(event, Placed)}
    for part in (view.round, replace(view.rounds[-1], draw=None)):
        if not tiles_in(part) <= placed:
            raise LeakError(f"{tiles_in(part) - placed} in {part}")
    world = exchanged(state, tuple(Seat), rng)
    if world.hands == state.hands:
        return False
    other = view_of(Match(match.target, (*match.rounds[:-1], world), match.draws), folder)
    if other != view or repr((other.round, other.rounds[-1])) != repr((view.round, view.rounds[-1])):
        raise LeakError(f"it depends on hidden tiles: {view}\n{other}")
    return True


def hand_overs(rng: random.Random) -> Iterator[Match]:
    """Matches at plays at random, for ever."""
    while True:
        for match in play_match(rng.getrandbits(32), any_legal):
            if match.round is not None:
                yield match


def test_what_covers_are_made_from_holds_no_hidden_tile_and_depends_on_none(tmp_path: Path) -> None:
    rng = seeded("views of leaks", is_fresh=True)
    wanted = cases(250, 100_000)
    matches = hand_overs(rng)
    looked_at = differed = 0
    while differed < wanted:
        looked_at += 1
        differed += look_at_views(next(matches), rng, tmp_path)
    assert looked_at < 2 * wanted, "most states must have another world"


@pytest.mark.parametrize("planted", ["a hand", "a number", "a word"])
def test_a_view_that_tells_something_of_hands_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, planted: str
) -> None:
    honest_view: property = vars(Table)["view"]

    def told(table: Table) -> MatchView:
        view: MatchView = honest_view.__get__(table)
        hands = replay(table.record()).rounds[-1].hands
        if planted == "a hand":
            told = replace(view.round, opener=cast("Seat", hands[0]))
            return replace(view, rounds=(*view.rounds[:-1], replace(view.rounds[-1], view=told)))
        if planted == "a number":
            return replace(view, target=view.target + sum(tile.pips for tile in hands[0]))
        return replace(view, not_kept="disk full" if Tile(6, 6) in hands[2] else None)

    monkeypatch.setattr(Table, "view", property(told))
    rng, matches = random.Random(planted), hand_overs(random.Random(1))

    def look_often() -> None:
        for _time in range(50):
            look_at_views(next(matches), rng, tmp_path)

    with pytest.raises(LeakError):
        look_often()


# ---- and what is shown -------------------------------------------------------------------------------------------------

Chooses = Callable[[Round], Action]
"""How a bot plays, from the whole state: an honest one takes no more of it than its seat's view."""


def honest(state: Round) -> Action:
    assert state.turn is not None
    return choose("club", state.view_for(state.turn), 7)


def peeking(state: Round) -> Action:
    """Plays what leaves the next seat the least to place. It looks into a hand that is not its own."""
    assert state.turn is not None
    after = [(len(state.play_unchecked(action).legal_actions), action) for action in state.legal_actions]
    return min(after, key=lambda entry: entry[0])[1]


def told_story(rng: random.Random, people: tuple[Seat, ...], bot: Chooses) -> Story:
    """A story of these people among bots. Exchanged are hands of people, so that honest bots play the same again."""
    while True:
        opener = rng.choice(list(Seat))
        state = Match(250).begin_round(random_deal(rng), draw_won_by(opener)).rounds[-1]
        for _play in range(rng.randint(4, 7)):
            if not state.is_over:
                state = state.play(any_legal(state, rng) if state.turn in people else bot(state))
        if state.is_over or state.turn not in people or state.legal_actions == (PASS,):
            continue  # what comes after the story would depend on the hands
        others = tuple(seat for seat in people if seat is not state.turn)
        others = tuple(rng.sample(others, min(len(others), rng.randint(2, 3))))
        if len(others) < 2:
            continue
        world = exchanged(state, others, rng)
        if world.hands != state.hands:
            return Story(people, others, state, world)


def painted(app: RocksApp) -> str:
    """What is on the screen, each piece of text with its style."""
    strips = app.screen._compositor.render_strips()
    return "\n".join(" ".join(f"{segment.text!r}{segment.style}" for segment in strip) for strip in strips)


async def shown(folder: Path, story: Story, deal: BySeat[Hand], bot: Chooses, patch: pytest.MonkeyPatch) -> list[str]:
    """All frames of a story that must not depend on the hands exchanged, of the app with this deal."""
    frames: list[str] = []
    opener = story.state.setup.opener
    actions = story.actions

    async def ready(_bots: BotProcess, _level: str) -> bool:
        return False

    async def chosen(_bots: BotProcess, _level: str, view: SeatView, _seed: int) -> Action:
        return choose("club", view, 7)

    async def peeked(director: Director, _step: BotThinks) -> Action:
        assert director.sitting is not None
        return bot(replay(director.sitting.record()).rounds[-1])

    patch.setattr(Match, "begin_round_from", lambda match, _seed: match.begin_round(deal, draw_won_by(opener)))
    patch.setattr(BotProcess, "ready", ready)
    patch.setattr(BotProcess, "choose", chosen)
    if bot is not honest:
        patch.setattr(Director, "_bot_action", peeked)

    async def play() -> None:
        sitting = tuple(
            Player(NAMES[seat]) if seat in story.people else Player(f"{NAMES[seat]} B", "club") for seat in Seat
        )
        app = app_in(folder, Start(sitting, 250, known_seed("story")), has_process=True)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, DrawScreen), "the draw")
            while await story_goes_on(pilot, app):
                pass

    async def story_goes_on(pilot: Pilot[None], app: RocksApp) -> bool:
        screen = app.screen
        if isinstance(screen, DrawScreen):
            frames.append(painted(app))
            screen.action_go_on()
        elif isinstance(screen, CoverScreen):
            frames.append(painted(app))
            view = screen.match.round
            assert view is not None
            if len(view.events) >= len(actions):
                return False
            screen.action_show()
        elif isinstance(screen, TableScreen) and screen.choosing is not None:
            view = screen.choosing.view.public
            action = actions[len(view.events)] if len(view.events) < len(actions) else None
            if view.turn not in story.people or action not in screen.choosing.view.legal_actions:
                frames.append("the story goes otherwise")
                return False
            await act(pilot, app, screen, action)
        elif isinstance(screen, TableScreen) and screen.mode is Mode.GO_ON:
            if screen.bottom not in story.others:
                frames.append(painted(app))
            screen.action_go()
        elif isinstance(screen, LedgerScreen):
            frames.append("the story goes otherwise")
            return False
        await pilot.pause()
        return True

    async def act(pilot: Pilot[None], app: RocksApp, screen: TableScreen, action: Action | None) -> None:
        assert isinstance(action, Place)
        assert screen.choosing is not None
        sees_own = screen.bottom not in story.others
        if sees_own:
            frames.append(painted(app))
        look_up = (screen.action_log, screen.action_explain, app.ask_to_leave)[len(frames) % 3]
        look_up()
        await until(pilot, lambda: isinstance(app.screen, Overlay) or screen.is_put_away, "a page or a panel")
        frames.append(painted(app))  # whoever's hand lies below
        if not screen.close_panel():
            app.close_overlay(cast("Overlay", app.screen))
        await until(pilot, lambda: app.screen is screen, "the table")
        number = screen.choosing.view.hand.index(action.tile) + 1
        screen.action_tile(number)
        screen.action_hide()
        await pilot.pause()
        frames.append(painted(app))
        screen.action_show()
        screen.action_tile(number)
        while screen.choosing.chosen is None or screen.choosing.chosen.action != action:
            screen.action_step_place(1)
        await pilot.pause()
        if sees_own:
            frames.append(painted(app))
        screen.action_go()
        await until(pilot, lambda: screen.choosing is None, "the play")

    await play()
    return frames


def look_at_story(folder: Path, story: Story, bot: Chooses) -> int:
    """Tell it twice, by a clock that no machine is too busy for; returns how many frames were the same."""
    told = []
    for number, state in enumerate((story.state, story.world)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Arming, "DELAY", 0.0)
            patch.setattr(Arming, "SILENCE", 0.0)
            (folder / str(number)).mkdir(parents=True)
            told.append(run(shown(folder / str(number), story, state.setup.deal, bot, patch)))
    for one, other in zip_longest(*told):
        if one != other:
            raise LeakError(f"it depends on hidden tiles:\n{one}\n{other}")
    return len(told[0])


@pytest.mark.parametrize("people", [tuple(Seat), (Seat.N, Seat.E, Seat.S)])
def test_other_hidden_hands_change_nothing_that_others_see(tmp_path: Path, people: tuple[Seat, ...]) -> None:
    rng = seeded(f"stories of leaks, {len(people)} people", is_fresh=True)
    for number in range(cases(1, 100)):
        assert look_at_story(tmp_path / str(number), told_story(rng, people, honest), honest) > 10


def test_a_bot_that_peeks_is_found(tmp_path: Path) -> None:
    rng = random.Random("peek")
    # A story in which it matters: the bot that is in turn last would play something else.
    while True:
        story = told_story(rng, (Seat.N, Seat.E, Seat.S), peeking)
        if differs(story):
            break
    with pytest.raises(LeakError):
        look_at_story(tmp_path, story, peeking)


def differs(story: Story) -> bool:
    """Whether a bot that peeks plays otherwise somewhere in the other world."""
    state, world = (Round.begin(told.setup) for told in (story.state, story.world))
    for event in story.state.events:
        if state.turn not in story.people and peeking(state) != peeking(world):
            return True
        action = event.action if isinstance(event, Placed) else PASS
        state, world = state.play(action), world.play(action)
    return False


def test_a_cover_that_tells_by_a_colour_what_somebody_holds_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest_table = Director._at_table

    themes = [theme.name for theme in THEMES.values()]

    async def by_theme(
        director: Director, match: MatchView, seat: Seat, hand: SeatView | None = None, partner: SeatView | None = None
    ) -> TableScreen:
        assert director.sitting is not None
        pips = sum(tile.pips for tile in replay(director.sitting.record()).rounds[-1].hands[seat.partner])
        active_app.get().theme = themes[pips % 2]
        return await honest_table(director, match, seat, hand, partner)

    monkeypatch.setattr(Director, "_at_table", by_theme)
    rng = random.Random("colour")
    while True:
        story = told_story(rng, tuple(Seat), honest)
        turn = story.state.turn
        assert turn is not None
        before, after = (sum(tile.pips for tile in told.hands[turn.partner]) for told in (story.state, story.world))
        if before % 2 != after % 2:
            break
    with pytest.raises(LeakError):
        look_at_story(tmp_path, story, honest)


# ---- taken up again, a match is covered --------------------------------------------------------------------------------


async def test_a_match_that_is_taken_up_shows_no_hand_before_it_is_asked_for(tmp_path: Path) -> None:
    rng = seeded("continued leaks", is_fresh=True)
    for number in range(cases(3, 200)):
        folder = tmp_path / str(number)
        folder.mkdir()
        people = tuple(sorted(rng.sample(list(Seat), rng.randint(1, 4))))
        levels = BySeat([None if seat in people else "club" for seat in Seat])
        states = [match for match in play_match(rng.getrandbits(32), any_legal) if match.round is not None]
        match = rng.choice(states)
        header = Header(BySeat(NAMES), levels, match.target, True, datetime.date(2026, 1, 1), bytes(32))
        Table.begin_with(kept_of(header, match), folder / "state").close()
        frames = await _taken_up(folder)
        state = match.round
        assert state is not None
        # A bot may have placed something before a person was asked.
        (path,) = (folder / "state" / "matches").glob("*.match")
        placed = {
            event.tile
            for event in read_match(path).match.rounds[len(match.rounds) - 1].events
            if isinstance(event, Placed)
        }
        for frame in frames:
            told = re.sub(r"opens \(drew \d\|\d\)", "", frame)
            shown_too_soon = [
                tile for hand in state.hands for tile in hand if tile not in placed and is_shown(tile, told)
            ]
            assert not shown_too_soon, frame


async def _taken_up(folder: Path) -> list[str]:
    app = app_in(folder)
    frames: list[str] = []
    async with app.run_test(size=(80, 24)) as pilot:
        menu = await screen_of(pilot, MenuScreen)
        await until(pilot, lambda: "Continue" in screen_text(app), "the match to be offered")
        await pilot.press("c", "n", "e", "s", "w", "enter")
        await until(pilot, lambda: app.screen is not menu, "the match")
        while not isinstance(app.screen, CoverScreen):
            screen = app.screen
            if isinstance(screen, TableScreen):
                assert screen.hand is None, "a hand before a cover"
                frames.append(screen_text(app))
                if screen.mode is Mode.GO_ON:
                    return frames
            elif not isinstance(screen, MenuScreen):
                return frames  # a bot has ended the round
            await pilot.pause()
        await asyncio.sleep(0.1)
        frames.append(screen_text(app))
        assert re.search(COVERED, frames[-1])
    return frames


@pytest.mark.usefixtures("no_arming")
@pytest.mark.parametrize("faces", ["pips", "digits"])
@pytest.mark.parametrize("characters", ["blocks", "unicode", "ascii"])
async def test_the_oracle_knows_tiles_of_every_size(tmp_path: Path, faces: str, characters: str) -> None:
    begun = Start((Player("Anna"), *(Player(name, "club") for name in NAMES[1:])), 250, known_seed("sizes"))
    app = app_in(tmp_path, begun, faces=faces, characters=characters)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await choosing_table(pilot)
        assert table.hand is not None
        hand = table.hand.hand
        for size in ((80, 24), (100, 30), (200, 60)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            frame = screen_text(app)
            assert all(is_shown(tile, frame) for tile in hand), frame
            table.action_hide()
            await pilot.pause()
            public = {event.tile for event in table.hand.public.events if isinstance(event, Placed)}
            frame = re.sub(r"drew \d\|\d", "", screen_text(app))
            assert not any(is_shown(tile, frame) for tile in set(DOUBLE_SIX) - public), frame
            table.action_show()
            await pilot.pause()
