"""Tells one story in the app or in lines, and takes down all that gets out: to be told twice, with other hidden hands."""

from __future__ import annotations

import asyncio
import fcntl
import io
import os
import pickle
import struct
import sys
import termios
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from textual.drivers.headless_driver import HeadlessDriver
from textual.pilot import Pilot

from help import virtual
from help.chosen import chosen
from help.injection import MistakeError, mistake, next_keys, owner_in_sight
from help.outlets import Outlets, request_told
from help.playing import app_in, screen_text
from help.strategies import draw_won_by
from help.terminal import settings
from help.worlds import Story
from help.written import Step, Write, writes_of
from sevenrocks import bots, plain
from sevenrocks.engine.actions import Action, Place
from sevenrocks.engine.deal import Draw
from sevenrocks.engine.match import Match
from sevenrocks.engine.seats import BySeat, Seat
from sevenrocks.engine.tiles import Hand
from sevenrocks.engine.view import SeatView
from sevenrocks.seating import Player
from sevenrocks.sitting import Choose, Cut, HandOver, Knock, Sitting, Start
from sevenrocks.telling.choosing import Choosing

NAMES = ("Anna", "Bartek", "Clara", "Dieter")


Tells = Callable[[Path, Story, BySeat[Hand]], list[Step]]
"""Tells a story of this deal, with files in a folder."""


def players_of(story: Story) -> tuple[Player, ...]:
    """Who sits there: people, and bots of a level of their own each."""
    return tuple(Player(NAMES[seat], None if seat in story.people else "club") for seat in Seat)


def injected(patch: pytest.MonkeyPatch, story: Story, deal: BySeat[Hand]) -> None:
    """Let this be dealt, whatever the seed says: it is nobody's choice, as usual."""
    draw: Draw = draw_won_by(story.state.setup.opener)
    patch.setattr(Match, "begin_round_from", lambda match, _seed: match.begin_round(deal, draw))


def in_both(story: Story, tell: Tells, folder: Path) -> list[list[Step]]:
    """The steps of a story in its two worlds."""
    told = []
    for name, deal in zip(("one", "two"), story.deals, strict=True):
        (folder / name).mkdir(parents=True)
        with pytest.MonkeyPatch.context() as patch:
            injected(patch, story, deal)
            told.append(tell(folder / name, story, deal))
    return told


# ---- the bots


def thinking(view: SeatView) -> float:
    """Seconds that a choice takes here: the more there is to choose from the more, and less than a beat."""
    return min(0.01 * len(view.legal_actions), 0.09)


class BotsPipe:
    """Stands for the process of the bots, and takes down what it is told. It answers what the story says, in its time."""

    def __init__(self, story: Story) -> None:
        self.requests: list[str] = []
        self._story = story
        self._loop = asyncio.get_running_loop()
        self._told = b""
        self.returncode: int | None = None

    async def begun(self, *arguments: str, env: dict[str, str], **named: Any) -> BotsPipe:
        """In place of asyncio.create_subprocess_exec."""
        more = {name: value for name, value in env.items() if os.environ.get(name) != value}
        self.requests.append(f"begun as {arguments} with {more}, {sorted(named.items(), key=repr)}")
        self.stdin, self.stdout = self, asyncio.StreamReader()
        self.returncode = None
        return self

    def write(self, data: bytes) -> None:
        """A request, or part of one."""
        self._told += data
        while len(self._told) >= 4 and len(self._told) >= (end := 4 + struct.unpack("!I", self._told[:4])[0]):
            request, self._told = self._told[4:end], self._told[end:]
            question, arguments = pickle.loads(request)  # noqa: S301, our own
            self.requests.append(request_told(request, self._story.others))
            answer = pickle.dumps(self._answer(question, arguments))
            seconds = thinking(arguments[1]) if question == "choose" else 0.0
            self._loop.call_later(seconds, self.stdout.feed_data, struct.pack("!I", len(answer)) + answer)
        if len(self._told) > 4:
            self.requests.append(f"and {len(self._told)} bytes more")

    async def drain(self) -> None:
        """Nothing is kept back."""

    def kill(self) -> None:
        """It ends at once."""
        self.returncode = -9

    async def wait(self) -> int:
        """It has ended."""
        return -9

    def _answer(self, question: str, arguments: tuple[Any, ...]) -> object:
        if question == "choose":
            return self._story.actions[len(arguments[1].public.events)]
        return False


# ---- on the full screen


_LONGEST = 400
"""Steps, many times as many as any story has."""


class _Recorder(HeadlessDriver):
    """A terminal that takes down what is written, and when."""

    written: list[tuple[str, float]]

    @property
    def is_headless(self) -> bool:
        return False

    def write(self, data: str) -> None:
        self.written.append((data, asyncio.get_running_loop().time()))


