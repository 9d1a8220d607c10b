"""Writing a record: one canonical text for a match, so that reading and writing again gives the same bytes."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from typing import Any

from sevenrocks.engine.errors import NotationError
from sevenrocks.engine.seats import Scores
from sevenrocks.house import RULES_ALONE, House
from sevenrocks.i18n import _
from sevenrocks.notation import format_change, format_draw_turn, format_end, format_hand, format_play

from .data import Extras, MatchRecord, RoundRecord

FORMATS = ("sevenrocks-record/1", "sevenrocks-record/2", "sevenrocks-record/3")
"""Version 1; version 2, which has also `seats` in a round and `start` in `[house]`; version 3, which has also `opened` in a
round. Each record is written as the lowest version that can say it, so that older programs read what they can."""

MAX_BYTES = 4 * 1024 * 1024
"""The largest text of a record. A match to 250 takes about 10 KiB, and some 6,500 rounds fit: more are played only where
counts must be called, and nobody calls them."""


def write_record(record: MatchRecord) -> str:
    """The canonical text of a record. Raises NotationError, in words, where it would be larger than a reader takes."""
    text = _canonical(record)
    if len(text.encode("utf-8")) > MAX_BYTES:
        raise NotationError(too_large())
    return text


def too_large() -> str:
    """Why a text is no record where it has more than MAX_BYTES."""
    return _("not a record: larger than {n} KiB").format(n=MAX_BYTES // 1024)


def _canonical(record: MatchRecord) -> str:
    lines = [f'format = "{FORMATS[_lowest_version(record) - 1]}"']
    if record.date is not None:
        lines.append(f"date = {record.date.isoformat()}")
    lines.append(f"target = {record.target}")
    if record.known_deal:
        lines.append("known_deal = true")
    lines += _format_extras(record.extras)
    lines += ["", "[players]"]
    lines += [f"{seat.name} = {_format_value(name)}" for seat, name in record.players.by_seat()]
    lines += _format_extras(record.player_extras)
    if record.house != RULES_ALONE or record.house_extras:
        lines += ["", "[house]", *_format_house(record.house), *_format_extras(record.house_extras)]
    for round_record in record.rounds:
        lines += ["", "[[rounds]]", *_format_round(round_record)]
    if record.fairness is not None:
        fairness = record.fairness
        lines += ["", "[fairness]", f'commitment = "{fairness.commitment}"', f'seed = "{fairness.seed.hex()}"']
        if fairness.cut:
            lines.append(f"cut = {_format_value(fairness.cut)}")
        lines += _format_extras(fairness.extras)
    if record.result is not None:
        lines += ["", "[result]", f'winner = "{record.result.winner.name}"', *_format_scores(record.result.scores)]
        lines += _format_extras(record.result.extras)
    return "\n".join(lines) + "\n"


def _lowest_version(record: MatchRecord) -> int:
    """The lowest version that can say all of a record."""
    if any(each.opened for each in record.rounds):
        return 3
    own = any(path.startswith("start.") for path in record.house_extras)  # a key of a user's within `start`
    return 2 if own or any(record.house.start) or any(each.seats for each in record.rounds) else 1


def _format_house(house: House) -> list[str]:
    lines = [] if house.call is None else [f"call = {house.call}"]
    if house.open_pair is not None:
        lines.append(f'open = "{house.open_pair.name}"')
    return lines + [f"start.{pair.name} = {points}" for pair, points in house.start.by_partnership() if points]


def _format_round(record: RoundRecord) -> list[str]:
    lines = _format_list("draws", map(format_draw_turn, record.draws)) if record.draws else []
    lines.append(f'opens = "{record.opens.name}"')
    lines += [f'deal.{seat.name} = "{format_hand(hand)}"' for seat, hand in record.deal.by_seat()]
    lines += [f"hints.{seat.name} = {number}" for seat, number in record.hints]
    if record.seats:
        lines += _format_list("seats", (_escaped(format_change(change)) for change in record.seats))
    if record.opened:
        lines.append(f"opened = {_format_value(list(record.opened))}")
    lines += _format_list("plays", map(format_play, record.plays))
    if record.end is not None:
        lines.append(f'end = "{format_end(record.end)}"')
    for key, values in (("left", record.left), ("lost", record.lost)):
        if values is not None:
            lines += [f"{key}.{seat.name} = {value}" for seat, value in values.by_seat()]
    if record.scores is not None:
        lines += _format_scores(record.scores)
    return lines + _format_extras(record.extras)


def _format_scores(scores: Scores) -> list[str]:
    return [f"score.{pair.name} = {score}" for pair, score in scores.by_partnership()]


def _format_list(key: str, texts: Iterable[str]) -> list[str]:
    lines = [f'  "{text}",' for text in texts]
    return [f"{key} = [", *lines, "]"] if lines else [f"{key} = []"]


def _escaped(text: str) -> str:
    """A text that may hold a player's name, as it stands between quotes."""
    return _format_value(text)[1:-1]


def _format_extras(extras: Extras) -> list[str]:
    return [f"{path} = {_format_value(value)}" for path, value in sorted(extras.items())]


def format_key(key: str) -> str:
    """A key bare, or quoted where it must be."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key, re.ASCII) else _format_value(key)


_CONTROLS = {number: f"\\u{number:04x}" for number in range(0x7F, 0xA0)}


def _format_value(value: Any) -> str:
    """A TOML value on one line."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            # JSON's escapes are TOML's, but it leaves the controls from DEL on bare.
            return json.dumps(value, ensure_ascii=False).translate(_CONTROLS)
        case int():
            return str(value)
        case float():
            return repr(value) if math.isfinite(value) else str(value)
        case list():
            return "[" + ", ".join(map(_format_value, value)) + "]"
        case dict():
            pairs = (f"{format_key(key)} = {_format_value(inner)}" for key, inner in sorted(value.items()))
            return "{ " + ", ".join(pairs) + " }" if value else "{}"
        case _:
            return str(value.isoformat())
