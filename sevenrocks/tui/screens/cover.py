"""The cover between two people: everything that everyone may see, and no hand."""

from __future__ import annotations

from collections.abc import Iterable

from textual import on
from textual.widget import Widget

from sevenrocks.engine.seats import Seat
from sevenrocks.i18n import _
from sevenrocks.seen import MatchView
from sevenrocks.telling.sentences import told_events
from sevenrocks.tui.keys import KeyShown, On, seat_key
from sevenrocks.tui.widgets.lines import KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Piece
from sevenrocks.tui.widgets.plate import Plate

from .base import HidingScreen
from .public import PublicScreen

_ROWS = 4
"""Rows for what has happened, in the lowest terminal."""


class CoverScreen(HidingScreen[None], PublicScreen[None]):
    """Asks to pass the screen to a seat, and opens by that seat's own key."""

    ON = On.COVER

    def __init__(self, match: MatchView, seat: Seat, *, resumed: bool = False) -> None:
        super().__init__(match, seat)
        self._resumed = resumed
        self._not_shown = ""
        self._told = TextLines(self._rows, classes="cover-lines")
        self._plate = Plate(self._key, lambda: self.rocks.thumb, classes="cover-plate")

    def below(self) -> Iterable[Widget]:
        """The request to pass the screen on, what shows the tiles, and what has happened since this seat last played."""
        yield TextLines(self._request, classes="cover-request")
        yield self._plate
        yield self._told
        yield KeyLine(self.page_keys)

    def _key(self) -> KeyShown:
        told = _("shows the tiles of {name}").format(name=self._player_name)
        return self.rocks.keys.shown(seat_key(self.bottom), word=told)

    @property
    def _player_name(self) -> str:
        return self.match.players[self.bottom].name

    def _request(self) -> list[list[Piece]]:
        name, key = self._player_name, self.rocks.keys.name(seat_key(self.bottom))
        if self._resumed:
            request = _("The match goes on with {name} ({key}).").format(name=name, key=key)
        else:
            request = _("Pass the screen to {name} ({key}).").format(name=name, key=key)
        row: list[Piece] = [(" ", "felt"), (request, "strong")]
        if self.match.rounds and self.match.rounds[-1].opened:
            # Where in the round it was is told below, as long as there is room.
            row.append(("  " + _("all hands were written"), "warn"))
        return [row]

    def _rows(self) -> list[list[Piece]]:
        refused: list[list[Piece]] = [[("   ", "felt"), (self._not_shown, "warn")]] if self._not_shown else []
        told = told_events(self.match, self.bottom)[-(_ROWS - len(refused)) :]
        return [*refused, *([("   ", "felt"), (sentence, "faint")] for sentence in told)]

    def step_changed(self, match: MatchView) -> None:
        """Somebody has taken a seat, or the record has been written: whose turn it is, and what to tell, is looked at anew."""
        self.reply(None)

    # ---- opening

    @property
    def is_hidden(self) -> bool:
        """There is no hand here at all."""
        return True

    @property
    def own_key(self) -> str:
        """The key of the seat that is to have the screen."""
        return seat_key(self.bottom)

    def show_hidden(self) -> None:
        """Open."""
        self.reply(None)

    def tell_not_shown(self, told: str) -> None:
        """Tell why it stays closed."""
        self._not_shown = told
        self._told.repaint()
        # It goes elsewhere where it was clicked.
        self._plate.repaint()

    @on(Plate.Clicked)
    def _plate_clicked(self) -> None:
        self.action_show()
