"""What seats and pairs are called on the screen: by letters of the language. Commands and records say N, E, S and W in all."""

from __future__ import annotations

from sevenrocks.engine.seats import Partnership, Seat
from sevenrocks.i18n import N_, P_, _, pgettext

SEAT_KEYS = {
    Seat.N: P_("key: seat N", "n"),
    Seat.E: P_("key: seat E", "e"),
    Seat.S: P_("key: seat S", "s"),
    Seat.W: P_("key: seat W", "w"),
}
"""The letter of each seat with its context, for `pgettext`: the one that is shown is also the key that opens its hand."""

_PAIRS = {Partnership.NS: N_("NS"), Partnership.EW: N_("EW")}


def seat_letter(seat: Seat) -> str:
    """The letter of a seat."""
    return pgettext(*SEAT_KEYS[seat]).upper()


def pair_letters(pair: Partnership) -> str:
    """The letters of both seats of a pair."""
    return _(_PAIRS[pair])
