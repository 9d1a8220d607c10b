"""The program is killed at any moment, its bots too, and it crashes: what was shown is on disk, and the match goes on."""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import re
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from textual.pilot import Pilot
from textual.worker import WorkerFailed

from help.effort import LONG, cases, seeded
from help.playing import app_in, choosing_table, match_of, play_something, screen_of, screen_text, start, step, until
from help.terminal import (
    COVER,
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
from sevenrocks.bots import process as bot_process
from sevenrocks.engine.actions import Passed, Placed
from sevenrocks.engine.match import Match
from sevenrocks.engine.seats import Seat
from sevenrocks.engine.tiles import Tile
from sevenrocks.record import replay
from sevenrocks.sitting import BotThinks
from sevenrocks.store import Kept, read_match, survey
from sevenrocks.table import Table
from sevenrocks.tui.app import RocksApp
from sevenrocks.tui.screens.base import Arming
from sevenrocks.tui.screens.cover import CoverScreen
from sevenrocks.tui.screens.held import Mode
from sevenrocks.tui.screens.menu import MenuScreen
from sevenrocks.tui.screens.public import PublicScreen
from sevenrocks.tui.screens.table import TableScreen
from sevenrocks.tui.widgets.hand import HandView
from sevenrocks.tui.widgets.layout_view import LayoutView
from sevenrocks.tui.widgets.painted import Painted

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are a POSIX matter")

STATES = (
    rf"{RESULT}|The deals are sealed|who opens\?|{COVER}"
    r"|press K to knock|Your turn|You open|Choose a tile first|Enter covers your tiles|Press Enter to go on|Enter next round"
    r"|fits nowhere now|goes to [A-Z]|Enter plays it"
)
"""What the program can wait for a person to do."""

COVERED = "pass the screen to|the match goes on with"
DOWN = "\x1b[B"


class Played(NamedTuple):
    """Who plays at which match."""

    people: int
    seats: tuple[str, ...]
    target: int
    known_deal: str | None

    @property
    def arguments(self) -> tuple[str, ...]:
        """How it is begun."""
        seats = (part for seat in self.seats for part in ("--seat", seat))
        known = ("--known-deal", self.known_deal) if self.known_deal is not None else ()
        return ("play", *seats, "--target", str(self.target), *known)


TABLES = (
    (1, ("N=Anna",)),
    (4, ("N=Anna", "E=Bartek", "S=Clara", "W=Dieter")),
    (2, ("N=Anna", "E=Bartek", "S=bot:club", "W=bot:novice")),
    (3, ("N=Anna", "E=bot:novice", "S=Clara", "W=Dieter")),
    (1, ("N=bot:club", "E=bot:novice", "S=Clara", "W=bot:club")),
)


def some_match(rng: random.Random, number: int) -> Played:
    """Every table in turn, with deals that are known or not."""
    people, seats = TABLES[number % len(TABLES)]
    known = str(rng.getrandbits(32)) if rng.random() < 0.5 else None
    return Played(people, seats, rng.choice([25, 60, 60, 100]) if LONG else 25, known)


# ---- what the frames tell, and what is kept --------------------------------------------------------------------------


class Told:
    """Every play that the frames of one life of the program have told, with its round."""

    def __init__(self) -> None:
        self.plays: set[tuple[int, str, str]] = set()
        self.on_covers: set[tuple[str, str]] = set()
        """What covers have told, which do not tell the round."""

    def __call__(self, frame: str) -> None:
        if re.search(COVERED, frame):
            self.on_covers |= set(re.findall(r"(\w+) (\d\|\d)(?=[ ,]|$)", frame, re.MULTILINE))
            self.on_covers |= {(name, "knocked") for name in _who_knocked(frame)}
            return
        number = re.search(r"\bround (\d+) *$", frame, re.MULTILINE)
        if number is None:
            return
        # A play that has only been chosen is told in other words.
        for name, tile in re.findall(r"\b(?!Enter\b)(\w+) (?:plays|opens with) (\d\|\d)", frame):
            self.plays.add((int(number[1]), name, tile))
        self.plays |= {(int(number[1]), name, "knocked") for name in _who_knocked(frame)}


def _who_knocked(frame: str) -> list[str]:
    told = re.findall(r"((?:\w+, )*(?:\w+ and )?\w+) knocks? \(", frame)
    return [name for names in told for name in re.split(r", | and ", names)]


def plays_of(kept: Kept) -> set[tuple[int, str, str]]:
    """Every play of a kept match, as the frames would tell it."""
    plays = set()
    for state in kept.match.rounds:
        for event in state.events:
            if isinstance(event, Placed | Passed):
                what = f"{event.tile.low}|{event.tile.high}" if isinstance(event, Placed) else "knocked"
                plays.add((state.setup.number, kept.header.players[event.seat], what))
    return plays


class State:
    """The state folder of a player whose program is killed again and again."""

    def __init__(self, home: Path) -> None:
        settings(home)
        self.home = home
        self.folder = home / "state" / "sevenrocks"
        self.kept: Kept | None = None
        """What was kept when it was last looked at."""

    @property
    def path(self) -> Path | None:
        """The match that was begun last."""
        return max((self.folder / "matches").glob("*.match"), default=None)

    def check(self, told: Told) -> None:
        """Hold what was told against what is on disk, and that against what was there before."""
        path = self.path
        if path is None or not survey(self.folder).matches:
            # Killed before a hand was shown: nothing was played, and nothing is lost.
            assert not told.plays
            assert not told.on_covers
            assert self.kept is None
            return
        kept = read_match(path)
        plays = plays_of(kept)
        lost = told.plays - plays
        assert not lost, f"shown, and not on disk: {sorted(lost)}"
        lost_on_covers = told.on_covers - {(name, what) for _round, name, what in plays}
        assert not lost_on_covers, f"shown on covers, and not on disk: {sorted(lost_on_covers)}"
        assert not survey(self.folder).unreadable
        if kept.match.winner is None and kept.match.round is not None and kept.match.round.turn is not None:
            assert kept.match.round.legal_actions
        if self.kept is not None:
            self._went_on_from(self.kept, kept)
        self.kept = kept

    @staticmethod
    def _went_on_from(before: Kept, kept: Kept) -> None:
        assert kept.header == before.header
        assert kept.cut == before.cut or not before.match.rounds
        for was, now in zip(before.match.rounds, kept.match.rounds, strict=False):
            assert now.setup == was.setup
            assert now.events[: len(was.events)] == was.events
        assert len(kept.match.rounds) >= len(before.match.rounds)


def bots_of(pid: int) -> list[int]:
    """The processes in which the bots of this program think; none where that cannot be told."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            words = (entry / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if parent == pid and b"sevenrocks.bots.process" in words:
            found.append(int(entry.name))
    return found


def has_ended(pid: int) -> bool:
    """Whether a process runs no more; one that only waits to be counted does not."""
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


def wait_until(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain for: {what}"
        time.sleep(0.02)


# ---- playing ---------------------------------------------------------------------------------------------------------


def open_cover(running: Terminal, seat: str) -> None:
    """Press the key of a seat until the cover opens, with the silence that it asks for."""
    time.sleep(Arming.DELAY + 0.05)
    while re.search(COVERED, running.text):
        running.send(seat.lower())
        running.settle(0.1)
        if re.search(COVERED, running.text):
            time.sleep(Arming.SILENCE + 0.05)


def act(running: Terminal, rng: random.Random, *, is_last: bool = False) -> str:
    """Do what the program waits for; returns what that was. After the last key of the last act nothing is awaited."""
    state = running.wait_for(STATES)
    if re.fullmatch(COVER, state):
        open_cover(running, seat_asked(state))
        return state
    if re.match("Your turn|You open|Choose a tile|matches|goes to|Enter places", state):
        # A tile may have been chosen already, by keys that a slow machine took late.
        numbers = list("1234567")
        rng.shuffle(numbers)
        # On a slow machine a tile may be told to be chosen when its turn here is over: then all over again.
        for number in itertools.cycle(numbers):
            running.send(number + DOWN)
            running.settle(0.05)
            if "Enter plays it" in running.text:
                break
    elif not state.startswith("press K"):
        # A page that somebody must have seen asks for silence first.
        time.sleep(Arming.DELAY + 0.05)
    key, before = "k" if state.startswith("press K") else "\r", running.text
    running.send(key)
    if not is_last:
        running.settle(0.1)
        while running.text == before:
            time.sleep(Arming.SILENCE + 0.4)
            # On a slow machine it was taken meanwhile.
            running.settle(0.1)
            if running.text == before:
                running.send(key)
                running.settle(0.1)
    return state


def begin_or_continue(running: Terminal, state: State, match: Played) -> bool:
    """Come back to the match, if there is one; False where it is over. What comes up first is checked."""
    kept = state.kept
    if kept is None:
        running.wait_for(STATES)
        return True
    if kept.match.winner is not None:
        running.wait_for("New match")
        running.settle()
        assert "Continue" not in running.text, "a match that is over does not go on"
        return False
    running.wait_for("Continue")
    frames = len(running.frames)
    running.send("c")
    came = running.wait_for(STATES)
    running.settle(0.1)
    # The menu has tiles of its own.
    shown = "\n".join(frame for frame in running.frames[frames:] if MENU not in frame)
    assert kept.match.rounds, "kept before a hand was shown"
    if (turn := kept.match.rounds[-1].turn) is None:
        number = len(kept.match.rounds)
        assert re.search(rf"after round {number}\b", running.text), running.text
        return True
    if match.people == 1:
        assert came.startswith("the match goes on with"), came
    elif kept.header.levels[turn] is None and len(kept.match.rounds[-1].legal_actions) > 1:
        assert came.startswith("the match goes on with"), came
        assert seat_asked(came) == turn.name, came
    else:
        assert re.match(rf"{COVERED}|Press Enter to go on|Enter next round", came), came
    if "Enter next round" not in shown:
        for tile in tiles_of_people(kept):
            assert not is_shown(tile, shown), f"{tile} was shown before anybody asked for it\n{shown}"
    return True


def tiles_of_people(kept: Kept) -> list[Tile]:
    """All tiles that people hold; while a cover lies over them, none is shown anywhere."""
    drawn = {tile for draw in kept.match.draws if draw for turn in draw.turns for _seat, tile in turn}
    hands = kept.match.rounds[-1].hands
    # What was drawn for the opening is told by name; it was drawn from another set.
    return [tile for seat in Seat if kept.header.levels[seat] is None for tile in hands[seat] if tile not in drawn]


def live(state: State, match: Played, rng: random.Random, number: signal.Signals = signal.SIGKILL) -> bool:
    """Begin or continue the match, play on a little, and end the program; False where the match was over."""
    arguments = match.arguments if state.kept is None else ()
    told = Told()
    with terminal(state.home, *arguments) as running:
        running.watch = told
        goes_on = True
        if number is signal.SIGKILL and rng.random() < 0.15:
            # While it starts, or takes the match up.
            pause, key = rng.uniform(0.1, 1.0), rng.choice(["", "c"])
            deadline = time.monotonic() + pause
            while time.monotonic() < deadline:
                running.read(0.01)
                if key and "Continue" in running.text:
                    running.send(key)
                    key = ""
        else:
            goes_on = begin_or_continue(running, state, match)
            # A match begins with its cut, its draw and a cover.
            more = 3 if state.kept is None else 0
            for turns_left in range(more + (rng.randint(1, 4) if LONG else rng.randint(0, 2)), -1, -1):
                if goes_on and act(running, rng, is_last=not turns_left) == RESULT:
                    break
            deadline = time.monotonic() + rng.choice([0.0, 0.002, 0.01, 0.03, 0.1]) * rng.random()
            while time.monotonic() < deadline:
                running.read(0.001)
        bots = bots_of(running.process.pid)
        running.kill(number)
        assert running.end() == 128 + number, running.text
        if number is not signal.SIGKILL:
            assert is_restored(running.written)
    for bot in bots:
        wait_until(partial(has_ended, bot), "the bots to end with the program")
    state.check(told)
    return goes_on and (state.kept is None or state.kept.match.winner is None)


def play_to_the_end(state: State, match: Played, rng: random.Random) -> None:
    """Continue the match and play until somebody has won it."""
    told = Told()
    with terminal(state.home) as running:
        running.watch = told
        begin_or_continue(running, state, match)
        while act(running, rng) != RESULT:
            pass
        running.wait_for("New match")
        running.send("q")
        assert running.end() == 0
        assert is_restored(running.written)
    state.check(told)
    assert state.kept is not None
    assert state.kept.match.winner is not None
    assert len(list((state.folder / "records").iterdir())) == 1


# ---- the program is killed -------------------------------------------------------------------------------------------


def test_killed_at_any_moment_a_match_goes_on_with_all_that_was_shown(tmp_path: Path) -> None:
    rng = seeded("kills")
    kills, wanted, number, plays, ended = 0, cases(6, 300), 0, 0, 0
    # On a slow machine the first ones may be killed before a hand is shown, and leave nothing to be played to its end.
    while kills < wanted or not (ended or LONG or number >= 10 * wanted):
        home = tmp_path / str(number)
        # Somebody who plays alone comes to the end soonest.
        match = some_match(rng, number if ended or LONG else 0)
        state = State(home)
        goes_on = True
        for _life in range(rng.randint(3, 20) if LONG else 2):
            if not goes_on or (LONG and kills >= wanted):
                break
            goes_on = live(state, match, rng)
            kills += 1
        plays += len(plays_of(state.kept)) if state.kept is not None else 0
        if goes_on and state.kept is not None and (rng.random() < 0.5 if LONG else not ended):
            play_to_the_end(state, match, rng)
            ended += 1
        number += 1
    assert ended or LONG, "no match was played to its end"
    assert plays > wanted // 2, "the program is killed before anything can be lost"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_at_any_moment_loses_nothing_and_restores_the_terminal(tmp_path: Path, number: signal.Signals) -> None:
    rng = seeded(f"signals {number.name}")
    for case in range(cases(1, 20)):
        state = State(tmp_path / str(case))
        match = some_match(rng, rng.randrange(len(TABLES)))
        for _life in range(3 if LONG else 1):
            if not live(state, match, rng, number):
                break


def test_a_terminal_that_is_gone_ends_the_game_and_loses_nothing(tmp_path: Path) -> None:
    rng = seeded("terminals gone")
    for case in range(cases(1, 20)):
        state = State(tmp_path / str(case))
        match = some_match(rng, rng.randrange(len(TABLES)))
        told = Told()
        with terminal(state.home, *match.arguments) as running:
            running.watch = told
            for _turn in range(3 + rng.randint(2, 5 if LONG else 3)):
                act(running, rng)
            # Nobody reads any more, and nobody will: the kernel tells the program so.
            running.process.ptyproc.fileobj.close()
            wait_until(partial(has_ended, running.process.pid), "the program to end")
        state.check(told)
        assert state.kept is not None
        with terminal(state.home) as again:
            begin_or_continue(again, state, match)


# ---- a bot is killed, or hangs ---------------------------------------------------------------------------------------


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the process of the bots is found in /proc")
def test_when_its_bots_are_killed_the_game_goes_on(tmp_path: Path) -> None:
    rng = seeded("bots killed")
    state = State(tmp_path)
    match = Played(1, ("N=Anna", "E=bot:expert"), 250, "bots killed")
    told = Told()
    with terminal(state.home, *match.arguments) as running:
        running.watch = told
        killed: set[int] = set()
        is_over = False
        for _turn in range(cases(4, 200)):
            is_over = act(running, rng) == RESULT
            if is_over:
                break
            for bot in bots_of(running.process.pid)[: not LONG or rng.random() < 0.7]:
                os.kill(bot, signal.SIGKILL)
                killed.add(bot)
        running.wait_for("New match" if is_over else STATES)
        assert len(killed) > 1
        assert "does not answer" not in running.text
        running.send(b"\x11")
        assert running.end() == 0
    state.check(told)
    assert {name for _round, name, _what in told.plays} >= set(state.kept.header.players if state.kept else ())


@pytest.mark.parametrize("limit", [0.3, 60.0])
@pytest.mark.usefixtures("no_arming")
async def test_bots_that_hang_or_die_over_a_question_are_started_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: float
) -> None:
    app = app_in(tmp_path, start("Anna", seed="hang"), has_process=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await choosing_table(pilot)
        assert match_of(app).rounds[-1].events, "with this seed a bot opens"
        for _turn in range(cases(1, 5)):
            (hanging,) = bots_of(os.getpid())
            os.kill(hanging, signal.SIGSTOP)
            monkeypatch.setattr(bot_process, "THINKING_LIMIT", limit)
            play_something(await choosing_table(pilot))
            await until(pilot, lambda: is_bot_asked(app) or match_of(app).round is None, "a question to a bot")
            if match_of(app).round is None:
                break
            if limit > 1:
                await asyncio.sleep(0.1)
                os.kill(hanging, signal.SIGKILL)
            await until(pilot, partial(is_gone, hanging), "the end of the hanging one")
            monkeypatch.setattr(bot_process, "THINKING_LIMIT", 60.0)
            await until(pilot, partial(is_person_asked, app), "the next turn")
            if "does not answer" in screen_text(app):
                # On a slow machine the next process may have been taken to hang as well.
                await step(pilot)
            await choosing_table(pilot)


@pytest.mark.usefixtures("no_arming")
async def test_where_no_bot_answers_the_player_is_told_and_can_ask_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_process, "THINKING_LIMIT", 0.05)

    app = app_in(tmp_path, start("Anna", seed="no answer"), has_process=True)
    async with app.run_test(size=(80, 24)) as pilot:
        for _again in range(2):
            await played_until(pilot, "does not answer. Enter asks again.")
            before = match_of(app)
            await pilot.press("enter")
            await until(pilot, lambda: "does not answer" not in screen_text(app), "the bot to be asked again")
        await played_until(pilot, "does not answer. Enter asks again.")
        assert match_of(app) == before
        monkeypatch.setattr(bot_process, "THINKING_LIMIT", 60.0)
        await pilot.press("enter")
        await choosing_table(pilot)
        assert len(match_of(app).rounds[-1].events) > len(before.rounds[-1].events)


def is_gone(pid: int) -> bool:
    """Whether there is no such process any more, not even one that only waits to be counted."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def is_bot_asked(app: RocksApp) -> bool:
    """Whether the app waits for the answer of a bot."""
    return app.sitting is not None and isinstance(app.sitting.step, BotThinks)


def is_person_asked(app: RocksApp) -> bool:
    """Whether the person at the table is to play, or to say what is to be done about a bot."""
    screen = app.screen
    return isinstance(screen, TableScreen) and (screen.choosing is not None or screen.mode is Mode.GO_ON)


async def played_until(pilot: Pilot[None], told: str) -> None:
    """Play on until the screen tells this."""
    app = pilot.app
    assert isinstance(app, RocksApp)
    deadline = time.monotonic() + PATIENCE
    while told not in screen_text(app):
        assert time.monotonic() < deadline, screen_text(app)
        await step(pilot)
        await asyncio.sleep(0.01)


# ---- the program crashes ---------------------------------------------------------------------------------------------


HELD = "the tiles that Anna holds"


def fail(*_arguments: Any, **_more: Any) -> Any:
    """Fail with what a player must not see, in the error and in a local variable."""
    hand = HELD
    raise ValueError(hand)


def fail_late(*_arguments: Any, **_more: Any) -> Any:
    """The same from deeper within."""
    hand = [HELD, Tile(0, 0)]
    return {"hand": hand, "played": fail(hand)}


MISTAKES = [
    (Painted, "render_line"),
    (TableScreen, "action_tile"),
    (Table, "bot_seed"),
    (HandView, "pieces"),
    (LayoutView, "pieces"),
    (LayoutView, "show"),
    (TableScreen, "_note"),
    (PublicScreen, "_count_told"),
    (Table, "view_for"),
]
"""What is made to fail: when it is drawn, again and again; when a key is pressed, when a bot is asked; and more of each."""


@pytest.mark.parametrize(("owner", "name"), MISTAKES if LONG else MISTAKES[:3])
@pytest.mark.usefixtures("no_arming")
async def test_a_mistake_anywhere_ends_the_game_in_two_lines_and_the_match_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], owner: type, name: str
) -> None:
    app = app_in(tmp_path, start("Anna", seed="crash"), draws=True, has_process=True)
    left: list[Match] = []

    async def crash() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            play_something(await choosing_table(pilot))
            await until(pilot, lambda: len(match_of(app).rounds[-1].events) >= 4, "the plays of the bots")
            screen = await choosing_table(pilot)
            assert app.sitting is not None
            sitting = app.sitting
            with monkeypatch.context() as broken:
                broken.setattr(owner, name, fail_late if name in ("pieces", "render_line") else fail)
                if name == "action_tile":
                    # Several mistakes at once, as where whatever is drawn fails, are told as one.
                    for widget in (screen.hand_view, screen.layout_view, screen.seats):
                        widget.call_later(fail)
                    await pilot.press("1")
                else:
                    play_something(screen)
                for _moment in range(200):
                    await asyncio.sleep(0.01)
                    if app.return_code is not None:
                        break
                assert app.return_code is not None, "nothing failed"
            left.append(replay(sitting.record()))

    with pytest.raises((ValueError, WorkerFailed), match=HELD):
        await crash()
    for _moment in range(500):  # the table is left in its own time; a process that ends leaves it at once
        if app.sitting is None:
            break
        await asyncio.sleep(0.01)
    assert app.return_code == 1
    assert not bots_of(os.getpid()), "the process of the bots ends with the game"
    told = "".join(capsys.readouterr())
    assert HELD not in told
    assert "Tile" not in told
    lines = [line for line in told.splitlines() if line.strip()]
    sentences = re.sub(r"\s+", " ", " ".join(lines))
    assert re.fullmatch(
        r"Seven Rocks has stopped: a bug in the program \(ValueError at test_kills\.py:\d+\)\. "
        r"Your match is kept; Continue picks it up exactly here\. ?",
        sentences,
    ), told
    (path,) = (tmp_path / "state" / "matches").glob("*.match")
    match = read_match(path).match
    assert match == left[0], "what had happened is on disk"
    assert len(match.rounds[0].events) > 1

    again = app_in(tmp_path)
    async with again.run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, MenuScreen)
        await until(pilot, lambda: "Continue" in screen_text(again), "Continue")
        await pilot.press("c")
        await screen_of(pilot, CoverScreen)
        assert "the match goes on with" in screen_text(again)
        assert "seat N, partner of" in screen_text(again)
        assert match_of(again) == match
        play_something(await choosing_table(pilot))
