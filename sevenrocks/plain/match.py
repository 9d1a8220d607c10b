"""A match from the first deal, or from where it was left, to its end: each step of a sitting told and answered."""

from __future__ import annotations

import time
from collections.abc import Callable

from sevenrocks import bots
from sevenrocks.engine.actions import PASS, Action, Place, RoundEnded
from sevenrocks.engine.errors import NotationError, Refusal
from sevenrocks.i18n import _, ngettext
from sevenrocks.notation import parse_tile
from sevenrocks.record import write_record_file
from sevenrocks.seen import MatchView
from sevenrocks.sitting import (
    BotThinks,
    Call,
    Called,
    Choose,
    Cut,
    Drawn,
    HandOver,
    Knock,
    NoHint,
    Settled,
    Sitting,
    Step,
    Told,
    Won,
)
from sevenrocks.store import state_folder
from sevenrocks.telling.choosing import LETTERS, Choosing
from sevenrocks.telling.sentences import (
    commitment_words,
    event_words,
    explanation,
    names_words,
    points_words,
    reason_words,
    refusal_words,
    story_words,
    terms_words,
    tile_words,
    told_events,
)

from .lines import LeftError, ask, can_clear, clear, drop_typed_ahead, say
from .seats import change_seats
from .telling import (
    places,
    tell_draw,
    tell_hand,
    tell_knocks,
    tell_layout,
    tell_scores,
    tell_settlement,
)


def play_match(sitting: Sitting) -> None:
    """Play on to the end of the match, or until the player leaves; that raises LeftError."""
    _Narrator(sitting).play()


