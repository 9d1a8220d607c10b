"""The files of matches: begun, taken up, written to, listed, and what is left of damaged ones."""

from __future__ import annotations

import contextlib
import datetime
import json
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import platformdirs

from sevenrocks.engine.errors import NotationError
from sevenrocks.engine.seats import BySeat, Scores
from sevenrocks.i18n import _
from sevenrocks.record import HintCounts

from .errors import DamagedError, OpenElsewhereError, StoreError
from .kept import (
    Header,
    Kept,
    Line,
    Standing,
    format_header,
    format_standing,
    parse_header,
    parse_hints,
    parse_plain,
    parse_standing,
    replay_lines,
)
from .seal import Seal

VERSION = 2
"""The version of the files that this program writes. It reads those of version 1, which had no tail, as well."""

_APPLICATION_ID = 0x37524B53
_SUFFIX = ".match"
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_KIND = 255
"""The byte of an error of SQLite that tells its kind; the others tell more of it."""
_DAMAGED = (None, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_TOOBIG)
"""What SQLite tells of a file in which something has been changed; None is text that is none."""
_UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError, NotationError)
"""What reading values that nobody has checked may raise."""
_LONGEST = 1_000_000
"""More bytes than any value of a match has, so that a damaged one takes no memory."""


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


class Survey(NamedTuple):
    """All files of matches."""

    matches: list[Summary]
    """The one last taken up first."""
    elsewhere: int
    """How many matches are open in other windows."""
    unreadable: list[tuple[str, str]]
    """The name of each file of which nothing can be read, and why, in words for the player."""


def state_folder() -> Path:
    """Where matches are kept on this machine."""
    return platformdirs.user_state_path("sevenrocks", appauthor=False)


class MatchFile:
    """A match on disk that this process plays; no other can until it is closed."""

    def __init__(self, path: Path, database: sqlite3.Connection, seal: Seal, written: int, chain: bytes) -> None:
        self.path = path
        self.written = written
        """How many lines are on disk."""
        self._database = database
        self._seal = seal
        self._chain = chain

    @classmethod
    def create(cls, folder: Path, header: Header) -> MatchFile:
        """Begin a new match in this folder. Raises StoreError."""
        try:
            matches = folder / "matches"
            matches.mkdir(mode=0o700, parents=True, exist_ok=True)
            seal = Seal.of(folder, create=True)
            opened = _next_opened(matches)
            text = format_header(header, seal)
            chain = seal.link(b"", 0, "header", text)
            path = _new_path(matches)
            try:
                database = _connect(path)
                try:
                    with database:
                        database.execute("BEGIN")
                        _set_up(database)
                        _set_meta(database, "header", text)
                        _set_meta(database, "link", chain.hex())
                        _set_meta(database, "opened", str(opened))
                        _set_tail(database, seal, chain, Standing(Scores((0, 0)), 0, None), {})
                except BaseException:
                    database.close()
                    raise
            except BaseException:
                path.unlink(missing_ok=True)
                raise
        except (OSError, sqlite3.Error) as error:
            raise _store_error(error) from error
        return cls(path, database, seal, 0, chain)

    @classmethod
    def resume(cls, path: Path) -> tuple[MatchFile, Kept]:
        """Take up a match. Raises OpenElsewhereError, DamagedError, or StoreError where the file cannot be read."""
        try:
            seal = Seal.of(path.parent.parent)
            opened = _next_opened(path.parent)
            database = _connect(path)
            try:
                version = _checked_version(database)
                header, lines, chain, hints = _read(database, seal)
                kept = replay_lines(header, lines, hints)
                if version < VERSION:
                    _keep_copy(database, path.with_name(f"{path.name}.v{version}"))
                with database:
                    database.execute("BEGIN")
                    database.execute(f"PRAGMA user_version = {VERSION}")
                    _set_meta(database, "opened", str(opened))
                    _set_meta(database, "link", seal.link(b"", 0, "header", _meta(database)["header"]).hex())
                    _set_tail(database, seal, chain, _standing_of(kept), hints)
            except BaseException:
                database.close()
                raise
        except (OSError, sqlite3.Error) as error:
            raise _reading_error(error) from error
        return cls(path, database, seal, len(lines), chain), kept

    def append(self, lines: Sequence[Line], standing: Standing, hints: HintCounts) -> None:
        """Commit more lines; when this returns they are on disk. Raises StoreError, and then they may not be."""
        rows, chain = [], self._chain
        for number, line in enumerate(lines, self.written + 1):
            text = self._seal.close(line.text) if line.kind == "deal" else line.text
            chain = self._seal.link(chain, number, line.kind, text)
            rows.append((number, line.kind, text, chain.hex()))
        try:
            with self._database:
                # A commit of which the very end failed may stand, and its lines then be there already.
                self._database.executemany("INSERT OR REPLACE INTO line VALUES (?, ?, ?, ?)", rows)
                _set_tail(self._database, self._seal, chain, standing, hints)
        except (OSError, sqlite3.Error) as error:
            raise _store_error(error) from error
        self.written += len(rows)
        self._chain = chain

    def close(self) -> None:
        """Let other windows have the match."""
        self._database.close()


