"""The words that people read, through gettext.

English is the language of the source. `_` and `ngettext` look a text up when it is shown, so that a change of language
needs no restart; `N_` marks a text that is kept as data and looked up later.
"""

from __future__ import annotations

import gettext as _gettext
from collections.abc import Mapping
from pathlib import Path

LANGUAGES = {"en": "English", "de": "Deutsch", "pl": "polski"}
"""The languages that there are texts in, and what each is called by those who speak it."""

CATALOGUES = Path(__file__).parent / "locale"
"""Where the texts of all languages but English are."""

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


def speak(language: str) -> None:
    """Look texts up in this language, one of LANGUAGES, from now on."""
    if language == "en":
        use(_gettext.NullTranslations())
    else:
        use(_gettext.translation("sevenrocks", CATALOGUES, [language]))


def language_of(environment: Mapping[str, str]) -> str:
    """The language of a locale, by the variables that tell of it; English where there are no texts in it.

    A locale that is not UTF-8 gets English as well: it could not show the letters of another.

    >>> language_of({"LANG": "pl_PL.UTF-8"}), language_of({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}), language_of({})
    ('pl', 'en', 'en')
    >>> language_of({"LANG": "de_DE.UTF-8", "LANGUAGE": "sv:pl:de"}), language_of({"LANG": "de_DE"})
    ('pl', 'en')
    """
    locale = environment.get("LC_ALL") or environment.get("LC_MESSAGES") or environment.get("LANG") or ""
    if "utf8" not in locale.lower().replace("-", ""):
        return "en"
    wanted = [*environment.get("LANGUAGE", "").split(":"), locale]
    if locale.startswith("C."):
        wanted = [locale]
    return next((name[:2] for name in wanted if name[:2] in LANGUAGES), "en")


def use(translations: _gettext.NullTranslations) -> None:
    """Look texts up in these translations from now on."""
    global _current  # noqa: PLW0603, the language is the one thing that the whole program shares
    _current = translations
