"""A match from the first deal, or from where it was left, to its end: each step of a sitting told and answered."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Iterator

from sevenrocks import bots
from sevenrocks.bots.beat import Beat, ready
from sevenrocks.engine.actions import Action, RoundEnded
from sevenrocks.engine.errors import NotationError
from sevenrocks.engine.seats import Seat
from sevenrocks.i18n import _, ngettext
from sevenrocks.places import state_folder
from sevenrocks.record import write_record_file
from sevenrocks.seen import MatchView
from sevenrocks.sitting import (
    BotRequest,
    BotThinks,
    Call,
    Called,
    Choose,
    Cut,
    Drawn,
    HandOver,
    Knock,
    Settled,
    Sitting,
    Step,
    Told,
    Won,
)
from sevenrocks.telling.explaining import deductions_explanation
from sevenrocks.telling.seats import pair_letters, seat_letter
from sevenrocks.telling.sentences import (
    commitment_words,
    event_words,
    explanation,
    names_words,
    opener_words,
    story_words,
    terms_words,
    tile_words,
    told_events,
)

from .asking import Listener
from .lines import HiddenError, LeftError, can_clear, drop_typed_ahead, page, say
from .seats import change_seats
from .telling import (
    tell_commitment,
    tell_draw,
    tell_knocks,
    tell_layout,
    tell_settlement,
    tell_standing,
)
from .turn import Turn
from .words import At, letter, normalised

_TOLD = 4
"""How many groups of four digits of a commitment are told unasked."""


def play_match(sitting: Sitting, bot_seconds: float) -> None:
    """Play on to the end of the match, or until the player leaves; that raises LeftError.

    Bots take at least so many seconds over a play.
    """
    _Narrator(sitting, bot_seconds).play()


class _Narrator:
    """Tells each step of a sitting, and hands the answers back."""

    def __init__(self, sitting: Sitting, bot_seconds: float) -> None:
        self._sitting = sitting
        self._bot_seconds = bot_seconds
        self._round = len(sitting.match.rounds) if not isinstance(sitting.step, Cut | Drawn) else 0
        """The number of the round that has been told of."""
        self._not_kept: str | None = None
        self._mishaps = 0
        """How much has been told of what happened to the ground that the match is kept on."""
        self._has_warned = False
        """Whether it has been told that hands stay to be read."""
        self._on_page: set[str] = set()
        """What has been told of this round and stands to be read: nothing is told twice that does."""
        self._listener = Listener(
            {
                "ends": lambda: tell_layout(sitting.match.round.layout, tells_counts=sitting.manners.tells_counts),
                "why": self._explain,
                "log": self._tell_log,
                "knocks": lambda: tell_knocks(sitting.match),
                "scores": lambda: tell_standing(sitting.match),
                "seats": lambda: change_seats(sitting, self._listener),
            },
            lambda: sitting.step,
        )

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
            # Somebody may have taken its file away since the last play.
            sitting.keep()
            self._tell_mishaps(sitting.match)
            if sitting.is_kept:
                say(_("The match is kept. Next time it continues exactly here."))
            elif sitting.not_kept is None:
                say(_("No tile has been seen or played yet: there is nothing to keep."))
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
            say(_("House rule, not in the rules of the game: you score only if you call the right count in time."))
            if house.call:
                say(_("There are {n} seconds for each.").format(n=house.call))
        for pair, points in house.start.by_partnership():
            if points:
                say(_("{pair} begin with {n} points.").format(pair=pair_letters(pair), n=points))

    def _tell_news(self, match: MatchView) -> None:
        """Tell that a round has begun, and whether the match is no longer kept."""
        if len(match.rounds) > self._round:
            self._round = len(match.rounds)
            self._on_page.clear()
            say()
            say(_("Round {n}").format(n=self._round))
        if match.not_kept is not None and match.not_kept != self._not_kept:
            say(_("This match is NOT being kept"))
            say(match.not_kept)
        self._not_kept = match.not_kept
        self._tell_mishaps(match)

    def _tell_mishaps(self, match: MatchView) -> None:
        for mishap in match.mishaps[self._mishaps :]:
            say(mishap)
        self._mishaps = len(match.mishaps)

    def _answer(self, step: Step) -> None:
        sitting = self._sitting
        match step:
            case Cut():
                self._cut(step)
            case Drawn():
                self._tell_draw(step)
                sitting.go_on()
            case HandOver():
                self._hand_over(step)
            case Choose():
                self._choose(step)
            case Call():
                sitting.call(self._called(step))
            case BotThinks(request=request):
                sitting.choose(self._chosen(request))
            case Knock():
                sitting.go_on()
            case Told():
                self._tell(step)
                sitting.go_on()
            case Settled():
                self._settle(step)
            case Won():
                pass

    def _chosen(self, request: BotRequest) -> Action:
        """What a bot chooses, at a moment that does not tell how long it took."""
        beat = Beat(self._bot_seconds, is_slow=ready(request.level))
        began = time.monotonic()
        action = bots.choose(*request)
        taken = time.monotonic() - began
        time.sleep(beat.shown_after(taken) - taken)
        return action

    def _cut(self, step: Cut) -> None:
        first = " ".join(commitment_words(step.commitment)[0].split()[:_TOLD])
        say(
            _("The deals are sealed: {digits} ... ({key} tells all digits)").format(
                digits=first, key=letter("commitment")
            )
        )
        question = _("Enter turns the tiles, or type words of your own to cut:")
        while self._sitting.step is step:
            answer = self._listener.ask(At.CUT, question, does={"commitment": lambda: tell_commitment(step.commitment)})
            if answer is not None:
                try:
                    self._sitting.cut(answer.text)
                except NotationError as error:
                    say(str(error))

    def _tell_draw(self, step: Drawn) -> None:
        players = step.match.players
        tell_draw(players, step.draw)
        self._on_page.add(opener_words(players, step.match.round.opener, step.draw))

    def _tell(self, step: Told) -> None:
        view = step.match.round
        if step.call is not None:
            say(_call_result(step.call, terms_words(view.layout)))
        for event in step.events:
            if not isinstance(event, RoundEnded):  # the settlement tells of it
                self._tell_event(event_words(step.match.players, view.layout, event))
        for sentence in step.lessons:
            say(sentence)

    def _tell_event(self, sentence: str) -> None:
        self._on_page.add(sentence)
        say(sentence + ".")

    # ---- a turn

    def _hand_over(self, step: HandOver) -> None:
        match = step.match
        name, key = match.players[step.seat].name, seat_letter(step.seat)
        drop_typed_ahead()
        self._tell_unread(match, step.seat)
        request = (
            _("The match goes on with {name} ({key}).") if step.is_resumed else _("Pass the screen to {name} ({key}).")
        )
        say(request.format(name=name, key=key))
        if self._is_for_several() and not can_clear() and not self._has_warned:
            self._has_warned = True
            say(_("This terminal cannot be cleared: the next player can scroll back to your tiles."))
        if self._is_opened(step, step.seat):
            self._sitting.take()

    def _is_opened(self, step: Step, seat: Seat) -> bool:
        """Whether the key of this seat has been typed; False where the table waits for something else by now."""
        name, key = step.match.players[seat].name, seat_letter(seat)
        question = _("{name}: type {key} to see your tiles.").format(name=name, key=key)
        own = {seat_letter(other).lower(): _("shows your tiles") if other is seat else "" for other in Seat}
        while self._sitting.step is step:
            answer = self._listener.ask(At.COVER, question, own)
            if answer is not None and answer.word == key.lower():
                return True
            if answer is not None:
                say(_("It is the turn of {name}: {key} shows the tiles.").format(name=name, key=key))
        return False

    def _is_for_several(self) -> bool:
        """Whether several people share the screen, or one of them has gone home and may be back."""
        return self._sitting.match.is_shared or any(not swap.then.is_bot for swap in self._sitting.swaps)

    def _tell_unread(self, match: MatchView, seat: Seat) -> None:
        """What has happened since this seat last acted, as far as it does not stand there still."""
        told = told_events(match, seat)
        read = [at for at, sentence in enumerate(told) if sentence in self._on_page]
        after = read[-1] + 1 if read else 0
        unread = [sentence for sentence in told[:after] if sentence not in self._on_page]
        for sentence in told[after:]:
            self._tell_event(sentence)
        if unread:
            say(_("Before that:"))
        for sentence in unread:
            self._tell_event(sentence)

    def _choose(self, step: Choose) -> None:
        """A turn. One of several people has a page for it that is gone with it, and is opened anew after a stop."""
        while self._sitting.step is step:
            try:
                with self._page():
                    action = self._chosen_action(step)
            except HiddenError:
                if not self._is_opened(step, step.hand.seat):
                    return
            else:
                if action is not None:
                    self._sitting.choose(action)

    @contextlib.contextmanager
    def _page(self) -> Iterator[None]:
        if not self._is_for_several():
            yield
            return
        if can_clear():
            self._on_page.clear()
        with page():
            yield

    def _chosen_action(self, step: Choose) -> Action | None:
        """What the player in turn does; None where the table waits for something else by now. Raises LeftError."""
        manners = self._sitting.manners
        turn = Turn(self._sitting, step, self._listener)
        tell_layout(step.hand.public.layout, tells_counts=manners.tells_counts)
        turn.tell_hand()
        if step.partner is not None:
            partner, tiles = step.match.players[step.partner.seat].name, ", ".join(map(tile_words, step.partner.hand))
            say(_("{name} holds {tiles}.").format(name=partner, tiles=tiles or _("no tiles left")))
        return turn.action()

    def _called(self, step: Call) -> int | None:
        """The count that is called; None where it came too late. Raises LeftError."""
        began = time.monotonic()
        does = {"ends": lambda: tell_layout(step.after, tells_counts=False)}
        while answer := self._listener.ask(At.CALL, _("What do the ends add up to?"), does=does):
            if re.fullmatch(r"\d{1,3}", number := normalised(answer.text)):
                return None if step.seconds and time.monotonic() - began > step.seconds else int(number)
            say(_("Type a number first."))
        raise AssertionError("nobody else can answer a call")

    # ---- what may be asked for

    def _explain(self) -> None:
        """Why the ends count what they count; after a round, why hands cost what they cost."""
        match, step = self._sitting.match, self._sitting.step
        if isinstance(step, Settled):
            told = deductions_explanation(match, step.ended)
        else:
            told = explanation(match.round.layout)
        for sentence in told:
            say(sentence)

    def _tell_log(self) -> None:
        seen = self._sitting.match.rounds[-1]
        say(opener_words(seen.seats.players, seen.view.opener, seen.draw) + ".")
        for players, layout, event in seen.story():
            say(story_words(players, layout, event) + ".")

    # ---- the end of a round, and of the match

    def _settle(self, step: Settled) -> None:
        match = step.match
        say(event_words(match.rounds[-1].players, match.round.layout, step.ended) + ".")
        tell_settlement(match, step.ended)
        while isinstance(self._sitting.step, Settled):
            if self._listener.ask(At.SETTLED, _("Press Enter to go on.")) is not None:
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
            folder = state_folder()
            path = write_record_file(self._sitting.record(), [] if folder is None else [folder / "records"])
        except OSError as error:
            say(_("The record could not be written: {reason}").format(reason=error.strerror or error))
        else:
            say(_("Record: {path}").format(path=path))


def _call_result(call: Called, terms: str) -> str:
    if call.number is None:
        return _("The time is over: {terms}.").format(terms=terms)
    return (_("Right: {terms}.") if call.is_right else _("No, not {number}: {terms}.")).format(
        terms=terms, number=call.number
    )
