"""The three other seats: who sits there, how many tiles they hold, what they have knocked on, whose turn it is."""

from __future__ import annotations

from sevenrocks.engine.seats import Seat
from sevenrocks.engine.view import PublicView
from sevenrocks.seen import Players
from sevenrocks.telling.sentences import knocked_words

from .painted import Painted, Piece, fit, row_width


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
        _own, left, top, right = self._bottom.clockwise()
        third = width // 3
        middle = self._seat(top, "^" if self._ascii else "▲", third)
        row = self._seat(left, "<" if self._ascii else "◀", third)
        self._pad(row, third + (width - 2 * third - row_width(middle)) // 2)
        row += middle
        last = self._seat(right, ">" if self._ascii else "▶", third, at_right=True)
        self._pad(row, width - row_width(last))
        return [row + last]

    def _seat(self, seat: Seat, arrow: str, width: int, *, at_right: bool = False) -> list[Piece]:
        assert self._view is not None
        assert self._players is not None
        knocked = knocked_words(self._view.knocked_on[seat])
        details = f" {self._view.hand_sizes[seat]}" + (f" {knocked}" if knocked else "")
        in_turn = self._view.turn is seat
        name = self._players[seat].name
        room = width - len(details) - 8
        name = fit(name, room).rstrip()
        role = "strong" if in_turn else seat.partnership.name.lower()
        row: list[Piece] = [(f"{name} ({seat.name})", role), (details, "plain")]
        if in_turn:
            row.insert(0, ("* ", "award"))
        return [*row, (f" {arrow}", "faint")] if at_right else [(f"{arrow} ", "faint"), *row]

    @staticmethod
    def _pad(row: list[Piece], x: int) -> None:
        row.append((" " * max(x - row_width(row), 1), "felt"))
