"""An upgrade replaces the files of a running game: what is at the table by then needs none of them any more."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import sevenrocks
from help.chosen import chosen

PACKAGE = Path(sevenrocks.__file__).parent

WATCH = """\
import os, sys

_GONE, _TOLD = os.environ["GONE"], os.environ["TOLD"]
_ours = (os.path.dirname(os.path.abspath(__file__)), *(place for place in sys.path if "site-packages" in place))

def _watch(event, arguments):
    if event == "import":
        what = f"import {arguments[0]}"
    elif event == "open" and isinstance(arguments[0], str) and arguments[0].startswith(_ours):
        what = f"open {arguments[0]}"
    else:
        return
    if os.path.exists(_GONE):
        with open(_TOLD, "a") as told:
            print(what, file=told)

sys.addaudithook(_watch)
sys.meta_path[:] = [finder for finder in sys.meta_path if "editable" not in repr(finder)]
"""
"""In the game and in the process of its bots: what is looked for or read of what is installed, once it is gone."""

PLAY = """\
import asyncio, json, os, pathlib, pkgutil, secrets, shutil, sys, time

import sevenrocks
import sevenrocks.tui.driver
import textual.app
import textual.pilot
from textual.screen import Screen
from sevenrocks.bots.beat import Beat
from sevenrocks.seating import Player
from sevenrocks.settings import BotSpeed
from sevenrocks.sitting import Sitting, Start
from sevenrocks.tui.app import RocksApp
from sevenrocks.tui.screens.base import Arming, Overlay
from sevenrocks.tui.thumb import Thumb

folder = pathlib.Path(sys.argv[1])
begun = Start((Player("Anna"), Player("Bartek", "club"), Player("Clara"), Player("Dieter", "novice")), 50)
Thumb.SILENCE = Arming.DELAY = Arming.SILENCE = Beat.SHORTEST = Beat.SLOW = 0.0
secrets.token_bytes = bytes
app = RocksApp(begun, folder=folder / "state", settings_file=folder / "settings.toml")
seen, screens, draws = set(), set(), True
cut = Sitting.cut

def replaced(sitting, words):
    package = pathlib.Path(sevenrocks.__file__).parent
    rooms = {room.name for room in pkgutil.walk_packages(sevenrocks.tui.__path__, "sevenrocks.tui.")}
    assert rooms <= set(sys.modules), rooms - set(sys.modules)
    assert package.parent.name == "copy", "this is not the copy"
    shutil.rmtree(package, ignore_errors=True)
    pathlib.Path(os.environ["GONE"]).touch()
    cut(sitting, words)

Sitting.cut = replaced

def keys_of(screen):
    # One of each action, but for those that leave the screen or the match.
    ends = {"yes", "leave", "screen.leave", "quit", "suspend_process", "back", "go", "go_on", "take"}
    of = {}
    for bound in (app._bindings, screen._bindings):
        for key, bindings in bound.key_to_bindings.items():
            of.update({binding.action.partition("(")[0]: key for binding in bindings})
    return [key for action, key in of.items() if action not in ends]

draw = Screen._compositor_refresh

def draw_some(screen):
    if draws:
        draw(screen)
    else:
        screen._compositor._dirty_regions.clear()
        screen._dirty_widgets.clear()

Screen._compositor_refresh = draw_some  # what is played between has been drawn before

def told(screen):
    return "".join(segment.text for strip in screen._compositor.render_strips() for segment in strip)

async def idle(_least=0.0, _most=0.0):
    await asyncio.sleep(0.005)

textual.app.wait_for_idle = textual.pilot.wait_for_idle = idle  # else it waits 40 ms and more for each key

async def press_all(pilot, screen):
    name = type(screen).__name__
    case = name, None if isinstance(screen, Overlay) else type(app.sitting.step).__name__
    if case in seen:
        return
    seen.add(case)
    screens.add(name)
    for key in keys_of(screen):
        if app.screen is not screen or app.sitting is None:
            return
        await pilot.press(key)
        while any(worker.name == "hint" and not worker.is_finished for worker in app.workers):
            await asyncio.sleep(0.01)
        if getattr(screen, "told", None) is not None:
            screens.add(type(screen.told).__name__)
            screen.close_panel()
        for _ in range(10):
            if app.screen is screen or not isinstance(app.screen, Overlay):
                break
            await press_all(pilot, app.screen)
            await pilot.press("escape")

