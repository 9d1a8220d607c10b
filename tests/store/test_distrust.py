"""Files that somebody else has put there or changed: their schema, what kind of file they are, and the locks on them."""

from __future__ import annotations

import errno
import fcntl
import os
import random
import shutil
import sqlite3
import stat
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from help.effort import seeded
from help.places import DATA
from help.scripted import DAY, PLAYERS
from sevenrocks.store import (
    DamagedError,
    MatchFile,
    OpenElsewhereError,
    StoreError,
    read_match,
    read_summary,
    salvage,
    survey,
)
from sevenrocks.store import database as store_database
from sevenrocks.store.locks import refusal_of_locks
from sevenrocks.store.seal import Seal
from sevenrocks.table import Table

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links, FIFOs and fcntl are a POSIX matter")


def play(table: Table, actions: int, rng: random.Random) -> None:
    """So many actions at random, rounds begun as they are due."""
    for _ in range(actions):
        if table.turn is None:
            table.begin_round()
        seat = table.turn
        assert seat is not None
        table.play(seat, rng.choice(table.view_for(seat).legal_actions))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A kept match of forty plays."""
    table = Table.begin(PLAYERS, tmp_path / "state", known_seed=bytes(32), date=DAY)
    play(table, 40, random.Random(1))
    table.close()
    return tmp_path / "state" / "matches" / "000001.match"


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for statement in statements:
            database.execute(statement)


# ---- the schema


SCHEMAS = {
    "a trigger that lets plays vanish": (
        "CREATE TRIGGER gone AFTER INSERT ON line BEGIN DELETE FROM line WHERE number = NEW.number; END",
    ),
    "a trigger on what is told beside": ("CREATE TRIGGER gone AFTER UPDATE ON meta BEGIN DELETE FROM line; END",),
    "a view more": ("CREATE VIEW other AS SELECT 1",),
    "a table more": ("CREATE TABLE other (x)",),
    "an index more": ("CREATE INDEX other ON line (kind)",),
    "a column more": ("ALTER TABLE line ADD COLUMN more TEXT",),
    "a column that computes": ("ALTER TABLE line ADD COLUMN more TEXT AS (hex(zeroblob(999))) VIRTUAL",),
    "lines of another name": ("ALTER TABLE line RENAME TO lines",),
    "a view for the lines": (
        "ALTER TABLE line RENAME TO lines",
        "CREATE VIEW line AS SELECT * FROM lines",
    ),
    "a view without end for the lines": (
        "DROP TABLE line",
        "CREATE VIEW line AS WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x, '', '', '' FROM n",
    ),
    "another way to keep a journal": ("PRAGMA journal_mode = WAL",),
}
READABLE = {
    "a trigger that lets plays vanish",
    "a trigger on what is told beside",
    "a view more",
    "a table more",
    "an index more",
    "another way to keep a journal",
}
"""Where the lines themselves are as they were made: they can be salvaged."""


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_file_with_anything_in_it_that_was_not_made_is_damaged_and_never_written(path: Path, name: str) -> None:
    whole = read_match(path)
    change(path, *SCHEMAS[name])
    before = path.read_bytes()
    for attempt in (MatchFile.resume, read_match, read_summary):
        with pytest.raises(DamagedError, match="the file of this match is damaged"):
            attempt(path)
    if name in READABLE:
        assert salvage(path).lines == whole.lines
        assert [summary.is_damaged for summary in survey(path.parent.parent).matches] == [True]
    else:
        with pytest.raises(DamagedError):
            salvage(path)
        assert [found.name for found in survey(path.parent.parent).unreadable] == [path.name]
    assert path.read_bytes() == before


def test_the_schema_of_a_file_is_not_trusted(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def noted(*given: Any, **named: Any) -> sqlite3.Connection:
        opened.append(connect(*given, **named))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", noted)
    file, _kept = MatchFile.resume(path)
    assert opened[-1].execute("PRAGMA trusted_schema").fetchone() == (0,)
    file.close()


def test_a_play_that_is_not_there_after_it_was_written_is_noticed_at_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table.resume(path)

    def vanish(*_arguments: object) -> None:
        monkeypatch.undo()

    monkeypatch.setattr("sevenrocks.store.match_file.set_rows", vanish)
    play(table, 1, random.Random(2))
    assert table.is_kept
    assert table.mishaps == (
        "The file of this match has been changed from outside. The match is kept anew in 000002.match.",
    )
    table.close()
    assert read_match(path.with_name("000002.match")).lines == tuple(table._lines)


# ---- no ordinary files


def a_fifo(path: Path) -> None:
    os.mkfifo(path)


def a_folder(path: Path) -> None:
    path.mkdir()


def a_link_to_nowhere(path: Path) -> None:
    path.symlink_to(path.with_name("nowhere"))


def a_link_to_a_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def a_link_to_what_was_there(path: Path) -> None:
    other = path.with_name("what was there")
    path.with_name(f"{path.name}.before").rename(other)
    path.symlink_to(other)


KINDS = [a_fifo, a_folder, a_link_to_nowhere, a_link_to_a_device, a_link_to_what_was_there]


def put(path: Path, kind: Callable[[Path], None]) -> None:
    if path.exists():
        path.rename(path.with_name(f"{path.name}.before"))
    kind(path)


@pytest.mark.parametrize("kind", KINDS)
def test_a_match_that_is_no_ordinary_file_is_refused_in_words_without_waiting(
    path: Path, kind: Callable[[Path], None]
) -> None:
    put(path, kind)
    for attempt in (MatchFile.resume, read_match, read_summary, salvage):
        with pytest.raises(StoreError, match=r"no ordinary file|[Ii]s a directory|no such file|No such file"):
            attempt(path)
    (found,) = survey(path.parent.parent).unreadable
    assert found.name == path.name
    assert "\n" not in found.why


@pytest.mark.parametrize("sidecar", ["-journal", "-wal", "-shm"])
@pytest.mark.parametrize("kind", [a_fifo, a_link_to_nowhere])
def test_what_lies_beside_a_match_is_an_ordinary_file_or_the_match_is_refused(
    path: Path, kind: Callable[[Path], None], sidecar: str
) -> None:
    kind(path.with_name(path.name + sidecar))
    for attempt in (MatchFile.resume, read_match, read_summary):
        with pytest.raises(StoreError, match="no ordinary file"):
            attempt(path)
    assert not path.with_name("nowhere").exists()


def test_a_new_match_takes_no_name_beside_which_something_lies(path: Path) -> None:
    a_link_to_nowhere(path.with_name("000002.match-journal"))
    table = Table.begin(PLAYERS, path.parent.parent, known_seed=bytes(32), date=DAY)
    play(table, 1, random.Random(2))
    assert table.is_kept
    table.close()
    assert sorted(file.name for file in path.parent.glob("*.match")) == ["000001.match", "000003.match"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_key_that_is_no_ordinary_file_is_refused_in_words_without_waiting(
    path: Path, kind: Callable[[Path], None]
) -> None:
    key = path.parent.parent / "key"
    put(key, kind)
    if kind is a_link_to_what_was_there:
        read_match(path)  # whoever keeps it elsewhere may link it here
        return
    words = r"the key of the kept matches is (no ordinary file|a link that leads nowhere)"
    for attempt in (MatchFile.resume, read_match, salvage):
        with pytest.raises(StoreError, match=words):
            attempt(path)
    table = Table.begin(PLAYERS, key.parent, known_seed=bytes(32), date=DAY)
    play(table, 1, random.Random(2))
    assert table.not_kept is not None
    table.close()
    assert not key.is_file()


# ---- names and modes


def test_a_copy_of_an_older_version_is_for_the_user_alone_from_its_beginning(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes: list[int] = []
    connect = sqlite3.connect

    def noted(name: Path) -> sqlite3.Connection:
        modes.append(stat.S_IMODE(name.stat().st_mode))
        return connect(name)

    with closing(connect(path)) as database:
        monkeypatch.setattr(sqlite3, "connect", noted)
        copy = path.with_name(f"{path.name}.v1")
        store_database.keep_copy(database, copy)
        assert modes == [0o600]
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        assert sorted(file.name for file in path.parent.iterdir()) == [path.name, copy.name]

        def fail(*_arguments: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "replace", fail)
        with pytest.raises(OSError, match="No space"):
            store_database.keep_copy(database, copy)
    assert sorted(file.name for file in path.parent.iterdir()) == [path.name, copy.name]


def test_a_key_that_has_been_replaced_is_put_aside_once(tmp_path: Path) -> None:
    (tmp_path / "key.1").write_bytes(b"somebody else's")
    for _again in range(2):
        Seal(b"k" * 32).put_aside(tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        "key.1": b"somebody else's",
        "key.2": b"k" * 32,
    }


def test_so_many_keys_are_put_aside_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sevenrocks.store.seal._MOST_ASIDE", 1)
    for key in (b"k" * 32, b"m" * 32):
        Seal(key).put_aside(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["key.1"]


# ---- locks


@pytest.fixture
def without_locks(path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The match on a file system without locks: SQLite takes that for the lock of another window."""

    class Connection(sqlite3.Connection):
        def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
            if sql.startswith(("BEGIN EXCLUSIVE", "SELECT", "PRAGMA application_id")):
                error = sqlite3.OperationalError("database is locked")
                error.sqlite_errorcode = sqlite3.SQLITE_BUSY
                raise error
            return super().execute(sql, parameters)

    def refuse(*_arguments: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *given, **named: connect(*given, factory=Connection, **named))
    monkeypatch.setattr(fcntl, "lockf", refuse)
    return path


