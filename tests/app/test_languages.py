"""Three languages: whole catalogues, the right plurals, texts that fit their places, and a change that holds at once."""

from __future__ import annotations

import ast
import itertools
import os
import re
import string
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual.screen import Screen

from help.playing import app_in, choosing_table, screen_of, screen_text, start, told_in
from help.words import forms, messages
from sevenrocks import i18n
from sevenrocks.cli import main
from sevenrocks.i18n import LANGUAGES, _, ngettext, speak
from sevenrocks.learning.lessons import LESSONS
from sevenrocks.learning.questions import ChoiceQuestion, CostQuestion, PlacesQuestion
from sevenrocks.places import settings_path
from sevenrocks.settings import Language
from sevenrocks.tui.screens.learn import LearnScreen
from sevenrocks.tui.screens.lesson import LessonScreen
from sevenrocks.tui.screens.menu import MenuScreen
from sevenrocks.tui.screens.settings import SettingsScreen
from sevenrocks.tui.widgets.painted import Painted
from tools import catalogues

OTHERS = [language for language in LANGUAGES if language != "en"]

texts = cache(catalogues.texts)
"""All texts of the source; nobody changes what is returned."""


def fields(text: str) -> set[str]:
    """What is filled in, in braces or with a percent sign."""
    braces = {name for _literal, name, _format, _conversion in string.Formatter().parse(text) if name is not None}
    return braces | set(re.findall(r"%\(\w+\)[rs]|%s", text))


# ---- the catalogues


def test_there_is_a_catalogue_for_each_language() -> None:
    assert catalogues.languages() == sorted(OTHERS)


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated_and_none_is_left_over(language: str) -> None:
    catalog = catalogues.catalogue(language)
    told, wanted = ({(message.id, message.context) for message in messages(each)} for each in (catalog, texts()))
    assert told == wanted, "`make catalogues` brings them up to date"
    assert not [message.id for message in messages(catalog) if not catalogues.is_whole(message.string)]
    assert not [message.id for message in messages(catalog) if message.fuzzy]


def test_every_text_in_the_source_is_in_the_catalogues() -> None:
    """Those that whoever extracts texts overlooks, too: within an f-string, until Python 3.12."""
    known = {form for message in messages(texts()) for form in forms(message.id)}
    # Which of its arguments are texts.
    marks = {"_": slice(1), "N_": slice(1), "ngettext": slice(2), "P_": slice(1, 2), "pgettext": slice(1, 2)}
    for path in Path(i18n.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in marks:
                for text in node.args[marks[node.func.id]]:
                    if isinstance(text, ast.Constant):
                        assert text.value in known, f"{path.name}:{node.lineno}: {text.value!r}"


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_compiled_is_what_is_written(language: str) -> None:
    compiled = catalogues.path_of(language).with_suffix(".mo").read_bytes()
    assert compiled == catalogues.compiled(catalogues.catalogue(language)), "`make catalogues` compiles them"


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_fills_in_what_the_text_does(language: str) -> None:
    for message in messages(catalogues.catalogue(language)):
        wanted = fields(forms(message.id)[-1])
        for form in forms(message.string):
            # A number may be told by the form alone, as in "one match".
            assert fields(form) in (wanted, wanted - {"n"}), message.id
            for edge in (0, -1):
                assert (form[edge] == " ") == (forms(message.id)[0][edge] == " "), message.id


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (0, "0 meczów"),
        (1, "1 mecz"),
        (2, "2 mecze"),
        (4, "4 mecze"),
        (5, "5 meczów"),
        (12, "12 meczów"),
        (14, "14 meczów"),
        (21, "21 meczów"),
        (22, "22 mecze"),
        (24, "24 mecze"),
        (25, "25 meczów"),
        (112, "112 meczów"),
        (122, "122 mecze"),
    ],
)
def test_polish_numbers_have_their_forms(number: int, told: str) -> None:
    speak("pl")
    assert ngettext("{n} match", "{n} matches", number) == told


def test_the_glossaries_tell_the_same_terms_and_where_they_are_from() -> None:
    english: dict[str, list[str]] = {}
    for language in OTHERS:
        terms = tomllib.loads((catalogues.LOCALE / language / "glossary.toml").read_text("utf-8"))
        for key, term in terms.items():
            assert term.keys() == {"en", language, "source"}, key
            assert all(term.values()), key
            english.setdefault(key, []).append(term["en"])
    assert {"spinner", "knock", "award", "deduction", "count", "end", "place", "block"} <= english.keys()
    assert all(len(told) == len(OTHERS) and len(set(told)) == 1 for told in english.values())


# ---- where they are told


