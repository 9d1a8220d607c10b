"""Where an arrangement leaves room for something to be laid over the felt."""

from __future__ import annotations

from collections.abc import Sequence

from .geometry import Arrangement
from .shapes import Rect


def free_spot(arrangement: Arrangement, width: int, height: int, taken: Sequence[Rect] = ()) -> Rect | None:
    """An area of this size in which nothing lies, as near to the middle as there is one; None where there is none."""
    rows = _covered(arrangement, taken)
    middle_x, middle_y = (arrangement.width - width) // 2, (arrangement.height - height) // 2
    found: tuple[int, Rect] | None = None
    for y in range(arrangement.height - height + 1):
        covered = 0
        for row in rows[y : y + height]:
            covered |= row
        begins = _begins(~covered & ((1 << arrangement.width) - 1), width)
        if not begins:
            continue
        # The nearest one at the left of the middle, and the nearest one at its right.
        left, right = begins & ((2 << max(middle_x, 0)) - 1), begins >> max(middle_x, 0)
        for x in ([left.bit_length() - 1] if left else []) + (
            [max(middle_x, 0) + (right & -right).bit_length() - 1] if right else []
        ):
            # A row is as high as two columns are wide.
            far = abs(x - middle_x) + 2 * abs(y - middle_y)
            if found is None or far < found[0]:
                found = far, Rect(x, y, width, height)
    return None if found is None else found[1]


def _covered(arrangement: Arrangement, taken: Sequence[Rect]) -> list[int]:
    """The columns in which something lies, row by row, as bits."""
    rows = [0] * arrangement.height
    for rect in (*taken, *(spot.rect for spot in arrangement.spots), *(mark.rect for mark in arrangement.marks)):
        bits = ((1 << rect.width) - 1) << max(rect.x, 0)
        for y in range(max(rect.y, 0), min(rect.y + rect.height, arrangement.height)):
            rows[y] |= bits
    return rows


def _begins(free: int, width: int) -> int:
    """Where so many free columns begin, as bits."""
    have = 1
    while have < width:
        more = min(have, width - have)
        free &= free >> more
        have += more
    return free
