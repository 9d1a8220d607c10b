"""The seats as they are given on the command line."""

from __future__ import annotations

from sevenrocks.i18n import _

from .printing import UsageError


def given_seats(given: list[str]) -> dict[str, str]:
    """The seats as they were given, each once."""
    found: dict[str, str] = {}
    for text in given:
        seat, equals, who = text.partition("=")
        seat = seat.strip().upper()
        if seat not in {"N", "E", "S", "W"} or not equals:
            raise UsageError(_("--seat: expected N=NAME or N=bot:LEVEL, not {text}").format(text=ascii(text[:40])))
        if seat in found:
            raise UsageError(_("--seat: {seat} is given twice").format(seat=seat))
        found[seat] = who
    return found
