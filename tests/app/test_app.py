"""The app as people use it, from the menu to the end of a match."""

from __future__ import annotations

import asyncio
import datetime
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from help.playing import (
    app_in,
    choosing_table,
    play_something,
    play_to,
    play_unseen,
    screen_of,
    screen_text,
    shown_scores,
    start,
    step,
    told_in,
    until,
)
from sevenrocks.arena import play_match
from sevenrocks.bots.process import BotProcess
from sevenrocks.cli import main
from sevenrocks.drawing.paint import Role
from sevenrocks.engine.actions import Action
from sevenrocks.engine.match import Match
from sevenrocks.engine.seats import BySeat, Seat
from sevenrocks.engine.tiles import Tile
from sevenrocks.record import record_match
from sevenrocks.seating import Player
from sevenrocks.sitting import Start
from sevenrocks.telling.choosing import Option
from sevenrocks.tui.screens.draw import DrawScreen
from sevenrocks.tui.screens.ledger import LedgerScreen
from sevenrocks.tui.screens.menu import MenuScreen
from sevenrocks.tui.screens.result import ResultScreen
from sevenrocks.tui.screens.seats import SeatsScreen
from sevenrocks.tui.screens.table import TableScreen

SEVERAL_SOON = "s104"
"""With this seed the third of four people has a tile that could go to several places."""

KNOCKS_SOON = "k131"
"""With this seed a lone player can only knock at the first turn."""

pytestmark = pytest.mark.usefixtures("no_arming")


def hand_of(screen: TableScreen) -> tuple[Tile, ...]:
    assert screen.hand is not None
    return screen.hand.hand


def message_of(screen: TableScreen) -> str:
    return told_in(screen.message_line)


async def table_with_places(pilot: Pilot[None]) -> tuple[TableScreen, tuple[Option, ...]]:
    """Play on until some tile has several places, and choose it by its number key."""
    while True:
        screen = await choosing_table(pilot)
        choosing = screen.choosing
        assert choosing is not None
        for number, tile in enumerate(hand_of(screen), 1):
            choosing.pick(tile)
            if len(choosing.options) > 1:
                choosing.drop()
                await pilot.press(str(number))
                return screen, choosing.options
        choosing.drop()
        play_something(screen)
        await pilot.pause()


async def table_to_knock_at(pilot: Pilot[None]) -> TableScreen:
    """Play on until nothing can be placed."""
    while True:
        screen = await choosing_table(pilot)
        assert screen.choosing is not None
        if screen.choosing.must_pass:
            return screen
        play_something(screen)
        await pilot.pause()


# ---- a whole match


async def test_one_person_plays_a_match_with_bots_from_the_menu_to_the_end(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, MenuScreen)
        await pilot.press("n")
        await screen_of(pilot, SeatsScreen)
        await pilot.press("enter")
        await screen_of(pilot, DrawScreen)
        assert "opens" in screen_text(app)
        seen: set[type[Screen[None]]] = set()

        def is_over(screen: Screen[None]) -> bool:
            seen.add(type(screen))
            return isinstance(screen, ResultScreen)

        await play_unseen(pilot, is_over)
        await screen_of(pilot, ResultScreen)
        assert {DrawScreen, TableScreen, LedgerScreen} <= seen
        shown = screen_text(app)
        await pilot.press("enter")
        await screen_of(pilot, MenuScreen)
        await pilot.pause()
        assert "Continue" not in screen_text(app), "a match that is over cannot be continued"
    assert re.search(r"win the match", shown)
    assert re.search(r"\d+ : -?\d+", shown)
    assert re.search(r"in \d+ rounds?", shown)
    assert "The best counts" in shown
    (record,) = (tmp_path / "state" / "records").iterdir()
    assert main(["check", str(record)]) == 0


