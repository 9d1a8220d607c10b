"""Kept matches taken up again: at the very step, or what is whole of a damaged one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sevenrocks.engine.seats import Scores
from sevenrocks.record import MatchRecord
from sevenrocks.settings import Settings
from sevenrocks.store import DamagedError, Kept, note_opened, read_match, salvage
from sevenrocks.table import Table

from .sitting import Sitting


@dataclass(frozen=True, slots=True)
class Rescue:
    """A damaged match of which a part is whole: it can be played on, in a file of its own."""

    path: Path
    """The damaged file, which stays as it is."""
    rounds: int
    """How many rounds are whole as far as they go."""
    plays: int
    """How many plays of the last of them."""
    scores: Scores
    _kept: Kept
    _settings: Callable[[], Settings]

    def play_on(self) -> Sitting:
        """Play on with what is whole. Raises StoreError for players that are no more."""
        table = Table.begin_with(self._kept, self.path.parent.parent)
        return Sitting(table, self._settings, is_resumed=True)


def take_up(path: Path, settings: Callable[[], Settings]) -> Sitting | Rescue:
    """Take a kept match up where it was left, or tell what of a damaged one can be played on. Raises StoreError."""
    try:
        return Sitting(Table.resume(path), settings, is_resumed=True)
    except DamagedError:
        kept = salvage(path)
        rounds = kept.match.rounds
        plays = len(rounds[-1].events) if rounds else 0
        return Rescue(path, len(rounds), plays, kept.match.scores, kept, settings)


def kept_record(path: Path, *, ends_secrecy: bool) -> MatchRecord | None:
    """The record of a kept match; None of one that is not over, unless it may end the secrecy. Raises StoreError.

    Where it ends the secrecy that is noted in the match first, for all who play on to see.
    """
    kept = read_match(path)
    if kept.match.winner is not None:
        return kept.record()
    return note_opened(path).record() if ends_secrecy else None
