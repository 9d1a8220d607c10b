"""Numbers and days as they are written where a language is spoken, for people; machines read the same in all of them."""

from __future__ import annotations

import datetime
import json
import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from help.playing import app_in, players, screen_of, screen_text
from sevenrocks.arena import Comparison, Thinking
from sevenrocks.arena.report import chart
from sevenrocks.bots.reasons import Reason
from sevenrocks.cli import main
from sevenrocks.engine.seats import BySeat, Partnership, Scores, Seat
from sevenrocks.i18n import LANGUAGES, day, decimal, ngettext, percent, speak, whole
from sevenrocks.store import Summary, Survey
from sevenrocks.store.kept import Standing
from sevenrocks.telling.sentences import reason_words
from sevenrocks.tui.screens.matches import MatchesScreen
from sevenrocks.tui.screens.menu import MenuScreen

LAST_OF_SEPTEMBER = datetime.date(2026, 9, 30)
"""A day that is written as widely as any."""


# ---- each kind by itself


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["Nov 30, 2026", "May 3, 2026"]),
        ("de", ["30. Nov. 2026", "3. Mai 2026"]),
        ("pl", ["30 lis 2026", "3 maj 2026"]),
    ],
)
def test_a_day(language: str, told: list[str]) -> None:
    speak(language)
    assert [day(datetime.date(2026, 11, 30)), day(datetime.date(2026, 5, 3))] == told


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_day_is_wider_than_is_said(language: str) -> None:
    speak(language)
    widths = [cell_len(day(datetime.date(2026, month, 28))) for month in range(1, 13)]
    assert max(widths) <= cell_len(day(LAST_OF_SEPTEMBER)) <= 14


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["19.4", "19", "0.50", "+19.4", "-19.4", "-27.25"]),
        ("de", ["19,4", "19", "0,50", "+19,4", "-19,4", "-27,25"]),
        ("pl", ["19,4", "19", "0,50", "+19,4", "-19,4", "-27,25"]),
    ],
)
def test_decimals_and_signs(language: str, told: list[str]) -> None:
    speak(language)
    assert told == [
        decimal(19.44, 1),
        decimal(19.44, 0),
        decimal(0.5, 2),
        decimal(19.44, 1, signed=True),
        decimal(-19.44, 1, signed=True),
        decimal(-27.25, 2),
    ]


def test_a_zero_has_a_plus_at_most() -> None:
    assert [decimal(value, 1, signed=True) for value in (0.0, -0.0, 0.04, -0.04)] == ["+0.0"] * 4
    assert decimal(-0.04, 1) == "0.0"


def test_numbers_are_rounded_as_python_does() -> None:
    values = [number / 1000 for number in range(-1005, 1010, 5)]
    assert [float(decimal(value, 2)) for value in values] == [round(value, 2) for value in values]
    assert [percent(abs(value), 1) for value in values] == [f"{abs(value):.1%}" for value in values]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["92.5%", "3.0%", "93%", "100%", "0%"]),
        ("de", ["92,5 %", "3,0 %", "93 %", "100 %", "0 %"]),
        ("pl", ["92,5%", "3,0%", "93%", "100%", "0%"]),
    ],
)
def test_percent(language: str, told: list[str]) -> None:
    speak(language)
    assert [percent(0.925, 1), percent(0.03, 1), percent(0.926), percent(1), percent(0.0)] == told


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["9999", "10,000", "-12,345", "1,234,567", "9999.5", "12,345.5", "12,345 matches"]),
        ("de", ["9999", "10.000", "-12.345", "1.234.567", "9999,5", "12.345,5", "12.345 Partien"]),
        ("pl", ["9999", "10 000", "-12 345", "1 234 567", "9999,5", "12 345,5", "12 345 meczów"]),
    ],
)
def test_thousands_are_set_apart_from_ten_thousand_on(language: str, told: list[str]) -> None:
    speak(language)
    numbers = [whole(number) for number in (9999, 10_000, -12_345, 1_234_567)]
    matches = ngettext("{n} match", "{n} matches", 12_345)
    assert [*numbers, decimal(9999.5, 1), decimal(12_345.5, 1), matches] == told


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_are_plain_ascii(language: str) -> None:
    speak(language)
    for number in (-1_234_567.5, 1_234_567.5):
        assert decimal(number, 1, signed=True).isascii()
        assert percent(number, 1).isascii()
    assert all(sign.isascii() or sign.isalpha() for sign in day(LAST_OF_SEPTEMBER))


