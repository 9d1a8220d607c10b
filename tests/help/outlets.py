"""What a process does outside of its terminal: files that it makes or changes anywhere, what it starts, whom it calls.

Python tells of each of them before it is done. What is chance in files is taken out, each piece for as many bytes: what was
sealed, what chains lines, names that nobody is to guess.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import pickletools
import re
import struct
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from sevenrocks.engine.deal import SEED_BYTES
from sevenrocks.engine.seats import Seat
from sevenrocks.store.seal import Seal

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_TOLD = re.compile(
    r"os\.(rename|remove|mkdir|rmdir|link|symlink|truncate|chmod|chown|utime|setxattr|system|exec|posix_spawn|putenv|fork)"
    r"|shutil\..*|tempfile\..*|sqlite3\.connect|subprocess\.Popen|pty\.spawn|syslog\..*"
    r"|socket\.(connect|bind|getaddrinfo|gethostbyname|sendto|sendmsg)"
)
_HEX = re.compile(rb"[0-9a-f]{8,}")
_GROUPS = re.compile(rb"\b(?:[0-9a-f]{4} )+[0-9a-f]{4}\b")
_UNGUESSABLE = re.compile(r"(?<=\.)[0-9a-f]{16}\b")
_PAGE, _SECTOR = 4096, 512


class Outlets:
    """Watches this process, from one step to the next."""

    def __init__(self, folder: Path, aside: Path | None = None) -> None:
        """`aside` is a folder of whoever watches."""
        self._folder = folder
        self._aside = aside
        self._told: list[str] = []
        self._paths: set[Path] = set()
        self._gone: dict[str, bytes] = {}
        self._before: dict[str, bytes] = {}
        self._chance: set[bytes] = set()
        """What seals and chains have come to, in this world."""

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        """Watch, as long as this lasts."""
        global _watching  # noqa: PLW0603, hooks of this kind are there for good
        if not _hooked:
            sys.addaudithook(_tell)
            _hooked.append(True)
        honest = {name: getattr(Seal, name) for name in ("close", "link", "tail")}
        for name, make in honest.items():
            setattr(Seal, name, self._noted(make))
        _watching = self
        try:
            yield
        finally:
            _watching = None
            for name, make in honest.items():
                setattr(Seal, name, make)

    def _noted(self, make: Callable[..., str | bytes]) -> Callable[..., str | bytes]:
        def noted(seal: Seal, *arguments: Any) -> str | bytes:
            told = make(seal, *arguments)
            self._chance.add(told.hex().encode() if isinstance(told, bytes) else told.encode())
            return told

        return noted

    @property
    def chance(self) -> frozenset[bytes]:
        """All that is chance in this world."""
        return frozenset(self._chance)

    def is_chance(self, text: str) -> None:
        """This is chance as well, wherever it stands."""
        self._chance.add(text.encode())

    # ---- while it runs

    def told(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Something is about to be done."""
        if event == "open":
            path, _mode, flags = arguments
            if not isinstance(path, str | bytes | os.PathLike) or not isinstance(flags, int) or not flags & _WRITES:
                return
        elif not _TOLD.fullmatch(event):
            return
        paths = [os.fsdecode(one) for one in arguments if isinstance(one, str | bytes | os.PathLike)]
        if any(re.search(r"__pycache__|^/dev/(null|urandom)$", path) for path in paths):
            return
        if self._aside is not None and any(Path(path).is_relative_to(self._aside) for path in paths):
            return
        self._told.append(self.without_chance(f"{event} {' '.join(map(repr, arguments))}"))
        for path in paths if event.startswith(("open", "os.", "sqlite3", "shutil", "tempfile")) else ():
            with contextlib.suppress(OSError, ValueError):
                where = Path(path).absolute()
                if event == "os.remove" and where.is_file():
                    self._gone[self._name(where)] = b"gone " + where.read_bytes()
                self._paths.add(where)

    def _name(self, path: Path) -> str:
        return self.without_chance(str(path))

    def without_chance(self, text: str) -> str:
        """A text without this world's folder, and without names that nobody is to guess."""
        return _UNGUESSABLE.sub("*" * 16, text.replace(str(self._folder), "~").replace(str(os.getpid()), "PID"))

    # ---- at the end of a step

    def step(self) -> tuple[dict[str, bytes], list[str]]:
        """The files that have changed since the last step, and what was done, in order."""
        found, self._gone = self._gone, {}
        for path in {*self._paths, *self._folder.rglob("*")}:
            for beside in (path, *(path.with_name(path.name + end) for end in ("-journal", "-wal", "-shm"))):
                with contextlib.suppress(OSError):
                    if beside.is_file():
                        found[self._name(beside)] = b"%o " % beside.stat().st_mode + beside.read_bytes()
        changed = {name: data for name, data in found.items() if self._before.get(name) != data}
        self._before |= found
        told, self._told = self._told, []
        return {name: self._masked(name, data) for name, data in changed.items()}, told

    def _masked(self, name: str, data: bytes) -> bytes:
        how, _space, data = data.partition(b" ")
        if name.rpartition("/")[2].startswith("key") and len(data) == SEED_BYTES:
            return how + b" " + b"*" * len(data)
        if name.endswith("-journal"):
            data = _without_checksums(data)
        return how + b" " + self.masked(data)

    def masked(self, data: bytes) -> bytes:
        """Data without what is chance in it; a part of it is chance as well, as it is where something was written over it."""
        for chance in sorted(self._chance, key=len, reverse=True):
            data = data.replace(chance, b"*" * len(chance))
        data = _GROUPS.sub(lambda found: self._groups(found[0]), data)
        return _HEX.sub(lambda found: self._fragment(found[0]), data)

    def _groups(self, digits: bytes) -> bytes:
        is_chance = any(digits.replace(b" ", b"") in chance for chance in self._chance)
        return re.sub(rb"\w", b"*", digits) if is_chance else digits

    def _fragment(self, digits: bytes) -> bytes:
        # What was written over may by chance go on with a digit or two, as a number before it may end with one.
        for cut in range(3):
            for begin in range(cut + 1):
                part = digits[begin : len(digits) - (cut - begin)]
                if len(part) >= 8 and any(part in chance for chance in self._chance):
                    return digits.replace(part, b"*" * len(part))
        return digits