async def main():
    global draws
    async with app.run_test(size=(80, 24)) as pilot:
        while app.sitting is None:
            await pilot.pause()
        bots = app._director._bots
        while bots._process is None or len(bots._ready) < 2:
            await asyncio.sleep(0.01)
        speak = iter(["pl", "de", "en"])
        is_killed = False
        deadline = time.monotonic() + 60
        while True:
            if time.monotonic() > deadline:
                sys.exit(f"{app.sitting.step}\\n{told(app.screen)}")
            step = type(app.sitting.step).__name__
            if os.path.exists(os.environ["GONE"]):
                draws = True
                await press_all(pilot, app.screen)
                draws = False
            if step == "Won":
                told_by_then = pathlib.Path(os.environ["TOLD"])
                late = told_by_then.read_text() if told_by_then.exists() else ""
                bots._process.kill()
                await bots._process.wait()
                is_killed = True
                await pilot.press("r")
            elif step == "BotThinks" and is_killed:
                if "does not answer" in told(app.screen):
                    break
                if "Press Enter to go on" in told(app.screen):  # in place of it, after a key that was tried here
                    await pilot.press("enter")
                await asyncio.sleep(0.01)
                continue
            if step == "Choose":
                word = type(app.settings.language)(next(speak, "en"))
                app.change_settings(app.settings.replaced(language=word, bot_speed=BotSpeed.INSTANT))
            if isinstance(app.screen, Overlay):
                await pilot.press("escape")
            # Where seats are taken F5 would take another one.
            opens = () if type(app.screen).__name__ == "SeatsScreen" else ("f5", "f7")
            await pilot.press(*opens, "right", "down", "enter", "k")
        if app._exception:
            raise app._exception
        return late

print(json.dumps([asyncio.run(main()), sorted(screens)]))
"""
"""Plays a match to its end, presses each key of each screen, and takes the game away when it is dealt; then the bots, too.

Two people and two bots; what was looked for or read late is told in the end.
"""


LINES = """\
import io, os, pathlib, secrets, shutil, sys

import sevenrocks
from sevenrocks.cli import main
from sevenrocks.table import Table

deal = Table.begin_round

def replaced(table):
    package = pathlib.Path(sevenrocks.__file__).parent
    assert package.parent.name == "copy", "this is not the copy"
    shutil.rmtree(package, ignore_errors=True)
    pathlib.Path(os.environ["GONE"]).touch()
    return deal(table)

Table.begin_round = replaced
secrets.token_bytes = bytes
turn = ["?", "i", "l", "y", "r", "k", *(f"{low}{high}" for high in range(7) for low in range(high + 1))]
sys.stdin = io.StringIO("".join(f"{word}\\n" for word in [*turn * 3, "q", "y"]))
seats = ("N=Anna", "E=bot:club", "S=bot:master", "W=bot:novice")
sys.exit(main(["play", "--plain", *(word for seat in seats for word in ("--seat", seat))]))
"""
"""A match in lines: whatever can be asked for is asked for, then some tile is placed, three times."""


def run_copy(tmp_path: Path, code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run this from a copy of the package, which it may take away."""
    copy = tmp_path / "copy"
    shutil.copytree(PACKAGE, copy / "sevenrocks", ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "sitecustomize.py").write_text(WATCH)
    gone, told = tmp_path / "gone", tmp_path / "told"
    return subprocess.run(
        [sys.executable, "-P", "-c", code, *arguments],  # -P: not the package in the folder where the tests run
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env=os.environ
        | {"PYTHONPATH": str(copy), "GONE": str(gone), "TOLD": str(told), "XDG_STATE_HOME": str(tmp_path / "state")},
    )


@pytest.mark.skipif(os.name != "posix", reason="files in use cannot be taken away")
def test_a_match_needs_no_file_of_the_game_once_it_has_been_dealt(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(chosen(bot_speed="instant", motion=False))
    done = run_copy(tmp_path, PLAY, str(tmp_path))
    assert done.returncode == 0, done.stderr
    late, screens = json.loads(done.stdout)
    assert not late
    assert {"CoverScreen", "LedgerScreen", "LogScreen", "ResultScreen", "SettingsScreen"} <= set(screens)
    assert {"Explaining", "Hinting", "KeysTold", "Logging"} <= set(screens), "panels"


@pytest.mark.skipif(os.name != "posix", reason="files in use cannot be taken away")
def test_a_match_in_lines_needs_none_either(tmp_path: Path) -> None:
    done = run_copy(tmp_path, LINES)
    assert done.returncode == 0, done.stdout + done.stderr
    told = tmp_path / "told"
    assert not told.exists(), told.read_text()
    assert "You hold" in done.stdout
    assert "points" in done.stdout
