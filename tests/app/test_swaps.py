"""On the full screen: somebody goes home and comes back, and between two rounds any seat changes; no hand is seen by it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from help.playing import app_in, choosing_table, play_something, play_to, screen_of, screen_text, start, until
from sevenrocks.engine.seats import Seat
from sevenrocks.tui.screens.cover import CoverScreen
from sevenrocks.tui.screens.ledger import LedgerScreen
from sevenrocks.tui.screens.seats import KindChoice, SeatsScreen
from sevenrocks.tui.screens.swaps import SwapsScreen
from sevenrocks.tui.screens.table import TableScreen
from sevenrocks.tui.widgets.field import Field

pytestmark = pytest.mark.usefixtures("no_arming")

ENDS_SOON = "s87"
"""With this seed a round of Anna and bots is over after five turns of hers."""

HAND = re.compile(r"│\d│\d│")


async def test_who_goes_home_leaves_no_hand_behind_and_alone_comes_back(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", "Bartek", seed="q7"))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await choosing_table(pilot)
        seat, name = table.bottom, table.match.players[table.bottom].name
        other = next(player.name for player in table.match.players if not player.is_bot and player.name != name)
        await pilot.press("t")
        await screen_of(pilot, SwapsScreen)
        text = screen_text(app)
        assert not HAND.search(text)
        number = text[: text.index(f"{name} goes home, and ")].split()[-1]
        await pilot.press(number)
        cover = await screen_of(pilot, CoverScreen)
        text = screen_text(app)
        assert not HAND.search(text)
        assert f"{name} goes home, and " in text
        assert cover.match.players[cover.bottom].name == other, "who is left has the screen only after a cover"
        await choosing_table(pilot)
        assert app.sitting is not None
        assert app.sitting.match.people == (cover.bottom,)
        await pilot.press("t")
        await screen_of(pilot, SwapsScreen)
        back = re.search(rf"(\d)  {name} is back, and \w+ gets up\.", screen_text(app))
        assert back is not None
        assert screen_text(app).count("goes home") == 1, "nobody else may take that seat"
        await pilot.press(back[1])
        await screen_of(pilot, CoverScreen)
        assert not HAND.search(screen_text(app))
        assert app.sitting.match.players[seat].name == name
        await choosing_table(pilot)


async def test_one_who_plays_alone_goes_home_while_a_bot_thinks_and_the_hand_is_gone_at_once(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", seed="q7"), bot_speed="normal")
    async with app.run_test(size=(80, 24)) as pilot:
        table = await choosing_table(pilot)
        assert HAND.search(screen_text(app))
        play_something(table)
        await until(pilot, lambda: "is in turn" in screen_text(app), "a bot to think")
        assert HAND.search(screen_text(app))
        table.end_motion()  # a key would do that first, and nothing else
        await pilot.press("t")
        await screen_of(pilot, SwapsScreen)
        await pilot.press("1")
        await screen_of(pilot, TableScreen)
        assert not HAND.search(screen_text(app))
        await until(pilot, lambda: "is in turn" in screen_text(app), "the bots to go on")
        assert not HAND.search(screen_text(app))


async def test_between_two_rounds_any_seat_changes(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", seed=ENDS_SOON))
    async with app.run_test(size=(80, 24)) as pilot:
        ledger = await play_to(pilot, LedgerScreen)
        told = screen_text(app)
        await pilot.press("t")
        seats = await screen_of(pilot, SeatsScreen)
        kind = list(seats.query(KindChoice))[Seat.E]
        list(seats.query(Field))[Seat.E].value = "Zoe"
        kind.change(-2)
        assert kind.level is None
        await pilot.press("enter")
        again = await screen_of(pilot, LedgerScreen)
        assert again is not ledger
        await until(pilot, lambda: "who sits where" in screen_text(app), "the settlement")
        assert screen_text(app) == told, "what is settled is told of those who sat there"
        await pilot.press("enter")
        await play_to(pilot, CoverScreen)
        assert app.sitting is not None
        match = app.sitting.match
        assert match.players[Seat.E].name == "Zoe"
        assert match.people == (Seat.N, Seat.E)
        await choosing_table(pilot)


async def test_where_no_seat_can_change_the_key_does_nothing(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", seed=ENDS_SOON))
    async with app.run_test(size=(80, 24)) as pilot:
        ledger = await play_to(pilot, LedgerScreen)
        await pilot.press("t")
        await screen_of(pilot, SeatsScreen)
        await pilot.press("escape")
        again = await screen_of(pilot, LedgerScreen)
        assert again is not ledger
        assert again.match == ledger.match
