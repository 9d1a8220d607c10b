"""Texts of the program and of its translations, for tests that read what it says."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator
from functools import cache

from babel.messages.catalog import Catalog, Message

from sevenrocks.i18n import _
from tools import catalogues


def pattern(text: str) -> str:
    """What matches a text of the language in use, whatever is filled in."""
    return re.sub(r"\\\{\w+\\\}", r"[^\\n]*?", re.escape(_(text)))


def messages(catalog: Catalog) -> Iterator[Message]:
    """What there is to translate."""
    return (message for message in catalog if message.id)


def forms(text: object) -> tuple[str, ...]:
    """A text in all its forms."""
    return text if isinstance(text, tuple) else (str(text),)


def english_in(frames: Iterable[str]) -> set[str]:
    """The English texts, or parts of them between what is filled in, that are in these frames and in no translation."""
    # Where the record lies is not told in any language.
    told = "\n".join({" ".join(re.sub(r"\S*/\S*", "", frame).split()) for frame in frames})
    return {text for text in _english_alone() if text in told and re.search(rf"\b{re.escape(text)}\b", told)}


@cache
def _english_alone() -> frozenset[str]:
    catalogs = [catalogues.catalogue(language) for language in catalogues.languages()]
    translated = "\n".join(
        form for catalog in catalogs for message in messages(catalog) for form in forms(message.string)
    )
    texts = {
        part.strip(string.punctuation + string.whitespace)
        for message in messages(catalogs[0])
        for form in forms(message.id)
        for part in re.split(r"\{\w+\}", form)
    }
    return frozenset(text for text in texts if len(text) > 3 and text not in translated)
