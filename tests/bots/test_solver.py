"""The exact solver: equal to plain minimax over the engine, and what `sevenrocks solve` tells of it."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from help.effort import cases
from help.record_cases import WORKED_RECORD
from help.strategies import any_legal, dealt, draw_won_by, play_round, random_deal
from sevenrocks import cli
from sevenrocks.bots.kernel import core
from sevenrocks.bots.kernel.bridge import needs_of, set_of
from sevenrocks.bots.kernel.layouts import FAR, UNIT, WON, number_of
from sevenrocks.bots.solver import WIN, Solver, solve
from sevenrocks.engine.actions import Action, Ending, MatchWon, Place, RoundEnded
from sevenrocks.engine.deal import Draw
from sevenrocks.engine.match import Match
from sevenrocks.engine.round import Round, Setup
from sevenrocks.engine.rules import MAX_TARGET, TARGET
from sevenrocks.engine.seats import BySeat, Partnership, Scores, Seat
from sevenrocks.record import read_record, record_match, replay, write_record

ENDINGS = cases(600, 2_000)
"""How many endings are solved by plain minimax over the engine as well."""

# ---- positions


def positions(rng: random.Random, tiles: tuple[int, ...]) -> Iterator[Round]:
    """Rounds reached by chance with so many tiles left, and not over: one at most of each deal."""
    while True:
        state = dealt(random_deal(rng), rng.choice(list(Seat)), target=MAX_TARGET)
        wanted = rng.choice(tiles)
        while not state.is_over and sum(map(len, state.hands)) > wanted:
            state = state.play_unchecked(any_legal(state, rng))
        if not state.is_over:
            yield state


def some_needs(rng: random.Random) -> tuple[int, int]:
    """What both pairs need: often little, often too much to be got, and more than the target for a score below zero."""
    often = (5, 10, 15, 20, 25, 35, 60, TARGET, MAX_TARGET + 40)
    return rng.choice(often), rng.choice(often)


def endings(number: int, tiles: tuple[int, ...], seed: int) -> Iterator[Round]:
    rng = random.Random(seed)
    for state in itertools.islice(positions(rng, tiles), number):
        needs = some_needs(rng)
        yield replace(state, scores=Scores((MAX_TARGET - needs[0], MAX_TARGET - needs[1])))


def lead(state: Round) -> int:
    """What NS has more than EW, or who has won the match."""
    if isinstance(state.ended, MatchWon):
        return WIN if state.ended.partnership is Partnership.NS else -WIN
    return state.scores[Partnership.NS] - state.scores[Partnership.EW]


def minimax(state: Round, seen: Counter[Ending]) -> int:
    """The lead at the end of the round by the engine's rules alone: everything is tried, nothing is remembered."""
    if state.turn is None:
        assert state.ended is not None
        seen[state.ended.ending if isinstance(state.ended, RoundEnded) else Ending.WON] += 1
        return lead(state)
    outcomes = [minimax(state.play_unchecked(action), seen) for action in state.legal_actions]
    return max(outcomes) if state.turn.partnership is Partnership.NS else min(outcomes)


def plain(held: list[int], left: int, layout: int, turn: int, needs: tuple[int, int], passes: int = 0) -> int:
    """The margin of NS over the kernel's steps, in units, with every pruning off and no table."""
    sign = -1 if turn & 1 else 1
    found = []
    for tile in range(28):
        if (left & held[turn]) >> tile & 1:
            rest = left ^ 1 << tile
            for step in core.steps(layout, tile):
                award = step >> 13 & 7
                met = (needs[0] - award, needs[1]) if sign > 0 else (needs[0], needs[1] - award)
                if award and met[turn & 1] <= 0:
                    found.append(sign * WON)
                elif not rest & held[turn]:
                    found.append(sign * award + settled(held, rest))
                else:
                    after = plain(held, rest, step & 8191, turn + 1 & 3, met)
                    found.append(after if abs(after) == WON else sign * award + after)
    if found:
        return sign * max(sign * margin for margin in found)
    return settled(held, left) if passes == 3 else plain(held, left, layout, turn + 1 & 3, needs, passes + 1)


def settled(held: list[int], left: int) -> int:
    return sum((1 if seat & 1 else -1) * core.deduction(held[seat] & left) for seat in range(4))


