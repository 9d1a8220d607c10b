"""What commands write and read: nothing through a link, nothing that waits for anybody."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from sevenrocks import cli

pytestmark = pytest.mark.skipif(os.name != "posix", reason="FIFOs, links and modes are a POSIX matter")


def simulate(folder: Path) -> int:
    """One short match of novices, always the same."""
    seats = [part for seat in "NESW" for part in ("--seat", f"{seat}=bot:novice")]
    return cli.main(["simulate", "--matches", "1", "--seed", "x", "--out", str(folder), *seats])


def test_matches_are_written_for_the_user_alone_and_twice_is_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert [simulate(tmp_path), simulate(tmp_path)] == [0, 0]
    (path,) = tmp_path.iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not capsys.readouterr().err


@pytest.mark.parametrize("kind", ["a link to nowhere", "a link to the same record", "a FIFO", "a folder", "a file"])
def test_what_lies_in_the_folder_already_is_left_alone_and_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    simulate(tmp_path / "same")
    (same,) = (tmp_path / "same").iterdir()
    folder = tmp_path / "out"
    folder.mkdir()
    path, target = folder / same.name, tmp_path / "target"
    make: dict[str, Callable[[], object]] = {
        "a link to nowhere": lambda: path.symlink_to(target),
        "a link to the same record": lambda: path.symlink_to(same),
        "a FIFO": lambda: os.mkfifo(path),
        "a folder": path.mkdir,
        "a file": lambda: path.write_text("something else"),
    }
    make[kind]()
    before = path.lstat()
    capsys.readouterr()
    assert simulate(folder) == 2
    assert "is there already, with another match; choose another folder" in capsys.readouterr().err
    assert path.lstat().st_ino == before.st_ino
    assert not target.exists()


def test_records_are_read_without_waiting(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fifo = tmp_path / "x.rocks.toml"
    os.mkfifo(fifo)
    assert cli.main(["check", str(fifo)]) != 0
    told = "".join(capsys.readouterr())
    assert "this is no file" in told
    assert "Traceback" not in told
