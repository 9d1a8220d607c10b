"""The whole game as lines of text: for screen readers, braille displays, slow links and scripts.

Nothing is redrawn; a question stands at the end of its line. Where several people share the terminal it is cleared between
them, scrollback and all, where it can be; else it is said that it cannot, before any hand is shown.
"""

from __future__ import annotations

import contextlib
import datetime
import os
import sys
from pathlib import Path

from . import bots
from .choosing import LETTERS, Choosing
from .engine.actions import PASS, Action, Place, RoundEnded
from .engine.deal import Draw
from .engine.errors import NotationError, Refusal
from .engine.rules import award_for, deduction_for
from .engine.seats import BySeat, Partnership, Scores, Seat
from .engine.tiles import Tile, pips_of
from .engine.view import SeatView
from .files import write_record_file
from .i18n import _, ngettext
from .names import check_distinct, parse_name
from .store import StoreError, Summary, state_folder, survey
from .table import Player, Table, bot_names
from .words import (
    award_words,
    commitment_words,
    draw_words,
    event_words,
    explanation,
    names_words,
    points_words,
    reason_words,
    refusal_words,
    terms_words,
    tile_words,
    told_events,
    values_words,
)

_CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen and what has been scrolled out of it."""


class _LeftError(Exception):
    """The player wants to leave, or there is nobody to answer any more."""


def play(players: tuple[Player | None, ...] | None, target: int, known_seed: bytes | None) -> int:
    """Play in lines: these players, of whom those not named are asked for; or whatever is chosen, where None are given.

    Returns the exit code.
    """
    try:
        _Lines().run(players, target, known_seed)
    except _LeftError:
        _say(_("The match is kept. Continue takes it up at this very play."))
    return 0


def _say(text: str = "") -> None:
    print(text, flush=True)  # noqa: T201, lines of text are what this is about


def _ask(question: str) -> str:
    """An answer, without the spaces around it. Raises _LeftError at the end of the input."""
    try:
        return input(f"{question} ").strip()
    except EOFError as error:
        _say()
        raise _LeftError from error


class _Lines:
    def __init__(self) -> None:
        self._can_clear = sys.stdout.isatty() and os.environ.get("TERM", "dumb") not in {"", "dumb"}

    # ---- before a match

    def run(self, players: tuple[Player | None, ...] | None, target: int, known_seed: bytes | None) -> None:
        """What is chosen, to its end."""
        if players is None:
            unfinished = next(
                (found for found in survey(state_folder()).matches if found.standing.winner is None), None
            )
            if unfinished is not None and self._wants(unfinished):
                try:
                    self._match(Table.resume(unfinished.path), resumed=True)
                except StoreError as error:
                    _say(f"{unfinished.path.name}: {error}")
                return
        table = Table.begin(
            self._all_named(players or (None, None, None, None)),
            state_folder(),
            target=target,
            known_seed=known_seed,
            date=datetime.datetime.now().astimezone().date(),
        )
        self._match(table)

    @staticmethod
    def _wants(unfinished: Summary) -> bool:
        standing = unfinished.standing
        told = _("round {n}, NS {ns}, EW {ew}").format(n=standing.rounds, ns=standing.scores[0], ew=standing.scores[1])
        names = ", ".join(f"{seat.name} {name}" for seat, name in unfinished.players.by_seat())
        _say(f"{names}: {told}")
        return _ask(_("1 goes on with this match, 2 begins a new one:")) == "1"

    @staticmethod
    def _all_named(players: tuple[Player | None, ...]) -> BySeat[Player]:
        """The players, asked for where they are not named."""
        taken = [player.name for player in players if player is not None]
        found: list[Player] = []
        for seat, named in zip(Seat, players, strict=True):
            player = named
            while player is None:
                usual = "Anna" if seat is Seat.N else f"bot:{bots.DEFAULT_LEVEL}"
                who = _ask(_("{seat}: a name, or bot:LEVEL [{usual}]:").format(seat=seat.name, usual=usual)) or usual
                try:
                    if who.startswith("bot:"):
                        player = Player(next(bot_names(taken)), bots.parse_level(who.removeprefix("bot:")))
                    else:
                        player = Player(parse_name(who))
                    check_distinct([*taken, player.name])
                except NotationError as error:
                    player = None
                    _say(str(error))
                else:
                    taken.append(player.name)
            found.append(player)
        return BySeat(found)

    # ---- a match

    def _match(self, table: Table, *, resumed: bool = False) -> None:
        try:
            if resumed and table.turn is None and table.view.round is not None:
                self._settle(table)
            while table.winner is None:
                if table.turn is None:
                    self._begin_round(table)
                self._round(table, resumed=resumed)
                resumed = False
                self._settle(table)
            self._result(table)
        finally:
            table.close()

    @staticmethod
    def _begin_round(table: Table) -> None:
        while table.awaits_cut:
            _say(_("A seed that nobody has seen decides all deals. This is the commitment:"))
            _say(" ".join(commitment_words(table.commitment)))
            try:
                words = _ask(_("Words of your own to cut with, or Enter:"))
                table.cut(words)
                break
            except NotationError as error:
                _say(str(error))
        draw = table.begin_round()
        view = table.view
        assert view.round is not None
        _say()
        _say(_("Round {n}").format(n=view.round.number))
        if draw is not None:
            _tell_draw(table, draw)
        if table.not_kept is not None:
            _say(f"{_('This match is NOT being kept')}: {table.not_kept}")

    def _round(self, table: Table, *, resumed: bool) -> None:
        people = table.view.people
        told: str | None = None
        while (seat := table.turn) is not None:
            view = table.view
            assert view.round is not None
            is_person = seat in people
            if is_person and not (table.must_pass and len(people) > 1):
                action = self._turn(table, seat, is_shared=len(people) > 1, resumed=resumed)
            elif is_person:
                action = PASS
            else:
                level = table.players[seat].level
                assert level is not None
                action = bots.choose(level, table.view_for(seat), table.bot_seed())
            resumed = False
            events = table.play(seat, action)
            after = table.view
            assert after.round is not None
            if is_person and len(people) > 1 and action is not PASS:
                self._clear()
            for event in events:
                if not isinstance(event, RoundEnded):
                    _say(event_words(after.players, after.round.layout, event) + ".")
            if table.not_kept is not None and told != table.not_kept:
                _say(f"{_('This match is NOT being kept')}: {table.not_kept}")
            told = table.not_kept

    def _clear(self) -> None:
        """Let nobody read what has been shown to another."""
        if self._can_clear:
            sys.stdout.write(_CLEAR)
            sys.stdout.flush()

    # ---- a turn

    def _turn(self, table: Table, seat: Seat, *, is_shared: bool, resumed: bool) -> Action:
        match = table.view
        name = match.players[seat].name
        if is_shared or resumed:
            self._hand_over(table, seat, resumed=resumed)
        view = table.view_for(seat)
        choosing = Choosing(view)
        _tell_layout(view)
        _tell_hand(choosing)
        while True:
            told = _("{name}, you knock with K:") if choosing.must_pass else _("{name}, your tile (? for help):")
            answer = _ask(told.format(name=name)).lower()
            action = self._command(table, choosing, answer)
            if action is not None:
                return action

    def _hand_over(self, table: Table, seat: Seat, *, resumed: bool) -> None:
        name, key = table.players[seat].name, seat.name
        _drop_typed_ahead()
        for sentence in told_events(table.view, seat):
            _say(sentence + ".")
        request = _("The match goes on with {name} ({key}).") if resumed else _("Pass the screen to {name} ({key}).")
        _say(request.format(name=name, key=key))
        if not self._can_clear:
            _say(_("This terminal cannot be cleared: what it shows of your tiles stays to be read."))
        while _ask(_("{name}: type {key} to see your tiles.").format(name=name, key=key)).upper() != key:
            continue

    def _command(self, table: Table, choosing: Choosing, answer: str) -> Action | None:
        """The action of an answer; None where it only asked for something, or cannot be done."""
        view, match = choosing.view, table.view
        public = view.public
        if answer in {"q", "quit"}:
            raise _LeftError
        if answer in {"k", "pass"}:
            knocked = choosing.knock()
            if isinstance(knocked, Refusal):
                _say(refusal_words(knocked, PASS))
                return None
            return knocked
        if answer == "e":
            _tell_layout(view)
        elif answer == "y":
            for sentence in explanation(public.layout):
                _say(sentence)
        elif answer == "h":
            _tell_hand(choosing)
        elif answer == "w":
            _tell_knocks(table)
        elif answer == "s":
            _tell_scores(table)
        elif answer == "l":
            for event in public.events:
                _say(event_words(match.players, public.layout, event) + ".")
        elif answer == "i":
            self._hint(table, view)
        elif answer in {"?", ""}:
            _say(
                _(
                    "A tile by its digits, as in 25; 25a where it has several places. Besides: E ends, H hand, W who knocked "
                    "on what, S score, L log, Y why the ends count, I hint, K knock, Q leave."
                )
            )
        else:
            return _placement(choosing, answer)
        return None

    @staticmethod
    def _hint(table: Table, view: SeatView) -> None:
        from .bots.advice import advise  # noqa: PLC0415, its tables take a while

        table.note_hint(view.seat)
        for advice in advise(view, table.bot_seed()):
            host = advice.action.host
            where = "" if host is None else " " + _("at {tile}").format(tile=tile_words(host))
            reason = reason_words(table.players, advice.reason)
            _say(f"{tile_words(advice.action.tile)}{where}: {points_words(advice.points)}. {reason}")

    # ---- after a round

    @staticmethod
    def _settle(table: Table) -> None:
        view = table.view
        assert view.round is not None
        ended = view.round.ended
        if not isinstance(ended, RoundEnded):
            return
        _say(event_words(view.players, view.round.layout, ended) + ".")
        for seat, player in view.players.by_seat():
            hand = ended.hands[seat]
            tiles = ", ".join(map(tile_words, hand)) or _("no tile")
            pips = ngettext("{n} pip", "{n} pips", pips_of(hand))
            lost = _("{pips}, rounded to {n}").format(pips=pips, n=deduction_for(pips_of(hand)))
            _say(f"{player.name} ({seat.name}): {tiles}: {lost}")
        _tell_scores(table)
        _ask(_("Press Enter to go on."))

    @staticmethod
    def _result(table: Table) -> None:
        view = table.view
        assert view.winner is not None
        _say(
            _("{names} win {score} to {other} {rounds}.").format(
                names=names_words(view.players, view.winner),
                score=view.scores[view.winner],
                other=view.scores[view.winner.opponents],
                rounds=ngettext("in {n} round", "in {n} rounds", len(view.stories)),
            )
        )
        try:
            path: Path = write_record_file(table.record(), [state_folder() / "records"])
        except OSError as error:
            _say(_("The record could not be written: {reason}").format(reason=error.strerror or error))
        else:
            _say(_("Record: {path}").format(path=path))


def _drop_typed_ahead() -> None:
    """What was typed before the terminal was passed on opens nobody's hand."""
    if os.name == "posix" and sys.stdin.isatty():
        import termios  # noqa: PLC0415, exists on POSIX alone

        with contextlib.suppress(termios.error):
            termios.tcflush(sys.stdin, termios.TCIFLUSH)


