"""The bots. A bot gets a SeatView and a random source, nothing else: same view, same source, same choice.

Each module in `levels` is one level, and its name is the level's. A new level is one new file there with a docstring, a
`STRENGTH` by which levels are listed, weakest first, a line `ABOUT` how it plays, and a function `choose(view, rng)`.
"""

from __future__ import annotations

import importlib
import pkgutil
import random
from functools import cache
from typing import Protocol

from sevenrocks.engine.actions import Action
from sevenrocks.engine.errors import NotationError
from sevenrocks.engine.view import SeatView
from sevenrocks.i18n import _, folded, in_each_language

from . import levels

DEFAULT_LEVEL = "club"


class Level(Protocol):
    """One level of play."""

    NAME: str
    """What its file is called, marked to be translated."""
    STRENGTH: int
    ABOUT: str
    """How it plays, in one honest line; to be translated."""

    def choose(self, view: SeatView, rng: random.Random) -> Action:
        """One of the view's legal actions; the view's seat is in turn."""


@cache
def level_names() -> tuple[str, ...]:
    """The names of all levels, weakest first."""
    names = [module.name for module in pkgutil.iter_modules(levels.__path__)]
    return tuple(sorted(names, key=lambda name: level(name).STRENGTH))


def level(name: str) -> Level:
    """The level of this name; a name with a dot is that of a module of your own, which need not lie in this package.

    Raises ImportError. What players say goes through parse_level, which knows no dots.
    """
    found: Level = importlib.import_module(name if "." in name else f"{levels.__name__}.{name}")
    return found


def parse_level(text: str) -> str:
    """The name of a level that somebody typed: its own, or what it is called in any language of the game.

    Raises NotationError, in words for the player.
    """
    typed = folded(text.strip())
    if typed in level_names():
        return typed
    meant = next((name for name in level_names() if typed in map(folded, in_each_language(name))), None)
    if meant is None:
        raise _no_level(text)
    return meant


def check_level(name: str) -> None:
    """Raise NotationError, in words for the player, where no level has this name: files tell no other."""
    if name not in level_names():
        raise _no_level(name)


def _no_level(text: str) -> NotationError:
    message = _("there is no bot level {level}; the levels are {levels}")
    return NotationError(message.format(level=ascii(text[:20]), levels=", ".join(map(_, level_names()))))


def choose(name: str, view: SeatView, seed: int) -> Action:
    """What a bot of this level does. The seed is a fresh one for every choice."""
    return level(name).choose(view, random.Random(seed))  # noqa: S311, chance in play; deals come from the system
