"""Files that are written whole or not at all, and read without waiting for anybody.

What is written is for the user's eyes alone, whatever else is usual on the machine; nobody can guess the name that a file has
before it is whole.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

from .i18n import _

_MODE = 0o600
_FOLDER_MODE = 0o700

# Some systems know some of them not.
_WAIT_FOR_NOBODY = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


class IrregularFileError(OSError):
    """A FIFO, a socket, a device, or a link where there should be none: whoever read it might wait for ever."""

    def __init__(self) -> None:
        super().__init__(errno.EINVAL, _("it is no ordinary file"))


class LargeFileError(OSError):
    """A file is larger than any of its kind."""

    def __init__(self, most: int) -> None:
        super().__init__(errno.EFBIG, _("it is larger than {n} KiB").format(n=most // 1024))


def open_regular(path: Path, *, links: bool = True) -> BinaryIO:
    """Open an ordinary file for reading, at once; `links` says whether a link may lead there. Raises OSError."""
    try:
        # A FIFO is opened at once, and turned away.
        descriptor = os.open(path, os.O_RDONLY | _WAIT_FOR_NOBODY | (0 if links else _NO_LINK))
    except OSError as error:
        if error.errno in (errno.ENXIO, errno.ELOOP):
            raise IrregularFileError from error
        raise
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR)) if stat.S_ISDIR(mode) else IrregularFileError
    return os.fdopen(descriptor, "rb")


def read_regular(path: Path, most: int, *, links: bool = True) -> bytes:
    """The bytes of an ordinary file of so many at most. Raises OSError."""
    with open_regular(path, links=links) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise LargeFileError(most)
    return data


def write_new(path: Path, data: bytes) -> None:
    """Write a file that is not there yet, to the disk. Raises OSError; FileExistsError where anything is there, a link too."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | _WAIT_FOR_NOBODY, _MODE)
    try:
        with os.fdopen(descriptor, "wb") as file:
            if hasattr(os, "fchmod"):
                # Whatever the user's mask takes away.
                os.fchmod(descriptor, _MODE)
            file.write(data)
            file.flush()
            os.fsync(descriptor)
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def write_whole(path: Path, data: bytes) -> None:
    """Write a file, whole or not at all; when this returns it lasts under its name. Raises OSError."""
    fresh = fresh_name(path)
    write_new(fresh, data)
    try:
        fresh.replace(path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def fresh_name(path: Path) -> Path:
    """A name beside this path for what is not whole yet; nobody can guess it."""
    return path.with_name(f"{path.name}.{os.urandom(8).hex()}")


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it, that last. Raises OSError."""
    if folder.is_dir():
        return
    if not folder.parent.exists():
        make_folder(folder.parent)
    folder.mkdir(_FOLDER_MODE, exist_ok=True)
    sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """Let a new name in this folder last, where the system can be asked to."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
