"""The command line: which commands and options there are, and what their values may be."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from sevenrocks.engine.rules import AWARD_STEP, MAX_TARGET, MIN_TARGET, TARGET
from sevenrocks.i18n import LANGUAGES, N_, _

from .printing import literal, say

if TYPE_CHECKING:
    from _typeshed import SupportsWrite


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The options of a call; `module` and `function` name what carries it out, the menu where it names no command.

    Raises SystemExit, after a line on standard error, for what cannot be; and after help or version.
    """
    with _argparse_speaks():
        return _parser().parse_args(arguments)


_WORDS_OF_ARGPARSE = (
    N_("usage: "),
    N_("options"),
    N_("positional arguments"),
    N_("show this help message and exit"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("expected one argument"),
)


@contextlib.contextmanager
def _argparse_speaks() -> Iterator[None]:
    """Let argparse find its own words in our catalogues. It would only look for them in a folder, and there may be none."""
    words = vars(argparse)
    before = words.get("_", _)
    words["_"] = _
    try:
        yield
    finally:
        words["_"] = before


def language_asked_for(arguments: Sequence[str]) -> str | None:
    """The language that is asked for on the command line; None where none is, or one that there is not."""
    for at, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name == "--lang":
            value = value if equals else "".join(arguments[at + 1 : at + 2])
            return value if value in LANGUAGES else None
    return None


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and where help is."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.add_argument(
            "--lang",
            choices=LANGUAGES,
            default=argparse.SUPPRESS,
            help=_("the language (default: that of the settings, or else of the system)"),
        )

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Print the help; argparse itself would keep quiet about what cannot be written."""
        print(self.format_help(), end="", file=file)

    def error(self, message: str) -> NoReturn:
        help_told = _("see {command}").format(command=f"{self.prog} --help")
        self.exit(2, f"{self.prog}: {literal(message)} ({help_told})\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="sevenrocks",
        description=_("Seven Rocks, the partnership domino game. Without a command: the menu."),
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help=_("show the version and exit"))
    parser.set_defaults(module="play", function="menu")
    commands = parser.add_subparsers(title=_("commands"), metavar=_("COMMAND"), parser_class=_Parser)

    play = commands.add_parser("play", help=_("go straight to the table"), allow_abbrev=False)
    play.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="SEAT=WHO",
        help=_(
            "who sits at N, E, S or W: a name, or bot:LEVEL; seats not named are asked for, or bots beside one name"
        ),
    )
    play.add_argument(
        "--target", type=_target, default=TARGET, metavar="POINTS", help=_("points to win (default: 250)")
    )
    play.add_argument(
        "--start",
        type=_start,
        metavar="PAIR=POINTS",
        help=_("points that a pair begins with, as in NS=50: a house rule for a weaker pair"),
    )
    play.add_argument("--known-deal", metavar="SEED", help=_("deal from this seed; the match is marked as such"))
    play.add_argument("--plain", action="store_true", help=_("play in lines of text, without a full screen"))
    play.set_defaults(module="play", function="run")

    simulate = commands.add_parser("simulate", help=_("let bots play whole matches"), allow_abbrev=False)
    simulate.add_argument("--matches", type=_positive, required=True, metavar="N", help=_("how many matches"))
    simulate.add_argument("--seed", metavar="S", help=_("the same seed gives the same records (default: a fresh one)"))
    simulate.add_argument(
        "--seat", action="append", default=[], metavar="SEAT=bot:LEVEL", help=_("which bot sits there (default: club)")
    )
    simulate.add_argument("--out", type=Path, required=True, metavar="DIR", help=_("where the records go"))
    simulate.set_defaults(module="simulate", function="run")

    arena = commands.add_parser(
        "arena",
        help=_("measure one level of bots against another"),
        description=_(
            "Measure the first level against the second. Each deal is one round, played twice with the pairs exchanged;"
            " matches come in pairs in the same way."
        ),
        allow_abbrev=False,
    )
    arena.add_argument("first", metavar="LEVEL", help=_("the level that is measured"))
    arena.add_argument("second", metavar="LEVEL", help=_("the level that it plays against"))
    arena.add_argument(
        "--deals", type=_many, default=200, metavar="N", help=_("how many deals, for points a round (default: 200)")
    )
    arena.add_argument(
        "--matches", type=_many, default=0, metavar="M", help=_("how many matches to 250 as well (default: none)")
    )
    arena.add_argument("--seed", metavar="S", help=_("the same seed gives the same result (default: a fresh one)"))
    arena.add_argument(
        "--jobs", type=_jobs, default=1, metavar="J", help=_("how many processes share the work (default: 1)")
    )
    arena.add_argument(
        "--json", action="store_true", help=_("print one line of JSON, without what depends on the machine")
    )
    arena.set_defaults(module="arena", function="run")

    check = commands.add_parser("check", help=_("replay records and check all that they state"), allow_abbrev=False)
    check.add_argument(
        "--commitment",
        type=_digits,
        metavar="HEX",
        help=_("the first digits of the commitment, as they were noted before the match: whether they fit"),
    )
    check.add_argument("files", nargs="+", type=Path, metavar="FILE", help=_("a record"))
    check.set_defaults(module="check", function="run")

    show = commands.add_parser("show", help=_("draw the layout of a record as text"), allow_abbrev=False)
    show.add_argument("file", type=Path, metavar="FILE", help=_("a record"))
    show.add_argument("--round", type=_positive, metavar="R", help=_("the round (default: the last)"))
    show.add_argument("--play", type=_count, metavar="P", help=_("after so many plays, knocks included (default: all)"))
    show.add_argument(
        "--size", type=_size, metavar="80x13", help=_("columns and rows (default: those of the terminal)")
    )
    show.add_argument("--ascii", action="store_true", help=_("draw with plain ASCII"))
    show.set_defaults(module="show", function="run")

    solve = commands.add_parser(
        "solve",
        help=_("what a position of a record is worth, all hands open"),
        description=_(
            "What a position of a record is worth with all four hands open and best play by all: for the pair in turn, the"
            " points it makes from there to the end of the round less those of the other pair, deductions included. A match"
            " that is won within the round has the value 5000, one that is lost -5000."
        ),
        allow_abbrev=False,
    )
    solve.add_argument("file", type=Path, metavar="FILE", help=_("a record"))
    solve.add_argument("--round", type=_positive, metavar="R", help=_("the round (default: the last)"))
    solve.add_argument(
        "--play",
        type=_count,
        default=0,
        metavar="P",
        help=_("after so many plays, knocks included (default: 0, just dealt)"),
    )
    solve.add_argument("--json", action="store_true", help=_("print one line of JSON"))
    solve.set_defaults(module="solve", function="run")
    return parser


class _Version(argparse.Action):
    """Looks the version up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_rest: object) -> None:
        from sevenrocks import __version__
        from sevenrocks.bots.kernel.core import COMPILED

        kernel = _("kernel: compiled") if COMPILED else _("kernel: interpreted")
        named = __version__ or _("of an unknown version")
        say(f"sevenrocks {named} ({kernel})")
        parser.exit()


