"""`sevenrocks check`: records replayed, and all that they state checked."""

from __future__ import annotations

import argparse
from pathlib import Path

from sevenrocks.engine.errors import RecordError
from sevenrocks.i18n import _, ngettext
from sevenrocks.record import replay

from .printing import literal, say
from .records import FileError, read, told_error


def run(options: argparse.Namespace) -> int:
    """Check records."""
    names = [path.name for path in options.files]
    # A file is told by its name, or by its path where several have the same.
    return max(_check_file(path, path.name if names.count(path.name) == 1 else str(path)) for path in options.files)


def _check_file(path: Path, name: str) -> int:
    name = literal(name or str(path))
    try:
        record = read(path)
        match = replay(record)
    except FileError as error:
        say(f"{name}: {error}")
        return 1
    except RecordError as error:
        say(f"{name}: {told_error(error)}")
        return 1
    rounds = ngettext("{n} round", "{n} rounds", len(match.rounds))
    winner = match.winner
    told = _("not over") if winner is None else _("{pair} won").format(pair=winner.name)
    scores = f"NS {match.scores[0]} EW {match.scores[1]}"
    ok = _("ok")
    say(", ".join([f"{name}: {ok}", rounds, scores, told, *record.house.told]))
    return 0
