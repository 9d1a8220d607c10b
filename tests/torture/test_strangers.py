"""Records from strangers: whatever is in a file, `check`, `show` and `solve` answer at once, in bounds, and in one line.

Exit codes are those of the commands: 0 where a record is true, 1 where `check` finds it false, 2 where `show` and `solve`
cannot do what is asked. `check` tells what is wrong on its output, a line for each file; the others on standard error.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from help.effort import LONG, cases, seeded
from help.record_cases import WORKED_RECORD, loosened, random_record
from sevenrocks import cli
from sevenrocks.record import MAX_BYTES, write_record

QUARTER = MAX_BYTES // 16
"""A quarter of a MiB: far more than a match to 250 takes."""

SECONDS = 1.0
"""The processor time that a file of at most a quarter of a MiB may take, and what each MiB of a larger one adds, four times.

What takes longer is measured once more, as a machine may be busy.
"""

MEMORY = 64 * 1024 * 1024
"""The bytes that a file of at most a quarter of a MiB may take at a time; a larger one that may be read takes five times that."""

LONGEST = 250
"""The longest line that a refusal takes."""

LATE = ["--round", "1", "--play", "16"]
"""A position near the end of a round, of which the truth is found at once."""


class Said(NamedTuple):
    """What a command answered."""

    code: int
    out: str
    err: str


# ---- what strangers send

Mutation = Callable[[bytes, random.Random], bytes]

HUGE = (
    *(
        "9" * 400,
        "-1",
        "0",
        "99999999999",
        "0x" + "f" * 300,
        "1_000",
        "1e400",
        "-0",
        "+5",
        "inf",
        "nan",
        "-" + "9" * 5000,
    ),
    *("9223372036854775808", "0b" + "1" * 3000, "1" * 100_000, "2026-02-30", "00", "0.1", "1e-400"),
)
VALUES = (
    *("[]", "{}", "''", '""', "true", "[[]]", "[{}]", "{ a.b.c = 1 }", '"""\n"""', "1979-05-27T07:32:00Z", "07:32:00"),
    *('"\\u0000"', '"\\u001b[31m"', '"\\U0010FFFF"', '"\\ud800"', '"\\x41"', "'\x1b[2J'", '"\u202e"', "'''", '"""'),
    *('"[red]"', '"{0}"', '"%s"', '"N 05@55 +10"', '"N pass"', '"won NS"', '"blocked"', "'N' # \x00"),
)
PIECES = (
    *(
        "[[rounds]]",
        "[rounds]",
        "[players]",
        "[result]",
        "[fairness]",
        "[[players]]",
        "[a.b.c]",
        "[[a.b]]",
        "rounds = []",
    ),
    *(
        "_x = 1",
        "_x.y.z = 1",
        "'' = 1",
        "=",
        "[",
        "]]",
        '"""',
        "'''",
        "#",
        "\\",
        "players = 1",
        "deal.N.x = 1",
        "\ufeff",
    ),
    *("[rounds.deal]", "[rounds.deal.N]", "plays = ['N pass']", 'draws = ["N 66 E 00 S 01 W 02"]', "end = 'blocked'"),
)
ENCODINGS = ("utf-16", "utf-16-le", "utf-32", "cp037", "utf-8-sig", "utf-7", "shift_jis", "cp1252")


def _flipped(data: bytes, rng: random.Random) -> bytes:
    """Some bits flipped."""
    found = bytearray(data)
    for _ in range(rng.choice([1, 1, 1, 2, 8, 100])):
        found[rng.randrange(len(found))] ^= 1 << rng.randrange(8)
    return bytes(found)


def _lines(data: bytes, rng: random.Random) -> bytes:
    """Lines deleted, told twice or many times, exchanged, or all in another order."""
    lines = data.split(b"\n")
    for _ in range(rng.choice([1, 1, 2, 5])):
        one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(6):
            case 0 if len(lines) > 1:
                del lines[one]
            case 1:
                lines.insert(other, lines[one])
            case 2:
                lines[other:other] = [lines[one]] * rng.choice([10, 1000, 30_000])
            case 3:
                lines[one], lines[other] = lines[other], lines[one]
            case 4:
                low, high = sorted((one, other))
                lines[low:low] = lines[low:high] * rng.choice([1, 3])
            case _ if rng.random() < 0.2:
                rng.shuffle(lines)
    return b"\n".join(lines)


