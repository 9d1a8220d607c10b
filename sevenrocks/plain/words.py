"""Every word that can be typed in lines, told once: what it is called, at which prompts it does something, and the help.

A letter or word is understood in the language in use and in English, with or without the marks on its letters. What is a
prompt's own (a seat's letter, a name, a tile, a number) is told by whoever asks, and is nothing else there; so no word has the
letter of a seat in its language. What no prompt knows does nothing.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from enum import Flag, auto
from typing import TypeAlias

from sevenrocks.i18n import N_, P_, _, folded, pgettext

Text: TypeAlias = tuple[str, str]
"""A text with its context, for `pgettext`."""


class At(Flag):
    """The prompts that words are typed at."""

    WHICH = auto()
    """Whether a match goes on, or another one begins."""
    RESCUE = auto()
    """Whether what is whole of a damaged match is played on."""
    NAMES = auto()
    """Who sits at a seat, before a match."""
    RESEAT = auto()
    """Who sits at a seat, between two rounds."""
    SWAPS = auto()
    """Who goes home, or comes back."""
    CUT = auto()
    COVER = auto()
    TURN = auto()
    CALL = auto()
    SETTLED = auto()

    BEFORE = WHICH | RESCUE | NAMES
    """Before a match."""
    NAMING = NAMES | RESEAT
    FREE = NAMING | CUT
    """Where what is no word is an answer, so that a word is an answer too with a = before it."""
    DEALT = SWAPS | RESEAT | COVER | TURN | SETTLED
    """In a round, and after it, where what everyone knows may be asked for."""
    ANY = BEFORE | DEALT | CUT | CALL


@dataclass(frozen=True, slots=True)
class Word:
    """Something that may be typed, under each of its names."""

    id: str
    """What the code asks for. What answers two prompts has an entry for each."""
    names: tuple[str | Text, ...]
    """The shortest first; it is told of in this order. A translation may give several, with a comma and a space between."""
    at: At
    help: str
    """What it does, in the help of a prompt."""
    also: tuple[str, ...] = ()
    """Further names, that nobody need be told of. An empty one is Enter alone."""
    elsewhere: str = ""
    """What is said where it does nothing; without it, it is not understood there."""

    def own_names(self) -> list[str]:
        """Its names in the language in use."""
        texts = [name if isinstance(name, str) else pgettext(*name) for name in self.names]
        return [name for text in texts for name in text.split(", ")]

    def english_names(self) -> list[str]:
        """Its names in English, and those that are nobody's."""
        return [*(name if isinstance(name, str) else name[1] for name in self.names), *self.also]

    def told(self, taken: Collection[str] = ()) -> str:
        """Its names, as the help tells them, without those that mean something else at this prompt."""
        names = [name.upper() if len(name) == 1 else name for name in self.own_names() if normalised(name) not in taken]
        return ", ".join([_("Enter"), *names] if "" in self.also else names)


