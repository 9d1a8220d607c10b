"""The public names of the package."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterator

import pytest

package = importlib.import_module("sevenrocks")
NAMES: list[str] = package.__all__


def test_all_is_sorted_and_everything_in_it_can_be_had() -> None:
    assert sorted(set(NAMES)) == NAMES
    assert set(NAMES) <= set(dir(package))
    for name in NAMES:
        assert getattr(package, name) is not None


def test_every_public_name_is_at_home_in_the_package_and_documented() -> None:
    for name in NAMES:
        value = getattr(package, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert value.__module__.startswith("sevenrocks.")
            assert value.__name__ == name
            assert inspect.getdoc(value)


FOREIGN = {"Callable", "Executor", "ForwardRef", "Iterator", "None", "Random", "Sequence"}


def test_what_public_names_take_hold_and_return_is_public_too() -> None:
    for name in NAMES:
        for annotation in annotations_of(getattr(package, name)):
            told = set(re.findall(r"\b[A-Z]\w+", annotation)) - FOREIGN
            assert told <= set(NAMES), name


def annotations_of(value: object) -> Iterator[str]:
    """Of a function, or of what a class has and does."""
    parts = [value]
    if inspect.isclass(value):
        members = [member for name, member in inspect.getmembers(value) if not name.startswith("_")]
        parts += [member.fget if isinstance(member, property) else member for member in members]
    for part in parts:
        if (inspect.isclass(part) or inspect.isfunction(part)) and part.__module__.startswith("sevenrocks."):
            yield from map(str, inspect.get_annotations(part).values())


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        package.nothing  # noqa: B018