def _numbers(data: bytes, rng: random.Random) -> bytes:
    """Numbers replaced by others, of any size; one time in three such as stand within texts."""
    places = list(re.finditer(rb"-?\d+" if rng.random() < 0.3 else rb"(?<== )-?\d+", data))
    if not places:
        return data
    place = rng.choice(places)
    return data[: place.start()] + rng.choice(HUGE).encode() + data[place.end() :]


def _values(data: bytes, rng: random.Random) -> bytes:
    """Values replaced by others of any kind."""
    places = list(re.finditer(rb"(?<== )[^\n]+|\"[^\"\n]*\"", data))
    if not places:
        return data
    place = rng.choice(places)
    value = rng.choice((*VALUES, *HUGE, _deep(rng), _long(rng)))
    return data[: place.start()] + value.encode("utf-8", "replace") + data[place.end() :]


def _deep(rng: random.Random) -> str:
    """Values within values within values."""
    deep = rng.choice([3, 15, 16, 17, 23, 24, 25, 100, 5000, 60_000])
    match rng.randrange(4):
        case 0:
            return "[" * deep + "]" * deep
        case 1:
            return "{a=" * deep + "1" + "}" * deep
        case 2:
            return "[{a=" * deep + "1" + "}]" * deep
        case _:
            return "[" * deep


def _dotted(rng: random.Random) -> str:
    """Keys and headers of many parts."""
    key = ".".join([rng.choice(["a", "_a", "'.'", '""'])] * rng.choice([16, 17, 18, 1000, 30_000]))
    return rng.choice(["{} = 1", "[{}]", "[[{}]]", "_x = {{ {} = 1 }}"]).format(key)


