"""What moves on a screen for a while, frame after frame, and can be ended at any time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from textual.timer import Timer
from textual.widget import Widget

from sevenrocks.tui.moment import Frame


class Motion:
    """Shows one frame after the other, each at its time; the last one is how it stays."""

    def __init__(self, on: Widget, frames: Sequence[Frame], show: Callable[[Frame, bool], None]) -> None:
        """It begins at once. `show` is told whether a frame is the last. `on` is the screen whose clock it goes by."""
        self._on = on
        self._frames = frames
        self._show = show
        self._at = 0
        self._timer: Timer | None = None
        self._ended = asyncio.Event()
        self._step()

    @property
    def is_over(self) -> bool:
        """Whether the last frame stands."""
        return self._ended.is_set()

    def end(self) -> None:
        """Show the last frame now."""
        if self.is_over:
            return
        if self._timer is not None:
            self._timer.stop()
        self._at = len(self._frames) - 1
        self._step()

    async def over(self) -> None:
        """Wait for its end."""
        await self._ended.wait()

    def _step(self) -> None:
        if self.is_over:
            return  # a timer that had run out when it was stopped
        frame = self._frames[self._at]
        self._at += 1
        is_last = self._at == len(self._frames)
        if not is_last:
            self._timer = self._on.set_timer(max(self._frames[self._at].at - frame.at, 0.0), self._step)
        else:
            self._ended.set()
        self._show(frame, is_last)
