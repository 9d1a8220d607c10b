"""`assets/rules.md` and what cites it: each rule is proven by a test of this room, and nobody cites what is not there."""

from __future__ import annotations

import ast
import re
from functools import cache
from itertools import groupby
from pathlib import Path

import sevenrocks.engine
from help.rules import HOUSE_OPTIONS, PAGE, RULES, numbers_in

ROOM = Path(__file__).parent
ENGINE = Path(sevenrocks.engine.__file__).parent
NUMBERS = numbers_in(PAGE)

_CITED = r"\d+\.\d+(?:, \d+\.\d+)*"


@cache
def cited_by_tests(path: Path) -> dict[str, list[str]]:
    """The numbers that each test of this file cites by `@rule(...)`."""
    return {
        function.name: [
            ast.literal_eval(number)
            for mark in function.decorator_list
            if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "rule"
            for number in mark.args
        ]
        for function in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(function, ast.FunctionDef) and function.name.startswith("test_")
    }


def test_the_sentences_are_numbered_without_a_gap() -> None:
    assert re.findall(r"^- (?!\*\*\d+\.\d+\*\* ).*", PAGE, re.MULTILINE) == []
    sections = re.findall(r"^## (.*?)\. \S", PAGE, re.MULTILINE)
    assert sections == [str(number) for number in range(1, len(sections) + 1)]
    sentences = [(section, len(list(numbers))) for section, numbers in groupby(NUMBERS, lambda one: one.split(".")[0])]
    assert [section for section, _ in sentences] == sections
    assert [f"{section}.{number}" for section, last in sentences for number in range(1, last + 1)] == NUMBERS


def test_the_house_options_are_the_last_section_and_the_page_says_which() -> None:
    last = len(re.findall(r"^## ", PAGE, re.MULTILINE))
    assert {number.split(".")[0] for number in numbers_in(HOUSE_OPTIONS)} == {str(last)}
    assert f"Sections 1 to {last - 1} are the rules" in RULES
    assert f"Section {last} tells what a house may add" in RULES


def test_every_rule_is_proven_by_a_test_of_this_room_and_no_test_cites_what_is_not_there() -> None:
    cited = {path.name: cited_by_tests(path) for path in ROOM.glob("test_*.py")}
    proven = {number for tests in cited.values() for numbers in tests.values() for number in numbers}
    assert [number for number in numbers_in(RULES) if number not in proven] == []
    assert sorted(proven - set(NUMBERS)) == []


def test_each_test_of_the_rules_cites_one_and_they_stand_in_the_order_of_the_sections() -> None:
    tests = cited_by_tests(ROOM / "test_rules.py")
    assert [test for test, numbers in tests.items() if not numbers] == []
    sections = [int(numbers[0].split(".")[0]) for numbers in tests.values()]
    assert sections == sorted(sections)


def test_what_the_engine_and_the_page_itself_cite_is_there() -> None:
    cited = re.findall(rf"^\| `.*\| ({_CITED}) \|$", RULES, re.MULTILINE)
    assert len(cited) == len(re.findall(r"^\| `", RULES, re.MULTILINE))
    for path in sorted(ENGINE.glob("*.py")):
        text = path.read_text(encoding="utf-8")
        found = re.findall(rf"(?<!assets/)rules\.md ({_CITED})", text)
        assert len(found) == len(re.findall(r"(?<!assets/)rules\.md", text)), f"{path.name} cites no number"
        cited += found
    assert sorted({number for numbers in cited for number in numbers.split(", ")} - set(NUMBERS)) == []
