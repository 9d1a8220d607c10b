"""The score board on end, as it lies on a table: who is higher up is further."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from rich.cells import cell_len

from sevenrocks.drawing import letters
from sevenrocks.engine.seats import Partnership, Scores
from sevenrocks.i18n import _
from sevenrocks.telling.seats import pair_letters

from .painted import Piece, apart

GROUP = 5
"""Holes between two numbers."""
_MOST_STRAIGHT = 25
"""Holes up to which there is one street; beyond, there is one up the outside, and one home on the inside."""
_STRAIGHT = {Partnership.NS: (6,), Partnership.EW: (19,)}
_ROUND = {Partnership.NS: (4, 9), Partnership.EW: (21, 16)}
"""In which columns the holes stand: out, and home."""
_MIDDLE = 12
_OTHER = {
    "wood": "wood-other",
    "hole": "hole-other",
    "edge": "edge-other",
    "brass": "brass-other",
    "ns-wood": "ns-wood-other",
    "ew-wood-tall": "ew-wood",
}
"""The grain of the wood: every other row is a little lighter."""
_ROLES = {Partnership.NS: "ns-wood", Partnership.EW: "ew-wood-tall"}


class _Look:
    """The characters of a board."""

    def __init__(self, *, is_ascii: bool) -> None:
        self.front, self.back, self.hole = ("@", "o", ".") if is_ascii else ("●", "○", "•")
        self.wall = "||" if is_ascii else "▐▌"
        self.bend = ("+", "-", "+") if is_ascii else ("▗", "▄", "▖")
        self.sides = ("|", "|") if is_ascii else ("▌", "▐")
        self.top = ("+", "-", "+") if is_ascii else ("▛", "▀", "▜")
        self.bottom = ("+", "-", "+") if is_ascii else ("▙", "▄", "▟")


class _Rows:
    """Rows of wood to write on."""

    def __init__(self, width: int, look: _Look) -> None:
        self._width = width
        self._look = look
        self._rows: list[list[tuple[str, str]]] = []

    def __len__(self) -> int:
        return len(self._rows)

    def add(self, *told: tuple[int, str, str]) -> None:
        """A row with texts at these columns, in these roles."""
        row = [(" ", "wood")] * self._width
        for at, text, role in (*told, (0, self._look.sides[0], "edge"), (self._width - 1, self._look.sides[1], "edge")):
            row[at : at + len(text)] = [(character, role) for character in text]
        self._rows.append(row)

    def edge(self, characters: tuple[str, str, str]) -> None:
        """The upper or the lower edge."""
        one, between, other = characters
        self.add((0, one + between * (self._width - 2) + other, "edge"))
        self._rows[-1][0], self._rows[-1][-1] = (one, "edge"), (other, "edge")

    def painted(self) -> Iterator[list[Piece]]:
        """The rows with their grain."""
        for number, row in enumerate(self._rows):
            roles = [(text, role if number % 2 else _OTHER.get(role, role)) for text, role in row]
            yield [("".join(text for text, _role in run), role) for role, run in groupby(roles, key=itemgetter(1))]


@dataclass(frozen=True, slots=True)
class Board:
    """What stands on a board."""

    target: int
    hole: int
    """The points from one hole to the next."""
    holes: int
    shown: Scores
    backs: Scores
    """The scores before."""
    is_ascii: bool

    def rows(self, width: int, height: int) -> list[list[Piece]]:
        """The board in a frame, as high as there is room: its streets, and both scores in large figures at the foot."""
        look = _Look(is_ascii=self.is_ascii)
        rows, figures = _Rows(width, look), self._figures(width)
        rows.edge(look.top)
        title = _("first to {n}").format(n=self.target)
        rows.add(((width - cell_len(title)) // 2, title, "wood"))
        self._streets(rows, look, height - len(rows) - len(figures) - 7)
        while len(rows) < height - len(figures) - 1:
            rows.add()
        for told in figures:
            rows.add(*told)
        rows.edge(look.bottom)
        return list(rows.painted())

    def _streets(self, rows: _Rows, look: _Look, room: int) -> None:
        """The bend or the goal, all holes with their numbers in this many rows, the start, and a hole before it."""
        is_straight = self.holes <= _MOST_STRAIGHT
        climb = self.holes if is_straight else GROUP * -(-self.holes // (2 * GROUP))
        numbers = (climb - 1) // GROUP
        step = max(room // (climb + numbers), 1)
        spare = max(room - step * (climb + numbers), 0)
        wall = (_MIDDLE, look.wall, "hole")

        def blank(number: int) -> None:
            for _row in range(number):
                rows.add(wall)

        for told in self._top(look, climb, is_straight=is_straight):
            rows.add(*told)
        if not numbers:
            blank(spare)
        for high in range(climb, 0, -1):
            rows.add(wall, *self._rung(look, high, climb, is_straight=is_straight))
            blank(step - 1)
            if high % GROUP == 1 and high > 1:
                # What is left over sets the groups further apart.
                number = numbers - (high - 1) // GROUP
                free = spare * (number + 1) // numbers - spare * number // numbers
                blank(free // 2)
                rows.add(wall, *self._numbers(high, climb, is_straight=is_straight))
                blank(step - 1 + free - free // 2)
        rows.add(*self._rung(look, 0, climb, is_straight=is_straight))
        rows.add()
        rows.add(*self._before(look, is_straight=is_straight))

    def _columns(self, *, is_straight: bool) -> Iterator[tuple[Partnership, tuple[int, ...]]]:
        yield from (_STRAIGHT if is_straight else _ROUND).items()

    def _top(self, look: _Look, climb: int, *, is_straight: bool) -> tuple[list[tuple[int, str, str]], ...]:
        """The goal at the end of a straight street; else the bend, with its number above it."""
        numbers: list[tuple[int, str, str]] = []
        ends: list[tuple[int, str, str]] = []
        for _pair, columns in self._columns(is_straight=is_straight):
            if is_straight:
                ends.append(_below(columns[0], str(self.target), "brass"))
            else:
                left, between, right = look.bend
                turn, at, wide = str(climb * self.hole), min(columns), max(columns) - min(columns) + 1
                numbers.append((at + (wide - len(turn)) // 2, turn, "wood"))
                ends.append((at, left + between * (wide - 2) + right, "hole"))
        return numbers, ends

    def _rung(self, look: _Look, high: int, climb: int, *, is_straight: bool) -> Iterator[tuple[int, str, str]]:
        """The holes on one height; below the last of them the goal."""
        for pair, columns in self._columns(is_straight=is_straight):
            yield columns[0], *self._hole_told(look, pair, high)
            if is_straight:
                continue
            home = 2 * climb + 1 - high
            if home <= self.holes and high:
                yield columns[1], *self._hole_told(look, pair, home)
            elif (high and home == self.holes + 1 and self.holes % GROUP) or (not high and 2 * climb == self.holes):
                yield _below(columns[1], str(self.target), "brass")

    def _numbers(self, high: int, climb: int, *, is_straight: bool) -> Iterator[tuple[int, str, str]]:
        """The scores between two groups of holes: of the hole below on the way out, of the one above on the way home."""
        for _pair, columns in self._columns(is_straight=is_straight):
            yield _below(columns[0], str((high - 1) * self.hole), "wood")
            home = 2 * climb + 1 - high
            if not is_straight and home < self.holes:
                yield _below(columns[1], str(home * self.hole), "wood")
            elif not is_straight and home == self.holes:
                yield _below(columns[1], str(self.target), "brass")

    def _before(self, look: _Look, *, is_straight: bool) -> Iterator[tuple[int, str, str]]:
        """A hole before the start for whoever has less than nothing."""
        for pair, columns in self._columns(is_straight=is_straight):
            yield columns[0], *self._hole_told(look, pair, -1)
            if self.shown[pair] < 0:
                yield columns[0] - 2, "-", _ROLES[pair]

    def _hole_told(self, look: _Look, pair: Partnership, hole: int) -> tuple[str, str]:
        front, back = self._peg(self.shown[pair]), self._peg(self.backs[pair])
        if hole == front:
            return look.front, _ROLES[pair]
        if hole == back:
            return look.back, _ROLES[pair]
        return look.hole, _ROLES[pair] if min(front, back) < hole < max(front, back) else "hole"

    def _peg(self, score: int) -> int:
        """The hole in which the peg of this score stands, from -1, which is that before the start."""
        return -1 if score < 0 else min(score // self.hole, self.holes)

    def _figures(self, width: int) -> list[list[tuple[int, str, str]]]:
        """Both scores in large figures, and what is left."""
        left = 2
        right = width - 2
        size = letters.Size.PLAIN if self.is_ascii else letters.Size.HALF
        texts = {pair: str(self.shown[pair]) for pair in Partnership}
        wide = sum(letters.width(text, size) for text in texts.values())
        drawn = {pair: letters.draw(text, size) for pair, text in texts.items()}
        aside = 0
        if wide + 1 > width - 2:
            # The rows stay, so that no hole moves when a score grows.
            drawn = {
                pair: [apart(texts[pair], width) if at == len(rows) // 2 else "" for at in range(len(rows))]
                for pair, rows in drawn.items()
            }
        elif wide + 1 > right - left:
            # They stand right within the edges, so that they are parted.
            aside = 1
        ns, ew = Partnership
        rows = [
            [(left - aside, one.rstrip(), _ROLES[ns]), (right + aside - len(other), other, _ROLES[ew])]
            for one, other in zip(drawn[ns], drawn[ew], strict=True)
        ]
        names = [pair_letters(pair) for pair in Partnership]
        rows.append([(left, names[0], _ROLES[ns]), (right - cell_len(names[1]), names[1], _ROLES[ew])])
        togo = [max(self.target - self.shown[pair], 0) for pair in Partnership]
        told = [_("{n} to go").format(n=number) for number in togo]
        if sum(map(cell_len, told)) + 2 > right - left:
            told = list(map(str, togo))
        rows.append([(left, told[0], "wood"), (right - cell_len(told[1]), told[1], "wood")])
        return rows


def _below(column: int, text: str, role: str) -> tuple[int, str, str]:
    """A number in the middle of a column."""
    return column - (len(text) - 1) // 2 - (len(text) == 2), text, role
