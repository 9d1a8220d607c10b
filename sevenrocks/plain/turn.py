"""What can be said in a turn: a tile as people write it, a knock, and what a player asks for who has the screen."""

from __future__ import annotations

import re
from typing import NamedTuple

from sevenrocks.bots import advice as adviser
from sevenrocks.engine.actions import PASS, Action, Place
from sevenrocks.engine.errors import NotationError, Refusal
from sevenrocks.engine.tiles import Tile
from sevenrocks.i18n import _
from sevenrocks.notation import parse_tile
from sevenrocks.sitting import Choose, NoHint, Sitting
from sevenrocks.telling.choosing import LETTERS, Choosing
from sevenrocks.telling.explaining import knock_explanation
from sevenrocks.telling.sentences import expected_words, explanation, reason_words, refusal_words, tile_words

from .asking import Listener, say_unknown
from .lines import say
from .telling import places, places_to_type, tell_hand
from .words import At, normalised

_TILE = r"(\d) ?[|:/,.-]? ?(\d)"
_TYPED = re.compile(rf"{_TILE}(?: ?([a-z])| ?(?:@|on|at) ?{_TILE}| {_TILE})?")


class _Said(NamedTuple):
    """A tile that was typed, and the place: by its letter, by the tile there, or neither."""

    tile: str
    letter: str
    host: str


def _parsed(typed: str) -> _Said | None:
    """What was typed, normalised, as a tile; None where it is none.

    >>> _parsed("2-1 a"), _parsed("12@5|6"), _parsed("1 2 5 6")
    (_Said(tile='21', letter='a', host=''), _Said(tile='12', letter='', host='56'), _Said(tile='12', letter='', host='56'))
    """
    found = _TYPED.fullmatch(typed)
    if found is None:
        return None
    low, high, letter, *host = (part or "" for part in found.groups())
    return _Said(low + high, letter, "".join(host))


class Turn:
    """The turn of a player who has the screen."""

    def __init__(self, sitting: Sitting, step: Choose, listener: Listener) -> None:
        self._sitting = sitting
        self._step = step
        self._listener = listener
        self._choosing = Choosing(step.hand)

    def tell_hand(self) -> None:
        """The tiles held, and where they go."""
        tell_hand(self._choosing, self._sitting.manners)

    def action(self) -> Action | None:
        """What the player does; None where the table waits for something else by now. Raises LeftError."""
        choosing = self._choosing
        told = (
            _("{name}, you cannot play. Type K to knock:")
            if choosing.must_pass
            else _("{name}, your tile (? for help):")
        )
        question = told.format(name=self._step.match.players[self._step.hand.seat].name)
        does = {"hand": self.tell_hand, "hint": self._hint, "why": self._explain}
        while (answer := self._listener.ask(At.TURN, question, does=does)) is not None:
            action = self._knock() if answer.word == "knock" else self._placement(answer.text)
            if action is not None:
                return action
        return None

    def _knock(self) -> Action | None:
        knocked = self._choosing.knock()
        if isinstance(knocked, Refusal):
            say(refusal_words(knocked, PASS))
            return None
        return knocked

    def _explain(self) -> None:
        """Why one can only knock, where that is so; else why the ends count what they count."""
        hand = self._step.hand
        for sentence in knock_explanation(hand) if self._choosing.must_pass else explanation(hand.public.layout):
            say(sentence)

    def _hint(self) -> None:
        match self._sitting.manners.no_hint:
            case NoHint.SETTINGS if self._step.match.is_shared:
                say(_("No hints where several people play."))
            case NoHint.SETTINGS:
                say(_("No hints here: the settings say when they may be asked for."))
            case NoHint.COUNTING:
                say(_("No hints here: they would tell what you are to count."))
            case NoHint.KNOCKING:
                say(_("You cannot play a tile: all you can do is knock."))
            case _:
                self._advise()

    def _advise(self) -> None:
        request = self._sitting.ask_hint()
        for advice in adviser.advise(request.view, request.seed):
            host = advice.action.host
            where = "" if host is None else " " + _("on {tile}").format(tile=tile_words(host))
            reason = reason_words(self._step.match.players, advice.reason, tells_count=True)
            say(f"{tile_words(advice.action.tile)}{where}: {expected_words(advice.points)}. {reason}")

    # ---- a tile

    def _placement(self, text: str) -> Place | None:
        """The placement that was typed; None, with words, where it is none."""
        said, choosing = _parsed(normalised(text)), self._choosing
        if said is None:
            say_unknown(text)
            return None
        try:
            tile, host = parse_tile(said.tile), parse_tile(said.host) if said.host else None
        except NotationError:
            say(_("The halves of a tile are 0 to 6."))
            return None
        if tile not in choosing.view.hand:
            say(_("You do not hold {tile}.").format(tile=tile_words(tile)))
            return None
        refusal = choosing.pick(tile)
        if refusal is not None:
            say(refusal_words(refusal, Place(tile)))
            return None
        if said.letter or host is not None:
            self._choose_place(tile, said.letter, host)
        elif choosing.chosen is None:
            say(places_to_type(choosing, self._sitting.manners))
        return None if choosing.chosen is None else choosing.chosen.action

    def _choose_place(self, tile: Tile, letter: str, host: Tile | None) -> None:
        """Choose the place that was named by its letter or by the tile there, or say what places there are."""
        choosing, manners = self._choosing, self._sitting.manners
        choosing.chosen = None
        for name, option in zip(LETTERS, choosing.options, strict=False):
            if letter == name or (host is not None and host == option.action.host):
                choosing.chosen = option
                return
        where = letter if host is None else tile_words(host)
        say(_("{tile} has no place {place}.").format(tile=tile_words(tile), place=where))
        say((places_to_type if len(choosing.options) > 1 else places)(choosing, manners))
