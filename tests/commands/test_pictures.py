"""The README's pictures of screens: every cell is drawn once, blocks join, and what moves shows frame after frame."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from rich.segment import Segment
from rich.style import Style

from help.places import ASSETS, ROOT
from sevenrocks.drawing.tiles import BLOCKS, LINES
from tools import cells, house_picture, pictures, steps_picture
from tools.cells import Cell, Screen, frames_of, moving, screen_of, still
from tools.glyphs import HEIGHT, WIDTH, boxes_of, round_path
from tools.svg import Box

FELT, PAPER = Style(color="#ffffff", bgcolor="#16382c"), Style(color="#14130f", bgcolor="#f6efdc", bold=True)

SCREEN = screen_of(
    [
        [Segment("a & b ", FELT), Segment("5│6", PAPER), Segment(" ▐▌", FELT)],
        [Segment("▀▄▟▏╔╗", PAPER), Segment("● ⣿◦╭", FELT), Segment("日", PAPER)],
        [Segment(" ", FELT), Segment("<b>  é", PAPER), Segment("     ", FELT)],
    ]
)

SVG = "{http://www.w3.org/2000/svg}"


def parsed(picture: str) -> ET.Element:
    return ET.fromstring(picture)  # noqa: S314, it is our own


def crisp_boxes(picture: ET.Element) -> list[list[tuple[str, Box]]]:
    """Each group that is drawn without smoothing: its boxes with their colours, as they are drawn."""
    groups = (group for group in picture.iter(f"{SVG}g") if group.get("shape-rendering") == "crispEdges")
    return [
        [
            (path.attrib["fill"], (int(x), int(y), int(width), int(height)))
            for path in group
            for x, y, width, height in re.findall(r"M(\d+) (\d+)h(\d+)v(\d+)h-\d+z", path.attrib["d"])
        ]
        for group in groups
    ]


def grounds(screen: Screen) -> list[tuple[str, Box]]:
    """The boxes of a picture of this screen in which no glyph stands."""
    bare = tuple(tuple(cell._replace(glyph="") for cell in row) for row in screen)
    (boxes,) = crisp_boxes(parsed(still("", bare)))
    return boxes


def texts(picture: ET.Element) -> dict[tuple[int, int], tuple[str, bool]]:
    """The glyphs that are set as text, and whether they are bold, by column and row."""
    found = {}
    for text in picture.iter(f"{SVG}text"):
        for span in text:
            places = [int(x) for x in span.attrib["x"].split()]
            assert places == list(range(places[0], places[-1] + 1, WIDTH))
            row, rest = divmod(int(span.attrib["y"]), HEIGHT)
            assert rest == cells._BASE_LINE
            for x, glyph in zip(places, span.text or "", strict=True):
                column, rest = divmod(x, WIDTH)
                assert not rest
                assert (column, row) not in found
                found[column, row] = glyph, "font-weight" in text.attrib
    return found


def test_a_screen_has_a_cell_for_each_place() -> None:
    assert [len(row) for row in SCREEN] == [12, 13, 12]
    assert SCREEN[1][-2:] == (Cell("日", "#14130f", "#f6efdc", True), Cell("", "", "#f6efdc"))
    assert SCREEN[0][1] == Cell("", "", "#16382c")


def test_grounds_cover_each_cell_once_in_its_colour() -> None:
    covered: Counter[tuple[int, int, str]] = Counter()
    for color, (left, top, width, height) in grounds(SCREEN):
        assert not any(length % WIDTH for length in (left, width))
        assert not any(length % HEIGHT for length in (top, height))
        covered.update(
            (x, y, color)
            for x in range(left // WIDTH, (left + width) // WIDTH)
            for y in range(top // HEIGHT, (top + height) // HEIGHT)
        )
    assert covered == Counter((x, y, cell.ground) for y, row in enumerate(SCREEN) for x, cell in enumerate(row))


def test_equal_grounds_beside_and_below_each_other_are_one_box() -> None:
    same = (Cell("", "", "#000000"),) * 5
    assert grounds((same, same)) == [("#000000", (0, 0, 5 * WIDTH, 2 * HEIGHT))]


def test_each_glyph_is_drawn_in_one_way_and_text_stands_in_its_cell() -> None:
    told = texts(parsed(still("", SCREEN)))
    for y, row in enumerate(SCREEN):
        for x, cell in enumerate(row):
            is_drawn = bool(cell.glyph and (boxes_of(cell.glyph) or round_path(cell.glyph, 0, 0)))
            assert told.pop((x, y), None) == (None if is_drawn or not cell.glyph else (cell.glyph, cell.bold))
    assert not told


def pixels(glyph: str) -> set[tuple[int, int]]:
    """The units of a cell in which a block or a line lies."""
    return {
        (x, y)
        for left, top, width, height in boxes_of(glyph)
        for x in range(left, left + width)
        for y in range(top, top + height)
    }


ALL = pixels("█")


@pytest.mark.parametrize(("one", "other"), ["▀▄", "▌▐", "▚▞", "▘▟", "▝▙", "▖▜", "▗▛"])
def test_blocks_that_make_a_whole_have_neither_seam_nor_overlap(one: str, other: str) -> None:
    assert pixels(one) | pixels(other) == ALL
    assert not pixels(one) & pixels(other)


def test_eighths_grow_to_a_whole() -> None:
    for ladder in ("▁▂▃▄▅▆▇█", "▏▎▍▌▋▊▉█"):
        sizes = [pixels(glyph) for glyph in ladder]
        assert all(small < large for small, large in pairwise(sizes))
        assert sizes[-1] == ALL


ARMS = {"L": (0, None), "R": (WIDTH - 1, None), "U": (None, 0), "D": (None, HEIGHT - 1)}


def reaching(glyph: str, side: str) -> set[int]:
    """Where a line reaches that side of its cell."""
    column, row = ARMS[side]
    return {y if row is None else x for x, y in pixels(glyph) if x == column or y == row}


@pytest.mark.parametrize(
    ("glyph", "left", "up", "right", "down"),
    [
        ("┼", "─", "│", "─", "│"),
        ("├", "", "│", "─", "│"),
        ("╔", "", "", "═", "║"),
        ("╝", "═", "║", "", ""),
        ("╟", "", "║", "─", "║"),
        ("╤", "═", "", "═", "│"),
        ("┠", "", "┃", "─", "┃"),
        ("╼", "─", "", "━", ""),
        ("╷", "", "", "", "│"),
    ],
)
def test_a_line_meets_its_neighbours(glyph: str, left: str, up: str, right: str, down: str) -> None:
    for side, other in zip("LURD", (left, up, right, down), strict=True):
        assert reaching(glyph, side) == (reaching(other, side) if other else set())


def test_double_lines_stay_open_between_their_strips() -> None:
    middle = {(x, y) for x in (WIDTH // 2 - 1, WIDTH // 2) for y in (HEIGHT // 2 - 1, HEIGHT // 2)}
    assert all(not pixels(glyph) & middle for glyph in "═║╔╗╚╝╠╣╦╩╬╟╢╤╧")
    assert all(pixels(glyph) >= middle for glyph in "─│┌┘┼━╪╫")


def test_all_that_tiles_are_made_of_has_a_drawing_and_what_has_none_is_refused() -> None:
    for look in (BLOCKS, LINES):
        for glyph in "".join(re.findall(r"[\u2500-\u25ff\u2800-\u28ff]", repr(look))):
            assert boxes_of(glyph) or round_path(glyph, 0, 0), glyph
    for glyph in "░▓":
        with pytest.raises(ValueError, match="no drawing"):
            boxes_of(glyph)


# ---- what moves


def screen(text: str) -> Screen:
    return screen_of([[Segment(text, FELT)]])


FRAMES = [(screen("one "), 1.0), (screen("ones"), 0.5), (screen("do  "), 2.5)]


def groups_over(picture: ET.Element) -> list[ET.Element]:
    """What lies over the cells that stay the same."""
    return [part for part in picture.iter(f"{SVG}g") if "f" in part.get("class", "").split()]


def is_seen(part: ET.Element, style: str, moment: float | None) -> bool:
    """Whether a group is seen at this share of a turn; None where nothing moves."""
    if moment is None:
        return "last" in part.attrib["class"].split()
    name = part.attrib["style"].removeprefix("animation-name:")
    found = re.search(rf"@keyframes {name}\{{((?:[^{{}}]+\{{[^}}]*\}})*)\}}", style)
    assert found is not None
    steps: list[tuple[str, str]] = re.findall(r"([\d.]+)%\{visibility:(\w+)\}", found[1])
    return [seen for since, seen in steps if float(since) <= 100 * moment][-1] == "visible"


def at(picture: ET.Element, moment: float | None) -> str:
    """What is read at this share of a turn: of each cell what lies on top."""
    style = next(picture.iter(f"{SVG}style")).text or ""
    over = groups_over(picture)
    below = ET.Element("g")
    below.extend(part for part in next(picture.iterfind(f"{SVG}g")) if part not in over)
    shown: dict[tuple[int, int], str] = {}
    for part in (below, *(part for part in over if is_seen(part, style, moment))):
        for _color, (left, top, width, height) in crisp_boxes(part)[0]:
            shown |= {(x, y): " " for x in range(left, left + width, WIDTH) for y in range(top, top + height, HEIGHT)}
        shown |= {(x * WIDTH, y * HEIGHT): glyph for (x, y), (glyph, _bold) in texts(part).items()}
    return "".join(glyph for _place, glyph in sorted(shown.items()))


@pytest.mark.parametrize(
    ("moment", "told"),
    [(0.0, "one "), (0.24, "one "), (0.26, "ones"), (0.37, "ones"), (0.38, "do  "), (0.99, "do  "), (None, "do  ")],
)
def test_frames_follow_each_other_for_as_long_as_they_were_seen(moment: float | None, told: str) -> None:
    picture = moving("", FRAMES)
    assert "animation:4s step-end infinite" in picture
    assert at(parsed(picture), moment) == told


def test_what_stays_is_drawn_once_and_what_changes_as_often_as_it_does() -> None:
    picture = parsed(moving("", [(screen("aXc"), 1), (screen("aXd"), 1), (screen("aYd"), 1)]))
    over = [texts(part) for part in groups_over(picture)]
    assert over == [{(2, 0): ("c", False)}, {(1, 0): ("X", False)}, {(2, 0): ("d", False)}, {(1, 0): ("Y", False)}]
    assert sum(span.text == "a" for span in picture.iter(f"{SVG}tspan")) == 1


def test_what_is_seen_for_a_moment_only_is_no_frame() -> None:
    a, b, c = screen("a"), screen("b"), screen("c")
    assert frames_of([(1.0, a), (2.0, b), (2.01, c)], 3.0, 0.05) == [(a, 1.01), (c, 0.99)]
    assert frames_of([(1.0, a), (2.0, b), (2.01, a)], 3.0, 0.05) == [(a, 2.0)]


# ---- the README's


def test_every_picture_there_is_can_be_made_anew_and_is_shown() -> None:
    made = {path.stem for path in (house_picture.PICTURE, steps_picture.PICTURE)} | {*pictures.PICTURES, pictures.COUNT}
    assert {path.stem for path in ASSETS.glob("*.svg")} == made
    documents = (ROOT / "README.md", *ASSETS.glob("*.md"))
    shown = {
        name
        for document in documents
        for name in re.findall(r"!\[[^]]+\]\((?:assets/)?(\w[\w-]*)\.svg\)", document.read_text())
    }
    assert shown == made
