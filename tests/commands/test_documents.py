"""What README, CONTRIBUTING and the documents in assets/ name is there: paths, targets of make, names of the code; pictures."""

from __future__ import annotations

import importlib
import pkgutil
import re
import tomllib
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import sevenrocks
from help.places import ASSETS, ROOT
from tools import house_picture, steps_picture

DOCUMENTS = [
    path for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ASSETS.glob("*.md"))) if path.exists()
]
NOT_IN_THE_TREE = {"learning.json", "settings.json", "settings.toml", "sevenrocks-record/"}
"""Files that the game makes for a player, and what the format of a record begins with."""
IN_RECORDS = {"deal", "fairness", "hints", "house", "left", "lost", "players", "result", "rounds", "score"}
"""What the keys of a record begin with; some modules are called alike, but not in `assets/record.md`."""
LEFT_OUT = {"sevenrocks.__main__", "sevenrocks.bots.kernel.compiling"}
"""Modules that are no use to import: one runs the game, the other needs what only a build has."""

each_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)


def in_backticks(document: Path) -> list[str]:
    """All that stands in backticks on one line or over two; blocks of code are left out."""
    prose = re.sub(r"^```.*?^```", "", document.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    return [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", prose)]


def section(document: Path, title: str) -> str:
    """What stands under this heading."""
    parts = re.split(r"^## (.*)\n", document.read_text("utf-8"), flags=re.MULTILINE)
    return parts[parts.index(title) + 1]


@cache
def paths() -> tuple[frozenset[str], frozenset[str]]:
    """All files and folders of the tree that are written by hand, each with a slash before it."""
    files = [path for room in ("sevenrocks", "tests", "assets", ".ci") for path in (ROOT / room).rglob("*")]
    found = [path.relative_to(ROOT) for path in (*files, *ROOT.glob("*.*"), ROOT / "Makefile", ROOT / "LICENSE")]
    folders = {f"/{folder}" for path in found for folder in path.parents}
    return frozenset(f"/{path}" for path in found), frozenset(folders)


def looks_like_a_path(span: str) -> bool:
    """Whether it names a file or folder of this tree, where it names one at all."""
    if not re.fullmatch(r"[\w.-]+(/[\w.-]*)*", span) or span in NOT_IN_THE_TREE:
        return False
    first, slash, _rest = span.partition("/")
    is_in_a_folder = bool(slash) and any(folder.endswith(f"/{first}") for folder in paths()[1])
    return is_in_a_folder or span.endswith((".md", ".py", ".svg", ".toml", "/"))


@each_document
def test_every_path_is_there(document: Path) -> None:
    """A path may begin in any folder, as `tui/keys/registry.py` does in sevenrocks/."""
    files, folders = paths()
    named = [span for span in in_backticks(document) if looks_like_a_path(span)]
    assert not [span for span in named if not any(path.endswith(f"/{span.rstrip('/')}") for path in files | folders)]


@each_document
def test_every_link_and_picture_leads_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)", document.read_text("utf-8"))
    assert not [target for target in targets if "://" not in target and not (document.parent / target).exists()]


@each_document
def test_every_target_of_make_is_there(document: Path) -> None:
    known = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    blocks = re.findall(r"^(make .*)$", document.read_text("utf-8"), re.MULTILINE)
    called = [span.split()[1] for span in (*in_backticks(document), *blocks) if span.startswith("make ")]
    assert not set(called) - known


def test_the_layers_in_the_design_are_those_of_the_contract() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    rows = re.findall(r"^\| (`[^|]*`) \|", section(ASSETS / "design.md", "2. The house"), re.MULTILINE)
    told = [" | ".join(re.findall(r"`(\w+)(?:/|\.py|)`", row)) for row in rows]
    assert told == contracts[0]["layers"]


# ---- names of the code


@cache
def homes() -> dict[str, list[object]]:
    """The modules and classes of the package by their names; several may have the same."""
    found: dict[str, list[object]] = defaultdict(list)
    for info in pkgutil.walk_packages(sevenrocks.__path__, "sevenrocks."):
        if info.name not in LEFT_OUT:
            module = importlib.import_module(info.name)
            found[info.name.rpartition(".")[2]].append(module)
            for thing in vars(module).values():
                if isinstance(thing, type) and thing.__module__ == info.name:
                    found[thing.__name__].append(thing)
    return {"sevenrocks": [sevenrocks], **found}


def is_there(home: object, names: list[str]) -> bool:
    """Whether these names lead to something from here."""
    return not names or (hasattr(home, names[0]) and is_there(getattr(home, names[0]), names[1:]))


@each_document
def test_every_name_of_the_code_is_there(document: Path) -> None:
    """Those that begin with a module or a class of the package."""
    missing = []
    for span in in_backticks(document):
        if re.fullmatch(r"[A-Za-z]\w*(\.\w+)+(\(\))?", span) and span not in NOT_IN_THE_TREE:
            first, *rest = span.removesuffix("()").split(".")
            is_key = document.name == "record.md" and first in IN_RECORDS
            at = [] if is_key else homes().get(first, [])
            if at and not looks_like_a_path(span) and not any(is_there(home, rest) for home in at):
                missing.append(span)
    assert not missing


# ---- pictures


@pytest.mark.parametrize(
    ("path", "picture"),
    [(house_picture.PICTURE, house_picture.picture), (steps_picture.PICTURE, steps_picture.picture)],
    ids=["house", "steps"],
)
def test_what_is_drawn_from_the_code_is_up_to_date(path: Path, picture: Callable[[], str]) -> None:
    assert path.read_text("utf-8") == picture(), "`make pictures` draws it anew"
