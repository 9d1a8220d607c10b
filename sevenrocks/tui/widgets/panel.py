"""A panel that tells something beside the table: a title with the key that closes it, and rows that scroll below."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.message import Message

from sevenrocks.drawing.paint import Labels
from sevenrocks.i18n import _

from .layout_view import WouldLie
from .painted import Painted, Piece, row_width, spread

_MARGIN = 1
_SCROLL = 2
"""Columns at the right in which it is told that there is more."""
_WIDEST = 100
"""Columns of text: longer lines would be hard to read."""


class Row(NamedTuple):
    """A row of a panel."""

    pieces: list[Piece]
    item: int | None = None
    """Which of the things told it belongs to, where one after the other can be chosen."""


class Lit(NamedTuple):
    """What is shown on the table of what a panel tells."""

    ends: Collection[int] = ()
    """Ends that count, by their places in `Layout.ends_by_line`."""
    labels: Labels = {}  # noqa: RUF012, nobody changes it
    would: Sequence[WouldLie] = ()


class Told:
    """What a panel tells."""

    closed_by: str
    """The id of the key that closes it, of which the title tells."""
    items = 0
    """How many things can be chosen, one after the other; where there are none, the rows scroll."""
    is_of_hand = False
    """Whether it tells of a hand: then it goes with it."""
    begins_at_end = False

    def __init__(self) -> None:
        self.at = 0
        """Which of the things is chosen."""

    def title(self) -> str:
        """The title."""
        raise NotImplementedError

    def about(self) -> str:
        """What is to be said of all that is told."""
        return ""

    def rows(self, width: int) -> list[Row]:
        """The rows, each of at most so many cells."""
        raise NotImplementedError

    def lit(self) -> Lit | None:
        """What the table shows of it; None where it stays as it is."""
        return None


class Panel(Painted):
    """Draws what is told, as much as there is room for."""

    class Closed(Message):
        """The title was clicked."""

    class Clicked(Message):
        """One of the things told was clicked."""

        def __init__(self, item: int) -> None:
            super().__init__()
            self.item = item

    def __init__(self, name_of: Callable[[str], str], *, ascii_only: Callable[[], bool]) -> None:
        """`name_of` tells what a key is called that has this id."""
        super().__init__(classes="panel")
        self._name_of = name_of
        self._is_ascii = ascii_only
        self.told: Told | None = None
        self._top = 0
        """How many rows are above what is in sight."""
        self._lowest = 0
        self._is_choice_sought = False
        """Whether what is chosen is to be brought into sight."""
        self._items: list[int | None] = []
        """What each row belongs to that is in sight; None for the title, too."""
        self._head_rows = 0

    def show(self, told: Told | None) -> None:
        """Tell this from now on."""
        self.told = told
        self._top = self._lowest = 10**6 if told is not None and told.begins_at_end else 0
        self._is_choice_sought = True
        self.repaint()

    def step(self, step: int) -> None:
        """Choose the next thing that is told, or the one before; where nothing can be chosen, scroll."""
        told = self.told
        assert told is not None
        at = told.at + step
        if not told.items or (at >= told.items and self._top < self._lowest):
            self.scroll_rows(step)
        else:
            self.choose(at % told.items)

    def choose(self, item: int) -> None:
        """Choose one of the things told."""
        assert self.told is not None
        self.told.at, self._is_choice_sought = item, True
        self.repaint()

    def scroll_rows(self, rows: int) -> None:
        """Move the rows."""
        self._top = min(max(self._top + rows, 0), self._lowest)
        self.repaint()

    def scroll_to_end(self) -> None:
        """Show the last rows."""
        self._top = self._lowest = 10**6
        self.repaint()

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """The title, and as many rows as there is room for."""
        told = self.told
        if told is None or width <= 2 * _MARGIN + _SCROLL:
            return []
        head = self._head(told, width)
        rows = told.rows(min(width - 2 * _MARGIN - _SCROLL, _WIDEST))
        room = max(height - len(head), 1)
        self._lowest = max(len(rows) - room, 0)
        if self._is_choice_sought and told.items:
            ours = [number for number, row in enumerate(rows) if row.item == told.at]
            # What is told first of all stands above the first of them.
            self._top = min(max(self._top, ours[-1] - room + 1), ours[0] if told.at else 0)
        self._is_choice_sought = False
        self._top = min(max(self._top, 0), self._lowest)
        shown = rows[self._top : self._top + room]
        self._head_rows = len(head)
        self._items = [*[None] * len(head), *(row.item for row in shown)]
        drawn: list[list[Piece]] = [[(" " * _MARGIN, "felt"), *row.pieces] for row in shown]
        up, down = ("^", "v") if self._is_ascii() else ("↑", "↓")
        for sign, at, is_more in ((up, 0, self._top > 0), (down, -1, self._top < self._lowest)):
            if is_more:
                drawn[at].append((" " * (width - _MARGIN - 1 - row_width(drawn[at])), "felt"))
                drawn[at].append((sign, "key"))
        return [*head, *drawn]

    def _head(self, told: Told, width: int) -> list[list[Piece]]:
        """The title with the key that closes it, and what is to be said of all where there is room beside it."""
        closes = _("{key} closes").format(key=self._name_of(told.closed_by))
        about = told.about()
        title: list[Piece] = [(f" {told.title()}", "rim-strong")]
        with_about: list[Piece] = [*title, (f"  {about}", "rim")]
        has_room = bool(about) and row_width(with_about) + cell_len(closes) + 2 <= width
        return [self._on_wood(with_about if has_room else title, closes, width)]

    @staticmethod
    def _on_wood(left: list[Piece], closes: str, width: int) -> list[Piece]:
        row = spread(left, [(f"{closes} ", "rim")], width)
        row = [(text, "rim" if role == "felt" else role) for text, role in row]
        return [*row, (" " * (width - row_width(row)), "rim")]

    def on_click(self, event: events.Click) -> None:
        """Tell what was clicked."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        if offset.y < self._head_rows:
            self.post_message(self.Closed())
        elif offset.y < len(self._items) and (item := self._items[offset.y]) is not None:
            self.post_message(self.Clicked(item))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Move the rows down."""
        event.stop()
        self.scroll_rows(-1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Move the rows up."""
        event.stop()
        self.scroll_rows(1)
