"""Tells a story to the whole program in a terminal. What it waits for is a state, never a time."""

from __future__ import annotations

import os
import pickle
import time
from pathlib import Path

import sevenrocks
from help.chosen import chosen
from help.injection import MARK, Account, Told
from help.oracle import left_on_screen
from help.outlets import Outlets
from help.strategies import draw_won_by
from help.terminal import PATIENCE, Terminal, settings, terminal
from help.twice import NAMES
from help.worlds import Story
from help.written import Step, Write, writes_of
from sevenrocks.engine.seats import BySeat, Seat
from sevenrocks.engine.tiles import Hand

_BYTES = {"enter": "\r", "escape": "\x1b", "question_mark": "?"}
_SITE = """
import sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from help.injection import begin
begin(Path({side!r}))
"""


class _Running:
    """A program that has been told its story."""

    def __init__(self, running: Terminal, folder: Path, side: Path) -> None:
        self.steps: list[Step] = []
        self._running = running
        self._side = side
        self._outlets = Outlets(folder)
        self._written = 0
        self._elsewhere: list[str] = []
        self._requests: list[str] = []

    def step(self, name: str) -> Account:
        """Wait until all is done that was asked for, and take down what has come of it."""
        running, number = self._running, len(self.steps)
        (self._side / f"ask {number}").touch()
        mark = MARK.format(number).encode()
        deadline = time.monotonic() + PATIENCE
        while mark not in running.written:
            assert running.read(), f"it has ended at {name}\n{running.text}"
            assert time.monotonic() < deadline, f"waited in vain at {name}\n{running.text}"
        account: Account = pickle.loads((self._side / f"account {number}").read_bytes())  # noqa: S301, our own
        for chance in account.chance:
            self._outlets.is_chance(chance.decode())
        step = Step(f"step {number + 1}, {name}", account.is_open, account.is_covered)
        step.files = account.files
        self._elsewhere += account.elsewhere
        self._requests += account.requests
        self._take_down(step, mark.decode())
        return account

    def end(self, code: int) -> None:
        """Take down what is left in the end."""
        step = Step("the end")
        # The bots' process begins beside the first steps, and may be asked twice whether it is ready.
        step.elsewhere = sorted(self._elsewhere)
        ready = {told for told in self._requests if told.startswith("ready")}
        step.requests = [*sorted(ready), *(told for told in self._requests if told not in ready)]
        step.report = self._plain(f"{code}\n{left_on_screen(self._running.written)}")
        self._take_down(step, "")

    def _take_down(self, step: Step, mark: str) -> None:
        running = self._running
        written = running.written[self._written :].decode("utf-8", "replace").replace(mark, "")
        self._written = len(running.written)
        # How many frames there are depends on how busy the machine is, what stands in the end does not.
        step.writes = [
            Write(write.kind, self._plain(write.text))
            for write in writes_of([(written, 0.0)])
            if write.kind not in {"frame", "outside"} and "left by" not in write.text
        ]
        cursor = running.screen.cursor
        step.writes.append(Write("cursor", f"left at {cursor.x}, {cursor.y}, hidden: {cursor.hidden}"))
        step.screen = [self._plain(row) for row in self._cells()]
        self.steps.append(step)

    def _cells(self) -> list[str]:
        screen = self._running.screen
        rows = []
        for y in range(screen.lines):
            told, before = "", None
            for x in range(screen.columns):
                cell = screen.buffer[y][x]
                if cell[1:] != before:
                    before = cell[1:]
                    told += str(before)
                told += cell.data
            rows.append(told)
        return rows

    def _plain(self, text: str) -> str:
        return self._outlets.masked(self._outlets.without_chance(text).encode()).decode()


def tell_in_terminal(folder: Path, story: Story, deal: BySeat[Hand], plants: tuple[str, ...] = ()) -> list[Step]:
    """The steps of a story in the whole program; in the end a mistake in it ends it."""
    side = folder.parent / f"{folder.name} aside"
    for needed in (side, folder / "work", folder / "tmp"):
        needed.mkdir()
    draw = draw_won_by(story.state.setup.opener)
    told = Told(folder, deal, draw, tuple(story.actions), story.others, plants)
    (side / "told").write_bytes(pickle.dumps(told))
    (side / "sitecustomize.py").write_text(_SITE.format(tests=str(Path(__file__).parents[1]), side=str(side)))
    settings(folder, chosen(bot_speed="instant", bell=True))
    seats = [f"--seat={seat.name}={NAMES[seat] if seat in story.people else 'bot:club'}" for seat in Seat]
    environment = {
        "PYTHONPATH": f"{side}{os.pathsep}{Path(sevenrocks.__file__).parents[1]}",
        "PYTHONDONTWRITEBYTECODE": "1",
        "TMPDIR": str(folder / "tmp"),
    }
    with terminal(folder, "play", *seats, environment=environment, cwd=folder / "work") as running:
        told_by = _Running(running, folder, side)
        account = told_by.step("the start")
        while account.keys is not None:
            assert account.keys, f"the story goes otherwise\n{running.text}"
            for name, key in account.keys:
                running.send(_BYTES.get(key, key))
                account = told_by.step(name)
        (side / "mistake").touch()
        running.send("l")
        told_by.end(running.end())
    return told_by.steps
