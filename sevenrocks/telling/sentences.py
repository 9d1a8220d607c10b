"""What happened, in words: sentences made from views and events alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sevenrocks.engine.actions import Action, Ending, Event, MatchWon, Passed, Place, Placed, RoundEnded
from sevenrocks.engine.deal import Draw, leaders
from sevenrocks.engine.errors import Refusal
from sevenrocks.engine.layout import Joint, Layout, Port
from sevenrocks.engine.rules import AWARD_STEP, SIDES, award_for
from sevenrocks.engine.seats import Partnership, Scores, Seat
from sevenrocks.engine.tiles import Tile
from sevenrocks.i18n import _, ngettext, percent, pgettext
from sevenrocks.seating import Change
from sevenrocks.seen import MatchView, Opened, Players

from .seats import pair_letters

if TYPE_CHECKING:
    # It would load the bots' tables.
    from sevenrocks.bots.reasons import Reason


def tile_words(tile: Tile) -> str:
    """A tile as it is read aloud: both halves with a bar between."""
    return f"{tile.low}|{tile.high}"


def values_words(values: tuple[int, ...]) -> str:
    """Some values: `2, 3 and 5`."""
    return listed_words([str(value) for value in values])


def listed_words(words: Sequence[str]) -> str:
    """Some words in a row: `Anna, Bartek and Clara`."""
    if len(words) <= 1:
        return "".join(words)
    return _("{first} and {last}").format(first=", ".join(words[:-1]), last=words[-1])


def names_words(players: Players, pair: Partnership) -> str:
    """Both names of a pair."""
    one, other = (players[seat].name for seat in pair.seats)
    return _("{first} and {last}").format(first=one, last=other)


def place_words(layout: Layout, joint: Joint) -> str:
    """Where a tile was joined."""
    host = joint.host
    assert host is not None
    words = _("on {tile}")
    if host == layout.spinner:
        words = {
            Port.SIDE_A: _("on {tile}, side 1"),
            Port.SIDE_B: _("on {tile}, side 2"),
            Port.ARM_A: _("on {tile}, arm 1"),
            Port.ARM_B: _("on {tile}, arm 2"),
        }[joint.host_port or Port.SIDE_A]
    return words.format(tile=tile_words(host))


def placed_words(players: Players, layout: Layout, placed: Placed) -> str:
    """Who plays what where."""
    name = players[placed.seat].name
    if placed.host is None:
        return _("{name} opens with {tile}").format(name=name, tile=tile_words(placed.tile))
    joint = next(joint for joint in layout.joints if joint.tile == placed.tile)
    where = place_words(layout, joint)
    return _("{name} plays {tile} {where}").format(name=name, tile=tile_words(placed.tile), where=where)


def terms_words(layout: Layout) -> str:
    """The count of a layout, term by term: `2 + 5 + 3 = 10`; a single term is the count."""
    terms = " + ".join(str(end.pips) for end in layout.ends_by_line)
    return f"{terms} = {layout.count}" if len(layout.ends_by_line) > 1 else terms


def award_words(award: int, pair: Partnership) -> str:
    """What a count was awarded, in short: `+10 NS`."""
    return f"+{award} {pair_letters(pair)}" if award else _("no points")


def points_words(award: int) -> str:
    """What a count is awarded, as it is said: `10 points`."""
    return ngettext("{n} point", "{n} points", award) if award else _("no points")


def won_words(placed: Placed) -> str:
    """What a placement was awarded, or would have been, had its count been called."""
    return _missed_words(placed) or award_words(placed.award, placed.seat.partnership)


def _missed_words(placed: Placed) -> str:
    return _("{n} not called").format(n=placed.missed) if placed.missed else ""


def played_words(players: Players, layout: Layout, event: Event) -> str:
    """An event in one sentence, without what it was awarded."""
    return placed_words(players, layout, event) if isinstance(event, Placed) else event_words(players, layout, event)


def event_words(players: Players, layout: Layout, event: Event) -> str:
    """An event in one sentence, for the log and the cover."""
    match event:
        case Placed():
            told = placed_words(players, layout, event)
            if not event.award and not event.missed:
                return told
            return _("{told}: {award}").format(told=told, award=_missed_words(event) or points_words(event.award))
        case Passed():
            return knocks_words(players, [event])
        case RoundEnded(ending=Ending.BLOCKED):
            return _("The round is blocked: nobody can play")
        case RoundEnded(seat=seat):
            assert seat is not None
            return _("{name} goes out").format(name=players[seat].name)
        case MatchWon(partnership=pair):
            return _("{names} win the match").format(names=names_words(players, pair))


def knocked_words(values: tuple[int, ...], room: int | None = None) -> str:
    """What a seat lacks, since it has knocked on it: `no 2, no 4`; nothing where it has not knocked.

    In fewer columns it is `no 2, 4`, then `no 2 4`; never without a gap, which reads as one number.
    """
    if not values:
        return ""
    told = pgettext("lacks", "no {n}").format(n=values[0])
    for value in values[1:-1]:
        told = pgettext("lacks, between", "{before}, no {n}").format(before=told, n=value)
    if len(values) > 1:
        told = pgettext("lacks, last", "{before}, no {n}").format(before=told, n=values[-1])
    brief, briefest = (_("no {values}").format(values=gap.join(map(str, values))) for gap in (", ", " "))
    if room is None or len(told) <= room:
        return told
    return brief if len(brief) <= room else briefest


def knocks_words(players: Players, knocks: Sequence[Passed]) -> str:
    """Who has knocked in a row, and what they lack; where all have, that nobody can play."""
    names = listed_words([players[knock.seat].name for knock in knocks])
    lacks = knocked_words(knocks[0].halves)
    if len(knocks) == 1:
        return _("{name} knocks ({lacks})").format(name=names, lacks=lacks)
    if len(knocks) < len(Seat):
        return _("{names} knock ({lacks})").format(names=names, lacks=lacks)
    return _("nobody can play: {lacks}").format(lacks=lacks)


def opener_words(players: Players, opener: Seat, draw: Draw | None) -> str:
    """Who opens a round and why."""
    name = players[opener].name
    if draw is None:
        return _("{name} opens (went out last round)").format(name=name)
    # The tile that was drawn is none of those that were dealt: told here it would be taken for one of a hand.
    return _("{name} opens (won the draw)").format(name=name)


def draw_words(players: Players, turn: tuple[tuple[Seat, Tile], ...]) -> str:
    """What a turn of the draw decided."""
    first = leaders(turn)
    if len(first) == 1:
        return _("{name} has the most pips and opens").format(name=players[first[0]].name)
    tied = listed_words([players[seat].name for seat in first])
    return _("{names} tie and draw again").format(names=tied)


def commitment_words(commitment: str) -> tuple[str, str]:
    """A commitment in groups of four digits, on two rows."""
    half = len(commitment) // 2
    return digits_words(commitment[:half]), digits_words(commitment[half:])


def digits_words(digits: str) -> str:
    """Digits of a commitment, or some of them, in groups of four."""
    return " ".join(digits[at : at + 4] for at in range(0, len(digits), 4))


def opened_words(rounds: Sequence[int]) -> str:
    """In which rounds, by their numbers, the record was written while they were under way; there is at least one."""
    return ngettext(
        "record written during play, round {rounds}",
        "record written during play, rounds {rounds}",
        len(rounds),
        rounds=values_words(tuple(rounds)),
    )


def expected_words(points: float) -> str:
    """How many points more than the other pair may be expected, rounded: `+12 expected to the end of the round`."""
    return _("{points} expected to the end of the round").format(points=f"{round(points):+}")


_SURE, _LIKELY = 0.995, 0.2
_MATTERS = 0.5


def reason_words(players: Players, reason: Reason, *, tells_count: bool = False) -> str:
    """What can be said for a play, in one sentence; with what the ends add up to, where nobody is to count."""
    told = [points_words(reason.award)]
    if tells_count and not reason.award:
        told = [_("{n}, no points").format(n=reason.count)]
    if reason.opens:
        values = listed_words([pgettext("opens", "{n}s").format(n=value) for value in reason.opens])
        told.append(_("opens the {values}").format(values=values))
    following = players[reason.seat.next].name
    if reason.goes_out:
        told.append(_("goes out"))
    elif reason.knock >= _SURE:
        told.append(_("{name} must knock").format(name=following))
    elif reason.knock >= _LIKELY:
        told.append(_("{name} may have to knock ({share})").format(name=following, share=percent(reason.knock)))
    if not reason.goes_out and reason.knock < _SURE:
        if reason.gift < _MATTERS:
            told.append(_("{name} can hardly score").format(name=following))
        else:
            told.append(_("{name} scores about {n} next").format(name=following, n=round(reason.gift)))
    words = _("; ").join(told) + "."
    return words[0].upper() + words[1:]


def brief_reason_words(players: Players, reason: Reason) -> str:
    """What can be said for a play, in a few words: what it makes, and what the next seat may do then."""
    told = points_words(reason.award) if reason.award else _("{n}, no points").format(n=reason.count)
    following = players[reason.seat.next].name
    if reason.goes_out:
        then = _("goes out")
    elif reason.knock >= _SURE:
        then = _("{name} must knock").format(name=following)
    elif reason.knock >= _LIKELY:
        then = _("{name} may knock").format(name=following)
    else:
        then = _("{name} +{n}").format(name=following, n=round(reason.gift))
    return _("; ").join((told, then))


def refusal_words(reason: Refusal, action: Action) -> str:
    """Why an action is refused, in one line for the player."""
    tile = tile_words(action.tile) if isinstance(action, Place) else ""
    return {
        Refusal.ROUND_OVER: _("The round is over."),
        Refusal.OUT_OF_TURN: _("It is not your turn."),
        Refusal.NOT_HELD: _("You do not hold {tile}.").format(tile=tile),
        Refusal.NO_HOST: _("Choose the place where {tile} goes.").format(tile=tile),
        Refusal.NOT_OPEN: _("Nothing can be played there."),
        Refusal.NO_MATCH: _("{tile} fits nowhere now.").format(tile=tile),
        Refusal.MUST_PLACE: _("You can play a tile, so you may not knock."),
    }[reason]


def explanation(layout: Layout) -> list[str]:
    """The count end by end, in sentences; then what counts nothing, and what the count is worth."""
    told = end_reasons(layout)
    if not layout.joints:
        return told
    if len(layout.ends_by_line) > 1:
        told.append(_("Together: {terms}.").format(terms=terms_words(layout)))
    return [*told, worth_words(layout.count)]


def worth_words(count: int) -> str:
    """What a count is awarded, and why."""
    if not count:
        return _("The ends add up to 0: no points.")
    words = _("{count} is not a multiple of {n}: no points.")
    if award_for(count):
        words = _("{count} is a multiple of {n}: {count} points.")
    return words.format(count=count, n=AWARD_STEP)


def sum_words(layout: Layout) -> str:
    """What the ends add up to, term by term, and what that is worth; nothing while no tile lies."""
    if not layout.joints:
        return ""
    if not layout.count:
        words = _("{terms}: no points")
    elif award_for(layout.count):
        words = _("{terms}, a multiple of {n}: {points}")
    else:
        words = _("{terms}, not a multiple of {n}: no points")
    return words.format(terms=terms_words(layout), n=AWARD_STEP, points=points_words(award_for(layout.count)))


def brief_end_reasons(layout: Layout) -> list[str]:
    """Those of `end_reasons`, one by one, in a few words: what each counts stands beside them."""
    if not layout.joints:
        return end_reasons(layout)
    told = []
    for end in layout.ends_by_line:
        words = _("{tile}: its outer half")
        if end.tile == layout.spinner and layout.branches == 0:
            words = _("{tile} alone: both halves")
        elif end.tile == layout.spinner:
            words = _("spinner {tile}: both halves")
        elif end.tile.is_double:
            words = _("double {tile}: both halves")
        told.append(words.format(tile=tile_words(end.tile)))
    if layout.spinner is not None and layout.branches >= SIDES:
        told.append(_("spinner {tile}: nothing").format(tile=tile_words(layout.spinner)))
        if layout.branches < 2 * SIDES:
            told.append(_("an open arm: nothing"))
    return told


def end_reasons(layout: Layout) -> list[str]:
    """What each end counts, in sentences; then what counts nothing."""
    if not layout.joints:
        return [_("Nothing lies on the table yet, so nothing counts.")]
    told = []
    for end in layout.ends_by_line:
        tile = tile_words(end.tile)
        if end.tile == layout.spinner and layout.branches == 0:
            words = _("{tile} is the only tile: both halves count, {pips} in all.")
        elif end.tile == layout.spinner:
            words = _("{tile} is the spinner with one side free, so it is an end: both halves count, {pips} in all.")
        elif end.tile.is_double:
            words = _("{tile} is a double at an end: both halves count, {pips} in all.")
        else:
            words = _("{tile} ends a line: its outer half counts {pips}.")
        told.append(words.format(tile=tile, pips=end.pips))
    if layout.spinner is not None and layout.branches >= SIDES:
        words = _("{tile} is the spinner with both sides taken: it counts nothing.")
        told.append(words.format(tile=tile_words(layout.spinner)))
        if layout.branches < 2 * SIDES:
            told.append(_("An arm without a tile is open, but counts nothing."))
    return told


def change_words(players: Players, change: Change) -> str:
    """Who takes a seat, in one sentence; `players` are those who sat there until then."""
    name, before = change.player.name, players[change.seat].name
    if change.player.is_bot:
        return _("{name} goes home, and {bot} plays on").format(name=before, bot=name)
    return _("{name} is back, and {bot} gets up").format(name=name, bot=before)


def story_words(players: Players, layout: Layout, event: Event | Change | Opened) -> str:
    """What happened in a round, in one sentence: an event, that somebody took a seat, or that the record was written."""
    if isinstance(event, Opened):
        return _("The record was written here, with all hands")
    return change_words(players, event) if isinstance(event, Change) else event_words(players, layout, event)


def whole_words(rounds: int, plays: int, scores: Scores) -> str:
    """What is whole of a damaged match: so many rounds, and so many plays of the last of them."""
    if not rounds:
        return _("Only the names of the players are intact: nothing had been dealt, or the deal is lost.")
    told = ngettext("{n} play", "{n} plays", plays)
    return _("All up to round {n}, {plays}, is intact: NS {ns}, EW {ew}.").format(
        n=rounds, plays=told, ns=scores[Partnership.NS], ew=scores[Partnership.EW]
    )


def told_events(match: MatchView, seat: Seat) -> list[str]:
    """What has happened since this seat last acted, in sentences; and how the round began, where it has not."""
    if not match.rounds:
        return []
    seen = match.rounds[-1]
    told = [opener_words(seen.seats.players, seen.view.opener, seen.draw)]
    for players, layout, event in seen.story():
        if isinstance(event, Placed | Passed) and event.seat is seat:
            told.clear()
        else:
            told.append(story_words(players, layout, event))
    return told
