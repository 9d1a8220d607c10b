"""The commands as somebody types them: what they answer, on which stream, and with which exit code."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from importlib.metadata import version
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

from help.effort import cases, seeded
from help.record_cases import WORKED_RECORD, changed, random_record
from sevenrocks import cli, i18n
from sevenrocks.bots import check_level, level_names, parse_level
from sevenrocks.bots.kernel.core import COMPILED
from sevenrocks.engine.actions import Passed, Placed
from sevenrocks.engine.deal import known_seed
from sevenrocks.engine.errors import NotationError
from sevenrocks.engine.match import Match
from sevenrocks.i18n import LANGUAGES, folded, speak
from sevenrocks.record import MAX_BYTES, read_record, replay, write_record
from sevenrocks.seating import Player
from sevenrocks.sitting import Start

PATIENCE = 60
"""Seconds after which a command is taken to wait for what never comes."""

COMMANDS = ("play", "simulate", "check", "show", "solve", "arena")


class Said(NamedTuple):
    """What a command answered."""

    code: int
    out: str
    err: str

    @property
    def complaint(self) -> str:
        """What went wrong, which is one line on standard error, and nothing else anywhere."""
        assert self.out == ""
        return _one_line(self.err)


def _one_line(text: str) -> str:
    """A text that is one whole line and holds nothing that could steer a terminal."""
    assert text.endswith("\n")
    line = text[:-1]
    assert line
    assert line.isprintable(), ascii(line)
    return line


def _environment(**more: str) -> dict[str, str]:
    """The environment of a process that runs this very program, with the defaults of Python and of the terminal."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COLUMNS", "LINES"))}
    return kept | {"PYTHONPATH": str(Path(cli.__file__).parents[2]), "PYTHONUTF8": "1"} | more


