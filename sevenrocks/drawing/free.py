"""Where an arrangement leaves room for something to be laid over the felt."""

from __future__ import annotations

from collections.abc import Sequence

from .geometry import Arrangement
from .shapes import Rect


def free_spot(arrangement: Arrangement, width: int, height: int, taken: Sequence[Rect] = ()) -> Rect | None:
    """An area of this size in which nothing lies, as near to the middle as there is one; None where there is none."""
    covered = [*taken, *(spot.rect for spot in arrangement.spots), *(mark.rect for mark in arrangement.marks)]
    middle_x, middle_y = (arrangement.width - width) // 2, (arrangement.height - height) // 2
    found: tuple[int, Rect] | None = None
    for y in range(arrangement.height - height + 1):
        for x in range(arrangement.width - width + 1):
            # A row is as high as two columns are wide.
            far = abs(x - middle_x) + 2 * abs(y - middle_y)
            if found is not None and far >= found[0]:
                continue
            rect = Rect(x, y, width, height)
            if not any(rect.overlaps(other) for other in covered):
                found = far, rect
    return None if found is None else found[1]
