"""What a fresh interpreter loads: whoever does not open the app does not wait for what draws it."""

from __future__ import annotations

import json
import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import sevenrocks
from help.record_cases import WORKED_RECORD
from sevenrocks import drawing, engine

PACKAGES = Path(sevenrocks.__file__).parents[1]
ENGINE = tuple(f"sevenrocks.engine.{module.name}" for module in pkgutil.iter_modules(engine.__path__))
DRAWING = tuple(f"sevenrocks.drawing.{module.name}" for module in pkgutil.iter_modules(drawing.__path__))

RUN = """\
import contextlib, io, json, runpy, sys
for command in json.loads(sys.argv[1]):
    sys.argv = ["sevenrocks", *command]
    with contextlib.redirect_stdout(io.StringIO()) as said, contextlib.suppress(SystemExit):
        runpy.run_module("sevenrocks", run_name="__main__")
    assert said.getvalue(), "the command said something"
"""
"""Runs commands one after the other as `python -m sevenrocks` does: what none of them may load is not there in the end."""

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


def _loaded_by(*codes: str, arguments: tuple[str, ...] = ()) -> list[set[str]]:
    """The modules that a fresh interpreter has loaded after each of these codes."""
    tell = "\nimport json as _json, sys\nprint(_json.dumps(sorted(sys.modules)))\n"
    done = subprocess.run(
        [sys.executable, "-c", tell.join([*codes, ""]), *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=60,
        env=os.environ | {"PYTHONPATH": str(PACKAGES)},
    )
    assert done.returncode == 0, done.stderr.decode()
    return [set(json.loads(line)) for line in done.stdout.splitlines()]


def _importing(*modules: str) -> str:
    return "\n".join(f"import {module}" for module in modules)


def _packages(modules: set[str]) -> set[str]:
    return {module.partition(".")[0] for module in modules}


def test_each_room_below_the_app_loads_no_more_than_it_needs() -> None:
    assert len(ENGINE) > 5
    rooms = ("sevenrocks",), ENGINE, ("sevenrocks.bots", *DRAWING), ("sevenrocks.cli",)
    # What one room does not load cannot have been loaded by those before it either.
    before, package, engine, bots, commands = _loaded_by("", *(_importing(*room) for room in rooms))
    assert {name for room in rooms for name in room} <= commands
    assert {name for name in _packages(engine - before) if name not in sys.stdlib_module_names} == {"sevenrocks"}
    assert "sevenrocks.engine" not in package
    assert _packages(engine - before).isdisjoint({"sqlite3", "socket", "asyncio"})
    assert _packages(bots).isdisjoint({"textual", "rich", "sqlite3"})
    assert "textual" not in _packages(commands)


def test_help_and_version_load_nothing_that_is_slow() -> None:
    helps = [
        [*command, "--help"] for command in ([], ["play"], ["simulate"], ["check"], ["show"], ["solve"], ["arena"])
    ]
    (loaded,) = _loaded_by(RUN, arguments=(json.dumps(helps),))
    assert "sevenrocks.cli.arguments" in loaded
    assert _packages(loaded).isdisjoint(
        {"textual", "rich", "sqlite3", "asyncio", "tomllib", "babel", "datetime", "inspect"}
    )
    # The engine is small, but its deals are not needed either.
    assert "sevenrocks.engine.round" not in loaded
    (loaded,) = _loaded_by(RUN, arguments=(json.dumps([["--version"]]),))
    assert _packages(loaded).isdisjoint({"textual", "rich", "sqlite3", "babel"})


def test_the_first_paint_waits_for_nothing_that_the_menu_does_not_need(tmp_path: Path) -> None:
    (loaded,) = _loaded_by(PAINT, arguments=(str(tmp_path),))
    assert "sevenrocks.tui.screens.menu" in loaded
    assert _packages(loaded).isdisjoint({"babel", "sqlite3"})
    assert "sevenrocks.tui.director" not in loaded


def test_reading_and_simulating_records_loads_no_textual(tmp_path: Path) -> None:
    path = tmp_path / "worked.rocks.toml"
    path.write_text(WORKED_RECORD, "utf-8")
    reading = ["check", str(path)], ["show", str(path)]
    simulating = ["simulate", "--matches", "1", "--seed", "s", "--out", str(tmp_path / "out")]
    (loaded,) = _loaded_by(RUN, arguments=(json.dumps([*reading, simulating]),))
    assert {"sevenrocks.notation", "sevenrocks.arena"} <= loaded
    assert _packages(loaded).isdisjoint({"textual", "sqlite3"})
