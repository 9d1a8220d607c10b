"""A count in large figures, with what it brings on a plate beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from rich.cells import cell_len

from sevenrocks.drawing import letters
from sevenrocks.i18n import N_, _
from sevenrocks.tui.moment import Frame, Moment

from .painted import Piece, fit, row_width

Block: TypeAlias = list[list[Piece]]
"""Rows of one width."""

_WORDS = {25: N_("twenty-five!"), 30: N_("thirty!"), 35: N_("thirty-five!")}
"""What is said of counts that are celebrated; no layout counts more."""
_MARGIN = 2
_SPARKS = 4
"""Columns from one spark to the next."""


def figures(moment: Moment, score: str, frame: Frame, *, ascii_only: bool) -> Iterator[Block]:
    """The count as large figures, from the largest way to show it to the smallest; `score` is what the pair has now."""
    plate = [f"+{moment.award}", score]
    if moment.award in _WORDS:
        plate.append(_(_WORDS[moment.award]))
    terms = _parts(moment)
    for size, pad in ((letters.Size.WHOLE, 1), (letters.Size.HALF, 1), (letters.Size.HALF, 0)):
        yield _block(terms, plate, frame, size, pad, ascii_only=ascii_only)
    for pad in (1, 0):
        yield _block(terms[-1:], plate, frame, letters.Size.HALF, pad, ascii_only=ascii_only)


def _parts(moment: Moment) -> list[Piece]:
    """Terms, signs and the sum; a single term is the sum."""
    parts: list[Piece] = []
    for term in moment.terms if len(moment.terms) > 1 else ():
        parts += [("+", "figure-sign"), (str(term), "figure")]
    return [*parts[1:], *([("=", "figure-sign")] if parts else []), (str(moment.total), "figure-sum")]


def _block(
    parts: Sequence[Piece], plate: Sequence[str], frame: Frame, size: letters.Size, pad: int, *, ascii_only: bool
) -> Block:
    gap = "  " if size is letters.Size.WHOLE or ascii_only else " "
    drawn = [([text] if ascii_only else letters.draw(text, size), role) for text, role in parts]
    high = max(len(drawn[0][0]), len(plate))
    rows: Block = []
    for y in range(high):
        row: list[Piece] = [(" " * _MARGIN, "figure")]
        for number, (lines, role) in enumerate(drawn):
            at = y - (high - len(lines)) // 2
            line = lines[at] if 0 <= at < len(lines) else " " * len(lines[0])
            row += [*([(gap, "figure")] if number else []), (line, role)]
        rows.append([*row, (" " * _MARGIN, "figure")])
    wide = row_width(rows[0])
    around = [[(_sparks(wide, frame.sparks + y, ascii_only=ascii_only), "figure-spark")] for y in range(2)]
    if not frame.sparks:
        around = [[(" " * wide, "figure")], [(" " * wide, "figure")]]
    rows = [*around[:pad], *rows, *around[1 : 1 + pad]]
    above = (len(rows) - len(plate) + 1) // 2
    beside = max(map(cell_len, plate)) + 2 * _MARGIN
    for y, row in enumerate(rows):
        text = plate[y - above] if above <= y < above + len(plate) else ""
        left = (beside - cell_len(text)) // 2
        row.append((fit(" " * left + text, beside), "won"))
    return rows


def _sparks(width: int, shift: int, *, ascii_only: bool) -> str:
    spark = "*" if ascii_only else "•"
    return "".join(spark if (x + 2 * shift) % _SPARKS == 0 else " " for x in range(width))
