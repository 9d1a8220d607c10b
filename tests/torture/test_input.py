"""Whatever comes in from the terminal, in any order, neither breaks the program nor the terminal.

A storm is a list of events: real play, keys, mouse reports, pastes, bytes that are no text, sequences cut short, answers of
terminals, resizes. What a failing test prints can be pasted into `storm` as it stands.
"""

from __future__ import annotations

import contextlib
import os
import random
import re
import select
import signal
import sys
import termios
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from textual import _parser, events
from textual.message import Message
from textual.messages import InBandWindowResize, TerminalSupportsSynchronizedOutput

from help.effort import LONG, cases, seeded
from help.playing import Clock
from help.terminal import Terminal, is_restored, modes_left_on, settings, terminal
from sevenrocks.engine.actions import Passed, Placed
from sevenrocks.store import read_match, survey
from sevenrocks.tui import input as incoming
from sevenrocks.tui.thumb import Thumb

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are a POSIX matter")

EVENTS = 5000 if LONG else 150
"""How many events a storm has."""

PATIENCE = 20.0
"""Seconds after which a program that does not read, does not come to rest or does not end is taken to hang.

At rest it ends within one; a busy suite needs the others.
"""

REST = 0.3
"""Seconds without output after which the program is at rest; the cursor of a field blinks every half second."""

APART = Thumb.SILENCE + 0.1
"""Seconds after which the same key counts again, and is not held down."""

QUIT, LEAVE, SUSPEND = b"\x11", b"\x03", b"\x1a"
PASTE, PASTE_END = b"\x1b[200~", b"\x1b[201~"

BEGUN = r"who opens\?|New match|The deals are sealed|Continue"


_ASKED = re.compile(
    rb"press ([NESW]) to see|seat ([NESW]), partner|([NESW]) shows these tiles|press ([NESW]) once more"
)
"""What a hidden hand or a cover says of the key that shows it."""


# ---- events


@dataclass(frozen=True, slots=True)
class Typed:
    """These bytes, as they are."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Played:
    """These bytes, and the time that the program takes to answer them: what a player types at a turn."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Pasted:
    """A text so many times over, between the marks of a paste."""

    text: bytes
    times: int


