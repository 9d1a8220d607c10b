"""What assets/record.md shows is what the program does, and it tells every word with which a record is refused."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from help.places import ASSETS, ROOT
from help.record_cases import changed
from sevenrocks import cli, notation
from sevenrocks.engine.deal import cut_seed
from sevenrocks.engine.errors import NotationError
from sevenrocks.names import parse_name
from sevenrocks.record import read_record, reading, write_record

TEXT = (ASSETS / "record.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+) ?(\w*)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
RECORDS = {name: text for kind, name, text in BLOCKS if kind == "toml"}
CHANGES = [(name, change) for kind, name, text in BLOCKS if kind == "diff" for change in text.strip().split("\n\n")]
TEXTS = [line for kind, _name, text in BLOCKS if kind == "text" for line in text.splitlines()]

TOKENS: dict[str, tuple[Callable[[str], object], Callable[..., str]]] = {
    "tile": (notation.parse_tile, notation.format_tile),
    "seat": (notation.parse_seat, lambda seat: seat.name),
    "pair": (notation.parse_partnership, lambda pair: pair.name),
    "hand": (notation.parse_hand, notation.format_hand),
    "draw": (notation.parse_draw_turn, notation.format_draw_turn),
    "play": (notation.parse_play, notation.format_play),
    "end": (notation.parse_end, notation.format_end),
    "change": (notation.parse_change, notation.format_change),
    "seed": (reading._parse_seed, bytes.hex),
    "name": (parse_name, str),
}


def _checked(text: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What `check` says of a record after the name of its file."""
    path = folder / "x.rocks.toml"
    path.write_bytes(text.encode())
    cli.main(["check", str(path)])
    return capsys.readouterr().out.removeprefix("x.rocks.toml: ").rstrip("\n")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("A", "ok, 2 rounds, NS 10 EW 70, EW won, known deal"),
        (
            "B",
            (
                "ok, 1 round, NS -25 EW 10, not over, no seed, so the deals are not proven, house rule: points only for "
                "counts that were called, EW began with 20 points, record written during play, round 1"
            ),
        ),
    ],
)
def test_whole_records_are_canonical_and_true(
    name: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert write_record(read_record(RECORDS[name].encode())) == RECORDS[name]
    assert _checked(RECORDS[name], tmp_path, capsys) == said
    fairness = read_record(RECORDS[name].encode()).fairness
    assert fairness is None or cut_seed(fairness.seed, fairness.cut).hex() in TEXT


@pytest.mark.parametrize(("name", "change"), CHANGES)
def test_a_changed_record_is_the_same_or_refused_in_these_words(
    name: str, change: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    *lines, said = change.split("\n")
    old, new = ("".join(f"{line[1:]}\n" for line in lines if line[0] != sign) for sign in "+-")
    text = changed(RECORDS[name], old, new)
    if said == "=":
        assert write_record(read_record(text.encode())) == RECORDS[name]
    else:
        assert f"! {_checked(text, tmp_path, capsys)}" == said


@pytest.mark.parametrize("line", TEXTS)
def test_a_text_is_read_made_canonical_or_refused_in_these_words(line: str) -> None:
    found = re.fullmatch(r"(\w+) (.*?)(?: ([=!]) (.*))?", line)
    assert found
    kind, given, sign, said = found.groups()
    parse, tell = TOKENS[kind]
    if sign == "!":
        with pytest.raises(NotationError) as caught:
            parse(given)
        assert str(caught.value) == said
    else:
        assert tell(parse(given)) == (said or given)


SOURCES = ("record/reading.py", "record/replaying.py", "notation/tokens.py", "house.py", "names.py")
ELSEWHERE = "cannot be placed there|words cannot|at most {n} char|{first} and|look alike|saw each other|began with|house rule|^Guest$"
"""What is said of a position, of a player's words and names as they are typed or suggested, and of a record that is true."""


def test_every_word_of_a_refusal_stands_in_the_specification() -> None:
    assert CHANGES
    assert TEXTS
    words = " ".join(TEXT.split())
    calls = [node for path in SOURCES for node in ast.walk(ast.parse((ROOT / "sevenrocks" / path).read_text("utf-8")))]
    for call in calls:
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in {"_", "ngettext"}:
            message = ast.literal_eval(call.args[-2 if call.func.id == "ngettext" else 0])
            if not re.search(ELSEWHERE, message):
                missing = [part for part in re.split(r"\{\w+\}", message) if part.strip(" :") not in words]
                assert not missing, message
