"""A lesson: one idea, and questions about it; what is answered wrong comes back at its end."""

from __future__ import annotations

from collections import deque

from textual import on

from sevenrocks.drawing.paint import Label, Role
from sevenrocks.engine.layout import Port
from sevenrocks.engine.tiles import Tile
from sevenrocks.i18n import _
from sevenrocks.learning.lessons import Lesson
from sevenrocks.learning.questions import ChoiceQuestion, CostQuestion, PlacesQuestion, places_words, result_words
from sevenrocks.tui.keys import KeyShown, On
from sevenrocks.tui.widgets.layout_view import LayoutView
from sevenrocks.tui.widgets.painted import Piece, hanging

from .counting import CountingScreen

_MISSED, _WRONG = "!", "?"
"""Behind the letter of a place that should have been marked, and of one that should not."""


class LessonScreen(CountingScreen[bool]):
    """Is answered with whether the lesson has been done to its end."""

    ON = On.LESSON

    def __init__(self, lesson: Lesson, number: int, of: int) -> None:
        """The lesson of this number, from 1, of so many."""
        super().__init__()
        self.lesson = lesson
        self._number, self._of = number, of
        self._left = deque(lesson.questions)
        """The questions that are left; the first is in sight."""
        self._is_right = False
        self._marked: frozenset[int] = frozenset()

    def title_words(self) -> str:
        """Which lesson this is, and how many questions are left in it."""
        title = _("Lesson {n} of {of}: {title}").format(n=self._number, of=self._of, title=_(self.lesson.title))
        return title + "   " + _("questions left: {n}").format(n=len(self._left))

    def on_mount(self) -> None:
        """Ask the first question."""
        self._ask()

    def _ask(self) -> None:
        question = self._left[0]
        hands = question.hands if isinstance(question, CostQuestion | ChoiceQuestion) else ()
        self._marked = frozenset()
        self.layout_view.display = not isinstance(question, CostQuestion)
        self.hands_view.display = bool(hands)
        self.hands_view.show(hands)
        self.layout_view.set_class(bool(hands), "-beside")
        if not isinstance(question, CostQuestion):
            self.ask(question.layout)
        self._label()
        self.is_answered, self.typed, self.message = False, "", ""
        self.tell()

    def _label(self) -> None:
        question = self._left[0]
        if not isinstance(question, PlacesQuestion):
            return
        labels: dict[tuple[Tile, Port], Label] = {}
        for number, (letter, place) in enumerate(zip(self._letters, question.places, strict=False)):
            labels[place.host, place.port] = self._told_of(number, letter, question.right)
        self.layout_view.show(question.layout, question.layout.joints[-1].tile, labels, counts=self.is_answered)

    def _told_of(self, number: int, letter: str, right: frozenset[int]) -> Label:
        """What is written at a place: whether it is marked; then whether that was right, with a sign for each."""
        is_marked, is_right = number in self._marked, number in right
        if not self.is_answered:
            return (f" {letter.upper()} ", Role.CHOSEN) if is_marked else (f" {letter} ", Role.CHOICE)
        if is_right:
            sign = _MISSED if not is_marked else "+" if self.rocks.is_ascii else "✓"
            return f" {letter.upper()}{sign}", Role.RIGHT
        if is_marked:
            return f" {letter.upper()}{_WRONG}", Role.CHOSEN
        return f" {letter} ", Role.PLACE

    @property
    def _letters(self) -> tuple[str, ...]:
        """The letters of places, as their keys are."""
        return tuple(name.lower() for name in self.rocks.keys.names("mark"))

    def question_rows(self) -> list[list[Piece]]:
        """The idea and the question; once it is answered, the answer and the reasons."""
        question = self._left[0]
        if self.is_answered:
            told = question.reasons()
            role = "award" if self._is_right else "loss"
            rows: list[list[Piece]]
            if isinstance(question, PlacesQuestion):
                names = [letter.upper() for letter in self._letters]
                rows = [[(places_words(question, self._marked, names), role)]]
                for letter, words in zip(self._letters, told, strict=False):
                    rows += hanging((f"{letter.upper()}  ", "key"), (words, "plain"), self.text_width)
                return rows
            rows = [[(result_words(question, self.typed, is_right=self._is_right), role)]]
            return [*rows, *([(words, "plain")] for words in told)]
        rows = [[(_(self.lesson.idea), "faint")], [], [(question.asked(), "strong")]]
        match question:
            case ChoiceQuestion(options=options):
                for number, words in enumerate(options, 1):
                    rows += hanging((f"  {number}  ", "key"), (_(words), "plain"), self.text_width)
            case PlacesQuestion():
                asked = _("Mark every place where it can go, by letter or number (1 is {letter}), then press {key}.")
                letter, key = self._letters[0].upper(), self.rocks.keys.name("go")
                rows.append([(asked.format(letter=letter, key=key), "plain")])
            case _:
                rows.append(self.entry(_("Your answer:")))
        return rows

    def keys_shown(self) -> list[KeyShown]:
        """The keys."""
        question = self._left[0]
        keys = self.rocks.keys
        leave = keys.shown("leave-list", word=_("leave"))
        if self.is_answered:
            return [keys.shown("go"), leave]
        match question:
            case ChoiceQuestion(options=options):
                return [keys.several("digit", 1, len(options), _("answer")), leave]
            case PlacesQuestion(places=places):
                return [keys.several("mark", 0, len(places) - 1), keys.shown("go", word=_("answer")), leave]
            case _:
                return [*self.number_keys(_("answer")), leave]

    def submit(self, number: int | None) -> None:
        """Take a number for an answer."""
        self._answered(is_right=number == self._left[0].right)

    def _answered(self, *, is_right: bool) -> None:
        question = self._left[0]
        self._is_right = is_right
        self.is_answered, self.message = True, ""
        if not isinstance(question, CostQuestion):
            self.reveal(question.layout)
        self._label()
        self.tell()

    def go_on(self) -> None:
        """Ask the next question, or end."""
        question = self._left.popleft()
        if not self._is_right:
            self._left.append(question)
        if self._left:
            self._ask()
        else:
            self._left.append(question)
            self.reply(True)

    def action_digit(self, digit: int) -> None:
        """Type a digit, choose an answer by its number, or mark a place by that of its letter."""
        question = self._left[0]
        if self.is_answered or not isinstance(question, ChoiceQuestion | PlacesQuestion):
            super().action_digit(digit)
        elif isinstance(question, PlacesQuestion):
            self.action_mark(digit - 1)
        elif 1 <= digit <= len(question.options):
            self._answered(is_right=digit - 1 == question.right)
        else:
            self.tell_aside(_("There is no {n} here.").format(n=digit))

    def action_go(self) -> None:
        """Answer, or go on."""
        question = self._left[0]
        if self.is_answered:
            self.go_on()
        elif isinstance(question, PlacesQuestion):
            self._answered(is_right=self._marked == question.right)
        elif isinstance(question, ChoiceQuestion):
            self.message = _("Choose an answer by its number.")
            self.tell()
        else:
            super().action_go()

    def action_mark(self, index: int) -> None:
        """Mark a place, or take its mark away."""
        question = self._left[0]
        if self.is_answered or not isinstance(question, PlacesQuestion):
            self.tell_aside(_("There is nothing to mark now."))
        elif 0 <= index < len(question.places):
            self._marked ^= {index}
            self._label()
        else:
            self.tell_aside(_("There is no such place here."))

    @on(LayoutView.MarkClicked)
    def _clicked(self, message: LayoutView.MarkClicked) -> None:
        question = self._left[0]
        if isinstance(question, PlacesQuestion):
            for index, place in enumerate(question.places):
                if (place.host, place.port) == (message.host, message.port):
                    self.action_mark(index)

    def action_leave(self) -> None:
        """Leave the lesson."""
        self.reply(False)
