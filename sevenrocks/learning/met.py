"""What a player has met at the table, kept between times: each sign is explained once, where it is first seen.

No tile and no match stands there, only which signs these were.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path

from sevenrocks.atomic import read_regular, write_whole

_NAME = "met.json"
_LARGEST = 2**12
"""More bytes than it has."""


class Sign(StrEnum):
    """What has to be met once."""

    PLAYING = "playing"
    """How a tile is played."""
    END = "end"
    """A term of the count at an end."""
    PLACE = "place"
    """What stands at a place of the chosen tile."""
    RING = "ring"
    """A place that counts nothing."""
    PEG = "peg"
    """The peg of a pair that has scored."""


class Met:
    """The signs that a player has met, in a small file of this folder."""

    def __init__(self, folder: Path | None) -> None:
        self._path = None if folder is None else folder / _NAME
        self._signs: set[Sign] | None = None
        """None while nobody has asked."""

    def has(self, sign: Sign) -> bool:
        """Whether this sign has been met."""
        if self._signs is None:
            self._signs = self._kept()
        return sign in self._signs

    def meet(self, signs: Iterable[Sign]) -> None:
        """These signs have been met. Where that cannot be kept they are explained once more another time."""
        fresh = {sign for sign in signs if not self.has(sign)}
        if not fresh or self._signs is None:
            return
        # Another window may have added to it.
        self._signs |= fresh | self._kept()
        if self._path is not None:
            with contextlib.suppress(OSError):
                self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                write_whole(self._path, json.dumps(sorted(self._signs)).encode("utf-8"))

    def _kept(self) -> set[Sign]:
        """What is kept; nothing of what is missing or makes no sense."""
        if self._path is None:
            return set()
        try:
            kept = json.loads(read_regular(self._path, _LARGEST))
            return {sign for sign in Sign if sign in kept}
        except (OSError, ValueError, TypeError, RecursionError):
            return set()
