"""The whole game as lines of text: for screen readers, braille displays, slow links and scripts.

Nothing is redrawn; a question stands at the end of its line. Where several people share the terminal it is cleared between
them, scrollback and all, where it can be; else it is said that it cannot, before any hand is shown.
"""

from __future__ import annotations

import contextlib
import datetime

from sevenrocks.engine.errors import NotationError
from sevenrocks.engine.seats import BySeat
from sevenrocks.i18n import _
from sevenrocks.seating import Player
from sevenrocks.settings import Settings, load_settings, settings_path
from sevenrocks.sitting import Rescue, Sitting, Start, take_up
from sevenrocks.store import StoreError, Summary, state_folder, survey
from sevenrocks.telling.sentences import whole_words

from .lines import LeftError, ask, say
from .match import play_match
from .seats import ask_players


def play(start: Start, *, may_continue: bool) -> int:
    """Play in lines: this match, whose players are asked for where they are not named; else one that is not over.

    Returns the exit code.
    """
    settings = load_settings(settings_path())
    with contextlib.suppress(LeftError):
        unfinished = _unfinished() if may_continue else None
        if unfinished is not None and _is_wanted(unfinished):
            sitting = _taken_up(unfinished, settings)
        else:
            sitting = _begun(start, settings)
        if sitting is None:
            return 1
        play_match(sitting)
    return 0


def _begun(start: Start, settings: Settings) -> Sitting | None:
    players: BySeat[Player] = ask_players(start.players)
    date = datetime.datetime.now().astimezone().date()
    try:
        return Sitting.begin(start, players, state_folder(), lambda: settings, date)
    except NotationError as error:
        say(str(error))
        return None


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
    while (answer := ask(_("1 plays on from there, in a file of its own, 2 leaves it:"))) not in {"1", "2"}:
        pass
    return answer == "1"


def _unfinished() -> Summary | None:
    return next((found for found in survey(state_folder()).matches if found.standing.winner is None), None)


def _is_wanted(unfinished: Summary) -> bool:
    standing = unfinished.standing
    told = _("round {n}, NS {ns}, EW {ew}").format(n=standing.rounds, ns=standing.scores[0], ew=standing.scores[1])
    names = ", ".join(f"{seat.name} {name}" for seat, name in unfinished.players.by_seat())
    say(f"{names}: {told}")
    return ask(_("1 goes on with this match, 2 begins a new one:")) == "1"
