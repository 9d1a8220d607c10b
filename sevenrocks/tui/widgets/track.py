"""The score track: one hole is five points, a front and a back peg for each pair."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from rich.cells import cell_len

from sevenrocks.engine.rules import AWARD_STEP
from sevenrocks.engine.seats import ByPartnership, Partnership, Scores
from sevenrocks.i18n import _
from sevenrocks.seen import Players
from sevenrocks.telling.seats import pair_letters
from sevenrocks.telling.sentences import names_words

from .board import GROUP, Board
from .painted import Painted, Piece, fit, row_width


class Pegs(NamedTuple):
    """The characters of a board."""

    front: str
    back: str
    hole: str
    rule: str
    gate: str
    below: str


_PEGS = Pegs("●", "○", "•", "┆", "┃", "◀")
_PEGS_ASCII = Pegs("@", "o", ".", "|", "|", "<")
_WOOD = {Partnership.NS: "wood", Partnership.EW: "wood-other"}
_BEFORE = 8
"""Columns before the first group of holes: the pair, its score, the start hole."""
_WIDEST, _FURTHEST = 64, 3
"""Columns that few holes may take, and how far apart they stand at most."""
_LEAST_NAME = 14
"""Columns from which a pair's names stand at the end of its lane."""
MAX_HOLES = 50
_STEP_SECONDS = 0.03


def pegs_of(*, ascii_only: bool) -> Pegs:
    """The characters that a board is drawn with."""
    return _PEGS_ASCII if ascii_only else _PEGS


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
        self._step = max(min(_WIDEST // self._holes, _FURTHEST), 1)
        """Columns from one hole to the next on a board that lies."""
        self._scores = Scores((0, 0))
        self._backs = Scores((0, 0))
        self._shown = Scores((0, 0))
        self._ascii = ascii_only

    @property
    def peg(self) -> str:
        """What stands at the score of a pair."""
        return (_PEGS_ASCII if self._ascii else _PEGS).front

    @property
    def hole(self) -> int:
        """The points of a hole."""
        return self._hole

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

    def walk_to(self, scores: Scores, *, at_once: bool = False, seconds: float = _STEP_SECONDS) -> None:
        """Move the pegs to these scores, in so many seconds a hole."""
        if scores == self._scores:
            return
        self._move(scores)
        if at_once:
            self.arrive()
        else:
            self._walk(seconds)

    def arrive(self) -> None:
        """Let the pegs be where they go."""
        if self._shown != self._scores:
            self._shown = self._scores
            self.repaint()

    def _move(self, scores: Scores) -> None:
        for pair, score in scores.by_partnership():
            if score != self._scores[pair]:
                self._backs = self._backs.with_value(pair, self._scores[pair])
        self._scores = scores

    def _walk(self, seconds: float) -> None:
        """One hole on for each peg that is not yet there."""
        for pair, score in self._scores.by_partnership():
            shown = self._shown[pair]
            step = max(-self._hole, min(self._hole, score - shown))
            self._shown = self._shown.with_value(pair, shown + step)
        self.repaint()
        if self._shown != self._scores:
            self.set_timer(seconds, partial(self._walk, seconds))

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """Out and home where it stands on end; else a lane for each pair, and the numbers of the holes between them."""
        if height > width:
            board = Board(self._target, self._hole, self._holes, self._shown, self._backs, self._ascii)
            return board.rows(width, height)
        rows = [self._row(pair, width) for pair in Partnership]
        return rows if height < 3 else [rows[0], self._numbers(width), rows[1]]

    def _row(self, pair: Partnership, width: int) -> list[Piece]:
        wood = _WOOD[pair]
        score = self._shown[pair]
        inset = "inset-loss" if score < 0 else f"inset-{pair.name.lower()}"
        told_score = f"{score:>3}"
        # The letters make room for scores of three characters; one of four takes their gap, never that before the start hole.
        edge = " " if max(len(str(shown)) for shown in self._shown) < 3 else ""
        beside = fit(edge + pair_letters(pair), 3)[: _BEFORE - 2 - len(told_score)]
        row: list[Piece] = [
            (beside, f"{pair.name.lower()}-wood"),
            (told_score, inset),
            (" ", wood),
            *self._track(pair),
        ]
        left = max(self._target - score, 0)
        to_go = _("{n} to go").format(n=left)
        # The goal parts it from the holes where there is no room for a gap.
        for told in (f" {to_go}", to_go, f" {left}"):
            if row_width(row) + cell_len(told) <= width:
                row.append((told, wood))
                break
        name = self._names[pair]
        free = width - row_width(row) - 2
        if free >= _LEAST_NAME:
            row += [
                (" " * (free - cell_len(fit(name, free - 2).rstrip())), wood),
                (fit(name, free - 2).rstrip(), f"{pair.name.lower()}-wood"),
            ]
        return [*row, (" " * (width - row_width(row)), wood)]

    def _numbers(self, width: int) -> list[Piece]:
        """The score at the end of each group of holes, right below it."""
        row = [" "] * width
        for number in range(GROUP, self._holes + 1, GROUP):
            told = str(number * self._hole)
            end = _BEFORE + number * self._step + (number - 1) // GROUP - self._step // 2
            row[end - len(told) : end] = told
        return [("".join(row)[:width], "wood")]

    def _track(self, pair: Partnership) -> list[Piece]:
        look = pegs_of(ascii_only=self._ascii)
        role, wood = f"{pair.name.lower()}-wood", _WOOD[pair]
        hole, brass = wood.replace("wood", "hole"), wood.replace("wood", "brass")
        front, back = self._peg(self._shown[pair]), self._peg(self._backs[pair])
        walked = range(min(front, back) + 1, max(front, back))
        pieces: list[Piece] = []
        for number in range(self._holes + 1):
            if number == 1:
                pieces.append((look.gate, hole))
            elif number and (number - 1) % GROUP == 0:
                pieces.append((look.rule, hole))
            if number == front:
                below = number == 0 and self._shown[pair] < 0
                piece = (look.below if below else look.front, role)
            elif number == back:
                piece = (look.back, role)
            else:
                piece = (look.hole, role if number in walked else hole)
            if number and self._step > 1:
                between = (" ", hole)
                left = (self._step - 1) // 2
                pieces += [*([between] * left), piece, *([between] * (self._step - 1 - left))]
            else:
                pieces.append(piece)
        return [*pieces, (look.gate, brass)]

    def _peg(self, score: int) -> int:
        """The hole in which the peg of this score stands."""
        return min(max(score // self._hole, 0), self._holes)
