"""Names and words of strangers: one door decides about them, and what passes it is drawn literally and does nothing else.

A frame is compared with that of plain names of the same widths, cell by cell and with its styles: the cells of the names
hold the names, and no other cell is touched.
"""

from __future__ import annotations

import datetime
import itertools
import random
import re
import tempfile
import unicodedata
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple, TypeAlias

import pytest
import tomlkit
from rich.cells import cell_len, split_graphemes
from rich.style import Style
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input

from help.chosen import chosen
from help.effort import LONG, cases, seeded
from help.playing import app_in, choosing_table, screen_of, screen_text, until
from help.record_cases import PLAYERS, WORKED_RECORD, changed, random_match
from sevenrocks import cli
from sevenrocks.drawing import letters
from sevenrocks.engine.actions import Passed, RoundEnded
from sevenrocks.engine.errors import NotationError
from sevenrocks.engine.seats import BySeat, Seat
from sevenrocks.engine.view import SeatView
from sevenrocks.names import MAX_CELLS, MAX_WORDS, check_distinct, parse_name, parse_words, same_name
from sevenrocks.record import read_record, record_match, replay, write_record
from sevenrocks.record.writing import _format_value
from sevenrocks.seating import Player
from sevenrocks.seen import MatchView
from sevenrocks.sitting import Start
from sevenrocks.table import Table
from sevenrocks.tui.app import RocksApp
from sevenrocks.tui.screens.base import Arming
from sevenrocks.tui.screens.cover import CoverScreen
from sevenrocks.tui.screens.cut import CutScreen
from sevenrocks.tui.screens.draw import DrawScreen
from sevenrocks.tui.screens.ledger import LedgerScreen
from sevenrocks.tui.screens.log import LogScreen
from sevenrocks.tui.screens.matches import MatchesScreen
from sevenrocks.tui.screens.menu import MenuScreen
from sevenrocks.tui.screens.result import ResultScreen
from sevenrocks.tui.screens.seats import KindChoice, SeatsScreen
from sevenrocks.tui.screens.table import TableScreen

# ---- names that somebody might think of

MARKUP = (
    *(
        "[b]x[/b]",
        "[/]",
        "[red]",
        "[@click=app.quit",
        "[link=x]a[/link]",
        "\\[b]",
        "$text",
        "[[",
        "]",
        "[#]",
        "[on red]",
    ),
    *(":smile:", "{0} %s", "{name}", "{n}", "%(name)s", "<b>&amp;", "'\"`", "**bold**", "~", "\\", "\\n", "C:\\temp"),
)
SCRIPTS = (
    "\u017b\u00f3\u0142w",
    "\u05e9\u05dc\u05d5\u05dd (E)",
    "\u0645\u0631\u062d\u0628\u0627 7",
    "\u0928\u092e\u0938\u094d\u0924\u0947",
    "\u0e1c\u0e39\u0e49\u0e43\u0e2b\u0e0d\u0e48",
    "\u65e5" * 8,
    "\u65e5a\u65e5b\u65e5",
    "\u1112\u1161\u11ab",
    "q\u0301\u0302\u0303\u0304" * 16,
    "W" * 16,
    "i",
    "a b c d e f g h",
    "Anna   Maria",
)
PICTURES = (
    "\U0001f44d\U0001f3fd",
    "\U0001f1f5\U0001f1f1",
    "7\ufe0f\u20e3",
    "\u2764\ufe0f",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467",
    "\u2764\ufe0f\u200d\U0001f525",
    "\U0001f44d" * 8,
    "\u2660\u2665\u2666\u2663",
    "\u2500\u2502\u256d",
    "\u2588" * 16,
)
REFUSED = (
    *(
        "",
        " ",
        "\u3000",
        "\u0301",
        "\x1b[31mAnna",
        "\x1b]0;title\x07",
        "An\x00na",
        "An\nna",
        "An\rna",
        "An\tna",
        "\x9b2J",
    ),
    *("\u202eannA", "Anna\u200b", "An\u00adna", "\ufeffAnna", "\u2066x", "\ue000", "\uffff", "x" * 17, "x" * 10_000),
    *("q" + "\u0301" * 10_000, "\u65e5" * 9, "\U000e0041x", "\u2028", "\x85", "\u3164", "\u200d", "a\u200db"),
)

