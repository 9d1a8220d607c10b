"""The score track: one hole is five points, a front and a back peg for each pair."""

from __future__ import annotations

from collections.abc import Iterable

from sevenrocks.engine.rules import AWARD_STEP
from sevenrocks.engine.seats import ByPartnership, Partnership, Scores
from sevenrocks.i18n import _
from sevenrocks.seen import Players
from sevenrocks.telling.sentences import names_words

from .painted import Painted, Piece, fit

MAX_HOLES = 50
_GROUP = 5
_STEP_SECONDS = 0.03


def pairs_named(players: Players) -> ByPartnership[str]:
    """The names of both pairs."""
    return ByPartnership([names_words(players, pair) for pair in Partnership])


class ScoreTrack(Painted):
    """Two rows of holes. Pegs walk hole by hole: forward on an award, back on a deduction."""

    def __init__(self, names: ByPartnership[str], target: int, *, ascii_only: bool = False) -> None:
        super().__init__(classes="track")
        self._names = names
        self._target = target
        self._hole = AWARD_STEP * -(-target // (AWARD_STEP * MAX_HOLES))
        self._holes = -(-target // self._hole)
        self._scores = Scores((0, 0))
        self._backs = Scores((0, 0))
        self._shown = Scores((0, 0))
        self._ascii = ascii_only

    def rename(self, names: ByPartnership[str]) -> None:
        """Name the pairs: somebody may have taken a seat."""
        self._names = names
        self.repaint()

    def redraw(self, *, ascii_only: bool) -> None:
        """Draw with other characters."""
        self._ascii = ascii_only
        self.repaint()

    def set_history(self, history: Iterable[Scores]) -> None:
        """Set the pegs as these scores left them, one after the other, without walking."""
        self._scores = self._backs = Scores((0, 0))
        for scores in history:
            self._move(scores)
        self._shown = self._scores
        self.repaint()

    def walk_to(self, scores: Scores, *, at_once: bool = False) -> None:
        """Move the pegs to these scores."""
        if scores == self._scores:
            return
        self._move(scores)
        if at_once:
            self._shown = self._scores
            self.repaint()
        else:
            self._walk()

    def _move(self, scores: Scores) -> None:
        for pair, score in scores.by_partnership():
            if score != self._scores[pair]:
                self._backs = self._backs.with_value(pair, self._scores[pair])
        self._scores = scores

    def _walk(self) -> None:
        """One hole on for each peg that is not yet there."""
        for pair, score in self._scores.by_partnership():
            shown = self._shown[pair]
            step = max(-self._hole, min(self._hole, score - shown))
            self._shown = self._shown.with_value(pair, shown + step)
        self.repaint()
        if self._shown != self._scores:
            self.set_timer(_STEP_SECONDS, self._walk)

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """A row for each pair."""
        return [self._row(pair, width) for pair in list(Partnership)[:height]]

    def _row(self, pair: Partnership, width: int) -> list[Piece]:
        score = self._shown[pair]
        role = pair.name.lower()
        to_go = _("{n} to go").format(n=max(self._target - score, 0))
        figures = f"{score:>4} " + fit(f"{to_go:>9}", 9)
        track_width = 2 + self._holes + (self._holes - 1) // _GROUP
        room = width - track_width - len(figures) - 1
        name = fit(f"{pair.name} {self._names[pair]}", room) if room > 10 else fit(pair.name, room)
        return [(name, role), (figures, "loss" if score < 0 else "strong"), (" ", "felt"), *self._track(pair)]

    def _track(self, pair: Partnership) -> list[Piece]:
        role = pair.name.lower()
        front_peg, back_peg, hole = ("o", "*", ".") if self._ascii else ("●", "○", "·")
        start, gate = ("|", "|") if self._ascii else ("│", "│")
        front = min(max(self._shown[pair] // self._hole, 0), self._holes)
        back = min(max(self._backs[pair] // self._hole, 0), self._holes)
        pieces: list[Piece] = []
        for number in range(self._holes + 1):
            if number > 1 and (number - 1) % _GROUP == 0:
                pieces.append((gate, "faint"))
            if number == front:
                below = number == 0 and self._shown[pair] < 0
                pieces.append(("<" if below else front_peg, "loss" if below else role))
            elif number == back:
                pieces.append((back_peg, role))
            else:
                pieces.append((hole if number else start, "faint"))
        pieces.append((start, "strong"))
        return pieces
