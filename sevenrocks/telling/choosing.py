"""A player's way to an action: first a tile, then a place. No Textual here, and nothing but one seat's view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sevenrocks.engine.actions import PASS, Action, Place
from sevenrocks.engine.errors import Refusal
from sevenrocks.engine.layout import Layout, OpenPlace
from sevenrocks.engine.rules import award_for
from sevenrocks.engine.tiles import Tile

if TYPE_CHECKING:
    from sevenrocks.engine.view import SeatView

LETTERS = "abcd"
"""The letters of legal places; there are never more than four for one tile."""


@dataclass(frozen=True, slots=True)
class Option:
    """A place where the chosen tile may go, and what would follow."""

    action: Place
    place: OpenPlace | None
    """None for the opening."""
    after: Layout

    @property
    def count(self) -> int:
        """The count of ends after it."""
        return self.after.count

    @property
    def award(self) -> int:
        """The points for it."""
        return award_for(self.count)


class Choosing:
    """What has been chosen so far."""

    def __init__(self, view: SeatView) -> None:
        self.view = view
        self.tile: Tile | None = None
        self.options: tuple[Option, ...] = ()
        self.chosen: Option | None = None

    @property
    def must_pass(self) -> bool:
        """Whether knocking is all that is left."""
        return self.view.legal_actions == (PASS,)

    @property
    def playable(self) -> frozenset[Tile]:
        """The tiles that can be placed somewhere."""
        return frozenset(action.tile for action in self.view.legal_actions if isinstance(action, Place))

    def pick(self, tile: Tile) -> Refusal | None:
        """Choose a tile; where it has one place, that is chosen too. Returns why it cannot be placed, if it cannot."""
        self.tile = tile
        layout = self.view.public.layout
        options = [
            self._option(action)
            for action in self.view.legal_actions
            if isinstance(action, Place) and action.tile == tile
        ]
        self.options = tuple(
            sorted(options, key=lambda option: 0 if option.place is None else layout.line_of(*option.place[:2]))
        )
        self.chosen = self.options[0] if len(self.options) == 1 else None
        return None if self.options else Refusal.NO_MATCH

    def step_tile(self, step: int) -> Refusal | None:
        """Choose the next tile of the hand, or the one before."""
        hand = self.view.hand
        at = hand.index(self.tile) + step if self.tile in hand else (0 if step > 0 else -1)
        return self.pick(hand[at % len(hand)])

    def step_place(self, step: int) -> None:
        """Choose the next place of the chosen tile, or the one before."""
        if not self.options:
            return
        at = self.options.index(self.chosen) + step if self.chosen in self.options else (0 if step > 0 else -1)
        self.chosen = self.options[at % len(self.options)]

    def pick_place(self, index: int) -> bool:
        """Choose a place by its letter's number. False where there is none."""
        if index >= len(self.options):
            return False
        self.chosen = self.options[index]
        return True

    def drop(self) -> None:
        """Take the choice back."""
        self.tile, self.options, self.chosen = None, (), None

    def knock(self) -> Action | Refusal:
        """The knock, or why it is refused."""
        return PASS if self.must_pass else Refusal.MUST_PLACE

    def _option(self, action: Place) -> Option:
        layout = self.view.public.layout
        place = next(
            (place for place in layout.open_places if place.host == action.host and place.half in action.tile), None
        )
        return Option(action, place, layout.place(action.tile, action.host))
