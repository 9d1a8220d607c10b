"""What has happened in the round, latest last."""

from __future__ import annotations

from sevenrocks.table import MatchView
from sevenrocks.tui.words import event_words, opener_words

from .painted import Painted, Piece, wrap


def log_rows(match: MatchView, width: int) -> list[list[Piece]]:
    """The story of the latest round in lines of at most this width."""
    if not match.stories:
        return []
    story = match.stories[-1]
    rows: list[list[Piece]] = []
    texts = [(opener_words(match.players, story.opener, story.draw), "strong")]
    for event in story.events:
        scored = bool(getattr(event, "award", 0))
        texts.append((event_words(match.players, story.layout, event), "award" if scored else "plain"))
    for text, role in texts:
        for index, line in enumerate(wrap(text, width - 2)):
            rows.append([("  " if index else "", "felt"), (line, role)])
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
