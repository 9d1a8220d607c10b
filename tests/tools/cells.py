"""Draws screens cell by cell, as terminals do, as SVG: one that stands still, or several that follow each other.

Grounds, blocks and lines are drawn on whole coordinates and without smoothing, so that they join without seams; pips and dots
are circles. All else is text of which every glyph has the place of its cell, whatever font there is, so that no space counts.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from itertools import accumulate, groupby, pairwise
from typing import NamedTuple, TypeAlias

from rich.cells import cell_len
from rich.color import Color
from rich.segment import Segment

from tools.svg import Box, opening

WIDTH, HEIGHT = 12, 24
"""A cell, in units: whole numbers for halves, quadrants, and lines of whole widths."""
PIXELS = 10
"""So wide a cell is shown where there is room."""

_FONT = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace"
_FONT_SIZE, _BASE_LINE = 20, 18
_MARGIN, _BAR = 14, 34
"""The frame around the cells, and its bar at the top."""
_FRAME, _FRAME_EDGE, _FRAME_INK = "#1c2824", "#41524b", "#9fb3a8"


class Cell(NamedTuple):
    """What stands in a cell: a glyph and its colours. Where there is nothing to see but the ground, the glyph is empty."""

    glyph: str
    ink: str
    ground: str
    bold: bool = False


Screen: TypeAlias = tuple[tuple[Cell, ...], ...]
"""Rows of cells."""
Cells: TypeAlias = Mapping[tuple[int, int], Cell]
"""Cells by column and row: all of a screen, or some."""
Frame: TypeAlias = tuple[Screen, float]
"""A screen, and for how many seconds it is seen."""


def screen_of(strips: Iterable[Iterable[Segment]]) -> Screen:
    """The cells of what Textual has rendered."""
    return tuple(tuple(cell for segment in strip for cell in _cells_of(segment)) for strip in strips)


@cache
def _cells_of(segment: Segment) -> tuple[Cell, ...]:
    style = segment.style
    assert style is not None
    assert style.bgcolor is not None
    ground, ink = _hex(style.bgcolor), _hex(style.color or style.bgcolor)
    if style.reverse:
        ink, ground = ground, ink
    cells: list[Cell] = []
    for glyph in segment.text:
        width = cell_len(glyph)
        if glyph.isspace():
            cells.append(Cell("", "", ground))
        elif width:
            cells += [Cell(glyph, ink, ground, bool(style.bold)), Cell("", "", ground)][:width]
        else:
            cells[-1] = cells[-1]._replace(glyph=cells[-1].glyph + glyph)
    return tuple(cells)


def _hex(color: Color) -> str:
    return color.get_truecolor().hex


def all_of(screen: Screen) -> Cells:
    """The cells of a screen by their places."""
    return {(x, y): cell for y, row in enumerate(screen) for x, cell in enumerate(row)}


# ---- pictures


def still(title: str, screen: Screen) -> str:
    """One screen, as SVG."""
    return _framed(title, all_of(screen), [])


def moving(title: str, frames: Sequence[Frame]) -> str:
    """Screens that follow each other, over and over, as SVG without a script.

    Where nothing moves, the last one is seen. What stays the same is drawn once, and over it each cell that changes, once for
    as long as it stays as it is. A glyph may stick out of its cell, and so goes when it changes, and is not painted over.
    """
    told = [all_of(screen) for screen, _seconds in frames]
    below = dict(told[-1])
    changing: dict[tuple[int, int], dict[tuple[int, int], Cell]] = defaultdict(dict)
    """What is seen from one frame until another, at which it is not seen any more."""
    for at, last in told[-1].items():
        runs = [(cell, len(list(run))) for cell, run in groupby(frame[at] for frame in told)]
        if len(runs) > 1:
            below[at] = last._replace(glyph="", ink="", bold=False)
        begun = 0
        for cell, length in runs:
            if cell != below[at]:
                changing[begun, begun + length][at] = cell
            begun += length
    times = [0.0, *accumulate(seconds for _screen, seconds in frames)]
    hidden, seen = "{visibility:hidden}", "{visibility:visible}"
    style = [
        f".f{{visibility:hidden;animation:{times[-1]:g}s step-end infinite}}.last{seen}",
        "@media(prefers-reduced-motion:reduce){.f{animation:none}}",
    ]
    groups = []
    for number, ((begun, ended), cells) in enumerate(sorted(changing.items())):
        is_last = ended == len(frames)
        since, until = (f"{100 * times[frame] / times[-1]:.3f}%" for frame in (begun, ended))
        before, after = f"0%{hidden}" if begun else "", "" if is_last else f"{until}{hidden}"
        style.append(f"@keyframes f{number}{{{before}{since}{seen}{after}}}")
        kind = "f last" if is_last else "f"
        groups += [f'<g class="{kind}" style="animation-name:f{number}">', *drawn(cells), "</g>"]
    return _framed(title, below, [f"<style>{''.join(style)}</style>", *groups])


def _framed(title: str, cells: Cells, over: list[str]) -> str:
    """The cells of a screen in the frame of a terminal, and what lies over them."""
    columns, rows = (1 + max(numbers) for numbers in zip(*cells, strict=True))
    width, height = columns * WIDTH + 2 * _MARGIN, rows * HEIGHT + _BAR + _MARGIN
    size = f'width="{width * PIXELS // WIDTH}" height="{height * PIXELS // WIDTH}"'
    buttons = "".join(circle(_MARGIN + 8 + 20 * number, _BAR / 2, 6) for number in range(3))
    return "\n".join(
        [
            *opening(width, height, escape(title), f'{size} font-family="{_FONT}" font-size="{_FONT_SIZE}"'),
            f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="12" fill="{_FRAME}" stroke="{_FRAME_EDGE}"/>',
            f'<path fill="{_FRAME_EDGE}" d="{buttons}"/>',
            f'<text fill="{_FRAME_INK}" x="{width // 2}" y="{_BAR / 2 + 6:g}" text-anchor="middle" font-size="16">',
            f"{escape(title)}</text>",
            f'<g transform="translate({_MARGIN} {_BAR})">',
            *drawn(cells),
            *over,
            "</g>",
            "</svg>",
            "",
        ]
    )


def drawn(cells: Cells) -> list[str]:
    """These cells: a path of each colour for grounds, blocks and lines, circles, and texts, the first at the bottom."""
    grounds: dict[str, list[Box]] = defaultdict(list)
    blocks: dict[str, list[Box]] = defaultdict(list)
    rounds: dict[str, list[str]] = defaultdict(list)
    texts: dict[tuple[str, bool], dict[int, list[tuple[int, str]]]] = defaultdict(lambda: defaultdict(list))
    for (column, row), cell in cells.items():
        x, y = column * WIDTH, row * HEIGHT
        grounds[cell.ground].append((x, y, WIDTH, HEIGHT))
        if not cell.glyph:
            continue
        if boxes := boxes_of(cell.glyph):
            blocks[cell.ink] += [(x + left, y + top, width, height) for left, top, width, height in boxes]
        elif path := round_path(cell.glyph, x, y):
            rounds[cell.ink].append(path)
        else:
            texts[cell.ink, cell.bold][y + _BASE_LINE].append((x, cell.glyph))
    crisp = [
        f'<path fill="{color}" d="{"".join(map(_box_path, merged(boxes)))}"/>'
        for layer in (grounds, blocks)
        for color, boxes in layer.items()
    ]
    return [
        '<g shape-rendering="crispEdges">',
        *crisp,
        "</g>",
        *(f'<path fill="{color}" d="{"".join(paths)}"/>' for color, paths in rounds.items()),
        *(_text(color, is_bold, rows) for (color, is_bold), rows in texts.items()),
    ]


def _text(color: str, is_bold: bool, rows: Mapping[int, list[tuple[int, str]]]) -> str:
    """Each word on its own, for renderers that look at the place of its first glyph only."""
    weight = ' font-weight="bold"' if is_bold else ""
    told = [f'<text fill="{color}"{weight}>']
    for y, glyphs in rows.items():
        for _start, word in groupby(enumerate(glyphs), lambda told: told[1][0] - told[0] * WIDTH):
            placed = [glyph for _number, glyph in word]
            # A place for each unit of UTF-16, as renderers count.
            places = " ".join(str(x) for x, glyph in placed for _unit in range(len(glyph.encode("utf-16-le")) // 2))
            letters = escape("".join(glyph for _x, glyph in placed), quote=False)
            told.append(f'<tspan x="{places}" y="{y}">{letters}</tspan>')
    return "".join([*told, "</text>"])


def _box_path(box: Box) -> str:
    x, y, width, height = box
    return f"M{x} {y}h{width}v{height}h{-width}z"


def merged(boxes: Iterable[Box]) -> list[Box]:
    """The same area in fewer boxes: those beside each other are one, then equally wide ones below each other."""
    rows: list[Box] = []
    for box in sorted(boxes, key=lambda box: (box[1], box[3], box[0])):
        x, y, width, height = box
        if rows and (rows[-1][0] + rows[-1][2], *rows[-1][1::2]) == (x, y, height):
            rows[-1] = (rows[-1][0], y, rows[-1][2] + width, height)
        else:
            rows.append(box)
    whole: list[Box] = []
    for box in sorted(rows, key=lambda box: (box[0], box[2], box[1])):
        x, y, width, height = box
        if whole and (*whole[-1][0::2], whole[-1][1] + whole[-1][3]) == (x, width, y):
            whole[-1] = (x, whole[-1][1], width, whole[-1][3] + height)
        else:
            whole.append(box)
    return whole


# ---- blocks and lines


@cache
def boxes_of(glyph: str) -> tuple[Box, ...]:
    """The boxes of a block or a line, within its cell; none for any other glyph. Raises ValueError where it has no drawing."""
    point = ord(glyph[0])
    if 0x2500 <= point < 0x2580 and " ARC " not in unicodedata.name(glyph):
        return tuple(_lines(unicodedata.name(glyph).removeprefix("BOX DRAWINGS ")))
    if 0x2580 <= point < 0x25A0:
        return tuple(_blocks(point, unicodedata.name(glyph)))
    return ()


def _blocks(point: int, name: str) -> list[Box]:
    if name.startswith("QUADRANT "):
        return [
            (WIDTH // 2 * ("RIGHT" in part), HEIGHT // 2 * ("LOWER" in part), WIDTH // 2, HEIGHT // 2)
            for part in name.split(" AND ")
        ]
    if 0x2581 <= point <= 0x2588:
        height = HEIGHT * (point - 0x2580) // 8
        return [(0, HEIGHT - height, WIDTH, height)]
    if 0x2589 <= point <= 0x258F:
        return [(0, 0, max(WIDTH * (0x2590 - point) // 8, 1), HEIGHT)]
    others = {
        "UPPER HALF BLOCK": (0, 0, WIDTH, HEIGHT // 2),
        "RIGHT HALF BLOCK": (WIDTH // 2, 0, WIDTH // 2, HEIGHT),
        "UPPER ONE EIGHTH BLOCK": (0, 0, WIDTH, HEIGHT // 8),
        "RIGHT ONE EIGHTH BLOCK": (WIDTH - 1, 0, 1, HEIGHT),
    }
    if name not in others:
        raise ValueError(f"no drawing of {name}")
    return [others[name]]


_SIDES = {"LEFT": "L", "UP": "U", "RIGHT": "R", "DOWN": "D", "HORIZONTAL": "LR", "VERTICAL": "UD"}
_STRIPS = {"": [], "LIGHT": [(-1, 2)], "SINGLE": [(-1, 2)], "HEAVY": [(-2, 4)], "DOUBLE": [(-3, 2), (1, 2)]}
"""Where the strips of a line begin, from its middle, and how wide they are."""
_DASHES = {"DOUBLE": 2, "TRIPLE": 3, "QUADRUPLE": 4}


def _lines(name: str) -> list[Box]:
    """The boxes of what Unicode calls BOX DRAWINGS: which arms there are, and how heavy, is told by the rest of the name."""
    if dashed := re.fullmatch(r"(LIGHT|HEAVY) (\w+) DASH (HORIZONTAL|VERTICAL)", name):
        weight, times, way = dashed.groups()
        return _dashes(weight, _DASHES[times], is_upright=way == "VERTICAL")
    arms, weight = dict.fromkeys("LURD", ""), ""
    for part in name.split(" AND "):
        words = part.split()
        weight = next((word for word in words if word in _STRIPS), weight)
        for word in words:
            if word not in _STRIPS and word not in _SIDES:
                raise ValueError(f"no drawing of {name}")
            arms |= dict.fromkeys(_SIDES.get(word, ""), weight)
    boxes = []
    for (side, weight), opposite in zip(arms.items(), "RDLU", strict=True):
        is_across = side in "LR"
        length, breadth = (WIDTH // 2, HEIGHT // 2) if is_across else (HEIGHT // 2, WIDTH // 2)
        crossing = (arms["U"], arms["D"]) if is_across else (arms["L"], arms["R"])
        for offset, width in _STRIPS[weight]:
            # A strip goes over the middle, to meet those that cross it. Where one of a double line runs along there, it ends at
            # that: a double line on the side of the strip, any other where it does not go on.
            met = {crossing[offset > 0]} if weight == "DOUBLE" else {*crossing, *filter(None, [arms[opposite]])}
            reach = max(-start for other in crossing for start, _width in [(0, 0), *_STRIPS[other]])
            over = -1 if met == {"DOUBLE"} else reach
            begin = 0 if side in "LU" else length - over
            strip = (begin, breadth + offset, length + over, width)
            boxes.append(strip if is_across else (strip[1], strip[0], strip[3], strip[2]))
    return boxes


def _dashes(weight: str, times: int, *, is_upright: bool) -> list[Box]:
    ((offset, width),) = _STRIPS[weight]
    length = (HEIGHT if is_upright else WIDTH) // times
    gap = max(length // 3, 1)
    if is_upright:
        return [(WIDTH // 2 + offset, number * length + gap // 2, width, length - gap) for number in range(times)]
    return [(number * length + gap // 2, HEIGHT // 2 + offset, length - gap, width) for number in range(times)]


# ---- what is round, or slanting

_RINGS = {"●": (5,), "○": (5, 3.5), "◉": (5, 3.6, 2.2), "•": (2.7,), "◦": (2.7, 1.4)}
"""From without to within: circles, each of which is a hole in the one before."""
_TIPS = {"▲": "l5 10h-10z", "▼": "l-5 -10h10z", "▶": "l-9 5v-10z", "◀": "l9 -5v10z"}
"""Triangles, from their tips."""
_TIP_AT = {"▲": (6, 7), "▼": (6, 17), "▶": (10.5, 12), "◀": (1.5, 12)}
_ARCS = {"╭": (1, 1), "╮": (-1, 1), "╰": (1, -1), "╯": (-1, -1)}
"""Where round corners lead to."""


def round_path(glyph: str, x: int, y: int) -> str:
    """The path of a pip, a dot of braille, a triangle or a round corner in a cell that begins here; empty for any other."""
    middle_x, middle_y = x + WIDTH // 2, y + HEIGHT // 2
    if glyph in _RINGS:
        return "".join(
            circle(middle_x, middle_y, radius, is_hole=bool(number % 2)) for number, radius in enumerate(_RINGS[glyph])
        )
    if glyph in _TIPS:
        tip_x, tip_y = _TIP_AT[glyph]
        return f"M{x + tip_x:g} {y + tip_y:g}{_TIPS[glyph]}"
    if glyph in _ARCS:
        right, down = _ARCS[glyph]
        radius, end_y = WIDTH // 2, y + HEIGHT * (down > 0)
        outer, inner = radius + 1, radius - 1
        end_x = middle_x + right * radius
        is_left = int(right * down < 0)
        return (
            f"M{middle_x - right} {end_y}V{middle_y + down * radius}"
            f"A{outer} {outer} 0 0 {1 - is_left} {end_x} {middle_y - down}v{2 * down}"
            f"A{inner} {inner} 0 0 {is_left} {middle_x + right} {middle_y + down * radius}V{end_y}z"
        )
    if 0x2800 <= ord(glyph[0]) < 0x2900:
        # The first six dots go down the two columns, the last two lie below them.
        places = [*((column, row) for column in (0, 1) for row in range(3)), (0, 3), (1, 3)]
        dots = (place for number, place in enumerate(places) if ord(glyph[0]) >> number & 1)
        return "".join(circle(x + 3 + 6 * column, y + 3 + 6 * row, 2) for column, row in dots)
    return ""


def circle(x: float, y: float, radius: float, *, is_hole: bool = False) -> str:
    """The path of a circle around a point; one that goes the other way round is a hole in what lies under it."""
    half = f"a{radius:g} {radius:g} 0 1 {int(not is_hole)}"
    return f"M{x - radius:g} {y:g}{half} {2 * radius:g} 0{half} {-2 * radius:g} 0z"


def frames_of(shown: Sequence[tuple[float, Screen]], ended: float, shortest: float) -> list[Frame]:
    """The frames of what has been seen from which moment on; what is not seen for long enough is taken for what was before."""
    frames: list[Frame] = []
    for (since, screen), (until, _next) in pairwise([*shown, (ended, ())]):
        seconds = round(until - since, 3)
        if frames and (seconds < shortest or screen == frames[-1][0]):
            frames[-1] = (frames[-1][0], round(frames[-1][1] + seconds, 3))
        else:
            frames.append((screen, seconds))
    return frames
