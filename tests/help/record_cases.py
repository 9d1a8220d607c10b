"""Records for the tests: one that is written out, any number of random ones told by a seed, and other texts of them."""

from __future__ import annotations

import datetime
import json
import random
import re
import tomllib
from dataclasses import replace
from typing import Any

from sevenrocks.engine.actions import Place
from sevenrocks.engine.deal import known_seed
from sevenrocks.engine.match import Match
from sevenrocks.engine.rules import TARGET, award_for
from sevenrocks.engine.seats import BySeat, Partnership, Seat
from sevenrocks.house import MAX_CALL, RULES_ALONE, House
from sevenrocks.record import MatchRecord, RoundRecord, record_match

WORKED_RECORD = """\
format = "sevenrocks-record/1"
date = 2026-11-29
target = 100
known_deal = true

[players]
N = "Anna"
E = "Bartek"
S = "Clara"
W = "Dieter"

[[rounds]]
draws = [
  "N 00 E 33 S 24 W 22",
  "E 11 S 36",
]
opens = "S"
deal.N = "11 14 15 23 25 34 46"
deal.E = "00 01 03 13 16 44 66"
deal.S = "02 05 06 26 35 36 55"
deal.W = "04 12 22 24 33 45 56"
plays = [
  "S 05 +5",
  "W 04@05",
  "N 15@05 +5",
  "E 13@15",
  "S 35@13",
  "W 45@35",
  "N 34@45",
  "E 44@04",
  "S 36@34",
  "W 24@44",
  "N 46@44",
  "E 16@36",
  "S 26@46 +5",
  "W 12@24",
  "N 23@26 +5",
  "E 03@23",
  "S 06@03",
  "W 56@06",
  "N 14@44",
  "E 01@14",
  "S 55@56",
  "W pass",
  "N 11@12",
  "E 00@01",
  "S 02@00 +15",
]
end = "out S"
left.N = 7
left.E = 12
left.S = 0
left.W = 10
lost.N = 5
lost.E = 10
lost.S = 0
lost.W = 10
score.NS = 30
score.EW = -20

[[rounds]]
opens = "S"
deal.N = "00 06 11 13 14 35 45"
deal.E = "03 05 25 34 44 46 55"
deal.S = "01 02 04 15 26 33 66"
deal.W = "12 16 22 23 24 36 56"
plays = [
  "S 04",
  "W 24@04",
  "N 00@04",
  "E 25@24 +5",
  "S 01@00",
  "W 16@01",
  "N 06@00",
  "E 03@00 +20",
  "S 66@16",
  "W 23@03 +25",
  "N 45@25",
  "E 34@45",
  "S 02@23",
  "W 56@06 +20",
  "N 13@34",
  "E 05@02",
  "S 15@56",
  "W 12@15 +20",
  "N 14@13",
  "E 46@14 +25",
  "S 26@12",
  "W 36@46",
  "N 35@36",
  "E 55@05",
  "S pass",
  "W pass",
  "N pass",
  "E pass",
]
end = "blocked"
left.N = 2
left.E = 8
left.S = 6
left.W = 4
lost.N = 0
lost.E = 10
lost.S = 5
lost.W = 5
score.NS = 25
score.EW = 80

[[rounds]]
draws = [
  "N 44 E 36 S 16 W 22",
]
opens = "E"
deal.N = "02 12 16 23 26 33 46"
deal.E = "03 06 13 22 34 35 36"
deal.S = "00 01 05 14 44 45 55"
deal.W = "04 11 15 24 25 56 66"
plays = [
  "E 36",
  "S pass",
  "W 56@36",
  "N 23@36",
  "E 35@56 +5",
  "S pass",
  "W 25@23",
  "N 33@35",
  "E 34@33",
  "S 55@25",
  "W 15@55 +5",
  "N 46@34",
  "E 03@33",
  "S 05@03",
  "W 11@15",
  "N 16@46",
  "E 13@16 +10",
]
end = "won EW"
score.NS = 25
score.EW = 100

[fairness]
commitment = "e430e454d6b27222b0e4b2f838cdc79e77290e34cea9399a991f4c215eb033c1"
seed = "e5d185e4d31e3e48ab085505c404219229c7ff45bc82b84d105810acf16eb954"

[result]
winner = "EW"
score.NS = 25
score.EW = 100
"""
"""A whole match to 100: its draw ties once, and its rounds end by going out, blocked, and with the match."""

