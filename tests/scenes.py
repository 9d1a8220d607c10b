"""The main scenes of the app, reached by playing a known deal: for snapshots and for the pictures in the README."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from textual.pilot import Pilot

from playing import choosing_table, play_something, play_to, screen_of
from sevenrocks.tui.screens.argued import ArguedScreen
from sevenrocks.tui.screens.call import CallScreen
from sevenrocks.tui.screens.cover import CoverScreen
from sevenrocks.tui.screens.draw import DrawScreen
from sevenrocks.tui.screens.explain import ExplainScreen
from sevenrocks.tui.screens.help import HelpScreen
from sevenrocks.tui.screens.learn import LearnScreen
from sevenrocks.tui.screens.ledger import LedgerScreen
from sevenrocks.tui.screens.lesson import LessonScreen
from sevenrocks.tui.screens.log import LogScreen
from sevenrocks.tui.screens.menu import MenuScreen
from sevenrocks.tui.screens.result import ResultScreen
from sevenrocks.tui.screens.rules import RulesScreen
from sevenrocks.tui.screens.seats import SeatsScreen
from sevenrocks.tui.screens.settings import SettingsScreen
from sevenrocks.tui.screens.table import TableScreen
from sevenrocks.tui.screens.trainer import TrainerScreen
from sevenrocks.tui.screens.welcome import WelcomeScreen
from sevenrocks.tui.widgets.painted import Painted

Reach = Callable[[Pilot[None]], Awaitable[None]]
"""Drives the app to a scene."""


async def menu(pilot: Pilot[None]) -> None:
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
    await _play(pilot, turns=2)
    screen = pilot.app.screen
    assert isinstance(screen, TableScreen)
    play_something(screen)
    await screen_of(pilot, CallScreen)


async def called(pilot: Pilot[None]) -> None:
    await call(pilot)
    await pilot.press("7", "enter")
    await pilot.pause()


async def draw(pilot: Pilot[None]) -> None:
    await screen_of(pilot, DrawScreen)


async def opening(pilot: Pilot[None]) -> None:
    await choosing_table(pilot)


async def middle(pilot: Pilot[None]) -> None:
    """A few turns later."""
    await _play(pilot, turns=3)


async def choosing(pilot: Pilot[None]) -> None:
    """A tile with several places has been chosen, and one of them."""
    while True:
        screen = await choosing_table(pilot)
        choice = screen._choosing
        assert choice is not None
        tiles = choice.view.hand
        for number, tile in enumerate(tiles, 1):
            choice.pick(tile)
            several = len(choice.options) > 1 and len(choice.view.public.layout.joints) >= 9
            choice.drop()
            if several:
                await pilot.press(str(number), "down")
                return
        play_something(screen)
        await pilot.pause()


async def cover(pilot: Pilot[None]) -> None:
    """The screen is passed on in the second lap."""
    await _play(pilot, turns=6)
    screen = pilot.app.screen
    assert isinstance(screen, TableScreen)
    play_something(screen)
    await pilot.pause()
    await pilot.press("enter")
    await screen_of(pilot, CoverScreen)


async def ledger(pilot: Pilot[None]) -> None:
    await _play_to(pilot, LedgerScreen)


async def result(pilot: Pilot[None]) -> None:
    await _play_to(pilot, ResultScreen)


async def help_page(pilot: Pilot[None]) -> None:
    await choosing_table(pilot)
    await pilot.press("question_mark")
    await screen_of(pilot, HelpScreen)


async def log_page(pilot: Pilot[None]) -> None:
    await middle(pilot)
    await pilot.press("l")
    await screen_of(pilot, LogScreen)


async def explain_page(pilot: Pilot[None]) -> None:
    await middle(pilot)
    await pilot.press("y")
    await screen_of(pilot, ExplainScreen)


async def _play(pilot: Pilot[None], turns: int) -> None:
    for _turn in range(turns):
        play_something(await choosing_table(pilot))
        await pilot.pause()
    await choosing_table(pilot)


async def _play_to(pilot: Pilot[None], kind: type[LedgerScreen | ResultScreen]) -> None:
    await play_to(pilot, kind)
    await pilot.pause()
    for widget in pilot.app.screen.query(Painted):
        widget.repaint()
    await pilot.pause()
