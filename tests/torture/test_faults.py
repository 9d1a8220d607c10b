"""Every write, sync, link and open of the store fails, once and for ever: nobody is told that a match is kept while it is not.

First at the level of Python, where every operation of a match can be met in turn; then beneath SQLite, where a failing
call leaves half of a commit behind; then what really goes wrong on machines, through the app.
"""

from __future__ import annotations

import errno
import io
import json
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, TypeVar

import pytest
from textual.pilot import Pilot

from help.effort import LONG, cases, seeded
from help.places import ROOT, TESTS
from help.playing import app_in, choosing_table, play_something, play_to, screen_of, screen_text, start, until
from help.scripted import DAY, PLAYERS, kept_before_the_first_deal, script
from sevenrocks.engine.actions import Event
from sevenrocks.store import Kept, StoreError, read_match, salvage, survey
from sevenrocks.table import Table
from sevenrocks.tui.app import RocksApp
from sevenrocks.tui.screens.confirm import NotKeptScreen
from sevenrocks.tui.screens.menu import MenuScreen
from sevenrocks.tui.screens.table import TableScreen

T = TypeVar("T")

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the faults are those of POSIX systems")

ACTIONS = 20
OLD_SEED = bytes(31) + b"o"
OS_ERRORS = (errno.ENOSPC, errno.EIO, errno.EACCES)
SQL_ERRORS = (
    ("disk I/O error", sqlite3.SQLITE_IOERR),
    ("database or disk is full", sqlite3.SQLITE_FULL),
    ("unable to open database file", sqlite3.SQLITE_CANTOPEN),
)


# ---- a match, and what is on disk of it ------------------------------------------------------------------------------


def kept_of(table: Table) -> Kept:
    """What should be on disk of this table."""
    return Kept(
        table._header, table._cut, table._match, table._hints, table._seating, table._placing, tuple(table._lines)
    )


def on_disk(folder: Path, scratch: Path) -> list[Kept]:
    """What would be found now if the machine were switched off, an old match aside."""
    return _found(tuple((path.relative_to(folder), path.read_bytes()) for path in files_in(folder)), scratch)


def the_one_on_disk(folder: Path, scratch: Path) -> Kept | None:
    """The one match that would be found then, if one would be."""
    found = on_disk(folder, scratch)
    assert len(found) <= 1, "one match in two files"
    return found[0] if found else None


def files_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


@lru_cache(maxsize=4)
def _found(files: tuple[tuple[Path, bytes], ...], scratch: Path) -> list[Kept]:
    """The matches in these files. They are read from a copy, for which no lock holds; files that stay the same once."""
    shutil.rmtree(scratch, ignore_errors=True)
    for name, data in files:
        path = scratch / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    read = [read_or_none(path) for path in sorted((scratch / "matches").glob("*.match"))]
    return [kept for kept in read if kept is not None and kept.header.seed != OLD_SEED]


# ---- faults within Python --------------------------------------------------------------------------------------------


class Faults:
    """Counts the operations of the store and lets one of them fail, or all from that one on."""

    def __init__(self, first: int = 0, *, lasting: bool = False, late: bool = False, kind: int = 0) -> None:
        self.count = 0
        self.is_lifted = False
        self._first = first
        self._lasting = lasting
        self._late = late
        self._kind = kind

    @property
    def has_struck(self) -> bool:
        """Whether anything has failed so far."""
        return 0 < self._first <= self.count

    def around(self, operation: Callable[[], T], error: Callable[[], Exception], *, can_be_late: bool = False) -> T:
        """Do it, or fail: before anything is done, or when all is done but for saying so."""
        if self.is_lifted:
            return operation()
        self.count += 1
        fails = self.count == self._first or (self._lasting and self.has_struck)
        if fails and not (self._late and can_be_late):
            raise error()
        result = operation()
        if fails:
            raise error()
        return result

    def os_error(self) -> OSError:
        """What the system says."""
        code = OS_ERRORS[self._kind % len(OS_ERRORS)]
        return OSError(code, os.strerror(code))

    def sql_error(self) -> sqlite3.OperationalError:
        """What SQLite says."""
        told, code = SQL_ERRORS[self._kind % len(SQL_ERRORS)]
        error = sqlite3.OperationalError(told)
        error.sqlite_errorcode = code
        return error


