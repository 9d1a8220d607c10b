"""The file of a match that is being played: begun, taken up, written to."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from sevenrocks.atomic import make_folder
from sevenrocks.i18n import _
from sevenrocks.places import no_home
from sevenrocks.record import HintCounts

from .database import (
    UNREADABLE,
    VERSION,
    Tail,
    chained_lines,
    chained_rows,
    checked_header,
    checked_version,
    connect,
    has_rows,
    keep_copy,
    meta_of,
    new_path,
    read,
    reading_error,
    set_meta,
    set_rows,
    set_tail,
    set_up,
    store_error,
)
from .errors import DamagedError, KeyMissingError, LostError, StoreError
from .index import next_opened
from .kept import Header, Kept, Line, Standing, format_header, opened_line, replay_lines
from .locks import TURN, begin_playing, end_playing, identity_of
from .seal import Seal


class MatchFile:
    """A match on disk that this process plays; no other can until it is closed."""

    def __init__(self, path: Path, database: sqlite3.Connection, seal: Seal, written: int, chain: bytes) -> None:
        """Raises OSError where the file is gone already."""
        self.path = path
        self.written = written
        """How many lines are on disk."""
        self._mishaps: list[str] = []
        self._database = database
        self._seal = seal
        self._chain = chain
        self._tail: Tail | None = None
        """What stands in the file beside the lines; None where that is not known."""
        self._identity = identity_of(path)
        self._look = self._look_now()
        begin_playing(self._identity)

    @classmethod
    def create(
        cls,
        folder: Path | None,
        header: Header,
        lines: Sequence[Line],
        standing: Standing,
        hints: HintCounts,
        instead_of: MatchFile | None = None,
    ) -> MatchFile:
        """Begin to keep a match in this folder, with all its lines so far.

        `instead_of` is the file that it was kept in and has lost: where the key has gone with it, it is put back. Raises
        StoreError, also where there is no folder to keep anything in.
        """
        try:
            if folder is None:
                raise no_home("XDG_STATE_HOME")
            matches = folder / "matches"
            make_folder(matches)
            seal = Seal.made_in(folder, None if instead_of is None else instead_of._seal)  # noqa: SLF001, one of these
            opened = next_opened(folder)
            text = format_header(header, seal)
            beginning = seal.link(b"", 0, "header", text)
            rows, chain = chained_rows(seal, beginning, 0, lines)
            path = new_path(matches)
        except (OSError, sqlite3.Error) as error:
            raise store_error(error, folder or Path()) from error
        try:
            with _opened(path) as database:
                with database:
                    database.execute("BEGIN")
                    set_up(database)
                    set_meta(database, "header", text)
                    set_meta(database, "link", beginning.hex())
                    set_meta(database, "opened", str(opened))
                    set_rows(database, rows)
                    set_tail(database, seal, chain, Tail.of(standing, hints))
                return cls(path, database, seal, len(rows), chain)
        except BaseException as error:
            # While the file is there: it is asked why it cannot be written.
            told = store_error(error, path) if isinstance(error, OSError | sqlite3.Error) else None
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)
            if told is not None:
                raise told from error
            raise

    @classmethod
    def resume(cls, path: Path, *, is_taken_up: bool = True) -> tuple[MatchFile, Kept]:
        """Take up a match. Raises OpenElsewhereError, DamagedError, or StoreError where the file cannot be read.

        Where it is opened for something else than to be played it is not taken up, and keeps its place among the others.
        """
        try:
            seal = Seal.of(path.parent.parent)
            opened = next_opened(path.parent.parent)
            with _opened(path) as database:
                version = checked_version(database)
                header, lines, chain, hints = read(database, seal)
                kept = replay_lines(header, lines, hints)
                if version < VERSION:
                    keep_copy(database, path.with_name(f"{path.name}.v{version}"))
                with database:
                    database.execute("BEGIN")
                    database.execute(f"PRAGMA user_version = {VERSION}")
                    if is_taken_up:
                        set_meta(database, "opened", str(opened))
                    set_meta(database, "link", seal.link(b"", 0, "header", meta_of(database)["header"]).hex())
                    set_tail(database, seal, chain, Tail.of(Standing.of(kept.match), hints))
                return cls(path, database, seal, len(lines), chain), kept
        except (OSError, sqlite3.Error) as error:
            raise reading_error(error, path) from error

    def append(self, lines: Sequence[Line], standing: Standing, hints: HintCounts) -> None:
        """Commit more lines; when this returns they are on disk. Raises StoreError, and then they may not be.

        LostError is raised where the file is not ours any more: nothing more can be written to it.
        """
        rows, chain = chained_rows(self._seal, self._chain, self.written, lines)
        tail = Tail.of(standing, hints)
        try:
            self._check_file()
            self._check_key()
            with self._database:
                set_rows(self._database, rows)
                set_tail(self._database, self._seal, chain, tail, self._tail)
                if not has_rows(self._database, self.written, rows):
                    raise _changed()
        except (OSError, sqlite3.Error) as error:
            self._tail = None
            raise store_error(error, self.path) from error
        self.written += len(rows)
        self._chain, self._tail = chain, tail
        with contextlib.suppress(OSError):
            self._look = self._look_now()

    def take_mishaps(self) -> tuple[str, ...]:
        """What has happened to the ground that the file stands on, in sentences for the players; each is told once."""
        told, self._mishaps = tuple(self._mishaps), []
        return told

    def close(self) -> None:
        """Let other windows have the match."""
        self._database.close()
        end_playing(self._identity)

    # ---- whether it is still ours

    def _look_now(self) -> tuple[int, int]:
        """What shows from outside that somebody else has written to the file."""
        found = self.path.lstat()
        return found.st_size, found.st_mtime_ns

    def _check_file(self) -> None:
        """Raise LostError where the file does not lie at its path any more, or is not what was written."""
        try:
            is_ours = identity_of(self.path) == self._identity
        except (FileNotFoundError, NotADirectoryError):
            is_ours = False
        if not is_ours:
            raise LostError(_("The file of this match has been moved, removed or replaced."))
        if self._look_now() != self._look:
            self._check_lines()

    def _check_lines(self) -> None:
        """Raise LostError where the lines that were written are not all there. Further ones are those of a late failure."""
        # What is remembered of the file is not what lies there.
        self._database.execute("PRAGMA shrink_memory")
        chain = b""
        try:
            checked_version(self._database)
            chain = checked_header(meta_of(self._database), self._seal)
            for _line, link in islice(chained_lines(self._database, self._seal, chain), self.written):
                chain = link
        except sqlite3.Error as error:
            if not isinstance(reading_error(error, self.path), DamagedError):
                raise
        except (StoreError, *UNREADABLE):
            chain = b""
        if chain != self._chain:
            raise _changed()

    def _check_key(self) -> None:
        """Put the key back where it is missing. Raises LostError where there is another: with that none of this can be read."""
        folder = self.path.parent.parent
        try:
            is_ours = self._seal.is_in(folder)
        except KeyMissingError:
            self._seal.put_into(folder)
            is_ours = self._seal.is_in(folder)
            self._mishaps.append(_("The key of the kept matches was missing, and has been put back."))
        if not is_ours:
            with contextlib.suppress(OSError):
                self._seal.put_aside(folder)
            raise LostError(_("The key of the kept matches has been replaced; the one before lies beside it."))


def _changed() -> LostError:
    return LostError(_("The file of this match has been changed from outside."))


def note_opened(path: Path) -> Kept:
    """Note in a kept match that its record is written before it is over; returns it with that. Raises StoreError."""
    file, kept = MatchFile.resume(path, is_taken_up=False)
    try:
        line = opened_line(kept.match, kept.opened)
        if line is not None:
            kept = replay_lines(kept.header, [*kept.lines, line], kept.hints)
            file.append([line], Standing.of(kept.match), kept.hints)
    finally:
        file.close()
    return kept


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """The file, open for playing. It stays open unless something fails."""
    with TURN:
        database = connect(path)
        try:
            yield database
        except BaseException:
            database.close()
            raise
