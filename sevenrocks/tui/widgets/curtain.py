"""The curtain before a hand: to whom the screen goes, to be read across the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.message import Message

from sevenrocks.drawing import letters
from sevenrocks.tui.thumb import Thumb

from .painted import Painted, Piece, apart, fit, over, row_width

_FOLD = 4
"""Columns from one fold of the cloth to the next."""
_CLEAR = 3
"""Columns at each side of what is written that have no folds."""
_AIRY = 4
"""Rows to spare from which the name has a free one above and below it."""


class Request(NamedTuple):
    """What a curtain asks for."""

    lead: str
    """Before the name: `pass the screen to`."""
    name: str
    after: str
    """After the name: who that is."""
    press: tuple[str, str]
    """What is said before and after the key that opens it."""
    key: str
    refused: str = ""
    """Why it has just stayed closed."""
    warned: str = ""
    """What everybody must have read before anybody goes on."""


class Curtain(Painted):
    """Hangs before a hand. The plate with the key opens it, and is never where the last click was."""

    class Clicked(Message):
        """The plate was clicked."""

    def __init__(
        self,
        request: Callable[[], Request],
        told: Callable[[int], Sequence[list[Piece]]],
        thumb: Callable[[], Thumb],
        *,
        ascii_only: Callable[[], bool],
    ) -> None:
        """`told` gives rows of what has happened, in so many columns, the latest last; the first of them matter least."""
        super().__init__(classes="curtain")
        self._request = request
        self._told = told
        self._thumb = thumb
        self._is_ascii = ascii_only
        self._plate: tuple[int, int, int] = (0, 0, 0)
        """Row, first column, and the column after the last of the plate as it was drawn."""

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """The rail, the request in the middle of the cloth, and what has happened below it."""
        asked = self._request()
        rail = "=" if self._is_ascii() else "▀"
        told = list(self._told(width - 6))
        name = self._large(asked.name, width, height)
        needed = 1 + 1 + len(name) + 1
        told = told[max(len(told) - max(height - needed, 1), 0) :] if height > needed else []
        free = height - needed - len(told)
        gap = 1 if free >= _AIRY else 0
        above = max((free - 2 * gap) // 2, 0)
        rows: list[list[Piece]] = [[(rail * width, "rail")]]
        rows += [self._cloth([], width) for _ in range(above)]
        warned: list[Piece] = [(f"{asked.warned}   ", "curtain-warn")] if asked.warned else []
        rows.append(self._cloth([*warned, (asked.lead, "curtain")], width))
        air = [self._cloth([], width)] * gap
        rows += [*air, *(self._cloth([(line, "curtain-strong")], width) for line in name), *air]
        rows.append(self._press(asked, width, len(rows)))
        rows += [self._cloth([], width) for _ in range(height - len(rows) - len(told))]
        rows += [[("   ", "curtain"), *row, (" " * max(width - 3 - row_width(row), 0), "curtain")] for row in told]
        return rows[:height]

    def _large(self, name: str, width: int, height: int) -> list[str]:
        """The name as large as there is room; letters without a drawing are set wide apart."""
        if letters.is_drawn(name):
            sizes = ((letters.Size.WHOLE, 5), (letters.Size.HALF, 3))
            for size, rows in ((letters.Size.PLAIN, 5),) if self._is_ascii() else sizes:
                if letters.width(name, size) <= width - 8 and rows + 4 <= height:
                    return letters.draw(name, size)
        return ["", apart(name, width - 4), ""]

    def _press(self, asked: Request, width: int, row: int) -> list[Piece]:
        if asked.refused:
            before, after = [(f"{asked.refused}  ", "curtain-warn")], []
        else:
            before = [(f"{asked.after}  {asked.press[0]} ", "curtain")]
            after = [(f" {asked.press[1]}", "curtain")]
        plate: Piece = (f"  {asked.key}  ", "chosen")
        wide = row_width([*before, plate, *after])
        thumb = self._thumb()
        for left in (max((width - wide) // 2, 0), 2, max(width - wide - 2, 0)):
            start = left + row_width(before)
            end = start + cell_len(plate[0])
            if not any(thumb.is_near(self.region.x + x, self.region.y + row) for x in range(start, end)):
                break
        self._plate = (row, start, end)
        return self._cloth([*before, plate, *after], width, left)

    def _cloth(self, told: list[Piece], width: int, left: int | None = None) -> list[Piece]:
        """A row of cloth with something in its middle, or from a column on; its folds are seen where nothing is."""
        wide = row_width(told)
        left = max((width - wide) // 2, 0) if left is None else left
        fold = "|" if self._is_ascii() else "▏"
        row: list[Piece] = []
        for x in range(0, width, _FOLD):
            is_clear = bool(told) and left - _CLEAR - _FOLD < x < left + wide + _CLEAR
            row.append((fit("" if is_clear else fold, min(_FOLD, width - x)), "fold"))
        return over(row, left, told) if told else row

    def on_click(self, event: events.Click) -> None:
        """Tell that the plate was clicked."""
        offset = event.get_content_offset(self)
        row, start, end = self._plate
        if offset is not None and offset.y == row and start <= offset.x < end:
            self.post_message(self.Clicked())
