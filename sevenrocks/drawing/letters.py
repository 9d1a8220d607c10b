"""Large letters and figures, of whole or of half cells, to be read across a table."""

from __future__ import annotations

from enum import Enum

_ROWS = 5
"""The height of every letter, in dots."""

_DOTS = {
    "A": "### #.# ### #.# #.#",
    "B": "##. #.# ##. #.# ##.",
    "C": "### #.. #.. #.. ###",
    "D": "##. #.# #.# #.# ##.",
    "E": "### #.. ##. #.. ###",
    "F": "### #.. ##. #.. #..",
    "G": "### #.. #.# #.# ###",
    "H": "#.# #.# ### #.# #.#",
    "I": "### .#. .#. .#. ###",
    "J": "..# ..# ..# #.# ###",
    "K": "#.# #.# ##. #.# #.#",
    "L": "#.. #.. #.. #.. ###",
    "M": "#...# ##.## #.#.# #...# #...#",
    "N": "#..# ##.# #.## #..# #..#",
    "O": "### #.# #.# #.# ###",
    "P": "### #.# ### #.. #..",
    "Q": "### #.# #.# ### ..#",
    "R": "##. #.# ##. #.# #.#",
    "S": "### #.. ### ..# ###",
    "T": "### .#. .#. .#. .#.",
    "U": "#.# #.# #.# #.# ###",
    "V": "#.# #.# #.# #.# .#.",
    "W": "#...# #...# #.#.# ##.## #...#",
    "X": "#.# #.# .#. #.# #.#",
    "Y": "#.# #.# ### .#. .#.",
    "Z": "### ..# .#. #.. ###",
    "0": "### #.# #.# #.# ###",
    "1": ".#. ##. .#. .#. ###",
    "2": "### ..# ### #.. ###",
    "3": "### ..# .## ..# ###",
    "4": "#.# #.# ### ..# ..#",
    "5": "### #.. ### ..# ###",
    "6": "### #.. ### #.# ###",
    "7": "### ..# ..# ..# ..#",
    "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ###",
    "+": "... .#. ### .#. ...",
    "-": "... ... ### ... ...",
    "=": "... ### ... ### ...",
    "!": "# # # . #",
    ".": ". . . . #",
    "'": "# # . . .",
    "&": ".#. #.# .#. #.# .##",
    " ": ".. .. .. .. ..",
}
"""The rows of each letter."""


class Size(Enum):
    """How large a dot is."""

    WHOLE = "two columns, one row"
    HALF = "one column, half a row"
    PLAIN = "one column, one row, in plain ASCII"


def is_drawn(text: str) -> bool:
    """Whether there is a drawing of every letter. Two capitals do not stand for one letter, as for a sharp s."""
    return all(letter.upper() in _DOTS for letter in text)


def width(text: str, size: Size) -> int:
    """The columns that a text takes."""
    dots = sum(len(_DOTS[letter].split()[0]) + 1 for letter in text.upper()) - 1
    return dots * (2 if size is Size.WHOLE else 1)


def draw(text: str, size: Size, *, hangs: bool = True) -> list[str]:
    """The rows of a text that `is_drawn`: five, or three of half cells, of which the last half is empty, or else the first."""
    letters = [_DOTS[letter].split() for letter in text.upper()]
    rows = [".".join(letter[row] for letter in letters) for row in range(_ROWS)]
    if size is Size.WHOLE:
        return ["".join("██" if dot == "#" else "  " for dot in row) for row in rows]
    if size is Size.PLAIN:
        return [row.replace(".", " ") for row in rows]
    halves = {("#", "#"): "█", ("#", "."): "▀", (".", "#"): "▄", (".", "."): " "}
    rows.insert(len(rows) if hangs else 0, "." * len(rows[0]))
    return ["".join(halves[pair] for pair in zip(*rows[at : at + 2], strict=True)) for at in range(0, len(rows), 2)]