def numbers_of(state: Round) -> tuple[list[int], int, int, int]:
    """The hands, all tiles left, the layout and the turn as the kernel has them."""
    assert state.turn is not None
    held = [set_of(hand) for hand in state.hands]
    return held, held[0] | held[1] | held[2] | held[3], number_of(state.layout), int(state.turn)


def rotated(state: Round) -> Round:
    """The same position with everybody one seat further round the table."""
    setup = state.setup
    turned = Setup(
        1, setup.target, setup.scores, BySeat([setup.deal[(seat + 3) % 4] for seat in Seat]), setup.opener.next
    )
    hands = BySeat([state.hands[(seat + 3) % 4] for seat in Seat])
    assert state.turn is not None
    return Round(turned, hands, state.layout, state.turn.next, Scores(reversed(state.scores)), ())


# ---- the truth


def test_solver_and_plain_minimax_over_the_engine_agree_on_values_and_lines() -> None:
    ended: Counter[Ending] = Counter()
    outcomes: Counter[int] = Counter()
    below = 0
    for number, state in enumerate(endings(ENDINGS, (4, 5, 6, 7, 8), seed=1)):
        check(state, ended, f"ending {number}")
        outcomes[Solver(state).outcome(state)] += 1
        below += min(state.scores) < 0
    # What was to be tried was there.
    assert min(ended.values()) > ENDINGS // 10
    assert set(ended) == set(Ending)
    assert min(outcomes[WIN], outcomes[-WIN], below) > ENDINGS // 20
    assert len(outcomes) > 20


@pytest.mark.both_forms
def test_they_agree_with_more_tiles_left() -> None:
    for number, state in enumerate(endings(30, (10, 11, 12), seed=2)):
        check(state, Counter(), f"ending {number}")


def check(state: Round, ended: Counter[Ending], name: str) -> None:
    """The values of all that can be done, and a line that gets what it promises, step by step."""
    assert state.turn is not None
    sign = 1 if state.turn.partnership is Partnership.NS else -1
    outcomes = {action: minimax(state.play(action), ended) for action in state.legal_actions}
    expected = {
        action: sign * (outcome if abs(outcome) == WIN else outcome - lead(state))
        for action, outcome in outcomes.items()
    }
    solution = solve(state)
    best = max(expected.values())
    assert (solution.seat, solution.value) == (state.turn, best), name
    assert dict(solution.plays) == {action: value for action, value in expected.items() if isinstance(action, Place)}, (
        name
    )
    assert [value for _play, value in solution.plays] == sorted(
        (value for _play, value in solution.plays), reverse=True
    )
    assert Solver(state).outcome(state) == sign * max(sign * outcome for outcome in outcomes.values()), name
    assert followed(state, solution.line) == sign * max(sign * outcome for outcome in outcomes.values()), name


def followed(state: Round, line: tuple[tuple[Seat, Action], ...]) -> int:
    """The lead after these legal actions, which end the round."""
    for seat, action in line:
        assert seat is state.turn
        state = state.play(action)
    assert state.is_over
    return lead(state)


