"""`sevenrocks play`: straight to the table; and the menu, where no command is named."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from sevenrocks.engine.errors import NotationError
from sevenrocks.engine.rules import TARGET
from sevenrocks.terminal import drop_textual_switches, forbid_core_dumps, why_no_app

from .printing import UsageError, say
from .seating import given_seats

if TYPE_CHECKING:
    from sevenrocks.table import Player
    from sevenrocks.tui.director import Start


def menu(options: argparse.Namespace) -> int:
    """The menu; where the terminal shows nothing but lines, a match in lines."""
    if _is_dumb():
        return _play_plain(None, TARGET, None)
    return _run_app(None, options)


def run(options: argparse.Namespace) -> int:
    """Go straight to the table."""
    from sevenrocks.engine.deal import known_seed

    is_plain = options.plain or _is_dumb()
    if not is_plain:
        _check_terminal()
    try:
        players = _players(given_seats(options.seat))
    except NotationError as error:
        raise UsageError(f"--seat: {error}") from error
    seed = None if options.known_deal is None else known_seed(options.known_deal)
    if is_plain:
        return _play_plain(tuple(players) if options.seat else None, options.target, seed)
    from sevenrocks.tui.director import Start

    return _run_app(Start(tuple(players), options.target, seed), options)


def _players(given: dict[str, str]) -> list[Player | None]:
    """Who sits where; None for seats to be asked for. Beside a single person the other seats are bots."""
    from sevenrocks.bots import DEFAULT_LEVEL, parse_level
    from sevenrocks.names import check_distinct, parse_name
    from sevenrocks.table import Player, bot_names

    levels = {seat: parse_level(who[4:]) for seat, who in given.items() if who.startswith("bot:")}
    names = {seat: parse_name(who) for seat, who in given.items() if not who.startswith("bot:")}
    check_distinct(names.values())
    if len(names) == 1 or len(levels) == 4:
        levels |= {seat: DEFAULT_LEVEL for seat in "NESW" if seat not in given}
    fresh = bot_names(names.values())
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
    drop_textual_switches()


def _play_plain(players: tuple[Player | None, ...] | None, target: int, known_seed: bytes | None) -> int:
    from sevenrocks.plain import play
    from sevenrocks.settings import read_settings, settings_path

    forbid_core_dumps()
    for complaint in read_settings(settings_path()).complaints:
        say(complaint.told(), sys.stderr)
    return play(players, target, known_seed)


def _run_app(start: Start | None, options: argparse.Namespace) -> int:
    _check_terminal()
    from sevenrocks.tui.app import run_app

    return run_app(start, getattr(options, "lang", None))
