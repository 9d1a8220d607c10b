"""Before a first match: who sits where, what it is about, and what will be asked."""

from __future__ import annotations

from collections.abc import Iterable

from textual.widget import Widget

from sevenrocks.engine.seats import BySeat, Seat
from sevenrocks.i18n import _
from sevenrocks.seating import Player
from sevenrocks.tui.keys import On
from sevenrocks.tui.widgets.lines import KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Piece, wrap

from .base import RocksScreen
from .page import PAGE_WIDTH


class WelcomeScreen(RocksScreen[bool]):
    """Is answered with whether the match is to begin. The learner sits at N."""

    ON = On.WELCOME

    def __init__(self, players: BySeat[Player], target: int) -> None:
        super().__init__()
        self._names = BySeat([player.name for player in players])
        self._target = target

    def body(self) -> Iterable[Widget]:
        """Title, text, keys."""
        yield TextLines(lambda: [[(_("Your first match, explained"), "strong")]], classes="page-title")
        yield TextLines(self._rows, classes="welcome")
        yield KeyLine(lambda: [self.rocks.keys.shown("begin"), self.rocks.keys.shown("leave-list")])

    def _rows(self) -> list[list[Piece]]:
        names = self._names
        told = (
            _(
                "You play as {name}, in seat N. Your partner {partner} sits opposite, in seat S; you share one score."
            ).format(name=names[Seat.N], partner=names[Seat.S]),
            _("{first} and {last} play against you. All three are bots.").format(
                first=names[Seat.E], last=names[Seat.W]
            ),
            _(
                "In this match {partner}'s tiles lie open beside yours; nobody else sees them, and you do not "
                "see your opponents' tiles."
            ).format(partner=names[Seat.S]),
            _(
                "Whoever plays a tile so that the outer ends add up to 5, 10, 15 ... scores that many points for "
                "their pair."
            ),
            _("After each tile of your pair you count first, then see the answer. It does not affect the score."),
            _("This match goes to {target} points, a normal one to 250. {key} turns the explanations off.").format(
                target=self._target, key=self.rocks.keys.name("enough")
            ),
        )
        rows: list[list[Piece]] = []
        for text in told:
            rows += [[(line, "plain")] for line in wrap(text, PAGE_WIDTH)]
            rows.append([])
        return rows

    def action_begin(self) -> None:
        """Begin the match."""
        self.reply(True)

    def action_leave(self) -> None:
        """Go back."""
        self.reply(False)
