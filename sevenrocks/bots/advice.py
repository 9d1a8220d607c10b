"""Advice for a player: what the master would play from this seat's view alone."""

from __future__ import annotations

import random
from typing import NamedTuple

from sevenrocks.engine.actions import Place
from sevenrocks.engine.view import SeatView

from .levels.master import DILIGENCE
from .lookahead import prospects, ranked
from .reasons import Reason, opened

_BEST = 3


class Advice(NamedTuple):
    """A play, what the pair may expect of it to the end of the round, in points, and what can be said for it."""

    action: Place
    points: float
    reason: Reason


def advise(view: SeatView, seed: int) -> tuple[Advice, ...]:
    """The three best plays, best first; fewer where there are fewer, none where the seat must knock."""
    rng = random.Random(seed)  # noqa: S311, chance in thinking
    layout = view.public.layout
    advices = []
    for prospect in ranked(view, prospects(view, rng, DILIGENCE), DILIGENCE)[:_BEST]:
        action = prospect.action
        after = layout.place(action.tile, action.host)
        goes_out = len(view.hand) == 1
        then = prospect.knock, prospect.gift
        reason = Reason(view.seat, goes_out, prospect.award, after.count, opened(layout, after), *then)
        advices.append(Advice(action, prospect.points, reason))
    return tuple(advices)
