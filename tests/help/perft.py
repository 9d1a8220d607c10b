"""The positions of the exhaustive counts."""

from __future__ import annotations

import json
from math import inf
from typing import TypedDict

from help.effort import LONG
from help.places import DATA
from help.strategies import deal_of, dealt, play_all
from sevenrocks.engine.round import Round
from sevenrocks.engine.seats import Seat


class Position(TypedDict):
    name: str
    hands: dict[str, str]
    opener: str
    scores: dict[str, int]
    target: int
    played: str
    counts: list[int]


POSITIONS: list[Position] = json.loads(
    (DATA / "perft.json").read_text(encoding="utf-8"),
)["positions"]


REACH = inf if LONG else 10_000
"""How many sequences are walked at most."""


def counted(position: Position) -> list[int]:
    """The counts within reach; in the long form all of them."""
    return [count for count in position["counts"] if count <= REACH]


def state_of(position: Position) -> Round:
    deal = deal_of(*(position["hands"][seat.name] for seat in Seat))
    scores = (position["scores"]["NS"], position["scores"]["EW"])
    state = dealt(deal, Seat[position["opener"]], scores=scores, target=position["target"])
    return play_all(state, position["played"])
