"""Whether keys stay live while a bot thinks hard: from a key to the screen's answer, and what keeps the loop waiting."""

from __future__ import annotations

import asyncio
import itertools
import random
import tempfile
import time
from collections.abc import Awaitable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import cast

from program import Program, bare_app, table
from report import Line, tell, times, typical
from rounds import random_round

from sevenrocks.bots import DEFAULT_LEVEL, choose
from sevenrocks.bots.process import BotProcess
from sevenrocks.engine.actions import Action
from sevenrocks.engine.view import SeatView

NEXT_TILE = "\x1b[C"
BYTES = 4000
THOUGHT = "sum(range(10_000_000))"


def key_lines(home: Path) -> Iterator[Line]:
    """From a key to the first byte of the answer, at the table."""
    ours, bare = table(home), bare_app(home)
    bare.wait_for("hello")
    answers: dict[bool, list[tuple[float, float]]] = {False: [], True: []}
    for turn in times(12, 4):
        thinking = bool(turn % 2)
        # A bot is a process that keeps a core busy, nothing else; so is this one, and it thinks as long as it must.
        thinker = Program(home, "-c", "while True: pass") if thinking else None
        answers[thinking] += [(ours.press(NEXT_TILE), bare.press("x")) for _ in range(10)]
        if thinker is not None:
            thinker.end()
    ours.end()
    bare.end()
    for thinking, when in ((False, "at rest"), (True, "a core busy")):
        our_answers, bare_answers = zip(*answers[thinking], strict=True)
        peer = f"bare Textual app: {typical(bare_answers)}"
        yield Line(f"key to screen, {when}", typical(our_answers), peer, median(our_answers) / median(bare_answers))


def byte_lines(home: Path) -> Iterator[Line]:
    """What is written to the terminal for a key that chooses a tile, and while nobody does anything."""
    chosen = home / "CONFIG" / "sevenrocks" / "settings.toml"
    chosen.parent.mkdir(parents=True, exist_ok=True)
    chosen.write_text('version = 1\nbot_speed = "instant"\n', "utf-8")
    for size in ((80, 24), (100, 30), (140, 45), (200, 60)):
        program = table(home, size)
        written = [program.answer(key) for key in [NEXT_TILE] * 14]
        for _ in times(3, 1):
            program.answer("a\r")
            program.rest(1.0)
            written += [program.answer(key) for key in [NEXT_TILE] * 7]
        still = program.answer("")
        program.end()
        where, told = f"{size[0]}x{size[1]}", f"{median(written):,.0f} bytes (most {max(written):,})"
        yield Line(f"written for a key, {where}", told, "", None, f"<= {BYTES}", max(written) <= BYTES)
        yield Line(f"written at rest, {where}", f"{still} bytes", "", None, "0", not still)


class HardView:
    """A view that costs its reader thought as soon as it is unpickled: to the app a bot that thinks hard."""

    def __init__(self, view: SeatView) -> None:
        self._view = view

    @property
    def legal_actions(self) -> Sequence[Action]:
        """What the answer is checked against here, which costs nothing."""
        return self._view.legal_actions

    def __reduce__(self) -> tuple[object, ...]:
        return eval, (f"({THOUGHT}, view)[1]", {"view": self._view})


async def think_in_process(views: list[SeatView]) -> None:
    """As the app does it; the start of the process counts."""
    bots = BotProcess()
    for view in views:
        await bots.choose(DEFAULT_LEVEL, cast("SeatView", HardView(view)), 1)
    await bots.stop()


async def think_in_loop(views: list[SeatView]) -> None:
    for view in views:
        eval(THOUGHT)  # noqa: S307, our own
        choose(DEFAULT_LEVEL, view, 1)
        await asyncio.sleep(0)


async def longest_wait(work: Awaitable[None]) -> float:
    """The most seconds that a task which sleeps a millisecond again and again was woken too late."""
    late = [0.0]

    async def tick() -> None:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(0.001)
            late.append(time.perf_counter() - began - 0.001)

    ticker = asyncio.create_task(tick())
    await asyncio.sleep(0.01)
    await work
    await asyncio.sleep(0.01)
    ticker.cancel()
    return max(late)


def wait_lines() -> Iterator[Line]:
    states = itertools.islice(random_round(random.Random(3)), 4)
    views = [state.view_for(state.turn) for state in states if state.turn is not None]
    ours, in_loop, idle = [], [], []
    for _ in times(7, 2):
        ours.append(asyncio.run(longest_wait(think_in_process(views))))
        in_loop.append(asyncio.run(longest_wait(think_in_loop(views))))
        idle.append(asyncio.run(longest_wait(asyncio.sleep(1.0))))
    for name, beside in (("thinking in the loop", in_loop), ("an idle loop", idle)):
        peer, ratio = f"{name}: {typical(beside)}", median(ours) / median(beside)
        yield Line("longest wait of the loop", typical(ours), peer, ratio)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        tell(key_lines(Path(folder)))
        tell(byte_lines(Path(folder)))
    tell(wait_lines())
