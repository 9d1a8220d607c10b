"""What a setting is. One declaration says its usual value, what it is called, and what can be chosen instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Self, TypeAlias, TypeVar, cast, overload

T = TypeVar("T")

Word: TypeAlias = "str | int"
"""What stands in the file for a value; true and false are words as well."""


class Values:
    """What has been chosen of all that is declared in the class. It never changes; `replaced` makes others.

    No dataclass: every command looks for its language here, and should not have to load what makes one.
    """

    __slots__ = ("chosen",)

    def __init__(self, chosen: Mapping[str, object] | None = None) -> None:
        """`chosen` gives values by the names of settings; the others are the usual ones."""
        self.chosen: Mapping[str, object] = chosen or {}

    def replaced(self, **chosen: object) -> Self:
        """These settings with others chosen."""
        unknown = chosen.keys() - {kept.name for kept in self.declared()}
        if unknown:
            raise TypeError(f"no settings: {', '.join(sorted(unknown))}")
        return type(self)({**self.chosen, **chosen})

    @classmethod
    def declared(cls) -> tuple[Kept[Any], ...]:
        """All that is kept, in order."""
        return tuple(kept for kept in vars(cls).values() if isinstance(kept, Kept))

    @classmethod
    def shown(cls) -> tuple[Setting[Any], ...]:
        """What can be chosen on the page, in order."""
        return tuple(kept for kept in cls.declared() if isinstance(kept, Setting))

    def value(self, kept: Kept[Any]) -> Any:
        """What has been chosen there."""
        return kept.__get__(self, type(self))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Values) and all(self.value(kept) == other.value(kept) for kept in self.declared())

    def __hash__(self) -> int:
        return hash(tuple(self.value(kept) for kept in self.declared()))


class Kept(Generic[T]):
    """Something that is kept between matches, declared in a class of values and read there as an attribute."""

    def __init__(self, usual: T, *, about: str) -> None:
        """`about` says in the file what it does."""
        self.name = ""
        self.usual = usual
        self.about = about

    def __set_name__(self, owner: type[object], name: str) -> None:
        self.name = name

    @overload
    def __get__(self, values: None, owner: type[Values]) -> Self: ...

    @overload
    def __get__(self, values: Values, owner: type[Values]) -> T: ...

    def __get__(self, values: Values | None, owner: type[Values]) -> Self | T:
        if values is None:
            return self
        return cast("T", values.chosen.get(self.name, self.usual))

    def __set__(self, values: Values, value: T) -> None:
        raise AttributeError(self.name)

    def parsed(self, word: object) -> T:
        """The value that stands in the file. Raises ValueError where it is none."""
        raise NotImplementedError

    def formatted(self, value: T) -> object:
        """What is to stand in the file for this value."""
        raise NotImplementedError

    @property
    def possible(self) -> str:
        """What may stand in the file."""
        raise NotImplementedError


class Setting(Kept[T]):
    """Something that players choose, on the page of the settings or in the file."""

    def __init__(
        self, usual: T, label: str, choices: Mapping[T, tuple[Word, str]], *, about: str, note: str = ""
    ) -> None:
        """`choices` gives each value its word in the file and its label on the page; `note` is what must be said there."""
        super().__init__(usual, about=about)
        self.label = label
        self.choices = choices
        self.note = note

    def parsed(self, word: object) -> T:
        """The choice of this word."""
        for value, (known, _label) in self.choices.items():
            if word == known and isinstance(word, bool) == isinstance(known, bool):
                return value
        raise ValueError(word)

    def formatted(self, value: T) -> Word:
        """The word of this choice."""
        return self.choices[value][0]

    @property
    def possible(self) -> str:
        """The words of all choices."""
        return ", ".join(written(word) for word, _label in self.choices.values())

    def stepped(self, value: T, step: int) -> T:
        """The choice so many further on."""
        values = list(self.choices)
        return values[(values.index(value) + step) % len(values)]


def written(value: object) -> str:
    """A value as it stands in the file, short enough for a sentence and with nothing that could steer a terminal."""
    if isinstance(value, bool):
        return str(value).lower()
    text = f'"{value}"' if isinstance(value, str) else str(value)
    text = "".join(character if character.isprintable() else "?" for character in text)
    return text if len(text) <= _MAX_WRITTEN else f"{text[: _MAX_WRITTEN - 1]}…"


_MAX_WRITTEN = 40
