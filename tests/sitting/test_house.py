"""What a house may add to the rules: the count has to be called, or one pair plays with open hands."""

from __future__ import annotations

import datetime
import itertools
import json
import random
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from help.chosen import chosen
from help.lines import LinePlayer, record_in
from help.playing import (
    Clock,
    app_in,
    choosing_table,
    match_of,
    play_something,
    screen_of,
    screen_text,
    start,
    step,
    until,
)
from help.record_cases import WORKED_RECORD, changed, random_match
from help.strategies import round_for
from help.terminal import settings
from sevenrocks.cli import main
from sevenrocks.engine.actions import PASS, IllegalPlayError, Passed, Place, Placed
from sevenrocks.engine.errors import NotationError, RecordError, Refusal
from sevenrocks.engine.match import Match
from sevenrocks.engine.round import Round
from sevenrocks.engine.rules import award_for
from sevenrocks.engine.seats import BySeat, Partnership, Seat
from sevenrocks.engine.tiles import Tile
from sevenrocks.house import MAX_CALL, RULES_ALONE, House
from sevenrocks.notation import Play, format_play
from sevenrocks.record import read_record, record_match, replay, write_record
from sevenrocks.seating import Player
from sevenrocks.settings import Settings
from sevenrocks.store import DamagedError, Line, read_match, replay_lines
from sevenrocks.table import Table
from sevenrocks.tui.app import RocksApp
from sevenrocks.tui.screens.call import CallScreen
from sevenrocks.tui.screens.cover import CoverScreen
from sevenrocks.tui.screens.menu import MenuScreen
from sevenrocks.tui.screens.result import ResultScreen
from sevenrocks.tui.screens.settings import SettingsScreen
from sevenrocks.tui.screens.table import TableScreen

NAMES = BySeat(("Anna", "Bartek", "Clara", "Dieter"))
CALL = House(call=20)
DAY = datetime.date(2026, 11, 30)


# ---- the engine


def test_a_count_that_is_not_called_is_no_award_and_the_placement_stands() -> None:
    state = round_for("55", target=10)
    state = replace(state, setup=replace(state.setup, must_call=True))
    called, missed = state.play(Place(Tile(5, 5), call=10)), state.play(Place(Tile(5, 5)))
    assert called.scores == (10, 0)
    assert called.is_over, "the target is reached"
    assert missed.scores == (0, 0)
    assert not missed.is_over
    (event,) = missed.events
    assert isinstance(event, Placed)
    assert (event.count, event.award, event.missed) == (10, 0, 10)
    assert missed.layout == called.layout
    (won, _ended) = called.events
    assert isinstance(won, Placed)
    assert won.missed == 0
    for wrong in (5, 0, 9):
        (event,) = state.play(Place(Tile(5, 5), call=wrong)).events
        assert isinstance(event, Placed)
        assert (event.award, event.missed, event.call) == (0, 10, wrong)


def test_an_event_can_be_played_again_by_itself() -> None:
    state = round_for("55", target=100)
    for must_call in (False, True):
        begun = replace(state, setup=replace(state.setup, must_call=must_call))
        for call in (None, 3, 10):
            done = begun.play(Place(Tile(5, 5), call=call))
            event = done.events[0]
            assert isinstance(event, Placed)
            assert begun.play(event.action) == done == done.at(1)
            assert done.at(0) == begun


def test_a_count_that_is_no_award_is_missed_by_nobody() -> None:
    state = round_for("22")
    (event,) = replace(state, setup=replace(state.setup, must_call=True)).play(Place(Tile(2, 2))).events
    assert isinstance(event, Placed)
    assert (event.count, event.missed) == (4, 0)


# ---- records


@pytest.mark.parametrize("seed", range(5))
def test_a_record_tells_what_was_called_and_is_checked_by_it(seed: int) -> None:
    match = random_match(seed, target=60, called=0.6)
    record = record_match(match, NAMES, house=CALL)
    text = write_record(record)
    assert "\n[house]\ncall = 20\n\n[[rounds]]" in text
    assert read_record(text.encode()) == record
    assert replay(record) == match
    with pytest.raises(RecordError, match=r"expected \+\d+: the ends count"):
        replay(replace(record, house=RULES_ALONE))


