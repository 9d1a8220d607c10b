"""Hands laid open beside a question."""

from __future__ import annotations

from collections.abc import Sequence

from sevenrocks.drawing.shapes import BOXES, PIPS
from sevenrocks.drawing.tiles import Look, draw_tile
from sevenrocks.engine.tiles import Hand

from .painted import Painted, Piece, centred

_SPARE = 8
"""Rows that large tiles must leave free, so that they do not look crammed."""


class HandsView(Painted):
    """A row of tiles for each hand, in the middle."""

    def __init__(self) -> None:
        super().__init__(classes="hands")
        self._hands: Sequence[Hand] = ()
        self._look = Look()

    def show(self, hands: Sequence[Hand]) -> None:
        """Draw these hands."""
        self._hands = hands
        self.repaint()

    def redraw(self, look: Look) -> None:
        """Draw in another look."""
        self._look = look
        self.repaint()

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """The hands one below the other, with an empty row between, in the middle; as large as there is room."""
        longest = max((len(hand) for hand in self._hands), default=0)
        is_wide = (PIPS.lying[0] + 2) * longest <= width
        is_high = (PIPS.lying[1] + 1) * len(self._hands) + _SPARE <= height
        size = PIPS if is_wide and is_high else BOXES
        rows: list[list[Piece]] = [[]] * max((height - (size.lying[1] + 1) * len(self._hands) + 1) // 2, 0)
        for hand in self._hands:
            drawn = [draw_tile(tile, size, self._look, stands=False) for tile in hand]
            for y in range(size.lying[1]):
                row: list[Piece] = []
                for tile in drawn:
                    row += [*tile[y], ("  ", "felt")]
                rows.append(centred(row, width))
            rows.append([])
        return rows
