"""A plate that shows a hand when it is clicked."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.message import Message

from sevenrocks.tui.keys import KeyShown
from sevenrocks.tui.thumb import Thumb

from .painted import Painted, Piece, row_width


class Plate(Painted):
    """A key and what it does, in the middle of a row; never where the last click was, so that two taps on one spot show nothing."""

    class Clicked(Message):
        """The plate was clicked."""

    def __init__(self, told: Callable[[], KeyShown], thumb: Callable[[], Thumb], *, classes: str) -> None:
        super().__init__(classes=classes)
        self._told = told
        self._thumb = thumb

    def _pieces(self) -> list[Piece]:
        key = self._told()
        return [(f"  {key.name}  ", "chosen"), (f"{key.word}  ", "chosen")]

    def _left(self, width: int) -> int:
        """The column at which it begins: in the middle, or else where the last click was not."""
        wide, thumb = row_width(self._pieces()), self._thumb()
        middle = max((width - wide) // 2, 0)
        for left in (middle, 0, max(width - wide, 0)):
            columns = range(self.region.x + left, self.region.x + left + wide)
            if not any(thumb.is_near(column, self._row) for column in columns):
                return left
        return middle

    @property
    def _row(self) -> int:
        """The row of the screen on which it is drawn."""
        return self.region.y + self._above

    @property
    def _above(self) -> int:
        return self.content_size.height // 2

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """The plate in the middle row."""
        self._drawn_at = self._left(width)
        return [*([[]] * self._above), [(" " * self._drawn_at, "felt"), *self._pieces()]]

    def on_click(self, event: events.Click) -> None:
        """Tell that it was clicked."""
        offset = event.get_content_offset(self)
        if offset is None or offset.y != self._above:
            return
        if self._drawn_at <= offset.x < self._drawn_at + row_width(self._pieces()):
            self.post_message(self.Clicked())
