"""Matches that nobody is playing: listed, read, and what is left of damaged ones."""

from __future__ import annotations

import contextlib
import datetime
import json
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sevenrocks.atomic import open_regular
from sevenrocks.engine.seats import BySeat
from sevenrocks.record import HintCounts

from .database import (
    UNREADABLE,
    chained_lines,
    check_ordinary,
    check_tables,
    check_tail,
    checked_header,
    checked_version,
    guard,
    meta_of,
    read,
    reading_error,
)
from .errors import DamagedError, StoreError
from .kept import Kept, Line, Standing, parse_header, parse_hints, parse_plain, parse_standing, replay_lines
from .locks import TURN
from .seal import Seal


@dataclass(frozen=True, slots=True)
class Summary:
    """A match in the list of matches: nothing that any player may not see."""

    path: Path
    players: BySeat[str]
    levels: BySeat[str | None]
    target: int
    date: datetime.date
    standing: Standing
    opened: int
    """Orders matches by when they were last taken up; higher is later."""
    is_damaged: bool = False
    """Whether only a part of the match can be read; the standing is that of the part."""


def summary_of(path: Path) -> Summary:
    """What may be said of a match, or of the part of a damaged one that can be read. Raises StoreError."""
    try:
        return read_summary(path)
    except DamagedError:
        kept = salvage(path)
        header = kept.header
        return Summary(
            path, header.players, header.levels, header.target, header.date, Standing.of(kept.match), 0, is_damaged=True
        )


def read_summary(path: Path) -> Summary:
    """What may be said of a match without playing it. Raises StoreError."""
    with _reading(path) as database:
        meta = meta_of(database)
        try:
            seal = Seal.of(path.parent.parent)
        except StoreError:
            # Without the key a match cannot be played, but it can still be named.
            pass
        else:
            _check_summary(database, meta, seal)
        plain = json.loads(meta["header"])
        players, levels, target, _known, date = parse_plain(plain)
        return Summary(path, players, levels, target, date, parse_standing(meta["standing"]), int(meta["opened"]))


def _check_summary(database: sqlite3.Connection, meta: dict[str, str], seal: Seal) -> None:
    """Raise DamagedError where header or standing are not those that were written with the last line."""
    if checked_version(database) == 1:
        return
    chain = checked_header(meta, seal)
    last = database.execute("SELECT link FROM line ORDER BY number DESC LIMIT 1").fetchone()
    check_tail(meta, seal, chain if last is None else bytes.fromhex(last[0]))


def read_match(path: Path) -> Kept:
    """A kept match as it stands, with all hands. Raises StoreError."""
    with _reading(path) as database:
        header, lines, _chain, hints = read(database, Seal.of(path.parent.parent))
    return replay_lines(header, lines, hints)


def salvage(path: Path) -> Kept:
    """What is whole of a damaged match: all lines before the first that is not. The file is left as it is.

    Raises StoreError where nothing is. Hints are lost where they cannot be told from damage.
    """
    seal = _seal_of(path)
    lines: list[Line] = []
    try:
        with tempfile.TemporaryDirectory(prefix="sevenrocks-", ignore_cleanup_errors=True) as folder:
            copy = Path(folder) / path.name
            # With what a killed window left half written: only together they are the match.
            for name in (path.name, f"{path.name}-journal"):
                with contextlib.suppress(FileNotFoundError):
                    _copy(path.with_name(name), copy.with_name(name))
            with closing(sqlite3.connect(copy, timeout=0)) as database:
                guard(database)
                check_tables(database)
                meta = meta_of(database)
                header = parse_header(meta["header"], seal)
                chain = seal.link(b"", 0, "header", meta["header"])
                with contextlib.suppress(sqlite3.Error, StoreError, *UNREADABLE):
                    for line, link in chained_lines(database, seal, chain):
                        lines.append(line)
                        chain = link
                if not lines:
                    # Else the first of them vouches for the header.
                    checked_header(meta, seal)
    except OSError as error:
        raise reading_error(error, path) from error
    except (sqlite3.Error, *UNREADABLE) as error:
        raise DamagedError from error
    hints: HintCounts = {}
    with contextlib.suppress(DamagedError, *UNREADABLE):
        check_tail(meta, seal, chain)
        hints = parse_hints(meta["hints"])
    return replay_lines(header, lines, hints)


def _copy(path: Path, copy: Path) -> None:
    with TURN, open_regular(path, links=False) as file, copy.open("xb") as target:
        shutil.copyfileobj(file, target)


def _seal_of(path: Path) -> Seal:
    try:
        return Seal.of(path.parent.parent)
    except OSError as error:
        raise reading_error(error, path) from error


@contextlib.contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    try:
        with TURN:
            check_ordinary(path)
            # Not read-only: what a killed window left half written must be rolled back before anything can be read.
            with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", timeout=0, uri=True)) as database:
                guard(database)
                checked_version(database)
                yield database
    except (OSError, sqlite3.Error) as error:
        raise reading_error(error, path) from error
    except UNREADABLE as error:
        raise DamagedError from error
