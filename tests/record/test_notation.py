"""Texts and what they mean: the pairs parse_x and format_x, the reader that takes any layout and no nonsense, the writer
of the one canonical text, and hostile files, of which a reader says in one line why they are none.
"""

from __future__ import annotations

import datetime
import json
import random
import subprocess
import sys
import tomllib
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from help.effort import LONG, cases
from help.record_cases import PLAYERS, WORKED_RECORD, changed, loosened, random_match, random_record
from outside import reader
from sevenrocks.engine.actions import PASS, Ending, Place
from sevenrocks.engine.errors import NotationError, RecordError
from sevenrocks.engine.rules import MAX_TARGET
from sevenrocks.engine.seats import Partnership, Seat
from sevenrocks.engine.tiles import DOUBLE_SIX, Tile
from sevenrocks.house import House
from sevenrocks.notation import (
    Play,
    RoundEnd,
    echo,
    format_draw_turn,
    format_end,
    format_hand,
    format_play,
    format_tile,
    parse_action,
    parse_draw_turn,
    parse_end,
    parse_hand,
    parse_partnership,
    parse_play,
    parse_position,
    parse_seat,
    parse_tile,
)
from sevenrocks.record import FORMATS, MAX_BYTES, MatchRecord, read_record, record_match, replay, write_record
from sevenrocks.record.writing import format_key

SEEDS = st.integers(0, 2**32)


def _read(text: str) -> MatchRecord:
    return read_record(text.encode())


def _read_or_refused(data: bytes) -> MatchRecord | str:
    """The record, or why it is none: in one line of a readable length, with nothing that could steer a terminal."""
    try:
        return read_record(data)
    except NotationError as error:
        message = str(error)
    assert message
    assert message.isprintable(), ascii(message)
    assert len(message) < 250
    return message


def _refused(data: bytes) -> str:
    """Why this is no record."""
    message = _read_or_refused(data)
    assert isinstance(message, str), "it was read"
    return message


# ---- tiles, seats, plays, hands, draws, ends

TILES = st.sampled_from(DOUBLE_SIX)
SEATS = st.sampled_from(Seat)
ACTIONS = st.just(PASS) | st.builds(Place, TILES, st.none() | TILES)
PLAYS = st.builds(Play, SEATS, ACTIONS, st.just(0) | st.integers(1, 99))
DRAW_TURNS = st.lists(st.tuples(SEATS, TILES), min_size=1, max_size=4).map(tuple)
ENDS = st.sampled_from(
    [
        RoundEnd(Ending.BLOCKED),
        *(RoundEnd(Ending.OUT, seat) for seat in Seat),
        *(RoundEnd(Ending.WON, winner=pair) for pair in Partnership),
    ]
)


def test_a_tile_is_written_lower_half_first_and_read_either_way() -> None:
    for low in range(7):
        for high in range(low, 7):
            assert parse_tile(f"{low}{high}") == parse_tile(f"{high}{low}") == Tile(low, high)
            assert format_tile(Tile(low, high)) == f"{low}{high}"


def test_seats_and_partnerships_are_letters() -> None:
    assert [parse_seat(letter) for letter in "NESW"] == list(Seat)
    assert [parse_partnership(pair) for pair in ("NS", "EW")] == list(Partnership)


@given(PLAYS)
def test_a_play_is_read_as_it_was_written(play: Play) -> None:
    assert parse_play(format_play(play)) == play
    assert parse_action(str(play.action)) == play.action


@given(st.lists(TILES, min_size=1, max_size=7), st.randoms(use_true_random=False))
def test_a_hand_is_read_in_any_order_and_written_ascending(tiles: list[Tile], rng: random.Random) -> None:
    hand = tuple(sorted(tiles))
    assert format_hand(tuple(tiles)) == format_hand(hand)
    assert parse_hand(format_hand(hand)) == hand
    assert parse_hand(" ".join(map(str, rng.sample(tiles, len(tiles))))) == hand


@given(DRAW_TURNS)
def test_a_turn_of_a_draw_is_read_as_it_was_written(turn: tuple[tuple[Seat, Tile], ...]) -> None:
    assert parse_draw_turn(format_draw_turn(turn)) == turn


@given(ENDS)
def test_an_end_is_read_as_it_was_written(end: RoundEnd) -> None:
    assert parse_end(format_end(end)) == end


def test_the_texts_of_the_format_mean_what_it_says() -> None:
    assert parse_play("W 55 +10") == Play(Seat.W, Place(Tile(5, 5)), 10)
    assert parse_play("N 50@55 +10") == Play(Seat.N, Place(Tile(0, 5), Tile(5, 5)), 10)
    assert parse_play("E 25@55") == Play(Seat.E, Place(Tile(2, 5), Tile(5, 5)))
    assert parse_play("W pass") == Play(Seat.W, PASS)
    assert parse_draw_turn("S 15 W 62") == ((Seat.S, Tile(1, 5)), (Seat.W, Tile(2, 6)))
    assert parse_end("out S") == RoundEnd(Ending.OUT, seat=Seat.S)
    assert parse_end("won EW") == RoundEnd(Ending.WON, winner=Partnership.EW)
    assert parse_end("blocked") == RoundEnd(Ending.BLOCKED)


NO_TEXTS: dict[Callable[[str], object], tuple[str, ...]] = {
    # The last ones are digits elsewhere in Unicode, and a superscript.
    parse_tile: (
        "",
        "0",
        "055",
        "07",
        "70",
        "-1",
        " 05",
        "05 ",
        "0|5",
        "ab",
        "\u0660\u0665",
        "\uff10\uff15",
        "5\u00b2",
    ),
    parse_seat: ("", "n", "X", "NE", "N ", "NS", "0", "name", "__class__"),
    parse_partnership: ("", "N", "ns", "SN", "NSEW", "NS "),
    parse_action: ("", "5", "05@", "@05", "05@55@66", "05 @55", "Pass", "knock", "05/55"),
    parse_play: (
        *("", "N", "N  05", "05 N", "N 05 55", "N 05@55+5", "N 05 5", "N 05 +0", "N 05 +05", "N 05 +100", "N 05 -5"),
        *("N 05 +", "N 05 + 5", "N 05 +\u0665", "N 05 +5 ", "N pass +10 +5", "n 05", "N\t05"),
    ),
    parse_hand: ("", " ", "05 ", " 05", "05  15", "05,15", "05 7", "05 77", "0515"),
    parse_draw_turn: (
        "",
        "N",
        "N 05 E",
        "05 N",
        "N 05 E 15 S 25 W 35 N 45",
        "N  05",
        "N 05  E 15",
        "N 05, E 15",
        "X 05",
    ),
    parse_end: (
        "",
        "out",
        "out NS",
        "out X",
        "blocked S",
        "won",
        "won N",
        "won ns",
        "Out S",
        "out  S",
        "over",
        "out S ",
    ),
}


