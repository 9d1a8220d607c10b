"""Keys are told in one place: what a key is called follows it everywhere, and what may act while a hand is hidden is a list."""

from __future__ import annotations

import gettext
import importlib
import json
import pkgutil
import re
from pathlib import Path
from typing import Any

import pytest

from help.playing import app_in, choosing_table, screen_of, screen_text, start, until
from sevenrocks import i18n
from sevenrocks.engine.seats import Seat
from sevenrocks.i18n import LANGUAGES, _, speak
from sevenrocks.tui import screens
from sevenrocks.tui.keys import KEYS, Key, Keys, On, chosen_keys, seat_key
from sevenrocks.tui.screens.base import RocksScreen
from sevenrocks.tui.screens.confirm import LeaveScreen
from sevenrocks.tui.screens.cover import CoverScreen
from sevenrocks.tui.screens.help import HelpScreen
from sevenrocks.tui.screens.menu import MenuScreen
from sevenrocks.tui.screens.panelled import PanelledScreen
from sevenrocks.tui.screens.settings import SettingsScreen
from sevenrocks.tui.screens.table import TableScreen
from sevenrocks.tui.widgets.lines import KeyLine

pytestmark = pytest.mark.usefixtures("no_arming")

ALL = ("Anna", "Bartek", "Clara", "Dieter")


class Letters(gettext.NullTranslations):
    """A language that is English with other letters for some keys."""

    def __init__(self, letters: dict[str, str]) -> None:
        super().__init__()
        self._letters = letters

    def pgettext(self, context: str, message: str) -> str:
        return self._letters.get(context, message)


def key_line(app: object) -> str:
    return screen_text(app).splitlines()[-1]  # type: ignore[arg-type]


# ---- the registry


