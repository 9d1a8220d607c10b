"""What a learner has done, kept between times."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass, replace
from pathlib import Path

from sevenrocks.atomic import read_regular, write_whole
from sevenrocks.engine.errors import NotationError
from sevenrocks.engine.layout import Layout
from sevenrocks.notation import format_position, parse_position
from sevenrocks.places import no_home

from .training import MOST_MISSED

_NAME = "learning.json"
_LARGEST = 2**20
"""More bytes than it has."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The names of the lessons that are done, and the layouts that were missed in training, the next first."""

    done: frozenset[str] = frozenset()
    missed: tuple[Layout, ...] = ()

    def with_done(self, name: str) -> Progress:
        """The same with one more lesson done."""
        return replace(self, done=self.done | {name})


def load_progress(folder: Path | None) -> Progress:
    """What is kept in this folder; nothing of what is missing or cannot be read."""
    if folder is None:
        return Progress()
    try:
        kept = json.loads(read_regular(folder / _NAME, _LARGEST))
        done = frozenset(str(name) for name in kept["done"])
        texts = [str(text) for text in kept["missed"]][:MOST_MISSED]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return Progress()
    missed = []
    for text in texts:
        with contextlib.suppress(NotationError):
            layout = parse_position(text)
            if layout.joints:
                missed.append(layout)
    return Progress(done, tuple(missed))


def save_progress(progress: Progress, folder: Path | None) -> None:
    """Keep it. Raises OSError."""
    if folder is None:
        raise no_home("XDG_STATE_HOME")
    kept = {"done": sorted(progress.done), "missed": [format_position(layout) for layout in progress.missed]}
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(folder / _NAME, json.dumps(kept, indent=2).encode("utf-8"))
