"""A match as data: what a record states, and whether it is true.

The text of a record is read and written by `notation`; `replay` plays a record through the engine and names the first
thing that is wrong.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .engine.actions import Action, Ending, MatchWon, Pass, Passed, Placed, RoundEnded
from .engine.deal import Draw, DrawTurn, commitment_to, cut_seed, deal_hands, draw_opener, leaders
from .engine.errors import IllegalPlayError, RecordError, Refusal
from .engine.match import Match
from .engine.round import Round
from .engine.rules import TARGET
from .engine.seats import BySeat, Partnership, Scores, Seat
from .engine.tiles import DOUBLE_SIX, Hand
from .i18n import _
from .names import check_distinct, parse_name

Extras = dict[str, Any]
"""A user's own keys, which start with `_`, by their dotted path within the table, with their TOML values."""


class Play(NamedTuple):
    """One line of a round: who did what, and the points awarded for it (0 for none)."""

    seat: Seat
    action: Action
    award: int = 0

    def __str__(self) -> str:
        return f"{self.seat.name} {self.action}" + (f" +{self.award}" if self.award else "")


class RoundEnd(NamedTuple):
    """How a round ended: by whom it went out, or which pair won the match by it."""

    ending: Ending
    seat: Seat | None = None
    winner: Partnership | None = None

    def __str__(self) -> str:
        named = self.winner if self.seat is None else self.seat
        return self.ending.value if named is None else f"{self.ending.value} {named.name}"


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One round as it is stated. `left`, `lost` and `scores` are None where they are not stated."""

    opens: Seat
    deal: BySeat[Hand]
    draws: tuple[DrawTurn, ...] = ()
    plays: tuple[Play, ...] = ()
    end: RoundEnd | None = None
    left: BySeat[int] | None = None
    lost: BySeat[int] | None = None
    scores: Scores | None = None
    hints: tuple[tuple[Seat, int], ...] = ()
    """How many hints a seat asked for, for each that did."""
    extras: Extras = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a finished match as it is stated."""

    winner: Partnership
    scores: Scores
    extras: Extras = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fairness:
    """From what the deals and draws can be recomputed: the seed, what was shown of it before, and the cut."""

    seed: bytes
    commitment: str
    cut: str = ""
    extras: Extras = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class House:
    """What a house has added to the rules. As it comes it has added nothing."""

    call: int | None = None
    """Seconds in which the count must be called for an award to be scored, 0 to MAX_CALL, 0 without limit; None: it need not."""
    open_pair: Partnership | None = None
    """The pair that sees each other's hands, in a first match that explains."""

    def is_called(self, play: Play) -> bool:
        """Whether an award for this play would be scored: where it must be called, an award that is not stated was not."""
        return self.call is None or play.award > 0

    @property
    def told(self) -> list[str]:
        """What has been added, in words."""
        told = []
        if self.call is not None:
            told.append(_("house option: awards only for counts that were called"))
        if self.open_pair is not None:
            told.append(_("{pair} saw each other's tiles").format(pair=self.open_pair.name))
        return told


MAX_CALL = 600
"""The longest time that a house may give for a call, in seconds."""

