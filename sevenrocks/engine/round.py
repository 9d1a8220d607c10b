"""One round: the whole state with all four hands, playing, views, settlement.

This module does not know who plays: people and bots are the same to it.
"""

from __future__ import annotations

from dataclasses import dataclass

from .actions import (
    PASS,
    Action,
    Conclusion,
    Ending,
    Event,
    IllegalPlayError,
    MatchWon,
    Pass,
    Passed,
    Place,
    Placed,
    RoundEnded,
    legal_actions,
)
from .errors import Refusal
from .layout import Layout
from .rules import BLOCKED_AFTER, award_for, deduction_for
from .seats import BySeat, Scores, Seat
from .tiles import Hand, pips_of
from .view import PublicView, SeatView


@dataclass(frozen=True, slots=True)
class Setup:
    """How a round starts: what stays the same until its end."""

    number: int
    """The round's number in the match, from 1."""
    target: int
    """The score that wins the match, in points."""
    scores: Scores
    """Both scores before the round."""
    deal: BySeat[Hand]
    """The four hands as dealt: all 28 tiles, seven for each seat."""
    opener: Seat
    must_call: bool = False
    """Whether an award is scored only where the placement calls its count: a house's option (rules.md 12.2)."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round from the deal to its end. Frozen: `play` returns the next state, and this one stays as it was."""

    setup: Setup
    hands: BySeat[Hand]
    layout: Layout
    turn: Seat | None
    """The seat that must act; None once the round is over."""
    scores: Scores
    events: tuple[Event, ...]

    @classmethod
    def begin(cls, setup: Setup) -> Round:
        """The round just dealt."""
        return cls(setup, setup.deal, Layout(), setup.opener, setup.scores, ())

    @property
    def is_over(self) -> bool:
        """Whether the round has ended (and, unless the match is won, been settled)."""
        return self.turn is None

    @property
    def ended(self) -> Conclusion | None:
        """How the round ended."""
        last = self.events[-1] if self.events else None
        return last if isinstance(last, RoundEnded | MatchWon) else None

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """What the seat in turn may do; empty once the round is over."""
        return () if self.turn is None else legal_actions(self.hands[self.turn], self.layout)

    def refusal(self, action: Action) -> Refusal | None:
        """Why the seat in turn may not do this, or None where it may."""
        if self.turn is None:
            return Refusal.ROUND_OVER
        hand = self.hands[self.turn]
        if isinstance(action, Pass):
            return None if legal_actions(hand, self.layout) == (PASS,) else Refusal.MUST_PLACE
        if action.tile not in hand:
            return Refusal.NOT_HELD
        return self.layout.refusal(action.tile, action.host)

    def play(self, action: Action) -> Round:
        """The round after the seat in turn did this.

        By the rules every award is scored. Where the house wants the count called (`Setup.must_call`), a placement that does
        not call it right stands and is awarded nothing.

        Raises IllegalPlayError with the reason where the rules refuse it; nothing has happened then.
        """
        reason = self.refusal(action)
        if reason is not None:
            raise IllegalPlayError(self.turn, action, reason)
        return self.play_unchecked(action)

    def play_unchecked(self, action: Action) -> Round:
        """The same for an action known to be legal. Anything else gives a state that means nothing."""
        turn = self.turn
        assert turn is not None
        if not isinstance(action, Place):
            return self._passed(turn)
        tile = action.tile
        layout = self.layout.place(tile, action.host)
        hand = self.hands[turn]
        at = hand.index(tile)
        hands = self.hands.with_value(turn, hand[:at] + hand[at + 1 :])
        count = layout.count
        if not self.setup.must_call:
            placed = Placed(turn, tile, action.host, count, award_for(count))
        else:
            award = award_for(count) if action.call == count else 0
            placed = Placed(turn, tile, action.host, count, award, action.call)
        award = placed.award
        if not award:
            return self._after(placed, turn, hands, layout, self.scores)
        pair = turn.partnership
        scores = self.scores.with_value(pair, self.scores[pair] + award)
        # rules.md 11.2: the target is checked right after every award, before anything else can happen.
        if scores[pair] >= self.setup.target:
            return self._closed((placed, MatchWon(pair, scores)), hands, layout, scores)
        return self._after(placed, turn, hands, layout, scores)

    def _after(self, placed: Placed, turn: Seat, hands: BySeat[Hand], layout: Layout, scores: Scores) -> Round:
        if not hands[turn]:
            return self._settled(placed, Ending.OUT, turn, hands, layout, scores)
        return Round(self.setup, hands, layout, turn.next, scores, (*self.events, placed))

    def _passed(self, turn: Seat) -> Round:
        passed = Passed(turn, tuple(sorted({half for _, half in self.layout.hosts})))
        before = self.events[1 - BLOCKED_AFTER :]
        if len(before) == BLOCKED_AFTER - 1 and all(isinstance(event, Passed) for event in before):
            return self._settled(passed, Ending.BLOCKED, None, self.hands, self.layout, self.scores)
        return Round(self.setup, self.hands, self.layout, turn.next, self.scores, (*self.events, passed))

    def _settled(
        self, last: Event, ending: Ending, out: Seat | None, hands: BySeat[Hand], layout: Layout, scores: Scores
    ) -> Round:
        # rules.md 10.8, 10.9: each rounded figure is subtracted by itself; partners' hands are never added before that.
        for seat, hand in hands.by_seat():
            pair = seat.partnership
            scores = scores.with_value(pair, scores[pair] - deduction_for(pips_of(hand)))
        return self._closed((last, RoundEnded(ending, out, hands, scores)), hands, layout, scores)

    def _closed(self, last: tuple[Event, Event], hands: BySeat[Hand], layout: Layout, scores: Scores) -> Round:
        return Round(self.setup, hands, layout, None, scores, (*self.events, *last))

    def at(self, plays: int) -> Round:
        """The round after so many of its plays, knocks included: all that happened until then, played again.

        Beyond the last play it is the whole round.
        """
        state = Round.begin(self.setup)
        done = [event for event in self.events if isinstance(event, Placed | Passed)]
        for event in done[:plays]:
            state = state.play_unchecked(event.action)
        return state

    @property
    def public(self) -> PublicView:
        """What everyone may know of the round."""
        sizes = BySeat([len(hand) for hand in self.hands])
        setup = self.setup
        return PublicView(
            setup.number,
            setup.target,
            setup.opener,
            setup.scores,
            self.scores,
            self.layout,
            sizes,
            self.turn,
            self.events,
        )

    def view_for(self, seat: Seat) -> SeatView:
        """What this seat may know of the round."""
        return SeatView(seat, self.hands[seat], self.public)
