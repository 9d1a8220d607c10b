"""Layouts as texts: the placements that make them, written as in a record."""

from __future__ import annotations

from sevenrocks.engine.layout import Layout
from sevenrocks.engine.tiles import Tile


def position(text: str) -> Layout:
    """The layout after these placements, each as `tile@host`. Raises ValueError or NotationError for what is none.

    >>> position("14 11@14 44@14").count
    10
    """
    layout = Layout()
    for word in text.split():
        tile, at, host = word.partition("@")
        placed, joined = _tile(tile), _tile(host) if at else None
        if placed in layout.tiles or layout.refusal(placed, joined):
            raise ValueError(word)
        layout = layout.place(placed, joined)
    return layout


def position_text(layout: Layout) -> str:
    """The placements that make a layout.

    >>> position_text(position("14 11@14 44@14"))
    '14 11@14 44@14'
    """
    return " ".join(str(joint.tile) if joint.host is None else f"{joint.tile}@{joint.host}" for joint in layout.joints)


def _tile(text: str) -> Tile:
    if len(text) != 2:
        raise ValueError(text)
    return Tile.of(int(text[0]), int(text[1]))
