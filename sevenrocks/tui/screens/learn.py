"""What there is to learn: the lessons, a first match that explains, the count trainer, what families argue about."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import TypeAlias

from textual import on
from textual.widget import Widget

from sevenrocks.i18n import N_, _
from sevenrocks.learning.lessons import LESSONS
from sevenrocks.learning.progress import Progress
from sevenrocks.tui.keys import On
from sevenrocks.tui.widgets.choice_list import ChoiceList
from sevenrocks.tui.widgets.lines import KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Piece

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

    def body(self) -> Iterable[Widget]:
        """Title, list, keys."""
        keys = self.rocks.keys
        yield TextLines(lambda: [[(_("Learn Seven Rocks"), "strong")]], classes="page-title")
        yield self._list
        yield KeyLine(
            lambda: [keys.shown("learn-before", "learn-next"), keys.shown("learn-take"), keys.shown("leave-list")]
        )

    def _told(self, choice: Choice, is_chosen: bool, _width: int) -> list[Piece]:
        row: list[Piece] = [(" > " if is_chosen else "   ", "key")]
        role = "strong" if is_chosen else "plain"
        if isinstance(choice, Learn):
            key = self.rocks.keys.name(f"learn-{choice.value}")
            return [*row, (f" {key}  ", "key"), (_(_LABELS[choice]), role)]
        lesson = LESSONS[choice]
        row += [(f"{choice + 1:>2}  ", "faint"), (_(lesson.title) + "   ", role)]
        return [*row, (_("done"), "award")] if lesson.name in self._progress.done else row

    @on(ChoiceList.Clicked)
    def _clicked(self, message: ChoiceList.Clicked) -> None:
        self.reply(self._list.choices[message.row])

    def action_step(self, step: int) -> None:
        """Choose the next one, or the one before."""
        self._list.step(step)

    def action_take(self, value: str = "") -> None:
        """Take a choice: the one of a key, else the chosen one."""
        self.reply(Learn(value) if value else self._list.chosen)

    def action_lesson(self, number: int) -> None:
        """Take the lesson of this number, from 0."""
        self.reply(number)

    def action_leave(self) -> None:
        """Go back."""
        self.reply(Learn.BACK)
