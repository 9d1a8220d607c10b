"""Helpers for tests that drive the real app."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from textual.pilot import Pilot
from textual.screen import Screen

from chosen import chosen
from sevenrocks.engine.deal import known_seed
from sevenrocks.engine.rules import TARGET
from sevenrocks.seating import Player
from sevenrocks.sitting import Start
from sevenrocks.tui.app import RocksApp
from sevenrocks.tui.screens.call import CallScreen
from sevenrocks.tui.screens.cover import CoverScreen
from sevenrocks.tui.screens.cut import CutScreen
from sevenrocks.tui.screens.draw import DrawScreen
from sevenrocks.tui.screens.held import Mode
from sevenrocks.tui.screens.ledger import LedgerScreen
from sevenrocks.tui.screens.table import TableScreen
from sevenrocks.tui.screens.welcome import WelcomeScreen

S = TypeVar("S", bound=Screen[None])

PATIENCE = 60.0
"""Seconds after which something that a test waits for is taken not to come."""


def players(*people: str) -> tuple[Player, ...]:
    """These people from N on, and club bots on the other seats."""
    bots = ("Ewa", "Bartek", "Clara", "Dieter")
    return tuple(Player(people[n]) if n < len(people) else Player(bots[n], "club") for n in range(4))


def start(*people: str, seed: str = "app", target: int = TARGET) -> Start:
    """A match of these people with a known deal."""
    return Start(players(*people), target, known_seed(seed))


def app_in(folder: Path, begun: Start | None = None, **settings: object) -> RocksApp:
    """The app with its files in this folder; bots play at once unless told otherwise."""
    settings_file = folder / "settings.toml"
    if not settings_file.exists():
        settings_file.write_text(chosen(**{"bot_speed": "instant", "characters": "unicode"} | settings))
    return RocksApp(begun, folder=folder / "state", settings_file=settings_file)


def screen_text(app: RocksApp) -> str:
    """What is on the screen, as text."""
    rows = ("".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips())
    return "\n".join(row.rstrip() for row in rows)


async def until(pilot: Pilot[None], condition: Callable[[], bool], what: str) -> None:
    """Wait until something is so; fail with a picture of the screen where it is not."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            app = pilot.app
            assert isinstance(app, RocksApp)
            raise AssertionError(f"waited in vain for: {what}\n{screen_text(app)}")
        await asyncio.sleep(0.01)
    await pilot.pause()


async def screen_of(pilot: Pilot[None], kind: type[S]) -> S:
    """Wait for a screen of this kind; the cut is passed by on the way to another."""
    if kind is not CutScreen:
        await until(pilot, lambda: isinstance(pilot.app.screen, kind | CutScreen), kind.__name__)
        if isinstance(pilot.app.screen, CutScreen):
            await step(pilot)
    await until(pilot, lambda: isinstance(pilot.app.screen, kind) and pilot.app.screen.is_current, kind.__name__)
    screen = pilot.app.screen
    assert isinstance(screen, kind)
    return screen


async def step(pilot: Pilot[None]) -> None:
    """Do what the screen in sight waits for: go on, open the cover, or choose something.

    It is done to that very screen; a key could meet another one that has just come up.
    """
    screen = pilot.app.screen
    if isinstance(screen, TableScreen):
        if screen._choosing is not None:
            play_something(screen)
        elif screen._mode is Mode.GO_ON:
            screen.action_go()
    elif isinstance(screen, CoverScreen):
        screen.action_open()
    elif isinstance(screen, CutScreen):
        screen.action_deal()
    elif isinstance(screen, DrawScreen | LedgerScreen):
        screen.action_go_on()
    elif isinstance(screen, WelcomeScreen):
        screen.action_begin()
    elif isinstance(screen, CallScreen):
        if screen.is_answered:
            screen.go_on()
        else:
            screen.submit(0)
    await pilot.pause()


async def play_to(pilot: Pilot[None], kind: type[S]) -> S:
    """Play on until a screen of this kind comes up."""
    deadline = time.monotonic() + PATIENCE
    while not isinstance(pilot.app.screen, kind):
        assert time.monotonic() < deadline, f"no {kind.__name__} came"
        await step(pilot)
    return await screen_of(pilot, kind)


async def choosing_table(pilot: Pilot[None]) -> TableScreen:
    """Wait for a table at which a person may choose; covers are opened and ceremonies are skipped on the way."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        screen = pilot.app.screen
        if isinstance(screen, TableScreen) and screen._choosing is not None:
            return screen
        await step(pilot)
    app = pilot.app
    assert isinstance(app, RocksApp)
    raise AssertionError(f"no table to choose at came\n{screen_text(app)}")


def play_something(screen: TableScreen) -> None:
    """Choose the first thing that is legal, as the keys would."""
    choosing = screen._choosing
    assert choosing is not None
    if choosing.must_pass:
        screen.action_knock()
        return
    tile = min(choosing.playable)
    choosing.pick(tile)
    choosing.step_place(1)
    screen.action_go()
