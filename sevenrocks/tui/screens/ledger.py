"""The end of a round: all hands face up, and what each costs its pair, hand by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.widget import Widget

from sevenrocks.drawing.paint import ASCII, UNICODE, Role, draw_tile
from sevenrocks.drawing.shapes import BOXES
from sevenrocks.engine.actions import Ending, RoundEnded
from sevenrocks.engine.seats import Scores, Seat
from sevenrocks.i18n import _, ngettext
from sevenrocks.seen import MatchView
from sevenrocks.telling.explaining import deductions_explanation
from sevenrocks.telling.sentences import opened_words
from sevenrocks.tui.keys import On
from sevenrocks.tui.widgets.lines import KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Painted, Piece, fit
from sevenrocks.tui.widgets.track import ScoreTrack, pairs_named

from .in_match import InMatchScreen

_SECONDS_A_HAND = 1.0


class LedgerView(Painted):
    """A row of tiles and a line of figures for each seat."""

    def __init__(self, match: MatchView, ended: RoundEnded, before: Scores, *, ascii_only: bool) -> None:
        super().__init__(classes="ledger")
        self._match = match
        self._ended = ended
        self._before = before
        self._glyphs = ASCII if ascii_only else UNICODE
        self.settled = 0
        """How many hands have been settled."""

    def scores(self) -> Scores:
        """Both totals after the hands settled so far."""
        scores = self._before
        for seat in list(Seat)[: self.settled]:
            pair = seat.partnership
            scores = scores.with_value(pair, scores[pair] - self._ended.lost[seat])
        return scores

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """Four rows a seat."""
        rows: list[list[Piece]] = []
        running = self._before
        for number, (seat, player) in enumerate(self._match.rounds[-1].players.by_seat()):
            pair, lost = seat.partnership, self._ended.lost[seat]
            after = running.with_value(pair, running[pair] - lost)
            block: list[list[Piece]] = [[("", "felt")] for _ in range(4)]
            for y in range(3):
                name = f" {player.name} ({seat.name})" if y == 1 else ""
                block[y].append((fit(name, 22), pair.name.lower()))
            for tile in self._ended.hands[seat]:
                for y, cells in enumerate(draw_tile(tile, BOXES, self._glyphs, stands=False)):
                    block[y].append(("".join(character for character, _role in cells), Role.TILE.value))
                    block[y].append((" ", "felt"))
            if not self._ended.hands[seat]:
                block[1].append((_("out: no tile is left"), "strong"))
            if number < self.settled:
                block[3] += self._figures(seat, running, after)
            rows += block
            running = after
        return rows

    def _figures(self, seat: Seat, before: Scores, after: Scores) -> list[Piece]:
        pair, left, lost = seat.partnership, self._ended.left[seat], self._ended.lost[seat]
        pips = ngettext("{n} pip", "{n} pips", left)
        rounded = _("{pips}, rounded to {n}").format(pips=pips, n=lost)
        taken = _("{pair} {before} - {lost} = {after}").format(
            pair=pair.name, before=before[pair], lost=lost, after=after[pair]
        )
        return [(" " * 22, "felt"), (fit(rounded, 28), "plain"), (taken, "loss" if lost else "faint")]


class LedgerScreen(InMatchScreen[bool]):
    """The settlement, one hand after the other. Answered with whether to go on; else seats are to change."""

    ON = On.LEDGER

    def __init__(self, match: MatchView, ended: RoundEnded, *, is_seen: bool = False) -> None:
        """`is_seen` says that the settlement has been seen, and is shown whole."""
        super().__init__(match)
        self._ended = ended
        self._is_seen = is_seen
        self._history = match.history_in_play
        self._before = match.scores_in_play
        self._head = TextLines(self._head_rows, classes="ledger-title")
        self._told = TextLines(classes="ledger-told")

    def body(self) -> Iterable[Widget]:
        """Track, title, hands, who opens next, keys."""
        ascii_only = self.rocks.is_ascii
        self.track = ScoreTrack(pairs_named(self.match.rounds[-1].players), self.match.target, ascii_only=ascii_only)
        self.track.set_history(self._history)
        yield self.track
        yield self._head
        self._ledger = LedgerView(self.match, self._ended, self._before, ascii_only=ascii_only)
        yield self._ledger
        yield self._told
        yield KeyLine(lambda: [self.rocks.keys.shown("go-on", word=_("next round")), *self.page_keys()])

    def step_changed(self, match: MatchView) -> None:
        """The record has been written."""
        self.match = match
        self._head.repaint()

    def _head_rows(self) -> list[list[Piece]]:
        opened = self.match.rounds[-1].opened
        written: list[Piece] = [(" " + opened_words([len(self.match.rounds)]), "warn")] if opened else []
        return [[], [(" " + self._title(), "strong")], written]

    def _title(self) -> str:
        number = len(self.match.rounds)
        if self._ended.ending is Ending.BLOCKED:
            return _("Round {n} is blocked: all four in a row cannot place.").format(n=number)
        assert self._ended.seat is not None
        name = self.match.rounds[-1].players[self._ended.seat].name
        return _("Round {n} is over: {name} is out.").format(n=number, name=name)

    def on_mount(self) -> None:
        """Begin the settlement."""
        if self.rocks.is_still or self._is_seen:
            self._settle(len(Seat))
        else:
            self.set_timer(_SECONDS_A_HAND, self._settle_next)

    def _settle_next(self) -> None:
        if self._ledger.settled < len(Seat):
            self._settle(self._ledger.settled + 1)
            self.set_timer(_SECONDS_A_HAND, self._settle_next)

    def _settle(self, hands: int) -> None:
        self._ledger.settled = hands
        self._ledger.repaint()
        self.track.walk_to(self._ledger.scores(), at_once=self.rocks.is_still)
        if hands == len(Seat):
            self._told.show([(" " + self._next_opener(), "strong")])

    def _next_opener(self) -> str:
        if self._ended.seat is None:
            return _("After a blocked round a new neutral draw decides who opens.")
        name = self.match.rounds[-1].players[self._ended.seat].name
        return _("{name} went out, and so opens the next round.").format(name=name)

    def explained(self) -> tuple[str, Sequence[str]]:
        """What each hand costs, and why."""
        return _("What the hands cost"), deductions_explanation(self.match, self._ended)

    def action_seats(self) -> None:
        """Change who sits where."""
        self.reply(False)

    def action_go_on(self) -> None:
        """Show the whole settlement, then go on. Somebody must have seen both."""
        if not self.is_meant():
            return
        if self._ledger.settled < len(Seat):
            self._settle(len(Seat))
        else:
            self.reply(True)
