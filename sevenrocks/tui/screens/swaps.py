"""In the middle of a round: somebody goes home and a bot plays on, or somebody comes back."""

from __future__ import annotations

from sevenrocks.i18n import _
from sevenrocks.seating import Change
from sevenrocks.seen import Players
from sevenrocks.sitting import Swap
from sevenrocks.telling.sentences import change_words
from sevenrocks.tui.keys import KeyShown, On
from sevenrocks.tui.widgets.painted import Piece, hanging, wrap

from .page import PAGE_WIDTH, PageScreen


class SwapsScreen(PageScreen):
    """What can be done with each seat, by its number. It is opaque, so that a hand is covered meanwhile."""

    ON = On.SWAPS

    def __init__(self, players: Players, swaps: tuple[Swap, ...]) -> None:
        super().__init__()
        self._players = players
        self._swaps = swaps

    def title_words(self) -> str:
        """The title."""
        return _("Who sits where?")

    def keys_shown(self) -> list[KeyShown]:
        """The keys of the page."""
        return [self.rocks.keys.several("swap", 0, len(self._swaps) - 1), *super().keys_shown()]

    def rows(self) -> list[list[Piece]]:
        """A row for each thing that can be done, then what holds for all."""
        rows: list[list[Piece]] = []
        for key, swap in zip(self.rocks.keys.names("swap"), self._swaps, strict=False):
            told = change_words(self._players, Change(swap.seat, swap.then)) + "."
            rows += hanging((f"{key}  ", "key"), (told, "plain"), PAGE_WIDTH)
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
        else:
            self.tell_aside(_("There is no {n} here.").format(n=number))