_watching: Outlets | None = None
_hooked: list[bool] = []


def _tell(event: str, arguments: tuple[Any, ...]) -> None:
    if _watching is not None:
        _watching.told(event, arguments)


def _without_checksums(journal: bytes) -> bytes:
    """A rollback journal of SQLite without its nonce, and without the checksum behind each page, which depends on that."""
    data = bytearray(journal)
    for sector in range(0, len(data), _SECTOR):
        if data[sector : sector + 8] == bytes.fromhex("d9d505f920a163d7"):
            data[sector + 12 : sector + 16] = bytes(4)
    record = struct.calcsize(">I") + _PAGE + 4
    for at in range(_SECTOR, len(data) - record + 1, record):
        data[at + record - 4 : at + record] = bytes(4)
    return bytes(data)


def request_told(request: bytes, others: tuple[Seat, ...]) -> str:
    """A request to the bots' process, to the byte but for the seed, which is chance; a hand of these seats is not told."""
    question, arguments = pickle.loads(request)  # noqa: S301, our own
    *told, (_stop, end) = (
        ((opcode.name, "a seed" if isinstance(argument, int) and argument >= 2**32 else argument), at)
        for opcode, argument, at in pickletools.genops(request)
        if opcode.name != "FRAME"  # the length, which is another with another seed
    )
    behind = request[(end or 0) + 1 :]
    if question == "choose" and arguments[1].seat in others:
        level, view, *rest = arguments
        return f"choose {level}, {len(rest)}: {len(view.hand)} tiles of {view.seat.name}, {view.public}, {behind!r}"
    return f"{question}: {[one for one, _at in told]}, {behind!r}"
