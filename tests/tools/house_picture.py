"""Draws the rooms of the house and the order of their imports, from the contracts in pyproject.toml: `make pictures`."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from typing import TypeAlias

from help.places import ASSETS, ROOT
from tools.svg import BRIGHT, FAINT, NOTE, arrow, dark_box, rect, text, whole

PICTURE = ASSETS / "house.svg"

Layers: TypeAlias = list[list[str]]
"""From the top down; what stands in one layer is independent of each other."""

_WIDTH = 1120
_TOP, _SIDE, _LEFT = 64, 18, 48
"""Room above the first layer, at the right, and at the left, where the arrow stands."""
_GAP = 10
_LOW, _HIGH = 40, 70
"""Rows of a layer whose rooms have no order of their own inside, and of others."""
_CHIP, _BETWEEN = 24, 16
"""The height of what is in a room, and the space between two of it."""
_NAME_SIZE, _CHIP_SIZE = 17, 12
_CHARACTER = 0.57
"""The width of a character, in sizes of its font: rather too much in most fonts."""


def picture() -> str:
    """The picture, as SVG. Raises ValueError where a layer has no room."""
    contracts = {
        contract["containers"][0]: [layer.split(" | ") for layer in contract["layers"]]
        for contract in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
        if contract["type"] == "layers"
    }
    rows: list[str] = []
    y = _TOP
    for rooms in contracts["sevenrocks"]:
        insides = [contracts.get(f"sevenrocks.{room}", []) for room in rooms]
        height = _HIGH if any(insides) else _LOW
        x = _LEFT
        for room, inside, width in zip(rooms, insides, _widths(rooms, insides), strict=True):
            rows.append(dark_box((x, y, width, height)))
            middle = x + width // 2
            if inside:
                rows += [text(middle, y + 24, _file_of(room), _NAME_SIZE, BRIGHT), *_chips(inside, middle, y + 36)]
            else:
                rows.append(text(middle, y + height // 2 + 6, _file_of(room), _NAME_SIZE, BRIGHT))
            x += width + _GAP
        y += height + _GAP
    told = [
        text(_LEFT, 30, "sevenrocks/", _NAME_SIZE, NOTE, "start"),
        text(
            _LEFT,
            50,
            "A room imports from those below it alone; rooms side by side know nothing of each other.",
            13,
            NOTE,
            "start",
        ),
        text(_WIDTH - _SIDE, 50, "Inside a room: from what stands to the right.", 13, NOTE, "end"),
        arrow((_LEFT // 2, _TOP), (_LEFT // 2, y - _GAP)),
    ]
    return whole(_WIDTH, y + _SIDE - _GAP, "The rooms of the house, and which of them may import which", [*told, *rows])


def _file_of(room: str) -> str:
    """A room as its folder or file is called."""
    return f"{room}/" if (ROOT / "sevenrocks" / room).is_dir() else f"{room}.py"


def _widths(rooms: Sequence[str], insides: Sequence[Layers]) -> list[int]:
    """How wide each room of a layer is: as much as it needs, and an equal share of what is left."""
    needed = [
        max(_width_of(_file_of(room), _NAME_SIZE), _width_of_chips(inside)) + 2 * _GAP
        for room, inside in zip(rooms, insides, strict=True)
    ]
    left = _WIDTH - _LEFT - _SIDE - _GAP * (len(rooms) - 1) - sum(needed)
    if left < 0:
        raise ValueError(f"no room for {rooms}")
    return [width + left // len(rooms) for width in needed]


def _width_of(words: str, size: int) -> int:
    return round(len(words) * size * _CHARACTER)


def _width_of_chip(names: Sequence[str]) -> int:
    return _width_of(" · ".join(names), _CHIP_SIZE) + _GAP


def _width_of_chips(inside: Layers) -> int:
    return sum(map(_width_of_chip, inside)) + _BETWEEN * max(len(inside) - 1, 0)


def _chips(inside: Layers, middle: int, y: int) -> list[str]:
    """What is in a room, the top of its order at the left."""
    rows: list[str] = []
    x = middle - _width_of_chips(inside) // 2
    for names in inside:
        width = _width_of_chip(names)
        if rows:
            rows.append(text(x - _BETWEEN / 2, y + 16, "&gt;", 14, FAINT))
        rows.append(rect((x, y, width, _CHIP), "#1f3a31", 'stroke="#33554a"'))
        rows.append(text(x + width / 2, y + 16, " · ".join(names), _CHIP_SIZE, BRIGHT))
        x += width + _BETWEEN
    return rows


def main() -> None:
    """Draw it anew."""
    PICTURE.write_text(picture(), "utf-8")


if __name__ == "__main__":
    main()
