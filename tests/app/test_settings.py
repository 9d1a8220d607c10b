"""The settings and their one file: what stands there holds, what cannot be is told, and nothing of the player's is lost."""

from __future__ import annotations

import json
import os
import re
import time
import tomllib
from pathlib import Path

import pytest

from help.chosen import chosen
from help.playing import app_in, screen_of, screen_text
from sevenrocks.cli import main
from sevenrocks.i18n import _, speak
from sevenrocks.places import settings_path
from sevenrocks.settings import (
    BotSpeed,
    CallSeconds,
    Faces,
    Language,
    Settings,
    Shade,
    Switch,
    load_settings,
    read_settings,
)
from sevenrocks.settings.writing import write_changes, write_first
from sevenrocks.tui.app import RocksApp
from sevenrocks.tui.keys import Key, Keys, On, chosen_keys, registry
from sevenrocks.tui.screens.help import HelpScreen
from sevenrocks.tui.screens.menu import MenuScreen
from sevenrocks.tui.screens.settings import SettingsScreen

FOUR = (("Anna", None), ("Ewa", "club"), ('B "x" \\', "novice"), ("Żaneta", None))


def told(path: Path) -> list[str]:
    return [complaint.told() for complaint in read_settings(path).complaints]


def change(path: Path, **values: object) -> bool:
    """Change these settings, as their page does."""
    before = load_settings(path)
    changed = [kept for kept in Settings.declared() if kept.name in values]
    return write_changes(path, before.replaced(**values), changed, Keys().usual())


# ---- one declaration


async def test_a_made_up_setting_and_a_made_up_key_are_found_in_file_page_key_line_help_and_refusal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    candles = Switch(False, "Candles burn", about="Whether candles burn.")
    snuff = Key("snuff", ("z",), "rules", On.MATCH | On.MENU, "snuff", "snuff the candles", while_hidden=True)

    monkeypatch.setattr(Settings, "candles", candles, raising=False)
    candles.__set_name__(Settings, "candles")
    monkeypatch.setattr(registry, "KEYS", (*registry.KEYS, snuff))
    path = tmp_path / "settings.toml"
    write_first(path, Settings(), Keys().usual())
    text = path.read_text("utf-8")
    assert "\n# Whether candles burn.\n# true, false\ncandles = false\n" in text
    assert '\n# snuff = "z"  # snuff\n' in text

    app = app_in(tmp_path)
    async with app.run_test(size=(80, 60)) as pilot:
        await screen_of(pilot, MenuScreen)
        await pilot.press("s")
        await screen_of(pilot, SettingsScreen)
        assert "Candles burn" in screen_text(app)
        await pilot.press("up", "right")
        assert app.settings.value(candles) is True
        await pilot.press("escape")
        await screen_of(pilot, MenuScreen)
        await pilot.press("?")
        await screen_of(pilot, HelpScreen)
        assert "snuff the candles" in " ".join(screen_text(app).split())
        assert any(key.name == "Z" and key.word == "snuff" for key in app.keys.line(On.MATCH))
    assert load_settings(path).value(candles) is True
    path.write_text(chosen(candles="perhaps"))
    assert told(path) == ['settings.toml: candles cannot be "perhaps". It can be true, false.']
    in_use, complaints = chosen_keys({"snuff": "h"}, "settings.toml")
    (refused,) = complaints
    assert refused.told() == "settings.toml: hide and snuff cannot both be H; the usual keys hold for them."
    assert in_use.name("snuff") == "Z"


def test_a_setting_cannot_be_set_and_none_can_be_made_up() -> None:
    settings = Settings()
    with pytest.raises(AttributeError):
        settings.bell = True
    with pytest.raises(TypeError, match="bells"):
        settings.replaced(bells=True)
    assert settings == Settings()
    assert hash(settings.replaced(bell=False)) == hash(settings)


def test_every_choice_is_written_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    write_first(path, Settings(), [])
    for setting in Settings.shown():
        for value in setting.choices:
            assert change(path, **{setting.name: value})
            assert load_settings(path) == Settings().replaced(**{setting.name: value})
        assert change(path, **{setting.name: setting.usual})
    assert change(path, seats=FOUR)
    assert load_settings(path).seats == FOUR
    assert told(path) == []


# ---- the file is the player's