ALPHABET = "".join(
    dict.fromkeys("aA7bB \u3000\u00a0" + "".join((*MARKUP, *SCRIPTS, *PICTURES, *(text[:3] for text in REFUSED))))
)


def _texts(rng: random.Random, count: int) -> Iterator[str]:
    """Names that are written out, and any number of others from the same characters and from all of them."""
    yield from (*MARKUP, *SCRIPTS, *PICTURES, *REFUSED)
    for _ in range(count):
        how = rng.random()
        length = rng.choice([1, 2, 3, 5, 8, 16, 20])
        if how < 0.5:
            yield "".join(rng.choice(ALPHABET) for _ in range(length))
        elif how < 0.8:
            # Without surrogates, which no text in UTF-8 can hold.
            yield "".join(rng.choice([chr(rng.randrange(0xD800)), chr(rng.randrange(0xE000, 0x110000))]) for _ in "xxx")
        else:
            text = rng.choice((*MARKUP, *SCRIPTS, *PICTURES))
            at = rng.randrange(len(text) + 1)
            yield text[:at] + rng.choice(ALPHABET) + text[at:]


def _some_texts(rng: random.Random, count: int) -> list[str]:
    """So many of those texts, whichever of them, where there is no time for all that are written out."""
    texts = list(_texts(rng, count))
    return texts if LONG else rng.sample(texts, count)


def _passed(text: str, door: Callable[[str], str] = parse_name) -> tuple[str | None, str]:
    """What a door makes of a text: a name, or why it is none."""
    try:
        return door(text), ""
    except NotationError as error:
        return None, str(error)


# ---- one door


class Asked:
    """What the app is asked to begin, were there a terminal."""

    def __init__(self) -> None:
        self.starts: list[Start | None] = []

    def run(self, start: Start | None, _options: object) -> int:
        """Note it."""
        self.starts.append(start)
        return 0


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    asked = Asked()
    monkeypatch.setattr("sevenrocks.cli.play.why_no_app", lambda: None)
    monkeypatch.setattr("sevenrocks.cli.play._run_app", asked.run)
    return asked


