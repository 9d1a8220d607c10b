"""The reference of the library in HTML, made from its docstrings by pdoc: `make docs` writes it into build/docs.

Its first page has `assets/library.md` and the public names, each with a link to the page of the module that it is at home in.
Such a page shows what is public there, and nothing else.
"""

from __future__ import annotations

import importlib
import re
import shutil
import sys
import typing
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

from help.places import ASSETS, ROOT

FOLDER = ROOT / "build" / "docs"

package: Any = importlib.import_module("sevenrocks")
NAMES: list[str] = package.__all__
HOMES: dict[str, str] = package._homes()


def page_of(home: str) -> str:
    """The page of a module, as seen from the first page."""
    return f"{home.replace('.', '/')}.html"


def linked(text: str) -> str:
    """Text of the first page in which a public name in backticks, and what belongs to one, leads to its description."""
    blocks = re.split(r"(^```.*?^```)", text, flags=re.DOTALL | re.MULTILINE)
    names = rf"`(({'|'.join(NAMES)})(?:\.\w+)*)`"
    return "".join(
        block if block.startswith("```") else re.sub(names, lambda m: f"[{m[0]}]({page_of(HOMES[m[2]])}#{m[1]})", block)
        for block in blocks
    )


def show_only(module: ModuleType, names: list[str]) -> None:
    """The page of a home has these names, and says how to import them."""
    told = f"{module.__doc__}\n\n```python\nfrom sevenrocks import {', '.join(names)}\n```"
    vars(module).update(__all__=names, __doc__=told)
    for kind in (vars(module)[name] for name in names):
        if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
            # What Python itself says of a named tuple's fields tells nothing, and pdoc cannot resolve their types.
            kind.__new__.__annotations__ = typing.get_type_hints(kind)
            kind.__new__.__doc__ = None
            for field in kind._fields:
                getattr(kind, field).__doc__ = ""


def shortened(page: str) -> str:
    """A page in which public names are told as they are imported: `Tile`, not `sevenrocks.engine.tiles.Tile`."""
    return re.sub(r">sevenrocks(?:\.\w+)*\.(\w+)</a>", lambda m: f">{m[1]}</a>" if m[1] in HOMES else m[0], page)


def write(pdoc: Any, folder: Path) -> dict[str, list[str]]:
    """Write all pages; returns the names that each home has."""
    homes: dict[str, list[str]] = {}
    for name in NAMES:
        homes.setdefault(HOMES[name], []).append(name)
    table = ["# All names\n\n| name | what it is |\n|---|---|\n"]
    for home, names in homes.items():
        show_only(importlib.import_module(home), names)
    for name in NAMES:
        found = pdoc.doc.Module.from_name(HOMES[name]).get(name)
        about = found.docstring.partition("\n")[0] or f"`{found.default_value_str}`".replace("|", r"\|")
        table.append(linked(f"| `{name}` | ") + f"{about} |\n")
    library = linked((ASSETS / "library.md").read_text("utf-8"))
    vars(package).update(__all__=[], __doc__=f"{package.__doc__}\n{library}\n{''.join(table)}")
    shutil.rmtree(folder, ignore_errors=True)
    pdoc.pdoc("sevenrocks", *homes, output_directory=folder)
    for path in folder.rglob("*.html"):
        path.write_text(shortened(path.read_text("utf-8")), "utf-8")
    return homes


def main() -> None:
    """Write the pages, and look whether every name is where the first page says."""
    warnings.simplefilter("error")
    homes = write(importlib.import_module("pdoc"), FOLDER)
    first = (FOLDER / "sevenrocks.html").read_text("utf-8")
    listed = set(re.findall(r'href="(sevenrocks/[^"#]+)#(\w+)"', first))
    shown = {
        (page_of(home), name)
        for home in homes
        for name in re.findall(r'<section id="(\w+)">', (FOLDER / page_of(home)).read_text("utf-8"))
    }
    if listed != shown or sorted(name for _page, name in shown) != NAMES:
        sys.exit(f"{FOLDER}: the names listed are not those that are shown: {sorted(listed ^ shown)}")
    sys.stdout.write(f"{FOLDER / 'index.html'}: {len(NAMES)} names\n")


if __name__ == "__main__":
    main()
