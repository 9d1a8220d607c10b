"""A damaged match: what is whole of it can be played on."""

from __future__ import annotations

from collections.abc import Iterable

from textual.widget import Widget

from sevenrocks.i18n import _
from sevenrocks.sitting import Rescue
from sevenrocks.telling.sentences import whole_words
from sevenrocks.tui.keys import On
from sevenrocks.tui.widgets.lines import KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Piece

from .base import RocksScreen


class RescueScreen(RocksScreen[bool]):
    """Answered with whether to play on with what is whole."""

    ON = On.RESCUE

    def __init__(self, rescue: Rescue) -> None:
        super().__init__()
        self._rescue = rescue

    def body(self) -> Iterable[Widget]:
        """What has been lost, what is whole, what would happen."""
        rescue = self._rescue
        whole = whole_words(rescue.rounds, rescue.plays, rescue.scores)
        rows: list[list[Piece]] = [
            [(_("This match is damaged"), "strong")],
            [],
            [(whole, "plain")],
            [(self._offer(), "plain")],
            [],
            [(_("The damaged file stays as it is:"), "faint")],
            [(str(rescue.path), "faint")],
        ]
        yield TextLines(rows, classes="leave-told")
        keys = self.rocks.keys
        yield KeyLine(
            [
                keys.shown("rescue", "yes", word=_("play on"), action="take"),
                keys.shown("leave-list", "no", word=_("back"), action="leave"),
            ]
        )

    def _offer(self) -> str:
        told = _("What came after that is lost. {key} plays on from there, in a file of its own.")
        return told.format(key=self.rocks.keys.name("rescue"))

    def action_take(self) -> None:
        """Play on, once it has been seen what is lost."""
        if self.is_meant():
            self.reply(True)

    def action_yes(self) -> None:
        """Play on."""
        self.action_take()

    def action_no(self) -> None:
        """Go back to the menu."""
        self.action_leave()

    def action_leave(self) -> None:
        """Go back to the menu."""
        self.reply(False)