class _Narrator:
    """Tells each step of a sitting, and hands the answers back."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._round = len(sitting.match.rounds) if not isinstance(sitting.step, Cut | Drawn) else 0
        """The number of the round that has been told of."""
        self._not_kept: str | None = None

    def play(self) -> None:
        """Until the match is won, or left."""
        sitting = self._sitting
        try:
            self._tell_house(sitting.match)
            while True:
                step = sitting.step
                self._tell_news(step.match)
                if isinstance(step, Won):
                    break
                self._answer(step)
            self._tell_result(sitting.match)
        except LeftError:
            if sitting.not_kept is None:
                say(_("The match is kept. Continue takes it up at this very play."))
            else:
                say(_("This match is NOT being kept, and will be lost:"))
                say(sitting.not_kept)
            raise
        finally:
            sitting.leave()

    @staticmethod
    def _tell_house(match: MatchView) -> None:
        house = match.house
        if house.call is not None:
            say(_("House option, not in the rules: an award is scored only if you call the right count in time."))
            if house.call:
                say(_("There are {n} seconds for each.").format(n=house.call))
        for pair, points in house.start.by_partnership():
            if points:
                say(_("{pair} begin with {n} points.").format(pair=pair.name, n=points))

    def _tell_news(self, match: MatchView) -> None:
        """Tell that a round has begun, and whether the match is no longer kept."""
        if len(match.rounds) > self._round:
            self._round = len(match.rounds)
            say()
            say(_("Round {n}").format(n=self._round))
        if match.not_kept is not None and match.not_kept != self._not_kept:
            say(_("This match is NOT being kept"))
            say(match.not_kept)
        self._not_kept = match.not_kept

    def _answer(self, step: Step) -> None:
        sitting = self._sitting
        match step:
            case Cut():
                self._cut(step)
            case Drawn():
                tell_draw(step.match.players, step.draw)
                sitting.go_on()
            case HandOver():
                self._hand_over(step)
            case Choose():
                self._choose(step)
            case Call():
                sitting.call(_called(step.seconds))
            case BotThinks(request=request):
                sitting.choose(bots.choose(request.level, request.view, request.seed))
            case Knock():
                sitting.go_on()
            case Told():
                self._tell(step)
                sitting.go_on()
            case Settled():
                self._settle(step)
            case Won():
                pass

    def _cut(self, step: Cut) -> None:
        say(_("A seed that nobody has seen decides all deals. This is the commitment:"))
        say(" ".join(commitment_words(step.commitment)))
        while True:
            try:
                self._sitting.cut(ask(_("Words of your own to cut with, or Enter:")))
            except NotationError as error:
                say(str(error))
            else:
                return

    def _tell(self, step: Told) -> None:
        view = step.match.round
        if step.call is not None:
            say(_call_result(step.call, terms_words(view.layout)))
        for event in step.events:
            if not isinstance(event, RoundEnded):  # the settlement tells of it
                say(event_words(step.match.players, view.layout, event) + ".")
        for sentence in step.lessons:
            say(sentence)

    # ---- a turn

    def _hand_over(self, step: HandOver) -> None:
        match = step.match
        name, key = match.players[step.seat].name, step.seat.name
        drop_typed_ahead()
        for sentence in told_events(match, step.seat):
            say(sentence + ".")
        request = (
            _("The match goes on with {name} ({key}).") if step.is_resumed else _("Pass the screen to {name} ({key}).")
        )
        say(request.format(name=name, key=key))
        if match.is_shared and not can_clear():
            say(_("This terminal cannot be cleared: what it shows of your tiles stays to be read."))
        while self._sitting.step is step:
            answer = ask(_("{name}: type {key} to see your tiles.").format(name=name, key=key)).upper()
            if answer == key:
                self._sitting.take()
            elif answer == "T":
                change_seats(self._sitting)

    def _choose(self, step: Choose) -> None:
        sitting, name = self._sitting, step.match.players[step.hand.seat].name
        choosing = Choosing(step.hand)
        turn = _Turn(sitting, step, choosing)
        try:
            tell_layout(step.hand, sitting.manners)
            tell_hand(choosing, sitting.manners)
            if step.partner is not None:
                partner, tiles = (
                    step.match.players[step.partner.seat].name,
                    ", ".join(map(tile_words, step.partner.hand)),
                )
                say(_("{name} holds {tiles}.").format(name=partner, tiles=tiles or _("no tile")))
            action = None
            while action is None and sitting.step is step:
                told = _("{name}, you knock with K:") if choosing.must_pass else _("{name}, your tile (? for help):")
                action = turn.action(ask(told.format(name=name)).lower())
        finally:
            # However the turn ends, by leaving too: the hand is not for the others.
            if step.match.is_shared or sitting.match.is_shared:
                clear()
        if action is not None:
            sitting.choose(action)

    # ---- the end of a round, and of the match

    def _settle(self, step: Settled) -> None:
        match = step.match
        say(event_words(match.rounds[-1].players, match.round.layout, step.ended) + ".")
        tell_settlement(match, step.ended)
        while ask(_("Press Enter to go on.")).upper() == "T":
            change_seats(self._sitting)
        self._sitting.go_on()

    def _tell_result(self, match: MatchView) -> None:
        assert match.winner is not None
        say(
            _("{names} win {score} to {other} {rounds}.").format(
                names=names_words(match.players, match.winner),
                score=match.scores[match.winner],
                other=match.scores[match.winner.opponents],
                rounds=ngettext("in {n} round", "in {n} rounds", len(match.rounds)),
            )
        )
        try:
            path = write_record_file(self._sitting.record(), [state_folder() / "records"])
        except OSError as error:
            say(_("The record could not be written: {reason}").format(reason=error.strerror or error))
        else:
            say(_("Record: {path}").format(path=path))


def _called(seconds: int) -> int | None:
    """The count that is called; None where it took more than so many seconds, where that is not 0. Raises LeftError."""
    began = time.monotonic()
    while not (answer := ask(_("What do the ends count?"))).isdecimal():
        if answer.lower() == "q":
            raise LeftError
        say(_("Type a number first."))
    return None if seconds and time.monotonic() - began > seconds else int(answer)


def _call_result(call: Called, terms: str) -> str:
    if call.number is None:
        return _("The time is over: {terms}.").format(terms=terms)
    return (_("Right: {terms}.") if call.is_right else _("No, not {number}: {terms}.")).format(
        terms=terms, number=call.number
    )


# ---- what can be said in a turn --------------------------------------------------------------------------------------


class _Turn:
    """Takes what a player types who has the screen and is in turn."""

    def __init__(self, sitting: Sitting, step: Choose, choosing: Choosing) -> None:
        self._sitting = sitting
        self._step = step
        self._choosing = choosing
        self._commands: dict[str, Callable[[], None]] = {
            "e": lambda: tell_layout(step.hand, sitting.manners),
            "y": self._explain,
            "h": lambda: tell_hand(choosing, sitting.manners),
            "w": lambda: tell_knocks(step.match),
            "s": lambda: tell_scores(step.match),
            "l": self._tell_log,
            "i": self._hint,
            "t": lambda: change_seats(sitting),
            "?": self._help,
            "": self._help,
        }

    def action(self, answer: str) -> Action | None:
        """The action of an answer; None where it only asked for something, or cannot be done. Raises LeftError."""
        if answer == "q":
            raise LeftError
        if answer == "k":
            return self._knock()
        command = self._commands.get(answer)
        if command is None:
            return self._placement(answer)
        command()
        return None

    def _knock(self) -> Action | None:
        knocked = self._choosing.knock()
        if isinstance(knocked, Refusal):
            say(refusal_words(knocked, PASS))
            return None
        return knocked

    def _explain(self) -> None:
        for sentence in explanation(self._step.hand.public.layout):
            say(sentence)

    def _tell_log(self) -> None:
        for players, layout, event in self._step.match.rounds[-1].story():
            say(story_words(players, layout, event) + ".")

    @staticmethod
    def _help() -> None:
        say(
            _(
                "A tile by its digits, as in 25; 25a where it has several places. Besides: E ends, H hand, W who knocked "
                "on what, S score, L log, Y why the ends count, I hint, T who sits where, K knock, Q leave."
            )
        )

    def _hint(self) -> None:
        match self._sitting.manners.no_hint:
            case NoHint.SETTINGS if self._step.match.is_shared:
                say(_("No hints where several people play."))
            case NoHint.SETTINGS:
                say(_("No hints here: the settings say when they may be asked for."))
            case NoHint.COUNTING:
                say(_("No hints here: they would tell what you are to count."))
            case NoHint.KNOCKING:
                say(_("You cannot place a tile: all you can do is knock."))
            case _:
                self._advise()

    def _advise(self) -> None:
        from sevenrocks.bots.advice import advise  # noqa: PLC0415, its tables take a while

        request = self._sitting.ask_hint()
        for advice in advise(request.view, request.seed):
            host = advice.action.host
            where = "" if host is None else " " + _("at {tile}").format(tile=tile_words(host))
            reason = reason_words(self._step.match.players, advice.reason)
            say(f"{tile_words(advice.action.tile)}{where}: {points_words(advice.points)}. {reason}")

    def _placement(self, answer: str) -> Place | None:
        """The placement that an answer such as 25 or 25a names; None, with words, where it names none."""
        choosing = self._choosing
        digits, letter = answer[:2], answer[2:].strip()
        try:
            tile = parse_tile(digits)
        except NotationError:
            say(_("I do not know {text}; ? tells what there is.").format(text=ascii(answer[:20])))
            return None
        if tile not in choosing.view.hand:
            say(_("You do not hold {tile}.").format(tile=tile_words(tile)))
            return None
        refusal = choosing.pick(tile)
        if refusal is not None:
            say(refusal_words(refusal, Place(tile)))
            return None
        if letter and (len(letter) > 1 or letter not in LETTERS or not choosing.pick_place(LETTERS.index(letter))):
            say(_("There is no place {letter} for this tile.").format(letter=ascii(letter[:20])))
            return None
        if choosing.chosen is None:
            say(places(choosing, self._sitting.manners))
            return None
        return choosing.chosen.action