def _long(rng: random.Random) -> str:
    """Texts, lists and tables that are long."""
    size = rng.choice([100, 5000, 60_000, 250_000])
    match rng.randrange(6):
        case 0:
            return '"' + rng.choice(["x", "\\u0000", "\\", "\u65e5", " ", '\\"', "[", "05 "]) * size + '"'
        case 1:
            return "[" + "1," * size + "]"
        case 2:
            return "[" + '"N pass",' * size + "]"
        case 3:
            return "{" + ",".join(f"a{number}=1" for number in range(size // 8)) + "}"
        case 4:
            return "[" + "{}," * size + "]"
        case _:
            return "'" + "x" * size


def _pieces(data: bytes, rng: random.Random) -> bytes:
    """Lines of TOML put in where they do not belong."""
    lines = data.split(b"\n")
    for _ in range(rng.choice([1, 1, 3])):
        own = (f"_own = {_deep(rng)}", f"_own = {_long(rng)}", _dotted(rng))
        piece = rng.choice((rng.choice(PIECES), *own))
        lines.insert(rng.randrange(len(lines) + 1), piece.encode())
    return b"\n".join(lines)


def _bytes(data: bytes, rng: random.Random) -> bytes:
    """Any bytes put in: NULs, escapes, halves of characters."""
    at = rng.randrange(len(data) + 1)
    piece = rng.choice(
        [b"\0", b"\0" * 1000, b"\x1b[31m", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\r", b"\x7f", b"\xe2\x80\xa8"]
    )
    return data[:at] + piece + data[at:]


def _encoded(data: bytes, rng: random.Random) -> bytes:
    """The same text in another encoding, or with other ends of lines."""
    text = data.decode("utf-8", "replace")
    if rng.random() < 0.4:
        return text.replace("\n", rng.choice(["\r\n", "\r", "\n\r", "\x85", "\u2028", "\n\n", "\x0b"])).encode()
    return text.encode(rng.choice(ENCODINGS), "replace")


def _cut_short(data: bytes, rng: random.Random) -> bytes:
    """The first part, or the last, of a file."""
    at = rng.randrange(len(data) + 1)
    return data[:at] if rng.random() < 0.8 else data[at:]


def _filled(data: bytes, rng: random.Random) -> bytes:
    """A file filled up to its bound, or beyond, with one thing."""
    unit = rng.choice(
        [
            b"a.",
            b"#",
            b"\n",
            b'"',
            b"'",
            b"[",
            b"]",
            b"{",
            b".",
            b"=",
            b"\\",
            b"\0",
            b"[[rounds]]\n",
            b"[a]\n",
            b"_a.b=1\n",
            b'"\\',
            b"[[_x]]\n",
            b"'''\n",
            b'"""\n',
            b"[_x.y]\n",
            b"_=[1,]\n",
            b"\r",
            b"a\xcc\x81",
            b"0_",
            b"9",
            b"[[rounds]]\ndeal.N=''\n",
        ]
    )
    size = rng.choice(
        [QUARTER, QUARTER, QUARTER // 3, MAX_BYTES + 1, 2 * MAX_BYTES, MAX_BYTES if LONG else 2 * QUARTER]
    )
    filled = data + unit * ((size - len(data)) // len(unit) + 1)
    return filled[:size]


def _garbage(_data: bytes, rng: random.Random) -> bytes:
    """Bytes at random, or words of TOML at random."""
    if rng.random() < 0.3:
        return rng.randbytes(rng.choice([0, 1, 10, 1000, 100_000]))
    words = (
        "[",
        "]",
        "{",
        "}",
        "=",
        ".",
        ",",
        "\n",
        " ",
        '"',
        "'",
        "#",
        "a",
        "0",
        "rounds",
        "[[rounds]]",
        "_x",
        "1e5",
        "\\u0",
    )
    return "".join(rng.choice(words) for _ in range(rng.choice([10, 100, 3000]))).encode()


MUTATIONS: tuple[Mutation, ...] = (
    _flipped,
    _lines,
    _numbers,
    _values,
    _pieces,
    _bytes,
    _encoded,
    _cut_short,
    _filled,
    _garbage,
)
BASES = (WORKED_RECORD, *(write_record(random_record(seed, target=60)) for seed in range(4)))


def _mutant(rng: random.Random, number: int) -> bytes:
    """A file from a stranger; every way to make one comes up in turn."""
    text = rng.choice(BASES)
    if rng.random() < 0.2:
        text = loosened(text, rng)
    data = MUTATIONS[number % len(MUTATIONS)](text.encode(), rng)
    while data and len(data) < QUARTER and rng.random() < 0.2:
        data = rng.choice(MUTATIONS)(data, rng)
    return data


# ---- what is asked of an answer


def _check_line(text: str) -> None:
    """A text is one whole line of a readable length, with nothing that could steer a terminal."""
    assert text.endswith("\n")
    line = text[:-1]
    assert line.isprintable(), ascii(line)
    assert 0 < len(line) <= LONGEST, ascii(line)
    assert "Traceback" not in line


def _check_said(command: str, said: Said, name: str) -> None:
    """An answer is one of those that the command can give."""
    if command == "check":
        assert said.err == ""
        _check_line(said.out)
        assert said.out.startswith(f"{name}: ")
        assert said.code == (0 if said.out.startswith(f"{name}: ok, ") else 1)
    elif said.code == 0:
        assert said.err == ""
        assert said.out.endswith("\n")
        assert said.out.replace("\n", "").isprintable()
        assert len(said.out) < 10_000
    else:
        assert said.code == 2
        assert said.out == ""
        _check_line(said.err)
        assert said.err.startswith("sevenrocks: ")


COMMANDS: dict[str, list[str]] = {"check": [], "show": ["--size", "80x13"], "solve": [*LATE, "--json"]}


def _run(command: str, path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[Said, float]:
    """Run a command on a file; what it said, and the processor time that it took."""
    started = time.process_time()
    code = cli.main([command, str(path), *COMMANDS[command]])
    took = time.process_time() - started
    return Said(code, *capsys.readouterr()), took


def test_whatever_strangers_send_is_answered_at_once_and_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = seeded("strangers")
    path = tmp_path / "stranger.rocks.toml"
    # What is loaded once is not the time that a file takes.
    path.write_text(WORKED_RECORD, "utf-8")
    for command in COMMANDS:
        assert _run(command, path, capsys)[0].code == 0
    codes: Counter[int] = Counter()
    for number in range(cases(70, 100_000)):
        data = _mutant(rng, number)
        path.write_bytes(data)
        seconds = SECONDS * max(1, 4 * len(data) / 2**20)
        refused = False
        # The others read a file just as `check` does, and are asked now and then.
        for command in ("check", *(name for name in ("show", "solve") if rng.random() < 0.3)):
            place = f"file {number} of this seed, {command}: {data[:300]!r} .. {data[-100:]!r}, {len(data)} bytes"
            try:
                said, took = _run(command, path, capsys)
                if took > seconds:
                    said, took = _run(command, path, capsys)
                _check_said(command, said, path.name)
                refused = refused or said.code == 1
                # A position that is true may honestly take its time.
                assert (command == "solve" and not refused) or took <= seconds, f"{took:.1f} seconds"
                assert not refused or said.code != 0, "what check refuses is neither shown nor solved"
            except (Exception, SystemExit) as error:
                raise AssertionError(f"{place}: {error!r}") from error
            codes[said.code] += 1
    assert set(codes) == {0, 1, 2}, "the files are too tame or too wild"


def test_whatever_strangers_send_takes_little_memory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rng = seeded("memory of strangers")
    path = tmp_path / "stranger.rocks.toml"
    heavy = [mutation for mutation in MUTATIONS if mutation in (_values, _pieces, _filled, _lines)]
    tracemalloc.start()
    try:
        for number in range(cases(8, 1000)):
            data = heavy[number % len(heavy)](rng.choice(BASES).encode(), rng)
            path.write_bytes(data)
            tracemalloc.reset_peak()
            before = tracemalloc.get_traced_memory()[0]
            cli.main(["check", str(path)])
            peak = tracemalloc.get_traced_memory()[1] - before
            capsys.readouterr()
            memory = MEMORY if len(data) <= QUARTER else 5 * MEMORY
            assert peak < memory, f"{peak} bytes for {data[:300]!r} .. {data[-100:]!r}, {len(data)} bytes"
    finally:
        tracemalloc.stop()


CHILD = """
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_AS, ({memory}, {memory}))
resource.setrlimit(resource.RLIMIT_CPU, ({seconds}, {seconds}))
sys.argv[0] = "sevenrocks"
runpy.run_module("sevenrocks", run_name="__main__")
"""
"""The program in bounds that the system keeps: a file that breaks them ends it."""


def test_the_program_itself_answers_strangers_within_bounds_of_the_system(tmp_path: Path) -> None:
    rng = seeded("strangers at the program")
    path = tmp_path / "stranger.rocks.toml"
    child = CHILD.format(memory=512 * 1024 * 1024, seconds=30)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COLUMNS", "LINES"))}
    environment = kept | {"PYTHONPATH": str(Path(cli.__file__).parents[2]), "PYTHONUTF8": "1"}
    for number in range(cases(len(COMMANDS), 1000)):
        command = list(COMMANDS)[number % len(COMMANDS)]
        path.write_bytes(_mutant(rng, number))
        done = subprocess.run(
            [sys.executable, "-c", child, command, path.name, *COMMANDS[command]],
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=60,
        )
        said = Said(done.returncode, done.stdout.decode(), done.stderr.decode())
        _check_said(command, said, path.name)


def test_late_positions_of_what_is_left_of_a_record_are_solved_or_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = seeded("solved")
    path = tmp_path / "stranger.rocks.toml"
    for number in range(cases(16, 3600)):
        play = rng.randrange(14, 26)
        lines = write_record(random_record(rng.randrange(2**32), target=60)).split("\n")
        # Cut off after a play, which leaves a true record of a match under way; or in another place, which may not.
        at = rng.choice([place for place, line in enumerate(lines) if line.startswith('  "')])
        lines = [*lines[: at + 1], "]"] if number % 4 else lines[:at]
        path.write_text("\n".join(lines) + "\n", "utf-8")
        code = cli.main(["solve", str(path), "--play", str(play), "--json"])
        said = Said(code, *capsys.readouterr())
        _check_said("solve", said, path.name)
        if said.code == 0:
            solution = json.loads(said.out)
            assert set(solution) == {"seat", "value", "plays", "line"}
            assert all(entry["value"] <= solution["value"] for entry in solution["plays"])
        else:
            assert cli.main(["check", str(path)]) == 1 or "--play" in said.err
            capsys.readouterr()
