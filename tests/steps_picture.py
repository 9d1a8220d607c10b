"""Draws what a sitting waits for, and what comes after it, from `sevenrocks.sitting.FOLLOWS`: `make pictures`."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from sevenrocks.sitting import (
    ANSWERS,
    FOLLOWS,
    BotThinks,
    Call,
    Choose,
    Cut,
    Drawn,
    HandOver,
    Knock,
    Settled,
    Step,
    Told,
    Won,
)

PICTURE = Path(__file__).parent.parent / "assets" / "steps.svg"

_WIDTH, _HEIGHT = 1000, 470
_BOX = (124, 54)
_PLACES: dict[type[Step], tuple[int, int]] = {
    Cut: (90, 70),
    Drawn: (90, 210),
    HandOver: (330, 70),
    Choose: (550, 70),
    BotThinks: (440, 190),
    Knock: (440, 300),
    Call: (860, 70),
    Told: (860, 252),
    Settled: (440, 415),
    Won: (860, 415),
}
"""The middle of each step's box. A step without a place cannot be drawn, and the test says so."""

_TURN = (HandOver, Choose, BotThinks, Knock)
_FRAME = (238, 22, 404, 322)
"""The frame around whatever a turn may begin with."""


def picture() -> str:
    """The picture, as SVG."""
    if set(_PLACES) != set(get_args(Step)):
        raise ValueError("a step has no place in the picture")
    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif">',
        "<title>What a match at the table waits for, and what comes after it</title>",
        '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto">',
        '<path d="M0 0 L10 5 L0 10 z" fill="#33463e"/></marker></defs>',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#f3f1e7"/>',
        _rect(_FRAME, "none", 'stroke="#8a9a90" stroke-dasharray="6 5"'),
        _text(_FRAME[0] + 14, _FRAME[1] + _FRAME[3] - 12, "a turn", 14, "#55605a", "start"),
    ]
    for step, ways in FOLLOWS.items():
        begins_turn = step not in _TURN and set(ways) >= {HandOver, Choose, BotThinks}
        if begins_turn:
            rows.append(_arrow(_box_of(step), _FRAME))
        others = (following for following in ways if not (begins_turn and following in _TURN))
        rows += [_arrow(_box_of(step), _box_of(following)) for following in others]
    for step, (x, y) in _PLACES.items():
        rows.append(_rect(_box_of(step), "#14251f", 'stroke="#e0a93b"'))
        rows.append(_text(x, y - 3, step.__name__, 17, "#f2ecd6"))
        rows.append(_text(x, y + 16, " · ".join(ANSWERS[step]) or "the end", 12, "#9fb3a8"))
    return "\n".join([*rows, "</svg>", ""])


def _box_of(step: type[Step]) -> tuple[int, int, int, int]:
    (x, y), (width, height) = _PLACES[step], _BOX
    return x - width // 2, y - height // 2, width, height


def _arrow(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> str:
    """An arrow from the edge of a box to the edge of another one."""
    start = _edge(one, _toward(other, one))
    end = _edge(other, _toward(one, other))
    return (
        f'<line x1="{start[0]:.0f}" y1="{start[1]:.0f}" x2="{end[0]:.0f}" y2="{end[1]:.0f}" '
        'stroke="#33463e" stroke-width="1.6" marker-end="url(#tip)"/>'
    )


def _middle(box: tuple[int, int, int, int]) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def _toward(box: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> tuple[float, float]:
    """The point of a large box that is nearest to the middle of the other; the middle of a small one."""
    if box != _FRAME:
        return _middle(box)
    x, y = _middle(other)
    return min(max(x, box[0]), box[0] + box[2]), min(max(y, box[1]), box[1] + box[3])


def _edge(box: tuple[int, int, int, int], toward: tuple[float, float]) -> tuple[float, float]:
    """Where the way from a box to a point leaves it."""
    if box == _FRAME:
        return _toward(box, (int(toward[0]), int(toward[1]), 0, 0))
    x, y = _middle(box)
    dx, dy = toward[0] - x, toward[1] - y
    share = min(box[2] / 2 / abs(dx) if dx else 9.0, box[3] / 2 / abs(dy) if dy else 9.0)
    return x + dx * share, y + dy * share


def _rect(box: tuple[int, int, int, int], fill: str, more: str) -> str:
    x, y, width, height = box
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="9" fill="{fill}" {more}/>'


def _text(x: float, y: float, text: str, size: int, fill: str, anchor: str = "middle") -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{fill}" text-anchor="{anchor}">{text}</text>'


def main() -> None:
    """Draw it anew."""
    PICTURE.write_text(picture(), "utf-8")


if __name__ == "__main__":
    main()
