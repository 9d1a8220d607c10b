"""Where the files of records go, and what they are called."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sevenrocks.atomic import write_whole
from sevenrocks.i18n import _

from .data import MatchRecord
from .writing import write_record


def write_record_file(record: MatchRecord, folders: Sequence[Path]) -> Path:
    """Write a record into the first of these folders that takes it; returns where. Raises OSError, that of the first."""
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

_MOST_OF_A_NAME = 9_999
"""Records of one name in a folder."""


def _free_path(folder: Path, stem: str, text: bytes) -> Path:
    """A path for this text: one that is free, or holds it already."""
    for number in range(1, _MOST_OF_A_NAME + 1):
        suffix = "" if number == 1 else f"-{number}"
        path = folder / f"{stem}{suffix}.rocks.toml"
        if not path.exists() or path.read_bytes() == text:
            return path
    raise OSError(_("too many records of one name"))