@dataclass(frozen=True, slots=True)
class Resized:
    """Another size of the window."""

    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Waited:
    """Nothing for so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Opened:
    """A moment of silence, then the key that a page asks for: to show a hand, or else to go on."""


@dataclass(frozen=True, slots=True)
class Suspended:
    """Ctrl+Z, or the signal that nobody can refuse; then the one with which a shell brings the program back."""

    from_outside: bool


Event: TypeAlias = Typed | Played | Pasted | Resized | Waited | Opened | Suspended

_KEYS = [bytes([key]) for key in b"hHiIlLyYrRoO?kKnNeEsSwWcCaAbBdDmMtTgGjfpxz019+-/*~\r\r\r \t\x7f\x08\x1b\x00\x04\n"]
_KEYS += [
    b"\x1b[" + key for key in (b"A", b"B", b"C", b"D", b"H", b"F", b"Z", b"2~", b"3~", b"5~", b"6~", b"11~", b"15~")
]
_KEYS += [b"\x1bOP", b"\x1bOQ", b"\x1bOS", b"\x1bx", b"\x1b\x1b", b"\x1b[1;5C", b"\x1b[3;2~"]

_LEAVING = [b"q", b"Q", LEAVE]
"""Keys that end the program where they meet the menu: rare, so that most of a storm meets a table."""

_ANSWERS = [
    b"\x1b[?2026;2$y",  # frames at once
    b"\x1b[?2048;0$y",  # resizes in band
    b"\x1b[?62;22c",  # what the terminal is
    b"\x1b[12;40R",  # where the cursor is
    b"\x1b[999999999;999999999R",
    b"\x1b]11;rgb:0000/0000/0000\x07",  # the colour of the background
    b"\x1bP>|xterm(390)\x1b\\",  # its name
    b"\x1b_Gi=31;OK\x1b\\",
    b"\x1b[48;24;80;480;800t",  # its size, in cells and pixels
    b"\x1b[97;1u",  # keys as newer terminals send them
    b"\x1b[13;1u",
    b"\x1b[97:65;2;65u",
    b"\x1b[27;5;13~",
    b"\x1b[57441;1u",
    b"\x1b[1114111;1u",
    b"\x1b[55296;1;55296u",  # half of a surrogate pair
    b"\x1b[1114112;1u",  # beyond the last character there is
    b"\x1b[97;1;99999999999u",
    b"\x1b[99999999999;99999999999u",
    b"\x1b[;;u",
    b"\x1b[48;24;80;0;0t",  # a terminal that does not know its pixels
]


def a_storm(rng: random.Random, length: int) -> list[Event]:
    """So many events at random, with weights such that matches are played in it."""
    kinds = {
        _a_turn: 40,
        _a_key: 22,
        _a_mouse_report: 10,
        _some_bytes: 6,
        _half_a_sequence: 6,
        _a_paste: 2,
        _a_focus: 2,
        _a_size: 4,
        _a_wait: 3,
        _an_answer: 3,
        _an_opening: 6,
        _a_rare_one: 1,
    }
    return [kind(rng) for kind in rng.choices(list(kinds), list(kinds.values()), k=length)]


def _a_turn(rng: random.Random) -> Event:
    """What a player types at a turn, as likely as not in vain."""
    tile = str(rng.randint(1, 7))
    return Played(rng.choice([tile + "\r", tile + "a\r", tile + "b\r", tile, "\r", "\x1b[C\x1b[B\r", "k"]).encode())


def _a_key(rng: random.Random) -> Event:
    return Typed(rng.choice(_KEYS) if rng.random() < 0.97 else rng.choice(_LEAVING))


def _a_mouse_report(rng: random.Random) -> Event:
    usual = rng.random() < 0.8
    x, y = (rng.randint(1, 80), rng.randint(1, 24)) if usual else (rng.randint(-2, 9999), rng.randint(-2, 9999))
    button = rng.choice([0, 0, 0, 1, 2, 32, 35, 64, 65, 66, 67]) if usual else rng.randint(0, 300)
    pressed = f"\x1b[<{button};{x};{y}M"
    return Typed((pressed + f"\x1b[<{button};{x};{y}m" * rng.randint(0, 2)).encode())


def _some_bytes(rng: random.Random) -> Event:
    """Any bytes but those that quit, suspend, or are signals to a program that is about to end."""
    return Typed(rng.randbytes(rng.randint(1, 24)).translate(None, QUIT + SUSPEND + LEAVE + b"\x1c"))


def _half_a_sequence(rng: random.Random) -> Event:
    whole = rng.choice(
        [b"\x1b[<35;12;7M", PASTE, b"\x1b[1;5C", b"\x1b]11;rgb:00/00", b"\x1bP1$r0m", "▲é".encode(), *_ANSWERS]
    )
    return Typed(whole[: rng.randint(1, len(whole) - 1)])


def _a_paste(rng: random.Random) -> Event:
    text = rng.choice(
        [b"1a\r", b"Anna", b"\x00\x01", b"\xff\xfe", b"\x1b[A", "日本".encode(), b"\r\n", rng.randbytes(9)]
    )
    # Textual takes escapes in a paste for keys, and whoever is stopped in a paste may see no more than the rest of it.
    longest = 100 if b"\x1b" in text else 10_000 // len(text)
    return Pasted(text.replace(b"\x1b[20", b""), min(rng.choice([0, 1, 3, 100, 3_000]), longest))


def _a_focus(rng: random.Random) -> Event:
    return Typed(rng.choice([b"\x1b[I", b"\x1b[O"]))


def _a_size(rng: random.Random) -> Event:
    kind = rng.random()
    if kind < 0.75:
        return Resized(rng.randint(80, 130), rng.randint(24, 50))
    if kind < 0.9:
        return Resized(rng.randint(1, 100), rng.randint(1, 30))
    return Resized(*rng.choice([(1, 1), (1, 200), (400, 1), (400, 200), (20, 3), (79, 24), (80, 23), (2, 2)]))


def _a_wait(rng: random.Random) -> Event:
    return Waited(rng.choice([0.0, 0.01, 0.12]))


def _an_answer(rng: random.Random) -> Event:
    return Typed(rng.choice(_ANSWERS))


def _an_opening(rng: random.Random) -> Event:
    return Opened() if rng.random() < 0.8 else Typed(rng.choice([b"n", b"e", b"s", b"w"]))


def _a_rare_one(rng: random.Random) -> Event:
    """A paste that does not end, the end of one, a signal."""
    rare: list[Event] = [Typed(PASTE + b"never"), Typed(PASTE_END), Typed(PASTE_END), Suspended(rng.random() < 0.5)]
    return rng.choice(rare)


# ---- the program in a storm


class Stormed:
    """The program, fed and read at the same time, so that neither side waits for the other."""

    def __init__(self, running: Terminal) -> None:
        self.running = running
        self.has_ended = False
        self._fd = running.process.child_fd
        self._opened = 0

    @property
    def written(self) -> bytes:
        return self.running.written

    def begin(self) -> None:
        """Wait for the first screen; from then on nothing is drawn here, which would take most of the time."""
        begun = self.running.wait_for(BEGUN)
        os.set_blocking(self._fd, False)
        if begun.startswith("who opens"):
            self.meet(Opened())

    def pump(self, data: bytes = b"", quiet: float = 0.003, longest: float = PATIENCE) -> bool:
        """Send this, then read until nothing has come for so long; returns whether the program came to rest."""
        deadline = time.monotonic() + (PATIENCE if data else longest)
        while not self.has_ended and time.monotonic() < deadline:
            readable, writable, _ = select.select([self._fd], [self._fd] if data else [], [], quiet)
            if not readable and not writable:
                if not data:
                    return True
                self.bring_back()
            try:
                if readable:
                    fresh = os.read(self._fd, 65536)
                    self.running.written += fresh
                    self.has_ended = not fresh
                if writable:
                    with contextlib.suppress(BlockingIOError):
                        data = data[os.write(self._fd, data[:1024]) :]
                        deadline = time.monotonic() + (PATIENCE if data else longest)
            except OSError:
                self.has_ended = True
        assert self.has_ended or not data, f"the program reads no more: {len(data)} bytes are left"
        return self.has_ended

    def meet(self, event: Event) -> None:
        """Let this happen to the program; what comes when it has given the screen back is for the shell."""
        if not self.is_drawing:
            self.bring_back()
            self.pump(quiet=0.3)
            return
        match event:
            case Typed(data):
                self.pump(data, longest=0.05)
            case Played(data):
                self.pump(data, quiet=0.018, longest=0.2)
            case Pasted(text, times):
                self.pump(PASTE + text * times + PASTE_END, longest=0.05)
            case Resized(width, height):
                self.running.process.setwinsize(height, width)
                self.pump(longest=0.2)
            case Waited(seconds):
                self.pump(quiet=seconds, longest=seconds)
            case Opened():
                asked = [found[found.lastindex or 0] for found in _ASKED.finditer(self.written, self._opened)]
                self._opened = len(self.written)
                self.pump(quiet=0.7, longest=1.0)
                self.pump(asked[-1].lower() if asked else b"\r", quiet=0.05, longest=0.5)
            case Suspended(from_outside):
                if from_outside:
                    self.running.kill(signal.SIGSTOP)
                self.pump(b"" if from_outside else SUSPEND, quiet=0.2, longest=1.0)
                self.bring_back()
                self.pump(quiet=0.1, longest=1.0)

    def bring_back(self) -> None:
        """Continue the program where it has been stopped."""
        with contextlib.suppress(ChildProcessError):
            if os.waitid(os.P_PID, self.running.process.pid, os.WSTOPPED | os.WNOHANG) is not None:
                self.running.kill(signal.SIGCONT)

    def finish(self, key: bytes) -> None:
        """End the program with this key, as often as it takes: Ctrl+C also answers the questions on the way."""
        # No terminal leaves a paste open, and a lone Escape is one only after a while.
        self.pump(PASTE_END, quiet=REST)
        self.bring_back()
        assert self.pump(quiet=REST), "the program does not come to rest"
        for _time in range(1 if key == QUIT else 12):
            if not self.has_ended and self.is_drawing:
                self.pump(key, quiet=APART, longest=APART)
        self.pump(quiet=PATIENCE)
        assert self.has_ended, f"{key!r} does not end the program\n{self.running.text}"

    @property
    def is_drawing(self) -> bool:
        """Whether the program has the screen, or has had it before it was stopped."""
        return self.written.rfind(b"\x1b[?1049h") > self.written.rfind(b"\x1b[?1049l")

    def check(self) -> None:
        """Nothing may be said of a mistake, and the terminal must be as it was."""
        self.running.process.close(force=False)
        told = self.written[max(self.written.rfind(b"\x1b[?1049l"), 0) :].decode(errors="replace")
        assert b"Traceback" not in self.written, told
        assert b"mistake in the program" not in self.written, told
        process = self.running.process
        assert (process.exitstatus, process.signalstatus) == (0, None), told
        assert is_restored(self.written)
        assert not modes_left_on(self.written)


def storm(folder: Path, arguments: tuple[str, ...], events: list[Event], *, ending: bytes) -> None:
    """Let all this happen to the program; where it ends of itself meanwhile it is started anew."""
    left = list(events)
    while True:
        with terminal(folder, *arguments) as running:
            stormed = Stormed(running)
            usual: list[Any] = termios.tcgetattr(running.process.child_fd)
            stormed.begin()
            while left and not stormed.has_ended:
                stormed.meet(left.pop(0))
            stormed.finish(ending)
            assert termios.tcgetattr(running.process.child_fd) == usual, "the terminal's attributes have changed"
            stormed.check()
        if not left:
            return
        arguments = ()


def _plays(folder: Path) -> int:
    """How many plays have been kept there."""
    return sum(
        isinstance(event, Placed | Passed)
        for summary in survey(folder / "state" / "sevenrocks").matches
        for state in read_match(summary.path).match.rounds
        for event in state.events
    )


def _told(events: list[Event]) -> str:
    return "the storm was\n[\n" + "".join(f"    {event!r},\n" for event in events) + "]"


TABLES = (
    ("play", "--seat", "N=Anna", "--known-deal", "storm"),
    (
        "play",
        "--seat",
        "N=Anna",
        "--seat",
        "E=Bartek",
        "--seat",
        "S=bot:club",
        "--seat",
        "W=bot:club",
        "--known-deal",
        "two",
    ),
    (),
)


def test_no_input_breaks_the_program_or_the_terminal(tmp_path: Path) -> None:
    rng = seeded("input")
    plays = 0
    first = 0 if LONG else rng.choice([0, 1, 3, 4])  # at a table: the menu has no time to come to one
    for number in range(first, first + cases(1, 200)):
        folder = tmp_path / str(number)
        settings(folder)
        events = a_storm(rng, EVENTS)
        try:
            storm(folder, TABLES[number % len(TABLES)], events, ending=(QUIT, LEAVE)[number // 2 % 2])
        except BaseException:
            sys.stdout.write(
                f"run {number} of this seed, on the table {TABLES[number % len(TABLES)]}: {_told(events)}\n"
            )
            raise
        plays += _plays(folder)
    assert plays, "nothing was played: this is no storm over a table"


GOING_ON = (
    ((signal.SIGCONT,), 2, 0.3),
    ((signal.SIGSTOP, signal.SIGCONT), 2, 0.3),
    ((signal.SIGCONT,), 60 if LONG else 40, 0.013),
)
"""Signals as a program gets them that goes on without having suspended itself, how often, and seconds between them.

