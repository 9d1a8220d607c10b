"""A match from the first deal, or from where it was left, to its end."""

from __future__ import annotations

import time

from sevenrocks import bots
from sevenrocks.engine.actions import PASS, Action, Place, RoundEnded
from sevenrocks.engine.errors import NotationError, Refusal
from sevenrocks.engine.layout import Layout
from sevenrocks.engine.seats import Seat
from sevenrocks.engine.tiles import Tile
from sevenrocks.engine.view import SeatView
from sevenrocks.i18n import _, ngettext
from sevenrocks.learning.teacher import Teacher
from sevenrocks.notation.filing import write_record_file
from sevenrocks.record import RULES_ALONE, House
from sevenrocks.store import state_folder
from sevenrocks.table import Table
from sevenrocks.telling.choosing import LETTERS, Choosing
from sevenrocks.telling.sentences import (
    commitment_words,
    event_words,
    explanation,
    names_words,
    points_words,
    reason_words,
    refusal_words,
    terms_words,
    tile_words,
    told_events,
)

from .lines import LeftError, ask, can_clear, clear, drop_typed_ahead, say
from .telling import (
    places,
    tell_draw,
    tell_hand,
    tell_knocks,
    tell_layout,
    tell_scores,
    tell_settlement,
)


def play_match(table: Table, *, resumed: bool = False) -> None:
    """Play on to the end of the match, or until the player leaves; that raises LeftError."""
    try:
        if table.house.call is not None:
            say(_("House option, not in the rules: an award is scored only if you call the right count in time."))
            if table.house.call:
                say(_("There are {n} seconds for each.").format(n=table.house.call))
        if resumed and table.turn is None:
            _settle(table)
        while table.winner is None:
            if table.turn is None:
                _begin_round(table)
            _play_round(table, resumed=resumed)
            resumed = False
            _settle(table)
        _tell_result(table)
    except LeftError:
        if table.not_kept is None:
            say(_("The match is kept. Continue takes it up at this very play."))
        else:
            say(_("This match is NOT being kept, and will be lost:"))
            say(table.not_kept)
        raise
    finally:
        table.close()


def _begin_round(table: Table) -> None:
    if table.awaits_cut:
        _cut(table)
    draw = table.begin_round()
    view = table.view
    assert view.round is not None
    say()
    say(_("Round {n}").format(n=view.round.number))
    if draw is not None:
        tell_draw(view.players, draw)
    if table.not_kept is not None:
        _tell_not_kept(table.not_kept)


def _cut(table: Table) -> None:
    say(_("A seed that nobody has seen decides all deals. This is the commitment:"))
    say(" ".join(commitment_words(table.commitment)))
    while True:
        try:
            table.cut(ask(_("Words of your own to cut with, or Enter:")))
        except NotationError as error:
            say(str(error))
        else:
            return


def _tell_not_kept(reason: str) -> None:
    say(_("This match is NOT being kept"))
    say(reason)


def _play_round(table: Table, *, resumed: bool) -> None:
    people = table.view.people
    is_shared = len(people) > 1
    teacher = None if table.house.open_pair is None else Teacher()
    while (seat := table.turn) is not None:
        not_kept = table.not_kept
        if seat not in people:
            level = table.players[seat].level
            assert level is not None
            action = bots.choose(level, table.view_for(seat), table.bot_seed())
        elif is_shared and table.must_pass:
            # Everyone is about to hear it, and nobody need see a hand for it.
            action = PASS
        else:
            action = _take_turn(table, seat, is_shared=is_shared, resumed=resumed)
        resumed = False
        before = table.view.round
        assert before is not None
        called = True
        if isinstance(action, Place) and table.house.call is not None and seat in people:
            try:
                called = _is_called(before.layout.place(action.tile, action.host), table.house.call)
            except LeftError:
                # Whoever leaves now has placed the tile, and has not called its count.
                table.play(seat, action, called=False)
                raise
        events = table.play(seat, action, called=called)
        view = table.view
        assert view.round is not None
        if teacher is not None and isinstance(action, Place) and seat in people:
            _is_called(view.round.layout)
        for event in events:
            if not isinstance(event, RoundEnded):  # the settlement tells of it
                say(event_words(view.players, view.round.layout, event) + ".")
        if teacher is not None:
            for sentence in teacher.sentences(view, before.layout, events):
                say(sentence)
        if table.not_kept is not None and table.not_kept != not_kept:
            _tell_not_kept(table.not_kept)


def _is_called(after: Layout, seconds: int = 0) -> bool:
    """Ask for the count of this layout, and tell whether it was right: within so many seconds, where that is not 0.

    Raises LeftError.
    """
    began = time.monotonic()
    while not (answer := ask(_("What do the ends count?"))).isdecimal():
        if answer.lower() == "q":
            raise LeftError
        say(_("Type a number first."))
    terms = terms_words(after)
    if seconds and time.monotonic() - began > seconds:
        say(_("The time is over: {terms}.").format(terms=terms))
        return False
    is_right = int(answer) == after.count
    say((_("Right: {terms}.") if is_right else _("No, not {number}: {terms}.")).format(terms=terms, number=int(answer)))
    return is_right