# ---- where they are read


MARGINS = (-10.0, 2.5, 30.0)
COMPARED = Comparison("expert", "club", "s", MARGINS, (True, True, False), (Thinking(0.25, 1.5), None))


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["+7.5", "-15.7 to +30.7", "66.7%", "20.8% to 93.9%", "interval (95%)", "95% are below", "1500.00"]),
        (
            "de",
            ["+7,5", "-15,7 bis +30,7", "66,7 %", "20,8 % bis 93,9 %", "Intervall (95 %)", "95 % darunter", "1500,00"],
        ),
        ("pl", ["+7,5", "-15,7 do +30,7", "66,7%", "20,8% do 93,9%", "przedział (95%)", "95% poniżej", "1500,00"]),
    ],
)
def test_the_arena_tells_its_figures_in_the_language_and_its_json_in_none(
    language: str, told: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sevenrocks.cli.arena.compare", lambda *_levels, **_rest: COMPARED)
    assert main(["--lang", language, "arena", "expert", "club"]) == 0
    report = capsys.readouterr().out
    assert [figure for figure in told if figure not in report] == []
    assert main(["--lang", language, "arena", "expert", "club", "--json"]) == 0
    points = json.loads(capsys.readouterr().out)
    assert (points["points"], points["won"]) == (7.5, 0.6667)


def test_the_chart_sets_thousands_apart() -> None:
    speak("de")
    assert list(chart([5.0] * 12_345)) == [f"    +5 | {'#' * 50} 12.345"]


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "may have to knock (35%)"), ("de", "muss vielleicht klopfen (35 %)"), ("pl", "być może musi puknąć (35%)")],
)
def test_the_reason_for_a_play(language: str, told: str) -> None:
    speak(language)
    reason = Reason(Seat.N, goes_out=False, award=0, count=12, opens=(), knock=0.351, gift=0.0)
    assert told in reason_words(BySeat(players("Anna")), reason)


def _summary(date: datetime.date, winner: Partnership | None) -> Summary:
    names, levels = BySeat(["Anna", "Bartek", "Clara", "Dieter"]), BySeat([None, "club", None, "novice"])
    return Summary(Path("x"), names, levels, 1000, date, Standing(Scores((-250, -250)), 12, winner), 0)


@pytest.mark.parametrize(
    ("language", "days"),
    [
        ("en", ["Sep 30, 2026", "May 3, 2026"]),
        ("de", ["30. Sept. 2026", "3. Mai 2026"]),
        ("pl", ["30 wrz 2026", "3 maj 2026"]),
    ],
)
async def test_the_list_of_matches_has_room_for_its_days(tmp_path: Path, language: str, days: list[str]) -> None:
    matches = [_summary(LAST_OF_SEPTEMBER, Partnership.NS), _summary(datetime.date(2026, 5, 3), None)]
    app = app_in(tmp_path, language=language)
    async with app.run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, MenuScreen)
        app.push_screen(MatchesScreen(Survey(matches, 0, [])))
        await screen_of(pilot, MatchesScreen)
        text = screen_text(app)
    assert "…" not in text, text
    rows = [row for row in text.splitlines() if re.search("NS -250  [EO]W -250", row)]
    assert [row[3:].startswith(f"{told}  ") for row, told in zip(rows, days, strict=True)] == [True, True], text
    assert len({row.index("NS -250") for row in rows}) == 1, "the columns line up"
