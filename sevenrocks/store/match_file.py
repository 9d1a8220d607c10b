"""The file of a match that is being played: begun, taken up, written to."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from sevenrocks.record import HintCounts

from .database import (
    VERSION,
    checked_version,
    connect,
    keep_copy,
    meta_of,
    new_path,
    read,
    reading_error,
    set_meta,
    set_tail,
    set_up,
    store_error,
)
from .kept import Header, Kept, Line, Standing, format_header, replay_lines
from .reading import survey
from .seal import Seal


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
            path = new_path(matches)
            try:
                database = connect(path)
                try:
                    with database:
                        database.execute("BEGIN")
                        set_up(database)
                        set_meta(database, "header", text)
                        set_meta(database, "link", chain.hex())
                        set_meta(database, "opened", str(opened))
                        set_tail(database, seal, chain, Standing.of(Kept.begin(header).match), {})
                except BaseException:
                    database.close()
                    raise
            except BaseException:
                path.unlink(missing_ok=True)
                raise
        except (OSError, sqlite3.Error) as error:
            raise store_error(error) from error
        return cls(path, database, seal, 0, chain)

    @classmethod
    def resume(cls, path: Path) -> tuple[MatchFile, Kept]:
        """Take up a match. Raises OpenElsewhereError, DamagedError, or StoreError where the file cannot be read."""
        try:
            seal = Seal.of(path.parent.parent)
            opened = _next_opened(path.parent)
            database = connect(path)
            try:
                version = checked_version(database)
                header, lines, chain, hints = read(database, seal)
                kept = replay_lines(header, lines, hints)
                if version < VERSION:
                    keep_copy(database, path.with_name(f"{path.name}.v{version}"))
                with database:
                    database.execute("BEGIN")
                    database.execute(f"PRAGMA user_version = {VERSION}")
                    set_meta(database, "opened", str(opened))
                    set_meta(database, "link", seal.link(b"", 0, "header", meta_of(database)["header"]).hex())
                    set_tail(database, seal, chain, Standing.of(kept.match), hints)
            except BaseException:
                database.close()
                raise
        except (OSError, sqlite3.Error) as error:
            raise reading_error(error) from error
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
                set_tail(self._database, self._seal, chain, standing, hints)
        except (OSError, sqlite3.Error) as error:
            raise store_error(error) from error
        self.written += len(rows)
        self._chain = chain

    def close(self) -> None:
        """Let other windows have the match."""
        self._database.close()


def _next_opened(matches: Path) -> int:
    """A number above that of every match not open elsewhere; those are being played, so they come first anyway."""
    return 1 + max((summary.opened for summary in survey(matches.parent).matches), default=0)
