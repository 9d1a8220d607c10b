"""Calls for the count of a placement: because the house wants it called, or to learn; then tells it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sevenrocks.engine.layout import Layout
from sevenrocks.engine.seats import Seat
from sevenrocks.i18n import _
from sevenrocks.tui.keys import KeyShown, On, seat_key
from sevenrocks.tui.widgets.painted import Piece, wrap

from .base import Arming, HidingScreen
from .counting import CountingScreen

_LAYOUT_ROWS = 15
"""Rows that the layout, the title and the keys take at least."""


class CallScreen(HidingScreen[int | None], CountingScreen[int | None]):
    """Is answered with the number called, None for none in time; `told` then tells what was right, and waits for Enter.

    `before` is shown instead while the screen is hidden: what is being called for may not have happened yet.
    """

    ON = On.CALL

    def __init__(
        self,
        title: Callable[[], str],
        before: Layout,
        after: Layout,
        *,
        seat: Seat,
        seconds: int = 0,
        house: bool = False,
        asks: bool = True,
        shared: bool = False,
        enough: Callable[[], None] | None = None,
    ) -> None:
        """The layout `after` is to be counted by this seat, in so many seconds where that is not 0.

        `house` says that points hang on it; without `asks` nothing is called for, and all is told at once; `shared` says that
        others see this screen; `enough` is called when no more explanations are wanted.
        """
        super().__init__()
        self._title = title
        self._before, self._after = before, after
        self._seat = seat
        self._limit = seconds
        self._is_house = house
        self.is_answered = not asks
        self._enough = enough
        self._is_shared = shared
        self._rows_told: Sequence[Piece] = ()
        self._reasons: Sequence[str] = ()

    def title_words(self) -> str:
        """Who placed what where; nothing while that is hidden."""
        return self._title() if self._hidden is None else ""

    def on_mount(self) -> None:
        """Call for the count."""
        self.hands_view.display = False
        if not self.is_answered:
            self.ask(self._after, seconds=self._limit)

    async def told(self, rows: Sequence[Piece], reasons: Sequence[str] = ()) -> None:
        """Tell these sentences, and what counts, with the reasons where they have room; wait until the player goes on."""
        self._rows_told, self._reasons = rows, reasons
        self._hidden = None
        self.forget()
        self.reveal(self._after)
        await self.answer()

    def question_rows(self) -> list[list[Piece]]:
        """The call, or what is told of it."""
        if self._hidden is not None:
            told = _("The tiles are hidden. Press {key} to see them.").format(key=self.rocks.keys.name(self.own_key))
            return [[(told, "strong")]]
        if self.is_answered:
            tells: list[list[Piece]] = [[(text, role)] for text, role in self._rows_told]
            reasons: list[list[Piece]] = [[(text, "plain")] for text in self._reasons]
            height = sum(len(wrap(row[0][0], self.text_width)) for row in (*tells, *reasons))
            return [*tells[:1], *reasons, *tells[1:]] if height <= self.app.size.height - _LAYOUT_ROWS else tells
        rows: list[list[Piece]] = [[(_("What do the ends count?"), "strong")], self.entry(_("Your call:"))]
        if self._is_house:
            told = _("House option, not in the rules: an award is scored only if you call the right count in time.")
            rows += [[], [(told, "faint")]]
        return rows

    def keys_shown(self) -> list[KeyShown]:
        """The keys."""
        keys = self.rocks.keys
        leave = keys.shown("leave")
        more = [keys.shown("enough")] if self._enough is not None else []
        if self._hidden is not None:
            return [keys.shown(self.own_key, word=_("show the tiles"), action="show_again"), leave]
        if self.is_answered:
            return [keys.shown("go"), leave, *more]
        hide = [keys.shown("hide")] if self._is_house else []
        return [*self.number_keys(_("call")), *hide, keys.shown("rules"), leave, *more]

    def submit(self, number: int | None) -> None:
        """Take the call."""
        self.reply(number)

    def go_on(self) -> None:
        """Go on after all has been told."""
        self.reply(None)

    def hide(self) -> None:
        """Show nothing that has not happened yet."""
        if not self.is_answered and self._is_house and self._hidden is None:
            self._hidden = Arming()
            self.layout_view.show(self._before, None, counts=False)
            self.tell()

    def action_hide(self) -> None:
        """Hide the tile that is being placed."""
        self.hide()

    @property
    def own_key(self) -> str:
        """The key of the seat that calls."""
        return seat_key(self._seat)

    def show_hidden(self) -> None:
        """Show the tile that is being placed again."""
        self.layout_view.show(self._after, self._after.joints[-1].tile, counts=False)
        self.tell()

    def action_enough(self) -> None:
        """Want no more explanations."""
        if self._enough is not None:
            self._enough()
            self.reply(None)

    def action_leave(self) -> None:
        """Leave the table after asking."""
        self.rocks.ask_to_leave()

    @property
    def is_shared(self) -> bool:
        """Whether the tile that is being placed is hidden when the window loses the focus."""
        return self._is_shared