def test_a_command_takes_the_names_that_pass_the_door_and_tells_why_not_the_others(
    asked: Asked, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = seeded("names in a command")
    passed = refused = 0
    for text in _some_texts(rng, cases(90, 30_000)):
        if text.startswith("bot:"):
            continue
        name, why = _passed(text)
        asked.starts.clear()
        code = cli.main(["play", "--seat", f"N={text}", "--seat", "E=Zoe 1", "--seat", "S=bot:club"])
        out, err = capsys.readouterr()
        assert out == ""
        if name is not None:
            assert (code, err) == (0, ""), ascii(text)
            (start,) = asked.starts
            assert start is not None
            assert start.players[:2] == (Player(name), Player("Zoe 1"))
            passed += 1
        else:
            assert (code, err) == (2, f"sevenrocks: --seat: {why}\n"), ascii(text)
            assert err[:-1].isprintable()
            assert asked.starts == []
            refused += 1
    assert min(passed, refused) > 20


SHORT_RECORD = write_record(record_match(random_match(1, target=15), PLAYERS))
"""The record of a match that is soon won, so that it is soon read."""

COMMANDS = {"check": (), "show": ("--size", "80x13"), "solve": ("--round", "1", "--play", "0")}
"""Those that read a record, with options with which they are quick."""


def test_a_record_takes_the_names_that_pass_the_door_and_check_tells_why_not_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = seeded("names in a record")
    path = tmp_path / "names.rocks.toml"
    plain: dict[str, str] = {}
    for command, options in COMMANDS.items():
        path.write_text(SHORT_RECORD, "utf-8")
        assert cli.main([command, str(path), *options]) == 0
        plain[command] = capsys.readouterr().out
    passed = refused = 0
    for text in _some_texts(rng, cases(70, 10_000)):
        name, why = _passed(text)
        path.write_text(changed(SHORT_RECORD, 'S = "Clara"', f"S = {_format_value(text)}"), "utf-8", newline="")
        for command in COMMANDS if rng.random() < 0.1 else ("check",):
            code = cli.main([command, str(path), *COMMANDS[command]])
            out, err = capsys.readouterr()
            if name is not None:
                assert (code, out, err) == (0, plain[command], ""), ascii(text)
            else:
                told = f"{path.name}: players.S: {why}\n"
                expected = (1, told, "") if command == "check" else (2, "", f"sevenrocks: {told}")
                assert (code, out, err) == expected, ascii(text)
        if name is None:
            refused += 1
            continue
        passed += 1
        record = read_record(path.read_bytes())
        assert record.players[Seat.S] == name
        assert read_record(write_record(record).encode()).players == record.players
        assert replay(record).winner is not None
    assert min(passed, refused) > 15


@pytest.mark.parametrize(
    "other", ["ANNA", " Anna", "Anna ", "\u00a0anna\u3000", "\uff21\uff4e\uff4e\uff41", "Anna\u0300"]
)
def test_names_alike_are_refused_wherever_they_meet(
    other: str, asked: Asked, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    why = ""
    try:
        check_distinct(["Anna", parse_name(other)])
    except NotationError as error:
        why = str(error)
    assert (why == "") == (other == "Anna\u0300"), "a mark makes another name"
    code = cli.main(["play", "--seat", "N=Anna", "--seat", f"S={other}"])
    assert (code, capsys.readouterr().err) == ((2, f"sevenrocks: --seat: {why}\n") if why else (0, ""))
    assert bool(asked.starts) == (why == "")
    path = tmp_path / "alike.rocks.toml"
    path.write_text(changed(WORKED_RECORD, 'S = "Clara"', f"S = {_format_value(other)}"), "utf-8")
    assert cli.main(["check", str(path)]) == (1 if why else 0)
    assert capsys.readouterr().out.startswith(f"alike.rocks.toml: {why or 'ok'}")


def test_what_passes_the_door_has_a_width_of_its_own_wherever_it_stands() -> None:
    rng = seeded("widths of names")
    for text in _texts(rng, cases(3000, 300_000)):
        name, why = _passed(text)
        if name is None:
            assert why.isprintable()
            continue
        # Nothing joins what stands before or behind, and each grapheme can be seen.
        for before, behind in (
            ("", ""),
            ("x", "y"),
            (" ", " "),
            ("\u65e5", "\u65e5"),
            ("(", ")"),
            ("\U0001f44d ", " \u2764"),
        ):
            width = cell_len(before) + cell_len(name) + cell_len(behind)
            assert cell_len(before + name + behind) == width, ascii(text)
        spans, width = split_graphemes(name)
        assert all(size > 0 for _start, _end, size in spans), ascii(text)
        assert sum(size for _start, _end, size in spans) == width <= MAX_CELLS
        assert all(unicodedata.category(character)[0] != "C" for character in name.replace("\u200d", ""))


@pytest.mark.parametrize(
    "text",
    ["x\U0001f3fd", "\U0001f3fdx", "\U0001f44d\U0001f3fd\U0001f3fd", "7\U0001f3ff", "\u65e5\U0001f3fb"],
    ids=ascii,
)
def test_the_colour_of_a_skin_stands_behind_a_picture_only(text: str) -> None:
    # Anywhere else it is a picture of its own to a terminal, two cells wide, for which no room was counted.
    name, why = _passed(text)
    assert name is None
    assert why.isprintable()


def test_words_of_a_cut_pass_a_door_too() -> None:
    rng = seeded("words of a cut")
    passed = refused = 0
    for text in (*_texts(rng, cases(3000, 300_000)), "x" * 60, "x" * 61, "x" * 10_000, "a " * 30, " " * 500 + "x"):
        words, why = _passed(text, parse_words)
        assert why.isprintable()
        if words is None:
            refused += 1
            continue
        passed += 1
        assert words.isprintable(), ascii(text)
        assert len(words) <= MAX_WORDS
        assert parse_words(words) == words, "what was kept can be said again"
        assert words.split() == words.split(" ") if words else not text.strip()
        words.encode()
    assert min(passed, refused) > 30


# ---- frames

Cell: TypeAlias = tuple[str, Style | None]
Grid: TypeAlias = list[list[Cell]]


def _cells(text: str) -> list[str]:
    """A text as the cells that it takes; what a wide character covers besides its first is empty."""
    found: list[str] = []
    for start, end, width in split_graphemes(text)[0]:
        if not width and found:
            found[-1] += text[start:end]
            continue
        found += [text[start:end], *[""] * (width - 1)]
    return found


def _grid(app: RocksApp) -> Grid:
    """What is on the screen, cell by cell."""
    rows: Grid = []
    for strip in app.screen._compositor.render_strips():
        rows.append([(cell, segment.style) for segment in strip for cell in _cells(segment.text)])
    return rows


def _told(grid: Grid) -> str:
    return "\n".join("".join(cell for cell, _style in row).rstrip() for row in grid)


def _letters(width: int, first: int) -> Iterator[str]:
    """Letters of this width that stand nowhere else on the screen, one after the other."""
    return (
        chr(code)
        for code in itertools.count(first)
        if unicodedata.category(chr(code)) == "Lo" and cell_len(chr(code)) == width
    )


class Plain:
    """Makes plain texts of the same widths as others, and of letters that are used but once."""

    def __init__(self) -> None:
        self._letters = {1: _letters(1, 0x1200), 2: _letters(2, 0x4E00)}
        self.stands_for: dict[str, str] = {}
        """For each letter what is to stand in its cell."""

    def of(self, text: str) -> str:
        """A plain text with spaces at the same places."""
        made = ""
        for start, end, width in split_graphemes(text)[0]:
            letter = " " if text[start:end] == " " else next(self._letters[width])
            self.stands_for[letter] = text[start:end]
            made += letter
        return made

    def filled(self, grid: Grid) -> Grid:
        """A frame of plain texts, with the others in their cells."""
        return [[(self.stands_for.get(cell, cell), style) for cell, style in row] for row in grid]


KINDS = (None, None, None, "novice")
"""Three people, between whom the screen is covered, and a bot, of whose plays the log tells reasons."""


Take: TypeAlias = Callable[[str], Awaitable[None]]
"""Keeps a frame of the screen in sight by a name."""


def _seated(view: MatchView, names: list[str]) -> MatchView:
    """The same match with players of these names."""
    players = BySeat([Player(*sitting) for sitting in zip(names, KINDS, strict=True)])
    rounds = tuple(replace(seen, seats=replace(seen.seats, players=players)) for seen in view.rounds)
    return replace(view, players=players, rounds=rounds)


class Moments(NamedTuple):
    """A match as it was in its middle, where everyone but one has knocked or not, at the end of a round, and at its end."""

    middle: MatchView
    hand: SeatView
    settled: MatchView
    won: MatchView


@lru_cache
def _moments() -> Moments:
    """The moments of one and the same match."""
    rng = random.Random("moments")
    with tempfile.TemporaryDirectory() as folder:
        players = BySeat([Player(f"Seat {number}", level) for number, level in enumerate(KINDS)])
        table = Table.begin(players, Path(folder), target=120, known_seed=SEED, date=datetime.date(2026, 11, 29))
        middle: MatchView | None = None
        settled: MatchView | None = None
        hand: SeatView | None = None
        while table.winner is None:
            if table.turn is None:
                table.begin_round()
            seat = table.turn
            assert seat is not None
            view = table.view
            knocked = any(isinstance(event, Passed) for event in view.round.events)
            if middle is None and knocked and seat is Seat.S and not table.must_pass:
                middle, hand = view, table.view_for(seat)
            table.play(seat, rng.choice(table.view_for(seat).legal_actions))
            ended = table.view.round
            if settled is None and isinstance(ended.ended, RoundEnded) and ended.ended.seat:
                settled = table.view
        table.close()
        assert middle is not None
        assert hand is not None
        assert settled is not None
        return Moments(middle, hand, settled, table.view)


async def _gallery(app: RocksApp, names: list[str], take: Take) -> None:
    """The screens of a match, one after the other."""
    moments = _moments()
    middle, settled, won = (_seated(view, names) for view in (moments.middle, moments.settled, moments.won))
    table = TableScreen(middle, Seat.S, moments.hand)
    await app.push_screen(table)
    table.say_turn_of(Seat.S)
    await take("table")
    table.hide()
    await take("hidden")
    await app.pop_screen()
    public = TableScreen(middle, Seat.E, None)
    await app.push_screen(public)
    public.say_turn_of(Seat.W)
    await take("public table")
    await app.pop_screen()
    log = LogScreen(middle)
    await app.push_screen(log)
    log.action_reasons()
    log.action_scroll(-1000)
    await take("log")
    await app.pop_screen()
    panelled = TableScreen(middle, Seat.E, None)
    await app.push_screen(panelled)
    for scene in ("log panel", "log panel with reasons", "why panel", "keys panel"):
        if scene == "why panel":
            panelled.action_explain()
        elif scene == "keys panel":
            panelled.action_help()
        elif scene == "log panel":
            panelled.show_log()
            panelled.action_panel_scroll(-1000)
        else:
            panelled.action_reasons()
            panelled.action_panel_scroll(-1000)
        await take(scene)
    panelled.close_panel()
    await app.pop_screen()
    assert settled.round is not None
    assert isinstance(settled.round.ended, RoundEnded)
    for scene, screen in (
        ("cover", CoverScreen(middle, Seat.S)),
        ("taken up", CoverScreen(middle, Seat.W, resumed=True)),
        ("ledger", LedgerScreen(settled, settled.round.ended)),
        ("result", ResultScreen(won, "Record: /home/x.rocks.toml")),
    ):
        await app.push_screen(screen)
        await take(scene)
        await app.pop_screen()


async def _way(pilot: Pilot[None], names: list[str], words: str, take: Take) -> None:
    """The way of the names into a match, from the form to the first table, and from there to the list of matches."""
    form = await screen_of(pilot, SeatsScreen)
    for field, name in zip(form.query(Input), names, strict=True):
        field.cursor_blink = False
        field.value = name
    # A field in focus selects what it holds; a kind has no name in it.
    form.query(KindChoice)[3].focus()
    await take("seats")
    form.action_start()
    await screen_of(pilot, DrawScreen)
    await take("draw before the cut")
    await pilot.press("c")
    cut = await screen_of(pilot, CutScreen)
    field = cut.query_one(Input)
    field.cursor_blink = False
    field.value = words
    await take("cut")
    # Other words would cut to other deals.
    field.value = "mazurka"
    cut.action_deal()
    draw = await screen_of(pilot, DrawScreen)
    draw.action_go_on()
    assert isinstance(pilot.app, RocksApp)
    app = pilot.app
    await until(pilot, lambda: "pips" in screen_text(app), "the tiles to be turned")
    await take("draw")
    await choosing_table(pilot)
    await take("first table")
    await pilot.press("q", "enter")
    await screen_of(pilot, MenuScreen)
    await pilot.press("a")
    await screen_of(pilot, MatchesScreen)
    await take("matches")


def _app_of(folder: Path, seats: Iterable[tuple[str, str | None]]) -> RocksApp:
    """The app before a new match, in whose settings these players sat down last time."""
    table = tomlkit.document()
    table["seats"] = [{"name": name} | ({} if level is None else {"bot": level}) for name, level in seats]
    usual = chosen(bot_speed="instant", characters="unicode")
    (folder / "settings.toml").write_text(usual + tomlkit.dumps(table), "utf-8")
    return app_in(folder, Start())


async def _frames(folder: Path, names: list[str], words: str, size: tuple[int, int]) -> dict[str, Grid]:
    """A frame of each screen with these names."""
    frames: dict[str, Grid] = {}
    app = _app_of(folder, [(f"Seat {number}", level) for number, level in enumerate(KINDS)])
    assert not app.settings_told

    async def take(scene: str) -> None:
        await pilot.pause()
        frames[scene] = _grid(app)
        assert all(len(row) == size[0] for row in frames[scene]), f"{scene}: a row is too long\n{_told(frames[scene])}"

    async with app.run_test(size=size) as pilot:
        await _way(pilot, names, words, take)
        await _gallery(app, names, take)
    return frames


SCENES = {
    "seats": "NESW",
    "draw before the cut": "NESW",
    "cut": "",
    "draw": "NESW",
    "first table": "NESW",
    "matches": "N",
    "table": "NESW",
    "hidden": "NESW",
    "public table": "NESW",
    "log": "NESW",
    "log panel": "NESW",
    "log panel with reasons": "NESW",
    "why panel": "NSW",
    "keys panel": "NSW",
    "cover": "NESW",
    "taken up": "NESW",
    "ledger": "NESW",
    "result": "EW",
}
"""Whose name stands on each screen, whole or cut short."""


COVERS = {"cover": Seat.S, "taken up": Seat.W}
"""The covers, and to whom they pass the screen."""

_FOLDS = re.compile("[▏ ]{3,}")


def _told_on(rows: Grid) -> list[str]:
    """What is written on a curtain, row by row, without its folds."""
    told = ("".join(cell for cell, _style in row) for row in rows)
    return [text for text in (_FOLDS.sub(" ", row).strip("▏ ") for row in told) if text]


def _check_curtain(shown: Grid, filled: Grid, name: str) -> Grid:
    """Check the curtain of a cover, on which a name is large or set apart; returns what lies above it."""
    (rail,) = (y for y, row in enumerate(shown) if all(cell == "▀" for cell, _style in row))
    assert filled[rail] == shown[rail]
    assert filled[-1] == shown[-1]
    told, expected = _told_on(shown[rail + 1 : -1]), _told_on(filled[rail + 1 : -1])
    apart = {" ".join(_graphemes(text)) for text in (name, name.upper())} | {name}
    if letters.is_drawn(name):
        sizes = [[_FOLDS.sub(" ", line).strip() for line in letters.draw(name, size)] for size in letters.Size]
        assert any(told[1 : 1 + len(drawn)] == drawn for drawn in sizes) or told[1] in apart, told
        (high,) = {len(drawn) for drawn in sizes if told[1 : 1 + len(drawn)] == drawn} or {1}
    else:
        assert " ".join(_FOLDS.sub(" ", told[1]).split()) in {" ".join(text.split()) for text in apart}, ascii(told)
        high = 1
    assert told[:1] + told[1 + high :] == expected[:1] + expected[2:], f"{told}\n{expected}"
    return shown[:rail]


def _graphemes(text: str) -> list[str]:
    return [text[start:end] for start, end, _width in split_graphemes(text)[0]]


async def _check_frames(folder: Path, names: list[str], words: str, size: tuple[int, int]) -> None:
    plain = Plain()
    plain_names, plain_words = [plain.of(name) for name in names], plain.of(words)
    for made in (folder / "plain", folder / "names"):
        made.mkdir(parents=True)
    expected = await _frames(folder / "plain", plain_names, plain_words, size)
    found = await _frames(folder / "names", names, words, size)
    assert list(expected) == list(found) == list(SCENES)
    for scene, grid in expected.items():
        shown, filled = found[scene], plain.filled(grid)
        if scene in COVERS:
            shown = _check_curtain(shown, filled, names[COVERS[scene]])
            filled = filled[: len(shown)]
        place = f"{scene} at {size} of {names!a} and {words!a}\n{_told(shown)}\n\nrather than\n{_told(filled)}"
        assert shown == filled, place
        text = _told(grid)
        for seat in SCENES[scene]:
            name = plain_names["NESW".index(seat)]
            forms = [name, *(name[:length].rstrip() + "\u2026" for length in range(1, len(name)))]
            assert any(form in text for form in forms), f"{seat} is not in {place}"


SEED = bytes(range(32))


@pytest.fixture
def same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same deals for everybody, which the players may cut all the same; and covers that open at once."""
    monkeypatch.setattr("sevenrocks.table.secrets", SimpleNamespace(token_bytes=lambda _count: SEED))
    monkeypatch.setattr(Arming, "DELAY", 0.0)
    monkeypatch.setattr(Arming, "SILENCE", 0.0)


TABLES = (
    ("[@click=app.quit", "[/]", "\u65e5a\u65e5b\u65e5 c d", "{name}"),
    ("\u65e5" * 8, "\u05e9\u05dc\u05d5\u05dd (E)", "q\u0301\u0302\u0303\u0304" * 16, "[b]x[/b] W W W W"),
    (
        "\U0001f469\u200d\U0001f469\u200d\U0001f467",
        "7\ufe0f\u20e3",
        "\u2764\ufe0f\u200d\U0001f525 x \u0928\u0940",
        ":smile:",
    ),
)
WORDS = (
    "[@click=app.quit]x[/] {0} \\[b]",
    "\u65e5" * 30,
    "\u05e9\u05dc\u05d5\u05dd q\u0301\u0302 \U0001f44d",
    "$text :smile: '\"",
)


def _four(rng: random.Random) -> list[str]:
    """Names for one table: one of markup, one of a script, one of pictures, and any other that passes."""
    names: list[str] = []
    for texts in (MARKUP, SCRIPTS, PICTURES, tuple(_texts(rng, 200))):
        name: str | None = None
        while name is None or any(same_name(name, other) for other in names):
            name, _why = _passed(rng.choice(texts))
        names.append(name)
    rng.shuffle(names)
    return names


@pytest.mark.usefixtures("same_deals")
async def test_names_are_drawn_literally_on_every_screen_and_nothing_else_is_changed(tmp_path: Path) -> None:
    rng = seeded("names on screens")
    for number in range(cases(1, 500)):
        names = list(TABLES[number]) if LONG and number < len(TABLES) else _four(rng)
        size = rng.choice([(80, 24), (100, 30), (160, 50)])
        await _check_frames(tmp_path / str(number), names, rng.choice(WORDS), size)


# ---- what is typed, pasted or kept, before the door has seen it

HOSTILE = "A\x1b[31mB\x07\x00\u202e\u2066C\x9b2J\u200bD"


def _check_drawn(app: RocksApp) -> None:
    told = "\n".join("".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips())
    assert "A[31mBC2JD" in told, told
    assert all(character.isprintable() for character in told.replace("\n", "")), ascii(told)


async def _paste(pilot: Pilot[None], field: Input, text: str) -> None:
    field.focus()
    await pilot.pause()
    field.post_message(events.Paste(text))
    await pilot.pause()


@pytest.mark.usefixtures("same_deals")
async def test_what_is_pasted_into_a_form_steers_nothing_before_it_is_refused_either(tmp_path: Path) -> None:
    app = app_in(tmp_path, Start())
    async with app.run_test(size=(80, 24)) as pilot:
        form = await screen_of(pilot, SeatsScreen)
        name = form.query(Input).first()
        await _paste(pilot, name, HOSTILE)
        _check_drawn(app)
        name.value = "Anna"
        form.action_start()
        await screen_of(pilot, DrawScreen)
        await pilot.press("c")
        cut = await screen_of(pilot, CutScreen)
        await _paste(pilot, cut.query_one(Input), HOSTILE)
        _check_drawn(app)


async def test_names_in_the_settings_steer_nothing_before_they_are_refused_either(tmp_path: Path) -> None:
    app = _app_of(tmp_path, [(HOSTILE, None), ("Zoe", "club"), ("Yan", "club"), ("D" * 5000, "club")])
    async with app.run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, SeatsScreen)
        await pilot.pause()
        _check_drawn(app)


async def test_the_form_takes_the_names_that_pass_the_door_and_tells_why_not_the_others(tmp_path: Path) -> None:
    rng = seeded("names in the form")
    app = app_in(tmp_path, Start())
    passed = refused = 0
    async with app.run_test(size=(80, 24)) as pilot:
        form = await screen_of(pilot, SeatsScreen)
        for number, other in enumerate(form.query(Input)):
            other.value = f"Seat {number} x"
        field = form.query(Input)[2]
        replies: list[BySeat[Player]] = []
        form.reply = replies.append  # type: ignore[method-assign, assignment]
        for text in _some_texts(rng, cases(25, 10_000)):
            field.value = text
            await pilot.pause()
            replies.clear()
            form.action_start()
            name, why = _passed(field.value)
            if name is not None:
                assert [players[Seat.S].name for players in replies] == [name], ascii(text)
                passed += 1
                continue
            assert replies == []
            await pilot.pause()
            assert f" S: {why}" in _told(_grid(app)), ascii(text)
            refused += 1
    assert min(passed, refused) > 5
