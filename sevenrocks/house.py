"""What a house has added to the rules: its options. The rules know nothing of them, and a record tells them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .engine.errors import NotationError
from .engine.rules import AWARD_STEP
from .engine.seats import Partnership, Scores
from .i18n import _

MAX_CALL = 600
"""The longest time that a house may give for a call, in seconds."""

NO_START = Scores((0, 0))
"""Both pairs begin with nothing, as the rules have it."""


@dataclass(frozen=True, slots=True)
class House:
    """What a house has added to the rules. As it comes it has added nothing."""

    call: int | None = None
    """Seconds in which the count must be called for an award to be scored, 0 to MAX_CALL, 0 without limit; None: it need not."""
    open_pair: Partnership | None = None
    """The pair that sees each other's hands, in a first match that explains."""
    start: Scores = NO_START
    """The points that each pair has before the first round: a start for a weaker one, a multiple of five below the target."""

    @property
    def must_call(self) -> bool:
        """Whether an award is scored only where its count is called."""
        return self.call is not None

    def told(self, called: Callable[[Partnership], str]) -> list[str]:
        """What has been added, in words; the pairs are called as they are where it is told."""
        told = []
        if self.call is not None:
            told.append(_("house rule: points only for counts that were called"))
        if self.open_pair is not None:
            told.append(_("{pair} saw each other's tiles").format(pair=called(self.open_pair)))
        told += [
            _("{pair} began with {n} points").format(pair=called(pair), n=points)
            for pair, points in self.start.by_partnership()
            if points
        ]
        return told

    def check_start(self, target: int) -> None:
        """Raise NotationError, in words, where a pair cannot begin with so many points in a match to this target."""
        for points in self.start:
            if not 0 <= points < target or points % AWARD_STEP:
                message = _(
                    "a start of {points} points: expected a multiple of {step} from 0 to below the target, {target}"
                )
                raise NotationError(message.format(points=points, step=AWARD_STEP, target=target))


RULES_ALONE = House()
"""A house that has added nothing."""
