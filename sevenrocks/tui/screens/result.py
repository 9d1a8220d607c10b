"""The end of a match: who won, how the scores went, the best counts, the record."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import pairwise, zip_longest

from rich.cells import cell_len
from textual.widget import Widget

from sevenrocks.drawing import letters
from sevenrocks.drawing.shapes import DIGITS
from sevenrocks.drawing.tiles import draw_tile
from sevenrocks.engine.actions import Placed
from sevenrocks.engine.seats import Partnership
from sevenrocks.i18n import _, ngettext
from sevenrocks.seen import MatchView
from sevenrocks.telling.explaining import win_explanation
from sevenrocks.telling.seats import pair_letters
from sevenrocks.telling.sentences import opened_words
from sevenrocks.tui.keys import KeyShown, On
from sevenrocks.tui.widgets.lines import KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Painted, Piece, row_width
from sevenrocks.tui.widgets.track import ScoreTrack, pairs_named

from .in_match import InMatchScreen

_BEST = 3
_TABLE = 22
"""Columns of the rounds beside the chart."""
_CHART = 110
_STEP = 24
"""Columns that a round takes at most."""
_BRAILLE = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The dots of a cell of braille, row by row."""


class Winners(Painted):
    """Who has won, in letters to be read across the table, and how."""

    def __init__(self, names: str, told: Sequence[str], pair: Partnership, *, ascii_only: bool) -> None:
        super().__init__(classes="result-title")
        self._names = names
        self._told = told
        self._pair = pair
        self._ascii = ascii_only

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """The names, and beside them what is told."""
        role, told = (
            self._pair.name.lower(),
            [(line, "now" if at == 1 else "strong") for at, line in enumerate(self._told)],
        )
        beside = max(cell_len(line) for line, _role in told)
        size = letters.Size.HALF
        if letters.is_drawn(self._names) and not self._ascii:
            if letters.width(self._names, letters.Size.WHOLE) + beside + 6 <= width and height > 6:
                size = letters.Size.WHOLE
            if letters.width(self._names, size) + beside + 6 <= width:
                drawn = letters.draw(self._names, size)
                rows: list[list[Piece]] = [[]]
                for at, line in enumerate(drawn):
                    row: list[Piece] = [("  ", "plain"), (line, role)]
                    if at < len(told):
                        row += [("   ", "plain"), told[at]]
                    rows.append(row)
                return rows
        return [[], [("  ", "plain"), (self._names, role)], *([("  ", "plain"), piece] for piece in told)]


class Next(Enum):
    """What comes after a match."""

    REMATCH = "rematch"
    MENU = "menu"