def test_a_change_writes_that_value_alone_and_keeps_all_else(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    text = """\
# my own words
shade = "light"   # for the day
what_iff = true
bell = false

[keys]
# hide = "h"
knock = "x"  # K is broken

[theirs]
x = [1,
  2]
"""
    path.write_text(text)
    assert change(path, shade=Shade.CONTRAST)
    assert path.read_text() == text.replace('"light"', '"contrast"')
    assert change(path, motion=False)
    block = "\n# Whether pegs walk, and tiles and hands come one after the other.\n# true, false\nmotion = false\n"
    assert block in path.read_text()
    assert path.read_text().replace(block, "") == text.replace('"light"', '"contrast"')
    assert tomllib.loads(path.read_text())["keys"] == {"knock": "x"}


def test_a_file_that_is_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "dotfiles").mkdir()
    real, path = tmp_path / "dotfiles" / "rocks.toml", tmp_path / "settings.toml"
    path.symlink_to(real)
    write_first(path, Settings(), [])
    assert path.is_symlink()
    assert change(path, bell=True)
    assert path.is_symlink()
    assert tomllib.loads(real.read_text("utf-8"))["bell"] is True
    assert [each.name for each in real.parent.iterdir()] == ["rocks.toml"]


def test_what_is_unknown_is_told_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    text = 'bot_speed = "fats"\nfaces = "digits"\ncandles = 3\nbell = 1\nseats = "us"\n"\\u001b[31m" = 1\n'
    path.write_text(text)
    found = read_settings(path)
    assert found.settings == Settings().replaced(faces=Faces.DIGITS)
    words = told(path)
    assert words[0] == 'settings.toml: bot_speed cannot be "fats". It can be "slow", "normal", "fast", "instant".'
    assert words[1].startswith('settings.toml: there is no setting "candles". There are bot_speed, what_if, ')
    assert words[2] == "settings.toml: bell cannot be 1. It can be true, false."
    assert words[3].startswith('settings.toml: seats cannot be "us". It can be [], [{name = "Anna"}, ')
    assert '"?[31m"' in words[4]
    assert change(path, motion=False)
    assert path.read_text().startswith(text)


@pytest.mark.parametrize("number", [1, 2, 3, 5])
def test_seats_are_four_or_none(tmp_path: Path, number: int) -> None:
    path = tmp_path / "settings.toml"
    seats = ", ".join(['{name = "Anna"}'] * number)
    path.write_text(f"seats = [{seats}]\n")
    assert load_settings(path).seats == ()
    assert told(path)[0].startswith("settings.toml: seats cannot be ")


@pytest.mark.parametrize("seat", ["1", '{bot = "club"}', '{name = "A", bot = 1}', '{name = "A", level = "club"}'])
def test_a_seat_is_a_name_and_for_a_bot_a_level(tmp_path: Path, seat: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(f"seats = [{', '.join([seat] * 4)}]\n")
    assert load_settings(path).seats == ()
    assert told(path)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('bell = true\nshade = "dark\n', 2),
        ("bell = true\n\n[keys\n", 3),
        ('bell = true\n\nx = """\n', 4),
        ("a" + ".a" * 20_000 + " = 1\n", 1),
        ("x = " + "[" * 100, 1),
        ("bell = true\nx = '\udcff'\n", 2),
    ],
    ids=["string", "table", "open", "long key", "deep", "not UTF-8"],
)
def test_a_file_that_cannot_be_understood_is_told_with_its_line_and_not_written_over(
    tmp_path: Path, text: str, line: int
) -> None:
    path = tmp_path / "settings.toml"
    data = text.encode("utf-8", "surrogateescape")
    path.write_bytes(data)
    began = time.monotonic()
    assert load_settings(path) == Settings()
    assert time.monotonic() - began < 5
    (sentence,) = told(path)
    assert sentence.startswith(f"settings.toml, line {line}, cannot be understood")
    assert not change(path, bell=True)
    assert path.read_bytes() == data


async def test_the_page_says_where_a_change_cannot_be_kept(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("bell = \n")
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, MenuScreen)
        assert "settings.toml, line 1, cannot be understood" in screen_text(app)
        await pilot.press("s")
        await screen_of(pilot, SettingsScreen)
        await pilot.press("right")
        assert app.settings.bot_speed is BotSpeed.FAST
        shown = " ".join(screen_text(app).split())
        assert "This holds until the game ends: settings.toml cannot be understood" in shown
    assert (tmp_path / "settings.toml").read_text() == "bell = \n"


