"""Single lines and short texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from textual import events

from sevenrocks.i18n import _
from sevenrocks.tui.keys import KeyShown

from .painted import Painted, Piece, row_width, spread, wrap

Rows: TypeAlias = Sequence[list[Piece]]
Sides: TypeAlias = tuple[list[Piece], list[Piece]]
"""What stands at the left of a row, and at its right."""


class TextLines(Painted):
    """A few rows of pieces, as they are given, or as they are told anew whenever they are drawn."""

    def __init__(self, rows: Rows | Callable[[], Rows] = (), *, classes: str = "lines") -> None:
        super().__init__(classes=classes)
        self._given = rows

    def show(self, *rows: list[Piece]) -> None:
        """Draw these rows."""
        self._given = list(rows)
        self.repaint()

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """The rows as they were given; a row of a single text is wrapped."""
        rows: list[list[Piece]] = []
        for row in self._given() if callable(self._given) else self._given:
            if len(row) == 1 and row_width(row) > width:
                rows += [[(line, row[0][1])] for line in wrap(row[0][0], width)]
            else:
                rows.append(row)
        return rows[:height]


class SpreadLine(Painted):
    """One row with something at the left and something at the right."""

    def __init__(self, *, classes: str = "line") -> None:
        super().__init__(classes=classes)
        self._ways: tuple[Sides, ...] = (([], []),)

    def show(self, left: list[Piece], right: list[Piece] | None = None, *shorter: Sides) -> None:
        """Draw these pieces; the first of the shorter ways where there is no room for them."""
        self._ways = ((left, right or []), *shorter)
        self.repaint()

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """The row."""
        fitting = (way for way in self._ways if row_width([*way[0], *way[1]]) < width)
        left, right = next(fitting, self._ways[-1])
        return [spread(left, right, width)]


def _drawn(key: KeyShown) -> list[Piece]:
    """A key of a key line, and what it does."""
    return [(" ", "felt"), (key.name, "key"), (f" {key.word} ", "faint")]


class KeyLine(Painted):
    """Which keys do what now: as many as there is room for, by their ranks. A click does what the key does."""

    def __init__(self, keys: Sequence[KeyShown] | Callable[[], Sequence[KeyShown]] = ()) -> None:
        super().__init__(classes="keys")
        self._given = keys
        self._aside = ""

    def show(self, keys: Sequence[KeyShown]) -> None:
        """Draw these keys with what they do."""
        self._given = keys
        self.repaint()

    def tell(self, aside: str) -> None:
        """Tell something in place of the keys; nothing tells them again."""
        if aside != self._aside:
            self._aside = aside
            self.repaint()

    @property
    def keys(self) -> Sequence[KeyShown]:
        """The keys that are told."""
        return self._given() if callable(self._given) else self._given

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """The row."""
        if self._aside:
            return [[(f" {self._aside}", "warn")]]
        return [[piece for key in self.fitting(width) for piece in _drawn(key)]]

    def fitting(self, width: int) -> list[KeyShown]:
        """The keys that there is room for, in the order in which they are told."""
        keys = list(self.keys)
        while len(keys) > 1 and sum(row_width(_drawn(key)) for key in keys) > width:
            keys.pop(min(range(len(keys)), key=lambda at: (keys[at].rank, -at)))
        return keys

    async def on_click(self, event: events.Click) -> None:
        """Do what the clicked key does; where something else is told, tell the keys again."""
        if self._aside:
            self.tell("")
            return
        offset = event.get_content_offset(self)
        end = 0
        for key in self.fitting(self.content_size.width):
            start, end = end, end + row_width(_drawn(key))
            if offset is None or not start <= offset.x < end:
                continue
            if key.action:
                await self.screen.run_action(key.action)
            else:
                self.tell(_("Several keys do this: press one of {keys}.").format(keys=key.name))
            break
