"""What the app leans on in Textual that Textual does not promise to keep.

A name that is put into a module, or a method that is overridden, silently does nothing once Textual calls it otherwise. So it
is looked up when the app is loaded, and where it is missing there is no app.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from types import CodeType


class UnknownTextualError(ImportError):
    """Textual is not as it was."""

    def __init__(self, missing: str) -> None:
        super().__init__(f"this Textual has no {missing}", name="textual")


def expect_used(owner: type, method: str, *names: str) -> None:
    """Raise UnknownTextualError unless this method of Textual's uses all of these names."""
    found = set(_names(_code(owner, method)))
    for name in names:
        if name not in found:
            raise UnknownTextualError(f"{name} in {owner.__name__}.{method}")


def expect_overridden(ours: type, base: type, *methods: str) -> None:
    """Raise UnknownTextualError unless Textual has these methods, with as many parameters as they have in our class."""
    for method in methods:
        _code(base, method)
        if _shape(vars(ours)[method]) != _shape(getattr(base, method)):
            raise UnknownTextualError(f"such {base.__name__}.{method}")


def _code(owner: type, method: str) -> CodeType:
    found = getattr(owner, method, None)
    found = inspect.unwrap(getattr(found, "fget", None) or getattr(found, "func", None) or found)  # type: ignore[arg-type]
    if not inspect.isfunction(found):
        raise UnknownTextualError(f"{owner.__name__}.{method}")
    return found.__code__


def _names(code: CodeType) -> Iterator[str]:
    """What a function looks up or sets, and what the functions within it do."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _shape(method: object) -> list[tuple[object, bool]]:
    parameters = inspect.signature(inspect.unwrap(method)).parameters.values()  # type: ignore[arg-type]
    return [(parameter.kind, parameter.default is parameter.empty) for parameter in parameters]
