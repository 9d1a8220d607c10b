"""What players are told, and can do, about the keeping of their match; and the cut before the first deal."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from help.playing import (
    app_in,
    choosing_table,
    match_of,
    play_something,
    play_to,
    players,
    screen_of,
    screen_text,
    start,
    until,
)
from sevenrocks.engine.deal import commitment_to, cut_seed, deal_hands
from sevenrocks.record import read_record, replay
from sevenrocks.sitting import Start
from sevenrocks.store import match_file, read_match
from sevenrocks.tui.app import RocksApp
from sevenrocks.tui.screens.confirm import LeaveScreen, NotKeptScreen
from sevenrocks.tui.screens.cover import CoverScreen
from sevenrocks.tui.screens.cut import CutScreen
from sevenrocks.tui.screens.draw import DrawScreen
from sevenrocks.tui.screens.ledger import LedgerScreen
from sevenrocks.tui.screens.matches import MatchesScreen
from sevenrocks.tui.screens.menu import MenuScreen
from sevenrocks.tui.screens.rescue import RescueScreen
from sevenrocks.tui.screens.result import ResultScreen
from sevenrocks.tui.screens.table import TableScreen

pytestmark = pytest.mark.usefixtures("no_arming")


Story = Callable[[RocksApp, Pilot[None]], Awaitable[None]]


async def told(folder: Path, story: Story, begun: Start | None = None) -> RocksApp:
    """Run the app with this story."""
    app = app_in(folder, begun)
    async with app.run_test(size=(80, 24)) as pilot:
        await story(app, pilot)
    return app


def match_path(folder: Path) -> Path:
    (path,) = (folder / "state" / "matches").glob("*.match")
    return path


def record_in(folder: Path) -> bytes:
    (path,) = (folder / "state" / "records").iterdir()
    return path.read_bytes()


UNKNOWN = Start(players("Anna"), 25)
"""A match the seed of which nobody knows."""


# ---- the cut


async def test_the_commitment_shown_is_to_the_seed_and_the_words_go_into_the_deals(tmp_path: Path) -> None:
    shown: list[str] = []

    async def story(app: RocksApp, pilot: Pilot[None]) -> None:
        draw = await screen_of(pilot, DrawScreen)
        sealed = re.search(r"sealed: (\w{4}) (\w{4})", screen_text(app))
        assert sealed is not None
        await pilot.press("c")
        await screen_of(pilot, CutScreen)
        shown.append(
            "".join(re.findall(r"^ *((?:[0-9a-f]{4} ?){8})$", screen_text(app), re.MULTILINE)).replace(" ", "")
        )
        assert shown[0].startswith("".join(sealed.groups()))
        await pilot.press(*"nine", "space", *"lives")
        await pilot.press("enter")
        assert app.screen is draw
        assert "cut with: nine lives" in screen_text(app)
        assert not re.search(r"pips?\n", screen_text(app)), "no tile has been turned"
        await play_to(pilot, ResultScreen)

    await told(tmp_path, story, UNKNOWN)
    record = read_record(record_in(tmp_path))
    assert record.fairness is not None
    assert record.fairness.cut == "nine lives"
    assert shown == [commitment_to(record.fairness.seed)] == [record.fairness.commitment]
    assert deal_hands(cut_seed(record.fairness.seed, "nine lives"), 1) == record.rounds[0].deal
    assert deal_hands(record.fairness.seed, 1) != record.rounds[0].deal
    replay(record)
    assert not record.known_deal


async def test_turning_the_first_tile_is_the_cut_without_words(tmp_path: Path) -> None:
    async def story(app: RocksApp, pilot: Pilot[None]) -> None:
        await screen_of(pilot, DrawScreen)
        assert not (tmp_path / "state").exists(), "the seed is on disk before the cut is in"
        await pilot.press("enter")
        await until(
            pilot,
            lambda: re.search("(the )?most pips and opens", screen_text(app)) is not None,
            "the tiles to be turned",
        )
        await pilot.press("c")
        assert isinstance(app.screen, DrawScreen), "what has been turned cannot be cut any more"
        await play_to(pilot, ResultScreen)

    await told(tmp_path, story, UNKNOWN)
    record = read_record(record_in(tmp_path))
    assert record.fairness is not None
    assert record.fairness.cut == ""
    replay(record)


async def test_words_that_cannot_be_shown_are_refused_in_words(tmp_path: Path) -> None:
    async def story(app: RocksApp, pilot: Pilot[None]) -> None:
        await screen_of(pilot, DrawScreen)
        await pilot.press("c")
        screen = await screen_of(pilot, CutScreen)
        screen.query_one(Input).value = "a\u3164b"
        await pilot.press("enter")
        assert "control or invisible characters" in screen_text(app)
        assert app.screen is screen
        screen.query_one(Input).value = "ab"
        await pilot.press("enter")
        await screen_of(pilot, DrawScreen)
        assert "cut with: ab" in screen_text(app)

    await told(tmp_path, story, UNKNOWN)


async def test_letters_are_words_there_and_open_no_pages(tmp_path: Path) -> None:
    async def story(app: RocksApp, pilot: Pilot[None]) -> None:
        draw = await screen_of(pilot, DrawScreen)
        await pilot.press("c")
        screen = await screen_of(pilot, CutScreen)
        await pilot.press(*"lyroq", "question_mark")
        assert app.screen is screen
        assert screen.query_one(Input).value == "lyroq?"
        await pilot.press("escape")
        assert await screen_of(pilot, DrawScreen) is draw
        assert "cut with" not in screen_text(app), "Esc takes no words"
        await pilot.press("escape")
        await screen_of(pilot, LeaveScreen)

    await told(tmp_path, story, UNKNOWN)


async def test_a_match_left_before_a_tile_was_turned_leaves_nothing(tmp_path: Path) -> None:
    async def story(app: RocksApp, pilot: Pilot[None]) -> None:
        await screen_of(pilot, DrawScreen)
        await pilot.press("q", "enter")
        await screen_of(pilot, MenuScreen)
        assert "Continue" not in screen_text(app)

    await told(tmp_path, story, UNKNOWN)
    assert not (tmp_path / "state" / "matches").exists()


async def test_a_known_deal_is_not_cut(tmp_path: Path) -> None:
    async def story(app: RocksApp, pilot: Pilot[None]) -> None:
        await screen_of(pilot, DrawScreen)
        assert "sealed" not in screen_text(app)
        await pilot.press("c")
        assert isinstance(app.screen, DrawScreen)

    await told(tmp_path, story, start("Anna"))


# ---- not kept


def fail_writes(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Let nothing be written from now on; returns what ends that."""

    def fail(*_arguments: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    before = vars(match_file)["set_tail"]
    monkeypatch.setattr(match_file, "set_tail", fail)
    return lambda: monkeypatch.setattr(match_file, "set_tail", before)


async def play_once(pilot: Pilot[None]) -> None:
    play_something(await choosing_table(pilot))
    await pilot.pause()


async def test_a_match_that_is_no_longer_kept_says_so_at_once_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(app: RocksApp, pilot: Pilot[None]) -> None:
        await choosing_table(pilot)
        mend = fail_writes(monkeypatch)
        await play_once(pilot)
        await screen_of(pilot, NotKeptScreen)
        assert "database or disk is full" in screen_text(app)
        await pilot.press("t")
        assert "still cannot be kept" in screen_text(app)
        mend()
        await pilot.press("t")
        assert "Now it is kept" in screen_text(app)
        await pilot.press("enter")
        await choosing_table(pilot)
        assert read_match_of(app) == match_of(app)

    await told(tmp_path, story, start("Anna"))


def read_match_of(app: RocksApp) -> object:
    """The match at the table as its file has it; the table holds the lock, so a copy is read."""
    assert app.folder is not None
    held = match_path(app.folder.parent)
    folder = app.folder / "copy"
    (folder / "matches").mkdir(parents=True)
    (folder / "key").write_bytes((app.folder / "key").read_bytes())
    path = folder / "matches" / held.name
    path.write_bytes(held.read_bytes())
    return read_match(path).match


async def test_it_is_said_once_and_stays_in_sight(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(app: RocksApp, pilot: Pilot[None]) -> None:
        await choosing_table(pilot)
        fail_writes(monkeypatch)
        await play_once(pilot)
        await screen_of(pilot, NotKeptScreen)
        await pilot.press("enter")
        table = await choosing_table(pilot)
        assert "not being kept" in screen_text(app)
        play_something(table)
        await choosing_table(pilot)
        await pilot.press("q")
        await screen_of(pilot, LeaveScreen)
        assert "NOT being kept, and will be lost" in screen_text(app)

    await told(tmp_path, story, start("Anna"))


async def test_its_record_can_be_written_once_that_is_confirmed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(app: RocksApp, pilot: Pilot[None]) -> None:
        await choosing_table(pilot)
        fail_writes(monkeypatch)
        await play_once(pilot)
        await screen_of(pilot, NotKeptScreen)
        await pilot.press("e")
        assert "ends the secrecy" in screen_text(app)
        assert not (tmp_path / "state" / "records").exists()
        await pilot.press("e")
        assert "Record:" in screen_text(app)
        record = read_record(record_in(tmp_path))
        assert any(round_.plays for round_ in record.rounds)
        assert record.fairness is None
        replay(record)

    await told(tmp_path, story, start("Anna"))


async def test_that_the_record_was_written_during_play_is_told_to_everyone_at_the_table(tmp_path: Path) -> None:
    async def story(app: RocksApp, pilot: Pilot[None]) -> None:
        hand = (await choosing_table(pilot)).hand
        director = app._director
        assert director is not None
        assert "all hands were written" not in screen_text(app)
        assert director.keeping.export().startswith("Record: ")
        await until(pilot, lambda: "all hands were written" in screen_text(app), "the table to tell it")
        assert (await choosing_table(pilot)).hand == hand, "nothing else has happened"
        await play_to(pilot, CoverScreen)
        assert "all hands were written" in screen_text(app)
        director.keeping.export()
        told = "The record was written here, with all hands"
        await until(pilot, lambda: told in "".join(screen_text(app).splitlines()[-2:]), "the cover to tell it last")
        await play_to(pilot, LedgerScreen)
        assert "record written during play, round 1" in screen_text(app)
        ledger = app.screen
        await play_to(pilot, CoverScreen)
        assert "all hands were written" not in screen_text(app), "those of this round have not been"
        await play_to(pilot, LedgerScreen)
        assert app.screen is not ledger
        assert "record written" not in screen_text(app)
        director.keeping.export()
        await until(pilot, lambda: "record written during play, round 2" in screen_text(app), "the ledger to tell it")
        await play_to(pilot, ResultScreen)
        assert "record written during play, rounds 1 and 2" in screen_text(app)

    app = await told(tmp_path, story, start("Anna", "Bartek", target=60))
    opened = [len(seen.opened) for seen in read_match(match_path(tmp_path)).record().rounds]
    assert opened[:2] == [2, 1]
    assert not any(opened[2:])
    assert app._exception is None


async def test_where_the_state_cannot_be_written_the_record_goes_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    (tmp_path / "state").write_text("a file where a folder should be")

    async def story(app: RocksApp, pilot: Pilot[None]) -> None:
        await screen_of(pilot, NotKeptScreen)
        await pilot.press("e", "e")
        assert "Record:" in screen_text(app)
        await pilot.press("enter")
        await choosing_table(pilot)

    await told(tmp_path, story, start("Anna"))
    assert [path.suffixes for path in home.iterdir()] == [[".rocks", ".toml"]]


# ---- damaged


def damage(path: Path, line: int) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE line SET text = 'N 00' WHERE number = ?", (line,))
        database.execute("UPDATE meta SET value = '[]' WHERE key = 'standing'")


async def test_what_is_whole_of_a_damaged_match_can_be_played_on(tmp_path: Path) -> None:
    async def begin(_app: RocksApp, pilot: Pilot[None]) -> None:
        await play_once(pilot)
        await play_once(pilot)
        await choosing_table(pilot)

    await told(tmp_path, begin, start("Anna"))
    path = match_path(tmp_path)
    damage(path, 6)
    before = path.read_bytes()

    async def go_on(app: RocksApp, pilot: Pilot[None]) -> None:
        await screen_of(pilot, MenuScreen)
        await until(pilot, lambda: "Continue" in screen_text(app), "Continue")
        await pilot.press("a")
        await screen_of(pilot, MatchesScreen)
        assert "damaged" in screen_text(app)
        await pilot.press("enter")
        await screen_of(pilot, RescueScreen)
        # Draw, deal, and three plays.
        assert "up to round 1, 3 plays, is intact" in screen_text(app)
        await pilot.press("escape")
        await screen_of(pilot, MenuScreen)
        await pilot.press("c")
        await screen_of(pilot, RescueScreen)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, CoverScreen | TableScreen), "the table")
        await choosing_table(pilot)

    await told(tmp_path, go_on)
    assert path.read_bytes() == before
    others = [other for other in path.parent.glob("*.match") if other != path]
    assert len(others) == 1
    assert read_match(others[0]).match.rounds[0].events