So it is stopped by `kill -STOP`, and continued by a shell that only wants to be sure of it; at last while it continues.
"""


def test_neither_signals_to_go_on_nor_answers_of_a_terminal_leave_it_in_disorder(tmp_path: Path) -> None:
    settings(tmp_path)
    with terminal(tmp_path) as running:
        stormed = Stormed(running)
        usual = termios.tcgetattr(running.process.child_fd)
        stormed.begin()
        stormed.pump(quiet=REST)
        for numbers, times, pause in GOING_ON:
            for _time in range(times):
                for number in numbers:
                    running.kill(number)
                    stormed.pump(quiet=pause, longest=pause)
        assert stormed.pump(quiet=REST), "the program does not come to rest"
        for answer in _ANSWERS:
            # A click as well: where it is depends on what the terminal has said of its size.
            stormed.pump(answer + b"\x1b[<0;3;3M\x1b[<0;3;3m", quiet=0.03)
            assert stormed.is_drawing, f"{answer!r} ends the program"
        stormed.finish(QUIT)
        assert termios.tcgetattr(running.process.child_fd) == usual, "the terminal's attributes have changed"
        stormed.check()


def test_a_huge_paste_is_taken_at_once_or_not_at_all(tmp_path: Path) -> None:
    settings(tmp_path)
    with terminal(tmp_path) as running:
        stormed = Stormed(running)
        stormed.begin()
        # At the menu, in the field of a name, at the table.
        for keys in (b"", b"n", b"\x7f\x7fAnna\r\r\r"):
            stormed.pump(keys, quiet=0.2)
            stormed.meet(Pasted(b"1a\rk", 500_000 if LONG else 2_000))
            assert stormed.pump(quiet=REST), "the program does not come to rest"
        assert stormed.is_drawing
        stormed.finish(LEAVE)
        stormed.check()
    assert not _plays(tmp_path), "what is pasted at the table plays nothing"


# ---- what a terminal says of itself

ANSWERS = (
    "\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\",
    "\x1b]11;rgb:1e1e/1e1e/1e1e\x07",
    "\x1b]52;c;" + "QUFB" * 3_000 + "\x1b\\",
    "\x1bP>|xterm(390)\x1b\\",
    "\x1bP1$r0m\x1b\\",
    "\x1bP1+r544e=787465726d\x1b\\",
    "\x1b_Gi=31;OK\x1b\\",
    "\x1b^of a program\x1b\\",
    "\x1bXa string\x1b\\",
    "\x1b[?1;2c",
    "\x1b[?62;1;2;4;6;9;15;16;17;18;21;22;28;29;42;52c",
    "\x1b[>0;276;0c",
    "\x1bP!|7E565445\x1b\\",
    "\x1b[8;24;80t",
    "\x1b[4;480;640t",
    "\x1b[0n",
    "\x1b[?25;1$y",
    "\x1b[4;2$y",
    "\x1b[?1u",
    "\x1b[>4;2m",
    "\x1b[?1;0;256S",
    "\x1b[2;1;1;112;112;1;0x",
)
"""Answers that nobody waits for."""

FOR_TEXTUAL = (
    ("\x1b[?2026;2$y", [TerminalSupportsSynchronizedOutput]),
    ("\x1b[?2048;2$y", [InBandWindowResize]),
    ("\x1b[48;30;100;600;1000t", [events.Resize]),
    ("\x1b[12;40R", [events.CursorPosition]),
    ("\x1b[I\x1b[O", [events.AppFocus, events.AppBlur]),
    ("\x1b[<0;3;4M\x1b[<0;3;4m", [events.MouseDown, events.MouseUp]),
    ("\x1b[200~a]11;\x1b[201~", [events.Paste]),
)
"""Answers, and what else is no key, that Textual asks for."""

KEYS = (
    *(("\x1b[A", "up"), ("\x1bOA", "up"), ("\x1b[1;5C", "ctrl+right"), ("\x1b[3~", "delete"), ("\x1bOP", "f1")),
    *(("\x1b[[A", "f1"), ("\x1b[15~", "f5"), ("\x1b[Z", "shift+tab"), ("\x1b[97;1u", "a"), ("\x1b[13u", "enter")),
    *(("\x1b[97:65;2;65u", "A"), ("\x1b[113;5u", "ctrl+q"), ("\x1b[27u", "escape"), ("\x1b[57376u", "f13")),
    # Another script, for which kitty's protocol has the key of a Latin keyboard beside its own.
    *(("\x1b[1094::119u", "w"), ("\x1b[1094::119;1:1u", "w"), ("\x1b[1094::119;1:2u", "w")),
    *(("\x1b[1094::119;;1094u", "w"), ("\x1b[1094:1062:119;2;1062u", "W"), ("\x1b[1081::113;5u", "ctrl+q")),
    ("\x1b[969::119u", "w"),
    ("\x1b[322::108;;322u", "ł"),
)
"""Sequences that are keys, and which."""

NO_KEYS = (
    "\x1b[1094::119;1:3u",
    "\x1b[97;1:3u",
    "\x1b[1;1:3A",
    "\x1b[99999999999;99999999999u",
    "\x1b[1114112;1u",
    "\x1b[;;u",
)
"""Keys that are let go, and keys that there are not."""


class Fed:
    """A parser of what comes in, and a clock for it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.clock = Clock()
        monkeypatch.setattr(incoming, "time", self.clock)
        monkeypatch.setattr(_parser, "get_time", self.clock.monotonic)
        self.parser = incoming.Parser()

    def feed(self, text: str) -> list[Message]:
        return list(self.parser.feed(text))

    def wait(self, seconds: float) -> list[Message]:
        """What comes when nothing has come for so long; the driver asks ten times a second."""
        came: list[Message] = []
        for _tick in range(round(seconds * 10)):
            self.clock.now += 0.1
            came += self.parser.tick()
        return came


