"""A player's own hand: the one widget that shows tiles nobody else may see."""

from __future__ import annotations

from textual import events
from textual.message import Message

from sevenrocks.drawing.paint import ASCII, UNICODE, Role, draw_tile
from sevenrocks.drawing.shapes import BOXES, PIPS, TileSize
from sevenrocks.engine.tiles import Hand, Tile

from .painted import Painted, Piece, row_width

_GAP = 2
_MARGIN = 2
_LARGE_FROM = 12
"""Rows from which tiles are drawn large."""


class HandView(Painted):
    """Tiles side by side with their numbers below; a chosen one stands out upwards."""

    class TileClicked(Message):
        """A tile of the hand was clicked."""

        def __init__(self, tile: Tile) -> None:
            super().__init__()
            self.tile = tile

    def __init__(self, *, ascii_only: bool = False, pips: bool = True) -> None:
        super().__init__(classes="hand")
        self._hand: Hand = ()
        self._playable: frozenset[Tile] = frozenset()
        self._chosen: Tile | None = None
        self._note: list[list[Piece]] = []
        self._glyphs = ASCII if ascii_only else UNICODE
        self._pips = pips

    def show(
        self, hand: Hand, playable: frozenset[Tile], chosen: Tile | None, note: list[list[Piece]] | None = None
    ) -> None:
        """Draw these tiles, with a note at the right; those that are not playable are faint."""
        self._hand, self._playable, self._chosen, self._note = hand, playable, chosen, note or []
        self.repaint()

    def redraw(self, *, ascii_only: bool, pips: bool) -> None:
        """Draw with other characters."""
        self._glyphs, self._pips = ASCII if ascii_only else UNICODE, pips
        self.repaint()

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """The rows of the hand."""
        size, stands = self._tile_size(height)
        tile_width, tile_height = size.standing if stands else size.lying
        rows: list[list[Piece]] = [[] for _ in range(height)]
        left = _MARGIN
        for index, tile in enumerate(self._hand):
            x = left + index * (tile_width + _GAP)
            lifted = tile == self._chosen
            bright = tile in self._playable
            drawn = draw_tile(tile, size, self._glyphs, stands=stands, pips=self._pips)
            top = 0 if lifted else 1
            for y in range(tile_height + 1):
                self._pad(rows[y], x)
                if top <= y < top + tile_height:
                    role = "chosen" if lifted else Role.TILE.value if bright else "faint"
                    rows[y].append(("".join(character for character, _role in drawn[y - top]), role))
            number = f"{'>' if lifted else ' '}{index + 1}{'<' if lifted else ' '}"
            self._pad(rows[tile_height + 1], x + tile_width // 2 - 1)
            rows[tile_height + 1].append((number, "key" if bright else "faint"))
        return self._with_note(rows, width)

    def _with_note(self, rows: list[list[Piece]], width: int) -> list[list[Piece]]:
        for row, note in zip(rows, self._note, strict=False):
            self._pad(row, width - row_width(note) - 1)
            row.extend(note)
        return rows

    @staticmethod
    def _pad(row: list[Piece], x: int) -> None:
        gap = x - row_width(row)
        row.append((" " * max(gap, 0), "felt"))

    @staticmethod
    def _tile_size(height: int) -> tuple[TileSize, bool]:
        return (PIPS, True) if height >= _LARGE_FROM - 1 else (BOXES, False)

    def on_click(self, event: events.Click) -> None:
        """Tell which tile was clicked."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        size, stands = self._tile_size(self.content_size.height)
        tile_width = (size.standing if stands else size.lying)[0]
        index, inside = divmod(offset.x - _MARGIN, tile_width + _GAP)
        if 0 <= index < len(self._hand) and inside < tile_width:
            self.post_message(self.TileClicked(self._hand[index]))