RULES_ALONE = House()
"""A house that has added nothing."""


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match as it is stated: finished, or as far as it has come."""

    players: BySeat[str]
    target: int = TARGET
    rounds: tuple[RoundRecord, ...] = ()
    result: Result | None = None
    date: datetime.date | None = None
    known_deal: bool = False
    fairness: Fairness | None = None
    house: House = RULES_ALONE
    extras: Extras = field(default_factory=dict)
    player_extras: Extras = field(default_factory=dict)
    house_extras: Extras = field(default_factory=dict)


HintCounts = dict[int, list[int]]
"""For each round in which hints were asked for, how many by each seat in the order N, E, S, W."""


def record_match(
    match: Match,
    players: BySeat[str],
    *,
    date: datetime.date | None = None,
    known_deal: bool = False,
    seed: bytes | None = None,
    cut: str = "",
    hints: HintCounts | None = None,
    house: House = RULES_ALONE,
) -> MatchRecord:
    """The record of a match as far as it has come. It states all four hands of every round.

    The seed and the words of the cut, once the match is over, let anyone recompute the deals. Raises NotationError for
    names that cannot be.
    """
    check_distinct(parse_name(name) for name in players)
    winner = match.winner
    return MatchRecord(
        players,
        match.target,
        tuple(
            _record_round(state, draw, (hints or {}).get(state.setup.number, []))
            for state, draw in zip(match.rounds, match.draws, strict=True)
        ),
        None if winner is None else Result(winner, match.scores),
        date,
        known_deal,
        None if winner is None or seed is None else Fairness(seed, commitment_to(seed), cut),
        house,
    )


def _record_round(state: Round, draw: Draw | None, hints: list[int]) -> RoundRecord:
    plays = []
    for event in state.events:
        if isinstance(event, Placed):
            plays.append(Play(event.seat, event.action, event.award))
        elif isinstance(event, Passed):
            plays.append(Play(event.seat, Pass()))
    ended = state.ended
    settled = ended if isinstance(ended, RoundEnded) else None
    return RoundRecord(
        opens=state.setup.opener,
        deal=state.setup.deal,
        draws=() if draw is None else draw.turns,
        plays=tuple(plays),
        end=_round_end(state),
        left=None if settled is None else settled.left,
        lost=None if settled is None else settled.lost,
        scores=None if ended is None else ended.scores,
        hints=tuple((seat, number) for seat, number in zip(Seat, hints, strict=False) if number),
    )


def _round_end(state: Round) -> RoundEnd | None:
    match state.ended:
        case RoundEnded(ending=ending, seat=seat):
            return RoundEnd(ending, seat)
        case MatchWon(partnership=winner):
            return RoundEnd(Ending.WON, winner=winner)
        case _:
            return None


def replay(record: MatchRecord) -> Match:
    """Play a record through the engine and check all that it states.

    Raises RecordError for the first thing that is wrong, by round and play, with what was expected there.
    """
    match = Match(record.target)
    for number, stated in enumerate(record.rounds, 1):
        if match.winner is not None:
            raise RecordError(_("the match was over after round {n}").format(n=number - 1), number)
        if match.round is not None:
            raise RecordError(_("expected more plays: the round is not over"), number - 1)
        match = _replay_round(match, stated, number, record.house)
    _check_result(record, match)
    if record.fairness is not None:
        _check_fairness(record.fairness, match)
    return match


def _replay_round(match: Match, stated: RoundRecord, number: int, house: House) -> Match:
    draw = _checked_draw(match, stated, number)
    opener = match.next_opener if draw is None else draw.opener
    if stated.opens is not opener:
        assert opener is not None
        raise _expected("opens", opener.name, stated.opens.name, number)
    if sorted(tile for hand in stated.deal for tile in hand) != list(DOUBLE_SIX):
        raise RecordError(_("deal: expected each of the 28 tiles once"), number)
    if any(len(hand) != len(DOUBLE_SIX) // len(Seat) for hand in stated.deal):
        raise RecordError(_("deal: expected seven tiles in each hand"), number)
    match = match.begin_round(BySeat(tuple(sorted(hand)) for hand in stated.deal), draw)
    for play_number, play in enumerate(stated.plays, 1):
        match = _replay_play(match, play, number, play_number, house)
    _check_round_end(match.rounds[-1], stated, number)
    return match


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


def _replay_play(match: Match, play: Play, number: int, play_number: int, house: House) -> Match:
    state = match.rounds[-1]
    if state.turn is None:
        raise RecordError(_("{play}: expected no more plays: the round is over").format(play=play), number, play_number)
    if play.seat is not state.turn:
        message = _("{play}: expected {seat} to be in turn").format(play=play, seat=state.turn.name)
        raise RecordError(message, number, play_number)
    try:
        after = match.play(play.action, called=house.is_called(play))
    except IllegalPlayError as error:
        message = f"{play}: {_refused(error.reason, play, state)}"
        raise RecordError(message, number, play_number) from error
    placed = next((event for event in reversed(after.rounds[-1].events) if isinstance(event, Placed)), None)
    award = placed.award if placed is not None and not isinstance(play.action, Pass) else 0
    if play.award and isinstance(play.action, Pass):
        raise RecordError(_("{play}: expected no award for a pass").format(play=play), number, play_number)
    if play.award != award:
        count = 0 if placed is None else placed.count
        message = (
            _("{play}: expected +{award}: the ends count {count}")
            if award
            else _("{play}: expected no award: the ends count {count}")
        )
        raise RecordError(message.format(play=play, award=award, count=count), number, play_number)
    return after


def _refused(reason: Refusal, play: Play, state: Round) -> str:
    match reason:
        case Refusal.NOT_HELD:
            held = " ".join(map(str, state.hands[play.seat]))
            return _("expected one of the tiles held: {tiles}").format(tiles=held)
        case Refusal.MUST_PLACE:
            return _("expected a tile: who can place must place")
        case Refusal.NO_HOST:
            return _("expected the tile that it joins, as in 05@55")
        case _:
            legal = [action for action in state.legal_actions if not isinstance(action, Pass)]
            if not legal:
                return _("expected a pass: nothing can be placed")
            return _("expected one of: {plays}").format(plays=" ".join(map(str, legal)))


def _check_round_end(state: Round, stated: RoundRecord, number: int) -> None:
    end = _round_end(state)
    if stated.end != end:
        if end is None:
            raise RecordError(_("end: expected none: the round is not over"), number)
        raise _expected("end", str(end), str(stated.end or _("nothing")), number)
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
