"""Draws screens cell by cell, as terminals do, as SVG: one that stands still, or several that follow each other.

Grounds, blocks and lines are drawn on whole coordinates and without smoothing, so that they join without seams; pips and dots
are circles. All else is text of which every glyph has the place of its cell, whatever font there is, so that no space counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from itertools import accumulate, groupby, pairwise
from typing import NamedTuple, TypeAlias

from rich.cells import cell_len
from rich.color import Color
from rich.segment import Segment

from tools.glyphs import HEIGHT, WIDTH, boxes_of, circle, round_path
from tools.svg import Box, opening

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