# ---- values ----------------------------------------------------------------------------------------------------------


def _number(text: str, low: int, high: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and low <= int(text) <= high):
        message = _("expected a whole number from {low} to {high}, not {text}")
        raise argparse.ArgumentTypeError(message.format(low=low, high=high, text=ascii(text[:20])))
    return int(text)


def _positive(text: str) -> int:
    return _number(text, 1, 999_999_999)


def _count(text: str) -> int:
    return _number(text, 0, 999_999_999)


def _many(text: str) -> int:
    return _number(text, 0, 100_000)


def _jobs(text: str) -> int:
    return _number(text, 1, 1000)


def _target(text: str) -> int:
    target = _number(text, MIN_TARGET, MAX_TARGET)
    if target % AWARD_STEP:
        raise argparse.ArgumentTypeError(_("expected a multiple of {n}").format(n=AWARD_STEP))
    return target


def _start(text: str) -> tuple[int, int]:
    pair, equals, points = text.partition("=")
    if not equals or pair.upper() not in {"NS", "EW"}:
        raise argparse.ArgumentTypeError(
            _("expected a pair and points such as NS=50, not {text}").format(text=ascii(text[:20]))
        )
    number = _number(points, 0, MAX_TARGET)
    if number % AWARD_STEP:
        raise argparse.ArgumentTypeError(_("expected a multiple of {n}").format(n=AWARD_STEP))
    return (number, 0) if pair.upper() == "NS" else (0, number)


_FEWEST_DIGITS, _ALL_DIGITS = 4, 64
"""Of a commitment; fewer would fit by chance too easily."""


def _digits(text: str) -> str:
    digits = "".join(text.split()).lower()
    if not (set(digits) <= set("0123456789abcdef") and _FEWEST_DIGITS <= len(digits) <= _ALL_DIGITS):
        message = _("expected {low} to {high} digits 0-9 and a-f, in quotes where there are spaces, not {text}")
        told = ascii(text[:20])
        raise argparse.ArgumentTypeError(message.format(low=_FEWEST_DIGITS, high=_ALL_DIGITS, text=told))
    return digits


def _size(text: str) -> tuple[int, int]:
    width, x, height = text.partition("x")
    if not x:
        raise argparse.ArgumentTypeError(
            _("expected columns and rows such as 80x13, not {text}").format(text=ascii(text[:20]))
        )
    return _number(width, 1, 1000), _number(height, 1, 1000)
