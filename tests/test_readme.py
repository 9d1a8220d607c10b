"""What the README shows is what the program does."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"
TEXT = README.read_text("utf-8")


def commands() -> list[tuple[str, str]]:
    """Each command of the README with the output that is shown for it."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", TEXT, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _newline, output = part.partition("\n")
            found.append((command, output))
    return found


def test_the_commands_print_what_is_shown(tmp_path: Path) -> None:
    ran = 0
    for command, output in commands():
        words = shlex.split(command)
        assert words[0] == "sevenrocks"
        result = subprocess.run(
            [sys.executable, "-m", *words], cwd=tmp_path, capture_output=True, text=True, check=False, encoding="utf-8"
        )
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


def test_there_are_exactly_two_set_up_commands() -> None:
    plain = [text for kind, text in re.findall(r"```(\w*)\n(.*?)```", TEXT, re.DOTALL) if not kind]
    assert plain == ["make play\n", "make test\n"]
    makefile = (README.parent / "Makefile").read_text("utf-8")
    for command in plain:
        assert re.search(rf"^{command.split()[1]}:", makefile, re.MULTILINE)


def test_pictures_and_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", TEXT):
        assert (README.parent / target).exists(), target


def test_the_house_is_described_as_it_is() -> None:
    for path in re.findall(r"`(sevenrocks/[\w/.]*)`", TEXT):
        assert (README.parent / path).exists(), path
    levels = {path.stem for path in (README.parent / "sevenrocks/bots/levels").glob("[a-z]*.py")}
    named = re.search(r"the others are bots \(([^)]*)\)", TEXT)
    assert named is not None
    assert set(re.findall(r"`(\w+)`", named.group(1))) == levels


def test_the_order_of_the_imports_is_that_of_the_contract() -> None:
    contracts = tomllib.loads((README.parent / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    layers = [layer for layer in contracts[0]["layers"] if layer != "__main__"]
    told = re.findall(r"`([a-z0-9_ |]+)`", " > ".join(re.findall(r"Imports go one way.*?\n\n", TEXT, re.DOTALL)))
    assert [layer for layer in told if layer in layers or "|" in layer] == layers
