"""The keys in use: what they are called where they are told, and what they do on a screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from textual.binding import Binding, BindingsMap

from sevenrocks.i18n import _
from sevenrocks.settings import UsualKey

from . import registry
from .key import Key, On
from .naming import ARROWS, is_letter, letter_of, name_of, span, textual_name


class KeyShown(NamedTuple):
    """A key in the key line: what it is called, what it does in a word, and the action of the screen that a click does."""

    name: str
    word: str
    action: str = ""
    ids: tuple[str, ...] = ()
    """Which keys of the registry these are."""
    rank: int = 5
    """How long it stays where there is no room for all: see `Key.rank`."""


class Keys:
    """The keys in use: the usual ones in the letters of the language, and those that the player's file changes."""

    def __init__(self, changed: Mapping[str, tuple[str, ...]] | None = None) -> None:
        """`changed` has the keys of actions by their ids.

        What nobody need be told of gives way to them: a player's own F6 is not a seat's as well.
        """
        self._changed = changed or {}
        self._by_id = {key.id: self._giving_way(key) for key in registry.KEYS}

    def _giving_way(self, key: Key) -> Key:
        if key.is_numbered:
            return key
        taken = {name for other in registry.KEYS if other.on & key.on for name in self._changed.get(other.id, ())}
        return replace(key, also=tuple(name for name in key.also if letter_of(name) not in taken))

    # ---- what they are called

    def name(self, id: str) -> str:  # noqa: A002, that is what it is
        """What the key is called in a sentence."""
        return self.names(id)[0]

    def names(self, id: str) -> tuple[str, ...]:  # noqa: A002, that is what it is
        """What the keys that are told of this action are called."""
        key = self._by_id[id]
        return tuple(map(name_of, self._changed.get(id) or tuple(map(letter_of, key.keys))))

    def shown(self, *ids: str, word: str = "", action: str | None = None, signs: bool = False) -> KeyShown:
        """An action for the key line, or several that go together, with its own word or this one.

        `signs` has arrows drawn where they can be.
        """
        names = [self.name(id) for id in ids]  # noqa: A001, see above
        if signs and all(self._first(id) in ARROWS for id in ids):  # noqa: A001, see above
            told = "".join(ARROWS[self._first(id)] for id in ids)  # noqa: A001, see above
        else:
            told = "/".join(names)
        key = self._by_id[ids[-1]]
        does = key.action if len(ids) == 1 and not key.is_numbered else ""
        return KeyShown(told, word or _(key.word), does if action is None else action, ids, key.rank)

    def several(self, id: str, first: int, last: int, word: str = "") -> KeyShown:  # noqa: A002, that is what it is
        """The keys of a numbered action for the key line: from one place, counted from 0, up to another."""
        key = self._by_id[id]
        return KeyShown(span(self.names(id)[first : last + 1]), word or _(key.word), ids=(id,), rank=key.rank)

    def line(self, on: On) -> list[KeyShown]:
        """What all of these screens have in their key lines."""
        return [self.shown(key.id) for key in self._by_id.values() if key.word and on in key.on]

    def meaning(self, shown: KeyShown) -> str:
        """What a key of the key line of a match does, in a sentence where there is one."""
        texts = dict.fromkeys(self._by_id[id].help for id in shown.ids)  # noqa: A001, see above
        return "; ".join(self.told(text) for text in texts if text) or shown.word

    def brief(self, shown: KeyShown) -> str:
        """What a key of the key line of a match does, in a few words."""
        texts = dict.fromkeys(self._by_id[id].brief for id in shown.ids)  # noqa: A001, see above
        return "; ".join(_(text) for text in texts if text) or shown.word

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
            return None if any(map(is_letter, names)) else span(map(name_of, names[: len(key.keys)]), " - ")
        others = sorted((name for name in names if not is_letter(name)), key=lambda name: len(name) == 1)
        return name_of(others[0]) if others else None

    def letterless_rows(self) -> list[tuple[str, str]]:
        """What stands for each letter on a keyboard without Latin ones, and what is told of it, for the help page."""
        told: dict[str, str] = {}
        for key in self._by_id.values():
            name = self.letterless(key.id)
            if name is not None and is_letter(self._first(key.id)):
                does = f"{self.name(key.id)} {_(key.word or key.help)}"
                told[name] = f"{told[name]}; {does}" if name in told else does
        return sorted(told.items())

    # ---- what they do

    def all_of(self, key: Key) -> tuple[str, ...]:
        """All keys of an action, as they stand in the file."""
        return self._changed.get(key.id) or tuple(map(letter_of, (*key.keys, *key.also)))

    def usual(self) -> list[UsualKey]:
        """What the file of the settings tells of keys."""
        usual = Keys()
        return [UsualKey(key.id, ",".join(usual.all_of(key)), key.word and _(key.word)) for key in registry.KEYS]

    def is_key(self, id: str, pressed: str) -> bool:  # noqa: A002, that is what it is
        """Whether what was pressed is a key of this action."""
        ours = {textual_name(name) for name in self.all_of(self._by_id[id])}
        return pressed in ours or (len(pressed) == 1 and pressed.lower() in ours)

    def bindings(self, on: On) -> BindingsMap:
        """What a screen binds."""
        bound: dict[str, Binding] = {}
        for key in self._by_id.values():
            if on in key.on and key.action:
                for index, name in enumerate(self.all_of(key)):
                    usual = Binding(
                        textual_name(name), key.action_of(index), show=False, priority=on is On.APP, id=key.id
                    )
                    bound.setdefault(usual.key, usual)
        for pressed, binding in list(bound.items()):
            if len(pressed) == 1 and pressed.upper() not in bound:
                bound[pressed.upper()] = replace(binding, key=pressed.upper())
        return BindingsMap(bound.values())

    def is_bound(self, on: On, pressed: str) -> bool:
        """Whether what was pressed is a key of a screen."""
        return any(self.is_key(key.id, pressed) for key in registry.KEYS if on in key.on or On.APP in key.on)

    def may_repeat(self, on: On, pressed: str) -> bool:
        """Whether what was pressed may act again and again on a screen while it is held down."""
        return all(
            key.repeats for key in registry.KEYS if (on in key.on or On.APP in key.on) and self.is_key(key.id, pressed)
        )

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
                        other, done = bound.setdefault(textual_name(name), (key.id, does))
                        if done != does:
                            yield other, key.id, name_of(name)

    def _first(self, id: str) -> str:  # noqa: A002, that is what it is
        return self.all_of(self._by_id[id])[0]
