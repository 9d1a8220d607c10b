"""The first minute of somebody who knows nothing: what the game calls him, and what it explains where it is first met."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from textual.pilot import Pilot

from help.playing import PERSON, app_in, choosing_table, play_something, screen_of, screen_text, start, told_in
from sevenrocks.cli.play import _players
from sevenrocks.engine.seats import Seat
from sevenrocks.i18n import LANGUAGES, speak
from sevenrocks.learning.met import Met, Sign
from sevenrocks.names import check_unlike
from sevenrocks.plain.seats import _usual
from sevenrocks.seating import Player
from sevenrocks.settings import Settings
from sevenrocks.sitting import Start
from sevenrocks.telling.sentences import tile_words
from sevenrocks.tui.app import RocksApp
from sevenrocks.tui.screens.demo import DemoScreen
from sevenrocks.tui.screens.ledger import LedgerScreen
from sevenrocks.tui.screens.menu import MenuScreen
from sevenrocks.tui.screens.seats import SeatsScreen
from sevenrocks.tui.screens.settings import Preview, SettingsScreen
from sevenrocks.tui.screens.table import TableScreen

pytestmark = pytest.mark.usefixtures("no_arming")

PROMPT = "Press a number, then Enter."
HINT = "I asks for a hint."
EXPLAINED = {
    Sign.END: r"\+\d+: this end counts \d+\.",
    Sign.PLACE: r"[a-dA-D][+=]\d+: (\d+ points there|the ends would count \d+)\.",
    Sign.RING: "◦: a place that counts nothing yet\\.",
    Sign.PEG: "●: each hole is 5 points\\.",
}


def message(screen: TableScreen) -> str:
    """The row above the hand."""
    return told_in(screen.message_line)


async def chosen_and_played(pilot: Pilot[None], screen: TableScreen) -> list[str]:
    """Play the first tile that fits; returns what the message told on the way."""
    told = [message(screen)]
    choosing = screen.choosing
    assert choosing is not None
    if not choosing.must_pass:
        number = choosing.view.hand.index(min(choosing.playable)) + 1
        await pilot.press(str(number))
        told.append(message(screen))
        if choosing.chosen is None:
            await pilot.press("down")
            told.append(message(screen))
        await pilot.press("enter")
    else:
        await pilot.press("k")
    await pilot.pause()
    return told


# ---- what the game calls who plays


@pytest.mark.parametrize("name", [PERSON, "Bartek", "Żaneta"])
async def test_the_first_seat_is_for_whom_the_system_knows_and_bots_are_called_otherwise(
    tmp_path: Path, name: str
) -> None:
    app = app_in(tmp_path)
    app._person = name
    async with app.run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, MenuScreen)
        await pilot.press("n")
        await screen_of(pilot, SeatsScreen)
        await pilot.press("enter")
        screen = await choosing_table(pilot)
        names = [player.name for player in screen.match.players]
        assert names[Seat.N] == name
        check_unlike(names)


async def test_whom_the_system_does_not_know_is_you_in_the_language_of_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sevenrocks.names._system_names", lambda: ("", ""))
    app = app_in(tmp_path)
    app._person = None
    async with app.run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, MenuScreen)
        assert app.person == "Guest"


async def test_a_person_of_the_command_line_may_be_called_as_a_bot_would_be(tmp_path: Path) -> None:
    app = app_in(tmp_path, Start((None, Player("Anna", "club"), None, None)))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await screen_of(pilot, SeatsScreen)
        check_unlike(player.name for player in screen._players)


# ---- what is explained, once


async def test_the_first_prompt_stands_until_a_tile_lies_and_never_again(tmp_path: Path) -> None:
    async with app_in(tmp_path, start("Anna"), is_newcomer=True).run_test(size=(80, 24)) as pilot:
        screen = await choosing_table(pilot)
        assert message(screen).startswith(f"{PROMPT} {HINT}")
        await pilot.press("1", "escape")
        assert PROMPT in message(screen)
        await chosen_and_played(pilot, screen)
        screen = await choosing_table(pilot)
        assert PROMPT not in message(screen)
        assert message(screen).startswith("Your turn: choose a tile.")
    async with app_in(tmp_path, start("Anna"), is_newcomer=True).run_test(size=(80, 24)) as pilot:
        assert PROMPT not in message(await choosing_table(pilot))


async def test_no_hint_is_promised_where_none_can_be_had(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna"), is_newcomer=True, hints="never")
    async with app.run_test(size=(80, 24)) as pilot:
        told = message(await choosing_table(pilot))
        assert PROMPT in told
        assert "hint" not in told


async def met_in_a_round(app: RocksApp, size: tuple[int, int] = (80, 24)) -> list[list[str]]:
    """What the message told in each turn of the first round."""
    turns = []
    async with app.run_test(size=size) as pilot:
        screen = await choosing_table(pilot)
        while len(screen.match.rounds) == 1:
            turns.append(await chosen_and_played(pilot, screen))
            if isinstance(pilot.app.screen, LedgerScreen):
                break
            screen = await choosing_table(pilot)
    return turns


def explained(turns: list[list[str]]) -> dict[Sign, set[int]]:
    """In which turns each sign was explained."""
    return {
        sign: {number for number, told in enumerate(turns) if any(re.search(words, row) for row in told)}
        for sign, words in EXPLAINED.items()
    }


@pytest.mark.parametrize("people", [("Anna",), ("Anna", "Ewa", "Clara", "Dieter")], ids=["alone", "four"])
async def test_each_sign_is_explained_in_one_turn_of_a_life(tmp_path: Path, people: tuple[str, ...]) -> None:
    begun = start(*people, seed="signs")
    turns = await met_in_a_round(app_in(tmp_path, begun, is_newcomer=True))
    found = explained(turns)
    assert all(len(turns) == 1 for turns in found.values()), (found, turns)
    kept = json.loads((tmp_path / "state" / "met.json").read_text())
    assert set(kept) == {*Sign}, "nothing else stands there"
    again = explained(await met_in_a_round(app_in(tmp_path, begun, is_newcomer=True)))
    assert not any(again.values())


async def test_a_sign_that_is_not_told_of_is_not_explained(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", seed="signs"), is_newcomer=True, what_if=False, call_it=True, call_seconds=0)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await choosing_table(pilot)
        told: list[str] = []
        for _turn in range(3):
            screen = await choosing_table(pilot)
            told.append(message(screen))
            assert screen.choosing is not None
            if not screen.choosing.must_pass:
                number = screen.choosing.view.hand.index(min(screen.choosing.playable)) + 1
                await pilot.press(str(number))
                told.append(message(screen))
                await pilot.press("escape")
            play_something(screen)
            await pilot.pause()
        assert not any(re.search(EXPLAINED[sign], row) for sign in (Sign.END, Sign.PLACE, Sign.RING) for row in told)


async def test_nothing_is_explained_of_a_hidden_hand(tmp_path: Path) -> None:
    async with app_in(tmp_path, start("Anna", seed="signs"), is_newcomer=True).run_test(size=(80, 24)) as pilot:
        screen = await choosing_table(pilot)
        await chosen_and_played(pilot, screen)
        screen = await choosing_table(pilot)
        await pilot.press("h")
        assert not any(re.search(words, message(screen)) for words in EXPLAINED.values())


def test_what_was_met_is_kept_and_nothing_of_a_file_that_makes_no_sense_is_believed(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    met, other = Met(folder), Met(folder)
    assert not folder.exists()
    assert not met.has(Sign.END)
    assert not other.has(Sign.END)
    met.meet([Sign.END])
    other.meet([Sign.RING])
    assert all(Met(folder).has(sign) for sign in (Sign.END, Sign.RING)), "two windows forget nothing of each other"
    assert not Met(folder).has(Sign.PEG)
    for text in ("", "{", "7", "null", '["nonsense"]', "[" * 3000, '"end"' + " " * 5000):
        (folder / "met.json").write_text(text)
        assert not any(Met(folder).has(sign) for sign in Sign), text
    nowhere = Met(None)
    nowhere.meet([Sign.END])
    assert nowhere.has(Sign.END)
    (tmp_path / "file").write_text("")
    Met(tmp_path / "file").meet([Sign.END])


# ---- the empty table, and the key line


@pytest.mark.parametrize(
    ("what_if", "told"),
    [
        (True, "{name} opens, with any tile. The double five counts 10 at once."),
        (False, "{name} opens, with any tile."),
    ],
)
async def test_an_empty_table_says_what_can_be_done(tmp_path: Path, what_if: bool, told: str) -> None:
    app = app_in(tmp_path, start("Anna", seed="a"), what_if=what_if)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await choosing_table(pilot)
        assert not screen.match.round.layout.joints
        felt = told_in(screen.layout_view)
        opener = screen.match.players[screen.match.round.opener].name
        assert felt.strip() == told.format(name=opener)


async def test_enter_is_offered_where_it_plays_and_keys_are_those_that_there_are(tmp_path: Path) -> None:
    async with app_in(tmp_path, start("Anna", seed="signs")).run_test(size=(80, 24)) as pilot:
        seen = set()
        for _turn in range(6):
            screen = await choosing_table(pilot)
            choosing = screen.choosing
            assert choosing is not None
            keys = told_in(screen.key_line)
            assert "Enter" not in keys
            if choosing.must_pass:
                assert "tile" not in keys
                assert "K knock" in keys
            else:
                hand = choosing.view.hand
                assert keys.startswith(f" 1-{len(hand)} tile " if len(hand) > 1 else " 1 tile ")
                for number, tile in enumerate(hand, 1):
                    await pilot.press(str(number))
                    keys, options = told_in(screen.key_line), len(choosing.options)
                    seen.add(options)
                    letters = "ABCD"[:options]
                    assert re.findall(r"A-. where", keys) == ([f"A-{letters[-1]} where"] if options > 1 else [])
                    assert ("Enter plays" in keys) == (options == 1)
                    await pilot.press("down")
                    assert (f"Enter plays {tile_words(tile)} " in told_in(screen.key_line)) == (options > 0)
                    assert "Y why" in told_in(screen.key_line)
                    await pilot.press("escape")
            play_something(screen)
            await pilot.pause()
        assert {0, 1, 2} <= seen


# ---- the settings and the seats


async def test_each_setting_tells_what_it_does_and_shows_what_can_be_seen(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, MenuScreen)
        await pilot.press("s")
        screen = await screen_of(pilot, SettingsScreen)
        shown = []
        for setting in Settings.shown():
            text = re.sub(r"\s+", " ", re.sub(r"[│╭╮╰╯─●┬┴║╔╗╚╝╟╢═╤╧◉]", " ", screen_text(app)))
            words = (setting.note or setting.about).split()
            assert " ".join(words[:3]) in text, setting.name
            preview = screen.query_one(Preview)
            if preview.region.width:
                shown.append(setting.name)
            before = told_in(preview) if preview.region.width else ""
            await pilot.press("right")
            if setting.name in ("faces", "what_if", "characters"):
                assert told_in(preview) != before, setting.name
            await pilot.press("left", "down")
        assert shown == ["what_if", "faces", "tints", "shade", "characters"]


def relations(app: RocksApp) -> list[str]:
    """What stands beside the seats."""
    screen = app.screen
    assert isinstance(screen, SeatsScreen)
    return [told_in(pair).strip() for pair in screen._pairs]


async def test_the_seats_page_tells_who_plays_with_whom_and_seats_one_two_and_four(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, MenuScreen)
        await pilot.press("n")
        screen = await screen_of(pilot, SeatsScreen)
        text = screen_text(app)
        for told in ("F2 you and bots", "F3 two, partners", "F4 four people", "F5 two, opponents"):
            assert told in text
        alone = ["you", "your opponent", "your partner", "your opponent"]
        paired = ["with Clara", "with Dieter", "with Anna", "with Bartek"]
        assert relations(app) == alone
        for key, people, related in (
            ("f3", "NS", paired),
            ("f5", "NE", paired),
            ("f4", "NESW", paired),
            ("f2", "N", alone),
        ):
            await pilot.press(key)
            assert "".join(seat.name for seat in Seat if screen._kinds[seat].level is None) == people
            assert relations(app) == related
        await pilot.press("f3", "tab", "tab", "tab", "tab", "end", "backspace", "x")
        assert relations(app)[Seat.N] == "with Clarx"


async def test_what_a_level_means_is_told_at_the_name_of_a_bot_too(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, MenuScreen)
        await pilot.press("n")
        await screen_of(pilot, SeatsScreen)
        assert "club: " not in screen_text(app)
        await pilot.press("down")
        assert "club: " in screen_text(app)


# ---- the menu


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_menu_tells_what_waits_in_full_in_the_smallest_terminal(tmp_path: Path, language: str) -> None:
    app = app_in(tmp_path, start("Anna"), language=language)
    async with app.run_test(size=(80, 24)) as pilot:
        await choosing_table(pilot)
        await pilot.press(str(1), "down", "enter")
        await choosing_table(pilot)
        assert app._director is not None
        app._director.leave()
        menu = await screen_of(pilot, MenuScreen)
        speak(language)
        assert menu.unfinished is not None
        ns, ew = menu.unfinished.standing.scores
        (row,) = [row for row in screen_text(app).splitlines() if f"{ns} : {ew}" in row]
        assert "1" in row.partition(" : ")[0]
        for choice in menu._list.choices:
            whole, *_shorter = menu._notes(choice)
            assert f" {whole}" in screen_text(app), choice


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45), (200, 60)], ids=str)
async def test_what_is_chosen_has_a_bar_over_the_whole_list_and_rows_have_air(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=size) as pilot:
        menu = await screen_of(pilot, MenuScreen)
        width, height = menu._list.content_size
        rows = menu._list.pieces(width, height)
        bars = [row for row in rows if row and all(role == "chosen" for _text, role in row)]
        assert all(sum(len(text) for text, _role in bar) == width for bar in bars)
        assert len(bars) == (1 if size[1] < 30 else 3)
        assert len(rows) >= 2 * len(menu._list.choices) - 1
        assert screen_text(app).splitlines()[-2].endswith("1.2.3")
        # A click below what is chosen takes the next one.
        x, y = menu._list.content_region.offset
        at = next(number for number, row in enumerate(rows) if row and row[0][0].strip() == "D")
        await pilot.click(offset=(x + 5, y + at))
        await screen_of(pilot, DemoScreen)


def test_in_lines_and_on_the_command_line_the_first_seat_is_for_whoever_plays_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sevenrocks.names._system_names", lambda: ("Bartek Nowak", "bnowak"))
    assert _usual(Seat.N, []) == "Bartek"
    assert _usual(Seat.N, ["bartek"]) == "bot:club", "he sits somewhere else already"
    assert _usual(Seat.E, []) == "bot:club"
    asked = _players({"E": "bot:club"})
    assert asked[Seat.E] == Player("Clara", "club"), "Bartek may be the next to be asked"
    assert _players({"E": "Anna"})[Seat.N] == Player("Bartek", "club"), "nobody is asked"
