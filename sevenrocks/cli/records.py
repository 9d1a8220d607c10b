"""Records that commands read."""

from __future__ import annotations

import argparse
from pathlib import Path

from sevenrocks.atomic import open_regular
from sevenrocks.engine.actions import Passed, Placed
from sevenrocks.engine.errors import NotationError, RecordError
from sevenrocks.engine.round import Round
from sevenrocks.i18n import _, ngettext
from sevenrocks.record import MAX_BYTES, MatchRecord, read_record, replay

from .printing import UsageError, literal, reason_of


class FileError(Exception):
    """A file that cannot be read as a record, in words."""


def read(path: Path) -> MatchRecord:
    """The record in this file. Raises FileError."""
    try:
        if not path.is_file():
            if path.is_dir():
                raise FileError(_("this is a folder; name the records in it"))
            raise FileError(_("there is no such file") if not path.exists() else _("this is no file"))
        with open_regular(path) as file:
            return read_record(file.read(MAX_BYTES + 1))
    except OSError as error:
        raise FileError(reason_of(error)) from error
    except NotationError as error:
        raise FileError(literal(str(error))) from error


def told_error(error: RecordError) -> str:
    """What is wrong in a record, and where."""
    message = literal(str(error))
    if error.round_number is None:
        return message
    if error.play_number is None:
        return _("round {n}: {message}").format(n=error.round_number, message=message)
    place = _("round {n}, play {p}: {message}")
    return place.format(n=error.round_number, p=error.play_number, message=message)


def chosen_round(options: argparse.Namespace) -> tuple[int, Round]:
    """The round of a record that was asked for, checked and replayed to its last play, and its number."""
    name = literal(options.file.name)
    try:
        rounds = replay(read(options.file)).rounds
    except FileError as error:
        raise UsageError(f"{name}: {error}") from error
    except RecordError as error:
        raise UsageError(f"{name}: {told_error(error)}") from error
    number = options.round or len(rounds)
    if not rounds or number > len(rounds):
        few = ngettext("--round: {name} has {n} round", "--round: {name} has {n} rounds", len(rounds), name=name)
        raise UsageError(few)
    return number, rounds[number - 1]


def round_at(state: Round, plays: int, number: int) -> Round:
    """The round of this number after so many plays. Raises UsageError where it has not so many."""
    done = sum(isinstance(event, Placed | Passed) for event in state.events)
    if plays > done:
        raise UsageError(ngettext("--play: round {r} has {n} play", "--play: round {r} has {n} plays", done, r=number))
    return state.at(plays)