def _typed(*arguments: str | bytes, cwd: Path, **environment: str) -> Said:
    """Run the program as its own process; its streams are no terminal."""
    done = subprocess.run(
        [sys.executable, "-m", "sevenrocks", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=PATIENCE,
        cwd=cwd,
        env=_environment(**environment),
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode(errors="replace")
    return Said(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))


class Run:
    """Runs commands within this process, which is faster."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str) -> Said:
        code: object
        try:
            code = cli.main(arguments)
        except SystemExit as left:
            code = left.code
        assert isinstance(code, int)
        return Said(code, *self._capsys.readouterr())


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(capsys)


@pytest.fixture
def worked(tmp_path: Path) -> Path:
    """The file of the worked record."""
    path = tmp_path / "worked.rocks.toml"
    path.write_text(WORKED_RECORD, "utf-8")
    return path


# ---- help and version


@pytest.mark.parametrize("command", [(), *((name,) for name in COMMANDS)], ids=" ".join)
def test_help_tells_how_each_command_is_called(command: tuple[str, ...], run: Run) -> None:
    said = run(*command, "--help")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith(" ".join(["usage: sevenrocks", *command, "[-h]"]))
    assert run(*command, "-h") == said


def test_the_program_itself_tells_help(tmp_path: Path) -> None:
    said = _typed("--help", cwd=tmp_path)
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("usage: sevenrocks [-h]")


def test_help_names_all_commands_and_all_their_options(run: Run) -> None:
    assert all(re.search(rf"^ +{name} ", run("--help").out, re.MULTILINE) for name in COMMANDS)
    for command, options in (
        ("play", ["--seat", "--target", "--known-deal"]),
        ("simulate", ["--matches", "--seed", "--seat", "--out"]),
        ("check", ["FILE"]),
        ("show", ["FILE", "--round", "--play", "--size", "--ascii"]),
        ("solve", ["FILE", "--round", "--play", "--json"]),
        ("arena", ["LEVEL", "--deals", "--seed", "--jobs", "--matches", "--json"]),
    ):
        said = run(command, "--help").out
        assert all(re.search(rf"^ +{option}\b", said, re.MULTILINE) for option in options)


def test_the_version_is_told(tmp_path: Path) -> None:
    kernel = "compiled" if COMPILED else "interpreted"
    assert _typed("--version", cwd=tmp_path) == Said(0, f"sevenrocks {version('sevenrocks')} (kernel: {kernel})\n", "")


# ---- calls that cannot be done

BAD_CALLS = {
    "no such command": (["cehck"], "'cehck'"),
    "no such option": (["--fast"], "--fast"),
    "an option cut short": (["simulate", "--match", "1", "--out", "x"], "--matches"),
    "nothing to check": (["check"], "FILE"),
    "nothing to show": (["show"], "FILE"),
    "two to show": (["show", "a", "b"], "b"),
    "an option without its value": (["show", "a", "--round"], "--round"),
    "no number of matches": (["simulate", "--out", "x"], "--matches"),
    "no folder": (["simulate", "--matches", "1"], "--out"),
    "no matches": (["simulate", "--matches", "0", "--out", "x"], "expected a whole number from 1 "),
    "less than no matches": (["simulate", "--matches", "-1", "--out", "x"], "expected a whole number from 1 "),
    "half a match": (["simulate", "--matches", "1.5", "--out", "x"], "expected a whole number from 1 "),
    "matches in other digits": (["simulate", "--matches", "\u0665", "--out", "x"], r"'\u0665'"),
    "matches without end": (["simulate", "--matches", "9" * 5000, "--out", "x"], "expected a whole number from 1 "),
    "a target too low": (["play", "--target", "4"], "expected a whole number from 5 to 1000, not '4'"),
    "a target too high": (["play", "--target", "10001"], "expected a whole number from 5 to 1000, not '10001'"),
    "a target below zero": (["play", "--target", "-250"], "expected a whole number from 5 to 1000, not '-250'"),
    "a target between": (["play", "--target", "7"], "expected a multiple of 5"),
    "a target in words": (["play", "--target", "many"], "expected a whole number from 5 to 1000, not 'many'"),
    "a target that is nothing": (["play", "--target", ""], "expected a whole number from 5 to 1000, not ''"),
    "round none": (["show", "a", "--round", "0"], "expected a whole number from 1 "),
    "play before the first": (["show", "a", "--play", "-1"], "expected a whole number from 0 "),
    "a size of one number": (["show", "a", "--size", "80"], "--size"),
    "a size of nothing": (["show", "a", "--size", "0x13"], "--size"),
    "a size of three numbers": (["show", "a", "--size", "80x13x2"], "--size"),
    "a size below zero": (["show", "a", "--size", "80x-13"], "--size"),
    "a size beyond all screens": (["show", "a", "--size", "80x1001"], "--size"),
    "a number with a control": (["show", "a", "--round", "\x1b[31m"], r"'\x1b[31m'"),
    "a command with a control": (["\x1b[31mplay"], r"'\x1b[31mplay'"),
    "an option with a control": (["check", "a", "--\x1b]0;title\x07"], "unrecognized arguments"),
    "an option over two lines": (["check", "a", "--all\nfiles"], "unrecognized arguments"),
    "a word too many with a control": (["show", "a", "b\x9b31m\r"], "unrecognized arguments"),
}


@pytest.mark.parametrize("case", BAD_CALLS)
def test_a_call_that_cannot_be_done_is_answered_in_one_line(case: str, run: Run) -> None:
    arguments, told = BAD_CALLS[case]
    said = run(*arguments)
    assert said.code == 2
    assert told in said.complaint
    assert said.complaint.startswith("sevenrocks")
    assert "--help" in said.complaint, "it says where help is"


def test_a_size_is_asked_for_as_a_whole(run: Run) -> None:
    assert "80x13" in run("show", "a", "--size", "80").complaint


# ---- check


def test_a_true_record_is_told_in_one_line(worked: Path, tmp_path: Path) -> None:
    line = "worked.rocks.toml: ok, 3 rounds, NS 25 EW 100, EW won, known deal\n"
    assert _typed("check", worked.name, cwd=tmp_path) == Said(0, line, "")


def test_the_line_counts_rounds_and_tells_who_won(tmp_path: Path, run: Run) -> None:
    head = WORKED_RECORD[: WORKED_RECORD.index("\n[[rounds]]")]
    rounds = WORKED_RECORD[: WORKED_RECORD.index("\n[fairness]")].split("\n[[rounds]]")[1:]
    for count, told in (
        (0, "ok, 0 rounds, NS 0 EW 0, not over"),
        (1, "ok, 1 round, NS 30 EW -20, not over"),
        (2, "ok, 2 rounds, NS 25 EW 80, not over"),
    ):
        path = tmp_path / "some.rocks.toml"
        path.write_text(head + "".join(f"\n[[rounds]]{stated}" for stated in rounds[:count]), "utf-8")
        assert run("check", str(path)) == Said(0, f"some.rocks.toml: {told}, known deal\n", "")


KNOWN = "known_deal = true\n"
FAIRNESS = WORKED_RECORD[WORKED_RECORD.index("[fairness]") : WORKED_RECORD.index("[result]")]
COMMITMENT = "e430e454d6b27222b0e4b2f838cdc79e77290e34cea9399a991f4c215eb033c1"


@pytest.mark.parametrize(
    ("text", "proven"),
    [
        (WORKED_RECORD, "known deal"),
        (changed(WORKED_RECORD, FAIRNESS, ""), "known deal"),
        (changed(WORKED_RECORD, KNOWN, ""), "deals proven"),
        (changed(changed(WORKED_RECORD, KNOWN, ""), FAIRNESS, ""), "no seed, so the deals are not proven"),
    ],
    ids=["known", "known, without a seed", "proven", "not proven"],
)
def test_it_is_told_what_was_proven_of_the_deals(text: str, proven: str, tmp_path: Path, run: Run) -> None:
    path = tmp_path / "x.toml"
    path.write_text(text, "utf-8")
    assert run("check", str(path)) == Said(0, f"x.toml: ok, 3 rounds, NS 25 EW 100, EW won, {proven}\n", "")


def test_it_is_told_that_a_record_was_written_during_play(tmp_path: Path, run: Run) -> None:
    text, plays = changed(WORKED_RECORD, "record/1", "record/3"), "plays = ["
    path = tmp_path / "x.toml"
    path.write_text(text.replace(plays, f"opened = [0, 3]\n{plays}", 1), "utf-8")
    assert run("check", str(path)).out.endswith(", EW won, known deal, record written during play, round 1\n")
    path.write_text(text.replace(plays, f"opened = [0]\n{plays}"), "utf-8")
    assert run("check", str(path)).out.endswith(", EW won, known deal, record written during play, rounds 1, 2 and 3\n")


@pytest.mark.parametrize(
    "noted", ["e430", "E430 E454", COMMITMENT, f" {COMMITMENT[:32]}\n{COMMITMENT[32:]}\t", "e 4 3 0 e"], ids=ascii
)
def test_a_commitment_that_was_noted_fits(noted: str, worked: Path, run: Run) -> None:
    told = "worked.rocks.toml: ok, 3 rounds, NS 25 EW 100, EW won, known deal, the commitment fits\n"
    assert run("check", "--commitment", noted, str(worked)) == Said(0, told, "")


def test_a_commitment_that_does_not_fit_is_told_beside_the_true_one(worked: Path, tmp_path: Path, run: Run) -> None:
    def misfit(noted: str, stated: str) -> Said:
        told = f"the commitment does not fit: noted was {noted}, and the record has {stated}"
        return Said(1, f"worked.rocks.toml: {told}\n", "")

    assert run("check", "--commitment", "e431", str(worked)) == misfit("e431", "e430")
    assert run("check", "--commitment", "E430E4 5", str(worked)).code == 0
    assert run("check", "--commitment", "e430 e4a4 d6b2", str(worked)) == misfit("e430 e4a4", "e430 e454")
    bare = tmp_path / "bare.toml"
    bare.write_text(changed(WORKED_RECORD, FAIRNESS, ""), "utf-8")
    without = "bare.toml: the record has no commitment, so what was noted cannot be compared\n"
    assert run("check", "--commitment", "e430", str(bare)) == Said(1, without, "")
    both = run("check", "--commitment", "e430", str(bare), str(worked))
    assert both.code == 1
    assert both.out.startswith(without)
    assert both.out.endswith("the commitment fits\n")


def test_of_a_record_that_is_not_true_it_is_told_as_well_whether_the_commitment_fits(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "x.toml"
    path.write_text(changed(WORKED_RECORD, "\n[result]", 'cut = "other words"\n\n[result]'), "utf-8")
    why = "x.toml: round 1: deal: expected the one that the seed gives"
    assert run("check", str(path)) == Said(1, f"{why}\n", "")
    assert run("check", "--commitment", "e430", str(path)) == Said(1, f"{why}; the commitment fits\n", "")
    told = "the commitment does not fit: noted was 0430, and the record has e430"
    assert run("check", "--commitment", "0430", str(path)) == Said(1, f"{why}; {told}\n", "")


@pytest.mark.parametrize(
    "noted",
    ["", "e43", "e43g", "0xe430", "e430-e454", f"{COMMITMENT}0", "\u0664\u0663\u0660\u0664", "\x1b[31m"],
    ids=ascii,
)
def test_what_is_no_beginning_of_a_commitment_is_refused_in_one_line(noted: str, worked: Path, run: Run) -> None:
    complaint = run("check", f"--commitment={noted}", str(worked)).complaint
    assert (
        "argument --commitment: expected 4 to 64 digits 0-9 and a-f, in quotes where there are spaces, not "
        in complaint
    )


def test_each_file_has_its_line_and_one_wrong_file_tells(worked: Path, tmp_path: Path, run: Run) -> None:
    def file(name: str, text: str | bytes) -> str:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    files = {
        file("award.toml", changed(WORKED_RECORD, '"W 04@05"', '"W 04@05 +10"')): (
            "round 1, play 2: W 04@05 +10: expected no award: the ends count 9"
        ),
        file("end.toml", changed(WORKED_RECORD, 'end = "blocked"', 'end = "out E"')): (
            "round 2: end: expected blocked, found out E"
        ),
        file("result.toml", changed(WORKED_RECORD, 'winner = "EW"', 'winner = "NS"')): (
            "result: winner: expected EW, found NS"
        ),
        file(
            "key.toml", changed(WORKED_RECORD, 'opens = "E"', 'opens = "E"\ncolour = 1')
        ): "round 3, unknown key 'colour'",
        file("empty.toml", ""): 'not a record: expected format = "sevenrocks-record/1"',
        file("other.toml", "[project]\nname = 'x'\n"): 'not a record: expected format = "sevenrocks-record/1"',
        file("no.toml", "what?"): "not a record: Expected '=' after a key in a key/value pair (at line 1, column 5)",
        file("bytes.toml", b"\xff\xfe"): "not a record: byte 1 is not UTF-8",
        file("large.toml", "#" * MAX_BYTES + "\n"): f"not a record: larger than {MAX_BYTES // 1024} KiB",
        file("endless.toml", "#" * 5_000_000): f"not a record: larger than {MAX_BYTES // 1024} KiB",
        str(tmp_path / "missing.toml"): "there is no such file",
        str(tmp_path): "this is a folder; name the records in it",
        str(worked / "within.toml"): "there is no such file",
        str(worked): "ok, 3 rounds, NS 25 EW 100, EW won, known deal",
    }
    said = run("check", *files)
    assert said.err == ""
    assert said.out.splitlines() == [f"{Path(path).name}: {told}" for path, told in files.items()]
    for path, told in files.items():
        assert run("check", path).code == (0 if told.startswith("ok, ") else 1)
    assert said.code == 1


@pytest.mark.parametrize("name", [".", "..", "/"])
def test_a_folder_without_a_name_of_its_own_is_named_all_the_same(name: str, run: Run) -> None:
    assert run("check", name) == Said(1, f"{name}: this is a folder; name the records in it\n", "")


@pytest.mark.parametrize(
    "control", ["\x1b[31m", "\x1b]0;title\x07", "\n", "\r", "\x9b1m", "\x7f", "\u202e", "\u2028"], ids=ascii
)
def test_a_hostile_name_of_a_file_steers_nothing(control: str, tmp_path: Path, run: Run) -> None:
    path = tmp_path / f"a{control}b.toml"
    path.write_text(WORKED_RECORD, "utf-8")
    said = run("check", str(path))
    assert (said.code, said.err) == (0, "")
    assert _one_line(said.out).endswith("b.toml: ok, 3 rounds, NS 25 EW 100, EW won, known deal")
    missing = run("check", f"{path}?")
    assert (missing.code, missing.err) == (1, "")
    assert _one_line(missing.out).endswith("b.toml?: there is no such file")
    assert run("show", f"{path}?").complaint.endswith("b.toml?: there is no such file")
    assert run("show", str(path), "--round", "4").complaint.endswith("b.toml has 3 rounds")


def test_a_name_that_is_no_text_is_shown_with_marks_in_its_place(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"a\xffb.toml")).write_text(WORKED_RECORD, "utf-8")
    said = _typed("check", b"a\xffb.toml", cwd=tmp_path)
    assert said == Said(0, "a?b.toml: ok, 3 rounds, NS 25 EW 100, EW won, known deal\n", "")


def test_markup_and_names_in_a_record_are_told_literally(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "[red]x[_red].toml"
    path.write_text(changed(WORKED_RECORD, '"W 04@05"', '"W [/]\\u001b[31m"'), "utf-8")
    said = run("check", str(path))
    assert said == Said(
        1, r"[red]x[_red].toml: round 1, play 2: expected a tile such as 05, found '[/]\x1b[31m'" + "\n", ""
    )


ENCODINGS = ("ascii", "latin-1", "cp1252")


def _said_in(encoding: str, *arguments: str) -> Said:
    """What the program says where its output is written in this encoding."""
    written = io.BytesIO(), io.BytesIO()
    out, err = (io.TextIOWrapper(stream, encoding, newline="") for stream in written)
    with redirect_stdout(out), redirect_stderr(err):
        code = cli.main(arguments)
    out.flush()
    err.flush()
    return Said(code, *(stream.getvalue().decode(encoding) for stream in written))


def test_a_name_that_the_output_cannot_hold_is_no_crash(tmp_path: Path) -> None:
    path = tmp_path / "\u017b\u00f3\u0142w.toml"
    path.write_text(WORKED_RECORD, "utf-8")
    for encoding in ENCODINGS:
        said = _said_in(encoding, "check", str(path))
        assert said.code == 0
        assert said.err == ""
        assert "ok, 3 rounds" in said.out
    (encoding,) = seeded("encodings of names").sample(ENCODINGS, 1)
    typed = _typed("check", path.name, cwd=tmp_path, PYTHONUTF8="0", PYTHONIOENCODING=encoding)
    assert (typed.code, typed.err) == (0, "")
    assert "ok, 3 rounds" in typed.out


# ---- simulate

NOVICES = tuple(word for seat in "NESW" for word in ("--seat", f"{seat}=bot:novice"))
"""Bots that are soon done."""


def _records(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in sorted(folder.iterdir())}


def test_simulated_matches_are_told_and_pass_the_check(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = run("simulate", "--matches", "3", "--seed", "s", "--out", "new/folder")
    assert said.code == 0
    assert said.err == ""
    told = re.fullmatch(r"3 matches in new/folder: NS won (\d), EW won (\d)\n", said.out)
    assert told is not None
    records = _records(tmp_path / "new" / "folder")
    assert list(records) == [f"match-000{number}.rocks.toml" for number in (1, 2, 3)]
    checked = run("check", *(f"new/folder/{name}" for name in records))
    assert checked.code == 0
    assert [checked.out.count(f"{pair} won") for pair in ("NS", "EW")] == [int(told[1]), int(told[2])]


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(tmp_path: Path, run: Run) -> None:
    def simulated(name: str, *arguments: str) -> dict[str, str]:
        assert run("simulate", "--matches", "2", "--out", str(tmp_path / name), *arguments).code == 0
        return _records(tmp_path / name)

    first = simulated("a", "--seed", "s")
    assert simulated("b", "--seed", "s") == first
    assert len({*first.values(), *simulated("c", "--seed", "t").values()}) == 4
    assert simulated("d", "--seed", "s", "--seat", "N=bot:club") == first, "club is who sits there by default"
    assert simulated("e", "--seed", "s", "--seat", "N=bot:novice") != first
    assert simulated("f") != simulated("g"), "without a seed there is a fresh one"
    for text in first.values():
        assert write_record(read_record(text.encode())) == text
        assert "\nknown_deal = true\n" in text


def test_the_seed_of_a_simulation_is_told_by_the_record(tmp_path: Path, run: Run) -> None:
    run("simulate", "--matches", "1", "--seed", "\u0142 7", "--out", str(tmp_path / "out"))
    (text,) = _records(tmp_path / "out").values()
    seed = known_seed("\u0142 7/1")
    assert f'seed = "{seed.hex()}"' in text


def test_levels_sit_where_they_are_put(tmp_path: Path, run: Run) -> None:
    weak, strong = level_names()[:2]
    seats = (f"N=bot:{weak}", f"e=bot:{strong}", f"S=bot:{weak}", f" w =bot:{strong}")
    options = [word for seat in seats for word in ("--seat", seat)]
    assert run("simulate", "--matches", "1", "--seed", "s", "--out", str(tmp_path / "out"), *options).code == 0
    (text,) = _records(tmp_path / "out").values()
    assert [*read_record(text.encode()).players] == [f"N {weak}", f"E {strong}", f"S {weak}", f"W {strong}"]


SPELLED = {
    "novice": ("novice", "Novice", "Anfänger", "anfanger", "ANFA\u0308NGER", "nowicjusz"),
    "club": ("club", "CLUB", "Club", "klubowy", "\uff23lub"),
    "expert": ("expert", "Experte", "experte", "Ekspert"),
    "master": ("master", "Meister", "mistrz", " Mistrz "),
}
"""What may be typed for each level, in any language of the game."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_level_is_typed_in_any_language(language: str, tmp_path: Path, run: Run) -> None:
    assert SPELLED.keys() == set(level_names())
    speak(language)
    for name, spelled in SPELLED.items():
        assert [parse_level(text) for text in spelled] == [name] * len(spelled)
    out = tmp_path / "out"
    seats = ("N=bot:Experte", "E=bot:nowicjusz", "S=bot:Klubowy", "W=bot:novice")
    options = [word for seat in seats for word in ("--seat", seat)]
    assert run("simulate", "--lang", language, "--matches", "1", "--out", str(out), *options).code == 0
    (text,) = _records(out).values()
    told = [*read_record(text.encode()).players]
    assert told == ["N expert", "E novice", "S club", "W novice"], "a record knows a level by its own name"
    said = run("arena", "--lang", language, "ekspert", "Meister", "--deals", "0", "--matches", "0")
    assert "--deals" in said.err, "only the numbers are wrong"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_levels_share_a_name_in_any_language(language: str) -> None:
    told: dict[str, str] = {}
    for other in LANGUAGES:
        speak(other)
        for name in level_names():
            assert told.setdefault(folded(i18n._(name)), name) == name
    speak(language)
    assert {parse_level(text) for text in told} == set(level_names())


def test_a_level_that_there_is_not_is_refused_with_the_list_in_the_language_in_use(run: Run) -> None:
    for language, told in (
        ("de", "Anfänger, Club, Experte, Meister"),
        ("pl", "nowicjusz, klubowy, ekspert, "),
    ):
        said = run("arena", "--lang", language, "grandmaster", "club")
        assert said.code == 2
        assert "'grandmaster'" in said.err
        assert told in said.err


def test_kept_matches_name_levels_in_english_alone() -> None:
    check_level("expert")
    for name in ("Experte", "Expert", "ekspert"):
        with pytest.raises(NotationError):
            check_level(name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_call_seats_and_pairs_by_the_letters_of_records_in_every_language(
    language: str, worked: Path, run: Run
) -> None:
    assert re.search(r"\bNS -?\d+ EW -?\d+\b", run("check", "--lang", language, str(worked)).out)
    solved = run("solve", "--lang", language, str(worked), "--play", "10").out
    assert {*re.findall(r"\b([A-Z]) (?:\d\d|pass)\b", solved)} == {*"NESW"}
    assert "N=bot" in run("simulate", "--lang", language, "--matches", "1", "--out", "x", "--seat", "O=bot:club").err


BAD_BOTS = {
    "a person": (["N=Anna"], "--seat: only bots play here: expected N=bot:LEVEL"),
    "nobody": (["E="], "--seat: only bots play here: expected E=bot:LEVEL"),
    "no such level": (["N=bot:nobody"], "--seat: there is no bot level 'nobody'; the levels are "),
    "no level": (["N=bot:"], "--seat: there is no bot level ''; the levels are "),
    "half a level": (["N=bot:Clu"], "--seat: there is no bot level 'Clu'; the levels are "),
    "a module that is no level": (["N=bot:..chance"], "--seat: there is no bot level '..chance'; the levels are "),
    "a level with a control": (["N=bot:\x1b[31m"], r"--seat: there is no bot level '\x1b[31m'; the levels are "),
    "a seat that is none": (["X=bot:club"], "--seat: expected N=NAME or N=bot:LEVEL, not 'X=bot:club'"),
    "no seat": (["bot:club"], "--seat: expected N=NAME or N=bot:LEVEL, not 'bot:club'"),
    "a seat twice": (["N=bot:club", "n=bot:novice"], "--seat: N is given twice"),
}


@pytest.mark.parametrize("case", BAD_BOTS)
def test_who_cannot_play_in_a_simulation_is_refused(case: str, tmp_path: Path, run: Run) -> None:
    seats, told = BAD_BOTS[case]
    options = [word for seat in seats for word in ("--seat", seat)]
    said = run("simulate", "--matches", "1", "--out", str(tmp_path / "out"), *options)
    assert said.code == 2
    assert said.complaint.startswith(f"sevenrocks: {told}")
    assert not (tmp_path / "out").exists(), "nothing was begun"


def test_a_folder_that_cannot_be_written_to_is_told_in_one_line(
    worked: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken" / "match-0001.rocks.toml").mkdir(parents=True)
    for out in (worked.name, f"{worked.name}/within", "taken", "x" * 300):
        said = run("simulate", "--matches", "1", "--seed", "s", "--out", out, *NOVICES)
        assert said.code == 2
        assert said.complaint.startswith("sevenrocks: --out: ")
    assert worked.read_text("utf-8") == WORKED_RECORD


@pytest.mark.parametrize("control", ["\x1b[31m", "\x1b]0;title\x07", "\n", "\x9b1m"], ids=ascii)
def test_a_hostile_name_of_a_folder_steers_nothing(control: str, tmp_path: Path, run: Run) -> None:
    said = run("simulate", "--matches", "1", "--seed", "s", "--out", str(tmp_path / f"a{control}b"), *NOVICES)
    assert said.code == 0
    assert _one_line(said.out).endswith(" won 1, EW won 0") or _one_line(said.out).endswith(" won 0, EW won 1")


def test_bytes_that_are_no_text_are_no_crash(tmp_path: Path, run: Run) -> None:
    out = str(tmp_path / "out")
    seed = run("simulate", "--matches", "1", "--seed", os.fsdecode(b"\xff"), "--out", out, *NOVICES)
    assert seed.code == 0 or "--seed" in seed.complaint
    folder = _typed("simulate", "--matches", "1", "--seed", "s", "--out", b"o\xffut", *NOVICES, cwd=tmp_path)
    assert folder.code == 0
    _one_line(folder.out)


# ---- show


def test_every_play_of_a_record_is_shown_at_80x13(worked: Path, run: Run) -> None:
    every = [
        (number, [event for event in state.events if isinstance(event, Placed | Passed)][:play])
        for number, state in enumerate(replay(read_record(WORKED_RECORD.encode())).rounds, 1)
        for play in range(sum(isinstance(event, Placed | Passed) for event in state.events) + 1)
    ]
    for number, plays in seeded("shown plays").sample(every, cases(16, len(every))):
        placed = sum(isinstance(event, Placed) for event in plays)
        said = run("show", str(worked), "--round", str(number), "--play", str(len(plays)), "--size", "80x13")
        assert (said.code, said.err) == (0, "")
        rows = said.out.split("\n")
        assert len(rows) == 14, "13 rows, and the end of the last"
        assert max(map(len, rows)) <= 80
        assert said.out.count("*") == (1 if placed else 0), "the last tile placed has a star"
        # Tiles have two halves; what counts at the ends has a sign.
        halves = re.findall(r"\d", re.sub(r"\+\d+", "", said.out))
        assert len(halves) == 2 * placed


def test_a_layout_is_drawn_as_it_lies(worked: Path, run: Run) -> None:
    said = run("show", str(worked), "--round", "1", "--play", "2", "--size", "24x7")
    assert said == Said(0, "\n\n\n   +4 4*0 0│5 +5\n\n\n\n", "")
    # A knock adds nothing to it.
    knocked, before = (
        run("show", str(worked), "--round", "1", "--play", play, "--size", "80x13") for play in ("22", "21")
    )
    assert knocked == before


def test_all_of_the_last_round_is_shown_unless_told_otherwise(
    worked: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = _typed("show", worked.name, cwd=tmp_path)
    assert (shown.code, shown.err) == (0, "")
    assert len(shown.out.splitlines()) == 24, "without a terminal 80 by 24 are taken for granted"
    assert run("show", str(worked), "--round", "3", "--play", "17", "--size", "80x24") == shown
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LINES", "40")
    sized = run("show", str(worked))
    assert len(sized.out.splitlines()) == 40


@pytest.mark.parametrize("size", ["80x13", "80x24", "120x40", "200x60"])
def test_ascii_is_ascii_at_every_size_of_tiles(size: str, worked: Path, run: Run) -> None:
    for number, play in (("1", "2"), ("1", "25"), ("2", "9"), ("3", "17")):
        arguments = ("show", str(worked), "--size", size, "--round", number, "--play", play)
        plain, drawn = run(*arguments, "--ascii"), run(*arguments)
        assert plain.out.isascii()
        assert not drawn.out.isascii()
        assert [len(row) for row in plain.out.split("\n")] == [len(row) for row in drawn.out.split("\n")]


def test_an_output_that_cannot_hold_boxes_gets_ascii(worked: Path) -> None:
    plain = _said_in("utf-8", "show", str(worked), "--ascii")
    for encoding in ENCODINGS:
        assert _said_in(encoding, "show", str(worked)) == plain
    assert _said_in("utf-8", "show", str(worked)) != plain


@pytest.mark.parametrize("size", ["1x1", "80x13", "200x60"])
def test_before_the_first_play_nothing_lies_on_the_table(size: str, worked: Path, run: Run) -> None:
    height = int(size.partition("x")[2])
    assert run("show", str(worked), "--play", "0", "--size", size) == Said(0, "\n" * height, "")


BAD_SHOWS = {
    "a round after the last": (["--round", "4"], "--round: worked.rocks.toml has 3 rounds"),
    "a play after the last": (["--round", "1", "--play", "26"], "--play: round 1 has 25 plays"),
    "a play after the last of the last round": (["--play", "18"], "--play: round 3 has 17 plays"),
    "less room than the layout needs": (
        ["--size", "20x5"],
        "--size: 20x5 has no room for this layout; 80x13 always has",
    ),
    "no room at all": (["--size", "1x1"], "--size: 1x1 has no room for this layout; 80x13 always has"),
}


@pytest.mark.parametrize("case", BAD_SHOWS)
def test_what_cannot_be_shown_is_told_in_one_line(case: str, worked: Path, run: Run) -> None:
    options, told = BAD_SHOWS[case]
    said = run("show", str(worked), *options)
    assert said.code == 2
    assert said.complaint == f"sevenrocks: {told}"


def test_a_record_without_rounds_or_with_faults_is_not_shown(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "x.toml"
    for text, told in (
        (WORKED_RECORD[: WORKED_RECORD.index("\n[[rounds]]")], "--round: x.toml has 0 rounds"),
        (
            changed(WORKED_RECORD, '"W 04@05"', '"W pass"'),
            "x.toml: round 1, play 2: W pass: expected a tile: who can place",
        ),
        ("", 'x.toml: not a record: expected format = "sevenrocks-record/1"'),
    ):
        path.write_text(text, "utf-8")
        said = run("show", str(path), "--size", "80x13")
        assert said.code == 2
        assert said.complaint.startswith(f"sevenrocks: {told}")
    assert run("show", str(tmp_path)).complaint.endswith(": this is a folder; name the records in it")
    assert run("show", str(tmp_path / "missing")).complaint == "sevenrocks: missing: there is no such file"


def test_random_records_are_shown_whole(tmp_path: Path, run: Run) -> None:
    rng = seeded("shown records")
    path = tmp_path / "random.toml"
    for _ in range(cases(2, 100)):
        seed = rng.getrandbits(32)
        record = random_record(seed, target=60)
        path.write_text(write_record(record), "utf-8")
        for number in range(1, len(record.rounds) + 1):
            said = run("show", str(path), "--round", str(number), "--size", "80x13", "--ascii")
            assert (said.code, said.err, said.out.count("*")) == (0, "", 1), f"seed {seed}, round {number}"


# ---- play


@pytest.mark.parametrize("arguments", [(), ("play",), ("play", "--seat", "N=Anna", "--target", "50")], ids=" ".join)
def test_without_a_terminal_nothing_is_played(
    arguments: tuple[str, ...], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    said = run(*arguments)
    assert said.code == 2
    assert said.complaint.startswith("sevenrocks: Seven Rocks plays in a terminal")


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[Start | None]:
    """What the app is asked to begin, were there a terminal."""
    asked: list[Start | None] = []

    def run_app(start: Start | None, _options: object) -> int:
        asked.append(start)
        return 0

    monkeypatch.setattr("sevenrocks.cli.play.why_no_app", lambda: None)
    monkeypatch.setattr("sevenrocks.cli.play._run_app", run_app)
    return asked


BAD_SEATS = {
    "nobody": (["N="], "--seat: a name needs at least one letter"),
    "spaces": (["N=  "], "--seat: a name needs at least one letter"),
    "no seat": (["Anna"], "--seat: expected N=NAME or N=bot:LEVEL, not 'Anna'"),
    "nothing": ([""], "--seat: expected N=NAME or N=bot:LEVEL, not ''"),
    "no seat but a name": (["=Anna"], "--seat: expected N=NAME or N=bot:LEVEL, not '=Anna'"),
    "a seat that is none": (["X=Anna"], "--seat: expected N=NAME or N=bot:LEVEL, not 'X=Anna'"),
    "a partnership": (["NS=Anna"], "--seat: expected N=NAME or N=bot:LEVEL, not 'NS=Anna'"),
    "a seat twice": (["N=Anna", "N=Anna"], "--seat: N is given twice"),
    "a seat twice for two": (["N=Anna", "n=Bart"], "--seat: N is given twice"),
    "a name twice": (["N=Anna", "S=Anna"], "--seat: two players are called Anna"),
    "names that look alike": (["N=Anna", "S=\u0410nna"], "--seat: these two names look alike: Anna and \u0410nna"),
    "a name twice but for its case": (["N=Anna", "S= ANNA "], "--seat: two players are called ANNA"),
    "no such level": (["N=bot:nobody"], "--seat: there is no bot level 'nobody'; the levels are novice, club"),
    "a level with a control": (["N=bot:\x1b[2J"], r"--seat: there is no bot level '\x1b[2J'; the levels are "),
    "a name with a control": (["N=\x1b[31mAnna"], "--seat: a name cannot hold control or invisible characters"),
    "a name that runs backwards": (["N=\u202eannA"], "--seat: a name cannot hold control or invisible characters"),
    "a name that is no text": (["N=\udcff"], "--seat: a name cannot hold control or invisible characters"),
    "a name too long": (["N=" + "x" * 17], "--seat: a name has at most 16 columns"),
    "a name far too long": (["N=" + "x" * 100_000], "--seat: a name has at most 16 columns"),
    "a seat with a control": (["\x1b[31m=Anna"], r"--seat: expected N=NAME or N=bot:LEVEL, not '\x1b[31m=Anna'"),
    "one good and one bad": (
        ["N=Anna", "E=bot:club", "Q=Bart"],
        "--seat: expected N=NAME or N=bot:LEVEL, not 'Q=Bart'",
    ),
}


@pytest.mark.parametrize("case", BAD_SEATS)
def test_who_cannot_sit_down_is_told_why(case: str, begun: list[Start | None], run: Run) -> None:
    seats, told = BAD_SEATS[case]
    said = run("play", *(word for seat in seats for word in ("--seat", seat)))
    assert said.code == 2
    assert said.complaint.startswith(f"sevenrocks: {told}")
    assert begun == []


def _players(begun: list[Start | None]) -> Sequence[Player | None]:
    (start,) = begun
    assert start is not None
    return start.players


def test_one_person_plays_with_bots(begun: list[Start | None], run: Run) -> None:
    assert run("play", "--seat", "S=Bartek") == Said(0, "", "")
    players = _players(begun)
    assert [player.level if player else "asked for" for player in players] == ["club", "club", None, "club"]
    assert players[2] == Player("Bartek")
    assert len({player.name for player in players if player}) == 4, "no bot has the person's name"


def test_seats_that_are_not_named_are_asked_for_where_several_play(begun: list[Start | None], run: Run) -> None:
    assert run("play", "--seat", "n= Anna ", "--seat", "W=bot:novice", "--seat", "E=[b]Bart[/]").code == 0
    players = _players(begun)
    assert players[:3] == (Player("Anna"), Player("[b]Bart[/]"), None)
    assert players[3] is not None
    assert players[3].level == "novice"


def test_four_bots_can_play(begun: list[Start | None], run: Run) -> None:
    assert run("play", *(word for seat in "NESW" for word in ("--seat", f"{seat}=bot:club"))).code == 0
    assert [player.level if player else None for player in _players(begun)] == ["club"] * 4


def test_the_target_and_the_deal_are_as_told(begun: list[Start | None], run: Run) -> None:
    assert run("play", "--target", "50", "--known-deal", "x y").code == 0
    assert run("play").code == 0
    told, untold = begun
    assert told is not None
    assert untold is not None
    assert (told.target, told.known_seed) == (50, known_seed("x y"))
    assert (untold.target, untold.known_seed) == (Match().target, None)
    assert untold.players == (None,) * 4


@pytest.mark.usefixtures("begun")
def test_a_known_deal_that_is_no_text_is_no_crash(run: Run) -> None:
    said = run("play", "--known-deal", "\udcff")
    assert said.code == 0 or "--known-deal" in said.complaint


# ---- streams that are not there, or go away

UNBUFFERED = ("", "1")
"""Whether Python writes what is said at the end, or at once."""


def test_a_reader_who_has_enough_is_no_error(worked: Path) -> None:
    calls = (("check", worked.name), ("show", worked.name), ("--help",), ("--version",))
    every = [*product(calls, UNBUFFERED)]
    for arguments, unbuffered in seeded("readers who have enough").sample(every, cases(2, len(every))):
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run(
            [sys.executable, "-m", "sevenrocks", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=writing,
            stderr=subprocess.PIPE,
            check=False,
            timeout=PATIENCE,
            cwd=worked.parent,
            env=_environment(PYTHONUNBUFFERED=unbuffered),
        )
        os.close(writing)
        assert done.stderr == b"", f"{arguments}, {unbuffered=}"


def test_streams_that_are_closed_are_no_crash(worked: Path) -> None:
    codes = {
        "play": 2,
        f"check {worked.name}": 0,
        f"show {worked.name}": 0,
        f"simulate --matches 1 --seed s --out out {' '.join(NOVICES)}": 0,
    }
    every = [*product(codes, ("0<&-", "1>&-", "2>&-"))]
    for arguments, stream in seeded("closed streams of commands").sample(every, cases(3, len(every))):
        done = subprocess.run(
            ["/bin/sh", "-c", f'"{sys.executable}" -m sevenrocks {arguments} {stream}'],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=PATIENCE,
            cwd=worked.parent,
            env=_environment(),
        )
        assert b"Traceback" not in done.stderr, done.stderr.decode()
        assert done.returncode == codes[arguments], f"{arguments} {stream}"


@pytest.mark.parametrize("unbuffered", UNBUFFERED, ids=["at the end", "at once"])
def test_an_output_that_is_full_is_told_in_one_line(unbuffered: str, worked: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "sevenrocks", "check", worked.name],
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=PATIENCE,
            cwd=worked.parent,
            env=_environment(PYTHONUNBUFFERED=unbuffered),
        )
    assert _one_line(done.stderr.decode()).startswith("sevenrocks: ")
    assert done.returncode == 2