def _placement(choosing: Choosing, answer: str) -> Place | None:
    """The placement that an answer such as 25 or 25a names; None, with words, where it names none."""
    digits, letter = answer[:2], answer[2:].strip()
    try:
        tile = Tile.of(int(digits[0]), int(digits[1]))
    except (ValueError, IndexError, NotationError):
        _say(_("I do not know {text}; ? tells what there is.").format(text=ascii(answer[:20])))
        return None
    if tile not in choosing.view.hand:
        _say(_("You do not hold {tile}.").format(tile=tile_words(tile)))
        return None
    refusal = choosing.pick(tile)
    if refusal is not None:
        _say(refusal_words(refusal, Place(tile)))
        return None
    if letter and (len(letter) > 1 or letter not in LETTERS or not choosing.pick_place(LETTERS.index(letter))):
        _say(_("There is no place {letter} for this tile.").format(letter=ascii(letter[:20])))
        return None
    if choosing.chosen is None:
        _say(_places(choosing))
        return None
    return choosing.chosen.action


def _places(choosing: Choosing) -> str:
    """The places of the chosen tile, each with what it would count."""
    told = []
    for letter, option in zip(LETTERS, choosing.options, strict=False):
        host = option.action.host
        where = "" if host is None else _("at {tile}").format(tile=tile_words(host)) + " "
        count = f"= {option.count}" if not option.award else f"+{option.award}"
        told.append(f"{letter} {where}{count}" if len(choosing.options) > 1 else f"{where}{count}")
    assert choosing.tile is not None
    return f"{tile_words(choosing.tile)}: " + ", ".join(told)


