"""Players' names: the one door through which they come in, from a keyboard, a command line or a record.

What passes is drawn literally everywhere, so nothing passes that could steer a terminal or hide in a line: no control,
format, private or unassigned characters, no line breaks, at most 16 cells, at most four marks on a letter. The rules are
those of RFC 8266 (PRECIS, Nickname) as far as they concern a screen: spaces are trimmed and joined, the text is in form
NFC, and names that differ only in case or form count as the same.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from rich.cells import cell_len

from .engine.errors import NotationError
from .i18n import _, ngettext

MAX_CELLS = 16
"""The widest name, in terminal cells."""

_MAX_TYPED = 200
_MAX_MARKS = 4
_JOINER = "\u200d"
_REFUSED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def parse_name(text: str) -> str:
    """The name as it will be shown. Raises NotationError, in words for the player, where it cannot be one."""
    if len(text) > _MAX_TYPED:
        raise NotationError(_too_long())
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise NotationError(_("a name needs at least one letter"))
    marks = 0
    for character in name:
        category = unicodedata.category(character)
        if category in _REFUSED and character != _JOINER:
            raise NotationError(_("a name cannot hold control or invisible characters"))
        marks = marks + 1 if category.startswith("M") else 0
        if marks > _MAX_MARKS:
            raise NotationError(_("a name cannot stack that many marks on a letter"))
    if unicodedata.category(name[0]).startswith("M") or _JOINER in (name[0], name[-1]) or cell_len(name) == 0:
        raise NotationError(_("a name needs at least one letter"))
    if cell_len(name) > MAX_CELLS:
        raise NotationError(_too_long())
    return name


def _too_long() -> str:
    return ngettext("a name has at most {n} column", "a name has at most {n} columns", MAX_CELLS)


def same_name(name: str, other: str) -> bool:
    """Whether two names are too alike to tell players apart.

    >>> same_name("Anna", "ANNA"), same_name("Anna", "Hanna")
    (True, False)
    """
    return _folded(name) == _folded(other)


def check_distinct(names: Iterable[str]) -> None:
    """Raise NotationError, in words for the player, where two of the names are too alike."""
    seen: set[str] = set()
    for name in names:
        if _folded(name) in seen:
            raise NotationError(_("two players are called {name}").format(name=name))
        seen.add(_folded(name))


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
