"""The kept matches in the menu and in their list: offered once they are known, deleted once that is confirmed."""

from __future__ import annotations

import os
import shutil
import threading
from pathlib import Path

import pytest
from textual.pilot import Pilot

from help.playing import app_in, screen_of, screen_text, start, until
from help.scripted import DAY, PLAYERS
from sevenrocks.store import DELETED, Glance, Survey, Unreadable, glance
from sevenrocks.table import Table
from sevenrocks.tui.app import RocksApp
from sevenrocks.tui.screens.confirm import LeaveScreen
from sevenrocks.tui.screens.draw import DrawScreen
from sevenrocks.tui.screens.matches import MatchesScreen
from sevenrocks.tui.screens.menu import MenuScreen

pytestmark = pytest.mark.usefixtures("no_arming")


def keep_matches(folder: Path, number: int) -> None:
    """So many matches that are not over."""
    table = Table.begin(PLAYERS, folder / "state", known_seed=bytes(32), date=DAY)
    table.begin_round()
    table.begin_keeping()
    table.close()
    first = folder / "state" / "matches" / "000001.match"
    for other in range(2, number + 1):
        shutil.copyfile(first, first.with_name(f"{other:06}.match"))
    for path in first.parent.iterdir():
        # Not a moment ago: what is known of such a file is not trusted.
        os.utime(path, (1_700_000_000, 1_700_000_000))


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "state" / "matches").glob("*.match"))


async def list_of(pilot: Pilot[None]) -> MatchesScreen:
    menu = await screen_of(pilot, MenuScreen)
    await until(pilot, lambda: "All matches" in screen_text(_app(pilot)), "All matches")
    menu.action_take("past")
    return await screen_of(pilot, MatchesScreen)


def _app(pilot: Pilot[None]) -> RocksApp:
    assert isinstance(pilot.app, RocksApp)
    return pilot.app


def told_by(pilot: Pilot[None]) -> str:
    """What is on the screen, with its sentences unbroken."""
    return " ".join(screen_text(_app(pilot)).split())


# ---- deleted


async def test_a_match_is_deleted_at_the_second_press_and_nothing_else(tmp_path: Path) -> None:
    keep_matches(tmp_path, 3)
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await list_of(pilot)
        await pilot.press("d")
        assert "D once more deletes this match, or Y: its file goes to the folder deleted" in told_by(pilot)
        assert len(files(tmp_path)) == 3
        # Another match, another question.
        screen.action_step(1)
        assert "deletes this match" not in told_by(pilot)
        screen.action_step(-1)
        screen.action_delete()
        assert len(files(tmp_path)) == 3
        screen.action_no()
        screen.action_delete()
        assert len(files(tmp_path)) == 3
        screen.action_delete()
        await pilot.pause()
        assert "000003.match is deleted." in told_by(pilot)
        assert files(tmp_path) == ["000001.match", "000002.match"]
        # What was asked about writing the record is not answered by the key that deletes, nor the other way.
        screen.action_export()
        screen.action_delete()
        assert len(files(tmp_path)) == 2
        screen.action_yes()
        assert files(tmp_path) == ["000001.match"]
        screen.action_delete()
        screen.action_delete()
        for action in (screen.action_take, screen.action_export, screen.action_delete):
            screen.tell_aside("")
            action()
            assert "No match is kept." in told_by(pilot)
        screen.action_leave()
        menu = await screen_of(pilot, MenuScreen)
        await until(pilot, lambda: menu._found is not None, "what there is")
        assert "Continue" not in told_by(pilot)
        assert "All matches" not in told_by(pilot)
    assert len(list((tmp_path / "state" / DELETED).iterdir())) == 3


async def test_a_file_that_cannot_be_read_is_chosen_and_deleted_like_any_other(tmp_path: Path) -> None:
    keep_matches(tmp_path, 2)
    (tmp_path / "state" / "matches" / "000002.match").write_bytes(b"no match at all" * 100)
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await list_of(pilot)
        screen.action_step(1)
        for action in (screen.action_take, screen.action_export):
            action()
            assert told_by(pilot).count("000002.match: the file of this match is damaged") == 2
        screen.action_delete()
        screen.action_delete()
        assert files(tmp_path) == ["000001.match"]


async def test_a_match_that_is_open_elsewhere_by_now_is_not_deleted(tmp_path: Path) -> None:
    keep_matches(tmp_path, 1)
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await list_of(pilot)
        table = Table.resume(tmp_path / "state" / "matches" / "000001.match")
        screen.action_delete()
        screen.action_delete()
        assert "000001.match: this match is open in another window" in told_by(pilot)
        table.close()
    assert files(tmp_path) == ["000001.match"]


async def test_a_folder_that_cannot_be_read_is_no_match_to_delete(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, MenuScreen)
        screen = MatchesScreen(Survey([], 0, [Unreadable("state", "why")]), tmp_path / "state")
        app.push_screen(screen)
        await screen_of(pilot, MatchesScreen)
        screen.action_delete()
        assert "This is no match." in told_by(pilot)


async def test_what_was_deleted_a_month_ago_is_gone_after_a_start(tmp_path: Path) -> None:
    old = tmp_path / "state" / DELETED / "2020-01-01-000001.match"
    old.parent.mkdir(parents=True)
    old.write_bytes(b"")
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, MenuScreen)
        await until(pilot, lambda: not old.exists(), "the end of the deleted match")


# ---- not kept yet


async def test_whoever_leaves_before_a_hand_is_shown_leaves_nothing_and_is_told_so(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna"))
    async with app.run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, DrawScreen)
        await pilot.press("escape")
        leaving = await screen_of(pilot, LeaveScreen)
        assert "No tile has been seen or played yet: there is nothing to keep." in told_by(pilot)
        assert "The match is kept" not in told_by(pilot)
        leaving.action_leave()
        menu = await screen_of(pilot, MenuScreen)
        await until(pilot, lambda: menu._found is not None, "what there is")
        assert "Continue" not in told_by(pilot)
    assert not (tmp_path / "state").exists()


# ---- many


async def test_many_matches_are_looked_through_beside_the_menu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_matches(tmp_path, 20)
    may_look = threading.Event()

    def slow(*given: object) -> Glance | None:
        if len(given) > 2:
            assert may_look.wait(20)
        return glance(*given)  # type: ignore[arg-type]

    monkeypatch.setattr("sevenrocks.tui.director.glance", slow)
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        menu = await screen_of(pilot, MenuScreen)
        await until(pilot, lambda: "Looking through the kept matches ..." in screen_text(app), "that it looks")
        menu.action_take("continue")
        assert screen_text(app).count("Looking through the kept matches ...") == 2, "a wrong 'no match' would be told"
        menu.action_step(1)
        chosen = menu._list.chosen
        may_look.set()
        await until(pilot, lambda: "Continue" in screen_text(app), "Continue")
        assert "Looking" not in screen_text(app)
        assert menu._list.chosen is chosen
        assert menu.unfinished is not None
    again = app_in(tmp_path)
    may_look.clear()
    async with again.run_test(size=(80, 24)) as pilot:
        # Now they are known, and nothing has to be waited for.
        await screen_of(pilot, MenuScreen)
        await until(pilot, lambda: "Continue" in screen_text(again), "Continue")
        may_look.set()
