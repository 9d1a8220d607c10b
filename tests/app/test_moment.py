"""The moment of a count: what is seen when, and that nobody has to wait for it."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from textual.pilot import Pilot
from textual.timer import Timer
from textual.widget import Widget

from help.effort import cases, seeded
from help.playing import app_in, choosing_table, play_to, screen_of, screen_text, start, step, tap, until
from help.strategies import finished_match
from sevenrocks.drawing.free import free_spot
from sevenrocks.drawing.geometry import arrange
from sevenrocks.drawing.shapes import Rect
from sevenrocks.engine.actions import Placed
from sevenrocks.engine.rules import AWARD_STEP
from sevenrocks.engine.seats import Seat
from sevenrocks.engine.tiles import Tile
from sevenrocks.telling.choosing import Choosing
from sevenrocks.tui.app import RocksApp
from sevenrocks.tui.moment import BRIEF, FULL, Frame, Moment
from sevenrocks.tui.screens.cover import CoverScreen
from sevenrocks.tui.screens.held import HandScreen, Mode
from sevenrocks.tui.screens.motion import Motion
from sevenrocks.tui.screens.result import ResultScreen, Winners
from sevenrocks.tui.screens.table import TableScreen

PLACED = Placed(Seat.N, Tile(1, 3), None, 15, 15)


def moment(*terms: int, is_won: bool = False) -> Moment:
    total = sum(terms)
    return Moment(terms, 0 if total % AWARD_STEP else total, is_won, PLACED)


@pytest.mark.parametrize("terms", [(10,), (4, 8, 3), (12, 10, 8, 5), (2, 5, 3, 3), (0, 0)])
@pytest.mark.parametrize("most", [0.4, 1.0, 2.0, 60.0])
def test_the_ends_light_one_by_one_then_the_sum_stands_then_all_is_as_it_stays(
    terms: tuple[int, ...], most: float
) -> None:
    told = moment(*terms)
    seconds = told.seconds(most)
    frames = told.frames(seconds)
    assert [frame.at for frame in frames] == sorted({frame.at for frame in frames}), "each at its own time"
    assert frames[0].at == 0.0
    assert frames[-1] == Frame(seconds, 0, has_sum=True)
    assert seconds == min(FULL if told.award else BRIEF, most), "within the beat"
    if told.award:
        lit = [frame.lit for frame in frames[:-1]]
        assert lit[: len(terms) + 1] == list(range(len(terms) + 1))
        assert not any(frame.has_sum for frame in frames[: len(terms) + 1])
        assert any(frame.is_large for frame in frames) == (seconds >= 0.8), "there is time to read it"
    else:
        assert frames[0] == Frame(0.0, len(terms), has_sum=True), "at once"


def test_only_what_is_worth_it_is_celebrated() -> None:
    sparks = {
        told.award: {frame.sparks for frame in told.frames(FULL)}
        for told in (moment(4, 8, 8), moment(12, 8, 5), moment(5, 10, is_won=True))
    }
    assert sparks == {20: {0}, 25: {0, 1, 2}, 15: {0, 1, 2}}


def _free_by_trying(taken: list[Rect], area: tuple[int, int], size: tuple[int, int]) -> set[tuple[int, int]]:
    (width, height), (wide, high) = area, size
    return {
        (x, y)
        for y in range(height - high + 1)
        for x in range(width - wide + 1)
        if not any(Rect(x, y, wide, high).overlaps(rect) for rect in taken)
    }


def test_a_free_spot_is_free_and_the_nearest_to_the_middle() -> None:
    rng = seeded("free spots")
    for _case in range(cases(20, 500)):
        layout = finished_match(rng.randrange(10**6)).rounds[0].layout
        wide, high = rng.randint(1, 60), rng.randint(1, 8)
        here = arrange(layout, *rng.choice([(80, 13), (100, 18), (114, 30)]))
        taken = [Rect(rng.randint(0, 60), rng.randint(0, 10), 20, 2)]
        covered = [*taken, *(spot.rect for spot in here.spots), *(mark.rect for mark in here.marks)]
        free = _free_by_trying(covered, (here.width, here.height), (wide, high))
        found = free_spot(here, wide, high, taken)
        if found is None:
            assert not free
            continue
        middle = (here.width - wide) // 2, (here.height - high) // 2

        def far(x: int, y: int, middle: tuple[int, int] = middle) -> int:
            return abs(x - middle[0]) + 2 * abs(y - middle[1])

        assert (found.width, found.height) == (wide, high)
        assert far(found.x, found.y) == min(far(x, y) for x, y in free)


# ---- at the table


def _has_played(screen: TableScreen, choosing: Choosing) -> bool:
    return screen.choosing is not choosing


async def _own_award(pilot: Pilot[None]) -> TableScreen:
    """Play until somebody at the screen makes a multiple of five, and leave its count in motion."""
    while True:
        screen = await choosing_table(pilot)
        choosing = screen.choosing
        assert choosing is not None
        if choosing.must_pass:
            screen.action_knock()
            await until(pilot, partial(_has_played, screen, choosing), "the knock")
            continue
        best, place = min(choosing.playable), 0
        for tile in sorted(choosing.playable):
            choosing.pick(tile)
            for index, option in enumerate(choosing.options):
                if option.award:
                    best, place = tile, index
        choosing.pick(best)
        choosing.pick_place(place)
        chosen = choosing.chosen
        assert chosen is not None
        screen.action_go()
        await until(pilot, partial(_has_played, screen, choosing), "the play")
        if chosen.award:
            return screen


def _count_row(app: RocksApp) -> str:
    screen = app.screen
    assert isinstance(screen, HandScreen)
    return screen_text(app).split("\n")[screen.count_line.region.y]


@pytest.mark.usefixtures("no_arming")
@pytest.mark.parametrize("key", ["enter", "space", "1", "x", "y", "down", "click"])
async def test_a_key_ends_the_motion_and_does_nothing_else(tmp_path: Path, key: str) -> None:
    app = app_in(tmp_path, start("Anna", "Bartek", seed="moment"), bot_speed="slow")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await _own_award(pilot)
        assert screen.is_moving
        assert screen.mode is Mode.GO_ON
        assert not re.search(r"\+\d+ (NS|EW)", _count_row(app)), "what it brings is not told before it is counted"
        if key == "click":
            await tap(pilot, 40, 8)
        else:
            await pilot.press(key)
        assert not screen.is_moving
        assert re.search(r"= \d+ +\+\d+ (NS|EW)", _count_row(app))
        assert app.screen is screen, "nothing else has happened"
        assert screen.mode is Mode.GO_ON
        await pilot.press("enter")
        await screen_of(pilot, CoverScreen)


@pytest.mark.usefixtures("no_arming")
async def test_what_hides_a_hand_hides_it_while_a_count_is_told(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", "Bartek", seed="moment"), bot_speed="slow")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await _own_award(pilot)
        assert screen.is_moving
        await pilot.press("h")
        assert screen.is_hidden


@pytest.mark.usefixtures("no_arming")
async def test_where_nothing_moves_the_end_is_there_at_once(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", "Bartek", seed="moment"), bot_speed="slow", motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await _own_award(pilot)
        assert not screen.is_moving
        assert re.search(r"= \d+ +\+\d+ (NS|EW)", _count_row(app))
        assert screen.track._shown == screen.match.scores_in_play


@pytest.mark.usefixtures("no_arming")
async def test_the_count_grows_large_and_the_peg_leaps(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", "Bartek", seed="moment"), bot_speed="slow")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await _own_award(pilot)
        before = screen.track._shown
        frame = next(frame for frame in screen._moment.frames(FULL) if frame.is_large)  # type: ignore[union-attr]
        screen._show_frame(frame, False)
        assert re.search("[█▀▄]{2}", screen_text(app)), "large figures on the felt"
        assert screen.track._shown != before
        screen.end_motion()
        assert not re.search("[█▀▄]{2}", screen_text(app))


@pytest.mark.usefixtures("no_arming")
async def test_what_a_bot_counts_is_told_before_the_screen_is_passed_on(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", "Bartek", seed="moment"), bot_speed="fast")
    async with app.run_test(size=(80, 24)) as pilot:
        moved: list[Moment] = []
        while not any(app.sitting.match.players[told.placed.seat].is_bot for told in moved):  # type: ignore[union-attr]
            await step(pilot)
            screen = app.screen
            if isinstance(screen, HandScreen) and screen.is_moving and screen._moment not in moved:
                moved.append(screen._moment)  # type: ignore[arg-type]
                at = screen
            elif isinstance(screen, CoverScreen) and moved:
                assert not at.is_moving, "the cover has cut the count short"


@pytest.mark.usefixtures("no_arming")
async def test_a_pip_bursts_once_beside_those_who_have_won(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", seed="q7", target=5))
    async with app.run_test(size=(100, 40)) as pilot:
        screen = await play_to(pilot, ResultScreen)
        assert "╲" in screen_text(app), "where nothing moves it is there at once"
        winners = screen.query_one(Winners)
        winners.burst()
        assert "╲" not in screen_text(app)
        await until(pilot, lambda: "╲" in screen_text(app), "the burst")


def test_a_motion_that_was_ended_goes_no_further_though_its_timer_had_run_out() -> None:
    class Screen(Widget):
        """Has timers that never run out by themselves."""

        def set_timer(self, *_arguments: object, **_named: object) -> Timer:
            return cast("Timer", SimpleNamespace(stop=lambda: None))

    seen: list[bool] = []
    motion = Motion(
        Screen(), (Frame(0.0, 0), Frame(1.0, 1), Frame(2.0, 2)), lambda _frame, is_last: seen.append(is_last)
    )
    motion.end()
    motion._step()
    assert seen == [False, True]
