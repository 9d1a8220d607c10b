"""What the drawn pictures share: how one begins and ends, boxes, and texts.

A picture has a ground of its own, so that it can be read on a light page and on a dark one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

GROUND, LINE, NOTE = "#f3f1e7", "#33463e", "#55605a"
"""The ground, arrows on it, and words on it."""
DARK, EDGE, BRIGHT, FAINT = "#14251f", "#e0a93b", "#f2ecd6", "#9fb3a8"
"""A box, its edge, and words in it."""

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, width and height, in pixels."""


def whole(width: int, height: int, title: str, rows: Iterable[str]) -> str:
    """A picture of this size; `rows` are what is drawn on its ground, the first at the bottom."""
    ground = [
        *opening(width, height, title, 'font-family="sans-serif"'),
        '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto">',
        f'<path d="M0 0 L10 5 L0 10 z" fill="{LINE}"/></marker></defs>',
        f'<rect width="{width}" height="{height}" fill="{GROUND}"/>',
    ]
    return "\n".join([*ground, *rows, "</svg>", ""])


def opening(width: int, height: int, title: str, more: str) -> list[str]:
    """How a picture of this size begins; `more` are further attributes of it."""
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {more}>',
        f"<title>{title}</title>",
    ]


def rect(box: Box, fill: str, more: str) -> str:
    """A box with round corners; `more` are further attributes of it."""
    x, y, width, height = box
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="9" fill="{fill}" {more}/>'


def dark_box(box: Box) -> str:
    """A box that words stand in."""
    return rect(box, DARK, f'stroke="{EDGE}"')


def text(x: float, y: float, words: str, size: int, fill: str, anchor: str = "middle") -> str:
    """Words with their base line at `y`; `anchor` says what of them is at `x`: start, middle or end."""
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{fill}" text-anchor="{anchor}">{words}</text>'


def arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """An arrow from point to point."""
    return (
        f'<line x1="{start[0]:.0f}" y1="{start[1]:.0f}" x2="{end[0]:.0f}" y2="{end[1]:.0f}" '
        f'stroke="{LINE}" stroke-width="1.6" marker-end="url(#tip)"/>'
    )
