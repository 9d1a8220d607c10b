"""The screens around the table: menu, seats, settings, rules, help, log, all matches; and taking a match up again."""

from __future__ import annotations

import asyncio
import gettext
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from help.playing import (
    app_in,
    choosing_table,
    play_something,
    play_to,
    play_unseen,
    screen_of,
    screen_text,
    shown_scores,
    start,
    step,
    until,
)
from sevenrocks import i18n
from sevenrocks.bots.advice import Advice, advise
from sevenrocks.cli import main
from sevenrocks.engine.rules import award_for
from sevenrocks.engine.seats import Seat
from sevenrocks.notation import parse_position
from sevenrocks.record import read_record
from sevenrocks.seating import BOT_NAMES
from sevenrocks.settings import Characters, Hints, Shade, load_settings
from sevenrocks.store import survey
from sevenrocks.telling.rules_text import POSITION, RULES
from sevenrocks.telling.sentences import explanation
from sevenrocks.tui.screens.confirm import LeaveScreen
from sevenrocks.tui.screens.cover import CoverScreen
from sevenrocks.tui.screens.draw import DrawScreen
from sevenrocks.tui.screens.held import Mode
from sevenrocks.tui.screens.ledger import LedgerScreen
from sevenrocks.tui.screens.matches import MatchesScreen
from sevenrocks.tui.screens.menu import MenuScreen
from sevenrocks.tui.screens.panels import Hinting
from sevenrocks.tui.screens.result import ResultScreen
from sevenrocks.tui.screens.rules import RulesScreen
from sevenrocks.tui.screens.seats import SeatsScreen
from sevenrocks.tui.screens.settings import SettingsScreen
from sevenrocks.tui.screens.table import TableScreen
from sevenrocks.tui.widgets.field import Field
from sevenrocks.tui.widgets.painted import spread

pytestmark = pytest.mark.usefixtures("no_arming")


# ---- taking a match up again


async def test_a_match_left_in_the_middle_goes_on_at_its_cover_to_the_very_play(tmp_path: Path) -> None:
    async def first_evening() -> tuple[object, tuple[object, ...]]:
        app = app_in(tmp_path, start("Anna", "Bartek", "Clara", "Dieter"))
        async with app.run_test(size=(80, 24)) as pilot:
            for _turn in range(3):
                play_something(await choosing_table(pilot))
                await pilot.pause()
            screen = await choosing_table(pilot)
            await pilot.press("q")
            await screen_of(pilot, LeaveScreen)
            await pilot.press("enter")
            await screen_of(pilot, MenuScreen)
            await until(pilot, lambda: "Continue" in screen_text(app), "the menu to offer the match")
            assert screen.hand is not None
            return screen.match, screen.hand.hand

    async def next_day() -> tuple[object, tuple[object, ...]]:
        app = app_in(tmp_path)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "Continue" in screen_text(app), "the menu to offer the match")
            await pilot.press("c")
            cover = await screen_of(pilot, CoverScreen)
            assert "the match goes on with" in screen_text(app)
            assert f"seat {cover.bottom.name}, partner of" in screen_text(app)
            assert not re.search(r"│\d│\d│", screen_text(app))
            screen = await choosing_table(pilot)
            assert screen.hand is not None
            return screen.match, screen.hand.hand

    left = await first_evening()
    assert await next_day() == left


async def test_a_lone_players_match_goes_on_at_its_cover_too(tmp_path: Path) -> None:
    async def play(*, resumed: bool) -> object:
        app = app_in(tmp_path, None if resumed else start("Anna"))
        async with app.run_test(size=(80, 24)) as pilot:
            if resumed:
                await until(pilot, lambda: "Continue" in screen_text(app), "the menu to offer the match")
                await pilot.press("enter")
                await screen_of(pilot, CoverScreen)
            else:
                for _turn in range(2):
                    play_something(await choosing_table(pilot))
                    await pilot.pause()
            return (await choosing_table(pilot)).match

    assert await play(resumed=False) == await play(resumed=True)


async def test_a_match_open_in_another_window_is_not_offered_and_cannot_be_taken_up(tmp_path: Path) -> None:
    one, other = app_in(tmp_path, start("Anna")), app_in(tmp_path)
    async with one.run_test(size=(80, 24)) as pilot:
        await choosing_table(pilot)
        async with other.run_test(size=(80, 24)) as other_pilot:
            await screen_of(other_pilot, MenuScreen)
            await other_pilot.pause()
            assert "Continue" not in screen_text(other)


