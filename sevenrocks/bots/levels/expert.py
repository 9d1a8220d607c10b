"""Imagines hands that fit all knocks, plays each out in its head, and takes what came out best; plays for its pair."""

from __future__ import annotations

import random

from sevenrocks.bots import lookahead
from sevenrocks.engine.actions import PASS, Action
from sevenrocks.engine.view import SeatView
from sevenrocks.i18n import N_

NAME = N_("expert")
STRENGTH = 30
ABOUT = N_("plays 150 likely deals out in its head; remembers who knocked and what they lack")

_DILIGENCE = lookahead.Diligence(worlds=150)


def choose(view: SeatView, rng: random.Random) -> Action:
    """The action that promises most points over worlds that fit."""
    return lookahead.choose(view, rng, _DILIGENCE) or PASS
