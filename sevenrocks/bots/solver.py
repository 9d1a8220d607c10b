"""The exact solver: what a position is worth with all four hands open and best play by all, as in double-dummy bridge.

A value counts from the position on to the end of the round, deductions included, in points for a pair: what it makes more
than the other pair. Where awards can win the match within the round, the pair that wins has won more than any points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sevenrocks.engine.actions import PASS, Action, MatchWon, Place
from sevenrocks.engine.round import Round
from sevenrocks.engine.seats import Partnership, Seat

from .kernel.bridge import needs_of, set_of, sign_of
from .kernel.core import SLOTS, Search
from .kernel.layouts import UNIT, WON, number_of

WIN = WON * UNIT
"""The value of winning the match, in points: far beyond what a round can bring."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The truth about a position."""

    seat: Seat
    """The seat in turn."""
    value: int
    """What its pair makes more than the other from here on, in points; WIN or -WIN where that pair wins or loses the match."""
    plays: tuple[tuple[Place, int], ...]
    """The value of each legal play for that pair, best first; empty where the seat must pass."""
    line: tuple[tuple[Seat, Action], ...]
    """A line of best play to the end of the round."""


class Solver:
    """Solves the positions of one deal from a round on; what has been found once is kept."""

    def __init__(self, state: Round) -> None:
        slots = slots_for(sum(map(len, state.hands)))
        self._search = Search([set_of(hand) for hand in state.setup.deal], slots)

    @property
    def nodes(self) -> int:
        """How many positions have been searched so far."""
        return self._search.nodes

    def outcome(self, state: Round, guess: int = 0) -> int:
        """What NS has more than EW at the end of the round, in points; WIN or -WIN where the match is won.

        The round is one of the deal that the solver was made for. A good guess saves time.
        """
        state = _passed(state)
        if state.turn is None:
            return _lead(state)
        sign = sign_of(state.turn)
        node = self._node(state)
        margin = sign * UNIT * self._search.margin(*node, sign * (guess - _lead(state)) // UNIT)
        return margin if abs(margin) == WIN else _lead(state) + margin

    def values(self, state: Round) -> list[tuple[Action, int]]:
        """Each legal action with its value for the pair in turn, best first."""
        assert state.turn is not None
        sign, before = sign_of(state.turn), _lead(state)
        best = self.outcome(state)
        found = []
        for action in state.legal_actions:
            outcome = self.outcome(state.play_unchecked(action), best)
            found.append((action, sign * (outcome if abs(outcome) == WIN else outcome - before)))
        return sorted(found, key=lambda entry: -entry[1])

    def line(self, state: Round) -> Iterator[tuple[Seat, Action]]:
        """Best play by all, from here to the end of the round."""
        outcome = self.outcome(state)
        while state.turn is not None:
            action, after = next(self._keeping(state, outcome))
            yield state.turn, action
            state = after

    def _keeping(self, state: Round, outcome: int) -> Iterator[tuple[Action, Round]]:
        """The actions after which the pair in turn still gets this outcome, and what follows them."""
        assert state.turn is not None
        sign = sign_of(state.turn)
        for action in state.legal_actions:
            after = state.play_unchecked(action)
            waiting = _passed(after)
            if outcome == -sign * WIN:
                keeps = True  # nothing can be lost any more
            elif waiting.turn is None:
                keeps = sign * _lead(waiting) >= sign * outcome
            else:
                aim = WON // 2 if outcome == sign * WIN else sign * (outcome - _lead(waiting)) // UNIT
                if sign_of(waiting.turn) == sign:
                    keeps = self._search.reaches(aim, *self._node(waiting))
                else:
                    keeps = not self._search.reaches(1 - aim, *self._node(waiting))
            if keeps:
                yield action, after

    @staticmethod
    def _node(state: Round) -> tuple[int, int, int, int]:
        """The position as the kernel has it: tiles left, layout, turn, needs."""
        assert state.turn is not None
        left = set_of(tile for hand in state.hands for tile in hand)
        return left, number_of(state.layout), int(state.turn), needs_of(state.scores, state.setup.target)


def slots_for(tiles: int) -> int:
    """The size of the table for so many tiles left: where a round ends soon, a great one takes longer than the search."""
    if tiles > 18:
        return SLOTS
    return SLOTS // 64 if tiles > 12 else SLOTS // 1024


def _passed(state: Round) -> Round:
    """The round after all knocks that must come now."""
    while state.legal_actions == (PASS,):
        state = state.play_unchecked(PASS)
    return state


def _lead(state: Round) -> int:
    """What NS has more than EW, in points; WIN or -WIN once the match is won."""
    if isinstance(state.ended, MatchWon):
        return WIN if state.ended.partnership is Partnership.NS else -WIN
    return state.scores[Partnership.NS] - state.scores[Partnership.EW]


def solve(state: Round) -> Solution:
    """The truth about a round that is not over; every count from here on is called. Raises ValueError where it is over.

    >>> from sevenrocks.engine.match import Match
    >>> state = Match().begin_round_from(bytes(32)).rounds[0]
    >>> while sum(map(len, state.hands)) > 8:
    ...     state = state.play(state.legal_actions[-1])
    >>> solution = solve(state)
    >>> solution.seat.name, solution.value, [(str(play), value) for play, value in solution.plays][:3]
    ('N', 25, [('00@06', 25), ('00@05', 25), ('01@06', 20)])
    """
    if state.turn is None:
        raise ValueError("the round is over")
    # Where the house wants counts called, best play calls them.
    state = replace(state, setup=replace(state.setup, must_call=False))
    assert state.turn is not None
    solver = Solver(state)
    values = solver.values(state)
    plays = tuple((action, value) for action, value in values if isinstance(action, Place))
    return Solution(state.turn, values[0][1], plays, tuple(solver.line(state)))
