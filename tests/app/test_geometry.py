"""Every layout of a round is whole on the screen, drawn as dominoes lie."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from help.effort import cases, seeded
from sevenrocks.drawing.geometry import Arrangement, NoRoomError, arrange
from sevenrocks.drawing.paint import Role, paint
from sevenrocks.drawing.shapes import (
    BOXES,
    DIGITS,
    DOWN,
    LEFT,
    MARK_WIDTH,
    PIPS,
    RIGHT,
    TILE_SIZES,
    UP,
    Heading,
    Rect,
    Spot,
    TileSize,
)
from sevenrocks.engine.actions import Action, Place
from sevenrocks.engine.deal import deal_hands, known_seed
from sevenrocks.engine.layout import Layout
from sevenrocks.engine.round import Round, Setup
from sevenrocks.engine.seats import Scores, Seat
from sevenrocks.engine.tiles import DOUBLE_SIX, Tile
from sevenrocks.notation import parse_position

Choose = Callable[[random.Random, Round], Action]


def _seeds(name: str, number: int) -> Iterator[int]:
    """So many rounds, drawn at random."""
    rng = seeded(name)
    return (rng.randrange(1_000_000) for _ in range(number))


def _at_random(rng: random.Random, state: Round) -> Action:
    return rng.choice(state.legal_actions)


def _lengthening(rng: random.Random, state: Round) -> Action:
    """Make the longest line longer."""
    depth: dict[Tile | None, int] = {None: 0}
    for joint in state.layout.joints:
        depth[joint.tile] = depth[joint.host] + 1
    actions = state.legal_actions
    longest = max(depth[action.host] if isinstance(action, Place) else 0 for action in actions)
    return rng.choice([a for a in actions if not isinstance(a, Place) or depth[a.host] == longest])


def _late_spinner(rng: random.Random, state: Round) -> Action:
    """Lengthen one line of tiles that are no doubles for as long as there are any."""
    plain = [a for a in state.legal_actions if not isinstance(a, Place) or not a.tile.is_double]
    if plain and state.layout.spinner is None:
        return rng.choice(plain)
    return _lengthening(rng, state)


def _played(seed: int, choose: Choose) -> Iterator[Layout]:
    """Every layout of a round, one after the other."""
    rng = random.Random(seed)
    state = Round.begin(Setup(1, 10_000, Scores((0, 0)), deal_hands(known_seed(str(seed)), 1), Seat(seed % 4)))
    placed = 0
    while state.turn is not None:
        state = state.play(choose(rng, state))
        if len(state.layout.joints) > placed:
            placed += 1
            yield state.layout


def _built(rng: random.Random, length: int, *, doubles_last: bool) -> Iterator[Layout]:
    """Layouts of one long line, from all tiles as if one hand held them: longer than most rounds make them."""
    left = list(DOUBLE_SIX)
    rng.shuffle(left)
    if doubles_last:
        left.sort(key=lambda tile: tile.is_double)
    layout = Layout().place(left.pop(0))
    depth = {layout.joints[0].tile: 0}
    yield layout
    while len(layout.joints) < length:
        options = [(tile, host) for host, half in layout.hosts for tile in left if half in tile]
        if not options:
            return
        if doubles_last:
            options = [option for option in options if not option[0].is_double] or options
        deepest = max(depth[host] for _tile, host in options)
        tile, host = rng.choice([option for option in options if depth[option[1]] == deepest])
        layout = layout.place(tile, host)
        left.remove(tile)
        depth[tile] = depth[host] + 1
        yield layout


def _check(layout: Layout, laid: Arrangement) -> None:
    """All that is true of every good drawing."""
    area = Rect(0, 0, laid.width, laid.height)
    covered: dict[tuple[int, int], Tile] = {}
    spots = {spot.tile: spot for spot in laid.spots}
    assert [spot.tile for spot in laid.spots] == list(layout.tiles)
    for spot in laid.spots:
        for cell in _cells(spot.rect):
            assert _inside(cell, area), f"{spot} leaves {laid.width}x{laid.height}"
            assert cell not in covered, f"{spot} overlaps {covered[cell]}"
            covered[cell] = spot.tile
    marked: set[tuple[int, int]] = set()
    for mark in laid.marks:
        assert (mark.rect.width, mark.rect.height) == (MARK_WIDTH, 1)
        for cell in _cells(mark.rect):
            assert _inside(cell, area)
            assert cell not in covered, f"{mark} lies on {covered[cell]}"
            assert cell not in marked, f"{mark} overlaps another mark"
            marked.add(cell)
    for place in layout.open_places:
        assert any((mark.host, mark.port) == (place.host, place.port) for mark in laid.marks), f"{place} has no mark"
    for end in layout.ends:
        assert any(mark.host == end.tile for mark in laid.marks), f"{end} has no mark"
    for joint in layout.joints[1:]:
        assert joint.host is not None
        assert _touch(spots[joint.tile].rect, spots[joint.host].rect, laid.size.gap), f"{joint} lies apart"
    if layout.spinner is not None:
        assert spots[layout.spinner].stands, "the spinner does not stand across its sides"
        _check_cross(layout, spots, layout.spinner)
    turns = [(RIGHT, DOWN), (DOWN, LEFT), (LEFT, UP), (UP, RIGHT)]
    clockwise = [turn in turns for turn in laid.turns]
    assert len(clockwise) < 4 or 0 < sum(clockwise) < 4, "all four lines are bent the same way round"


def _check_cross(layout: Layout, spots: dict[Tile, Spot], spinner: Tile) -> None:
    """Sides lie left and right of the spinner, arms above and below it."""
    middle = spots[spinner].rect
    beside = {Heading.LEFT: 0, Heading.RIGHT: 0, Heading.UP: 0, Heading.DOWN: 0}
    for joint in layout.joints:
        joined = spinner in (joint.tile, joint.host) and joint.host is not None
        if joined:
            other = joint.host if joint.tile == spinner else joint.tile
            assert other is not None
            rect = spots[other].rect
            if rect.x + rect.width <= middle.x:
                beside[Heading.LEFT] += 1
            elif rect.x >= middle.x + middle.width:
                beside[Heading.RIGHT] += 1
            elif rect.y + rect.height <= middle.y:
                beside[Heading.UP] += 1
            else:
                beside[Heading.DOWN] += 1
    assert max(beside.values(), default=0) <= 1
    assert beside[Heading.UP] == (layout.branches >= 3)
    assert beside[Heading.DOWN] == (layout.branches == 4)


def _cells(rect: Rect) -> Iterator[tuple[int, int]]:
    return ((x, y) for y in range(rect.y, rect.y + rect.height) for x in range(rect.x, rect.x + rect.width))


def _inside(cell: tuple[int, int], area: Rect) -> bool:
    return 0 <= cell[0] < area.width and 0 <= cell[1] < area.height


def _touch(one: Rect, other: Rect, gap: int) -> bool:
    """Whether two tiles lie side by side, at most a gap apart, and share a row or a column."""
    across = max(one.x, other.x) - min(one.x + one.width, other.x + other.width)
    down = max(one.y, other.y) - min(one.y + one.height, other.y + other.height)
    return (across <= gap and down < 0) or (down <= 0 and across < 0)


def _follow(layouts: Iterator[Layout], width: int, height: int) -> tuple[int, int]:
    """Lay out a growing layout; returns how many states there were, and how often laid tiles moved."""
    before: Arrangement | None = None
    states = moves = 0
    for layout in layouts:
        laid = arrange(layout, width, height, before=before)
        _check(layout, laid)
        if before is not None and laid.spots[:-1] != before.spots:
            assert laid.rank > before.rank, "tiles have moved though their plan still has room"
            moves += 1
        before = laid
        states += 1
    return states, moves


@pytest.mark.parametrize("choose", [_at_random, _lengthening, _late_spinner])
def test_every_layout_of_a_round_is_whole_in_80_by_13(choose: Choose) -> None:
    rounds = cases(30, 360)
    states = moves = 0
    for seed in _seeds(f"a round, {choose.__name__}", rounds):
        round_states, round_moves = _follow(_played(seed, choose), 80, 13)
        states, moves = states + round_states, moves + round_moves
    assert states > 18 * rounds, f"{states} layouts only"
    assert moves < 2 * rounds, f"tiles moved {moves} times in {rounds} rounds"


@pytest.mark.parametrize("doubles_last", [False, True])
def test_lines_longer_than_any_round_makes_them_are_whole_in_80_by_13(*, doubles_last: bool) -> None:
    for seed in _seeds("a long line", cases(5, 60)):
        _follow(_built(random.Random(seed), 25, doubles_last=doubles_last), 80, 13)


@pytest.mark.parametrize(
    ("width", "height"), [(80, 13), (100, 19), (140, 34), (160, 43), (81, 14), (300, 13), (80, 100)]
)
def test_larger_areas_have_room_too(width: int, height: int) -> None:
    for seed in _seeds(f"{width} by {height}", cases(2, 8)):
        _follow(_played(seed, _at_random), width, height)
        _follow(_played(seed, _lengthening), width, height)


def test_an_arrangement_is_the_same_whether_it_grew_or_was_made_at_once() -> None:
    for seed in _seeds("grown", cases(4, 12)):
        before = None
        for layout in _played(seed, _lengthening):
            before = arrange(layout, 80, 13, before=before)
            assert before == arrange(layout, 80, 13), f"seed {seed}, {len(layout.joints)} tiles"


def test_doubles_lie_across_their_line() -> None:
    layout = Layout().place(Tile(1, 4)).place(Tile(4, 4), Tile(1, 4)).place(Tile(4, 5), Tile(4, 4))
    layout = layout.place(Tile(4, 6), Tile(4, 4)).place(Tile(6, 6), Tile(4, 6))
    spots = {spot.tile: spot for spot in arrange(layout, 80, 13).spots}
    assert [spots[tile].stands for tile in (Tile(1, 4), Tile(4, 4), Tile(4, 5))] == [False, True, False]
    assert spots[Tile(4, 6)].stands
    assert not spots[Tile(6, 6)].stands


def test_halves_that_join_face_each_other() -> None:
    layout = Layout().place(Tile(1, 4)).place(Tile(1, 6), Tile(1, 4)).place(Tile(3, 4), Tile(1, 4))
    spots = arrange(layout, 80, 13).spots
    in_row = sorted(spots, key=lambda spot: spot.rect.x)
    read = [(spot.first, spot.tile.other(spot.first)) for spot in in_row]
    assert read == [(6, 1), (1, 4), (4, 3)]


@pytest.mark.parametrize(("height", "size"), [(13, DIGITS), (17, BOXES), (29, PIPS)])
def test_tiles_grow_with_the_area(height: int, size: object) -> None:
    layout = Layout().place(Tile(3, 3))
    assert arrange(layout, 140, height).size is size


def test_a_larger_size_gives_way_when_it_has_no_more_room() -> None:
    sizes = [arrange(layout, 80, 30).size for layout in _played(3, _lengthening)]
    assert sizes[0] is PIPS
    assert sizes[-1] is not PIPS
    order = [PIPS, BOXES, DIGITS]
    assert sizes == sorted(sizes, key=order.index)


def test_no_room_is_said() -> None:
    with pytest.raises(NoRoomError):
        arrange(Layout().place(Tile(3, 3)), 8, 4)


def test_an_empty_layout_has_nothing_to_lay() -> None:
    assert arrange(Layout(), 80, 13).spots == ()


@pytest.mark.parametrize("label", [None, ("a+10", Role.CHOICE), ("a", Role.CHOICE)])
@pytest.mark.parametrize("size", TILE_SIZES, ids=lambda size: size.name)
def test_what_stands_above_and_below_a_tile_is_in_its_middle_and_a_cell_from_it_at_level_ends(
    size: TileSize, label: tuple[str, str] | None
) -> None:
    layout = parse_position("14 11@14 44@14 34@44 12@11 15@11 13@11")
    here = arrange(layout, 130, 42, sizes=(size,))
    labels = {} if label is None else {(mark.host, mark.port): label for mark in here.marks}
    rows = paint(here, layout, labels=labels)
    for mark in here.marks:
        row = [role for run, role in rows[mark.rect.y] for _cell in run]
        lit = [x for x in range(mark.rect.x, mark.rect.x + mark.rect.width) if row[x] in (Role.COUNT, Role.CHOICE)]
        host = next(spot.rect for spot in here.spots if spot.tile == mark.host)
        if not mark.heading.is_level:
            assert lit[0] + lit[-1] == 2 * host.x + host.width - 1
        else:
            assert lit[-1] == host.x - 2 or lit[0] == host.x + host.width + 1
