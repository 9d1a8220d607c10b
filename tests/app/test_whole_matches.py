"""Whole matches on the full screen of the real program, in each language, played by its words and by keys alone."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from help.effort import LONG
from help.terminal import HAND, LIFTED, Terminal, is_restored, settings, terminal
from help.words import english_in, pattern
from sevenrocks.engine.seats import Seat
from sevenrocks.i18n import LANGUAGES, _, speak
from sevenrocks.telling.seats import seat_letter
from sevenrocks.tui.screens.base import Arming
from sevenrocks.tui.thumb import Thumb

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are a POSIX matter")

Answer = str | Callable[[Terminal, str], str]


def next_number(running: Terminal, _words: str) -> str:
    """The number after that of the tile that stands out."""
    ((before,),) = (re.findall(rf"^(.*){LIFTED}", row) for row in running.text.split("\n") if re.search(LIFTED, row))
    return str(len(re.findall("[1-7×]", before)) + 2)


SEEN = max(Arming.DELAY, Arming.SILENCE, Thumb.SILENCE) + 0.1
"""Seconds after which a page has been seen, and a key that comes again was pressed again."""


def own_key(running: Terminal, words: str) -> str:
    """The key of the seat that is to have the screen, once the cover has lain there as long as it must."""
    running.settle(SEEN)
    (key,) = re.findall(rf"\b({'|'.join(map(seat_letter, Seat))})\b", words)
    return str(key).lower()


def on_a_page(running: Terminal, _words: str) -> str:
    """Enter, once a page has been seen."""
    running.settle(SEEN)
    return "\r"


def knock(running: Terminal, _words: str) -> str:
    """The key to knock, which was perhaps pressed a moment ago."""
    running.settle(SEEN)
    return "k"


COMMON: dict[str, Answer] = {
    "Round {n}: who opens?": on_a_page,
    "You open: choose any tile.": "1",
    "Your turn: choose a tile.": "1",
    "{tile} fits nowhere now.": next_number,
    "{tile} goes to {letters}.": "a",
    "{key} plays it.": "\r",
    "{told}. Press {key} to go on.": on_a_page,
    "next round": on_a_page,
}
"""What the screen can ask of everybody, and the key that answers it."""

ALONE = COMMON | {"You cannot play: press {key} to knock.": knock}

PASSED_ON = "seat {seat}, partner of {name}."
"""What every cover tells: its name is drawn in large letters."""

SHARED = COMMON | {PASSED_ON: own_key, "{key} covers your tiles.": on_a_page}
"""Where several share the screen, it is told who must knock, and nobody has to press a key for it."""

SHARED_ROUND = {text: answer for text, answer in SHARED.items() if text != "next round"}
"""What is asked until the match is won in its first round."""

SHARED_MATCH = SHARED | {"Press {key} to go on.": on_a_page}
"""What is asked in a longer one besides: where somebody has just knocked, no hand is in sight that could be covered."""

WON = "The best counts"
"""What the end of every match tells."""

RESULT = (
    "win the match",
    "round",
    "known deal: the deals came from a given seed",
    "rematch",
)
"""What the end of every match tells besides."""

ROUND_ENDS = (
    "{name} goes out. Each hand left costs its own pair points, the partner's too.",
    "Round {n} is blocked: nobody can play. Each hand left costs its own pair points.",
    "{names} win the match",
)


class Match:
    """A match at the screen, in which the first tile that can be placed goes to its first place."""

    def __init__(self, running: Terminal, answers: dict[str, Answer]) -> None:
        self._running = running
        self._answers = answers
        self._patterns = {text: pattern(text) for text in (*answers, WON)}
        self.asked: set[str] = set()

    def play(self) -> str:
        """Do what the screen asks for until it tells who has won; returns that sentence."""
        while True:
            words = self._running.wait_for("|".join(self._patterns.values()))
            text = next(text for text, told in self._patterns.items() if re.fullmatch(told, words))
            if text == WON:
                return how_it_ended(self._running.text)
            self.asked.add(text)
            answer = self._answers[text]
            self._press(answer if isinstance(answer, str) else answer(self._running, words))

    def _press(self, key: str) -> None:
        before = re.escape(self._running.text)
        self._running.send(key)
        self._running.wait_for(rf"\A(?!{before}\Z)")
        self._running.settle(0.05)


def how_it_ended(frame: str) -> str:
    """The scores and the rounds that stand beside the names of those who have won."""
    rows = frame.split("\n")
    ((at, scores),) = ((at, told) for at, row in enumerate(rows) for told in re.findall(r"-?\d+ : -?\d+", row))
    told = "\n".join(rows[at : at + 2]).partition(scores)[2]
    rounds, *_others = re.findall(r"\d+", told)
    return f"{scores}, {rounds}"


def tells(frame: str, text: str) -> bool:
    """Whether this text is there, in the language in use."""
    return re.search(pattern(text), frame) is not None


def assert_the_record_tells(folder: Path, language: str, won: str) -> None:
    """The record is right, and tells the scores and rounds of this sentence."""
    (record,) = (folder / "state" / "sevenrocks" / "records").iterdir()
    command = [sys.executable, "-m", "sevenrocks", "--lang", language, "check", str(record)]
    checked = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    name, _colon, told = checked.stdout.partition(": ")
    assert name == record.name
    assert sorted(re.findall(r"-?\d+", told)) == sorted(re.findall(r"-?\d+", won))


def play(folder: Path, language: str, answers: dict[str, Answer], *arguments: str) -> list[str]:
    """A match from the start of the program to its end; returns all frames."""
    speak(language)
    settings(folder)
    with terminal(folder, "play", "--lang", language, *arguments) as running:
        match = Match(running, answers)
        won = match.play()
        assert match.asked == answers.keys(), "the deal must be one that asks everything"
        for text in RESULT:
            assert _(text) in running.text, running.text
        running.wait_for(pattern("Record: {path}"))
        running.settle(SEEN)
        running.send("\r")
        running.wait_for(_("New match"))
        running.send("q")
        assert running.end() == 0
        assert is_restored(running.written)
    assert_the_record_tells(folder, language, won)
    cut = [row for frame in running.frames for row in frame.split("\n") if "…" in row]
    assert not cut, "at 80x24 no text is cut short"
    return running.frames


@pytest.mark.parametrize("language", LANGUAGES if LONG else ["de"])
def test_one_person_plays_a_whole_match_by_its_words(tmp_path: Path, language: str) -> None:
    bots = ("--seat", "E=bot:novice", "--seat", "S=bot:novice", "--seat", "W=bot:novice")
    frames = play(tmp_path, language, ALONE, "--seat", "N=Anna", *bots, "--target", "40", "--known-deal", "words 166")
    for text in ROUND_ENDS:
        assert any(tells(frame, text) for frame in frames), "the deal must be one whose rounds end in every way"
    english = english_in(frames)
    if language == "en":
        assert len(english) > 50
    else:
        assert not english


def test_two_people_pass_the_screen_for_a_whole_match_in_polish(tmp_path: Path) -> None:
    people = ("--seat", "N=Anna", "--seat", "E=Bartek", "--seat", "S=bot:novice", "--seat", "W=bot:novice")
    target, deal, answers = ("15", "words 1025", SHARED_MATCH) if LONG else ("5", "words 2", SHARED_ROUND)
    frames = play(tmp_path, "pl", answers, *people, "--target", target, "--known-deal", deal)
    assert not english_in(frames)
    covers = [frame for frame in frames if tells(frame, PASSED_ON)]
    turns = [frame for frame in frames if tells(frame, "Your turn: choose a tile.")]
    asked = " ".join(words for frame in covers for words in re.findall(pattern(PASSED_ON), frame))
    assert {*re.findall(r"\b[NESW]\b", asked)} == {"N", "E"}
    assert not [frame for frame in covers if re.search(HAND, frame)]
    assert not [frame for frame in turns if not re.search(HAND, frame)]
