"""Keeps what no player may read unreadable in a file, and notices what has been changed there."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import secrets
from pathlib import Path

from sevenrocks.engine.deal import SEED_BYTES
from sevenrocks.i18n import _

from .errors import StoreError


class Seal:
    """SHAKE-256 as a stream cipher, with HMAC-SHA-256."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    @classmethod
    def of(cls, folder: Path, *, create: bool = False) -> Seal:
        """The seal of this folder. Raises OSError, or StoreError where its key is missing or damaged."""
        path = folder / "key"
        if create and not path.exists():
            _make_key(path)
        try:
            key = path.read_bytes()
        except FileNotFoundError as error:
            raise StoreError(_("the key of the kept matches is missing")) from error
        if len(key) != SEED_BYTES:
            raise StoreError(_("the key of the kept matches is damaged"))
        return cls(key)

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


def _make_key(path: Path) -> None:
    """Write a fresh key, whole or not at all; where another window has just done so, its key stays."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(SEED_BYTES))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(fresh, path)
        except FileExistsError:
            return
        except OSError:
            # A file system without hard links.
            fresh.replace(path)
        _sync_folder(path.parent)
    finally:
        fresh.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Let a new name in this folder last, where the system can be asked to."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
