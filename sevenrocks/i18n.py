"""What people read: words through gettext, numbers and days through Babel.

English is the language of the source. `_` and `ngettext` look a text up when it is shown, so that a change of language
needs no restart; `N_` marks a text that is kept as data and looked up later. `pgettext` and `P_` do the same for a text that
means something else elsewhere, as the letter of a key does, and say where it stands. Small whole numbers are the same in
every language; `whole`, `decimal`, `percent` and `day` write what is not. What machines read needs none of this.
"""

from __future__ import annotations

import gettext as _gettext
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # It would make `--help` wait.
    import datetime

LANGUAGES = {"en": "English", "de": "Deutsch", "pl": "polski"}
"""The languages that there are texts in, and what each is called by those who speak it."""

_current: _gettext.NullTranslations = _gettext.NullTranslations()
_language = "en"


def _(text: str) -> str:
    """The text in the language in use."""
    return _current.gettext(text)


def ngettext(one: str, many: str, number: int, **fields: object) -> str:
    """The text for this number in the language in use; both forms may hold `{n}` and these fields, which are filled in."""
    return _current.ngettext(one, many, number).format(n=whole(number), **fields)


def N_(text: str) -> str:  # noqa: N802, the name that translators' tools look for
    """The text itself, marked as one to be translated."""
    return text


def pgettext(context: str, text: str) -> str:
    """The text that stands in this context, in the language in use."""
    return _current.pgettext(context, text)


def P_(context: str, text: str) -> tuple[str, str]:  # noqa: N802, the name that translators' tools look for
    """The context and the text, which is marked as one to be translated there; `pgettext` takes both."""
    return context, text


def speak(language: str) -> None:
    """Look texts up in this language, one of LANGUAGES, from now on, and write numbers and days as it does."""
    global _language  # noqa: PLW0603, see `use`
    _language = language
    use(_texts(language))


def spoken() -> str:
    """The language in use, one of LANGUAGES."""
    return _language


def load(language: str | None = None) -> None:
    """Load all that this language needs, or the one in use, so that it can be spoken where the files of the game are gone."""
    global _language  # noqa: PLW0603, see `use`
    import datetime

    before, _language = _language, language or _language
    _texts(_language)
    try:
        for _number in (decimal(1.5, 1), percent(0.5), day(datetime.date.min)):
            pass  # Babel keeps what it has loaded
    finally:
        _language = before


@cache
def _texts(language: str) -> _gettext.NullTranslations:
    if language == "en":
        return _gettext.NullTranslations()
    from io import BytesIO
    from pkgutil import get_data

    # From wherever the package was loaded, which need not be a folder; what has been left out there is told in English.
    try:
        data = get_data(__package__, f"locale/{language}/LC_MESSAGES/sevenrocks.mo")
    except OSError:
        data = None
    return _gettext.NullTranslations() if data is None else _gettext.GNUTranslations(BytesIO(data))


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


def in_each_language(text: str) -> list[str]:
    """The text in the language in use, then in all others, as what is typed may be meant in any of them."""
    return [_(text), *(_texts(language).gettext(text) for language in LANGUAGES)]


_STROKES = str.maketrans("łøđħ", "lodh")
"""Letters with marks that Unicode does not part from them."""


def folded(text: str) -> str:
    """A text as it is compared with what was typed: width, case and marks on letters make no difference.

    >>> folded("Anfänger") == folded("ANFANGER"), folded("Gołąb"), folded("\uff2b")
    (True, 'golab', 'k')
    """
    parted = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(sign for sign in parted if not unicodedata.combining(sign)).translate(_STROKES)


# ---- numbers and days ------------------------------------------------------------------------------------------------

_GROUPED = 10_000
"""From here on thousands are set apart: four digits are read at a glance, and Polish never parts them."""

_PLAIN = str.maketrans({"\N{NO-BREAK SPACE}": " ", "\N{NARROW NO-BREAK SPACE}": " ", "\N{MINUS SIGN}": "-"})
"""Signs that Babel may use and plain ASCII has not, and what stands for them."""


def whole(number: int) -> str:
    """A whole number that may be a large one: `12,345`."""
    return str(number) if abs(number) < _GROUPED else decimal(number, 0)


def decimal(value: float, digits: int, *, signed: bool = False) -> str:
    """A number rounded to so many decimals: `19.4`; signed, it has a plus where it has no minus. Zero has no minus."""
    from decimal import Decimal

    from babel.numbers import format_decimal

    # Rounded here, as everywhere else in Python; adding zero takes the minus from a zero.
    rounded = Decimal(f"{value:.{digits}f}") + 0
    pattern = _with_decimals("#,##0", digits)
    if signed:
        pattern = f"+{pattern};-{pattern}"
    is_grouped = abs(rounded) >= _GROUPED
    return format_decimal(rounded, pattern, _language, group_separator=is_grouped).translate(_PLAIN)


def percent(share: float, digits: int = 0) -> str:
    """A share, 0 to 1, in percent, rounded to so many decimals: `92.5%`."""
    from decimal import Decimal

    from babel import Locale
    from babel.numbers import format_percent

    pattern = _with_decimals(Locale.parse(_language).percent_formats[None].pattern, digits)
    return format_percent(Decimal(f"{100 * share:.{digits}f}") / 100, pattern, _language).translate(_PLAIN)


def _with_decimals(pattern: str, digits: int) -> str:
    """The pattern of a number that has so many decimals."""
    return pattern.replace("0", f"0.{'0' * digits}") if digits else pattern


def day(date: datetime.date) -> str:
    """A day with the name of its month in short, 14 cells wide at most: `Nov 30, 2026`."""
    from babel.dates import format_skeleton

    return format_skeleton("yMMMd", date, locale=_language).translate(_PLAIN)
