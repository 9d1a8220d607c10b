"""A thumb: nothing that cannot be taken back happens by a key that is held, or struck twice, or by two taps on one spot."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from help.effort import cases
from help.playing import Clock, app_in, choosing_table, play_something, screen_of, screen_text, start, tap, until
from help.scenes import FOUR
from sevenrocks.tui.app import RocksApp
from sevenrocks.tui.keys import KeyShown
from sevenrocks.tui.screens.base import Arming, Overlay, RocksScreen
from sevenrocks.tui.screens.cover import CoverScreen
from sevenrocks.tui.screens.draw import DrawScreen
from sevenrocks.tui.screens.held import Mode
from sevenrocks.tui.screens.ledger import LedgerScreen
from sevenrocks.tui.screens.panelled import PanelledScreen
from sevenrocks.tui.screens.table import TableScreen
from sevenrocks.tui.thumb import Thumb
from sevenrocks.tui.widgets.plate import Plate

QUIET = Arming.DELAY + Arming.SILENCE
HELD = cases(2, 5)
"""Seconds for which keys are held."""


def held(first: float) -> Iterator[float]:
    """The waits between what comes of a key that is held: first, then thirty times a second."""
    yield first
    lasted = first
    while lasted < HELD:
        yield 0.033
        lasted += 0.033


# ---- the gate alone


def test_a_key_counts_again_once_it_was_silent_or_another_came() -> None:
    thumb = Thumb()
    assert thumb.presses("enter", 10.0, may_repeat=False)
    assert not thumb.presses("enter", 10.6, may_repeat=False)
    assert not thumb.presses("enter", 11.2, may_repeat=False), "what does not count is no silence either"
    assert thumb.presses("enter", 11.3 + Thumb.SILENCE, may_repeat=False)
    assert thumb.presses("1", 12.0, may_repeat=True)
    assert thumb.presses("enter", 12.1, may_repeat=False)
    assert not thumb.presses("ENTER", 12.2, may_repeat=False), "the same key with shift"


@pytest.mark.parametrize("first", [0.25, 0.4, 0.66])
def test_a_held_key_counts_once_on_any_keyboard(first: float) -> None:
    thumb, now = Thumb(), 10.0
    counted = [thumb.presses("k", now, may_repeat=False)]
    for wait in held(first):
        now += wait
        counted.append(thumb.presses("k", now, may_repeat=False))
    assert counted == [True, *[False] * (len(counted) - 1)]


def test_what_may_repeat_does_and_not_from_one_screen_to_another() -> None:
    thumb = Thumb()
    assert all(thumb.presses("down", 10 + n / 30, may_repeat=True) for n in range(30))
    assert thumb.presses("1", 20.0, may_repeat=False), "opens something"
    assert not thumb.presses("1", 20.3, may_repeat=True), "where the same key types a digit"
    assert thumb.presses("2", 21.0, may_repeat=True)
    assert not thumb.presses("2", 21.3, may_repeat=False)


def test_a_key_that_was_refused_may_come_again_at_once() -> None:
    thumb = Thumb()
    assert thumb.presses("enter", 10.0, may_repeat=False)
    thumb.did_nothing()
    assert thumb.presses("enter", 10.1, may_repeat=False)
    assert not thumb.presses("enter", 10.2, may_repeat=False)


def test_a_second_click_on_one_spot_does_not_count() -> None:
    thumb = Thumb()
    assert thumb.clicks(10, 5, 1.0)
    assert not thumb.clicks(12, 6, 1.3)
    assert not thumb.clicks(14, 7, 1.6), "near the last one, wherever the first was"
    assert thumb.clicks(17, 7, 1.7), "three columns away"
    assert thumb.clicks(17, 9, 1.8), "two rows away"
    assert thumb.clicks(17, 9, 1.9 + Thumb.SILENCE)
    thumb.did_nothing()
    assert thumb.clicks(17, 9, 3.0)
    assert thumb.quiet == pytest.approx(1.1 - Thumb.SILENCE)


# ---- every screen


def thing(app: RocksApp) -> tuple[Any, ...]:
    """What may change once: the screens, what has happened, what is hidden, what is chosen in the settings."""
    sitting = app.sitting
    happened = () if sitting is None else tuple(len(seen.view.events) for seen in sitting.match.rounds)
    screens = tuple(map(id, app.screen_stack))
    hidden = isinstance(app.screen, TableScreen) and (app.screen.is_hidden, app.screen.mode is Mode.GO_ON)
    told = type(app.screen.told) if isinstance(app.screen, PanelledScreen) else None
    step = None if sitting is None else type(sitting.step)
    return screens, told, happened, hidden, step, app.settings, app.return_code, app._exit


async def hold(pilot: Pilot[None], clock: Clock, key: str) -> int:
    """Hold a key; how many things changed."""
    app = pilot.app
    assert isinstance(app, RocksApp)
    changes, before = 0, thing(app)
    for wait in (0.0, *held(0.25)):
        clock.now += wait
        await pilot.press(key)
        if app._exit:
            return changes + 1
        after = thing(app)
        changes += after != before
        before = after
    return changes


async def first_cover(pilot: Pilot[None], clock: Clock) -> CoverScreen:
    """Turn the tiles of the draw, and go on to the first cover, as slowly as somebody who looks at them."""
    draw = await screen_of(pilot, DrawScreen)
    while pilot.app.screen is draw:
        clock.now += QUIET
        await pilot.press("enter")
    return await screen_of(pilot, CoverScreen)


async def first_hand(pilot: Pilot[None], clock: Clock) -> TableScreen:
    cover = await first_cover(pilot, clock)
    clock.now += QUIET
    await pilot.press(cover.bottom.name.lower())
    return await screen_of(pilot, TableScreen)


async def test_a_held_number_key_chooses_and_never_places(tmp_path: Path, clock: Clock) -> None:
    app = app_in(tmp_path, FOUR)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await first_hand(pilot, clock)
        assert await hold(pilot, clock, "6") == 0
        assert table.choosing is not None
        assert table.choosing.tile == table.choosing.view.hand[5]
        await pilot.press("6", "6", "a", "a")
        assert table.mode is Mode.CHOOSE


@pytest.mark.parametrize(
    "key", ["enter", "space", "q", "h", "l", "question_mark", "o", "t", "ctrl+q", "k", "y", "i", "f5"]
)
async def test_a_key_held_at_a_chosen_tile_changes_one_thing(tmp_path: Path, clock: Clock, key: str) -> None:
    app = app_in(tmp_path, FOUR)
    async with app.run_test(size=(80, 24)) as pilot:
        await first_hand(pilot, clock)
        await pilot.press("2")
        clock.now += QUIET
        assert await hold(pilot, clock, key) <= 1
        assert app.sitting is None or len(app.sitting.match.round.events) <= 1


async def test_a_key_held_on_pages_that_must_be_seen_goes_on_once(tmp_path: Path, clock: Clock) -> None:
    app = app_in(tmp_path, FOUR)
    async with app.run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, DrawScreen)
        assert await hold(pilot, clock, "enter") == 0, "it has just come up"
        assert isinstance(app.screen, DrawScreen)
        cover = await first_cover(pilot, clock)
        assert await hold(pilot, clock, cover.bottom.name.lower()) == 0
        assert "too quick" in screen_text(app)
        clock.now += QUIET
        assert await hold(pilot, clock, cover.bottom.name.lower()) == 1


async def test_the_end_of_a_round_asks_for_silence(tmp_path: Path, clock: Clock) -> None:
    app = app_in(tmp_path, start("Anna", seed="a"))
    async with app.run_test(size=(80, 24)) as pilot:
        while not isinstance(app.screen, LedgerScreen):
            clock.now += QUIET
            screen = app.screen
            if isinstance(screen, TableScreen) and screen.choosing is not None:
                play_something(screen)
                await pilot.pause()
            else:
                await pilot.press("enter")
        ledger = app.screen
        for _key in range(5):
            clock.now += Arming.SILENCE / 2
            await pilot.press("enter", "space")
        assert app.screen is ledger
        clock.now += QUIET
        await pilot.press("space")
        assert app.screen is not ledger


async def test_who_plays_fast_on_purpose_is_not_slowed(tmp_path: Path, clock: Clock) -> None:
    """Eight keys a second: tile, place, Enter, again and again, and the bots in between."""
    app = app_in(tmp_path, start("Anna", seed="a"))
    async with app.run_test(size=(80, 24)) as pilot:
        draw = await screen_of(pilot, DrawScreen)
        while app.screen is draw:
            clock.now += QUIET
            await pilot.press("enter")
        for turn in range(4):
            table = await choosing_table(pilot)
            choosing = table.choosing
            assert choosing is not None
            if choosing.must_pass:
                clock.now += 0.125
                await pilot.press("k")
                continue
            tile = choosing.view.hand.index(min(choosing.playable)) + 1
            for key in (str(tile), "a", "enter"):
                clock.now += 0.125
                await pilot.press(key)
            await until(pilot, lambda table=table, choosing=choosing: table.choosing is not choosing, f"turn {turn}")  # type: ignore[misc]  # the default binds the loop


# ---- clicks


def where(screen: RocksScreen[Any], word: str) -> tuple[int, int]:
    """Column and row of a word on the screen."""
    for row, text in enumerate(screen_text(screen.app).splitlines()):  # type: ignore[arg-type]  # all screens are of our app
        if word in text:
            return text.index(word), row
    raise AssertionError(word)


def plate_of(cover: CoverScreen) -> tuple[int, int]:
    """Column and row of the plate with the key that shows the tiles."""
    curtain = cover.curtain
    screen_text(cover.app)  # type: ignore[arg-type]  # it is painted by then
    row, start, _end = curtain._plate
    return curtain.region.x + start + 1, curtain.region.y + row


async def tap_there(pilot: Pilot[None], clock: Clock, spot: tuple[int, int], screen: RocksScreen[Any]) -> None:
    """Tap a few times where something was before: a page or a panel may open, and is left."""
    for _tap in range(3):
        clock.now += QUIET
        await tap(pilot, *spot)
        if isinstance(pilot.app.screen, Overlay) or (isinstance(screen, PanelledScreen) and screen.told is not None):
            clock.now += QUIET
            await pilot.press("escape")
        assert pilot.app.screen is screen


async def test_two_taps_on_one_spot_show_no_hand(tmp_path: Path, clock: Clock) -> None:
    app = app_in(tmp_path, FOUR)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await first_hand(pilot, clock)
        play_something(table)
        await until(pilot, lambda: table.mode is Mode.GO_ON, "the play to be shown")
        spot = where(table, "Enter go on")
        clock.now += QUIET
        await tap(pilot, *spot)
        cover = await screen_of(pilot, CoverScreen)
        await tap_there(pilot, clock, spot, cover)
        plate = plate_of(cover)
        assert plate[1] < 23, "nothing in the last row shows a hand"
        await tap(pilot, *plate)
        assert app.screen is cover, "at once after another tap"
        assert plate_of(cover) != plate, "not where the last tap was"
        await tap_there(pilot, clock, plate, cover)
        await tap(pilot, *where(cover, "pass the screen"))
        clock.now += QUIET
        await tap(pilot, *plate_of(cover))
        await screen_of(pilot, TableScreen)


async def test_a_hand_hidden_by_a_tap_is_not_shown_by_taps_there(tmp_path: Path, clock: Clock) -> None:
    app = app_in(tmp_path, FOUR)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await first_hand(pilot, clock)
        spot = where(table, "H hide")
        clock.now += QUIET
        await tap(pilot, *spot)
        assert table.is_hidden
        await tap_there(pilot, clock, spot, table)
        assert table.is_hidden
        clock.now += QUIET
        await tap(pilot, *where(table, "shows the tiles"))
        assert not table.is_hidden


async def test_the_plate_stands_where_the_last_click_was_not() -> None:
    thumb = Thumb()
    drawn = []
    for column in (None, 40, 2, 78):
        if column is not None:
            thumb.clicks(column, 0, 100.0 * column)
        drawn.append(Plate(lambda: KeyShown("E", "shows the tiles"), lambda: thumb, classes="")._left(80))
    assert drawn[0] == drawn[2] == drawn[3]
    assert drawn[1] == 0


async def test_a_click_on_a_place_places_and_one_on_a_tile_does_not(tmp_path: Path, clock: Clock) -> None:
    app = app_in(tmp_path, FOUR)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await first_hand(pilot, clock)
        play_something(table)
        await until(pilot, lambda: table.mode is Mode.GO_ON, "the play to be shown")
        clock.now += QUIET
        await pilot.press("enter")
        cover = await screen_of(pilot, CoverScreen)
        clock.now += QUIET
        await pilot.press(cover.bottom.name.lower())
        table = await screen_of(pilot, TableScreen)
        choosing = table.choosing
        assert choosing is not None
        tile = min(choosing.playable)
        at = choosing.view.hand.index(tile)
        for _tap in range(3):
            clock.now += QUIET
            await tap(pilot, 4 + 7 * at, 20)
        assert choosing.tile == tile
        assert table.mode is Mode.CHOOSE, "a tile that is clicked again is still only chosen"
        assert choosing.chosen is not None
        screen_text(app)  # lays it out
        arrangement = table.layout_view.arrangement
        assert arrangement is not None
        place = choosing.chosen.place
        assert place is not None
        mark = next(mark for mark in arrangement.marks if (mark.host, mark.port) == (place.host, place.port))
        clock.now += QUIET
        await tap(pilot, table.layout_view.region.x + mark.rect.x, table.layout_view.region.y + mark.rect.y)
        await until(pilot, lambda: table.mode is Mode.GO_ON, "the play")
