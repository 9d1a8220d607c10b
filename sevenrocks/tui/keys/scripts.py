"""Keyboards without Latin letters."""

from __future__ import annotations

import unicodedata


def digit_of(character: str | None) -> str | None:
    """The digit that a character stands for in whatever script; None where it is none.

    >>> digit_of("٣"), digit_of("7"), digit_of("x"), digit_of(None)
    ('3', '7', None, None)
    """
    value = None if character is None or len(character) != 1 else unicodedata.decimal(character, None)
    return None if value is None else str(value)


def is_other_script(character: str | None) -> bool:
    """Whether this is a letter, or part of one, of a script that is not Latin.

    >>> [is_other_script(character) for character in ("ц", "א", "ั", "ん", "x", "ł", "ª", "7", "?", None)]
    [True, True, True, True, False, False, False, False, False, False]
    """
    if character is None or len(character) != 1 or unicodedata.category(character)[0] not in "LM":
        return False
    return not unicodedata.name(unicodedata.normalize("NFKD", character)[0], "").startswith("LATIN")
