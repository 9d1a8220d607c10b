"""Bots play on a beat: when a play is shown tells nothing of how much there was to choose from."""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from help import virtual
from help.effort import LONG, cases, seeded
from help.strategies import any_legal, play_match
from help.twice import in_both, tell_in_app, tell_in_lines
from help.worlds import any_story
from sevenrocks import bots
from sevenrocks.bots import level_names, outlook
from sevenrocks.bots.beat import Beat, ready
from sevenrocks.bots.kernel import core
from sevenrocks.bots.kernel.layouts import LAYOUTS
from sevenrocks.bots.process import BotProcess
from sevenrocks.engine.actions import Action
from sevenrocks.engine.seats import Seat
from sevenrocks.engine.view import SeatView
from sevenrocks.plain.match import _Narrator
from sevenrocks.settings import BotSpeed, Settings
from sevenrocks.sitting import BotRequest
from sevenrocks.tui.director import Director
from sevenrocks.tui.screens.held import HandScreen, Mode
from sevenrocks.tui.screens.table import TableScreen
from sevenrocks.tui.stage import Stage

SPEEDS = [speed.value for speed in BotSpeed]


@pytest.fixture(autouse=True)
def _on_the_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the beat is as it is in the game."""
    monkeypatch.setattr(Beat, "SHORTEST", 0.1)
    monkeypatch.setattr(Beat, "SLOW", 1.0)


def is_multiple(seconds: float, beat: float) -> bool:
    return seconds > beat / 2 and abs(seconds / beat - round(seconds / beat)) < 1e-6


def views(rng: random.Random) -> Iterator[SeatView]:
    """What seats in turn know, for ever."""
    while True:
        for match in play_match(rng.getrandbits(32), any_legal):
            if match.round is not None and match.round.turn is not None:
                yield match.round.view_for(match.round.turn)


def views_by_choice(rng: random.Random, number: int) -> dict[int, list[SeatView]]:
    """So many views with each number of legal actions from one to seven."""
    found: dict[int, list[SeatView]] = {choices: [] for choices in range(1, 8)}
    for view in views(rng):
        choices = len(view.legal_actions)
        if len(found.get(choices, [view] * number)) < number:
            found[choices].append(view)
        if all(len(some) == number for some in found.values()):
            return found
    raise AssertionError


# ---- the face that is a screen


class _Bots:
    """Stands for the process of the bots: a choice takes so long."""

    def __init__(self, takes: Callable[[SeatView], float], *, is_slow: bool) -> None:
        self._takes = takes
        self._is_slow = is_slow

    async def ready(self, _level: str) -> bool:
        await asyncio.sleep(0.7)  # loading is no part of a turn
        return self._is_slow

    async def choose(self, _level: str, view: SeatView, _seed: int) -> Action:
        await asyncio.sleep(self._takes(view))
        return view.legal_actions[-1]


class _Screen:
    """As much of a table as a pause needs."""

    pause = HandScreen.pause
    forget = HandScreen.forget
    answer = HandScreen.answer
    reply = HandScreen.reply
    _awaited = HandScreen._awaited

    def __init__(self, hurry: float | None) -> None:
        self._answer = None
        self._hurry = hurry
        self.began = 0.0
        self.mode = Mode.WATCH

    @property
    def _mode(self) -> Mode:
        return self.mode

    @_mode.setter
    def _mode(self, mode: Mode) -> None:
        if mode is Mode.PAUSE:
            # A pause begins with the turn.
            self.began = time.monotonic()
            if self._hurry is not None:
                asyncio.get_running_loop().call_later(self._hurry, self._go)
        self.mode = mode

    def _go(self) -> None:
        if self.mode is Mode.PAUSE:
            self.reply(None)  # type: ignore[misc]


def shown_on_screen(
    view: SeatView,
    takes: Callable[[SeatView], float],
    speed: float,
    *,
    is_slow: bool = False,
    hurry: float | None = None,
) -> float:
    """After how many seconds a play is shown, by a clock of its own, to somebody who is in a hurry after so many."""

    async def played() -> float:
        screen = _Screen(hurry)
        director = Director(
            cast("Stage", SimpleNamespace(settings=SimpleNamespace(bot_speed=SimpleNamespace(value=speed))))
        )
        director._bots = cast("BotProcess", _Bots(takes, is_slow=is_slow))
        action = await director._on_the_beat(cast("TableScreen", screen), BotRequest("club", view, 1))
        assert action == view.legal_actions[-1]
        return time.monotonic() - screen.began

    return virtual.run(played())


@pytest.mark.parametrize("is_slow", [False, True], ids=["quick", "slow"])
@pytest.mark.parametrize("speed", SPEEDS)
def test_on_screen_plays_come_on_the_beat_forced_ones_too(speed: float, is_slow: bool) -> None:
    beat = max(speed, 1.0 if is_slow else 0.1)
    found = views_by_choice(seeded("beats"), 3)
    told = {
        (
            choices,
            round(
                shown_on_screen(view, lambda view: beat * (len(view.legal_actions) - 1) / 7, speed, is_slow=is_slow), 6
            ),
        )
        for choices, some in found.items()
        for view in some
    }
    assert {choices for choices, _seconds in told} == set(range(1, 8))
    assert {seconds for _choices, seconds in told} == {beat}


@pytest.mark.parametrize("takes", [0.001, 0.3999, 0.4001, 0.79, 1.3])
def test_a_choice_that_takes_longer_is_shown_at_the_next_whole_beat(takes: float) -> None:
    view = next(views(random.Random(1)))
    shown = shown_on_screen(view, lambda _view: takes, 0.4)
    assert takes <= shown < takes + 0.4
    assert is_multiple(shown, 0.4)


def test_whoever_is_in_a_hurry_does_not_learn_when_the_bot_was_ready() -> None:
    rng = seeded("hurried beats")
    view = next(views(rng))
    for _time in range(200):
        takes, hurry, speed = rng.uniform(0, 1.5), rng.uniform(0, 2), rng.choice(SPEEDS)
        is_slow = rng.random() < 0.3
        shown = shown_on_screen(view, lambda _view, takes=takes: takes, speed, is_slow=is_slow, hurry=hurry)  # type: ignore[misc]
        shortest = 1.0 if is_slow else 0.1
        beat = max(speed, shortest)
        assert shown >= takes
        assert is_multiple(shown, shortest if hurry < beat else beat), (takes, hurry, speed, is_slow, shown)
        # And it is answered: not before the key, and soon after it where the bot is ready.
        assert hurry > beat or max(takes, hurry) <= shown < max(takes, hurry) + shortest + 1e-6


def test_a_key_before_the_bot_is_ready_is_no_lost_key() -> None:
    view = next(views(random.Random(1)))
    assert round(shown_on_screen(view, lambda _view: 0.31, 2.0, hurry=0.05), 6) == 0.4


# ---- the face that is lines


@pytest.mark.parametrize("speed", SPEEDS)
def test_in_lines_plays_come_on_the_beat_forced_ones_too(monkeypatch: pytest.MonkeyPatch, speed: float) -> None:
    now = [1000.0]
    beat = max(speed, 0.1)
    found = views_by_choice(seeded("beats in lines"), 3)

    def choose(_level: str, view: SeatView, _seed: int) -> Action:
        now[0] += beat * (len(view.legal_actions) - 1) / 7
        return view.legal_actions[0]

    monkeypatch.setattr(bots, "choose", choose)
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(time, "sleep", lambda seconds: now.__setitem__(0, now[0] + seconds))
    narrator = object.__new__(_Narrator)
    narrator._bot_seconds = speed
    for view in (view for some in found.values() for view in some):
        began = now[0]
        narrator._chosen(BotRequest("club", view, 1))
        assert now[0] - began == pytest.approx(beat)


@pytest.mark.parametrize("speed", BotSpeed)
def test_the_lines_keep_the_speed_that_the_settings_say(tmp_path: Path, speed: BotSpeed) -> None:
    story = any_story(random.Random("speeds"), (Seat.N,), range(8, 14))
    word = Settings.bot_speed.formatted(speed)
    steps, _other = in_both(story, lambda folder, told, deal: tell_in_lines(folder, told, deal, speed=word), tmp_path)
    # An answer takes a second; then the bots play.
    told = [write.after - 1.0 for step in steps[1:] for write in step.writes if write.after > 1.0]
    assert told
    assert all(is_multiple(seconds, max(speed.value, 0.1)) for seconds in told)


# ---- what is made before the first turn


@pytest.mark.parametrize("name", level_names())
def test_all_that_a_level_needs_is_made_before_it_is_its_turn(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    learned: list[int] = []
    asked: list[int] = []
    monkeypatch.setattr(core, "learn", learned.append)
    monkeypatch.setattr(outlook, "awards_on", asked.append)
    looks_ahead = name in {"expert", "master"}
    assert ready.__wrapped__(name) is (looks_ahead and not core.COMPILED)
    assert learned == asked == (list(range(LAYOUTS)) if looks_ahead else [])


def test_bots_load_what_they_need_when_a_match_begins(tmp_path: Path) -> None:
    story = any_story(random.Random("loading"), (Seat.N,), range(8, 10))
    steps, _other = in_both(story, tell_in_app, tmp_path)
    assert any(request.startswith("ready: ") for request in steps[0].requests)


async def test_each_process_of_the_bots_is_asked_once_whether_it_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    honest = BotProcess._answer_to

    async def answer_to(process: BotProcess, question: str, *arguments: object) -> object:
        asked.append(question)
        return await honest(process, question, *arguments)

    monkeypatch.setattr(BotProcess, "_answer_to", answer_to)
    process = BotProcess()
    try:
        for _time in range(3):
            assert await process.ready("club") is False
        await process.ready("novice")
        assert len(asked) == 2
        assert process._process is not None
        process._process.kill()
        await process._process.wait()
        await process.ready("club")
        await process.ready("novice")
        assert len(asked) == 4
    finally:
        await process.stop()


# ---- measured

SECOND_BEATS = 0.05
"""The share of choices that may take more than one beat."""


@pytest.mark.skipif(not LONG, reason="it is measured where the machine has nothing else to do")
@pytest.mark.parametrize("name", level_names())
async def test_hardly_a_choice_takes_a_second_beat(name: str) -> None:
    rng = seeded(f"measured beats of {name}")
    process = BotProcess()
    try:
        began = time.monotonic()
        beat = Beat(0.0, is_slow=await process.ready(name))
        loading = time.monotonic() - began
        took: dict[bool, list[float]] = {False: [], True: []}
        for _choice, view in zip(range(cases(0, 400)), views(rng), strict=False):
            began = time.monotonic()
            await process.choose(name, view, rng.getrandbits(64))
            took[len(view.legal_actions) > 1].append(time.monotonic() - began)
    finally:
        await process.stop()
    told = [f"{name}: beat {beat.seconds} s, loaded in {loading:.2f} s"]
    for is_free, some in took.items():
        beats = Counter(round(beat.shown_after(seconds) / beat.seconds) for seconds in some)
        middle, most = (1000 * of(some) for of in (statistics.median, max))
        kind = "free" if is_free else "forced"
        told.append(
            f"  {kind}: {len(some)} choices, median {middle:.1f} ms, longest {most:.1f} ms, beats {dict(beats)}"
        )
    os.write(1, "\n".join([*told, ""]).encode())
    every = took[False] + took[True]
    late = sum(beat.shown_after(seconds) > beat.seconds * 1.5 for seconds in every)
    assert late <= SECOND_BEATS * len(every), told
