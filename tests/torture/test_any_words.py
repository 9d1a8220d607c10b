"""Whatever is typed at any prompt in lines does what it says, or says why not; nothing is begun, ended or shown by anything else.

The program's own loop is driven in this process: what a player types comes from a script, and after each line what was said
and what has happened are compared with what may follow from that line, which is told here once more and not asked of it.
"""

from __future__ import annotations

import datetime
import random
import re
import sqlite3
import sys
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from help.effort import cases, seeded
from sevenrocks import plain
from sevenrocks.bots.advice import Advice
from sevenrocks.bots.reasons import Reason
from sevenrocks.engine.actions import PASS, Place
from sevenrocks.engine.deal import known_seed
from sevenrocks.engine.seats import BySeat, Partnership
from sevenrocks.engine.tiles import Tile
from sevenrocks.engine.view import SeatView
from sevenrocks.i18n import LANGUAGES, _, speak
from sevenrocks.plain import asking
from sevenrocks.plain import match as plain_match
from sevenrocks.plain.asking import Answer, Listener
from sevenrocks.plain.lines import LeftError
from sevenrocks.plain.seats import ask_players
from sevenrocks.plain.words import WORDS, At
from sevenrocks.seating import Player
from sevenrocks.settings import CallSeconds, Settings
from sevenrocks.sitting import Call, Choose, HandOver, Settled, Sitting, Start, Won

DAY = datetime.date(2026, 12, 1)
NAMES = ("Anna", "Bartek", "Clara", "Dieter")

JUNK = (
    "", "xyzzy", "??", "7 points", "0", "-1", "1e3", "3", "99", "9" * 5_000, "a" * 100_000, "e e", "k!", "q q", "12zz", "1||2",
    "=", "==", "bot:", "bot:genius", "%s {x} {0}", "\\n", "\x00", "\x07\x1b[31m", "\u202e", "\u0301", "\udc80", "й", "ъ?",
    "日本", "🙂", "\u0663", "?0", "?99", "? x", "r99", "r0", "rules 12", "\uff38", "…", "N E S W", "e1", "12 34 56", "@", "12@",
)  # fmt: skip
"""What nobody means; at some prompts a name, or words to cut with, may be among it."""

COMMANDS = {name for word in WORDS for name in word.english_names()}
ASKING = {
    name
    for word in WORDS
    for name in word.english_names()
    if word.id not in {"go-on", "nobody", "deal", "usual", "begin", "let-be"}
}
"""Those that answer nothing, wherever it may be: as names, or to cut with, they are not taken."""

SPELLED = {
    *COMMANDS, *map(str.upper, COMMANDS), *"abcdefghijklmnopqrstuvwxyz", *"NESW", *"0123456789",
    "\uff11", "\uff1f", "\u061f", " q ".upper(), "\uff31", *(f"?{row}" for row in range(1, 20)), "r1", "R 3",
}  # fmt: skip
"""All words there are, each letter and digit, and some in other forms."""

TILES = (
    "00",
    "0|0",
    "3 4",
    "6-5",
    "12",
    "2|1",
    "12a",
    "56@66",
    "1 6 on 6 6",
    "77",
    "7|1",
    "06 66",
    "66d",
    "5|6e",
    "11@11",
)
"""Some tiles, that may be held or not."""

LINES = (*sorted(SPELLED), *TILES, *JUNK)

LEAVES = {"q", "leave", "quit", "exit"}
SEATS = {"t", "seats"}
RULES_OR_HELP = re.compile(r"(r|rules)( ?\d+)?|\?.*|help")

ANSWERS = {
    At.WHICH: {"1", "on", "go on", "2", "new"},
    At.RESCUE: {"1", "on", "go on", "2", "no"},
    At.SETTLED: {"", "on", "go", "go on"},
}
"""What answers a prompt, in English, where that does not hang on the match."""


