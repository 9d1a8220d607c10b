"""The numbered rules of `assets/rules.md`, and the mark of a test that proves some of them.

`pytest -m 'rule(number="4.2")' tests/engine` runs the tests of one rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

import pytest

from help.places import ASSETS

Test = TypeVar("Test", bound=Callable[..., None])

PAGE = (ASSETS / "rules.md").read_text(encoding="utf-8")
RULES, _, HOUSE_OPTIONS = PAGE.partition(" House options: not in the rules\n")


def numbers_in(text: str) -> list[str]:
    """The numbers of the sentences in this part of the page, in their order."""
    return re.findall(r"^- \*\*(\d+\.\d+)\*\* \S", text, re.MULTILINE)


def rule(*numbers: str) -> Callable[[Test], Test]:
    """The mark of a test that proves the rules of these numbers."""

    def marked(test: Test) -> Test:
        for number in numbers:
            test = pytest.mark.rule(number=number)(test)
        return test

    return marked
