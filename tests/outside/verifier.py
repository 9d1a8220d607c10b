"""Verify the deals of a record without the game: python verifier.py RECORD. Its words are those of engine/deal.py."""

from __future__ import annotations

import hashlib
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def shuffles(label: str, seed: bytes) -> Iterator[list[str]]:
    """One shuffled set after the other, from one stream."""
    stream = iter(hashlib.shake_256(f"sevenrocks/1 {label} ".encode() + seed).digest(10_000))
    while True:
        tiles = [f"{low}{high}" for low in range(7) for high in range(low, 7)]
        for i in range(27, 0, -1):
            j = next(byte for byte in stream if byte < 256 - 256 % (i + 1)) % (i + 1)
            tiles[i], tiles[j] = tiles[j], tiles[i]
        yield tiles


def draws(label: str, seed: bytes) -> Iterator[list[tuple[str, str]]]:
    """Each turn of a draw, as (seat, tile) pairs."""
    seats = "NESW"
    for tiles in shuffles(label, seed):
        yield (turn := list(zip(seats, tiles, strict=False)))
        pips = [int(tile[0]) + int(tile[1]) for _seat, tile in turn]
        seats = "".join(seat for seat, number in zip(seats, pips, strict=True) if number == max(pips))
        if len(seats) == 1:
            return


def what_differs(record: dict[str, Any]) -> str:
    """The first thing that is not as the seed says; nothing where all is."""
    if "fairness" not in record:
        return "no seed is told"
    seed, cut, drawn = bytes.fromhex(record["fairness"]["seed"]), record["fairness"].get("cut", ""), True
    if hashlib.sha256(b"sevenrocks/1 commitment " + seed).hexdigest() != record["fairness"]["commitment"]:
        return "the commitment is not to this seed"
    seed = hashlib.sha256(b"sevenrocks/1 cut " + seed + cut.encode()).digest() if cut else seed
    for n, stated in enumerate(record["rounds"], 1):
        tiles = next(shuffles(f"deal {n}", seed))
        for at, seat in enumerate("NESW"):
            if sorted(tiles[7 * at : 7 * at + 7]) != sorted(map(tile_of, stated["deal"][seat].split())):
                return f"round {n}: the seed gives {seat} other tiles"
        turns = [line.split() for line in stated.get("draws", [])]
        told = [[(turn[at], tile_of(turn[at + 1])) for at in range(0, len(turn), 2)] for turn in turns]
        if told != (list(draws(f"draw {n}", seed)) if drawn else []):
            return f"round {n}: the seed gives another draw"
        if drawn and stated["opens"] != max(told[-1], key=lambda entry: int(entry[1][0]) + int(entry[1][1]))[0]:
            return f"round {n}: another seat has drawn most pips"
        drawn = stated.get("end") == "blocked"
    return ""


def tile_of(word: str) -> str:
    """The tile, its lower half first."""
    return "".join(sorted(word))


if __name__ == "__main__":
    differs = what_differs(tomllib.loads(Path(sys.argv[1]).read_bytes().decode("utf-8-sig")))
    sys.stdout.write(f"{differs or 'fair'}\n")
    sys.exit(1 if differs else 0)
