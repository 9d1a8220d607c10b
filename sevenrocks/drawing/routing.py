"""Laying the tiles of one layout by one plan."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from sevenrocks.engine.layout import Layout, Port
from sevenrocks.engine.tiles import Tile

from .shapes import DOWN, LEFT, MARK_WIDTH, RIGHT, UP, Heading, Mark, Rect, Spot, TileSize

_CLEAR_COLUMNS = 1
_CLEAR_ROWS = 1


Laid: TypeAlias = tuple[tuple[Spot, ...], tuple[Mark, ...], tuple[tuple[Heading, Heading], ...]]
"""Spots in the order of placing, marks, and the first turn of each line that turns."""


class Plan(NamedTuple):
    """One way of laying out.

    `from_spinner`: the spinner is laid first, and what was placed before it is laid outwards from it. Otherwise the opening
    is laid first.
    """

    from_spinner: bool
    shift_x: float
    shift_y: int
    first_side: Heading
    sides_turn: Heading | None
    arms_turn: Heading | None

    def saying(self, sides: bool, arms: bool) -> Plan:
        """The plan with a turn left open where it does not matter."""
        return Plan(
            self.from_spinner,
            self.shift_x,
            self.shift_y,
            self.first_side,
            self.sides_turn if sides else None,
            self.arms_turn if arms else None,
        )

    def less_said(self) -> Iterator[Plan]:
        """The plan with none, one or both of its turns left open."""
        return (self.saying(sides, arms) for sides in (True, False) for arms in (True, False))


@dataclass(slots=True)
class _Line:
    """A line as far as it is laid: the outermost tile, and where it goes on."""

    tip: Tile
    rect: Rect
    crosswise: bool
    heading: Heading
    turns_to: Heading | None
    """Which way the next turn goes by preference; None: as the plan says, since this is the first."""
    first_turn: tuple[Heading, Heading] | None = None
    mark: Mark | None = None


class Router:
    """Lays the tiles of one layout by one plan."""

    def __init__(self, size: TileSize, plan: Plan, width: int, height: int, taken: Sequence[Rect] = ()) -> None:
        """`taken` are areas on which nothing may lie."""
        self._size = size
        self._plan = plan
        self._width = width
        self._height = height
        self._solid = [0] * height
        """Per row, a bit for each column that is taken, or that a tile covers."""
        self._taken = taken
        for rect in taken:
            self._cover(rect)
        self._kept: dict[Heading, Rect] = {}
        """The corridors above and below the spinner, kept free until the arms begin."""
        self._lines: dict[Heading, _Line] = {}
        """The lines by the heading with which they leave the middle."""
        self._line_of: dict[Tile, Heading] = {}
        self._spots: dict[Tile, Spot] = {}
        self.asked_sides = False
        self.asked_arms = False

    def lay(self, layout: Layout) -> Laid | None:
        """Spots, marks and turns, or None where the plan has no room."""
        if not layout.joints:
            return (), (), ()
        order = self._order(layout)
        root, spinner = order[0][0], layout.spinner
        if not self._lay_root(root, is_spinner=root == spinner):
            return None
        branches = 0
        for tile, host, half in order[1:]:
            if host == root and host != spinner:
                away = root.is_double or half == root.high
                key = self._plan.first_side if away else self._plan.first_side.back
            elif host == spinner:
                key = self._branch_key(host, branches)
                branches += 1
                self._begin_branch(key, host)
            else:
                key = self._line_of[host]
            if tile == spinner:
                branches = 1
                if not self._lay_spinner(key, tile, half):
                    return None
            elif not self._advance(self._lines[key], key, tile, half):
                return None
            self._line_of[tile] = key
        return self._result(layout)

    def _order(self, layout: Layout) -> list[tuple[Tile, Tile, int]]:
        """The tiles in the order of laying, each with its host and the half that joins. The first one's mean nothing."""
        joined = [(j.tile, j.host or j.tile, _joining_half(j.tile, j.port)) for j in layout.joints]
        if not self._plan.from_spinner or layout.spinner is None:
            return joined
        at = next(index for index, step in enumerate(joined) if step[0] == layout.spinner)
        # Before the spinner there is one line without a branch; walk it outwards from the spinner.
        links: dict[Tile, list[tuple[Tile, int]]] = {tile: [] for tile, _, _ in joined[: at + 1]}
        for tile, host, half in joined[1 : at + 1]:
            links[tile].append((host, half))
            links[host].append((tile, half))
        walked: list[tuple[Tile, Tile, int]] = [joined[at]]
        came_from, here = None, layout.spinner
        while onward := [link for link in links[here] if link[0] != came_from]:
            came_from, (here, half) = here, onward[0]
            walked.append((here, came_from, half))
        return walked + joined[at + 1 :]

    def _lay_root(self, root: Tile, is_spinner: bool) -> bool:
        width, height = self._size.spinner if is_spinner else self._extent(root, RIGHT)
        rect = Rect(
            (self._width - width) // 2 + round(self._plan.shift_x * self._width),
            (self._height - height) // 2 + self._plan.shift_y,
            width,
            height,
        )
        if not self._is_inside(rect):
            return False
        first_half = root.low if self._plan.first_side is RIGHT else root.high
        self._put(root, rect, RIGHT, first_half)
        for heading in (RIGHT, LEFT):
            line = _Line(root, rect, root.is_double, heading, None)
            self._lines[heading] = line
            outer = root.high if heading is self._plan.first_side else root.low
            first = heading is self._plan.first_side
            port = Port.SIDE_A if root.is_double and first else self._outer_port(root, outer)
            if not self._mark(line, heading, port):
                return False
        return not is_spinner or self._keep_corridors(rect)

    def _branch_key(self, spinner: Tile, branches: int) -> Heading:
        """Which line the next tile on the spinner begins: the sides first, then the arm above, then the one below."""
        if branches < 2:
            came_by = self._line_of.get(spinner)
            if came_by is not None:
                return came_by
            return self._plan.first_side if branches == 0 else self._plan.first_side.back
        return UP if branches == 2 else DOWN

    def _begin_branch(self, key: Heading, spinner: Tile) -> None:
        if not key.is_level:
            del self._kept[key]
            self._lines[key] = _Line(spinner, self._spots[spinner].rect, True, key, None)

    def _lay_spinner(self, key: Heading, spinner: Tile, half: int) -> bool:
        """Lay a spinner that ends a line; it must stand in a level part of it, with room for both arms."""
        line = self._lines[key]
        if not line.heading.is_level:
            return False
        rect = _ahead(line.rect, line.heading, self._size.spinner, self._size.gap)
        if not self._is_free(rect, line, key):
            return False
        self._put(spinner, rect, line.heading, half)
        line.tip, line.rect, line.crosswise = spinner, rect, True
        return self._mark(line, key, Port.SIDE_B) and self._keep_corridors(rect)

    def _keep_corridors(self, spinner: Rect) -> bool:
        """Keep the columns above and below the spinner for its arms. False where there is no room for them."""
        room = self._size.arm_room
        width = max(self._size.standing[0], MARK_WIDTH) + 2 * _CLEAR_COLUMNS
        x = spinner.x + spinner.width // 2 - width // 2
        below = spinner.y + spinner.height
        if spinner.y < room or self._height - below < room:
            return False
        self._kept = {UP: Rect(x, 0, width, spinner.y), DOWN: Rect(x, below, width, self._height - below)}
        if any(kept.overlaps(spot.rect) for kept in self._kept.values() for spot in self._spots.values()):
            return False
        if any(Rect(x, y, width, room).overlaps(rect) for y in (spinner.y - room, below) for rect in self._taken):
            return False
        return all(
            line.mark is None or self._is_open(line.mark.rect, key) or self._mark(line, key, line.mark.port)
            for key, line in self._lines.items()
        )

    def _advance(self, line: _Line, key: Heading, tile: Tile, half: int) -> bool:
        """Lay a tile at the outer end of a line: straight on where that leaves a way to go on, else round a corner."""
        fallback = None
        for rect, heading in self._ways_on(line, tile.is_double):
            if not self._is_free(rect, line, key):
                continue
            turned = heading is not line.heading
            ahead = _Line(
                tile,
                rect,
                tile.is_double,
                heading,
                # After a turn the line turns back towards where it came from first: a U, not a step.
                line.heading.back if turned else line.turns_to,
                line.first_turn or ((line.heading, heading) if turned else None),
            )
            if not self._mark(ahead, key, self._outer_port(tile, tile.other(half))):
                continue
            goes_on = self._has_way_on(ahead, key, False)
            if goes_on and self._has_way_on(ahead, key, True):
                return self._extend(key, ahead, half)
            if fallback is None or (goes_on and not fallback[1]):
                fallback = (ahead, goes_on)
        return fallback is not None and self._extend(key, fallback[0], half)

    def _extend(self, key: Heading, line: _Line, half: int) -> bool:
        self._lines[key] = line
        self._put(line.tip, line.rect, line.heading, half)
        return True

    def _has_way_on(self, line: _Line, key: Heading, crosswise: bool) -> bool:
        return any(self._is_free(rect, line, key) for rect, _ in self._ways_on(line, crosswise))

    def _ways_on(self, line: _Line, double: bool) -> Iterator[tuple[Rect, Heading]]:
        """Where the next tile of a line could lie, best first, whether or not there is room."""
        heading, tip, gap = line.heading, line.rect, self._size.gap
        yield _ahead(tip, heading, self._extent_of(double, heading), gap), heading
        for turned in (line.turns_to, line.turns_to.back) if line.turns_to else (self._first_turn(heading),):
            extent = self._extent_of(double, turned)
            if not line.crosswise:
                yield _beside(tip, heading, turned, extent, gap), turned
            if not double:
                yield _beyond(tip, heading, turned, extent, gap), turned

    def _first_turn(self, heading: Heading) -> Heading:
        if heading.is_level:
            self.asked_sides = True
            turn = self._plan.sides_turn
        else:
            self.asked_arms = True
            turn = self._plan.arms_turn
        assert turn is not None
        return turn

    def _mark(self, line: _Line, key: Heading, port: Port) -> bool:
        """Keep cells for what is written at the line's end. False where no cells beside it are free."""
        for rect, heading in _mark_places(line.rect, line.heading, line.crosswise):
            if self._is_open(rect, key) and self._is_uncovered(rect):
                line.mark = Mark(line.tip, port, rect, heading)
                return True
        return False

    def _is_free(self, rect: Rect, line: _Line, key: Heading) -> bool:
        """Whether a tile may lie here, clear of all tiles but the line's own tip."""
        if not self._is_inside(rect):
            return False
        left = max(rect.x - _CLEAR_COLUMNS, 0)
        cells = ((1 << (rect.x + rect.width + _CLEAR_COLUMNS - left)) - 1) << left
        tip = line.rect
        own = ~(((1 << tip.width) - 1) << tip.x)
        for y in range(max(rect.y - _CLEAR_ROWS, 0), min(rect.y + rect.height + _CLEAR_ROWS, self._height)):
            covered = self._solid[y] & cells
            if covered and (not tip.y <= y < tip.y + tip.height or covered & own):
                return False
        return self._is_open(rect, key)

    def _is_open(self, rect: Rect, key: Heading) -> bool:
        """Whether no other line's mark or corridor needs these cells."""
        for other, line in self._lines.items():
            if other is not key and line.mark is not None and line.mark.rect.overlaps(rect):
                return False
        return not any(other is not key and kept.overlaps(rect) for other, kept in self._kept.items())

    def _is_uncovered(self, rect: Rect) -> bool:
        cells = ((1 << rect.width) - 1) << rect.x if rect.x >= 0 else 0
        return self._is_inside(rect) and not any(self._solid[y] & cells for y in range(rect.y, rect.y + rect.height))

    def _is_inside(self, rect: Rect) -> bool:
        return (
            rect.x >= 0 and rect.y >= 0 and rect.x + rect.width <= self._width and rect.y + rect.height <= self._height
        )

    def _put(self, tile: Tile, rect: Rect, heading: Heading, half: int) -> None:
        """Cover the cells. `half` is the one that joins, so it lies towards where the line comes from."""
        self._cover(rect)
        forward = heading in (RIGHT, DOWN)
        self._spots[tile] = Spot(tile, rect, tile.is_double is heading.is_level, half if forward else tile.other(half))

    def _cover(self, rect: Rect) -> None:
        cells = ((1 << rect.width) - 1) << rect.x
        for y in range(rect.y, rect.y + rect.height):
            self._solid[y] |= cells

    def _extent(self, tile: Tile, heading: Heading) -> tuple[int, int]:
        return self._extent_of(tile.is_double, heading)

    def _extent_of(self, double: bool, heading: Heading) -> tuple[int, int]:
        return self._size.standing if double is heading.is_level else self._size.lying

    @staticmethod
    def _outer_port(tile: Tile, half: int) -> Port:
        if tile.is_double:
            return Port.SIDE_B
        return Port.LOW if half == tile.low else Port.HIGH

    def _result(self, layout: Layout) -> Laid | None:
        marks = [line.mark for line in self._lines.values() if line.mark is not None]
        spinner = layout.spinner
        if spinner is not None:
            rect = self._spots[spinner].rect
            arms = {UP: Port.ARM_A, DOWN: Port.ARM_B}
            for heading in self._kept:
                place = next(iter(_mark_places(rect, heading, True)))[0]
                marks.append(Mark(spinner, arms[heading], place, heading))
        turns = tuple(line.first_turn for line in self._lines.values() if line.first_turn is not None)
        return tuple(self._spots[joint.tile] for joint in layout.joints), tuple(marks), turns


