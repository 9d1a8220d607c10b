"""`sevenrocks show`: the layout of a record drawn as text."""

from __future__ import annotations

import argparse
import shutil
import sys

from sevenrocks.drawing.geometry import NoRoomError, arrange
from sevenrocks.drawing.paint import paint, picture_text
from sevenrocks.drawing.tiles import ASCII, LINES, Look
from sevenrocks.i18n import _
from sevenrocks.terminal import is_utf8_locale

from .printing import UsageError, say
from .records import chosen_round, round_at


def run(options: argparse.Namespace) -> int:
    """Draw a layout."""
    number, state = chosen_round(options)
    if options.play is not None:
        state = round_at(state, options.play, number)
    layout = state.layout
    last = layout.joints[-1].tile if layout.joints else None
    width, height = options.size or shutil.get_terminal_size((80, 24))
    try:
        arrangement = arrange(layout, width, height)
    except NoRoomError as error:
        message = _("--size: {width}x{height} has no room for this layout; 80x13 always has")
        raise UsageError(message.format(width=width, height=height)) from error
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    is_ascii = options.ascii or not encoding.lower().startswith("utf") or not is_utf8_locale()
    rows = picture_text(paint(arrangement, layout, look=Look(ASCII if is_ascii else LINES), last=last))
    say("\n".join(rows))
    return 0