async def test_all_matches_are_listed_and_those_that_are_over_are_written_as_records(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", target=5))
    async with app.run_test(size=(80, 24)) as pilot:
        await play_to(pilot, ResultScreen)
        for record in (tmp_path / "state" / "records").iterdir():
            record.unlink()
        await pilot.press("m")
        await screen_of(pilot, MenuScreen)
        await until(pilot, lambda: "All matches" in screen_text(app), "the menu to offer the matches")
        await pilot.press("a")
        await screen_of(pilot, MatchesScreen)
        shown = screen_text(app)
        await pilot.press("e")
        assert "Record:" in screen_text(app)
        await pilot.press("enter")
        await screen_of(pilot, ResultScreen)
        assert "The best counts" in screen_text(app), "the result of a match that is over can be seen once more"
        await pilot.press("escape")
        await screen_of(pilot, MenuScreen)
    (summary,) = survey(tmp_path / "state").matches
    assert summary.standing.winner is not None
    assert f"{summary.standing.winner.name} won" in shown
    assert "N Anna" in shown
    (record,) = (tmp_path / "state" / "records").iterdir()
    assert main(["check", str(record)]) == 0


async def test_the_record_of_a_match_that_is_not_over_needs_a_second_key(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna"))
    async with app.run_test(size=(80, 24)) as pilot:
        await choosing_table(pilot)
        await pilot.press("q")
        await screen_of(pilot, LeaveScreen)
        await pilot.press("enter")
        await screen_of(pilot, MenuScreen)
        await until(pilot, lambda: "All matches" in screen_text(app), "the menu to offer the matches")
        await pilot.press("a")
        await screen_of(pilot, MatchesScreen)
        await pilot.press("e")
        assert "shows all hands" in screen_text(app)
        records = tmp_path / "state" / "records"
        assert not records.exists()
        assert "not over" in app.export(next((tmp_path / "state" / "matches").iterdir()))
        assert not records.exists()
        await pilot.press("e")
        assert "Record:" in screen_text(app)
        (path,) = records.iterdir()
        record = read_record(path.read_bytes())
        assert record.result is None
        assert record.fairness is None, "the seed would tell the deals to come"
        assert record.rounds[-1].opened == (len(record.rounds[-1].plays),)
        await pilot.press("enter")
        await screen_of(pilot, CoverScreen)
        assert "The record was written here, with all hands" in screen_text(app)


# ---- who sits where


async def test_names_are_typed_before_anything_is_dealt_and_remembered(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, MenuScreen)
        await pilot.press("n")
        await screen_of(pilot, SeatsScreen)
        await pilot.press(*"Zoe", "tab", "right")
        assert "expert: plays 150 likely deals out in its head" in screen_text(app)
        await pilot.press("tab", *"ZOE", "enter")
        assert "E: two players are called ZOE" in screen_text(app)
        await pilot.press(*"Z0E", "enter")
        assert "E: these two names look alike: Zoe and Z0E" in screen_text(app)
        assert not (tmp_path / "state").exists(), "nothing may be dealt yet"
        await pilot.press(*"Yan", "enter")
        await screen_of(pilot, DrawScreen)
        assert "Zoe (N)" in screen_text(app)
        assert "Yan (E)" in screen_text(app)
    kept = load_settings(tmp_path / "settings.toml").seats
    assert [name for name, _level in kept[:2]] == ["Zoe", "Yan"]
    assert [level for _name, level in kept] == [None, "expert", "club", "club"]


@pytest.mark.parametrize("name", ["", "   ", "x" * 17, "a" + 6 * "\u0301"])
async def test_a_name_that_cannot_be_is_refused_in_words(tmp_path: Path, name: str) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, MenuScreen)
        await pilot.press("n")
        fields = list((await screen_of(pilot, SeatsScreen)).query(Field))
        fields[2].value = name
        await pilot.press("enter")
        assert re.search(r"S: a name (needs|has|cannot)", screen_text(app))
        assert app.focused is fields[2]


async def test_markup_in_names_is_drawn_literally_and_does_nothing(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("[/]", "[b]x[/b]", "[@click=a]b", "[red]"))
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await choosing_table(pilot)
        shown = screen_text(app)
        for seat, player in screen.match.players.by_seat():
            assert f"{player.name} ({seat.name})" in shown
        play_something(screen)
        await pilot.pause()
        assert isinstance(app.screen, TableScreen | CoverScreen)


# ---- settings


async def test_a_change_of_settings_holds_at_once_and_is_kept(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await choosing_table(pilot)
        await pilot.press("o")
        await screen_of(pilot, SettingsScreen)
        for key in ("down", "right", *("down",) * 8, "right", "down", "right"):
            await pilot.press(key)
        assert app.theme == "rocks-light"
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen, "the table to come back")
        assert "╭" not in screen_text(app), "the hand is drawn in ASCII now"
        assert "+-+-+" in screen_text(app)
    kept = load_settings(tmp_path / "settings.toml")
    assert (kept.what_if, kept.shade, kept.characters) == (False, Shade.LIGHT, Characters.ASCII)


# ---- pages


async def test_every_page_opens_from_the_table_and_goes_back_to_it(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await choosing_table(pilot)
        for key, kind, told in (
            ("r", RulesScreen, "The goal"),
            ("o", SettingsScreen, "Bots play"),
        ):
            await pilot.press(key)
            await screen_of(pilot, kind)
            assert told in screen_text(app)
            assert not re.search(r"│\d│\d│", screen_text(app)), "a page covers the hand"
            await pilot.press("pagedown", "up", "end", "home", "escape")
            await until(pilot, lambda: app.screen is screen, "the table to come back")


async def test_the_game_waits_for_an_open_page(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await choosing_table(pilot)
        while screen.mode.value != "go on":
            if screen.choosing is not None:
                play_something(screen)
            await pilot.pause()
        await pilot.press("r")
        rules = await screen_of(pilot, RulesScreen)
        screen.reply(None)
        await asyncio.sleep(0.2)
        await pilot.pause()
        assert app.screen is rules, "a page must not be taken away while it is read"
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, ResultScreen | LedgerScreen), "the game to go on")


async def test_the_rules_page_scrolls_to_its_end(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, MenuScreen)
        await pilot.press("r")
        await screen_of(pilot, RulesScreen)
        assert "The goal" in screen_text(app)
        await pilot.press("end")
        await pilot.pause()
        assert "Pagat" in screen_text(app)


def test_the_positions_of_the_rules_page_count_what_the_sources_say() -> None:
    layouts = [parse_position(text) for kind, text in RULES if kind == POSITION]
    counts = [(layout.count, award_for(layout.count)) for layout in layouts]
    doubles, scoring = [(10, 10), (5, 5)], [(5, 5), (6, 0), (15, 15), (0, 0)]
    fives = [(10, 10), (10, 10), (2, 0), (5, 5)]
    worked = [*doubles, (4, 0), *fives, (5, 5), (10, 10), (5, 5), (8, 0), *scoring]
    assert counts == worked


def test_the_count_is_explained_end_by_end() -> None:
    told = explanation(parse_position("14 11@14 44@14 34@44"))
    assert told == [
        "3|4 ends a line: its outer half counts 3.",
        "1|1 is the spinner with one side free, so it is an end: both halves count, 2 in all.",
        "Together: 3 + 2 = 5.",
        "5 is a multiple of 5: 5 points.",
    ]
    told = explanation(parse_position("14 11@14 44@14 12@11"))
    assert "1|1 is the spinner with both sides taken: it counts nothing." in told
    assert "An arm without a tile is open, but counts nothing." in told
    assert "4|4 is a double at an end: both halves count, 8 in all." in told
    assert explanation(parse_position("14 11@14"))[-1] == "6 is not a multiple of 5: no points."
    alone = ["5|5 is the only tile: both halves count, 10 in all.", "10 is a multiple of 5: 10 points."]
    assert explanation(parse_position("55")) == alone, "a single term is not added up"
    assert explanation(parse_position("00"))[-1] == "The ends add up to 0: no points."


# ---- the language


@pytest.fixture
def other_language(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A language that is English in Cyrillic letters, of the same width."""
    monkeypatch.setattr("sevenrocks.tui.app.speak", lambda _language: None)
    i18n.use(_Cyrillic())
    yield
    i18n.use(gettext.NullTranslations())


class _Cyrillic(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        parts = re.split(r"(\{\w+\})", message)
        return "".join(part if part.startswith("{") else part.translate(_LETTERS) for part in parts)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


_LATIN = "abcdefghijklmnopqrstuvwxyz"
_LETTERS = str.maketrans(
    _LATIN + _LATIN.upper(),
    "".join(map(chr, range(0x430, 0x430 + 26))) + "".join(map(chr, range(0x410, 0x410 + 26))),
)
_KEYS = {"Enter", "Tab", "Esc", "Bot", "Ctrl", "Anna", *BOT_NAMES}


@pytest.mark.usefixtures("other_language")
async def test_every_text_on_the_screens_goes_through_gettext(tmp_path: Path) -> None:
    """In another language no English words are left but names of people and of keys."""
    seen: dict[str, str] = {}

    app = app_in(tmp_path, None)
    async with app.run_test(size=(200, 60)) as pilot:
        await screen_of(pilot, MenuScreen)
        for key in "rs":
            seen["menu"] = screen_text(app)
            await pilot.press(key)
            await pilot.pause()
            seen[key] = screen_text(app)
            await pilot.press("escape")
            await pilot.pause()
        await pilot.press("n")
        screen = await screen_of(pilot, SeatsScreen)
        seen["seats"] = screen_text(app)
        for seat, name in zip(Seat, screen.query(Field), strict=True):
            name.value = f"Bot {seat.name}"
        await pilot.press("enter")
        await screen_of(pilot, DrawScreen)
        seen["draw"] = screen_text(app)
        table = await choosing_table(pilot)
        seen["table"] = screen_text(app)
        for key in ("question_mark", "l", "y", "i", "q"):
            await pilot.press(key)
            await until(pilot, lambda key=key: key != "i" or table.told is not None, "the hint")  # type: ignore[misc]  # the default binds the loop
            await pilot.pause()
            seen[f"table {key}"] = screen_text(app)
            await pilot.press("escape")
            await pilot.pause()
        await pilot.press("1", "k", "d")
        seen["table refused"] = screen_text(app)
        await pilot.press("h")
        seen["table hidden"] = screen_text(app)
        await pilot.press(table.bottom.name.lower())
        for _turn in range(2):
            play_something(await choosing_table(pilot))
            await pilot.pause()
            seen[f"turn {_turn}"] = screen_text(app)
        await play_unseen(pilot, lambda screen: isinstance(screen, LedgerScreen))
        seen["ledger"] = screen_text(app)
    app = app_in(tmp_path, start("Anna", seed="w0", target=15))
    async with app.run_test(size=(200, 60)) as pilot:
        await play_unseen(pilot, lambda screen: isinstance(screen, ResultScreen))
        seen["result"] = screen_text(app)
    for screen_name, shown in seen.items():
        for row in shown.splitlines():
            # Neither a path nor the digits of a commitment are words.
            no_words = r"/\S+|\b[0-9a-f]{4}\b" if screen_name == "draw" else r"/\S+"
            words = set(re.findall(r"[A-Za-z]{3,}", re.sub(no_words, " ", row))) - _KEYS
            assert not words, f"{screen_name}: {row}"


# ---- hints and reasons


async def test_a_hint_shows_three_plays_with_points_and_reasons_and_stands_in_the_record(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", target=15, seed="w0"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await choosing_table(pilot)
        assert "I hint" in screen_text(app)
        await pilot.press("i")
        await until(pilot, lambda: isinstance(screen.told, Hinting), "the hint")
        shown = screen_text(app)
        assert "Best plays" in shown
        assert "points expected over the other pair until the round ends" in shown
        assert len(re.findall(r"^ [ \[]\d[ \]] +\d\|\d (?:opens|on \d\|\d) +(?:[+-]\d+|0) ", shown, re.MULTILINE)) == 3
        await pilot.press("end")
        assert "sees no hand but yours" in screen_text(app)
        await pilot.press("escape")
        assert screen.told is None
        await play_to(pilot, ResultScreen)
    (record,) = (tmp_path / "state" / "records").iterdir()
    assert "hints.N = 1" in record.read_text("utf-8")
    assert main(["check", str(record)]) == 0


async def test_whoever_plays_in_the_moment_of_asking_gets_no_hint_and_nothing_breaks(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna"), hints="always")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await choosing_table(pilot)
        asked = screen.choosing
        play_something(screen)
        screen.action_hint()
        await until(pilot, lambda: screen.choosing is not asked, "the play")
        await pilot.pause()
        assert app.sitting is not None
        assert not app.sitting.record().rounds[0].hints, "nobody saw one"


async def test_hints_are_off_where_several_people_play_unless_the_settings_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = app_in(tmp_path, start("Anna", "Bartek", "Clara", "Dieter"))
    advices: tuple[Advice, ...] = ()

    async def advised() -> tuple[Advice, ...]:
        return advices

    monkeypatch.setattr(app, "advise", advised)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await choosing_table(pilot)
        for hints in sorted(Hints, key=lambda hints: hints is Hints.ALWAYS):
            app.change_settings(app.settings.replaced(hints=hints))
            await pilot.press("i")
            if hints is Hints.ALWAYS:
                await until(pilot, lambda: isinstance(screen.told, Hinting), "the hint")
            else:
                assert "No hints here" in screen_text(app)
                assert "I hint" not in screen_text(app)


async def test_a_hint_that_comes_when_the_hand_is_hidden_is_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = app_in(tmp_path, start("Anna"))
    hint: asyncio.Future[tuple[Advice, ...]] = asyncio.get_running_loop().create_future()
    monkeypatch.setattr(app, "advise", lambda: hint)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await choosing_table(pilot)
        assert screen.choosing is not None
        advices = advise(screen.choosing.view, 0)
        await pilot.press("i", "h")
        assert "tiles are hidden" in screen_text(app)
        hint.set_result(advices)
        await until(pilot, lambda: all(worker.is_finished for worker in app.workers if worker.name == "hint"), "it")
        assert app.screen is screen
        assert screen.told is None


async def test_the_log_tells_what_can_be_said_for_the_plays_of_bots(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", seed="log"))
    async with app.run_test(size=(80, 24)) as pilot:
        for _turn in range(2):
            play_something(await choosing_table(pilot))
            await pilot.pause()
        await choosing_table(pilot)
        await pilot.press("l")
        assert "hardly score" not in screen_text(app)
        assert "may expect" not in screen_text(app)
        await pilot.press("w")
        await pilot.pause()
        assert re.search(r"(can hardly score|may expect \d+ then|must knock)", screen_text(app))


async def test_nothing_moves_where_that_is_not_wanted(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", seed="s87"), bot_speed="fast", motion=False)
    async with app.run_test(size=(80, 24)) as pilot:
        draw = await screen_of(pilot, DrawScreen)
        await pilot.pause()
        assert "opens" in screen_text(app), "the draw is decided at once"
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is not draw, "the draw to be over at the first key")
        while not isinstance(app.screen, LedgerScreen):
            if isinstance(app.screen, TableScreen):
                assert shown_scores(app) == app.screen.match.scores_in_play
            if isinstance(app.screen, TableScreen) and app.screen.mode is Mode.PAUSE:
                app.screen.action_go()
            await step(pilot)
        ledger = await screen_of(pilot, LedgerScreen)
        assert "this round: NS" in screen_text(app)
        assert shown_scores(app) == ledger.match.scores


@pytest.mark.parametrize("wanted", [True, False])
async def test_the_terminal_rings_at_a_turn_where_that_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, wanted: bool
) -> None:
    rung: list[bool] = []

    app = app_in(tmp_path, start("Anna"), bell=wanted)
    monkeypatch.setattr(app, "bell", lambda: rung.append(True))
    async with app.run_test(size=(80, 24)) as pilot:
        await choosing_table(pilot)
    assert rung == [True] * wanted


def test_a_row_without_room_loses_the_end_of_its_first_text_and_nothing_else() -> None:
    row = spread(
        [("Maximiliane Rose played 2|3", "plain"), ("  8 + 2 = 10  +10 NS", "award")], [("round 1", "faint")], 36
    )
    assert "".join(text for text, _role in row) == "Maximiliane Ros…  8 + 2 = 10  +10 NS"
    whole = spread([("Anna played 2|3", "plain")], [("round 1", "faint")], 36)
    assert "".join(text for text, _role in whole) == "Anna played 2|3              round 1"


async def test_the_longest_names_leave_the_count_and_the_opener_to_be_read(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Maximiliane Rose", "Bartholomeus II.", seed="long names"))
    async with app.run_test(size=(80, 24)) as pilot:
        for _turn in range(5):
            await choosing_table(pilot)
            rows = screen_text(app).splitlines()
            assert re.search(r" = \d+    ?(\+\d+ (NS|EW)|no points) *(round \d+)?$", rows[16]) or _turn == 0, rows[16]
            note = " ".join(" ".join(row[50:] for row in rows[18:23]).split())
            assert re.search(r"opens \((won the draw|went out last round)\)", note) or _turn > 0, note
            screen = app.screen
            assert isinstance(screen, TableScreen)
            play_something(screen)
            await pilot.pause()
