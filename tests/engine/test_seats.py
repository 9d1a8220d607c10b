"""Seats, partnerships, and the total maps over both."""

from __future__ import annotations

import pytest

from help.rules import rule
from help.strategies import through_pickle
from sevenrocks.engine.seats import ByPartnership, BySeat, Partnership, Seat

CLOCKWISE = [Seat.N, Seat.E, Seat.S, Seat.W]


@rule("1.3", "1.5")
@pytest.mark.parametrize("seat", Seat)
def test_the_seats_go_round_clockwise(seat: Seat) -> None:
    at = CLOCKWISE.index(seat)
    turned = CLOCKWISE[at:] + CLOCKWISE[:at]
    assert list(seat.clockwise()) == turned
    assert [seat, seat.next, seat.partner] == turned[:3]


@rule("1.2")
def test_the_pairs_are_north_with_south_and_east_with_west() -> None:
    assert Partnership.NS.seats == (Seat.N, Seat.S)
    assert Partnership.EW.seats == (Seat.E, Seat.W)
    assert Partnership.NS.opponents is Partnership.EW
    assert Partnership.EW.opponents is Partnership.NS
    for pair in Partnership:
        assert [seat for seat in Seat if seat.partnership is pair] == list(pair.seats)


def test_a_value_for_each_seat() -> None:
    sizes = BySeat([7, 6, 5, 4])
    assert [sizes[seat] for seat in CLOCKWISE] == [7, 6, 5, 4]
    assert list(sizes.by_seat()) == [(Seat.N, 7), (Seat.E, 6), (Seat.S, 5), (Seat.W, 4)]
    assert sizes.with_value(Seat.S, 0) == BySeat([7, 6, 0, 4])
    assert sizes == BySeat([7, 6, 5, 4])
    assert isinstance(sizes.with_value(Seat.N, 1), BySeat)
    with pytest.raises(ValueError, match="zip"):
        list(BySeat([1, 2, 3]).by_seat())


def test_a_value_for_each_partnership() -> None:
    scores = ByPartnership((15, -20))
    assert (scores[Partnership.NS], scores[Partnership.EW]) == (15, -20)
    assert list(scores.by_partnership()) == [(Partnership.NS, 15), (Partnership.EW, -20)]
    assert scores.with_value(Partnership.NS, 0) == ByPartnership((0, -20))
    assert scores.with_value(Partnership.EW, 0) == ByPartnership((15, 0))
    assert scores == ByPartnership((15, -20))
    assert isinstance(scores.with_value(Partnership.EW, 1), ByPartnership)


def test_the_maps_keep_their_kind_in_a_pickle() -> None:
    for values in (BySeat([1, 2, 3, 4]), ByPartnership((1, 2))):
        copy = through_pickle(values)
        assert copy == values
        assert type(copy) is type(values)
