"""Damaged files of matches: never a wrong match, never a traceback; what is whole is offered, the file is left as it was."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from help.effort import cases, seeded
from help.places import DATA
from sevenrocks.store import (
    VERSION,
    DamagedError,
    Kept,
    Line,
    MatchFile,
    StoreError,
    read_match,
    read_summary,
    salvage,
    survey,
)
from sevenrocks.table import Table

MATCHES = DATA / "matches"


def state_of(folder: Path, version: str = "4") -> Path:
    """A folder of kept matches, written by this version; returns the path of its one match."""
    shutil.copytree(MATCHES / version, folder)
    return folder / "matches" / "000001.match"


def all_lines(kept: Kept) -> list[Line]:
    return list(kept.lines)


class Whole:
    """A match as it was written, to hold against what is read of its damaged file."""

    def __init__(self, path: Path) -> None:
        self.kept = read_match(path)
        self.lines = all_lines(self.kept)

    def check(self, path: Path) -> tuple[bool, int]:
        """What can be read is what was written, or a first part of it. Whether all of it, and how many lines."""
        before = path.read_bytes()
        try:
            kept = read_match(path)
        except StoreError:
            try:
                part = salvage(path)
            except StoreError:
                lines = []
            else:
                assert (part.header, part.cut) in ((self.kept.header, self.kept.cut), (self.kept.header, ""))
                lines = all_lines(part)
                assert lines == self.lines[: len(lines)], "a wrong match"
                assert part.hints in ({}, self.kept.hints)
            assert path.read_bytes() == before, "the damaged file was changed"
            self._check_lists(path)
            return False, len(lines)
        assert kept == self.kept, "a wrong match"
        self._check_lists(path)
        return True, len(self.lines)

    def _check_lists(self, path: Path) -> None:
        found = survey(path.parent.parent)
        assert len(found.matches) + len(found.unreadable) == 1, "every file is named"
        for name, why in found.unreadable:
            assert name == path.name
            assert why
            assert "\n" not in why
        for summary in found.matches:
            assert summary.players == self.kept.header.players
            if summary.is_damaged:
                assert summary.standing.rounds <= len(self.kept.match.rounds)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return state_of(tmp_path / "state")


def test_every_truncation_is_seen(path: Path) -> None:
    whole, data = Whole(path), path.read_bytes()
    lengths = range(1, len(data), cases(509, 1))
    for length in lengths:
        path.write_bytes(data[:length])
        is_whole, _lines = whole.check(path)
        assert not is_whole


def test_bits_that_flip_make_no_wrong_match(path: Path) -> None:
    whole, data, rng = Whole(path), path.read_bytes(), seeded("bits")
    read, parts = 0, 0
    number = cases(80, 100_000)
    for _ in range(number):
        changed = bytearray(data)
        for _flip in range(rng.choice((1, 1, 1, 2, 8))):
            changed[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        path.write_bytes(changed)
        is_whole, lines = whole.check(path)
        read += is_whole
        parts += not is_whole and lines > 0
    # Most of a file is room that nothing has been written to; elsewhere something is whole before the damage, or after it
    # nothing is.
    assert 0 < read < number
    assert parts > number // 50


def test_whole_blocks_that_are_lost_make_no_wrong_match(path: Path) -> None:
    whole, data, rng = Whole(path), path.read_bytes(), seeded("blocks")
    for _ in range(cases(20, 5_000)):
        size = rng.choice((16, 512, 4096))
        begin = rng.randrange(0, len(data), size)
        filling = rng.choice((bytes(size), b"\xff" * size, rng.randbytes(size), data[:size]))
        path.write_bytes((data[:begin] + filling + data[begin + size :])[: len(data)])
        whole.check(path)


def flipped(path: Path, rng: random.Random, wanted: range) -> Iterator[Path]:
    """The file with a line changed somewhere in this range of lines."""
    data = path.read_bytes()
    for _ in range(cases(8, 200)):
        path.write_bytes(data)
        with closing(sqlite3.connect(path)) as database, database:
            number = rng.choice(wanted)
            change = rng.choice(("text = 'N 00'", "kind = 'draw'", "link = ''", "number = 9999"))
            database.execute(f"UPDATE line SET {change} WHERE number = ?", (number,))  # noqa: S608, ours
        yield path


def test_all_before_the_damage_is_offered_and_played_on(path: Path, tmp_path: Path) -> None:
    whole, rng = Whole(path), seeded("before the damage")
    for number, damaged in enumerate(flipped(path, rng, range(2, len(whole.lines) + 1))):
        before = damaged.read_bytes()
        with pytest.raises(DamagedError):
            MatchFile.resume(damaged)
        kept = salvage(damaged)
        lines = all_lines(kept)
        assert lines == whole.lines[: len(lines)]
        table = Table.begin_with(kept, tmp_path / f"again {number}")
        try:
            if table.turn is None:
                table.begin_round()
            seat = table.turn
            assert seat is not None
            if table.placing is None:
                table.play(seat, rng.choice(table.view_for(seat).legal_actions))
            else:
                table.call(None)
            assert table.not_kept is None
        finally:
            table.close()
        assert damaged.read_bytes() == before


@pytest.mark.parametrize("key", ["standing", "hints", "tail", "opened"])
@pytest.mark.parametrize("value", ["", "x", "{}", "[]", "7", '{"1": [0, 0, 9, 0]}'])
def test_what_is_told_beside_the_lines_is_not_believed_blindly(path: Path, key: str, value: str) -> None:
    whole = Whole(path)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE meta SET value = ? WHERE key = ?", (value, key))
    assert whole.check(path) == (key == "opened", len(whole.lines))


@pytest.mark.parametrize("version", sorted(folder.name for folder in MATCHES.iterdir()))
def test_files_of_every_version_open_and_go_on(tmp_path: Path, version: str) -> None:
    path = state_of(tmp_path / "state", version)
    before = path.read_bytes()
    told = read_match(path).record()
    assert told.players == ("Anna", "Bartek", "Clara", "Dieter")
    assert len(told.rounds) == 3
    assert told.rounds[2].hints
    table = Table.resume(path)
    assert (table.placing is not None) == (version not in {"1", "2"}), "it was left before its count was called"
    rng = random.Random(2)
    while table.winner is None:
        if table.placing is not None:
            table.call(table.view.round.layout.place(table.placing.tile, table.placing.host).count)
            continue
        if table.turn is None:
            table.begin_round()
        seat = table.turn
        assert seat is not None
        table.play(seat, rng.choice(table.view_for(seat).legal_actions))
        assert table.not_kept is None
    table.close()
    assert read_match(path).match.winner is not None
    copies = [copy for copy in path.parent.iterdir() if copy != path]
    if version == str(VERSION):
        assert not copies
    else:
        # What an older version wrote stays as it was, beside the one that goes on.
        (copy,) = copies
        assert copy.name == f"{path.name}.v{version}"
        again = state_of(tmp_path / "again", version)
        shutil.copyfile(copy, again)
        assert read_match(again).record() == told
        assert again.stat().st_size == len(before)


def test_a_newer_file_is_refused_in_words_and_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    for attempt in (MatchFile.resume, read_match, read_summary):
        with pytest.raises(StoreError, match="newer version") as caught:
            attempt(path)
        assert not isinstance(caught.value, DamagedError), "there is nothing to rescue"
    assert survey(path.parent.parent).unreadable == [
        (path.name, "this match was kept by a newer version of Seven Rocks")
    ]
    assert path.read_bytes() == before


def test_a_match_that_was_never_begun_is_passed_over(path: Path) -> None:
    path.write_bytes(b"")
    assert survey(path.parent.parent) == ([], 0, [])
    with pytest.raises(StoreError):
        MatchFile.resume(path)
