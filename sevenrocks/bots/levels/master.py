"""Reads hands from the plays it has seen, solves endings, and near the end plays for the match rather than for points."""

from __future__ import annotations

import random

from sevenrocks.bots import lookahead
from sevenrocks.bots.beliefs import GREEDY, THINKER
from sevenrocks.engine.actions import PASS, Action
from sevenrocks.engine.view import SeatView
from sevenrocks.i18n import N_

NAME = N_("master")
STRENGTH = 40
ABOUT = N_("reads your tiles from how you play, solves endings, and minds the score of the match")

DILIGENCE = lookahead.Diligence(worlds=1000, models=(GREEDY, THINKER), exact=12, exact_worlds=150, minds_match=True)


def choose(view: SeatView, rng: random.Random) -> Action:
    """The action that promises most, over worlds as likely as the plays seen make them."""
    return lookahead.choose(view, rng, DILIGENCE) or PASS
