"""Before the first deal: what proves afterwards that the deals were fixed, and words of the players to cut with."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from textual import on
from textual.widget import Widget
from textual.widgets import Input

from sevenrocks.engine.errors import NotationError
from sevenrocks.i18n import _
from sevenrocks.names import MAX_WORDS, parse_words
from sevenrocks.telling.sentences import commitment_words
from sevenrocks.tui.keys import On
from sevenrocks.tui.widgets.field import Field
from sevenrocks.tui.widgets.lines import KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Piece

from .base import Overlay


class CutScreen(Overlay):
    """Lies over the draw: the whole commitment, and a field for words, which may be none."""

    ON = On.CUT

    AUTO_FOCUS = "Input"

    def __init__(self, commitment: str, words: str, cut: Callable[[str], None]) -> None:
        """`words` are those that have been typed before; `cut` takes them."""
        super().__init__()
        self._commitment = commitment
        self._cut = cut
        self._words = Field(
            words, placeholder=_("words of your own"), compact=True, max_length=MAX_WORDS, classes="cut-words"
        )
        self._told = TextLines(classes="cut-told")

    def body(self) -> Iterable[Widget]:
        """The commitment, what it is for, the words, what is wrong with them, keys."""
        first, second = commitment_words(self._commitment)
        rows: list[list[Piece]] = [
            [(_("A secret number decides all the deals. This is its fingerprint:"), "plain")],
            [],
            [("    ", "felt"), (first, "award")],
            [("    ", "felt"), (second, "faint")],
            [],
            [(_("Write down the first digits: after the match anyone can check them against the record."), "plain")],
            [(_("Type any words to cut the pack: then nobody, this program included, chose the deals."), "plain")],
        ]
        yield TextLines([[(_("The deals are sealed"), "strong")]], classes="page-title")
        yield TextLines(rows, classes="cut-rows")
        yield self._words
        yield self._told
        keys = self.rocks.keys
        yield KeyLine([keys.shown("deal"), keys.shown("leave-names")])

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self.action_deal()

    @on(Input.Changed)
    def _changed(self) -> None:
        self._told.show()

    def action_deal(self) -> None:
        """Take the words, where they can be kept."""
        try:
            words = parse_words(self._words.value)
        except NotationError as error:
            self._told.show([(f" {error}", "warn")])
            self.rocks.thumb.did_nothing()
        else:
            self._cut(words)
            self.action_back()
