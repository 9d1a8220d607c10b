"""What the table and the cover share: all that everyone may see."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import TypeVar

from textual.containers import Horizontal
from textual.widget import Widget

from sevenrocks.drawing.paint import Labels
from sevenrocks.engine.layout import Layout
from sevenrocks.engine.seats import Seat
from sevenrocks.i18n import _
from sevenrocks.seen import MatchView
from sevenrocks.telling.sentences import knocked_words, knocks_words, placed_words, tile_words, won_words
from sevenrocks.tui.widgets.layout_view import PLATE, LayoutView, WouldLie
from sevenrocks.tui.widgets.lines import SpreadLine
from sevenrocks.tui.widgets.log import LogView
from sevenrocks.tui.widgets.painted import Piece
from sevenrocks.tui.widgets.seats_bar import ARROWS, ARROWS_ASCII, SeatsBar, plate_of
from sevenrocks.tui.widgets.track import ScoreTrack, pairs_named

from .in_match import InMatchScreen

Answer = TypeVar("Answer")

_BRIEFEST = 3
"""The least that is told of the last play and of the knocks since."""


def chips(layout: Layout, lit: Container[int] = (), *, has_sum: bool = True) -> list[Piece]:
    """The count of a layout, each term in the look of its mark on the table; those that are `lit` are being told about."""
    pieces: list[Piece] = []
    for number, end in enumerate(layout.ends_by_line):
        pieces += [(f"+{end.pips}", "lit" if number in lit else "count"), (" ", "plain")]
    return [*pieces, (f"= {layout.count}", "strong")] if has_sum else pieces


class PublicScreen(InMatchScreen[Answer]):
    """Track, seats, layout and the count of the last play, seen from one seat; what else there is stands below."""

    def __init__(self, match: MatchView, bottom: Seat) -> None:
        super().__init__(match)
        self.bottom = bottom
        self.track = ScoreTrack(pairs_named(match.players), match.target)
        self.seats = SeatsBar()
        self.layout_view = LayoutView()
        self.log_view = LogView()
        self.count_line = SpreadLine(classes="count-line")

    def body(self) -> Iterable[Widget]:
        """The public part of the screen."""
        self.refit()
        self.track.set_history(self.match.history_in_play)
        yield self.track
        yield self.seats
        yield Horizontal(Horizontal(self.layout_view, classes="felt"), self.log_view, classes="felt-row")
        yield self.count_line
        yield from self.below()

    def below(self) -> Iterable[Widget]:
        """The widgets below the count of the last play."""
        raise NotImplementedError

    def refit(self) -> None:
        """Draw anew after a change of settings."""
        super().refit()
        self.track.redraw(ascii_only=self.rocks.is_ascii)
        self.seats.redraw(ascii_only=self.rocks.is_ascii)
        self.layout_view.redraw(self.rocks.look)
        self._seat_around()

    def retell(self) -> None:
        """Tell all again after a change of the language."""
        self.show_public()
        super().retell()

    def on_mount(self) -> None:
        """Show the match as it stands."""
        self.show_public()

    def show_public(self) -> None:
        """Show what everyone may see."""
        if not self.match.rounds:
            return
        view = self.match.round
        self.track.rename(pairs_named(self.match.players))
        self.seats.show(view, self.match.players, self.bottom)
        self._seat_around()
        empty = _("{name} opens, with any tile.")
        if self.manners.tells_what_if:
            empty = _("{name} opens, with any tile. The double five counts 10 at once.")
        self.layout_view.tell_empty(empty.format(name=self.match.players[view.opener].name))
        self.show_layout()
        self.show_count()
        self.log_view.show(self.match)

    def show_layout(self) -> None:
        """Show the layout, and what lies on it for the moment."""
        placed = self.match.round.last_placed
        last, counts = None if placed is None else placed.tile, self.manners.tells_counts
        self.layout_view.light(self.lit())
        self.layout_view.show(self.match.round.layout, last, self.labels(), would=self.would(), counts=counts)

    def show_count(self) -> None:
        """Tell the last play, what it counts, and who has knocked since."""
        told, *shorter = (self._count_told(self.match.round.layout, brevity) for brevity in range(_BRIEFEST + 1))
        standing: list[list[Piece]] = [self._standing(), []]
        ways = [(way, right) for way in (told, *shorter) for right in standing]
        self.count_line.show(*ways[0], *ways[1:])

    def count_told(self, layout: Layout) -> list[Piece]:
        """What the ends count, and what that has brought to whoever placed the last tile."""
        placed = self.match.round.last_placed
        assert placed is not None
        words = won_words(placed)
        counted = chips(layout, self.lit())
        return [*counted, ("   ", "plain"), (f" {words} ", self.award_role) if placed.award else (words, "faint")]

    @property
    def award_role(self) -> str:
        """How it looks what the last play has brought."""
        return "won"

    def labels(self) -> Labels:
        """What is written at places."""
        return {}

    def would(self) -> Sequence[WouldLie]:
        """Tiles that are shown where they would lie."""
        return ()

    def lit(self) -> Container[int]:
        """The ends that are being told about, by their places in `Layout.ends_by_line`."""
        return ()

    def _seat_around(self) -> None:
        """Put the three others around the layout, where there is room."""
        if not self.match.rounds:
            return
        view, players = self.match.round, self.match.players
        is_ascii = self.rocks.is_ascii
        arrows = ARROWS_ASCII if is_ascii else ARROWS
        _own, *others = self.bottom.clockwise()
        plates = [
            plate_of(view, players, seat, arrow, PLATE[0], ascii_only=is_ascii)
            for seat, arrow in zip(others, arrows, strict=True)
        ]
        self.layout_view.seat(*plates)

    def _count_told(self, layout: Layout, brevity: int = 0) -> list[Piece]:
        """What was played last, what the ends count, what it brought; and who has knocked since.

        The briefer the less is told of the play, then of the knocks: what a player lacks stands beside the name, too.
        """
        seen = self.match.rounds[-1]
        view = seen.view
        knocks, placed = view.latest_knocks, view.last_placed
        knocked: list[Piece] = []
        if knocks:
            words = knocks_words(seen.players_for(knocks[-1]), knocks)
            knocked = [(words if brevity < _BRIEFEST else knocked_words(knocks[-1].halves), "warn")]
        if placed is None:
            return [(" ", "plain"), *knocked]
        players = seen.players_for(placed)
        name, pair = players[placed.seat].name, placed.seat.partnership.name.lower()
        words = placed_words(players, layout, placed)
        if brevity:
            words = f"{name} {tile_words(placed.tile)}"
        if brevity > 1:
            words, name = tile_words(placed.tile), ""
        before, whose, after = words.partition(name) if name else (words, "", "")
        told: list[Piece] = [(f" {before}", "plain"), (whose, pair), (f"{after}   ", "plain")]
        is_short = brevity and not placed.award and not placed.missed
        counted = chips(layout, self.lit()) if is_short else self.count_told(layout)
        return [*told, *counted, ("   ", "plain"), *knocked]

    def _standing(self) -> list[Piece]:
        return [(_("round {n}").format(n=self.match.round.number) + " ", "faint")]