@pytest.fixture
def fed(monkeypatch: pytest.MonkeyPatch) -> Fed:
    return Fed(monkeypatch)


def names(came: list[Message]) -> list[str]:
    return [event.key if isinstance(event, events.Key) else type(event).__name__ for event in came]


@pytest.mark.parametrize("answer", ANSWERS, ids=ascii)
def test_answers_of_a_terminal_are_no_keys_in_whatever_pieces_they_come(fed: Fed, answer: str) -> None:
    assert names(fed.feed(f"x{answer}y")) == ["x", "y"]
    short = len(answer) < 100
    for at in range(1, len(answer)) if short else (1, 2, 5, 300, 5_000, len(answer) - 1):
        came = fed.feed(answer[:at]) + (fed.wait(0.3) if at > 1 else []) + fed.feed(answer[at:]) + fed.wait(3)
        assert not came, f"cut at {at}: {names(came)}"
    if short:
        assert not [one for character in answer for one in fed.feed(character)]
        # Cut off for good.
        for at in range(3, len(answer) - 1):
            assert not fed.feed(answer[:at]) + fed.wait(0.6), f"cut off at {at}"
            assert names(fed.feed("x")) == ["x"]


def test_what_textual_asks_for_and_keys_come_through(fed: Fed) -> None:
    for sequence, kinds in FOR_TEXTUAL:
        assert [type(event) for event in fed.feed(sequence)] == kinds, sequence
        assert [type(event) for character in sequence for event in fed.feed(character)] == kinds, sequence
    for sequence, key in KEYS:
        assert names(fed.feed(sequence) + fed.wait(0.3)) == [key], sequence
        assert names([event for character in sequence for event in fed.feed(character)]) == [key], sequence
    for sequence in NO_KEYS:
        assert names(fed.feed(sequence) + fed.wait(0.3)) == [], sequence


