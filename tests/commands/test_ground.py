"""Whole commands in a world that lacks what most have, and from a package that is no folder."""

from __future__ import annotations

import io
import os
import pwd
import stat
import subprocess
import sys
import zipfile
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest

import sevenrocks
from help.playing import screen_of, screen_text, start
from help.record_cases import WORKED_RECORD
from sevenrocks.bots import process
from sevenrocks.bots.process import BotFailedError, BotProcess
from sevenrocks.cli import main
from sevenrocks.engine.match import Match
from sevenrocks.places import rescue_folders, settings_path, state_folder
from sevenrocks.settings import Shade, load_settings
from sevenrocks.tui.app import RocksApp
from sevenrocks.tui.screens.confirm import NotKeptScreen

PACKAGES = Path(sevenrocks.__file__).parents[1]

NO_HOME = "there is no home folder; set HOME or XDG_STATE_HOME"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "worked.rocks.toml"
    path.write_text(WORKED_RECORD, "utf-8")
    return path


# ---- no home


@pytest.fixture
def no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a container is like that runs as a user whom the system does not know."""
    for name in ("HOME", "USERPROFILE", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)

    def unknown(number: int) -> pwd.struct_passwd:
        raise KeyError(f"getpwuid(): uid not found: {number}")

    monkeypatch.setattr(pwd, "getpwuid", unknown)


@pytest.mark.usefixtures("no_home")
def test_without_a_home_there_is_no_place_and_no_settings_but_the_usual_ones() -> None:
    assert state_folder() is None
    assert settings_path() is None
    assert load_settings(None) == load_settings(Path("/nowhere/settings.toml"))


@pytest.mark.parametrize("variable", ["HOME", "XDG_STATE_HOME"])
@pytest.mark.usefixtures("no_home")
def test_a_relative_folder_is_none(variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # It would be another one wherever the game is started. Older releases of platformdirs give one.
    monkeypatch.setenv(variable, "somewhere")
    assert state_folder() is None
    monkeypatch.setattr("platformdirs.user_state_path", lambda *_names, **_options: Path("~/.local/state/sevenrocks"))
    assert state_folder() is None


@pytest.mark.usefixtures("no_home")
def test_commands_work_without_a_home(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for asked in ("--version", "--help"):
        with pytest.raises(SystemExit) as ended:
            main([asked])
        assert ended.value.code == 0
    assert main(["check", str(record)]) == 0
    assert main(["show", str(record)]) == 0
    assert main(["solve", str(record), "--play", "12"]) == 0
    assert main(["simulate", "--matches", "1", "--seed", "s", "--out", str(tmp_path / "out")]) == 0
    assert not capsys.readouterr().err


@pytest.mark.usefixtures("no_home")
def test_in_lines_it_is_told_that_nothing_can_be_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert main(["play", "--plain", "--seat", "N=Anna", "--known-deal", "x"]) == 0
    told = capsys.readouterr()
    assert "This match is NOT being kept" in told.out
    assert NO_HOME in told.out
    assert not told.err


@pytest.mark.usefixtures("no_home", "no_arming")
async def test_the_app_tells_that_nothing_can_be_kept_and_writes_the_record_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def written() -> list[Path]:
        return list(tmp_path.glob("*.rocks.toml"))

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    app = RocksApp(start("Anna"))
    async with app.run_test(size=(80, 24)) as pilot:
        await screen_of(pilot, NotKeptScreen)
        assert NO_HOME.replace(" XDG", "\n    XDG") in screen_text(app)
        await pilot.press("e", "e")
        assert f"Record:{tmp_path}" in "".join(screen_text(app).split())
        app.change_settings(app.settings.replaced(shade=Shade.LIGHT))
        assert app.settings_not_kept.endswith(
            "settings.toml cannot be written (there is no home folder; set HOME or XDG_CONFIG_HOME)."
        )
    assert written()


@pytest.mark.usefixtures("no_home")
def test_what_can_be_saved_nowhere_else_is_saved_where_the_game_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nowhere() -> str:
        raise FileNotFoundError("No usable temporary directory found")

    monkeypatch.setattr("tempfile.gettempdir", nowhere)
    monkeypatch.chdir(tmp_path)
    assert list(rescue_folders()) == [tmp_path]


# ---- odd environments

ODD = {
    "nothing is known": {"LANG": "xx_YY.garbage", "TZ": "garbage", "TMPDIR": "/nonexistent"},
    "ASCII, no assertions": {"LC_ALL": "nonexistent", "PYTHONIOENCODING": "ascii", "PYTHONOPTIMIZE": "2"},
    "Latin-1, no warnings": {"LANG": "pl_PL.UTF-8", "PYTHONIOENCODING": "latin-1", "PYTHONWARNINGS": "error"},
    "UTF-16": {"PYTHONIOENCODING": "utf-16", "PYTHONDEVMODE": "1"},
    "no UTF-8": {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"},
    "places that are files": {"XDG_STATE_HOME": "/dev/null", "XDG_CONFIG_HOME": "/dev/null"},
}
"""Variables of the environment that are not as a program would like to have them."""

EVERYTHING = """\
import asyncio, sys
from sevenrocks.cli import main
from sevenrocks.tui.app import RocksApp
from sevenrocks.tui.screens.menu import MenuScreen

