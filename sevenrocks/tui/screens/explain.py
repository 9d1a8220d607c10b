"""Why something is as it is: what the layout counts, a forced knock, what the hands cost, the award that won."""

from __future__ import annotations

from collections.abc import Sequence

from sevenrocks.engine.view import SeatView
from sevenrocks.i18n import _
from sevenrocks.seen import Players
from sevenrocks.telling.explaining import knock_explanation
from sevenrocks.tui.widgets.painted import Piece, wrap

from .page import PAGE_WIDTH, HandPage, PageScreen


class ExplainScreen(PageScreen):
    """What everyone may know, explained sentence by sentence."""

    def __init__(self, title: str, told: Sequence[str]) -> None:
        super().__init__()
        self._title = title
        self._told = told

    def title_words(self) -> str:
        """The title."""
        return self._title

    def rows(self) -> list[list[Piece]]:
        """A sentence a line, wrapped."""
        return _wrapped(self._told)


class KnockScreen(HandPage):
    """Why the one in turn must knock. It names tiles of the hand, and goes with it."""

    def __init__(self, players: Players, view: SeatView) -> None:
        super().__init__(players)
        self._view = view

    def title_words(self) -> str:
        """The title."""
        return _("Why you must knock")

    def rows(self) -> list[list[Piece]]:
        """A sentence a line, wrapped."""
        return _wrapped(knock_explanation(self._view))


def _wrapped(told: Sequence[str]) -> list[list[Piece]]:
    return [[(line, "plain")] for sentence in told for line in wrap(sentence, PAGE_WIDTH)]
