"""The count trainer: layouts of played rounds against the clock. What is missed comes back."""

from __future__ import annotations

from collections.abc import Callable

from sevenrocks.i18n import _, decimal, ngettext
from sevenrocks.learning.training import LENGTH, Training
from sevenrocks.telling.sentences import explanation, terms_words
from sevenrocks.tui.keys import KeyShown, On
from sevenrocks.tui.widgets.painted import Piece

from .counting import CountingScreen


class TrainerScreen(CountingScreen[None]):
    """One training; it can be left at any time, and what is missed until then is kept all the same."""

    ON = On.TRAINER

    def __init__(self, training: Training, seconds: int, keep: Callable[[], None]) -> None:
        """`seconds` are given for each layout, 0 sets no limit; `keep` is called after every answer."""
        super().__init__()
        self._keep = keep
        self.training = training
        self._limit = seconds
        self._is_begun = self._is_done = False
        self._told = ""
        self._is_right = False

    def title_words(self) -> str:
        """How far the training has come."""
        if not self._is_begun:
            return _("Count trainer")
        at = min(self.training.asked + (0 if self.is_answered else 1), LENGTH)
        told = _("Count trainer: {n} of {of}").format(n=at, of=LENGTH)
        return told + "   " + _("missed last time") if self.training.is_back else told

    def on_mount(self) -> None:
        """Show nothing to count before the learner is ready."""
        self.hands_view.display = False
        self.is_answered = True

    def question_rows(self) -> list[list[Piece]]:
        """What is to be done, or how it went."""
        if not self._is_begun:
            told = _("Ten layouts of rounds that have been played: what do the ends add up to?")
            back = _("Layouts you miss come back until you get them right.")
            limit = ngettext("You have {n} second for each.", "You have {n} seconds for each.", self._limit)
            rows = [told, *([limit] if self._limit else []), back]
            return [[(words, "plain")] for words in rows]
        if self.is_answered:
            role = "award" if self._is_right else "loss"
            told_rows: list[list[Piece]] = [[(self._told, role)]]
            if self._is_done:
                return self._result_rows()
            if self._is_right:
                return told_rows
            return [*told_rows, *([(words, "plain")] for words in explanation(self.training.layout))]
        return [[(_("What do the ends add up to?"), "strong")], self.entry(_("Your answer:"))]

    def _result_rows(self) -> list[list[Piece]]:
        training = self.training
        rows: list[list[Piece]] = [[(_("{n} of {of} counted right.").format(n=training.right, of=LENGTH), "strong")]]
        if training.seconds:
            mean = sum(training.seconds) / len(training.seconds)
            rows.append([(_("On average a right count took {n} s.").format(n=decimal(mean, 1)), "plain")])
        if training.missed:
            told = ngettext(
                "{n} layout comes back next time.", "{n} layouts come back next time.", len(training.missed)
            )
            rows.append([(told, "plain")])
        return rows

    def keys_shown(self) -> list[KeyShown]:
        """The keys."""
        leave = self.rocks.keys.shown("leave-list", word=_("leave"))
        if not self.is_answered:
            return [*self.number_keys(_("answer")), leave]
        word = _("go on") if self._is_begun else _("begin")
        return [self.rocks.keys.shown("go", word=word), leave]

    def submit(self, number: int | None) -> None:
        """Take the count."""
        layout, seconds = self.training.layout, self.seconds
        self._is_right = self.training.answer(number, seconds)
        if self._is_right:
            told = _("Right, in {n} s: {terms}.")
        elif number is None:
            told = _("The time is over: {terms}.")
        else:
            told = _("No, not {number}: {terms}.")
        self._told = told.format(n=decimal(seconds, 1), number=number, terms=terms_words(layout))
        self._keep()
        self.reveal(layout)

    def go_on(self) -> None:
        """Show the next layout, or how it went, or end."""
        if self._is_done:
            self.reply(None)
            return
        if self.training.is_over:
            self._is_done = True
            self.tell()
            return
        if self._is_begun:
            self.training.go_on()
        self._is_begun = True
        self.ask(self.training.layout, seconds=self._limit)

    def action_leave(self) -> None:
        """Leave the trainer."""
        self.reply(None)
