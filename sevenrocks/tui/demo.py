"""Runs the demonstration of the menu: bots play match after match at a table of which nothing is kept."""

from __future__ import annotations

import asyncio
import datetime
import time
from collections.abc import Awaitable, Callable
from itertools import islice
from typing import Any

from sevenrocks.bots import DEFAULT_LEVEL
from sevenrocks.bots.process import BotFailedError, BotProcess
from sevenrocks.engine.actions import Action
from sevenrocks.engine.seats import BySeat, Seat
from sevenrocks.i18n import _
from sevenrocks.seating import Player, bot_names
from sevenrocks.settings import Settings
from sevenrocks.sitting import BotRequest, BotThinks, Cut, Drawn, Settled, Sitting, Start, Told, Won

from .screens.base import RocksScreen
from .screens.demo import DemoScreen
from .stage import Stage

_ROUND, _MATCH = 4, 8
"""Beats for which the end of a round, and that of a match, can be looked at."""


class Demonstration:
    """`bots` think as they do in matches; `show` brings a screen into sight."""

    def __init__(self, stage: Stage, bots: BotProcess, show: Callable[[RocksScreen[Any]], Awaitable[None]]) -> None:
        self._stage = stage
        self._bots = bots
        self._show = show

    async def run(self) -> None:
        """Let bots play until somebody presses a key."""
        sitting = self._begin()
        screen = DemoScreen(sitting.match, sitting.manners, self._stage.settings.bot_speed)
        await self._show(screen)
        async with asyncio.TaskGroup() as group:
            playing = group.create_task(self._play_on(screen, sitting))
            await screen.answer()
            playing.cancel()

    def _begin(self) -> Sitting:
        """A match of bots by the rules alone, dealt, for which there is no folder to be kept in."""
        players = BySeat([Player(name, DEFAULT_LEVEL) for name in islice(bot_names([]), len(Seat))])
        sitting = Sitting.begin(Start(), players, None, Settings, datetime.datetime.now().astimezone().date())
        while isinstance(sitting.step, Cut | Drawn):
            _pass(sitting)
        return sitting

    async def _play_on(self, screen: DemoScreen, sitting: Sitting) -> None:
        try:
            while True:
                await self._play(screen, sitting)
                sitting = self._begin()
                screen.begin(sitting.match)
        except BotFailedError:
            screen.tell_aside(_("The bots do not answer."))

    async def _play(self, screen: DemoScreen, sitting: Sitting) -> None:
        """Play a match to its end."""
        while not isinstance(step := sitting.step, Won):
            match step:
                case BotThinks(request=request):
                    sitting.choose(await self._chosen(screen, request))
                    screen.show(sitting.match, dict(await self._bots.reasons(sitting.match.round)))
                case Settled():
                    await screen.pause(_ROUND)
                    _pass(sitting)
                    screen.show(sitting.match, {})
                case _:
                    _pass(sitting)
        await screen.pause(_MATCH)

    async def _chosen(self, screen: DemoScreen, request: BotRequest) -> Action:
        """What a bot chooses, at the beat of the demonstration. Raises BotFailedError."""
        began = time.monotonic()
        action = await self._bots.choose(*request)
        await screen.pause(since=began)
        return action


def _pass(sitting: Sitting) -> None:
    """Answer a step that asks for nothing."""
    match sitting.step:
        case Cut():
            sitting.cut("")
        case Drawn() | Told() | Settled():
            sitting.go_on()
