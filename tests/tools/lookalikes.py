"""Writes `sevenrocks/lookalikes.py` from Unicode's `confusables.txt`: `python tests/tools/lookalikes.py confusables.txt`.

That file is https://www.unicode.org/Public/security/17.0.0/confusables.txt. Of its pairs those are taken that a name of one
line can hold, and that forms and case do not undo: a single character for a single one, of which the second is ASCII or a
letter of Latin, Greek, Cyrillic, Armenian, Hebrew. In a terminal what takes two columns does not look like what takes one.
"""

from __future__ import annotations

import re
import sys
import textwrap
import unicodedata
from collections import defaultdict
from pathlib import Path

from help.places import ROOT

SCRIPTS = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "HEBREW")
PAIR = re.compile(r"^([0-9A-F]{4}) ;\t([0-9A-F]{4}) ;\tMA\t", re.MULTILINE)

MODULE = '''"""Which characters look like others: facts of Unicode's confusables.txt, version {version} (UTS 39), as far as names need them.

Written by `tests/tools/lookalikes.py`, which says what of it.
"""

from __future__ import annotations

from functools import cache

_TABLE = """\\
{rows}
"""
"""A line for each character that others look like, in hexadecimal digits: it, then those others."""


@cache
def lookalikes() -> dict[int, int]:
    """For each character that looks like another the one that stands for both, as `str.translate` takes it."""
    rows = ([int(digits, 16) for digits in row.split()] for row in _TABLE.replace("\\n ", " ").splitlines())
    return {{other: first for first, *others in rows for other in others}}
'''


def is_plain(character: str) -> bool:
    """Whether it can stand in a name, and no form makes another of it."""
    forms = {unicodedata.normalize(form, character) for form in ("NFKC", "NFD")}
    return forms == {character} and unicodedata.category(character)[0] in "LNPS"


def main() -> None:
    text = Path(sys.argv[1]).read_text("utf-8-sig")
    version = re.search(r"^# Version: (.+)$", text, re.MULTILINE)
    assert version
    rows = defaultdict(list)
    for other, first in ((chr(int(a, 16)), chr(int(b, 16))) for a, b in PAIR.findall(text)):
        known = first.isascii() or unicodedata.name(first, "").startswith(SCRIPTS)
        if known and is_plain(other) and is_plain(first):
            rows[first].append(other)
    # What looks like l stands for the bar instead: l itself is also what L is in small letters, which looks otherwise.
    rows["|"] = sorted({"l", *rows.pop("l")} - {"|"})
    told = (" ".join(f"{ord(character):x}" for character in (first, *sorted(rows[first]))) for first in sorted(rows))
    lines = "\n".join("\n ".join(textwrap.wrap(row, 118)) for row in told)
    (ROOT / "sevenrocks" / "lookalikes.py").write_text(MODULE.format(version=version[1], rows=lines), "utf-8")


if __name__ == "__main__":
    main()