@contextmanager
def failing(faults: Faults, folder: Path) -> Iterator[None]:
    """Let what the store does in this folder fail as these faults say."""

    class Connection(sqlite3.Connection):
        """Fails at its statements and at the end of its transactions."""

        def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
            done = super().execute
            return faults.around(lambda: done(sql, parameters), faults.sql_error)

        def executemany(self, sql: str, parameters: Any, /) -> sqlite3.Cursor:
            done = super().executemany
            return faults.around(lambda: done(sql, parameters), faults.sql_error)

        def backup(self, target: sqlite3.Connection, **how: Any) -> None:
            done = super().backup
            faults.around(lambda: done(target, **how), faults.sql_error)

        def __exit__(
            self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
        ) -> Literal[False]:
            # As with a true connection: a commit that fails is rolled back, and an exception from within is passed on.
            done = super().__exit__
            if kind is not None:
                return done(kind, value, trace)
            try:
                return faults.around(lambda: done(None, None, None), faults.sql_error, can_be_late=True)
            except sqlite3.OperationalError:
                self.rollback()
                raise

    def connect(path: Any, **how: Any) -> sqlite3.Connection:
        opened: sqlite3.Connection = faults.around(lambda: connects(path, factory=Connection, **how), faults.sql_error)
        return opened

    def of_path(done: Callable[..., Any], *, can_be_late: bool = False) -> Callable[..., Any]:
        def with_faults(path: Any, *more: Any, **how: Any) -> Any:
            if not str(path).startswith(str(folder)):
                return done(path, *more, **how)
            return faults.around(lambda: done(path, *more, **how), faults.os_error, can_be_late=can_be_late)

        return with_faults

    def fsync(descriptor: int) -> None:
        faults.around(lambda: syncs(descriptor), faults.os_error, can_be_late=True)

    connects, syncs = sqlite3.connect, os.fsync
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite3, "connect", connect)
        patch.setattr(os, "fsync", fsync)
        patch.setattr(io, "open", of_path(io.open))
        for name in ("open", "scandir", "stat"):
            patch.setattr(os, name, of_path(getattr(os, name)))
        for name in ("mkdir", "link", "unlink", "replace", "chmod"):
            patch.setattr(os, name, of_path(getattr(os, name), can_be_late=True))
        yield


@contextmanager
def lifted(faults: Faults) -> Iterator[None]:
    """Nothing fails meanwhile, and nothing is counted."""
    before, faults.is_lifted = faults.is_lifted, True
    try:
        yield
    finally:
        faults.is_lifted = before


