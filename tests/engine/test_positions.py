"""The worked positions of the rules, replayed play by play."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from help.positions import DATA, POSITIONS, Position, plays_of
from help.rules import RULES, rule
from help.strategies import play_all, round_for
from sevenrocks.engine.actions import Placed
from sevenrocks.engine.layout import Port
from sevenrocks.engine.round import Round
from sevenrocks.engine.tiles import Tile

NAMES = [f"{number}-{position['group']}" for number, position in enumerate(POSITIONS, 1)]

each_position = pytest.mark.parametrize("position", POSITIONS, ids=NAMES)


def played(position: Position) -> Round:
    plays = plays_of(position)
    return play_all(round_for(plays), plays)


def tile_of(halves: list[int]) -> Tile:
    low, high = halves
    return Tile(low, high)


def test_there_are_eleven_positions() -> None:
    assert len(POSITIONS) == 11
    assert sorted(Counter(position["group"] for position in POSITIONS).values()) == [3, 4, 4]


def test_these_are_the_positions_that_the_rules_show() -> None:
    shown = re.findall(r"^\| `([^`]*)` \| ([^|]*) \| (\d+) \|", RULES, re.MULTILINE)
    assert shown == [
        (
            plays_of(position),
            f"{' + '.join(str(part['pips']) for part in position['contributions'])} = {position['end_sum']}",
            str(position["award"]),
        )
        for position in POSITIONS
    ]


def test_the_words_for_the_places_are_the_ports() -> None:
    assert list(DATA["ports"]) == [port.value for port in Port]


@rule("7.1", "7.2")
@each_position
def test_the_spinner_is_the_first_double(position: Position) -> None:
    spinner = played(position).layout.spinner
    assert spinner == (None if position["spinner"] is None else tile_of(position["spinner"]))


@rule("5.1", "5.2", "7.6")
@each_position
def test_the_tiles_are_joined_at_these_places(position: Position) -> None:
    layout = played(position).layout
    assert layout.tiles == tuple(tile_of(halves) for halves in position["tiles"])
    joined = Counter(
        frozenset([(joint.tile, joint.port), (joint.host, joint.host_port)])
        for joint in layout.joints
        if joint.host is not None
    )
    assert joined == Counter(
        frozenset((tile_of(place["tile"]), Port(place["at"])) for place in connection)
        for connection in position["connections"]
    )


@rule("5.3", "6.2", "6.7", "6.8", "7.5")
@each_position
def test_these_places_are_open(position: Position) -> None:
    expected = Counter((tile_of(place["tile"]), Port(place["at"]), place["value"]) for place in position["open_places"])
    assert Counter(tuple(place) for place in played(position).layout.open_places) == expected


@rule("6.1", "8.2", "8.3", "8.4", "8.5", "8.6", "8.7", "8.8")
@each_position
def test_these_ends_count(position: Position) -> None:
    ends = played(position).layout.ends
    expected = Counter((tile_of(part["tile"]), part["pips"]) for part in position["contributions"])
    assert Counter((end.tile, end.pips) for end in ends) == expected


@rule("8.1", "9.3", "9.4", "9.5")
@each_position
def test_the_placement_has_this_count_and_award(position: Position) -> None:
    state = played(position)
    last = state.events[-1]
    assert isinstance(last, Placed)
    assert last.tile == tile_of(position["placed"])
    assert (last.count, last.award) == (position["end_sum"], position["award"])
    # Each earlier placement counts what its own position says, where there is one.
    counts = [event.count for event in state.events if isinstance(event, Placed)]
    for other in POSITIONS:
        if other["tiles"] == position["tiles"][: len(other["tiles"])]:
            assert counts[len(other["tiles"]) - 1] == other["end_sum"]


@rule("9.2", "9.6")
@each_position
def test_the_award_goes_to_the_partnership_that_placed(position: Position) -> None:
    plays = plays_of(position)
    before, after = play_all(round_for(plays), " ".join(plays.split()[:-1])), played(position)
    assert before.turn is not None
    pair = before.turn.partnership
    assert after.scores == before.scores.with_value(pair, before.scores[pair] + position["award"])
