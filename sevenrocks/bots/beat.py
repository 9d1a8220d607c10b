"""The beat on which bots play: how long one thinks would tell how much it had to choose from.

A play is shown a whole number of beats after its turn began, and one that was forced as well. A choice that takes longer than
a beat is shown at the next one. All that is made once for a level is made before a turn begins (`ready`): a first choice takes
no longer than the others.
"""

from __future__ import annotations

import math
from functools import cache
from typing import ClassVar

from . import level

_LOOK_AHEAD = frozenset({"expert", "master"})
"""The levels that try plays out in their heads."""


class Beat:
    """The beat of one turn."""

    SHORTEST: ClassVar[float] = 0.1
    """Seconds of a beat where bots play at once: more than nearly all choices take."""
    SLOW: ClassVar[float] = 1.0
    """Seconds of the shortest beat of a level that is slow."""

    def __init__(self, seconds: float, *, is_slow: bool) -> None:
        """`seconds` is how long a bot takes at least by the settings; `is_slow` what `ready` told of its level."""
        self._shortest = self.SLOW if is_slow else self.SHORTEST
        self.seconds = max(seconds, self._shortest)
        """Seconds of the beat."""

    def shown_after(self, seconds: float, *, is_hurried: bool = False) -> float:
        """When a play is to be shown that was there so many seconds after its turn began, in seconds since then.

        Whoever is in a hurry does not wait for a whole beat, but for the shortest there is: to be answered at once would tell
        when the bot was ready.
        """
        beat = self._shortest if is_hurried else self.seconds
        return max(seconds, max(math.ceil(seconds / beat), 1) * beat) if beat else seconds


@cache
def ready(name: str) -> bool:
    """Load and make all that bots of a level need, which may take seconds; returns whether it is slow here.

    A level is slow that looks ahead, where the kernel is not compiled.
    """
    level(name)
    if name not in _LOOK_AHEAD:
        return False
    # It would load the kernel for whoever only waits for bots.
    from .kernel.core import COMPILED, learn  # noqa: PLC0415, its tables are not to be loaded by whoever only waits
    from .kernel.layouts import LAYOUTS  # noqa: PLC0415, see above
    from .outlook import awards_on  # noqa: PLC0415, see above

    for layout in range(LAYOUTS):
        learn(layout)
        awards_on(layout)
    return not COMPILED
