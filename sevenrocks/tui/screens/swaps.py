"""In the middle of a round: somebody goes home and a bot plays on, or somebody comes back."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from sevenrocks.i18n import _
from sevenrocks.seating import Change
from sevenrocks.seen import Players
from sevenrocks.sitting import Swap
from sevenrocks.telling.sentences import change_words
from sevenrocks.tui.widgets.lines import Hint
from sevenrocks.tui.widgets.painted import Piece, hanging, wrap

from .page import PAGE_WIDTH, PageScreen


class SwapsScreen(PageScreen):
    """What can be done with each seat, by its number. It is opaque, so that a hand is covered meanwhile."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(number), f"swap({number})", show=False, id=f"swap-{number}") for number in range(1, 5)),
    ]

    def __init__(self, players: Players, swaps: tuple[Swap, ...]) -> None:
        super().__init__()
        self._players = players
        self._swaps = swaps

    def title_words(self) -> str:
        """The title."""
        return _("Who sits where?")

    def hints(self) -> list[Hint]:
        """The keys of the page."""
        last = len(self._swaps)
        return [Hint("1" if last == 1 else f"1-{last}", _("change")), *super().hints()]

    def rows(self) -> list[list[Piece]]:
        """A row for each thing that can be done, then what holds for all."""
        rows: list[list[Piece]] = []
        for number, swap in enumerate(self._swaps, 1):
            told = change_words(self._players, Change(swap.seat, swap.then)) + "."
            rows += hanging((f"{number}  ", "key"), (told, "plain"), PAGE_WIDTH)
        rule = _(
            "Until the round is over nobody else may see that hand: only who began it there may come back. Between two rounds "
            "any seat may change."
        )
        return [*rows, [], *([(line, "faint")] for line in wrap(rule, PAGE_WIDTH))]

    def action_swap(self, number: int) -> None:
        """Do what has this number."""
        if number <= len(self._swaps):
            self.rocks.close_overlay(self)
            self.rocks.swap(self._swaps[number - 1])
