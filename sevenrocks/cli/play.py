"""`sevenrocks play`: straight to the table; and the menu, where no command is named."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from typing import TYPE_CHECKING

from sevenrocks.engine.errors import NotationError
from sevenrocks.i18n import _
from sevenrocks.terminal import drop_misleading_variables, forbid_core_dumps, why_no_app

from .printing import UsageError, say
from .seating import given_seats

if TYPE_CHECKING:
    from sevenrocks.seating import Player
    from sevenrocks.sitting import Start


def menu(options: argparse.Namespace) -> int:
    """The menu; where the terminal shows nothing but lines, a match in lines."""
    if _is_dumb():
        from sevenrocks.sitting import Start

        return _play_plain(Start(), may_continue=True)
    return _run_app(None, options)


def run(options: argparse.Namespace) -> int:
    """Go straight to the table."""
    from sevenrocks.engine.deal import known_seed
    from sevenrocks.engine.seats import Scores
    from sevenrocks.house import NO_START, House
    from sevenrocks.sitting import Start

    is_plain = options.plain or _is_dumb()
    if not is_plain:
        _check_terminal()
    try:
        players = _players(given_seats(options.seat))
    except NotationError as error:
        raise UsageError(f"--seat: {error}") from error
    seed = None if options.known_deal is None else known_seed(options.known_deal)
    points = None if options.start is None else Scores(options.start)
    try:
        House(start=points or NO_START).check_start(options.target)
    except NotationError as error:
        raise UsageError(f"--start: {error}") from error
    start = Start(tuple(players), options.target, seed, points=points)
    if is_plain:
        return _play_plain(start, may_continue=not options.seat)
    return _run_app(start, options)


def _players(given: dict[str, str]) -> list[Player | None]:
    """Who sits where; None for seats to be asked for. Beside a single person the other seats are bots."""
    from sevenrocks.bots import DEFAULT_LEVEL, parse_level
    from sevenrocks.names import check_unlike, parse_name, person_name
    from sevenrocks.seating import Player, bot_names

    levels = {seat: parse_level(who[4:]) for seat, who in given.items() if who.startswith("bot:")}
    names = {seat: parse_name(who) for seat, who in given.items() if not who.startswith("bot:")}
    check_unlike(names.values())
    if len(names) == 1 or len(levels) == 4:
        levels |= {seat: DEFAULT_LEVEL for seat in "NESW" if seat not in given}
    # Whoever is asked for later may be called as this machine's user is.
    asked = [person_name()] if len(names) + len(levels) < len("NESW") else []
    fresh = bot_names([*names.values(), *asked])
    players: list[Player | None] = []
    for seat in "NESW":
        if seat in names:
            players.append(Player(names[seat]))
        else:
            players.append(Player(next(fresh), levels[seat]) if seat in levels else None)
    return players


def _is_dumb() -> bool:
    """Whether the terminal can show nothing but lines."""
    return os.environ.get("TERM") == "dumb" and sys.stdin is not None and sys.stdin.isatty()


def _check_terminal() -> None:
    reason = why_no_app()
    if reason is not None:
        raise UsageError(reason)
    drop_misleading_variables()


def _play_plain(start: Start, *, may_continue: bool) -> int:
    from sevenrocks.places import settings_path
    from sevenrocks.plain import play
    from sevenrocks.settings import read_settings

    forbid_core_dumps()
    for complaint in read_settings(settings_path()).complaints:
        say(complaint.told(), sys.stderr)
    return play(start, may_continue=may_continue)


def _run_app(start: Start | None, options: argparse.Namespace) -> int:
    _check_terminal()
    # While all is loaded nothing can be thrown away: looking for it takes some 15 ms until the first paint. The app looks again.
    gc.disable()
    try:
        from sevenrocks.tui.app import run_app

        return run_app(start, getattr(options, "lang", None))
    except ImportError as error:
        if (error.name or "").partition(".")[0] != "textual":
            raise
        raise UsageError(_unknown_textual()) from error
    finally:
        gc.enable()


def _unknown_textual() -> str:
    """What to say where Textual is none that the app can stand on."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        found = version("textual")
    except PackageNotFoundError:
        found = "?"
    told = _(
        "the full screen does not know this version of Textual ({found}): install textual {known}, or play in lines with"
        " sevenrocks play --plain"
    )
    return told.format(found=found, known=_TEXTUAL)


_TEXTUAL = "8.2.8"
"""The version of Textual that the full screen was last tested with."""
