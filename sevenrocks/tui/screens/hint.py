"""The three best plays, as the master sees them from this seat alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sevenrocks.i18n import _
from sevenrocks.seen import Players
from sevenrocks.telling.sentences import points_words, reason_words, tile_words
from sevenrocks.tui.widgets.painted import Piece, wrap

from .page import PAGE_WIDTH, HandPage

if TYPE_CHECKING:
    from sevenrocks.bots.advice import Advice


class HintScreen(HandPage):
    """Plays with the points they promise, each with its reason. Tiles of the hand are named here."""

    def __init__(self, players: Players, advices: tuple[Advice, ...]) -> None:
        super().__init__(players)
        self._advices = advices

    def title_words(self) -> str:
        """The title."""
        return _("What the master would play")

    def rows(self) -> list[list[Piece]]:
        """Three plays, then what the figures mean."""
        rows: list[list[Piece]] = []
        for number, advice in enumerate(self._advices, 1):
            tile = tile_words(advice.action.tile)
            if advice.action.host is None:
                play = _("{tile} opens").format(tile=tile)
            else:
                play = _("{tile} at {host}").format(tile=tile, host=tile_words(advice.action.host))
            rows.append([(f"{number}. ", "key"), (f"{play:<14}", "strong"), (points_words(advice.points), "award")])
            rows += [[("   ", "felt"), (line, "plain")] for line in wrap(self._reason(advice), PAGE_WIDTH - 3)]
            rows.append([])
        meaning = _(
            "The points are what your pair may expect to make more than the other from here to the end of the round, over "
            "many deals that fit what you know. The master sees no hand but yours."
        )
        return rows + [[(line, "faint")] for line in wrap(meaning, PAGE_WIDTH)]

    def _reason(self, advice: Advice) -> str:
        return reason_words(self._players, advice.reason)
