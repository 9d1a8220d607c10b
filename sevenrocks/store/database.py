"""A match's file as a database: its tables, what is chained and sealed in it, and what its errors mean."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from sevenrocks.engine.errors import NotationError
from sevenrocks.i18n import _
from sevenrocks.record import HintCounts

from .errors import DamagedError, OpenElsewhereError, StoreError
from .kept import Header, Line, Standing, format_standing, parse_header, parse_hints
from .seal import Seal

VERSION = 3
"""The version of the files that this program writes.

It reads the older ones as well: version 1 had neither link nor tail, version 2 neither seats taken nor calls of their own.
"""

_APPLICATION_ID = 0x37524B53
_SUFFIX = ".match"
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_KIND = 255
"""The byte of an error of SQLite that tells its kind; the others tell more of it."""
_DAMAGED = (None, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_TOOBIG)
"""What SQLite tells of a file in which something has been changed; None is text that is none."""
UNREADABLE = (
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
    OverflowError,
    RecursionError,
    MemoryError,
    NotationError,
)
"""What reading values that nobody has checked may raise. SQLite has no memory for what a lost block tells it to read."""
_LONGEST = 1_000_000
"""More bytes than any value of a match has, so that a damaged one takes no memory."""


def connect(path: Path) -> sqlite3.Connection:
    """Open a file for playing: nobody else can until it is closed, and a commit returns when all is on disk."""
    database = sqlite3.connect(path, timeout=0)
    try:
        guard(database)
        # The lock is taken at once and held by the operating system until the file is closed or the process ends.
        database.execute("PRAGMA locking_mode = EXCLUSIVE")
        database.execute("PRAGMA synchronous = EXTRA")
        database.execute("BEGIN EXCLUSIVE")
        database.execute("COMMIT")
    except BaseException:
        database.close()
        raise
    return database


def set_up(database: sqlite3.Connection) -> None:
    """Make the tables of a new match."""
    database.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
    database.execute(f"PRAGMA user_version = {VERSION}")
    database.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)")
    database.execute("CREATE TABLE line (number INTEGER PRIMARY KEY, kind TEXT, text TEXT, link TEXT)")


def guard(database: sqlite3.Connection) -> None:
    """Let no damaged value take memory."""
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)


def checked_version(database: sqlite3.Connection) -> int:
    """The version of the file. Raises StoreError for what is no match, or a newer one; DamagedError for version 0."""
    if database.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION_ID:
        raise StoreError(_("this file is no match of Seven Rocks"))
    version: int = database.execute("PRAGMA user_version").fetchone()[0]
    if version > VERSION:
        raise StoreError(_("this match was kept by a newer version of Seven Rocks"))
    if version < 1:
        raise DamagedError
    return version


def keep_copy(database: sqlite3.Connection, path: Path) -> None:
    """A file of an older version stays as it was, beside the one that goes on."""
    with closing(sqlite3.connect(path)) as copy:
        database.backup(copy)
    path.chmod(0o600)


def meta_of(database: sqlite3.Connection) -> dict[str, str]:
    """All that is told beside the lines."""
    return dict(database.execute("SELECT key, value FROM meta"))


def set_meta(database: sqlite3.Connection, key: str, value: str) -> None:
    """Tell something beside the lines."""
    database.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))


def set_tail(database: sqlite3.Connection, seal: Seal, chain: bytes, standing: Standing, hints: HintCounts) -> None:
    """Tell standing and hints, sealed with the last line."""
    texts = format_standing(standing), json.dumps(hints)
    set_meta(database, "standing", texts[0])
    set_meta(database, "hints", texts[1])
    set_meta(database, "tail", seal.tail(chain, *texts))


def checked_header(meta: dict[str, str], seal: Seal) -> bytes:
    """What the first line is chained to. Raises DamagedError where the header is not as it was written."""
    chain = seal.link(b"", 0, "header", meta["header"])
    if meta["link"] != chain.hex():
        raise DamagedError
    return chain


def check_tail(meta: dict[str, str], seal: Seal, chain: bytes) -> None:
    """Raise DamagedError where standing and hints are not those that were written with the last line."""
    if meta["tail"] != seal.tail(chain, meta["standing"], meta["hints"]):
        raise DamagedError


def read(database: sqlite3.Connection, seal: Seal) -> tuple[Header, tuple[Line, ...], bytes, HintCounts]:
    """Header, lines, chain and hints of a whole match. Raises DamagedError where anything is not as it was written."""
    lines = []
    try:
        meta = meta_of(database)
        chain = seal.link(b"", 0, "header", meta["header"])
        header, hints = parse_header(meta["header"], seal), parse_hints(meta.get("hints", "{}"))
        for line, link in chained_lines(database, seal, chain):
            lines.append(line)
            chain = link
        if checked_version(database) > 1:
            checked_header(meta, seal)
            check_tail(meta, seal, chain)
    except UNREADABLE as error:
        raise DamagedError from error
    return header, tuple(lines), chain, hints


def chained_lines(database: sqlite3.Connection, seal: Seal, chain: bytes) -> Iterator[tuple[Line, bytes]]:
    """Each line, and the chain after it. Raises DamagedError at the first that is not as it was written."""
    for expected, row in enumerate(database.execute("SELECT * FROM line ORDER BY number"), 1):
        number, kind, told, link = row
        chain = seal.link(chain, number, kind, told)
        if number != expected or link != chain.hex():
            raise DamagedError
        yield Line(kind, seal.open(told) if kind == "deal" else told), chain


def match_paths(matches: Path) -> list[Path]:
    """The files of matches in this folder. Raises OSError."""
    return [path for path in matches.glob(f"*{_SUFFIX}") if path.stem.isdecimal()] if matches.is_dir() else []


def new_path(matches: Path) -> Path:
    """A fresh file for a match. Raises OSError."""
    number = max((int(path.stem) for path in match_paths(matches)), default=0)
    while True:
        number += 1
        path = matches / f"{number:06}{_SUFFIX}"
        with contextlib.suppress(FileExistsError):
            path.touch(mode=0o600, exist_ok=False)
            return path


def reading_error(error: Exception) -> StoreError:
    """What to say of a file that cannot be read."""
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", None)
        if (None if code is None else code & _KIND) in _DAMAGED:
            return DamagedError()
    return store_error(error)


def store_error(error: Exception) -> StoreError:
    """What to say of a file that cannot be written."""
    if isinstance(error, sqlite3.Error) and getattr(error, "sqlite_errorcode", 0) & _KIND in _BUSY:
        return OpenElsewhereError()
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return StoreError(_("the match cannot be kept: {reason}").format(reason=reason))
