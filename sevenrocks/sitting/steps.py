"""What a match at the table can wait for: the steps, as frozen values, and what may come after each.

A step has no hand in it but that of the seat which has the screen; BotThinks has the request for the bot, which is to be
handed on and not to be shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeAlias

from sevenrocks.engine.actions import Event, Place, RoundEnded
from sevenrocks.engine.deal import Draw
from sevenrocks.engine.errors import RocksError
from sevenrocks.engine.layout import Layout
from sevenrocks.engine.rules import TARGET
from sevenrocks.engine.seats import Partnership, Scores, Seat
from sevenrocks.engine.view import SeatView
from sevenrocks.seating import Player
from sevenrocks.seen import MatchView


class Start(NamedTuple):
    """A match to begin. Seats that are not named are asked for."""

    players: tuple[Player | None, ...] = (None, None, None, None)
    target: int = TARGET
    known_seed: bytes | None = None
    explained_to: Partnership | None = None
    """The pair that is explained what happens, and sees each other's hands."""
    points: Scores | None = None
    """What each pair has before the first round; None: what the settings say."""


# ---- the steps -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cut:
    """Before the first deal: the players may cut with words of their own. Answer: `cut`."""

    match: MatchView
    commitment: str
    """What proves afterwards that the deals were fixed: 64 hexadecimal digits."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A neutral draw has decided who opens. Answer: `go_on`."""

    match: MatchView
    draw: Draw


@dataclass(frozen=True, slots=True)
class HandOver:
    """The screen goes to a seat; no hand may be seen before that seat has taken it. Answer: `take`."""

    match: MatchView
    seat: Seat
    is_resumed: bool = False
    """Whether the match has just been taken up, and nothing has happened since."""


@dataclass(frozen=True, slots=True)
class Choose:
    """The seat that has the screen is in turn. Answer: `choose`."""

    match: MatchView
    hand: SeatView
    partner: SeatView | None = None
    """The partner's hand, where the house lets the pair see it."""


@dataclass(frozen=True, slots=True)
class Call:
    """A tile has been placed, and its count is called for. Answer: `call`; also `leave`, which calls nothing, and `enough`."""

    match: MatchView
    seat: Seat
    """Who placed it."""
    before: Layout
    after: Layout
    seconds: int = 0
    """How long there is to call; 0 sets no limit."""
    is_scored: bool = True
    """Whether points hang on it; else it is asked to learn."""

    @property
    def placed(self) -> Place:
        """What was placed."""
        joint = self.after.joints[-1]
        return Place(joint.tile, joint.host)


class BotRequest(NamedTuple):
    """What a bot is asked: its level, all that its seat knows, and the seed of its choice. Not to be shown."""

    level: str
    view: SeatView
    seed: int


@dataclass(frozen=True, slots=True)
class BotThinks:
    """A bot is in turn. Answer: `choose`, with what a bot of that level chooses."""

    match: MatchView
    seat: Seat
    request: BotRequest
    hand: SeatView | None = None
    """The hand that stays in sight meanwhile, where one person plays alone."""
    partner: SeatView | None = None


@dataclass(frozen=True, slots=True)
class Knock:
    """A person can only knock, where several share the screen: nobody need see a hand for it. Answer: `go_on`."""

    match: MatchView
    seat: Seat


class Called(NamedTuple):
    """What was called, and what is right."""

    number: int | None
    """None where none was called in time."""
    right: int
    is_scored: bool

    @property
    def is_right(self) -> bool:
        """Whether the call was right."""
        return self.number == self.right


@dataclass(frozen=True, slots=True)
class Told:
    """Something has happened, for all to see. Answer: `go_on`; also `enough`, where something is explained."""

    match: MatchView
    seat: Seat
    """Who did it."""
    events: tuple[Event, ...]
    before: Layout
    """The layout before it."""
    waits: bool
    """Whether somebody must have seen it before it goes on; else it goes on as soon as the face likes."""
    call: Called | None = None
    """What was called for it."""
    lessons: tuple[str, ...] = ()
    """What a match that explains says of it, in sentences."""
    hand: SeatView | None = None
    """The hand that stays in sight."""
    partner: SeatView | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """A round is over and has been settled; any seat may change now. Answer: `go_on`; also `reseat`."""

    match: MatchView
    ended: RoundEnded


@dataclass(frozen=True, slots=True)
class Won:
    """The match is over. There is no answer; `rematch` begins another one."""

    match: MatchView


Step: TypeAlias = Cut | Drawn | HandOver | Choose | Call | BotThinks | Knock | Told | Settled | Won

_OPENING = (HandOver, Choose, BotThinks)
_TURN = (*_OPENING, Knock)

FOLLOWS: dict[type[Step], tuple[type[Step], ...]] = {
    Cut: (Drawn,),
    Drawn: _OPENING,
    HandOver: (Choose, BotThinks),
    Choose: (Call, Told),
    Call: (Told,),
    BotThinks: (Call, Told),
    Knock: (Told,),
    Told: (*_TURN, Settled, Won),
    Settled: (Drawn, *_OPENING),
    Won: (),
}
"""Which steps may come after the answer to each. A change of seats may lead from any of a turn to any other of it."""

ANSWERS: dict[type[Step], tuple[str, ...]] = {
    Cut: ("cut",),
    Drawn: ("go_on",),
    HandOver: ("take",),
    Choose: ("choose",),
    Call: ("call", "enough"),
    BotThinks: ("choose",),
    Knock: ("go_on",),
    Told: ("go_on", "enough"),
    Settled: ("go_on", "reseat"),
    Won: (),
}
"""The verbs that answer each step. `leave` ends all of them, and in a round `seat` changes who sits where."""

FIRST: tuple[type[Step], ...] = (Cut, Drawn, *_TURN, Call, Settled, Won)
"""Which steps a sitting may begin with; all but the first two where a match has been taken up."""


class StepError(RocksError):
    """An answer does not fit the step. Nothing has happened."""

    def __init__(self, step: Step, answer: str) -> None:
        super().__init__(f"{answer} is no answer to {type(step).__name__}")


# ---- manners ---------------------------------------------------------------------------------------------------------


class NoHint(Enum):
    """Why no hint can be had. The words for it are chosen where they are shown."""

    NOT_NOW = "nothing is to be chosen"
    KNOCKING = "the seat can only knock"
    COUNTING = "a hint would tell what the player is to count"
    SETTINGS = "the settings do not allow it"


class Manners(NamedTuple):
    """What the house and the settings allow at this step."""

    tells_counts: bool
    """Whether the layout and what happens tell what the ends count."""
    tells_what_if: bool
    """Whether places tell what a tile would count there: never where the player is to count."""
    no_hint: NoHint | None
    """Why no hint can be had; None where one can."""


class Swap(NamedTuple):
    """What can be done with a seat in the middle of a round: its person goes home, or comes back."""

    seat: Seat
    now: Player
    then: Player