def test_a_file_of_a_newer_version_is_used_as_far_as_it_is_known_and_not_written(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    text = 'version = 2\nshade = "light"\n'
    path.write_text(text)
    assert load_settings(path).shade is Shade.LIGHT
    assert told(path) == [
        "settings.toml is of a newer version of the game: what is known of it holds, and changes are not written there."
    ]
    assert not change(path, bell=True)
    assert path.read_text() == text
    path.write_text('version = "one"\nshade = "light"\n')
    assert told(path) == ['settings.toml: version cannot be "one". It can be 1.']


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no FIFOs")
def test_what_is_no_ordinary_file_keeps_nobody_waiting(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    os.mkfifo(path)
    began = time.monotonic()
    assert told(path) == ["settings.toml is no ordinary file, so the usual settings hold."]
    assert not change(path, bell=True)
    assert time.monotonic() - began < 5
    path.unlink()
    os.mkfifo(path.with_suffix(".json"))
    assert read_settings(path).complaints == ()
    assert time.monotonic() - began < 5
    path.mkdir()
    assert told(path)[0].startswith("settings.toml cannot be read (")
    path.rmdir()
    path.write_text("# " + "x" * 70_000)
    assert told(path) == ["settings.toml is larger than 64 KiB, so the usual settings hold."]


def test_the_comments_are_in_the_language_and_the_words_are_not(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    speak("de")
    write_first(path, Settings().replaced(shade=Shade.RED_GREEN), Keys().usual())
    text = path.read_text("utf-8")
    assert "# Die Farben;" in text
    assert 'shade = "red-green"' in text
    assert re.search(rf'^# hide = "h[^"]*"  # {_("hide")}$', text, re.MULTILINE)
    assert tomllib.loads(text)["version"] == 1


# ---- version 0.1.0


def old(folder: Path) -> str:
    kept = {
        "bot_speed": 0.4,
        "what_if": False,
        "shade": "light",
        "call_seconds": 40,
        "language": "de",
        "seats": [["Zoe", None], ["Yan", "expert"], ["C", "club"], ["D", "club"]],
        "gone": 1,
    }
    text = json.dumps(kept)
    (folder / "settings.json").write_text(text)
    return text


async def test_what_version_0_1_0_kept_is_taken_over_once(tmp_path: Path) -> None:
    text = old(tmp_path)
    wanted = Settings().replaced(
        bot_speed=BotSpeed.FAST,
        what_if=False,
        shade=Shade.LIGHT,
        call_seconds=CallSeconds.FORTY,
        language=Language.GERMAN,
        seats=(("Zoe", None), ("Yan", "expert"), ("C", "club"), ("D", "club")),
    )

    async def begin(shown: str) -> None:
        app = RocksApp(folder=tmp_path / "state", settings_file=tmp_path / "settings.toml")
        async with app.run_test(size=(80, 24)) as pilot:
            await screen_of(pilot, MenuScreen)
            await pilot.pause()
            assert shown in screen_text(app)

    assert load_settings(tmp_path / "settings.toml") == wanted
    await begin("Neue Partie")
    assert load_settings(tmp_path / "settings.toml") == wanted
    assert told(tmp_path / "settings.toml") == []
    assert (tmp_path / "settings.json").read_text() == text
    change(tmp_path / "settings.toml", language=Language.ENGLISH)
    await begin("New match")


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "{", '{"bot_speed": "x", "seats": 3}', '{"seats": [1, 2, 3, 4]}', '{"shade": [], "what_if": 1}'),
        '{"seats": [["A", null], ["B", null], ["C", null]]}',
        pytest.param("[" * 30_000, id="too deep"),
    ],
)
def test_what_version_0_1_0_could_not_read_is_the_usual_still(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.json").write_text(text)
    assert load_settings(tmp_path / "settings.toml") == Settings()
    assert told(tmp_path / "settings.toml") == []


# ---- where it is told


def test_in_lines_what_cannot_be_is_told_in_a_line_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for home in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(home, str(tmp_path))
    monkeypatch.setattr("sevenrocks.plain.play", lambda *_arguments, **_options: 0)
    path = settings_path()
    assert path is not None
    path.parent.mkdir(parents=True)
    path.write_text('language = "tlh"\nbell = true\n')
    assert main(["play", "--plain", "--seat", "N=Anna"]) == 0
    told_there = capsys.readouterr().err
    assert told_there == 'settings.toml: language cannot be "tlh". It can be "auto", "en", "de", "pl".\n'


async def test_the_menu_tells_what_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('bell = 7\nlanguage = "de"\n[keys]\nhide = "k"\n')
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, MenuScreen)
        shown = " ".join(screen_text(app).split())
        assert "settings.toml: bell kann nicht 7 sein. Möglich ist true, false." in shown
        assert "knock und hide können nicht beide K sein" in shown