def test_where_locks_are_refused_that_is_the_reason_and_not_another_window(without_locks: Path) -> None:
    words = f"the file system refuses locks \\({os.strerror(errno.ENOLCK)}\\)"
    for attempt in (MatchFile.resume, read_match, read_summary):
        with pytest.raises(StoreError, match=words) as error:
            attempt(without_locks)
        assert not isinstance(error.value, OpenElsewhereError)
    found = survey(without_locks.parent.parent)
    assert (found.matches, found.elsewhere) == ([], 0)


@pytest.mark.parametrize("code", ["LOCK", "RDLOCK", "UNLOCK", "CHECKRESERVEDLOCK"])
def test_other_refusals_of_locks_are_told_as_well(path: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    def fail(*_arguments: object) -> None:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = getattr(sqlite3, f"SQLITE_IOERR_{code}")
        raise error

    monkeypatch.setattr("sevenrocks.store.reading.checked_version", fail)
    with pytest.raises(StoreError, match="the file system refuses locks"):
        read_match(path)


_HOLD = textwrap.dedent(
    """
    import sys
    from pathlib import Path
    from sevenrocks.table import Table
    table = Table.resume(Path(sys.argv[1]))
    print("held", flush=True)
    sys.stdin.read()
    """
)


def test_a_lock_that_another_window_holds_is_no_refusal(path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as window:
        assert window.stdout is not None
        assert window.stdout.readline() == "held\n"
        assert refusal_of_locks(path) is None
        with pytest.raises(OpenElsewhereError):
            MatchFile.resume(path)
        window.kill()


def test_to_ask_for_the_reason_does_not_end_the_lock_that_this_window_holds(path: Path) -> None:
    table = Table.resume(path)
    with pytest.raises(OpenElsewhereError):
        MatchFile.resume(path)
    other = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0).execute('BEGIN EXCLUSIVE')"
    done = subprocess.run([sys.executable, "-c", other, path], capture_output=True, text=True, check=False)
    assert "database is locked" in done.stderr
    table.close()


def test_the_reason_is_not_told_where_it_cannot_be_asked_for(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert refusal_of_locks(path.with_name("nothing")) is None
    monkeypatch.setitem(sys.modules, "fcntl", None)
    assert refusal_of_locks(path) is None


# ---- changed while it is played


def copies_of(path: Path) -> Iterator[Path]:
    yield from (copy for copy in path.parent.glob("*.match") if copy != path)


ANOTHER = DATA / "matches" / "3" / "matches" / "000001.match"


OVER: dict[str, Callable[[bytes, bytes], bytes]] = {
    "nothing": lambda _now, _before: b"",
    "garbage": lambda _now, _before: b"no match at all" * 1000,
    "another match": lambda _now, _before: ANOTHER.read_bytes(),
    "the match as it was a while ago": lambda _now, before: before,
    "the match with another play": lambda now, _before: now.replace(b"play", b"seat", 1),
}


@pytest.mark.parametrize("name", OVER)
def test_a_file_that_is_written_over_while_it_is_played_is_noticed(path: Path, name: str) -> None:
    """As by `cp backup file`, which leaves the file where it is."""
    rng = seeded("written over")
    before = path.read_bytes()
    table = Table.resume(path)
    play(table, 3, rng)
    assert not table.mishaps
    path.write_bytes(OVER[name](path.read_bytes(), before))
    play(table, 1, rng)
    changed = "The file of this match has been changed from outside. The match is kept anew in 000002.match."
    assert " ".join(table.mishaps) == changed
    assert table.is_kept
    table.close()
    (copy,) = copies_of(path)
    assert read_match(copy).lines == tuple(table._lines)


def test_a_file_that_only_looks_changed_goes_on(path: Path) -> None:
    rng = seeded("touched")
    table = Table.resume(path)
    play(table, 1, rng)
    for again in (0, 1):
        os.utime(path, (again, again))
        play(table, 1, rng)
        assert table.is_kept
    data = path.read_bytes()
    path.write_bytes(data)
    play(table, 1, rng)
    table.close()
    assert not table.mishaps
    assert read_match(path).lines == tuple(table._lines)
    assert not list(copies_of(path))


def test_a_file_that_cannot_be_looked_at_is_not_called_changed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = seeded("not looked at")
    table = Table.resume(path)
    os.utime(path, (1, 1))

    def fail(*_arguments: object) -> None:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise error

    with monkeypatch.context() as broken:
        broken.setattr("sevenrocks.store.match_file.checked_version", fail)
        play(table, 1, rng)
        assert table.not_kept == "the match cannot be kept: disk I/O error"
    play(table, 1, rng)
    assert table.is_kept
    table.close()
    assert not table.mishaps
    assert read_match(path).lines == tuple(table._lines)


@pytest.mark.parametrize("is_folder", [False, True])
def test_a_file_that_is_gone_is_kept_anew_and_said_once(path: Path, *, is_folder: bool) -> None:
    rng = seeded("gone")
    table = Table.resume(path)
    if is_folder:
        path.unlink()
        path.mkdir()
    else:
        shutil.rmtree(path.parent)
        path.parent.write_text("a file where a folder should be")
        play(table, 1, rng)
        assert table.not_kept == "the match cannot be kept: File exists"
        path.parent.unlink()
    play(table, 2, rng)
    told = table.mishaps[0]
    assert told.startswith(
        "The file of this match has been moved, removed or replaced. The match is kept anew in 00000"
    )
    assert table.is_kept
    table.close()
    assert [lines_in(other) for other in path.parent.glob("*.match") if other.is_file()] == [tuple(table._lines)]


def lines_in(path: Path) -> object:
    return read_match(path).lines


def test_a_key_that_is_gone_is_put_back_and_one_that_only_looks_changed_is_left(path: Path) -> None:
    rng = seeded("key")
    key = path.parent.parent / "key"
    before = key.read_bytes()
    table = Table.resume(path)
    os.utime(key, (1, 1))
    play(table, 1, rng)
    assert not table.mishaps
    key.unlink()
    play(table, 2, rng)
    assert table.mishaps == ("The key of the kept matches was missing, and has been put back.",)
    assert (key.read_bytes(), stat.S_IMODE(key.stat().st_mode)) == (before, 0o600)
    key.write_bytes(b"k" * 32)
    play(table, 2, rng)
    replaced = "The key of the kept matches has been replaced; the one before lies beside it."
    assert " ".join(table.mishaps[1:]) == f"{replaced} The match is kept anew in 000002.match."
    assert key.with_name("key.1").read_bytes() == before
    table.close()
    assert lines_in(path.with_name("000002.match")) == tuple(table._lines)


def test_a_match_that_is_interrupted_as_it_is_begun_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sevenrocks.store.match_file.set_up", interrupt)
    table = Table.begin(PLAYERS, tmp_path, known_seed=bytes(32), date=DAY)
    table.begin_round()
    with pytest.raises(KeyboardInterrupt):
        table.begin_keeping()
    assert not list((tmp_path / "matches").iterdir())