class Telling:
    """Tells a story in the app, by keys, one step after the other."""

    PAUSE = 2.0
    """Seconds between two keys: longer than anything waits by itself."""

    def __init__(self, folder: Path, story: Story, outlets: Outlets) -> None:
        self.steps: list[Step] = []
        self._story = story
        self._outlets = outlets
        self._written: list[tuple[str, float]] = []
        self._pipe = BotsPipe(story)
        self._looked_up = 0
        start = Start(players_of(story), 250)
        self.app = app_in(folder, start, draws=True, has_process=True, bell=True)
        self.app._sync_available = True
        self.app._build_driver = self._driver  # type: ignore[method-assign,assignment]
        self._report: list[str] = []
        self.app._print_error_renderables = self._print  # type: ignore[method-assign]

    def _print(self) -> None:
        self._report = [str(told) for told in self.app._exit_renderables]

    def _driver(self, **_arguments: Any) -> _Recorder:
        driver = _Recorder(self.app, size=(80, 24))
        driver.written = self._written
        self.app._driver = driver
        return driver

    async def tell(self) -> list[Step]:
        """The whole story; in the end a mistake in the program ends it."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(asyncio, "create_subprocess_exec", self._pipe.begun)
            with suppress(MistakeError):
                async with self.app.run_test(size=(80, 24)) as pilot:
                    await self._cut("the start", asyncio.get_running_loop().time())
                    while await self._goes_on(pilot):
                        assert len(self.steps) < _LONGEST, f"no end:\n{screen_text(self.app)}"
                    patch.setattr(type(self.app.screen), "action_log", mistake)
                    await pilot.press("l")
            self._take_down(Step("the end"))
        return self.steps

    async def _cut(self, name: str, began: float) -> None:
        await asyncio.sleep(self.PAUSE)
        step = Step(f"step {len(self.steps) + 1}, {name}")
        step.is_open, step.is_covered = owner_in_sight(self.app, self._story.others)
        step.screen = self._painted()
        self._take_down(step, began)

    def _take_down(self, step: Step, began: float = 0.0) -> None:
        sitting = self.app.sitting
        if sitting is not None and (commitment := getattr(sitting.step, "commitment", "")):
            self._outlets.is_chance(commitment)
        told = self._outlets.without_chance
        step.writes = [
            Write(write.kind, self._outlets.masked(told(write.text).encode()).decode(), write.after)
            for write in writes_of([(data, at - began) for data, at in self._written])
        ]
        step.screen = [self._outlets.masked(told(row).encode()).decode() for row in step.screen]
        step.requests = [told(request) for request in self._pipe.requests]
        step.files, step.elsewhere = self._outlets.step()
        step.report = told("\n".join(map(str, (self.app.return_code, *self._report))))
        self._written.clear()
        self._pipe.requests.clear()
        self.steps.append(step)

    def _painted(self) -> list[str]:
        strips = self.app.screen._compositor.render_strips()
        return [" ".join(f"{segment.text!r}{segment.style}" for segment in strip) for strip in strips]

    async def _goes_on(self, pilot: Pilot[None]) -> bool:
        keys = next_keys(self.app, tuple(self._story.actions))
        for name, key in keys or ():
            began = asyncio.get_running_loop().time()
            await pilot.press(key)
            await self._cut(name, began)
        if keys == []:
            await self._cut("bots play", asyncio.get_running_loop().time())
        return keys is not None


# ---- in lines


class _Lines(io.TextIOBase):
    """Input and output of the program in lines: it is answered by what it waits for, whatever words it asks with."""

    encoding = "utf-8"

    def __init__(self, story: Story, outlets: Outlets, terminal: tuple[int, int] | None) -> None:
        """`terminal` is both ends of one."""
        self._terminal = terminal
        self.steps: list[Step] = []
        self.sitting: Sitting | None = None
        self.now = 1000.0
        self._story = story
        self._outlets = outlets
        self._began = self.now
        self._written: list[tuple[str, float]] = []
        self._asked = 0
        """How often the same turn has been asked for."""

    @property
    def _sat_at(self) -> Sitting:
        assert self.sitting is not None
        return self.sitting

    # ---- what is written

    def write(self, text: str) -> int:
        """Take it down, with its time."""
        self._written.append((text, self.now - self._began))
        return len(text)

    def sleep(self, seconds: float) -> None:
        """In place of time.sleep: the clock goes on."""
        self.now += seconds

    def choose(self, _level: str, view: SeatView, _seed: int) -> Action:
        """In place of bots.choose."""
        self.now += thinking(view)
        return self._story.actions[len(view.public.events)]

    def cut(self, name: str, *, is_open: bool = False) -> None:
        """The end of a step."""
        step = Step(f"step {len(self.steps) + 1}, {name}", is_open)
        text = self._outlets.without_chance("".join(text for text, _after in self._written))
        step.lines = self._outlets.masked(text.encode()).decode()
        # How many lines there are depends on a hand that is open.
        step.writes = [Write("lines", "", after) for after in sorted({after for _text, after in self._written})]
        step.writes += [write for write in writes_of(self._written) if write.kind not in {"outside", "frame"}]
        step.files, step.elsewhere = self._outlets.step()
        self._written.clear()
        self._began = self.now
        self.steps.append(step)

    # ---- what is answered

    def readline(self, _size: int = -1, /) -> str:  # type: ignore[override]  # as that of any text
        """The next answer, as a line; none where the story is over."""
        answer = self._next_answer()
        return "" if answer is None else f"{answer}\n"

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return self._terminal is not None

    def fileno(self) -> int:
        """The terminal, for whoever asks for its size and modes."""
        assert self._terminal is not None
        return self._terminal[1]

    def type_answer(self) -> None:
        """The next answer, key by key, where keys are read as they come."""
        assert self._terminal is not None
        answer = self._next_answer()
        os.write(self._terminal[0], b"\x04" if answer is None else f"{answer}\r".encode())

    def _next_answer(self) -> str | None:
        step = None if self.sitting is None else self.sitting.step
        self._note_commitment(step)
        is_open = isinstance(step, Choose) and step.hand.seat in self._story.others
        self.cut(f"before {type(step).__name__}", is_open=is_open)
        self.now += 1.0
        return self._answer(step)

    def _note_commitment(self, step: object) -> None:
        if isinstance(step, Cut):
            self._outlets.is_chance(step.commitment)

    def _answer(self, step: object) -> str | None:
        if not isinstance(step, HandOver | Choose | Knock):
            return ""
        done = len(step.match.round.events)
        if done >= len(self._story.actions):
            if done % 2:
                raise MistakeError(self._sat_at._table._match.rounds[-1].hands)
            return None
        if isinstance(step, HandOver):
            return step.seat.name
        if isinstance(step, Knock):
            return ""
        self._asked += 1
        if self._asked % 3:
            return "sheywl?"[2 * self._asked // 3 % 7]
        action = self._story.actions[done]
        if not isinstance(action, Place):
            return "k"
        choosing = Choosing(step.hand)
        choosing.pick(action.tile)
        letter = next(
            letter for letter, option in zip("abcd", choosing.options, strict=False) if option.action == action
        )
        return f"{action.tile}{letter if len(choosing.options) > 1 else ''}"


def tell_in_lines(
    folder: Path,
    story: Story,
    _deal: BySeat[Hand],
    *,
    speed: object = "instant",
    terminal: tuple[int, int] | None = None,
) -> list[Step]:
    """The steps of a story in lines; in a terminal, where one is given."""
    outlets = Outlets(folder)
    lines = _Lines(story, outlets, terminal)
    begin = Sitting.begin

    def begun(*arguments: Any) -> Sitting:
        lines.sitting = begin(*arguments)
        return lines.sitting

    with pytest.MonkeyPatch.context() as patch, outlets.watched():
        for variable, name in (("XDG_STATE_HOME", "state"), ("XDG_CONFIG_HOME", "config")):
            patch.setenv(variable, str(folder / name))
        patch.setenv("TERM", "xterm")
        settings(folder, chosen(bot_speed=speed))
        patch.setattr(Sitting, "begin", begun)
        patch.setattr(bots, "choose", lines.choose)
        patch.setattr(plain.lines, "wait_for_input", lambda: None)
        patch.setattr(plain.page, "wait_for_input", lines.type_answer)
        patch.setattr(time, "sleep", lines.sleep)
        patch.setattr(time, "monotonic", lambda: lines.now)
        for name in ("stdin", "stdout", "stderr"):
            patch.setattr(sys, name, lines)
        code = plain.play(Start(players_of(story), 250), may_continue=False)
        lines.cut(f"the end, {code}")
    return lines.steps


def tell_on_pages(folder: Path, story: Story, deal: BySeat[Hand]) -> list[Step]:
    """The steps of a story in lines, in a terminal in which a hand is written over once it has been seen."""
    keyboard, terminal = os.openpty()
    try:
        # Room enough that no hand needs a second page.
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 60, 100, 0, 0))
        return tell_in_lines(folder, story, deal, terminal=(keyboard, terminal))
    finally:
        os.close(keyboard)
        os.close(terminal)


def tell_in_app(folder: Path, story: Story, _deal: BySeat[Hand]) -> list[Step]:
    """The steps of a story on the full screen, by a clock of its own."""
    outlets = Outlets(folder)

    async def told() -> list[Step]:
        return await Telling(folder, story, outlets).tell()

    with outlets.watched():
        return virtual.run(told())
