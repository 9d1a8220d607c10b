"""The public names of the package."""

from __future__ import annotations

import inspect

import pytest

import sevenrocks


def test_all_is_sorted_and_everything_in_it_can_be_had() -> None:
    names = sevenrocks.__all__
    assert names == sorted(names, key=lambda name: (not name.isupper(), not name[0].isupper(), name))
    assert len(names) == len(set(names))
    assert set(names) <= set(dir(sevenrocks))
    for name in names:
        assert getattr(sevenrocks, name) is not None


def test_every_public_name_is_at_home_in_the_package_and_documented() -> None:
    for name in sevenrocks.__all__:
        value = getattr(sevenrocks, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert value.__module__.startswith("sevenrocks.")
            assert value.__name__ == name
            assert inspect.getdoc(value)


def test_the_lazy_names_are_the_names_of_all() -> None:
    homes = [name for names in sevenrocks._HOMES.values() for name in names]
    assert sorted(homes) == sorted(sevenrocks.__all__)


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        sevenrocks.nothing  # noqa: B018
