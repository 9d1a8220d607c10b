"""What the file of a match tells: its header, its lines, where it stands; and each of them as text."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sevenrocks.engine.actions import Pass, Passed, Placed
from sevenrocks.engine.deal import SEED_BYTES, Draw
from sevenrocks.engine.errors import RecordError, RocksError
from sevenrocks.engine.match import Match
from sevenrocks.engine.seats import BySeat, Partnership, Scores, Seat
from sevenrocks.names import parse_name
from sevenrocks.notation import format_draw_turn, format_hand, parse_draw_turn, parse_hand, parse_play
from sevenrocks.record import MAX_CALL, RULES_ALONE, HintCounts, House, Play

from .errors import DamagedError
from .seal import Seal


class Line(NamedTuple):
    """One line of a match: its kind (cut, draw, deal, play) and its text, in the notation of records."""

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


# ---- a match as lines ------------------------------------------------------------------------------------------------


def lines_of(match: Match, cut: str = "") -> Iterator[Line]:
    """The lines of a match as far as it has come."""
    if cut:
        yield Line("cut", cut)
    for state, draw in zip(match.rounds, match.draws, strict=True):
        if draw is not None:
            yield Line("draw", " / ".join(map(format_draw_turn, draw.turns)))
        yield Line("deal", " / ".join(map(format_hand, state.setup.deal)))
        for event in state.events:
            if isinstance(event, Placed):
                yield Line("play", str(Play(event.seat, event.action, event.award)))
            elif isinstance(event, Passed):
                yield Line("play", str(Play(event.seat, Pass())))


def replay_lines(header: Header, lines: Sequence[Line], hints: HintCounts) -> Kept:
    """The match that these lines tell. Raises DamagedError where they contradict the rules."""
    match, cut = Match(header.target), ""
    draw: Draw | None = None
    try:
        for kind, text in lines:
            if kind == "cut":
                cut = text
            elif kind == "draw":
                draw = Draw(tuple(map(parse_draw_turn, text.split(" / "))))
            elif kind == "deal":
                match, draw = match.begin_round(BySeat(map(parse_hand, text.split(" / "))), draw), None
            else:
                match = _replay_play(match, parse_play(text), header.house)
    except (RocksError, ValueError) as error:
        raise DamagedError from error
    return Kept(header, cut, match, hints)


def _replay_play(match: Match, play: Play, house: House) -> Match:
    if match.round is None or match.round.turn is not play.seat:
        raise RecordError(str(play))
    after = match.play(play.action, called=house.is_called(play))
    won = after.rounds[-1].events[len(match.round.events)]
    if play.award != (won.award if isinstance(won, Placed) else 0):
        raise RecordError(str(play))
    return after


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
    return Header(*parse_plain(plain), seed, _parse_house(plain.get("house", {})))


def _plain_house(house: House) -> dict[str, Any]:
    return {"call": house.call, "open": None if house.open_pair is None else house.open_pair.name}


def _parse_house(plain: dict[str, Any]) -> House:
    call, pair = plain.get("call"), plain.get("open")
    house = House(None if call is None else int(call), None if pair is None else Partnership[pair])
    if house.call is not None and not 0 <= house.call <= MAX_CALL:
        raise ValueError("house")
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
    hints = {int(number): [int(asked) for asked in by_seat] for number, by_seat in json.loads(text).items()}
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
