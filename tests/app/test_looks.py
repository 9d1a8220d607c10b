"""What a table looks like: nothing is empty, what is shown where it would lie lies there, and names stand beside the layout."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import groupby, pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from rich.cells import cell_len
from textual.color import Color
from textual.pilot import Pilot

from help.effort import cases, seeded
from help.playing import app_in, choosing_table, play_to, play_unseen, screen_of, screen_text
from help.scenes import ALONE, FOUR, STORIES
from sevenrocks.drawing import letters
from sevenrocks.drawing.geometry import Arrangement, NoRoomError, arrange
from sevenrocks.drawing.paint import Ghost, Run, paint
from sevenrocks.drawing.shapes import BOXES, DIGITS, PIPS, Rect, TileSize
from sevenrocks.drawing.tiles import ASCII, BLOCKS, LINES, Look, draw_tile
from sevenrocks.engine.actions import Passed, Place
from sevenrocks.engine.deal import deal_hands, known_seed
from sevenrocks.engine.layout import Layout
from sevenrocks.engine.round import Round, Setup
from sevenrocks.engine.rules import AWARD_STEP, MAX_TARGET, MIN_TARGET
from sevenrocks.engine.seats import ByPartnership, Partnership, Scores, Seat
from sevenrocks.engine.tiles import Tile
from sevenrocks.seating import Player
from sevenrocks.seen import MatchView
from sevenrocks.settings import Characters
from sevenrocks.sitting import Start
from sevenrocks.tui.screens.cover import CoverScreen
from sevenrocks.tui.screens.draw import DrawScreen
from sevenrocks.tui.screens.ledger import LedgerScreen, LedgerView
from sevenrocks.tui.screens.result import ResultScreen, ScoreChart, Winners
from sevenrocks.tui.screens.table import TableScreen
from sevenrocks.tui.widgets.board import Board
from sevenrocks.tui.widgets.painted import apart
from sevenrocks.tui.widgets.track import ScoreTrack

LARGE = ((100, 30), (140, 45), (200, 60))


def largest_rectangle(rows: list[list[bool]]) -> int:
    """The cells of the largest rectangle in which all is true."""
    most = 0
    heights = [0] * len(rows[0])
    for row in rows:
        heights = [height + 1 if cell else 0 for height, cell in zip(heights, row, strict=True)]
        open_: list[tuple[int, int]] = []
        for x, height in enumerate([*heights, 0]):
            start = x
            while open_ and open_[-1][1] >= height:
                start, high = open_.pop()
                most = max(most, high * (x - start))
            open_.append((start, height))
    return most


def test_the_largest_rectangle_is_found() -> None:
    told = ["..#.....", "#.......", "........", "..#....#"]
    assert largest_rectangle([[cell == "." for cell in row] for row in told]) == 16
    assert largest_rectangle([[False]]) == 0


def grounds_of_blanks(pilot: Pilot[None]) -> list[list[Color | None]]:
    """The ground of each cell of the screen in which nothing stands."""
    rows: list[list[Color | None]] = []
    for strip in pilot.app.screen._compositor.render_strips():
        row: list[Color | None] = []
        for segment in strip:
            colour = segment.style.bgcolor if segment.style is not None else None
            ground = None if colour is None else Color.from_rich_color(colour)
            row += [ground if character == " " else None for character in segment.text]
        rows.append(row)
    return rows


def largest_blank(pilot: Pilot[None]) -> float:
    """The share of the screen of the largest rectangle in which there is nothing but one flat ground."""
    rows = grounds_of_blanks(pilot)
    grounds = {ground for row in rows for ground in row} - {None}
    found = max(largest_rectangle([[cell == ground for cell in row] for row in rows]) for ground in grounds)
    return found / (pilot.app.size.width * pilot.app.size.height)


@pytest.mark.usefixtures("no_arming")
@pytest.mark.parametrize("begun", [ALONE, FOUR], ids=["alone", "four"])
async def test_with_ten_tiles_on_the_table_no_third_of_the_screen_is_empty(tmp_path: Path, begun: Start) -> None:
    app = app_in(tmp_path, begun, characters="blocks")
    async with app.run_test(size=(80, 24)) as pilot:
        await play_unseen(
            pilot,
            lambda screen: (
                isinstance(screen, TableScreen)
                and screen.choosing is not None
                and len(screen.choosing.view.public.layout.joints) >= 10
            ),
        )
        await choosing_table(pilot)
        for size in LARGE:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert largest_blank(pilot) < 1 / 3, size


def _played(seed: int) -> Iterator[Round]:
    """Every state of a round played at random."""
    rng = random.Random(seed)
    state = Round.begin(Setup(1, 10_000, Scores((0, 0)), deal_hands(known_seed(str(seed)), 1), Seat(seed % 4)))
    while state.turn is not None:
        yield state
        state = state.play(rng.choice(state.legal_actions))


def _marks_in(rows: tuple[tuple[Run, ...], ...], rect: Rect) -> list[tuple[int, int, str]]:
    """The digits and pips in an area, and where they stand."""
    texts = ["".join(text for text, _role in row) for row in rows]
    return [
        (x, y, texts[y][x])
        for y in range(rect.y, rect.y + rect.height)
        for x in range(rect.x, rect.x + rect.width)
        if texts[y][x] in "0123456●"
    ]


def _laid(layout: Layout, area: tuple[int, int], before: Arrangement | None) -> Arrangement | None:
    try:
        return arrange(layout, *area, before=before)
    except NoRoomError:
        return None


@pytest.mark.parametrize("area", [(80, 13), (100, 17), (112, 30)])
def test_a_tile_that_was_shown_where_it_would_lie_lies_there(area: tuple[int, int]) -> None:
    look, compared, spinners = Look(BLOCKS), 0, 0
    rng = seeded(f"ghosts in {area}")
    for _round in range(cases(6, 60)):
        for state in _played(rng.randrange(1_000_000)):
            here = _laid(state.layout, area, None) if state.layout.joints else None
            for action in state.legal_actions if here is not None else ():
                if not isinstance(action, Place):
                    continue
                after = state.layout.place(action.tile, action.host)
                there = _laid(after, area, here)
                if here is None or there is None or there.rank != here.rank:
                    continue
                spot = there.spots[-1]
                shown = paint(here, state.layout, look=look, ghosts=[Ghost(spot)])
                assert _marks_in(shown, spot.rect) == _marks_in(paint(there, after, look=look), spot.rect), spot
                compared += 1
                spinners += action.tile == after.spinner
    assert compared > 100
    assert spinners > 3, "the first double is wider where tiles are small"


# ---- a change of settings while a screen is in sight


@pytest.mark.usefixtures("no_arming")
@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
@pytest.mark.parametrize(
    ("story", "scenes"),
    [("cover", ("cover",)), ("match", ("draw", "choosing", "ledger", "result")), ("menu", ("lesson",))],
)
async def test_other_characters_are_drawn_at_once(
    tmp_path: Path, story: str, scenes: tuple[str, ...], size: tuple[int, int]
) -> None:
    begun, told = STORIES[story]
    app = app_in(tmp_path, begun, characters="blocks")
    async with app.run_test(size=size) as pilot:
        for name in scenes:
            await told[name](pilot)
            await pilot.pause()
            before = screen_text(app)
            assert not before.isascii(), name
            for characters in (Characters.ASCII, Characters.BLOCKS):
                app.change_settings(app.settings.replaced(characters=characters))
                await pilot.pause()
                shown = screen_text(app)
                assert shown.isascii() if characters is Characters.ASCII else shown == before, f"{name}\n{shown}"


# ---- names


NAMES = ("Włodzimierz Łużą", "Großmann-Weißfuß", "山田太郎花子世界", "e\u0301tienne abcdefg")
"""As wide as a name may be, with letters of which there is no drawing, of two cells, and of two code points."""


def assert_names_are_whole(shown: str, names: tuple[str, ...]) -> None:
    """Each name stands there, or its beginning with an ellipsis, and nothing touches it."""
    for name in names:
        cut = "|".join(re.escape(name[:end].rstrip()) + "…" for end in range(len(name) - 1, 1, -1))
        assert re.search(rf"(?<!\w)(?:{re.escape(name)}(?!\w)|{cut})", shown), f"{name}\n{shown}"


@pytest.mark.usefixtures("no_arming")
@pytest.mark.parametrize(
    ("people", "target", "scenes"),
    [(1, 60, ("draw", "middle", "ledger", "result")), (2, 250, ("cover", "ledger"))],
    ids=["alone", "two"],
)
async def test_long_and_wide_names_are_whole_or_cut_with_an_ellipsis(
    tmp_path: Path, people: int, target: int, scenes: tuple[str, ...]
) -> None:
    players = tuple(Player(name) if at < people else Player(name, "club") for at, name in enumerate(NAMES))
    app = app_in(tmp_path, Start(players, target, known_seed("a")), characters="blocks")
    async with app.run_test(size=(80, 24)) as pilot:
        for name in scenes:
            if name == "cover":
                await play_to(pilot, CoverScreen)
            else:
                await STORIES["match"][1][name](pilot)
            for size in ((80, 24), *LARGE):
                await pilot.resize_terminal(*size)
                await pilot.pause()
                shown = screen_text(app)
                assert all(cell_len(row) <= size[0] for row in shown.splitlines()), shown
                if name != "result":
                    assert_names_are_whole(shown, NAMES)


def test_letters_set_apart_stay_whole() -> None:
    assert apart("Groß", 40) == "G R O ß"
    assert apart("e\u0301a", 40) == "E\u0301 A"
    assert apart("山田", 40) == "山 田"
    assert apart("Łukasz", 5) == "Łukasz"


# ---- the board that lies


@pytest.mark.parametrize("is_ascii", [False, True])
@pytest.mark.parametrize("scores", [(0, 5), (95, -5), (140, 250), (-105, 1005)])
def test_no_hole_touches_a_score(scores: tuple[int, int], *, is_ascii: bool) -> None:
    track = ScoreTrack(ByPartnership(["Anna & Clara", "Bartek & Dieter"]), 250, ascii_only=is_ascii)
    track.set_history([Scores(scores)])
    track.arrive()
    for row, pair, score in zip(track.pieces(80, 2), ("NS", "EW"), scores, strict=True):
        told = "".join(text for text, _role in row)
        assert re.match(rf" ?{pair} *{score} \S[┃|]", told), told
        assert told.index("┃" if not is_ascii else "|") == 8, told
        assert cell_len(told) == 80
        assert len(told.rstrip()) <= 79, told


# ---- the board on end


def _board(target: int, scores: Scores, height: int, *, is_ascii: bool) -> list[str]:
    hole = 5 * -(-target // 250)
    board = Board(target, hole, -(-target // hole), scores, Scores((0, 0)), is_ascii)
    return ["".join(text for text, _role in row) for row in board.rows(26, height)]


@pytest.mark.parametrize("is_ascii", [False, True])
@pytest.mark.parametrize("height", [45, 60])
def test_every_hole_of_a_board_on_end_is_there_once_and_the_board_fills_its_height(
    height: int, *, is_ascii: bool
) -> None:
    front, back, hole = "@o." if is_ascii else "●○•"
    for target in range(MIN_TARGET, MAX_TARGET + 1, AWARD_STEP):
        step = 5 * -(-target // 250)
        holes = -(-target // step)
        rows = _board(target, Scores((target, -5)), height, is_ascii=is_ascii)
        told = "\n".join(rows)
        assert len(rows) == height, told
        assert all(cell_len(row) == 26 for row in rows), told
        end = next(at for at, row in enumerate(rows) if row[2:4] == "NS")
        inside = "".join(rows[3:end])
        assert sum(map(inside.count, (front, back, hole))) == 2 * (holes + 2), told
        assert (inside.count(front), inside.count(back)) == (2, 2), told
        numbers = re.findall(r"\d+", " ".join(rows[2:end]))
        for number in range(5 * step, target, 5 * step):
            assert numbers.count(str(number)) == 2, f"{number}\n{told}"
        empty = max(len(list(run)) for is_empty, run in groupby(row[1:-1].isspace() for row in rows) if is_empty)
        assert empty <= 2, told


@pytest.mark.parametrize("is_ascii", [False, True])
def test_a_board_on_end_shows_who_is_below_zero(*, is_ascii: bool) -> None:
    size = letters.Size.PLAIN if is_ascii else letters.Size.HALF
    rows = _board(250, Scores((-15, 20)), 45, is_ascii=is_ascii)
    before = next(row for row in rows if row[2:5] == ("- @" if is_ascii else "- ●"))
    assert rows.index(before) > max(at for at, row in enumerate(rows) if "250" in row), "before the start"
    figures = letters.draw("-15", size)
    at = next(at for at, row in enumerate(rows) if row[2:].startswith(figures[0]))
    assert [row[2 : 2 + len(figures[0])] for row in rows[at : at + len(figures)]] == figures


@pytest.mark.parametrize("is_ascii", [False, True])
def test_no_hole_of_a_board_on_end_moves_when_a_score_grows(*, is_ascii: bool) -> None:
    """Figures that find no room give way to smaller ones in the same rows."""
    size = letters.Size.PLAIN if is_ascii else letters.Size.HALF
    boards = [
        _board(250, Scores(scores), 43, is_ascii=is_ascii)
        for scores in ((0, 5), (95, 100), (140, 250), (-105, 250), (1005, 995))
    ]
    feet = [next(at for at, row in enumerate(rows) if "NS" in row) for rows in boards]
    assert len(set(feet)) == 1
    free = [[re.sub("[@o.●○•]", ".", row) for row in rows[: feet[0] - 6]] for rows in boards]
    assert all(rows == free[0] for rows in free)
    high = len(letters.draw("0", size))
    for ns, ew, row in zip(
        letters.draw("140", size), letters.draw("250", size), boards[2][feet[0] - high :], strict=False
    ):
        assert row[1:-1] == f"{ns}  {ew}"
    assert "- 1 0 5" in "".join(boards[3])


# ---- the result, the draw and the bill


_WON = ["gewinnen die Partie", "255 : 140", "in 12 Runden"]


@pytest.mark.parametrize("size", [(80, 5), (100, 7), (114, 9)])
@pytest.mark.parametrize("is_ascii", [False, True])
def test_large_names_of_winners_come_before_the_words_beside_them(size: tuple[int, int], *, is_ascii: bool) -> None:
    width, height = size
    for names in (["Anna", "Clara"], ["Bartek", "Dieter"], ["Wilhelmina Luise", "Maximilian Wirth"], ["Groß", "Łucja"]):
        winners = Winners(names, _WON, Partnership.NS, ascii_only=is_ascii)
        rows = ["".join(text for text, _role in row) for row in winners.pieces(width, height)]
        told = "\n".join(rows)
        assert len(rows) <= height, told
        assert max(map(cell_len, rows)) <= width, told
        assert all(word in told for word in _WON), told
        together = " & ".join(names)
        room = width - max(map(cell_len, _WON)) - 6
        is_too_wide = letters.is_drawn(together) and letters.width(together, letters.Size.PLAIN) > room
        if not letters.is_drawn(together) or (is_ascii and height < 7 and is_too_wide):
            assert apart(together, 99, in_capitals=False) in told
        elif letters.width(together, letters.Size.HALF) <= width - 20:
            assert together not in told, "large letters are drawn"
            assert "##" in told if is_ascii else "█" in told


def _chart(*scores: tuple[int, int], target: int, is_ascii: bool = False) -> ScoreChart:
    rounds = [SimpleNamespace(view=SimpleNamespace(scores=Scores(score), events=())) for score in scores]
    match = SimpleNamespace(house=SimpleNamespace(start=Scores((0, 0))), rounds=rounds, target=target)
    return ScoreChart(cast("MatchView", match), ascii_only=is_ascii)


def _painted(chart: ScoreChart, width: int, height: int) -> list[str]:
    return ["".join(text for text, _role in row) for row in chart.pieces(width, height)]


@pytest.mark.parametrize("height", range(6, 40))
def test_the_rules_of_a_chart_are_all_equally_far_apart(height: int) -> None:
    for target in (60, 200, 250, 1000):
        rows = _painted(_chart((target // 2, target), target=target), 100, height)
        # Without the row of the rounds' numbers below the axis.
        ruled = [int(found[1]) for row in reversed(rows[: height - 1]) if (found := re.match(r" +(\d+) [^ ]", row))]
        assert (ruled[0], ruled[-1]) == (0, target), "\n".join(rows)
        steps = {other - one for one, other in pairwise(ruled[:-1])}
        assert len(steps) <= 1, "\n".join(rows)


def test_both_lines_of_a_chart_begin_at_nothing_and_end_at_the_letters_of_their_pair() -> None:
    rows = _painted(_chart((40, 40), (40, 100), (115, 170), target=250, is_ascii=True), 80, 11)
    told = "\n".join(rows)
    assert re.search(r"^ +0 =\.", told, re.MULTILINE), told
    assert re.search(r"@ NS +", told), told
    assert re.search(r"@ EW +", told), told
    chart = _chart((60, 40), target=60)
    shared = [(text, role) for row in chart.pieces(80, 11) for text, role in row if role == "strip-strong"]
    assert len(shared) > 1, "cells of both lines belong to neither pair"


@pytest.mark.parametrize("scores", [((250, 250),), ((0, 0),), ((250, 245),)])
def test_letters_of_lines_that_end_in_one_row_stand_below_one_another(scores: tuple[tuple[int, int], ...]) -> None:
    rows = _painted(_chart(*scores, target=250), 80, 11)
    ends = {pair: [at for at, row in enumerate(rows) if f" {pair}" in row[40:54]] for pair in ("NS", "EW")}
    assert [len(at) for at in ends.values()] == [1, 1], "\n".join(rows)


@pytest.mark.usefixtures("no_arming")
async def test_sums_of_a_match_stand_beside_its_chart(tmp_path: Path) -> None:
    app = app_in(tmp_path, ALONE)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await play_to(pilot, ResultScreen)
        sums = {
            word: tuple(map(int, found))
            for word in ("scored", "left over", "knocks")
            for found in re.findall(rf"{word} +(-?\d+) +(-?\d+)", screen_text(app))
        }
        events = [event for seen in screen.match.rounds for event in seen.view.events]
        for number, pair in enumerate(Partnership):
            assert sums["scored"][number] + sums["left over"][number] == screen.match.scores[pair]
            knocks = sum(isinstance(event, Passed) and event.seat.partnership is pair for event in events)
            assert sums["knocks"][number] == knocks


@pytest.mark.usefixtures("no_arming")
@pytest.mark.parametrize("characters", ["ascii", "unicode", "blocks"])
async def test_hands_of_a_bill_do_not_touch(tmp_path: Path, characters: str) -> None:
    app = app_in(tmp_path, ALONE, characters=characters)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await play_to(pilot, LedgerScreen)
        ledger = screen.query_one(LedgerView)
        ledger.settled = len(Seat)
        rows = ["".join(text for text, _role in row) for row in ledger.pieces(80, 17)]
        assert len(rows) <= 17
        named = [at for at, row in enumerate(rows) if re.search(r"\([NESW]\)", row)]
        assert len(named) == len(Seat)
        for one, other in pairwise(named):
            between = [row.strip() for row in rows[one + 1 : other]]
            assert "" in between or (characters == "blocks" and between), "\n".join(rows)


@pytest.mark.usefixtures("no_arming")
@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_the_draw_is_told_in_a_row_of_its_own_with_felt_down_to_the_keys(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    app = app_in(tmp_path, ALONE)
    async with app.run_test(size=size) as pilot:
        await play_unseen(pilot, lambda screen: isinstance(screen, DrawScreen))
        await screen_of(pilot, DrawScreen)
        rows = screen_text(app).splitlines()
        assert not rows[1].strip()
        assert len(rows[2].strip()) <= 68
        assert not rows[3].strip()
        grounds = {
            segment.style.bgcolor
            for y in (1, 2, size[1] - 2)
            for segment in app.screen._compositor.render_strips()[y]
            if segment.style is not None
        }
        assert len(grounds) == 1, grounds


@pytest.mark.parametrize("size", [DIGITS, BOXES, PIPS])
def test_a_groove_is_of_blocks_alone(size: TileSize) -> None:
    """In a box of lines it would cover the bar, and end short of both edges."""
    for glyphs in (BLOCKS, LINES, ASCII):
        drawn = draw_tile(Tile(1, 2), size, Look(glyphs), stands=False)
        roles = {role for row in drawn for _cell, role in row}
        assert bool(roles & {"tile-bar", "tile-groove"}) == (glyphs is BLOCKS)