def test_a_letter_of_another_script_types_its_own_and_is_called_by_the_key(fed: Fed) -> None:
    (key,) = fed.feed("\x1b[1094::119;;1094u")
    assert isinstance(key, events.Key)
    assert (key.key, key.character) == ("w", "ц")


def test_escape_and_alt_with_what_begins_an_answer_are_keys_and_nothing_swallows_the_keyboard(fed: Fed) -> None:
    assert not fed.feed("\x1b")
    assert names(fed.wait(0.1)) == ["escape"]
    assert names(fed.feed("\x1b\x1b") + fed.wait(0.1)) == ["escape", "escape"]
    for begin in "]P_^X[":
        assert not fed.feed("\x1b" + begin)
        assert len(names(fed.wait(0.5))) == 1, begin
    for begin in "]P_^X":
        assert not fed.feed("\x1b" + begin + "1")
        typed = [fed.feed("j") + fed.wait(0.2) for _ in range(15)]
        assert names(typed[-1]) == ["j"], "whoever types on is heard again"
        assert names(fed.feed("\x1b" + begin + "1\r")) == ["enter"], "a key that stands in no answer is heard at once"


@pytest.mark.parametrize(("locale", "data"), [("pl_PL", b"\xa3ukasz"), ("pl_PL.UTF-8", "Łukasz".encode()), ("", b"")])
def test_what_is_typed_is_read_as_the_locale_has_it(monkeypatch: pytest.MonkeyPatch, locale: str, data: bytes) -> None:
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_CTYPE", raising=False)
    monkeypatch.setenv("LANG", locale)
    decoder = incoming.Decoder()
    assert "".join(decoder.decode(bytes([byte])) for byte in data) == ("Łukasz" if data else "")
    assert decoder.decode("ó".encode("iso-8859-2" if locale == "pl_PL" else "utf-8")) == "ó"
