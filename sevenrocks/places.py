"""Where the game keeps things on this machine.

There may be no such place: in a container a program may run for a user whom the system does not know, and who has no home.
"""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Callable, Iterator
from pathlib import Path

import platformdirs

from sevenrocks.i18n import _

SETTINGS = "settings.toml"
"""What the file of the settings is called."""


def state_folder() -> Path | None:
    """Where matches are kept; None where there is no home."""
    return _known(lambda: platformdirs.user_state_path("sevenrocks", appauthor=False))


def settings_path() -> Path | None:
    """Where settings are kept; None where there is no home."""
    folder = _known(lambda: platformdirs.user_config_path("sevenrocks", appauthor=False))
    return None if folder is None else folder / SETTINGS


def no_home(variable: str) -> OSError:
    """Why nothing can be kept where there is no home; this variable of the environment could name another place."""
    told = _("there is no home folder; set HOME or {variable}")
    return OSError(errno.ENOENT, told.format(variable=variable))


def rescue_folders() -> Iterator[Path]:
    """Folders to write to where nothing else can be written: the home, that for temporary files, the current one."""
    import tempfile  # noqa: PLC0415, no command needs it to find its language

    for find in (Path.home, lambda: Path(tempfile.gettempdir()), Path.cwd):
        folder = _known(find)
        if folder is not None:
            yield folder


def _known(find: Callable[[], Path]) -> Path | None:
    """The folder that is found; None where the system knows none. A relative one is none: it would be another each time."""
    with contextlib.suppress(OSError, RuntimeError, KeyError):
        folder = find()
        if folder.is_absolute():
            return folder
    return None
