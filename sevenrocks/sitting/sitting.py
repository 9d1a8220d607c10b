"""The sitting: from step to step through a match at the table."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from sevenrocks.bots import DEFAULT_LEVEL
from sevenrocks.engine.actions import PASS, Action, Event, Placed, RoundEnded
from sevenrocks.engine.layout import Layout
from sevenrocks.engine.seats import BySeat, Seat
from sevenrocks.engine.view import SeatView
from sevenrocks.house import House
from sevenrocks.learning.teacher import Teacher
from sevenrocks.names import look_alike
from sevenrocks.record import MatchRecord
from sevenrocks.seating import NoSeat, Player, bot_names
from sevenrocks.seen import MatchView
from sevenrocks.settings import Hints, Settings
from sevenrocks.table import Table

from .steps import (
    BotRequest,
    BotThinks,
    Call,
    Called,
    Choose,
    Cut,
    Drawn,
    HandOver,
    Knock,
    Manners,
    NoHint,
    Settled,
    Start,
    Step,
    StepError,
    Swap,
    Told,
    Won,
)

S = TypeVar("S")


class Sitting:
    """A match with its players at the table, step by step."""

    def __init__(self, table: Table, settings: Callable[[], Settings], *, is_resumed: bool = False) -> None:
        self._table = table
        self._settings = settings
        self._is_resumed = is_resumed
        """Whether nothing has happened since the match was taken up."""
        self._is_settled = not is_resumed
        """Whether the settlement of the latest round has been seen."""
        self._teacher = None if table.house.open_pair is None else Teacher()
        people = table.view.people
        self._screen: Seat | None = people[0] if len(people) == 1 and not is_resumed else None
        """The seat that has the screen, so that its hand may be seen; None while nobody's may."""
        self._due: Step | None = None
        """A step that comes before the table itself is asked what it waits for."""
        self._step = self._next()

    @classmethod
    def begin(
        cls,
        start: Start,
        players: BySeat[Player],
        folder: Path | None,
        settings: Callable[[], Settings],
        date: datetime.date,
    ) -> Sitting:
        """Seat these players at a new match, kept in this folder if there is one. Raises NotationError for a start that cannot be."""
        house = settings().house
        if start.explained_to is not None:
            house = House(open_pair=start.explained_to)
        elif start.points is not None:
            house = replace(house, start=start.points)
        table = Table.begin(players, folder, target=start.target, known_seed=start.known_seed, date=date, house=house)
        return cls(table, settings)

    def rematch(self) -> Start:
        """The start of another match of the same players. The house is that of the settings, but for one that explains."""
        return Start(tuple(self._table.players), self._table.view.target, explained_to=self._table.house.open_pair)

    # ---- what there is to see

    @property
    def step(self) -> Step:
        """What the table waits for now."""
        return self._step

    @property
    def match(self) -> MatchView:
        """What everyone knows of the match now."""
        return self._table.view

    @property
    def manners(self) -> Manners:
        """What the house and the settings allow now."""
        house = self._table.house
        is_counting = house.must_call or house.open_pair is not None
        return Manners(not house.must_call, self._settings().what_if and not is_counting, self._no_hint(is_counting))

    def _no_hint(self, is_counting: bool) -> NoHint | None:
        step, hints = self._step, self._settings().hints
        if is_counting:
            return NoHint.COUNTING
        if hints is Hints.NEVER or (hints is Hints.ALONE and self.match.is_shared):
            return NoHint.SETTINGS
        if not isinstance(step, Choose):
            return NoHint.NOT_NOW
        return NoHint.KNOCKING if step.hand.legal_actions == (PASS,) else None

    def ask_hint(self) -> BotRequest:
        """Ask for a hint, which the record will tell; returns what the adviser is to be asked. Raises StepError."""
        step = self._step
        if not isinstance(step, Choose) or self.manners.no_hint is not None:
            raise StepError(step, "ask_hint")
        self._table.note_hint(step.hand.seat)
        return BotRequest("", step.hand, self._table.bot_seed())

    # ---- answers

    def cut(self, words: str) -> None:
        """Cut with these words, which may be none. Raises NotationError for such as cannot be kept."""
        self._expect(Cut, "cut")
        self._table.cut(words)
        self._deal()

    def take(self) -> None:
        """The seat has taken the screen."""
        self._screen = self._expect(HandOver, "take").seat
        self._go_on()

    def choose(self, action: Action) -> None:
        """The seat in turn does this. Raises IllegalPlayError with the reason where the rules refuse it."""
        step = self._step
        if isinstance(step, Choose):
            self._play(step.hand.seat, action)
        else:
            self._play(self._expect(BotThinks, "choose").seat, action)

    def call(self, number: int | None) -> None:
        """The count is this, or was not called in time (None)."""
        step = self._expect(Call, "call")
        called = Called(number, step.after.count, step.is_scored)
        if step.is_scored:
            self._tell(step.seat, step.before, self._table.call(number), called)
        else:
            self._tell_lesson(called)

    def enough(self) -> None:
        """No more explanations are wanted."""
        step = self._step
        is_explained = (isinstance(step, Call) and not step.is_scored) or (isinstance(step, Told) and step.lessons)
        if self._teacher is None or not is_explained:
            raise StepError(step, "enough")
        self._teacher = None
        if isinstance(step, Call):
            assert self._due is not None
            self._due = self._without_lesson(self._due)
        self._go_on()

    def go_on(self) -> None:
        """What is shown has been seen."""
        step = self._step
        match step:
            case Knock():
                self._play(step.seat, PASS)
            case Settled():
                self._is_settled = True
                self._deal()
            case Drawn():
                self._go_on()
            case Told():
                # The cover comes up before the turn changes.
                if self.match.is_shared:
                    self._screen = None
                self._go_on()
            case _:
                raise StepError(step, "go_on")

    def leave(self) -> None:
        """Leave the table. Whoever leaves instead of calling has placed the tile, and called nothing."""
        if self._table.placing is not None:
            self._table.call(None)
        else:
            # Somebody may have taken the file away since the last play.
            self._table.keep()
        self._table.close()

    # ---- who sits where

    @property
    def swaps(self) -> tuple[Swap, ...]:
        """What can be done with seats in the middle of a round: people go home, or come back. None at other times."""
        match = self.match
        if not isinstance(self._step, HandOver | Choose | BotThinks | Knock | Told):
            return ()
        dealt = match.rounds[-1].seats.players
        fresh = next(bot_names([*(player.name for player in match.players), *(player.name for player in dealt)]))
        found = []
        for seat, player in match.players.by_seat():
            then = dealt[seat] if player.is_bot else Player(fresh, DEFAULT_LEVEL)
            if self._table.seat_refusal(seat, then) is None:
                found.append(Swap(seat, player, then))
        return tuple(found)

    def seat(self, seat: Seat, player: Player) -> None:
        """A player takes a seat in the middle of a round. Raises SeatRefusedError where that cannot be, or StepError."""
        step = self._step
        if not isinstance(step, HandOver | Choose | BotThinks | Knock | Told):
            raise StepError(step, "seat")
        self._table.seat(seat, player)
        # Whoever has the screen now need not be who had it: no hand is seen before it has been handed over.
        self._screen = None
        if isinstance(step, Told):
            self._step = replace(step, match=self.match, hand=None, partner=None)
        else:
            self._step = self._next()

    def seats_refused(self, players: BySeat[Player]) -> tuple[Seat, NoSeat] | None:
        """Which seat cannot be so taken between two rounds, and why; None where all can."""
        for seat, player in players.by_seat():
            if any(other < seat and look_alike(player.name, players[other].name) for other in Seat):
                return seat, NoSeat.NAME_TAKEN
        return None

    def reseat(self, players: BySeat[Player]) -> None:
        """These players take the seats between two rounds. Raises StepError at another time, or for names alike."""
        step = self._expect(Settled, "reseat")
        if self.seats_refused(players) is not None:
            raise StepError(step, "reseat")
        for seat, player in players.by_seat():
            if player != self._table.players[seat]:
                self._table.seat(seat, player)
        self._step = replace(step, match=self.match)
        # Whoever plays alone, and has done so before, keeps the screen.
        people = self.match.people
        is_same = (
            len(people) == 1 and step.match.people == people and step.match.players[people[0]] == players[people[0]]
        )
        self._screen = people[0] if is_same else None

    # ---- keeping, and the record

    def keep(self) -> None:
        """Try to keep the match, where it is not being kept."""
        self._table.keep()

    @property
    def not_kept(self) -> str | None:
        """Why the match is not being kept, in words for the players; None while it is, and before a hand was shown."""
        return self._table.not_kept

    @property
    def is_kept(self) -> bool:
        """Whether the match is on disk as it stands. It need not be before a hand was shown or something was played."""
        return self._table.is_kept

    @property
    def mishaps(self) -> tuple[str, ...]:
        """What has happened to the ground on which the match is kept, in sentences for the players."""
        return self._table.mishaps

    def record(self) -> MatchRecord:
        """The record of the match as far as it has come, with all hands. Where it is written before the end: `open_record`."""
        return self._table.record()

    def open_record(self) -> MatchRecord:
        """The record of a match that may go on, to be written: that ends its secrecy, so it is noted for all to see first."""
        self._table.note_opened()
        self._step = replace(self._step, match=self.match)
        return self.record()

    # ---- from step to step

    def _expect(self, kind: type[S], answer: str) -> S:
        if not isinstance(self._step, kind):
            raise StepError(self._step, answer)
        return self._step

    def _go_on(self) -> None:
        self._step = self._next()

    def _next(self) -> Step:
        """What comes next: what is due, else what the table waits for."""
        if self._due is not None:
            due, self._due = self._due, None
            return replace(due, match=self.match)  # the record may have been written meanwhile
        table = self._table
        if table.turn is None:
            return self._between_rounds()
        if self._screen is not None:
            # Whoever has the screen sees his hand from here on.
            table.begin_keeping()
        match = table.view
        seat = table.turn
        if table.placing is not None:
            before = match.round.layout
            after = before.place(table.placing.tile, table.placing.host)
            return Call(match, seat, before, after, table.house.call or 0)
        alone = match.people[0] if len(match.people) == 1 else None
        if alone is not None and self._screen is not alone:
            return HandOver(match, alone, self._is_resumed)
        player = match.players[seat]
        if player.level is not None:
            request = BotRequest(player.level, table.view_for(seat), table.bot_seed())
            return BotThinks(match, seat, request, *self._in_sight())
        if alone is None and table.must_pass:
            return Knock(match, seat)
        if self._screen is not seat:
            return HandOver(match, seat, self._is_resumed)
        return Choose(match, table.view_for(seat), self._partner_of(seat))

    def _between_rounds(self) -> Step:
        table = self._table
        match = table.view
        if match.winner is not None:
            return Won(match)
        if match.rounds and not self._is_settled:
            ended = match.round.ended
            assert isinstance(ended, RoundEnded)
            return Settled(match, ended)
        if table.awaits_cut and table.house.open_pair is None:
            # Not in a match that explains: there is enough that is new.
            return Cut(match, table.commitment)
        self._deal()
        return self._step

    def _deal(self) -> None:
        """Deal the next round, and tell the draw where there was one."""
        draw = self._table.begin_round()
        self._is_settled = False
        if draw is not None:
            self._due = Drawn(self.match, draw)
        self._go_on()

    def _play(self, seat: Seat, action: Action) -> None:
        before = self.match.round.layout
        events = self._table.play(seat, action)
        self._is_resumed = False
        if events:
            self._tell(seat, before, events)
        else:
            self._go_on()

    def _tell(self, seat: Seat, before: Layout, events: tuple[Event, ...], called: Called | None = None) -> None:
        """Tell what has happened; in a match that explains the pair's counts are asked for before they are told."""
        self._is_resumed = False
        match = self.match
        lessons = () if self._teacher is None else tuple(self._teacher.sentences(match, before, events))
        is_own = not match.players[seat].is_bot and match.is_shared
        waits = is_own or bool(lessons) or called is not None or match.round.turn is None
        told = Told(match, seat, events, before, waits, called, lessons, *self._in_sight())
        self._due = told
        is_pair = seat.partnership is self._table.house.open_pair
        if self._teacher is not None and called is None and is_pair and isinstance(events[0], Placed):
            self._step = Call(match, seat, before, match.round.layout, is_scored=False)
        else:
            self._go_on()

    def _tell_lesson(self, called: Called) -> None:
        told = self._due
        assert isinstance(told, Told)
        self._due = replace(told, call=called, waits=True)
        self._go_on()

    def _without_lesson(self, step: Step) -> Step:
        assert isinstance(step, Told)
        return replace(step, lessons=(), waits=self.match.round.turn is None, partner=None)

    def _in_sight(self) -> tuple[SeatView | None, SeatView | None]:
        """The hand that may be seen now, and with it the partner's where the house lets the pair see it."""
        if self._screen is None:
            return None, None
        return self._table.view_for(self._screen), self._partner_of(self._screen)

    def _partner_of(self, seat: Seat) -> SeatView | None:
        return None if self._teacher is None else self._table.open_view_for(seat)
