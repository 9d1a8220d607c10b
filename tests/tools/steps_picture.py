"""Draws what a sitting waits for, and what comes after it, from `sevenrocks.sitting.FOLLOWS`: `make pictures`."""

from __future__ import annotations

from typing import get_args

from help.places import ASSETS
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
from tools.svg import BRIGHT, FAINT, NOTE, Box, arrow, dark_box, rect, text, whole

PICTURE = ASSETS / "steps.svg"

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
        rect(_FRAME, "none", 'stroke="#8a9a90" stroke-dasharray="6 5"'),
        text(_FRAME[0] + 14, _FRAME[1] + _FRAME[3] - 12, "a turn", 14, NOTE, "start"),
    ]
    for step, ways in FOLLOWS.items():
        begins_turn = step not in _TURN and set(ways) >= {HandOver, Choose, BotThinks}
        if begins_turn:
            rows.append(_arrow(_box_of(step), _FRAME))
        others = (following for following in ways if not (begins_turn and following in _TURN))
        rows += [_arrow(_box_of(step), _box_of(following)) for following in others]
    for step, (x, y) in _PLACES.items():
        rows.append(dark_box(_box_of(step)))
        rows.append(text(x, y - 3, step.__name__, 17, BRIGHT))
        rows.append(text(x, y + 16, " · ".join(ANSWERS[step]) or "the end", 12, FAINT))
    return whole(_WIDTH, _HEIGHT, "What a match at the table waits for, and what comes after it", rows)


def _box_of(step: type[Step]) -> Box:
    (x, y), (width, height) = _PLACES[step], _BOX
    return x - width // 2, y - height // 2, width, height


def _arrow(one: Box, other: Box) -> str:
    """An arrow from the edge of a box to the edge of another one."""
    return arrow(_edge(one, _toward(other, one)), _edge(other, _toward(one, other)))


def _middle(box: Box) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def _toward(box: Box, other: Box) -> tuple[float, float]:
    """The point of a large box that is nearest to the middle of the other; the middle of a small one."""
    if box != _FRAME:
        return _middle(box)
    x, y = _middle(other)
    return min(max(x, box[0]), box[0] + box[2]), min(max(y, box[1]), box[1] + box[3])


def _edge(box: Box, toward: tuple[float, float]) -> tuple[float, float]:
    """Where the way from a box to a point leaves it."""
    if box == _FRAME:
        return _toward(box, (int(toward[0]), int(toward[1]), 0, 0))
    x, y = _middle(box)
    dx, dy = toward[0] - x, toward[1] - y
    share = min(box[2] / 2 / abs(dx) if dx else 9.0, box[3] / 2 / abs(dy) if dy else 9.0)
    return x + dx * share, y + dy * share


def main() -> None:
    """Draw it anew."""
    PICTURE.write_text(picture(), "utf-8")


if __name__ == "__main__":
    main()
