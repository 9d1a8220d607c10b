"""The demonstration of the menu: four bots play, nobody's hand is seen, and nothing of it is kept."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.pilot import Pilot

from help.playing import app_in, choosing_table, screen_of, screen_text, start, step, until
from sevenrocks.bots.process import BotFailedError
from sevenrocks.engine.actions import Placed
from sevenrocks.engine.seats import Seat
from sevenrocks.names import check_unlike
from sevenrocks.settings import BotSpeed
from sevenrocks.telling.sentences import reason_words
from sevenrocks.tui import director
from sevenrocks.tui.app import RocksApp
from sevenrocks.tui.screens.demo import DemoScreen
from sevenrocks.tui.screens.menu import MenuScreen
from sevenrocks.tui.widgets.hand import HandView

pytestmark = pytest.mark.usefixtures("no_arming")


def files(folder: Path) -> dict[Path, bytes]:
    """All that is kept there."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


async def demo(pilot: Pilot[None], plays: int = 0) -> DemoScreen:
    """The demonstration, after so many plays of its first round."""
    await screen_of(pilot, MenuScreen)
    await pilot.press("d")
    screen = await screen_of(pilot, DemoScreen)
    await until(pilot, lambda: len(screen.match.rounds[0].view.events) >= plays, "plays")
    return screen


async def test_four_bots_play_round_after_round_and_nothing_is_kept(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, MenuScreen)
        before = files(tmp_path)
        screen = await demo(pilot)
        assert all(player.is_bot for player in screen.match.players)
        check_unlike(player.name for player in screen.match.players)
        await until(pilot, lambda: len(screen.match.rounds) > 1, "a second round")
        assert app.sitting is None
        assert not screen.query(HandView)
        await pilot.press("escape")
        await screen_of(pilot, MenuScreen)
        assert files(tmp_path) == before


async def test_a_match_that_is_won_is_followed_by_another(tmp_path: Path) -> None:
    async with app_in(tmp_path).run_test(size=(80, 24)) as pilot:
        screen = await demo(pilot)
        await until(pilot, lambda: len(screen.match.rounds) > 1, "a second round")
        await until(pilot, lambda: len(screen.match.rounds) == 1, "another match")
        assert screen.match.winner is None


async def test_what_can_be_said_for_a_play_stands_below_the_table(tmp_path: Path) -> None:
    async with app_in(tmp_path, bot_speed="slow").run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, MenuScreen)
        await pilot.press("d")
        screen = await screen_of(pilot, DemoScreen)
        screen.action_change_speed(3)
        await until(pilot, lambda: len(screen.match.round.events) > 2, "plays")
        screen.action_change_speed(-3)
        await pilot.pause()
        from sevenrocks.bots.reasons import public_reasons  # noqa: PLC0415, as the log has it

        *_before, (placed, reason) = public_reasons(screen.match.round)
        assert isinstance(placed, Placed)
        shown = screen_text(pilot.app)  # type: ignore[arg-type]
        assert reason_words(screen.match.players, reason)[:40] in shown
        for seat in Seat:
            assert screen.match.players[seat].name in shown


@pytest.mark.parametrize("key", ["escape", "enter", "d", "q", "question_mark", "tab", "up", "1", "é"])
async def test_any_other_key_ends_it_and_does_nothing_else(tmp_path: Path, key: str) -> None:
    app = app_in(tmp_path, bot_speed="fast")
    async with app.run_test(size=(80, 24)) as pilot:
        await demo(pilot, 1)
        await pilot.press(key)
        await screen_of(pilot, MenuScreen)
        await pilot.pause()
        assert isinstance(app.screen, MenuScreen)


async def test_nothing_is_told_of_a_letter_of_another_script_that_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with app_in(tmp_path, bot_speed="fast").run_test(size=(80, 24)) as pilot:
        screen = await demo(pilot, 1)
        told: list[str] = []
        monkeypatch.setattr(screen, "tell_aside", told.append)
        await pilot.press("ж")
        await screen_of(pilot, MenuScreen)
        assert not told


async def test_a_click_ends_it_too_but_not_one_on_the_key_that_changes_the_speed(tmp_path: Path) -> None:
    app = app_in(tmp_path, bot_speed="fast")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await demo(pilot, 1)
        await pilot.click(offset=(2, 23))
        assert app.screen is screen
        await pilot.click(offset=(40, 10))
        await screen_of(pilot, MenuScreen)


async def test_its_speed_is_chosen_there_and_stays_there(tmp_path: Path) -> None:
    app = app_in(tmp_path, bot_speed="normal")
    async with app.run_test(size=(80, 24)) as pilot:
        before = files(tmp_path)
        await demo(pilot)
        for key, told in (("right", "fast"), ("plus", "at once"), ("right", "at once"), ("left", "fast"), ("minus", "normal"), ("left", "slow")):  # fmt: skip
            await pilot.press(key)
            assert f"speed: {told}" in screen_text(app), key
        assert app.settings.bot_speed is BotSpeed.NORMAL
        await pilot.press("escape")
        await screen_of(pilot, MenuScreen)
        assert files(tmp_path) == before


async def test_a_change_of_the_speed_holds_at_once(tmp_path: Path) -> None:
    async with app_in(tmp_path, bot_speed="slow").run_test(size=(80, 24)) as pilot:
        screen = await demo(pilot)
        paused = asyncio.create_task(screen.pause(1000))
        await pilot.pause()
        assert not paused.done()
        await pilot.press("right", "right", "right")
        await until(pilot, paused.done, "the end of a pause that has become short")


async def test_it_leaves_a_match_that_waits_as_it_is(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna"))
    async with app.run_test(size=(80, 24)) as pilot:
        await choosing_table(pilot)
        await step(pilot)
        await pilot.press("q", "enter")
        menu = await screen_of(pilot, MenuScreen)
        waits = menu.unfinished
        assert waits is not None
        await demo(pilot, 5)
        await pilot.press("x")
        menu = await screen_of(pilot, MenuScreen)
        assert menu.unfinished == waits


async def test_bots_that_do_not_answer_are_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_in(tmp_path)

    async def fails(*_arguments: object) -> None:
        raise BotFailedError("no bot answers")

    monkeypatch.setattr(vars(director)["BotProcess"], "choose", fails)
    async with app.run_test(size=(80, 24)) as pilot:
        await demo(pilot)
        await until(pilot, lambda: "The bots do not answer." in screen_text(app), "what is wrong")
        await pilot.press("x")
        await screen_of(pilot, MenuScreen)


async def test_bots_of_a_demonstration_think_in_their_own_process(tmp_path: Path) -> None:
    app: RocksApp = app_in(tmp_path, has_process=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await demo(pilot, 2)
        await pilot.press("x")
        await screen_of(pilot, MenuScreen)
        await demo(pilot, 2)
