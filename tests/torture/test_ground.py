"""The ground gives way: what is taken from under a match at the table, when, what is said of it, and what is kept.

Every cell of the table is played through a sitting: something is taken away, the match goes on, and is left. What was said is
held against what is then found on the disk: nothing is said to be kept that is not, nothing of somebody else's is written to,
and where nothing could be kept all is once that has been mended.
"""

from __future__ import annotations

import errno
import fcntl
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from help.places import ROOT, TESTS
from help.playing import app_in, choosing_table, play_something, screen_of, screen_text, start, until
from help.scripted import DAY, PLAYERS
from sevenrocks import bots
from sevenrocks.engine.deal import known_seed
from sevenrocks.settings import Settings
from sevenrocks.sitting import (
    BotThinks,
    Call,
    Choose,
    Cut,
    Drawn,
    HandOver,
    Settled,
    Sitting,
    Start,
    Step,
    Told,
    Won,
    take_up,
)
from sevenrocks.store import Line, StoreError, read_match, survey
from sevenrocks.tui.screens.confirm import NotKeptScreen
from sevenrocks.tui.screens.menu import MenuScreen

pytestmark = pytest.mark.skipif(os.name != "posix", reason="what is taken away is that of a POSIX system")

SEED = known_seed("ground")


# ---- a match, and when something is taken from under it --------------------------------------------------------------


def answer(sitting: Sitting) -> None:
    """Do what the table waits for: the first thing that can be done."""
    match sitting.step:
        case Cut():
            sitting.cut("seven rocks")
        case HandOver():
            sitting.take()
        case Choose(hand=hand):
            sitting.choose(hand.legal_actions[0])
        case BotThinks(request=request):
            sitting.choose(bots.choose(request.level, request.view, request.seed))
        case Call(after=after):
            sitting.call(after.count)
        case _:
            sitting.go_on()


def lines_of(sitting: Sitting) -> tuple[Line, ...]:
    """All that has happened, as it is written."""
    return tuple(sitting._table._lines)


def plays_of(step: Step) -> int:
    return len(step.match.round.events) if step.match.rounds else 0


MOMENTS: dict[str, Callable[[Step], bool]] = {
    "start": lambda step: isinstance(step, Drawn),
    "cover": lambda step: isinstance(step, HandOver) and plays_of(step) > 2,
    "turn": lambda step: isinstance(step, Choose) and plays_of(step) > 2,
    "round's end": lambda step: isinstance(step, Settled),
    "match's end": lambda step: isinstance(step, Won),
}
"""When: before anything of the match is on disk; on a cover; in a turn; after a round, and after the match."""


# ---- what is taken away ----------------------------------------------------------------------------------------------


@dataclass
class Ground:
    """The state folder under a match: the file of the match, and the key."""

    folder: Path
    match: Path

    @property
    def matches(self) -> Path:
        """The folder of all matches."""
        return self.folder / "matches"

    @property
    def key(self) -> Path:
        """The key of all matches."""
        return self.folder / "key"


def replaced(ground: Ground) -> None:
    """As by tools that restore or synchronise files: a copy takes the place of the file."""
    if ground.match.exists():
        copy = ground.match.with_name("copy")
        shutil.copyfile(ground.match, copy)
        copy.replace(ground.match)


def written_over(ground: Ground) -> None:
    """As by `cp`: somebody else's bytes in the same file."""
    if ground.match.exists():
        ground.match.write_bytes(b"somebody else's" * 999)


def moved(ground: Ground) -> None:
    if ground.match.exists():
        ground.match.rename(ground.folder / "elsewhere")


def removed(ground: Ground) -> None:
    ground.match.unlink(missing_ok=True)


def matches_removed(ground: Ground) -> None:
    shutil.rmtree(ground.matches)


def state_removed(ground: Ground) -> None:
    shutil.rmtree(ground.folder)


def state_moved(ground: Ground) -> None:
    ground.folder.rename(ground.folder.with_name("moved"))


def matches_a_file(ground: Ground) -> None:
    ground.matches.rename(ground.folder / "moved")
    ground.matches.write_text("a file where a folder should be")


def key_removed(ground: Ground) -> None:
    ground.key.unlink()


