"""What comes in from a terminal: keys, the mouse and pastes are for Textual, what else the terminal says is for nobody."""

from __future__ import annotations

import codecs
import contextlib
import os
import re
import signal
import time
import unicodedata
from collections.abc import Iterable, Iterator

from textual import constants, events
from textual._xterm_parser import XTermParser
from textual.keys import Keys
from textual.message import Message

from sevenrocks.terminal import terminal_encoding

_ESC = "\x1b"

_SEQUENCE = re.compile(r"\x1b\[(?:\[.|[0-?]*[ -/]*[@-Z\\-~])", re.DOTALL)
"""A whole control sequence; with two brackets it is an F key of a Linux console."""
_PART = re.compile(r"\x1b\[(?:\[|[0-?]{0,99}[ -/]{0,9})\Z")
"""A control sequence that may go on; none is longer."""
_STRING = re.compile(r"\x1b[]P_^X][^\x00-\x1f\x9c]*(?:\x07|\x9c|\x1b\\)")
"""A whole string: OSC, DCS, APC, PM or SOS."""
_PART_OF_STRING = re.compile(r"(\x1b[]P_^X])([^\x00-\x1f\x9c]*)(\x1b?)\Z")
_CUT_OFF = re.compile(r"\x1b(?:\[[0-?]+[ -/]*|[]P_^X][^\x00-\x1f\x9c]+)")
"""The beginning of a sequence or a string, followed by what belongs to neither."""

_FOR_TEXTUAL = re.compile(
    r"\x1b\[(?:"
    r"20[01]~|[IO]"  # the marks of a paste, and the focus
    r"|<\d+;-?\d+;-?\d+[Mm]|\d+;\d+;\d+M|M"  # the mouse
    r"|\d+;\d+R"  # where the cursor is
    r"|48(?:;\d[\d:]*){4}t"  # a new size
    r"|\?20(?:26|48);\d\$y"  # whether there are frames at once, and sizes in band
    r")"
)
"""Sequences that are no keys, and mean something to Textual."""

_KITTY_KEY = re.compile(r"\x1b\[(\d+)(?::\d*(?::(\d*))?)?(?:;(\d*)(?::(\d*))?)?(;[\d:]*)?([u~A-FHPQS])")
"""A key of kitty's protocol: its code, that of the same key on a Latin keyboard, modifiers, kind of event, text, end."""
_RELEASE = "3"


class Decoder:
    """Decodes what is typed as the locale has it; what is no text becomes replacement characters (Textual's issue 6456).

    No bytes at all come from a terminal that is gone: the input thread would ask again and again for ever.
    """

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder(terminal_encoding())(errors="replace")

    def decode(self, data: bytes, final: bool = False) -> str:
        """The text of these bytes, as far as it is whole."""
        if not data and not final:
            os.kill(os.getpid(), signal.SIGHUP)
            time.sleep(0.1)
        return self._decoder.decode(data, final)


class Parser(XTermParser):
    """Gives Textual whole sequences that it understands, and drops all others, in whatever pieces they come.

    What is cut off is dropped too, once nothing has come for a while. Escape, and Alt with what begins a sequence, stay keys.
    """

    PATIENCE = 0.5
    """Seconds of silence after which no more of a sequence is waited for."""
    LONGEST = 2.0
    """Seconds after which a string is taken to have no end, though there was no silence: somebody types."""

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._held = ""
        """The beginning of a sequence; of a string as much as tells that it is one."""
        self._began = self._came = 0.0
        """When it began, and when the latest piece of it came."""

    def feed(self, data: str) -> Iterable[Message]:
        """What these characters mean. An empty text is the end of all."""
        if not data:
            yield from super().feed(data)
            return
        self._came = time.monotonic()
        if not self._held:
            self._began = self._came
        for text in self._sifted(self._held + data):
            if text:
                yield from super().feed(text)

    def tick(self) -> Iterable[Message]:
        """What it means that nothing has come for a while."""
        now, held = time.monotonic(), self._held
        patience = constants.ESCAPE_DELAY if held == _ESC else self.PATIENCE
        if held and (now - self._came >= patience or now - self._began >= self.LONGEST):
            self._held = ""
            if len(held) <= len("\x1b]"):
                yield from super().feed(held)
                self._timeout_time = 0.0  # Textual would begin to wait only now
        yield from super().tick()

    def _sifted(self, data: str) -> Iterator[str]:
        """What of this is for Textual; a beginning is held back."""
        self._held, at = "", 0
        while (escape := data.find(_ESC, at)) >= 0:
            yield data[at:escape]
            if whole := _SEQUENCE.match(data, escape):
                at = whole.end()
                if self._is_for_textual(whole.group()):
                    yield whole.group()
            elif whole := _STRING.match(data, escape):
                at = whole.end()
            elif part := _PART_OF_STRING.match(data, escape):
                introducer, body, end = part.groups()
                self._hold(introducer + body[:1] + end, is_new=escape > 0)
                return
            elif escape == len(data) - 1 or _PART.match(data, escape):
                self._hold(data[escape:], is_new=escape > 0)
                return
            elif cut_off := _CUT_OFF.match(data, escape):
                at = cut_off.end()
            else:  # Escape, or Alt and a key
                at = escape + (1 if data[escape + 1] == _ESC else 2)
                yield data[escape:at]
        yield data[at:]

    def _hold(self, beginning: str, *, is_new: bool) -> None:
        self._held = beginning
        if is_new:
            self._began = self._came

    def _is_for_textual(self, sequence: str) -> bool:
        return bool(_FOR_TEXTUAL.fullmatch(sequence)) or any(True for _ in self._sequence_to_key_events(sequence))

    def _parse_extended_key(  # type: ignore[override]  # it is cached there
        self, sequence: str
    ) -> list[events.Key] | None:
        """A key of kitty's protocol; that of another script is called by the Latin letter beside it, and types its own.

        None for what is no such key, and for numbers beyond all bounds.
        """
        match = _KITTY_KEY.fullmatch(sequence)
        if match is None:
            return None
        code, base, modifiers, kind, text, end = match.groups(default="")
        if kind == _RELEASE:
            return [events.Key(Keys.Ignore, sequence)]
        with contextlib.suppress(ValueError, OverflowError):
            if end == "u" and base and _is_other_letter(chr(int(code))):
                return self._on_latin_key(base, modifiers, text)
            given = f";{modifiers}{text}" if modifiers or text else ""
            return super()._parse_extended_key(f"\x1b[{code}{given}{end}")
        return None

    def _on_latin_key(self, base: str, modifiers: str, text: str) -> list[events.Key] | None:
        keys = super()._parse_extended_key(f"\x1b[{base};{modifiers}u")
        typed = "".join(chr(int(code)) for code in text[1:].split(":") if code)
        for key in keys or ():
            name = key.key
            if typed.isupper() and name.startswith("shift+"):
                name = name.removeprefix("shift+").upper()
            key.key, key.character = name, typed or None
        return keys

    def parse_mouse_code(self, code: str) -> Message | None:
        """A report of the mouse; None for one that no terminal means."""
        with contextlib.suppress(ValueError, ZeroDivisionError):
            return super().parse_mouse_code(code)
        return None


def _is_other_letter(character: str) -> bool:
    return character.isalpha() and not unicodedata.name(character, "").startswith("LATIN")
