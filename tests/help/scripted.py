"""A match that goes the same way in any process, one thing after the other: for tests of how matches are kept."""

from __future__ import annotations

import datetime
import random
from collections.abc import Iterator

from sevenrocks.engine.seats import BySeat
from sevenrocks.seating import Player
from sevenrocks.store import Header, Kept
from sevenrocks.table import Table

DAY = datetime.date(2026, 11, 29)
PLAYERS = BySeat([Player("Anna"), Player("Bartek", "club"), Player("Clara"), Player("Dieter", "novice")])


def kept_before_the_first_deal(seed: bytes) -> Kept:
    """A match that awaits its cut; its deals are not known, so that the cut is a line of its own."""
    names, levels = zip(*((player.name, player.level) for player in PLAYERS), strict=True)
    return Kept.begin(Header(BySeat(names), BySeat(levels), 250, False, DAY, seed))


def script(table: Table, rng: random.Random) -> Iterator[None]:
    """Some twenty things that happen at a table, one at a time: a cut, deals, plays at random, hints."""
    table.cut("seven rocks")
    yield
    while table.winner is None:
        if table.turn is None:
            table.begin_round()
            # As a sitting does it, since a hand is shown next.
            table.begin_keeping()
            yield
        seat = table.turn
        assert seat is not None
        if rng.random() < 0.2:
            table.note_hint(seat)
            yield
        table.play(seat, rng.choice(table.view_for(seat).legal_actions))
        yield
