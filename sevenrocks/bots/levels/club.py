"""Takes the best award, then sheds the most pips, then leaves the opponents least; plays for its partner."""

from __future__ import annotations

import random

from sevenrocks.bots.chance import pick
from sevenrocks.engine.actions import Action, Place, legal_actions
from sevenrocks.engine.layout import Layout
from sevenrocks.engine.rules import award_for
from sevenrocks.engine.seats import Seat
from sevenrocks.engine.tiles import DOUBLE_SIX, Hand
from sevenrocks.engine.view import SeatView
from sevenrocks.i18n import N_

NAME = N_("club")
STRENGTH = 20
ABOUT = N_("takes the most points it sees, else gets rid of its heaviest tile")


def choose(view: SeatView, rng: random.Random) -> Action:
    """The action with the best award now; among those the heaviest tile, where it gives the least."""
    places = [action for action in view.legal_actions if isinstance(action, Place)]
    if not places:
        return view.legal_actions[0]
    layout = view.public.layout
    laid = [(action, layout.place(action.tile, action.host)) for action in places]
    won = [award_for(after.count) for _, after in laid]
    if view.public.scores[view.seat.partnership] + max(won) >= view.public.target:
        return places[won.index(max(won))]
    best = max(won)
    unseen = _unseen(view)
    ranked = [
        ((action.tile.pips, -_gift(view, unseen, after)), action)
        for (action, after), award in zip(laid, won, strict=True)
        if award == best
    ]
    top = max(rank for rank, _ in ranked)
    return pick(rng, [action for rank, action in ranked if rank == top])


def _unseen(view: SeatView) -> Hand:
    seen = {*view.public.layout.tiles, *view.hand}
    return tuple(tile for tile in DOUBLE_SIX if tile not in seen)


def _gift(view: SeatView, unseen: Hand, after: Layout) -> float:
    """What the next two seats may be expected to make of this layout: the next opponent's award less the partner's.

    Each tile unseen that a seat may hold, by what it has knocked on, is held by it with the chance that its number of
    tiles gives.
    """
    nearest = view.seat.next
    return _expected_best(view, unseen, after, nearest) - _expected_best(view, unseen, after, nearest.next) / 2


def _expected_best(view: SeatView, unseen: Hand, after: Layout, seat: Seat) -> float:
    knocked = view.public.knocked_on[seat]
    possible = tuple(tile for tile in unseen if tile.low not in knocked and tile.high not in knocked)
    if not possible:
        return 0.0
    held = min(view.public.hand_sizes[seat] / len(possible), 1.0)
    awards: dict[int, set[object]] = {}
    for action in legal_actions(possible, after):
        if isinstance(action, Place):
            award = award_for(after.place(action.tile, action.host).count)
            if award:
                awards.setdefault(award, set()).add(action.tile)
    expected, none_better = 0.0, 1.0
    for award in sorted(awards, reverse=True):
        none_here = (1.0 - held) ** len(awards[award])
        expected += award * none_better * (1.0 - none_here)
        none_better *= none_here
    return expected
