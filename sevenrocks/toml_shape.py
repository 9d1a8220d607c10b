"""What a TOML text must not look like: deep nesting and keys of many parts keep its reader busy for minutes."""

from __future__ import annotations

import re

_MAX_DEPTH = 24
_MAX_KEY_PARTS = 16
_MAX_DOTS = 200_000
"""More than the longest record can have; each can be a table, which takes memory."""
_MAX_TABLES = 70_000
"""Brackets that stand within no others: headers, and lists and tables given to a key."""

_TOKENS = re.compile(
    r'"""(?:[^\\"]|\\.|"(?!""))*+(?:"{3,5}|\\?\Z)'
    r"|'''(?:[^']|'(?!''))*+(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]|\\[^\n])*+(?:"|\\?(?=\n|\Z))'
    r"|'[^'\n]*+(?:'|(?=\n|\Z))"
    r"|\#[^\n]*+"
    r"|[\[{\]}.,=\n]"
    r"|[^\"'\#\[{\]}.,=\n]++",
    re.DOTALL,
)
"""What the depth of a TOML text depends on: strings and comments, which hide brackets and dots, and those themselves.

Every alternative ends at the end of a line or of the text too, so that nothing is looked through twice.
"""


class ShapeError(ValueError):
    """A line from which on a text is not to be read."""

    def __init__(self, line: int, *, is_deep: bool) -> None:
        """`is_deep` tells a line that is too deep from one up to which there are too many dots, or tables."""
        super().__init__(line)
        self.line = line
        self.is_deep = is_deep


def check_shape(text: str) -> None:
    """Refuse what would keep the TOML reader busy. Raises ShapeError."""
    depth = parts = dots = tables = 0
    line = 1
    for token in _TOKENS.finditer(text):
        found = token.group()
        if found in ("[", "{"):
            tables += not depth
            depth, parts = depth + 1, 0
        elif found in ("]", "}"):
            depth = max(depth - 1, 0)
        elif found == ".":
            parts, dots = parts + 1, dots + 1
        elif found in (",", "="):
            parts = 0
        elif "\n" in found:
            line, parts = line + found.count("\n"), 0
        if depth > _MAX_DEPTH or parts > _MAX_KEY_PARTS:
            raise ShapeError(line, is_deep=True)
        if dots > _MAX_DOTS or tables > _MAX_TABLES:
            raise ShapeError(line, is_deep=False)