def old_match(folder: Path) -> None:
    """A match of another day, which is read when a new one is numbered."""
    table = Table.begin(PLAYERS, folder, known_seed=OLD_SEED, date=DAY)
    table.begin_round()
    table.begin_keeping()
    table.close()


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A folder with that match."""
    folder = tmp_path / "old"
    old_match(folder)
    return folder


def play_with_faults(folder: Path, faults: Faults, rng: random.Random, *, exact: bool) -> None:
    """Play the scripted match, and hold against the disk what the table says of being kept."""
    seed, scratch = rng.randbytes(32), folder.with_name("scratch")
    kept = kept_before_the_first_deal(seed)

    def check() -> None:
        with lifted(faults):
            found = the_one_on_disk(folder, scratch)
        lags = found != kept_of(table)
        if not table._is_due:
            assert found is None, "nothing of it is on disk before a hand is shown"
        elif table.not_kept is None:
            assert not lags, "said to be kept, and is not"
            assert table.is_kept
        else:
            assert lags or not exact, f"kept, and said not to be: {table.not_kept}"
            assert not table.is_kept
            assert "\n" not in table.not_kept
            assert table.not_kept.startswith("the match cannot be kept: ")
        assert table.view.not_kept == table.not_kept

    with failing(faults, folder):
        table = Table.begin_with(kept, folder)
        try:
            check()
            since = 0
            for action, _done in zip(range(ACTIONS), script(table, rng), strict=False):
                # Reading the disk costs most of the time, so it is read where something may have changed.
                if faults.has_struck or action % 7 == 0:
                    check()
                since += faults.has_struck
                if since > 3 and table.not_kept is None and not LONG:
                    break
            check()
            catches_up = table.not_kept is None or rng.random() < 0.5
            if catches_up:
                faults.is_lifted = True
                seat = table.turn
                if seat is not None and rng.random() < 0.5:
                    table.play(seat, rng.choice(table.view_for(seat).legal_actions))
                else:
                    table.keep()
                assert table.not_kept is None
                assert the_one_on_disk(folder, scratch) == kept_of(table)
        finally:
            faults.is_lifted = True
            left = the_one_on_disk(folder, scratch)
            table.close()
    for path in (folder / "matches").glob("*.match"):
        if left is not None and read_or_none(path) == left:
            again = Table.resume(path)
            assert kept_of(again) == left
            again.close()
            return
    assert left is None, "what was on disk cannot be taken up"
    assert not catches_up


def test_while_the_store_fails_lists_are_short_and_matches_are_refused_in_words(tmp_path: Path) -> None:
    rng = seeded("faults while reading")
    folder = tmp_path / "state"
    old_match(folder)
    seed = rng.randbytes(32)
    table = Table.begin_with(kept_before_the_first_deal(seed), folder)
    for _action, _done in zip(range(ACTIONS), script(table, rng), strict=False):
        pass
    table.close()
    damaged, path = sorted((folder / "matches").glob("*.match"))
    with closing(sqlite3.connect(damaged)) as database, database:
        database.execute("UPDATE line SET link = '' WHERE number = 1")
        database.execute("UPDATE meta SET value = '' WHERE key = 'standing'")
    before = read_match(path)
    temporary = tmp_path / "temporary"
    temporary.mkdir()

    def resume() -> None:
        Table.resume(path).close()

    calls: dict[str, Callable[[], object]] = {
        "resume": resume,
        "read": lambda: read_match(path),
        "survey": lambda: survey(folder),
        "salvage": lambda: salvage(damaged),
    }
    for name, call in calls.items():
        first = 0
        while True:
            first += 1
            faults = Faults(first, lasting=rng.random() < 0.5, kind=rng.randrange(3))
            with failing(faults, tmp_path), pytest.MonkeyPatch.context() as patch:
                patch.setattr(tempfile, "tempdir", str(temporary))
                told = ""
                try:
                    call()
                except StoreError as error:
                    told = str(error)
                except BaseException as error:
                    error.add_note(f"{name} with operation {first} failing")
                    raise
                faults.is_lifted = True
            assert "\n" not in told
            assert name != "survey" or not told, "a list is shown of what can be read"
            assert read_match(path) == before
            if not faults.has_struck:
                break
        assert first > 3, "the faults are no longer where the store works"


def read_or_none(path: Path) -> Kept | None:
    try:
        return read_match(path)
    except StoreError:
        return None


def operations(folder: Path) -> int:
    """How many operations there are in the scripted match."""
    counting = Faults()
    play_with_faults(folder, counting, random.Random(1), exact=True)
    return counting.count


def test_whatever_fails_the_table_says_kept_of_nothing_that_is_not(tmp_path: Path, old: Path) -> None:
    rng = seeded("faults")
    count = operations(shutil.copytree(old, tmp_path / "counted"))
    assert count > 120, "the faults are no longer where the store works"
    every = [
        (first, lasting, late) for first in range(1, count + 1) for lasting in (False, True) for late in (False, True)
    ]
    if not LONG:
        # Every sixth operation once; for which of them it lasts, and which tell it late, is left to chance.
        every = [(first, rng.random() < 0.5, rng.random() < 0.3) for first in range(rng.randint(1, 6), count + 1, 6)]
    for number, (first, lasting, late) in enumerate(every):
        folder = shutil.copytree(old, tmp_path / f"{number}" / "state")
        faults = Faults(first, lasting=lasting, late=late, kind=rng.randrange(3))
        try:
            play_with_faults(folder, faults, random.Random(number), exact=not late)
        except BaseException as error:
            error.add_note(f"operation {first} of {count}, {lasting=}, {late=}")
            raise
        shutil.rmtree(folder.parent)


# ---- faults beneath SQLite -------------------------------------------------------------------------------------------

CALLS = ("open", "pwrite", "write", "fsync", "ftruncate", "unlink", "rename", "link", "mkdir")

SHIM = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define DESCRIPTORS 4096
enum { OPEN, PWRITE, WRITE, FSYNC, FTRUNCATE, UNLINK, RENAME, LINK, MKDIR, CALLS };

static char folder[4096];
static unsigned char within[DESCRIPTORS];
static long counts[CALLS];
static int failing_call = -1, code, lasts;
static long first;

void faults_set(const char *path, int call, long number, int error, int for_ever) {
    strncpy(folder, path, sizeof folder - 1);
    memset(counts, 0, sizeof counts);
    failing_call = call; first = number; code = error; lasts = for_ever;
}
void faults_lift(void) { failing_call = -1; }
long faults_count(int call) { return counts[call]; }

static int is_within(const char *path) {
    return *folder && path && strncmp(path, folder, strlen(folder)) == 0;
}
static int is_ours(int descriptor) {
    return descriptor >= 0 && descriptor < DESCRIPTORS && within[descriptor];
}
static int fails(int call) {
    long number = ++counts[call];
    if (call != failing_call || !(number == first || (lasts && number > first))) return 0;
    errno = code;
    return 1;
}
#define REAL(result, name, ...) \
    static result (*real)(__VA_ARGS__); \
    if (!real) real = (result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

#define OPENS(name) \
int name(const char *path, int flags, ...) { \
    mode_t mode = 0; \
    if (flags & (O_CREAT | __O_TMPFILE)) { va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); } \
    REAL(int, #name, const char *, int, ...); \
    int ours = is_within(path); \
    if (ours && fails(OPEN)) return -1; \
    int descriptor = real(path, flags, mode); \
    if (descriptor >= 0 && descriptor < DESCRIPTORS) within[descriptor] = ours; \
    return descriptor; \
}
OPENS(open)
OPENS(open64)

/* Half of what a failing write should have written is written. */
#define PWRITES(name, offset_type) \
ssize_t name(int descriptor, const void *data, size_t size, offset_type offset) { \
    REAL(ssize_t, #name, int, const void *, size_t, offset_type); \
    if (is_ours(descriptor) && fails(PWRITE)) { real(descriptor, data, size / 2, offset); errno = code; return -1; } \
    return real(descriptor, data, size, offset); \
}
PWRITES(pwrite, off_t)
PWRITES(pwrite64, off64_t)

ssize_t write(int descriptor, const void *data, size_t size) {
    REAL(ssize_t, "write", int, const void *, size_t);
    if (is_ours(descriptor) && fails(WRITE)) { real(descriptor, data, size / 2); errno = code; return -1; }
    return real(descriptor, data, size);
}

#define OF_DESCRIPTOR(name, call) \
int name(int descriptor) { \
    REAL(int, #name, int); \
    return is_ours(descriptor) && fails(call) ? -1 : real(descriptor); \
}
OF_DESCRIPTOR(fsync, FSYNC)
OF_DESCRIPTOR(fdatasync, FSYNC)

#define TRUNCATES(name, size_type) \
int name(int descriptor, size_type size) { \
    REAL(int, #name, int, size_type); \
    return is_ours(descriptor) && fails(FTRUNCATE) ? -1 : real(descriptor, size); \
}
TRUNCATES(ftruncate, off_t)
TRUNCATES(ftruncate64, off64_t)

#define OF_TWO(name, call) \
int name(const char *from, const char *to) { \
    REAL(int, #name, const char *, const char *); \
    return is_within(to) && fails(call) ? -1 : real(from, to); \
}
OF_TWO(rename, RENAME)
OF_TWO(link, LINK)

int unlink(const char *path) {
    REAL(int, "unlink", const char *);
    return is_within(path) && fails(UNLINK) ? -1 : real(path);
}
int mkdir(const char *path, mode_t mode) {
    REAL(int, "mkdir", const char *, mode_t);
    return is_within(path) && fails(MKDIR) ? -1 : real(path, mode);
}
"""