def folded(text: str) -> str:
    """A line as it is understood, however the keyboard writes it: told once more."""
    signs = unicodedata.normalize("NFKC", text[:200]).casefold().replace("\u061f", "?")
    return " ".join("".join(str(unicodedata.decimal(sign)) if sign.isdecimal() else sign for sign in signs).split())


def tile_forms(tile: Tile) -> Iterator[str]:
    """All ways to type a tile."""
    for one, other in ((tile.low, tile.high), (tile.high, tile.low)):
        for between in ("", " ", "|", "-", " | ", "/", ":"):
            yield f"{one}{between}{other}"


@cache
def turn_answers(view: SeatView) -> Mapping[str, None]:
    """All that ends the turn of this seat, as it is understood."""
    if view.legal_actions == (PASS,):
        return dict.fromkeys(("k", "knock"))
    found: list[str] = []
    for tile in view.hand:
        hosts = [action.host for action in view.legal_actions if isinstance(action, Place) and action.tile == tile]
        wheres = [f"{space}{letter}" for letter in "abcd"[: len(hosts)] for space in ("", " ")]
        for host in hosts:
            if host is not None:
                wheres += [
                    f"{at}{form}"
                    for at in ("@", " on ", " @ ", " at ", " ")
                    for form in (str(host), f"{host.high}|{host.low}")
                ]
        wheres += [""] if len(hosts) == 1 else []
        found += [form + where for form in tile_forms(tile) for where in wheres]
    return dict.fromkeys(found)


def quick_advice(view: SeatView, _seed: int) -> tuple[Advice, ...]:
    """Some play, as the adviser tells it."""
    action = view.legal_actions[0]
    assert isinstance(action, Place)
    return (Advice(action, 1.0, Reason(view.seat, False, 5, 5, (1,), 0.5, 2.0)),)


class Typed(NamedTuple):
    """A line that was typed, and where."""

    at: At
    text: str
    step: object
    own: frozenset[str]
    """The words of that very prompt."""
    question: str

    @property
    def asked(self) -> object:
        """What prompts of one help have in common."""
        return self.at, self.own, self.question if self.at is At.COVER else ""