def test_an_award_that_is_stated_must_be_the_right_one() -> None:
    record = record_match(random_match(1, target=60, called=0.6), NAMES, house=CALL)
    text = re.sub(r"\+5\b", "+10", write_record(record), count=1)
    with pytest.raises(RecordError, match=r"expected \+5: the ends count 5"):
        replay(read_record(text.encode()))


def _with_house(lines: str) -> bytes:
    return changed(WORKED_RECORD, 'W = "Dieter"\n', f'W = "Dieter"\n\n[house]\n{lines}\n').encode()


def test_a_pair_with_open_hands_is_told_and_plays_by_the_rules() -> None:
    record = read_record(_with_house('open = "EW"'))
    assert record.house == House(open_pair=Partnership.EW)
    assert replay(record) == replay(read_record(WORKED_RECORD.encode()))
    assert write_record(record).encode() == _with_house('open = "EW"')


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("call = -1", "house.call: the number is out of bounds"),
        (f"call = {MAX_CALL + 1}", "house.call: the number is out of bounds"),
        ('call = "20"', "house.call: expected a whole number"),
        ('open = "N"', "house.open: expected NS or EW, found 'N'"),
        ("calls = 3", "house: unknown key 'calls'"),
    ],
)
def test_what_no_house_can_want_is_refused(lines: str, told: str) -> None:
    with pytest.raises(NotationError, match=re.escape(told)):
        read_record(_with_house(lines))


