"""The main scenes of the app, reached by playing a known deal: for snapshots and for the pictures in the README.

Each is reached from the start of the app, and from the scenes before it in its story.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen

from help.playing import choosing_table, play_something, play_unseen, screen_of, start, until
from sevenrocks.engine.actions import Placed
from sevenrocks.engine.seats import Partnership
from sevenrocks.sitting import Start
from sevenrocks.tui.screens.argued import ArguedScreen
from sevenrocks.tui.screens.base import Overlay
from sevenrocks.tui.screens.call import CallScreen
from sevenrocks.tui.screens.cover import CoverScreen
from sevenrocks.tui.screens.draw import DrawScreen
from sevenrocks.tui.screens.learn import LearnScreen
from sevenrocks.tui.screens.ledger import LedgerScreen
from sevenrocks.tui.screens.lesson import LessonScreen
from sevenrocks.tui.screens.menu import MenuScreen
from sevenrocks.tui.screens.panels import Explaining, Hinting, KeysTold, Logging
from sevenrocks.tui.screens.result import ResultScreen
from sevenrocks.tui.screens.rules import RulesScreen
from sevenrocks.tui.screens.seats import SeatsScreen
from sevenrocks.tui.screens.settings import SettingsScreen
from sevenrocks.tui.screens.table import TableScreen
from sevenrocks.tui.screens.trainer import TrainerScreen
from sevenrocks.tui.screens.welcome import WelcomeScreen
from sevenrocks.tui.widgets.painted import Painted
from sevenrocks.tui.widgets.panel import Told

Reach = Callable[[Pilot[None]], Awaitable[None]]
"""Drives the app to a scene."""


async def menu(pilot: Pilot[None]) -> None:
    """The menu; whatever lies over it is left."""
    while not isinstance(pilot.app.screen, MenuScreen):
        await pilot.press("escape")
    await screen_of(pilot, MenuScreen)


async def rules(pilot: Pilot[None]) -> None:
    await menu(pilot)
    await pilot.press("r")
    await screen_of(pilot, RulesScreen)
    await pilot.press("pagedown", "pagedown", "pagedown")


async def settings(pilot: Pilot[None]) -> None:
    await menu(pilot)
    await pilot.press("s")
    await screen_of(pilot, SettingsScreen)


async def seats(pilot: Pilot[None]) -> None:
    await menu(pilot)
    await pilot.press("n")
    await screen_of(pilot, SeatsScreen)
    await pilot.press("tab", "right")


async def learn(pilot: Pilot[None]) -> None:
    await menu(pilot)
    await pilot.press("l")
    await screen_of(pilot, LearnScreen)


async def lesson(pilot: Pilot[None]) -> None:
    """The lesson on places, at its second question."""
    await learn(pilot)
    await pilot.press(*["down"] * 5, "enter")
    await screen_of(pilot, LessonScreen)
    await pilot.press("5", "enter", "enter", "a", "c")


async def lesson_told(pilot: Pilot[None]) -> None:
    if not isinstance(pilot.app.screen, LessonScreen):
        await lesson(pilot)
    await pilot.press("enter")


async def trainer(pilot: Pilot[None]) -> None:
    await learn(pilot)
    await pilot.press("t")
    await screen_of(pilot, TrainerScreen)


async def argued(pilot: Pilot[None]) -> None:
    await learn(pilot)
    await pilot.press("a")
    await screen_of(pilot, ArguedScreen)


async def welcome(pilot: Pilot[None]) -> None:
    await learn(pilot)
    await pilot.press("f")
    await screen_of(pilot, WelcomeScreen)


async def call(pilot: Pilot[None]) -> None:
    """The count of a tile that is being placed is called for."""
    play_something(await _own_turn(pilot, 2))
    await screen_of(pilot, CallScreen)


async def called(pilot: Pilot[None]) -> None:
    if not isinstance(pilot.app.screen, CallScreen):
        await call(pilot)
    await pilot.press("7", "enter")
    await pilot.pause()


async def draw(pilot: Pilot[None]) -> None:
    await screen_of(pilot, DrawScreen)


async def opening(pilot: Pilot[None]) -> None:
    await _own_turn(pilot, 0)


async def middle(pilot: Pilot[None]) -> None:
    """A few turns later."""
    await _own_turn(pilot, 3)


async def choosing(pilot: Pilot[None]) -> None:
    """A tile with several places has been chosen, and one of them."""
    turn = 0
    while True:
        screen = await _own_turn(pilot, turn)
        choice = screen.choosing
        assert choice is not None
        tiles = choice.view.hand
        for number, tile in enumerate(tiles, 1):
            choice.pick(tile)
            several = len(choice.options) > 1 and len(choice.view.public.layout.joints) >= 9
            choice.drop()
            if several:
                await pilot.press(str(number), "down")
                return
        turn = _turns_taken(screen) + 1


async def cover(pilot: Pilot[None]) -> None:
    """The screen is passed on in the second lap."""
    play_something(await _own_turn(pilot, 6))
    await pilot.pause()
    await pilot.press("enter")
    await screen_of(pilot, CoverScreen)


async def ledger(pilot: Pilot[None]) -> None:
    await _play_to(pilot, LedgerScreen)


async def result(pilot: Pilot[None]) -> None:
    await _play_to(pilot, ResultScreen)


async def help_page(pilot: Pilot[None]) -> None:
    await _panel(pilot, 0, "question_mark", KeysTold)


async def log_page(pilot: Pilot[None]) -> None:
    await _panel(pilot, 3, "l", Logging)


async def explain_page(pilot: Pilot[None]) -> None:
    await _panel(pilot, 3, "y", Explaining)


async def hint(pilot: Pilot[None]) -> None:
    await _panel(pilot, 3, "i", Hinting)


async def _panel(pilot: Pilot[None], turn: int, key: str, kind: type[Told]) -> None:
    table = await _own_turn(pilot, turn)
    await pilot.press(key)
    await until(pilot, lambda: isinstance(table.told, kind), kind.__name__)


def _turns_taken(screen: TableScreen) -> int:
    """How often somebody at the screen has placed a tile in this round."""
    people = screen.match.people
    return sum(isinstance(event, Placed) and event.seat in people for event in screen.match.rounds[-1].view.events)


async def _own_turn(pilot: Pilot[None], turn: int) -> TableScreen:
    """Play on to this turn, from 0, of those at the screen."""
    if isinstance(pilot.app.screen, Overlay):
        await pilot.press("escape")
    if isinstance(pilot.app.screen, TableScreen):
        pilot.app.screen.close_panel()

    def is_there(screen: Screen[None]) -> bool:
        return isinstance(screen, TableScreen) and screen.choosing is not None and _turns_taken(screen) >= turn

    await play_unseen(pilot, is_there)
    return await choosing_table(pilot)


async def _play_to(pilot: Pilot[None], kind: type[LedgerScreen | ResultScreen]) -> None:
    await play_unseen(pilot, lambda screen: isinstance(screen, kind))
    await screen_of(pilot, kind)
    for widget in pilot.app.screen.query(Painted):
        widget.repaint()
    await pilot.pause()


ALONE = start("Anna", seed="a", target=60)
FOUR = start("Anna", "Bartek", "Clara", "Dieter", seed="snapshots", target=60)

FIRST = ALONE._replace(explained_to=Partnership.NS)

Story = dict[str, Reach]
"""Scenes in the order in which they can be reached, one from the other."""

STORIES: dict[str, tuple[Start | None, Story]] = {
    "menu": (
        None,
        {
            "menu": menu,
            "rules": rules,
            "settings": settings,
            "seats": seats,
            "learn": learn,
            "lesson": lesson,
            "lesson-told": lesson_told,
            "trainer": trainer,
            "argued": argued,
            "welcome": welcome,
        },
    ),
    "match": (
        ALONE,
        {
            "draw": draw,
            "opening": opening,
            "help": help_page,
            "middle": middle,
            "log": log_page,
            "explain": explain_page,
            "hint": hint,
            "choosing": choosing,
            "ledger": ledger,
            "result": result,
        },
    ),
    "call": (ALONE, {"call": call, "called": called}),
    "first-match": (FIRST, {"first-match": middle}),
    "cover": (FOUR, {"cover": cover}),
}


def house_of(name: str) -> dict[str, Any]:
    """The settings of a story's house."""
    return {"call_it": True, "call_seconds": 0} if name == "call" else {}
