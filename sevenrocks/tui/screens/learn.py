"""What there is to learn: the lessons, a first match that explains, the count trainer, what families argue about."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import TypeAlias

from textual import on
from textual.containers import Horizontal
from textual.widget import Widget

from sevenrocks.engine.layout import Layout
from sevenrocks.i18n import N_, _
from sevenrocks.learning.lessons import LESSONS
from sevenrocks.learning.progress import Progress
from sevenrocks.learning.questions import CostQuestion
from sevenrocks.tui.keys import On
from sevenrocks.tui.widgets.choice_list import ChoiceList
from sevenrocks.tui.widgets.layout_view import LayoutView
from sevenrocks.tui.widgets.lines import KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Piece, row_width

from .base import RocksScreen


class Learn(Enum):
    """What there is beside the lessons."""

    FIRST_MATCH = "first-match"
    TRAINER = "trainer"
    ARGUED = "argued"
    BACK = "back"


_LABELS = {
    Learn.FIRST_MATCH: N_("Your first match, explained"),
    Learn.TRAINER: N_("Count trainer"),
    Learn.ARGUED: N_("What families argue about"),
}

Choice: TypeAlias = "Learn | int"
"""What is chosen: the number of a lesson, from 0, or something else."""


class LearnScreen(RocksScreen[Choice]):
    """A list to choose from."""

    ON = On.LEARN

    def __init__(self, progress: Progress, row: int = 0) -> None:
        super().__init__()
        self._progress = progress
        choices: list[Choice] = [*range(len(LESSONS)), *_LABELS]
        self._list = ChoiceList(choices, self._told, row=row, gap=len(LESSONS), classes="learn-list")
        self._felt = LayoutView(classes="learn-felt")

    def body(self) -> Iterable[Widget]:
        """Title, list, felt, keys."""
        keys = self.rocks.keys
        yield TextLines(lambda: [[(_("Learn Seven Rocks"), "strong")]], classes="page-title")
        self._felt.redraw(self.rocks.look)
        yield Horizontal(self._list, self._felt)
        yield KeyLine(
            lambda: [keys.shown("learn-before", "learn-next"), keys.shown("learn-take"), keys.shown("leave-list")]
        )

    def _told(self, choice: Choice, is_chosen: bool, width: int) -> list[Piece]:
        lead, ink, faint, award = ("chosen",) * 4 if is_chosen else ("key", "plain", "faint", "award")
        row: list[Piece] = [(" > " if is_chosen else "   ", lead)]
        if isinstance(choice, Learn):
            key = self.rocks.keys.name(f"learn-{choice.value}")
            row += [(f" {key}  ", lead), (_(_LABELS[choice]), ink)]
        else:
            lesson = LESSONS[choice]
            row += [(f"{choice + 1:>2}  ", faint), (_(lesson.title) + "   ", ink)]
            row += [(_("done"), award)] if lesson.name in self._progress.done else []
        return [*row, (" " * max(width - row_width(row), 0), ink)] if is_chosen else row

    def on_mount(self) -> None:
        """Show what the chosen lesson is about."""
        self._show_chosen()

    def refit(self) -> None:
        """Draw anew after a change of settings."""
        super().refit()
        self._felt.redraw(self.rocks.look)

    def _show_chosen(self) -> None:
        """Lay the first layout of the chosen lesson on the felt, where there is room beside the list; it tells no answer."""
        choice = self._list.chosen
        asked = [] if isinstance(choice, Learn) else LESSONS[choice].questions
        layouts = [question.layout for question in asked if not isinstance(question, CostQuestion)]
        layout = layouts[0] if layouts else Layout()
        self._felt.show(layout, layout.joints[-1].tile if layouts else None, counts=False)

    @on(ChoiceList.Clicked)
    def _clicked(self, message: ChoiceList.Clicked) -> None:
        self.reply(self._list.choices[message.row])

    def action_step(self, step: int) -> None:
        """Choose the next one, or the one before."""
        self._list.step(step)
        self._show_chosen()

    def action_take(self, value: str = "") -> None:
        """Take a choice: the one of a key, else the chosen one."""
        self.reply(Learn(value) if value else self._list.chosen)

    def action_lesson(self, number: int) -> None:
        """Take the lesson of this number, from 0."""
        self.reply(number)

    def action_leave(self) -> None:
        """Go back."""
        self.reply(Learn.BACK)