def key_replaced(ground: Ground) -> None:
    ground.key.rename(ground.folder / "key of before")
    ground.key.write_bytes(b"k" * 32)


def key_short(ground: Ground) -> None:
    ground.key.write_bytes(b"short")


def key_a_fifo(ground: Ground) -> None:
    ground.key.unlink()
    os.mkfifo(ground.key)


def key_a_folder(ground: Ground) -> None:
    ground.key.unlink()
    ground.key.mkdir()


def key_a_link_to_nowhere(ground: Ground) -> None:
    ground.key.unlink()
    ground.key.symlink_to("nowhere")


def nothing(_ground: Ground) -> None:
    """What fails is the disk, see below."""


@contextmanager
def disk_full() -> Iterator[None]:
    """No file can grow, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)


@contextmanager
def read_only() -> Iterator[None]:
    """Nothing new can be written; root may write anywhere else."""

    class Connection(sqlite3.Connection):
        def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
            if sql.startswith(("INSERT", "BEGIN EXCLUSIVE")):
                error = sqlite3.OperationalError("attempt to write a readonly database")
                error.sqlite_errorcode = sqlite3.SQLITE_READONLY
                raise error
            return super().execute(sql, parameters)

    with pytest.MonkeyPatch.context() as patch:
        connect, opens = sqlite3.connect, os.open

        def refuse(path: Any, flags: int, *more: Any, **how: Any) -> int:
            if flags & os.O_CREAT:
                raise OSError(errno.EROFS, os.strerror(errno.EROFS))
            return opens(path, flags, *more, **how)

        patch.setattr(os, "open", refuse)
        patch.setattr(sqlite3, "connect", lambda *given, **named: connect(*given, factory=Connection, **named))
        # A connection that is there already.
        patch.setattr("sevenrocks.store.match_file.set_tail", lambda database, *_more: refused(database))
        yield


def refused(_database: sqlite3.Connection) -> None:
    error = sqlite3.OperationalError("attempt to write a readonly database")
    error.sqlite_errorcode = sqlite3.SQLITE_READONLY
    raise error


@contextmanager
def no_locks() -> Iterator[None]:
    """The file system gives no locks; SQLite says then what it says where another window has them."""

    class Connection(sqlite3.Connection):
        def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
            if sql == "BEGIN EXCLUSIVE":
                error = sqlite3.OperationalError("database is locked")
                error.sqlite_errorcode = sqlite3.SQLITE_BUSY
                raise error
            return super().execute(sql, parameters)

    def refuse(*_arguments: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    with pytest.MonkeyPatch.context() as patch:
        connect = sqlite3.connect
        patch.setattr(sqlite3, "connect", lambda *given, **named: connect(*given, factory=Connection, **named))
        patch.setattr(fcntl, "lockf", refuse)
        yield


TAKEN: dict[str, tuple[Callable[[Ground], None], Callable[[], AbstractContextManager[None]]]] = {
    "nothing": (nothing, nullcontext),
    "the file: replaced by a copy": (replaced, nullcontext),
    "the file: written over": (written_over, nullcontext),
    "the file: moved": (moved, nullcontext),
    "the file: removed": (removed, nullcontext),
    "all matches: removed": (matches_removed, nullcontext),
    "all matches: a file there": (matches_a_file, nullcontext),
    "all: removed": (state_removed, nullcontext),
    "all: moved": (state_moved, nullcontext),
    "the key: removed": (key_removed, nullcontext),
    "the key: another one": (key_replaced, nullcontext),
    "the key: cut short": (key_short, nullcontext),
    "the key: a FIFO": (key_a_fifo, nullcontext),
    "the key: a folder": (key_a_folder, nullcontext),
    "the key: a link to nowhere": (key_a_link_to_nowhere, nullcontext),
    "the disk: full": (nothing, disk_full),
    "the disk: read-only": (nothing, read_only),
    "the disk: no locks": (nothing, no_locks),
}

GONE, CHANGED = "moved, removed or replaced: anew", "changed from outside: anew"
BACK, OTHER = "key put back", "key replaced: anew"
NOT = "NOT kept: "
QUIET = "-"
OF_FILE = [QUIET, GONE, GONE, GONE, GONE]

EXPECTED: dict[str, list[str]] = {
    "nothing": [QUIET] * 5,
    "the file: replaced by a copy": OF_FILE,
    "the file: written over": [QUIET, *[CHANGED] * 4],
    "the file: moved": OF_FILE,
    "the file: removed": OF_FILE,
    "all matches: removed": OF_FILE,
    "all matches: a file there": [f"{NOT}File exists"] * 5,
    "all: removed": OF_FILE,
    "all: moved": OF_FILE,
    "the key: removed": [QUIET, *[BACK] * 4],
    "the key: another one": [QUIET, *[OTHER] * 4],
    "the key: cut short": [f"{NOT}the key of the kept matches is damaged"] * 5,
    "the key: a FIFO": [f"{NOT}the key of the kept matches is no ordinary file"] * 5,
    "the key: a folder": [f"{NOT}the key of the kept matches is no ordinary file"] * 5,
    "the key: a link to nowhere": [f"{NOT}the key of the kept matches is a link that leads nowhere"] * 5,
    "the disk: full": [f"{NOT}full"] * 5,
    "the disk: read-only": [f"{NOT}Read-only file system", *[f"{NOT}attempt to write a readonly database"] * 4],
    # Who has a lock keeps it.
    "the disk: no locks": [f"{NOT}the file system refuses locks (No locks available)", *[QUIET] * 4],
}
"""What is said, by what is taken away, and when. Whatever is not said to be NOT kept is kept, all of it."""


def said_by(sitting: Sitting) -> str:
    """What is said, in short."""
    if sitting.not_kept is not None:
        reason = sitting.not_kept.removeprefix("the match cannot be kept: ")
        is_full = reason in {os.strerror(errno.EFBIG), "disk I/O error", "database or disk is full"}
        return NOT + ("full" if is_full else reason)
    told = {
        "has been moved, removed or replaced. The match is kept anew in": GONE,
        "has been changed from outside. The match is kept anew in": CHANGED,
        "has been replaced; the one before lies beside it. The match is kept anew in": OTHER,
        "was missing, and has been put back.": BACK,
    }
    return (
        ", ".join(next(short for words, short in told.items() if words in mishap) for mishap in sitting.mishaps)
        or QUIET
    )


def on_disk(folder: Path, lines: tuple[Line, ...], scratch: Path) -> bool:
    """Whether a match with all these lines would be found if the machine were switched off now."""
    shutil.rmtree(scratch, ignore_errors=True)
    # A copy, for which no lock holds, and without what is no file.
    for path in [folder / "key", *(folder / "matches").glob("*.match*")] if (folder / "matches").is_dir() else []:
        if path.is_file():
            (scratch / path.relative_to(folder)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, scratch / path.relative_to(folder))
    return lines in [found for path in (scratch / "matches").glob("*.match") if (found := lines_in(path)) is not None]


def lines_in(path: Path) -> tuple[Line, ...] | None:
    try:
        return read_match(path).lines
    except StoreError:
        return None


def older_match(folder: Path) -> None:
    """A match of another day: folder and key are there."""
    table = Sitting.begin(Start(target=250, known_seed=bytes(32)), PLAYERS, folder, Settings, DAY)
    while not table.is_kept:
        answer(table)
    table.leave()


def strangers(folder: Path) -> dict[str, tuple[int, bytes]]:
    """All files there, to see that none of somebody else's is written to."""
    return {
        str(path): (path.stat().st_ino, path.read_bytes())
        for path in folder.parent.rglob("*")
        if path.is_file() and not path.name.endswith(("-journal", "index"))
    }


