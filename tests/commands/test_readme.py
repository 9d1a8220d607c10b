"""What the README and `assets/library.md` show is what the program does. What they name `test_documents.py` looks up."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

from help.places import ASSETS, ROOT

README = ROOT / "README.md"
TEXT = README.read_text("utf-8")
LIBRARY = (ASSETS / "library.md").read_text("utf-8")


def blocks(page: str) -> list[tuple[str, str]]:
    """Each block of code on a page, and of what kind it is."""
    return re.findall(r"^```(\w*)\n(.*?)^```", page, re.DOTALL | re.MULTILINE)


def commands(page: str) -> list[tuple[str, str]]:
    """Each command on a page with the output that is shown for it."""
    found = []
    for kind, block in blocks(page):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:] if kind == "console" else ():
            command, _newline, output = part.partition("\n")
            found.append((command, output))
    return found


def python(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """What becomes of `python -m` with these words, as somebody types it in this folder."""
    command = [sys.executable, "-m", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, encoding="utf-8")


def test_the_commands_print_what_is_shown(tmp_path: Path) -> None:
    ran = 0
    for command, output in commands(TEXT):
        words = shlex.split(command)
        assert words[0] == "sevenrocks"
        result = python(tmp_path, *words)
        if words[1] == "play":
            # Here is no terminal to play in: all is well up to that point.
            assert result.returncode == 2
            assert "must not be redirected" in result.stderr
            continue
        assert result.returncode == 0, result.stderr
        # A picture is shown without the empty rows above and below it.
        assert result.stdout.strip("\n") == output.strip("\n")
        ran += 1
    assert ran == 3


def test_the_python_example_is_true() -> None:
    results = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert results.attempted >= 5
    assert results.failed == 0


def test_each_use_of_the_library_is_whole_and_runs_in_an_empty_folder(tmp_path: Path) -> None:
    """Commands are typed, files are written, and each section is a session of Python of its own."""
    for command, output in commands(LIBRARY):
        assert python(tmp_path, *shlex.split(command)).stdout == output
    for code in (code for kind, code in blocks(LIBRARY) if kind == "python"):
        named = re.match(r"# ([\w/]+\.py)\n", code)
        assert named is not None, f"nothing says which file this is:\n{code}"
        file = tmp_path / named[1]
        file.parent.mkdir(exist_ok=True)
        file.write_text(code, "utf-8")
    sessions = []
    for number, section in enumerate(re.split(r"^## ", LIBRARY, flags=re.MULTILINE)[1:], 1):
        typed = [code for kind, code in blocks(section) if kind == "pycon"]
        assert typed, section
        sessions.append(f"{number}.txt")
        (tmp_path / sessions[-1]).write_text("\n".join(typed), "utf-8")
    assert {kind for kind, _code in blocks(LIBRARY)} == {"console", "pycon", "python"}
    told = python(tmp_path, "doctest", *sessions)
    assert told.returncode == 0, told.stdout + told.stderr


def test_there_are_exactly_two_set_up_commands() -> None:
    plain = [code for kind, code in blocks(TEXT) if not kind]
    assert plain == ["make play\n", "make test\n"]


def test_the_levels_are_those_that_there_are() -> None:
    levels = {path.stem for path in (README.parent / "sevenrocks/bots/levels").glob("[a-z]*.py")}
    named = re.search(r"the others are bots \(([^)]*)\)", TEXT)
    assert named is not None
    assert set(re.findall(r"`(\w+)`", named.group(1))) == levels