def test_check_says_what_the_house_has_added(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "house.rocks.toml"
    path.write_text(
        write_record(record_match(random_match(2, target=40, called=0.5), NAMES, house=House(0, Partnership.NS)))
    )
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out.endswith(
        "house rule: points only for counts that were called, NS saw each other's tiles\n"
    )


def test_solve_goes_on_from_what_was_scored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A round that would have been over, had the counts been called, is not."""

    def would_be_over(match: Match) -> bool:
        state = Round.begin(replace(match.rounds[-1].setup, must_call=False))
        for event in match.rounds[-1].events:
            if isinstance(event, Placed) and not state.is_over:
                state = state.play_unchecked(event.action)
            elif isinstance(event, Passed) and not state.is_over:
                state = state.play_unchecked(PASS)
        return state.is_over

    missed = (random_match(seed, target=20, plays=15, called=0.0) for seed in itertools.count())
    match = next(match for match in missed if len(match.rounds) == 1 and would_be_over(match))
    path = tmp_path / "missed.rocks.toml"
    path.write_text(write_record(record_match(match, NAMES, house=CALL)))
    assert main(["solve", str(path), "--play", "15", "--json"]) == 0
    turn = match.rounds[0].turn
    assert turn is not None
    assert json.loads(capsys.readouterr().out)["seat"] == turn.name


# ---- kept


def test_a_kept_match_knows_its_house(tmp_path: Path) -> None:
    players = BySeat([Player(name) for name in NAMES])
    house = House(10, Partnership.EW)
    table = Table.begin(players, tmp_path, known_seed=bytes(32), date=DAY, house=house)
    rng = random.Random(4)
    table.begin_round()
    while table.turn is not None:
        table.play(table.turn, rng.choice(table.view_for(table.turn).legal_actions))
        if table.placing is not None:
            table.call(rng.choice([None, 5, 10]))
    view = table.view
    table.close()
    (path,) = (tmp_path / "matches").glob("*.match")
    assert read_match(path).header.house == house
    again = Table.resume(path)
    assert again.view == view
    assert again.house == house
    assert any(isinstance(event, Placed) and event.missed for event in view.rounds[0].view.events)
    again.close()


@pytest.mark.parametrize("house", [{"call": -1}, {"call": MAX_CALL + 1}, {"call": "x"}, {"open": "N"}, 3, {"call": []}])
def test_a_house_of_another_shape_is_damage(tmp_path: Path, house: object) -> None:
    table = Table.begin(BySeat([Player(name) for name in NAMES]), tmp_path, known_seed=bytes(32), date=DAY)
    table.begin_round()
    table.begin_keeping()
    table.close()
    (path,) = (tmp_path / "matches").glob("*.match")
    with closing(sqlite3.connect(path)) as database, database:
        (text,) = database.execute("SELECT value FROM meta WHERE key = 'header'").fetchone()
        told = json.dumps(json.loads(text) | {"house": house})
        database.execute("UPDATE meta SET value = ? WHERE key = 'header'", (told,))
    with pytest.raises(DamagedError):
        read_match(path)


def test_only_the_pair_with_open_hands_sees_a_partners_tiles(tmp_path: Path) -> None:
    players = BySeat([Player(name) for name in NAMES])
    table = Table.begin(players, tmp_path, known_seed=bytes(32), date=DAY, house=House(open_pair=Partnership.NS))
    table.begin_round()
    assert table.open_view_for(Seat.N) == table.view_for(Seat.S)
    assert table.open_view_for(Seat.S) == table.view_for(Seat.N)
    assert table.open_view_for(Seat.E) is None
    table.close()
    plain = Table.begin(players, tmp_path, known_seed=bytes(32), date=DAY)
    plain.begin_round()
    assert all(plain.open_view_for(seat) is None for seat in Seat)
    plain.close()


def test_as_it_comes_a_house_adds_nothing() -> None:
    assert Settings().house == RULES_ALONE
    assert Settings().replaced(call_it=True).house == CALL


# ---- on the screen


async def _to_call(pilot: Pilot[None]) -> CallScreen:
    """Play on until a count is called for that makes an award."""
    while True:
        table = await choosing_table(pilot)
        choosing = table.choosing
        assert choosing is not None
        for tile in sorted(choosing.playable):
            choosing.pick(tile)
            choosing.step_place(1)
            if choosing.chosen is not None and choosing.chosen.award:
                table.action_go()
                return await screen_of(pilot, CallScreen)
        choosing.drop()
        play_something(table)
        await pilot.pause()
        if isinstance(pilot.app.screen, CallScreen):
            await _call(pilot, right=True)


async def _call(pilot: Pilot[None], *, right: bool) -> str:
    screen = pilot.app.screen
    assert isinstance(screen, CallScreen)
    await pilot.press(*str(screen.after.count if right else 41), "enter")
    await until(pilot, lambda: screen.is_answered, "what was called to be told")
    told = " ".join(screen_text(pilot.app).split())  # type: ignore[arg-type]
    await pilot.press("enter")
    await until(pilot, lambda: pilot.app.screen is not screen, "the match to go on")
    return told


def _scores(pilot: Pilot[None]) -> tuple[int, ...]:
    assert isinstance(pilot.app, RocksApp)
    return tuple(match_of(pilot.app).scores)


@pytest.mark.usefixtures("no_arming")
@pytest.mark.parametrize("how", ["right", "wrong", "late"])
@pytest.mark.untraced
async def test_an_award_is_scored_only_if_its_player_calls_the_count_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    clock = Clock()
    monkeypatch.setattr("sevenrocks.tui.screens.counting.time", clock)
    app = app_in(tmp_path, start("Anna"), call_it=True)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await _to_call(pilot)
        text = screen_text(app)
        assert not re.search(r"\+\d|= \d", text), "nothing tells the count"
        assert "House rule, not in the rules" in text
        assert re.search(r"\b(19|20) s", text)
        before, award = _scores(pilot), award_for(screen.after.count)
        if how == "late":
            clock.now += 20
            await until(pilot, lambda: screen.is_answered, "the time to be over")
            told = " ".join(screen_text(app).split())
            scores = _scores(pilot)
        else:
            await pilot.press(*str(screen.after.count if how == "right" else 41), "enter")
            await until(pilot, lambda: screen.is_answered, "the count to be told")
            told, scores = " ".join(screen_text(app).split()), _scores(pilot)
        gained = scores[0] - before[0]
        assert gained == (award if how == "right" else 0)
        assert {"right": "Right: ", "wrong": "No, not 41: ", "late": "The time is over: "}[how] in told
        assert ("get" if how == "right" else f"So {award} points are not scored.") in told
        assert re.search(r"\+\d", told), "now what counts is marked"
        if how != "right":
            clock.now += 1
            await pilot.press("enter")
            await choosing_table(pilot)
            await pilot.press("l")
            await pilot.pause()
            assert f"{award} not called" in screen_text(app)


@pytest.mark.usefixtures("no_arming")
@pytest.mark.untraced
async def test_nothing_on_the_table_or_a_cover_tells_the_count_before_it_is_called(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", "Bartek", seed="house"), call_it=True)
    async with app.run_test(size=(100, 30)) as pilot:
        seen = {"table": 0, "cover": 0}
        while seen["cover"] < 2:
            screen = app.screen
            if isinstance(screen, CallScreen):
                await _call(pilot, right=True)
            elif isinstance(screen, TableScreen) and screen.choosing is not None:
                for number in range(1, len(screen.choosing.view.hand) + 1):
                    await pilot.press(str(number))
                    await pilot.pause()
                    text = screen_text(app)
                    assert not re.search(r"\+\d|[a-dA-D]=\d", "\n".join(text.splitlines()[3:-8])), text
                    assert "house rule" in text
                screen.choosing.drop()
                seen["table"] += 1
                play_something(screen)
                await pilot.pause()
            else:
                if isinstance(screen, CoverScreen):
                    await pilot.pause()
                    assert not re.search(r"\+\d", "\n".join(screen_text(app).splitlines()[3:-8]))
                    seen["cover"] += 1
                await step(pilot)


def test_what_is_shown_for_a_call_is_on_disk_and_a_match_goes_on_there(tmp_path: Path) -> None:
    players = BySeat([Player("Anna"), *(Player(name, "club") for name in NAMES[1:])])
    table = Table.begin(players, tmp_path, known_seed=bytes(32), date=DAY, house=CALL)
    table.begin_round()
    while table.turn is not Seat.N:
        assert table.turn is not None
        table.play(table.turn, table.view_for(table.turn).legal_actions[0])
    placing = next(action for action in table.view_for(Seat.N).legal_actions if isinstance(action, Place))
    before = table.view.round
    assert table.play(Seat.N, placing) == (), "nothing has happened before the count is called"
    assert table.view.round == before
    with pytest.raises(IllegalPlayError):
        table.play(Seat.N, placing)
    table.close()
    (path,) = (tmp_path / "matches").glob("*.match")
    assert read_match(path).placing == placing
    again = Table.resume(path)
    assert again.placing == placing
    count = before.layout.place(placing.tile, placing.host).count
    (event,) = again.call(count)
    assert isinstance(event, Placed)
    assert (event.call, event.missed, event.award) == (count, 0, award_for(count))
    again.close()
    kept = read_match(path)
    assert kept.placing is None
    assert kept.match.rounds[-1].events[-1] == event
    assert [line.kind for line in kept.lines[-2:]] == ["place", "call"]


@pytest.mark.usefixtures("no_arming")
@pytest.mark.parametrize("way", ["leave", "quit"])
@pytest.mark.untraced
async def test_whoever_leaves_instead_of_calling_has_placed_the_tile_and_called_nothing(
    tmp_path: Path, way: str
) -> None:
    app = app_in(tmp_path, start("Anna"), call_it=True)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await _to_call(pilot)
        tile = screen.after.joints[-1].tile
        if way == "leave":
            await pilot.press("q", "enter")
            await screen_of(pilot, MenuScreen)
        else:
            await pilot.press("ctrl+q")
    (path,) = (tmp_path / "state" / "matches").glob("*.match")
    placed = [event for event in read_match(path).match.rounds[-1].events if isinstance(event, Placed)]
    assert placed[-1].tile == tile
    assert placed[-1].missed


@pytest.mark.usefixtures("no_arming")
@pytest.mark.untraced
async def test_the_house_stays_what_it_was_when_a_match_began(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna"), call_it=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await choosing_table(pilot)
    (tmp_path / "settings.toml").write_text(chosen(bot_speed="instant", call_it=False))
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, MenuScreen)
        await pilot.press("c")
        screen = await choosing_table(pilot)
        play_something(screen)
        await screen_of(pilot, CallScreen)


@pytest.mark.usefixtures("no_arming")
@pytest.mark.untraced
async def test_a_whole_match_with_calls_has_a_record_that_is_right(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", seed="house", target=30), call_it=True, call_seconds=0)
    async with app.run_test(size=(80, 24)) as pilot:
        number = 0
        while not isinstance(app.screen, ResultScreen):
            if isinstance(app.screen, CallScreen):
                await pilot.pause()
                assert " s\n" not in screen_text(app), "there is no clock"
                number += 1
                await _call(pilot, right=number % 2 == 0)
            else:
                await step(pilot)
        await screen_of(pilot, ResultScreen)
        assert "house rule: points only" in screen_text(app)
    (record,) = (tmp_path / "state" / "records").iterdir()
    assert read_record(record.read_bytes()).house == House(call=0)
    assert main(["check", str(record)]) == 0


@pytest.mark.untraced
async def test_the_settings_say_that_it_is_not_in_the_rules(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, MenuScreen)
        await pilot.press("s")
        await screen_of(pilot, SettingsScreen)
        assert re.search("House rule: call your own count +< no >", screen_text(app))
        assert "Not in the rules" not in screen_text(app)
        await pilot.press("down", "down", "down")
        assert "Not in the rules of Seven Rocks." in screen_text(app)
        await pilot.press("right")
        assert re.search("House rule: call your own count +< yes >", screen_text(app))
        assert app.settings.house == CALL


# ---- in lines


@pytest.mark.untraced
def test_in_lines_only_a_number_is_a_call(tmp_path: Path) -> None:
    settings(tmp_path, chosen(call_it=True))
    player = LinePlayer(tmp_path, "play", "--plain", "--seat", "N=Anna", "--known-deal", "house")
    while player.asked() != "call":
        player.answer(player._reply("tile"))
    assert "not in the rules" in player.told
    assert "20 seconds" in player.told
    for answer in ("?", "", "7 points"):
        player.answer(answer)
        assert player.asked() == "call"
    assert player.told.count("A number: what the ends add up to.") == 1
    assert player.told.count("Type a number first.") == 2
    player.answer("q")
    assert player.asked() is None
    assert "No, not" not in player.told


@pytest.mark.untraced
def test_in_lines_the_count_is_asked_for_and_nothing_tells_it_before(tmp_path: Path) -> None:
    settings(tmp_path, chosen(call_it=True, call_seconds=40))
    player = LinePlayer(tmp_path, "play", "--plain", "--seat", "N=Anna", "--target", "25", "--known-deal", "house")
    assert player.play() == 0
    assert "The ends add up" not in player.told
    assert not re.search(r"(?m)^\d\|\d: .*(\+\d|= \d)", player.told)
    assert "What do the ends add up to?" in player.told
    assert "No, not 5: " in player.told
    record = read_record(record_in(tmp_path))
    assert record.house == House(call=40)
    replay(record)


def test_a_tile_that_may_not_be_placed_there_is_refused_before_its_count_is_asked_for(tmp_path: Path) -> None:
    table = Table.begin(BySeat(map(Player, NAMES)), tmp_path, known_seed=bytes(32), date=DAY, house=CALL)
    table.begin_round()
    seat = table.turn
    assert seat is not None
    not_held = table.view_for(seat.next).hand[0]
    with pytest.raises(IllegalPlayError) as refused:
        table.play(seat, Place(not_held))
    assert refused.value.reason is Refusal.NOT_HELD
    assert table.placing is None
    table.begin_keeping()
    table.close()
    kept = read_match(next((tmp_path / "matches").glob("*.match")))
    assert [line.kind for line in kept.lines] == ["draw", "deal"], "nothing of it is on disk"
    with pytest.raises(DamagedError):
        replay_lines(kept.header, [*kept.lines, Line("place", format_play(Play(seat, Place(not_held))))], {})
