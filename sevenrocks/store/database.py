"""A match's file as a database: its tables, what is chained and sealed in it, and what its errors mean."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import stat
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple, TypeAlias

from sevenrocks.atomic import IrregularFileError, fresh_name, write_new
from sevenrocks.engine.errors import NotationError
from sevenrocks.i18n import _
from sevenrocks.record import HintCounts

from .errors import DamagedError, OpenElsewhereError, StoreError
from .kept import Header, Line, Standing, format_standing, parse_header, parse_hints
from .locks import refusal_of_locks
from .seal import Seal

VERSION = 4
"""The version of the files that this program writes.

It reads the older ones as well: version 1 had neither link nor tail, version 2 neither seats taken nor calls of their own,
version 3 nothing of records written during play.
"""

_APPLICATION_ID = 0x37524B53
_SUFFIX = ".match"
SIDECARS = ("-journal", "-wal", "-shm")
"""What SQLite may put beside a file, or take for its own when it lies there."""
_TABLES = {
    "meta": "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "line": "CREATE TABLE line (number INTEGER PRIMARY KEY, kind TEXT, text TEXT, link TEXT)",
}
"""All that a file is made of, in every version. A trigger, a view or an index more could change what is written or read."""
_SCHEMA = {
    *((("table", name, name, told)) for name, told in _TABLES.items()),
    ("index", "sqlite_autoindex_meta_1", "meta", None),
}
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_NO_LOCK = (
    sqlite3.SQLITE_IOERR_LOCK,
    sqlite3.SQLITE_IOERR_RDLOCK,
    sqlite3.SQLITE_IOERR_UNLOCK,
    sqlite3.SQLITE_IOERR_CHECKRESERVEDLOCK,
)
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
_PATIENCE = 0.1
"""Seconds to wait for another window that only looks at the file."""

Row: TypeAlias = tuple[int, str, str, str]
"""A line as it stands in the file: its number, kind, text, and the link to the one before."""


def connect(path: Path) -> sqlite3.Connection:
    """Open a file for playing: nobody else can until it is closed, and a commit returns when all is on disk."""
    check_ordinary(path)
    database = sqlite3.connect(path, timeout=_PATIENCE)
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


def check_ordinary(path: Path) -> None:
    """Raise OSError where a file, or what SQLite would read with it, is a link, a FIFO or the like."""
    if not stat.S_ISREG(path.lstat().st_mode):
        raise IrregularFileError
    for sidecar in SIDECARS:
        with contextlib.suppress(FileNotFoundError):
            if not stat.S_ISREG(path.with_name(path.name + sidecar).lstat().st_mode):
                raise IrregularFileError


def set_up(database: sqlite3.Connection) -> None:
    """Make the tables of a new match."""
    database.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
    database.execute(f"PRAGMA user_version = {VERSION}")
    for told in _TABLES.values():
        database.execute(told)


def guard(database: sqlite3.Connection) -> None:
    """Let no damaged value take memory, and nothing that a file says of itself be done."""
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
    database.execute("PRAGMA trusted_schema = OFF")


def checked_version(database: sqlite3.Connection) -> int:
    """The version of the file. Raises StoreError for what is no match, or a newer one; DamagedError for version 0.

    Whatever has been put into the file beside its tables is damage as well.
    """
    if database.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION_ID:
        raise StoreError(_("this file is no match of Seven Rocks"))
    version: int = database.execute("PRAGMA user_version").fetchone()[0]
    if version > VERSION:
        raise StoreError(_("this match was kept by a newer version of Seven Rocks"))
    if (
        version < 1
        or _schema_of(database) != _SCHEMA
        or database.execute("PRAGMA journal_mode").fetchone()[0] != "delete"
    ):
        raise DamagedError
    return version


def check_tables(database: sqlite3.Connection) -> None:
    """Raise DamagedError where a table is not as it was made, whatever else there is: then none of it can be read."""
    if not _schema_of(database) >= _SCHEMA:
        raise DamagedError


def _schema_of(database: sqlite3.Connection) -> set[tuple[str, str, str, str | None]]:
    return set(database.execute("SELECT type, name, tbl_name, sql FROM sqlite_master"))


def keep_copy(database: sqlite3.Connection, path: Path) -> None:
    """A file of an older version stays as it was, beside the one that goes on."""
    fresh = fresh_name(path)
    write_new(fresh, b"")
    try:
        with closing(sqlite3.connect(fresh)) as copy:
            database.backup(copy)
        fresh.replace(path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise


def meta_of(database: sqlite3.Connection) -> dict[str, str]:
    """All that is told beside the lines."""
    return dict(database.execute("SELECT key, value FROM meta"))


def set_meta(database: sqlite3.Connection, key: str, value: str) -> None:
    """Tell something beside the lines."""
    database.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))


def chained_rows(seal: Seal, chain: bytes, written: int, lines: Sequence[Line]) -> tuple[list[Row], bytes]:
    """The rows of these lines after so many that are written, and the chain after them."""
    rows: list[Row] = []
    for number, line in enumerate(lines, written + 1):
        text = seal.close(line.text) if line.kind == "deal" else line.text
        chain = seal.link(chain, number, line.kind, text)
        rows.append((number, line.kind, text, chain.hex()))
    return rows, chain


def set_rows(database: sqlite3.Connection, rows: Sequence[Row]) -> None:
    """Write lines. A commit of which the very end failed may stand, and its lines then be there already."""
    database.executemany("INSERT OR REPLACE INTO line VALUES (?, ?, ?, ?)", rows)


def has_rows(database: sqlite3.Connection, written: int, rows: Sequence[Row]) -> bool:
    """Whether what has just been written is there after so many lines."""
    return database.execute("SELECT * FROM line WHERE number > ? ORDER BY number", (written,)).fetchall() == rows


class Tail(NamedTuple):
    """What changes with every line and is told beside them: standing and hints, as texts."""

    standing: str
    hints: str

    @classmethod
    def of(cls, standing: Standing, hints: HintCounts) -> Tail:
        """The tail that tells this."""
        return cls(format_standing(standing), json.dumps(hints))


def set_tail(database: sqlite3.Connection, seal: Seal, chain: bytes, tail: Tail, before: Tail | None = None) -> None:
    """Tell standing and hints, sealed with the last line; what stands there from before is not written again."""
    if before is None or tail.standing != before.standing:
        set_meta(database, "standing", tail.standing)
    if before is None or tail.hints != before.hints:
        set_meta(database, "hints", tail.hints)
    set_meta(database, "tail", seal.tail(chain, *tail))


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


def match_files(matches: Path) -> list[tuple[str, str]]:
    """The name of each file of a match in this folder, and what it looks like from outside: once written to it looks different.

    Raises OSError.
    """
    found: list[tuple[str, str]] = []
    if matches.is_dir():
        with os.scandir(matches) as files:
            for file in files:
                if not is_match_name(file.name):
                    continue
                try:
                    at = file.stat(follow_symlinks=False)
                except FileNotFoundError:
                    # Another window has just deleted it.
                    continue
                size = at.st_size if stat.S_ISREG(at.st_mode) else -1
                found.append((file.name, f"{at.st_mtime_ns} {size} {at.st_ino}"))
    return found


def is_anything(path: Path) -> bool:
    """Whether anything lies at this path, a link that leads nowhere too. Raises OSError."""
    try:
        path.lstat()
    except FileNotFoundError:
        return False
    return True


def is_match_name(name: str) -> bool:
    """Whether a file of this name is that of a match."""
    stem, suffix = name[: -len(_SUFFIX)], name[-len(_SUFFIX) :]
    return suffix == _SUFFIX and stem.isascii() and stem.isdecimal()


def new_path(matches: Path) -> Path:
    """A fresh file for a match. Raises OSError."""
    number = max((int(Path(name).stem) for name, _look in match_files(matches)), default=0)
    while True:
        number += 1
        path = matches / f"{number:06}{_SUFFIX}"
        # What a match that is gone has left behind is not taken for a part of this one.
        if any(is_anything(path.with_name(path.name + sidecar)) for sidecar in SIDECARS):
            continue
        with contextlib.suppress(FileExistsError):
            write_new(path, b"")
            return path


def reading_error(error: Exception, path: Path) -> StoreError:
    """What to say of a file that cannot be read."""
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", None)
        if (None if code is None else code & _KIND) in _DAMAGED:
            return DamagedError()
    return store_error(error, path)


def store_error(error: Exception, path: Path) -> StoreError:
    """What to say of a file that cannot be written."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", 0)
        if code in _NO_LOCK:
            reason = _("the file system refuses locks")
        elif code & _KIND in _BUSY:
            refused = refusal_of_locks(path)
            if refused is None:
                return OpenElsewhereError()
            reason = _("the file system refuses locks ({reason})").format(reason=refused)
    return StoreError(_("the match cannot be kept: {reason}").format(reason=reason))
