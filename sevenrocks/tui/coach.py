"""Plays an action at the table, and asks for its count: where the house wants it called, and in a match that explains."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from sevenrocks.engine.actions import Action, Event, Place, Placed
from sevenrocks.engine.layout import Layout
from sevenrocks.engine.rules import award_for
from sevenrocks.engine.seats import Seat
from sevenrocks.i18n import _
from sevenrocks.learning.teacher import Teacher
from sevenrocks.table import Table
from sevenrocks.telling.sentences import end_reasons, played_words, terms_words, tile_words

from .screens.base import RocksScreen
from .screens.call import CallScreen
from .widgets.painted import Piece


class Coach:
    """`show` shows a screen; `kept` tells whether what has just been played is kept."""

    def __init__(
        self, table: Table, show: Callable[[RocksScreen[Any]], Awaitable[None]], kept: Callable[[], None]
    ) -> None:
        self._table = table
        self._show = show
        self._tell_whether_kept = kept
        self._teacher = None if table.house.open_pair is None else Teacher()

    @property
    def explains(self) -> bool:
        """Whether explanations are still wanted."""
        return self._teacher is not None

    def enough(self) -> None:
        """Explain nothing any more."""
        self._teacher = None

    async def play(self, seat: Seat, action: Action) -> bool:
        """Do what the seat in turn says. Returns whether other screens than the table have been shown for it."""
        table = self._table
        assert table.view.round is not None
        before = table.view.round.layout
        if isinstance(action, Place) and table.house.call is not None and not table.players[seat].is_bot:
            await self._play_called(seat, action, before, table.house.call)
            return True
        events = table.play(seat, action)
        self._tell_whether_kept()
        return self._teacher is not None and await self._explain(self._teacher, seat, before, events)

    # ---- call it yourself

    async def _play_called(self, seat: Seat, action: Place, before: Layout, seconds: int) -> None:
        table = self._table
        after = before.place(action.tile, action.host)
        name, tile = table.players[seat].name, tile_words(action.tile)
        screen = CallScreen(
            lambda: _("{name} places {tile}").format(name=name, tile=tile),
            before,
            after,
            seat=seat,
            seconds=seconds,
            house=True,
            shared=len(table.view.people) > 1,
        )
        await self._show(screen)
        try:
            called = await screen.answer()
        except asyncio.CancelledError:
            # Whoever leaves now has placed the tile, and has not called its count.
            table.play(seat, action, called=False)
            raise
        table.play(seat, action, called=called == after.count)
        self._tell_whether_kept()
        award = award_for(after.count)
        if called == after.count:
            right = _("Right: {terms}. {pair} get {n} points.") if award else _("Right: {terms}. That is no award.")
            told: Piece = (right, "award")
        else:
            wrong = _("The time is over: {terms}.") if called is None else _("No, not {number}: {terms}.")
            lost = _("So {n} points are not scored.") if award else _("There was nothing to score.")
            told = (f"{wrong} {lost}", "loss")
        words = told[0].format(terms=terms_words(after), pair=seat.partnership.name, n=award, number=called)
        await screen.told([(words, told[1])], end_reasons(after))

    # ---- a match that explains

    async def _explain(self, teacher: Teacher, seat: Seat, before: Layout, events: tuple[Event, ...]) -> bool:
        """Ask for the count of the pair's own placements; of what others do explain what is new."""
        match = self._table.view
        assert match.round is not None
        after, event = match.round.layout, events[0]
        told = teacher.sentences(match, before, events)
        asks = isinstance(event, Placed) and seat.partnership is self._table.house.open_pair
        if not told and not asks:
            return False
        title = partial(played_words, match.players, after, event)
        screen = CallScreen(title, before, after, seat=seat, asks=asks, enough=self.enough)
        await self._show(screen)
        rows: list[Piece] = []
        reasons: list[str] = []
        if asks:
            called = await screen.answer()
            if not self.explains:
                return True
            is_right = called == after.count
            result = _("Right: {terms}.") if is_right else _("No, not {number}: {terms}.")
            words = result.format(terms=terms_words(after), number=called)
            rows.append((words, "award" if is_right else "loss"))
            reasons = [] if is_right else end_reasons(after)
        elif isinstance(event, Placed):
            rows.append((_("The ends count {terms}.").format(terms=terms_words(after)), "plain"))
        await screen.told([*rows, *((words, "strong") for words in told)], reasons)
        return True
