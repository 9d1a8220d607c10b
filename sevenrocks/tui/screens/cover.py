"""The cover between two people: everything that everyone may see, and no hand."""

from __future__ import annotations

from collections.abc import Iterable

from textual import events, on
from textual.containers import Vertical
from textual.widget import Widget

from sevenrocks.drawing.geometry import NoRoomError, arrange
from sevenrocks.engine.actions import Passed, Placed
from sevenrocks.engine.seats import Seat
from sevenrocks.i18n import _
from sevenrocks.seen import MatchView
from sevenrocks.telling.seats import seat_letter
from sevenrocks.telling.sentences import opener_words, story_words, tile_words
from sevenrocks.tui.keys import KeyShown, On, seat_key
from sevenrocks.tui.widgets.curtain import Curtain, Request
from sevenrocks.tui.widgets.lines import KeyLine
from sevenrocks.tui.widgets.painted import Piece, row_width

from .base import HidingScreen
from .panelled import PanelledScreen

_LOWEST = 13
"""Rows in which every layout has room."""


class CoverScreen(PanelledScreen[None], HidingScreen[None]):
    """A curtain that asks to pass the screen to a seat, and opens by that seat's own key."""

    ON = On.COVER

    def __init__(self, match: MatchView, seat: Seat, *, resumed: bool = False) -> None:
        super().__init__(match, seat)
        self._resumed = resumed
        self._not_shown = ""
        self.curtain = Curtain(
            self._request, self._happened, lambda: self.rocks.thumb, ascii_only=lambda: self.rocks.is_ascii
        )
        self.key_line = KeyLine(self._line)

    def below(self) -> Iterable[Widget]:
        """The curtain, of which a panel leaves the rail, and the keys."""
        yield Vertical(self.curtain, self.panel, classes="hanging")
        yield self.key_line

    def show_below(self) -> None:
        """Show the keys that do something now."""
        self.key_line.repaint()

    def keys_now(self) -> list[KeyShown]:
        """The keys that do something now: above all the one that opens."""
        return [self.rocks.keys.shown(self.own_key), *self.page_keys()]

    def refit(self) -> None:
        """Draw anew after a change of settings."""
        super().refit()
        self.curtain.repaint()

    def on_resize(self, event: events.Resize) -> None:
        """Let the curtain hang lower only where the layout has room above it."""
        super().on_resize(event)
        self._hang()

    def show_public(self) -> None:
        """Show what everyone may see."""
        super().show_public()
        self._hang()

    def _hang(self) -> None:
        size = self.layout_view.size
        needs_room = False
        if self.match.rounds and 0 < size.height < _LOWEST:
            try:
                arrange(self.match.round.layout, size.width, size.height)
            except NoRoomError:
                needs_room = True
        if needs_room:
            self.add_class("-low")

    def _line(self) -> list[KeyShown]:
        """What the key line tells: the key that opens stands on the curtain."""
        return self.page_keys() if self.told is None else self.line_keys()

    def _request(self) -> Request:
        players, seat = self.match.players, self.bottom
        lead = _("the match goes on with") if self._resumed else _("pass the screen to")
        after = _("seat {seat}, partner of {name}.").format(seat=seat_letter(seat), name=players[seat.partner].name)
        press = (_("Press"), _("when you are alone"))
        is_opened = bool(self.match.rounds) and self.match.rounds[-1].opened
        # Where in the round it was is told below, as long as there is room.
        warned = _("all hands were written") if is_opened else ""
        key = self.rocks.keys.name(seat_key(seat))
        return Request(lead, players[seat].name, after, press, key, self._not_shown, warned)

    def _happened(self, width: int) -> list[list[Piece]]:
        """What has happened since this seat last played."""
        return self._recap(width) if self.match.rounds else []

    def _recap(self, width: int) -> list[list[Piece]]:
        """What has happened since this seat last played, or since the round began, in short."""
        seen = self.match.rounds[-1]
        parts: list[list[Piece]] = [[(opener_words(seen.seats.players, seen.view.opener, seen.draw), "curtain")]]
        lead = ""
        for players, layout, event in seen.story():
            if isinstance(event, Placed | Passed) and event.seat is self.bottom:
                parts, lead = [], _("since you played:")
            elif isinstance(event, Placed):
                award = f" +{event.award}" if event.award else ""
                name = f"{players[event.seat].name} "
                parts.append([(name, "curtain"), (tile_words(event.tile), "curtain-strong"), (award, "curtain-award")])
            else:
                parts.append([(story_words(players, layout, event), "curtain-warn")])
        rows: list[list[Piece]] = [[(f"{lead} ", "curtain")] if lead else []]
        for number, part in enumerate(parts):
            comma: list[Piece] = [(", ", "curtain")] if number + 1 < len(parts) else []
            if row_width([*rows[-1], *part, *comma]) > width and rows[-1]:
                rows.append([])
            rows[-1] += [*part, *comma]
        return rows

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
        # Its plate goes elsewhere where it was clicked.
        self.curtain.repaint()

    @on(Curtain.Clicked)
    def _plate_clicked(self) -> None:
        self.action_show()
