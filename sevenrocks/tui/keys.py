"""Every key, told once: bindings, key lines, the help page and the sentences that name a key are made from here.

A letter is chosen by whoever translates the game; the file of the settings may change any key. So what a key is called is
asked of `Keys` whenever it is told.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import Flag, auto
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from textual.binding import Binding, BindingsMap

from sevenrocks.engine.seats import Seat
from sevenrocks.i18n import N_, P_, _, pgettext
from sevenrocks.settings import Complaint, UsualKey, written
from sevenrocks.telling.choosing import LETTERS

Letter: TypeAlias = tuple[str, str]
"""A letter with its context, for `pgettext`."""


class On(Flag):
    """The screens that keys are on."""

    APP = auto()
    """All of them, whatever has the focus."""
    MENU = auto()
    SEATS = auto()
    SETTINGS = auto()
    MATCHES = auto()
    RESCUE = auto()
    LEARN = auto()
    WELCOME = auto()
    LESSON = auto()
    TRAINER = auto()
    CALL = auto()
    CUT = auto()
    DRAW = auto()
    COVER = auto()
    TABLE = auto()
    LEDGER = auto()
    RESULT = auto()
    NOT_KEPT = auto()
    LEAVING = auto()
    PAGE = auto()
    LOG = auto()
    RULES = auto()
    SWAPS = auto()

    COUNTING = LESSON | TRAINER | CALL
    MATCH = DRAW | COVER | TABLE | LEDGER | RESULT
    """The screens of a match."""
    SEATED = COVER | TABLE | LEDGER
    """Those of them on which seats may change."""
    PAGES = PAGE | LOG | RULES | SWAPS
    LISTS = LEARN | MATCHES | RESCUE | WELCOME
    ASKING = LEAVING | NOT_KEPT | RESCUE | MATCHES
    """Those that may ask what is answered with yes or no."""


@dataclass(frozen=True, slots=True)
class Key:
    """An action and its keys. A lower-case letter stands for both cases."""

    id: str
    """Its name in the file of the settings, and what the code asks for."""
    keys: tuple[str | Letter, ...]
    """What is told of it; the first one stands in key lines and sentences."""
    action: str
    """What Textual is to do. With {n} or {index} each key has an action of its own, numbered from 1 or from 0."""
    on: On
    word: str = ""
    """What it does, in the key line. Where that is a word for a moment, the screen gives it."""
    help: str = ""
    """What the help page says; in braces it may name other keys by their ids, with _ for -. Those that say the same share a
    row."""
    also: tuple[str | Letter, ...] = ()
    """Keys that do the same. Whoever has no Latin letters is told of the first that needs none: see `Keys.letterless`."""
    while_hidden: bool = False
    """Whether it acts while a hand is hidden. Nothing does that does not say so."""
    repeats: bool = False
    """Whether it acts again and again while it is held down. Nothing does that does not say so: see `thumb`."""
    last: bool = False
    """Whether it stands at the end of the key line, where it may have no room."""

    @property
    def is_numbered(self) -> bool:
        """Whether each key has an action of its own."""
        return "{" in self.action

    def action_of(self, index: int) -> str:
        """The action of the key at this place."""
        return self.action.format(n=index + 1, index=index)


_LEAVE = P_("key: leave", "q")
_PLACES = tuple(LETTERS)


def _seat_key(id: str, letter: Letter, letterless: str) -> Key:  # noqa: A002, that is what it is
    return Key(id, (letter,), "", On.COVER | On.TABLE, N_("show the tiles"), also=(letterless,), while_hidden=True)


KEYS: tuple[Key, ...] = (
    # ---- choosing
    Key(
        "tile",
        tuple("1234567"),
        "tile({n})",
        On.TABLE,
        N_("tile"),
        N_("choose a tile"),
        also=("8", "9"),
        repeats=True,
    ),
    Key("tile-left", ("left",), "step_tile(-1)", On.TABLE, help=N_("choose the tile before or after"), repeats=True),
    Key("tile-right", ("right",), "step_tile(1)", On.TABLE, help=N_("choose the tile before or after"), repeats=True),
    Key(
        "place",
        _PLACES,
        "place({index})",
        On.TABLE,
        N_("where"),
        N_("choose a place by its letter"),
        repeats=True,
    ),
    Key(
        "place-before",
        ("up",),
        "step_place(-1)",
        On.TABLE,
        help=N_("choose the place before or after"),
        also=("shift+tab",),
        repeats=True,
    ),
    Key(
        "place-next",
        ("down", "tab"),
        "step_place(1)",
        On.TABLE,
        help=N_("choose the place before or after"),
        repeats=True,
    ),
    Key("go", ("enter", "space"), "go", On.TABLE | On.COUNTING, N_("go on"), N_("place the tile, or go on")),
    Key(
        "drop",
        ("backspace",),
        "drop",
        On.TABLE | On.COUNTING,
        help=N_("take the choice back; so does {leave}, which without a choice asks whether to leave"),
        also=("delete",),
        repeats=True,
    ),
    Key(
        "hint",
        (P_("key: hint", "i"),),
        "hint",
        On.TABLE,
        N_("hint"),
        N_("a hint: the three best plays, as the master sees them from your seat; it stands in the record"),
        also=("f2",),
    ),
    Key(
        "knock",
        (P_("key: knock", "k"),),
        "knock",
        On.TABLE,
        N_("knock"),
        N_("knock, when no tile can be placed"),
        also=("f4",),
    ),
    # ---- in a match
    Key(
        "hide",
        (P_("key: hide", "h"),),
        "hide",
        On.TABLE,
        N_("hide"),
        N_("hide the tiles at once; the seat's own key ({seat_n}, {seat_e}, {seat_s} or {seat_w}) shows them again"),
        also=("f3",),
        while_hidden=True,
    ),
    Key(
        "explain",
        (P_("key: explain", "y"),),
        "explain",
        On.MATCH,
        N_("why"),
        N_("why the layout counts what it counts, why you must knock, or what the hands cost"),
        also=("f9",),
        while_hidden=True,
        last=True,
    ),
    Key(
        "log",
        (P_("key: log", "l"),),
        "log",
        On.MATCH,
        N_("log"),
        N_("what has happened in the round; there {reasons} tells what can be said for each play of a bot"),
        also=("pageup", "f10"),
        while_hidden=True,
    ),
    Key(
        "rules",
        (P_("key: rules", "r"),),
        "rules",
        (On.MATCH & ~On.RESULT) | On.COUNTING,
        N_("rules"),
        N_("the rules"),
        also=("home",),
        while_hidden=True,
    ),
    Key(
        "settings",
        (P_("key: settings", "o"),),
        "settings",
        On.MATCH,
        help=N_("settings"),
        also=("end", "f12"),
        while_hidden=True,
    ),
    Key(
        "help",
        ("?",),
        "help",
        ~On.APP,
        N_("keys"),
        N_("this page"),
        also=("f1", "؟"),
        while_hidden=True,
    ),
    Key(
        "seats",
        (P_("key: seats", "t"),),
        "seats",
        On.SEATED,
        N_("who sits where"),
        N_("who sits where: somebody goes home and a bot plays on, or comes back; after a round any seat may change"),
        also=("insert",),
        while_hidden=True,
    ),
    Key(
        "leave",
        (_LEAVE,),
        "leave",
        On.MATCH | On.CALL,
        N_("leave"),
        N_("leave the table; the match is kept, and Continue takes it up at the very play"),
        also=("escape",),
        while_hidden=True,
    ),
    Key(
        "digit",
        tuple("0123456789"),
        "digit({index})",
        On.COUNTING,
        N_("number"),
        N_("type a count where it is asked for, and {go} calls it"),
        repeats=True,
    ),
    Key("quit", ("ctrl+q",), "quit", On.APP, help=N_("quit at once; the match is kept")),
    Key(
        "suspend",
        ("ctrl+z",),
        "suspend_process",
        On.APP,
        help=N_("hide the tiles and suspend the game, where the terminal can"),
    ),
    Key("leave-screen", ("ctrl+c",), "screen.leave", On.APP),
    # Asked for one by one, since each must come on purpose: they do no action by themselves.
    _seat_key("seat-n", P_("key: seat N", "n"), "f5"),
    _seat_key("seat-e", P_("key: seat E", "e"), "f6"),
    _seat_key("seat-s", P_("key: seat S", "s"), "f7"),
    _seat_key("seat-w", P_("key: seat W", "w"), "f8"),
    Key("enough", (P_("key: enough", "x"),), "enough", On.CALL, N_("no more explanations"), also=("f3",)),
    Key("go-on", ("enter", "space"), "go_on", On.DRAW | On.LEDGER, N_("go on")),
    Key("cut", (P_("key: cut", "c"),), "cut", On.DRAW, N_("cut or compare"), also=("f2",)),
    Key("deal", ("enter",), "deal", On.CUT, N_("done")),
    Key("rematch", (P_("key: rematch", "r"),), "take('rematch')", On.RESULT, N_("rematch"), also=("f2",)),
    Key("menu", ("enter",), "take('menu')", On.RESULT, N_("menu"), also=(P_("key: menu", "m"),)),
    Key("leave-now", ("enter",), "leave", On.LEAVING, N_("leave"), also=(_LEAVE,)),
    Key("stay", ("escape",), "back", On.LEAVING, N_("stay")),
    Key("kept-go-on", ("enter",), "back", On.NOT_KEPT, N_("go on"), also=("escape", _LEAVE)),
    Key(
        "keep-again",
        (P_("key: keep-again", "t"),),
        "try_again",
        On.NOT_KEPT | On.LEAVING,
        N_("try again"),
        also=("f2",),
    ),
    Key(
        "keep-export",
        (P_("key: keep-export", "e"),),
        "export",
        On.NOT_KEPT | On.LEAVING,
        N_("write the record"),
        also=("f3",),
    ),
    # Without letters: the key that asked, once more, or Escape.
    Key("yes", (P_("key: yes", "y"),), "yes", On.ASKING, N_("yes")),
    Key("no", (P_("key: no", "n"),), "no", On.ASKING, N_("no")),
    # ---- the menu, and what it leads to
    Key("menu-before", ("up",), "step(-1)", On.MENU, repeats=True),
    Key("menu-next", ("down",), "step(1)", On.MENU, N_("choose"), also=("tab",), repeats=True),
    Key("menu-take", ("enter",), "take", On.MENU, N_("take it"), also=("space",)),
    Key("menu-continue", (P_("key: menu-continue", "c"),), "take('continue')", On.MENU),
    Key("menu-new", (P_("key: menu-new", "n"),), "take('new')", On.MENU),
    Key("menu-past", (P_("key: menu-past", "a"),), "take('past')", On.MENU),
    Key("menu-learn", (P_("key: menu-learn", "l"),), "take('learn')", On.MENU),
    Key("menu-rules", (P_("key: menu-rules", "r"),), "take('rules')", On.MENU),
    Key(
        "menu-settings",
        (P_("key: menu-settings", "s"),),
        "take('settings')",
        On.MENU,
        also=(P_("key: settings", "o"),),
    ),
    Key("menu-quit", (P_("key: menu-quit", "q"),), "take('quit')", On.MENU, N_("quit")),
    Key("leave-list", ("escape",), "leave", On.LISTS | On.LESSON | On.TRAINER, N_("back"), also=(_LEAVE,)),
    # Letters are typed there.
    Key("leave-names", ("escape",), "leave", On.SEATS | On.CUT, N_("back")),
    Key("start", ("enter",), "start", On.SEATS, N_("start")),
    Key("seat-before", ("up",), "step(-1)", On.SEATS, repeats=True),
    Key("seat-next", ("down",), "step(1)", On.SEATS, repeats=True),
    Key("kind-before", ("left",), "change(-1)", On.SEATS, repeats=True),
    Key("kind-next", ("right",), "change(1)", On.SEATS, N_("who"), also=("space",), repeats=True),
    Key("preset-one", ("f2",), "preset(1)", On.SEATS, N_("you and bots")),
    Key("preset-four", ("f4",), "preset(4)", On.SEATS, N_("four people")),
    Key("match-before", ("up",), "step(-1)", On.MATCHES, repeats=True),
    Key("match-next", ("down",), "step(1)", On.MATCHES, N_("choose"), also=("tab",), repeats=True),
    Key("match-page-up", ("pageup",), "step(-8)", On.MATCHES, repeats=True),
    Key("match-page-down", ("pagedown",), "step(8)", On.MATCHES, repeats=True),
    Key("match-take", ("enter",), "take", On.MATCHES, N_("open"), also=("space",)),
    Key("match-export", (P_("key: match-export", "e"),), "export", On.MATCHES, N_("write the record"), also=("f2",)),
    Key("match-delete", (P_("key: match-delete", "d"),), "delete", On.MATCHES, N_("delete"), also=("delete",)),
    Key("rescue", ("enter",), "take", On.RESCUE, N_("play on")),
    Key("setting-before", ("up",), "step(-1)", On.SETTINGS, repeats=True),
    Key("setting-next", ("down",), "step(1)", On.SETTINGS, N_("choose"), also=("tab",), repeats=True),
    Key("setting-less", ("left",), "change(-1)", On.SETTINGS, repeats=True),
    Key("setting-more", ("right",), "change(1)", On.SETTINGS, N_("change"), also=("space",), repeats=True),
    # ---- learning
    Key("learn-before", ("up",), "step(-1)", On.LEARN, repeats=True),
    Key("learn-next", ("down",), "step(1)", On.LEARN, N_("choose"), also=("tab",), repeats=True),
    Key("learn-take", ("enter",), "take", On.LEARN, N_("take it"), also=("space",)),
    Key("lesson", tuple("1234567890"), "lesson({index})", On.LEARN),
    Key("learn-first-match", (P_("key: learn-first-match", "f"),), "take('first-match')", On.LEARN),
    Key("learn-trainer", (P_("key: learn-trainer", "t"),), "take('trainer')", On.LEARN),
    Key("learn-argued", (P_("key: learn-argued", "a"),), "take('argued')", On.LEARN),
    Key("mark", _PLACES, "mark({index})", On.LESSON, N_("mark"), repeats=True),
    Key("begin", ("enter",), "begin", On.WELCOME, N_("begin"), also=("space",)),
    # ---- pages
    Key("back", ("escape",), "back", On.PAGES | On.SETTINGS, N_("back"), also=(_LEAVE, "enter")),
    Key("page-up-row", ("up",), "scroll(-1)", On.PAGES, also=("k",), repeats=True),
    Key("page-down-row", ("down",), "scroll(1)", On.PAGES, N_("scroll"), also=("j",), repeats=True),
    Key("page-up", ("pageup",), "scroll(-15)", On.PAGES, also=("b",), repeats=True),
    Key("page-down", ("pagedown",), "scroll(15)", On.PAGES, also=("space",), repeats=True),
    Key("page-home", ("home",), "scroll(-100000)", On.PAGES, also=("g",), repeats=True),
    Key("page-end", ("end",), "scroll(100000)", On.PAGES, also=("shift+g",), repeats=True),
    Key("reasons", (P_("key: reasons", "w"),), "reasons", On.LOG, N_("why bots"), also=("f2",)),
    Key("swap", tuple("1234"), "swap({n})", On.SWAPS, N_("change")),
    Key("argued", (P_("key: argued", "a"),), "argued", On.RULES, N_("what families argue about"), also=("f2",)),
)
"""All of them. A screen's own part is what says `on` it, in this order."""


