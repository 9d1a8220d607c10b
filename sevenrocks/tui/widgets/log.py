"""What has happened in the round, latest last."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sevenrocks.engine.actions import Placed
from sevenrocks.seen import MatchView
from sevenrocks.telling.sentences import opener_words, reason_words, story_words

from .painted import Painted, Piece, wrap

if TYPE_CHECKING:
    from sevenrocks.bots.reasons import Reason


def reasons_of(match: MatchView) -> Mapping[Placed, Reason]:
    """What everyone could say for each placement of the latest round."""
    from sevenrocks.bots.reasons import public_reasons  # noqa: PLC0415, it loads the bots' tables

    return dict(public_reasons(match.round)) if match.rounds else {}


def log_rows(match: MatchView, width: int, reasons: Mapping[Placed, Reason] | None = None) -> list[list[Piece]]:
    """The story of the latest round in lines of at most this width; with `reasons`, what can be said for plays of bots."""
    if not match.rounds:
        return []
    seen = match.rounds[-1]
    rows: list[list[Piece]] = []
    texts = [("", opener_words(seen.seats.players, seen.view.opener, seen.draw), "strong")]
    told = reasons or {}
    for players, layout, event in seen.story():
        scored = bool(getattr(event, "award", 0))
        texts.append(("", story_words(players, layout, event), "award" if scored else "plain"))
        if isinstance(event, Placed) and event in told and players[event.seat].is_bot:
            texts.append(("    ", reason_words(players, told[event]), "faint"))
    for indent, text, role in texts:
        for index, line in enumerate(wrap(text, width - 2 - len(indent))):
            rows.append([(indent + ("  " if index else ""), "felt"), (line, role)])
    return rows


class LogView(Painted):
    """The end of the story, as much as there is room for."""

    def __init__(self) -> None:
        super().__init__(classes="log")
        self._match: MatchView | None = None

    def show(self, match: MatchView) -> None:
        """Draw the story of this match's latest round."""
        self._match = match
        self.repaint()

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """The last rows."""
        return log_rows(self._match, width)[-height:] if self._match is not None and width > 2 else []