# ---- a turn ----------------------------------------------------------------------------------------------------------


def _take_turn(table: Table, seat: Seat, *, is_shared: bool, resumed: bool) -> Action:
    if is_shared or resumed:
        _hand_over(table, seat, is_shared=is_shared, resumed=resumed)
    view = table.view_for(seat)
    choosing = Choosing(view)
    try:
        tell_layout(view, table.house)
        tell_hand(choosing, table.house)
        partner = table.open_view_for(seat)
        if partner is not None:
            name, tiles = table.players[partner.seat].name, ", ".join(map(tile_words, partner.hand))
            say(_("{name} holds {tiles}.").format(name=name, tiles=tiles or _("no tile")))
        while True:
            told = _("{name}, you knock with K:") if choosing.must_pass else _("{name}, your tile (? for help):")
            answer = ask(told.format(name=table.players[seat].name)).lower()
            action = _action(table, choosing, answer)
            if action is not None:
                return action
    finally:
        # However the turn ends, by leaving too: the hand is not for the others.
        if is_shared:
            clear()


def _hand_over(table: Table, seat: Seat, *, is_shared: bool, resumed: bool) -> None:
    name, key = table.players[seat].name, seat.name
    drop_typed_ahead()
    for sentence in told_events(table.view, seat):
        say(sentence + ".")
    request = _("The match goes on with {name} ({key}).") if resumed else _("Pass the screen to {name} ({key}).")
    say(request.format(name=name, key=key))
    if is_shared and not can_clear():
        say(_("This terminal cannot be cleared: what it shows of your tiles stays to be read."))
    while ask(_("{name}: type {key} to see your tiles.").format(name=name, key=key)).upper() != key:
        pass


def _action(table: Table, choosing: Choosing, answer: str) -> Action | None:
    """The action of an answer; None where it only asked for something, or cannot be done."""
    view, told = choosing.view, table.view
    match answer:
        case "q":
            raise LeftError
        case "k":
            knocked = choosing.knock()
            if not isinstance(knocked, Refusal):
                return knocked
            say(refusal_words(knocked, PASS))
        case "e":
            tell_layout(view, table.house)
        case "y":
            for sentence in explanation(view.public.layout):
                say(sentence)
        case "h":
            tell_hand(choosing, table.house)
        case "w":
            tell_knocks(told)
        case "s":
            tell_scores(told)
        case "l":
            for event in view.public.events:
                say(event_words(told.players, view.public.layout, event) + ".")
        case "i":
            _hint(table, view)
        case "?" | "":
            say(
                _(
                    "A tile by its digits, as in 25; 25a where it has several places. Besides: E ends, H hand, W who knocked "
                    "on what, S score, L log, Y why the ends count, I hint, K knock, Q leave."
                )
            )
        case _:
            return _placement(choosing, table.house, answer)
    return None


def _hint(table: Table, view: SeatView) -> None:
    if len(table.view.people) > 1:
        say(_("No hints where several people play."))
        return
    if table.house != RULES_ALONE:
        say(_("No hints here: they would tell what you are to count."))
        return
    from sevenrocks.bots.advice import advise  # noqa: PLC0415, its tables take a while

    table.note_hint(view.seat)
    for advice in advise(view, table.bot_seed()):
        host = advice.action.host
        where = "" if host is None else " " + _("at {tile}").format(tile=tile_words(host))
        reason = reason_words(table.players, advice.reason)
        say(f"{tile_words(advice.action.tile)}{where}: {points_words(advice.points)}. {reason}")


def _placement(choosing: Choosing, house: House, answer: str) -> Place | None:
    """The placement that an answer such as 25 or 25a names; None, with words, where it names none."""
    digits, letter = answer[:2], answer[2:].strip()
    try:
        tile = Tile.of(int(digits[0]), int(digits[1]))
    except (ValueError, IndexError, NotationError):
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
        say(places(choosing, house))
        return None
    return choosing.chosen.action


# ---- the end of a round, and of the match ----------------------------------------------------------------------------


def _settle(table: Table) -> None:
    view = table.view
    ended = None if view.round is None else view.round.ended
    if view.round is None or not isinstance(ended, RoundEnded):
        return
    say(event_words(view.players, view.round.layout, ended) + ".")
    tell_settlement(view, ended)
    ask(_("Press Enter to go on."))


def _tell_result(table: Table) -> None:
    view = table.view
    assert view.winner is not None
    say(
        _("{names} win {score} to {other} {rounds}.").format(
            names=names_words(view.players, view.winner),
            score=view.scores[view.winner],
            other=view.scores[view.winner.opponents],
            rounds=ngettext("in {n} round", "in {n} rounds", len(view.stories)),
        )
    )
    try:
        path = write_record_file(table.record(), [state_folder() / "records"])
    except OSError as error:
        say(_("The record could not be written: {reason}").format(reason=error.strerror or error))
    else:
        say(_("Record: {path}").format(path=path))
