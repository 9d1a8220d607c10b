"""Places something legal; looks at a few places only, and takes an award that it sees there."""

from __future__ import annotations

import random

from sevenrocks.bots.chance import pick
from sevenrocks.engine.actions import Action, Place
from sevenrocks.engine.rules import award_for
from sevenrocks.engine.view import SeatView
from sevenrocks.i18n import N_

NAME = N_("novice")
STRENGTH = 10
ABOUT = N_("plays what fits, and takes points when it happens to see them")

_LOOKS = 2


def choose(view: SeatView, rng: random.Random) -> Action:
    """The best award among a few actions taken at random, or one of them where none scores."""
    looked_at = [pick(rng, view.legal_actions) for _ in range(_LOOKS)]
    layout = view.public.layout
    return max(
        looked_at,
        key=lambda action: award_for(layout.place(action.tile, action.host).count) if isinstance(action, Place) else 0,
    )
