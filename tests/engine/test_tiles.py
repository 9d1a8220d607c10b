"""Tiles: halves in order, the set, and texts that are no tile."""

from __future__ import annotations

import pytest

from help.rules import rule
from sevenrocks.engine.errors import NotationError, RocksError
from sevenrocks.engine.tiles import DOUBLE_SIX, Tile, pips_of


def test_a_tile_has_its_lower_half_first_whatever_the_order_given() -> None:
    assert Tile.of(5, 0) == Tile.of(0, 5) == Tile(0, 5) == (0, 5)
    assert Tile.of(3, 3) == Tile(3, 3)
    assert {Tile.of(half, other) for half in range(7) for other in range(7)} == set(DOUBLE_SIX)


@pytest.mark.parametrize(("half", "other"), [(-1, 3), (3, -1), (0, 7), (7, 0), (7, 7), (-1, 7)])
def test_halves_beyond_0_to_6_make_no_tile(half: int, other: int) -> None:
    with pytest.raises(NotationError, match="no such tile") as refused:
        Tile.of(half, other)
    assert isinstance(refused.value, RocksError)


@rule("2.1")
def test_the_set_is_ascending_and_has_seven_doubles_and_168_pips() -> None:
    assert list(DOUBLE_SIX) == sorted(set(DOUBLE_SIX))
    assert [str(one) for one in DOUBLE_SIX if one.is_double] == ["00", "11", "22", "33", "44", "55", "66"]
    assert pips_of(DOUBLE_SIX) == 168
    assert pips_of(()) == 0


@pytest.mark.parametrize("one", DOUBLE_SIX, ids=str)
def test_the_halves_of_a_tile(one: Tile) -> None:
    assert one.low <= one.high
    assert one.other(one.low) == one.high
    assert one.other(one.high) == one.low
    assert one.pips == one.low + one.high == pips_of([one])
    assert one.is_double is (one.low == one.high)
    assert {half for half in range(7) if half in one} == {one.low, one.high}
    assert str(one) == f"{one.low}{one.high}"
