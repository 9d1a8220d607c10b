"""Whatever is pressed or clicked on a screen does something, or is answered in words; and all of it can be done without letters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest
from textual import events
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.widgets import Input

from help import scenes
from help.playing import app_in, choosing_table, play_something, play_to, screen_of, screen_text, start, told_in, until
from sevenrocks.bots.advice import advise
from sevenrocks.bots.process import BotFailedError
from sevenrocks.engine.seats import Scores
from sevenrocks.i18n import LANGUAGES, speak
from sevenrocks.learning.lessons import LESSONS, Lesson
from sevenrocks.learning.questions import ChoiceQuestion, CountQuestion, PlacesQuestion
from sevenrocks.sitting import Rescue
from sevenrocks.tui.app import RocksApp
from sevenrocks.tui.keys import KEYS, Keys, On, is_other_script
from sevenrocks.tui.screens.base import HidingScreen, RocksScreen
from sevenrocks.tui.screens.call import CallScreen
from sevenrocks.tui.screens.confirm import Keeping, LeaveScreen, NotKeptScreen
from sevenrocks.tui.screens.counting import CountingScreen
from sevenrocks.tui.screens.cover import CoverScreen
from sevenrocks.tui.screens.cut import CutScreen
from sevenrocks.tui.screens.draw import DrawScreen
from sevenrocks.tui.screens.explain import ExplainScreen
from sevenrocks.tui.screens.held import Mode
from sevenrocks.tui.screens.help import HelpScreen
from sevenrocks.tui.screens.ledger import LedgerScreen
from sevenrocks.tui.screens.lesson import LessonScreen
from sevenrocks.tui.screens.log import LogScreen
from sevenrocks.tui.screens.matches import MatchesScreen
from sevenrocks.tui.screens.menu import MenuScreen
from sevenrocks.tui.screens.panelled import PanelledScreen
from sevenrocks.tui.screens.panels import Explaining, Hinting, KeysTold, Logging
from sevenrocks.tui.screens.rescue import RescueScreen
from sevenrocks.tui.screens.result import ResultScreen
from sevenrocks.tui.screens.rules import RulesScreen
from sevenrocks.tui.screens.seats import SeatsScreen
from sevenrocks.tui.screens.table import TableScreen
from sevenrocks.tui.widgets.lines import KeyLine
from sevenrocks.tui.widgets.painted import Painted
from sevenrocks.tui.widgets.panel import Told

pytestmark = pytest.mark.usefixtures("no_arming")

ALL = ("Anna", "Bartek", "Clara", "Dieter")
KNOCKS_SOON = "k131"
"""Seed of a known deal in which N must knock early."""
ENDS_SOON = "s87"
"""Seed of a known deal whose first round ends early."""


# ---- without letters, over the registry

BY_ARROWS = {
    "place": "place-next",
    "mark": "digit",
    **dict.fromkeys(
        (
            "menu-continue",
            "menu-new",
            "menu-past",
            "menu-demo",
            "menu-learn",
            "menu-rules",
            "menu-settings",
            "menu-quit",
        ),
        "menu-next",
    ),
    **dict.fromkeys(("learn-first-match", "learn-trainer", "learn-argued"), "learn-next"),
}
"""What has no key without letters of its own, and the key by which one gets there; Enter takes it."""

BY_THE_KEY_THAT_ASKED = {"yes", "no"}
"""A question is answered by the key that asked it, once more, or by Escape; see `Key`."""


def is_letter(name: str) -> bool:
    return name[-1].isalpha() and (len(name) == 1 or name[-2] == "+") and name not in {"ctrl+q", "ctrl+z", "ctrl+c"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_a_letter_does_can_be_done_without_one(language: str) -> None:
    speak(language)
    keys = Keys()
    by_id = {key.id: key for key in KEYS}
    for key in KEYS:
        names = keys.all_of(key)
        if key.on is On.APP or not any(map(is_letter, names)) or key.id in BY_THE_KEY_THAT_ASKED:
            continue
        if key.id in BY_ARROWS:
            instead = by_id[BY_ARROWS[key.id]]
            assert key.on in instead.on
            assert not any(map(is_letter, keys.all_of(instead)))
        else:
            assert keys.letterless(key.id), f"{key.id} is {names}"
            # GNOME's terminal opens its menu at F10, and its window at F11; a browser's tools are at F12.
            assert {name for name in names if not is_letter(name)} - {"f10", "f11", "f12"}, key.id
    assert list(keys.clashes()) == []


def test_a_players_own_key_takes_it_from_what_is_told_to_nobody() -> None:
    keys = Keys({"hide": ("f6",), "log": ("f1",)})
    assert list(keys.clashes()) == []
    assert keys.letterless("seat-e") is None
    assert keys.letterless("hide") == "F6"
    assert keys.is_key("help", "question_mark")
    assert not keys.is_key("help", "f1")


def test_other_scripts_are_told_from_latin_letters() -> None:
    for character in "цЯאםשفγΩこ漢კदि한ั":
        assert is_other_script(character), unicodedata.name(character)
    for character in "aZłßøÿ1?`~ªº ﬁ":
        assert not is_other_script(character), unicodedata.name(character)


# ---- every key on every screen


NO_MODIFIERS = (False, False, False)


class Look(NamedTuple):
    """All that somebody can notice of a screen."""

    text: str
    focus: object
    at: object
    done: int


class Walk:
    """Presses every key of a screen, and puts it back as it was before each."""

    def __init__(self, pilot: Pilot[None], monkeypatch: pytest.MonkeyPatch) -> None:
        self.app = cast("RocksApp", pilot.app)
        self.pilot = pilot
        self.done: list[object] = []
        self.silent: list[str] = []
        self.pressed = 0
        self.seen: set[On] = set()
        self._patch = monkeypatch

    @contextmanager
    def nothing_goes_on(self) -> Iterator[None]:
        """Answers and pages are noted, and the screen stays."""

        async def no_hint() -> tuple[object, ...]:
            raise BotFailedError

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(RocksScreen, "reply", lambda _screen, answer: self.done.append(answer))
            for name in ("show_overlay", "close_overlay"):
                patch.setattr(RocksApp, name, lambda _app, overlay: self.done.append(overlay))
            patch.setattr(RocksApp, "swap", lambda _app, swap: self.done.append(swap))
            patch.setattr(RocksApp, "export", lambda _app, path, **_how: f"{path} is written")
            patch.setattr(self.app, "advise", no_hint)
            yield

    def look(self) -> Look:
        app = self.app
        focused = app.focused
        at = (getattr(focused, "cursor_position", None), getattr(focused, "selection", None))
        typed = [field.value for field in app.screen.query(Input)]
        drawn = [told_in(widget) for widget in app.screen.query(Painted) if widget.display]
        return Look("\n".join([*typed, *drawn]), focused, at, len(self.done))

    async def every_key(
        self,
        restore: Callable[[], object] = lambda: None,
        *,
        answered_by: str = "",
        clicks: bool = True,
        on: On | None = None,
    ) -> None:
        """Press them on the screen in sight, or those of a panel on it.

        A key that changes nothing is told of, unless this text answers it.
        """
        screen = self.app.screen
        assert isinstance(screen, RocksScreen)
        self.seen.add(on or screen.ON)
        with self.nothing_goes_on():
            for id, pressed in presses(self.app.keys, on or screen.ON):  # noqa: A001, that is what it is
                await self._restore(screen, restore)
                if isinstance(screen, PanelledScreen) and does_nothing_there(screen, id, pressed, on):
                    continue
                before = self.look()
                self.app.post_message(events.Key(*key_event(pressed)))
                await self.pilot.pause()
                self._compare(before, f"{type(screen).__name__}: {id} ({pressed})", answered_by)
            await self._restore(screen, restore)
            await self._other_script(screen)
            for line in screen.query(KeyLine) if clicks else ():
                await self._restore(screen, restore)
                column = 1
                for shown in line.fitting(line.content_size.width):
                    await self._restore(screen, restore)
                    if column < self.app.size.width:
                        before = self.look()
                        x, y = line.region.x + column, line.region.y
                        await line.on_click(events.Click(line, column, 0, 0, 0, 1, *NO_MODIFIERS, x, y))
                        await self.pilot.pause()
                        self._compare(before, f"{type(screen).__name__}: a click on {shown.name} {shown.word}", "")
                    column += len(f" {shown.name} {shown.word} ")
            await self._restore(screen, restore)

    async def _other_script(self, screen: RocksScreen[Any]) -> None:
        """A letter of another script is answered with what does without letters; a field takes it."""
        self.app.post_message(events.Key(_character_to_key("ц"), "ц"))
        await self.pilot.pause()
        if isinstance(self.app.focused, Input):
            assert self.app.focused.value.endswith("ц")
            self.app.focused.value = self.app.focused.value.removesuffix("ц")
            return
        told = told_in(screen.query(KeyLine).last())
        assert told.startswith(" Without Latin letters: F"), f"{screen}: {told}"
        assert "F1 lists" in told, told
        if isinstance(screen, HidingScreen) and screen.is_hidden:
            assert f"F{5 + screen.bottom} shows the tiles" in told, told  # type: ignore[attr-defined]

    def _compare(self, before: Look, what: str, answered_by: str) -> None:
        self.pressed += 1
        after = self.look()
        if after == before and not (answered_by and answered_by in after.text):
            self.silent.append(what)

    async def _restore(self, screen: RocksScreen[Any], restore: Callable[[], object]) -> None:
        assert self.app.screen is screen
        screen.tell_aside("")
        restore()
        await self.pilot.pause()


def presses(keys: Keys, on: On) -> Iterator[tuple[str, str]]:
    """Each action of a screen with what is pressed for it. A page may be at its end, and a list may have one row."""
    for key in KEYS:
        if (
            on in key.on
            and not key.action.startswith(("scroll(", "panel_scroll("))
            and not (on is On.MATCHES and "step(" in key.action)
        ):
            if key.is_numbered:
                yield from ((key.id, name) for name in keys.all_of(key))
            else:
                yield key.id, keys.all_of(key)[0]


def key_event(name: str) -> tuple[str, str | None]:
    """A key of the registry as a terminal sends it."""
    if len(name) == 1:
        return (name if name.isalnum() else _character_to_key(name)), name
    return name, {"enter": "\r", "space": " ", "tab": "\t"}.get(name)


def does_nothing_there(screen: PanelledScreen[Any], id: str, pressed: str, on: On | None) -> bool:  # noqa: A002
    """Whether a key has nothing to do in a panel: it scrolls what may be whole, or is that of another panel."""
    told = screen.told
    if told is None:
        return False
    if told.items < 2 and pressed in {"up", "down", "tab", "shift+tab"}:
        return True
    other = {"panel-play": Hinting, "reasons": Logging}.get(id)
    return on is On.PANEL and other is not None and not isinstance(told, other)


def at_the_table(screen: TableScreen, *, hidden: bool = False) -> Callable[[], None]:
    """Nothing chosen, nothing told."""

    def restore() -> None:
        if screen.choosing is not None:
            screen.choosing.drop()
        screen.close_panel()
        if screen.is_hidden and not hidden:
            screen.show_hidden()
        elif hidden:
            screen.hide()
        screen.tell_not_shown("")
        screen.say()

    return restore


def with_panel(screen: PanelledScreen[Any], kind: type[Told], *, hidden: bool = False) -> Callable[[], None]:
    """Something is told beside the table, from its beginning."""

    def restore() -> None:
        if isinstance(screen, TableScreen):
            at_the_table(screen, hidden=hidden)()
        screen.close_panel()
        if kind is Logging:
            screen.show_log()
        elif kind is KeysTold:
            screen.action_help()
        elif kind is Explaining:
            screen.action_explain()
        else:
            assert isinstance(screen, TableScreen)
            assert screen.choosing is not None
            screen._told_of, view = screen.choosing, screen.choosing.view
            screen.open_panel(Hinting(screen.match.players, view, advise(view, 0), ascii_only=lambda: False))

    return restore


def no_silence(walk: Walk) -> None:
    assert walk.silent == [], walk.silent


async def test_every_key_around_the_table_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 40)) as pilot:
        walk = Walk(pilot, monkeypatch)
        for reach in (scenes.menu, scenes.rules, scenes.settings, scenes.learn, scenes.argued, scenes.welcome):
            await reach(pilot)
            await walk.every_key()
        await scenes.seats(pilot)
        seats = app.screen
        assert isinstance(seats, SeatsScreen)
        await walk.every_key(lambda: seats.action_preset("NES"))
        await scenes.trainer(pilot)
        await walk.every_key(clicks=False)
        await pilot.press("enter")
        await walk.every_key(_typed(app.screen, ""))
        await walk.every_key(_typed(app.screen, "12"), clicks=False)
        await pilot.press("7", "enter")
        await walk.every_key(clicks=False)
        await scenes.menu(pilot)
        for kind in (ChoiceQuestion, CountQuestion, PlacesQuestion):
            lesson = LessonScreen(_lesson_with(kind), 1, 1)
            await app.push_screen(lesson)
            await pilot.pause()
            await walk.every_key(_asked(lesson))
            app.pop_screen()
        done = walk.done
        not_kept = Keeping(lambda: "the disk is full", lambda: done.append("again"), lambda: "a record")
        kept = Keeping(lambda: None, lambda: None, lambda: "")
        rescue = Rescue(tmp_path, 1, 2, Scores((0, 0)), cast("Any", None), lambda: app.settings)
        for screen in (
            NotKeptScreen(not_kept),
            NotKeptScreen(kept),
            LeaveScreen(not_kept, lambda: done.append("left")),
            LeaveScreen(kept, lambda: done.append("left")),
            RescueScreen(rescue),
            CutScreen("0123456789abcdef" * 4, "", done.append),
        ):
            await app.push_screen(screen)
            await pilot.pause()
            await walk.every_key()
            app.pop_screen()
            await pilot.pause()
    no_silence(walk)


def _typed(screen: object, typed: str) -> Callable[[], None]:
    assert isinstance(screen, CountingScreen)

    def restore() -> None:
        screen.typed, screen.message = typed, ""
        screen.tell()

    return restore


def _asked(screen: LessonScreen) -> Callable[[], None]:
    def restore() -> None:
        screen._ask()

    return restore


def _lesson_with(kind: type[object]) -> Lesson:
    lesson = next(lesson for lesson in LESSONS if any(isinstance(question, kind) for question in lesson.questions))
    return replace(lesson, questions=tuple(question for question in lesson.questions if isinstance(question, kind)))


async def _turn(pilot: Pilot[None], *, must_pass: bool) -> TableScreen:
    """The next turn in which one must knock, or can place."""
    while True:
        screen = await choosing_table(pilot)
        assert screen.choosing is not None
        if screen.choosing.must_pass is must_pass:
            return screen
        play_something(screen)
        await pilot.pause()


async def test_every_key_of_a_match_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_in(tmp_path, start("Anna", seed=KNOCKS_SOON), hints="always")
    async with app.run_test(size=(80, 40)) as pilot:
        walk = Walk(pilot, monkeypatch)
        await until(pilot, lambda: isinstance(app.screen, DrawScreen), "the draw")
        await walk.every_key()
        screen = await _turn(pilot, must_pass=False)
        await walk.every_key(at_the_table(screen))
        tile = next(iter(screen.choosing.playable))  # type: ignore[union-attr]

        def choose() -> None:
            at_the_table(screen)()
            screen.choosing.pick(tile)  # type: ignore[union-attr]
            screen.say()

        await walk.every_key(choose, clicks=False)
        await walk.every_key(at_the_table(screen, hidden=True), answered_by="The tiles are hidden")
        screen.show_hidden()
        for told in (Logging, KeysTold, Explaining, Hinting):
            restore = with_panel(screen, told)
            await walk.every_key(restore)
            # The plays of the hint have numbers there; those of a tile close what else is told.
            await walk.every_key(restore, on=On.PANEL, clicks=False)
        await walk.every_key(with_panel(screen, Logging, hidden=True), on=On.PANEL)
        screen.close_panel()
        screen.show_hidden()
        await pilot.press("r")
        await screen_of(pilot, RulesScreen)
        await walk.every_key()
        await pilot.press("question_mark")
        await screen_of(pilot, HelpScreen)
        await walk.every_key()
        await pilot.press("escape", "escape")
        await pilot.press("t")
        await pilot.pause()
        await walk.every_key()
        await pilot.press("escape")
        screen = await _turn(pilot, must_pass=True)
        await walk.every_key(at_the_table(screen))
        monkeypatch.setattr(RocksApp, "swaps", ())
        await pilot.press("t")
        assert "No seat can change now." in told_in(screen.key_line)
        await pilot.press("left")
        assert "No seat can change now." not in told_in(screen.key_line)
        await pilot.press("y")
        assert isinstance(screen.told, Explaining)
        assert screen.told.is_of_hand
        await walk.every_key(with_panel(screen, Explaining), on=On.PANEL)
    no_silence(walk)


async def test_every_key_at_the_end_of_a_round_and_of_a_match_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = app_in(tmp_path, start(*ALL, seed=ENDS_SOON, target=1000))
    async with app.run_test(size=(80, 40)) as pilot:
        walk = Walk(pilot, monkeypatch)
        await play_to(pilot, CoverScreen)
        cover = app.screen
        assert isinstance(cover, CoverScreen)
        await walk.every_key(lambda: cover.tell_not_shown(""), answered_by="The tiles are hidden")
        for kind in (Logging, KeysTold, Explaining):
            await walk.every_key(with_panel(cover, kind))
            await walk.every_key(with_panel(cover, kind), on=On.PANEL)
        cover.close_panel()
        screen = await choosing_table(pilot)
        play_something(screen)
        await until(pilot, lambda: screen.mode is Mode.GO_ON, "the play to be shown")
        await walk.every_key(at_the_table(screen))
        await play_to(pilot, LedgerScreen)
        await walk.every_key()
        await pilot.press("y")
        page = await screen_of(pilot, ExplainScreen)
        assert "rounded to" in told_in(page.query_one(".page-rows", Painted))
        await pilot.press("escape", "q", "y")
        await screen_of(pilot, MenuScreen)
        await until(pilot, lambda: "All matches" in screen_text(app), "the menu to offer the match")
        await pilot.press("a")
        await screen_of(pilot, MatchesScreen)
        await walk.every_key()
    (tmp_path / "2").mkdir()
    app = app_in(tmp_path / "2", start("Anna", seed="w0", target=15), call_it=True, call_seconds=0)
    async with app.run_test(size=(80, 40)) as pilot:
        won = Walk(pilot, monkeypatch)
        play_something(await choosing_table(pilot))
        call = await screen_of(pilot, CallScreen)
        await won.every_key(_typed(call, ""))
        call.submit(call.after.count)
        await until(pilot, lambda: call.is_answered, "the call to be answered")
        await won.every_key(clicks=False)
        await play_to(pilot, ResultScreen)
        await won.every_key()
        await pilot.press("y")
        page = await screen_of(pilot, ExplainScreen)
        told = told_in(page.query_one(".page-rows", Painted))
        assert "A pair that reaches 15 with a tile wins at once" in " ".join(told.split())
    assert walk.silent + won.silent == [], walk.silent


# ---- without letters, and with other ones


async def test_a_round_can_be_played_without_a_letter(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", "Bartek", seed=ENDS_SOON))
    pressed: set[str] = set()
    async with app.run_test(size=(80, 24)) as pilot:

        async def press(*names: str) -> None:
            pressed.update(names)
            for name in names:
                app.post_message(events.Key(name, key_event(name)[1]))
            await pilot.pause()

        while not isinstance(app.screen, LedgerScreen):
            screen = app.screen
            if isinstance(screen, CoverScreen):
                await press(f"f{5 + screen.bottom}")
            elif isinstance(screen, TableScreen) and screen.choosing is not None:
                if screen.choosing.must_pass:
                    await press("f4")
                else:
                    await press("right")
                    assert screen.choosing.tile is not None
                    await press("down", "enter")
            else:
                await press("enter")
        await press("f9")
        await screen_of(pilot, ExplainScreen)
        await press("escape")
        await press("pageup")
        await screen_of(pilot, LogScreen)
        await press("f2", "escape", "insert")
        await screen_of(pilot, SeatsScreen)
        await press("f1")
        await screen_of(pilot, HelpScreen)
        await press("f1", "escape")
        await screen_of(pilot, LedgerScreen)
        await press("escape")
        await screen_of(pilot, LeaveScreen)
        await press("enter")
        await screen_of(pilot, MenuScreen)
    assert not [name for name in pressed if len(name) == 1]


async def test_digits_of_other_scripts_are_digits(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await choosing_table(pilot)
        for digit in ("٢", "३", "۴"):
            await pilot.press(digit)
            assert screen.choosing is not None
            assert screen.hand is not None
            number = int(unicodedata.decimal(digit))
            assert screen.choosing.tile == screen.hand.hand[number - 1]


async def test_the_help_page_tells_what_stands_for_letters(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, MenuScreen)
        await pilot.press("f1")
        page = await screen_of(pilot, HelpScreen)
        told = told_in(page.query_one(".page-rows", Painted))
        for row in ("F3 .*H hide", "F4 .*K knock", "F7 .*S show the tiles", "Page Up .*L log", "Insert .*T who sits"):
            assert re.search(row, told), told
        await pilot.press("question_mark")
        await screen_of(pilot, MenuScreen)


# ---- questions


async def test_yes_and_no_answer_whether_to_leave(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna"))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await choosing_table(pilot)
        await pilot.press("q")
        asks = await screen_of(pilot, LeaveScreen)
        assert "Enter/Y leave" in told_in(asks.query_one(KeyLine))
        await pilot.press("n")
        await until(pilot, lambda: app.screen is table, "the table")
        await pilot.press("q", "question_mark")
        await screen_of(pilot, HelpScreen)
        await pilot.press("escape")
        await screen_of(pilot, LeaveScreen)
        await pilot.press("Y")
        await screen_of(pilot, MenuScreen)


async def test_yes_and_no_answer_what_has_been_asked_last(tmp_path: Path) -> None:
    done: list[str] = []

    def export() -> str:
        done.append("a record")
        return "Record: here"

    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: cast("MenuScreen", app.screen).is_awaited, "the menu")
        keeping = Keeping(lambda: "the disk is full", lambda: None, export)
        leave = LeaveScreen(keeping, lambda: done.append("left"))
        await app.push_screen(leave)
        await pilot.press("e")
        assert "Y write it" in told_in(leave.query_one(KeyLine))
        await pilot.press("n")
        assert "once more writes it" not in screen_text(app)
        assert app.screen is leave
        await pilot.press("e", "y")
        assert done == ["a record"]
        assert "Record: here" in screen_text(app)
        await pilot.press("e")
        assert done == ["a record"], "it is asked for anew"
        await pilot.press("n", "y")
        assert done == ["a record", "left"]


@pytest.mark.parametrize(("key", "answer"), [("y", True), ("n", False), ("enter", True), ("escape", False)])
async def test_yes_and_no_answer_whether_to_play_on(tmp_path: Path, key: str, answer: bool) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: cast("MenuScreen", app.screen).is_awaited, "the menu")
        screen = RescueScreen(Rescue(tmp_path, 1, 2, Scores((0, 0)), cast("Any", None), lambda: app.settings))
        await app.push_screen(screen)
        await pilot.press(key)
        assert await screen.answer() is answer


# ---- what tells of a hand


async def test_a_panel_of_a_hand_goes_with_it_from_beneath_another_screen(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", seed=KNOCKS_SOON))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await _turn(pilot, must_pass=True)
        assert screen.hand is not None
        tile = screen.hand.hand[0]
        await pilot.press("y")
        assert f"{tile.low}|{tile.high}" in screen_text(app)
        assert "so you cannot play" in " ".join(screen_text(app).split())
        await pilot.press("r")
        await screen_of(pilot, RulesScreen)
        app.hide_hands()
        assert screen.told is None
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen, "the table to come back")
        assert screen.is_hidden
        await pilot.press("y")
        assert f"Why the ends add up to {screen.match.round.layout.count}" in screen_text(app)
