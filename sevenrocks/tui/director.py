"""Runs the app from screen to screen: the menu, and matches at the table.

One coroutine tells the whole story in order. Leaving the table cancels it at whatever it waits for: everything that has
happened is on disk already.
"""

from __future__ import annotations

import asyncio
import dataclasses
import datetime
import time
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from sevenrocks.bots.process import BotFailedError, BotProcess
from sevenrocks.engine.actions import PASS, Action, RoundEnded
from sevenrocks.engine.rules import TARGET
from sevenrocks.engine.seats import BySeat, Partnership, Seat
from sevenrocks.engine.view import SeatView
from sevenrocks.i18n import _
from sevenrocks.names import same_name
from sevenrocks.record import House
from sevenrocks.store import DamagedError, StoreError, Survey, salvage, survey
from sevenrocks.table import Player, Table, bot_names

from .coach import Coach
from .screens.base import RocksScreen
from .screens.confirm import Keeping, NotKeptScreen
from .screens.cover import CoverScreen
from .screens.cut import CutScreen
from .screens.draw import DrawScreen
from .screens.ledger import LedgerScreen
from .screens.matches import MatchesScreen
from .screens.menu import Choice, MenuScreen
from .screens.rescue import RescueScreen
from .screens.result import Next, ResultScreen
from .screens.rules import RulesScreen
from .screens.seats import SeatsScreen, default_players
from .screens.settings import SettingsScreen
from .screens.table import TableScreen, round_end_words
from .screens.welcome import WelcomeScreen

if TYPE_CHECKING:
    from sevenrocks.bots.advice import Advice

    from .app import RocksApp

Answer = TypeVar("Answer")

_FIRST_TARGET = 100
"""The target of a match that explains, so that it has some three rounds."""


@dataclasses.dataclass(frozen=True, slots=True)
class Start:
    """A match to begin without the menu. Seats that are not named are asked for."""

    players: tuple[Player | None, ...] = (None, None, None, None)
    target: int = TARGET
    known_seed: bytes | None = None
    house: House | None = None
    """What the house adds to the rules; None: what the settings say."""