def _joining_half(tile: Tile, port: Port | None) -> int:
    return tile.high if port is Port.HIGH else tile.low


def _ahead(tip: Rect, heading: Heading, extent: tuple[int, int], gap: int) -> Rect:
    """Straight on from the tip, on its middle line."""
    width, height = extent
    middle_x, middle_y = tip.x + tip.width // 2, tip.y + tip.height // 2
    if heading is RIGHT:
        return Rect(tip.x + tip.width + gap, middle_y - height // 2, width, height)
    if heading is LEFT:
        return Rect(tip.x - gap - width, middle_y - height // 2, width, height)
    if heading is DOWN:
        return Rect(middle_x - width // 2, tip.y + tip.height, width, height)
    return Rect(middle_x - width // 2, tip.y - height, width, height)


def _outer_middle(tip: Rect, heading: Heading) -> tuple[int, int]:
    """The middle cell of the outer half of a tile that lies along its line."""
    across, down = (tip.width // 2) // 2, (tip.height // 2) // 2
    if heading is RIGHT:
        return tip.x + tip.width - 1 - across, tip.y + tip.height // 2
    if heading is LEFT:
        return tip.x + across, tip.y + tip.height // 2
    if heading is DOWN:
        return tip.x + tip.width // 2, tip.y + tip.height - 1 - down
    return tip.x + tip.width // 2, tip.y + down


def _beside(tip: Rect, heading: Heading, turned: Heading, extent: tuple[int, int], gap: int) -> Rect:
    """Round the corner at the flank of the tip's outer half."""
    width, height = extent
    x, y = _outer_middle(tip, heading)
    if turned is DOWN:
        return Rect(x - width // 2, tip.y + tip.height, width, height)
    if turned is UP:
        return Rect(x - width // 2, tip.y - height, width, height)
    if turned is RIGHT:
        return Rect(tip.x + tip.width + gap, y - height // 2, width, height)
    return Rect(tip.x - gap - width, y - height // 2, width, height)


def _beyond(tip: Rect, heading: Heading, turned: Heading, extent: tuple[int, int], gap: int) -> Rect:
    """Round the corner beyond the tip: the inner half faces it, and the line goes on to the side."""
    width, height = extent
    middle_x, middle_y = tip.x + tip.width // 2, tip.y + tip.height // 2
    if heading.is_level:
        x = tip.x + tip.width + gap if heading is RIGHT else tip.x - gap - width
        inner = (height // 2) // 2
        return Rect(x, middle_y - inner if turned is DOWN else middle_y + inner - height + 1, width, height)
    y = tip.y + tip.height if heading is DOWN else tip.y - height
    inner = (width // 2) // 2
    return Rect(middle_x - inner if turned is RIGHT else middle_x + inner - width + 1, y, width, height)


def _mark_places(tip: Rect, heading: Heading, crosswise: bool) -> Iterator[tuple[Rect, Heading]]:
    """Cells beside a tip for a mark, best first: ahead of it, else at its flanks."""
    x, y = (tip.x + tip.width // 2, tip.y + tip.height // 2) if crosswise else _outer_middle(tip, heading)
    right = Rect(tip.x + tip.width, y, MARK_WIDTH, 1)
    left = Rect(tip.x - MARK_WIDTH, y, MARK_WIDTH, 1)
    above = Rect(x - MARK_WIDTH // 2, tip.y - 1, MARK_WIDTH, 1)
    below = Rect(x - MARK_WIDTH // 2, tip.y + tip.height, MARK_WIDTH, 1)
    places = {RIGHT: right, LEFT: left, UP: above, DOWN: below}
    yield places[heading], heading
    for flank in (UP, DOWN) if heading.is_level else (RIGHT, LEFT):
        yield places[flank], flank
