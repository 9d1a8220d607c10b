"""The list of all matches: right, whatever lies in its index, and quick, since nothing is opened that has not changed."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import pytest

from help.scripted import DAY, PLAYERS
from sevenrocks.store import Glance, Survey, glance, survey
from sevenrocks.store.index import NAME
from sevenrocks.table import Table

LONG_AGO = 1_700_000_000


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three kept matches, none written to lately: one that is over, and two that are not."""
    for number, target in enumerate((20, 250, 250)):
        table = Table.begin(PLAYERS, tmp_path, known_seed=bytes([number] * 32), date=DAY, target=target)
        play(table, 5 if target == 250 else 999)
        table.close()
    age(tmp_path)
    return tmp_path


def play(table: Table, actions: int) -> None:
    rng = random.Random(1)
    for _ in range(actions):
        if table.winner is not None:
            return
        if table.turn is None:
            table.begin_round()
        seat = table.turn
        assert seat is not None
        table.play(seat, rng.choice(table.view_for(seat).legal_actions))


def age(folder: Path) -> None:
    """Let all files look as if they had been written to long ago."""
    for path in (folder / "matches").iterdir():
        os.utime(path, (LONG_AGO, LONG_AGO))


def match(folder: Path, number: int) -> Path:
    return folder / "matches" / f"{number:06}.match"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The name of each file that is opened from now on."""
    names: list[str] = []
    connect = sqlite3.connect

    def noted(name: Any, *given: Any, **named: Any) -> sqlite3.Connection:
        names.append(Path(str(name).partition("?")[0]).name)
        database: sqlite3.Connection = connect(name, *given, **named)
        return database

    monkeypatch.setattr(sqlite3, "connect", noted)
    return names


def without_index(folder: Path) -> Survey:
    """What is found where nothing is known."""
    (folder / NAME).unlink(missing_ok=True)
    found = survey(folder)
    (folder / NAME).unlink()
    return found


def test_what_has_not_changed_is_not_opened_again(folder: Path, opened: list[str]) -> None:
    first = survey(folder)
    assert len(opened) == 3
    assert survey(folder) == first
    assert [summary.path.stem for summary in first.matches] == ["000003", "000002", "000001"]
    assert glance(folder) == Glance(first.matches[0], 3, 0)
    assert len(opened) == 3
    assert stat.S_IMODE((folder / NAME).stat().st_mode) == 0o600
    text = (folder / NAME).read_text()
    assert all(word not in text for word in ("seed", "deal", "N 00"))


def test_what_has_changed_come_or_gone_is_seen(folder: Path, opened: list[str]) -> None:
    survey(folder)
    table = Table.resume(match(folder, 2))
    play(table, 1)
    table.close()
    opened.clear()
    found = survey(folder)
    assert opened == ["000002.match"]
    assert found.matches[0].path == match(folder, 2)
    match(folder, 2).unlink()
    shutil.copyfile(match(folder, 3), match(folder, 7))
    assert {summary.path.stem for summary in survey(folder).matches} == {"000001", "000003", "000007"}
    assert survey(folder) == without_index(folder)


def test_what_was_written_to_a_moment_ago_is_not_trusted(folder: Path, opened: list[str]) -> None:
    """It may be written to again, and look the same."""
    survey(folder)
    os.utime(match(folder, 1))
    for _again in range(2):
        opened.clear()
        survey(folder)
        assert opened == ["000001.match"]


def test_a_match_that_is_open_elsewhere_is_counted_and_its_end_is_seen(folder: Path) -> None:
    survey(folder)
    table = Table.resume(match(folder, 3))
    for found in (survey(folder), survey(folder)):
        assert (len(found.matches), found.elsewhere) == (2, 1)
    unfinished = glance(folder)
    assert unfinished is not None
    assert unfinished.unfinished is not None
    assert unfinished.unfinished.path == match(folder, 2)
    assert unfinished.elsewhere == 1
    table.close()
    assert glance(folder) == Glance(survey(folder).matches[0], 3, 0)
    assert survey(folder).matches[0].path == match(folder, 3)


def test_the_next_one_taken_up_comes_before_all_others(folder: Path) -> None:
    for number in (1, 2, 3, 1):
        Table.resume(match(folder, number)).close()
        assert survey(folder).matches[0].path == match(folder, number)


def test_so_many_files_are_not_opened_where_nobody_waits_for_them(folder: Path, opened: list[str]) -> None:
    assert glance(folder, most=2) is None
    assert not opened
    assert glance(folder, most=3) is not None
    assert glance(folder, most=0) is not None


def test_looking_through_them_ends_when_it_is_enough_and_what_was_read_is_known(
    folder: Path, opened: list[str]
) -> None:
    answers = iter([False, True])
    assert glance(folder, is_enough=lambda: next(answers)) is None
    assert len(opened) == 1
    assert glance(folder) is not None
    assert len(opened) == 3


def test_damaged_files_are_known_as_such(folder: Path, opened: list[str]) -> None:
    match(folder, 1).write_bytes(b"no match at all" * 100)
    match(folder, 2).write_bytes(b"")
    with sqlite3.connect(match(folder, 3)) as database:
        database.execute("UPDATE line SET link = '' WHERE number = 5")
        database.execute("UPDATE meta SET value = '' WHERE key = 'standing'")
    database.close()
    age(folder)
    first = survey(folder)
    assert [found.name for found in first.unreadable] == ["000001.match"]
    assert [(summary.path.stem, summary.is_damaged) for summary in first.matches] == [("000003", True)]
    opened.clear()
    assert survey(folder) == first
    assert opened == ["000002.match"], "an empty one is no match, and nothing is to be told of it"
    (folder / "key").write_bytes(b"k" * 32)
    assert len(survey(folder).unreadable) == 2, "with another key nothing that was known holds"


def test_without_a_key_files_are_named(folder: Path) -> None:
    survey(folder)
    (folder / "key").unlink()
    assert len(survey(folder).matches) == 3
    assert survey(folder) == without_index(folder)


def lines_of(folder: Path) -> list[str]:
    return (folder / NAME).read_text().splitlines()


Damage = Callable[[Path], object]


def field(column: int, text: str) -> Damage:
    """Another text in this column of each entry."""

    def change(index: Path) -> None:
        first, *lines = index.read_text().splitlines()
        fields = [line.split("\t") for line in lines]
        changed = ["\t".join([*row[:column], text, *row[column + 1 :]]) for row in fields]
        index.write_text("\n".join([first, *changed]) + "\n")

    return change


def instead(make: Damage) -> Damage:
    """Something else in place of the index."""

    def change(index: Path) -> None:
        index.unlink()
        make(index)

    return change


DAMAGE: dict[str, Damage] = {
    "missing": Path.unlink,
    "empty": lambda index: index.write_bytes(b""),
    "no text": lambda index: index.write_bytes(bytes(range(256))),
    "another version": lambda index: index.write_text("sevenrocks-index/9\t1 2 3\n"),
    "another key": lambda index: index.write_text(index.read_text().replace("\t", "\t1", 1)),
    "cut off": lambda index: index.write_bytes(index.read_bytes()[:-40]),
    "no look": field(1, "x"),
    "no number": field(2, "x"),
    "a number beyond bounds": field(2, "9" * 5000),
    "nothing told": field(4, ""),
    "no JSON": field(4, "[" * 5000),
    "other JSON": field(4, "{}"),
    "more fields": field(4, "{}\tx"),
    "a link": instead(lambda index: index.symlink_to("/dev/zero")),
    "a FIFO": instead(os.mkfifo),
    "a folder": instead(Path.mkdir),
}


@pytest.mark.skipif(os.name != "posix", reason="FIFOs and links are a POSIX matter")
@pytest.mark.parametrize("name", DAMAGE)
def test_whatever_lies_in_the_index_the_list_is_right(folder: Path, name: str) -> None:
    index, first = folder / NAME, survey(folder)
    unfinished = next(summary for summary in first.matches if summary.standing.winner is None)
    whole = index.read_bytes()
    DAMAGE[name](index)
    assert survey(folder) == first
    if index.is_file():
        index.write_bytes(whole)
        DAMAGE[name](index)
    assert glance(folder) == Glance(unfinished, 3, 0)
    assert survey(folder) == first
    table = Table.begin(PLAYERS, folder, known_seed=bytes(32), date=DAY)
    play(table, 1)
    table.close()
    assert survey(folder).matches[0].path == match(folder, 4)


def test_an_index_without_sense_of_a_file_without_sense_is_no_match(folder: Path) -> None:
    survey(folder)
    field(4, "{}")(folder / NAME)
    for number in (2, 3):
        look = match(folder, number).stat()
        match(folder, number).write_bytes(bytes(look.st_size))
        os.utime(match(folder, number), ns=(look.st_atime_ns, look.st_mtime_ns))
    found = glance(folder)
    assert found is not None
    assert found.unfinished is None
    assert len(survey(folder).matches) == 1


def test_where_the_index_cannot_be_written_nothing_is_said(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    first = without_index(folder)
    monkeypatch.setattr("sevenrocks.store.index.write_whole", fail)
    assert survey(folder) == first
    assert not (folder / NAME).exists()


def test_a_file_that_goes_while_it_is_looked_at_is_none(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone:
        name = "000009.match"

        def stat(self, **_how: object) -> None:
            raise FileNotFoundError

    class Files(list[Any]):
        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_arguments: object) -> None:
            pass

    scan = os.scandir
    with monkeypatch.context() as broken:
        broken.setattr(os, "scandir", lambda path: Files([*scan(path), Gone()]))
        assert len(survey(folder).matches) == 3


def test_where_nothing_is_kept_there_is_nothing(tmp_path: Path) -> None:
    for folder in (None, tmp_path, tmp_path / "nowhere"):
        assert survey(folder) == ([], 0, [])
        assert glance(folder) == (None, False, 0)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_searched_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as broken:
        broken.setattr(os, "scandir", fail)
        assert survey(folder) == ([], 0, [(folder.name, "the match cannot be kept: Permission denied")])
        assert glance(folder) == (None, True, 0)


@pytest.mark.untraced
def test_as_many_files_are_opened_for_three_thousand_matches_as_for_three(folder: Path, opened: list[str]) -> None:
    """What a menu costs beyond that is looking at each name: some 10 µs."""
    survey(folder)
    first, *entries = lines_of(folder)
    entry = next(line for line in entries if line.startswith("000003.match"))
    for number in range(4, 3001):
        os.link(match(folder, 3), match(folder, number))
        entries.append(entry.replace("000003.match", f"{number:06}.match"))
    (folder / NAME).write_text("\n".join([first, *entries]) + "\n")
    opened.clear()
    found = glance(folder, most=0)
    assert found is not None
    assert found.unfinished is not None
    assert found.unfinished.path == match(folder, 3000)
    assert not opened
