"""Seats are called by letters of the language, and the letter that is shown is the key that opens a hand."""

from __future__ import annotations

import gettext
import re
from pathlib import Path

import pytest

from help.places import ROOT
from help.playing import app_in, choosing_table, play_something, play_to, screen_of, screen_text, start, step, until
from sevenrocks import i18n
from sevenrocks.engine.seats import Partnership, Seat
from sevenrocks.i18n import LANGUAGES, speak
from sevenrocks.telling.seats import pair_letters, seat_letter
from sevenrocks.tui.keys import Keys, seat_key
from sevenrocks.tui.screens.cover import CoverScreen
from sevenrocks.tui.screens.held import Mode
from sevenrocks.tui.screens.ledger import LedgerScreen
from sevenrocks.tui.screens.matches import MatchesScreen
from sevenrocks.tui.screens.menu import MenuScreen
from sevenrocks.tui.screens.result import ResultScreen
from sevenrocks.tui.screens.seats import SeatsScreen
from sevenrocks.tui.screens.settings import SettingsScreen
from sevenrocks.tui.screens.table import TableScreen

ALL = ("Anna", "Bartek", "Clara", "Dieter")

LETTERS = {"en": "NESW", "de": "NOSW", "pl": "NESW"}
"""Those of N, E, S and W at card tables where the language is spoken."""

pytestmark = pytest.mark.usefixtures("no_arming")


class German(gettext.NullTranslations):
    """English, but for what seats and pairs are called in German, and for a key that gives way to them."""

    def gettext(self, message: str) -> str:
        return {"EW": "OW"}.get(message, message)

    def pgettext(self, context: str, message: str) -> str:
        return {"key: seat E": "o", "key: settings": "e"}.get(context, message)


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sevenrocks.tui.app.speak", lambda _language: None)
    i18n.use(German())


# ---- every language


def test_every_language_has_its_letters() -> None:
    assert LETTERS.keys() == LANGUAGES.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_seats_and_pairs_have_the_letters_of_the_language(language: str) -> None:
    speak(language)
    letters = [seat_letter(seat) for seat in Seat]
    assert "".join(letters) == LETTERS[language]
    for pair in Partnership:
        assert pair_letters(pair) == "".join(map(seat_letter, pair.seats))
    assert [Keys().name(seat_key(seat)) for seat in Seat] == letters


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_letter_on_the_cover_opens_the_hand_and_no_other_does(tmp_path: Path, language: str) -> None:
    app = app_in(tmp_path, start(*ALL), language=language)
    async with app.run_test(size=(80, 24)) as pilot:
        for _turn in range(4):
            cover = await play_to(pilot, CoverScreen)
            name = cover.match.players[cover.bottom.partner].name
            (letter,) = re.findall(rf"\b([A-Z])\b.* {name}\.", screen_text(app))
            assert letter in LETTERS[language]
            assert re.search(rf" {letter}   ", screen_text(app)), "the plate has the same letter"
            for other in {*LETTERS[language].lower()} - {letter.lower()}:
                await pilot.press(other)
            assert app.screen is cover
            await pilot.press(letter.lower())
            table = await screen_of(pilot, TableScreen)
            play_something(table)
            await until(pilot, lambda table=table: table.mode is Mode.GO_ON, "the play to be shown")  # type: ignore[misc]
            await pilot.press("enter")


# ---- everywhere on the screen


def test_no_face_calls_a_seat_or_a_pair_as_records_do() -> None:
    """A screen that comes later would be walked by none of these tests."""
    named = re.compile(
        r"\b(?:seat|turn|bottom|partner|next|pair|partnership|winner|opponents|side)\)?\.name\b(?!\.lower)"
    )
    for room in ("tui", "plain", "telling", "learning", "sitting"):
        for path in (ROOT / "sevenrocks" / room).rglob("*.py"):
            assert not named.findall(path.read_text("utf-8")), path


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_no_screen_of_a_match_calls_a_seat_by_a_letter_of_another_language(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    app = app_in(tmp_path, start("Anna", "Bartek", target=40), draws=True, motion=False, what_if=False)
    frames: dict[str, str] = {}
    async with app.run_test(size=size) as pilot:
        while not isinstance(app.screen, ResultScreen):
            frames.setdefault(type(app.screen).__name__, "")
            frames[type(app.screen).__name__] += screen_text(app)
            if isinstance(app.screen, LedgerScreen):
                await pilot.press("y")
                frames["why"] = screen_text(app)
                await pilot.press("escape")
            await step(pilot)
        frames["ResultScreen"] = screen_text(app)
        await pilot.press("enter")
        await screen_of(pilot, MenuScreen)
        await pilot.press("a")
        await screen_of(pilot, MatchesScreen)
        frames["MatchesScreen"] = screen_text(app)
        await pilot.press("escape", "n")
        await screen_of(pilot, SeatsScreen)
        # A sentence of the catalogue names all four.
        frames["SeatsScreen"] = re.sub(r"(?m)^.*Turns go clockwise.*$", "", screen_text(app))
    for told in ("MatchesScreen", "SeatsScreen"):
        assert re.search(r"\bO\b", frames[told]), frames[told]
    for told in ("CoverScreen", "TableScreen", "LedgerScreen", "why", "DrawScreen"):
        assert re.search(r"\(O\)|seat O", frames[told]), frames[told]
    for told in ("TableScreen", "LedgerScreen", "ResultScreen", "MatchesScreen"):
        assert re.search(r"\bOW\b", frames[told]), frames[told]
    for told, frame in frames.items():
        assert not re.search(r"\bEW\b|\(E\)|\bseat E\b|\bE [A-Z]", frame), f"{told}\n{frame}"


@pytest.mark.usefixtures("german")
async def test_a_hand_that_is_hidden_shows_again_by_the_letter_of_its_seat(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", "Bartek", "Clara", "Dieter"))
    async with app.run_test(size=(80, 24)) as pilot:
        cover = await play_to(pilot, CoverScreen)
        while cover.bottom is not Seat.E:
            await choosing_table(pilot)
            await step(pilot)
            cover = await play_to(pilot, CoverScreen)
        await pilot.press("o")
        table = await screen_of(pilot, TableScreen)
        await pilot.press("h")
        assert "Bartek: press O to see them." in screen_text(app)
        await pilot.press("e")
        await screen_of(pilot, SettingsScreen)
        await pilot.press("escape")
        await screen_of(pilot, TableScreen)
        assert table.is_hidden
        await pilot.press("o")
        assert not table.is_hidden
