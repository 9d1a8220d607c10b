"""The words that people read, through gettext.

English is the language of the source. `_` and `ngettext` look a text up when it is shown, so that a change of language
needs no restart; `N_` marks a text that is kept as data and looked up later.
"""

from __future__ import annotations

import gettext as _gettext

_current: _gettext.NullTranslations = _gettext.NullTranslations()


def _(text: str) -> str:
    """The text in the language in use."""
    return _current.gettext(text)


def ngettext(one: str, many: str, number: int, **fields: object) -> str:
    """The text for this number in the language in use; both forms may hold `{n}` and these fields, which are filled in."""
    return _current.ngettext(one, many, number).format(n=number, **fields)


def N_(text: str) -> str:  # noqa: N802, the name that translators' tools look for
    """The text itself, marked as one to be translated."""
    return text


def use(translations: _gettext.NullTranslations) -> None:
    """Look texts up in these translations from now on."""
    global _current  # noqa: PLW0603, the language is the one thing that the whole program shares
    _current = translations
