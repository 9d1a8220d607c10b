"""The cover between two people: everything that everyone may see, and no hand."""

from __future__ import annotations

from collections.abc import Iterable

from textual import events
from textual.widget import Widget

from sevenrocks.engine.seats import Seat
from sevenrocks.i18n import _
from sevenrocks.seen import MatchView
from sevenrocks.telling.sentences import told_events
from sevenrocks.tui.keys import On, seat_key
from sevenrocks.tui.widgets.lines import KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Piece

from .base import Arming
from .public import PublicScreen

_ROWS = 6


class CoverScreen(PublicScreen[None]):
    """Asks to pass the screen to a seat, and opens by that seat's own key."""

    ON = On.COVER

    def __init__(self, match: MatchView, seat: Seat, *, resumed: bool = False) -> None:
        super().__init__(match, seat)
        self._resumed = resumed
        self._arming = Arming()

    def below(self) -> Iterable[Widget]:
        """What has happened since this seat last played, and the request to pass the screen on."""
        yield TextLines(self._rows, classes="cover-lines")
        yield KeyLine(
            lambda: [
                self.rocks.keys.shown(
                    seat_key(self.bottom),
                    word=_("show the tiles of {name}").format(name=self._player_name),
                    action="open",
                ),
                *self.page_keys(),
            ]
        )

    @property
    def _player_name(self) -> str:
        return self.match.players[self.bottom].name

    def _rows(self) -> list[list[Piece]]:
        name, key = self._player_name, self.rocks.keys.name(seat_key(self.bottom))
        if self._resumed:
            request = _("The match goes on with {name} ({key}).").format(name=name, key=key)
        else:
            request = _("Pass the screen to {name} ({key}).").format(name=name, key=key)
        tiles = _("The tiles are hidden. {name}: press {key} to see them.").format(name=name, key=key)
        told = told_events(self.match, self.bottom)[-(_ROWS - 2) :]
        return [
            [(" ", "felt"), (request, "strong")],
            [(" ", "felt"), (tiles, "plain")],
            *([("   ", "felt"), (sentence, "faint")] for sentence in told),
        ]

    def step_changed(self, match: MatchView) -> None:
        """Somebody has taken a seat: whose turn it is, and who has the screen, is looked at anew."""
        self.reply(None)

    def on_screen_resume(self) -> None:
        """Begin the silence anew when the cover comes into sight: keys pressed on another screen do not count."""
        self._arming = Arming()

    def on_key(self, event: events.Key) -> None:
        """Open by the seat's own key, pressed on purpose."""
        is_own = self.rocks.keys.is_key(seat_key(self.bottom), event.key)
        if self._arming.accepts() and is_own and not self.is_too_small:
            event.stop()
            self.reply(None)

    def action_open(self) -> None:
        """Open by a click on the key's name."""
        if self._arming.accepts():
            self.reply(None)
