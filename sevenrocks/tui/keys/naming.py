"""Keys by their names: as people read them, as they stand in the player's file, and as Textual tells of them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import pairwise

from textual.binding import Binding

from sevenrocks.i18n import N_, _, pgettext

from .key import Letter

NAMES = {
    "enter": "Enter",
    "escape": "Esc",
    "tab": "Tab",
    "space": N_("Space"),
    "backspace": N_("Backspace"),
    "delete": N_("Delete"),
    "insert": N_("Insert"),
    "up": N_("Up"),
    "down": N_("Down"),
    "left": N_("Left"),
    "right": N_("Right"),
    "pageup": N_("Page Up"),
    "pagedown": N_("Page Down"),
    "home": N_("Home"),
    "end": N_("End"),
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
}
"""Keys that are no characters, as they stand in the file, and what they are called."""

_MODIFIERS = {"ctrl": "Ctrl", "alt": "Alt", "shift": N_("Shift")}
ARROWS = {"up": "↑", "down": "↓", "left": "←", "right": "→"}


def letter_of(key: str | Letter) -> str:
    """A key as it stands in the file; a letter is that of the language."""
    return key if isinstance(key, str) else pgettext(*key)


def is_letter(key: str) -> bool:
    """Whether a key, as it stands in the file, is a letter, whatever is held down with it."""
    return key[-1].isalpha() and (len(key) == 1 or key[-2] == "+")


def name_of(key: str) -> str:
    """What a key is called."""
    *modifiers, last = key.split("+")
    name = _(NAMES[last]) if last in NAMES else last.upper()
    return "+".join([*(_(_MODIFIERS[modifier]) for modifier in modifiers), name])


def textual_name(key: str) -> str:
    """A key as Textual calls it when it is pressed."""
    if key.startswith("shift+") and len(key) == len("shift+x"):
        return key[-1].upper()
    (binding,) = Binding.make_bindings([Binding(key, "")])
    return binding.key


def parse_keys(value: object) -> tuple[str, ...] | None:
    """The keys of a text from the file; None where they are none."""
    if not isinstance(value, str):
        return None
    keys = tuple(key.strip().lower() for key in value.split(","))
    return keys if all(map(_is_key, keys)) else None


def _is_key(key: str) -> bool:
    *modifiers, last = key.split("+")
    is_sign = len(last) == 1 and not last.isspace() and unicodedata.category(last)[0] in "LNPS"
    return (last in NAMES or is_sign) and set(modifiers) <= _MODIFIERS.keys()


def span(names: Iterable[str], between: str = "-") -> str:
    """Names of keys in short: the first and the last where they follow each other, else all."""
    names = list(names)
    if len(names) < 2:
        return "".join(names)
    follow = all(len(a) == len(b) == 1 and ord(b) - ord(a) == 1 for a, b in pairwise(names))
    return f"{names[0]}{between}{names[-1]}" if follow else " ".join(names)
