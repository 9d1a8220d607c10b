"""Where the files of records go, and what they are called."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sevenrocks.atomic import read_regular, write_whole
from sevenrocks.engine.errors import NotationError
from sevenrocks.i18n import _
from sevenrocks.places import no_home

from .data import MatchRecord
from .writing import MAX_BYTES, write_record


def write_record_file(record: MatchRecord, folders: Iterable[Path]) -> Path:
    """Write a record into the first of these folders that takes it; returns where. Raises OSError, that of the first.

    A record that no reader would take is not written: that is an OSError too, in words.
    """
    names = "-".join("".join(c for c in name if c.isalnum()) or "x" for name in record.players)
    day = "" if record.date is None else record.date.isoformat()
    try:
        text = write_record(record).encode("utf-8")
    except NotationError as error:
        raise OSError(
            _("it would be larger than {n} KiB, which nobody can read").format(n=MAX_BYTES // 1024)
        ) from error
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
    raise refused or no_home("XDG_STATE_HOME")


_MAX_STEM = 200
"""The longest part of a record's file name that is made of names, in bytes: file systems take 255 in all."""

_MOST_OF_A_NAME = 9_999
"""Records of one name in a folder."""


def _free_path(folder: Path, stem: str, text: bytes) -> Path:
    """A path for this text: one that is free, or holds it already."""
    for number in range(1, _MOST_OF_A_NAME + 1):
        suffix = "" if number == 1 else f"-{number}"
        path = folder / f"{stem}{suffix}.rocks.toml"
        try:
            if read_regular(path, MAX_BYTES) == text:
                return path
        except FileNotFoundError:
            if not path.is_symlink():
                return path
        except OSError:
            # Whatever lies there stays; it may be somebody else's, as in a folder that many share.
            continue
    raise OSError(_("too many records of one name"))