PLAYERS = BySeat(("Anna", "Bartek", "Clara", "Dieter"))

NAMES = (
    "Anna",
    "Jo Ann",
    "[b]x[/b]",
    '"quoted"',
    "back\\slash",
    "\u017b\u00f3\u0142w",
    "\u65e5\u672c\u8a9e",
    "\u05e9\u05dc\u05d5\u05dd",
    "q\u0323\u0324\u0301",
    "\U0001f1f5\U0001f1f1",
    "\U0001f469\u200d\U0001f680",
    "#1 = [a]",
)
"""Names as the door for names lets them pass, no two of them alike."""


def changed(text: str, old: str, new: str) -> str:
    """The text with one statement changed, which must stand there exactly once."""
    assert text.count(old) == 1, f"{text.count(old)} times in the text: {old}"
    return text.replace(old, new)


def told_by(seed: int) -> bytes:
    """The seed of the deals of a random match."""
    return known_seed(f"random record {seed}")


def random_match(seed: int, *, target: int = TARGET, plays: int | None = None, called: float | None = None) -> Match:
    """A match of random legal plays: to its end, or as far as so many plays, knocks included.

    Where the house wants counts to be called, a share of them is.
    """
    rng, calls = random.Random(seed), random.Random(f"calls {seed}")
    match = Match(target, must_call=called is not None)
    while match.winner is None and plays != 0:
        if match.round is None:
            match = match.begin_round_from(told_by(seed))
        legal = match.rounds[-1].legal_actions
        action = legal[int(rng.random() * len(legal))]
        if called is not None and isinstance(action, Place) and calls.random() < called:
            # A record cannot tell a count that was called and is no award from one that was not called.
            layout = match.rounds[-1].layout.place(action.tile, action.host)
            action = replace(action, call=award_for(layout.count) or None)
        match = match.play(action)
        plays = None if plays is None else plays - 1
    return match


def random_record(seed: int, *, target: int = TARGET, plays: int | None = None) -> MatchRecord:
    """The record of a random match, with some of the statements that are optional."""
    rng = random.Random(f"statements {seed}")
    house = rng.choice([RULES_ALONE, House(open_pair=Partnership.EW), House(call=rng.randint(0, MAX_CALL))])
    called = None if house.call is None else 0.7
    if called is not None and plays is None:
        plays = 400  # random play without all its awards might never reach a target
    record = record_match(
        random_match(seed, target=target, plays=plays, called=called),
        BySeat(rng.sample(NAMES, len(Seat))),
        date=rng.choice([None, datetime.date(rng.randint(1, 9999), rng.randint(1, 12), rng.randint(1, 28))]),
        known_deal=rng.random() < 0.5,
        seed=told_by(seed) if rng.random() < 0.5 else None,
        house=house,
    )
    hinted = [(seat, rng.randint(1, 9)) for seat in Seat if rng.random() < 0.5]
    rounds = [replace(stated, hints=tuple(hinted)) if rng.random() < 0.5 else stated for stated in record.rounds]
    return replace(record, rounds=tuple(_opened(stated, random.Random(f"opened {seed}")) for stated in rounds))


def _opened(stated: RoundRecord, rng: random.Random) -> RoundRecord:
    """The round, in which the record may have been written now and then."""
    moments = range(len(stated.plays) + (stated.end is None or stated.end.winner is None))
    return replace(stated, opened=tuple(sorted(rng.sample(moments, rng.choice([0, 0, 1, min(len(moments), 3)])))))


# ---- other texts of the same data