def seat_key(seat: Seat) -> str:
    """The id of a seat's own key, which shows the tiles of that seat."""
    return f"seat-{seat.name.lower()}"


class KeyShown(NamedTuple):
    """A key in the key line: what it is called, what it does in a word, and the action of the screen that a click does."""

    name: str
    word: str
    action: str = ""


class Keys:
    """The keys in use: the usual ones in the letters of the language, and those that the player's file changes."""

    def __init__(self, changed: Mapping[str, tuple[str, ...]] | None = None) -> None:
        """`changed` has the keys of actions by their ids.

        What nobody need be told of gives way to them: a player's own F6 is not a seat's as well.
        """
        self._changed = changed or {}
        self._by_id = {key.id: self._giving_way(key) for key in KEYS}

    def _giving_way(self, key: Key) -> Key:
        if key.is_numbered:
            return key
        taken = {name for other in KEYS if other.on & key.on for name in self._changed.get(other.id, ())}
        return replace(key, also=tuple(name for name in key.also if _letter(name) not in taken))

    # ---- what they are called

    def name(self, id: str) -> str:  # noqa: A002, that is what it is
        """What the key is called in a sentence."""
        return self.names(id)[0]

    def names(self, id: str) -> tuple[str, ...]:  # noqa: A002, that is what it is
        """What the keys that are told of this action are called."""
        key = self._by_id[id]
        return tuple(map(_name, self._changed.get(id) or tuple(map(_letter, key.keys))))

    def shown(self, *ids: str, word: str = "", action: str | None = None, signs: bool = False) -> KeyShown:
        """An action for the key line, or several that go together, with its own word or this one.

        `signs` has arrows drawn where they can be.
        """
        names = [self.name(id) for id in ids]  # noqa: A001, see above
        if signs and all(self._first(id) in _ARROWS for id in ids):  # noqa: A001, see above
            told = "".join(_ARROWS[self._first(id)] for id in ids)  # noqa: A001, see above
        else:
            told = "/".join(names)
        key = self._by_id[ids[-1]]
        does = key.action if len(ids) == 1 and not key.is_numbered else ""
        return KeyShown(told, word or _(key.word), does if action is None else action)

    def several(self, id: str, first: int, last: int, word: str = "") -> KeyShown:  # noqa: A002, that is what it is
        """The keys of a numbered action for the key line: from one place, counted from 0, up to another."""
        return KeyShown(span(self.names(id)[first : last + 1]), word or _(self._by_id[id].word))

    def line(self, on: On) -> list[KeyShown]:
        """What all of these screens have in their key lines."""
        keys = [key for key in self._by_id.values() if key.word and on in key.on]
        return [self.shown(key.id) for key in sorted(keys, key=lambda key: key.last)]

    def told(self, text: str) -> str:
        """A text of the source in the language in use; ids in braces, with _ for -, become the names of their keys."""
        return _(text).format(**{id.replace("-", "_"): self.name(id) for id in self._by_id})  # noqa: A001, see above

    def help_rows(self) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
        """Keys and what is said of them: those for choosing from the hand, then the others."""
        choosing: list[tuple[str, str]] = []
        others: list[tuple[str, str]] = []
        together: dict[str, list[Key]] = {}
        for key in self._by_id.values():
            if key.help:
                together.setdefault(key.help, []).append(key)
        for text, keys in together.items():
            names = [name for key in keys for name in self.names(key.id)]
            told = span(names, " - ") if keys[0].is_numbered else ", ".join(names)
            needs_hand = On.TABLE in keys[0].on and not keys[0].while_hidden
            (choosing if needs_hand else others).append((told, self.told(text)))
        return choosing, others

    def letterless(self, id: str) -> str | None:  # noqa: A002, that is what it is
        """What the first key of this action is called that needs no letter, and rather no sign; None where each is a letter.

        Where each key does something else, they all need none, or there is none.
        """
        key = self._by_id[id]
        names = self.all_of(key)
        if key.is_numbered:
            return None if any(map(_is_letter, names)) else span(map(_name, names[: len(key.keys)]), " - ")
        others = sorted((name for name in names if not _is_letter(name)), key=lambda name: len(name) == 1)
        return _name(others[0]) if others else None

    def letterless_rows(self) -> list[tuple[str, str]]:
        """What stands for each letter on a keyboard without Latin ones, and what is told of it, for the help page."""
        told: dict[str, str] = {}
        for key in self._by_id.values():
            name = self.letterless(key.id)
            if name is not None and _is_letter(self._first(key.id)):
                does = f"{self.name(key.id)} {_(key.word or key.help)}"
                told[name] = f"{told[name]}; {does}" if name in told else does
        return sorted(told.items())

    # ---- what they do

    def all_of(self, key: Key) -> tuple[str, ...]:
        """All keys of an action, as they stand in the file."""
        return self._changed.get(key.id) or tuple(map(_letter, (*key.keys, *key.also)))

    def usual(self) -> list[UsualKey]:
        """What the file of the settings tells of keys."""
        usual = Keys()
        return [UsualKey(key.id, ",".join(usual.all_of(key)), key.word and _(key.word)) for key in KEYS]

    def is_key(self, id: str, pressed: str) -> bool:  # noqa: A002, that is what it is
        """Whether what was pressed is a key of this action."""
        ours = {_textual(name) for name in self.all_of(self._by_id[id])}
        return pressed in ours or (len(pressed) == 1 and pressed.lower() in ours)

    def bindings(self, on: On) -> BindingsMap:
        """What a screen binds."""
        bound: dict[str, Binding] = {}
        for key in self._by_id.values():
            if on in key.on and key.action:
                for index, name in enumerate(self.all_of(key)):
                    usual = Binding(_textual(name), key.action_of(index), show=False, priority=on is On.APP, id=key.id)
                    bound.setdefault(usual.key, usual)
        for pressed, binding in list(bound.items()):
            if len(pressed) == 1 and pressed.upper() not in bound:
                bound[pressed.upper()] = replace(binding, key=pressed.upper())
        return BindingsMap(bound.values())

    def is_bound(self, on: On, pressed: str) -> bool:
        """Whether what was pressed is a key of a screen."""
        return any(self.is_key(key.id, pressed) for key in KEYS if on in key.on or On.APP in key.on)

    def may_repeat(self, on: On, pressed: str) -> bool:
        """Whether what was pressed may act again and again on a screen while it is held down."""
        return all(key.repeats for key in KEYS if (on in key.on or On.APP in key.on) and self.is_key(key.id, pressed))

    def acts_while_hidden(self, on: On, action: str) -> bool:
        """Whether this action of a screen may be done while a hand is hidden there."""
        return any(
            key.while_hidden and key.action.partition("(")[0] == action for key in self._by_id.values() if on in key.on
        )

    def clashes(self) -> Iterator[tuple[str, str, str]]:
        """Two actions of one screen that have the same key, by their ids, and that key's name."""
        for on in On:
            bound: dict[str, tuple[str, str]] = {}
            for key in self._by_id.values():
                if on in key.on or On.APP in key.on:
                    for index, name in enumerate(self.all_of(key)):
                        does = key.action_of(index) or key.id
                        other, done = bound.setdefault(_textual(name), (key.id, does))
                        if done != does:
                            yield other, key.id, _name(name)

    def _first(self, id: str) -> str:  # noqa: A002, that is what it is
        return self.all_of(self._by_id[id])[0]


