"""The one reader and the one writer of the text of records and of what they are made of."""

from __future__ import annotations

from .reading import read_record
from .words import (
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
