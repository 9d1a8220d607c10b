"""What the file of a match tells: its header, its lines, where it stands; and each of them as text."""

from __future__ import annotations

import datetime
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from sevenrocks.engine.actions import IllegalPlayError, Passed, Place, Placed
from sevenrocks.engine.deal import SEED_BYTES, Draw
from sevenrocks.engine.errors import RocksError
from sevenrocks.engine.match import Match
from sevenrocks.engine.seats import BySeat, Partnership, Scores, Seat
from sevenrocks.house import MAX_CALL, NO_START, RULES_ALONE, House
from sevenrocks.names import parse_name
from sevenrocks.notation import (
    Play,
    format_draw_turn,
    format_hand,
    parse_change,
    parse_draw_turn,
    parse_hand,
    parse_play,
)
from sevenrocks.record import HintCounts, MatchRecord, Openings, record_match, replay_play
from sevenrocks.seating import Change, Player, Seating

from .errors import DamagedError
from .seal import Seal


class Line(NamedTuple):
    """One line of a match: its kind, and its text in the notation of records.

    The kinds are `cut`, `draw`, `deal`, `play`; `place` and `call` where a person must call the count, since each of both is
    shown before the other; `seat` where somebody takes a seat; and `opened` where a record with all hands was written.
    """

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Header:
    """What is fixed before a match's first round. `levels` holds the level of each bot, None for a person."""

    players: BySeat[str]
    levels: BySeat[str | None]
    target: int
    known_deal: bool
    date: datetime.date
    seed: bytes
    house: House = RULES_ALONE


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a match stands, for the list of matches."""

    scores: Scores
    rounds: int
    winner: Partnership | None

    @classmethod
    def of(cls, match: Match) -> Standing:
        """Where this match stands."""
        return cls(match.scores, len(match.rounds), match.winner)


@dataclass(frozen=True, slots=True)
class Kept:
    """A match as its file has it."""

    header: Header
    cut: str
    """The words with which the players cut; empty where they did not."""
    match: Match
    hints: HintCounts
    seating: Seating
    placing: Place | None = None
    """What the seat in turn has placed and not yet called, where counts must be called."""
    lines: tuple[Line, ...] = ()
    """All that has happened, as it is written."""
    opened: Openings = field(default_factory=dict)

    @classmethod
    def begin(cls, header: Header) -> Kept:
        """A match in which nothing has happened yet."""
        match = Match(header.target, start=header.house.start, must_call=header.house.must_call)
        sitting = zip(header.players, header.levels, strict=True)
        return cls(header, "", match, {}, Seating(BySeat([Player(name, level) for name, level in sitting])))

    def record(self) -> MatchRecord:
        """The record of the match as far as it has come, with all hands."""
        header = self.header
        return record_match(
            self.match,
            header.players,
            date=header.date,
            known_deal=header.known_deal,
            seed=header.seed,
            cut=self.cut,
            hints=self.hints,
            house=header.house,
            seats=[seats.all_changes for seats in self.seating.rounds],
            opened=self.opened,
        )


# ---- what happens as lines -------------------------------------------------------------------------------------------


def deal_lines(match: Match) -> list[Line]:
    """What the round that has just begun adds to the lines."""
    draw = match.draws[-1]
    lines = [] if draw is None else [Line("draw", " / ".join(map(format_draw_turn, draw.turns)))]
    return [*lines, Line("deal", " / ".join(map(format_hand, match.rounds[-1].setup.deal)))]


def opened_line(match: Match, opened: Openings) -> Line | None:
    """What writing the record adds to the lines.

    Nothing before the first deal, once the match is over, and where it has been written after this very play.
    """
    if not match.rounds or match.winner is not None:
        return None
    number, plays = len(match.rounds), _plays(match)
    return None if plays in opened.get(number, ()) else Line("opened", str(plays))


def with_opened(match: Match, opened: Openings, line: Line) -> Openings:
    """Where records have been written, this line included. Raises ValueError where it contradicts the match."""
    if line != opened_line(match, opened):
        raise ValueError(line.text)
    number = len(match.rounds)
    return {**opened, number: (*opened.get(number, ()), int(line.text))}


def _plays(match: Match) -> int:
    """How many plays of the latest round there have been, knocks included."""
    return sum(isinstance(event, Placed | Passed) for event in match.rounds[-1].events)


def call_line(count: int | None) -> Line:
    """What a call adds to the lines."""
    return Line("call", "-" if count is None else str(count))


def replay_lines(header: Header, lines: Sequence[Line], hints: HintCounts) -> Kept:
    """The match that these lines tell. Raises DamagedError where they contradict the rules."""
    begun = Kept.begin(header)
    cut, match, seating, opened = begun.cut, begun.match, begun.seating, begun.opened
    draw: Draw | None = None
    placing: Place | None = None
    try:
        for kind, text in lines:
            if kind == "opened":
                opened = with_opened(match, opened, Line(kind, text))
                continue
            if (kind == "call") != (placing is not None):
                raise ValueError(kind)  # noqa: TRY301, told below like all others
            if kind == "cut":
                cut = text
            elif kind == "draw":
                draw = Draw(tuple(map(parse_draw_turn, text.split(" / "))))
            elif kind == "deal":
                match, draw = match.begin_round(BySeat(map(parse_hand, text.split(" / "))), draw), None
                seating = seating.begin_round()
            elif kind == "seat":
                seating = seating.seat(_checked_change(match, text))
            elif kind == "place":
                placing = _checked_placing(match, parse_play(text))
            elif placing is not None:
                match, placing = match.play(replace(placing, call=_parse_call(text))), None
            else:
                match = replay_play(match, parse_play(text))
            if seating.is_playing and match.round is None:
                seating = seating.end_round()
    except (RocksError, ValueError, IndexError) as error:
        raise DamagedError from error
    return Kept(header, cut, match, hints, seating, placing, tuple(lines), opened)


def _checked_placing(match: Match, play: Play) -> Place:
    """What a seat has placed and not yet called. Raises ValueError or RocksError where it cannot be so."""
    state, action = match.rounds[-1], play.action
    if not match.must_call or play.seat is not state.turn or not isinstance(action, Place):
        raise ValueError("place")
    reason = state.refusal(action)
    if reason is not None:
        raise IllegalPlayError(state.turn, action, reason)
    return action


def _checked_change(match: Match, text: str) -> Change:
    """Who took a seat, and when. Raises ValueError where it was not then."""
    change = parse_change(text)
    if change.after != (None if match.round is None else len(match.round.events)):
        raise ValueError("seat")
    return change


def _parse_call(text: str) -> int | None:
    return None if text == "-" else int(text)


# ---- all else as text ------------------------------------------------------------------------------------------------


def format_header(header: Header, seal: Seal) -> str:
    """The header as text; its seed is sealed."""
    return json.dumps(
        {
            "players": list(header.players),
            "levels": list(header.levels),
            "target": header.target,
            "known_deal": header.known_deal,
            "date": header.date.isoformat(),
            "seed": seal.close(header.seed.hex()),
            **({} if header.house == RULES_ALONE else {"house": _plain_house(header.house)}),
        }
    )


def parse_header(text: str, seal: Seal) -> Header:
    """The header of a text. Raises what reading values that nobody has checked may raise."""
    plain = json.loads(text)
    seed = bytes.fromhex(seal.open(plain["seed"]))
    if len(seed) != SEED_BYTES:
        raise ValueError("seed")
    return Header(*parse_plain(plain), seed, _parse_house(plain.get("house", {}), int(plain["target"])))


def _plain_house(house: House) -> dict[str, Any]:
    return {
        "call": house.call,
        "open": None if house.open_pair is None else house.open_pair.name,
        "start": list(house.start),
    }


def _parse_house(plain: dict[str, Any], target: int) -> House:
    call, pair = plain.get("call"), plain.get("open")
    north_south, east_west = map(int, plain.get("start", NO_START))
    house = House(
        None if call is None else int(call),
        None if pair is None else Partnership[pair],
        Scores((north_south, east_west)),
    )
    if house.call is not None and not 0 <= house.call <= MAX_CALL:
        raise ValueError("house")
    house.check_start(target)
    return house


def parse_plain(plain: dict[str, Any]) -> tuple[BySeat[str], BySeat[str | None], int, bool, datetime.date]:
    """What may be read of a header without the seal: players, levels, target, whether the deal is known, date."""
    players = BySeat([parse_name(name) for name in plain["players"]])
    levels = BySeat([None if level is None else str(level) for level in plain["levels"]])
    if len(players) != len(Seat) or len(levels) != len(Seat):
        raise ValueError("players")
    return players, levels, int(plain["target"]), bool(plain["known_deal"]), datetime.date.fromisoformat(plain["date"])


def parse_hints(text: str) -> HintCounts:
    """The hints of a text."""
    hints = {int(number): BySeat(map(int, by_seat)) for number, by_seat in json.loads(text).items()}
    if any(len(by_seat) != len(Seat) or min(by_seat) < 0 for by_seat in hints.values()):
        raise ValueError("hints")
    return hints


def format_standing(standing: Standing) -> str:
    """The standing as text."""
    winner = None if standing.winner is None else standing.winner.name
    return json.dumps({"scores": list(standing.scores), "rounds": standing.rounds, "winner": winner})


def parse_standing(text: str) -> Standing:
    """The standing of a text."""
    plain = json.loads(text)
    north_south, east_west = map(int, plain["scores"])
    winner = plain["winner"]
    return Standing(
        Scores((north_south, east_west)), int(plain["rounds"]), None if winner is None else Partnership[winner]
    )
