"""A match: rounds up to the target, the scores between them, and who opens."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain

from .actions import Action, MatchWon, RoundEnded
from .deal import Draw, deal_hands, draw_opener
from .round import Round, Setup
from .rules import HAND_SIZE, TARGET
from .seats import BySeat, Partnership, Scores, Seat
from .tiles import DOUBLE_SIX, Hand

_NOTHING = Scores((0, 0))


@dataclass(frozen=True, slots=True)
class Match:
    """A match, from before its first round to its end. Frozen, like its rounds.

    >>> match = Match().begin_round_from(bytes(32))
    >>> match.round.setup.opener is match.draws[0].opener
    True
    """

    target: int = TARGET
    rounds: tuple[Round, ...] = ()
    """The rounds so far; the last one may be under way."""
    draws: tuple[Draw | None, ...] = ()
    """For each round the neutral draw before it, or None where the seat that went out opened."""
    start: Scores = _NOTHING
    """Both scores before the first round: none by the rules (rules.md 1.7), but a house may give some (rules.md 12.6)."""
    must_call: bool = False
    """Whether an award is scored only where its count is called: a house's option, see `Setup`."""

    @property
    def round(self) -> Round | None:
        """The round under way, or else None."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].is_over else None

    @property
    def scores(self) -> Scores:
        """Both running totals."""
        return self.rounds[-1].scores if self.rounds else self.start

    @property
    def winner(self) -> Partnership | None:
        """The pair that reached the target first, once one has."""
        ended = self.rounds[-1].ended if self.rounds else None
        return ended.partnership if isinstance(ended, MatchWon) else None

    @property
    def next_opener(self) -> Seat | None:
        """Who opens the next round; None where a neutral draw decides: in the first round and after a blocked one.

        Source: rules.md 3.1, 3.2, 3.3.

        It means nothing while a round is under way, and once the match is won.
        """
        ended = self.rounds[-1].ended if self.rounds else None
        return ended.seat if isinstance(ended, RoundEnded) else None

    def begin_round(self, deal: BySeat[Hand], draw: Draw | None = None) -> Match:
        """The match with its next round dealt. `draw` is given exactly where `next_opener` is None.

        Raises ValueError while a round is under way, when the match is over, where a draw is missing or not due, and where
        the deal is not all 28 tiles, seven a hand.
        """
        if self.round is not None or self.winner is not None:
            raise ValueError("no round can begin now")
        if (self.next_opener is None) != (draw is not None):
            raise ValueError("a neutral draw decides in the first round and after a blocked one, and only then")
        if any(len(hand) != HAND_SIZE for hand in deal) or sorted(chain.from_iterable(deal)) != list(DOUBLE_SIX):
            raise ValueError("a deal is all 28 tiles, seven for each seat")
        opener = self.next_opener if draw is None else draw.opener
        assert opener is not None
        begun = Round.begin(Setup(len(self.rounds) + 1, self.target, self.scores, deal, opener, self.must_call))
        return replace(self, rounds=(*self.rounds, begun), draws=(*self.draws, draw))

    def begin_round_from(self, seed: bytes) -> Match:
        """The same with the deal, and the draw where one is due, taken from the match's seed."""
        number = len(self.rounds) + 1
        draw = draw_opener(seed, number) if self.next_opener is None else None
        return self.begin_round(deal_hands(seed, number), draw)

    def play(self, action: Action) -> Match:
        """The match after the seat in turn did this.

        Raises IllegalPlayError, or ValueError between rounds.
        """
        if self.round is None:
            raise ValueError("no round is under way")
        return replace(self, rounds=(*self.rounds[:-1], self.round.play(action)))
