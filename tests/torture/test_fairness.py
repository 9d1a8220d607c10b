"""The deals are fair: whoever has a record can recompute them without the game, and no tile, seat or hand is favoured.

The bounds on what is counted hold for any seed of the harness: all of them together are broken by a fair shuffle with a
probability below 1e-9, and by each of the unfair ones planted here.
"""

from __future__ import annotations

import ast
import datetime
import random
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations
from math import comb, inf, log
from pathlib import Path

import pytest

from help.effort import LONG, cases, seeded
from help.record_cases import PLAYERS, loosened
from outside import verifier
from sevenrocks import cli
from sevenrocks.engine import deal
from sevenrocks.engine.deal import DrawTurn, Stream, commitment_to, cut_seed, deal_hands, draw_opener, leaders
from sevenrocks.engine.match import Match
from sevenrocks.engine.seats import BySeat, Seat
from sevenrocks.engine.tiles import DOUBLE_SIX, Tile
from sevenrocks.record import Fairness, MatchRecord, RoundRecord, read_record, record_match, write_record
from sevenrocks.seating import Player
from sevenrocks.table import Table

# ---- the verifier

VERIFIER = Path(verifier.__file__)
PERSONS = BySeat([Player("Anna"), Player("Bartek", "club"), Player("Clara"), Player("Dieter", "club")])
DAY = datetime.date(2026, 11, 29)


@pytest.fixture
def judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[str], tuple[bool, bool]]:
    """Whether the verifier finds a record fair, and whether `check` finds it true."""

    def judge(text: str) -> tuple[bool, bool]:
        path = tmp_path / "judged.rocks.toml"
        path.write_text(text, "utf-8", newline="")
        code = cli.main(["check", str(path)])
        capsys.readouterr()
        assert code in (0, 1)
        return verifier.what_differs(tomllib.loads(path.read_text("utf-8"))) == "", code == 0

    return judge