@pytest.mark.parametrize(("parse", "text"), [(parse, text) for parse, texts in NO_TEXTS.items() for text in texts])
def test_what_is_no_such_text_is_refused(parse: Callable[[str], object], text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert str(caught.value).isprintable()


@given(st.sampled_from(list(NO_TEXTS)), st.text() | st.text("0123456@+ NESWoutpaswnblcked"))
def test_any_text_is_read_or_refused_in_one_plain_line(parse: Callable[[str], object], text: str) -> None:
    try:
        parse(text)
    except NotationError as error:
        message = str(error)
        assert message.isascii()
        assert message.isprintable()
        assert len(message) < 600


@given(st.text(min_size=1))
def test_what_is_echoed_is_short_and_plain(text: str) -> None:
    assert echo(text).isascii()
    assert echo(text).isprintable()
    assert echo("x" * 1000) == "'" + "x" * 40 + "...'"


# ---- the canonical text

OFFSETS = st.integers(-1439, 1439).map(lambda minutes: datetime.timezone(datetime.timedelta(minutes=minutes)))
SCALARS = (
    st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats()
    | st.text(max_size=40)
    | st.dates()
    | st.times()
    | st.datetimes()
    | st.datetimes(timezones=st.none() | OFFSETS)
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=4,
)
"""A value of any TOML type. Few at once, since a line of a record is bounded."""

USER_KEYS = st.text(max_size=12).map("_{}".format)


def _places(record: MatchRecord) -> list[tuple[Any, ...]]:
    """The tables of a record in which a user may have keys, each as the way to it from the top."""
    places: list[tuple[Any, ...]] = [(), ("players",), ("house",)]
    places += [(name,) for name in ("result", "fairness") if getattr(record, name) is not None]
    places += [("result", "score")] * (record.result is not None)
    for number, stated in enumerate(record.rounds):
        places += [("rounds", number), ("rounds", number, "deal")]
        places += [("rounds", number, "hints")] * bool(stated.hints)
        for name, values in (("left", stated.left), ("lost", stated.lost), ("score", stated.scores)):
            places += [("rounds", number, name)] * (values is not None)
    return places


def _with_user_key(record: MatchRecord, place: tuple[Any, ...], key: str, value: Any) -> MatchRecord:
    """The record with one more key of a user's own."""
    match place:
        case ():
            return replace(record, extras=record.extras | {format_key(key): value})
        case ("players",):
            return replace(record, player_extras=record.player_extras | {format_key(key): value})
        case ("house",):
            return replace(record, house_extras=record.house_extras | {format_key(key): value})
        case ("rounds", number, *within):
            stated = record.rounds[number]
            stated = replace(stated, extras=stated.extras | {".".join([*within, format_key(key)]): value})
            return replace(record, rounds=(*record.rounds[:number], stated, *record.rounds[number + 1 :]))
        case ("fairness",):
            assert record.fairness is not None
            return replace(
                record, fairness=replace(record.fairness, extras=record.fairness.extras | {format_key(key): value})
            )
        case ("result", *within):
            assert record.result is not None
            extras = record.result.extras | {".".join([*within, format_key(key)]): value}
            return replace(record, result=replace(record.result, extras=extras))
    raise AssertionError(place)


def _comparable(value: Any) -> Any:
    """The value so that it equals itself, its sign, its type and its offset included."""
    if isinstance(value, dict):
        return {key: _comparable(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_comparable(inner) for inner in value]
    offset = value.utcoffset() if isinstance(value, datetime.datetime) else None
    return type(value).__name__, value.isoformat() if hasattr(value, "isoformat") else repr(value), offset


def test_the_worked_record_is_canonical() -> None:
    assert write_record(_read(WORKED_RECORD)) == WORKED_RECORD


@given(SEEDS, st.none() | st.integers(0, 200), st.data())
@pytest.mark.untraced
def test_a_canonical_text_is_read_and_written_byte_for_byte(seed: int, plays: int | None, data: st.DataObject) -> None:
    record = random_record(seed, target=60, plays=plays)
    given_keys = {}
    for _ in range(data.draw(st.integers(0, 3))):
        place, key, value = data.draw(st.sampled_from(_places(record))), data.draw(USER_KEYS), data.draw(VALUES)
        record = _with_user_key(record, place, key, value)
        given_keys[place, key] = value
    text = write_record(record)
    again = _read(text)
    assert write_record(again) == text
    # The user's own keys stand where they were given, with their values and types, for any reader of TOML.
    for (place, key), value in given_keys.items():
        table = tomllib.loads(text)
        for step in place:
            table = table[step]
        assert _comparable(table[key]) == _comparable(value)
    # Another layout of the same data is another text of the same record.
    loose = loosened(text, random.Random(seed))
    assert write_record(_read(loose)) == text, loose


@given(SEEDS, st.none() | st.integers(0, 200))
@pytest.mark.untraced
def test_what_is_written_is_what_is_read(seed: int, plays: int | None) -> None:
    record = random_record(seed, plays=plays)
    assert _read(write_record(record)) == record


def test_a_match_to_the_highest_target_can_be_read_again() -> None:
    record = record_match(random_match(1, target=MAX_TARGET), PLAYERS)
    assert _read(write_record(record)) == record


@given(SCALARS)
def test_a_users_value_keeps_its_type(value: Any) -> None:
    record = replace(random_record(0, plays=0), extras={"_own": value})
    assert _comparable(_read(write_record(record)).extras["_own"]) == _comparable(value)


ONE_TEXT = {
    "true": "true",
    "+7": "7",
    "-0": "0",
    "0x1F": "31",
    "1_000": "1000",
    "1.50": "1.5",
    "-0.0": "-0.0",
    "1e3": "1000.0",
    "1E+23": "1e+23",
    "1e-7": "1e-07",
    "+inf": "inf",
    "-inf": "-inf",
    "-nan": "nan",
    "2026-11-29 20:15:00": "2026-11-29T20:15:00",
    "2026-11-29t20:15:00.25z": "2026-11-29T20:15:00.250000+00:00",
    "2026-11-29T20:15:00-05:30": "2026-11-29T20:15:00-05:30",
    "0001-01-01": "0001-01-01",
    "07:32:00": "07:32:00",
    "'a\"b\\c'": r'"a\"b\\c"',
    r'"\u0000\b\t\n\f\r\u001b\u007f\u00e9\U0001F600"': r'"\u0000\b\t\n\f\r\u001b\u007f' + '\u00e9\U0001f600"',
    "[ 1,2 , ]": "[1, 2]",
    "[]": "[]",
    "{}": "{}",
    "[[], [{}], {b.c=1,a=2}]": "[[], [{}], { a = 2, b = { c = 1 } }]",
    "{ 'a.b' = 1, '' = 2, '\u00e9' = 3 }": '{ "" = 2, "a.b" = 1, "\u00e9" = 3 }',
}
"""Values as somebody writes them, and as the canonical text has them."""


@pytest.mark.parametrize("value", ONE_TEXT, ids=ascii)
def test_a_value_has_one_text(value: str) -> None:
    def told(text: str) -> str:
        return changed(WORKED_RECORD, "known_deal = true\n", f"known_deal = true\n_own = {text}\n")

    assert write_record(_read(told(value))) == told(ONE_TEXT[value])


def test_the_cut_is_kept_as_it_was_said() -> None:
    cut = f'{FAIRNESS}cut = "mazurka \\u001b \\"7\\" \u0142"\n'
    text = changed(WORKED_RECORD, FAIRNESS, cut)
    assert write_record(_read(text)) == text


def test_the_canonical_text_has_one_order() -> None:
    record = replace(
        random_record(1, plays=3),
        date=datetime.date(2026, 11, 29),
        known_deal=True,
        extras={"_b": 1, "_a": {"z": 1, "y": []}},
        player_extras={"_c": "x"},
        house=House(5, Partnership.EW),
        house_extras={"_d": 2},
    )
    record = replace(record, rounds=(replace(record.rounds[0], opened=(0, 2)),))
    lines = write_record(record).splitlines()
    assert lines[:9] == [
        f'format = "{FORMATS[2]}"',
        "date = 2026-11-29",
        "target = 250",
        "known_deal = true",
        "_a = { y = [], z = 1 }",
        "_b = 1",
        "",
        "[players]",
        f"N = {json.dumps(record.players[Seat.N], ensure_ascii=False)}",
    ]
    assert lines[12:20] == ['_c = "x"', "", "[house]", "call = 5", 'open = "EW"', "_d = 2", "", "[[rounds]]"]
    assert write_record(record).endswith("]\n")


def test_hints_stand_after_the_deal() -> None:
    record = _read(changed(WORKED_RECORD, 'opens = "E"', 'opens = "E"\nhints = { S = 1, N = 2 }'))
    assert record.rounds[2].hints == ((Seat.N, 2), (Seat.S, 1))
    deal = 'deal.W = "04 11 15 24 25 56 66"\n'
    assert write_record(record) == changed(WORKED_RECORD, deal, f"{deal}hints.N = 2\nhints.S = 1\n")


# ---- the reader takes any layout

PLAYERS_TABLE = '[players]\nN = "Anna"\nE = "Bartek"\nS = "Clara"\nW = "Dieter"\n'
LEFT_OF_1 = "left.N = 7\nleft.E = 12\nleft.S = 0\nleft.W = 10\n"

LAYOUTS = {
    "halves the other way round": ('"W 04@05"', '"W 40@50"'),
    "halves in a draw": ('"N 44 E 36 S 16 W 22"', '"N 44 E 63 S 61 W 22"'),
    "tiles of a hand in any order": ('deal.N = "11 14 15 23 25 34 46"', 'deal.N = "64 43 52 32 51 41 11"'),
    "keys in another order": ("target = 100\nknown_deal = true", "known_deal = true\ntarget = 100"),
    "another way to write a number": ("target = 100\n", "\n\n  target=0x64  # points\n\n"),
    "dotted keys for a table": (
        PLAYERS_TABLE,
        "players.N = 'Anna'\n\"players\" . W = \"Dieter\"\nplayers.E=\"Bartek\"\nplayers.'S'='Clara'\n",
    ),
    "an inline table": (PLAYERS_TABLE, 'players = { W = "Dieter", S = "Clara", E = "Bartek", N = "Anna" }\n'),
    "an inline table for dotted keys": (LEFT_OF_1, "left = {W = 10, N = 7, E = 12, S = -0}\n"),
    "a table with a header for dotted keys": (
        "score.NS = 30\nscore.EW = -20\n",
        "[rounds.score]\nNS = 30\nEW = -20\n",
    ),
    "other quotes, comments, line ends": (
        '  "W 04@05",\n  "N 15@05 +5",\n',
        "\"W 04@05\" , # the lowest\n'N 15@05 +5',\r\n",
    ),
    "a text that takes several lines": ('end = "won EW"', 'end = """\nwon \\\n  \\\n  EW"""'),
    "a name with escapes and spaces": ('N = "Anna"', r'N = "  \u0041nna "'),
}


@pytest.mark.parametrize("case", LAYOUTS)
def test_another_layout_is_read_and_made_canonical(case: str) -> None:
    old, new = LAYOUTS[case]
    assert write_record(_read(changed(WORKED_RECORD, old, new))) == WORKED_RECORD


def test_what_is_not_so_need_not_be_said() -> None:
    plain = changed(WORKED_RECORD, "known_deal = true\n", "")
    assert write_record(_read(changed(WORKED_RECORD, "known_deal = true", "known_deal = false"))) == plain
    assert write_record(_read(changed(WORKED_RECORD, OPENS_2, f"draws = []\n{OPENS_2}"))) == WORKED_RECORD
    assert write_record(_read(changed(WORKED_RECORD, OPENS_2, f"hints = {{}}\n{OPENS_2}"))) == WORKED_RECORD
    assert write_record(_read(changed(WORKED_RECORD, FAIRNESS, f'{FAIRNESS}cut = ""\n'))) == WORKED_RECORD


def test_a_users_own_keys_are_kept_in_every_table() -> None:
    own = '_own = { "a b" = [1.0, true, 2026-11-29], _ = "[/]" }'
    text = changed(WORKED_RECORD, PLAYERS_TABLE, f"{own}\n\n{PLAYERS_TABLE}{own}\n")
    text = changed(text, 'opens = "E"\n', f'opens = "E"\ndeal.{own}\nhints.{own}\nscore.{own}\n{own}\n')
    text = changed(text, "left.S = 6\nleft.W = 4\n", f"left.S = 6\nleft.W = 4\nleft.{own}\nlost.{own}\n")
    text = changed(text, FAIRNESS, f"{FAIRNESS}{own}\n")
    text = changed(text, 'winner = "EW"\n', f'winner = "EW"\n{own}\nscore.{own}\n')
    record = _read(text)
    assert replay(record) == replay(_read(WORKED_RECORD))
    canonical = write_record(record)
    assert canonical.count("_own") == text.count("_own") == 11
    assert tomllib.loads(canonical) == tomllib.loads(text)
    assert write_record(_read(canonical)) == canonical


# ---- what the reader refuses

COMMITMENT = "e430e454d6b27222b0e4b2f838cdc79e77290e34cea9399a991f4c215eb033c1"
SEED = "e5d185e4d31e3e48ab085505c404219229c7ff45bc82b84d105810acf16eb954"
FAIRNESS = f'commitment = "{COMMITMENT}"\nseed = "{SEED}"\n'
RESULT = 'winner = "EW"\nscore.NS = 25\nscore.EW = 100\n'
OPENS_2 = 'opens = "S"\ndeal.N = "00'
DEAL_OF_3 = """\
deal.N = "02 12 16 23 26 33 46"
deal.E = "03 06 13 22 34 35 36"
deal.S = "00 01 05 14 44 45 55"
deal.W = "04 11 15 24 25 56 66"
"""

MISFITS = {
    # other files, other versions
    "no format": (f'format = "{FORMATS[0]}"\n', "", 'not a record: expected format = "sevenrocks-record/1"'),
    "another format": (f'"{FORMATS[0]}"', '"png"', 'not a record: expected format = "sevenrocks-record/1"'),
    "a format of the same house": (
        f'"{FORMATS[0]}"',
        '"sevenrocks/1"',
        'not a record: expected format = "sevenrocks-record/1"',
    ),
    "a format that is no text": (f'"{FORMATS[0]}"', "1", 'not a record: expected format = "sevenrocks-record/1"'),
    "a newer version": (
        f'"{FORMATS[0]}"',
        '"sevenrocks-record/4"',
        (
            "a record of another version, 'sevenrocks-record/4': this program reads "
            "sevenrocks-record/1, sevenrocks-record/2 and sevenrocks-record/3"
        ),
    ),
    "a version with more to it": (
        f'"{FORMATS[0]}"',
        '"sevenrocks-record/1.1"',
        "a record of another version, 'sevenrocks-record/1.1': this program reads sevenrocks-record/1",
    ),
    "no TOML": (
        "target = 100",
        "target: 100",
        "not a record: Expected '=' after a key in a key/value pair (at line 3,",
    ),
    "a key twice": ("target = 100", "target = 100\ntarget = 100", "not a record: Cannot overwrite a value (at line 4,"),
    # missing keys
    "no target": ("target = 100\n", "", "target: missing"),
    "no players": (PLAYERS_TABLE, "", "players: missing"),
    "no player": ('S = "Clara"\n', "", "players.S: missing"),
    "no opener": (OPENS_2, 'deal.N = "00', "round 2, opens: missing"),
    "no hand": ('deal.E = "00 01 03 13 16 44 66"\n', "", "round 1, deal.E: missing"),
    "no plays": ('plays = [\n  "E 36",', '_plays = [\n  "E 36",', "round 3, plays: missing"),
    "not all left": ("left.S = 6\n", "", "round 2, left.S: missing"),
    "not all lost": ("lost.W = 5\n", "", "round 2, lost.W: missing"),
    "half a score": ("score.EW = -20\n", "", "round 1, score.EW: missing"),
    "no winner": ('winner = "EW"\n', "", "result.winner: missing"),
    "no score of the result": (RESULT, 'winner = "EW"\n', "result.score: missing"),
    "half a score of the result": (RESULT, 'winner = "EW"\nscore.EW = 100\n', "result.score.NS: missing"),
    "no seed": (f'seed = "{SEED}"\n', "", "fairness.seed: missing"),
    "no commitment": (f'commitment = "{COMMITMENT}"\n', "", "fairness.commitment: missing"),
    # wrong types
    "a target that is true": ("target = 100", "target = true", "target: expected a whole number"),
    "a target with a point": ("target = 100", "target = 100.0", "target: expected a whole number"),
    "a target without bounds": ("target = 100", "target = inf", "target: expected a whole number"),
    "a target as text": ("target = 100", 'target = "100"', "target: expected a whole number"),
    "a date as text": ("date = 2026-11-29", 'date = "2026-11-29"', "date: expected a day"),
    "a date with a time": ("date = 2026-11-29", "date = 2026-11-29T20:15:00", "date: expected a day without a time"),
    "a date with an offset": (
        "date = 2026-11-29",
        "date = 2026-11-29T20:15:00Z",
        "date: expected a day without a time",
    ),
    "a time for a date": ("date = 2026-11-29", "date = 20:15:00", "date: expected a day"),
    "a number for a date": ("date = 2026-11-29", "date = 20261129", "date: expected a day"),
    "a deal known by number": ("known_deal = true", "known_deal = 1", "known_deal: expected true or false"),
    "players in a list": (PLAYERS_TABLE, 'players = ["Anna", "Bartek", "Clara"]\n', "players: expected a table"),
    "a name that is a number": ('N = "Anna"', "N = 1", "players.N: expected a text"),
    "draws in one text": (
        'draws = [\n  "N 44 E 36 S 16 W 22",\n]',
        'draws = "N 44"',
        "round 3, draws: expected a list",
    ),
    "draws of numbers": ('  "N 44 E 36 S 16 W 22",', "  44,", "round 3, draws 1: expected a text"),
    "an opener that is a number": ('opens = "E"', "opens = 1", "round 3, opens: expected a text"),
    "a deal in one text": (
        DEAL_OF_3,
        'deal = "02 12"\n',
        "round 3, deal: expected a table",
    ),
    "a hand in a list": ('deal.N = "02 12 16 23 26 33 46"', "deal.N = [2, 12]", "round 3, deal.N: expected a text"),
    "hints that are true": (OPENS_2, f"hints.N = true\n{OPENS_2}", "round 2, hints.N: expected a whole number"),
    "hints in halves": (OPENS_2, f"hints.N = 1.5\n{OPENS_2}", "round 2, hints.N: expected a whole number"),
    "hints of nobody": (OPENS_2, f"hints = 2\n{OPENS_2}", "round 2, hints: expected a table"),
    "a play in a list": ('  "W 04@05",', '  ["W 04@05"],', "round 1, play 2: expected a text"),
    "an end that is true": ('end = "blocked"', "end = true", "round 2, end: expected a text"),
    "pips left that are true": ("left.S = 6", "left.S = true", "round 2, left.S: expected a whole number"),
    "pips left with a point": ("left.S = 6", "left.S = 6.0", "round 2, left.S: expected a whole number"),
    "a deduction as text": ("lost.S = 5", 'lost.S = "5"', "round 2, lost.S: expected a whole number"),
    "a score without a number": ("score.EW = -20", "score.EW = nan", "round 1, score.EW: expected a whole number"),
    "a score in a list": ("score.NS = 30\nscore.EW = -20", "score = [30, -20]", "round 1, score: expected a table"),
    "results in a list": ("[result]", "[[result]]", "result: expected a table"),
    "a winner that is true": ('winner = "EW"', "winner = true", "result.winner: expected a text"),
    "a seed as a number": (f'"{SEED}"', "0xe5d185e4", "fairness.seed: expected a text"),
    "a cut that is a number": (FAIRNESS, f"{FAIRNESS}cut = 7\n", "fairness.cut: expected a text"),
    # beyond the bounds
    "a target that is too low": ("target = 100", "target = 4", "target: expected 5 to 1000"),
    "a target that is too high": ("target = 100", "target = 10001", "target: expected 5 to 1000"),
    "a target below zero": ("target = 100", "target = -100", "target: expected 5 to 1000"),
    "more pips than can be": ("left.S = 6", "left.S = 1_000_000_001", "round 2, left.S: the number is out of bounds"),
    "a day that is not in the calendar": (
        "date = 2026-11-29",
        "date = 2026-02-29",
        "not a record: Invalid date or datetime (at line 2,",
    ),
    # texts that cannot be read
    "a name that is none": ('N = "Anna"', 'N = ""', "players.N: a name needs at least one letter"),
    "two players of a name": ('S = "Clara"', 'S = "ANNA"', "two players are called ANNA"),
    "a seat that is none": ('opens = "E"', 'opens = "e"', "round 3, opens: expected a seat N, E, S or W, found 'e'"),
    "a hand of no tile": (
        'deal.N = "02 12',
        'deal.N = "20 17',
        "round 3, deal.N: expected a tile such as 05, found '17'",
    ),
    "a draw of no tile": ("N 44 E 36", "N 44 E 37", "round 3, draws 1: expected a tile such as 05, found '37'"),
    "a play that is none": ('"W 04@05"', '"W knock"', "round 1, play 2: expected a tile such as 05, found 'knock'"),
    "an award that is none": (
        '"N 15@05 +5",\n  "E 13@15"',
        '"N 15@05 5",\n  "E 13@15"',
        "round 1, play 3: expected an award such as +10, found '5'",
    ),
    "an end that is none": (
        'end = "blocked"',
        'end = "stuck"',
        """round 2, end: expected "out S", "blocked" or "won NS", found 'stuck'""",
    ),
    "a winner that is none": ('winner = "EW"', 'winner = "E"', "result.winner: expected NS or EW, found 'E'"),
    "a seed in capitals": (SEED, SEED.upper(), "fairness.seed: expected 64 hexadecimal digits"),
    "a seed that is too short": (SEED, SEED[:-2], "fairness.seed: expected 64 hexadecimal digits"),
    "a commitment that is none": (COMMITMENT, "z" * 64, "fairness.commitment: expected 64 hexadecimal digits"),
}


@pytest.mark.parametrize("case", MISFITS)
def test_what_does_not_fit_is_refused_by_its_place(case: str) -> None:
    old, new, message = MISFITS[case]
    assert _refused(changed(WORKED_RECORD, old, new).encode()).startswith(message)


def test_a_reader_written_from_the_specification_alone_takes_what_is_true() -> None:
    for text in (WORKED_RECORD, *(write_record(random_record(seed, plays=40)) for seed in range(6))):
        assert reader.fault(text.encode()) is None
        assert reader.fault(loosened(text, random.Random(3)).encode()) is None


@pytest.mark.parametrize("case", MISFITS)
def test_a_reader_written_from_the_specification_alone_refuses_it_too(case: str) -> None:
    old, new, _message = MISFITS[case]
    assert reader.fault(changed(WORKED_RECORD, old, new).encode()) is not None


def test_a_negative_number_of_hints_is_refused() -> None:
    text = changed(WORKED_RECORD, OPENS_2, f"hints.N = -1\n{OPENS_2}")
    assert _refused(text.encode()).startswith("round 2, hints.N: ")


@pytest.mark.parametrize("rounds", ["rounds = 3", 'rounds = "none"', "rounds = [1]", "[rounds]", 'rounds = ["N 05"]'])
def test_rounds_are_a_list_of_tables(rounds: str) -> None:
    assert _refused(f"{TOP}{INLINE_PLAYERS}{rounds}\n".encode()).startswith("rounds: expected a ")


UNKNOWN = {
    "at the top": (PLAYERS_TABLE, "{key} = 1\n" + PLAYERS_TABLE, ""),
    "a table at the top": ("[result]", "[{key}]\n[result]", ""),
    "among the players": (PLAYERS_TABLE, PLAYERS_TABLE + "{key} = 1\n", "players"),
    "in a round": (OPENS_2, "{key} = 1\n" + OPENS_2, "round 2"),
    "a table in a round": (OPENS_2, "{key}.N = 1\n" + OPENS_2, "round 2"),
    "in a deal": (OPENS_2, "deal.{key} = 1\n" + OPENS_2, "round 2, deal"),
    "in hints": (OPENS_2, "hints.{key} = 1\n" + OPENS_2, "round 2, hints"),
    "in what is left": ("left.S = 6\n", "left.S = 6\nleft.{key} = 1\n", "round 2, left"),
    "in what is lost": ("lost.S = 5\n", "lost.S = 5\nlost.{key} = 1\n", "round 2, lost"),
    "in a score": ("score.EW = -20\n", "score.EW = -20\nscore.{key} = 1\n", "round 1, score"),
    "in the result": ('winner = "EW"\n', 'winner = "EW"\n{key} = 1\n', "result"),
    "in the result's score": ('winner = "EW"\n', 'winner = "EW"\nscore.{key} = 1\n', "result.score"),
    "in fairness": (FAIRNESS, FAIRNESS + "{key} = 1\n", "fairness"),
}


@pytest.mark.parametrize("place", UNKNOWN)
def test_unknown_keys_are_refused_by_name_and_place(place: str) -> None:
    old, new, named = UNKNOWN[place]
    for key, name in (("oppens", "'oppens'"), ("'[/]'", "'[/]'"), (r'"\u001b[2J"', r"'\x1b[2J'"), ('""', "''")):
        message = _refused(changed(WORKED_RECORD, old, new.replace("{key}", key)).encode())
        assert message.startswith(named)
        assert "unknown key" in message
        assert message.endswith(name)
    assert _refuted(_read(changed(WORKED_RECORD, old, new.replace("{key}", "_oppens")))) is None


@pytest.mark.parametrize("place", UNKNOWN)
def test_the_place_of_an_unknown_key_is_told_apart_from_the_words(place: str) -> None:
    old, new, _named = UNKNOWN[place]
    message = _refused(changed(WORKED_RECORD, old, new.replace("{key}", "oppens")).encode())
    assert ".unknown" not in message


# ---- hostile files

TOP = f'format = "{FORMATS[0]}"\ntarget = 250\n'
INLINE_PLAYERS = 'players = { N = "A", E = "B", S = "C", W = "D" }\n'

SHAPES = {
    "too large": "#\n" * MAX_BYTES,
    "lists in lists": "[" * 100_000,
    "lists in a value": "_x = " + "[" * 100_000 + "]" * 100_000,
    "tables in tables": "_x = " + "{a=" * 50_000 + "1" + "}" * 50_000,
    "lists over many lines": "_x = [\n" + "[\n" * 50_000,
    "a key of many parts": ".".join(["a"] * 50_000) + " = 1",
    "a key of many parts in a line that is not too long": ".".join(["_a"] * 5_000) + " = 1",
    "a header of many parts in a line that is not too long": "[" + ".".join(["_a"] * 5_000) + "]",
    "a key of many parts with spaces": " . ".join(["_a"] * 50_000) + " = 1",
    "a key of many quoted parts": "_x." + ".".join(["'.'"] * 50_000) + " = 1",
    "a header of many parts": "[" + ".".join(["_a"] * 50_000) + "]",
    "a header of a list of many parts": "[[" + ".".join(["_a"] * 50_000) + "]]",
    "a key of many parts within a value": "_x = {" + ".".join(["a"] * 50_000) + "= 1}",
}
"""What a reader of TOML would be busy with for long, or die of."""


@pytest.mark.parametrize("shape", SHAPES)
def test_a_hostile_shape_is_refused_before_it_is_parsed(shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(_text: str) -> dict[str, Any]:
        raise AssertionError("the text went to the parser")

    monkeypatch.setattr("sevenrocks.record.reading.tomllib.loads", never)
    for text in (SHAPES[shape], f"{TOP}{INLINE_PLAYERS}{SHAPES[shape]}"):
        assert _refused(text.encode()).startswith("not a record: ")


@pytest.mark.parametrize("quotes", ['"', "'", '"""', "'''"])
def test_brackets_and_dots_in_texts_and_comments_are_no_shape(quotes: str) -> None:
    many = "[" * 50 + "{" * 50 + "." * 50
    told = f"known_deal = true  # {many}\n_own = {quotes}{many}{quotes}\n"
    record = _read(changed(WORKED_RECORD, "known_deal = true\n", told))
    assert record.extras == {"_own": many}
    assert _read(write_record(record)) == record


def test_what_the_parser_says_is_told_in_one_plain_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def complain(_text: str) -> dict[str, Any]:
        raise tomllib.TOMLDecodeError("in\n\x1b[31m\u202e\ud800" + "x" * 1000)

    monkeypatch.setattr("sevenrocks.record.reading.tomllib.loads", complain)
    message = _refused(b"format = 1")
    assert message.startswith("not a record: in??[31m??xxx")
    assert len(message) < 200


def test_bytes_that_are_no_text_are_refused() -> None:
    whole = WORKED_RECORD.encode()
    assert _refused(whole[:99] + b"\xff" + whole[99:]) == "not a record: byte 100 is not UTF-8"
    assert _refused(b"\xff" * MAX_BYTES) == "not a record: byte 1 is not UTF-8"
    assert _refused(WORKED_RECORD.encode("utf-16")) == "not a record: byte 1 is not UTF-8"
    # A surrogate, and a character in more bytes than it needs.
    assert _refused(b"\xed\xa0\x80") == "not a record: byte 1 is not UTF-8"
    assert _refused(b"\xc0\xaf") == "not a record: byte 1 is not UTF-8"


FILLED = {
    "lists of tables": "[[_x]]\n",
    "rounds": "[[rounds]]\n",
    "brackets": "[]\n",
    "quotes": '"\n',
    "three quotes": '"""\n',
    "three quotes of the other kind": "'''\n",
    "line ends": "\r\n",
    "line ends without their half": "\r",
    "comments": "#[\n",
    "zeros": "\0",
    "equals signs": "=\n",
    "dots": ".\n",
    "backslashes": "\\\n",
}


@pytest.mark.parametrize("unit", FILLED)
@pytest.mark.untraced
def test_a_full_file_of_anything_is_read_or_refused(unit: str) -> None:
    size = MAX_BYTES if LONG else MAX_BYTES // 16
    data = f"{TOP}{INLINE_PLAYERS}{FILLED[unit] * (size // len(FILLED[unit]))}".encode()[:size]
    assert _read_or_refused(data)


@pytest.mark.untraced
def test_a_hundred_thousand_tables_are_refused() -> None:
    assert (
        _refused((TOP + INLINE_PLAYERS + "[_]\n" * 100_000).encode())
        == "not a record: too many dots or tables up to line 70003"
    )
    assert _refused((TOP + INLINE_PLAYERS + "[a]\n" * 60_000).encode()).startswith("not a record: Cannot declare ")
    assert _refused((TOP + INLINE_PLAYERS + "[[a]]\n" * 40_000).encode()) == "unknown key 'a'"


OPEN_TEXTS = {
    "three quotes that each hide the next": '"""\n\\',
    "quotes that each hide the next": '\\"',
    "quotes that each hide the next, line by line": '\\"\\\n',
    "quotes that each hide the next, in long lines": '\\"' * 8000 + "\n",
}
"""Each quote opens a text that nothing ends. Who looks for the end from each of them reads the file once for each."""


@pytest.mark.parametrize("unit", OPEN_TEXTS)
@pytest.mark.untraced
def test_texts_that_never_end_are_looked_through_once(unit: str) -> None:
    # Once takes a fifth of a second and once for each quote takes minutes: what lies between is patience, not a measure.
    size = MAX_BYTES // 16
    data = ('"' + OPEN_TEXTS[unit] * (size // len(OPEN_TEXTS[unit]))).encode()[:size]
    child = "import sys; from sevenrocks.record import read_record; read_record(sys.stdin.buffer.read())"
    try:
        done = subprocess.run([sys.executable, "-c", child], input=data, capture_output=True, check=False, timeout=10)
    except subprocess.TimeoutExpired:
        pytest.fail("the file was read over and over")
    assert b"NotationError: not a record: " in done.stderr


NUMBERS = {
    "5,000 digits": "9" * 5000,
    "5,000 digits below zero": "-" + "9" * 5000,
    "5,000 digits with underscores": "1_" * 4999 + "1",
    "4,000 hexadecimal digits": "0x" + "f" * 4000,
    "16,000 binary digits": "0b" + "1" * 16_000,
    "5,000 digits that begin a day": "2" * 5000 + "-11-29",
}


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("key", ["_own", "target", "_list = [1, 2]\n_own"])
def test_endless_numbers_are_refused(number: str, key: str) -> None:
    top = TOP if key != "target" else f'format = "{FORMATS[0]}"\n'
    _refused(f"{top}{key} = {NUMBERS[number]}\n{PLAYERS_TABLE}".encode())


CONTROLS = ("\x1b[31m", "\x1b]0;title\x07", "\x9b31m", "\0", "\b", "\x7f", "\u202e", "\u200b")
LINE_BREAKS = ("\r", "\n", "\x85", "\u2028")
MARKUP = ("[/]", "[@click=app.quit]x[/]", "[link=http://x]x")


@pytest.mark.parametrize("hostile", CONTROLS + LINE_BREAKS + MARKUP, ids=ascii)
@pytest.mark.untraced
def test_no_error_lets_through_what_steers_a_terminal(hostile: str) -> None:
    escaped = "".join(f"\\U{ord(character):08x}" for character in hostile)
    refused = 0
    for old, new in (
        (f'"{FORMATS[0]}"', '"sevenrocks-record/{}"'),
        ('N = "Anna"', '"N{}" = "Anna"'),
        ('opens = "E"', 'opens = "{}"'),
        ('opens = "E"', '"{}" = 1\nopens = "E"'),
        ('deal.N = "02 12', 'deal.N = "{} 12'),
        ('"W 04@05"', '"W {}"'),
        ('"W 04@05"', '"W 04@{}"'),
        ('"W 04@05"', '"W 04@05 {}"'),
        ('"N 44 E 36 S 16 W 22"', '"{} 44"'),
        ('end = "blocked"', 'end = "{}"'),
        ('winner = "EW"', 'winner = "{}"'),
        (SEED, "{}"),
        (COMMITMENT, "{}"),
        ("target = 100", "target = {}"),
        ("[result]", "[result] {}x"),
        ("[result]", '[result]\n["{}"]'),
    ):
        for text in (hostile, escaped):
            said = changed(WORKED_RECORD, old, new.replace("{}", text)).encode()
            message = _refused(said)
            assert not any(unicodedata.category(character).startswith("C") for character in message)
            refused += 1
    assert refused == 32


@pytest.mark.parametrize("hostile", CONTROLS, ids=ascii)
def test_names_in_a_record_pass_the_door_for_names(hostile: str) -> None:
    escaped = "".join(f"\\U{ord(character):08x}" for character in hostile)
    message = _refused(changed(WORKED_RECORD, '"Anna"', f'"An{escaped}na"').encode())
    assert message == "players.N: a name cannot hold control or invisible characters"


@pytest.mark.parametrize("markup", ["[/]", "[b]x[/b]", "[@click=x]a"], ids=ascii)
def test_markup_in_a_record_is_a_text_like_any_other(markup: str) -> None:
    text = changed(WORKED_RECORD, '"Anna"', f'"{markup}"')
    assert _read(text).players[Seat.N] == markup
    assert write_record(_read(text)) == text


def test_a_text_whose_canonical_form_would_have_too_many_dots_is_refused() -> None:
    numbers = ", ".join(["1e0"] * 200_001)
    text = changed(WORKED_RECORD, PLAYERS_TABLE, f"_x = [{numbers}]\n{PLAYERS_TABLE}")
    assert _refused(text.encode()).startswith("not a record: too many dots")


def test_a_text_whose_canonical_form_would_be_too_large_is_refused() -> None:
    text = changed(WORKED_RECORD, PLAYERS_TABLE, f'_x = "{chr(0x80) * 1_000_000}"\n{PLAYERS_TABLE}')
    assert len(text.encode()) < MAX_BYTES
    assert _refused(text.encode()) == "not a record: larger than 4096 KiB"


def test_a_value_of_ones_own_may_be_so_deep_and_no_deeper() -> None:
    def nested(depth: int) -> bytes:
        value = "[" * (depth - 1) + "1" + "]" * (depth - 1)
        return changed(WORKED_RECORD, PLAYERS_TABLE, f"_x = {value}\n{PLAYERS_TABLE}").encode()

    assert isinstance(_read_or_refused(nested(16)), MatchRecord)
    assert _refused(nested(17)) == "_x: the value is too deep"


def test_a_key_of_ones_own_in_a_start_is_version_2() -> None:
    text = changed(WORKED_RECORD, "sevenrocks-record/1", "sevenrocks-record/2")
    record = _read(changed(text, PLAYERS_TABLE, f"[house]\nstart._x = 1\n\n{PLAYERS_TABLE}"))
    assert write_record(_read(write_record(record))) == write_record(record)
    assert write_record(record).startswith('format = "sevenrocks-record/2"')


def test_the_canonical_text_holds_no_control_characters() -> None:
    own = r'"_\u009b" = "\u001b[31m\u009b1m\u007f\u0000\t\u0085"'
    record = _read(changed(WORKED_RECORD, PLAYERS_TABLE, f"{own}\n\n{PLAYERS_TABLE}"))
    text = write_record(record)
    assert _read(text) == record
    assert not any(unicodedata.category(character) == "Cc" for character in text.replace("\n", ""))


READ_ONCE = {
    "a text of many lines": "_x = '''" + "a line of a long story\n" * 1000 + "'''",
    "a text of many line ends": "_x = '''" + "\n" * 200_000 + "'''",
    "a text of many backslashes": "_x = '''" + "\\\n" * 100_000 + "'''",
    "a list over many lines": "_x = [\n" + "1,\n" * 10_000 + "]",
    "a list of 17 fractions": "_x = [\n" + "0.5,\n" * 17 + "]",
    "a list in 17 tables": "_x" + ".a" * 16 + " = [1]",
    "tables in tables, line by line": "_x" + ".a" * 16 + " = [\n{ a" + ".a" * 15 + " = 1 },\n]",
    "a table of many keys": "\n".join(f"_x.k{number} = 1" for number in range(5000)),
    "a list of many tables": "[[_x]]\n" * 30_000,
}


@pytest.mark.parametrize("case", READ_ONCE)
@pytest.mark.untraced
def test_what_can_be_read_can_be_written_and_read_again(case: str) -> None:
    record = _read_or_refused(f"{TOP}{INLINE_PLAYERS}{READ_ONCE[case]}\n".encode())
    # To refuse it is an answer too.
    if not isinstance(record, str):
        text = write_record(record)
        assert write_record(_read(text)) == text


def test_a_line_may_hold_a_list_of_fractions() -> None:
    own = f"[{', '.join(['0.5'] * 20)}]"
    record = _read(changed(WORKED_RECORD, PLAYERS_TABLE, f"_own = {own}\n\n{PLAYERS_TABLE}"))
    assert record.extras == {"_own": [0.5] * 20}


# ---- fuzz: whatever is in a file, it is a record or it is refused

BASES = (WORKED_RECORD.encode(), *(write_record(random_record(seed, target=60)).encode() for seed in range(4)))
TOKENS = (
    *(b'"', b"'", b'"""', b"'''", b"[", b"]", b"{", b"}", b".", b"=", b",", b"#", b"\\", b"\n", b"\r", b"\0", b"\x1b"),
    *(b"0x", b"1e999", b"nan", b"true", b"2026-11-29", b"_x = 1\n", b"[[rounds]]\n", b"\xff", b"\xc2", b"-", b"+5"),
)


def _mutated(rng: random.Random) -> bytes:
    """A record with up to eight small things done to it, to bytes or to whole lines."""
    data = bytearray(rng.choice(BASES))
    for _ in range(rng.choice([1, 1, 1, 2, 3, 8])):
        at = rng.randrange(len(data))
        how = rng.randrange(8)
        if how == 0:
            data[at] ^= 1 << rng.randrange(8)
        elif how == 1:
            del data[at : at + rng.choice([1, 1, 2, 20, 500])]
        elif how == 2:
            data[at:at] = rng.choice(TOKENS)
        elif how == 3:
            data[at] = rng.randrange(256)
        elif how == 4:
            data[at:at] = data[at : at + rng.choice([1, 2, 20, 500])]
        else:
            lines = data.split(b"\n")
            one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
            if how == 5:
                lines[one], lines[other] = lines[other], lines[one]
            elif how == 6:
                lines.insert(other, lines[one])
            else:
                del lines[one]
            data = bytearray(b"\n".join(lines))
    return bytes(data)


def _refuted(record: MatchRecord) -> str | None:
    """What is false in a record; None where it is true."""
    try:
        replay(record)
    except RecordError as error:
        return str(error)
    return None


@pytest.mark.parametrize("seed", range(cases(2, 80)))
@pytest.mark.untraced
def test_a_mutated_record_is_read_or_refused_and_nothing_else(seed: int) -> None:
    rng = random.Random(f"mutated {seed}")
    read = replayed = 0
    for number in range(250):
        data = _mutated(rng)
        place = f"seed {seed}, mutant {number}: {data!r}"
        record = _read_or_refused(data)
        if isinstance(record, str):
            continue
        read += 1
        text = write_record(record)
        assert write_record(_read(text)) == text, place
        refuted = _refuted(record)
        if refuted is None:
            replayed += 1
        else:
            assert refuted.isprintable(), place
    assert 0 < replayed < read < 250, f"seed {seed}: the mutants are too tame or too wild"


@pytest.mark.parametrize("text", ["14 23@14", "14 14@14", "14@11", "pass", "14 24@13", "14 4"])
def test_a_position_that_cannot_be_is_no_position(text: str) -> None:
    with pytest.raises(NotationError):
        parse_position(text)
