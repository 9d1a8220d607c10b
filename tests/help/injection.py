"""Put into a program that is started: the deal and the plays of a story, and an account of what it does besides writing.

Nothing here needs the tests' own tools, so that a program starts as soon as it may.
"""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from textual import events

from help.outlets import Outlets, request_told
from sevenrocks.bots.process import BotProcess
from sevenrocks.engine.actions import Action, Place
from sevenrocks.engine.deal import Draw
from sevenrocks.engine.match import Match
from sevenrocks.engine.seats import BySeat, Seat
from sevenrocks.engine.tiles import Hand
from sevenrocks.telling.choosing import Choosing
from sevenrocks.tui.app import RocksApp
from sevenrocks.tui.screens.base import Arming, Overlay
from sevenrocks.tui.screens.cover import CoverScreen
from sevenrocks.tui.screens.draw import DrawScreen
from sevenrocks.tui.screens.held import Mode
from sevenrocks.tui.screens.in_match import InMatchScreen
from sevenrocks.tui.screens.table import TableScreen
from sevenrocks.tui.thumb import Thumb

_CALM = 5
"""How often in a row there must have been nothing to do: each time everything that can run has run."""

MARK = "\x1b]777;step {}\x07"
"""What the program writes when all is done that a key has asked for."""


@dataclass(frozen=True)
class Told:
    """What a program is told of its story."""

    folder: Path
    deal: BySeat[Hand]
    draw: Draw
    actions: tuple[Action, ...]
    others: tuple[Seat, ...]
    plants: tuple[str, ...] = ()


@dataclass
class Account:
    """What a program tells at the end of a step, beside the screen."""

    is_open: bool
    is_covered: bool
    files: dict[str, bytes]
    elsewhere: list[str]
    chance: frozenset[bytes]
    keys: list[tuple[str, str]] | None
    """What is to be pressed now, each with what it is for; None where the story is over."""
    requests: list[str] = field(default_factory=list)


class MistakeError(Exception):
    """A mistake that knows all hands."""


def hands_of(app: RocksApp) -> BySeat[Hand]:
    """All hands of the round under way, which nobody may know."""
    assert app.sitting is not None
    return app.sitting._table._match.rounds[-1].hands


def mistake(screen: Any) -> None:
    """Be one."""
    raise MistakeError(hands_of(screen.app))


def next_keys(app: RocksApp, actions: tuple[Action, ...]) -> list[tuple[str, str]] | None:
    """What a story is to go on with at this screen, each key with what it is for; none where bots play.

    In a turn something is looked up, and the hand is hidden and shown again. None where the story is over.
    """
    screen = app.screen
    rounds = () if app.sitting is None else app.sitting.match.rounds
    done = len(rounds[-1].view.events) if rounds else 0
    if isinstance(screen, DrawScreen):
        return [("the draw", "enter")]
    if isinstance(screen, CoverScreen):
        seat = screen.bottom.name
        return None if done >= len(actions) else [(f"the cover of {seat}", seat.lower())]
    assert isinstance(screen, TableScreen), screen
    seat = screen.bottom.name
    if screen.mode is Mode.GO_ON:
        return [(f"what {seat} has done", "enter")]
    if screen.choosing is None:
        return []
    if done >= len(actions):
        return None
    page = ("l", "y", "q", "question_mark")[done % 4]
    keys = [page, "escape", "h", seat.lower()]
    action = actions[done]
    if isinstance(action, Place):
        choosing = Choosing(screen.choosing.view)
        choosing.pick(action.tile)
        letters = [at for at, option in zip("abcd", choosing.options, strict=False) if option.action == action]
        number = choosing.view.hand.index(action.tile) + 1
        keys += [str(number), *(letters[:1] if choosing.chosen is None else []), "enter"]
    else:
        keys.append("k")
    return [(f"the turn of {seat}, {'a tile' if key.isdecimal() else key}", key) for key in keys]


def owner_in_sight(app: RocksApp, others: tuple[Seat, ...]) -> tuple[bool, bool]:
    """Whether a hand of these seats is open now, and whether one lies there covered."""
    screen = app.screen
    table = next((below for below in app.screen_stack if isinstance(below, TableScreen)), None)
    if table is None or table.held_by not in others:
        return False, False
    # What is told beside it, or in its place, is told of no hand but where it must be knocked.
    is_told_of = table.told is not None and table.told.is_of_hand
    is_open = screen is table and not table.is_hidden and (is_told_of or not table.is_put_away)
    return is_open, not is_open


