"""Seven Rocks, the partnership domino game: its rules, its records and its bots, for programs.

`__init__.pyi` lists the public names, once, for programs and for type checkers. They are loaded when they are first used, so
importing the package costs nothing, and it never loads the app.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module


@cache
def _homes() -> dict[str, str]:
    """Where each public name is defined."""
    import ast  # noqa: PLC0415, whoever asks for no name needs none of this
    from pkgutil import get_data  # noqa: PLC0415, nor of this

    told = ast.parse(get_data(__name__, "__init__.pyi") or b"")
    return {
        alias.name: f"{__name__}.{node.module}"
        for node in told.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


@cache
def _version() -> str:
    """The version that is installed; empty where nothing says so, as in an archive of the package alone."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415, whoever asks for none needs none of this

    try:
        return version(__name__)
    except PackageNotFoundError:
        return ""


def __getattr__(name: str) -> object:
    if name == "__all__":
        return sorted(_homes())
    if name == "__version__":
        return _version()
    if not name.startswith("_") and name in _homes():
        return getattr(import_module(_homes()[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_homes()})