async def test_a_rematch_seats_the_same_players_again(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", target=5))
    async with app.run_test(size=(80, 24)) as pilot:
        await play_to(pilot, ResultScreen)
        assert "known deal" in screen_text(app)
        await pilot.press("r")
        begun = await screen_of(pilot, DrawScreen)
        assert begun.match.players[Seat.N].name == "Anna"
        assert not begun.match.known_deal, "a known seed deals one match, not its rematch"
        assert begun.match.target == 5


async def test_a_rematch_of_a_match_taken_up_again_has_its_target(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", target=15, seed="w0"))
    async with app.run_test(size=(80, 24)) as pilot:
        await choosing_table(pilot)
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, MenuScreen)
        await until(pilot, lambda: "Continue" in screen_text(app), "the match to be offered")
        await pilot.press("c")
        await play_to(pilot, ResultScreen)
        await pilot.press("r")
        begun = await screen_of(pilot, DrawScreen)
        assert begun.match.target == 15


# ---- choosing


async def test_a_tile_with_one_place_is_played_by_its_key_and_enter(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", "Bartek", "Clara", "Dieter"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await choosing_table(pilot)
        tile = hand_of(screen)[2]
        await pilot.press("3")
        assert f"{tile.low}|{tile.high} opens" in message_of(screen)
        assert "Enter plays it." in message_of(screen)
        await pilot.press("enter")
        await until(pilot, lambda: "covers your tiles" in message_of(screen), "the play to be shown")
        view = screen.match.round
        assert view is not None
        assert view.layout.tiles == (tile,)
        assert tile not in hand_of(screen)


async def test_places_have_letters_and_tell_what_would_count_there(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", "Bartek", "Clara", "Dieter", seed=SEVERAL_SOON))
    async with app.run_test(size=(80, 24)) as pilot:
        screen, options = await table_with_places(pilot)
        for letter, option in zip("ab", options, strict=False):
            told = f"{letter}+{option.award}" if option.award else f"{letter}={option.count}"
            assert told in screen_text(app)
        await pilot.press("b")
        assert screen.choosing is not None
        assert screen.choosing.chosen is options[1]
        told = f"B+{options[1].award}" if options[1].award else f"B={options[1].count}"
        assert told in screen_text(app)
        assert f"= {options[1].count}" in message_of(screen)
        await pilot.press("b")
        assert screen.choosing.chosen is options[1], "the same letter again places nothing"
        await pilot.press("space")
        await until(pilot, lambda: screen.choosing is None, "the tile to be placed")
        assert screen.match.round is not None
        last = screen.match.round.last_placed
        assert last is not None
        assert last.action == options[1].action


async def test_what_places_would_count_can_be_switched_off(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", "Bartek", "Clara", "Dieter", seed=SEVERAL_SOON), what_if=False)
    async with app.run_test(size=(80, 24)) as pilot:
        screen, options = await table_with_places(pilot)
        await pilot.press("a")
        assert "=" not in message_of(screen)
        rows = screen.layout_view.pieces(*screen.layout_view.content_size)
        labels = [text.strip() for row in rows for text, role in row if role in (Role.CHOSEN.value, Role.CHOICE.value)]
        assert sorted(labels) == ["A", *"bcd"[: len(options) - 1]]


async def test_arrows_choose_tiles_and_places(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", "Bartek", "Clara", "Dieter", seed=SEVERAL_SOON))
    async with app.run_test(size=(80, 24)) as pilot:
        screen, options = await table_with_places(pilot)
        choosing = screen.choosing
        assert choosing is not None
        await pilot.press("down")
        assert choosing.chosen is options[0]
        await pilot.press("tab")
        assert choosing.chosen is options[1]
        await pilot.press("up")
        assert choosing.chosen is options[0]
        tile, hand = choosing.tile, hand_of(screen)
        assert tile is not None
        await pilot.press("right")
        assert choosing.tile == hand[(hand.index(tile) + 1) % len(hand)]
        await pilot.press("left")
        assert choosing.tile == tile
        await pilot.press("backspace")
        assert choosing.tile is None


async def test_a_click_chooses_and_a_second_one_plays(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", "Bartek", "Clara", "Dieter", seed=SEVERAL_SOON))
    async with app.run_test(size=(80, 24)) as pilot:
        screen, options = await table_with_places(pilot)
        choosing = screen.choosing
        assert choosing is not None
        number = hand_of(screen).index(options[0].action.tile)
        await pilot.press("backspace")
        await pilot.click(screen.hand_view, offset=(2 + 7 * number + 2, 2))
        assert choosing.tile == options[0].action.tile
        place = options[1].place
        assert place is not None
        assert told_in(screen.layout_view)
        arrangement = screen.layout_view.arrangement
        assert arrangement is not None
        (mark,) = [m for m in arrangement.marks if (m.host, m.port) == (place.host, place.port)]
        offset = (mark.rect.x + 1, mark.rect.y)
        await pilot.click(screen.layout_view, offset=offset)
        assert choosing.chosen is not None
        assert choosing.chosen.action == options[1].action
        await pilot.click(screen.layout_view, offset=offset)
        await until(pilot, lambda: screen.choosing is None, "the second click to place the tile")


async def test_keys_that_cannot_be_say_why_in_one_line(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", "Bartek", "Clara", "Dieter"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen, options = await table_with_places(pilot)
        await pilot.press("enter")
        assert "Choose a place: a, b" in message_of(screen)
        await pilot.press("d")
        assert ("There is no place D" in message_of(screen)) == (len(options) < 4)
        await pilot.press("backspace", "enter")
        assert "Choose a tile first" in message_of(screen)
        await pilot.press("a")
        assert "Choose a tile first" in message_of(screen)
        await pilot.press("k")
        assert "you may not knock" in message_of(screen)
        if len(hand_of(screen)) < 7:
            await pilot.press("7")
            assert "You have no tile 7" in message_of(screen)
        assert screen.choosing is not None
        unplayable = set(hand_of(screen)) - screen.choosing.playable
        for tile in unplayable:
            await pilot.press(str(hand_of(screen).index(tile) + 1))
            assert "fits nowhere now" in message_of(screen)


async def test_a_lone_player_who_cannot_place_knocks_with_k(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", seed=KNOCKS_SOON))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await table_to_knock_at(pilot)
        assert "press K to knock" in message_of(screen)
        await pilot.press("1")
        assert "fits nowhere now" in message_of(screen)
        await pilot.press("k")
        await until(pilot, lambda: "Anna knocks (no " in log_text(screen), "the knock in the log")


def log_text(screen: TableScreen) -> str:
    from sevenrocks.tui.widgets.log import log_rows  # noqa: PLC0415

    return "\n".join("".join(text for text, _role in row) for row in log_rows(screen.match, 200))


# ---- what a review found


async def test_an_answer_that_comes_when_a_pause_ends_is_not_taken_for_the_next(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await choosing_table(pilot)
        choosing = screen.choosing
        assert choosing is not None
        other = TableScreen(screen.match, screen.bottom, choosing.view)
        await app.push_screen(other)
        for turns in range(8):
            pause = asyncio.create_task(other.pause(5.0))
            await asyncio.sleep(0)
            other.action_go()
            for _turn in range(turns):
                await asyncio.sleep(0)
            other.action_go()
            await pause
            question = asyncio.create_task(other.choose(choosing.view))
            await pilot.pause(0.02)
            assert not question.done(), "nobody has chosen anything"
            other.reply(None)
            await question


async def test_a_knock_is_told_and_stays_in_sight(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", seed=KNOCKS_SOON))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await table_to_knock_at(pilot)
        hand = screen.hand_view
        tiles, numbers = hand.pieces(*hand.content_size)[2], hand.pieces(*hand.content_size)[4]
        roles = {role for text, role in tiles if re.fullmatch("[│0-6]", text)}
        assert roles == {"dim-ink", "dim-bar", "dim-frame"}, "nothing is bright that cannot be placed"
        beneath = "".join(text for text, _role in numbers)[:50]
        assert not re.search(r"\d", beneath), "and none has a number"
        await pilot.press("enter")
        assert screen.choosing is not None, "Enter does not knock"
        assert "press K to knock" in message_of(screen)
        told: list[str] = []
        show = screen.count_line.show

        def listen(left: list[tuple[str, str]], *others: Any) -> None:
            told.append("".join(text for text, _role in left))
            show(left, *others)

        screen.count_line.show = listen  # type: ignore[method-assign, assignment]
        await pilot.press("k")
        await until(pilot, lambda: bool(told), "the knock")
        assert re.search(r"Anna( and \w+)? knocks? \(no \d", told[0])
        assert re.search(r"no \d(, no \d)*  +Anna \(N\)|Anna \(N\)  no \d", screen_text(app)), (
            "what one has knocked on stands beside one's own hand"
        )


async def test_the_track_keeps_the_score_until_the_hands_are_settled(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", seed="s87"))
    async with app.run_test(size=(80, 24)) as pilot:
        while True:
            screen = app.screen
            if isinstance(screen, TableScreen) and screen.match.rounds and screen.match.round.ended:
                break
            await step(pilot)
        assert isinstance(screen, TableScreen)
        *_before, last, settled = screen.match.score_history()
        assert last != settled
        assert shown_scores(app) == last
        assert re.search(r"(goes out|nobody can play)\. Press Enter to go on\.", message_of(screen))
        await play_to(pilot, LedgerScreen)
        assert shown_scores(app) in (last, settled)


def test_a_record_with_long_names_gets_a_name_that_files_can_have(tmp_path: Path) -> None:
    names = ["\N{DESERET SMALL LETTER LONG I}" * 16]
    names += [chr(ord(names[0][0]) + number) * 16 for number in range(1, 4)]
    match = play_match(BySeat(["novice"] * 4), bytes(32), 5)
    record = record_match(match, BySeat(names), date=datetime.date(2026, 11, 30))
    app = app_in(tmp_path)
    for _again in range(2):
        assert app.write_record(record).startswith("Record: ")
    (path,) = (tmp_path / "state" / "records").iterdir()
    path.write_bytes(b"\xff something else")
    assert app.write_record(record).startswith("Record: ")
    assert len(list((tmp_path / "state" / "records").iterdir())) == 2


async def test_a_match_marked_as_over_that_is_not_is_not_exported(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna"))
    async with app.run_test(size=(80, 24)) as pilot:
        await choosing_table(pilot)
    (path,) = (tmp_path / "state" / "matches").glob("*.match")
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(
            """UPDATE meta SET value = '{"scores": [250, 0], "rounds": 1, "winner": "NS"}' WHERE key = 'standing'"""
        )
    assert "damaged" in app_in(tmp_path).export(path)
    assert not (tmp_path / "state" / "records").exists()


async def test_suggested_names_are_unlike_those_that_were_given(tmp_path: Path) -> None:
    given = Start((None, Player("Ewa", "club"), None, Player("Anna", "novice")))
    app = app_in(tmp_path, given)
    async with app.run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, SeatsScreen)
        await pilot.press("enter")
        begun = await screen_of(pilot, DrawScreen)
        assert len({player.name for player in begun.match.players}) == 4


async def test_bots_do_not_run_what_lies_in_the_folder_where_the_game_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("random", "struct", "sevenrocks"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('not the one that was meant')\n")
    monkeypatch.chdir(tmp_path)
    state = Match().begin_round_from(bytes(32)).rounds[0]
    assert state.turn is not None

    async def ask() -> Action:
        bots = BotProcess()
        try:
            assert state.turn is not None
            return await bots.choose("club", state.view_for(state.turn), 1)
        finally:
            await bots.stop()

    assert await ask() in state.legal_actions