PLAYER = """
import ctypes, gc, json, os, random, signal, sys, traceback
from pathlib import Path
from help.scripted import kept_before_the_first_deal, script
from sevenrocks.table import Table

shim = ctypes.CDLL(None)


def play(case, told):
    rng = random.Random(case["chance"])
    folder = Path(case["folder"])
    shim.faults_set(os.fsencode(folder), case["call"], ctypes.c_long(case["first"]), case["code"], case["lasts"])
    table = Table.begin_with(kept_before_the_first_deal(rng.randbytes(32)), folder)
    for _action, _done in zip(range(case["actions"]), script(table, rng)):
        print(json.dumps("" if table.is_kept else table.not_kept), file=told, flush=True)
    if case["lifts"]:
        shim.faults_lift()
        table.keep()
        print(json.dumps("" if table.is_kept else table.not_kept), file=told, flush=True)
    print(json.dumps([shim.faults_count(call) for call in range(case["calls"])]), file=told, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)


gc.freeze()
for case in json.load(sys.stdin):
    child = os.fork()
    if child == 0:
        with open(case["told"], "w") as told:
            try:
                play(case, told)
            except BaseException:
                told.write("raised\\n" + traceback.format_exc())
        os._exit(1)
    os.waitpid(child, 0)
"""


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library that lets calls of the system fail, compiled."""
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if sys.platform != "linux" or compiler is None:
        pytest.skip("calls of the system can only be met on Linux, with a compiler of C")
    folder = tmp_path_factory.mktemp("shim")
    source, library = folder / "faults.c", folder / "faults.so"
    source.write_text(SHIM)
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    return library


def play_beneath(shim: Path, folder: Path, planned: list[dict[str, Any]]) -> None:
    """Let another process play these cases, each in a child of its own that is killed at the end."""
    for number, case in enumerate(planned):
        case["folder"] = str(folder / f"{number}" / "state")
        case["calls"] = len(CALLS)
        case["told"] = str(folder / f"{number}" / "told")
        Path(case["told"]).parent.mkdir(parents=True)
    done = subprocess.run(
        [sys.executable, "-c", PLAYER],
        input=json.dumps(planned),
        env={
            **os.environ,
            "LD_PRELOAD": str(shim),
            "PYTHONPATH": os.pathsep.join(map(str, (TESTS, ROOT))),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def states_of(chance: int, actions: int, scratch: Path) -> list[Kept]:
    """The match of this case after each of its actions, as it goes where nothing fails."""
    scratch.write_text("a file where a folder should be, so that nothing is written")
    rng = random.Random(chance)
    table = Table.begin_with(kept_before_the_first_deal(rng.randbytes(32)), scratch)
    return [kept_of(table) for _action, _done in zip(range(actions), script(table, rng), strict=False)]


def check_beneath(case: dict[str, Any]) -> list[int]:
    """Hold what was told against the disk; how often each call was made is returned."""
    *lines, counts = Path(case["told"]).read_text().splitlines()
    assert "raised" not in lines, "\n".join([*lines, counts])
    told: list[str | None] = [json.loads(line) for line in lines]
    assert told[0] is None, "nothing is kept before the first deal"
    for reason in told[1:]:
        assert reason == "" or (reason and "\n" not in reason and reason.startswith("the match cannot be kept: ")), (
            reason
        )
    folder = Path(case["folder"])
    states = states_of(case["chance"], case["actions"], folder.with_name("nothing"))
    assert len(told) == len(states) + case["lifts"]
    found = the_one_on_disk(folder, folder.with_name("scratch"))
    if case["lifts"]:
        assert told[-1] == "", f"the fault is over, and yet: {told[-1]}"
        assert found == states[-1]
    else:
        # A commit of which the last step failed may stand or not; but what was said to be kept is there.
        last = max((number for number, reason in enumerate(told) if reason == ""), default=-1)
        assert found in states[max(last, 0) :] or (last == -1 and found is None), "said to be kept, and is not"
    assert not survey(folder).unreadable or found is None or case["lasts"], "what failed once leaves no rubbish"
    result: list[int] = json.loads(counts)
    return result


def test_whatever_fails_beneath_sqlite_nothing_is_said_that_is_not_so(tmp_path: Path, shim: Path) -> None:
    rng = seeded("faults beneath")
    plain = {"call": -1, "first": 0, "code": 0, "lasts": 0, "lifts": False, "actions": ACTIONS, "chance": 1}
    counting = [plain]
    play_beneath(shim, tmp_path / "counted", counting)
    counts = check_beneath(counting[0])
    made = [call for call, count in enumerate(counts) if count]
    assert {CALLS[call] for call in made} >= {"open", "pwrite", "write", "fsync", "unlink", "link", "mkdir"}, (
        f"calls that nothing meets: {counts}"
    )
    planned = []
    for number in range(cases(16, 2000)):
        # All calls in turn, however seldom they are made; but mostly those of commits.
        call = rng.choice(made) if number % 2 else rng.choice([CALLS.index("pwrite"), CALLS.index("fsync")])
        actions = rng.randint(2, ACTIONS)
        planned.append(
            {
                "call": call,
                # Most calls are made at every action, so that few faults come after the last.
                "first": rng.randint(1, 1 + counts[call] * actions // ACTIONS),
                "code": rng.choice([errno.ENOSPC, errno.EIO, errno.EACCES, errno.EROFS, errno.EDQUOT]),
                "lasts": rng.randrange(2),
                "lifts": rng.random() < 0.5,
                "actions": actions,
                "chance": rng.getrandbits(32),
            }
        )
    play_beneath(shim, tmp_path / "failing", planned)
    for case in planned:
        try:
            check_beneath(case)
        except BaseException as error:
            error.add_note(f"{CALLS[case['call']]}: {case}")
            raise


# ---- what really goes wrong ------------------------------------------------------------------------------------------


def reason_in(text: str) -> str:
    """The reason on a screen that tells of a match not being kept, which takes one line."""
    rows = [row.strip() for row in text.splitlines()]
    at = rows.index("This match is NOT being kept")
    assert rows[at + 1].startswith("the match cannot be kept: ")
    assert not rows[at + 2], "the reason is one line"
    return rows[at + 1].removeprefix("the match cannot be kept: ")


@contextmanager
def nothing_larger_than(size: int) -> Iterator[None]:
    """No file can grow above this size, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)