record, out = sys.argv[1:]
assert main(["check", record]) == 0
assert main(["show", record]) == 0
assert main(["simulate", "--matches", "1", "--seed", "s", "--out", out]) == 0
assert main(["play", "--plain", "--seat", "N=\\u0141ukasz", "--known-deal", "x"]) == 0

async def menu():
    app = RocksApp()
    async with app.run_test() as pilot:
        while app._director is None:
            await pilot.pause()
        assert isinstance(app.screen, MenuScreen)

asyncio.run(menu())
"""
"""Commands, a match of bots, the beginning of a match in lines and of the app, in one process."""


def run(environment: Mapping[str, str], *arguments: str, cwd: Path | None = None) -> tuple[int, str]:
    """Run Python with these variables of the environment and hardly any others; the exit code, and what was told."""
    done = subprocess.run(
        [sys.executable, "-P", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        timeout=60,
        cwd=cwd,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(PACKAGES), **environment},
    )
    return done.returncode, done.stdout.decode("utf-8", "backslashreplace").replace("\0", "")


@pytest.mark.parametrize("environment", ODD.values(), ids=ODD)
def test_nothing_fails_in_an_odd_environment(environment: dict[str, str], record: Path, tmp_path: Path) -> None:
    code, told = run({"HOME": str(tmp_path), **environment}, "-c", EVERYTHING, str(record), str(tmp_path / "out"))
    assert code == 0, told
    assert "Traceback" not in told
    assert "mistake in the program" not in told


def test_nothing_fails_in_a_folder_that_is_gone_or_has_no_name_in_utf_8(record: Path, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    leave = f"import os; os.rmdir({str(gone)!r})\n"
    here = {"HOME": str(tmp_path), "TMPDIR": str(tmp_path)}
    code, told = run(here, "-c", leave + EVERYTHING, str(record), str(tmp_path / "out"), cwd=gone)
    assert code == 0, told
    nameless = tmp_path / os.fsdecode(b"b\xff\xfed")
    nameless.mkdir()
    code, told = run({"HOME": str(nameless)}, "-c", EVERYTHING, str(record), str(nameless / "out"), cwd=nameless)
    assert code == 0, told
    assert (nameless / ".config" / "sevenrocks" / "settings.toml").exists()


CLOSED = """\
import os, sys
for stream in map(int, sys.argv.pop(1)):
    os.close(stream)
os.execv(sys.executable, [sys.executable, "-P", "-m", "sevenrocks", *sys.argv[1:]])
"""


@pytest.mark.parametrize("closed", ["0", "1", "2", "012"])
def test_nothing_fails_where_input_or_output_is_closed(closed: str, record: Path, tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path)}
    assert run(home, "-c", CLOSED, closed, "check", str(record))[0] == 0
    code, told = run(home, "-c", CLOSED, closed, "play", "--plain", "--seat", "N=Anna")
    assert code in {0, 1, 2}
    assert "Traceback" not in told


# ---- an archive, a frozen program, another version


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of the package alone."""
    path = tmp_path_factory.mktemp("archive") / "sevenrocks.zip"
    with zipfile.ZipFile(path, "w") as file:
        for part in sorted((PACKAGES / "sevenrocks").rglob("*")):
            if part.is_file() and "__pycache__" not in part.parts:
                file.write(part, part.relative_to(PACKAGES))
    return path


