"""Players' names and words: the one door through which they come in, from a keyboard, a command line, a record or the system.

What passes is drawn literally everywhere, so nothing passes that could steer a terminal, break a line, or hide in one: no
control, format, private, unassigned or invisible characters, at most 16 cells, at most four marks on a letter. The rules
are those of RFC 8266 (PRECIS, Nickname) as far as they concern a screen: spaces are trimmed and joined, the text is in form
NFC, and names that differ only in case or form count as the same. A picture may be joined of several, as emoji are.

Two rules for two names: records have always refused the same name alone (`check_distinct`), and what was written stays
readable; whoever is seated anew must also look otherwise (`check_unlike`).
"""

from __future__ import annotations

import contextlib
import os
import unicodedata
from collections.abc import Iterable
from itertools import combinations

from rich.cells import cell_len

from .engine.errors import NotationError
from .i18n import _, ngettext
from .lookalikes import lookalikes

MAX_CELLS = 16
"""The widest name, in terminal cells."""

MAX_WORDS = 60
"""The greatest number of characters of a player's words."""

_MAX_TYPED = 200
_MAX_MARKS = 4
_JOINER = "\u200d"
_AS_PICTURE = "\ufe0f"
_KEYCAP = "\u20e3"
_SKINS = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
"""Change the colour of the picture before them; elsewhere they are pictures of two cells that are told as none."""
_REFUSED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE0F), *range(0xE0100, 0xE01F0))))
)
"""Letters, marks and symbols by their category that leave nothing on the screen."""


def parse_name(text: str) -> str:
    """The name as it will be shown. Raises NotationError, in words for the player, where it cannot be one."""
    if len(text) > _MAX_TYPED:
        raise NotationError(_too_long())
    name = _trimmed(text)
    if not name or unicodedata.category(name[0]).startswith("M") or _JOINER in (name[0], name[-1]):
        raise NotationError(_("a name needs at least one letter"))
    if not all(_is_visible(name, at) for at in range(len(name))):
        raise NotationError(_("a name cannot hold control or invisible characters"))
    if not cell_len(name[0]):
        raise NotationError(_("a name needs at least one letter"))
    if _stacks_marks(name):
        raise NotationError(_("a name cannot stack that many marks on a letter"))
    # A terminal that joins no pictures draws each of them.
    width = cell_len(name.replace(_JOINER, ""))
    if width > MAX_CELLS:
        raise NotationError(_too_long())
    return name


def name_within(text: str) -> str:
    """A name made of a text that nobody has looked at, from its beginning; empty where nothing of it can be one."""
    visible = "".join(
        character
        for character in text[:_MAX_TYPED]
        if unicodedata.category(character) not in _REFUSED and character not in _INVISIBLE
    )
    for end in range(len(visible), 0, -1):
        with contextlib.suppress(NotationError):
            return parse_name(visible[:end])
    return ""


def person_name() -> str:
    """What to call who plays at this machine, until another name is typed.

    That is the first word of the full name that the system knows, or else the name of its user. Root is nobody's name.
    """
    full, login = _system_names()
    first = (full.split() or [""])[0]
    return name_within(first) or name_within(login) or _("Guest")


def _system_names() -> tuple[str, str]:
    """The full name and the login name of whoever runs this process; empty where there are none of a person."""
    try:
        import pwd  # noqa: PLC0415, exists on POSIX alone
    except ImportError:
        return "", os.environ.get("USERNAME", "")
    try:
        user = pwd.getpwuid(os.getuid())
    except KeyError:  # as in a container that runs for a user whom it does not know
        return "", ""
    if user.pw_uid == 0:
        return "", ""
    # The field has more behind commas, and & stands in it for the login name with a capital.
    return user.pw_gecos.partition(",")[0].replace("&", user.pw_name.capitalize()), user.pw_name


def _trimmed(text: str) -> str:
    """The text in form NFC, its words one plain space apart."""
    spaced = "".join(" " if unicodedata.category(character) == "Zs" else character for character in text)
    return " ".join(word for word in unicodedata.normalize("NFC", spaced).split(" ") if word)


def _stacks_marks(text: str) -> bool:
    """Whether more marks stand on a character than fit on it."""
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character).startswith("M") or not cell_len(character) else 0
        if marks > _MAX_MARKS:
            return True
    return False


def _is_visible(name: str, at: int) -> bool:
    """Whether the character there can be seen, or belongs to a picture that can."""
    character = name[at]
    if character == _JOINER:
        return (_is_picture(name[at - 1]) or name[at - 1] == _AS_PICTURE) and _is_picture(name[at + 1])
    if character in _SKINS:
        return at > 0 and _is_picture(name[at - 1]) and name[at - 1] not in _SKINS
    if character == _AS_PICTURE:
        return _is_picture(name[at - 1]) or name[at + 1 : at + 2] == _KEYCAP
    return character not in _INVISIBLE and unicodedata.category(character) not in _REFUSED


def _is_picture(character: str) -> bool:
    return unicodedata.category(character) in {"So", "Sk"} and ord(character) > 0xFF


def _too_long() -> str:
    return ngettext("a name has at most {n} column", "a name has at most {n} columns", MAX_CELLS)


def parse_words(text: str) -> str:
    """Words of a player's own as they will be shown and kept; they may be empty.

    Raises NotationError, in words for the player, where they cannot be shown on one line.
    """
    words = _trimmed(text)
    if len(words) > MAX_WORDS:
        raise NotationError(ngettext("at most {n} character", "at most {n} characters", MAX_WORDS))
    if any(unicodedata.category(character) in _REFUSED or character in _INVISIBLE for character in words):
        raise NotationError(_("words cannot hold control or invisible characters"))
    if (words and not cell_len(words[0])) or _stacks_marks(words):
        raise NotationError(_("words cannot stack that many marks on a letter"))
    return words


def same_name(name: str, other: str) -> bool:
    """Whether two names are the same, but for case and form.

    >>> same_name("Anna", "ANNA"), same_name("Anna", "Hanna")
    (True, False)
    """
    return _folded(name) == _folded(other)


def look_alike(name: str, other: str) -> bool:
    """Whether two names are too alike to tell players apart at a glance: also by letters of other scripts, or by spaces.

    >>> look_alike("Anna", "\u0410nna"), look_alike("Ilia", "l1ia"), look_alike("Jo Ann", "Joann"), look_alike("Ida", "Lda")
    (True, True, True, False)
    """
    return any(one == two for one, two in zip(_looks(name), _looks(other), strict=True))


def check_unlike(names: Iterable[str]) -> None:
    """Raise NotationError, in words for the player, where two of the names are the same or look alike."""
    names = list(names)
    check_distinct(names)
    for name, other in combinations(names, 2):
        if look_alike(name, other):
            raise NotationError(_("these two names look alike: {name} and {other}").format(name=name, other=other))


def check_distinct(names: Iterable[str]) -> None:
    """Raise NotationError, in words for the player, where two of the names are the same."""
    seen: set[str] = set()
    for name in names:
        if _folded(name) in seen:
            raise NotationError(_("two players are called {name}").format(name=name))
        seen.add(_folded(name))


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _looks(name: str) -> tuple[str, str]:
    """What a name looks like as it stands, and in small letters.

    Some letters look like others in one case and not in the other: Cyrillic's H, or a capital i, which looks like a small L.
    """
    return _skeleton(unicodedata.normalize("NFKC", name)).casefold(), _skeleton(_folded(name))


def _skeleton(text: str) -> str:
    """The text with one character for all that look like it, and without spaces."""
    return unicodedata.normalize("NFD", text).translate(lookalikes()).replace(" ", "")
