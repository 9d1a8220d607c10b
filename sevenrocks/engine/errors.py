"""What can go wrong, as one tree.

RocksError
├── NotationError      a text that cannot be read
├── RecordError        a record that states something the rules refute
└── IllegalPlayError   an action that the rules refuse (in `actions`: it carries one)

IllegalPlayError carries data (seat, action, reason), never a hand or a round: it may be shown to anyone at the table. The
text of a RecordError may name tiles that are held; a record holds all hands anyway.
"""

from __future__ import annotations

from enum import Enum


class RocksError(Exception):
    """The base of every error that Seven Rocks raises on purpose."""


class NotationError(RocksError):
    """A text (a tile, a seat, a play, a whole record) cannot be read."""


class RecordError(RocksError):
    """A record states something that the rules refute.

    `round_number` and `play_number` count from 1; None where the fault is not inside a round, or not at a play.
    """

    def __init__(self, message: str, round_number: int | None = None, play_number: int | None = None) -> None:
        super().__init__(message)
        self.round_number = round_number
        self.play_number = play_number


class Refusal(Enum):
    """Why an action is refused. The words for it are chosen where they are shown."""

    ROUND_OVER = "the round is over"
    OUT_OF_TURN = "another seat is in turn"
    NOT_HELD = "the tile is not in the hand"
    NO_HOST = "only the opening joins no tile"
    NOT_OPEN = "the host is not on the table or has no open place"
    NO_MATCH = "no half of the tile matches the place"
    MUST_PLACE = "who can place must place"
