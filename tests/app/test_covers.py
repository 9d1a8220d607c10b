"""Nobody sees another's hand: covers, hiding, and what they show."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot

from help.playing import (
    Clock,
    app_in,
    choosing_table,
    play_something,
    play_to,
    screen_of,
    screen_text,
    start,
    step,
    until,
)
from sevenrocks.drawing import letters
from sevenrocks.engine.actions import Passed, Placed
from sevenrocks.engine.tiles import Tile
from sevenrocks.telling.sentences import tile_words
from sevenrocks.tui.app import RocksApp
from sevenrocks.tui.screens.base import Arming
from sevenrocks.tui.screens.confirm import LeaveScreen
from sevenrocks.tui.screens.cover import CoverScreen
from sevenrocks.tui.screens.held import Mode
from sevenrocks.tui.screens.table import TableScreen

ALL = ("Anna", "Bartek", "Clara", "Dieter")


async def first_cover(pilot: Pilot[None]) -> CoverScreen:
    return await play_to(pilot, CoverScreen)


async def next_cover(pilot: Pilot[None]) -> CoverScreen:
    """Play for the person in turn, and go on to the next cover."""
    screen = await choosing_table(pilot)
    play_something(screen)
    await until(pilot, lambda: screen.mode is Mode.GO_ON, "the play to be shown")
    await pilot.press("enter")
    return await screen_of(pilot, CoverScreen)


def hand_of(app: RocksApp) -> tuple[Tile, ...]:
    assert isinstance(app.screen, TableScreen)
    assert app.screen.hand is not None
    return app.screen.hand.hand


def hand_is_shown(app: RocksApp, hand: tuple[Tile, ...]) -> bool:
    """Whether the boxes of a hand stand on the screen."""
    row = "".join(rf"│{tile.low}│{tile.high}│\s+" for tile in hand)
    return re.search(row.removesuffix(r"\s+"), screen_text(app)) is not None


@pytest.mark.usefixtures("no_arming")
async def test_the_cover_comes_up_between_people_and_opens_by_the_seats_own_key(tmp_path: Path) -> None:
    app = app_in(tmp_path, start(*ALL))
    async with app.run_test(size=(80, 24)) as pilot:
        cover = await first_cover(pilot)
        for _turn in range(4):
            seat, name = cover.bottom, cover.match.players[cover.bottom].name
            shown = screen_text(app)
            assert "pass the screen to" in shown
            assert f"seat {seat.name}, partner of" in shown
            assert all(row in shown for row in letters.draw(name, letters.Size.WHOLE)), "the name is not to be read"
            assert "│" not in "\n".join(shown.splitlines()[14:]), "tiles on a cover"
            for key in ("enter", "space", "1", "a", seat.next.name.lower(), seat.partner.name.lower()):
                await pilot.press(key)
            assert app.screen is cover, "only the seat's own key opens the cover"
            await pilot.press(seat.name.lower())
            table = await screen_of(pilot, TableScreen)
            assert table.bottom is seat
            assert hand_is_shown(app, hand_of(app))
            cover = await next_cover(pilot)


@pytest.mark.usefixtures("no_arming")
async def test_the_cover_tells_all_that_has_happened_since_the_seat_last_played(tmp_path: Path) -> None:
    app = app_in(tmp_path, start(*ALL))
    async with app.run_test(size=(80, 24)) as pilot:
        await first_cover(pilot)
        for _turn in range(4):
            cover = await next_cover(pilot)
        view = cover.match.round
        assert view is not None
        since = view.since(cover.bottom)
        assert len(since) == 3
        shown = screen_text(app)
        for event in since:
            assert isinstance(event, Placed | Passed)
            name = cover.match.players[event.seat].name
            tile = tile_words(event.tile) if isinstance(event, Placed) else "knocks (no "
            assert f"{name} {tile}" in shown


async def test_keys_typed_ahead_do_not_open_the_cover(tmp_path: Path, clock: Clock) -> None:
    app = app_in(tmp_path, start(*ALL))
    async with app.run_test(size=(80, 24)) as pilot:
        cover = await first_cover(pilot)
        own = cover.bottom.name.lower()
        clock.now += Arming.DELAY - 0.01
        await pilot.press(own)
        assert app.screen is cover, "too soon"
        for _key in range(20):
            clock.now += Arming.SILENCE - 0.01
            await pilot.press(own)
        assert app.screen is cover, "a key that is held down"
        clock.now += Arming.SILENCE + 0.01
        await pilot.press(own)
        await screen_of(pilot, TableScreen)


@pytest.mark.usefixtures("no_arming")
@pytest.mark.parametrize("way", ["key", "blur"])
async def test_the_hand_hides_at_once_and_comes_back_by_its_own_key(tmp_path: Path, way: str) -> None:
    app = app_in(tmp_path, start(*ALL))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await choosing_table(pilot)
        hand = hand_of(app)
        await pilot.press("1")
        assert hand_is_shown(app, hand[1:])
        if way == "key":
            await pilot.press("h")
        else:
            app.on_app_blur()
            await pilot.pause()
        assert not hand_is_shown(app, hand[1:])
        assert "tiles are hidden" in screen_text(app)
        assert screen.choosing is not None
        assert screen.choosing.tile is None, "what was chosen tells something of the hand"
        for key in ("1", "enter", "right", screen.bottom.next.name.lower()):
            await pilot.press(key)
        assert not hand_is_shown(app, hand)
        await pilot.press(screen.bottom.name.lower())
        assert hand_is_shown(app, hand)


@pytest.mark.usefixtures("no_arming")
async def test_alone_with_bots_there_is_no_cover_and_no_hiding_when_the_window_loses_focus(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna"))
    async with app.run_test(size=(80, 24)) as pilot:
        for _turn in range(2):
            assert not isinstance(app.screen, CoverScreen)
            screen = await choosing_table(pilot)
            app.on_app_blur()
            await pilot.pause()
            assert hand_is_shown(app, hand_of(app))
            play_something(screen)
            await pilot.pause()


@pytest.mark.usefixtures("no_arming")
async def test_bots_play_on_the_public_face_between_people(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", "Bartek"), bot_speed="fast")
    async with app.run_test(size=(80, 24)) as pilot:
        public = 0
        await first_cover(pilot)
        while public < 2:
            screen = await choosing_table(pilot)
            play_something(screen)
            await until(pilot, lambda screen=screen: screen.mode is Mode.GO_ON, "the play to be shown")  # type: ignore[misc]  # the default binds the loop
            screen.end_motion()  # a key would do that first, and nothing else
            await pilot.press("enter")
            await until(pilot, lambda screen=screen: app.screen is not screen, "the hand to go")  # type: ignore[misc]  # the default binds the loop
            if isinstance(app.screen, TableScreen):
                public += 1
                assert app.screen.hand is None, "a bot plays on somebody's private face"
                await pilot.press("enter")


@pytest.mark.usefixtures("no_arming")
async def test_a_person_who_cannot_place_is_announced_without_a_hand_over(tmp_path: Path) -> None:
    app = app_in(tmp_path, start(*ALL, seed="k119"))
    async with app.run_test(size=(80, 24)) as pilot:
        while True:
            screen = app.screen
            if isinstance(screen, CoverScreen):
                assert screen.match.round is not None
                if any(screen.match.round.knocked_on):
                    break
            if isinstance(screen, TableScreen) and screen.choosing is not None:
                assert not screen.choosing.must_pass, "a hand-over to somebody who can only knock"
            await step(pilot)
        assert re.search(r"knocks? \(no [0-6]", screen_text(app))


@pytest.mark.usefixtures("no_arming")
async def test_leaving_covers_the_hand_while_it_asks_and_staying_brings_it_back(tmp_path: Path) -> None:
    app = app_in(tmp_path, start(*ALL))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await choosing_table(pilot)
        hand = hand_of(app)
        await pilot.press("q")
        await screen_of(pilot, LeaveScreen)
        assert "Continue picks it up exactly here" in screen_text(app)
        assert not re.search(r"│\d│\d│", screen_text(app))
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen, "the table to come back")
        assert hand_is_shown(app, hand)


@pytest.mark.usefixtures("no_arming")
async def test_a_terminal_too_small_shows_no_hand_and_play_goes_on_when_it_grows(tmp_path: Path) -> None:
    app = app_in(tmp_path, start(*ALL))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await choosing_table(pilot)
        hand = hand_of(app)
        for width, height in ((79, 24), (80, 23), (20, 5), (1, 1), (400, 10)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            shown = screen_text(app)
            assert not hand_is_shown(app, hand)
            assert "│" not in shown
            assert width < 60 or "80 columns and 24 rows" in shown
            await pilot.press("1", "enter")
        assert screen.choosing is not None
        assert screen.choosing.tile is None, "keys pressed blindly must do nothing"
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert hand_is_shown(app, hand)
        await pilot.press("1")
        assert screen.choosing.tile == hand[0]


async def test_a_crash_says_nothing_of_any_hand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def play() -> None:
        app = app_in(tmp_path, start("Anna"))
        async with app.run_test(size=(80, 24)) as pilot:
            screen = await choosing_table(pilot)

            def fail() -> None:
                secret = f"tiles {hand_of(app)}"
                raise KeyError(secret)

            screen.call_later(fail)
            await pilot.pause()

    with pytest.raises(KeyError):
        await play()
    told = " ".join("".join(capsys.readouterr()).split())
    assert "a bug in the program (KeyError at test_covers.py" in told
    assert "Continue picks it up exactly here" in told
    assert "tiles" not in told
    assert "Tile" not in told


@pytest.mark.parametrize("overlay", ["q", "l", "question_mark"])
async def test_keys_pressed_on_another_screen_are_no_silence(tmp_path: Path, clock: Clock, overlay: str) -> None:
    app = app_in(tmp_path, start(*ALL))
    async with app.run_test(size=(80, 24)) as pilot:
        cover = await first_cover(pilot)
        clock.now += Arming.DELAY + Arming.SILENCE
        await pilot.press(overlay)
        clock.now += Arming.SILENCE
        await pilot.press("up", "escape")
        assert app.screen is cover
        await pilot.press(cover.bottom.name.lower())
        assert app.screen is cover, "the seat's key typed right after another screen must not open the cover"
        clock.now += Arming.DELAY + Arming.SILENCE
        await pilot.press(cover.bottom.name.lower())
        await screen_of(pilot, TableScreen)


async def test_a_cover_that_comes_up_below_another_screen_waits_from_when_it_is_seen(
    tmp_path: Path, clock: Clock
) -> None:
    app = app_in(tmp_path, start(*ALL))
    async with app.run_test(size=(80, 24)) as pilot:
        cover = await first_cover(pilot)
        clock.now += Arming.DELAY + Arming.SILENCE
        await pilot.press(cover.bottom.name.lower())
        table = await screen_of(pilot, TableScreen)
        play_something(table)
        await until(pilot, lambda: table.mode is Mode.GO_ON, "the play to be shown")
        clock.now += Arming.DELAY + Arming.SILENCE
        await pilot.press("enter", "l")
        clock.now += Arming.DELAY + Arming.SILENCE
        await pilot.press("escape")
        after = await screen_of(pilot, CoverScreen)
        await pilot.press(after.bottom.name.lower())
        assert app.screen is after


@pytest.mark.usefixtures("no_arming")
async def test_a_hand_opened_while_the_window_has_no_focus_stays_hidden(tmp_path: Path) -> None:
    app = app_in(tmp_path, start(*ALL))
    async with app.run_test(size=(80, 24)) as pilot:
        cover = await first_cover(pilot)
        cover.action_show()
        app.app_focus = False
        table = await screen_of(pilot, TableScreen)
        assert table.is_hidden


@pytest.mark.usefixtures("no_arming")
async def test_a_program_suspended_from_outside_comes_back_with_the_hand_hidden(tmp_path: Path) -> None:
    app = app_in(tmp_path, start(*ALL))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await choosing_table(pilot)
        hand = hand_of(app)
        assert hand_is_shown(app, hand)
        app.app_resume_signal.publish(app)
        await pilot.pause()
        assert not hand_is_shown(app, hand)
        assert table.is_hidden


@pytest.mark.usefixtures("no_arming")
async def test_a_hidden_hand_does_not_open_where_nothing_can_be_seen(tmp_path: Path) -> None:
    app = app_in(tmp_path, start(*ALL))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await choosing_table(pilot)
        table.hide()
        await pilot.resize_terminal(40, 10)
        await pilot.press(table.bottom.name.lower())
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert table.is_hidden
