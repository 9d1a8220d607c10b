"""A page of text that scrolls."""

from __future__ import annotations

from collections.abc import Iterable

from textual.containers import VerticalScroll
from textual.widget import Widget

from sevenrocks.tui.keys import KeyShown, On
from sevenrocks.tui.widgets.lines import KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Painted, Piece

from .base import Overlay

PAGE_WIDTH = 74
"""Columns of text on a page."""


class _Rows(Painted):
    """All rows of a page, as high as they are."""

    def __init__(self) -> None:
        super().__init__(classes="page-rows")
        self._given: list[list[Piece]] = []

    def show(self, rows: list[list[Piece]]) -> None:
        self._given = rows
        self.styles.height = len(rows)
        self.repaint()

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        return self._given


class PageScreen(Overlay):
    """A title, rows that scroll, and the keys."""

    ON = On.PAGE

    def title_words(self) -> str:
        """The title."""
        raise NotImplementedError

    def rows(self) -> list[list[Piece]]:
        """The rows, each at most PAGE_WIDTH wide."""
        raise NotImplementedError

    def body(self) -> Iterable[Widget]:
        """Title, rows, keys."""
        yield TextLines([[(self.title_words(), "strong")]], classes="page-title")
        yield VerticalScroll(_Rows(), classes="page", can_focus=False)
        yield KeyLine(self.keys_shown())

    def keys_shown(self) -> list[KeyShown]:
        """The keys of the page."""
        keys = self.rocks.keys
        return [keys.shown("page-up-row", "page-down-row", signs=not self.rocks.is_ascii), keys.shown("back")]

    def on_mount(self) -> None:
        """Show the rows."""
        self.show_rows()

    def show_rows(self) -> None:
        """Show the rows as they are now."""
        self.query_one(_Rows).show(self.rows())

    def action_scroll(self, rows: int) -> None:
        """Move the page by some rows."""
        self.query_one(VerticalScroll).scroll_relative(y=rows, animate=False)
