"""Whose the lock of a file is, where SQLite only says that it cannot have it."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TypeAlias

from sevenrocks.atomic import open_regular

Identity: TypeAlias = tuple[int, int]
"""A file whatever it is called: its device, and its number there."""

TURN = threading.RLock()
"""Held while a file is opened or read. The lock of a file is that of the whole process: to whoever begins to play, another
thread that looks through the matches would seem to be another window."""

_played: set[Identity] = set()
"""The files that this process plays."""

_UNUSED = 0x40000000 + 0x10000
"""A byte of a file that SQLite locks never."""


def identity_of(path: Path) -> Identity:
    """Which file lies at this path; a link is a file itself. Raises OSError."""
    found = path.lstat()
    return found.st_dev, found.st_ino


def begin_playing(file: Identity) -> None:
    """Note that this process plays a file, and holds its lock."""
    _played.add(file)


def end_playing(file: Identity) -> None:
    """Note that it does so no more."""
    _played.discard(file)


def refusal_of_locks(path: Path) -> str | None:
    """Why the file system gives no lock to anybody, in the system's words; None where it gives some, as to another window."""
    try:
        import fcntl  # noqa: PLC0415, exists on POSIX alone

        # To close such a file would end the locks that this very process has on it.
        if identity_of(path) in _played:
            return None
        file = open_regular(path)
    except (ImportError, OSError):
        return None
    with file:
        try:
            fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB, 1, _UNUSED)
        except OSError as error:
            return error.strerror or str(error)
    return None
