"""The layout on the table."""

from __future__ import annotations

from collections.abc import Mapping

from textual import events
from textual.message import Message

from sevenrocks.drawing.geometry import Arrangement, NoRoomError, arrange
from sevenrocks.drawing.paint import ASCII, UNICODE, Label, paint
from sevenrocks.engine.layout import Layout, Port
from sevenrocks.engine.tiles import Tile

from .painted import Painted, Piece, centred


class LayoutView(Painted):
    """Draws the cross as large as there is room."""

    class MarkClicked(Message):
        """An end or place beside this host was clicked."""

        def __init__(self, host: Tile, port: Port) -> None:
            super().__init__()
            self.host = host
            self.port = port

    def __init__(self, layout: Layout | None = None, *, ascii_only: bool = False, pips: bool = True) -> None:
        super().__init__(classes="layout")
        self._layout_shown = layout or Layout()
        self._last: Tile | None = None
        self._labels: Mapping[tuple[Tile, Port], Label] = {}
        self._counts = True
        self._told_empty = ""
        self._glyphs = ASCII if ascii_only else UNICODE
        self._pips = pips
        self._arrangement: Arrangement | None = None

    @property
    def arrangement(self) -> Arrangement | None:
        """Where the tiles and the marks of the ends lie, as last drawn; None before that."""
        return self._arrangement

    def show(
        self,
        layout: Layout,
        last: Tile | None,
        labels: Mapping[tuple[Tile, Port], Label] | None = None,
        *,
        counts: bool = True,
    ) -> None:
        """Draw this layout, marking the tile placed last, with labels at places, and with what counts unless told not to."""
        if layout.joints[: len(self._layout_shown.joints)] != self._layout_shown.joints:
            self._arrangement = None
        self._layout_shown, self._last, self._labels, self._counts = layout, last, labels or {}, counts
        self.repaint()

    def tell_empty(self, told: str) -> None:
        """What to write in the middle while nothing has been placed."""
        self._told_empty = told

    def redraw(self, *, ascii_only: bool, pips: bool) -> None:
        """Draw with other characters."""
        self._glyphs, self._pips = ASCII if ascii_only else UNICODE, pips
        self.repaint()

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """The rows of the layout."""
        if width <= 0 or height <= 0:
            return []
        if not self._layout_shown.joints:
            return [*([[]] * (height // 2)), centred([(self._told_empty, "faint")], width)]
        try:
            self._arrangement = arrange(self._layout_shown, width, height, before=self._arrangement)
        except NoRoomError:
            # For the moment in which the window is too small and the screen has not yet said so.
            self._arrangement = None
            return []
        rows = paint(
            self._arrangement,
            self._layout_shown,
            glyphs=self._glyphs,
            pips=self._pips,
            last=self._last,
            labels=self._labels,
            counts=self._counts,
        )
        return [[(text, role.value) for text, role in row] for row in rows]

    def on_click(self, event: events.Click) -> None:
        """Tell which end or place was clicked."""
        offset = event.get_content_offset(self)
        if offset is None or self._arrangement is None:
            return
        for mark in self._arrangement.marks:
            if mark.rect.x <= offset.x < mark.rect.x + mark.rect.width and mark.rect.y == offset.y:
                self.post_message(self.MarkClicked(mark.host, mark.port))
                return
