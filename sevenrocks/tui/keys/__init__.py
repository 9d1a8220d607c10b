"""Every key, told once: bindings, key lines, the help page and the sentences that name a key are made from here.

A letter is chosen by whoever translates the game; the file of the settings may change any key. So what a key is called is
asked of `Keys` whenever it is told.
"""

from .chosen import chosen_keys
from .in_use import Keys, KeyShown
from .key import Key, Letter, On
from .naming import span
from .registry import KEYS, seat_key
from .scripts import digit_of, is_other_script

__all__ = [
    "KEYS",
    "Key",
    "KeyShown",
    "Keys",
    "Letter",
    "On",
    "chosen_keys",
    "digit_of",
    "is_other_script",
    "seat_key",
    "span",
]
