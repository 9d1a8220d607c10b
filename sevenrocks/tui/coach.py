"""Plays an action at the table, and asks for its count: where the house wants it called, and in a match that explains."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from sevenrocks.engine.actions import Action, Event, Place, Placed
from sevenrocks.engine.layout import Layout
from sevenrocks.engine.rules import award_for
from sevenrocks.engine.seats import Seat
from sevenrocks.i18n import _
from sevenrocks.learning.teacher import Teacher
from sevenrocks.table import Table
from sevenrocks.words import end_reasons, event_words, placed_words, terms_words, tile_words

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
        )
        await self._show(screen)
        called = await screen.answer()
        table.play(seat, action, called=called == after.count)
        self._tell_whether_kept()
        award = award_for(after.count)
        if called == after.count:
            right = _("Right: {terms}. {pair} get {n} points.") if award else _("Right: {terms}. That is no award.")
            told: Piece = (right, "award")
        else:
            wrong = _("The time is over: {terms}.") if called is None else _("No: {terms}.")
            lost = _("So {n} points are not scored.") if award else _("There was nothing to score.")
            told = (f"{wrong} {lost}", "loss")
        words = told[0].format(terms=terms_words(after), pair=seat.partnership.name, n=award)
        await screen.told([(words, told[1]), *((reason, "plain") for reason in end_reasons(after))])

    # ---- a match that explains

    async def _explain(self, teacher: Teacher, seat: Seat, before: Layout, events: tuple[Event, ...]) -> bool:
        """Ask for the count of the pair's own placements; of what others do explain what is new."""
        table = self._table
        match = table.view
        assert match.round is not None
        after = match.round.layout
        told = teacher.sentences(match, before, events)
        first = events[0]
        is_own = seat.partnership is table.house.open_pair
        if not told and not (is_own and isinstance(first, Placed)):
            return False

        def title() -> str:
            if isinstance(first, Placed):
                return placed_words(match.players, after, first)
            return event_words(match.players, after, first)

        screen = CallScreen(title, before, after, seat=seat, enough=self.enough)
        screen.is_answered = not (is_own and isinstance(first, Placed))
        await self._show(screen)
        rows: list[Piece] = []
        if isinstance(first, Placed):
            if is_own:
                called = await screen.answer()
                if not self.explains:
                    return True
                is_right = called == after.count
                result = _("Right: {terms}.") if is_right else _("No: {terms}.")
                rows.append((result.format(terms=terms_words(after)), "award" if is_right else "loss"))
                rows += [] if is_right else [(reason, "plain") for reason in end_reasons(after)]
            else:
                rows.append((_("The ends count {terms}.").format(terms=terms_words(after)), "plain"))
        rows += [(words, "strong") for words in told]
        await screen.told(rows)
        return True
