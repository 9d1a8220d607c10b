"""The whole game as lines of text: for screen readers, braille displays, slow links and scripts.

A question stands at the end of its line, and nothing is redrawn, but where several people share the terminal: what it shows of
a hand then stands on a page that is written over, row by row in its place, when the turn ends, however it ends; so nothing of it
is scrolled into what a terminal may keep. Where that cannot be it is said once, before any hand is shown. Lines of somebody who
plays alone with bots belong to that player, and stay to be read back.
"""

from __future__ import annotations

import datetime
import io
import sys

from sevenrocks.engine.errors import NotationError
from sevenrocks.engine.seats import BySeat
from sevenrocks.i18n import _, load
from sevenrocks.places import settings_path, state_folder
from sevenrocks.seating import Player
from sevenrocks.settings import Settings, load_settings
from sevenrocks.sitting import Rescue, Sitting, Start, take_up
from sevenrocks.store import StoreError, Summary, glance, purge_deleted
from sevenrocks.telling.seats import seat_letter
from sevenrocks.telling.sentences import whole_words
from sevenrocks.terminal import mistake_words, speak_as_the_terminal

from .asking import Listener
from .lines import LeftError, say
from .match import play_match
from .seats import ask_players
from .signals import heeded
from .words import At


def play(start: Start, *, may_continue: bool) -> int:
    """Play in lines: this match, whose players are asked for where they are not named; else one that is not over.

    Returns the exit code: that of a signal, where one has ended it.
    """
    speak_as_the_terminal()
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # bytes that are no text are answered as any other word
    try:
        with heeded():
            return _play(start, may_continue=may_continue)
    except LeftError as left:
        return left.code
    except OSError:
        raise  # it is told as for any other command
    except Exception as error:  # noqa: BLE001, what is known to it is not told
        say(mistake_words(error))
        return 1


def _play(start: Start, *, may_continue: bool) -> int:
    settings = load_settings(settings_path())
    load()
    purge_deleted(state_folder(), _today())
    unfinished = _unfinished() if may_continue else None
    if unfinished is not None and _is_wanted(unfinished):
        sitting = _taken_up(unfinished, settings)
    else:
        sitting = _begun(start, settings)
    if sitting is None:
        return 1
    play_match(sitting, settings.bot_speed.value)
    return 0


def _begun(start: Start, settings: Settings) -> Sitting | None:
    players: BySeat[Player] = ask_players(start.players, Listener())
    try:
        return Sitting.begin(start, players, state_folder(), lambda: settings, _today())
    except NotationError as error:
        say(str(error))
        return None


def _today() -> datetime.date:
    return datetime.datetime.now().astimezone().date()


def _taken_up(unfinished: Summary, settings: Settings) -> Sitting | None:
    """The match as it was left, or what is whole of it; None where it cannot be played, or is not wanted so."""
    try:
        found = take_up(unfinished.path, lambda: settings)
        if isinstance(found, Sitting):
            return found
        return found.play_on() if _is_rescue_wanted(found) else None
    except StoreError as error:
        say(f"{unfinished.path.name}: {error}")
        return None


def _is_rescue_wanted(rescue: Rescue) -> bool:
    say(_("This match is damaged") + ".")
    say(whole_words(rescue.rounds, rescue.plays, rescue.scores))
    say(_("The damaged file stays as it is:") + f" {rescue.path}")
    answer = Listener().ask(At.RESCUE, _("1 plays on from there, in a file of its own, 2 leaves it:"))
    return answer is not None and answer.word == "go-on"


def _unfinished() -> Summary | None:
    found = glance(state_folder())
    return None if found is None else found.unfinished


def _is_wanted(unfinished: Summary) -> bool:
    standing = unfinished.standing
    told = _("round {n}, NS {ns}, EW {ew}").format(n=standing.rounds, ns=standing.scores[0], ew=standing.scores[1])
    names = ", ".join(f"{seat_letter(seat)} {name}" for seat, name in unfinished.players.by_seat())
    say(f"{names}: {told}")
    answer = Listener().ask(At.WHICH, _("1 continues this match, 2 starts a new one:"))
    return answer is not None and answer.word == "go-on"
