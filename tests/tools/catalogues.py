"""The catalogues of translations, made from the source: `make catalogues` adds what is new, drops what is gone, compiles."""

from __future__ import annotations

import datetime
import io
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from help.places import ROOT

LOCALE = ROOT / "sevenrocks" / "locale"
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2), "P_": ((1, "c"), 2)}


def texts() -> Catalog:
    """All texts of the source that are to be translated."""
    found = Catalog(project="sevenrocks", fuzzy=False)
    for name, _line, text, comments, context in extract_from_dir(ROOT / "sevenrocks", keywords=KEYWORDS):
        # Without line numbers, so that a catalogue changes where a text does, and only there.
        place = (f"sevenrocks/{name}", None)
        found.add(text, locations=[place], auto_comments=comments, context=context)  # type: ignore[list-item]
    return found


def languages() -> list[str]:
    """The languages that there are catalogues for."""
    return sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir())


def path_of(language: str) -> Path:
    """The catalogue of a language, as its translators write it; its compiled form lies beside it."""
    return LOCALE / language / "LC_MESSAGES" / "sevenrocks.po"


def catalogue(language: str) -> Catalog:
    """The catalogue of a language."""
    with path_of(language).open("rb") as file:
        return read_po(file, locale=language)


def compiled(catalog: Catalog) -> bytes:
    """The form that gettext reads."""
    output = io.BytesIO()
    write_mo(output, catalog)
    return output.getvalue()


def main() -> None:
    """Bring all catalogues up to date."""
    template = texts()
    for language in languages():
        catalog = catalogue(language)
        catalog.update(template, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        if isinstance(catalog.revision_date, datetime.datetime):
            catalog.creation_date = catalog.revision_date  # the day of a run is nobody's change
        with path_of(language).open("wb") as file:
            write_po(file, catalog, width=120, sort_by_file=True, ignore_obsolete=True, include_lineno=False)
        path_of(language).with_suffix(".mo").write_bytes(compiled(catalogue(language)))
        missing = [message.id for message in catalog if message.id and not is_whole(message.string)]
        sys.stdout.write(f"{language}: {len(catalog)} texts, {len(missing)} not translated\n")
        for text in missing:
            sys.stdout.write(f"  {text!r}\n")


def is_whole(string: object) -> bool:
    """Whether all forms of a text are there."""
    return all(string) if isinstance(string, tuple | list) else bool(string)


if __name__ == "__main__":
    main()
