"""What has happened in the round, latest last."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rich.cells import cell_len

from sevenrocks.engine.actions import Passed, Placed
from sevenrocks.engine.layout import Layout
from sevenrocks.i18n import _
from sevenrocks.seen import MatchView
from sevenrocks.telling.sentences import (
    knocked_words,
    opener_words,
    place_words,
    reason_words,
    story_words,
    tile_words,
    won_words,
)

from .painted import Painted, Piece, fit, wrap

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


_LEAST = 20
"""Columns for a play and its points, at least: they come before a long name."""
_MOST = 48
"""Columns of name, play and points, at most: further apart no eye would join them."""


def log_columns(match: MatchView, width: int, reasons: Mapping[Placed, Reason] | None = None) -> list[list[Piece]]:
    """The story of the latest round in columns: who, what, and the points at the right; all else in sentences.

    With `reasons`, what can be said for plays of bots.
    """
    if not match.rounds:
        return []
    seen = match.rounds[-1]
    names = (
        max(cell_len(player.name) for players, *_event in seen.story() for player in players) if seen.view.events else 0
    )
    names = min(names, max(width - _LEAST, 0))
    rows = _sentence(opener_words(seen.seats.players, seen.view.opener, seen.draw), width, "strong")
    told = reasons or {}
    for players, layout, event in seen.story():
        if not isinstance(event, Placed | Passed):
            rows += _sentence(story_words(players, layout, event), width)
            continue
        room = min(width, _MOST) - names - 1
        who: list[Piece] = [("", "felt"), (fit(players[event.seat].name, names), event.seat.partnership.name.lower())]
        if isinstance(event, Passed):
            rows.append([*who, (" " + fit(knocked_words(event.halves, room), room).rstrip(), "warn")])
            continue
        won = won_words(event) if event.missed else f"+{event.award}" if event.award else ""
        left = room - cell_len(won) - 1
        ways = _play_ways(layout, event)
        play = fit(next((way for way in ways if cell_len(way) <= left), ways[-1]), max(left, 0))
        rows.append([*who, (f" {play} ", "plain"), (won, "warn" if event.missed else "award")])
        if event in told and players[event.seat].is_bot:
            rows += [
                [("    ", "felt"), (line, "faint")] for line in wrap(reason_words(players, told[event]), width - 4)
            ]
    return rows


def _sentence(text: str, width: int, role: str = "plain") -> list[list[Piece]]:
    """A sentence in rows; all but the first are indented."""
    return [[("  " if at else "", "felt"), (line, role)] for at, line in enumerate(wrap(text, width - 2))]


def _play_ways(layout: Layout, placed: Placed) -> list[str]:
    """What was played where, from the longest way to tell it to the shortest."""
    tile = tile_words(placed.tile)
    if placed.host is None:
        return [_("{tile} opens").format(tile=tile)]
    joint = next(joint for joint in layout.joints if joint.tile == placed.tile)
    return [
        _("{tile} {where}").format(tile=tile, where=place_words(layout, joint)),
        _("{tile} on {host}").format(tile=tile, host=tile_words(placed.host)),
    ]


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
        return log_columns(self._match, width)[-height:] if self._match is not None and width > 2 else []
