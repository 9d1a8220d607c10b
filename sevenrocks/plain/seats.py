"""Who sits where: asked for before a match, and changed in it."""

from __future__ import annotations

import unicodedata

from sevenrocks import bots
from sevenrocks.engine.errors import NotationError
from sevenrocks.engine.seats import BySeat, Seat
from sevenrocks.i18n import _
from sevenrocks.names import check_unlike, look_alike, parse_name, person_name
from sevenrocks.seating import Change, Player, bot_names
from sevenrocks.sitting import Settled, Sitting
from sevenrocks.telling.seats import seat_letter
from sevenrocks.telling.sentences import change_words

from .asking import Listener
from .lines import say
from .words import At, normalised


def ask_players(
    players: tuple[Player | None, ...], listener: Listener, usual: BySeat[Player] | None = None
) -> BySeat[Player]:
    """The players, asked for where they are not named; an empty answer takes the usual one. Raises LeftError."""
    taken = [player.name for player in players if player is not None]
    found: list[Player] = []
    for seat, named in zip(Seat, players, strict=True):
        player = named
        while player is None:
            offered = _told(usual[seat]) if usual is not None else _usual(seat, taken)
            question = _("{seat}: a name, or bot:LEVEL [{usual}]:").format(seat=seat_letter(seat), usual=offered)
            answer = listener.ask(At.NAMES if usual is None else At.RESEAT, question)
            assert answer is not None, "nothing else can be asked for meanwhile"
            is_usual = answer.word == "usual"
            try:
                player = (
                    usual[seat]
                    if usual is not None and is_usual
                    else _player(offered if is_usual else answer.text, taken)
                )
                check_unlike([*taken, player.name])
            except NotationError as error:
                player = None
                say(str(error))
            else:
                taken.append(player.name)
        found.append(player)
    return BySeat(found)


def _usual(seat: Seat, taken: list[str]) -> str:
    """Who sits there unless somebody else is named: whoever plays at this machine has the first seat, or has been seated."""
    name = person_name()
    is_seated = seat is not Seat.N or any(look_alike(name, other) for other in taken)
    return f"bot:{_(bots.DEFAULT_LEVEL)}" if is_seated else name


def _told(player: Player) -> str:
    return player.name if player.level is None else f"{player.name}, bot:{_(player.level)}"


def _player(who: str, taken: list[str]) -> Player:
    kind, colon, level = normalised(who).partition(":")
    if kind.strip() == "bot" and colon:
        return Player(next(bot_names(taken)), bots.parse_level(level.strip()))
    if len(who) == 1 and unicodedata.category(who) != "So" and not who.isalpha():
        raise NotationError(_("a name needs at least one letter"))
    return Player(parse_name(who))


def change_seats(sitting: Sitting, listener: Listener) -> None:
    """Let people change who sits where, as far as that can be now. Raises LeftError."""
    if isinstance(sitting.step, Settled):
        sitting.reseat(ask_players((None, None, None, None), listener, sitting.match.players))
        return
    swaps = sitting.swaps
    if not swaps:
        say(_("No seat can change now."))
        return
    own = {}
    for number, swap in enumerate(swaps, 1):
        own[str(number)] = change_words(sitting.match.players, Change(swap.seat, swap.then))
        say(f"{number}: {own[str(number)]}.")
    answer = listener.ask(At.SWAPS, _("Which, or Enter for none?"), own)
    if answer is not None and answer.word in own:
        swap = swaps[int(answer.word) - 1]
        sitting.seat(swap.seat, swap.then)