@pytest.mark.both_forms
def test_search_and_itself_with_every_pruning_off_agree() -> None:
    found = Counter[int]()
    for number, state in enumerate(endings(150, (9, 10, 11, 12), seed=3)):
        held, left, layout, turn = numbers_of(state)
        while not left & held[turn] & core.learn(layout):
            turn = turn + 1 & 3
            if turn == state.turn:
                break
        else:
            packed = needs_of(state.scores, MAX_TARGET)
            sign = -1 if turn & 1 else 1
            needs = tuple(MAX_TARGET // UNIT - score // UNIT for score in state.scores)
            expected = sign * plain(held, left, layout, turn, (needs[0], needs[1]))
            search = core.Search(held)
            assert search.margin(left, layout, turn, packed) == expected, number
            # The same again out of its table, from a wrong guess, and by the question whether so much can be had.
            assert search.margin(left, layout, turn, packed, guess=-expected) == expected
            for bound in range(max(expected - 2, -300), min(expected + 3, 300)):
                assert core.Search(held, 97).reaches(bound, left, layout, turn, packed) == (expected >= bound)
            found[expected] += 1
    assert found.total() > 100
    assert min(found[WON], found[-WON]) >= 5


def test_the_size_of_the_table_changes_nothing() -> None:
    rng = random.Random(11)
    for state in itertools.islice(positions(rng, (16, 17, 18)), 30):
        # Needs that may or may not be met make positions that are alike but for them.
        needs = rng.choice((30, 40, 50, 60)), rng.choice((30, 40, 50, 60))
        state = replace(state, scores=Scores((MAX_TARGET - needs[0], MAX_TARGET - needs[1])))  # noqa: PLW2901
        solver = Solver(state)
        outcome = solver.outcome(state)
        for slots in (1, 997):
            small = Solver(state)
            small._search = core.Search([set_of(hand) for hand in state.setup.deal], slots)
            assert small.outcome(state) == outcome
    for slots in (-1, 0, core.SLOTS + 1):
        with pytest.raises(ValueError, match="slots"):
            core.Search([1, 2, 4, 8], slots)


def test_pairs_are_treated_alike() -> None:
    for state in endings(30, (14, 16, 18), seed=5):
        outcome = Solver(state).outcome(state)
        turned = rotated(state)
        assert Solver(turned).outcome(turned) == -outcome
    whole = dealt(random_deal(random.Random(6)), target=MAX_TARGET)
    turned = rotated(whole)
    assert Solver(turned).outcome(turned) == -Solver(whole).outcome(whole)


def test_a_guess_changes_nothing() -> None:
    for state in endings(20, (14, 15, 16), seed=7):
        outcome = Solver(state).outcome(state)
        assert {Solver(state).outcome(state, guess) for guess in (-300, -5, 0, 5, 300, -WIN, WIN)} == {outcome}


def test_what_a_whole_deal_is_worth_is_what_its_line_of_best_play_makes() -> None:
    state = dealt(random_deal(random.Random(8)), target=MAX_TARGET)
    solver = Solver(state)
    outcome = solver.outcome(state)
    assert followed(state, tuple(solver.line(state))) == outcome
    before = solver.nodes
    assert solver.outcome(state, outcome) == outcome
    assert solver.nodes - before < 10, "what was found is kept"


def test_a_round_that_is_over_has_no_solution_but_an_outcome() -> None:
    *_, over = play_round(dealt(random_deal(random.Random(9))), any_legal, random.Random(9))
    with pytest.raises(ValueError, match="over"):
        solve(over)
    assert Solver(over).outcome(over) == lead(over)


def test_needs_are_what_the_pairs_need_to_win() -> None:
    assert needs_of(Scores((230, -400)), 250) == FAR << 7 | 4
    assert needs_of(Scores((0, 245)), 250) == 1 << 7 | 50


# ---- the command


@pytest.fixture
def worked(tmp_path: Path) -> Path:
    path = tmp_path / "worked.rocks.toml"
    path.write_text(WORKED_RECORD, "utf-8")
    return path


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command prints where all is well."""
    assert cli.main(("solve", *arguments)) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def record_of(target: int, plays: int, folder: Path) -> str:
    """The file of a match to this target, as far as so many plays of the worked record's first round."""
    stated = read_record(WORKED_RECORD.encode())
    state = replay(stated).rounds[0]
    match = Match(target).begin_round(state.setup.deal, Draw(stated.rounds[0].draws))
    for play in stated.rounds[0].plays[:plays]:
        match = match.play(play.action)
    path = folder / "match.rocks.toml"
    path.write_text(write_record(record_match(match, stated.players)), "utf-8")
    return str(path)


FIRST = ("--round", "1", "--json", "--play")

# Two plays before its end the worked first round stands so: N 25, E 00 13, S 02, W 22 33, and only E can place 00 next.


def test_json_tells_values_and_line_exactly(worked: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # S goes out with 02@00: the ends count 15; E loses 10, W 10, N 5.
    assert said(capsys, str(worked), *FIRST, "24") == (
        '{"seat": "S", "value": 30, "plays": [{"play": "02@00", "value": 30}], "line": ["S 02@00"]}\n'
    )
    # N must choose: 25@55 lets W go on with 22, and costs N-S ten points.
    assert said(capsys, str(worked), *FIRST, "22") == (
        '{"seat": "N", "value": 30, "plays": [{"play": "11@16", "value": 30}, {"play": "11@12", "value": 30},'
        ' {"play": "25@55", "value": 20}], "line": ["N 11@16", "E 00@01", "S 02@00"]}\n'
    )


def test_who_must_knock_has_no_plays_and_the_value_of_what_follows(
    worked: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said(capsys, str(worked), *FIRST, "21") == (
        '{"seat": "W", "value": -30, "plays": [], "line": ["W pass", "N 11@16", "E 00@01", "S 02@00"]}\n'
    )
    assert said(capsys, str(worked), "--round", "1", "--play", "21") == (
        "Round 1 after 21 plays: W is in turn.\n"
        "With best play by all NS make 30 points more than EW from here on.\n"
        "  W cannot play and knocks.\n"
        "Best play: W pass, N 11@16, E 00@01, S 02@00\n"
    )


def test_a_match_that_is_won_or_lost_is_worth_more_than_any_points(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # N-S stand at 20, and S's 15 for 02@00 win a match to 35. Nobody can keep S from it any more.
    path = record_of(35, 24, tmp_path)
    assert said(capsys, path, *FIRST, "24") == (
        '{"seat": "S", "value": 5000, "plays": [{"play": "02@00", "value": 5000}], "line": ["S 02@00"]}\n'
    )
    assert said(capsys, path, *FIRST, "23") == (
        '{"seat": "E", "value": -5000, "plays": [{"play": "00@01", "value": -5000}], "line": ["E 00@01", "S 02@00"]}\n'
    )
    assert said(capsys, path, "--play", "20") == (
        "Round 1 after 20 plays: S is in turn.\n"
        "With best play by all NS win the match.\n"
        "  55@56  wins the match\n"
        "  02@01  +15\n"
        "Best play: S 55@56, W pass, N 11@16, E 00@01, S 02@00\n"
    )
    assert "  00@01  loses the match\n" in said(capsys, path, "--play", "23")
    # One hole more is out of reach: the points count again.
    path = record_of(40, 24, tmp_path)
    assert json.loads(said(capsys, path, *FIRST, "24"))["value"] == 30


def test_text_says_whose_points_they_are(worked: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, str(worked), "--round", "1", "--play", "23") == (
        "Round 1 after 23 plays: E is in turn.\n"
        "With best play by all NS make 30 points more than EW from here on.\n"
        "  00@01  -30\n"
        "Best play: E 00@01, S 02@00\n"
    )


def test_the_last_round_just_dealt_is_solved_unless_told_otherwise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = Match(MAX_TARGET).begin_round(random_deal(random.Random(8)), draw_won_by(Seat.E))
    path = tmp_path / "dealt.rocks.toml"
    path.write_text(write_record(record_match(match, BySeat(("Anna", "Bartek", "Clara", "Dieter")))), "utf-8")
    told = json.loads(said(capsys, str(path), "--json"))
    assert list(told) == ["seat", "value", "plays", "line"]
    assert told["seat"] == "E"
    assert len(told["plays"]) == 7
    assert told["plays"][0]["value"] == told["value"]
    assert told["line"][0] == f"E {told['plays'][0]['play']}"


def test_as_many_plays_are_told_as_were_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = record_of(MAX_TARGET, 12, tmp_path)
    assert said(capsys, path, "--play", "12").startswith("Round 1 after 12 plays: S is in turn.\n")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--round", "1", "--play", "25"), "--play: round 1 is over after 25 plays"),
        (("--round", "1", "--play", "26"), "--play: round 1 has 25 plays"),
        (("--round", "4"), "--round: worked.rocks.toml has 3 rounds"),
        (("--round", "0"), "expected a whole number from 1 "),
        (("--play", "-1"), "expected a whole number from 0 "),
        (("--depth", "3"), "--depth"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_cannot_be_solved_is_told_in_one_line(
    options: tuple[str, ...], complaint: str, worked: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code: object = cli.main(("solve", str(worked), *options))
    except SystemExit as left:
        code = left.code
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert complaint in err
    assert err.endswith("\n")
    assert err[:-1].isprintable()


def test_a_record_is_checked_before_it_is_solved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wrong.rocks.toml"
    path.write_text(WORKED_RECORD.replace('"E 44@04"', '"E 44@45"'), "utf-8")
    assert cli.main(("solve", str(path))) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("sevenrocks: wrong.rocks.toml: round 1, play 8: ")
    assert cli.main(("solve", str(tmp_path / "missing"))) == 2
    assert capsys.readouterr() == ("", "sevenrocks: missing: there is no such file\n")
