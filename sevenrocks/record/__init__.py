"""A match as data, and its text: read, written, filed, and checked by playing it through the engine."""

from .data import (
    Extras,
    Fairness,
    HintCounts,
    MatchRecord,
    Openings,
    Result,
    RoundRecord,
    record_match,
    stated_end,
    stated_play,
)
from .filing import write_record_file
from .reading import read_record
from .replaying import replay, replay_play
from .writing import FORMATS, MAX_BYTES, write_record

__all__ = [
    "FORMATS",
    "MAX_BYTES",
    "Extras",
    "Fairness",
    "HintCounts",
    "MatchRecord",
    "Openings",
    "Result",
    "RoundRecord",
    "read_record",
    "record_match",
    "replay",
    "replay_play",
    "stated_end",
    "stated_play",
    "write_record",
    "write_record_file",
]
