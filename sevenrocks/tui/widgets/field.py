"""A field for names and words."""

from __future__ import annotations

import unicodedata

from textual.widgets import Input

_JOINER = "\u200d"


class Field(Input):
    """An input that draws nothing that could steer the terminal, whatever is pasted into it.

    What may stand there in the end `sevenrocks.names` decides, with words.
    """

    def validate_value(self, value: str) -> str:
        """Drop what cannot be drawn."""
        return "".join(
            character
            for character in value
            if character.isprintable() or character == _JOINER or unicodedata.category(character) == "Zs"
        )
