"""All settings: what a player has chosen, kept between matches."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from sevenrocks.i18n import LANGUAGES, N_, language_of

from .setting import Kept, Setting, Values, Word

if TYPE_CHECKING:
    from sevenrocks.house import House


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


class Tints(Enum):
    """The colours of the pips."""

    COLOURED = "coloured"
    BLACK = "black"


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
    BLOCKS = "blocks"
    LINES = "unicode"
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


class StartPair(Enum):
    """The pair that begins new matches with some points."""

    NOBODY = "nobody"
    NS = "NS"
    EW = "EW"


class Language(Enum):
    """The language of the texts."""

    AUTO = "auto"
    ENGLISH = "en"
    GERMAN = "de"
    POLISH = "pl"


class Switch(Setting[bool]):
    """A setting that is on or off."""

    def __init__(self, usual: bool, label: str, *, about: str, note: str = "") -> None:
        choices: dict[bool, tuple[Word, str]] = {True: (True, N_("yes")), False: (False, N_("no"))}
        super().__init__(usual, label, choices, about=about, note=note)


Sitters: TypeAlias = tuple[tuple[str, str | None], ...]
"""Name and level, or None for a person, of each seat; empty before the first match."""


class _Seats(Kept[Sitters]):
    """Who sat where: four players or nobody."""

    def parsed(self, word: object) -> Sitters:
        """The players of a list of tables."""
        if not isinstance(word, list) or len(word) not in (0, 4):
            raise ValueError(word)
        return tuple(map(self._parsed_player, word))

    @staticmethod
    def _parsed_player(word: object) -> tuple[str, str | None]:
        if not isinstance(word, dict) or not word.keys() <= {"name", "bot"}:
            raise ValueError(word)
        name, level = word.get("name"), word.get("bot")
        if not isinstance(name, str) or not isinstance(level, str | None):
            raise ValueError(word)  # noqa: TRY004, to whoever reads the file it is a value like any other
        return name, level

    def formatted(self, value: Sitters) -> list[dict[str, str]]:
        """A table for each player."""
        return [{"name": name} if level is None else {"name": name, "bot": level} for name, level in value]

    @property
    def possible(self) -> str:
        """Nobody, and an example of four."""
        four = '{name = "Anna"}, {name = "Ewa", bot = "club"}, {name = "Bartek"}, {name = "Clara", bot = "novice"}'
        return f"[], [{four}]"


class Settings(Values):
    """All settings, in the order of their page.

    A setting is one declaration here: the file, the page and the texts of both are made from it.
    """

    __slots__ = ()

    bot_speed = Setting(
        BotSpeed.NORMAL,
        N_("Bots play"),
        {
            BotSpeed.SLOW: ("slow", N_("slow")),
            BotSpeed.NORMAL: ("normal", N_("normal")),
            BotSpeed.FAST: ("fast", N_("fast")),
            BotSpeed.INSTANT: ("instant", N_("at once")),
        },
        about=N_("How long bots take at least over a play."),
    )
    what_if = Switch(
        True,
        N_("Preview the count at each place"),
        about=N_("Whether each place of a chosen tile tells what the ends would add up to with it there."),
    )
    hints = Setting(
        Hints.ALONE,
        N_("Hints"),
        {
            Hints.ALONE: ("alone", N_("with bots only")),
            Hints.ALWAYS: ("always", N_("always")),
            Hints.NEVER: ("never", N_("never")),
        },
        about=N_('When a player may ask the master for a hint; "alone" is with bots only.'),
    )
    call_it = Switch(
        False,
        N_("House rule: call your own count"),
        about=N_("Whether in new matches a tile scores only if its player calls the count. Not in the rules."),
        note=N_(
            "Not in the rules of Seven Rocks. In matches begun from now on a tile scores only if its player "
            "calls the right count in time; nothing on the table tells it before. Bots always call right."
        ),
    )
    call_seconds = Setting(
        CallSeconds.TWENTY,
        N_("Time limit for calls and trainer"),
        {
            CallSeconds.TEN: (10, N_("10 seconds")),
            CallSeconds.TWENTY: (20, N_("20 seconds")),
            CallSeconds.FORTY: (40, N_("40 seconds")),
            CallSeconds.UNLIMITED: (0, N_("no limit")),
        },
        about=N_("Seconds to call the count, and to count in the trainer; 0 sets no limit."),
    )
    start_pair = Setting(
        StartPair.NOBODY,
        N_("House rule: points at the start for"),
        {
            StartPair.NOBODY: ("nobody", N_("nobody")),
            StartPair.NS: ("NS", N_("NS")),
            StartPair.EW: ("EW", N_("EW")),
        },
        about=N_(
            "The pair that begins new matches with some points, so that a weaker one has a chance. Not in the rules."
        ),
        note=N_(
            "Not in the rules of Seven Rocks. In matches begun from now on this pair has some points before the first round."
        ),
    )
    start_points = Setting(
        50,
        N_("How many points that pair begins with"),
        {points: (points, str(points)) for points in range(25, 225, 25)},
        about=N_("The points that pair begins with; they must be below the target."),
    )
    faces = Setting(
        Faces.PIPS,
        N_("Large tiles show"),
        {Faces.PIPS: ("pips", N_("pips")), Faces.DIGITS: ("digits", N_("digits"))},
        about=N_("How the halves of large tiles are drawn."),
    )
    tints = Setting(
        Tints.COLOURED,
        N_("Pips are"),
        {Tints.COLOURED: ("coloured", N_("coloured")), Tints.BLACK: ("black", N_("black"))},
        about=N_("Whether each number has a colour of its own, as in coloured sets of dominoes."),
    )
    shade = Setting(
        Shade.DARK,
        N_("Theme"),
        {
            Shade.DARK: ("dark", N_("dark")),
            Shade.LIGHT: ("light", N_("light")),
            Shade.CONTRAST: ("contrast", N_("high contrast")),
            Shade.RED_GREEN: ("red-green", N_("for red-green blindness")),
            Shade.BLUE_YELLOW: ("blue-yellow", N_("for blue-yellow blindness")),
        },
        about=N_("The colours; two of these are for people who do not see all colours apart."),
    )
    characters = Setting(
        Characters.AUTO,
        N_("The table is drawn with"),
        {
            Characters.AUTO: ("auto", N_("auto (as the terminal can)")),
            Characters.BLOCKS: ("blocks", N_("blocks")),
            Characters.LINES: ("unicode", N_("line drawing")),
            Characters.ASCII: ("ascii", N_("plain ASCII")),
        },
        about=N_('What the table is drawn with; "auto" is as the terminal can.'),
    )
    motion = Switch(
        True,
        N_("Animation"),
        about=N_("Whether pegs walk, and tiles and hands come one after the other."),
    )
    bell = Switch(
        False,
        N_("Bell at your turn"),
        about=N_("Whether the terminal rings when a player's turn comes."),
    )
    language = Setting(
        Language.AUTO,
        N_("Language"),
        {
            Language.AUTO: ("auto", N_("auto (as the system says)")),
            Language.ENGLISH: ("en", LANGUAGES["en"]),
            Language.GERMAN: ("de", LANGUAGES["de"]),
            Language.POLISH: ("pl", LANGUAGES["pl"]),
        },
        about=N_('The language of the texts; "auto" is as the system says.'),
    )
    seats = _Seats((), about=N_("The players of the last match, for the next one. A bot has its level."))

    @property
    def house(self) -> House:
        """What the house adds to the rules in a new match."""
        from sevenrocks.engine.seats import Scores  # noqa: PLC0415, no command needs it to find its language
        from sevenrocks.house import House  # noqa: PLC0415, see above

        start = Scores([self.start_points if self.start_pair.value == pair else 0 for pair in ("NS", "EW")])
        return House(call=self.call_seconds.value if self.call_it else None, start=start)

    def language_in(self, environment: Mapping[str, str]) -> str:
        """The language that was chosen, one of LANGUAGES; that of the environment where it is as the system says."""
        return language_of(environment) if self.language is Language.AUTO else self.language.value
