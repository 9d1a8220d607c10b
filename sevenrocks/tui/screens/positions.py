"""Positions drawn on a page of text."""

from __future__ import annotations

from sevenrocks.drawing.geometry import arrange
from sevenrocks.drawing.paint import paint
from sevenrocks.drawing.shapes import DIGITS
from sevenrocks.drawing.tiles import Look
from sevenrocks.engine.rules import award_for
from sevenrocks.i18n import _
from sevenrocks.notation import parse_position
from sevenrocks.telling.sentences import points_words, terms_words, tile_words
from sevenrocks.tui.theme import ON_FELT
from sevenrocks.tui.widgets.painted import Piece, row_width

from .page import PAGE_WIDTH

_PICTURE = (PAGE_WIDTH, 13)


def position_rows(text: str, *, look: Look) -> list[list[Piece]]:
    """A position on a strip of felt, with its count and award below: ivory on paper vanishes, and so do rings."""
    layout = parse_position(text)
    last = layout.joints[-1].tile
    painted = paint(arrange(layout, *_PICTURE, sizes=(DIGITS,)), layout, look=look, last=last)
    drawn = [row for row in painted if any(run.strip() for run, _role in row)]
    margin: list[Piece] = [(" " * PAGE_WIDTH, "felt" + ON_FELT)]
    rows = [margin, *([(run, role + ON_FELT) for run, role in row] for row in drawn), margin]
    told = _("played {tile}:  {terms}").format(tile=tile_words(last), terms=terms_words(layout))
    award = award_for(layout.count)
    caption: list[Piece] = [(told + "  ", "plain"), (points_words(award), "award" if award else "faint")]
    return [*rows, [(" " * ((PAGE_WIDTH - row_width(caption)) // 2), "felt"), *caption], []]
