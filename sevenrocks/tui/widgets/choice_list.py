"""A list to choose from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from textual import events
from textual.message import Message

from .painted import Painted, Piece, row_width

Choice = TypeVar("Choice")

_MOST_ROWS = 3
"""Rows that a choice takes at most: its own, and one above and below."""


class ChoiceList(Painted, Generic[Choice]):
    """A row a choice, one of them chosen; a click takes one."""

    class Clicked(Message):
        """The choice in this row was clicked."""

        def __init__(self, row: int) -> None:
            super().__init__()
            self.row = row

    def __init__(
        self,
        choices: Sequence[Choice],
        told: Callable[[Choice, bool, int], list[Piece]],
        *,
        row: int = 0,
        gap: int | None = None,
        is_roomy: bool = False,
        classes: str,
    ) -> None:
        """`told` tells a choice, which may be the chosen one, in so many columns; above row `gap` one is left empty.

        Where it `is_roomy` a choice takes two rows, or three, where there is room, and fills them when it is chosen.
        """
        super().__init__(classes=classes)
        self.choices = choices
        self.row = row
        self._told = told
        self._gap = gap
        self._is_roomy = is_roomy

    @property
    def chosen(self) -> Choice:
        """The choice that is chosen."""
        return self.choices[self.row]

    def step(self, step: int) -> None:
        """Choose the next one, or the one before."""
        self.row = (self.row + step) % len(self.choices)
        self.repaint()

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """A row a choice, and those around it."""
        pitch = self._pitch(height)
        rows: list[list[Piece]] = [[] for _ in range(self._above(height))]
        for number, choice in enumerate(self.choices):
            told = self._told(choice, number == self.row, width)
            around: list[Piece] = [(" " * row_width(told), told[0][1])] if pitch == _MOST_ROWS else []
            rows += [around] * (pitch // 2) if pitch == _MOST_ROWS else []
            rows.append(told)
            rows += [around] * (pitch // 2)
        if self._gap is not None:
            rows.insert(self._gap, [])
        return rows

    def _above(self, height: int) -> int:
        """How many rows are left empty above: where there is room to spare the list is in the middle."""
        return max((height - self._pitch(height) * len(self.choices)) // 2, 0) if self._is_roomy else 0

    def _pitch(self, height: int) -> int:
        """How many rows a choice takes."""
        return max(1, min((height + 1) // max(len(self.choices), 1), _MOST_ROWS)) if self._is_roomy else 1

    def on_click(self, event: events.Click) -> None:
        """Tell which choice was clicked."""
        offset = event.get_content_offset(self)
        if offset is None or offset.y == self._gap:
            return
        height = self.content_size.height
        row = (offset.y - self._above(height) - (self._gap is not None and offset.y > self._gap)) // self._pitch(height)
        if 0 <= row < len(self.choices):
            self.post_message(self.Clicked(row))
