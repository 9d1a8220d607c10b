"""What can go wrong with a match on disk."""

from __future__ import annotations

from sevenrocks.engine.errors import RocksError
from sevenrocks.i18n import _


class StoreError(RocksError):
    """A match cannot be kept or taken up, with the reason in words for the player."""


class OpenElsewhereError(StoreError):
    """The match is being played in another window."""

    def __init__(self) -> None:
        super().__init__(_("this match is open in another window"))


class DamagedError(StoreError):
    """The file of a match is not what was written; some of it may be whole."""

    def __init__(self) -> None:
        super().__init__(_("the file of this match is damaged"))


class KeyMissingError(StoreError):
    """The key of the kept matches is not where it should be."""

    def __init__(self) -> None:
        super().__init__(_("the key of the kept matches is missing"))


class LostError(StoreError):
    """The file of a match that is being played is not what was written any more: somebody else has moved or changed it."""