FROM_ARCHIVE = """\
import asyncio, sys
import sevenrocks
from sevenrocks.bots.process import BotProcess
from sevenrocks.cli import main
from sevenrocks.engine.match import Match
from sevenrocks.i18n import _
from sevenrocks.tui.app import RocksApp

assert ".zip" in sevenrocks.__file__ and "Match" in sevenrocks.__all__
for asked in (["--lang", "de", "--version"], ["--lang", "de", "check", "--help"]):
    try:
        main(asked)
    except SystemExit as ended:
        assert not ended.code
assert main(["--lang", "pl", "simulate", "--matches", "1", "--seed", "s", "--out", sys.argv[1]]) == 0

async def choose():
    bots, view = BotProcess(), Match().begin_round_from(bytes(32)).rounds[-1]
    view = view.view_for(view.turn)
    assert await bots.choose("club", view, 0) in view.legal_actions
    await bots.stop()
    app = RocksApp()
    async with app.run_test() as pilot:
        await pilot.pause()
        assert any(not source.is_defaults and source.content for source in app.stylesheet.source.values())

asyncio.run(choose())
"""


def test_an_archive_finds_its_words_its_style_sheet_and_its_bots(archive: Path, tmp_path: Path) -> None:
    code, told = run({"PYTHONPATH": str(archive), "HOME": str(tmp_path)}, "-c", FROM_ARCHIVE, str(tmp_path / "out"))
    assert code == 0, told
    assert "Aufruf: sevenrocks check" in told
    assert "ein Protokoll" in told
    assert "1 mecz" in told


@pytest.fixture
async def bots() -> AsyncIterator[BotProcess]:
    bots = BotProcess()
    yield bots
    await bots.stop()


def program(path: Path, text: str) -> str:
    """A program that can be called by its path alone."""
    path.write_text(f"#!{sys.executable} -P\n{text}")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


async def test_a_frozen_program_is_the_process_of_its_bots_itself(
    tmp_path: Path, bots: BotProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    itself = program(tmp_path / "sevenrocks", "import sys\nfrom sevenrocks.cli import main\nsys.exit(main())\n")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", itself)
    state = Match().begin_round_from(bytes(32)).rounds[-1]
    assert state.turn is not None
    view = state.view_for(state.turn)
    assert await bots.choose("club", view, 0) in view.legal_actions


ANSWERS: dict[str, str] = {
    "a word that is no answer": "b'what?'",
    "something that is unknown here": "pickle.dumps(1)[:2] + b'csevenrocks.engine\\nLater\\n.'",
    "an action that is none here": "pickle.dumps(Place(Tile(0, 6), Tile(6, 6)))",
    "an action that lacks a part": "pickle.dumps(Part())",
    "nothing that could be an action": "pickle.dumps([1])",
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
async def test_a_process_of_another_version_is_told_in_words(
    answer: str, tmp_path: Path, bots: BotProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger = (
        "import pickle, struct, sys\n"
        "from sevenrocks.engine.actions import Place\nfrom sevenrocks.engine.tiles import Tile\n"
        "class Part:\n    def __reduce__(self):\n        return object.__new__, (Place,), [Tile(0, 6)]\n"
        f"while head := sys.stdin.buffer.read(4):\n"
        f"    sys.stdin.buffer.read(struct.unpack('!I', head)[0])\n"
        f"    answer = {answer}\n"
        "    sys.stdout.buffer.write(struct.pack('!I', len(answer)) + answer)\n"
        "    sys.stdout.buffer.flush()\n"
    )
    monkeypatch.setattr(process, "_command", lambda: [program(tmp_path / "stranger", stranger)])
    state = Match().begin_round_from(bytes(32)).rounds[-1]
    assert state.turn is not None
    with pytest.raises(BotFailedError):
        await bots.choose("club", state.view_for(state.turn), 0)
    with pytest.raises(BotFailedError):
        await bots.advise(state.view_for(state.turn), 0)
