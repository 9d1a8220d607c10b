"""Helpers for tests that drive the real app."""

from __future__ import annotations

import asyncio
import math
import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakSet

import textual.app
import textual.pilot
from textual import events
from textual._context import active_app
from textual.pilot import Pilot
from textual.screen import Screen

from help.chosen import chosen
from sevenrocks.bots import choose
from sevenrocks.bots.advice import Advice, advise
from sevenrocks.bots.process import BotProcess
from sevenrocks.bots.reasons import Reason, public_reasons
from sevenrocks.engine.actions import Action, Placed
from sevenrocks.engine.deal import known_seed
from sevenrocks.engine.match import Match
from sevenrocks.engine.rules import TARGET
from sevenrocks.engine.seats import Partnership, Scores
from sevenrocks.engine.view import PublicView, SeatView
from sevenrocks.learning.met import Met, Sign
from sevenrocks.record import replay
from sevenrocks.seating import Player
from sevenrocks.sitting import Start
from sevenrocks.tui import director
from sevenrocks.tui.app import RocksApp
from sevenrocks.tui.screens.base import RocksScreen
from sevenrocks.tui.screens.call import CallScreen
from sevenrocks.tui.screens.cover import CoverScreen
from sevenrocks.tui.screens.draw import DrawScreen
from sevenrocks.tui.screens.held import Mode
from sevenrocks.tui.screens.ledger import LedgerScreen
from sevenrocks.tui.screens.table import TableScreen
from sevenrocks.tui.screens.welcome import WelcomeScreen
from sevenrocks.tui.widgets.painted import Painted

# Whatever terminal the tests run in: what is painted is looked at in all its colours.
os.environ["COLORTERM"] = "truecolor"

S = TypeVar("S", bound=Screen[None])

PERSON = "Anna"
"""What the system's user is called, whoever runs the tests."""

PATIENCE = 60.0
"""Seconds after which something that a test waits for is taken not to come."""


