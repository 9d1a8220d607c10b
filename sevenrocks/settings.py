"""What a player has chosen, kept between matches."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import platformdirs

from .atomic import write_whole
from .i18n import LANGUAGES, N_, language_of

if TYPE_CHECKING:
    from .house import House


class BotSpeed(Enum):
    """How long bots take at least, in seconds a play."""

    SLOW = 2.0
    NORMAL = 1.0
    FAST = 0.4
    INSTANT = 0.0


class Faces(Enum):
    """How the halves of large tiles are drawn."""

    PIPS = "pips"
    DIGITS = "digits"


class Shade(Enum):
    """The theme."""

    DARK = "dark"
    LIGHT = "light"
    CONTRAST = "contrast"
    RED_GREEN = "red-green"
    BLUE_YELLOW = "blue-yellow"


class Characters(Enum):
    """What the table is drawn with."""

    AUTO = "auto"
    UNICODE = "unicode"
    ASCII = "ascii"


class Hints(Enum):
    """When a player may ask the master for a hint."""

    ALONE = "alone"
    ALWAYS = "always"
    NEVER = "never"


class CallSeconds(Enum):
    """How long there is to count a layout: in the trainer, and where the count is called at the table. 0 sets no limit."""

    TEN = 10
    TWENTY = 20
    FORTY = 40
    UNLIMITED = 0


class Language(Enum):
    """The language of the texts."""

    AUTO = "auto"
    ENGLISH = "en"
    GERMAN = "de"
    POLISH = "pl"


WORDS: dict[Enum, str] = {
    Language.AUTO: N_("as the system says"),
    **{language: LANGUAGES[language.value] for language in Language if language is not Language.AUTO},
    BotSpeed.SLOW: N_("slow"),
    BotSpeed.NORMAL: N_("normal"),
    BotSpeed.FAST: N_("fast"),
    BotSpeed.INSTANT: N_("at once"),
    Faces.PIPS: N_("pips"),
    Faces.DIGITS: N_("digits"),
    Shade.DARK: N_("dark"),
    Shade.LIGHT: N_("light"),
    Shade.CONTRAST: N_("high contrast"),
    Shade.RED_GREEN: N_("for red-green blindness"),
    Shade.BLUE_YELLOW: N_("for blue-yellow blindness"),
    Hints.ALONE: N_("with bots only"),
    Hints.ALWAYS: N_("always"),
    Hints.NEVER: N_("never"),
    CallSeconds.TEN: N_("10 seconds"),
    CallSeconds.TWENTY: N_("20 seconds"),
    CallSeconds.FORTY: N_("40 seconds"),
    CallSeconds.UNLIMITED: N_("no limit"),
    Characters.AUTO: N_("as the terminal can"),
    Characters.UNICODE: N_("line drawing"),
    Characters.ASCII: N_("plain ASCII"),
}
"""What a choice is called on the screen."""


class Settings(NamedTuple):
    """All settings. `seats` are the players of the last match, for the next one: a name, or `bot:LEVEL` with a name.

    No dataclass: every command looks for the language here, and should not have to load what makes one.
    """

    bot_speed: BotSpeed = BotSpeed.NORMAL
    what_if: bool = True
    """Whether legal places tell what the tile would count there."""
    faces: Faces = Faces.PIPS
    shade: Shade = Shade.DARK
    characters: Characters = Characters.AUTO
    hints: Hints = Hints.ALONE
    language: Language = Language.AUTO
    motion: bool = True
    """Whether pegs walk, and tiles and hands come one after the other."""
    bell: bool = False
    """Whether the terminal rings when a player's turn comes."""
    call_it: bool = False
    """Whether in new matches an award is scored only where its player calls the count. The rules know nothing of it."""
    call_seconds: CallSeconds = CallSeconds.TWENTY
    seats: tuple[tuple[str, str | None], ...] = ()
    """Name and level, or None for a person, of each seat of the last match; empty before the first."""

    @property
    def house(self) -> House:
        """What the house adds to the rules in a new match."""
        from .house import House  # noqa: PLC0415, no command needs it to find its language

        return House(call=self.call_seconds.value if self.call_it else None)

    def language_in(self, environment: Mapping[str, str]) -> str:
        """The language that was chosen, one of LANGUAGES; that of the environment where it is as the system says."""
        return language_of(environment) if self.language is Language.AUTO else self.language.value


def settings_path() -> Path:
    """Where settings are kept on this machine."""
    return platformdirs.user_config_path("sevenrocks", appauthor=False) / "settings.json"


def load_settings(path: Path) -> Settings:
    """The settings kept there; the usual ones for whatever is missing or cannot be read."""
    try:
        kept = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return Settings()
    if not isinstance(kept, dict):
        return Settings()
    known: dict[str, Any] = {}
    for field, kind in (
        ("bot_speed", BotSpeed),
        ("faces", Faces),
        ("shade", Shade),
        ("characters", Characters),
        ("hints", Hints),
        ("language", Language),
        ("call_seconds", CallSeconds),
    ):
        with contextlib.suppress(ValueError):
            known[field] = kind(kept.get(field))
    for switch in ("what_if", "motion", "bell", "call_it"):
        if isinstance(kept.get(switch), bool):
            known[switch] = kept[switch]
    with contextlib.suppress(TypeError, ValueError):
        seats = tuple((str(name), None if level is None else str(level)) for name, level in kept.get("seats", ()))
        known["seats"] = seats if len(seats) == 4 else ()
    return Settings(**known)


def save_settings(settings: Settings, path: Path) -> None:
    """Keep the settings. Raises OSError."""
    kept = {name: value.value if isinstance(value, Enum) else value for name, value in settings._asdict().items()}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(kept, indent=2).encode("utf-8"))