def told_in(app: RocksApp) -> str:
    """What is on the screen, with its sentences unbroken."""
    return " ".join(screen_text(app).split())


def events_of(screen: TableScreen) -> list[tuple[Event, ...]]:
    """What has happened in each round, as a table shows it."""
    return [seen.view.events for seen in screen.match.rounds]


def events_on_disk(folder: Path) -> list[tuple[Event, ...]]:
    """What has happened in each round of the match on disk."""
    (found,) = on_disk(folder / "state", folder / "scratch")
    return [state.events for state in found.match.rounds]


async def play_one(pilot: Pilot[None], screen: TableScreen) -> None:
    """Make a play, and let the table take it."""
    play_something(screen)
    await pilot.pause()


def records_in(folder: Path) -> list[Path]:
    return list(folder.glob("*.rocks.toml"))


NAMES = ("Anna", "Bartek", "Clara", "Dieter")


@pytest.mark.usefixtures("no_arming")
async def test_where_the_state_folder_is_a_file_the_player_is_told_and_helped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Where the record went is told whole, however long the path is.
    home = tmp_path / ("a-long-name-of-a-home-" * 5)
    monkeypatch.setenv("HOME", str(home))
    state = tmp_path / "state"
    state.write_text("a file where a folder should be")
    app = app_in(tmp_path, start(*NAMES, seed="faults"))
    async with app.run_test(size=(80, 24)) as pilot:
        await play_to(pilot, NotKeptScreen)
        assert reason_in(screen_text(app)) in {os.strerror(errno.EEXIST), os.strerror(errno.ENOTDIR)}
        await pilot.press("t")
        assert "It still cannot be kept." in screen_text(app)
        await pilot.press("e")
        assert "E once more writes it" in told_in(app)
        assert not records_in(home), "no record, with all its hands, is written at the first key"
        await pilot.press("e")
        (record,) = records_in(home)
        assert f"Record:{record}" in "".join(screen_text(app).split())
        await pilot.press("enter")
        screen = await choosing_table(pilot)
        assert "this match is not being kept" in screen_text(app)
        state.unlink()
        before = len(screen.match.round.events)
        await play_one(pilot, screen)
        screen = await choosing_table(pilot)
        assert "not being kept" not in screen_text(app)
        assert events_on_disk(tmp_path) == events_of(screen)
        assert len(screen.match.round.events) > before


