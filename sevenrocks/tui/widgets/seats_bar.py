"""The three other seats: who sits there, how many tiles they hold, what they have knocked on, whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len

from sevenrocks.engine.seats import Seat
from sevenrocks.engine.view import PublicView
from sevenrocks.i18n import ngettext
from sevenrocks.names import MAX_CELLS
from sevenrocks.seen import Players
from sevenrocks.telling.seats import seat_letter
from sevenrocks.telling.sentences import knocked_words

from .painted import Painted, Piece, fit, row_width

ARROWS, ARROWS_ASCII = ("◀", "▲", "▶"), ("<", "^", ">")
"""Where the seats are, seen from the bottom: at the left, at the top, at the right."""
_LACKS = 40
"""Columns in which all that a seat can lack is told at length."""

IN_TURN, IN_TURN_ASCII = ("◆", "◆"), (">", "<")
"""At both sides of the name of whoever is in turn, which its plate of brass tells only where there are colours."""


def plate_of(
    view: PublicView, players: Players, seat: Seat, arrow: str, width: int, *, ascii_only: bool
) -> list[list[Piece]]:
    """A seat in two rows: its name, in brass where it is in turn; how many tiles it holds, and which numbers it lacks."""
    pair = seat.partnership.name.lower()
    in_turn = view.turn is seat
    sign = f" {(IN_TURN_ASCII if ascii_only else IN_TURN)[1]}" if in_turn else ""
    name = fit(players[seat].name, width - len(f"{arrow} ({seat_letter(seat)}){sign}") - 3).rstrip()
    tiles = ngettext("{n} tile", "{n} tiles", view.hand_sizes[seat])
    lacks = knocked_words(view.knocked_on[seat], room := width - cell_len(tiles) - 4)
    lacks = fit(lacks, room).rstrip() if cell_len(lacks) > room else lacks
    first: list[Piece] = [(f"{arrow} {name} ({seat_letter(seat)}){sign}", "turn" if in_turn else f"rim-{pair}")]
    second: list[Piece] = [(tiles, "rim"), *([(f"  {lacks}", "rim-warn")] if lacks else [])]
    wide = max(row_width(first), row_width(second))
    first.append((" " * (wide - row_width(first)), "turn" if in_turn else "rim"))
    return [first, [*second, (" " * (wide - row_width(second)), "rim")]]


class SeatsBar(Painted):
    """One row: the next seat at the left, the partner in the middle, the seat before at the right.

    Turns go clockwise, so play goes from the bottom of the screen to the left, the top, the right.
    """

    def __init__(self, *, ascii_only: bool = False) -> None:
        super().__init__(classes="seats")
        self._view: PublicView | None = None
        self._players: Players | None = None
        self._bottom = Seat.N
        self._ascii = ascii_only

    def show(self, view: PublicView, players: Players, bottom: Seat) -> None:
        """Draw the seats, with these players, as they are seen from this one."""
        self._view, self._players, self._bottom = view, players, bottom
        self.repaint()

    def redraw(self, *, ascii_only: bool) -> None:
        """Draw with other characters."""
        self._ascii = ascii_only
        self.repaint()

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """The row."""
        if self._view is None:
            return []
        row, middle, last = next(
            (told for told in self._ways() if sum(map(row_width, told)) + 2 <= width), self._told()
        )
        self._pad(row, min((width - row_width(middle)) // 2, width - row_width(last) - row_width(middle) - 1))
        row += middle
        self._pad(row, width - row_width(last))
        return [row + last]

    def _ways(self) -> Iterator[list[list[Piece]]]:
        """The three seats, from all that can be told of them to less and less: what they lack in short, no arrows, short names."""
        for room in range(_LACKS, -1, -1):
            yield self._told(room, has_arrows=True)
        for longest in range(MAX_CELLS, 0, -1):
            yield self._told(0, longest=longest)

    def _told(self, room: int = 0, *, has_arrows: bool = False, longest: int = 1) -> list[list[Piece]]:
        _own, *others = self._bottom.clockwise()
        arrows = (ARROWS_ASCII if self._ascii else ARROWS) if has_arrows else ("",) * len(ARROWS)
        longest = MAX_CELLS if has_arrows else longest
        return [self._seat(seat, arrow, room, longest) for seat, arrow in zip(others, arrows, strict=True)]

    def _seat(self, seat: Seat, arrow: str, room: int, longest: int) -> list[Piece]:
        """A seat: its name in so many columns at most, and what it lacks, in so many if it can be told in them."""
        assert self._view is not None
        assert self._players is not None
        count = f" {self._view.hand_sizes[seat]} "
        in_turn = self._view.turn is seat
        lacks = knocked_words(self._view.knocked_on[seat], room)
        name = fit(self._players[seat].name, longest).rstrip()
        role = "turn" if in_turn else f"rim-{seat.partnership.name.lower()}"
        before, after = (IN_TURN_ASCII if self._ascii else IN_TURN) if in_turn else (" ", "")
        told = f"{before}{name} ({seat_letter(seat)}){after}"
        row: list[Piece] = [(told, role), (count, "rim"), (lacks, "rim-warn")]
        if arrow in (ARROWS[-1], ARROWS_ASCII[-1]):
            return [*row, (f" {arrow} ", "rim")]
        return [(f" {arrow}" if arrow else "", "rim"), *row]

    @staticmethod
    def _pad(row: list[Piece], x: int) -> None:
        row.append((" " * max(x - row_width(row), 1), "rim"))