def mend(ground: Ground) -> None:
    """Take away what lies where the key or the matches should be."""
    for path in (ground.key, ground.matches):
        if path == ground.matches and path.is_dir():
            continue
        if path.is_dir():
            path.rmdir()
        elif path == ground.matches or path.is_symlink() or not path.is_file() or path.stat().st_size != 32:
            path.unlink(missing_ok=True)


def cell(folder: Path, taken: str, when: str) -> str:
    """Play one cell; returns what was said."""
    take, failing = TAKEN[taken]
    older_match(folder)
    sitting = Sitting.begin(Start(target=120, known_seed=SEED), PLAYERS, folder, Settings, DAY)
    while not MOMENTS[when](sitting.step):
        answer(sitting)
    ground = Ground(folder, folder / "matches" / "000002.match")
    assert ground.match.exists() == (when != "start"), "kept from the moment on in which a hand is shown"
    key = ground.key.read_bytes()
    take(ground)
    before, known = strangers(folder), len(lines_of(sitting))
    with failing():
        if when == "start":
            while not isinstance(sitting.step, Choose | Told):
                answer(sitting)
        elif when == "match's end":
            # Nothing more happens; the table looks after its file when it is left, or is asked to.
            sitting.keep()
        else:
            while len(lines_of(sitting)) == known:
                answer(sitting)
        said, is_kept = said_by(sitting), sitting.is_kept
        assert sitting.match.not_kept == sitting.not_kept
        assert sitting.match.mishaps == sitting.mishaps
        assert is_kept == (not said.startswith(NOT))
    scratch = folder.with_name("scratch")
    if is_kept:
        assert on_disk(folder, lines_of(sitting), scratch), "said to be kept, and is not"
        after = strangers(folder)
        shutil.rmtree(scratch)
        ours = {str(ground.match)} if said in (QUIET, BACK) else set()
        changed = {path for path, found in before.items() if path not in ours and after.get(path) != found}
        assert not changed, "somebody else's files are left alone"
        if when != "start":
            aside = ground.folder / "key.1" if said == OTHER else ground.key
            assert aside.read_bytes() == key, "with the key all else can be read"
    else:
        mend(ground)
        sitting.keep()
        assert sitting.is_kept, f"mended, and still: {sitting.not_kept}"
        assert on_disk(folder, lines_of(sitting), scratch)
    lines = lines_of(sitting)
    while not sitting.is_kept or len(lines_of(sitting)) < len(lines) + 3:
        if isinstance(sitting.step, Won):
            break
        answer(sitting)
    assert sitting.is_kept, "it goes on"
    told = sitting.mishaps
    lines = lines_of(sitting)
    sitting.leave()
    assert sitting.mishaps == told, "said once"
    newest = survey(folder).matches[0]
    assert read_match(newest.path).lines == lines, "what comes up first is the match as it was left"
    found = take_up(newest.path, Settings)
    assert isinstance(found, Sitting)
    assert lines_of(found) == lines
    found.leave()
    return said


