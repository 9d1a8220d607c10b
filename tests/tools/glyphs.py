"""Glyphs that are drawn and not set as text, so that they join: blocks, lines, pips, dots of braille, triangles."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from tools.svg import Box

WIDTH, HEIGHT = 12, 24
"""A cell, in units: whole numbers for halves, quadrants, and lines of whole widths."""

# ---- blocks and lines


@cache
def boxes_of(glyph: str) -> tuple[Box, ...]:
    """The boxes of a block or a line, within its cell; none for any other glyph. Raises ValueError where it has no drawing."""
    point = ord(glyph[0])
    if 0x2500 <= point < 0x2580 and not re.search(" ARC | DIAGONAL ", unicodedata.name(glyph)):
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
