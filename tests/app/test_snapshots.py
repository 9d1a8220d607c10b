"""The screens as text, kept beside the tests: `make snapshots` writes them anew, and git shows what has changed.

They are kept as players have them in their terminals, in blocks; the main ones in four sizes, some in other characters.
Each has room for its texts in every language, too, and tells nothing in another one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from help.effort import LONG
from help.places import DATA
from help.playing import app_in, screen_text
from help.scenes import STORIES, Reach, house_of
from help.words import english_in
from sevenrocks.engine.actions import RoundEnded
from sevenrocks.engine.deal import Draw
from sevenrocks.i18n import LANGUAGES, _
from sevenrocks.settings import Characters, Language
from sevenrocks.tui.app import RocksApp
from sevenrocks.tui.screens.draw import DrawScreen
from sevenrocks.tui.screens.in_match import InMatchScreen
from sevenrocks.tui.screens.ledger import LedgerScreen
from sevenrocks.tui.screens.result import ResultScreen

pytestmark = pytest.mark.usefixtures("no_arming")

Size = tuple[int, int]

SMALLEST: Size = (80, 24)


MAIN = ("menu", "draw", "opening", "middle", "choosing", "cover", "ledger", "result")
LARGER: tuple[Size, ...] = ((100, 30), (140, 45), (200, 60))
"""The sizes in which the main scenes are kept besides the smallest."""

IN_LINES = ("choosing", "cover", "ledger")
IN_ASCII = ("menu", "choosing", "cover", "ledger", "result")
LARGE_IN_ASCII: tuple[Size, ...] = ((140, 45),)

OTHERS = [Language(language) for language in LANGUAGES if language != "en"]


async def resized(pilot: Pilot[None], size: Size) -> str:
    """The text of the screen in a terminal of this size."""
    if pilot.app.size != size:
        await pilot.resize_terminal(*size)
    await pilot.pause()
    return screen_text(cast("RocksApp", pilot.app))


PAGES = ("rules", "seats", "argued", "help", "log", "explain")
"""Scenes that are reached anew in each language: nobody can change it while they are in sight."""

ONCE: dict[str, Callable[[InMatchScreen[Any]], Screen[Any]]] = {
    "draw": lambda shown: DrawScreen(shown.match, cast("Draw", shown.match.rounds[-1].draw)),
    "ledger": lambda shown: LedgerScreen(shown.match, cast("RoundEnded", shown.match.rounds[-1].view.ended)),
    "result": lambda shown: ResultScreen(shown.match, _("Record: {path}").format(path="/a" * 50)),
}
"""Screens that tell some things once, when they come up, and so are made anew in each language."""

TOLD_BEFORE = "called"
"""A scene that tells what was told before the language was changed; it is begun in each language."""


async def told_in(pilot: Pilot[None], language: Language, name: str, reach: Reach) -> str:
    """The text of the scene in sight in this language."""
    app = cast("RocksApp", pilot.app)
    app.change_settings(app.settings.replaced(language=language))
    if name in PAGES:
        await reach(pilot)
    if name not in ONCE:
        await pilot.pause()
        return screen_text(app)
    await app.push_screen(ONCE[name](cast("InMatchScreen[Any]", app.screen)))
    await pilot.pause()
    text = screen_text(app)
    await app.pop_screen()
    return text


def without_path(shown: str) -> str:
    """Where the record lies is another place each time, and takes a row or two."""
    told, known_deal = _("Record: {path}").format(path="/"), _("known deal").partition(" ")[0]
    shown = re.sub(rf"{re.escape(told)}(?s:.*?)(?=\n[^\n]*{known_deal})", told.replace("/", "PATH"), shown)
    return re.sub(r"\n+( +R )", r"\n\1", shown)


def assert_it_is_kept(shown: str, name: str, size: Size, characters: str, *, update: bool) -> None:
    """A screen looks as the file says that was kept of it."""
    shown = without_path(shown) + "\n"
    path = DATA / "snapshots" / f"{name}-{size[0]}x{size[1]}-{characters}.txt"
    if update:
        path.parent.mkdir(exist_ok=True)
        path.write_text(shown, "utf-8")
    assert shown == path.read_text("utf-8"), f"{path.name}: `make snapshots` writes it anew"


def assert_there_is_room(text: str) -> None:
    """No text is cut short, and a key that leaves is in sight."""
    assert "…" not in text, text
    keys = text.splitlines()[-1]
    assert any(key in keys for key in (" Q ", " Esc ", " Enter ")), text


@pytest.mark.parametrize("story", STORIES)
async def test_screens_look_as_they_did_and_have_room_for_their_texts_in_every_language(
    tmp_path: Path, story: str, *, update_snapshots: bool
) -> None:
    begun, scenes = STORIES[story]
    told: dict[Language, list[str]] = {language: [] for language in (Language.AUTO, *OTHERS)}
    app = app_in(tmp_path, begun, characters="blocks", **house_of(story))
    async with app.run_test(size=SMALLEST) as pilot:
        for name, reach in scenes.items():
            await reach(pilot)
            told[Language.AUTO].append(screen_text(app))
            for size in (SMALLEST, *(LARGER if name in MAIN else ())):
                assert_it_is_kept(await resized(pilot, size), name, size, "blocks", update=update_snapshots)
            if name in IN_LINES:
                app.change_settings(app.settings.replaced(characters=Characters.LINES))
                assert_it_is_kept(await resized(pilot, SMALLEST), name, SMALLEST, "lines", update=update_snapshots)
                app.change_settings(app.settings.replaced(characters=Characters.BLOCKS))
            await resized(pilot, SMALLEST)
            for language in OTHERS if name != TOLD_BEFORE else ():
                text = await told_in(pilot, language, name, reach)
                assert_there_is_room(text)
                told[language].append(text)
            app.change_settings(app.settings.replaced(language=Language.AUTO))
    assert all(english_in([text]) for text in told.pop(Language.AUTO))
    assert not any(english_in(texts) for texts in told.values())


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("story", STORIES if LONG else ["call"])
async def test_begun_in_a_language_screens_are_as_if_changed_to_it(
    tmp_path: Path, story: str, language: Language
) -> None:
    begun, scenes = STORIES[story]
    changed: dict[str, str] = {}
    for first in (Language.AUTO, language) if LONG else (language,):
        folder = tmp_path / first.value
        folder.mkdir()
        app = app_in(folder, begun, language=first.value, **house_of(story))
        async with app.run_test(size=SMALLEST) as pilot:
            for name, reach in scenes.items():
                await reach(pilot)
                if first is language:
                    text = await resized(pilot, SMALLEST)
                    assert_there_is_room(text)
                    assert not english_in([text])
                    assert without_path(text) == without_path(changed.get(name, text)), name
                elif name != TOLD_BEFORE:
                    changed[name] = await told_in(pilot, language, name, reach)
                    app.change_settings(app.settings.replaced(language=Language.AUTO))


@pytest.mark.parametrize("story", [story for story, (_begun, scenes) in STORIES.items() if scenes.keys() & IN_ASCII])
async def test_in_ascii_screens_look_as_they_did(tmp_path: Path, story: str, *, update_snapshots: bool) -> None:
    begun, scenes = STORIES[story]
    app = app_in(tmp_path, begun, characters="ascii", **house_of(story))
    async with app.run_test(size=SMALLEST) as pilot:
        for name in (name for name in scenes if name in IN_ASCII):
            await scenes[name](pilot)
            for size in (SMALLEST, *LARGE_IN_ASCII):
                shown = await resized(pilot, size)
                assert shown.isascii()
                assert_it_is_kept(shown, name, size, "ascii", update=update_snapshots)
            await resized(pilot, SMALLEST)
