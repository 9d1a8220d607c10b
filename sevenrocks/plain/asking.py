"""Prompts: what is typed is understood, or answered in words, and then nothing has happened."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from sevenrocks import bots
from sevenrocks.i18n import _

from .lines import LeftError, ask, say
from .telling import tell_rules
from .words import At, Word, find, normalised, words_at

Does = Callable[[], None]
"""Does what a word asks for that answers nothing."""

_TYPED = At.FREE | At.TURN | At.CALL
"""Where something may be typed that is no word."""


class Answer(NamedTuple):
    """What was typed that answers a prompt."""

    word: str
    """The id of a word of the table, or one of the prompt's own; empty where it is neither."""
    text: str = ""
    """What was typed, where it is no word."""


class Listener:
    """Asks at a prompt until something is typed that answers it; what only asks for something is done at once."""

    def __init__(self, does: Mapping[str, Does] | None = None, place: Callable[[], object] = lambda: None) -> None:
        """`does` what words ask for, by their ids; where `place` gives another thing, what was asked is asked no more."""
        self._does = does or {}
        self._place = place

    def ask(
        self, at: At, question: str, own: Mapping[str, str] | None = None, does: Mapping[str, Does] | None = None
    ) -> Answer | None:
        """The answer; None where the table waits for something else by now. Raises LeftError.

        `own` are words of this very prompt with their help, if they are to be told of; they go before all others. `does` goes
        before what the listener does.
        """
        own = own or {}
        doing = {**self._does, **(does or {})}
        place = self._place()
        while self._place() is place:
            answer = _understood(ask(question), at, own, doing)
            if answer is not None:
                return answer
        return None


def say_unknown(text: str) -> None:
    """Say that nobody here understands this."""
    said = _("Unknown: {text}.").format(text=repr(text[:20])) + " " if text else ""
    say(said + _("Type ? for help."))


def _understood(text: str, at: At, own: Mapping[str, str], doing: Mapping[str, Does]) -> Answer | None:
    """The answer that was typed; None where it was none, and has been answered itself."""
    if at & At.FREE and len(text) > 1 and text.startswith("="):
        return Answer("", text[1:].strip())
    typed = _by_number(normalised(text), at, own)
    if typed in own:
        return Answer(typed)
    part = re.fullmatch(r"(\S+?) ?(\d{1,3})", typed)
    if part and (about := find(part[1], at)) and about.id == "rules":
        tell_rules(int(part[2]))
        return None
    word = find(typed, at)
    if word is None:
        if at & _TYPED:
            return Answer("", text)
        say_unknown(text)
    elif not word.at & at:
        _tell_elsewhere(word, text, at)
    elif word.id == "leave":
        raise LeftError
    elif word.id == "help":
        _tell_help(at, own)
    elif word.id == "rules":
        tell_rules()
    elif word.id in doing:
        doing[word.id]()
    else:
        return Answer(word.id)
    return None


def _tell_elsewhere(word: Word, text: str, at: At) -> None:
    """Say why this word does nothing here."""
    if at & At.BEFORE:
        say(_("Nobody sits at the table yet."))
    elif at & At.CALL:
        say(_("First the count: what do the ends add up to?"))
    else:
        say(_(word.elsewhere))
    if at & At.FREE:
        say(_("With = before it, it is taken as it stands: ={text}").format(text=text))


# ---- the help --------------------------------------------------------------------------------------------------------


def _rows(at: At, own: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """What can be typed there: as it is normalised, as it is told, and what it does."""
    rows = [(word, word.upper(), about) for word, about in own.items() if about]
    taken = set(own)
    for word in words_at(at):
        names = ["", *map(normalised, word.own_names())] if "" in word.also else map(normalised, word.own_names())
        free = next((name for name in names if name not in taken), None)
        if free is not None:
            rows.append((free, word.told(taken), _(word.help)))
    return rows


def _by_number(typed: str, at: At, own: Mapping[str, str]) -> str:
    """What stands in the row of the help that was named by its number, as in ?3; else what was typed."""
    named = re.fullmatch(r"\? ?(\d{1,3})", typed)
    if named is None:
        return typed
    rows = _rows(at, own)
    return rows[int(named[1]) - 1][0] if 1 <= int(named[1]) <= len(rows) else typed


def _tell_help(at: At, own: Mapping[str, str]) -> None:
    """What can be typed at this prompt, a line each."""
    for sentence in _about(at):
        say(sentence)
    for number, (_typed, told, about) in enumerate(_rows(at, own), 1):
        say(f"{number}. {told}: {about}")
    say(_("Without Latin letters: ? and the number of a line, as in ?1."))


def _about(at: At) -> list[str]:
    """What there is to know about a prompt, beside its words."""
    if at & At.NAMING:
        return [
            _("A name, or a bot by its level, as in {bot}. The levels: {levels}.").format(
                bot=f"bot:{_(bots.DEFAULT_LEVEL)}", levels=", ".join(map(_, bots.level_names()))
            ),
            _("A player may be called like a word of this list, with = before it, as in =Q."),
        ]
    if at & At.CUT:
        return [
            _("A secret number decides all the deals. Its fingerprint proves it afterwards."),
            _("What you type here is mixed into it, so that nobody can have chosen the deals: anything you like."),
            _("To cut with a word of this list, type = before it, as in =Q."),
        ]
    return {
        At.COVER: [_("No tiles are shown before the player in turn asks for them.")],
        At.TURN: [
            _("A tile as it is told, or by its digits: 2|5, 2 5 or 25."),
            _("Where it has several places, with a letter or with the tile that it is to lie at: 25a, or 25@56."),
        ],
        At.CALL: [_("A number: what the ends add up to. A double at an end counts both halves.")],
    }.get(at, [])
