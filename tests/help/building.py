"""Helpers for tests that build the wheel."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from help.places import ROOT

PATIENCE = 120
"""Seconds after which a build is taken to hang."""


def copy_source(folder: Path) -> Path:
    """A copy of what the wheel is made from: a build leaves things behind."""
    source = folder / "source"
    for path in (ROOT / "pyproject.toml", ROOT / "README.md", ROOT / "LICENSE", *(ROOT / "sevenrocks").rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            copy = source / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
    return source


def build_wheel(folder: Path, environment: Mapping[str, str]) -> Path:
    """The wheel, built in this folder."""
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir"]
    subprocess.run(
        [*command, str(folder), str(copy_source(folder))],
        check=True,
        capture_output=True,
        timeout=PATIENCE,
        env=dict(environment),
    )
    (wheel,) = folder.glob("*.whl")
    return wheel


def shared_wheel(factory: pytest.TempPathFactory) -> Path:
    """The wheel that this machine builds: built once, whichever of the processes that share the tests asks first."""
    folder = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    done = folder / "wheel"
    try:
        # Whoever makes this folder builds; it stays, so that nobody builds once more.
        (folder / "wheel-is-built").mkdir()
    except FileExistsError:
        until = time.monotonic() + PATIENCE
        while not done.exists():
            assert time.monotonic() < until, "no wheel was built elsewhere"
            time.sleep(0.1)
    else:
        building = folder / "building-the-wheel"
        build_wheel(building, os.environ | {"CFLAGS": "-O0"})
        building.rename(done)
    (wheel,) = done.glob("*.whl")
    return wheel