def _verified(path: Path) -> tuple[int, str]:
    """The verifier as anyone runs it: by itself, without anything that is installed."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(VERIFIER), path.name],
        cwd=path.parent,
        capture_output=True,
        check=False,
        text=True,
        timeout=60,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


def _played(rng: random.Random, folder: Path, words: str | None) -> MatchRecord:
    """The record of a match that was played at a table to its end, its deals cut with these words."""
    table = Table.begin(PERSONS, folder, target=rng.choice([5, 30, 60]), known_seed=None, date=DAY)
    commitment = table.commitment
    if words is not None:
        table.cut(words)
    while table.winner is None:
        if table.turn is None:
            table.begin_round()
        seat = table.turn
        assert seat is not None
        table.play(seat, rng.choice(table.view_for(seat).legal_actions))
    table.close()
    record = table.record()
    assert record.fairness is not None
    assert record.fairness.commitment == commitment, "what was shown before the match is what the record says"
    return record


def _records(rng: random.Random, folder: Path, count: int) -> Iterator[MatchRecord]:
    """Records of matches that were played at a table with a seed from the system, most of them cut."""
    words: tuple[str | None, ...] = (
        "our words",
        "",
        "za\u017c\u00f3\u0142\u0107 \u2660 7",
        None,
        '"\\" [x] {0}',
        "x" * 60,
    )
    first = rng.randrange(len(words))
    for number in range(first, first + count):
        yield _played(rng, folder, words[number % len(words)])


def test_the_verifier_needs_nothing_of_the_game() -> None:
    tree = ast.parse(VERIFIER.read_text("utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names | {"__future__"}


def test_matches_of_bots_are_found_fair(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], judged: Callable[[str], tuple[bool, bool]]
) -> None:
    rng = seeded("fairness of bots")
    matches, seed = cases(3, 2000), str(rng.getrandbits(64))
    levels = ["--seat", "N=bot:novice", "--seat", "E=bot:novice"]
    out = ["--out", str(tmp_path / "out")]
    assert cli.main(["simulate", "--matches", str(matches), "--seed", seed, *levels, *out]) == 0
    capsys.readouterr()
    paths = sorted((tmp_path / "out").iterdir())
    assert len(paths) == matches
    for path in paths:
        text = path.read_text("utf-8")
        assert judged(text) == (True, True), path.name
        assert judged(loosened(text, rng)) == (True, True), "another layout of the same record"
    assert _verified(paths[0]) == (0, "fair\n")


def test_matches_at_a_table_are_found_fair_whatever_the_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, judged: Callable[[str], tuple[bool, bool]]
) -> None:
    rng = seeded("fairness at a table")
    # The seeds of the matches as well: what fails can be repeated.
    monkeypatch.setattr("secrets.token_bytes", rng.randbytes)
    draws = 0
    least = cases(4, 1000)
    for number, record in enumerate(_records(rng, tmp_path / "state", 20 * least), 1):
        if number > least and draws > 1:
            break
        text = write_record(record)
        assert judged(text) == (True, True), text
        draws = max(draws, sum(len(stated.draws) for stated in record.rounds))
        path = tmp_path / "last.rocks.toml"
        path.write_text(text, "utf-8")
    assert _verified(path) == (0, "fair\n")
    assert draws > 1, "some match has more than its first draw"


def _other(rng: random.Random, text: str) -> str:
    """Other hexadecimal digits: one of them is changed."""
    at = rng.randrange(len(text))
    return text[:at] + rng.choice(sorted(set("0123456789abcdef") - {text[at]})) + text[at + 1 :]


def _with_round(record: MatchRecord, number: int, stated: RoundRecord) -> MatchRecord:
    return replace(record, rounds=(*record.rounds[:number], stated, *record.rounds[number + 1 :]))


def _exchanged(record: MatchRecord, rng: random.Random) -> MatchRecord:
    """Two tiles of a deal exchanged between two hands."""
    number = rng.randrange(len(record.rounds))
    stated = record.rounds[number]
    hands = [list(hand) for hand in stated.deal]
    one, other = rng.sample(range(4), 2)
    at, to = rng.randrange(7), rng.randrange(7)
    hands[one][at], hands[other][to] = hands[other][to], hands[one][at]
    return _with_round(record, number, replace(stated, deal=BySeat([tuple(sorted(hand)) for hand in hands])))


def _fairness(record: MatchRecord) -> Fairness:
    assert record.fairness is not None
    return record.fairness


def _cut_changed(record: MatchRecord, rng: random.Random) -> MatchRecord:
    """Words that were not said, or those that were said left out; without a cut there are some to put in."""
    cut = _fairness(record).cut
    ways = [cut + ".", cut + " ", " " + cut, cut.swapcase(), cut[1:], ""]
    return replace(record, fairness=replace(_fairness(record), cut=rng.choice([way for way in ways if way != cut])))


def _seed_changed(record: MatchRecord, rng: random.Random) -> MatchRecord:
    """Another seed than the one that was committed to."""
    seed = bytes.fromhex(_other(rng, _fairness(record).seed.hex()))
    return replace(record, fairness=replace(_fairness(record), seed=seed))


def _both_changed(record: MatchRecord, rng: random.Random) -> MatchRecord:
    """Another seed, with the commitment to it."""
    changed = _seed_changed(record, rng)
    commitment = commitment_to(_fairness(changed).seed)
    return replace(changed, fairness=replace(_fairness(changed), commitment=commitment))


def _commitment_changed(record: MatchRecord, rng: random.Random) -> MatchRecord:
    """A commitment to nothing."""
    commitment = _other(rng, _fairness(record).commitment)
    return replace(record, fairness=replace(_fairness(record), commitment=commitment))


def _draw_changed(record: MatchRecord, rng: random.Random) -> MatchRecord:
    """Another tile drawn by a seat that has most pips no more than before: the rules have nothing against it."""
    number = rng.choice([number for number, stated in enumerate(record.rounds) if stated.draws])
    stated = record.rounds[number]
    at = rng.randrange(len(stated.draws))
    turn = stated.draws[at]
    first = leaders(turn)
    ways: list[DrawTurn] = []
    for index, (seat, tile) in enumerate(turn):
        others = [other for other in DOUBLE_SIX if other != tile and other not in {drawn for _seat, drawn in turn}]
        for other in others:
            changed = (*turn[:index], (seat, other), *turn[index + 1 :])
            if leaders(changed) == first:
                ways.append(changed)
    draws = (*stated.draws[:at], rng.choice(ways), *stated.draws[at + 1 :])
    return _with_round(record, number, replace(stated, draws=draws))


TAMPERINGS: tuple[Callable[[MatchRecord, random.Random], MatchRecord], ...] = (
    _exchanged,
    _cut_changed,
    _seed_changed,
    _both_changed,
    _commitment_changed,
    _draw_changed,
)


def test_a_record_that_was_tampered_with_is_refused_by_both(
    tmp_path: Path, judged: Callable[[str], tuple[bool, bool]]
) -> None:
    rng = seeded("tampering")
    for record in _records(rng, tmp_path / "state", cases(3, 500)):
        for tamper in rng.sample(TAMPERINGS, len(TAMPERINGS)):
            tampered = write_record(tamper(record, rng))
            assert tampered != write_record(record)
            assert read_record(tampered.encode()) is not None, "it can be read, and is refused for what it says"
            assert judged(tampered) == (False, False), f"{tamper.__name__}\n{tampered}"
            path = tmp_path / "last.rocks.toml"
            path.write_text(tampered, "utf-8")
    code, said = _verified(path)
    assert code == 1
    assert said not in ("", "fair\n")


def _forged(rng: random.Random, forge: str) -> MatchRecord:
    """A record that the rules have nothing against: the match went like this, but not all of it came from its seed."""
    seed, cut = rng.randbytes(32), rng.choice(["", "our words"])
    while True:
        match = Match(60)
        forged = False
        while match.winner is None:
            if match.round is None:
                number = len(match.rounds) + 1
                usual = cut_seed(seed, cut)
                draw = draw_opener(usual, number) if match.next_opener is None else None
                hands = deal_hands(usual, number)
                if number > 1 and forge == "deal":
                    # The two hands of a pair: each seat holds as much as before, and nothing but the owners has changed.
                    hands = BySeat([hands[Seat.S], hands[Seat.E], hands[Seat.N], hands[Seat.W]])
                    forged = True
                elif number > 1 and forge == "draw" and draw is not None:
                    draw = draw_opener(rng.randbytes(32), number)
                    forged = True
                elif forge == "uncut" and cut:
                    hands = deal_hands(seed, number)
                    draw = None if draw is None else draw_opener(seed, number)
                    forged = True
                match = match.begin_round(hands, draw)
            match = match.play(rng.choice(match.rounds[-1].legal_actions))
        if forged:
            return record_match(match, PLAYERS, seed=seed, cut=cut)
        cut = "our words"


@pytest.mark.parametrize("forge", ["deal", "draw", "uncut"])
def test_a_match_that_was_forged_by_the_rules_is_refused_by_both(
    forge: str, judged: Callable[[str], tuple[bool, bool]]
) -> None:
    rng = seeded(f"forgery {forge}")
    for _ in range(cases(2, 300)):
        text = write_record(_forged(rng, forge))
        assert judged(text) == (False, False), text


# ---- statistics: what is counted in many deals

BIT = {tile: 1 << number for number, tile in enumerate(DOUBLE_SIX)}
KINDS = {"doubles": sum(BIT[tile] for tile in DOUBLE_SIX if tile.is_double)}
KINDS |= {f"tiles of {half}": sum(BIT[tile] for tile in DOUBLE_SIX if half in tile) for half in range(7)}
"""Seven tiles each: the doubles, and those of each suit."""

HAND_CHANCES = [comb(7, held) * comb(21, 7 - held) / comb(28, 7) for held in range(8)]
"""How likely a hand holds so many of seven given tiles."""

TOO_MUCH = log(1e14)
"""What is less likely than this, in nats, no fair shuffle does in all the counts of these tests, but once in 1e9 times."""


def surprise(count: int, of: int, chance: float) -> float:
    """How unlikely it is that something so likely comes up so often, or further from the mean: a bound in nats.

    It is the bound by Chernoff, which holds whatever the numbers are: the probability is at most exp(-surprise), to
    either side.
    """
    if chance in (0.0, 1.0):
        return 0.0 if count == of * chance else inf
    share = count / of
    up = share * log(share / chance) if share else 0.0
    down = (1 - share) * log((1 - share) / (1 - chance)) if share < 1 else 0.0
    return of * (up + down)


def surprise_of_sum(square: float, free: int) -> float:
    """How unlikely a chi-square with so many degrees of freedom is so great: a bound in nats."""
    over = square / free
    return 0.0 if over <= 1 else free / 2 * (over - 1 - log(over))


Deal = Callable[[bytes, int], Iterable[Iterable[Tile]]]


class Deals:
    """Many deals, as four columns of hands, each hand the bits of its tiles."""

    def __init__(self, rng: random.Random, count: int) -> None:
        # As in matches: a few rounds from a seed, which was cut or was not.
        bit = BIT.__getitem__
        hands: list[list[int]] = [[], [], [], []]
        add = [column.append for column in hands]
        while len(hands[0]) < count:
            seed = rng.randbytes(32)
            if rng.random() < 0.5:
                seed = cut_seed(seed, f"words {len(hands[0])}")
            for number in range(1, 9):
                for put, hand in zip(add, deal.deal_hands(seed, number), strict=True):
                    put(sum(map(bit, hand)))
        self.hands = hands
        self.count = len(hands[0])

    def holding(self) -> list[list[int]]:
        """For each seat and tile the deals in which it holds that tile, as the bits of a number."""
        found: list[list[int]] = []
        for column in self.hands:
            data = b"".join(hand.to_bytes(4, "little") for hand in column)
            found.append([])
            for tile in range(28):
                bits = bytes(b"01"[byte >> tile % 8 & 1] for byte in range(256))
                found[-1].append(int(data[tile // 8 :: 4].translate(bits), 2))
        return found


def unfair_deals(deals: Deals) -> list[str]:
    """What is too unlikely to be chance in so many deals."""
    count = deals.count
    told: dict[str, float] = {}
    holding = deals.holding()
    # Each tile with each seat: a seat holds a quarter of the set.
    squares = 0.0
    for seat, columns in zip("NESW", holding, strict=True):
        for tile, column in zip(DOUBLE_SIX, columns, strict=True):
            times = column.bit_count()
            told[f"{seat} holds {tile}"] = surprise(times, count, 1 / 4)
            squares += (times - count / 4) ** 2 / (count / 4)
    # The counts of all tiles and seats vary in 27 x 3 ways, as tiles exclude each other a little more than dice do.
    told["all tiles with all seats"] = surprise_of_sum(squares * 27 / 28, 27 * 3)
    # Each pair of tiles in the hand of each seat, and in one hand whosever it is.
    squares = 0.0
    for one, other in combinations(range(28), 2):
        together = [(columns[one] & columns[other]).bit_count() for columns in holding]
        for seat, times in zip("NESW", together, strict=True):
            told[f"{seat} holds {DOUBLE_SIX[one]} and {DOUBLE_SIX[other]}"] = surprise(times, count, 1 / 18)
        told[f"{DOUBLE_SIX[one]} lies with {DOUBLE_SIX[other]}"] = surprise(sum(together), count, 2 / 9)
        squares += (sum(together) - count * 2 / 9) ** 2
    # Of 378 pairs 350 counts are free: with each tile lie six others, whatever the deal.
    told["all pairs of tiles"] = surprise_of_sum(squares / (count * 378 / 350 * 2 / 9 * 7 / 9), 350)
    # Kinds of hands: how many doubles, how many of a suit.
    for seat, hands in zip("NESW", deals.hands, strict=True):
        for kind, mask in KINDS.items():
            seen = Counter(map(int.bit_count, map(mask.__and__, hands)))
            for held, chance in enumerate(HAND_CHANCES):
                told[f"{seat} holds {held} {kind}"] = surprise(seen[held], count, chance)
        # What a seat held is no reason to hold it in the next round.
        kept = Counter(map(int.bit_count, map(int.__and__, hands, hands[1:])))
        for held, chance in enumerate(HAND_CHANCES):
            told[f"{seat} keeps {held}"] = surprise(kept[held], count - 1, chance)
    assert len(told) * 2 * 1e-14 < 1e-10
    return [what for what, nats in told.items() if nats > TOO_MUCH]


def test_no_tile_no_pair_and_no_kind_of_hand_is_favoured_in_the_deals() -> None:
    assert unfair_deals(Deals(seeded("fairness of deals"), cases(6_000, 1_000_000))) == []


def _tie_chance(tied: int, among: int) -> float:
    """How likely so many tie at the top of a turn in which so many draw."""
    ways = Counter(
        [pips.count(max(pips)) for four in combinations(DOUBLE_SIX, among) for pips in [[tile.pips for tile in four]]]
    )
    return ways[tied] / ways.total()


def unfair_draws(rng: random.Random, count: int) -> list[str]:
    """What is too unlikely to be chance in so many draws."""
    firsts: Counter[tuple[Seat, ...]] = Counter()
    openers: Counter[Seat] = Counter()
    again: Counter[tuple[int, int]] = Counter()
    drawn: Counter[tuple[Seat, Tile]] = Counter()
    held = done = 0
    while done < count:
        seed = rng.randbytes(32)
        for number in range(1, 9):
            draw = deal.draw_opener(seed, number)
            first = draw.turns[0]
            firsts[leaders(first)] += 1
            openers[draw.opener] += 1
            drawn.update(first)
            for turn in draw.turns[1:]:
                again[len(turn), len(leaders(turn))] += 1
            done += 1
        # The draw is one of its own: it says nothing of the deal.
        held += first[0][1] in deal.deal_hands(seed, 8)[Seat.N]
    told: dict[str, float] = {"N drew what it was dealt": surprise(held, done // 8, 1 / 4)}
    for seat in Seat:
        told[f"{seat.name} opens"] = surprise(openers[seat], done, 1 / 4)
        for tile in DOUBLE_SIX:
            told[f"{seat.name} draws {tile}"] = surprise(drawn[seat, tile], done, 1 / 28)
    for tied in range(1, 5):
        chance = _tie_chance(tied, 4)
        times = sum(number for seats, number in firsts.items() if len(seats) == tied)
        told[f"{tied} lead"] = surprise(times, done, chance)
        for seats in combinations(Seat, tied):
            told[f"{' '.join(seat.name for seat in seats)} lead"] = surprise(
                firsts[seats], done, chance / comb(4, tied)
            )
    for among in (2, 3, 4):
        turns = sum(number for (size, _tied), number in again.items() if size == among)
        for tied in range(1, among + 1):
            if turns:
                told[f"{tied} of {among} lead again"] = surprise(again[among, tied], turns, _tie_chance(tied, among))
        # Whoever ties draws again: not one turn less, and not one more.
        due = sum(n for seats, n in firsts.items() if len(seats) == among) + sum(
            n for (_size, tied), n in again.items() if tied == among
        )
        told[f"{among} draw again"] = 0.0 if turns == due else inf
    assert len(told) * 2 * 1e-14 < 1e-10
    return [what for what, nats in told.items() if nats > TOO_MUCH]


def test_no_seat_is_favoured_in_the_draw_and_ties_are_as_likely_as_they_should_be() -> None:
    assert [round(_tie_chance(tied, 4), 5) for tied in range(1, 5)] == [0.90061, 0.09455, 0.00479, 0.00005]
    assert unfair_draws(seeded("fairness of draws"), cases(6_000, 1_000_000)) == []


# ---- unfair shuffles, which the same counts must find

FEW = 20_000 if LONG else 6_000
"""In so many deals, or draws, an unfair way must be found."""

ONE_IN = 8 if LONG else 4
"""How seldom somebody is favoured: fewer deals show it only where it is done more often."""


def _shuffled(choose: Callable[[Stream, int], int], stream: Stream) -> list[Tile]:
    """A shuffle in which the tile at each place from the last to the second is exchanged with a chosen one."""
    tiles = list(DOUBLE_SIX)
    for last in range(27, 0, -1):
        chosen = choose(stream, last)
        tiles[last], tiles[chosen] = tiles[chosen], tiles[last]
    return tiles


def _seat_favoured(stream: Stream, fair: Callable[[Stream], list[Tile]]) -> list[Tile]:
    """N now and then finds the double six in its hand where it would be with E."""
    tiles = fair(stream)
    at = tiles.index(Tile(6, 6))
    if 7 <= at < 14 and stream.below(ONE_IN) == 0:
        tiles[0], tiles[at] = tiles[at], tiles[0]
    return tiles


def _pair_apart(stream: Stream, fair: Callable[[Stream], list[Tile]]) -> list[Tile]:
    """Each tile is with each seat as often as it should be; only 5|5 and 6|6 lie together less often."""
    tiles = fair(stream)
    fives, sixes = tiles.index(Tile(5, 5)), tiles.index(Tile(6, 6))
    if fives // 7 == sixes // 7 and stream.below(4) == 0:
        shift = 7 * (1 + stream.below(3))
        to = (sixes + shift) % 28
        tiles[sixes], tiles[to] = tiles[to], tiles[sixes]
    return tiles


FAIR = Stream.shuffled_set
UNFAIR_SHUFFLES: dict[str, Callable[[Stream], list[Tile]]] = {
    "exchanged with any": partial(_shuffled, lambda stream, _last: stream.below(28)),
    "never itself": partial(_shuffled, lambda stream, last: stream.below(last)),
    "a seat favoured": partial(_seat_favoured, fair=FAIR),
    "a pair kept apart": partial(_pair_apart, fair=FAIR),
    "in order": lambda _stream: list(DOUBLE_SIX),
}


@pytest.mark.parametrize("way", UNFAIR_SHUFFLES)
def test_an_unfair_shuffle_is_found_in_the_deals(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def shuffled_set(stream: Stream) -> list[Tile]:
        return UNFAIR_SHUFFLES[way](stream)

    monkeypatch.setattr(Stream, "shuffled_set", shuffled_set)
    assert unfair_deals(Deals(random.Random(way), FEW)) != []


def test_numbers_without_rejection_are_found_in_the_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    # The bias of a byte is so small that it takes more deals to be seen than the short form has time for.
    wide, count = (8, 1_000_000) if LONG else (7, FEW)

    def below(stream: Stream, bound: int, fair: Callable[[Stream, int], int] = Stream.below) -> int:
        return fair(stream, 1 << wide) % bound

    monkeypatch.setattr(Stream, "below", below)
    assert unfair_deals(Deals(random.Random("bytes"), count)) != []


def _first_of_the_tied(seed: bytes, number: int) -> deal.Draw:
    """Nobody draws again: of those who tie the first in order opens."""
    return deal.Draw(draw_opener(seed, number).turns[:1])


def _west_chooses(seed: bytes, number: int) -> deal.Draw:
    """W now and then takes the tile of N where that has more pips."""
    draw = draw_opener(seed, number)
    (north, one), *others, (west, other) = draw.turns[0]
    if one.pips > other.pips and seed[0] < 256 // ONE_IN:
        return deal.Draw((((north, other), *others, (west, one)), *draw.turns[1:]))
    return draw


@pytest.mark.parametrize("way", [_first_of_the_tied, _west_chooses], ids=lambda way: way.__name__.strip("_"))
def test_an_unfair_draw_is_found(way: Callable[[bytes, int], deal.Draw], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deal, "draw_opener", way)
    assert unfair_draws(random.Random("draws"), FEW) != []