# ---- reading ---------------------------------------------------------------------------------------------------------


def survey(folder: Path) -> Survey:
    """All matches that are not open elsewhere, and what is wrong with the files that are no matches."""
    found: list[Summary] = []
    unreadable: list[tuple[str, str]] = []
    elsewhere = 0
    try:
        paths = sorted(_match_paths(folder / "matches"))
    except OSError as error:
        return Survey([], 0, [(folder.name, str(_reading_error(error)))])
    for path in paths:
        try:
            found.append(_summary_of(path))
        except OpenElsewhereError:
            elsewhere += 1
        except StoreError as error:
            if not _is_empty(path):
                unreadable.append((path.name, str(error)))
    found.sort(key=lambda summary: (summary.opened, summary.path.stem), reverse=True)
    return Survey(found, elsewhere, unreadable)


def _is_empty(path: Path) -> bool:
    """Whether the program was killed before it began the match: then there is nothing to tell."""
    with contextlib.suppress(OSError):
        return path.stat().st_size == 0
    return False


def _summary_of(path: Path) -> Summary:
    try:
        return read_summary(path)
    except DamagedError:
        kept = salvage(path)
        header = kept.header
        return Summary(
            path, header.players, header.levels, header.target, header.date, _standing_of(kept), 0, is_damaged=True
        )


def read_summary(path: Path) -> Summary:
    """What may be said of a match without playing it. Raises StoreError."""
    with _reading(path) as database:
        meta = _meta(database)
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
    if _checked_version(database) == 1:
        return
    chain = _checked_header(meta, seal)
    last = database.execute("SELECT link FROM line ORDER BY number DESC LIMIT 1").fetchone()
    _check_tail(meta, seal, chain if last is None else bytes.fromhex(last[0]))


def _checked_header(meta: dict[str, str], seal: Seal) -> bytes:
    """What the first line is chained to. Raises DamagedError where the header is not as it was written."""
    chain = seal.link(b"", 0, "header", meta["header"])
    if meta["link"] != chain.hex():
        raise DamagedError
    return chain


def _check_tail(meta: dict[str, str], seal: Seal, chain: bytes) -> None:
    if meta["tail"] != seal.tail(chain, meta["standing"], meta["hints"]):
        raise DamagedError


def read_match(path: Path) -> Kept:
    """A kept match as it stands, with all hands. Raises StoreError."""
    with _reading(path) as database:
        header, lines, _chain, hints = _read(database, Seal.of(path.parent.parent))
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
                if path.with_name(name).exists():
                    shutil.copyfile(path.with_name(name), copy.with_name(name))
            with closing(sqlite3.connect(copy, timeout=0)) as database:
                _guard(database)
                meta = _meta(database)
                header = parse_header(meta["header"], seal)
                chain = seal.link(b"", 0, "header", meta["header"])
                with contextlib.suppress(sqlite3.Error, StoreError, *_UNREADABLE):
                    for line, link in _chained_lines(database, seal, chain):
                        lines.append(line)
                        chain = link
                if not lines:
                    # Else the first of them vouches for the header.
                    _checked_header(meta, seal)
    except OSError as error:
        raise _reading_error(error) from error
    except (sqlite3.Error, *_UNREADABLE) as error:
        raise DamagedError from error
    hints: HintCounts = {}
    with contextlib.suppress(DamagedError, *_UNREADABLE):
        _check_tail(meta, seal, chain)
        hints = parse_hints(meta["hints"])
    return replay_lines(header, lines, hints)


def _seal_of(path: Path) -> Seal:
    try:
        return Seal.of(path.parent.parent)
    except OSError as error:
        raise _reading_error(error) from error


@contextlib.contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    try:
        # Not read-only: what a killed window left half written must be rolled back before anything can be read.
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", timeout=0, uri=True)) as database:
            _guard(database)
            _checked_version(database)
            yield database
    except (OSError, sqlite3.Error) as error:
        raise _reading_error(error) from error
    except _UNREADABLE as error:
        raise DamagedError from error


def _guard(database: sqlite3.Connection) -> None:
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)