@pytest.mark.parametrize("taken", TAKEN)
def test_whatever_is_taken_away_and_when_nothing_is_said_to_be_kept_that_is_not(tmp_path: Path, taken: str) -> None:
    said = []
    for number, when in enumerate(MOMENTS):
        try:
            said.append(cell(tmp_path / f"{number}" / "state", taken, when))
        except BaseException as error:
            error.add_note(f"{taken} at the {when}")
            raise
    # The table of what is said: a row for each test.
    print(f"\n{taken}:", *(f"  {when:12} {what}" for when, what in zip(MOMENTS, said, strict=True)), sep="\n")  # noqa: T201
    assert said == EXPECTED[taken]


# ---- what only a whole program can show ------------------------------------------------------------------------------


FCNTL = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>

#define LOCKS(name) \
int name(int descriptor, int command, ...) { \
    static int (*real)(int, int, void *); \
    if (!real) real = (int (*)(int, int, void *))dlsym(RTLD_NEXT, #name); \
    va_list more; va_start(more, command); void *argument = va_arg(more, void *); va_end(more); \
    if (command == F_SETLK || command == F_SETLKW || command == F_GETLK) { errno = atoi(getenv("NO_LOCKS")); return -1; } \
    return real(descriptor, command, argument); \
}
LOCKS(fcntl)
LOCKS(fcntl64)
"""

WITHOUT_LOCKS = textwrap.dedent(
    """
    import sys
    from pathlib import Path
    from help.scripted import DAY, PLAYERS
    from sevenrocks.store import glance
    from sevenrocks.table import Table
    folder = Path(sys.argv[1])
    table = Table.begin(PLAYERS, folder, known_seed=bytes(32), date=DAY)
    table.begin_round()
    table.begin_keeping()
    print(table.not_kept)
    print(glance(folder))
    """
)


@pytest.mark.parametrize("code", [errno.ENOLCK, errno.ENOTSUP, errno.EACCES])
def test_a_system_that_refuses_locks_is_told_from_another_window(tmp_path: Path, code: int) -> None:
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if sys.platform != "linux" or compiler is None:
        pytest.skip("calls of the system can only be met on Linux, with a compiler of C")
    source, library = tmp_path / "locks.c", tmp_path / "locks.so"
    source.write_text(FCNTL)
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_LOCKS, tmp_path / "state"],
        env={
            **os.environ,
            "LD_PRELOAD": str(library),
            "NO_LOCKS": str(code),
            "PYTHONPATH": f"{TESTS}{os.pathsep}{ROOT}",
        },
        capture_output=True,
        text=True,
        check=True,
    )
    not_kept, found = done.stdout.splitlines()
    assert not_kept.startswith("the match cannot be kept: the file system refuses locks")
    assert found == "Glance(unfinished=None, kept=0, elsewhere=0)", "no file without a match in it"


PLACED = textwrap.dedent(
    """
    import os, signal, sys
    from pathlib import Path
    sys.path[:0] = sys.argv[2:]
    from torture.test_ground import calling
    sitting, tile = calling(Path(sys.argv[1]))
    print(tile, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
    """
)


def calling(folder: Path) -> tuple[Sitting, str]:
    """A match in which a tile lies on the table, in sight of all, and its count is called for."""
    settings = Settings().replaced(call_it=True)
    sitting = Sitting.begin(Start(target=60, known_seed=SEED), PLAYERS, folder, lambda: settings, DAY)
    while not isinstance(sitting.step, Call):
        answer(sitting)
    return sitting, str(sitting.step.placed.tile)


def test_a_tile_that_is_shown_and_whose_count_is_called_for_is_on_disk(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLACED, tmp_path / "state", ROOT, TESTS], capture_output=True, text=True, check=False
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    kept = read_match(tmp_path / "state" / "matches" / "000001.match")
    assert kept.placing is not None
    assert str(kept.placing.tile) == done.stdout.strip()


@pytest.mark.usefixtures("no_arming")
async def test_that_a_match_is_kept_anew_is_told_on_the_screen_and_it_goes_on_from_the_menu(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", seed="ground"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await choosing_table(pilot)
        path = tmp_path / "state" / "matches" / "000001.match"
        copy = path.with_name("copy")
        shutil.copyfile(path, copy)
        copy.replace(path)
        (tmp_path / "state" / "key").unlink()
        play_something(screen)
        notice = await screen_of(pilot, NotKeptScreen)
        told = " ".join(screen_text(app).split())
        assert told.startswith("The match is kept.")
        assert (
            "The file of this match has been moved, removed or replaced. The match is kept anew in 000002.match."
            in told
        )
        notice.action_back()
        await choosing_table(pilot)
        assert app.sitting is not None
        events = app.sitting.match.round.events
        assert not app.sitting.mishaps[1:], "told once"
    again = app_in(tmp_path)
    async with again.run_test(size=(80, 24)) as pilot:
        menu = await screen_of(pilot, MenuScreen)
        await until(pilot, lambda: menu.unfinished is not None, "what can be gone on with")
        menu.action_take("continue")
        await choosing_table(pilot)
        assert again.sitting is not None
        assert again.sitting.match.round.events[: len(events)] == events


@pytest.mark.usefixtures("no_arming")
async def test_the_menu_notices_that_another_window_has_been_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sevenrocks.tui.director._LOOK_AGAIN", 0.02)
    sitting = Sitting.begin(Start(target=60, known_seed=SEED), PLAYERS, tmp_path / "state", Settings, DAY)
    while not sitting.is_kept:
        answer(sitting)
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        menu = await screen_of(pilot, MenuScreen)
        await until(pilot, lambda: "1 match is open in another window." in screen_text(app), "the other window")
        assert "Continue" not in screen_text(app)
        menu.action_step(2)
        chosen = menu._list.chosen
        sitting.leave()
        await until(pilot, lambda: "Continue" in screen_text(app), "its end")
        assert "another window" not in screen_text(app)
        assert menu._list.chosen is chosen, "what was chosen stays so"
