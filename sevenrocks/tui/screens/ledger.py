"""The end of a round: all hands face up, and what each costs its pair, hand by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from textual.widget import Widget

from sevenrocks.drawing import letters
from sevenrocks.drawing.shapes import BOXES, DIGITS, PIPS, TileSize
from sevenrocks.drawing.tiles import Look, draw_tile
from sevenrocks.engine.actions import Ending, RoundEnded
from sevenrocks.engine.seats import Partnership, Scores, Seat
from sevenrocks.i18n import _
from sevenrocks.seen import MatchView
from sevenrocks.telling.explaining import deductions_explanation
from sevenrocks.telling.seats import pair_letters, seat_letter
from sevenrocks.telling.sentences import opened_words
from sevenrocks.tui.keys import On
from sevenrocks.tui.widgets.lines import KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Painted, Piece, fit, row_width, wrap
from sevenrocks.tui.widgets.track import ScoreTrack, pairs_named

from .in_match import InMatchScreen

_SECONDS_A_HAND = 0.6
_ROWS = 4
"""Rows of a bill beside its hands and its totals."""
_MARGIN = 1
_SEAT = 6
"""Columns beside the longest name, before the tiles of a hand."""
_NARROW, _WIDE = (27, 15, 9, 2), (47, 36, 19, 3)
"""Where the columns of figures end, from the right: as digits, and with totals in large figures."""
_LARGEST = 13
"""Columns of a total in large figures at most."""
_WIDEST = 176
_LARGE, _FEW = 29, 5
"""Rows from which tiles and totals are drawn large, where no hand has more of them."""
_OUT_ROWS = 5
"""Rows of a hand from which it is told in large letters that it is out."""
_FURTHEST = 4
"""Rows between hands at most."""


class LedgerView(Painted):
    """A bill: a row of tiles for each hand, and a column of figures for each pair."""

    def __init__(self, match: MatchView, ended: RoundEnded, before: Scores, look: Look) -> None:
        super().__init__(classes="ledger")
        self._match = match
        self._ended = ended
        self._before = before
        self._look = look
        self.settled = 0
        """How many hands have been settled."""

    def redraw(self, look: Look) -> None:
        """Draw in another look."""
        self._look = look
        self.repaint()

    def scores(self) -> Scores:
        """Both totals after the hands settled so far."""
        scores = self._before
        for seat in list(Seat)[: self.settled]:
            pair = seat.partnership
            scores = scores.with_value(pair, scores[pair] - self._ended.lost[seat])
        return scores

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """The head, what there was before, three or five rows a hand, and what there is after it."""
        wide = min(width, _WIDEST)
        is_large = height >= _LARGE and max(len(hand) for hand in self._ended.hands) <= _FEW
        size, ends = (PIPS, _WIDE) if is_large else (BOXES, _NARROW)
        if not self._look.glyphs.is_solid and height < _ROWS + len(Seat) * (BOXES.lying[1] + 1) + 1:
            # The boxes of two hands would touch.
            size = DIGITS
        rule: list[Piece] = [(" " * _MARGIN + self._look.glyphs.level * (wide - 2 * _MARGIN), "leader")]
        head = [(_("pips"), "strip-faint"), (_("rounded"), "strip-faint")]
        head += [(pair_letters(pair), f"strip-{pair.name.lower()}") for pair in Partnership]
        before = [("", "strip"), ("", "strip"), *((str(score), "strip-strong") for score in self._before)]
        total = self._total(wide, ends, is_large=is_large)
        needed = _ROWS + len(Seat) * size.lying[1] + len(total)
        gap: list[list[Piece]] = [[]] * min(max(height - needed, 0) // (len(Seat) + 1), _FURTHEST)
        rows = [_row([], head, wide, ends), rule, _row([(" " + _("before"), "strip-faint")], before, wide, ends)]
        for number, seat in enumerate(Seat):
            rows += [*gap, *self._hand(seat, size, wide, ends, is_settled=number < self.settled)]
        rows += [*gap, rule, *total]
        margin: Piece = (" " * ((width - wide) // 2), "strip")
        return [[margin, *row] for row in rows]

    def _hand(
        self, seat: Seat, size: TileSize, width: int, ends: Sequence[int], *, is_settled: bool
    ) -> list[list[Piece]]:
        players, pair = self._match.rounds[-1].players, seat.partnership.name.lower()
        hand, high = self._ended.hands[seat], size.lying[1]
        between: list[Piece] = [(" ", "strip")] if size is DIGITS else []
        longest = max(map(len, self._ended.hands)) * (size.lying[0] + len(between))
        # A hand of seven leaves little room for long names.
        room = min(max(cell_len(player.name) for player in players) + _SEAT, width - ends[0] - 4 - longest)
        drawn = [draw_tile(tile, size, self._look, stands=False) for tile in hand] if hand else self._out(high)
        rows: list[list[Piece]] = []
        for y in range(high):
            is_middle = y == high // 2
            whose = f" {fit(players[seat].name, room - _SEAT).rstrip()} ({seat_letter(seat)})" if is_middle else ""
            row: list[Piece] = [(fit(whose, room), f"strip-{pair}")]
            for tile in drawn:
                row += [*tile[y], *between]
            rows.append(_row(row, self._figures(seat), width, ends, self._dot) if is_middle and is_settled else row)
        return rows

    def _out(self, high: int) -> list[list[list[Piece]]]:
        """What stands where nothing is left: in large letters where there is room."""
        told = _("domino")
        rows: list[list[Piece]] = [[] for _row_number in range(high)]
        lines = [told]
        if high >= _OUT_ROWS and letters.is_drawn(told) and not self._is_ascii:
            lines = letters.draw(told, letters.Size.HALF)
        for y, line in enumerate(lines, (high - len(lines)) // 2):
            rows[y] = [(f" {line}", "strip-award")]
        return [rows]

    @property
    def _is_ascii(self) -> bool:
        return self._look.glyphs.level.isascii()

    @property
    def _dot(self) -> str:
        return "." if self._is_ascii else "·"

    def _figures(self, seat: Seat) -> list[Piece]:
        left, lost = self._ended.left[seat], self._ended.lost[seat]
        taken: Piece = (f"-{lost}" if lost else "0", "strip-loss" if lost else "strip-faint")
        columns: list[Piece] = [taken if pair is seat.partnership else ("", "strip") for pair in Partnership]
        return [(str(left), "strip"), (str(lost), "strip"), *columns]

    def _total(self, width: int, ends: Sequence[int], *, is_large: bool) -> list[list[Piece]]:
        """The totals so far; and what the round has brought, once all hands have been settled."""
        scores, rounds = self.scores(), self._match.rounds
        number = len(rounds)
        told: list[Piece] = [(" " + _("after round {n}").format(n=number), "strip-strong")]
        if self.settled == len(Seat):
            begun = rounds[-2].view.scores if number > 1 else self._match.house.start
            brought = "   ".join(f"{pair_letters(pair)} {scores[pair] - begun[pair]:+}" for pair in Partnership)
            told.append(("   " + _("this round: {brought}").format(brought=brought), "strip-faint"))
        texts = {pair: str(scores[pair]) for pair in Partnership}
        if (
            is_large
            and not self._is_ascii
            and max(letters.width(text, letters.Size.HALF) for text in texts.values()) <= _LARGEST
        ):
            drawn = [letters.draw(texts[pair], letters.Size.HALF) for pair in Partnership]
            return [
                _row(
                    told if y == 1 else [],
                    [
                        ("", "strip"),
                        ("", "strip"),
                        *(
                            (line[y], f"strip-{pair.name.lower()}")
                            for pair, line in zip(Partnership, drawn, strict=True)
                        ),
                    ],
                    width,
                    ends,
                )
                for y in range(len(drawn[0]))
            ]
        totals: list[Piece] = [(f" {texts[pair]} ", f"{pair.name.lower()}-plate") for pair in Partnership]
        return [_row(told, [("", "strip"), ("", "strip"), *totals], width, ends, is_plate=True)]


def _row(
    left: list[Piece],
    figures: list[Piece],
    width: int,
    ends: Sequence[int],
    leader: str = " ",
    *,
    is_plate: bool = False,
) -> list[Piece]:
    """A row with figures in the four columns at its right, all of them ending below one another; dots may lead to the first."""
    row = list(left)
    for number, ((text, role), end) in enumerate(zip(figures, ends, strict=True)):
        gap = max(width - end - len(text) + is_plate - row_width(row), 0)
        dots = max(gap - 2, 0) if not number and leader != " " else 0
        row += [(" " * (gap - dots - (1 if dots else 0)), "strip"), (leader * dots, "leader")]
        row += [(" " if dots else "", "strip"), (text, role)]
    return row


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
        players = self.match.rounds[-1].players
        self.track = ScoreTrack(pairs_named(players), self.match.target, ascii_only=self.rocks.is_ascii)
        self.track.set_history(self._history)
        yield self.track
        yield self._head
        self._ledger = LedgerView(self.match, self._ended, self._before, self.rocks.look)
        yield self._ledger
        yield self._told
        yield KeyLine(lambda: [self.rocks.keys.shown("go-on", word=_("next round")), *self.page_keys()])

    def refit(self) -> None:
        """Draw anew after a change of settings."""
        self.track.redraw(ascii_only=self.rocks.is_ascii)
        self._ledger.redraw(self.rocks.look)

    def step_changed(self, match: MatchView) -> None:
        """The record has been written."""
        self.match = match
        self._head.repaint()

    def _head_rows(self) -> list[list[Piece]]:
        opened = self.match.rounds[-1].opened
        written: list[Piece] = [(" " + opened_words([len(self.match.rounds)]), "strip-warn")] if opened else []
        title: list[list[Piece]] = [
            [(f" {line}", "strip-strong")] for line in wrap(self._title(), self.app.size.width - 2)
        ]
        return [*([[]] * (2 - len(title))), *title, written]

    def _title(self) -> str:
        number = len(self.match.rounds)
        if self._ended.ending is Ending.BLOCKED:
            return _("Round {n} is blocked: nobody can play. Each hand left costs its own pair points.").format(
                n=number
            )
        assert self._ended.seat is not None
        name = self.match.rounds[-1].players[self._ended.seat].name
        return _("{name} goes out. Each hand left costs its own pair points, the partner's too.").format(name=name)

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
            self._told.show([(" " + self._next_opener(), "strip-strong")])

    def _next_opener(self) -> str:
        if self._ended.seat is None:
            return _("After a blocked round a new draw decides who opens.")
        name = self.match.rounds[-1].players[self._ended.seat].name
        return _("{name} went out and opens the next round.").format(name=name)

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