def test_ids_are_told_apart() -> None:
    assert len({key.id for key in KEYS}) == len(KEYS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_actions_of_a_screen_share_a_key(language: str) -> None:
    speak(language)
    assert list(Keys().clashes()) == []
    letters = [key for each in KEYS for key in (*each.keys, *each.also) if isinstance(key, tuple)]
    for context, text in letters:
        letter = i18n.pgettext(context, text)
        assert len(letter) == 1, context
        assert letter == letter.lower(), context


def test_every_key_of_a_screen_has_something_to_do() -> None:
    """A binding whose action a screen does not have would do nothing and say nothing."""
    for module in pkgutil.iter_modules(screens.__path__):
        importlib.import_module(f"{screens.__name__}.{module.name}")
    kinds: list[type[RocksScreen[Any]]] = [RocksScreen]
    seen: list[On] = []
    while kinds:
        screen = kinds.pop()
        kinds += screen.__subclasses__()
        if "ON" in vars(screen):
            seen.append(screen.ON)
            for key in KEYS:
                is_on = screen.ON in key.on or (On.PANEL in key.on and issubclass(screen, PanelledScreen))
                if is_on and key.action:
                    assert hasattr(screen, f"action_{key.action.partition('(')[0]}"), f"{screen.__name__}: {key.id}"
    assert {*seen} == {*On} - {On.APP, On.PANEL}


# ---- what is hidden


def _presses(key: Key) -> list[str]:
    """What a terminal sends for the keys of this action."""
    (bound,) = [Keys({}).bindings(on) for on in On if on in key.on][:1]
    return [pressed for pressed, binding in bound if binding.id == key.id]


async def test_while_a_hand_is_hidden_only_what_is_allowed_acts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    app = app_in(tmp_path, start("Anna"), hints="always")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await choosing_table(pilot)
        screen.hide()
        assert screen.is_hidden
        forbidden = [key for key in KEYS if On.TABLE in key.on and not key.while_hidden]
        assert {key.id for key in KEYS if On.TABLE in key.on and key.while_hidden} == {
            *("hide", "explain", "log", "rules", "settings", "help", "seats", "leave"),
            *map(seat_key, Seat),
        }
        for name in {key.action.partition("(")[0] for key in forbidden}:
            monkeypatch.setattr(screen, f"action_{name}", lambda *_parameters, name=name: done.append(name))
        for key in forbidden:
            await pilot.press(*_presses(key))
            assert not done, key.id
            assert "The tiles are hidden" in screen_text(app), key.id
            for index in range(len(key.keys)):
                # As a click in the key line does it.
                await screen.run_action(key.action_of(index))
                assert not done, key.id
        choosing = screen.choosing
        assert choosing is not None
        for x in range(2, 60, 4):
            await pilot.click(screen.hand_view, offset=(x, 2))
            await pilot.click(screen.layout_view, offset=(x, 5))
        assert choosing.tile is None
        assert app.screen is screen
        await pilot.press(Keys().name(seat_key(screen.bottom)).lower())
        assert not screen.is_hidden
        await pilot.press("enter")
        assert done == ["go"], "the same key acts again"


async def test_a_hint_cannot_be_asked_for_while_the_hand_is_hidden(tmp_path: Path) -> None:
    """It would stand in the record, though nobody saw it."""
    asked: list[object] = []

    app = app_in(tmp_path, start("Anna"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await choosing_table(pilot)
        screen.hide()

        async def advise() -> tuple[object, ...]:
            asked.append("a hint")
            return ()

        app.advise = advise  # type: ignore[assignment,method-assign]
        await pilot.press("i", "I")
        await pilot.pause()
        assert asked == []
        await pilot.press("n", "i")
        await until(pilot, lambda: bool(asked), "the master to be asked")


# ---- other letters


async def test_the_letters_of_a_language_are_in_bindings_key_line_help_and_sentences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sevenrocks.tui.app.speak", lambda _language: None)
    i18n.use(Letters({"key: hide": "z", "key: knock": "p", "key: settings": "u", "key: seat N": "ł"}))
    app = app_in(tmp_path, start("Anna", seed="knock"))
    async with app.run_test(size=(80, 100)) as pilot:
        screen = await choosing_table(pilot)
        assert " Z hide " in key_line(app)
        await pilot.press("h")
        assert not screen.is_hidden
        await pilot.press("Z")
        assert screen.is_hidden
        assert "press Ł to see them" in screen_text(app)
        await pilot.press("n")
        assert screen.is_hidden
        await pilot.press("Ł")
        assert not screen.is_hidden
        await pilot.press("?", "?")
        await screen_of(pilot, HelpScreen)
        shown = " ".join(screen_text(app).split())
        assert " Z hide the tiles at once; the seat's own key (Ł, E, S or W)" in shown
        assert " P knock, when" in shown
        await pilot.press("escape", "u")
        await screen_of(pilot, SettingsScreen)


async def test_a_change_of_the_language_changes_the_letters_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def speak_letters(language: str) -> None:
        i18n.use(Letters({"key: hide": "v"} if language == "pl" else {}))

    monkeypatch.setattr("sevenrocks.tui.app.speak", speak_letters)
    app = app_in(tmp_path, start("Anna"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await choosing_table(pilot)
        assert " H hide " in key_line(app)
        await pilot.press("o")
        await screen_of(pilot, SettingsScreen)
        await pilot.press("up", "left", "escape")
        await until(pilot, lambda: app.screen is screen, "the table to come back")
        assert " V hide " in key_line(app)
        await pilot.press("h")
        assert not screen.is_hidden
        await pilot.press("v")
        assert screen.is_hidden


# ---- the player's own keys


def with_keys(folder: Path, text: str) -> None:
    (folder / "settings.toml").write_text(f'bot_speed = "instant"\ncharacters = "unicode"\n[keys]\n{text}\n')


async def test_a_changed_key_is_the_only_one(tmp_path: Path) -> None:
    with_keys(tmp_path, 'hide = "f6"\nleave = "z"\nseat-n = "ctrl+n"\nplace = "p,m,u,v"')

    app = app_in(tmp_path, start("Anna", seed="knock"))
    async with app.run_test(size=(80, 40)) as pilot:
        screen = await choosing_table(pilot)
        assert app.settings_told == []
        assert " F6 hide " in key_line(app)
        assert " Z leave " in key_line(app)
        await pilot.press("h", "q", "escape")
        assert app.screen is screen
        assert not screen.is_hidden
        await pilot.press("f6")
        assert "press Ctrl+N to see them" in screen_text(app)
        await pilot.press("n")
        assert screen.is_hidden
        await pilot.press("ctrl+n")
        assert not screen.is_hidden
        await pilot.press("?", "?")
        await screen_of(pilot, HelpScreen)
        assert re.search(r"^ +F6 +hide the tiles at once", screen_text(app), re.MULTILINE)
        assert re.search(r"^ +P M U V +choose a place", screen_text(app), re.MULTILINE)
        await pilot.press("escape", "z")
        await screen_of(pilot, LeaveScreen)


async def test_a_cover_opens_by_the_changed_key_alone(tmp_path: Path) -> None:
    with_keys(tmp_path, 'seat-n = "z"\nseat-e = "u"\nseat-s = "v"\nseat-w = "g"')

    app = app_in(tmp_path, start(*ALL))
    async with app.run_test(size=(80, 24)) as pilot:
        while not isinstance(app.screen, CoverScreen):
            await pilot.press("enter")
            await pilot.pause()
        cover = app.screen
        key = dict(zip("NESW", "zuvg", strict=True))[cover.bottom.name]
        assert f"Press   {key.upper()}   when you are alone" in screen_text(app)
        await pilot.press(cover.bottom.name.lower())
        assert app.screen is cover
        await pilot.press(key)
        await screen_of(pilot, TableScreen)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"hide": "k"}', "settings.toml: knock and hide cannot both be K; the usual keys hold for them."),
        ('{"hide": "ctrl+q"}', "settings.toml: hide and quit cannot both be Ctrl+Q; the usual keys hold for them."),
        ('{"log": "5"}', "settings.toml: tile and log cannot both be 5; the usual keys hold for them."),
        ('{"log": "n"}', "settings.toml: log and seat-n cannot both be N; the usual keys hold for them."),
        ('{"hid": "x"}', 'settings.toml: there is no key "hid". Those most like it are hide, '),
        ('{"hide": "banana"}', 'settings.toml: hide cannot be "banana". A key is a letter, a digit, a sign, or one of'),
        ('{"hide": 3}', "settings.toml: hide cannot be 3. A key is a letter, "),
        ('{"hide": ""}', 'settings.toml: hide cannot be "". A key is a letter, '),
        ('{"hide": "\\u001b"}', 'settings.toml: hide cannot be "?". A key is a letter, '),
        ('{"tile": "f6,f7"}', 'settings.toml: tile cannot be "f6,f7". It needs 7 keys, set apart by commas.'),
    ],
)
def test_a_key_that_cannot_be_is_refused_in_words_and_the_usual_one_holds(text: str, told: str) -> None:
    in_use, complaints = chosen_keys(json.loads(text), "settings.toml")
    (complaint,) = complaints
    assert complaint.told().startswith(told)
    assert in_use.name("hide") == "H"
    assert in_use.name("log") == "L"
    assert list(in_use.clashes()) == []


def test_two_actions_may_change_places_and_what_then_clashes_is_refused_too() -> None:
    in_use, complaints = chosen_keys({"hide": "k", "knock": "h"}, "settings.toml")
    assert complaints == []
    assert (in_use.name("hide"), in_use.name("knock")) == ("K", "H")
    in_use, complaints = chosen_keys({"hide": "k", "knock": "z", "log": "z"}, "settings.toml")
    assert [(complaint.fields["one"], complaint.fields["other"]) for complaint in complaints] == [
        ("knock", "log"),
        ("knock", "hide"),
    ]
    assert list(in_use.clashes()) == []


def test_a_key_may_mean_different_things_on_different_screens() -> None:
    in_use, complaints = chosen_keys({"reasons": "h"}, "settings.toml")
    assert complaints == []
    assert in_use.name("reasons") == in_use.name("hide") == "H"


async def test_keys_of_the_menu_can_be_changed(tmp_path: Path) -> None:
    with_keys(tmp_path, 'menu-settings = "e"')

    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, MenuScreen)
        assert re.search(r"E  Settings", screen_text(app))
        await pilot.press("s")
        await pilot.pause()
        assert isinstance(app.screen, MenuScreen)
        await pilot.press("e")
        await screen_of(pilot, SettingsScreen)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [40, 60, 80, 100, 200])
