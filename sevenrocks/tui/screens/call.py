"""Calls for the count of a placement: because the house wants it called, or to learn; then tells it.

What has been placed lies on the table, and is on disk: there is nothing to hide here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sevenrocks.engine.actions import Placed
from sevenrocks.engine.layout import Layout
from sevenrocks.engine.rules import award_for
from sevenrocks.i18n import _
from sevenrocks.sitting import Call, Told
from sevenrocks.telling.seats import pair_letters
from sevenrocks.telling.sentences import end_reasons, played_words, terms_words, tile_words
from sevenrocks.tui.keys import KeyShown, On
from sevenrocks.tui.widgets.painted import Piece, wrap

from .counting import CountingScreen

_LAYOUT_ROWS = 15
"""Rows that the layout, the title and the keys take at least."""


class CallScreen(CountingScreen[int | None]):
    """Is answered with the number called, None for none in time; `tell_result` then tells what was right, and waits."""

    ON = On.CALL

    def __init__(self, title: Callable[[], str], after: Layout, call: Call | None, *, can_have_enough: bool) -> None:
        """The layout `after` is to be counted as this step says; without one nothing is called for.

        `can_have_enough` says that explanations can be ended here.
        """
        super().__init__()
        self._title = title
        self._after = after
        self._call = call
        self.is_answered = call is None
        self._can_have_enough = can_have_enough
        self.is_enough = False
        """Whether no more explanations are wanted."""
        self._told: Sequence[Piece] = ()
        self._reasons: Sequence[str] = ()

    @property
    def after(self) -> Layout:
        """The layout that is to be counted: the tile placed last lies on it."""
        return self._after

    @classmethod
    def of_call(cls, step: Call) -> CallScreen:
        """Call for what has just been placed."""
        name, tile = step.match.players[step.seat].name, tile_words(step.placed.tile)
        if step.is_scored:
            return cls(
                lambda: _("{name} plays {tile}").format(name=name, tile=tile), step.after, step, can_have_enough=False
            )
        seen = step.match.rounds[-1]
        placed = seen.view.last_placed
        assert placed is not None
        players = seen.players_for(placed)
        return cls(lambda: played_words(players, step.after, placed), step.after, step, can_have_enough=True)

    @classmethod
    def of_told(cls, step: Told) -> CallScreen:
        """Explain what has just happened; nothing is called for."""
        seen, event = step.match.rounds[-1], step.events[0]
        players, after = seen.players_for(event), seen.view.layout
        return cls(lambda: played_words(players, after, event), after, None, can_have_enough=bool(step.lessons))

    def title_words(self) -> str:
        """Who placed what where."""
        return self._title()

    def on_mount(self) -> None:
        """Call for the count."""
        self.hands_view.display = False
        if self._call is not None and not self.is_answered:
            self.ask(self.after, seconds=self._call.seconds)

    async def tell_result(self, step: Told) -> None:
        """Tell what was right, what counts, and what is explained; wait until the player goes on."""
        rows: list[Piece] = []
        reasons: list[str] = []
        if step.call is not None:
            rows.append(_result(step))
            # Where points hung on it all is told; who only learns needs it where the count was wrong.
            reasons = [] if step.call.is_right and not step.call.is_scored else end_reasons(self.after)
        elif isinstance(step.events[0], Placed):
            rows.append((_("The ends add up: {terms}.").format(terms=terms_words(self.after)), "plain"))
        self._told, self._reasons = [*rows, *((words, "strong") for words in step.lessons)], reasons
        self._can_have_enough = bool(step.lessons)
        self.forget()
        self.reveal(self.after)
        await self.answer()

    def question_rows(self) -> list[list[Piece]]:
        """The call, or what is told of it."""
        if self.is_answered:
            tells: list[list[Piece]] = [[(text, role)] for text, role in self._told]
            reasons: list[list[Piece]] = [[(text, "plain")] for text in self._reasons]
            height = sum(len(wrap(row[0][0], self.text_width)) for row in (*tells, *reasons))
            return [*tells[:1], *reasons, *tells[1:]] if height <= self.app.size.height - _LAYOUT_ROWS else tells
        rows: list[list[Piece]] = [[(_("What do the ends add up to?"), "strong")], self.entry(_("Your call:"))]
        if self._call is not None and self._call.is_scored:
            told = _("House rule, not in the rules of the game: you score only if you call the right count in time.")
            rows += [[], [(told, "faint")]]
        return rows

    def keys_shown(self) -> list[KeyShown]:
        """The keys."""
        keys = self.rocks.keys
        leave = keys.shown("leave")
        more = [keys.shown("enough")] if self._can_have_enough else []
        if self.is_answered:
            return [keys.shown("go"), leave, *more]
        return [*self.number_keys(_("call")), keys.shown("rules"), leave, *more]

    def submit(self, number: int | None) -> None:
        """Take the call."""
        self.reply(number)

    def go_on(self) -> None:
        """Go on after all has been told."""
        self.reply(None)

    def action_enough(self) -> None:
        """Want no more explanations."""
        if self._can_have_enough:
            self.is_enough = True
            self.reply(None)
        else:
            self.tell_aside(_("There are no explanations here that could end."))

    def action_leave(self) -> None:
        """Leave the table after asking."""
        self.rocks.ask_to_leave()


def _result(step: Told) -> Piece:
    """Whether the call was right, and what it brought."""
    call, after = step.call, step.match.round.layout
    assert call is not None
    words = _("The time is over: {terms}.") if call.number is None else _("No, not {number}: {terms}.")
    if call.is_right:
        words = _("Right: {terms}.")
    award = award_for(call.right)
    if call.is_scored and call.is_right:
        words = _("Right: {terms}. {pair} get {n} points.") if award else _("Right: {terms}. No points.")
    elif call.is_scored:
        lost = _("So {n} points are not scored.") if award else _("There was nothing to score.")
        words = f"{words} {lost}"
    told = words.format(terms=terms_words(after), pair=pair_letters(step.seat.partnership), n=award, number=call.number)
    return told, "award" if call.is_right else "loss"
