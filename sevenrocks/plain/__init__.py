"""The whole game as lines of text: for screen readers, braille displays, slow links and scripts.

Nothing is redrawn; a question stands at the end of its line. Where several people share the terminal it is cleared between
them, scrollback and all, where it can be; else it is said that it cannot, before any hand is shown.
"""

from __future__ import annotations

import contextlib
import datetime

from sevenrocks import bots
from sevenrocks.engine.errors import NotationError
from sevenrocks.engine.seats import BySeat, Seat
from sevenrocks.i18n import _
from sevenrocks.names import check_distinct, parse_name
from sevenrocks.settings import load_settings, settings_path
from sevenrocks.store import StoreError, Summary, state_folder, survey
from sevenrocks.table import Player, Table, bot_names

from .lines import LeftError, ask, say
from .match import play_match


def play(players: tuple[Player | None, ...] | None, target: int, known_seed: bytes | None) -> int:
    """Play in lines: these players, of whom those not named are asked for; or whatever is chosen, where None are given.

    Returns the exit code.
    """
    with contextlib.suppress(LeftError):
        unfinished = _unfinished() if players is None else None
        if unfinished is not None and _is_wanted(unfinished):
            try:
                table = Table.resume(unfinished.path)
            except StoreError as error:
                say(f"{unfinished.path.name}: {error}")
                return 1
            play_match(table, resumed=True)
            return 0
        table = Table.begin(
            _all_named(players or (None, None, None, None)),
            state_folder(),
            target=target,
            known_seed=known_seed,
            date=datetime.datetime.now().astimezone().date(),
            house=load_settings(settings_path()).house,
        )
        play_match(table)
    return 0


def _unfinished() -> Summary | None:
    return next((found for found in survey(state_folder()).matches if found.standing.winner is None), None)


def _is_wanted(unfinished: Summary) -> bool:
    standing = unfinished.standing
    told = _("round {n}, NS {ns}, EW {ew}").format(n=standing.rounds, ns=standing.scores[0], ew=standing.scores[1])
    names = ", ".join(f"{seat.name} {name}" for seat, name in unfinished.players.by_seat())
    say(f"{names}: {told}")
    return ask(_("1 goes on with this match, 2 begins a new one:")) == "1"


def _all_named(players: tuple[Player | None, ...]) -> BySeat[Player]:
    """The players, asked for where they are not named."""
    taken = [player.name for player in players if player is not None]
    found: list[Player] = []
    for seat, named in zip(Seat, players, strict=True):
        player = named
        while player is None:
            usual = "Anna" if seat is Seat.N else f"bot:{bots.DEFAULT_LEVEL}"
            who = ask(_("{seat}: a name, or bot:LEVEL [{usual}]:").format(seat=seat.name, usual=usual)) or usual
            try:
                if who.startswith("bot:"):
                    player = Player(next(bot_names(taken)), bots.parse_level(who.removeprefix("bot:")))
                else:
                    player = Player(parse_name(who))
                check_distinct([*taken, player.name])
            except NotationError as error:
                player = None
                say(str(error))
            else:
                taken.append(player.name)
        found.append(player)
    return BySeat(found)
