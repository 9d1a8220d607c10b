"""A table on which each count is a moment: its ends light up, the sum grows large, the peg leaps."""

from __future__ import annotations

import math
from collections.abc import Container
from typing import TypeVar

from textual import events
from textual.timer import Timer

from sevenrocks.engine.layout import Layout
from sevenrocks.engine.seats import Seat
from sevenrocks.seen import MatchView
from sevenrocks.telling.seats import pair_letters
from sevenrocks.tui.moment import Frame, Moment, moment_of
from sevenrocks.tui.widgets.figures import Block, figures
from sevenrocks.tui.widgets.painted import Piece

from .motion import Motion
from .public import PublicScreen, chips

Answer = TypeVar("Answer")

_FADES = 2.0
"""Seconds after which what a play has brought no longer stands out."""


class CountedScreen(PublicScreen[Answer]):
    """Shows what is placed as it counts. A key that comes meanwhile ends the motion, and does nothing else."""

    def __init__(self, match: MatchView, bottom: Seat) -> None:
        super().__init__(match, bottom)
        self._moment: Moment | None = None
        """The count that is being told, or was told last."""
        self._motion: Motion | None = None
        self._frame: Frame | None = None
        """What is seen of the count now; None where it stands as it stays."""
        self._is_news = True
        """Whether what the last play has brought still stands out."""
        self._fading: Timer | None = None

    # ---- for whoever runs the match

    async def counted(self) -> None:
        """Wait until the count has been told, or somebody does not want to see it."""
        if self._motion is not None:
            await self._motion.over()

    def tell_count(self, before: MatchView) -> None:
        """Tell the count of a tile that has been placed since, where one has; the pegs go where they belong."""
        moment = self._placed_since(before)
        if moment is not None:
            self.end_motion()
            self._is_news = True
            self._moment = moment
            seconds = moment.seconds(self._most_seconds(moment.placed.seat))
            if seconds > 0:
                self._motion = Motion(self, moment.frames(seconds), self._show_frame)
                return
        if not self.is_moving:
            self.track.walk_to(self.match.scores_in_play, at_once=self.rocks.is_still)

    def _placed_since(self, before: MatchView) -> Moment | None:
        if not self.match.rounds or not self.is_mounted or not self.manners.tells_counts:
            return None
        view = self.match.round
        known = len(before.round.layout.joints) if before.rounds and before.round.number == view.number else 0
        return moment_of(view) if len(view.layout.joints) > known else None

    def _most_seconds(self, seat: Seat) -> float:
        """How long a count of this seat may take: those of bots are told within their beat."""
        if self.rocks.is_still:
            return 0.0
        return self.rocks.settings.bot_speed.value if self.match.players[seat].is_bot else math.inf

    # ---- the motion

    @property
    def is_moving(self) -> bool:
        """Whether a count is being told."""
        return self._motion is not None and not self._motion.is_over

    def end_motion(self) -> None:
        """Show the count as it stays."""
        if self._motion is not None:
            self._motion.end()
        self.track.arrive()

    def on_resize(self, event: events.Resize) -> None:
        """Another size has room elsewhere."""
        super().on_resize(event)
        self.end_motion()

    def _show_frame(self, frame: Frame, is_last: bool) -> None:
        moment = self._moment
        assert moment is not None
        self._frame = None if is_last else frame
        if frame.is_large or is_last:
            seconds = moment.leap(moment.seconds(self._most_seconds(moment.placed.seat)))
            self.track.walk_to(self.match.scores_in_play, at_once=self.rocks.is_still, seconds=seconds)
        self.layout_view.light(self.lit())
        self._proclaim(moment, frame)
        self.show_count()
        if is_last and moment.award:
            self._fade_later()

    def _proclaim(self, moment: Moment, frame: Frame) -> None:
        """Lay the figures where there is room for them: on the felt, else where the hand lies."""
        found: Block | None = None
        if frame.is_large:
            pair = moment.placed.seat.partnership
            score = f"{pair_letters(pair)} {self.match.scores_in_play[pair]}"
            blocks = list(figures(moment, score, frame, ascii_only=self.rocks.is_ascii))
            found = next((block for block in blocks if self.layout_view.has_room_for(block)), None)
            self.proclaim_below(None if found else blocks[-1])
        else:
            self.proclaim_below(None)
        self.layout_view.proclaim(found)

    def proclaim_below(self, block: Block | None) -> None:
        """Lay a block where the hand lies; None takes it away."""

    # ---- what is told

    def count_told(self, layout: Layout) -> list[Piece]:
        """The terms as far as they have been counted, then what the count has brought."""
        frame = self._frame
        if frame is None:
            return super().count_told(layout)
        return [] if frame.is_large else chips(layout, self.lit(), has_sum=frame.has_sum)

    @property
    def award_role(self) -> str:
        """How it looks what the last play has brought: it stands out as long as it is news."""
        return super().award_role if self._is_news else "award"

    def lit(self) -> Container[int]:
        """The ends that have been counted so far, while they are."""
        return () if self._frame is None else range(self._frame.lit)

    def _fade_later(self) -> None:
        if self._fading is not None:
            self._fading.stop()
        self._fading = self.set_timer(_FADES, self.fade)

    def fade(self) -> None:
        """What the last play has brought is no news any more."""
        if self._is_news and not self.is_moving:
            self._is_news = False
            self.show_count()
