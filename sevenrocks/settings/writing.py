"""The file of the settings, written: whole for the first time, then only what has changed, and all else stays as it is."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from sevenrocks.atomic import write_whole
from sevenrocks.i18n import _
from sevenrocks.places import no_home

from .chosen import Settings
from .file import VERSION, UsualKey, read_settings
from .setting import Kept

_WIDTH = 100


def write_first(path: Path, settings: Settings, keys: Iterable[UsualKey]) -> None:
    """Write the file, with these settings, where there is none yet. Raises OSError."""
    if not path.exists():
        _write(path, "\n".join(_lines(settings, keys)) + "\n")


def write_changes(
    path: Path | None, settings: Settings, changed: Sequence[Kept[Any]], keys: Iterable[UsualKey]
) -> bool:
    """Write these settings, of which these have changed. Raises OSError.

    Returns False where nothing is written, because the file could not be read or is of a newer version.
    """
    if path is None:
        raise no_home("XDG_CONFIG_HOME")
    found = read_settings(path)
    if not found.may_change:
        return False
    if not path.exists():
        write_first(path, settings, keys)
        return True
    try:
        document = tomlkit.parse(path.read_bytes().decode("utf-8-sig"))
        for kept in changed:
            item = _item(kept.formatted(settings.value(kept)))
            if kept.name not in document:
                # What stands before a value; a comment added by itself would come after the last table.
                item.trivia.indent = "".join(f"{line}\n" for line in ["", *_about(kept)])
            document[kept.name] = item
        _write(path, document.as_string())
    except TOMLKitError:
        return False
    return True


def _write(path: Path, text: str) -> None:
    # To where a link leads: those who keep such files elsewhere link them here.
    target = path.resolve()
    target.parent.mkdir(parents=True, exist_ok=True)
    write_whole(target, text.encode("utf-8"))


def _item(value: object) -> Any:
    """A value for the file; players stand in one row."""
    if not isinstance(value, list):
        return tomlkit.item(value)
    row = tomlkit.array()
    for each in value:
        table = tomlkit.inline_table()
        table.update(each)
        row.append(table)
    return row


def _lines(settings: Settings, keys: Iterable[UsualKey]) -> Iterable[str]:
    """The whole file."""
    yield from _comment(
        _("Seven Rocks: the settings. They can be changed here, or in the game, which keeps all that stands here.")
    )
    yield f"version = {VERSION}"
    for kept in settings.declared():
        yield ""
        yield from _about(kept)
        yield f"{kept.name} = {_item(kept.formatted(settings.value(kept))).as_string()}"
    yield ""
    yield "[keys]"
    yield from _comment(
        _(
            "The keys. Take the # from the front of a line to change one; several keys of an action are set apart by commas. "
            "These are the usual ones:"
        )
    )
    for key in keys:
        yield f'# {key.id} = "{key.keys}"' + (f"  # {key.word}" if key.word else "")


def _about(kept: Kept[Any]) -> list[str]:
    return [*_comment(_(kept.about)), *_comment(kept.possible)]


def _comment(text: str) -> list[str]:
    return [f"# {line}" for line in textwrap.wrap(text, _WIDTH, break_long_words=False)]
