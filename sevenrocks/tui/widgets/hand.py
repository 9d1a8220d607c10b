"""The tiles of a hand, at the bottom of the screen."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from textual import events
from textual.geometry import Size
from textual.message import Message

from sevenrocks.drawing.paint import joined
from sevenrocks.drawing.shapes import BOXES, LIFE, PIPS, TileSize
from sevenrocks.drawing.tiles import Face, Look, draw_tile
from sevenrocks.engine.tiles import Hand, Tile

from .painted import Painted, Piece, centred, row_width

_GAP = 2
_MARGIN = 2
_NUMBERS = 1
"""Rows below the tiles."""
_LIFT = 1
"""Rows above them, into which the chosen one is lifted."""
_NOTE = 26
"""Columns that are kept free for a note, so that tiles are as large whatever it says, and for what may stand in its place."""
_WAYS: tuple[tuple[TileSize, bool], ...] = ((LIFE, True), (PIPS, False), (BOXES, False))
"""Sizes, and whether the tiles stand, from the largest."""


@lru_cache(512)
def _drawn(tile: Tile, size: TileSize, look: Look, stands: bool, face: Face) -> tuple[tuple[Piece, ...], ...]:
    """The rows of a tile."""
    return tuple(map(joined, draw_tile(tile, size, look, stands=stands, face=face)))


class HandView(Painted):
    """Tiles side by side with their numbers below; a chosen one stands out upwards."""

    class TileClicked(Message):
        """A tile of the hand was clicked."""

        def __init__(self, tile: Tile) -> None:
            super().__init__()
            self.tile = tile

    def __init__(self) -> None:
        super().__init__(classes="hand")
        self._hand: Hand = ()
        self._playable: frozenset[Tile] = frozenset()
        self._chosen: Tile | None = None
        self._note: Callable[[int], list[list[Piece]]] = lambda _height: []
        self._look = Look()
        self._proclaimed: list[list[Piece]] | None = None
        self._room: tuple[int, int] | None = None
        """Columns and rows that there would be if nothing stood beside the tiles."""

    def show(
        self, hand: Hand, playable: frozenset[Tile], chosen: Tile | None, note: Callable[[int], list[list[Piece]]]
    ) -> None:
        """Draw these tiles, with a note for so many rows at the right; those that are not playable are grey, without number."""
        is_wider = len(hand) != len(self._hand)
        self._hand, self._playable, self._chosen, self._note = hand, playable, chosen, note
        self.repaint()
        if is_wider and self.has_class("-beside"):
            self.refresh(layout=True)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """What the tiles need, where something else stands beside them. They lie as they would without it."""
        self._room = container.width, container.height
        size, stands = self._way(*self._room)
        return _MARGIN + len(self._hand) * ((size.standing if stands else size.lying)[0] + _GAP)

    def redraw(self, look: Look) -> None:
        """Draw in another look."""
        self._look = look
        self.repaint()

    def proclaim(self, block: list[list[Piece]] | None) -> None:
        """Lay rows over the hand; None takes them away."""
        if block is not self._proclaimed:
            self._proclaimed = block
            self.repaint()

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """The rows of the hand, or what lies over it."""
        if self._proclaimed is not None:
            above = max((height - len(self._proclaimed)) // 2, 0)
            return [*([[]] * above), *(centred(row, width) for row in self._proclaimed)][:height]
        size, stands = self._drawn_way()
        tile_width, tile_height = size.standing if stands else size.lying
        rows: list[list[Piece]] = [[] for _ in range(height)]
        for index, tile in enumerate(self._hand):
            x = _MARGIN + index * (tile_width + _GAP)
            is_chosen, is_playable = tile == self._chosen, tile in self._playable
            face = Face.HELD if is_chosen else Face.TILE if is_playable else Face.DIM
            top = 0 if is_chosen else _LIFT
            for y, runs in enumerate(_drawn(tile, size, self._look, stands, face), top):
                self._pad(rows[y], x)
                rows[y] += runs
            number = f"{self._look.glyphs.lifted if is_chosen else ' '}{index + 1 if is_playable else self._look.glyphs.barred}"
            below = rows[_LIFT + tile_height]
            self._pad(below, x + tile_width // 2 - 1)
            below.append((number, "held-number" if is_chosen else "number" if is_playable else "dim-number"))
        return self._with_note(rows, width)

    def _with_note(self, rows: list[list[Piece]], width: int) -> list[list[Piece]]:
        if self.has_class("-beside"):
            return rows
        for row, note in zip(rows, self._note(len(rows)), strict=False):
            self._pad(row, width - row_width(note) - _MARGIN)
            row.extend(note)
        return rows

    @staticmethod
    def _pad(row: list[Piece], x: int) -> None:
        gap = x - row_width(row)
        row.append((" " * max(gap, 0), "strip"))

    def _drawn_way(self) -> tuple[TileSize, bool]:
        room = self._room if self.has_class("-beside") else None
        return self._way(*(room or self.content_size))

    def _way(self, width: int, height: int) -> tuple[TileSize, bool]:
        """The largest tiles for which there is room, with that for the note."""
        room = width - _MARGIN - max([_NOTE, *(row_width(row) for row in self._note(height))]) - 2 * _MARGIN
        for size, stands in _WAYS:
            tile_width, tile_height = size.standing if stands else size.lying
            if _LIFT + tile_height + _NUMBERS <= height and len(self._hand) * (tile_width + _GAP) <= room:
                return size, stands
        return BOXES, False

    def on_click(self, event: events.Click) -> None:
        """Tell which tile was clicked."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        size, stands = self._drawn_way()
        tile_width = (size.standing if stands else size.lying)[0]
        index, inside = divmod(offset.x - _MARGIN, tile_width + _GAP)
        if 0 <= index < len(self._hand) and inside < tile_width:
            self.post_message(self.TileClicked(self._hand[index]))
