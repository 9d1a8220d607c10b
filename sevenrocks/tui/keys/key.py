"""What a key is: the screens that it is on, the action that it does, and what is said of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Flag, auto
from typing import TypeAlias

Letter: TypeAlias = tuple[str, str]
"""A letter with its context, for `pgettext`."""


class On(Flag):
    """The screens that keys are on."""

    APP = auto()
    """All of them, whatever has the focus."""
    MENU = auto()
    SEATS = auto()
    SETTINGS = auto()
    MATCHES = auto()
    RESCUE = auto()
    LEARN = auto()
    WELCOME = auto()
    LESSON = auto()
    TRAINER = auto()
    CALL = auto()
    CUT = auto()
    DRAW = auto()
    COVER = auto()
    TABLE = auto()
    LEDGER = auto()
    RESULT = auto()
    NOT_KEPT = auto()
    LEAVING = auto()
    PAGE = auto()
    LOG = auto()
    RULES = auto()
    SWAPS = auto()
    PANEL = auto()
    """What stands beside the table, on a screen of it: its keys come before those of that screen."""
    DEMO = auto()

    COUNTING = LESSON | TRAINER | CALL
    MATCH = DRAW | COVER | TABLE | LEDGER | RESULT
    """The screens of a match."""
    SEATED = COVER | TABLE | LEDGER
    """Those of them on which seats may change."""
    PAGES = PAGE | LOG | RULES | SWAPS
    LISTS = LEARN | MATCHES | RESCUE | WELCOME
    ASKING = LEAVING | NOT_KEPT | RESCUE | MATCHES
    """Those that may ask what is answered with yes or no."""


@dataclass(frozen=True, slots=True)
class Key:
    """An action and its keys. A lower-case letter stands for both cases."""

    id: str
    """Its name in the file of the settings, and what the code asks for."""
    keys: tuple[str | Letter, ...]
    """What is told of it; the first one stands in key lines and sentences."""
    action: str
    """What Textual is to do. With {n} or {index} each key has an action of its own, numbered from 1 or from 0."""
    on: On
    word: str = ""
    """What it does, in the key line. Where that is a word for a moment, the screen gives it."""
    help: str = ""
    """What the help page says; in braces it may name other keys by their ids, with _ for -. Those that say the same share a
    row."""
    brief: str = ""
    """What the panel beside the table says, in at most four words; where there are none, `word` has few enough."""
    also: tuple[str | Letter, ...] = ()
    """Keys that do the same. Whoever has no Latin letters is told of the first that needs none: see `Keys.letterless`."""
    while_hidden: bool = False
    """Whether it acts while a hand is hidden. Nothing does that does not say so."""
    rank: int = 5
    """How long it stays in a key line that has no room for all: the lowest gives way first, then the last of equals."""
    repeats: bool = False
    """Whether it acts again and again while it is held down. Nothing does that does not say so: see `thumb`."""

    @property
    def is_numbered(self) -> bool:
        """Whether each key has an action of its own."""
        return "{" in self.action

    def action_of(self, index: int) -> str:
        """The action of the key at this place."""
        return self.action.format(n=index + 1, index=index)
