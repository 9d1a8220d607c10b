"""The end of a match: who won, how the scores went, the best counts, the record."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import partial
from itertools import pairwise, zip_longest

from rich.cells import cell_len
from textual import events
from textual.widget import Widget

from sevenrocks.drawing import letters
from sevenrocks.drawing.shapes import DIGITS, PIPS
from sevenrocks.drawing.tiles import draw_tile
from sevenrocks.engine.actions import Passed, Placed, RoundEnded
from sevenrocks.engine.seats import Partnership, Seat
from sevenrocks.i18n import _, ngettext
from sevenrocks.seen import MatchView
from sevenrocks.telling.explaining import win_explanation
from sevenrocks.telling.seats import pair_letters, seat_letter
from sevenrocks.telling.sentences import opened_words
from sevenrocks.tui.keys import KeyShown, On
from sevenrocks.tui.widgets.lines import KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Painted, Piece, apart, centred, fit, row_width
from sevenrocks.tui.widgets.track import ScoreTrack, pairs_named

from .in_match import InMatchScreen

_BEST = 3
_BOARD = 26
"""Columns of a score board on end, beside which all else stands."""
_TABLE = 22
"""Columns of the rounds beside the chart."""
_RULES = (50, 100, 250, 500, 1000)
"""Points from one rule of the chart to the next: the fewest for which there is room."""
_ENDS = 3
"""Columns of a pair's letters at the end of its line."""
_SUMS = 9
"""Columns of the words beside the sums of a match."""
_BRAILLE = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The dots of a cell of braille, row by row."""
_BURSTS = (("     ", "  ●  ", "     "), ("  │  ", " ─●─ ", "  │  "), ("╲ │ ╱", "─ ● ─", "╱ │ ╲"))  # noqa: RUF001, they are drawn
_BURSTS_ASCII = (("     ", "  o  ", "     "), ("  |  ", " -o- ", "  |  "), ("\\ | /", "- o -", "/ | \\"))
"""At both sides of the names of those who have won: how a pip bursts, once."""
_BURST_SECONDS = 0.2
_WIDE_BURST = len(_BURSTS[0][0])
_RECORD = 3
"""Rows for what is told of the record, up to which there is a free one above it."""
_BESIDE = 7
"""Rows up to which what is told stands beside the names, and not below them."""


class Winners(Painted):
    """Who has won, in letters to be read across the table, and how."""

    def __init__(self, names: Sequence[str], told: Sequence[str], pair: Partnership, *, ascii_only: bool) -> None:
        super().__init__(classes="result-title")
        self._names = names
        self._told = told
        self._pair = pair
        self._ascii = ascii_only
        self._stage = len(_BURSTS) - 1

    def burst(self) -> None:
        """Let a pip burst at both sides of the names, which glow until then."""
        self._burst(0)

    def _burst(self, stage: int) -> None:
        self._stage = stage
        self.repaint()
        if stage < len(_BURSTS) - 1:
            self.set_timer(_BURST_SECONDS, partial(self._burst, stage + 1))

    def redraw(self, *, ascii_only: bool) -> None:
        """Draw with other characters."""
        self._ascii = ascii_only
        self.repaint()

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """The names as large as there is room for, and what is told beside them, or below them."""
        told: list[Piece] = [(line, "strip-strong") for line in self._told]
        is_lit = self._stage < len(_BURSTS) - 1
        role = "strip-now" if is_lit else f"strip-{self._pair.name.lower()}"
        together = " & ".join(self._names)
        below = [piece for line in told for piece in (line, ("   ", "strip"))][:-1]
        if height < _BESIDE:
            beside = max(cell_len(line) for line in self._told)
            drawn = self._drawn([together], width - beside - 6, letters.Size.HALF)
            if drawn and len(drawn) <= height:
                rows: list[list[Piece]] = [[]] if len(drawn) < height else []
                told += [("", "strip")] * (len(drawn) - len(told))
                return [*rows, *([(f"  {line}   ", role), piece] for line, piece in zip(drawn, told, strict=True))]
            # Large names come before words beside them.
            drawn = self._drawn([together], width - 4, letters.Size.HALF)
            if not drawn or len(drawn) > height - 2:
                drawn = [apart(together, width - 4, in_capitals=False), ""]
            return [[], *([(f"  {line}", role)] for line in drawn), [("  ", "strip"), *below]]
        room = width - 2 * _WIDE_BURST - 8
        larger = self._drawn([together], room, letters.Size.WHOLE) if height > _BESIDE else []
        drawn = larger or self._drawn([together], room, letters.Size.HALF)
        if not drawn:
            drawn = self._drawn(self._names, room, letters.Size.HALF)
        if not drawn or len(drawn) >= height:
            drawn = ["", apart(together, room, in_capitals=False), ""]
        gap: list[list[Piece]] = [[]] if len(drawn) + 1 < height else []
        above: list[list[Piece]] = [[]] * max((height - len(drawn) - 2) // 2, 0)
        return [*above, *self._between_bursts(drawn, role, width), *gap, centred(below, width)]

    def _drawn(self, lines: Sequence[str], width: int, size: letters.Size) -> list[str]:
        """Names in large letters, one below the other; nothing where there is no room, or a letter without a drawing."""
        size = letters.Size.PLAIN if self._ascii else size
        if not all(letters.is_drawn(line) and letters.width(line, size) <= width for line in lines):
            return []
        widest = max(letters.width(line, size) for line in lines)
        return [row.center(widest) for line in lines for row in letters.draw(line, size)]

    def _between_bursts(self, drawn: list[str], role: str, width: int) -> list[list[Piece]]:
        burst = (_BURSTS_ASCII if self._ascii else _BURSTS)[self._stage]
        first = (len(drawn) - len(burst)) // 2
        rows: list[list[Piece]] = []
        for at, line in enumerate(drawn):
            beside = burst[at - first] if 0 <= at - first < len(burst) else " " * _WIDE_BURST
            text = fit(line, max(map(cell_len, drawn)))
            rows.append(centred([(f"{beside}  ", "number"), (text, role), (f"  {beside}", "number")], width))
        return rows


def _dotted(heights: Sequence[int], step: int) -> dict[tuple[int, int], int]:
    """The cells, with their dots, of a line from the middle of a cell to that of another: two dots across and four down in each."""
    dots: dict[tuple[int, int], int] = {}
    for x in range(2 * step * (len(heights) - 1) + 1):
        index, part = divmod(x, 2 * step)
        onward = heights[index + 1] if part else heights[index]
        y = round((heights[index] + (onward - heights[index]) * part / (2 * step)) * 4 + 1.5)
        cell = y // 4, x // 2
        dots[cell] = dots.get(cell, 0) | _BRAILLE[y % 4][x % 2]
    return dots


class Next(Enum):
    """What comes after a match."""

    REMATCH = "rematch"
    MENU = "menu"


class ScoreChart(Painted):
    """Both scores after each round as lines of dots, and the points of each round beside them."""

    def __init__(self, match: MatchView, *, ascii_only: bool) -> None:
        super().__init__(classes="chart")
        self._match = match
        self._ascii = ascii_only
        self._scores = [match.house.start, *(seen.view.scores for seen in match.rounds)]
        self._target = match.target

    def redraw(self, *, ascii_only: bool) -> None:
        """Draw with other characters."""
        self._ascii = ascii_only
        self.repaint()

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """The chart at the left, the rounds at the right."""
        if height < 4:
            return []
        wide = width - _TABLE - 8
        table = self._table(height)
        rows = self._chart(wide, height)
        joined: list[list[Piece]] = []
        row: list[Piece]
        figures: list[Piece]
        sums = self._sums()
        if len(table) + len(sums) + 1 < len(rows):
            # At the foot, above the axis.
            table += [[]] * (len(rows) - len(table) - len(sums) - 1) + sums
        for row, figures in zip_longest(rows, table, fillvalue=[]):
            gap = wide + 2 - row_width(row)
            joined.append([("  ", "strip"), *row, (" " * max(gap, 1), "strip"), *figures])
        return joined

    def _chart(self, width: int, height: int) -> list[list[Piece]]:
        plot = height - 1
        left = len(str(self._target)) + 2
        low = min(0, *(min(scores) for scores in self._scores))
        high = max(self._target, *(max(scores) for scores in self._scores))
        room = width - left - _ENDS - 1
        step = max(room // max(len(self._scores) - 1, 1), 1)
        shown = self._scores[-(room // step + 1) :]
        first = len(self._scores) - len(shown)
        columns = (len(shown) - 1) * step + 1

        def row_of(score: float) -> int:
            return round((high - score) * (plot - 1) / (high - low))

        grid: list[list[Piece]] = [[(" ", "strip")] * columns for _row_number in range(plot)]
        labels: dict[int, str] = {}
        for points in self._ruled(row_of):
            y = row_of(points)
            grid[y] = [("-" if self._ascii else "⠒", "goal-line" if points == self._target else "leader")] * columns
            labels[y] = str(points)
        heights = {pair: [row_of(scores[pair]) for scores in shown] for pair in Partnership}
        self._draw_lines(grid, heights, step)
        ends = self._ends({pair: heights[pair][-1] for pair in Partnership}, plot)
        rows: list[list[Piece]] = [
            [(f"{labels.get(y, ''):>{left - 1}} ", "strip-faint"), *grid[y], *ends.get(y, [])] for y in range(plot)
        ]
        numbers = "".join(
            f"{number:<{step}}" if step > 2 or number % 5 == 0 else " " * step
            for number in range(first, first + len(shown))
        )
        return [*rows, [(" " * left, "strip"), (numbers[: width - left], "strip-faint")]]

    def _ruled(self, row_of: Callable[[float], int]) -> list[int]:
        """The points at which there is a rule: all that are equally far apart, with a free row between any two, and the goal."""
        for step in _RULES:
            ruled = [*range(0, self._target, step), self._target]
            rows = [row_of(points) for points in ruled]
            if all(one - other > 1 for one, other in pairwise(rows[:-1])) and rows[-2] > rows[-1]:
                return ruled
        return [0, self._target]

    def _ends(self, heights: dict[Partnership, int], plot: int) -> dict[int, list[Piece]]:
        """In which row each pair's letters stand, at the end of its line; below one another where both lines end in one row."""
        ahead, behind = sorted(heights, key=lambda pair: -self._scores[-1][pair])
        if heights[ahead] == heights[behind]:
            is_lowest = heights[behind] == plot - 1
            heights[behind if not is_lowest else ahead] += -1 if is_lowest else 1
        return {y: [(f" {pair_letters(pair)}", f"strip-{pair.name.lower()}")] for pair, y in heights.items()}

    def _draw_lines(self, grid: list[list[Piece]], heights: Mapping[Partnership, list[int]], step: int) -> None:
        """A line of dots for each pair, and a peg at each round. What both share is in the colour of neither."""
        dots = {pair: _dotted(heights[pair], step) for pair in Partnership}
        for pair, other in (Partnership, reversed(Partnership)):
            role = f"strip-{pair.name.lower()}"
            for (y, x), dot in dots[pair].items():
                both = dots[other].get((y, x), 0)
                sign = "." if self._ascii else chr(0x2800 + (dot | both))
                grid[y][x] = sign, "strip-strong" if both else role
        pegs = [{(y, index * step) for index, y in enumerate(heights[pair])} for pair in Partnership]
        for pair, own in zip(Partnership, pegs, strict=True):
            for y, x in own:
                is_shared = all((y, x) in each for each in pegs)
                sign = ("=" if self._ascii else "◉") if is_shared else ("@" if self._ascii else "●")
                grid[y][x] = sign, "strip-strong" if is_shared else f"strip-{pair.name.lower()}"

    def _sums(self) -> list[list[Piece]]:
        """What each pair has scored with its plays, what its hands have cost it, and how often it has knocked."""
        scored, left_over, knocks = (dict.fromkeys(Partnership, 0) for _number in range(3))
        for seen in self._match.rounds:
            for event in seen.view.events:
                if isinstance(event, Placed):
                    scored[event.seat.partnership] += event.award
                elif isinstance(event, Passed):
                    knocks[event.seat.partnership] += 1
                elif isinstance(event, RoundEnded):
                    for seat in Seat:
                        left_over[seat.partnership] -= event.lost[seat]
        rows: list[list[Piece]] = []
        for told, sums in ((_("scored"), scored), (_("left over"), left_over), (_("knocks"), knocks)):
            ns, ew = sums.values()
            word: Piece = (f" {fit(told, _SUMS)}", "strip-faint")
            # Below the columns of the rounds.
            rows.append([word, (f"{ns:>{14 - _SUMS}}", "strip-ns"), (f"{ew:>7}", "strip-ew")])
        return rows

    def _table(self, height: int) -> list[list[Piece]]:
        """The points of each round, the latest where there is no room for all, and the score."""
        number_told = _("round")
        head: list[Piece] = [(f"{number_told:>8}", "strip-faint")]
        head += [(f"{pair_letters(pair):>7}", f"strip-{pair.name.lower()}") for pair in Partnership]
        rows: list[list[Piece]] = []
        for number, (before, after) in enumerate(pairwise(self._scores), 1):
            figures: list[Piece] = [
                (f"{after[pair] - before[pair]:>+7}".replace("+0", " 0"), f"strip-{pair.name.lower()}")
                for pair in Partnership
            ]
            rows.append([(f"{number:>8}", "strip-faint"), *figures])
        total: list[Piece] = [(" " * 8, "strip")]
        total += [(f"{self._scores[-1][pair]:>7}", f"strip-{pair.name.lower()}") for pair in Partnership]
        rule: list[Piece] = [(" " + ("-" if self._ascii else "─") * (_TABLE - 1), "leader")]
        if 2 * len(rows) + 9 <= height:
            rows = [spaced for row in rows for spaced in ([], row)]
            return [head, *rows, rule, total]
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
        is_ascii = self.rocks.is_ascii
        self._track = ScoreTrack(pairs_named(match.players), match.target, ascii_only=is_ascii)
        self._track.set_history(match.score_history())
        yield self._track
        names = [match.players[seat].name for seat in match.winner.seats]
        self._winners = Winners(names, self._title(), match.winner, ascii_only=is_ascii)
        self._chart = ScoreChart(match, ascii_only=is_ascii)
        yield self._winners
        yield self._chart
        yield TextLines(self._best_counts, classes="best")
        self._record = TextLines(self._record_rows, classes="record-told")
        yield self._record
        yield KeyLine(self._keys_shown)

    def on_resize(self, event: events.Resize) -> None:
        """Give what is told of the record the room that it needs now."""
        super().on_resize(event)
        self._record.styles.min_height = len(self._record_rows())

    def refit(self) -> None:
        """Draw anew after a change of settings."""
        super().refit()
        for drawn in (self._track, self._winners, self._chart):
            drawn.redraw(ascii_only=self.rocks.is_ascii)
        for told in self.query(TextLines):
            told.repaint()

    def on_mount(self) -> None:
        """A match that is won is worth seeing."""
        if not self.rocks.is_still:
            self._winners.burst()

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
        look, head = self.rocks.look, (" " + _("The best counts") + "  ", "strip-strong")
        if self.has_class("-board"):
            return [[head], [], *self._best_drawn(placed[:_BEST])]
        pieces: list[Piece] = [head]
        for event, name, _number in placed[:_BEST]:
            (tile,) = draw_tile(event.tile, DIGITS, look, stands=False)
            more: list[Piece] = [(f" {event.award} ", "won"), (" ", "strip"), *tile, (f" {name}   ", "strip")]
            if row_width([*pieces, *more]) <= self.app.size.width:
                pieces += more
        return [pieces]

    def _best_drawn(self, placed: Sequence[tuple[Placed, str, int]]) -> list[list[Piece]]:
        """The best counts as tiles, with what they brought in large figures, and whose they are."""
        room, tile_width = (self._chart.size.width - 2) // _BEST, PIPS.lying[0]
        rows: list[list[Piece]] = [[("  ", "strip")] for _row_number in range(PIPS.lying[1])]
        for number, (event, name, round_number) in enumerate(placed):
            told = f"+{event.award}"
            figures = ["", told] if self.rocks.is_ascii else letters.draw(told, letters.Size.HALF)
            tile = draw_tile(event.tile, PIPS, self.rocks.look, stands=False)
            pair, letter = event.seat.partnership.name.lower(), seat_letter(event.seat)
            whose = f"{fit(name, room - tile_width - 8).rstrip()} ({letter})"
            beside: list[Piece] = [(line, "strip-award") for line in figures]
            beside += [("", "strip")] * (PIPS.lying[1] - 2 - len(beside))
            beside += [(whose, f"strip-{pair}"), (_("round {n}").format(n=round_number), "strip-faint")]
            for row, cells, piece in zip(rows, tile, beside, strict=True):
                row += [(" " * (2 + number * room - row_width(row)), "strip"), *cells, ("   ", "strip"), piece]
        return rows

    def _record_rows(self) -> list[list[Piece]]:
        width = self.app.size.width - 2 - (_BOARD if self.has_class("-board") else 0)
        told = self._record_told
        rows: list[list[Piece]] = []
        if len(told) > width and os.sep in told:
            # A path too long for the row is broken before the file's name.
            folder, name = told.rsplit(os.sep, 1)
            told = folder + os.sep
            rows += [[("   " + name[at : at + width - 2], "strip-faint")] for at in range(0, len(name), width - 2)]
        rows[:0] = [[(" " + told[at : at + width], "strip-faint")] for at in range(0, len(told), width)]
        if self.match.known_deal:
            rows.append([(" " + _("known deal: the deals came from a given seed"), "strip-warn")])
        if self.match.opened:
            rows.append([(" " + opened_words(self.match.opened), "strip-warn")])
        rows += [[(" " + words, "strip-warn")] for words in self.match.house.told(pair_letters)]
        return [[], *rows] if len(rows) < _RECORD else rows

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
