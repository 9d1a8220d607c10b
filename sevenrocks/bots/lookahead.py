"""Looking ahead: what each play leads to, over the worlds that a seat holds possible."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from sevenrocks.engine.actions import Place
from sevenrocks.engine.rules import award_for
from sevenrocks.engine.seats import Seat
from sevenrocks.engine.view import SeatView

from .beliefs import Guess, Model, guesses
from .kernel.bridge import needs_of, set_of, sign_of
from .kernel.core import Search, deduction, learn, play_out
from .kernel.layouts import UNIT, WON, number_of
from .outlook import best_award


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a play promises, as far as its seat can tell."""

    action: Place
    points: float
    """What the pair may expect to make more than the other to the end of the round, in points, deductions included."""
    chance: float
    """The chance of winning the match, 0 to 1."""
    award: int
    """The points for it at once."""
    knock: float
    """The chance that the next seat must knock then, 0 to 1."""
    gift: float
    """What the next seat may be expected to make at once, in points, if it takes the best award it can."""


@dataclass(frozen=True, slots=True)
class Diligence:
    """How far a bot looks. All of it is counted, nothing timed, so that the same view and chance give the same choice."""

    worlds: int
    """How many worlds are played out."""
    models: tuple[Model, ...] = ()
    """The kinds of players that hands are read for; none where knocks alone are heeded."""
    exact: int = 0
    """With so many tiles left in all, or fewer, worlds are solved instead of played out."""
    exact_worlds: int = 0
    minds_match: bool = False
    """Whether the chance of winning the match counts near its end, and not points alone."""


_NEAR = 100
"""From so many points to go on, for either pair, the chance of winning the match decides. Chosen."""

_EQUAL = 0.2
"""Points by which prospects differ no more than by luck of the draw. Chosen."""


def choose(view: SeatView, rng: random.Random, diligence: Diligence) -> Place | None:
    """The play that promises most; None where the seat must pass."""
    places = [action for action in view.legal_actions if isinstance(action, Place)]
    if len(places) < 2:
        return places[0] if places else None
    return ranked(view, prospects(view, rng, diligence), diligence)[0].action


def prospects(view: SeatView, rng: random.Random, diligence: Diligence) -> list[Prospect]:
    """What each legal play promises, in the order of the legal actions."""
    is_exact = sum(view.public.hand_sizes) <= diligence.exact
    number = diligence.exact_worlds if is_exact else diligence.worlds
    worlds = guesses(view, number, rng, diligence.models)
    return [_prospect(view, action, worlds, is_exact) for action in view.legal_actions if isinstance(action, Place)]


def ranked(view: SeatView, found: Sequence[Prospect], diligence: Diligence) -> list[Prospect]:
    """Prospects, best first: a win at once before all, and of those as good as equal the one that gives least away next."""
    public, pair = view.public, view.seat.partnership
    to_go = [public.target - score for score in public.scores]
    by_chance = diligence.minds_match and min(to_go) <= _NEAR

    def worth(prospect: Prospect) -> float:
        if public.scores[pair] + prospect.award >= public.target:
            return math.inf
        return prospect.chance if by_chance else prospect.points

    best = max(found, key=worth)
    equal = _EQUAL * _slope(to_go[pair], to_go[pair.opponents]) if by_chance else _EQUAL
    return sorted(
        found,
        key=lambda prospect: (
            (0, prospect.gift - prospect.award) if worth(prospect) >= worth(best) - equal else (1, -worth(prospect))
        ),
    )


CURVE = 1.31, 0.7
"""How steep the chance to win is, and how much less so far from the goal.

Fitted to 7,388 rounds of 1,500 matches between greedy players; that script is lost, tests/fitting/chance_to_win.py fits anew.
"""


def chance_to_win(to_go: float, other: float) -> float:
    """The chance that a pair with so many points to go wins the match, before a round, when the other has so many.

    tests/bots/test_bots.py holds it against fresh matches.
    """
    steep, power = CURVE
    return 1 / (1 + math.exp(-steep * (other - to_go) / (to_go + other) ** power))


def _slope(to_go: int, other: int) -> float:
    """By how much a point more changes the chance."""
    return chance_to_win(to_go, other + 1) - chance_to_win(to_go, other)


def _prospect(view: SeatView, action: Place, worlds: Sequence[Guess], is_exact: bool) -> Prospect:
    public, seat = view.public, view.seat
    pair = seat.partnership
    layout = public.layout.place(action.tile, action.host)
    award = award_for(layout.count)
    scores = public.scores.with_value(pair, public.scores[pair] + award)
    sign = sign_of(seat)
    lead = scores[pair] - scores[pair.opponents]
    tile = set_of([action.tile])
    if scores[pair] >= public.target:
        return Prospect(action, float(award), 1.0, award, 0.0, 0.0)
    needs = needs_of(scores, public.target)
    number, following = number_of(layout), int(seat.next)
    points = chance = 0.0
    knocks = gifts = 0
    for world, careful in worlds:
        hands = world[:]
        hands[seat] ^= tile
        if not hands[seat]:
            margin = _settled(hands)
        elif is_exact:
            margin = _solved(hands, number, int(seat), needs)
        else:
            margin = play_out(hands, number, following, needs, careful)
        margin *= sign
        if abs(margin) == WON:
            # The rest of the round is not played; what was made until then does not matter any more.
            points += math.copysign(_WIN_POINTS, margin)
            chance += margin > 0
        else:
            points += margin * UNIT
            after = lead + margin * UNIT
            # Both pairs share what they lose and win here: only the difference is known.
            middle = (2 * public.target - scores[0] - scores[1]) / 2
            chance += chance_to_win(max(middle - after / 2, 1), max(middle + after / 2, 1))
        if hands[seat]:
            best = best_award(number, hands[following])
            knocks += best < 0
            gifts += max(best, 0)
    total = len(worlds)
    return Prospect(action, award + points / total, chance / total, award, knocks / total, gifts * UNIT / total)


_WIN_POINTS = 50
"""What a match won is counted as among points. Chosen."""


def _settled(hands: Sequence[int]) -> int:
    """The margin of NS when these hands are settled, in units."""
    north, east, south, west = map(deduction, hands)
    return east + west - north - south


def _solved(hands: Sequence[int], layout: int, seat: int, needs: int) -> int:
    """The margin of NS from after a play of this seat on, with best play by all."""
    fits = learn(layout)
    for after in (*range(seat + 1, len(Seat)), *range(seat + 1)):
        if hands[after] & fits:
            left = hands[0] | hands[1] | hands[2] | hands[3]
            return sign_of(after) * Search(hands, _SLOTS).margin(left, layout, after, needs)
    return _settled(hands)


_SLOTS = 509
"""Slots of a search that is small: a prime."""