class Clock:
    """Stands for the module `time` where a test says how late it is."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        """The seconds since some moment."""
        return self.now


def players(*people: str) -> tuple[Player, ...]:
    """These people from N on, and club bots on the other seats."""
    bots = ("Ewa", "Bartek", "Clara", "Dieter")
    return tuple(Player(people[n]) if n < len(people) else Player(bots[n], "club") for n in range(4))


def start(*people: str, seed: str = "app", target: int = TARGET) -> Start:
    """A match of these people with a known deal."""
    return Start(players(*people), target, known_seed(seed))


_unseen: WeakSet[RocksApp] = WeakSet()
"""Apps of which nobody sees the frames: Textual would draw each of them even so, and throw it away."""

_draw = Screen._compositor_refresh


def _draw_if_seen(screen: Screen[object]) -> None:
    app = screen.app
    if app in _unseen and screen is app.screen:
        screen._compositor._dirty_regions.clear()
        screen._dirty_widgets.clear()
        app._update_mouse_over(screen)
    else:
        _draw(screen)


Screen._compositor_refresh = _draw_if_seen  # type: ignore[method-assign,assignment]


async def _idle(min_sleep: float = 0.02, _max_sleep: float = 1.0) -> None:
    """Wait until nothing is left to be done but what waits for a time, and is laid out.

    Textual's own pilot waits for moments in which the machine is not busy, at least 20 ms for every key.
    """
    await asyncio.sleep(min_sleep)
    if not await _calm():
        await asyncio.sleep(0.005)  # something else may be waited for: a clock, a process
    app = active_app.get()
    if app._resize_event is not None:
        app._check_resize()  # it would wait for further ones
        await _calm()
    if app.is_running:
        app.screen._on_timer_update()
        await _calm()


async def _calm() -> bool:
    """Let everything run that can run now; whether there was anything."""
    loop = asyncio.get_running_loop()
    for turns in range(1000):
        await asyncio.sleep(0)
        if not loop._ready:  # type: ignore[attr-defined]
            return turns > 0
    return True


for module in (textual.app, textual.pilot):
    vars(module)["wait_for_idle"] = _idle


class _BotsHere(BotProcess):
    """Bots that think within this process: another one takes longer to start than they think."""

    async def ready(self, level: str) -> bool:
        return False

    async def choose(self, level: str, view: SeatView, seed: int) -> Action:
        await asyncio.sleep(0)
        return choose(level, view, seed)

    async def advise(self, view: SeatView, seed: int) -> tuple[Advice, ...]:
        await asyncio.sleep(0)
        return advise(view, seed)

    async def reasons(self, view: PublicView) -> tuple[tuple[Placed, Reason], ...]:
        await asyncio.sleep(0)
        return tuple(public_reasons(view))


def app_in(
    folder: Path,
    begun: Start | None = None,
    *,
    draws: bool = False,
    has_process: bool = False,
    is_newcomer: bool = False,
    **settings: object,
) -> RocksApp:
    """The app with its files in this folder; bots play at once unless told otherwise.

    Unless it `draws` its frames, as it does in a terminal, a screen is drawn by `screen_text` alone. Unless it `has_process`,
    as it has there, bots think here; of several apps in one test all have what was said of the last. Whoever plays has met all
    signs of the table, unless that `is_newcomer`.
    """
    vars(director)["BotProcess"] = BotProcess if has_process else _BotsHere
    settings_file = folder / "settings.toml"
    if not settings_file.exists():
        settings_file.write_text(chosen(**{"bot_speed": "instant", "characters": "unicode"} | settings))
    app = RocksApp(begun, folder=folder / "state", settings_file=settings_file, person=PERSON)
    vars(app)["version"] = "1.2.3"
    if not is_newcomer:
        vars(app)["met"] = met = Met(None)
        met.meet(Sign)
    if not draws:
        _unseen.add(app)
    return app


def screen_text(app: RocksApp) -> str:
    """What is on the screen, as text."""
    rows = ("".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips())
    return "\n".join(row.rstrip() for row in rows)


def told_in(widget: Painted) -> str:
    """What a widget tells, in rows."""
    width, height = widget.content_size
    return "\n".join("".join(text for text, _role in row) for row in widget.pieces(width, height))


def shown_scores(app: RocksApp) -> Scores:
    """What the score track shows, and not what it walks to."""
    north_south, east_west = (
        int(re.match(rf" ?{pair.name} *(-?\d+) [●○◀•]┃.*┃ +\d+ to go", row)[1])  # type: ignore[index]
        for row, pair in zip(screen_text(app).splitlines(), Partnership, strict=False)
    )
    return Scores((north_south, east_west))


def match_of(app: RocksApp) -> Match:
    """The match at the table, with all hands."""
    assert app.sitting is not None
    return replay(app.sitting.record())


async def until(pilot: Pilot[None], condition: Callable[[], bool], what: str) -> None:
    """Wait until something is so; fail with a picture of the screen where it is not."""
    deadline, wait = time.monotonic() + PATIENCE, 0.005
    while not condition():
        if time.monotonic() > deadline:
            app = pilot.app
            assert isinstance(app, RocksApp)
            raise AssertionError(f"waited in vain for: {what}\n{screen_text(app)}")
        await asyncio.sleep(wait)
        wait = min(2 * wait, 0.05)
    await pilot.pause()


async def tap(pilot: Pilot[None], column: int, row: int) -> None:
    """Tap, as a terminal tells it."""
    for kind in (events.MouseDown, events.MouseUp):
        pilot.app.post_message(kind(None, column, row, 0, 0, 1, False, False, False, column, row))
        await pilot.pause()


async def screen_of(pilot: Pilot[None], kind: type[S]) -> S:
    """Wait for a screen of this kind; the draw is passed by on the way to another."""
    while kind is not DrawScreen:
        await until(pilot, lambda: isinstance(pilot.app.screen, kind | DrawScreen), kind.__name__)
        if isinstance(pilot.app.screen, kind):
            break
        await step(pilot)
    await until(pilot, lambda: isinstance(pilot.app.screen, kind) and pilot.app.screen.is_current, kind.__name__)
    screen = pilot.app.screen
    assert isinstance(screen, kind)
    return screen


async def step(pilot: Pilot[None]) -> None:
    """Do what the screen in sight waits for: go on, open the cover, or choose something.

    It is done to that very screen; a key could meet another one that has just come up.
    """
    act(pilot.app.screen)
    await pilot.pause()


def let(screen: RocksScreen[Any]) -> None:
    """Let what comes next be meant for this screen, however long it has been in sight."""
    screen._arming._since = -math.inf
    screen.rocks.thumb.quiet = math.inf


def act(screen: Screen[Any]) -> bool:
    """Do what this screen waits for. False where it waits for nothing."""
    if isinstance(screen, RocksScreen):
        let(screen)
    if isinstance(screen, TableScreen):
        if screen.choosing is not None:
            play_something(screen)
        elif screen.mode is Mode.GO_ON:
            screen.action_go()
        else:
            return False
    elif isinstance(screen, CoverScreen):
        screen.action_show()
    elif isinstance(screen, DrawScreen | LedgerScreen):
        screen.action_go_on()
    elif isinstance(screen, WelcomeScreen):
        screen.action_begin()
    elif isinstance(screen, CallScreen):
        if screen.is_answered:
            screen.go_on()
        else:
            screen.submit(0)
    else:
        return False
    return True


async def play_to(pilot: Pilot[None], kind: type[S]) -> S:
    """Play on until a screen of this kind comes up."""
    deadline = time.monotonic() + PATIENCE
    while not isinstance(pilot.app.screen, kind):
        assert time.monotonic() < deadline, f"no {kind.__name__} came"
        await step(pilot)
    return await screen_of(pilot, kind)


async def play_unseen(pilot: Pilot[None], is_there: Callable[[Screen[Any]], bool]) -> None:
    """Play on until the screen in sight is such a one. Nothing is laid out on the way, which takes most of the time."""
    deadline = time.monotonic() + PATIENCE
    with pilot.app.batch_update():
        while not is_there(pilot.app.screen):
            assert time.monotonic() < deadline, f"waited in vain at {pilot.app.screen}"
            await step_unseen(pilot)
    await pilot.pause()


async def step_unseen(pilot: Pilot[None]) -> None:
    """Do what the screen in sight waits for, and do not wait until it has been laid out anew."""
    screen = pilot.app.screen
    await asyncio.sleep(0 if screen.is_mounted and act(screen) else 0.002)


async def choosing_table(pilot: Pilot[None]) -> TableScreen:
    """Wait for a table at which a person may choose; covers are opened and ceremonies are skipped on the way."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        screen = pilot.app.screen
        if isinstance(screen, TableScreen) and screen.choosing is not None:
            return screen
        await step(pilot)
    app = pilot.app
    assert isinstance(app, RocksApp)
    raise AssertionError(f"no table to choose at came\n{screen_text(app)}")


def play_something(screen: TableScreen) -> None:
    """Choose the first thing that is legal, as the keys would."""
    choosing = screen.choosing
    assert choosing is not None
    if choosing.must_pass:
        screen.action_knock()
        return
    tile = min(choosing.playable)
    choosing.pick(tile)
    choosing.step_place(1)
    screen.action_go()
