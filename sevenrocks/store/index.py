"""The list of all matches, without opening them all: what is known of a file holds until the file looks different.

What is known lies in a file of its own, which can be thrown away at any time: it is made again. It holds what the list of
matches shows, no more, and is not believed blindly: an entry that makes no sense is none.

A match that is taken up elsewhere is written to at once. So a file that looks as it did when it was read is open nowhere.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from sevenrocks.atomic import read_regular, write_whole

from .database import UNREADABLE, match_files, reading_error
from .errors import DamagedError, OpenElsewhereError, StoreError
from .kept import format_standing, parse_plain, parse_standing
from .reading import Summary, summary_of
from .seal import key_look

NAME = "index"
_FORMAT = "sevenrocks-index/1"
_LARGEST = 64 * 2**20
"""More bytes than any index has: that of 3,000 matches has less than one million."""
_COARSEST = 2_000_000_000
"""Nanoseconds in which a file can be written to twice and look the same, on the coarsest of file systems."""
_OVER, _GOES_ON, _DAMAGED = "over", "goes on", "damaged"


class _Entry(NamedTuple):
    """What is known of a file, as it stands in a line of the index."""

    name: str
    look: str
    """What the file looked like from outside."""
    opened: str
    """When the match was last taken up."""
    state: str
    """Whether it is over; or that nothing of it can be read."""
    told: str
    """All else that the list of matches shows."""


class Unreadable(NamedTuple):
    """A file of which nothing can be read."""

    name: str
    why: str
    """In words for the player."""


class Survey(NamedTuple):
    """All files of matches."""

    matches: list[Summary]
    """The one last taken up first."""
    elsewhere: int
    """How many matches are open in other windows."""
    unreadable: list[Unreadable]


class Glance(NamedTuple):
    """What the menu needs to know at once."""

    unfinished: Summary | None
    """The match that was last taken up of those that are not over and not open elsewhere."""
    kept: int
    """How many there are in the list of matches."""
    elsewhere: int
    """How many matches are open in other windows."""


def survey(folder: Path | None) -> Survey:
    """All matches that are not open elsewhere, and what is wrong with the files that are no matches."""
    found = _Found(folder)
    found.look()
    matches = [summary for name in sorted(found.entries) if (summary := found.summary(name)) is not None]
    matches.sort(key=lambda summary: (summary.opened, summary.path.stem), reverse=True)
    found.keep()
    return Survey(matches, found.elsewhere, sorted(found.unreadable))


def glance(
    folder: Path | None, most: int | None = None, is_enough: Callable[[], bool] = lambda: False
) -> Glance | None:
    """What the menu needs to know. None where more than so many files would have to be opened, or once it is enough."""
    found = _Found(folder)
    is_whole = found.look(most, is_enough)
    unfinished = found.latest_unfinished()
    found.keep()
    if not is_whole:
        return None
    return Glance(unfinished, len(found.entries) + len(found.unreadable), found.elsewhere)


def next_opened(folder: Path) -> int:
    """A number above that of every match not open elsewhere; those are being played, so they come first anyway."""
    found = _Found(folder)
    found.look()
    found.keep()
    return 1 + max((int(entry.opened) for entry in found.entries.values()), default=0)


class _Found:
    """The files of matches in a folder, and what is known of each."""

    def __init__(self, folder: Path | None) -> None:
        self.entries: dict[str, _Entry] = {}
        """Those that can be read, by the names of the files."""
        self.elsewhere = 0
        self.unreadable: list[Unreadable] = []
        self._folder = folder
        self._damaged: list[_Entry] = []
        self._is_changed = False
        self._key = ""

    def look(self, most: int | None = None, is_enough: Callable[[], bool] = lambda: False) -> bool:
        """Find all files, and read those of which nothing is known. False where those are too many, or once it is enough."""
        if self._folder is None:
            return True
        with contextlib.suppress(OSError, StoreError):
            self._key = " ".join(map(str, key_look(self._folder)))
        try:
            files = match_files(self._folder / "matches")
        except OSError as error:
            self.unreadable.append(Unreadable(self._folder.name, str(reading_error(error, self._folder))))
            return True
        known = _known(self._folder, self._key)
        fresh: list[tuple[str, str]] = []
        for name, look in files:
            entry = known.get(name)
            if entry is None or entry.look != look:
                fresh.append((name, look))
            elif entry.state == _DAMAGED:
                self._damage(entry)
            else:
                self.entries[name] = entry
        self._is_changed = len(known) != len(files) - len(fresh)
        if most is not None and len(fresh) > most:
            return False
        for name, look in fresh:
            if is_enough():
                return False
            self._read(name, look)
        return True

    def summary(self, name: str) -> Summary | None:
        """A match of which there is an entry; None where that makes no sense, and neither does the file."""
        entry, path = self.entries[name], self._path(name)
        try:
            told = json.loads(entry.told)
            players, levels, target, _known, date = parse_plain({**told, "known_deal": False})
            standing, is_damaged = parse_standing(told["standing"]), bool(told["is_damaged"])
            return Summary(path, players, levels, target, date, standing, int(entry.opened), is_damaged)
        except UNREADABLE:
            self._read(name, entry.look)
            return None if name not in self.entries else self.summary(name)

    def latest_unfinished(self) -> Summary | None:
        """The match that was last taken up of those that are not over."""
        unfinished = [(int(entry.opened), name) for name, entry in self.entries.items() if entry.state == _GOES_ON]
        for _opened, name in sorted(unfinished, reverse=True):
            summary = self.summary(name)
            if summary is not None:
                return summary
        return None

    def keep(self) -> None:
        """Remember what is known; where that cannot be it takes longer the next time."""
        if self._folder is None or not self._is_changed:
            return
        lines = [f"{_FORMAT}\t{self._key}", *map("\t".join, [*self.entries.values(), *self._damaged])]
        with contextlib.suppress(OSError):
            write_whole(self._folder / NAME, "".join(f"{line}\n" for line in lines).encode())

    def _path(self, name: str) -> Path:
        assert self._folder is not None
        return self._folder / "matches" / name

    def _read(self, name: str, look: str) -> None:
        """Read a file of which nothing is known."""
        self.entries.pop(name, None)
        try:
            summary = summary_of(self._path(name))
        except OpenElsewhereError:
            self.elsewhere += 1
        except DamagedError:
            self._damage(_Entry(name, look, "0", _DAMAGED, ""))
            self._is_changed = True
        except StoreError as error:
            # Older versions could be killed before anything was in a file: then there is nothing to tell.
            if look.split(" ")[1] != "0":
                self.unreadable.append(Unreadable(name, str(error)))
        else:
            state = _GOES_ON if summary.standing.winner is None else _OVER
            told = {
                "players": list(summary.players),
                "levels": list(summary.levels),
                "target": summary.target,
                "date": summary.date.isoformat(),
                "standing": format_standing(summary.standing),
                "is_damaged": summary.is_damaged,
            }
            self.entries[name] = _Entry(name, look, str(summary.opened), state, json.dumps(told))
            self._is_changed = True

    def _damage(self, entry: _Entry) -> None:
        self._damaged.append(entry)
        self.unreadable.append(Unreadable(entry.name, str(DamagedError())))


def _known(folder: Path, key: str) -> dict[str, _Entry]:
    """The entries that were made with this key and hold as long as their files look the same; none of those that make no sense.

    A file that was written to just before the index may have been written to again since, and look the same.
    """
    path = folder / NAME
    known: dict[str, _Entry] = {}
    try:
        latest = path.stat().st_mtime_ns - _COARSEST
        first, *lines = read_regular(path, _LARGEST).decode("ascii").splitlines()
        if first != f"{_FORMAT}\t{key}":
            return {}
        for line in lines:
            entry = _Entry(*line.split("\t"))
            if int(entry.look.split(" ", 1)[0]) <= latest and entry.opened.isdecimal() and len(entry.opened) < _LONG:
                known[entry.name] = entry
    except (OSError, *UNREADABLE):
        return {}
    return known


_LONG = 16
"""Digits that no number of a match that was taken up has."""
