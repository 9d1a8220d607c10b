"""Seats and partnerships, and total maps over both."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import TypeVar

T = TypeVar("T")


class Seat(IntEnum):
    """A place at the table. Numbered clockwise, so that a `BySeat` can be read with it; only the bots' kernel counts with it."""

    N = 0
    E = 1
    S = 2
    W = 3

    @property
    def next(self) -> Seat:
        """The seat that plays after this one: turns go clockwise (rules.md 1.5)."""
        return _ROUND_THE_TABLE[self + 1]

    @property
    def partner(self) -> Seat:
        """The seat opposite (rules.md 1.3)."""
        return _ROUND_THE_TABLE[self + 2]

    @property
    def partnership(self) -> Partnership:
        """The pair this seat belongs to."""
        return _PARTNERSHIPS[self]

    def clockwise(self) -> tuple[Seat, Seat, Seat, Seat]:
        """All four seats in the order of play, this one first."""
        first = int(self)
        return (
            _ROUND_THE_TABLE[first],
            _ROUND_THE_TABLE[first + 1],
            _ROUND_THE_TABLE[first + 2],
            _ROUND_THE_TABLE[first + 3],
        )


class Partnership(IntEnum):
    """Two seats opposite each other, who share one score (rules.md 1.2, 1.4)."""

    NS = 0
    EW = 1

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Its two seats."""
        return (Seat.N, Seat.S) if self is Partnership.NS else (Seat.E, Seat.W)

    @property
    def opponents(self) -> Partnership:
        """The other pair."""
        return Partnership.EW if self is Partnership.NS else Partnership.NS


_ROUND_THE_TABLE: tuple[Seat, ...] = (*Seat, *Seat)
_PARTNERSHIPS = (Partnership.NS, Partnership.EW, Partnership.NS, Partnership.EW)


class BySeat(tuple[T, T, T, T]):
    """One value for each seat, read as `sizes[Seat.E]`; iterates in the order N, E, S, W."""

    __slots__ = ()

    def with_value(self, seat: Seat, value: T) -> BySeat[T]:
        """A copy with another value for one seat."""
        values = list(self)
        values[seat] = value
        return BySeat(values)

    def by_seat(self) -> Iterator[tuple[Seat, T]]:
        """Each seat with its value."""
        return zip(Seat, self, strict=True)


class ByPartnership(tuple[T, T]):
    """One value for each partnership, read as `scores[Partnership.NS]`."""

    __slots__ = ()

    def with_value(self, pair: Partnership, value: T) -> ByPartnership[T]:
        """A copy with another value for one partnership."""
        return ByPartnership((value, self[1]) if pair is Partnership.NS else (self[0], value))

    def by_partnership(self) -> Iterator[tuple[Partnership, T]]:
        """Each partnership with its value."""
        return zip(Partnership, self, strict=True)


Scores = ByPartnership[int]
"""Both running totals in points; multiples of five, and possibly below zero."""