@pytest.mark.parametrize(("language", "told"), [("de", "diese Datei gibt es nicht"), ("pl", "nie ma takiego pliku")])
def test_a_command_speaks_the_language_that_is_asked_for(
    language: str, told: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for arguments in (
        ["--lang", language, "check", str(tmp_path / "x")],
        ["check", f"--lang={language}", str(tmp_path / "x")],
    ):
        main(arguments)
        output = capsys.readouterr()
        assert told in output.out + output.err


def test_a_command_speaks_the_language_of_the_system() -> None:
    command = [sys.executable, "-m", "sevenrocks", "--help"]
    environment = os.environ | {"LANG": "de_DE.UTF-8", "PYTHONUTF8": "1"}
    told = subprocess.run(command, env=environment, capture_output=True, text=True, encoding="utf-8", check=True)
    assert told.stdout.startswith("Aufruf: sevenrocks")
    assert "Optionen" in told.stdout


@pytest.mark.parametrize(
    ("asked", "chosen", "system", "told"),
    [
        ((), 'language = "pl"', "de_DE.UTF-8", "nie ma takiego pliku"),
        ((), 'language = "pl"', "C.UTF-8", "nie ma takiego pliku"),
        ((), 'language = "en"', "de_DE.UTF-8", "there is no such file"),
        (("--lang", "de"), 'language = "pl"', "C.UTF-8", "diese Datei gibt es nicht"),
        (("--lang", "en"), 'language = "pl"', "de_DE.UTF-8", "there is no such file"),
        ((), 'language = "auto"', "de_DE.UTF-8", "diese Datei gibt es nicht"),
        ((), 'language = "tlh"', "de_DE.UTF-8", "diese Datei gibt es nicht"),
        ((), "", "de_DE.UTF-8", "diese Datei gibt es nicht"),
        ((), None, "de_DE.UTF-8", "diese Datei gibt es nicht"),
        ((), None, "C.UTF-8", "there is no such file"),
    ],
)
def test_a_command_heeds_first_what_is_asked_for_then_the_settings_then_the_system(
    asked: tuple[str, ...],
    chosen: str | None,
    system: str,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("LANG", system)
    for home in ("HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(home, str(tmp_path))
    path = settings_path()
    if chosen is not None and path is not None:
        path.parent.mkdir(parents=True)
        path.write_text(chosen)
    assert main([*asked, "check", str(tmp_path / "x")]) == 1
    assert told in capsys.readouterr().out


def test_no_test_reads_the_settings_of_whoever_runs_it(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = settings_path()
    assert path is not None
    assert path.is_relative_to(tmp_path_factory.getbasetemp())


def test_a_language_that_there_is_not_is_refused_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--lang", "tlh"])
    assert ended.value.code == 2
    assert "'tlh'" in capsys.readouterr().err


async def test_the_language_of_the_settings_holds_at_once_and_is_kept(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, MenuScreen)
        await pilot.press("s")
        await screen_of(pilot, SettingsScreen)
        while not re.search(r"(?m)^ +> Language", screen_text(app)):
            await pilot.press("down")
        await pilot.press("right", "right")
        assert "Einstellungen" in screen_text(app)
        assert "Deutsch" in screen_text(app)
        await pilot.press("escape")
        await screen_of(pilot, MenuScreen)
        assert "Neue Partie" in screen_text(app)
        assert "New match" not in screen_text(app)
    speak("en")
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, MenuScreen)
        assert "Neue Partie" in screen_text(app)


async def test_the_table_changes_its_language_under_the_settings(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna"))
    async with app.run_test(size=(160, 60)) as pilot:
        await choosing_table(pilot)
        english = screen_text(app)
        await pilot.press("o")
        await screen_of(pilot, SettingsScreen)
        await pilot.press("up", "left")
        assert "Ustawienia" in screen_text(app)
        await pilot.press("escape")
        await choosing_table(pilot)
        polish = screen_text(app)
        assert _("Your turn: choose a tile.") in polish or _("You open: choose any tile.") in polish
        told = set(re.findall(r"[a-z]{4,}", english)) & set(re.findall(r"[a-z]{4,}", polish))
        assert not told & {"turn", "choose", "tile", "hide", "leave", "round", "opens", "drew", "award"}


# ---- what fits


def shown_whole(screen: Screen[Any], widgets: str) -> str:
    """What this widget tells, in one row; it has room for it on the screen."""
    widget = screen.query_one(widgets, Painted)
    assert screen.region.contains_region(widget.region)
    text = told_in(widget)
    assert max(map(cell_len, text.splitlines())) <= widget.content_size.width, text
    return " ".join(text.split())


async def test_every_lesson_has_room_for_its_layouts_questions_and_reasons(tmp_path: Path) -> None:
    """In English it is proved where lessons are learnt."""
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, MenuScreen)
        await pilot.press("l")
        for language, (number, lesson) in itertools.product(OTHERS, enumerate(LESSONS)):
            learn = await screen_of(pilot, LearnScreen)
            app.change_settings(app.settings.replaced(language=Language(language)))
            learn.action_lesson(number)
            screen = await screen_of(pilot, LessonScreen)
            for question in lesson.questions:
                asked = shown_whole(screen, ".question")
                options = question.options if isinstance(question, ChoiceQuestion) else ()
                for told in (_(lesson.idea), question.asked(), *map(_, options)):
                    assert " ".join(told.split()) in asked, told
                if not isinstance(question, CostQuestion):
                    shown_whole(screen, ".layout")
                    assert screen.layout_view.arrangement is not None
                # Wrong, so that all reasons are told.
                if isinstance(question, ChoiceQuestion):
                    screen.action_digit(1)
                elif isinstance(question, PlacesQuestion):
                    screen.action_go()
                else:
                    screen.submit(99)
                await pilot.pause()
                answered = shown_whole(screen, ".question")
                for told in question.reasons():
                    assert " ".join(told.split()) in answered, told
                assert "Enter " in shown_whole(screen, ".keys")
                screen.go_on()
                await pilot.pause()
            screen.action_leave()
