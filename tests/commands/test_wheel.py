"""The wheel holds all that the game needs."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path, PurePosixPath

import pytest

from help.places import ROOT
from help.terminal import terminal


def test_the_wheel_has_every_file_of_the_package(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if name.startswith("sevenrocks/")}
        points = next(name for name in archive.namelist() if name.endswith("entry_points.txt"))
        assert "sevenrocks = sevenrocks.cli:main" in archive.read(points).decode()
    tree = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "sevenrocks").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    # Where a compiler was at hand, the compiled kernel is there as well; what it was made by is not.
    compiled = {name for name in names - tree if name.endswith((".so", ".pyd"))}
    assert names - compiled == tree
    assert {PurePosixPath(name).name.partition(".")[0] for name in compiled} in ({"core", "chains"}, set())


@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are a POSIX matter")
def test_the_game_runs_from_the_wheel_alone(wheel: Path, tmp_path: Path) -> None:
    place = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(place)
    with terminal(tmp_path, environment={"PYTHONPATH": str(place)}, cwd=tmp_path) as running:
        running.wait_for("New match")
        running.send("n")
        running.wait_for("Who sits where")
        running.send("\r")
        running.wait_for(r"who opens\?")
        running.send(b"\x11")
        assert running.end() == 0
    where = subprocess.run(
        [sys.executable, "-c", "import sevenrocks; print(sevenrocks.__file__)"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(place)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert where.stdout.startswith(str(place)), "the wheel's own package must be the one that runs"
