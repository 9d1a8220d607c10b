"""Kept matches made from matches, for tests that begin in the middle."""

from __future__ import annotations

from collections.abc import Iterator

from sevenrocks.engine.actions import Passed, Placed
from sevenrocks.engine.match import Match
from sevenrocks.engine.seats import BySeat
from sevenrocks.notation import format_play
from sevenrocks.record import HintCounts, stated_play
from sevenrocks.seating import Player, RoundSeats, Seating
from sevenrocks.store import Header, Kept, Line, call_line, deal_lines

NO_HINTS: HintCounts = {}


def lines_of(match: Match, cut: str = "", header: Header | None = None) -> Iterator[Line]:
    """The lines of a match as far as it has come, in which nobody took a seat."""
    if cut:
        yield Line("cut", cut)
    for number, state in enumerate(match.rounds, 1):
        yield from deal_lines(Match(rounds=match.rounds[:number], draws=match.draws[:number]))
        for event in state.events:
            if isinstance(event, Placed | Passed):
                play = stated_play(event)
                is_called = match.must_call and isinstance(event, Placed)
                if is_called and (header is None or header.levels[event.seat] is None):
                    assert isinstance(event, Placed)
                    yield Line("place", format_play(play._replace(award=0)))
                    yield call_line(event.call)
                else:
                    yield Line("play", format_play(play))


def kept_of(header: Header, match: Match, cut: str = "", hints: HintCounts = NO_HINTS) -> Kept:
    """A match as its file would have it, in which nobody took a seat."""
    players = BySeat([Player(*sitting) for sitting in zip(header.players, header.levels, strict=True)])
    seats = tuple(RoundSeats(players) for _ in match.rounds)
    seating = Seating(players, seats, is_playing=match.round is not None)
    return Kept(header, cut, match, hints, seating, None, tuple(lines_of(match, cut, header)))