class Walker:
    """Types at every prompt of the program, and looks at what came of it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys
        self.sitting: Sitting | None = None
        self.reply: Callable[[At], str] = lambda _at: ""
        self.is_english = True
        self.prompt = ""
        """What was asked last."""
        self.own: frozenset[str] = frozenset()
        self.rows: dict[object, list[str]] = {}
        """What the rows of the help of each prompt stand for."""
        self.seen: set[At] = set()
        self.typed: list[str] = []
        self._at = At.NAMES
        self._last: Typed | None = None
        listens = Listener.ask

        def listen(listener: Listener, at: At, question: str, own: Any = None, does: Any = None) -> Answer | None:
            before = self._at, self.own
            while True:
                self._at, self.own = at, frozenset(own or ())
                try:
                    answer = listens(listener, at, question, own, does)
                except LeftError:
                    assert self._last is not None
                    if self.is_english:
                        assert self.says(self._last, LEAVES), f"left by {self._last.text[:40]!r} at {at}"
                    # Here the program would end; the walk goes on.
                    self._last = None
                else:
                    self._at, self.own = before
                    return answer

        def ask(question: str) -> str:
            self.prompt = question
            self.seen.add(self._at)
            self.look()
            text = self.reply(self._at).strip()
            self._last = self.line(self._at, text)
            self.typed.append(text[:40])
            return text

        monkeypatch.setattr(Listener, "ask", listen)
        monkeypatch.setattr(asking, "ask", ask)
        monkeypatch.setattr(plain_match, "write_record_file", lambda *_given: Path("record"))
        monkeypatch.setattr("sevenrocks.bots.advice.advise", quick_advice)

    def play(self, sitting: Sitting) -> None:
        """Go through this match to its end."""
        self.sitting = sitting
        self._last = None
        plain_match.play_match(sitting, 0.0)
        assert isinstance(sitting.step, Won)
        self.sitting = self._last = None

    def line(self, at: At, text: str) -> Typed:
        """A line as it is typed at the prompt that is asked now."""
        return Typed(at, text.strip(), self.sitting and self.sitting.step, self.own, self.prompt)

    # ---- what may follow

    def says(self, typed: Typed, names: Collection[str]) -> bool:
        """Whether a line is one of these, in English or by its number in the help."""
        text = folded(typed.text)
        number = re.fullmatch(r"\? ?(\d+)", text)
        if number is not None:
            rows = self.rows.get(typed.asked, [])
            text = rows[int(number[1]) - 1] if 1 <= int(number[1]) <= len(rows) else text
        return text in names

    def is_answer(self, typed: Typed) -> bool:
        """Whether this line may answer the prompt that it was typed at."""
        step = typed.step
        match typed.at:
            case At.COVER:
                assert isinstance(step, HandOver)
                return self.says(typed, {step.seat.name.lower()})
            case At.TURN:
                assert isinstance(step, Choose)
                return self.says(typed, turn_answers(step.hand))
            case At.CALL:
                return re.fullmatch(r"\d{1,3}", folded(typed.text)) is not None
            case At.SWAPS:
                return self.says(typed, {"", "nobody", "none", "no", *typed.own})
            case At.NAMES | At.RESEAT | At.CUT:
                return True
            case at:
                return self.says(typed, ANSWERS[at])

    def look(self) -> None:
        """Look at what was said since the last line, and at what has happened."""
        said = self.capsys.readouterr().out
        typed, step = self._last, self.sitting and self.sitting.step
        if typed is None:
            return
        told = f"after {typed.text[:40]!r} at {typed.at}: {said}"
        if folded(typed.text) == "?":
            names = re.findall(r"(?m)^\d+\. (.*?)[,:]", said)
            self.rows[typed.asked] = ["" if name == _("Enter") else name.lower() for name in names]
            assert names, told
        if self.is_english and not self.is_answer(typed):
            assert said.strip() or self.says(typed, SEATS), f"nothing is said {told}"
            assert step is typed.step, f"the match goes on {told}"
            is_asked_again = self._at is typed.at or self.says(typed, SEATS)
            assert is_asked_again, f"asks {self.prompt!r} {told}"
        self.check_secrets(typed, said, told)

    def check_secrets(self, typed: Typed, said: str, told: str) -> None:
        """No tile is named that those at the table may not know, and no count before it has been called."""
        sitting = self.sitting
        if sitting is None or not sitting.match.rounds or isinstance(sitting.step, Settled):
            return
        has_examples = RULES_OR_HELP.fullmatch(folded(typed.text))
        if isinstance(typed.step, Settled) or has_examples:
            return
        known = {tile for seen in sitting.match.rounds for tile in seen.view.layout.tiles}
        for seen in sitting.match.rounds:
            known |= {tile for turn in (seen.draw.turns if seen.draw else ()) for _seat, tile in turn}
        for step in (typed.step, sitting.step):
            if isinstance(step, Choose):
                known |= {*step.hand.hand, *(step.partner.hand if step.partner is not None else ())}
            elif isinstance(step, Call):
                known |= set(step.after.tiles)
        # What was typed may be said back.
        halves = [int(digit) for digit in folded(typed.text) if digit in "0123456"]
        known |= {Tile.of(one, other) for one in halves for other in halves}
        named = {Tile.of(int(one), int(other)) for one, other in re.findall(r"([0-6])\|([0-6])", said)}
        assert named <= known, f"nobody may know {sorted(named - known)} {told}"
        if typed.at is At.COVER and not isinstance(sitting.step, Choose):
            assert "You hold" not in said, told
        if typed.at is At.CALL and sitting.step is typed.step:
            assert not re.search(r"= \d|\+\d", said), f"the count is told {told}"


# ---- the matches


CALLS = Settings().replaced(call_it=True, call_seconds=CallSeconds.UNLIMITED)

MATCHES: dict[str, tuple[int, Settings, Start]] = {
    "alone, who knocks": (1, Settings(), Start(target=100, known_seed=known_seed("d10"))),
    "two": (2, Settings(), Start(target=60, known_seed=known_seed("two"))),
    "four, of a sealed deal": (4, Settings(), Start(target=30)),
    "calls": (2, CALLS, Start(target=30, known_seed=known_seed("calls"))),
    "explained": (1, Settings(), Start(target=20, known_seed=known_seed("b"), explained_to=Partnership.NS)),
}
"""How many people play, in what house, and what match."""


def begun(folder: Path, people: int, settings: Settings, start: Start) -> Sitting:
    players = BySeat([Player(name, None if at < people else "novice") for at, name in enumerate(NAMES)])
    return Sitting.begin(start, players, folder, lambda: settings, DAY)


@pytest.fixture
def walker(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Walker:
    return Walker(monkeypatch, capsys)


class EveryWord:
    """At each kind of prompt all words are typed, those that answer it last."""

    def __init__(self, walker: Walker, rng: random.Random) -> None:
        self.walker = walker
        self.rng = rng
        self.waiting: dict[object, list[str]] = {}
        self.is_answering = False

    def __call__(self, at: At) -> str:
        sitting = self.walker.sitting
        step = sitting and sitting.step
        is_forced = isinstance(step, Choose) and step.hand.legal_actions == (PASS,)
        is_opening = sitting is not None and bool(sitting.match.rounds) and not sitting.match.round.layout.joints
        kind = (at, type(step), is_forced, is_opening)
        lines = self.waiting.setdefault(kind, ["?", *LINES])
        while lines:
            text = lines.pop(0)
            typed = self.walker.line(at, text)
            if at & At.FREE:
                if folded(text) in ASKING:
                    return text
            elif not self.walker.is_answer(typed):
                return text
        return proper(self.walker, at, self.rng)


def proper(walker: Walker, at: At, rng: random.Random) -> str:
    """An answer to a prompt."""
    step = walker.sitting and walker.sitting.step
    if at is At.COVER:
        assert isinstance(step, HandOver)
        return step.seat.name
    if at is At.TURN:
        assert isinstance(step, Choose)
        return rng.choice([*turn_answers(step.hand)])
    if at is At.CALL:
        return str(rng.randint(0, 20))
    return "1" if at & (At.WHICH | At.RESCUE) else ""


@pytest.mark.parametrize("name", MATCHES)
def test_every_word_is_answered_at_every_prompt_of_a_match(tmp_path: Path, walker: Walker, name: str) -> None:
    people, settings, start = MATCHES[name]
    sitting = begun(tmp_path, people, settings, start)
    walker.reply = EveryWord(walker, random.Random(name))
    walker.play(sitting)
    expected = At.TURN | (At.COVER | At.SWAPS if people > 1 else At.TURN)
    if start.known_seed is None:
        expected |= At.CUT
    if settings is CALLS or start.explained_to is not None:
        expected |= At.CALL
    assert not [at for at in expected if at not in walker.seen]
    if "knocks" in name:
        assert any(kind[2] for kind in walker.reply.waiting), "nobody had to knock"  # type: ignore[index]
        assert At.SETTLED in walker.seen
        assert At.RESEAT in walker.seen


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_typed_at_random_lead_to_the_end_of_a_match(tmp_path: Path, walker: Walker, language: str) -> None:
    rng = seeded(f"any_words {language}")
    speak(language)
    walker.is_english = language == "en"
    for number in range(cases(2, 200)):
        people, settings, start = MATCHES[rng.choice(list(MATCHES))]
        people = rng.randint(1, 4) if start.explained_to is None else people
        start = start._replace(known_seed=rng.randbytes(32) if rng.random() < 0.8 else None)
        folder = tmp_path / str(number)

        def reply(at: At) -> str:
            if walker.line(at, "").asked not in walker.rows:
                return "?"
            return rng.choice(LINES) if rng.random() < 0.6 else proper(walker, at, rng)

        walker.reply = reply
        walker.typed.clear()
        try:
            walker.play(begun(folder, people, settings, start))
        except BaseException:
            sys.stdout.write(f"match {number} of this seed: {walker.typed}\n")
            raise


def test_whatever_may_cut_is_a_cut_and_nothing_else_is_begun(tmp_path: Path, walker: Walker) -> None:
    for number, text in enumerate(("=q", "= ?", "=log", *JUNK)):
        sitting = begun(tmp_path / str(number), 2, Settings(), Start())
        lines = iter((text, "so be it"))
        walker.reply = lambda at, lines=lines: next(lines) if at is At.CUT else _end()  # type: ignore[misc]
        walker.sitting, walker._last = sitting, None
        with pytest.raises(StopIteration):
            plain_match.play_match(sitting, 0.0)
        assert isinstance(sitting.step, HandOver), "it has been cut"
        assert sitting._table._cut in {text.strip(), text.removeprefix("=").strip(), "so be it"}


def _end() -> str:
    raise StopIteration


def test_no_word_and_no_sign_becomes_a_player(walker: Walker) -> None:
    lines = iter((*LINES, "=q", "=Rules", "=?", "Zofia", "Zoran", "Zenon", "Zyta"))
    walker.reply = lambda _at: next(lines)
    names: list[str] = []
    for _time in range(100):
        try:
            players = ask_players((None, None, None, None), Listener())
        except StopIteration:
            break
        names += [player.name for player in players if not player.is_bot]
    assert {"q", "Rules", "Zofia", "xyzzy", "日本", "🙂"} <= set(names)
    assert not ASKING & {name.casefold() for name in names} - {"q", "rules"}
    assert names.count("q") == names.count("Rules") == 1, "only with the sign before it"
    assert all(len(name) > 1 or name.isalpha() or name == "🙂" for name in names)


def test_no_match_begins_or_goes_on_by_a_line_that_does_not_say_so(
    tmp_path: Path, walker: Walker, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = begun(tmp_path, *MATCHES["two"])
    while not isinstance(sitting.step, Choose):
        sitting.take() if isinstance(sitting.step, HandOver) else sitting.go_on()
    sitting.choose(sitting.step.hand.legal_actions[0])
    sitting.leave()
    (path,) = (tmp_path / "matches").iterdir()
    happened: list[str] = []

    def play(taken_up: Sitting, _seconds: float) -> None:
        happened.append("goes on")
        taken_up.leave()

    monkeypatch.setattr(plain, "state_folder", lambda: tmp_path)
    monkeypatch.setattr(plain, "play_match", play)
    monkeypatch.setattr(plain, "_begun", lambda *_given: happened.append("begins"))
    expected = {
        (At.WHICH, ("1", "\uff11", "on", "?1")): ["goes on"],
        (At.WHICH, ("2", "New", "?2")): ["begins"],
        (At.RESCUE, ("2", "\uff12", "no", "?2")): [],
        (At.RESCUE, ("1",)): ["goes on"],
    }
    for (at, answers), then in expected.items():
        if at is At.RESCUE:
            with closing(sqlite3.connect(path)) as database, database:
                database.execute("UPDATE line SET link = '' WHERE number = 3")
        for answer in answers:
            happened.clear()
            lines = iter(["?", *LINES])

            def reply(here: At, at: At = at, lines: Iterator[str] = lines, answer: str = answer) -> str:
                if here is not at:
                    return "1"
                assert not happened
                return next((text for text in lines if not walker.is_answer(walker.line(at, text))), answer)

            walker.reply, walker.sitting, walker._last = reply, None, None
            plain.play(Start(), may_continue=True)
            assert happened == then, answer
            assert at in walker.seen
