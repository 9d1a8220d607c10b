"""What there is to learn: the lessons, a first match that explains, the count trainer, what families argue about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import ClassVar, TypeAlias

from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget

from sevenrocks.i18n import N_, _
from sevenrocks.learning.lessons import LESSONS
from sevenrocks.learning.progress import Progress
from sevenrocks.tui.widgets.lines import Hint, KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Painted, Piece

from .base import RocksScreen


class Learn(Enum):
    """What there is beside the lessons."""

    FIRST_MATCH = "first-match"
    TRAINER = "trainer"
    ARGUED = "argued"
    BACK = "back"


_WORDS = {
    Learn.FIRST_MATCH: (N_("A first match that explains"), "F"),
    Learn.TRAINER: (N_("Count trainer"), "T"),
    Learn.ARGUED: (N_("What families argue about"), "A"),
}

Choice: TypeAlias = "Learn | int"
"""What is chosen: the number of a lesson, from 0, or something else."""


class LearnList(Painted):
    """The lessons, then the rest; one of them is chosen."""

    def __init__(self, progress: Progress, row: int) -> None:
        super().__init__(classes="learn-list")
        self.choices: Sequence[Choice] = [*range(len(LESSONS)), *_WORDS]
        self.row = row
        self._progress = progress

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """A row a choice, and an empty one after the lessons."""
        rows: list[list[Piece]] = []
        for number, choice in enumerate(self.choices):
            is_chosen = number == self.row
            row: list[Piece] = [(" > " if is_chosen else "   ", "key")]
            role = "strong" if is_chosen else "plain"
            if isinstance(choice, int):
                lesson = LESSONS[choice]
                row += [(f"{choice + 1:>2}  ", "faint"), (_(lesson.title) + "   ", role)]
                if lesson.name in self._progress.done:
                    row.append((_("done"), "award"))
            else:
                words, key = _WORDS[choice]
                row += [(f" {key}  ", "key"), (_(words), role)]
            if number == len(LESSONS):
                rows.append([])
            rows.append(row)
        return rows

    def on_click(self, event: events.Click) -> None:
        """Take the clicked choice."""
        offset = event.get_content_offset(self)
        if offset is None or not isinstance(self.screen, LearnScreen):
            return
        row = offset.y - (1 if offset.y > len(LESSONS) else 0)
        if row < len(self.choices) and offset.y != len(LESSONS):
            self.screen.reply(self.choices[row])


class LearnScreen(RocksScreen[Choice]):
    """A list to choose from."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)", show=False, id="learn-before"),
        Binding("down,tab", "step(1)", show=False, id="learn-next"),
        Binding("enter,space", "take", show=False, id="learn-take"),
        *(Binding(str(n % 10), f"lesson({n - 1})", show=False, id=f"lesson-{n}") for n in range(1, len(LESSONS) + 1)),
        Binding("escape,q,Q", "leave", show=False, id="leave"),
        *(
            Binding(f"{key},{key.lower()}", f"take('{choice.value}')", show=False, id=f"learn-{choice.value}")
            for choice, (_words, key) in _WORDS.items()
        ),
    ]

    def __init__(self, progress: Progress, row: int = 0) -> None:
        super().__init__()
        self._list = LearnList(progress, row)

    def body(self) -> Iterable[Widget]:
        """Title, list, keys."""
        yield TextLines(lambda: [[(_("Learn Seven Rocks"), "strong")]], classes="page-title")
        yield self._list
        yield KeyLine(
            lambda: [
                Hint(_("Up/Down"), _("choose")),
                Hint("Enter", _("take it"), "take"),
                Hint("Esc", _("back"), "leave"),
            ]
        )

    def action_step(self, step: int) -> None:
        """Choose the next one, or the one before."""
        self._list.row = (self._list.row + step) % len(self._list.choices)
        self._list.repaint()

    def action_take(self, value: str = "") -> None:
        """Take a choice: the one of a key, else the chosen one."""
        self.reply(Learn(value) if value else self._list.choices[self._list.row])

    def action_lesson(self, number: int) -> None:
        """Take the lesson of this number, from 0."""
        self.reply(number)

    def action_leave(self) -> None:
        """Go back."""
        self.reply(Learn.BACK)