def test_a_key_line_without_room_for_all_keeps_help_and_the_way_out(language: str, width: int) -> None:
    speak(language)
    keys = Keys()
    choosing = [keys.several("tile", 0, 6), keys.several("place", 0, 3), keys.shown("go", word=_("plays {tile}"))]
    told = [*choosing, keys.shown("hint"), keys.shown("hide"), *keys.line(On.MATCH), keys.shown("seats")]
    line = KeyLine(told)
    kept = line.fitting(width)
    (row,) = line.pieces(width, 1)
    assert sum(len(text) for text, _role in row) <= width
    assert [text for text, role in row if role == "key"] == [key.name for key in kept]
    assert kept == [key for key in told if key in kept], "those that stay keep their order"
    assert {("help",), ("leave",)} <= {key.ids for key in kept}
    if width >= 80:
        assert {("tile",), ("place",), ("go",), ("hint",)} <= {key.ids for key in kept}
    leaving = [key.ids[0] for key in told if key not in kept]
    firsts = ["seats", "log", "explain", "hide"]
    assert set(firsts[: len(leaving)]) <= set(leaving), leaving
    assert (width < 200) == bool(leaving)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_narrow_terminal_has_room_for_all_who_may_sit_down(language: str) -> None:
    speak(language)
    keys = Keys()
    told = [keys.shown(id_) for id_ in ("preset-one", "preset-partners", "preset-four", "preset-opponents")]
    assert KeyLine(told).fitting(80) == told
