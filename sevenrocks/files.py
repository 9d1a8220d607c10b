"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .i18n import _

if TYPE_CHECKING:
    from .record import MatchRecord


def write_whole(path: Path, data: bytes) -> None:
    """Write a file, whole or not at all. Raises OSError."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        with fresh.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise


def write_record_file(record: MatchRecord, folders: Sequence[Path]) -> Path:
    """Write a record into the first of these folders that takes it; returns where. Raises OSError, that of the first."""
    from .notation import write_record  # noqa: PLC0415, settings need no records

    names = "-".join("".join(c for c in name if c.isalnum()) or "x" for name in record.players)
    day = "" if record.date is None else record.date.isoformat()
    text = write_record(record).encode("utf-8")
    stem = f"{day}-{names}".encode()[:_MAX_STEM].decode("utf-8", "ignore")
    refused: OSError | None = None
    for folder in folders:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path = _free_path(folder, stem, text)
            write_whole(path, text)
        except OSError as error:
            refused = refused or error
        else:
            return path
    assert refused is not None
    raise refused


_MAX_STEM = 200
"""The longest part of a record's file name that is made of names, in bytes: file systems take 255 in all."""


def _free_path(folder: Path, stem: str, text: bytes) -> Path:
    """A path for this text: one that is free, or holds it already."""
    for number in range(1, 10_000):
        suffix = "" if number == 1 else f"-{number}"
        path = folder / f"{stem}{suffix}.rocks.toml"
        if not path.exists() or path.read_bytes() == text:
            return path
    raise OSError(_("too many records of one name"))
