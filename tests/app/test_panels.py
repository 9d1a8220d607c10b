"""What is looked up beside the table: the table stays in place, the hand is put away, and what is told of lies there."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from textual import events
from textual.pilot import Pilot

from help.playing import app_in, choosing_table, play_something, play_to, screen_of, screen_text, start, told_in, until
from help.scenes import FOUR
from sevenrocks.bots.advice import Advice, advise
from sevenrocks.drawing.paint import Role
from sevenrocks.engine.actions import Passed
from sevenrocks.tui.app import RocksApp
from sevenrocks.tui.screens.cover import CoverScreen
from sevenrocks.tui.screens.held import Mode
from sevenrocks.tui.screens.help import HelpScreen
from sevenrocks.tui.screens.ledger import LedgerScreen
from sevenrocks.tui.screens.menu import MenuScreen
from sevenrocks.tui.screens.panelled import PanelledScreen
from sevenrocks.tui.screens.panels import Explaining, Hinting, KeysTold, Logging
from sevenrocks.tui.screens.settings import SettingsScreen
from sevenrocks.tui.screens.table import TableScreen
from sevenrocks.tui.theme import role_style
from sevenrocks.tui.widgets.log import log_columns
from sevenrocks.tui.widgets.painted import Painted

pytestmark = pytest.mark.usefixtures("no_arming")

SMALL, MIDDLE, LARGE = (80, 24), (100, 30), (140, 45)

KEYS = {"y": Explaining, "l": Logging, "question_mark": KeysTold}
"""What can be looked up by everybody."""


def rows_of(app: RocksApp) -> list[str]:
    """The screen, row by row."""
    return [row.ljust(app.size.width) for row in screen_text(app).splitlines()]


def above(screen: PanelledScreen[Any]) -> list[str]:
    """All that is above the rows in which a panel stands."""
    rows = rows_of(cast("RocksApp", screen.app))
    return rows[: screen.count_line.region.y]


def tiles_below(screen: TableScreen) -> int:
    """How many tiles of a hand lie at the bottom."""
    text = "\n".join(rows_of(cast("RocksApp", screen.app))[screen.count_line.region.bottom :])
    return len(re.findall(r"[▗╭][▄─┬]+[▖╮]", text))


def drawn_as(screen: PanelledScreen[Any], role: str) -> list[str]:
    """What stands on the layout in a style."""
    width, height = screen.layout_view.content_size
    return [text for row in screen.layout_view.pieces(width, height) for text, its in row if its == role]


@asynccontextmanager
async def at_a_turn(
    folder: Path, turn: int = 3, size: tuple[int, int] = SMALL, *people: str
) -> AsyncIterator[tuple[RocksApp, Pilot[None], Any]]:
    """A table at which somebody has to choose, after some turns."""
    app = app_in(folder, start(*(people or ("Anna",)), seed="a"))
    async with app.run_test(size=size) as pilot:
        for _turn in range(turn):
            play_something(await choosing_table(pilot))
            await pilot.pause()
        screen = await choosing_table(pilot)
        await pilot.pause()
        yield app, pilot, screen


async def hint(pilot: Pilot[None], screen: TableScreen) -> Hinting:
    """Ask for a hint, and wait for it."""
    await pilot.press("i")
    await until(pilot, lambda: isinstance(screen.told, Hinting), "the hint")
    return cast("Hinting", screen.told)


# ---- where it stands


@pytest.mark.parametrize("key", KEYS)
async def test_in_a_small_terminal_the_hand_is_put_away_and_comes_back(tmp_path: Path, key: str) -> None:
    async with at_a_turn(tmp_path) as (app, pilot, screen):
        before, held = screen_text(app), len(screen.hand.hand)
        assert tiles_below(screen) == held
        table = above(screen)
        await pilot.press(key)
        assert isinstance(screen.told, KEYS[key])
        assert tiles_below(screen) == 0
        assert screen.panel.region.y == screen.count_line.region.bottom, "in the rows of the hand"
        assert screen.panel.region.bottom == 23
        assert above(screen) == table, "nothing moves"
        assert " closes" in rows_of(app)[17]
        for back in ("escape", "enter"):
            await pilot.press(back)
            assert screen.told is None
            assert screen_text(app) == before
            await pilot.press(key)
        if key != "question_mark":
            await pilot.press(key)
            assert screen_text(app) == before, "the key that opened it closes it"


@pytest.mark.parametrize("size", [MIDDLE, LARGE, (120, 42), (200, 60)])
@pytest.mark.parametrize("key", KEYS)
async def test_where_there_is_room_the_hand_stays_beside_it_and_nothing_moves(
    tmp_path: Path, key: str, size: tuple[int, int]
) -> None:
    async with at_a_turn(tmp_path, 3, size) as (app, pilot, screen):
        before = rows_of(app)
        held = len(screen.hand.hand)
        for taken in range(held):
            await pilot.press(key)
            panel = screen.panel.region
            assert panel.width >= 30, "wide enough to read in"
            shown = rows_of(app)
            for y, row in enumerate(before[:-1]):
                covered = panel.x if panel.y <= y < panel.bottom else None
                assert shown[y][:covered] == row[:covered], f"row {y} has moved\n{screen_text(app)}"
            assert tiles_below(screen) == len(screen.hand.hand)
            await pilot.press("escape")
            assert rows_of(app) == before
            if taken < 2:
                play_something(screen)
                await choosing_table(pilot)
                await pilot.pause()
                before = rows_of(app)


async def test_a_change_of_the_size_puts_the_hand_away_and_lets_it_lie_again(tmp_path: Path) -> None:
    async with at_a_turn(tmp_path, 3, MIDDLE) as (_app, pilot, screen):
        await pilot.press("l")
        assert tiles_below(screen) > 0
        await pilot.resize_terminal(*SMALL)
        await pilot.pause()
        assert tiles_below(screen) == 0
        assert screen.panel.region.width == 80
        await pilot.resize_terminal(*MIDDLE)
        await pilot.pause()
        assert tiles_below(screen) > 0


# ---- secrets


@pytest.mark.parametrize("way", ["focus", "key", "suspend"])
@pytest.mark.parametrize("size", [SMALL, MIDDLE])
async def test_a_hand_hidden_while_something_is_told_stays_hidden(
    tmp_path: Path, way: str, size: tuple[int, int]
) -> None:
    async with at_a_turn(tmp_path, 3, size, "Anna", "Bartek", "Clara", "Dieter") as (app, pilot, screen):
        await pilot.press("l")
        if way == "focus":
            app.post_message(events.AppBlur())
            app.post_message(events.AppFocus())
        elif way == "key":
            await pilot.press("h")
        else:
            app.hide_hands()
        await pilot.pause()
        assert screen.is_hidden
        assert tiles_below(screen) == 0
        await pilot.press("escape") if screen.told is not None else None
        assert screen.told is None
        assert tiles_below(screen) == 0
        assert "The tiles are hidden" in screen_text(app)
        own = screen.bottom.name.lower()
        await pilot.press("l", own)
        assert screen.is_hidden, "not while something is told"
        assert "closes this first" in told_in(screen.key_line)
        await pilot.press("escape", own)
        assert not screen.is_hidden
        assert tiles_below(screen) == len(screen.hand.hand)


@pytest.mark.parametrize("size", [SMALL, MIDDLE])
async def test_a_hint_goes_with_the_hand_its_ghosts_too(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_a_turn(tmp_path, 3, size) as (app, pilot, screen):
        await hint(pilot, screen)
        assert drawn_as(screen, "ghost-ink")
        app.hide_hands()
        await pilot.pause()
        assert screen.told is None
        assert not drawn_as(screen, "ghost-ink")
        assert "Best plays" not in screen_text(app)


async def test_a_choice_is_put_away_with_the_hand(tmp_path: Path) -> None:
    async with at_a_turn(tmp_path) as (_app, pilot, screen):
        tile = min(screen.choosing.playable)
        await pilot.press(str(screen.hand.hand.index(tile) + 1), "down")
        assert drawn_as(screen, "ghost-ink")
        await pilot.press("l")
        assert not drawn_as(screen, "ghost-ink")
        assert not drawn_as(screen, Role.CHOSEN)
        await pilot.press("escape")
        assert drawn_as(screen, "ghost-ink")
        assert screen.choosing.tile == tile


async def test_on_a_cover_it_hangs_below_the_rail_and_opens_nothing(tmp_path: Path) -> None:
    app = app_in(tmp_path, FOUR)
    async with app.run_test(size=SMALL) as pilot:
        cover = await play_to(pilot, CoverScreen)
        table = rows_of(app)[: cover.curtain.region.y + 1]
        for key in KEYS:
            await pilot.press(key)
            assert cover.panel.region.y == cover.curtain.region.y + 1
            assert rows_of(app)[: cover.curtain.region.y + 1] == table, "nothing moves, and the rail stays"
            await pilot.press(cover.bottom.name.lower())
            for row in range(cover.panel.region.y + 1, 24):
                await pilot.click(offset=(40, row))
            assert app.screen is cover
            await pilot.press("enter")
            assert cover.told is None
        await pilot.press(cover.bottom.name.lower())
        await screen_of(pilot, TableScreen)


@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
async def test_whoever_has_gone_on_sees_no_hand_again(tmp_path: Path, size: tuple[int, int]) -> None:
    app = app_in(tmp_path, FOUR)
    async with app.run_test(size=size) as pilot:
        table = await choosing_table(pilot)
        play_something(table)
        await until(pilot, lambda: table.mode is Mode.GO_ON, "the play to be shown")
        table.reply(None)
        table.show_log()
        assert table.is_hidden
        await pilot.pause()
        table.close_panel()
        assert table.is_hidden
        await screen_of(pilot, CoverScreen)


async def test_the_next_screen_waits_until_all_has_been_read(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", "Bartek", "Clara", "Dieter", seed="a"))
    async with app.run_test(size=SMALL) as pilot:
        play_something(await choosing_table(pilot))
        screen = cast("TableScreen", app.screen)
        await until(pilot, lambda: screen.mode is Mode.GO_ON, "the play to be shown")
        await pilot.press("l")
        screen.reply(None)
        await asyncio.sleep(0.05)
        await pilot.pause()
        assert app.screen is screen
        await pilot.press("escape")
        await screen_of(pilot, CoverScreen)


async def test_a_count_that_is_told_meanwhile_takes_no_key_from_whoever_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_a_turn(tmp_path) as (_app, pilot, screen):
        monkeypatch.setattr(TableScreen, "is_moving", property(lambda _screen: True))
        screen._mode = Mode.PAUSE
        assert screen.only_ends_motion("down")
        screen.show_log()
        assert not screen.only_ends_motion("down")
        screen.close_panel()
        screen._mode = Mode.CHOOSE
        await pilot.pause()


# ---- why


async def test_the_end_that_is_told_about_lights_up(tmp_path: Path) -> None:
    async with at_a_turn(tmp_path, 4) as (_app, pilot, screen):
        assert drawn_as(screen, Role.LIT) == []
        await pilot.press("y")
        layout = screen.match.round.layout
        ends = layout.ends_by_line
        assert len(ends) > 1
        ring = screen.rocks.look.glyphs.ring
        for number, line in enumerate(screen.told._lines()):
            lit = drawn_as(screen, Role.LIT)
            if number < len(ends):
                assert [text.strip() for text in lit] == [f"+{ends[number].pips}"]
                assert screen.told.lit().ends == {number}
                tile = ends[number].tile
                assert line.words.startswith(f"{tile.low}|{tile.high}")
            else:
                assert set(lit) <= {ring}
            chosen = [row for row in told_in(screen.panel).splitlines() if "[" in row]
            assert len(chosen) == bool(line.lead), "the chosen one is told by its brackets, too"
            await pilot.press("down")
        assert [text.strip() for text in drawn_as(screen, Role.LIT)] == [f"+{ends[0].pips}"], "and the first again"
        await pilot.press("up", "up")
        await pilot.press("escape")
        assert drawn_as(screen, Role.LIT) == []


async def test_what_must_be_knocked_on_lights_up_value_by_value(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", seed="k131"))
    async with app.run_test(size=MIDDLE) as pilot:
        screen = await choosing_table(pilot)
        while not screen.choosing.must_pass:  # type: ignore[union-attr]
            play_something(screen)
            await pilot.pause()
            screen = await choosing_table(pilot)
        await pilot.press("y")
        assert "Why you must knock" in screen_text(app)
        layout = screen.match.round.layout
        for value in sorted({place.half for place in layout.open_places}):
            told = screen.told
            assert isinstance(told, Explaining)
            lit = told.lit()
            assert lit.ends or lit.labels
            assert all(layout.ends_by_line[number].half == value for number in lit.ends)
            await pilot.press("down")


# ---- hint


async def test_the_plays_of_a_hint_lie_where_they_would(tmp_path: Path) -> None:
    async with at_a_turn(tmp_path) as (app, pilot, screen):
        told = await hint(pilot, screen)
        places = {(advice.action.host, told._after(n).joints[-1].host_port) for n, advice in enumerate(told.advices)}
        screen_text(app)  # it is painted by then
        assert len(screen.layout_view._places) >= len(places)
        assert drawn_as(screen, Role.CHOSEN) == ["[1]"]
        assert len(drawn_as(screen, Role.CHOICE)) == len(places) - 1
        await pilot.press("down")
        assert [label for label in drawn_as(screen, Role.CHOSEN) if "2" in label]
        shown = screen_text(app)
        await pilot.press("up")
        assert screen_text(app) != shown


@pytest.mark.parametrize("key", ["2", "enter"])
async def test_a_play_of_a_hint_is_taken_up_and_not_played(tmp_path: Path, key: str) -> None:
    async with at_a_turn(tmp_path) as (app, pilot, screen):
        told = await hint(pilot, screen)
        plays = len(screen.match.round.events)
        wanted = told.advices[1].action
        await pilot.press(*(["down"] if key == "enter" else []), key)
        assert screen.told is None
        assert screen.choosing.chosen.action == wanted
        assert len(screen.match.round.events) == plays
        assert "Enter plays it" in screen_text(app)
        assert tiles_below(screen) == len(screen.hand.hand)


@pytest.mark.parametrize("width", [40, 76])
async def test_the_figures_of_a_hint_have_signs_colours_and_bars_from_a_zero_line(tmp_path: Path, width: int) -> None:
    async with at_a_turn(tmp_path) as (_app, _pilot, screen):
        view = screen.choosing.view
        advices = list(advise(view, 0))
        for points, advice in zip((7.2, -15.4, 0.3), list(advices), strict=False):
            advices[advices.index(advice)] = Advice(advice.action, points, advice.reason)
        told = Hinting(screen.match.players, view, advices, ascii_only=lambda: False)
        rows = [row.pieces for row in told.rows(width)]
        assert all(sum(len(text) for text, _role in row) <= width for row in rows)
        figures = [(text.strip(), role) for row in rows for text, role in row if re.fullmatch(r" *([+-]\d+|0)", text)]
        assert figures == [("+7", "award"), ("-15", "loss"), ("0", "plain")]
        bars = ["".join(text for text, _role in row) for row in rows if any(text == "│" for text, _role in row)]
        assert re.search(r"\+7 +│▄+ ", bars[0])
        assert re.search(r"-15 +▄+│ ", bars[1])
        assert "▄" not in bars[2]
        assert len({bar.index("│", 18) for bar in bars}) == 1, "one zero line"
        colours = {role for row in rows for text, role in row if "▄" in text}
        assert colours == {"award", "loss"}
        theme = screen.app.theme_variables
        assert role_style("award", theme).color != role_style("loss", theme).color


@pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE])
async def test_all_plays_of_a_hint_are_in_sight_in_a_row_each(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_a_turn(tmp_path, 3, size) as (_app, pilot, screen):
        told = await hint(pilot, screen)
        head, *rows = told_in(screen.panel).splitlines()
        assert "Best plays" in head
        assert "I closes" in head
        for number, row in enumerate(rows[: told.items], 1):
            assert re.match(rf" [ \[]{number}[ \]]  \d\|\d on \d\|\d +([+-]\d+|0) [ ▄]*│", row), row
            if size == SMALL:
                assert re.search(r"(\d+ points|\d+, no points); (\w+ (\+\d+|may knock|must knock)|goes out)", row), row
        assert "▄\n" not in told_in(screen.panel)
        await pilot.press("end")
        assert "sees no hand but yours" in re.sub(r"\W+", " ", told_in(screen.panel))


@pytest.mark.parametrize("size", [SMALL, MIDDLE])
async def test_why_begins_with_the_sum_and_each_end_has_a_row(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_a_turn(tmp_path, 4, size) as (_app, pilot, screen):
        await pilot.press("y")
        layout = screen.match.round.layout
        terms = " + ".join(str(end.pips) for end in layout.ends_by_line)
        worth = "not a multiple" if layout.count % 5 else "a multiple"
        told = " ".join(told_in(screen.panel).split("closes", 1)[1].split())
        assert told.startswith(f"{terms} = {layout.count}, {worth} of 5: "), told
        rows = [row for row in screen.told.rows(screen.panel.region.width - 4) if row.item is not None]
        assert [row.item for row in rows] == list(range(screen.told.items)), "a row each"
        await pilot.press("end", "down")
        screen.panel.choose(0)
        await pilot.pause()
        assert " ".join(told_in(screen.panel).split("closes", 1)[1].split()).startswith(terms), "and it comes back"


# ---- the log


@pytest.mark.parametrize("size", [SMALL, MIDDLE, (200, 60)])
async def test_the_log_has_columns_and_no_sentence_of_a_play_is_wrapped(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_a_turn(tmp_path, 4, size) as (_app, pilot, screen):
        await pilot.press("l")
        match, width = screen.match, min(screen.panel.region.width, 40) - 2
        opening, *rows = [row.pieces for row in screen.told.rows(width)]
        assert "opens (won the draw" in opening[1][0]
        events = match.round.events
        assert len(rows) == len(events) > 8, "a row each"
        assert any(event.award for event in events)
        for event, (_start, name, play, *won) in zip(events, rows, strict=True):
            assert name[0].rstrip() == match.players[event.seat].name
            assert name[1] == event.seat.partnership.name.lower()
            assert f"{event.tile.low}|{event.tile.high} " in play[0]
            assert won == [(f"+{event.award}" if event.award else "", "award")]
            if event.award:
                assert len(name[0] + play[0] + won[0][0]) == width, "at the right"


async def test_a_knock_stands_in_the_log_in_the_colour_of_a_warning(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", seed="k131"))
    async with app.run_test(size=MIDDLE) as pilot:
        screen = await choosing_table(pilot)
        while not screen.choosing.must_pass:  # type: ignore[union-attr]
            play_something(screen)
            await pilot.pause()
            screen = await choosing_table(pilot)
        await pilot.press("k", "enter")
        await until(pilot, lambda: any(isinstance(event, Passed) for event in screen.match.round.events), "the knock")
        rows = log_columns(screen.match, 34)
        (knock, *_more) = [row for row in rows if any(role == "warn" for _text, role in row)]
        assert re.fullmatch(r"\w+ +(no \d,? ?)+", "".join(text for text, _role in knock)), knock


async def test_in_a_wide_terminal_the_plays_are_told_once_beside_the_table(tmp_path: Path) -> None:
    async with at_a_turn(tmp_path, 4, (200, 60)) as (app, pilot, screen):
        log, note = screen.log_view.region, screen.hand_view.region
        rows = rows_of(app)
        assert log.right == 200
        assert log.y == 0
        assert "opens (won the draw" in rows[screen.layout_view.region.y][log.x :], "on the first row of the felt"
        below = "\n".join(row[note.x :] for row in rows[note.y :])
        assert "your turn" in below
        assert " on " not in below
        await pilot.resize_terminal(*LARGE)
        await pilot.pause()
        below = "\n".join(rows_of(app)[screen.hand_view.region.y :])
        assert " on " in below


async def test_whoever_played_is_named_in_the_colour_of_the_pair(tmp_path: Path) -> None:
    async with at_a_turn(tmp_path, 4) as (_app, _pilot, screen):
        placed = screen.match.round.last_placed
        (row,) = screen.count_line.pieces(80, 1)
        names = [text for text, role in row if role == placed.seat.partnership.name.lower()]
        assert names == [screen.match.players[placed.seat].name]
        assert "".join(text for text, _role in row).startswith(f" {names[0]} plays ")


# ---- keys


async def test_a_question_mark_tells_the_keys_of_this_moment_and_a_second_one_all(tmp_path: Path) -> None:
    async with at_a_turn(tmp_path) as (app, pilot, screen):
        shown = [(key.name, key.word) for key in screen.keys_now()]
        await pilot.press("question_mark")
        told = "\n".join("".join(text for text, _role in row.pieces) for row in screen.told.rows(76))
        for name, word in shown:
            if word != "help":
                assert re.search(rf"(?:^|  ){re.escape(name)}  ", told, re.MULTILINE), (name, told)
        assert re.search(r"I +the three best plays", told)
        assert "plays " not in told.replace("best plays", ""), "nothing has been chosen"
        assert all(len(does.split()) <= 4 for _name, does in screen.keys_in_short())
        assert "↓" not in told_in(screen.panel), "all of them are in sight"
        await pilot.press("question_mark")
        page = await screen_of(pilot, HelpScreen)
        assert "Keys now" in screen_text(app)
        assert "What the signs mean" in told_in(page.query_one(".page-rows", Painted))
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen, "the table")
        assert screen.told is None
        await pilot.press("1", "question_mark")
        await pilot.pause()
        assert screen.told is not None


async def test_elsewhere_it_tells_the_keys_of_the_screen_first(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await screen_of(pilot, MenuScreen)
        await pilot.press("s")
        settings = await screen_of(pilot, SettingsScreen)
        words = [key.word for key in settings.keys_now() if key.word != "help"]
        await pilot.press("question_mark")
        await screen_of(pilot, HelpScreen)
        first = screen_text(app).split("Choosing")[0]
        assert "change" in words
        for word in words:
            assert word in first, first
        await pilot.press("escape", "escape")


async def test_after_a_round_and_a_match_it_is_a_page_as_before(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", seed="s87", target=1000))
    async with app.run_test(size=SMALL) as pilot:
        await play_to(pilot, LedgerScreen)
        await pilot.press("y")
        assert "What the hands cost" in screen_text(app)
        await pilot.press("escape", "question_mark")
        await screen_of(pilot, HelpScreen)
        assert "Keys now" in screen_text(app).split("Choosing")[0]


# ---- scrolling


async def test_long_texts_scroll_inside(tmp_path: Path) -> None:
    async with at_a_turn(tmp_path, 5) as (_app, pilot, screen):
        await pilot.press("l")
        end = told_in(screen.panel)
        assert "↑" in end
        assert "↓" not in end
        await pilot.press("home")
        top = told_in(screen.panel)
        assert "opens" in top
        assert "↓" in top
        await pilot.press("down")
        assert told_in(screen.panel) != top
        await pilot.press("pagedown", "end")
        assert told_in(screen.panel) == end
        screen.panel.on_mouse_scroll_up(events.MouseScrollUp(screen.panel, 1, 1, 0, -1, 0, False, False, False, 1, 20))
        assert told_in(screen.panel) != end
        screen.panel.on_mouse_scroll_down(
            events.MouseScrollDown(screen.panel, 1, 1, 0, 1, 0, False, False, False, 1, 20)
        )
        assert told_in(screen.panel) == end
