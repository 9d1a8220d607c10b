"""Takes the best award, then sheds the most pips, then leaves the opponents least; plays for its partner."""

from __future__ import annotations

import random

from sevenrocks.bots.beliefs import unseen_by
from sevenrocks.bots.chance import pick
from sevenrocks.bots.kernel.bridge import tiles_with
from sevenrocks.bots.kernel.layouts import number_of
from sevenrocks.bots.outlook import outlook
from sevenrocks.engine.actions import Action, Place
from sevenrocks.engine.layout import Layout
from sevenrocks.engine.rules import award_for
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
    ranked = [
        ((action.tile.pips, -_gift(view, after)), action)
        for (action, after), award in zip(laid, won, strict=True)
        if award == best
    ]
    top = max(rank for rank, _ in ranked)
    return pick(rng, [action for rank, action in ranked if rank == top])


def _gift(view: SeatView, after: Layout) -> float:
    """What the next two seats may be expected to make of this layout: the next opponent's award less half the partner's."""
    layout, unseen, public = number_of(after), unseen_by(view), view.public
    nearest, partner = (
        outlook(layout, unseen & ~tiles_with(public.knocked_on[seat]), public.hand_sizes[seat]).gift
        for seat in view.seat.clockwise()[1:3]
    )
    return nearest - partner / 2
