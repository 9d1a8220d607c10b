"""The deal and the draw, recomputed from their description; that the shuffle is even; seeds and commitments."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from itertools import combinations, permutations
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from help.rules import rule
from help.strategies import deal_of, hand, seeds, tile
from sevenrocks.engine import deal
from sevenrocks.engine.deal import (
    Draw,
    Stream,
    commitment_to,
    cut_seed,
    deal_hands,
    draw_opener,
    known_seed,
    leaders,
)
from sevenrocks.engine.seats import Seat
from sevenrocks.engine.tiles import DOUBLE_SIX, Tile

# ---- The description once more as a program: none of the engine's code is used here


def bytes_of(label: str, seed: bytes) -> list[int]:
    return list(hashlib.shake_256(b"sevenrocks/1 " + label.encode() + b" " + seed).digest(5000))


def number_below(n: int, stream: list[int]) -> int:
    b = stream.pop(0)
    while b >= 256 - 256 % n:
        b = stream.pop(0)
    return b % n


def shuffled(stream: list[int]) -> list[str]:
    tiles = [f"{low}{high}" for low in range(7) for high in range(low, 7)]
    for i in range(27, 0, -1):
        j = number_below(i + 1, stream)
        tiles[i], tiles[j] = tiles[j], tiles[i]
    return tiles


def recomputed_deal(seed: bytes, round_number: int) -> list[list[str]]:
    tiles = shuffled(bytes_of(f"deal {round_number}", seed))
    return [sorted(tiles[first : first + 7]) for first in (0, 7, 14, 21)]


def recomputed_draw(seed: bytes, round_number: int) -> list[list[str]]:
    stream = bytes_of(f"draw {round_number}", seed)
    candidates, turns = ["N", "E", "S", "W"], []
    while len(candidates) > 1:
        turn = list(zip(candidates, shuffled(stream), strict=False))
        turns.append([f"{seat} {drawn}" for seat, drawn in turn])
        pips = {seat: int(drawn[0]) + int(drawn[1]) for seat, drawn in turn}
        candidates = [seat for seat in candidates if pips[seat] == max(pips.values())]
    return turns


def texts_of(draw: Draw) -> list[list[str]]:
    return [[f"{seat.name} {drawn}" for seat, drawn in turn] for turn in draw.turns]


SEEDS = [bytes(32), bytes([255] * 32), bytes(range(32)), known_seed("seven"), known_seed("rocks")]


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: seed.hex()[:8])
@pytest.mark.parametrize("round_number", [1, 2, 3, 10, 123])
def test_deal_and_draw_are_what_the_description_says(seed: bytes, round_number: int) -> None:
    assert [list(map(str, held)) for held in deal_hands(seed, round_number)] == recomputed_deal(seed, round_number)
    assert texts_of(draw_opener(seed, round_number)) == recomputed_draw(seed, round_number)


@rule("2.3", "3.5", "3.6", "3.7", "3.8")
@given(seeds, st.integers(1, 10**6))
def test_any_deal_and_draw_is_what_the_description_says(seed: bytes, round_number: int) -> None:
    assert [list(map(str, held)) for held in deal_hands(seed, round_number)] == recomputed_deal(seed, round_number)
    assert texts_of(draw_opener(seed, round_number)) == recomputed_draw(seed, round_number)


# ---- Fixed vectors: a later version deals as this one does

DEALS = [
    (
        bytes(32),
        1,
        ("00 01 04 06 13 16 46", "12 22 24 26 33 34 35", "02 03 25 36 44 56 66", "05 11 14 15 23 45 55"),
        [["N 26", "E 36", "S 44", "W 66"]],
    ),
    (
        bytes(32),
        2,
        ("01 11 23 25 33 46 55", "04 05 06 22 24 45 66", "02 14 15 16 34 35 44", "00 03 12 13 26 36 56"),
        [["N 02", "E 13", "S 55", "W 56"]],
    ),
    (
        bytes(range(32)),
        1,
        ("06 25 34 35 44 45 46", "01 03 11 12 13 55 66", "00 02 04 16 22 23 36", "05 14 15 24 26 33 56"),
        [["N 06", "E 56", "S 14", "W 22"]],
    ),
    (
        known_seed("seven rocks"),
        12,
        ("03 06 15 22 45 46 66", "02 04 11 12 16 24 25", "00 23 26 33 34 36 55", "01 05 13 14 35 44 56"),
        [["N 35", "E 46", "S 04", "W 16"]],
    ),
]


@pytest.mark.parametrize(("seed", "round_number", "hands", "turns"), DEALS)
def test_these_seeds_give_these_deals_and_draws(
    seed: bytes, round_number: int, hands: tuple[str, str, str, str], turns: list[list[str]]
) -> None:
    assert deal_hands(seed, round_number) == deal_of(*hands)
    assert texts_of(draw_opener(seed, round_number)) == turns


def test_this_seed_gives_ties_of_three_and_two() -> None:
    draw = draw_opener(known_seed("tie 527"), 1)
    assert texts_of(draw) == [["N 26", "E 12", "S 35", "W 44"], ["N 02", "S 23", "W 14"], ["S 00", "W 34"]]
    assert draw.opener is Seat.W


# ---- Numbers and the shuffle


def test_the_numbers_are_the_bytes_of_the_stream_as_far_as_one_likes() -> None:
    stream = Stream("deal 1", bytes(32))
    assert bytes(stream.below(256) for _ in range(3000)) == bytes(bytes_of("deal 1", bytes(32))[:3000])


def test_a_byte_that_would_make_some_numbers_likelier_is_rejected() -> None:
    # Of 256 bytes those from 200 on have no fair share among 200 numbers.
    stream = Stream("deal 1", bytes(32))
    expected = [byte for byte in bytes_of("deal 1", bytes(32)) if byte < 200]
    assert [stream.below(200) for _ in range(500)] == expected[:500]
    stream = Stream("deal 1", bytes(32))
    assert {stream.below(1) for _ in range(300)} == {0}


def is_even(outcomes: Iterable[object], possible: int) -> bool:
    """Whether all `possible` outcomes came about equally often: chi-square, at one false alarm in a thousand."""
    seen = Counter(outcomes)
    expected = sum(seen.values()) / possible
    missing = (possible - len(seen)) * expected
    chi_square = missing + sum((times - expected) ** 2 / expected for times in seen.values())
    free = possible - 1
    # The bound by Wilson and Hilferty; 3.09 standard deviations leave one in a thousand.
    return chi_square < free * (1 - 2 / (9 * free) + 3.09 * sqrt(2 / (9 * free))) ** 3


FEW = hand("00 01 02 03")


class WithoutRejection(Stream):
    """A faulty stream: some numbers are likelier than others."""

    def below(self, bound: int) -> int:
        return super().below(256) % bound


class AnyWithAny(Stream):
    """A faulty shuffle: each tile is exchanged with any, those done included."""

    def shuffled_set(self) -> list[Tile]:
        tiles = list(FEW)
        for at in range(len(tiles)):
            chosen = self.below(len(tiles))
            tiles[at], tiles[chosen] = tiles[chosen], tiles[at]
        return tiles


class NeverItself(Stream):
    """A faulty shuffle: no tile is ever exchanged with itself, so that only whole cycles come about."""

    def shuffled_set(self) -> list[Tile]:
        tiles = list(FEW)
        for last in range(len(tiles) - 1, 0, -1):
            chosen = self.below(last)
            tiles[last], tiles[chosen] = tiles[chosen], tiles[last]
        return tiles


@pytest.mark.parametrize(("kind", "even"), [(Stream, True), (WithoutRejection, False)])
def test_the_numbers_are_even_and_those_without_rejection_are_not(kind: type[Stream], even: bool) -> None:
    stream = kind("deal 1", known_seed("even numbers"))
    assert is_even([stream.below(100) for _ in range(20_000)], 100) is even


@pytest.mark.parametrize(("kind", "even"), [(Stream, True), (AnyWithAny, False), (NeverItself, False)])
def test_the_shuffle_of_a_few_tiles_is_even_and_faulty_ones_are_not(
    kind: type[Stream], even: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deal, "DOUBLE_SIX", FEW)
    stream = kind("deal 1", known_seed("even shuffles"))
    orders = [tuple(stream.shuffled_set()) for _ in range(12_000)]
    assert set(orders) <= set(permutations(FEW))
    assert is_even(orders, 24) is even


@rule("2.2")
def test_every_seat_is_dealt_every_tile_equally_often() -> None:
    holders: dict[Tile, list[Seat]] = {one: [] for one in DOUBLE_SIX}
    for round_number in range(1, 1501):
        for seat, held in deal_hands(known_seed("even deals"), round_number).by_seat():
            for one in held:
                holders[one].append(seat)
    uneven = [one for one, seats in holders.items() if not is_even(seats, 4)]
    assert uneven == []


@pytest.mark.parametrize("length", [0, 1, 31, 33, 64])
def test_a_seed_of_another_length_is_refused(length: int) -> None:
    for use in (deal_hands, draw_opener):
        with pytest.raises(ValueError, match=f"a seed has 32 bytes, not {length}"):
            use(bytes(length), 1)


@rule("2.2", "3.3")
@given(seeds)
def test_each_round_has_its_own_deal_and_draw(seed: bytes) -> None:
    assert len({deal_hands(seed, number) for number in range(1, 21)}) == 20
    shuffles = [tuple(Stream(label, seed).shuffled_set()) for label in ("deal 1", "draw 1", "deal 2", "draw 2")]
    assert len(set(shuffles)) == 4


# ---- The draw


@rule("3.7")
def test_the_leaders_have_most_pips() -> None:
    drawn = tuple(zip(Seat, hand("34 16 02 22"), strict=True))
    assert leaders(drawn) == (Seat.N, Seat.E)
    assert leaders(drawn[1:]) == (Seat.E,)
    # Pips decide, neither the higher half nor a double.
    assert leaders(((Seat.S, tile("33")), (Seat.W, tile("16")))) == (Seat.W,)


@rule("3.5", "3.8")
@pytest.mark.untraced
def test_ties_are_drawn_again_among_those_who_tied_and_as_often_as_they_should_be() -> None:
    # Four tiles of the set are equally likely to be any four.
    tied = Counter(
        [pips.count(max(pips)) for pips in ([one.pips for one in four] for four in combinations(DOUBLE_SIX, 4))]
    )
    chances = {ties: times / tied.total() for ties, times in tied.items()}
    assert {ties: round(chance, 5) for ties, chance in chances.items()} == {
        1: 0.90061,
        2: 0.09455,
        3: 0.00479,
        4: 0.00005,
    }
    draws = 20_000
    found: Counter[int] = Counter()
    openers = []
    for number in range(1, draws + 1):
        draw = draw_opener(known_seed("ties"), number)
        candidates: tuple[Seat, ...] = tuple(Seat)
        for turn in draw.turns:
            assert tuple(seat for seat, _ in turn) == candidates
            assert len(candidates) > 1
            assert len({drawn for _, drawn in turn}) == len(turn)
            candidates = leaders(turn)
        assert candidates == (draw.opener,)
        found[len(leaders(draw.turns[0]))] += 1
        openers.append(draw.opener)
    for ties, chance in chances.items():
        # Within four standard deviations.
        assert abs(found[ties] - draws * chance) <= 4 * sqrt(draws * chance * (1 - chance))
    assert is_even(openers, 4)


# ---- Seeds


def test_a_known_seed_is_the_hash_of_its_text() -> None:
    assert known_seed("seven rocks").hex() == "04a71f3fcc82ad3cc0b12b5a1c04af6fd52673668ff4ceb1ba2d1ffba702fa55"
    assert known_seed("\u017c\u00f3\u0142w") == hashlib.sha256(b"\xc5\xbc\xc3\xb3\xc5\x82w").digest()
    assert known_seed("") == hashlib.sha256(b"").digest()


def test_words_cut_a_seed_and_no_words_leave_it() -> None:
    seed = bytes(range(32))
    assert cut_seed(seed, "") == seed
    assert cut_seed(seed, "ma\u00df") == hashlib.sha256(b"sevenrocks/1 cut " + seed + b"ma\xc3\x9f").digest()
    assert cut_seed(seed, "a") != cut_seed(seed, "b")
    assert len(cut_seed(seed, "a")) == 32


def test_a_commitment_is_a_hash_of_the_seed() -> None:
    seed = bytes(range(32))
    assert len(commitment_to(seed)) == 64
    assert commitment_to(seed) == hashlib.sha256(b"sevenrocks/1 commitment " + seed).hexdigest()
