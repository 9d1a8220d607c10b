"""The worked positions of the rules, as data."""

from __future__ import annotations

import json
from typing import TypedDict

from help.places import DATA as FOLDER


class PlaceOfTile(TypedDict):
    tile: list[int]
    at: str


class OpenPlaceOfTile(PlaceOfTile):
    value: int


class Contribution(TypedDict):
    tile: list[int]
    pips: int


class Position(TypedDict):
    group: str
    placed: list[int]
    tiles: list[list[int]]
    spinner: list[int] | None
    connections: list[list[PlaceOfTile]]
    open_places: list[OpenPlaceOfTile]
    contributions: list[Contribution]
    end_sum: int
    award: int


DATA = json.loads((FOLDER / "positions.json").read_text(encoding="utf-8"))
POSITIONS: list[Position] = DATA["positions"]


def plays_of(position: Position) -> str:
    """The position's tiles as plays: each but the first joins the earlier tile that it is connected with."""
    plays: list[str] = []
    for index, (low, high) in enumerate(position["tiles"]):
        earlier = position["tiles"][:index]
        hosts = [
            other["tile"]
            for connection in position["connections"]
            for one, other in (connection, connection[::-1])
            if one["tile"] == [low, high] and other["tile"] in earlier
        ]
        assert len(hosts) == min(index, 1)
        plays.append(f"{low}{high}" + "".join(f"@{host_low}{host_high}" for host_low, host_high in hosts))
    return " ".join(plays)
