"""What a fresh interpreter loads: whoever does not open the app does not wait for what draws it."""

from __future__ import annotations

import json
import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import sevenrocks
from record_cases import WORKED_RECORD
from sevenrocks import drawing, engine

PACKAGES = Path(sevenrocks.__file__).parents[1]
ENGINE = tuple(f"sevenrocks.engine.{module.name}" for module in pkgutil.iter_modules(engine.__path__))
DRAWING = tuple(f"sevenrocks.drawing.{module.name}" for module in pkgutil.iter_modules(drawing.__path__))

RUN = """\
import contextlib, io, runpy, sys
sys.argv = ["sevenrocks", *sys.argv[1:]]
with contextlib.redirect_stdout(io.StringIO()) as said, contextlib.suppress(SystemExit):
    runpy.run_module("sevenrocks", run_name="__main__")
assert said.getvalue(), "the command said something"
"""
"""Runs a command as `python -m sevenrocks` does."""

PAINT = """\
import pathlib, sys
from sevenrocks.tui.app import RocksApp
async def leave(app):
    app.exit()
RocksApp._run = leave
folder = pathlib.Path(sys.argv[1])
RocksApp(language="de", folder=folder, settings_file=folder / "settings.toml").run(headless=True)
"""
"""Opens the app in German, and leaves it where it would go on after the menu has been painted."""


def _loaded_by(code: str, *arguments: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after this code."""
    told = f"{code}\nimport json, sys\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", told, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=60,
        env=os.environ | {"PYTHONPATH": str(PACKAGES)},
    )
    assert done.returncode == 0, done.stderr.decode()
    return set(json.loads(done.stdout))


def _packages(modules: set[str]) -> set[str]:
    return {module.partition(".")[0] for module in modules}


@pytest.mark.parametrize("module", ["sevenrocks", "sevenrocks.bots", "sevenrocks.cli", *ENGINE, *DRAWING])
def test_no_import_below_the_app_loads_textual(module: str) -> None:
    loaded = _loaded_by(f"import {module}")
    assert module in loaded
    assert "textual" not in _packages(loaded)


def test_the_engine_loads_nothing_of_others() -> None:
    assert len(ENGINE) > 5
    before = _loaded_by("")
    loaded = _loaded_by("\n".join(f"import {module}" for module in ENGINE))
    added = _packages(loaded - before)
    assert {name for name in added if name not in sys.stdlib_module_names} == {"sevenrocks"}
    assert added.isdisjoint({"sqlite3", "socket", "asyncio"})


def test_bots_and_drawing_load_no_screen_and_no_store() -> None:
    loaded = _loaded_by("\n".join(f"import {module}" for module in ("sevenrocks.bots", *DRAWING)))
    assert _packages(loaded).isdisjoint({"textual", "rich", "sqlite3"})


@pytest.mark.parametrize(
    "command", [(), ("play",), ("simulate",), ("check",), ("show",), ("solve",), ("arena",)], ids=" ".join
)
def test_help_loads_nothing_that_is_slow(command: tuple[str, ...]) -> None:
    loaded = _loaded_by(RUN, *command, "--help")
    assert _packages(loaded).isdisjoint(
        {"textual", "rich", "sqlite3", "asyncio", "tomllib", "babel", "datetime", "inspect"}
    )
    # The engine is small, but its deals are not needed either.
    assert "sevenrocks.engine.round" not in loaded


def test_the_version_loads_nothing_that_is_slow() -> None:
    assert _packages(_loaded_by(RUN, "--version")).isdisjoint({"textual", "rich", "sqlite3", "babel"})


def test_the_first_paint_waits_for_nothing_that_the_menu_does_not_need(tmp_path: Path) -> None:
    loaded = _loaded_by(PAINT, str(tmp_path))
    assert "sevenrocks.tui.screens.menu" in loaded
    assert _packages(loaded).isdisjoint({"babel", "sqlite3"})
    assert "sevenrocks.tui.director" not in loaded


@pytest.mark.parametrize("command", ["check", "show"])
def test_reading_a_record_loads_no_textual(command: str, tmp_path: Path) -> None:
    path = tmp_path / "worked.rocks.toml"
    path.write_text(WORKED_RECORD, "utf-8")
    loaded = _loaded_by(RUN, command, str(path))
    assert "sevenrocks.notation" in loaded
    assert _packages(loaded).isdisjoint({"textual", "sqlite3"})


def test_simulating_loads_no_textual(tmp_path: Path) -> None:
    loaded = _loaded_by(RUN, "simulate", "--matches", "1", "--seed", "s", "--out", str(tmp_path / "out"))
    assert "sevenrocks.arena" in loaded
    assert _packages(loaded).isdisjoint({"textual", "sqlite3"})
