"""Who sits where: asked for before a match, and changed in it."""

from __future__ import annotations

from sevenrocks import bots
from sevenrocks.engine.errors import NotationError
from sevenrocks.engine.seats import BySeat, Seat
from sevenrocks.i18n import _
from sevenrocks.names import check_distinct, parse_name
from sevenrocks.seating import Change, Player, bot_names
from sevenrocks.sitting import Settled, Sitting
from sevenrocks.telling.sentences import change_words

from .lines import ask, say


def ask_players(players: tuple[Player | None, ...], usual: BySeat[Player] | None = None) -> BySeat[Player]:
    """The players, asked for where they are not named; an empty answer takes the usual one."""
    taken = [player.name for player in players if player is not None]
    found: list[Player] = []
    for seat, named in zip(Seat, players, strict=True):
        player = named
        while player is None:
            offered = _told(usual[seat]) if usual is not None else _usual(seat)
            who = ask(_("{seat}: a name, or bot:LEVEL [{usual}]:").format(seat=seat.name, usual=offered))
            try:
                player = usual[seat] if usual is not None and not who else _player(who or offered, taken)
                check_distinct([*taken, player.name])
            except NotationError as error:
                player = None
                say(str(error))
            else:
                taken.append(player.name)
        found.append(player)
    return BySeat(found)


def _usual(seat: Seat) -> str:
    return "Anna" if seat is Seat.N else f"bot:{bots.DEFAULT_LEVEL}"


def _told(player: Player) -> str:
    return player.name if player.level is None else f"{player.name}, bot:{player.level}"


def _player(who: str, taken: list[str]) -> Player:
    if who.startswith("bot:"):
        return Player(next(bot_names(taken)), bots.parse_level(who.removeprefix("bot:")))
    return Player(parse_name(who))


def change_seats(sitting: Sitting) -> None:
    """Let people change who sits where, as far as that can be now."""
    if isinstance(sitting.step, Settled):
        sitting.reseat(ask_players((None, None, None, None), sitting.match.players))
        return
    swaps = sitting.swaps
    if not swaps:
        say(_("No seat can change now."))
        return
    for number, swap in enumerate(swaps, 1):
        say(f"{number}: {change_words(sitting.match.players, Change(swap.seat, swap.then))}.")
    answer = ask(_("Which, or Enter for none?"))
    if answer.isdecimal() and 1 <= int(answer) <= len(swaps):
        swap = swaps[int(answer) - 1]
        sitting.seat(swap.seat, swap.then)
