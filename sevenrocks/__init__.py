"""Seven Rocks, the partnership domino game: its rules, its records and its bots, for programs.

The names are loaded when they are first used, so importing the package costs nothing, and it never loads the app.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .engine.actions import Ending, IllegalPlayError, MatchWon, Pass, Passed, Place, Placed, RoundEnded
    from .engine.deal import deal_hands, draw_opener
    from .engine.errors import NotationError, RecordError, Refusal, RocksError
    from .engine.layout import Layout
    from .engine.match import Match
    from .engine.round import Round, Setup
    from .engine.seats import ByPartnership, BySeat, Partnership, Seat
    from .engine.tiles import DOUBLE_SIX, Tile
    from .engine.view import PublicView, SeatView
    from .record import MatchRecord, read_record, record_match, replay, write_record

__all__ = [
    "DOUBLE_SIX",
    "ByPartnership",
    "BySeat",
    "Ending",
    "IllegalPlayError",
    "Layout",
    "Match",
    "MatchRecord",
    "MatchWon",
    "NotationError",
    "Partnership",
    "Pass",
    "Passed",
    "Place",
    "Placed",
    "PublicView",
    "RecordError",
    "Refusal",
    "RocksError",
    "Round",
    "RoundEnded",
    "Seat",
    "SeatView",
    "Setup",
    "Tile",
    "deal_hands",
    "draw_opener",
    "read_record",
    "record_match",
    "replay",
    "write_record",
]

_HOMES = {
    "engine.actions": ("Ending", "IllegalPlayError", "MatchWon", "Pass", "Passed", "Place", "Placed", "RoundEnded"),
    "engine.deal": ("deal_hands", "draw_opener"),
    "engine.errors": ("NotationError", "RecordError", "Refusal", "RocksError"),
    "engine.layout": ("Layout",),
    "engine.match": ("Match",),
    "engine.round": ("Round", "Setup"),
    "engine.seats": ("ByPartnership", "BySeat", "Partnership", "Seat"),
    "engine.tiles": ("DOUBLE_SIX", "Tile"),
    "engine.view": ("PublicView", "SeatView"),
    "record": ("MatchRecord", "read_record", "record_match", "replay", "write_record"),
}


def __getattr__(name: str) -> object:
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f".{module}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
