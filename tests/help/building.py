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


def build_wheel(folder: Path, source: Path, environment: Mapping[str, str] = os.environ) -> Path:
    """The wheel of a copy of the source, in this folder, built as any tool that knows setuptools builds it."""
    subprocess.run(
        [sys.executable, "-c", f"from setuptools.build_meta import build_wheel; build_wheel({str(folder)!r})"],
        cwd=source,
        check=True,
        capture_output=True,
        timeout=PATIENCE,
        env=dict(environment),
    )
    (wheel,) = folder.glob("*.whl")
    return wheel


def shared_wheel(factory: pytest.TempPathFactory) -> Path:
    """The wheel, without a compiler: built once, whichever of the processes that share the tests asks first."""
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
        source = copy_source(building)
        build_wheel(building, source, os.environ | {"CC": "/bin/false"})
        building.rename(done)
    (wheel,) = done.glob("*.whl")
    return wheel
