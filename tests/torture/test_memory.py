"""A game that stays open for days does not grow.

Bots play match after match in one running app, with its real director and screens, in a process of its own that tells every
few rounds how large it is. The same file is that process: `python test_memory.py FOLDER ROUNDS`.

What is measured is the resident set of that process (`/proc/self/statm`) after a collection, and the screens, widgets and
tasks that are alive then.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import subprocess
import sys
from pathlib import Path
from weakref import WeakSet

import pytest
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget

from help.effort import LONG, cases
from help.places import ROOT, TESTS
from help.playing import app_in, start
from sevenrocks.bots.beat import Beat
from sevenrocks.engine import rules
from sevenrocks.tui.screens.base import Arming
from sevenrocks.tui.screens.draw import DrawScreen
from sevenrocks.tui.screens.held import Mode
from sevenrocks.tui.screens.ledger import LedgerScreen
from sevenrocks.tui.screens.result import Next, ResultScreen
from sevenrocks.tui.screens.table import TableScreen

pytestmark = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")

STEP = 10 if LONG else 2
"""Rounds between two measurements."""

TARGET = rules.TARGET if LONG else 15
"""The target of the matches. In the short form hardly any round is played to its end, and each screen comes up often."""

WARM = 200
"""Rounds after which caches are full, in the long form."""

SLACK = 2.0
"""Megabytes by which the second half of the rounds may be larger than the first: what the allocator leaves unused."""


# ---- the process that plays


async def _on(pilot: Pilot[None], answered: WeakSet[Screen[None]]) -> int:
    """Do what the screen waits for, as Enter would; returns 1 where that ended a round."""
    screen = pilot.app.screen
    ended = 0
    if isinstance(screen, TableScreen):
        if screen.mode is Mode.GO_ON:
            screen.action_go()
    elif screen.is_mounted and isinstance(screen, DrawScreen):
        screen.action_go_on()
    elif screen.is_mounted and isinstance(screen, LedgerScreen | ResultScreen) and screen not in answered:
        answered.add(screen)
        ended = 1
        if isinstance(screen, LedgerScreen):
            screen.action_go_on()
        else:
            screen.action_take(Next.REMATCH.value)
    await asyncio.sleep(0.002)
    return ended


def measured(rounds: int) -> dict[str, int]:
    """How large this process is, and what is alive in it."""
    gc.collect()
    alive = gc.get_objects()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return {
        "rounds": rounds,
        "bytes": pages * os.sysconf("SC_PAGE_SIZE"),
        "screens": sum(isinstance(thing, Screen) for thing in alive),
        "widgets": sum(isinstance(thing, Widget) for thing in alive),
        "tasks": len(asyncio.all_tasks()),
    }


async def play(folder: Path, rounds: int) -> None:
    """Let four bots play so many rounds, match after match, without a moment of silence."""
    Arming.DELAY = Arming.SILENCE = Beat.SHORTEST = Beat.SLOW = 0.0
    app = app_in(folder, start(target=TARGET), draws=True, has_process=True)
    answered: WeakSet[Screen[None]] = WeakSet()
    async with app.run_test(size=(80, 24)) as pilot:
        played = told = 0
        while played < rounds:
            played += await _on(pilot, answered)
            # Where the table is in sight and the round has begun, the same things are alive every time.
            if played >= told + STEP and isinstance(app.screen, TableScreen):
                told = played
                sys.stdout.write(json.dumps(measured(played)) + "\n")
                sys.stdout.flush()


# ---- the test


def test_match_after_match_takes_no_more_memory(tmp_path: Path) -> None:
    rounds = cases(8, 2000)
    ran = subprocess.run(
        [sys.executable, __file__, str(tmp_path), str(rounds + STEP)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(TESTS)])},
    )
    told = [json.loads(line) for line in ran.stdout.splitlines()]
    assert told[-1]["rounds"] >= rounds - STEP
    sys.stdout.write(ran.stdout)
    for kind in ("screens", "widgets", "tasks"):
        first, last = told[0][kind], told[-1][kind]
        # A screen that is on its way out may still be there, with a dozen widgets and a task each.
        spare = {"screens": 1, "widgets": 15, "tasks": 15}[kind]
        assert last <= first + spare, f"{kind}: {[step[kind] for step in told]}"
    warm = [step["bytes"] / 2**20 for step in told if step["rounds"] >= WARM]
    if len(warm) >= 4:
        half = len(warm) // 2
        before, after = max(warm[:half]), max(warm[half:])
        told_of = f"largest after {WARM} rounds: {before:.1f} MB in the first half, {after:.1f} in the second"
        sys.stdout.write(told_of + "\n")
        assert after <= before + SLACK, f"grown from {before:.1f} to {after:.1f} MB"
        assert warm[-1] <= warm[0] + 2 * SLACK, f"grown from {warm[0]:.1f} to {warm[-1]:.1f} MB"


if __name__ == "__main__":
    asyncio.run(play(Path(sys.argv[1]), int(sys.argv[2])))