@pytest.mark.usefixtures("no_arming")
async def test_on_a_full_disk_the_player_is_told_and_can_try_again(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", seed="faults"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await choosing_table(pilot)
        kept = events_on_disk(tmp_path)
        assert kept == events_of(screen)
        with nothing_larger_than(64):
            await play_one(pilot, screen)
            await screen_of(pilot, NotKeptScreen)
            assert reason_in(screen_text(app)) in {"disk I/O error", "database or disk is full"}
            await pilot.press("T")
            assert "It still cannot be kept." in screen_text(app)
            await pilot.press("E", "E")
            assert f"The record could not be written: {os.strerror(errno.EFBIG)}" in told_in(app)
        assert events_on_disk(tmp_path) == kept
        await pilot.press("t")
        assert "Now it is kept." in screen_text(app)
        assert events_on_disk(tmp_path) == events_of(screen) != kept
        await pilot.press("enter")
        await choosing_table(pilot)
        assert "not being kept" not in screen_text(app), "once the match is kept again the table says nothing else"


@pytest.mark.usefixtures("no_arming")
async def test_a_match_that_a_full_disk_refuses_is_told_at_its_beginning(tmp_path: Path) -> None:
    app = app_in(tmp_path, start(*NAMES, seed="faults"))
    # The key of the matches has room, their first page has not.
    with nothing_larger_than(1000):
        async with app.run_test(size=(80, 24)) as pilot:
            await play_to(pilot, NotKeptScreen)
            assert reason_in(screen_text(app)) in {"disk I/O error", "database or disk is full"}
            assert not list((tmp_path / "state" / "matches").iterdir()), "no file without a match in it"
            await pilot.press("enter")
            await choosing_table(pilot)
    left = survey(tmp_path / "state")
    assert (left.matches, left.unreadable) == ([], [])


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write into any folder")
@pytest.mark.usefixtures("no_arming")
async def test_where_the_folder_is_read_only_the_player_is_told(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    state.chmod(0o500)
    app = app_in(tmp_path, start(*NAMES, seed="faults"))
    async with app.run_test(size=(80, 24)) as pilot:
        await play_to(pilot, NotKeptScreen)
        assert reason_in(screen_text(app)) == os.strerror(errno.EACCES)
        state.chmod(0o700)
        await pilot.press("t")
        assert "Now it is kept." in screen_text(app)


@pytest.mark.parametrize("mode", [0o000, 0o600])
@pytest.mark.skipif(os.geteuid() == 0, reason="root may search any folder")
async def test_where_the_folder_may_not_be_searched_the_menu_comes_up(tmp_path: Path, mode: int) -> None:
    state = tmp_path / "state"
    old_match(state)
    state.chmod(mode)
    app = app_in(tmp_path)
    try:
        async with app.run_test(size=(80, 24)) as pilot:
            await screen_of(pilot, MenuScreen)
            await until(pilot, lambda: "Quit" in screen_text(app), "the menu")
        assert app.return_code in {0, None}
    finally:
        state.chmod(0o700)


@pytest.mark.usefixtures("no_arming")
async def test_without_a_home_the_game_is_played_and_says_that_it_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    # Nobody can make a folder there, root neither.
    for name, value in {"HOME": "/proc/nowhere", "XDG_STATE_HOME": "", "XDG_CONFIG_HOME": ""}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    app = RocksApp(start(*NAMES, seed="faults"))
    async with app.run_test(size=(80, 24)) as pilot:
        await play_to(pilot, NotKeptScreen)
        assert reason_in(screen_text(app)) == os.strerror(errno.ENOENT)
        await pilot.press("t")
        assert "It still cannot be kept" in told_in(app)
        await pilot.press("e")
        assert "E once more writes it" in told_in(app)
        await pilot.press("e")
        assert "Record: " in told_in(app)
        assert len(records_in(temporary)) == 1
        await pilot.press("enter")
        await choosing_table(pilot)
        await pilot.press("ctrl+c")
        assert "This match is NOT being kept, and will be lost:" in told_in(app)
        await pilot.press("enter")
        await screen_of(pilot, MenuScreen)
        await pilot.press("q")
    assert app.return_code == 0
    assert files_in(tmp_path) == records_in(temporary), "nothing else is left"
