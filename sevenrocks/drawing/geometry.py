"""Where each tile of a layout goes in an area of cells.

Tiles are laid in the order of placing, by a *plan*: where the first tile lies, and which way lines turn where they meet a
border. Given a plan, the spot of a tile depends on earlier tiles alone, so laid tiles stay where they are. An arrangement
follows the first plan, in a fixed order, that finds room for all tiles. Since a plan that fails for a layout fails for all
that grow from it, tiles move only when their plan has run out of room.

Turns are mirror images: both sides turn up or both down, both arms right or both left, so that the four lines are never
all bent the same way round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from sevenrocks.engine.layout import Layout

from .routing import Plan, Router
from .shapes import DOWN, LEFT, RIGHT, TILE_SIZES, UP, Heading, Mark, Rect, Spot, TileSize


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A layout laid out in an area."""

    width: int
    height: int
    size: TileSize
    rank: int
    """The place of the plan that it follows in the order of all plans of all sizes."""
    spots: tuple[Spot, ...]
    """In the order of placing."""
    marks: tuple[Mark, ...]
    turns: tuple[tuple[Heading, Heading], ...]
    """The first turn of each line that turns: from which heading to which."""


class NoRoomError(ValueError):
    """The layout cannot be laid out whole in the area."""


def _plans(shifts_x: Sequence[float], shifts_y: Sequence[int]) -> tuple[Plan, ...]:
    return tuple(
        Plan(from_spinner, shift_x, shift_y, first, sides, arms)
        for from_spinner in (False, True)
        # What an eye loses most comes last: another turn moves the ends of lines, a shift all tiles, a mirror what is left and right.
        # Seen from the spinner, what was placed before it lies where it came from.
        for first in ((LEFT, RIGHT) if from_spinner else (RIGHT, LEFT))
        for shift_y in shifts_y
        for shift_x in shifts_x
        for sides in (DOWN, UP)
        for arms in (RIGHT, LEFT)
    )


@cache
def _few_plans() -> tuple[Plan, ...]:
    return _plans((0, 1 / 8, -1 / 8, 1 / 4, -1 / 4), (0,))


@cache
def _all_plans() -> tuple[Plan, ...]:
    return _plans((0, 1 / 8, -1 / 8, 1 / 4, -1 / 4, 3 / 8, -3 / 8), (0, -2, 2, -1, 1, -3, 3))


def _ranked_plans(sizes: Sequence[TileSize], width: int, height: int) -> Iterator[tuple[TileSize, Plan]]:
    """The sizes for such an area, each with its plans: few for a size that a smaller one can follow."""
    for size in (size for size in sizes if width >= size.area[0] and height >= size.area[1]):
        if size is sizes[-1]:
            yield from ((size, plan) for plan in _all_plans())
        elif height >= size.spinner[1] + 2 * size.arm_room:
            yield from ((size, plan) for plan in _few_plans())


def arrange(
    layout: Layout,
    width: int,
    height: int,
    sizes: Sequence[TileSize] = TILE_SIZES,
    before: Arrangement | None = None,
    taken: Sequence[Rect] = (),
) -> Arrangement:
    """Lay the layout out in an area of `width` by `height` cells, as large as there is room, and clear of what is `taken`.

    `before`, an arrangement of an earlier state of the same layout in the same area and sizes, only saves time.
    Raises NoRoomError where no plan finds room; in 80 by 13 cells every layout of a round has room.
    """
    start = before.rank if before is not None and (before.width, before.height) == (width, height) else 0
    failed: set[tuple[TileSize, Plan]] = set()
    for rank, (size, plan) in enumerate(_ranked_plans(sizes, width, height)):
        if rank < start or any((size, tried) in failed for tried in plan.less_said()):
            continue
        router = Router(size, plan, width, height, taken)
        laid = router.lay(layout)
        if laid is not None:
            spots, marks, turns = laid
            return Arrangement(width, height, size, rank, spots, marks, turns)
        # A plan that failed before some turn was asked for fails whichever way that turn goes.
        failed.add((size, plan.saying(router.asked_sides, router.asked_arms)))
    raise NoRoomError(f"no room for {len(layout.joints)} tiles in {width}x{height}")
