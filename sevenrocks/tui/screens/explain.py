"""Why the layout counts what it counts."""

from __future__ import annotations

from sevenrocks.engine.layout import Layout
from sevenrocks.engine.rules import AWARD_STEP, SIDES, award_for
from sevenrocks.i18n import _
from sevenrocks.tui.widgets.painted import Piece, wrap
from sevenrocks.tui.words import terms_words, tile_words

from .page import PAGE_WIDTH, PageScreen


def explanation(layout: Layout) -> list[str]:
    """The count end by end, in sentences; then what the count is worth, and what counts nothing."""
    if not layout.joints:
        return [_("Nothing lies on the table yet, so nothing counts.")]
    told = []
    for end in layout.ends_by_line:
        tile = tile_words(end.tile)
        if end.tile == layout.spinner and layout.branches == 0:
            words = _("{tile} lies alone: both halves count, {pips}, once and not once for each side.")
        elif end.tile == layout.spinner:
            words = _("{tile} is the spinner with one side free, so it is an end: both halves count, {pips}.")
        elif end.tile.is_double:
            words = _("{tile} is a double at an end: both halves count, {pips}.")
        else:
            words = _("{tile} ends a line: its outer half counts, {pips}.")
        told.append(words.format(tile=tile, pips=end.pips))
    if layout.spinner is not None and layout.branches >= SIDES:
        words = _("{tile} is the spinner with both sides taken: it counts nothing.")
        told.append(words.format(tile=tile_words(layout.spinner)))
        if layout.branches < 2 * SIDES:
            told.append(_("An arm that nobody has begun is a place, but counts nothing."))
    told.append(_("Together: {terms}.").format(terms=terms_words(layout)))
    if award_for(layout.count):
        told.append(_("That is a multiple of {n}, so just as many points are awarded.").format(n=AWARD_STEP))
    else:
        told.append(_("That is no positive multiple of {n}, so no points are awarded.").format(n=AWARD_STEP))
    return told


class ExplainScreen(PageScreen):
    """The count explained term by term."""

    def __init__(self, layout: Layout) -> None:
        super().__init__()
        self._layout_told = layout

    def title_words(self) -> str:
        """The title."""
        return _("Why the ends count {n}").format(n=self._layout_told.count)

    def rows(self) -> list[list[Piece]]:
        """A sentence a line, wrapped."""
        rows: list[list[Piece]] = []
        for sentence in explanation(self._layout_told):
            rows += [[(line, "plain")] for line in wrap(sentence, PAGE_WIDTH)]
        return rows
