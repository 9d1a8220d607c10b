"""Keeps what no player may read unreadable in a file, and notices what has been changed there."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import secrets
from pathlib import Path

from sevenrocks.atomic import IrregularFileError, LargeFileError, fresh_name, read_regular, sync_folder, write_new
from sevenrocks.engine.deal import SEED_BYTES
from sevenrocks.i18n import _

from .errors import KeyMissingError, StoreError

_NAME = "key"
_LARGEST = 1024
"""More bytes than any key has."""
_MOST_ASIDE = 99
"""Keys that have been replaced by others."""


class Seal:
    """SHAKE-256 as a stream cipher, with HMAC-SHA-256."""

    def __init__(self, key: bytes, look: tuple[int, ...] = ()) -> None:
        self._key = key
        self._look = look
        """What the file of the key looked like when this key stood in it; empty where nobody has looked."""

    @classmethod
    def of(cls, folder: Path) -> Seal:
        """The seal of this folder. Raises OSError; KeyMissingError, or StoreError where its key is damaged."""
        return cls(*_read_key(folder))

    @classmethod
    def made_in(cls, folder: Path, usual: Seal | None = None) -> Seal:
        """The same; where there is no key yet a fresh one, or that of the usual seal, is put there. Raises as `of` does."""
        try:
            return cls.of(folder)
        except KeyMissingError:
            (usual or cls(secrets.token_bytes(SEED_BYTES))).put_into(folder)
            return cls.of(folder)

    def is_in(self, folder: Path) -> bool:
        """Whether its key, and no other, lies in this folder. Raises as `of` does."""
        if key_look(folder) == self._look:
            return True
        key, look = _read_key(folder)
        if not hmac.compare_digest(key, self._key):
            return False
        self._look = look
        return True

    def put_into(self, folder: Path) -> None:
        """Write its key into a folder, whole or not at all. One that another window has just put there stays. Raises OSError."""
        path = folder / _NAME
        fresh = fresh_name(path)
        write_new(fresh, self._key)
        try:
            try:
                os.link(fresh, path)
            except FileExistsError:
                return
            except OSError:
                # A file system without hard links.
                fresh.replace(path)
            sync_folder(folder)
        finally:
            fresh.unlink(missing_ok=True)

    def put_aside(self, folder: Path) -> None:
        """Write its key beside the one of another seal, which lies in its place now. Raises OSError."""
        for number in range(1, _MOST_ASIDE + 1):
            path = folder / f"{_NAME}.{number}"
            with contextlib.suppress(FileExistsError):
                write_new(path, self._key)
                break
            if read_regular(path, _LARGEST) == self._key:
                break

    def close(self, text: str) -> str:
        """The text sealed, in hexadecimal digits."""
        nonce = secrets.token_bytes(16)
        body = nonce + self._mixed(nonce, text.encode("utf-8"))
        return (body + self._tag(b"seal", body)[:16]).hex()

    def open(self, sealed: str) -> str:
        """The text of a seal. Raises ValueError where it has been broken."""
        data = bytes.fromhex(sealed)
        body, tag = data[:-16], data[-16:]
        if not hmac.compare_digest(tag, self._tag(b"seal", body)[:16]):
            raise ValueError("broken seal")
        return self._mixed(body[:16], body[16:]).decode("utf-8")

    def link(self, chain: bytes, number: int, kind: str, text: str) -> bytes:
        """What chains a line to all before it."""
        return self._tag(b"line", chain + f"{number} {kind} {text}".encode())[:16]

    def tail(self, chain: bytes, *texts: str) -> str:
        """What chains texts that change with every line to the last one, in hexadecimal digits."""
        return self._tag(b"tail", b"\0".join((chain, *(text.encode() for text in texts))))[:16].hex()

    def _mixed(self, nonce: bytes, data: bytes) -> bytes:
        stream = hashlib.shake_256(self._key + nonce).digest(len(data))
        return bytes(a ^ b for a, b in zip(data, stream, strict=True))

    def _tag(self, use: bytes, data: bytes) -> bytes:
        return hmac.digest(self._key, use + data, "sha256")


def key_look(folder: Path) -> tuple[int, ...]:
    """What the file of the key looks like from outside: another one looks different. Raises OSError, or StoreError."""
    path = folder / _NAME
    try:
        found = path.stat()
    except FileNotFoundError as error:
        if path.is_symlink():
            raise StoreError(_("the key of the kept matches is a link that leads nowhere")) from error
        raise KeyMissingError from error
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def _read_key(folder: Path) -> tuple[bytes, tuple[int, ...]]:
    """The key, and what its file looks like."""
    look = key_look(folder)
    try:
        key = read_regular(folder / _NAME, _LARGEST)
    except (IrregularFileError, IsADirectoryError) as error:
        raise StoreError(_("the key of the kept matches is no ordinary file")) from error
    except LargeFileError:
        key = b""
    if len(key) != SEED_BYTES:
        raise StoreError(_("the key of the kept matches is damaged"))
    return key, look