def chosen_keys(found: Mapping[str, object], file: str) -> tuple[Keys, list[Complaint]]:
    """The keys in use where the player's file, of this name, says that; and what of it cannot be."""
    complaints: list[Complaint] = []
    changed: dict[str, tuple[str, ...]] = {}
    by_id = {key.id: key for key in KEYS}
    for id, value in found.items():  # noqa: A001, that is what it is
        fields = {"file": file, "key": id if id in by_id else written(id), "value": written(value)}
        keys = _parsed(value)
        if id not in by_id:
            text = N_("{file}: there is no key {key}. Those most like it are {possible}.")
            near = get_close_matches(id, by_id, n=5, cutoff=0.0)
            complaints.append(Complaint(text, {**fields, "possible": ", ".join(near)}))
        elif keys is None:
            text = N_(
                "{file}: {key} cannot be {value}. A key is a letter, a digit, a sign, or one of {possible}, "
                "also with ctrl+ before it."
            )
            complaints.append(Complaint(text, {**fields, "possible": ", ".join(_NAMES)}))
        elif by_id[id].is_numbered and len(keys) < len(by_id[id].keys):
            text = N_("{file}: {key} cannot be {value}. It needs {n} keys, set apart by commas.")
            complaints.append(Complaint(text, {**fields, "n": len(by_id[id].keys)}))
        else:
            changed[id] = keys
    # Where some have been refused, others may clash with what holds instead.
    while clash := next((each for each in Keys(changed).clashes() if not changed.keys().isdisjoint(each[:2])), None):
        one, other, name = clash
        text = N_("{file}: {one} and {other} cannot both be {key}; the usual keys hold for them.")
        complaints.append(Complaint(text, {"file": file, "one": one, "other": other, "key": name}))
        changed.pop(one, None)
        changed.pop(other, None)
    return Keys(changed), complaints


