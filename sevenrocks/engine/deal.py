"""The deal and the neutral draw: the only shuffles.

Anyone can recompute both, in any language, from the match's seed of 32 bytes:

- The stream of a round's deal is SHAKE-256 over the ASCII bytes ``sevenrocks/1 deal ROUND `` followed by the 32 bytes of
  the seed, ROUND being the round's number in decimal; the stream of its draw is the same with ``draw`` for ``deal``.
- A number below n (n <= 256) is the next byte b of the stream, unless b >= 256 - 256 mod n: then b is rejected and the
  next byte is taken. The number is b mod n.
- A shuffle takes the 28 tiles ascending (00 01 .. 06 11 .. 66) and for i = 27 down to 1 exchanges the tiles at i and at a
  number below i + 1, both counted from 0.
- In the deal, N holds the first seven tiles of the shuffled set, E the next seven, then S, then W.
- The seed that deals and draws come from is the one that was committed to; where the players cut with words, it is SHA-256
  over the ASCII bytes ``sevenrocks/1 cut ``, that seed, and the words in UTF-8. The commitment is SHA-256 over the ASCII
  bytes ``sevenrocks/1 commitment `` and the seed that was committed to. A record has all three in ``[fairness]``.
- In the draw, the candidates in the order N, E, S, W each take the next tile of a shuffled set. Those with most pips draw
  again from a set shuffled anew with the same stream, until one is left (rules.md 3.5, 3.6, 3.7, 3.8).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from .rules import HAND_SIZE
from .seats import BySeat, Seat
from .tiles import DOUBLE_SIX, Hand, Tile

SEED_BYTES = 32
"""A seed holds 256 bits: far more than the 2^48.7 deals, so that no hand seen tells the others."""

DrawTurn = tuple[tuple[Seat, Tile], ...]
"""One turn of the draw: what each candidate drew, in the order N, E, S, W."""


class Stream:
    """An endless stream of unbiased numbers from a seed and a label."""

    def __init__(self, label: str, seed: bytes) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self._source = hashlib.shake_256(f"sevenrocks/1 {label} ".encode("ascii") + seed)
        self._bytes = self._source.digest(256)
        self._used = 0

    def below(self, bound: int) -> int:
        """The next number from 0 to `bound` - 1, each equally likely; `bound` is 1 to 256."""
        limit = 256 - 256 % bound
        while True:
            if self._used == len(self._bytes):
                self._bytes = self._source.digest(2 * len(self._bytes))
            byte = self._bytes[self._used]
            self._used += 1
            if byte < limit:
                return byte % bound

    def shuffled_set(self) -> list[Tile]:
        """The 28 tiles in a new order, by Fisher and Yates."""
        tiles = list(DOUBLE_SIX)
        for last in range(len(tiles) - 1, 0, -1):
            chosen = self.below(last + 1)
            tiles[last], tiles[chosen] = tiles[chosen], tiles[last]
        return tiles


def deal_hands(seed: bytes, round_number: int) -> BySeat[Hand]:
    """The four hands of a round, each ascending.

    >>> [str(tile) for tile in deal_hands(bytes(32), 1)[Seat.N]]
    ['00', '01', '04', '06', '13', '16', '46']
    """
    tiles = Stream(f"deal {round_number}", seed).shuffled_set()
    return BySeat([tuple(sorted(tiles[HAND_SIZE * seat : HAND_SIZE * (seat + 1)])) for seat in Seat])


@dataclass(frozen=True, slots=True)
class Draw:
    """A neutral draw: its turns, of which the last has a single tile with most pips."""

    turns: tuple[DrawTurn, ...]

    @property
    def opener(self) -> Seat:
        """The seat whose tile had most pips in the last turn."""
        return leaders(self.turns[-1])[0]


def leaders(turn: DrawTurn) -> tuple[Seat, ...]:
    """The candidates whose tiles have most pips: one opens, several draw again.

    >>> leaders(((Seat.N, Tile(3, 4)), (Seat.E, Tile(1, 6)), (Seat.S, Tile(0, 2)), (Seat.W, Tile(2, 2))))
    (<Seat.N: 0>, <Seat.E: 1>)
    """
    most = max(tile.pips for _, tile in turn)
    return tuple(seat for seat, tile in turn if tile.pips == most)


def draw_opener(seed: bytes, round_number: int) -> Draw:
    """The neutral draw before a round."""
    stream = Stream(f"draw {round_number}", seed)
    turns: list[DrawTurn] = []
    candidates: Sequence[Seat] = tuple(Seat)
    while len(candidates) > 1:
        turn = tuple(zip(candidates, stream.shuffled_set(), strict=False))
        turns.append(turn)
        candidates = leaders(turn)
    return Draw(tuple(turns))


def known_seed(text: str) -> bytes:
    """The seed of a known deal: SHA-256 of the text in UTF-8. Such a match is no secret to whoever knows the text."""
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).digest()


def cut_seed(seed: bytes, words: str) -> bytes:
    """The seed after players have cut it with words of their own: SHA-256 of ``sevenrocks/1 cut ``, seed and words.

    Without words the seed stays as it is.
    """
    return hashlib.sha256(b"sevenrocks/1 cut " + seed + words.encode("utf-8")).digest() if words else seed


def commitment_to(seed: bytes) -> str:
    """What can be shown before a match, to prove afterwards that the seed was fixed: SHA-256 in hexadecimal digits."""
    return hashlib.sha256(b"sevenrocks/1 commitment " + seed).hexdigest()