def loosened(text: str, rng: random.Random) -> str:
    """Another TOML text of a record: its keys, tiles and halves in any order, laid out as someone else might do it."""
    table = tomllib.loads(text)
    for stated in table.get("rounds", []):
        stated["deal"] |= {seat.name: _loose_hand(stated["deal"][seat.name], rng) for seat in Seat}
        for key in stated.keys() & {"plays", "draws"}:
            stated[key] = [_loose_tiles(line, rng) for line in stated[key]]
    loose = "".join(f"{line}{_comment(rng)}\n" for line in _table_lines((), table, rng))
    return loose.replace("\n", "\r\n") if rng.random() < 0.2 else loose


def _loose_hand(text: str, rng: random.Random) -> str:
    return " ".join(_loose_tiles(tile, rng) for tile in rng.sample(text.split(" "), len(text.split(" "))))


def _loose_tiles(text: str, rng: random.Random) -> str:
    """The tiles of a line with their halves in either order; an award, which has a sign, stays as it is."""
    return re.sub(r"(?<![+\d])\d\d", lambda tile: tile[0] if rng.random() < 0.5 else tile[0][::-1], text)


def _comment(rng: random.Random) -> str:
    return rng.choice(
        ["", "", "", " # a [note], {with} \"all\" 'kinds' of . . . . . . . . . . . . . . . . . dots", "\n\n"]
    )


def _table_lines(path: tuple[str, ...], table: dict[str, Any], rng: random.Random) -> list[str]:
    """The lines of a table: its values first, in any order, then the tables within that have a header of their own."""
    lines: list[str] = []
    below: list[str] = []
    for key, value in rng.sample(list(table.items()), len(table)):
        inner = (*path, key)
        how = rng.random()
        if isinstance(value, dict) and value and how < 0.4:
            below += [f"[{_dotted(inner, rng)}]", *_table_lines(inner, value, rng)]
        elif isinstance(value, dict) and value and how < 0.7:
            lines += [
                f"{_dotted((key, deeper), rng)} = {_value(leaf, rng)}"
                for deeper, leaf in rng.sample(list(value.items()), len(value))
            ]
        elif isinstance(value, list) and value and all(isinstance(each, dict) for each in value) and how < 0.7:
            for each in value:
                below += [f"[[{_dotted(inner, rng)}]]", *_table_lines(inner, each, rng)]
        else:
            lines.append(f"{_key(key, rng)}{rng.choice(['', ' '])}= {_value(value, rng)}")
    return lines + below


def _dotted(path: tuple[str, ...], rng: random.Random) -> str:
    return rng.choice([".", " . "]).join(_key(key, rng) for key in path)


def _key(key: str, rng: random.Random) -> str:
    is_bare = re.fullmatch(r"[A-Za-z0-9_-]+", key, re.ASCII) is not None
    return key if is_bare and rng.random() < 0.8 else _string(key, rng)


def _value(value: Any, rng: random.Random) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f'"""\n{_escaped(value)}"""' if rng.random() < 0.1 else _string(value, rng)
        case int():
            return str(value) if value < 0 else format(value, rng.choice(["d", "#x", "#o", "#b"]))
        case list():
            spread = f",  # one [ by one\n{' ' * rng.randint(0, 9)}"
            # Tables would make a line too long to be read.
            between = spread if any(isinstance(each, dict) for each in value) else rng.choice([", ", ",", spread])
            return "[" + between.join(_value(each, rng) for each in value) + rng.choice(["]", " ]", "\n]"])
        case dict():
            pairs = rng.sample(list(value.items()), len(value))
            return "{" + ", ".join(f"{_key(key, rng)} = {_value(inner, rng)}" for key, inner in pairs) + "}"
        case datetime.datetime():
            return value.isoformat(sep=rng.choice("T "))
        case datetime.date() | datetime.time():
            return value.isoformat()
        case _:
            return str(value)


def _string(text: str, rng: random.Random) -> str:
    if text.isprintable() and "'" not in text and rng.random() < 0.3:
        return f"'{text}'"
    if rng.random() < 0.3:
        return '"' + "".join(f"\\U{ord(character):08x}" for character in text) + '"'
    return f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    """The text as it stands in a basic string: as in JSON, but that DEL must not stand bare."""
    return json.dumps(text, ensure_ascii=False)[1:-1].replace("\x7f", "\\u007f")