def span(names: Iterable[str], between: str = "-") -> str:
    """Names of keys in short: the first and the last where they follow each other, else all."""
    names = list(names)
    if len(names) < 2:
        return "".join(names)
    follow = all(len(a) == len(b) == 1 and ord(b) - ord(a) == 1 for a, b in pairwise(names))
    return f"{names[0]}{between}{names[-1]}" if follow else " ".join(names)


# ---- keyboards without Latin letters


def digit_of(character: str | None) -> str | None:
    """The digit that a character stands for in whatever script; None where it is none.

    >>> digit_of("٣"), digit_of("7"), digit_of("x"), digit_of(None)
    ('3', '7', None, None)
    """
    value = None if character is None or len(character) != 1 else unicodedata.decimal(character, None)
    return None if value is None else str(value)


def is_other_script(character: str | None) -> bool:
    """Whether this is a letter, or part of one, of a script that is not Latin.

    >>> [is_other_script(character) for character in ("ц", "א", "ั", "ん", "x", "ł", "ª", "7", "?", None)]
    [True, True, True, True, False, False, False, False, False, False]
    """
    if character is None or len(character) != 1 or unicodedata.category(character)[0] not in "LM":
        return False
    return not unicodedata.name(unicodedata.normalize("NFKD", character)[0], "").startswith("LATIN")


