"""Runs the app from screen to screen: the menu, and matches at the table.

One coroutine tells the whole story in order. What a match waits for a sitting knows; each of its steps is shown by a screen,
and the answer handed back. Leaving the table cancels the coroutine at whatever it waits for: everything that has happened is
on disk already.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from sevenrocks.bots.beat import Beat
from sevenrocks.bots.process import BotFailedError, BotProcess
from sevenrocks.engine.actions import Action
from sevenrocks.engine.errors import NotationError
from sevenrocks.engine.seats import BySeat, Partnership, Seat
from sevenrocks.engine.view import SeatView
from sevenrocks.i18n import _
from sevenrocks.learning.lessons import LESSONS
from sevenrocks.learning.progress import load_progress
from sevenrocks.names import look_alike
from sevenrocks.seating import Player, bot_names
from sevenrocks.seen import MatchView
from sevenrocks.settings import Settings
from sevenrocks.sitting import (
    BotRequest,
    BotThinks,
    Call,
    Choose,
    Cut,
    Drawn,
    HandOver,
    Knock,
    Manners,
    NoHint,
    Rescue,
    Settled,
    Sitting,
    Start,
    Swap,
    Told,
    Won,
    take_up,
)
from sevenrocks.store import Glance, StoreError, glance, purge_deleted, survey
from sevenrocks.telling.sentences import event_words

from .demo import Demonstration
from .screens.base import RocksScreen
from .screens.call import CallScreen
from .screens.confirm import Keeping, NotKeptScreen
from .screens.cover import CoverScreen
from .screens.draw import DrawScreen
from .screens.ledger import LedgerScreen
from .screens.matches import MatchesScreen
from .screens.menu import Choice, MenuScreen
from .screens.rescue import RescueScreen
from .screens.result import Next, ResultScreen
from .screens.rules import RulesScreen
from .screens.seats import SeatsScreen, default_players
from .screens.settings import SettingsScreen
from .screens.table import TableScreen
from .screens.welcome import WelcomeScreen
from .stage import Stage

if TYPE_CHECKING:
    # It would load the bots' tables.
    from sevenrocks.bots.advice import Advice

Answer = TypeVar("Answer")

_FIRST_TARGET = 100
"""The target of a match that explains, so that it has some three rounds."""

_MOST_AT_ONCE = 16
"""So many matches are looked into before the menu comes up; each takes a millisecond or two."""
_LOOK_AGAIN = 2.0
"""Seconds after which the menu looks whether a match is still open in another window."""

_AWAY = Manners(tells_counts=False, tells_what_if=False, no_hint=NoHint.NOT_NOW)


class Director:
    """Shows one screen after the other."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._bots = BotProcess()
        self._playing: asyncio.Task[Next] | None = None
        self._left = False
        self._sitting: Sitting | None = None
        self._shown: RocksScreen[Any] | None = None
        """The screen that was shown last; overlays may lie over it."""
        self._told_not_kept = False
        self._told_mishaps = 0

    # ---- the menu

    async def run(self, start: Start | None) -> None:
        """Everything from the start of the app to its end."""
        try:
            await self._run(start)
        finally:
            # However it ends: nobody would ask that process any more.
            await self._bots.stop()

    async def _run(self, start: Start | None) -> None:
        notice = ""
        purge_deleted(self._stage.folder, _today())
        if start is not None:
            await self._new_match(start)
        while True:
            choice, menu = await self._menu(notice)
            notice = ""
            match choice:
                case Choice.QUIT:
                    break
                case Choice.LEARN:
                    from .school import School  # noqa: PLC0415, whoever plays need not load the lessons

                    if await School(self._stage, self._ask).learn():
                        await self._first_match()
                case Choice.DEMO:
                    await Demonstration(self._stage, self._bots, self._show).run()
                case Choice.RULES:
                    self._stage.show_overlay(RulesScreen())
                case Choice.SETTINGS:
                    self._stage.show_overlay(SettingsScreen())
                case Choice.NEW:
                    await self._new_match(Start())
                case Choice.CONTINUE:
                    if menu.unfinished is not None:
                        notice = await self._resume(menu.unfinished.path)
                case Choice.PAST:
                    path = await self._ask(MatchesScreen(survey(self._stage.folder), self._stage.folder))
                    if path is not None:
                        notice = await self._resume(path)

    async def _menu(self, notice: str) -> tuple[Choice, MenuScreen]:
        await self._stage.overlays_closed()
        shown = self._stage.in_sight
        stays = not notice and self._stage.is_first
        menu = shown if stays and isinstance(shown, MenuScreen) else MenuScreen(notice)
        found = glance(self._stage.folder, _MOST_AT_ONCE)
        if found is None:
            menu.look()
        else:
            menu.offer(found)
        done = load_progress(self._stage.folder).done
        menu.tell_learnt(sum(lesson.name in done for lesson in LESSONS), len(LESSONS))
        if menu is not shown:
            await self._show(menu)
        looking = asyncio.create_task(self._look_on(menu, found))
        try:
            return await menu.answer(), menu
        finally:
            looking.cancel()

    async def _look_on(self, menu: MenuScreen, found: Glance | None) -> None:
        """Look through matches that are many, beside the menu; and again while one is open elsewhere: it may be closed there."""
        while found is None or found.elsewhere:
            if found is not None:
                await asyncio.sleep(_LOOK_AGAIN)
            is_enough = threading.Event()
            try:
                found = await asyncio.to_thread(glance, self._stage.folder, None, is_enough.is_set)
            finally:
                is_enough.set()
            if found is not None:
                menu.offer(found)

    async def _new_match(self, start: Start) -> str:
        """Play a match, and further ones of the same players; returns what to say in the menu."""
        players = _all_named(start)
        if players is None:
            players = await self._ask(SeatsScreen(self._suggested(start)))
            if players is None:
                return ""
            kept = tuple((player.name, player.level) for player in players)
            self._stage.change_settings(self._stage.settings.replaced(seats=kept))
        while True:
            try:
                sitting = Sitting.begin(start, players, self._stage.folder, self._settings, _today())
            except NotationError as error:
                return str(error)
            if await self._play(sitting) is not Next.REMATCH:
                return ""
            start = sitting.rematch()
            players = _all_named(start) or players

    def _settings(self) -> Settings:
        return self._stage.settings

    async def _first_match(self) -> None:
        """A short match that explains: the learner sees the partner's tiles, against bots that have just begun as well."""
        name = next((name for name, level in self._stage.settings.seats if level is None), self._stage.person)
        names = bot_names([name])
        players = BySeat([Player(name), *(Player(next(names), level) for level in ("novice", "club", "novice"))])
        if await self._ask(WelcomeScreen(players, _FIRST_TARGET)):
            await self._new_match(Start(tuple(players), _FIRST_TARGET, explained_to=Partnership.NS))

    def _suggested(self, start: Start) -> BySeat[Player]:
        kept = self._stage.settings.seats
        usual = BySeat([Player(*seat) for seat in kept]) if kept else default_players(self._stage.person)
        taken = [player.name for player in start.players if player is not None]
        players = []
        for seat, player in zip(Seat, start.players, strict=True):
            suggested = player or usual[seat]
            if player is None:
                if any(look_alike(suggested.name, name) for name in taken):
                    suggested = Player(next(bot_names(taken)), suggested.level)
                taken.append(suggested.name)
            players.append(suggested)
        return BySeat(players)

    async def _resume(self, path: Path) -> str:
        """Take a match up; returns what to say in the menu where that cannot be."""
        try:
            found: Sitting | Rescue | None = take_up(path, self._settings)
            if isinstance(found, Rescue):
                found = found.play_on() if await self._ask(RescueScreen(found)) else None
        except StoreError as error:
            return f"{path.name}: {error}"
        if isinstance(found, Sitting) and await self._play(found) is Next.REMATCH:
            return await self._new_match(found.rematch())
        return ""

    # ---- a match

    def leave(self) -> None:
        """Leave the table."""
        if self._playing is not None:
            self._left = True
            self._playing.cancel()

    async def _play(self, sitting: Sitting) -> Next:
        self._left = self._told_not_kept = False
        self._told_mishaps = 0
        self._sitting = sitting
        self._playing = asyncio.create_task(self._sit(sitting))
        warming = asyncio.create_task(self._warm_up(sitting.match.players))
        try:
            return await self._playing
        except asyncio.CancelledError:
            if not self._left:
                raise
            return Next.MENU
        finally:
            self._playing = self._sitting = None
            warming.cancel()
            sitting.leave()

    async def _warm_up(self, players: BySeat[Player]) -> None:
        """Let the bots of a match load what they need before it is their turn."""
        with contextlib.suppress(BotFailedError):  # it is told where one is in turn
            for player in players:
                if player.level is not None:
                    await self._bots.ready(player.level)

    async def _sit(self, sitting: Sitting) -> Next:
        """Show each step, and hand the answer back; a step that has changed meanwhile is looked at anew."""
        while True:
            await self._tell_whether_kept()
            step = sitting.step
            if isinstance(step, HandOver | Settled | Won) and not await self._is_counted(sitting, step):
                continue
            match step:
                case Cut():
                    sitting.cut(await self._ask(DrawScreen(step.match, commitment=step.commitment)))
                case Drawn():
                    await self._draw(step)
                    sitting.go_on()
                case HandOver():
                    await self._ask(CoverScreen(step.match, step.seat, resumed=step.is_resumed))
                    if sitting.step is step:
                        sitting.take()
                case Choose():
                    screen = await self._at_table(step.match, step.hand.seat, step.hand, step.partner)
                    action = await screen.choose(step.hand)
                    if sitting.step is step and action is not None:
                        sitting.choose(action)
                case Call():
                    await self._called(sitting, step)
                case BotThinks():
                    chosen = await self._bot_action(step)
                    if sitting.step is step:
                        sitting.choose(chosen)
                case Knock():
                    screen = await self._at_table(step.match, step.seat)
                    screen.say_turn_of(step.seat)
                    await screen.pause(self._stage.settings.bot_speed.value)
                    if sitting.step is step:
                        sitting.go_on()
                case Told():
                    is_enough = await self._tell(step)
                    if sitting.step is step:
                        (sitting.enough if is_enough else sitting.go_on)()
                case Settled():
                    await self._settle(sitting, step)
                case Won():
                    return await self._ask(ResultScreen(step.match, self._stage.write_record(sitting.record())))

    async def _is_counted(self, sitting: Sitting, step: HandOver | Settled | Won) -> bool:
        """Let the count of the last tile be told before the table is left; returns whether the step is still the same."""
        if isinstance(self._shown, TableScreen):
            await self._shown.counted()
        return sitting.step is step

    async def _draw(self, step: Drawn) -> None:
        """Turn the tiles of a draw: on the page on which they lie face down, where it is in sight."""
        if isinstance(self._shown, DrawScreen):
            self._shown.turn(step.match, step.draw)
            await self._shown.answer()
        else:
            await self._ask(DrawScreen(step.match, step.draw))

    async def _at_table(
        self, match: MatchView, seat: Seat, hand: SeatView | None = None, partner: SeatView | None = None
    ) -> TableScreen:
        """The table with this hand, or none: the one that is shown already, or another one."""
        held = None if hand is None else hand.seat
        screen = self._shown
        if isinstance(screen, TableScreen) and screen.held_by is held:
            screen.show(match, hand, partner)
            return screen
        bottom = _next_of(match.people, seat) if hand is None else hand.seat
        fresh = TableScreen(match, bottom, hand, partner)
        await self._show(fresh)
        return fresh

    async def _tell(self, step: Told) -> bool:
        """Show what has happened; wait where somebody must have seen it. Returns whether explanations are to end."""
        if step.call is not None or step.lessons:
            screen = self._shown if isinstance(self._shown, CallScreen) else CallScreen.of_told(step)
            if screen is not self._shown:
                await self._show(screen)
            await screen.tell_result(step)
            return screen.is_enough
        table = await self._at_table(step.match, step.seat, step.hand, step.partner)
        if step.waits:
            await table.go_on((self._goes_on(step.match, is_held=step.hand is not None), "strong"))
        return False

    def _goes_on(self, match: MatchView, *, is_held: bool) -> str:
        """What goes on at a key: the hand that is in sight is covered; and how the round has ended, where it has."""
        view, key = match.round, self._stage.keys.name("go")
        if view.ended is None:
            return (_("{key} covers your tiles.") if is_held else _("Press {key} to go on.")).format(key=key)
        return _("{told}. Press {key} to go on.").format(
            told=event_words(match.players, view.layout, view.ended), key=key
        )

    async def _called(self, sitting: Sitting, step: Call) -> None:
        """Ask for a count."""
        screen = CallScreen.of_call(step)
        await self._show(screen)
        number = await screen.answer()
        if screen.is_enough:
            sitting.enough()
        else:
            sitting.call(number)

    async def _settle(self, sitting: Sitting, step: Settled) -> None:
        is_seen = isinstance(self._shown, SeatsScreen)
        if await self._ask(LedgerScreen(step.match, step.ended, is_seen=is_seen)):
            sitting.go_on()
            return
        players = await self._ask(SeatsScreen(step.match.players))
        if players is not None:
            sitting.reseat(players)

    async def _bot_action(self, step: BotThinks) -> Action:
        screen = await self._at_table(step.match, step.seat, step.hand, step.partner)
        screen.say_turn_of(step.seat)
        while True:
            try:
                return await self._on_the_beat(screen, step.request)
            except BotFailedError:
                name = step.match.players[step.seat].name
                key = self._stage.keys.name("go")
                await screen.go_on((_("{name} does not answer. {key} asks again.").format(name=name, key=key), "warn"))

    async def _on_the_beat(self, screen: TableScreen, request: BotRequest) -> Action:
        """What a bot chooses, at a moment that does not tell how long it took. Raises BotFailedError."""
        is_slow = await self._bots.ready(request.level)
        beat = Beat(self._stage.settings.bot_speed.value, is_slow=is_slow)
        began = time.monotonic()

        async def choice() -> tuple[Action, float]:
            return await self._bots.choose(*request), time.monotonic() - began

        # Whoever is in a hurry may say so before the bot is ready as well: that it is must not be seen by what a key does.
        answer, is_hurried = await asyncio.gather(choice(), screen.pause(beat.seconds), return_exceptions=True)
        if isinstance(answer, BaseException):
            raise answer
        if isinstance(is_hurried, BaseException):
            raise is_hurried
        (action, taken), now = answer, time.monotonic() - began
        await asyncio.sleep(beat.shown_after(now if is_hurried else taken, is_hurried=is_hurried) - now)
        return action

    # ---- for the screens of a match

    @property
    def sitting(self) -> Sitting | None:
        """The match at the table; None in the menu."""
        return self._sitting

    @property
    def manners(self) -> Manners:
        """What the house and the settings allow now at the table; nothing where there is none any more."""
        return _AWAY if self._sitting is None else self._sitting.manners

    def swap(self, swap: Swap) -> None:
        """Let somebody go home, or come back; no hand stays in sight."""
        sitting = self._sitting
        assert sitting is not None
        sitting.seat(swap.seat, swap.then)
        if self._shown is not None:
            self._shown.step_changed(sitting.match)

    async def advise(self) -> tuple[Advice, ...]:
        """What the master would play; that it was asked is noted. Raises BotFailedError."""
        assert self._sitting is not None
        request = self._sitting.ask_hint()
        return await self._bots.advise(request.view, request.seed)

    # ---- keeping

    @property
    def keeping(self) -> Keeping:
        """What can be done where the match at the table is not being kept."""
        sitting = self._sitting
        assert sitting is not None
        # Somebody may have taken its file away since the last play.
        sitting.keep()
        mishaps = sitting.mishaps[self._told_mishaps :]
        self._told_mishaps = len(sitting.mishaps)
        return Keeping(
            lambda: sitting.not_kept,
            self._keep_again,
            self._export,
            lambda: sitting.is_kept,
            mishaps,
        )

    def _export(self) -> str:
        """Write the record of the match at the table, and let everyone know; returns what to tell of it."""
        assert self._sitting is not None
        told = self._stage.write_record(self._sitting.open_record(), anywhere=True)
        if self._shown is not None:
            self._shown.step_changed(self._sitting.match)
        return told

    def _keep_again(self) -> None:
        assert self._sitting is not None
        self._sitting.keep()
        if isinstance(self._shown, TableScreen):
            self._shown.note_keeping(self._sitting.not_kept)

    @property
    def not_kept(self) -> str | None:
        """Why the match at the table is not being kept; None while it is, or where there is none."""
        return None if self._sitting is None else self._sitting.not_kept

    async def _tell_whether_kept(self) -> None:
        """Say so once when the match is no longer kept, or is kept elsewhere from now on, and wait until it is seen."""
        is_moved = self._sitting is not None and len(self._sitting.mishaps) > self._told_mishaps
        if is_moved or (self.not_kept is not None and not self._told_not_kept):
            self._stage.show_overlay(NotKeptScreen(self.keeping))
            # Its record may be written there, so that the step is another one then.
            await self._stage.overlays_closed()
        self._told_not_kept = self.not_kept is not None

    # ---- screens

    async def _show(self, screen: RocksScreen[Answer]) -> None:
        await self._stage.show(screen)
        self._shown = screen

    async def _ask(self, screen: RocksScreen[Answer]) -> Answer:
        await self._show(screen)
        return await screen.answer()


def _today() -> datetime.date:
    return datetime.datetime.now().astimezone().date()


def _all_named(start: Start) -> BySeat[Player] | None:
    named = [player for player in start.players if player is not None]
    return BySeat(named) if len(named) == len(Seat) else None


def _next_of(people: tuple[Seat, ...], seat: Seat) -> Seat:
    """The person who plays next from this seat on; the seat itself where there are only bots."""
    return next((other for other in seat.clockwise() if other in people), seat)
