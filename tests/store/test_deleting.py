"""Kept matches deleted: out of the list at once, taken back by hand for a month, then gone."""

from __future__ import annotations

import datetime
import os
import random
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from help.scripted import DAY, PLAYERS
from sevenrocks.store import (
    DAYS,
    DELETED,
    OpenElsewhereError,
    StoreError,
    delete_match,
    glance,
    purge_deleted,
    read_match,
    survey,
)
from sevenrocks.table import Table

TODAY = datetime.date(2026, 12, 1)


def kept(folder: Path) -> Path:
    """One more kept match."""
    table = Table.begin(PLAYERS, folder, known_seed=bytes(32), date=DAY)
    table.begin_round()
    seat = table.turn
    assert seat is not None
    table.play(seat, random.Random(1).choice(table.view_for(seat).legal_actions))
    table.close()
    return max((folder / "matches").glob("*.match"))


def deleted(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / DELETED).iterdir())


def test_a_deleted_match_is_out_of_the_list_and_can_be_taken_back_by_hand(tmp_path: Path) -> None:
    one, other = kept(tmp_path), kept(tmp_path)
    whole = read_match(other)
    delete_match(other, TODAY)
    assert [summary.path for summary in survey(tmp_path).matches] == [one]
    found = glance(tmp_path)
    assert found is not None
    assert found.unfinished is not None
    assert found.unfinished.path == one
    assert deleted(tmp_path) == ["2026-12-01-000002.match"]
    (tmp_path / DELETED / "2026-12-01-000002.match").rename(other)
    assert read_match(other) == whole


def test_what_belongs_to_a_match_goes_with_it_and_nothing_else(tmp_path: Path) -> None:
    path = kept(tmp_path)
    for name in (".v1", "-journal"):
        path.with_name(path.name + name).write_bytes(b"")
    for name in ("000010.match", "000001.matches", "000001.mat"):
        path.with_name(name).write_bytes(b"")
    delete_match(path, TODAY)
    assert deleted(tmp_path) == [f"2026-12-01-000001.match{more}" for more in ("", "-journal", ".v1")]
    assert sorted(file.name for file in path.parent.iterdir()) == ["000001.mat", "000001.matches", "000010.match"]


def test_two_of_one_number_can_be_deleted_on_one_day(tmp_path: Path) -> None:
    for _again in range(3):
        delete_match(kept(tmp_path), TODAY)
    assert deleted(tmp_path) == [f"2026-12-01-000001{number}.match" for number in (".2", ".3", "")]


def test_a_match_that_is_being_played_is_not_deleted(tmp_path: Path) -> None:
    path = kept(tmp_path)
    table = Table.resume(path)
    with pytest.raises(OpenElsewhereError):
        delete_match(path, TODAY)
    other = f"import datetime, pathlib; from sevenrocks.store import *; delete_match(pathlib.Path({str(path)!r}), datetime.date(2026, 1, 1))"
    done = subprocess.run([sys.executable, "-c", other], capture_output=True, text=True, check=False)
    assert "open in another window" in done.stderr
    assert path.exists()
    table.close()
    delete_match(path, TODAY)
    assert not path.exists()


def test_damaged_files_and_such_as_are_none_can_be_deleted(tmp_path: Path) -> None:
    damaged, fifo = kept(tmp_path), tmp_path / "matches" / "000009.match"
    damaged.write_bytes(b"no match at all" * 100)
    os.mkfifo(fifo)
    for path in (damaged, fifo):
        delete_match(path, TODAY)
    assert survey(tmp_path) == ([], 0, [])
    assert len(deleted(tmp_path)) == 2


def test_what_cannot_be_deleted_stays_and_is_told(tmp_path: Path) -> None:
    path = kept(tmp_path)
    with pytest.raises(StoreError, match="No such file"):
        delete_match(path.with_name("000009.match"), TODAY)
    (tmp_path / DELETED).write_text("a file where a folder should be")
    with pytest.raises(StoreError, match="File exists"):
        delete_match(path, TODAY)
    assert path.exists()


def test_at_the_first_start_a_month_later_it_is_gone_for_good(tmp_path: Path) -> None:
    delete_match(kept(tmp_path), TODAY)
    folder = tmp_path / DELETED
    others = [
        "2020-01-01-notes.txt",
        "2020-13-01-000001.match",
        "2020-01-01.match",
        "000001.match",
        "2099-01-01-000001.match",
    ]
    for name in (*others, "2026-11-30-000001.match.v1"):
        (folder / name).write_bytes(b"")
    (folder / "2020-01-01-000007.match").mkdir()
    purge_deleted(tmp_path, TODAY + datetime.timedelta(DAYS - 1))
    assert "2026-12-01-000001.match" in deleted(tmp_path)
    assert "2026-11-30-000001.match.v1" not in deleted(tmp_path)
    purge_deleted(tmp_path, TODAY + datetime.timedelta(DAYS))
    assert deleted(tmp_path) == sorted([*others, "2020-01-01-000007.match"]), "what cannot be removed stays"
    purge_deleted(None, TODAY)
    purge_deleted(tmp_path / "nowhere", TODAY)


def test_a_lock_that_cannot_be_asked_for_is_no_reason_to_keep_a_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = kept(tmp_path)

    def fail(*_arguments: object) -> None:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise error

    monkeypatch.setattr("sevenrocks.store.deleting.connect", fail)
    delete_match(path, TODAY)
    assert not path.exists()