def _checked_version(database: sqlite3.Connection) -> int:
    if database.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION_ID:
        raise StoreError(_("this file is no match of Seven Rocks"))
    version: int = database.execute("PRAGMA user_version").fetchone()[0]
    if version > VERSION:
        raise StoreError(_("this match was kept by a newer version of Seven Rocks"))
    if version < 1:
        raise DamagedError
    return version


def _read(database: sqlite3.Connection, seal: Seal) -> tuple[Header, tuple[Line, ...], bytes, HintCounts]:
    lines = []
    try:
        meta = _meta(database)
        chain = seal.link(b"", 0, "header", meta["header"])
        header, hints = parse_header(meta["header"], seal), parse_hints(meta.get("hints", "{}"))
        for line, link in _chained_lines(database, seal, chain):
            lines.append(line)
            chain = link
        if _checked_version(database) > 1:
            _checked_header(meta, seal)
            _check_tail(meta, seal, chain)
    except _UNREADABLE as error:
        raise DamagedError from error
    return header, tuple(lines), chain, hints


def _chained_lines(database: sqlite3.Connection, seal: Seal, chain: bytes) -> Iterator[tuple[Line, bytes]]:
    """Each line, and the chain after it. Raises DamagedError at the first that is not as it was written."""
    for expected, row in enumerate(database.execute("SELECT * FROM line ORDER BY number"), 1):
        number, kind, told, link = row
        chain = seal.link(chain, number, kind, told)
        if number != expected or link != chain.hex():
            raise DamagedError
        yield Line(kind, seal.open(told) if kind == "deal" else told), chain


# ---- the file --------------------------------------------------------------------------------------------------------


def _connect(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=0)
    try:
        _guard(database)
        # The lock is taken at once and held by the operating system until the file is closed or the process ends.
        database.execute("PRAGMA locking_mode = EXCLUSIVE")
        database.execute("PRAGMA synchronous = EXTRA")
        database.execute("BEGIN EXCLUSIVE")
        database.execute("COMMIT")
    except BaseException:
        database.close()
        raise
    return database


def _set_up(database: sqlite3.Connection) -> None:
    database.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
    database.execute(f"PRAGMA user_version = {VERSION}")
    database.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)")
    database.execute("CREATE TABLE line (number INTEGER PRIMARY KEY, kind TEXT, text TEXT, link TEXT)")


def _keep_copy(database: sqlite3.Connection, path: Path) -> None:
    """A file of an older version stays as it was, beside the one that goes on."""
    with closing(sqlite3.connect(path)) as copy:
        database.backup(copy)
    path.chmod(0o600)


def _meta(database: sqlite3.Connection) -> dict[str, str]:
    return dict(database.execute("SELECT key, value FROM meta"))


def _set_meta(database: sqlite3.Connection, key: str, value: str) -> None:
    database.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))


def _set_tail(database: sqlite3.Connection, seal: Seal, chain: bytes, standing: Standing, hints: HintCounts) -> None:
    texts = format_standing(standing), json.dumps(hints)
    _set_meta(database, "standing", texts[0])
    _set_meta(database, "hints", texts[1])
    _set_meta(database, "tail", seal.tail(chain, *texts))


def _standing_of(kept: Kept) -> Standing:
    return Standing(kept.match.scores, len(kept.match.rounds), kept.match.winner)


def _match_paths(matches: Path) -> list[Path]:
    return [path for path in matches.glob(f"*{_SUFFIX}") if path.stem.isdecimal()] if matches.is_dir() else []


def _new_path(matches: Path) -> Path:
    number = max((int(path.stem) for path in _match_paths(matches)), default=0)
    while True:
        number += 1
        path = matches / f"{number:06}{_SUFFIX}"
        with contextlib.suppress(FileExistsError):
            path.touch(mode=0o600, exist_ok=False)
            return path


def _next_opened(matches: Path) -> int:
    """A number above that of every match not open elsewhere; those are being played, so they come first anyway."""
    return 1 + max((summary.opened for summary in survey(matches.parent).matches), default=0)


def _reading_error(error: Exception) -> StoreError:
    """What to say of a file that cannot be read."""
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", None)
        if (None if code is None else code & _KIND) in _DAMAGED:
            return DamagedError()
    return _store_error(error)


def _store_error(error: Exception) -> StoreError:
    """What to say of a file that cannot be written."""
    if isinstance(error, sqlite3.Error) and getattr(error, "sqlite_errorcode", 0) & _KIND in _BUSY:
        return OpenElsewhereError()
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return StoreError(_("the match cannot be kept: {reason}").format(reason=reason))