class Director:
    """Shows one screen after the other."""

    def __init__(self, app: RocksApp) -> None:
        self._app = app
        self._bots = BotProcess()
        self._playing: asyncio.Task[Next] | None = None
        self._coach: Coach | None = None
        self._left = False
        self._table: Table | None = None
        self._told_not_kept = False

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
        if start is not None:
            await self._new_match(start)
        while True:
            choice, kept = await self._menu(notice)
            notice = ""
            match choice:
                case Choice.QUIT:
                    break
                case Choice.LEARN:
                    from .school import School  # noqa: PLC0415, whoever plays need not load the lessons

                    if await School(self._app, self._ask).learn():
                        await self._first_match()
                case Choice.RULES:
                    self._app.show_overlay(RulesScreen())
                case Choice.SETTINGS:
                    self._app.show_overlay(SettingsScreen())
                case Choice.NEW:
                    await self._new_match(Start())
                case Choice.CONTINUE:
                    unfinished = next(summary for summary in kept.matches if summary.standing.winner is None)
                    notice = await self._resume(unfinished.path)
                case Choice.PAST:
                    path = await self._ask(MatchesScreen(kept))
                    if path is not None:
                        notice = await self._resume(path)

    async def _menu(self, notice: str) -> tuple[Choice, Survey]:
        await self._app.overlays_closed()
        shown = self._app.screen
        stays = not notice and len(self._app.screen_stack) == 1
        menu = shown if stays and isinstance(shown, MenuScreen) else MenuScreen(notice)
        kept = survey(self._app.folder)
        unfinished = next((summary for summary in kept.matches if summary.standing.winner is None), None)
        menu.offer(unfinished, kept)
        if menu is not shown:
            await self._show(menu)
        return await menu.answer(), kept

    async def _new_match(self, start: Start) -> None:
        players = self._all_named(start)
        if players is None:
            players = await self._ask(SeatsScreen(self._suggested(start)))
            if players is None:
                return
            kept = tuple((player.name, player.level) for player in players)
            self._app.change_settings(self._app.settings.replaced(seats=kept))
        while True:
            table = Table.begin(
                players,
                self._app.folder,
                target=start.target,
                known_seed=start.known_seed,
                date=datetime.datetime.now().astimezone().date(),
                house=start.house or self._app.settings.house,
            )
            if await self._play(table, resumed=False) is not Next.REMATCH:
                return
            # A known seed would only deal the same match once more.
            start = dataclasses.replace(start, known_seed=None)

    async def _first_match(self) -> None:
        """A short match that explains: the learner sees the partner's tiles, against bots that have just begun as well."""
        name = next((name for name, level in self._app.settings.seats if level is None), default_players()[Seat.N].name)
        names = bot_names([name])
        players = BySeat([Player(name), *(Player(next(names), level) for level in ("novice", "club", "novice"))])
        if await self._ask(WelcomeScreen(players, _FIRST_TARGET)):
            await self._new_match(Start(tuple(players), _FIRST_TARGET, house=House(open_pair=Partnership.NS)))

    @staticmethod
    def _all_named(start: Start) -> BySeat[Player] | None:
        named = [player for player in start.players if player is not None]
        return BySeat(named) if len(named) == len(Seat) else None

    def _suggested(self, start: Start) -> BySeat[Player]:
        kept = self._app.settings.seats
        usual = BySeat([Player(*seat) for seat in kept]) if kept else default_players()
        taken = [player.name for player in start.players if player is not None]
        players = []
        for seat, player in zip(Seat, start.players, strict=True):
            suggested = player or usual[seat]
            if player is None:
                if any(same_name(suggested.name, name) for name in taken):
                    suggested = Player(next(bot_names(taken)), suggested.level)
                taken.append(suggested.name)
            players.append(suggested)
        return BySeat(players)

    async def _resume(self, path: Path) -> str:
        """Take a match up; returns what to say in the menu where that cannot be."""
        try:
            table = await self._taken_up(path)
        except StoreError as error:
            return f"{path.name}: {error}"
        if table is None:
            return ""
        if await self._play(table, resumed=True) is Next.REMATCH:
            await self._new_match(Start(tuple(table.players), table.view.target, house=table.house))
        return ""

    async def _taken_up(self, path: Path) -> Table | None:
        """The match of this file, or what is whole of it; None where the player wants none. Raises StoreError."""
        try:
            return Table.resume(path)
        except DamagedError:
            kept = salvage(path)
            if await self._ask(RescueScreen(kept, path)):
                return Table.begin_with(kept, self._app.folder)
            return None

    # ---- a match

    def leave(self) -> None:
        """Leave the table."""
        if self._playing is not None:
            self._left = True
            self._playing.cancel()

    async def _play(self, table: Table, *, resumed: bool) -> Next:
        self._left = self._told_not_kept = False
        self._table = table
        self._coach = Coach(table, self._show, self._tell_whether_kept)
        self._playing = asyncio.create_task(self._match(table, resumed=resumed))
        try:
            return await self._playing
        except asyncio.CancelledError:
            if not self._left:
                raise
            return Next.MENU
        finally:
            self._playing = self._table = self._coach = None
            table.close()

    async def _match(self, table: Table, *, resumed: bool) -> Next:
        if resumed and table.turn is None:
            await self._settle(table)
        while table.winner is None:
            if table.turn is None:
                if table.awaits_cut and table.house.open_pair is None:
                    # Not in a match that explains: there is enough that is new.
                    table.cut(await self._ask(CutScreen(table.view, table.commitment)))
                draw = table.begin_round()
                if draw is not None:
                    await self._ask(DrawScreen(table.view, draw))
            await self._round(table, resumed=resumed)
            resumed = False
            await self._settle(table)
        return await self._ask(ResultScreen(table.view, self._app.write_record(table.record())))

    async def _settle(self, table: Table) -> None:
        view = table.view
        if view.round is not None and isinstance(view.round.ended, RoundEnded):
            await self._ask(LedgerScreen(view, view.round.ended))

    async def _round(self, table: Table, *, resumed: bool) -> None:
        people = table.view.people
        if len(people) == 1:
            await self._round_alone(table, people[0], resumed=resumed)
        else:
            await self._round_shared(table, resumed=resumed)

    async def _round_alone(self, table: Table, person: Seat, *, resumed: bool) -> None:
        """A round of one person among bots: the hand stays in sight."""
        if resumed:
            await self._ask(CoverScreen(table.view, person, resumed=True))
        screen = await self._table_of(table, person)
        while (seat := table.turn) is not None:
            if seat is person:
                action = await screen.choose(table.view_for(person))
            else:
                action = await self._bot_action(table, seat, screen)
            if await self._played(seat, action):
                screen = await self._table_of(table, person)
            else:
                screen.show(table.view, table.view_for(person), self._open_view(table, person))
        await screen.go_on((round_end_words(table.view), "strong"))

    async def _round_shared(self, table: Table, *, resumed: bool) -> None:
        """A round of several people: the cover lies between them, and bots play on the public face."""
        people = table.view.people
        screen: TableScreen | None = None
        while (seat := table.turn) is not None:
            if seat in people and not table.must_pass:
                await self._turn_of_person(table, seat, resumed=resumed)
                screen = None
            else:
                if screen is None:
                    screen = TableScreen(table.view, _next_of(people, seat), None)
                    await self._show(screen)
                if table.must_pass:
                    screen.say_turn_of(seat)
                    await screen.pause(self._app.settings.bot_speed.value)
                    action: Action = PASS
                else:
                    action = await self._bot_action(table, seat, screen)
                await self._played(seat, action)
                screen.show(table.view)
            resumed = False
        if screen is not None:
            await screen.go_on((round_end_words(table.view), "strong"))

    async def _turn_of_person(self, table: Table, seat: Seat, *, resumed: bool) -> None:
        await self._ask(CoverScreen(table.view, seat, resumed=resumed))
        screen = await self._table_of(table, seat)
        action = await screen.choose(table.view_for(seat))
        if await self._played(seat, action):
            return
        screen.show(table.view, table.view_for(seat))
        told = _("Enter covers your tiles.") if table.turn is not None else round_end_words(table.view)
        await screen.go_on((told, "strong"))

    async def _table_of(self, table: Table, seat: Seat) -> TableScreen:
        """Show the table with the hand of this seat."""
        screen = TableScreen(table.view, seat, table.view_for(seat), self._open_view(table, seat))
        await self._show(screen)
        return screen

    def _open_view(self, table: Table, seat: Seat) -> SeatView | None:
        assert self._coach is not None
        return table.open_view_for(seat) if self._coach.explains else None

    async def _played(self, seat: Seat, action: Action) -> bool:
        """Play an action; returns whether other screens than the table have been shown for it."""
        assert self._coach is not None
        return await self._coach.play(seat, action)

    async def _bot_action(self, table: Table, seat: Seat, screen: TableScreen) -> Action:
        level = table.players[seat].level
        assert level is not None
        started = time.monotonic()
        screen.say_turn_of(seat)
        while True:
            try:
                action = await self._bots.choose(level, table.view_for(seat), table.bot_seed())
                break
            except BotFailedError:
                name = table.players[seat].name
                await screen.go_on((_("{name} does not answer. Enter asks again.").format(name=name), "warn"))
        left = self._app.settings.bot_speed.value - (time.monotonic() - started)
        if left > 0:
            await screen.pause(left)
        return action

    # ---- keeping

    @property
    def keeping(self) -> Keeping:
        """What can be done where the match at the table is not being kept."""
        table = self._table
        assert table is not None
        return Keeping(
            lambda: table.not_kept, self._keep_again, lambda: self._app.write_record(table.record(), anywhere=True)
        )

    def _keep_again(self) -> None:
        assert self._table is not None
        self._table.keep()
        for screen in self._app.screen_stack:
            if isinstance(screen, TableScreen):
                screen.note_keeping(self._table.not_kept)

    @property
    def not_kept(self) -> str | None:
        """Why the match at the table is not being kept; None while it is, or where there is none."""
        return None if self._table is None else self._table.not_kept

    def _tell_whether_kept(self) -> None:
        """Say so once when the match is no longer kept."""
        if self.not_kept is not None and not self._told_not_kept:
            self._app.show_overlay(NotKeptScreen(self.keeping))
        self._told_not_kept = self.not_kept is not None

    async def advise(self, view: SeatView) -> tuple[Advice, ...]:
        """What the master would play; that it was asked is noted. Raises BotFailedError."""
        assert self._table is not None
        self._table.note_hint(view.seat)
        return await self._bots.advise(view, self._table.bot_seed())

    # ---- screens

    async def _show(self, screen: RocksScreen[Answer]) -> None:
        self._tell_whether_kept()
        await self._app.overlays_closed()
        if len(self._app.screen_stack) == 1:
            await self._app.push_screen(screen)
        else:
            await self._app.switch_screen(screen)

    async def _ask(self, screen: RocksScreen[Answer]) -> Answer:
        await self._show(screen)
        return await screen.answer()


def _next_of(people: tuple[Seat, ...], seat: Seat) -> Seat:
    """The person who plays next from this seat on; the seat itself where there are only bots."""
    return next((other for other in seat.clockwise() if other in people), seat)
