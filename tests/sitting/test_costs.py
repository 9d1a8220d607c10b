"""A play costs the same however long the match has lasted. Counted, not timed: what is called, and what is written."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from help.effort import seeded
from help.kept_matches import kept_of
from help.scripted import PLAYERS
from sevenrocks.engine.deal import Draw, deal_hands, draw_opener
from sevenrocks.engine.match import Match
from sevenrocks.engine.seats import BySeat, Partnership, Scores, Seat
from sevenrocks.house import House
from sevenrocks.seen import MatchView
from sevenrocks.settings import Settings
from sevenrocks.sitting import Call, Choose, HandOver, Settled, Sitting, Told
from sevenrocks.store import Header, read_match
from sevenrocks.table import Table

DAY = datetime.date(2026, 12, 1)
SEED = bytes(32)


def one_round(match: Match) -> Match:
    """The round under way, played to its end by the first thing that is legal, and nobody calls."""
    while match.round is not None:
        match = match.play(match.round.legal_actions[0])
    return match


def draw_for(seat: Seat) -> Draw:
    return next(draw for number in range(1, 99) if (draw := draw_opener(SEED, number)).opener is seat)


def match_of(rounds: int) -> Match:
    """So many rounds, all alike, and one more that is dealt: whoever opens goes out, and nobody calls, so that nobody wins."""
    for number in range(1, 999):
        deal = deal_hands(SEED, number)
        begun = Match(must_call=True).begin_round(deal, draw_for(Seat.N))
        match = one_round(begun)
        if match.next_opener is Seat.N and match.winner is None:
            break
    for _round in range(rounds - 1):
        match = one_round(match.begin_round(deal))
    return match.begin_round(deal)


def sitting_after(rounds: int, folder: Path) -> Sitting:
    """A match of so many rounds at the table, with a hint asked for in each of them; the next round is dealt."""
    header = Header(
        BySeat(["Anna", "Bartek", "Clara", "Dieter"]), BySeat([None] * 4), 250, True, DAY, SEED, House(call=0)
    )
    hints = {number: BySeat((1, 0, 2, 0)) for number in range(1, rounds + 1)}
    table = Table.begin_with(kept_of(header, match_of(rounds), hints=hints), folder)
    assert table.is_kept
    return Sitting(table, Settings, is_resumed=True)


def play_round(sitting: Sitting, look: Callable[[MatchView], object]) -> int:
    """Play the round at the table to its end; returns how many plays that took."""
    plays = 0
    while not isinstance(step := sitting.step, Settled):
        look(step.match)
        match step:
            case HandOver():
                sitting.take()
            case Choose():
                plays += 1
                sitting.choose(step.hand.legal_actions[0])
            case Call():
                sitting.call(None)
            case _:
                assert isinstance(step, Told) or plays
                sitting.go_on()
    return plays


@contextmanager
def counted() -> Iterator[list[int]]:
    """How many functions are called, those of C included."""
    calls = [0]

    def count(_frame: FrameType, event: str, _argument: Any) -> None:
        calls[0] += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield calls
    finally:
        sys.setprofile(before)


def what_a_face_asks(match: MatchView) -> object:
    """What screens ask of a match at every step."""
    return match.scores, match.scores_in_play, match.history_in_play, match.people, match.rounds[-1].players


@pytest.mark.untraced
def test_a_play_costs_the_same_in_round_2_and_in_round_60(tmp_path: Path) -> None:
    costs, sizes = {}, {}
    for rounds in (1, 59):
        sitting = sitting_after(rounds, tmp_path / str(rounds))
        (path,) = (tmp_path / str(rounds) / "matches").glob("*.match")
        size = path.stat().st_size
        with counted() as calls:
            plays = play_round(sitting, what_a_face_asks)
        assert plays > 15
        assert len(sitting.match.rounds) == rounds + 1
        costs[rounds] = calls[0] / plays
        sizes[rounds] = (path.stat().st_size - size) / plays
        sitting.leave()
        assert len(read_match(path).match.rounds) == rounds + 1
    assert costs[59] == pytest.approx(costs[1], rel=0.1)
    # A page more or less at the ends.
    assert abs(sizes[59] - sizes[1]) < 4096 * 3 / 15


def test_what_has_not_changed_is_not_written_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    monkeypatch.setattr("sevenrocks.store.database.set_meta", lambda _database, key, _value: written.append(key))
    sitting = sitting_after(2, tmp_path)
    before = len(written)
    play_round(sitting, lambda _match: None)
    sitting.leave()
    # The first commit after a failure, or after it was begun, cannot know what stands there.
    assert written[before:].count("hints") == 1
    assert written[before:].count("tail") > 15


def test_the_pegs_stand_where_the_whole_history_would_put_them(tmp_path: Path) -> None:
    rng = seeded("pegs")
    table = Table.begin(PLAYERS, tmp_path, known_seed=SEED, date=DAY, house=House(start=Scores((35, 0))))
    while table.winner is None and len(table.view.rounds) < 9:
        if table.turn is None:
            table.begin_round()
        seat = table.turn
        assert seat is not None
        table.play(seat, rng.choice(table.view_for(seat).legal_actions))
        view = table.view
        whole = [Scores((0, 0)), *view.score_history()]
        if table.turn is None and table.winner is None:
            whole.pop()
        assert pegs_of([Scores((0, 0)), *view.history_in_play]) == pegs_of(whole)
        assert view.scores_in_play == whole[-1]
    table.close()


def pegs_of(history: list[Scores]) -> list[tuple[int, int]]:
    """The front and the back peg of each pair, as a track moves them."""
    pegs = []
    for pair in Partnership:
        front = back = 0
        for scores in history:
            if scores[pair] != front:
                front, back = scores[pair], front
        pegs.append((front, back))
    return pegs