class ScoreChart(Painted):
    """Both scores after each round as lines of dots, and the points of each round beside them."""

    def __init__(self, match: MatchView, *, ascii_only: bool) -> None:
        super().__init__(classes="chart")
        self._ascii = ascii_only
        self._scores = [match.house.start, *(seen.view.scores for seen in match.rounds)]
        self._target = match.target

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """The chart at the left, the rounds at the right."""
        if height < 4:
            return []
        wide = min(width - _TABLE - 6, _CHART)
        table = self._table(height)
        rows = self._chart(wide, height)
        margin = max((width - wide - _TABLE - 4) // 2, 1)
        joined: list[list[Piece]] = []
        row: list[Piece]
        figures: list[Piece]
        for row, figures in zip_longest(rows, table, fillvalue=[]):
            gap = wide + 2 - row_width(row)
            joined.append([(" " * margin, "plain"), *row, (" " * max(gap, 1), "plain"), *figures])
        return joined

    def _chart(self, width: int, height: int) -> list[list[Piece]]:
        plot = letters_room = height - 1
        left = len(str(self._target)) + 2
        low = min(0, *(min(scores) for scores in self._scores))
        high = max(self._target, *(max(scores) for scores in self._scores))
        step = max(min((width - left - 1) // max(len(self._scores) - 1, 1), _STEP), 1)
        shown = self._scores[-((width - left - 1) // step + 1) :]
        first = len(self._scores) - len(shown)
        columns = (len(shown) - 1) * step + 1

        def row_of(score: float) -> int:
            return round((high - score) * (plot - 1) / (high - low))

        rule = "-" if self._ascii else "╌"
        grid: list[list[Piece]] = [[(" ", "plain")] * columns for _ in range(letters_room)]
        for y in (row_of(self._target), row_of(0)):
            grid[y] = [(rule, "faint")] * columns
        for pair in (Partnership.EW, Partnership.NS):
            self._draw_line(grid, [scores[pair] for scores in shown], step, (low, high), pair)
        labels = {row_of(0): "0", row_of(self._target): str(self._target)}
        rows: list[list[Piece]] = [
            [(f"{labels.get(y, ''):>{left - 1}} ", "faint"), *grid[y]] for y in range(letters_room)
        ]
        numbers = "".join(
            f"{number:<{step}}" if step > 2 or number % 5 == 0 else " " * step
            for number in range(first, first + len(shown))
        )
        return [*rows, [(" " * left, "plain"), (numbers[: width - left], "faint")]]

    def _draw_line(
        self, grid: list[list[Piece]], scores: list[int], step: int, span: tuple[int, int], pair: Partnership
    ) -> None:
        """A line of dots from round to round, two across and four down in each cell, and a peg at each round."""
        low, high = span
        role, plot = pair.name.lower(), len(grid)
        dots: dict[tuple[int, int], int] = {}

        def high_of(score: float) -> float:
            """How many rows of dots it is below the highest."""
            return (high - score) * (plot - 1) / (high - low) * 4 + 1.5

        for x in range(2 * step * (len(scores) - 1) + 1):
            index, part = divmod(x, 2 * step)
            onward = scores[index + 1] if part else scores[index]
            y = round(high_of(scores[index] + (onward - scores[index]) * part / (2 * step)))
            cell = min(max(y // 4, 0), plot - 1), x // 2
            dots[cell] = dots.get(cell, 0) | _BRAILLE[y % 4][x % 2]
        for (y, x), dot in dots.items():
            grid[y][x] = ("." if self._ascii else chr(0x2800 + dot), role)
        for index, score in enumerate(scores):
            y = round((high - score) * (plot - 1) / (high - low))
            sign = pair_letters(pair)[0] if self._ascii else "●"
            if grid[y][index * step][0] in {"●", *(pair_letters(each)[0] for each in Partnership)}:
                sign, role_here = ("=" if self._ascii else "◉"), "strong"
            else:
                role_here = role
            grid[y][index * step] = (sign, role_here)

    def _table(self, height: int) -> list[list[Piece]]:
        """The points of each round, the latest where there is no room for all, and the score."""
        number_told = _("round")
        head: list[Piece] = [(f"{number_told:>8}", "faint")]
        head += [(f"{pair_letters(pair):>7}", pair.name.lower()) for pair in Partnership]
        rows: list[list[Piece]] = []
        for number, (before, after) in enumerate(pairwise(self._scores), 1):
            figures: list[Piece] = [
                (f"{after[pair] - before[pair]:>+7}".replace("+0", " 0"), pair.name.lower()) for pair in Partnership
            ]
            rows.append([(f"{number:>8}", "faint"), *figures])
        total: list[Piece] = [(" " * 8, "plain")]
        total += [(f"{self._scores[-1][pair]:>7}", pair.name.lower()) for pair in Partnership]
        rule: list[Piece] = [(" " + ("-" if self._ascii else "─") * (_TABLE - 1), "faint")]
        return [head, *rows[-max(height - 3, 0) :], rule, total]


class ResultScreen(InMatchScreen[Next]):
    """The result, with a rematch."""

    ON = On.RESULT

    def __init__(self, match: MatchView, record_told: str) -> None:
        super().__init__(match)
        self._record_told = record_told

    def body(self) -> Iterable[Widget]:
        """Track, winner, chart, best counts, record, keys."""
        match = self.match
        assert match.winner is not None
        track = ScoreTrack(pairs_named(match.players), match.target, ascii_only=self.rocks.is_ascii)
        track.set_history(match.score_history())
        yield track
        names = " & ".join(match.players[seat].name for seat in match.winner.seats)
        yield Winners(names, self._title(), match.winner, ascii_only=self.rocks.is_ascii)
        yield ScoreChart(match, ascii_only=self.rocks.is_ascii)
        yield TextLines(self._best_counts, classes="best")
        record = self._record_rows()
        told = TextLines(record, classes="record-told")
        told.styles.min_height = len(record)
        yield told
        yield KeyLine(self._keys_shown)

    def _title(self) -> list[str]:
        match = self.match
        assert match.winner is not None
        score, other = match.scores[match.winner], match.scores[match.winner.opponents]
        return [
            _("win the match"),
            f"{score} : {other}",
            ngettext("in {n} round", "in {n} rounds", len(match.rounds)),
        ]

    def _keys_shown(self) -> list[KeyShown]:
        own = [self.rocks.keys.shown("rematch"), self.rocks.keys.shown("menu")]
        return [*own, *(key for key in self.page_keys() if key.action != "leave")]

    def _best_counts(self) -> list[list[Piece]]:
        placed = [
            (event, players[event.seat].name, seen.view.number)
            for seen in self.match.rounds
            for players, _layout, event in seen.story()
            if isinstance(event, Placed) and event.award
        ]
        placed.sort(key=lambda entry: -entry[0].award)
        look, row = self.rocks.look, [(" " + _("The best counts") + "  ", "strong")]
        pieces: list[Piece] = list(row)
        for event, name, _number in placed[:_BEST]:
            (tile,) = draw_tile(event.tile, DIGITS, look, stands=False)
            more: list[Piece] = [(f" {event.award} ", "won"), (" ", "plain"), *tile, (f" {name}   ", "plain")]
            if row_width([*pieces, *more]) <= self.app.size.width:
                pieces += more
        return [pieces]

    def _record_rows(self) -> list[list[Piece]]:
        width = self.app.size.width - 2
        told = self._record_told
        rows: list[list[Piece]] = []
        if len(told) > width and os.sep in told:
            # A path too long for the row is broken before the file's name.
            folder, name = told.rsplit(os.sep, 1)
            told = folder + os.sep
            rows.append([("   " + name, "faint")])
        rows[:0] = [[(" " + told[at : at + width], "faint")] for at in range(0, len(told), width)]
        if self.match.known_deal:
            rows.append([(" " + _("known deal: the deals came from a given seed"), "warn")])
        if self.match.opened:
            rows.append([(" " + opened_words(self.match.opened), "warn")])
        rows += [[(" " + words, "warn")] for words in self.match.house.told(pair_letters)]
        return rows

    def explained(self) -> tuple[str, Sequence[str]]:
        """The award that won."""
        return _("Why the match is over"), win_explanation(self.match)

    def action_leave(self) -> None:
        """Go to the menu."""
        self.reply(Next.MENU)

    def action_take(self, value: str) -> None:
        """Go on with a rematch or the menu, once the result has been seen."""
        if self.is_meant():
            self.reply(Next(value))
