"""A clock that stands still while anything can be done, and leaps to the next thing that is waited for.

What runs by it takes no time and goes the same way each time, however busy the machine is.
"""

from __future__ import annotations

import asyncio
import selectors
import time
from collections.abc import Coroutine
from typing import Any, TypeVar

import pytest
import textual._time
import textual.message_pump

T = TypeVar("T")

PATIENCE = 20.0
"""Seconds of the real clock after which something from outside that is waited for is taken not to come."""


class _Selector(selectors.DefaultSelector):
    """Waits for nothing from outside while there is a time to wait for."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What has come from outside; where nothing has, the clock leaps."""
        if timeout is None:
            events = super().select(PATIENCE)
            assert events, "nothing is left to be done, and nothing to be waited for"
            return events
        events = super().select(0)
        if not events:
            self.now += max(timeout, 0.0)
        return events


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop by such a clock."""

    def __init__(self) -> None:
        self._clock = _Selector()
        super().__init__(self._clock)

    def time(self) -> float:
        """The seconds since some moment."""
        return self._clock.now

    def passes(self, seconds: float) -> None:
        """So much time passes while something is being done."""
        self._clock.now += seconds


def run(told: Coroutine[Any, Any, T]) -> T:
    """Run by a clock of its own, which the whole process goes by meanwhile; what takes time in another process does not."""
    loop = VirtualLoop()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "monotonic", loop.time)
        for module, name in (
            (textual._time, "time"),
            (textual._time, "get_time"),
            (textual.message_pump, "time"),
        ):
            patch.setattr(module, name, loop.time)
        try:
            return loop.run_until_complete(told)
        finally:
            for task in asyncio.all_tasks(loop):
                task.cancel()
            loop.run_until_complete(asyncio.sleep(0))
            loop.close()
