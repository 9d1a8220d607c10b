"""Files written whole or not at all, for the user's eyes alone; files read without waiting for anybody."""

from __future__ import annotations

import os
import socket
import stat
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from sevenrocks.atomic import (
    IrregularFileError,
    LargeFileError,
    fresh_name,
    make_folder,
    read_regular,
    write_new,
    write_whole,
)

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes, links and FIFOs are a POSIX matter")


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(params=[0o022, 0o000, 0o777])
def _mask(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever a user's mask is."""
    before = os.umask(request.param)
    yield
    os.umask(before)


@pytest.mark.usefixtures("_mask")
def test_what_is_written_is_for_the_user_alone(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.write_text("before")
    old.chmod(0o644)
    write_whole(old, b"after")
    write_new(tmp_path / "new", b"")
    assert (old.read_bytes(), mode_of(old), mode_of(tmp_path / "new")) == (b"after", 0o600, 0o600)


@pytest.mark.skipif(sys.platform != "linux", reason="Linux tells the path of a descriptor")
def test_a_file_lasts_under_its_name_when_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[tuple[Path, bool]] = []
    fsync, path = os.fsync, tmp_path / "file"

    def noted(descriptor: int) -> None:
        synced.append((Path(f"/proc/self/fd/{descriptor}").readlink(), path.exists()))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", noted)
    write_whole(path, b"data")
    (fresh, was_there), folder = synced
    assert fresh.parent == tmp_path
    assert fresh != path
    assert not was_there, "it has its name when it is whole on the disk"
    assert folder == (tmp_path, True)


def test_names_of_what_is_not_whole_cannot_be_guessed(tmp_path: Path) -> None:
    names = {fresh_name(tmp_path / "x").name for _ in range(100)}
    assert len(names) == 100
    assert not any(str(os.getpid()) == name.removeprefix("x.") for name in names)
    assert all(len(name) == len("x.") + 16 for name in names)


def test_nothing_is_written_over_or_through_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    with pytest.raises(FileExistsError):
        write_new(link, b"data")
    write_whole(link, b"data")
    assert not target.exists()
    assert not link.is_symlink()
    with pytest.raises(FileExistsError):
        write_new(link, b"other")
    assert link.read_bytes() == b"data"


@pytest.mark.parametrize("name", ["fsync", "replace"])
def test_where_writing_fails_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    def fail(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    (tmp_path / "file").write_text("before")
    monkeypatch.setattr(os, name, fail)
    with pytest.raises(OSError, match="No space"):
        write_whole(tmp_path / "file", b"after")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("file", "before")]


def test_what_is_no_ordinary_file_is_turned_away_at_once(tmp_path: Path) -> None:
    fifo, link, folder = tmp_path / "fifo", tmp_path / "link", tmp_path / "folder"
    os.mkfifo(fifo)
    (tmp_path / "file").write_bytes(b"data")
    link.symlink_to(tmp_path / "file")
    folder.mkdir()
    with closing(socket.socket(socket.AF_UNIX)) as listening:
        here = Path.cwd()
        os.chdir(tmp_path)  # the path of a socket is short
        listening.bind("socket")
        os.chdir(here)
        for irregular in (fifo, tmp_path / "socket", Path("/dev/zero")):
            with pytest.raises(IrregularFileError, match="no ordinary file"):
                read_regular(irregular, 10)
    with pytest.raises(IsADirectoryError):
        read_regular(folder, 10)
    with pytest.raises(FileNotFoundError):
        read_regular(tmp_path / "nothing", 10)
    assert read_regular(link, 4) == b"data"
    with pytest.raises(IrregularFileError):
        read_regular(link, 4, links=False)
    with pytest.raises(LargeFileError, match="larger than"):
        read_regular(link, 3)


def test_folders_are_made_for_the_user_alone_and_are_there_already_where_they_are(tmp_path: Path) -> None:
    make_folder(tmp_path / "one" / "two")
    make_folder(tmp_path / "one" / "two")
    assert (mode_of(tmp_path / "one"), mode_of(tmp_path / "one" / "two")) == (0o700, 0o700)
    (tmp_path / "file").write_text("")
    with pytest.raises(FileExistsError):
        make_folder(tmp_path / "file")
    with pytest.raises(NotADirectoryError):
        make_folder(tmp_path / "file" / "below")
