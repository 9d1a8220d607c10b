"""Whether a record is true: it is played through the engine, and the first thing that is wrong is named."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from sevenrocks.engine.actions import IllegalPlayError, Pass, Passed, Placed, RoundEnded
from sevenrocks.engine.deal import Draw, commitment_to, cut_seed, deal_hands, draw_opener, leaders
from sevenrocks.engine.errors import NotationError, RecordError, Refusal
from sevenrocks.engine.match import Match
from sevenrocks.engine.round import Round
from sevenrocks.engine.rules import HAND_SIZE, award_for
from sevenrocks.engine.seats import BySeat, Partnership, Seat
from sevenrocks.engine.tiles import DOUBLE_SIX
from sevenrocks.i18n import _
from sevenrocks.notation import Play, format_action, format_change, format_end, format_hand, format_play
from sevenrocks.seating import NoSeat, Player, Seating, SeatRefusedError

from .data import Fairness, MatchRecord, RoundRecord, stated_end


def replay(record: MatchRecord) -> Match:
    """Play a record through the engine and check all that it states.

    Raises RecordError for the first thing that is wrong, by round and play, with what was expected there.
    """
    try:
        record.house.check_start(record.target)
    except NotationError as error:
        raise RecordError(f"house.start: {error}") from error
    match = Match(record.target, start=record.house.start, must_call=record.house.must_call)
    seating = Seating(BySeat([Player(name) for name in record.players]))
    for number, stated in enumerate(record.rounds, 1):
        if match.winner is not None:
            raise RecordError(_("the match was over after round {n}").format(n=number - 1), number)
        if match.round is not None:
            raise RecordError(_("expected more plays: the round is not over"), number - 1)
        seating = _checked_seats(seating, stated, number)
        match = _replay_round(match, stated, number)
    _check_result(record, match)
    if record.fairness is not None:
        _check_fairness(record.fairness, match)
    return match


def _replay_round(match: Match, stated: RoundRecord, number: int) -> Match:
    draw = _checked_draw(match, stated, number)
    opener = match.next_opener if draw is None else draw.opener
    if stated.opens is not opener:
        assert opener is not None
        raise _expected("opens", opener.name, stated.opens.name, number)
    if sorted(tile for hand in stated.deal for tile in hand) != list(DOUBLE_SIX):
        raise RecordError(_("deal: expected each of the 28 tiles once"), number)
    if any(len(hand) != HAND_SIZE for hand in stated.deal):
        raise RecordError(_("deal: expected seven tiles in each hand"), number)
    match = match.begin_round(BySeat(tuple(sorted(hand)) for hand in stated.deal), draw)
    for play_number, play in enumerate(stated.plays, 1):
        try:
            match = replay_play(match, play)
        except RecordError as error:
            raise RecordError(str(error), number, play_number) from error
    _check_round_end(match.rounds[-1], stated, number)
    if not _is_opened_in_order(stated, len(stated.plays) - (match.winner is not None)):
        raise RecordError(_("opened: expected in the order of the plays"), number)
    return match


def _is_opened_in_order(stated: RoundRecord, plays: int) -> bool:
    """Whether a record of a running match can have been written after these plays."""
    return all(before < after <= plays for before, after in pairwise((-1, *stated.opened)))


def _checked_draw(match: Match, stated: RoundRecord, number: int) -> Draw | None:
    if match.next_opener is not None:
        if stated.draws:
            raise RecordError(
                _("expected no draws: {seat} went out and opens").format(seat=match.next_opener.name), number
            )
        return None
    if not stated.draws:
        raise RecordError(_("expected draws: a neutral draw decides who opens"), number)
    candidates: tuple[Seat, ...] = tuple(Seat)
    for turn in stated.draws:
        if len(candidates) == 1:
            raise RecordError(_("draws: expected no more after one is left"), number)
        drawn = tuple(seat for seat, _tile in turn)
        if drawn != candidates:
            raise _expected("draws", _seats(candidates), _seats(drawn), number)
        if len({tile for _seat, tile in turn}) != len(turn):
            raise RecordError(_("draws: expected a different tile for each candidate"), number)
        candidates = leaders(turn)
    if len(candidates) > 1:
        raise RecordError(_("draws: expected another draw between {seats}").format(seats=_seats(candidates)), number)
    return Draw(stated.draws)


def _seats(seats: tuple[Seat, ...]) -> str:
    return " ".join(seat.name for seat in seats)


def replay_play(match: Match, play: Play) -> Match:
    """The match after the play that a line states. Raises RecordError, in words, where the rules refute it.

    Where the house wants counts called, the award that is stated is the count that was called.
    """
    state = match.rounds[-1]
    told = format_play(play)
    if state.turn is None:
        raise RecordError(_("{play}: expected no more plays: the round is over").format(play=told))
    if play.seat is not state.turn:
        raise RecordError(_("{play}: expected {seat} to be in turn").format(play=told, seat=state.turn.name))
    action = play.action
    if match.must_call and not isinstance(action, Pass):
        action = replace(action, call=play.award or None)
    try:
        after = match.play(action)
    except IllegalPlayError as error:
        raise RecordError(f"{told}: {_refused(error.reason, play, state)}") from error
    done = after.rounds[-1].events[len(state.events)]
    if isinstance(done, Passed):
        if play.award:
            raise RecordError(_("{play}: expected no award for a pass").format(play=told))
    elif isinstance(done, Placed) and play.award != done.award:
        award = award_for(done.count)
        message = (
            _("{play}: expected +{award}: the ends count {count}")
            if award
            else _("{play}: expected no award: the ends count {count}")
        )
        raise RecordError(message.format(play=told, award=award, count=done.count))
    return after


def _refused(reason: Refusal, play: Play, state: Round) -> str:
    match reason:
        case Refusal.NOT_HELD:
            return _("expected one of the tiles held: {tiles}").format(tiles=format_hand(state.hands[play.seat]))
        case Refusal.MUST_PLACE:
            return _("expected a tile: who can place must place")
        case Refusal.NO_HOST:
            return _("expected the tile that it joins, as in 05@55")
        case _:
            legal = [action for action in state.legal_actions if not isinstance(action, Pass)]
            if not legal:
                return _("expected a pass: nothing can be placed")
            return _("expected one of: {plays}").format(plays=" ".join(map(format_action, legal)))


def _checked_seats(seating: Seating, stated: RoundRecord, number: int) -> Seating:
    """The seating after a round. Raises RecordError for the first seat that nobody could take so."""
    last = -1
    plays = len(stated.plays) - (stated.end is not None)
    for change in stated.seats:
        told = format_change(change)
        after = -1 if change.after is None else change.after
        if not last <= after <= plays:
            raise RecordError(_("seats: {change}: expected in the order of the plays").format(change=told), number)
        last = after
        try:
            if change.after is not None and not seating.is_playing:
                seating = seating.begin_round()
            seating = seating.seat(change)
        except SeatRefusedError as error:
            raise _no_seat(error, seating, number) from error
    try:
        return (seating if seating.is_playing else seating.begin_round()).end_round()
    except SeatRefusedError as error:
        raise _no_seat(error, seating, number) from error


def _no_seat(error: SeatRefusedError, seating: Seating, number: int) -> RecordError:
    if error.reason is NoSeat.SAME:
        why = _("expected another player: this one sits there already")
    elif error.reason is NoSeat.NAME_TAKEN:
        why = _("expected another name: two players would be called alike")
    else:
        name = seating.rounds[-1].players[error.change.seat].name
        why = _("expected a bot, or {name} coming back: nobody else may see this hand").format(name=name)
    return RecordError(f"seats: {format_change(error.change)}: {why}", number)


def _check_round_end(state: Round, stated: RoundRecord, number: int) -> None:
    end = stated_end(state.ended)
    if stated.end != end:
        if end is None:
            raise RecordError(_("end: expected none: the round is not over"), number)
        raise _expected("end", format_end(end), _("nothing") if stated.end is None else format_end(stated.end), number)
    ended = state.ended
    settled = ended if isinstance(ended, RoundEnded) else None
    for key, found, expected in (
        ("left", stated.left, None if settled is None else settled.left),
        ("lost", stated.lost, None if settled is None else settled.lost),
    ):
        _check_values(key, tuple(seat.name for seat in Seat), found, expected, number)
    names = tuple(pair.name for pair in Partnership)
    _check_values("score", names, stated.scores, None if ended is None else ended.scores, number)


def _check_values(
    key: str,
    names: tuple[str, ...],
    found: tuple[int, ...] | None,
    expected: tuple[int, ...] | None,
    number: int | None,
) -> None:
    if found == expected:
        return
    if expected is None:
        raise RecordError(_("{key}: expected none here").format(key=key), number)
    index = 0 if found is None else next(at for at, value in enumerate(found) if value != expected[at])
    stated = _("nothing") if found is None else str(found[index])
    raise _expected(f"{key}.{names[index]}", str(expected[index]), stated, number)


def _check_result(record: MatchRecord, match: Match) -> None:
    winner = match.winner
    if winner is None:
        if record.result is not None:
            raise RecordError(_("result: expected none: the match is not over"))
        return
    if record.result is None:
        raise RecordError(_("expected a [result]: the match is over"))
    if record.result.winner is not winner:
        raise _expected("result: winner", winner.name, record.result.winner.name)
    _check_values("result: score", tuple(pair.name for pair in Partnership), record.result.scores, match.scores, None)


def _check_fairness(fairness: Fairness, match: Match) -> None:
    commitment = commitment_to(fairness.seed)
    if fairness.commitment != commitment:
        raise RecordError(_("fairness: expected commitment {hash}").format(hash=commitment))
    seed = cut_seed(fairness.seed, fairness.cut)
    for number, (state, draw) in enumerate(zip(match.rounds, match.draws, strict=True), 1):
        if deal_hands(seed, number) != state.setup.deal:
            raise RecordError(_("deal: expected the one that the seed gives"), number)
        if draw is not None and draw_opener(seed, number) != draw:
            raise RecordError(_("draws: expected those that the seed gives"), number)


def _expected(key: str, expected: str, found: str, number: int | None = None) -> RecordError:
    message = _("{key}: expected {expected}, found {found}")
    return RecordError(message.format(key=key, expected=expected, found=found), number)
