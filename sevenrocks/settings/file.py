"""The file of the settings, read: whatever stands in it, there are settings, and what could not be used is told.

Every command reads it for its language. So nothing is loaded to read TOML where there is no file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sevenrocks.atomic import IrregularFileError, LargeFileError, read_regular
from sevenrocks.i18n import N_, _

from .chosen import Settings
from .setting import written

VERSION = 1
"""The version of the file that this program writes; it uses what it knows of a newer one."""

_MAX_BYTES = 64 * 1024


class Complaint(NamedTuple):
    """Something that could not be used. It is put into words when it is told: the language stands in the file, too."""

    text: str
    fields: Mapping[str, object]

    def told(self) -> str:
        """The sentence."""
        return _(self.text).format(**self.fields)


class Found(NamedTuple):
    """What a file says."""

    settings: Settings
    keys: Mapping[str, object]
    """The keys that the player has chosen, by their ids, as they stand in the file."""
    complaints: tuple[Complaint, ...]
    may_change: bool
    """Whether a change may be written there."""


class UsualKey(NamedTuple):
    """A key that can be changed in the file, as it is told there."""

    id: str
    keys: str
    word: str
    """What it does; may be empty."""


def load_settings(path: Path | None) -> Settings:
    """The settings kept there; the usual ones for whatever is missing or cannot be read."""
    return read_settings(path).settings


def read_settings(path: Path | None) -> Found:
    """What is kept there. Where there is no such file, that is what version 0.1.0 had kept in the same folder."""
    if path is None:
        return Found(Settings(), {}, (), may_change=True)
    try:
        data = _read(path)
    except FileNotFoundError:
        return _taken_over(path.with_name("settings.json"))
    except _UnusableError as error:
        return _unusable(path, error.text, **error.fields)
    except OSError as error:
        return _unusable(
            path, N_("{file} cannot be read ({reason}), so the usual settings hold."), reason=error.strerror
        )
    import tomllib  # noqa: PLC0415, see above

    from sevenrocks.toml_shape import ShapeError, check_shape  # noqa: PLC0415, see above

    try:
        text = data.decode("utf-8-sig")
        check_shape(text)
        table = tomllib.loads(text)
    except UnicodeDecodeError as error:
        return _garbled(path, data[: error.start].count(b"\n") + 1)
    except ShapeError as error:
        return _garbled(path, error.line)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        return _garbled(path, int(found[1]) if found is not None else text.count("\n") + 1)
    except (ValueError, RecursionError):
        return _garbled(path, 1)
    return _meant(path, table)


class _UnusableError(Exception):
    def __init__(self, text: str, **fields: object) -> None:
        super().__init__(text)
        self.text = text
        self.fields = fields


def _read(path: Path) -> bytes:
    try:
        return read_regular(path, _MAX_BYTES)
    except IrregularFileError as error:
        raise _UnusableError(N_("{file} is no ordinary file, so the usual settings hold.")) from error
    except LargeFileError as error:
        told = N_("{file} is larger than {n} KiB, so the usual settings hold.")
        raise _UnusableError(told, n=_MAX_BYTES // 1024) from error


def _unusable(path: Path, text: str, **fields: object) -> Found:
    return Found(Settings(), {}, (Complaint(text, {"file": path.name, **fields}),), may_change=False)


def _garbled(path: Path, line: int) -> Found:
    return _unusable(
        path, N_("{file}, line {n}, cannot be understood: the usual settings hold until it is mended."), n=line
    )


def _meant(path: Path, table: dict[str, Any]) -> Found:
    """What is known of a table of settings."""
    complaints: list[Complaint] = []

    def complain(text: str, **fields: object) -> None:
        complaints.append(Complaint(text, {"file": path.name, **fields}))

    version, keys = table.pop("version", VERSION), table.pop("keys", {})
    if not isinstance(version, int) or isinstance(version, bool):
        complain(WRONG, key="version", value=written(version), possible=VERSION)
        version = VERSION
    if version > VERSION:
        newer = N_(
            "{file} is of a newer version of the game: what is known of it holds, and changes are not written there."
        )
        complain(newer)
    if not isinstance(keys, dict):
        complain(WRONG, key="keys", value=written(keys), possible="[keys]")
        keys = {}
    chosen: dict[str, object] = {}
    known = {kept.name: kept for kept in Settings.declared()}
    for name, word in table.items():
        if name not in known:
            names = ", ".join(setting.name for setting in Settings.shown())
            complain(N_("{file}: there is no setting {key}. There are {possible}."), key=written(name), possible=names)
            continue
        try:
            chosen[name] = known[name].parsed(word)
        except ValueError:
            complain(WRONG, key=name, value=written(word), possible=known[name].possible)
    return Found(Settings(chosen), keys, tuple(complaints), may_change=version <= VERSION)


WRONG = N_("{file}: {key} cannot be {value}. It can be {possible}.")


# ---- version 0.1.0

_SPEEDS = {2.0: "slow", 1.0: "normal", 0.4: "fast", 0.0: "instant"}


def _taken_over(path: Path) -> Found:
    """What version 0.1.0 had kept as JSON; what of it is unknown was so then."""
    try:
        data = _read(path)
    except (OSError, _UnusableError):
        return Found(Settings(), {}, (), may_change=True)
    import json  # noqa: PLC0415, see above

    try:
        table = json.loads(data)
    except (ValueError, RecursionError):
        table = {}
    if not isinstance(table, dict):
        table = {}
    speed, seats = table.get("bot_speed"), table.get("seats")
    if isinstance(speed, int | float):
        table["bot_speed"] = _SPEEDS.get(speed)
    if isinstance(seats, list):
        table["seats"] = [
            {"name": seat[0]} if seat[1] is None else {"name": seat[0], "bot": seat[1]}
            for seat in seats
            if isinstance(seat, list) and len(seat) == 2
        ]
    return _meant(path, table)._replace(complaints=(), keys={}, may_change=True)