async def test_a_file_of_which_nothing_is_whole_is_named(tmp_path: Path) -> None:
    async def begin(_app: RocksApp, pilot: Pilot[None]) -> None:
        await choosing_table(pilot)

    await told(tmp_path, begin, start("Anna"))
    path = match_path(tmp_path)
    path.write_bytes(b"no match at all" * 100)

    async def look(app: RocksApp, pilot: Pilot[None]) -> None:
        await screen_of(pilot, MenuScreen)
        await until(pilot, lambda: "All matches" in screen_text(app), "All matches")
        assert "Continue" not in screen_text(app)
        await pilot.press("a")
        await screen_of(pilot, MatchesScreen)
        assert f"{path.name}: the file of this match is damaged" in screen_text(app)
        await pilot.press("down", "enter", "e", "up")
        await pilot.press("escape")
        await screen_of(pilot, MenuScreen)

    await told(tmp_path, look)


# ---- two windows


async def test_a_second_window_says_that_a_match_is_open_elsewhere_and_offers_another(tmp_path: Path) -> None:
    async def begin(_app: RocksApp, pilot: Pilot[None]) -> None:
        await play_once(pilot)
        await choosing_table(pilot)

    await told(tmp_path, begin, start("Anna", seed="older"))
    left = read_match(match_path(tmp_path)).match

    async def first(_app: RocksApp, pilot: Pilot[None]) -> None:
        await play_once(pilot)
        await choosing_table(pilot)
        second = app_in(tmp_path)
        async with second.run_test(size=(80, 24)) as other:
            await screen_of(other, MenuScreen)
            await until(other, lambda: "1 match is open in another window" in screen_text(second), "the other window")
            await other.press("c")
            await screen_of(other, CoverScreen)
            assert match_of(second) == left

    await told(tmp_path, first, start("Anna", seed="newer"))
