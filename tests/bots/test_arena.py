"""One level of bots against another: the same deals for both, on any executor, and what the command tells of it."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import loky
import pytest

from help.effort import LONG, seeded
from sevenrocks import arena, cli
from sevenrocks.arena import Comparison, compare, comparing, local_processes, mean_estimate, play_match, share_estimate
from sevenrocks.arena.report import chart
from sevenrocks.bots import level_names
from sevenrocks.engine.deal import known_seed
from sevenrocks.engine.seats import BySeat, Partnership

PATIENCE = 60
"""Seconds after which something that a test waits for is taken not to come."""


def _compared(executor: Executor | None = None) -> Comparison:
    return compare("club", "novice", deals=4, matches=1, seed="any", executor=executor)


def _facts(result: Comparison) -> tuple[object, ...]:
    """All that does not depend on the machine."""
    return result.first, result.second, result.seed, result.margins, result.wins


# ---- the measure


@pytest.mark.parametrize("name", ["novice", "club"])
def test_a_level_against_itself_is_exactly_level(name: str) -> None:
    result = compare(name, name, deals=4, matches=2, seed="itself")
    assert result.margins == (0.0,) * 4
    assert result.points == (0.0, (0.0, 0.0))
    assert result.ahead == 0.5
    assert result.won is not None
    assert result.won.value == 0.5


def test_exchanged_levels_negate_the_points() -> None:
    one = compare("club", "novice", deals=6, matches=2, seed="exchange")
    other = compare("novice", "club", deals=6, matches=2, seed="exchange")
    assert any(one.margins)
    assert other.margins == tuple(-margin for margin in one.margins)
    pairs = zip(one.wins[::2], one.wins[1::2], strict=True)
    assert [won for pair in pairs for won in pair[::-1]] == [not won for won in other.wins]


def test_club_beats_novice_beyond_chance() -> None:
    points = compare("club", "novice", deals=30, seed="club").points
    assert points is not None
    assert points.interval is not None
    low, high = points.interval
    assert 0 < low < points.value < high


def test_every_deal_counts_by_its_number_alone() -> None:
    few = compare("club", "novice", deals=3, matches=1, seed="number")
    more = compare("club", "novice", deals=5, matches=2, seed="number")
    assert more.margins[:3] == few.margins
    assert more.wins[:1] == few.wins
    assert len(set(more.margins)) > 1
    assert compare("club", "novice", deals=5, seed="other").margins != more.margins


def test_matches_are_those_that_bots_play_from_the_same_seed() -> None:
    result = compare("novice", "club", deals=0, matches=4, seed="matches")
    expected = []
    for number in (1, 2):
        seed = known_seed(f"matches/match/{number}")
        expected += [
            play_match(BySeat(("novice", "club", "novice", "club")), seed).winner is Partnership.NS,
            play_match(BySeat(("club", "novice", "club", "novice")), seed).winner is Partnership.EW,
        ]
    assert list(result.wins) == expected


def test_what_was_not_played_is_not_told() -> None:
    deals = compare("club", "novice", deals=1, seed="s")
    assert deals.points is not None
    assert deals.points.interval is None, "one deal tells no interval"
    assert deals.won is None
    matches = compare("club", "novice", deals=0, matches=1, seed="s")
    assert (matches.points, matches.ahead) == (None, None)
    assert matches.won is not None


def test_ties_are_half_a_deal() -> None:
    assert Comparison("a", "b", "s", (5.0, 0.0, -2.5, 10.0), (), (None, None)).ahead == 0.625


def test_the_mean_and_its_interval() -> None:
    # By hand: the mean is 5, the deviations -5, -5, 0, 10, so the variance 150 / 3 and the error sqrt(50 / 4).
    value, interval = mean_estimate((0.0, 0.0, 5.0, 15.0))
    assert value == 5.0
    assert interval == pytest.approx((5 - 1.96 * 12.5**0.5, 5 + 1.96 * 12.5**0.5))


@pytest.mark.parametrize(
    ("hits", "tries", "low", "high"),
    [
        # Wilson's interval as it is found in tables.
        (8, 10, 0.4902, 0.9433),
        (50, 100, 0.4038, 0.5962),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
    ],
)
def test_a_share_has_the_interval_of_wilson(hits: int, tries: int, low: float, high: float) -> None:
    value, interval = share_estimate(hits, tries)
    assert value == hits / tries
    assert interval is not None
    assert interval == pytest.approx((low, high), abs=0.00005)
    assert 0 <= interval[0] <= interval[1] <= 1


def test_the_clock_tells_mean_and_percentile_of_both_halves() -> None:
    clock, other = comparing._Clock(), comparing._Clock()
    assert clock.thinking is None
    for hundredth in range(1, 101):
        (clock if hundredth % 2 else other).tell(hundredth / 100)
    clock.tell(0.0)
    clock.add(other)
    assert clock.thinking is not None
    assert clock.thinking.mean == pytest.approx(50.5 / 101)
    assert 0.95 <= clock.thinking.percentile_95 <= 0.95 * 1.05


def test_both_levels_are_timed() -> None:
    club, novice = compare("club", "novice", deals=4, seed="time").thinking
    assert club is not None
    assert novice is not None
    assert club.mean > novice.mean > 0, "club looks at far more"


# ---- executors

EXECUTORS: dict[str, Callable[[], AbstractContextManager[Executor]]] = {
    "two processes": lambda: local_processes(2),
    "two threads": lambda: ThreadPoolExecutor(2),
    "loky": lambda: loky.get_reusable_executor(2),
}


@pytest.mark.parametrize("name", EXECUTORS)
def test_any_executor_gives_the_same_result(name: str) -> None:
    with EXECUTORS[name]() as executor:
        assert _facts(_compared(executor)) == _facts(_compared())


@pytest.mark.parametrize("tasks", [1, 2, 4])
def test_the_cut_into_tasks_changes_nothing(tasks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = _facts(_compared())
    monkeypatch.setattr(comparing, "_TASKS", tasks)
    assert _facts(_compared()) == expected


@pytest.mark.parametrize("threads", [0, 2])
def test_progress_is_told_up_to_the_end(threads: int) -> None:
    told: list[int] = []
    with ThreadPoolExecutor(threads) if threads else nullcontext() as executor:
        compare("novice", "novice", deals=5, matches=2, seed="p", executor=executor, on_progress=told.append)
    assert told == [1, 2, 3, 4, 5, 6, 7]


class _WrongError(Exception):
    """Something goes wrong in a level."""


def test_what_goes_wrong_is_raised_and_work_not_begun_is_called_off(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[range] = []

    def wrong(_first: str, _second: str, _seed: str, numbers: range) -> None:
        begun.append(numbers)
        time.sleep(0.05)
        raise _WrongError

    monkeypatch.setattr(comparing, "_play_deals", wrong)
    with ThreadPoolExecutor(1) as executor, pytest.raises(_WrongError):
        compare("club", "club", deals=100, seed="w", executor=executor)
    assert len(begun) < 10


# ---- the command


def _run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code: object
    try:
        code = cli.main(("arena", *arguments))
    except SystemExit as left:
        code = left.code
    assert isinstance(code, int)
    return code, *capsys.readouterr()


def _typed(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "sevenrocks", "arena", *arguments]


def _environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(Path(cli.__file__).parents[2]), "PYTHONUTF8": "1"}


def test_json_has_the_same_bytes_for_any_number_of_jobs(capsys: pytest.CaptureFixture[str]) -> None:
    call = ("club", "novice", "--deals", "4", "--matches", "2", "--seed", "s", "--json")
    code, out, err = _run(capsys, *call)
    assert (code, err) == (0, "")
    assert out.count("\n") == 1
    told = json.loads(out)
    result = compare("club", "novice", deals=4, matches=2, seed="s")
    assert result.points is not None
    assert list(told) == [
        *("first", "second", "seed", "deals", "points", "points_interval", "ahead", "matches", "won", "won_interval")
    ]
    assert told["points"] == round(result.points.value, 4)
    assert told["points_interval"] == [round(end, 4) for end in result.points.interval or ()]
    assert (told["first"], told["second"], told["seed"]) == ("club", "novice", "s")
    assert (told["deals"], told["ahead"], told["matches"], told["won"]) == (
        4,
        round(result.ahead or 0, 4),
        2,
        sum(result.wins) / 2,
    )
    assert 0 <= told["won_interval"][0] < told["won"] <= told["won_interval"][1] <= 1
    done = subprocess.run(_typed(*call, "--jobs", "2"), capture_output=True, check=True, env=_environment())
    assert done.stdout.decode() == out
    assert done.stderr == b"", "no bar where nobody sees it"


def test_json_is_null_where_nothing_was_played_and_zero_has_no_sign(capsys: pytest.CaptureFixture[str]) -> None:
    _code, out, _err = _run(capsys, "club", "novice", "--deals", "0", "--matches", "2", "--json")
    told = json.loads(out)
    assert [told[key] for key in ("deals", "points", "points_interval", "ahead")] == [0, None, None, None]
    _code, out, _err = _run(capsys, "club", "club", "--deals", "2", "--seed", "s", "--json")
    assert out == (
        '{"first": "club", "second": "club", "seed": "s", "deals": 2, "points": 0.0, "points_interval": [0.0, 0.0],'
        ' "ahead": 0.5, "matches": 0, "won": null, "won_interval": null}\n'
    )


def test_without_a_seed_there_is_a_fresh_one_that_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = (json.loads(_run(capsys, "club", "novice", "--deals", "3", "--json")[1]) for _ in range(2))
    assert first["seed"] != second["seed"]
    again = json.loads(_run(capsys, "club", "novice", "--deals", "3", "--seed", first["seed"], "--json")[1])
    assert again == first


def test_the_table_and_the_chart(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    margins = (-10.0, -2.5, 0.0, 2.5, 2.5, 5.0, 12.5, 30.0)
    thinking = (arena.Thinking(0.25, 0.5), arena.Thinking(0.001, 0.002))
    result = Comparison("club", "novice", "\x1b[2J", margins, (True, True, True, False), thinking)
    monkeypatch.setattr("sevenrocks.cli.arena.compare", lambda *_levels, **_rest: result)
    _code, out, err = _run(capsys, "club", "novice")
    assert err == ""
    assert out.splitlines() == [
        "club against novice, seed ?[2J",
        "",
        "                                        club  interval (95%)",
        "points a round, 8 deals both ways       +5.0   -3.3 to +13.3",
        "deals on which it is ahead, ties half  68.8%",
        "won of 4 matches                       75.0%  30.1% to 95.4%",
        "",
        "milliseconds a choice    mean  95% are below",
        "club                   250.00         500.00",
        "novice                   1.00           2.00",
        "",
        "points a round: on how many deals",
        "   -10 | ################# 1",
        "    -5 | ################# 1",
        "     0 | ################# 1",
        "    +5 | ################################################## 3",
        "   +10 |",
        "   +15 | ################# 1",
        "   +20 |",
        "   +25 |",
        "   +30 | ################# 1",
    ]


def test_exchanged_levels_mirror_the_chart() -> None:
    margins = (-10.0, -2.5, 0.0, 2.5, 2.5, 5.0, 12.5, 30.0, 37.5)
    rows = list(chart(margins))
    mirrored = list(chart([-margin for margin in margins]))
    assert [row.partition("|")[2] for row in rows] == [row.partition("|")[2] for row in reversed(mirrored)]


BAD_CALLS = {
    "no level": ([], "LEVEL"),
    "one level": (["club"], "LEVEL"),
    "three levels": (["club"] * 3, "unrecognized arguments: club"),
    "an unknown first level": (["\x1b[2J", "club"], r"there is no bot level '\x1b[2J'; the levels are novice, "),
    "an unknown second level": (["club", "chess"], "there is no bot level 'chess'; the levels are novice, "),
    "nothing to play": (["club", "club", "--deals", "0"], "--deals, --matches: there must be some"),
    "less than no deals": (["club", "club", "--deals", "-1"], "--deals: expected a whole number from 0 to 100000"),
    "too many deals": (["club", "club", "--deals", "100001"], "--deals: expected a whole number from 0 to 100000"),
    "half a match": (["club", "club", "--matches", "0.5"], "--matches: expected a whole number from 0 to 100000"),
    "no jobs": (["club", "club", "--jobs", "0"], "--jobs: expected a whole number from 1 to 1000"),
}


@pytest.mark.parametrize("case", BAD_CALLS)
def test_a_call_that_cannot_be_done_is_answered_in_one_line(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments, told = BAD_CALLS[case]
    code, out, err = _run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert told in err
    assert err.startswith("sevenrocks")
    assert err[:-1].isprintable()


def test_every_level_can_enter(capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(capsys, "--help")[0] == 0
    for name in level_names()[:2]:
        assert _run(capsys, name, "novice", "--deals", "1")[0] == 0


def _children(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text("utf-8").split()]
    except OSError:
        return []


def _is_there(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes where Linux lists them")
@pytest.mark.parametrize(("signalled", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)])
def test_ctrl_c_and_death_leave_no_process_behind(signalled: signal.Signals, code: int) -> None:
    rng = seeded(f"ends by {signalled.name}")
    for wait in [0.0, 0.5] if LONG else [rng.uniform(0, 0.3)]:
        _check_end(signalled, code, wait)


def _check_end(signalled: signal.Signals, code: int, wait: float) -> None:
    running = subprocess.Popen(
        _typed("club", "club", "--deals", "100000", "--jobs", "2"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=_environment(),
        start_new_session=True,
    )
    try:
        deadline = time.monotonic() + PATIENCE
        while len(children := _children(running.pid)) < 3:  # two workers, and the one that Python itself keeps
            assert time.monotonic() < deadline
        time.sleep(wait)
        # As a terminal does: to all processes of the group.
        if signalled is signal.SIGINT:
            os.killpg(running.pid, signalled)
        else:
            running.kill()
        out, err = running.communicate(timeout=5)
        assert (running.returncode, out) == (code, b"")
        if signalled is signal.SIGINT:
            assert err == b""
        while any(map(_is_there, children)):
            assert time.monotonic() < deadline
            time.sleep(0.01)
    finally:
        # Where the test fails, what it was to prove has not happened.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
