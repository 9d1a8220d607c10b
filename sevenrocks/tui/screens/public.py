"""What the table and the cover share: all that everyone may see."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from textual.containers import Horizontal
from textual.widget import Widget

from sevenrocks.engine.layout import Layout
from sevenrocks.engine.seats import Seat
from sevenrocks.i18n import _
from sevenrocks.seen import MatchView
from sevenrocks.telling.sentences import knocks_words, placed_words, terms_words, won_words
from sevenrocks.tui.widgets.layout_view import LayoutView
from sevenrocks.tui.widgets.lines import SpreadLine
from sevenrocks.tui.widgets.log import LogView
from sevenrocks.tui.widgets.painted import Piece
from sevenrocks.tui.widgets.seats_bar import SeatsBar
from sevenrocks.tui.widgets.track import ScoreTrack, pairs_named

from .in_match import InMatchScreen

Answer = TypeVar("Answer")


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
        yield Horizontal(self.layout_view, self.log_view, classes="felt")
        yield self.count_line
        yield from self.below()

    def below(self) -> Iterable[Widget]:
        """The widgets below the count of the last play."""
        raise NotImplementedError

    def refit(self) -> None:
        """Draw anew after a change of settings."""
        ascii_only, pips = self.rocks.is_ascii, self.rocks.has_pips
        self.track.redraw(ascii_only=ascii_only)
        self.seats.redraw(ascii_only=ascii_only)
        self.layout_view.redraw(ascii_only=ascii_only, pips=pips)

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
        placed = view.last_placed
        opener = self.match.players[view.opener].name
        self.layout_view.tell_empty(_("The table is empty: {name} opens.").format(name=opener))
        self.layout_view.show(
            view.layout, None if placed is None else placed.tile, counts=self.rocks.manners.tells_counts
        )
        self.log_view.show(self.match)
        self.count_line.show(self._count_told(view.layout), self._standing())

    def _count_told(self, layout: Layout) -> list[Piece]:
        seen = self.match.rounds[-1]
        view = seen.view
        knocks = view.latest_knocks
        placed = view.last_placed
        if knocks:
            players = seen.players_for(knocks[-1])
            return [(knocks_words(players, knocks) + "   ", "warn"), (terms_words(layout), "strong")]
        if placed is None:
            return [(" ", "felt")]
        told: list[Piece] = [(placed_words(seen.players_for(placed), layout, placed) + "   ", "plain")]
        return [
            *told,
            (terms_words(layout) + "  ", "strong"),
            (won_words(placed), "award" if placed.award else "faint"),
        ]

    def _standing(self) -> list[Piece]:
        return [(_("round {n}").format(n=self.match.round.number) + " ", "faint")]
