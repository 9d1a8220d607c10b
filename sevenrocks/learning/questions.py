"""What a learner can be asked. The right answer comes from the engine, and so do the reasons for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from sevenrocks.engine.layout import Layout, OpenPlace, Port
from sevenrocks.engine.rules import AWARD_STEP, SIDES, award_for, deduction_for
from sevenrocks.engine.tiles import Hand, Tile, pips_of
from sevenrocks.i18n import _, ngettext
from sevenrocks.telling.sentences import explanation, terms_words, tile_words


@dataclass(frozen=True, slots=True)
class CountQuestion:
    """Asks what the ends of this layout count."""

    layout: Layout

    def asked(self) -> str:
        """The question in words."""
        return _("What do the ends add up to?")

    @property
    def right(self) -> int:
        """The count, 0 to 36."""
        return self.layout.count

    def reasons(self) -> list[str]:
        """Term by term."""
        return explanation(self.layout)


@dataclass(frozen=True, slots=True)
class AwardQuestion:
    """Asks what the latest placement of this layout is worth."""

    layout: Layout

    def asked(self) -> str:
        """The question in words."""
        tile = tile_words(self.layout.joints[-1].tile)
        return _("{tile} has just been played. How many points does it score?").format(tile=tile)

    @property
    def right(self) -> int:
        """The award in points, 0 to 35."""
        return award_for(self.layout.count)

    def reasons(self) -> list[str]:
        """Term by term."""
        return explanation(self.layout)


@dataclass(frozen=True, slots=True)
class CostQuestion:
    """Asks what these hands, left at the end of a round, cost their pair: one hand, or those of both partners."""

    hands: tuple[Hand, ...]

    def asked(self) -> str:
        """The question in words."""
        if len(self.hands) == 1:
            return _("A round is over, and this hand is left. How many points does it cost its pair?")
        return _("A round is over, and partners are left with these two hands. How many points do they lose?")

    @property
    def right(self) -> int:
        """The deductions together, in points."""
        return sum(deduction_for(pips_of(hand)) for hand in self.hands)

    def reasons(self) -> list[str]:
        """Hand by hand."""
        told = [_cost_words(pips_of(hand)) for hand in self.hands]
        if len(self.hands) > 1:
            lost = [str(deduction_for(pips_of(hand))) for hand in self.hands]
            told.append(_("Together: {terms}.").format(terms=f"{' + '.join(lost)} = {self.right}"))
            together = sum(map(pips_of, self.hands))
            if deduction_for(together) != self.right:
                words = _("Added first they would make {n}, rounded to {lost}: that would be wrong.")
                told.append(words.format(n=together, lost=deduction_for(together)))
        return told


@dataclass(frozen=True, slots=True)
class PlacesQuestion:
    """Asks where this tile may go. The places to choose from are those that are open, and arms that are not."""

    layout: Layout
    tile: Tile

    def asked(self) -> str:
        """The question in words."""
        return _("Where can {tile} go?").format(tile=tile_words(self.tile))

    @property
    def places(self) -> tuple[OpenPlace, ...]:
        """The places to choose from, at most four."""
        return (*self.layout.open_places, *self._closed)

    @property
    def _closed(self) -> tuple[OpenPlace, ...]:
        spinner = self.layout.spinner
        if spinner is None or self.layout.branches >= SIDES:
            return ()
        return tuple(OpenPlace(spinner, arm, spinner.low) for arm in (Port.ARM_A, Port.ARM_B))

    @property
    def right(self) -> frozenset[int]:
        """The numbers, from 0, of the places that are legal."""
        closed = self._closed
        return frozenset(
            number
            for number, place in enumerate(self.places)
            if place not in closed and place.half in (self.tile.low, self.tile.high)
        )

    def reasons(self) -> list[str]:
        """Place by place, in the order of the places."""
        closed, tile = self._closed, tile_words(self.tile)
        told = []
        for place in self.places:
            if place in closed:
                words = _("no: an arm opens only when both sides of the spinner are taken.")
            elif place.half not in (self.tile.low, self.tile.high):
                words = _("no: that end needs a {half}, and {tile} has none.")
            elif place.port in (Port.ARM_A, Port.ARM_B):
                words = _("yes: both sides of the spinner are taken, so its arms are open, for a {half}.")
            else:
                words = _("yes: a {half} fits there.")
            told.append(words.format(half=place.half, tile=tile))
        return told


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """Asks which of some sentences is right. Texts are given in English and told in the language spoken."""

    question: str
    options: tuple[str, ...]
    right: int
    """The number of the right one, from 0."""
    reason: str
    layout: Layout
    hands: tuple[Hand, ...] = ()

    def asked(self) -> str:
        """The question in words."""
        return _(self.question)

    def reasons(self) -> list[str]:
        """Why."""
        return [_(self.reason)]


Question: TypeAlias = CountQuestion | AwardQuestion | CostQuestion | PlacesQuestion | ChoiceQuestion


def _cost_words(pips: int) -> str:
    """Why a hand costs what it costs: `8 pips: 3 over 5, so they are rounded up to 10.`."""
    held = ngettext("{n} pip", "{n} pips", pips)
    lost = deduction_for(pips)
    below = pips - pips % AWARD_STEP
    if pips == lost:
        return _("{pips}: no rounding, it costs {lost}.").format(pips=held, lost=lost)
    words = _("{pips}: {over} over {below}, rounded down to {lost}.")
    if lost > pips:
        words = _("{pips}: {over} over {below}, rounded up to {lost}.")
    return words.format(pips=held, over=pips % AWARD_STEP, below=below, lost=lost)


def places_words(question: PlacesQuestion, marked: frozenset[int], letters: Sequence[str]) -> str:
    """What was missed among the places that are called by these letters, and what was marked wrongly."""
    told = []
    if missing := [letters[number] for number in sorted(question.right - marked)]:
        told.append(
            ngettext(
                "No: {letters} is missing.", "No: {letters} are missing.", len(missing), letters=", ".join(missing)
            )
        )
    if wrong := [letters[number] for number in sorted(marked - question.right)]:
        told.append(
            ngettext("No: {letters} is wrong.", "No: {letters} are wrong.", len(wrong), letters=", ".join(wrong))
        )
    return " ".join(told) or _("Right.")


def result_words(
    question: CountQuestion | AwardQuestion | CostQuestion | ChoiceQuestion, typed: str, *, is_right: bool
) -> str:
    """Whether an answer was right, and what is; `typed` is the number given, where one was asked for."""
    if is_right:
        return _("Right.")
    match question:
        case ChoiceQuestion():
            return _("No.")
        case CountQuestion():
            return _("No, not {number}: {terms}.").format(number=typed, terms=terms_words(question.layout))
        case _:
            return _("No, not {number}: it is {n}.").format(number=typed, n=question.right)