# ---- names of keys

_NAMES = {
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
_ARROWS = {"up": "↑", "down": "↓", "left": "←", "right": "→"}


def _letter(key: str | Letter) -> str:
    """A key as it stands in the file; a letter is that of the language."""
    return key if isinstance(key, str) else pgettext(*key)


def _is_letter(key: str) -> bool:
    """Whether a key, as it stands in the file, is a letter, whatever is held down with it."""
    return key[-1].isalpha() and (len(key) == 1 or key[-2] == "+")


def _name(key: str) -> str:
    """What a key is called."""
    *modifiers, last = key.split("+")
    name = _(_NAMES[last]) if last in _NAMES else last.upper()
    return "+".join([*(_(_MODIFIERS[modifier]) for modifier in modifiers), name])


def _textual(key: str) -> str:
    """A key as Textual calls it when it is pressed."""
    if key.startswith("shift+") and len(key) == len("shift+x"):
        return key[-1].upper()
    (binding,) = Binding.make_bindings([Binding(key, "")])
    return binding.key


def _parsed(value: object) -> tuple[str, ...] | None:
    """The keys of a text from the file; None where they are none."""
    if not isinstance(value, str):
        return None
    keys = tuple(key.strip().lower() for key in value.split(","))
    return keys if all(map(_is_key, keys)) else None


def _is_key(key: str) -> bool:
    *modifiers, last = key.split("+")
    is_sign = len(last) == 1 and not last.isspace() and unicodedata.category(last)[0] in "LNPS"
    return (last in _NAMES or is_sign) and set(modifiers) <= _MODIFIERS.keys()
