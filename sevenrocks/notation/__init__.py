"""The one reader and the one writer of the text of records and of what they are made of.

A record is TOML: `format` first, then `date`, `target` and, where the deals came from a given seed, `known_deal`; the table
`[players]`; the table `[house]`, where a house has added to the rules (`call`, the seconds in which a count must be called for
its award to be scored, 0 without limit; `open`, the pair that saw each other's hands); for each round draws, opener, deal,
hints, plays and how it ended; once the match is over `[fairness]` and `[result]`. Where counts are called, a play with no award
stated may be one whose count was not called.
"""

from __future__ import annotations

from .reading import read_record
from .tokens import (
    format_draw_turn,
    format_hand,
    format_tile,
    parse_action,
    parse_draw_turn,
    parse_end,
    parse_hand,
    parse_partnership,
    parse_play,
    parse_seat,
    parse_tile,
)
from .writing import FORMAT, MAX_BYTES, write_record

__all__ = [
    "FORMAT",
    "MAX_BYTES",
    "format_draw_turn",
    "format_hand",
    "format_tile",
    "parse_action",
    "parse_draw_turn",
    "parse_end",
    "parse_hand",
    "parse_partnership",
    "parse_play",
    "parse_seat",
    "parse_tile",
    "read_record",
    "write_record",
]
