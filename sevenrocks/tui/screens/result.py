"""The end of a match: who won, how the scores went, the best counts, the record."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from enum import Enum

from textual.widget import Widget

from sevenrocks.engine.actions import Placed
from sevenrocks.engine.seats import Partnership
from sevenrocks.i18n import _, ngettext
from sevenrocks.seen import MatchView
from sevenrocks.telling.explaining import win_explanation
from sevenrocks.telling.sentences import names_words, opened_words, tile_words
from sevenrocks.tui.keys import KeyShown, On
from sevenrocks.tui.widgets.lines import KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Painted, Piece
from sevenrocks.tui.widgets.track import ScoreTrack, pairs_named

from .in_match import InMatchScreen

_BEST = 3


class Next(Enum):
    """What comes after a match."""

    REMATCH = "rematch"
    MENU = "menu"


class ScoreChart(Painted):
    """Both scores after each round, as two lines of letters."""

    def __init__(self, match: MatchView, *, ascii_only: bool) -> None:
        super().__init__(classes="chart")
        self._glyphs = ("-", ".") if ascii_only else ("─", "·")
        self._scores = [match.house.start, *(seen.view.scores for seen in match.rounds)]
        self._target = match.target

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """The chart, with the round numbers below."""
        plot_height = height - 2
        if plot_height < 2:
            return []
        low = min(0, *(min(scores) for scores in self._scores))
        high = max(self._target, *(max(scores) for scores in self._scores))
        step = max(min((width - 10) // max(len(self._scores) - 1, 1), 16), 1)
        shown = self._scores[-((width - 10) // step + 1) :]
        first = len(self._scores) - len(shown)

        def row_of(score: float) -> int:
            return round((high - score) * (plot_height - 1) / (high - low))

        rule, point = self._glyphs
        columns = (len(shown) - 1) * step + 1
        grid = [[(" ", "felt")] * columns for _ in range(plot_height)]
        for y in (row_of(self._target), row_of(0)):
            grid[y] = [(rule, "faint")] * columns
        for pair, mark in ((Partnership.EW, "E"), (Partnership.NS, "N")):
            role = pair.name.lower()
            for x in range(columns):
                index, part = divmod(x, step)
                onward = shown[index + 1][pair] if part else 0
                score = shown[index][pair] + (onward - shown[index][pair]) * part / step
                row = grid[row_of(score)]
                both = row[x][0] in "EN" and not part
                row[x] = ("=", "strong") if both else (mark if not part else point, role)
        labels = {row_of(self._target): str(self._target), row_of(0): "0"}
        rows: list[list[Piece]] = [[(f"{labels.get(y, ''):>7}  ", "faint"), *grid[y]] for y in range(plot_height)]
        numbers = "".join(
            f"{number:<{step}}" if step > 2 or number % 5 == 0 else " " * step
            for number in range(first, first + len(shown))
        )
        rows.append([(" " * 9, "felt"), (numbers[: width - 9], "faint")])
        legend = _("score after each round: N for NS, E for EW, = for both")
        rows.append([(" " * 9, "felt"), (legend, "faint")])
        return rows


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
        yield TextLines(lambda: [[], [(" " + self._title(), "award")]], classes="result-title")
        yield ScoreChart(match, ascii_only=self.rocks.is_ascii)
        yield TextLines(self._best_counts, classes="best")
        record = self._record_rows()
        told = TextLines(record, classes="record-told")
        told.styles.min_height = len(record)
        yield told
        yield KeyLine(self._keys_shown)

    def _title(self) -> str:
        match = self.match
        assert match.winner is not None
        return _("{names} win {score} to {other} {rounds}.").format(
            names=names_words(match.players, match.winner),
            score=match.scores[match.winner],
            other=match.scores[match.winner.opponents],
            rounds=ngettext("in {n} round", "in {n} rounds", len(match.rounds)),
        )

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
        rows: list[list[Piece]] = [[(" " + _("The best counts"), "strong")]]
        for event, name, number in placed[:_BEST]:
            told = _("{name} with {tile} in round {n}").format(name=name, tile=tile_words(event.tile), n=number)
            rows.append([(f"   {event.award:>3}  ", "award"), (told, "plain")])
        return rows

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
        rows += [[(" " + words, "warn")] for words in self.match.house.told]
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
