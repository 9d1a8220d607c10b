"""The real program in lines, played by its words."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pexpect

from help.chosen import chosen
from help.terminal import settings
from help.words import pattern
from sevenrocks.engine.seats import Seat
from sevenrocks.i18n import _, speak
from sevenrocks.telling.seats import seat_letter

PATIENCE = 60
"""Seconds after which an answer is taken not to come."""


_AT_ONCE = """
import runpy
from sevenrocks.bots.beat import Beat
Beat.SHORTEST = Beat.SLOW = 0.0
runpy.run_module("sevenrocks", run_name="__main__")
"""
"""Runs the program without the beat on which bots play."""


def _let_bots_hurry(folder: Path) -> None:
    """Add to the settings, unless they say how long bots take, that they take no time."""
    path = folder / "config" / "sevenrocks" / "settings.toml"
    text = path.read_text() if path.exists() else ""
    if "bot_speed" not in text:
        settings(folder, text + chosen(bot_speed="instant"), is_newcomer=True)


class LinePlayer:
    """Plays whatever the program asks for: the first tile that can be placed, at its first place."""

    def __init__(self, folder: Path, *arguments: str, term: str = "dumb", language: str = "en") -> None:
        speak(language)
        env = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))},
            "LANG": "C.UTF-8",
            "TERM": term,
            "XDG_STATE_HOME": str(folder / "state"),
            "XDG_CONFIG_HOME": str(folder / "config"),
        }
        _let_bots_hurry(folder)
        self.told = ""
        self.program = pexpect.spawn(
            sys.executable,
            ["-c", _AT_ONCE, *arguments, "--lang", language],
            env=env,
            timeout=PATIENCE,
            encoding="utf-8",
            echo=False,
            dimensions=(24, 200),
        )
        self.program.delaybeforesend = None  # it does not echo, so that nothing has to be waited for
        self._questions = {
            "cut": pattern("Enter turns the tiles, or type words of your own to cut:"),
            "key": pattern("{name}: type {key} to see your tiles."),
            "tile": pattern("{name}, your tile (? for help):"),
            "knock": pattern("{name}, you cannot play. Type K to knock:"),
            "go on": pattern("Press Enter to go on."),
            "call": pattern("What do the ends add up to?"),
            "which": pattern("1 continues this match, 2 starts a new one:"),
        }

    def asked(self) -> str | None:
        """What the program asks for now; None once it has ended."""
        number: int = self.program.expect([*self._questions.values(), pexpect.EOF])
        self.told += self.program.before + (self.program.after if isinstance(self.program.after, str) else "")
        return [*self._questions, None][number]

    def answer(self, text: str) -> None:
        self.program.sendline(text)

    def play(self, turns: int = 10_000) -> int | None:
        """So many turns; returns the exit code once the program has ended."""
        while True:
            asked = self.asked()
            if asked is None:
                self.program.close()
                return int(self.program.exitstatus)
            if asked == "tile":
                if turns == 0:
                    return None
                turns -= 1
            self.answer(self._reply(asked))

    def _reply(self, asked: str) -> str:
        if asked == "key":
            key = re.findall(rf"\(([{''.join(map(seat_letter, Seat))}])\)", self.told)[-1]
            return str(key)
        if asked == "tile":
            held = re.findall(r"(?m)^(\d)\|(\d): (.*?)\r?$", self.told[self.told.rindex(self._held()) :])
            if not held:  # whoever opens and is to call the count is told nothing of the places
                return "".join(re.findall(r"(\d)\|(\d)", self.told[self.told.rindex(self._held()) :])[0])
            low, high, places = held[0]
            return f"{low}{high}" + ("a" if places.startswith("a ") else "")
        return {"cut": "", "knock": "k", "go on": "", "call": "5", "which": "1"}[asked]

    @staticmethod
    def _held() -> str:
        return _("You hold {tiles}.").partition("{")[0]


def record_in(folder: Path) -> bytes:
    (path,) = (folder / "state" / "sevenrocks" / "records").iterdir()
    return path.read_bytes()