WORDS: tuple[Word, ...] = (
    # ---- answers
    Word("go-on", (P_("word: go on", "on"),), At.SETTLED, N_("goes on"), also=("", "go", "go on")),
    Word("nobody", (P_("word: nobody", "nobody"),), At.SWAPS, N_("nobody changes"), also=("", "none", "no")),
    Word("deal", (P_("word: deal", "deal"),), At.CUT, N_("deals, without words of your own"), also=("",)),
    Word("usual", (P_("word: usual", "usual"),), At.NAMING, N_("whoever is named in the brackets"), also=("",)),
    Word("go-on", ("1", P_("word: go on", "on")), At.WHICH | At.RESCUE, N_("plays that match on"), also=("go on",)),
    Word("begin", ("2", P_("word: new match", "new")), At.WHICH, N_("begins a new match")),
    Word("let-be", ("2", P_("word: no", "no")), At.RESCUE, N_("leaves it as it is")),
    # ---- in a turn
    Word(
        "hand",
        (P_("word: hand", "h"), P_("word: hand", "hand")),
        At.TURN,
        N_("your tiles, and where they go"),
        elsewhere=N_("Tiles are told to nobody but the player in turn, once the turn has begun."),
    ),
    Word(
        "hint",
        (P_("key: hint", "i"), P_("word: hint", "hint")),
        At.TURN,
        N_("a hint; the record notes it"),
        elsewhere=N_("A hint can be asked for in a turn of your own."),
    ),
    Word(
        "knock",
        (P_("key: knock", "k"), P_("word: knock", "knock")),
        At.TURN,
        N_("you knock, when you cannot play"),
        elsewhere=N_("You can knock in a turn of your own."),
    ),
    # ---- what everyone knows
    Word(
        "ends",
        (P_("word: ends", "o"), P_("word: ends", "ends")),
        At.DEALT | At.CALL,
        N_("what is open, and what the ends add up to"),
        also=("e", "open"),
        elsewhere=N_("Nothing lies on the table yet, so nothing counts."),
    ),
    Word(
        "why",
        (P_("key: explain", "y"), P_("word: why", "why")),
        At.DEALT,
        N_("the count end by end; a knock that is forced; what a round has cost"),
        elsewhere=N_("Nothing has happened yet."),
    ),
    Word(
        "log",
        (P_("key: log", "l"), P_("word: log", "log")),
        At.DEALT,
        N_("what has happened in the round"),
        elsewhere=N_("Nothing has happened yet."),
    ),
    Word(
        "knocks",
        (P_("word: knocks", "m"), P_("word: knocks", "knocks")),
        At.DEALT,
        N_("who has knocked, and what they lack"),
        also=("w", "missing"),
        elsewhere=N_("Nobody has knocked."),
    ),
    Word(
        "scores",
        (P_("word: scores", "p"), P_("word: scores", "scores")),
        At.DEALT | At.CUT,
        N_("the scores, and how many tiles everybody holds"),
        also=("s", "score", "points"),
        elsewhere=N_("Nothing has happened yet."),
    ),
    Word(
        "seats",
        (P_("key: seats", "t"), P_("word: seats", "seats")),
        At.COVER | At.TURN | At.SETTLED,
        N_("who sits where: somebody goes home, or comes back"),
        elsewhere=N_("Seats can change in a turn, and between two rounds."),
    ),
    Word(
        "commitment",
        (P_("word: commitment", "c"), P_("word: commitment", "commitment")),
        At.CUT,
        N_("all digits of the fingerprint"),
        elsewhere=N_("The fingerprint is told before the first deal; after the match it stands in the record."),
    ),
    # ---- anywhere
    Word("rules", (P_("key: rules", "r"), P_("word: rules", "rules")), At.ANY, N_("the rules, part by part")),
    Word("help", ("?", P_("word: help", "help")), At.ANY, N_("this help")),
    Word(
        "leave",
        (P_("key: leave", "q"), P_("word: leave", "leave")),
        At.ANY,
        N_("leaves the table"),
        also=("quit", "exit"),
    ),
)
"""All of them, in the order of the help."""


def words_at(at: At) -> list[Word]:
    """The words that do something at this prompt."""
    return [word for word in WORDS if word.at & at]


def find(typed: str, at: At) -> Word | None:
    """The word that was typed there, normalised; one that does nothing there, but is known, where no other is meant."""
    here, elsewhere = words_at(at), [word for word in WORDS if word.elsewhere]
    sought = folded(typed) or typed  # marks alone are no Enter
    return (
        next((word for word in here if sought in map(folded, word.own_names())), None)
        or next((word for word in here if sought in word.english_names()), None)
        or next((word for word in elsewhere if sought in map(folded, word.own_names())), None)
        or next((word for word in elsewhere if sought in word.english_names()), None)
    )


def letter(word_id: str) -> str:
    """What a word is called in short, to be told in a sentence."""
    return next(word for word in WORDS if word.id == word_id).own_names()[0].upper()


_SIGNS = str.maketrans(
    {"\u061f": "?", "\u2e2e": "?", ";": "?", "\u2502": "|", "\u00a6": "|", "\u2013": "-", "\u2212": "-"}
)
"""Question marks of other scripts (the Greek one is a semicolon), bars and dashes."""

_MOST = 200


def normalised(text: str) -> str:
    """What was typed, however a keyboard writes it: width, case, spaces and the digits of any script make no difference.

    >>> normalised(" \uff31 "), normalised("\u0661|\u0662"), normalised("2  5 A")
    ('q', '1|2', '2 5 a')
    """
    folded = unicodedata.normalize("NFKC", text[:_MOST]).casefold().translate(_SIGNS)
    return " ".join("".join(str(unicodedata.decimal(sign, sign)) for sign in folded).split())
