"""What all screens share on which a number is asked for: a layout that does not tell what counts, and digits typed."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import TypeVar

from textual import events
from textual.containers import Horizontal
from textual.timer import Timer
from textual.widget import Widget

from sevenrocks.engine.layout import Layout
from sevenrocks.i18n import _
from sevenrocks.tui.keys import KeyShown
from sevenrocks.tui.widgets.hands_view import HandsView
from sevenrocks.tui.widgets.layout_view import LayoutView
from sevenrocks.tui.widgets.lines import KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Piece, wrap

from .base import Arming, RocksScreen
from .rules import RulesScreen

Answer = TypeVar("Answer")

_TICK = 0.25
_DEAD_TIME = 1.0
"""Seconds after the time is over in which Enter does nothing: it was meant for the answer."""
_MAX_DIGITS = 2


class CountingScreen(RocksScreen[Answer]):
    """Asks about a layout, takes digits and Enter, and then tells what counts."""

    def __init__(self) -> None:
        super().__init__()
        self.layout_view = LayoutView()
        self.hands_view = HandsView()
        self._question = TextLines(self._rows, classes="question")
        self.typed = ""
        self.is_answered = False
        """Whether what is asked has been answered, and the answer is told."""
        self.message = ""
        self._began = self._until = self._dead_until = 0.0
        self._clock: Timer | None = None

    # ---- for those who ask

    def title_words(self) -> str:
        """The title."""
        raise NotImplementedError

    def question_rows(self) -> list[list[Piece]]:
        """What stands below the layout."""
        raise NotImplementedError

    def keys_shown(self) -> list[KeyShown]:
        """The keys."""
        raise NotImplementedError

    def submit(self, number: int | None) -> None:
        """Take a number; None where the time is over."""
        raise NotImplementedError

    def go_on(self) -> None:
        """Go on after the answer has been told."""
        raise NotImplementedError

    # ---- what they share

    def body(self) -> Iterable[Widget]:
        """Title, layout and hands, the question, the keys."""
        self.refit()
        yield TextLines(lambda: [[(" " + self.title_words(), "strong")]], classes="question-title")
        yield Horizontal(self.layout_view, self.hands_view, classes="felt")
        yield self._question
        yield KeyLine(self.keys_shown)

    def on_resize(self, event: events.Resize) -> None:
        """Give what is told the room that it needs now."""
        super().on_resize(event)
        self.tell()

    def refit(self) -> None:
        """Draw anew after a change of settings."""
        super().refit()
        self.layout_view.redraw(self.rocks.look)
        self.hands_view.redraw(self.rocks.look)

    def ask(self, layout: Layout, *, seconds: int = 0) -> None:
        """Ask about this layout: within so many seconds, or without a clock where that is 0."""
        self.typed, self.message, self.is_answered = "", "", False
        self.layout_view.show(layout, layout.joints[-1].tile, counts=False)
        self._began = time.monotonic()
        self._stop_clock()
        if seconds:
            self._until = self._began + seconds
            self._clock = self.set_interval(_TICK, self._tick)
        self.tell()

    def reveal(self, layout: Layout) -> None:
        """Show what counts."""
        self._stop_clock()
        self.is_answered, self.message, self._arming = True, "", Arming()
        self.layout_view.show(layout, layout.joints[-1].tile)
        self.tell()

    def tell(self) -> None:
        """Tell all anew."""
        for painted in (*self.query(TextLines), *self.query(KeyLine)):
            painted.repaint()
        # What is told must have room; the layout has all that is left.
        self._question.styles.min_height = len(self._rows())

    @property
    def seconds(self) -> float:
        """How long the question has been in sight."""
        return time.monotonic() - self._began

    @property
    def clock_words(self) -> str:
        """The time that is left, where there is a clock."""
        if self._clock is None:
            return ""
        return _("{n} s").format(n=max(round(self._until - time.monotonic() + 0.5), 0))

    def entry(self, words: str) -> list[Piece]:
        """A row in which a number is typed."""
        row: list[Piece] = [(f"{words} ", "plain"), (f"{self.typed}_ ", "key")]
        return [*row, (f"  {self.clock_words}", "warn")] if self.clock_words else row

    def number_keys(self, word: str) -> list[KeyShown]:
        """The keys that type a number, and the one that gives it, with its word."""
        keys = self.rocks.keys
        return [keys.several("digit", 0, 9), keys.shown("go", word=word)]

    @property
    def text_width(self) -> int:
        """The columns that texts have."""
        return self.app.size.width - 2

    def _rows(self) -> list[list[Piece]]:
        rows: list[list[Piece]] = []
        for row in self.question_rows():
            if len(row) == 1:
                rows += [[(line, row[0][1])] for line in wrap(row[0][0], self.text_width)]
            else:
                rows.append(row)
        return [*rows, [(self.message, "warn")]] if self.message else rows

    def _tick(self) -> None:
        if time.monotonic() >= self._until:
            self._stop_clock()
            self._dead_until = time.monotonic() + _DEAD_TIME
            self.submit(None)
        else:
            self.tell()

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.stop()
            self._clock = None

    def action_digit(self, digit: int) -> None:
        """Type a digit."""
        if self.is_answered:
            self._tell_go_on()
        elif len(self.typed) >= _MAX_DIGITS:
            drop = self.rocks.keys.name("drop")
            self.tell_aside(_("No count has more digits: {key} takes one back.").format(key=drop))
        else:
            self.typed = f"{self.typed}{digit}".lstrip("0") or "0"
            self.message = ""
            self.tell()

    def action_drop(self) -> None:
        """Take the last digit back."""
        if self.is_answered:
            self._tell_go_on()
        elif not self.typed:
            self.tell_aside(_("Nothing has been typed yet."))
        self.typed = self.typed[:-1]
        self.tell()

    def _tell_go_on(self) -> None:
        self.tell_aside(_("Press {key} to go on.").format(key=self.rocks.keys.name("go")))

    def action_go(self) -> None:
        """Answer, or go on."""
        if time.monotonic() < self._dead_until:
            return
        if self.is_answered:
            if self.is_meant():
                self.go_on()
        elif self.typed:
            self.submit(int(self.typed))
        else:
            self.rocks.thumb.did_nothing()
            self.message = _("Type a number first.")
            self.tell()

    def action_rules(self) -> None:
        """Show the rules."""
        self.rocks.show_overlay(RulesScreen())
