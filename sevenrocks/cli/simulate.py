"""`sevenrocks simulate`: bots play whole matches."""

from __future__ import annotations

import argparse
import contextlib
import secrets
from pathlib import Path

from sevenrocks.arena import simulate
from sevenrocks.atomic import read_regular, write_new
from sevenrocks.bots import DEFAULT_LEVEL, parse_level
from sevenrocks.engine.errors import NotationError
from sevenrocks.engine.seats import BySeat, Partnership
from sevenrocks.i18n import _, ngettext, whole
from sevenrocks.record import MAX_BYTES, write_record

from .printing import UsageError, literal, progress, reason_of, say
from .seating import given_seats


def _is_written(path: Path, text: bytes) -> bool:
    """Write a record, or find it written already; False where something else lies there. Raises OSError."""
    try:
        write_new(path, text)
    except FileExistsError:
        with contextlib.suppress(OSError):
            return read_regular(path, MAX_BYTES, links=False) == text
        return False
    return True


def run(options: argparse.Namespace) -> int:
    """Let bots play matches, and write their records."""
    given = given_seats(options.seat)
    levels = []
    for seat in "NESW":
        who = given.get(seat, f"bot:{DEFAULT_LEVEL}")
        if not who.startswith("bot:"):
            raise UsageError(_("--seat: only bots play here: expected {seat}=bot:LEVEL").format(seat=seat))
        try:
            levels.append(parse_level(who[4:]))
        except NotationError as error:
            raise UsageError(f"--seat: {error}") from error
    won = dict.fromkeys(Partnership, 0)
    seed = secrets.token_hex(16) if options.seed is None else options.seed
    digits = max(4, len(str(options.matches)))
    try:
        options.out.mkdir(parents=True, exist_ok=True)
        for number, record in progress(simulate(BySeat(levels), options.matches, seed), options.matches):
            path = options.out / f"match-{number:0{digits}}.rocks.toml"
            text = write_record(record).encode("utf-8")
            if not _is_written(path, text):
                message = _("--out: {path} is there already, with another match; choose another folder")
                raise UsageError(message.format(path=literal(str(path))))
            assert record.result is not None
            won[record.result.winner] += 1
    except OSError as error:
        raise UsageError(f"--out: {literal(str(options.out))}: {reason_of(error)}") from error
    told = _("{matches} in {folder}: NS won {ns}, EW won {ew}")
    say(
        told.format(
            matches=ngettext("{n} match", "{n} matches", options.matches),
            folder=literal(str(options.out)),
            ns=whole(won[Partnership.NS]),
            ew=whole(won[Partnership.EW]),
        )
    )
    return 0
