"""`sevenrocks check`: records replayed, and all that they state checked."""

from __future__ import annotations

import argparse
from pathlib import Path

from sevenrocks.engine.errors import RecordError
from sevenrocks.i18n import _, ngettext
from sevenrocks.record import MatchRecord, replay

from .printing import literal, say
from .records import FileError, read, told_error


def run(options: argparse.Namespace) -> int:
    """Check records."""
    names = [path.name for path in options.files]
    # A file is told by its name, or by its path where several have the same.
    return max(
        _check_file(path, path.name if names.count(path.name) == 1 else str(path), options.commitment)
        for path in options.files
    )


def _check_file(path: Path, name: str, noted: str | None) -> int:
    name = literal(name or str(path))
    try:
        record = read(path)
    except FileError as error:
        say(f"{name}: {error}")
        return 1
    # What was noted is told of a record that is not true as well: it says whether that is the record of this match.
    misfit = None if noted is None else _misfit(record, noted)
    fitting = [] if noted is None else [misfit or _("the commitment fits")]
    try:
        told = _told(record)
    except RecordError as error:
        say(f"{name}: " + "; ".join([told_error(error), *fitting]))
        return 1
    say(f"{name}: " + (misfit or ", ".join([*told, *fitting])))
    return 0 if misfit is None else 1


def _told(record: MatchRecord) -> list[str]:
    """What there is to tell of a true record. Raises RecordError for one that is not."""
    from sevenrocks.telling.sentences import opened_words

    match = replay(record)
    rounds = ngettext("{n} round", "{n} rounds", len(match.rounds))
    winner = match.winner
    told = _("not over") if winner is None else _("{pair} won").format(pair=winner.name)
    scores = f"NS {match.scores[0]} EW {match.scores[1]}"
    opened = [number for number, stated in enumerate(record.rounds, 1) if stated.opened]
    written = [opened_words(opened)] if opened else []
    return [_("ok"), rounds, scores, told, _proven(record), *record.house.told(lambda pair: pair.name), *written]


def _proven(record: MatchRecord) -> str:
    """What a true record proves of its deals and draws."""
    if record.known_deal:
        return _("known deal")
    return _("no seed, so the deals are not proven") if record.fairness is None else _("deals proven")


def _misfit(record: MatchRecord, noted: str) -> str | None:
    """Why the digits of a commitment that were noted are not those of a record, in words; None where they are."""
    from sevenrocks.telling.sentences import digits_words

    if record.fairness is None:
        return _("the record has no commitment, so what was noted cannot be compared")
    stated = record.fairness.commitment[: len(noted)]
    if stated == noted:
        return None
    # As far as the first group of digits that tells them apart.
    end = 4 + 4 * next(at // 4 for at, digit in enumerate(noted) if digit != stated[at])
    message = _("the commitment does not fit: noted was {noted}, and the record has {stated}")
    return message.format(noted=digits_words(noted[:end]), stated=digits_words(stated[:end]))
