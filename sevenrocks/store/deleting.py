"""Kept matches deleted: first out of the list, into a folder of their own, and for good some weeks later."""

from __future__ import annotations

import contextlib
import datetime
import re
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

from sevenrocks.atomic import make_folder, sync_folder

from .database import connect, is_anything, reading_error, store_error
from .errors import OpenElsewhereError
from .locks import TURN

DAYS = 30
"""How many days a deleted match can be taken back, by moving its file to where it was."""
DELETED = "deleted"
"""Where it lies meanwhile, beside the folder of the matches."""


def delete_match(path: Path, today: datetime.date) -> None:
    """Move the file of a match, and what belongs to it, to the deleted ones.

    Raises OpenElsewhereError where it is being played, StoreError where it cannot be moved; then it stays where it was.
    """
    try:
        _check_not_open(path)
        deleted = path.parent.parent / DELETED
        make_folder(deleted)
        target = _free_path(deleted, f"{today.isoformat()}-{path.stem}")
        # The match itself first: what belongs to it means nothing without it.
        for part in [path, *_parts_of(path)]:
            part.rename(target.with_name(target.name + part.name.removeprefix(path.name)))
        sync_folder(deleted)
        sync_folder(path.parent)
    except OSError as error:
        raise store_error(error, path) from error


def purge_deleted(folder: Path | None, today: datetime.date) -> None:
    """Remove for good what was deleted so many days ago; what cannot be removed stays."""
    if folder is None:
        return
    with contextlib.suppress(OSError):
        for path in (folder / DELETED).iterdir():
            found = re.match(r"(\d{4}-\d\d-\d\d)-\d+\.", path.name)
            with contextlib.suppress(OSError, ValueError):
                if found is not None and (today - datetime.date.fromisoformat(found[1])).days >= DAYS:
                    path.unlink()


def _check_not_open(path: Path) -> None:
    """Raise OpenElsewhereError where a file is being played; one that is no match at all is not."""
    if not stat.S_ISREG(path.lstat().st_mode):
        return
    try:
        with TURN:
            connect(path).close()
    except (OSError, sqlite3.Error) as error:
        told = reading_error(error, path)
        if isinstance(told, OpenElsewhereError):
            raise told from error


def _parts_of(path: Path) -> Iterator[Path]:
    """What SQLite has left beside a match, and its copies of older versions."""
    for other in path.parent.iterdir():
        if other.name.startswith((f"{path.name}-", f"{path.name}.v")):
            yield other


def _free_path(deleted: Path, stem: str) -> Path:
    """A path for a deleted match; two of one number can be deleted on one day."""
    number = 1
    while True:
        path = deleted / (f"{stem}.match" if number == 1 else f"{stem}.{number}.match")
        if not is_anything(path):
            return path
        number += 1