def _tell_draw(table: Table, draw: Draw) -> None:
    for turn in draw.turns:
        drawn = ", ".join(f"{table.players[seat].name} {tile_words(tile)}" for seat, tile in turn)
        _say(f"{drawn}: {draw_words(table.players, turn)}.")


def _tell_layout(view: SeatView) -> None:
    """What counts, and what is open."""
    layout = view.public.layout
    if not layout.joints:
        _say(_("Nothing lies on the table yet, so nothing counts."))
        return
    award = award_words(award_for(layout.count), view.seat.partnership)
    told = terms_words(layout) if award_for(layout.count) else f"{terms_words(layout)}, {award}"
    _say(_("The ends count {terms}.").format(terms=told))
    values = sorted({place.half for place in layout.open_places})
    _say(_("Open: {values}.").format(values=values_words(tuple(values))))


def _tell_hand(choosing: Choosing) -> None:
    """The tiles held, those that can be placed with what they would count."""
    hand, playable = choosing.view.hand, choosing.playable
    _say(_("You hold {tiles}.").format(tiles=", ".join(map(tile_words, hand))))
    for tile in hand:
        if tile in playable:
            choosing.pick(tile)
            _say(_places(choosing))
    choosing.drop()


def _tell_knocks(table: Table) -> None:
    view = table.view
    assert view.round is not None
    knocked = [(seat, view.round.knocked_on[seat]) for seat in Seat if view.round.knocked_on[seat]]
    for seat, values in knocked:
        told = _("{name} knocked on {values}").format(name=view.players[seat].name, values=values_words(values))
        _say(told + ".")
    if not knocked:
        _say(_("Nobody has knocked."))


def _tell_scores(table: Table) -> None:
    scores: Scores = table.view.scores
    target = table.view.target
    for pair in Partnership:
        left = _("{n} to go").format(n=max(target - scores[pair], 0))
        _say(f"{pair.name} {names_words(table.players, pair)}: {scores[pair]}, {left}")