class _Watch:
    """Gives the account whenever it is asked for."""

    def __init__(self, told: Told, side: Path) -> None:
        self._told = told
        self._side = side
        self._outlets = Outlets(told.folder, side)
        self._requests: list[str] = []
        self._steps = self._keys = 0

    def begin(self) -> None:
        """Take the deal, the bots' answers and the account in hand."""
        told, watching = self._told, self._outlets.watched()
        watching.__enter__()
        self._watching = watching  # to the end of the program
        Arming.DELAY = Arming.SILENCE = Thumb.SILENCE = 0.02
        answer_to, begin, run, log, on_event = (
            BotProcess._answer_to,
            asyncio.create_subprocess_exec,
            RocksApp._run,
            InMatchScreen.action_log,
            RocksApp.on_event,
        )

        async def answered(process: BotProcess, question: str, *arguments: Any) -> Any:
            answer = await answer_to(process, question, *arguments)
            return told.actions[len(arguments[1].public.events)] if question == "choose" else answer

        async def begun(*arguments: Any, env: dict[str, str], **named: Any) -> Any:
            process = await begin(*arguments, env=env, **named)
            more = self._outlets.without_chance(f"{sorted(env.items())}")
            self._requests.append(f"begun as {arguments} with {more}, {sorted(named.items(), key=repr)}")
            assert process.stdin is not None
            write: Callable[[bytes], None] = process.stdin.write

            def noted(data: bytes) -> None:
                self._requests.append(request_told(data[4:], told.others))
                write(data)

            vars(process.stdin)["write"] = noted
            return process

        async def watched(app: RocksApp) -> None:
            watch = asyncio.create_task(self._watch(app))
            try:
                await run(app)
            finally:
                watch.cancel()

        async def seen(app: RocksApp, event: events.Event) -> None:
            is_key = isinstance(event, events.Key) and not event.is_forwarded
            await on_event(app, event)
            self._keys += is_key

        def logged(screen: Any) -> None:
            (mistake if (self._side / "mistake").exists() else log)(screen)

        put: tuple[tuple[object, str, object], ...] = (
            (Match, "begin_round_from", lambda match, _seed: match.begin_round(told.deal, told.draw)),
            (BotProcess, "_answer_to", answered),
            (asyncio, "create_subprocess_exec", begun),
            (RocksApp, "_run", watched),
            (RocksApp, "on_event", seen),
            (InMatchScreen, "action_log", logged),
        )
        for owner, name, instead in put:
            setattr(owner, name, instead)

    async def _watch(self, app: RocksApp) -> None:
        calm = 0
        while True:
            await asyncio.sleep(0.01)
            calm = calm + 1 if self._is_calm(app) else 0
            if calm >= _CALM:
                self._give_account(app)
                calm = 0

    def _is_calm(self, app: RocksApp) -> bool:
        """Whether nothing is left to be done for the keys that it is asked about."""
        asked = self._side / f"ask {self._steps}"
        if not asked.exists() or self._keys < self._steps or not self._waits_for_somebody(app):
            return False
        pumps = [app, *app.screen_stack, *app.screen.query("*")]
        return all(pump._message_queue.empty() for pump in pumps)

    @staticmethod
    def _waits_for_somebody(app: RocksApp) -> bool:
        screen = app.screen
        if isinstance(screen, Overlay):
            return True
        waits = not isinstance(screen, TableScreen) or screen.mode in {Mode.CHOOSE, Mode.GO_ON}
        return waits and getattr(screen, "is_awaited", False) and screen.is_current

    def _give_account(self, app: RocksApp) -> None:
        files, elsewhere = self._outlets.step()
        if isinstance(app.screen, Overlay):
            keys: list[tuple[str, str]] | None = []
        else:
            keys = next_keys(app, self._told.actions)
        commitment = getattr(app.sitting and app.sitting.step, "commitment", "")
        if commitment:
            self._outlets.is_chance(commitment)
        account = Account(
            *owner_in_sight(app, self._told.others), files, elsewhere, self._outlets.chance, keys, [*self._requests]
        )
        self._requests.clear()
        fresh = self._side / "account"
        fresh.write_bytes(pickle.dumps(account))
        fresh.rename(self._side / f"account {self._steps}")
        assert app._driver is not None
        app._driver.write(MARK.format(self._steps))
        app._driver.flush()
        self._steps += 1


def begin(side: Path) -> None:
    """In the program, before anything else."""
    told: Told = pickle.loads((side / "told").read_bytes())  # noqa: S301, our own
    if told.plants:
        import pytest  # noqa: PLC0415, see above

        from help.leaks_planted import IN_APP, knowing  # noqa: PLC0415, see above

        patch = pytest.MonkeyPatch()
        knows = knowing(patch)
        for name in told.plants:
            IN_APP[name].put(patch, knows)
    _Watch(told, side).begin()
