"""What commands print, and what they say of errors."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from typing import TextIO, TypeVar

from sevenrocks.i18n import _

T = TypeVar("T")


class UsageError(Exception):
    """Something on the command line that cannot be done, in words."""


def say(text: str, stream: TextIO | None = None) -> None:
    """Print a line; where the stream is closed nobody would read it."""
    print(text, file=stream or sys.stdout)


def drop_output() -> None:
    """Let what cannot be written go nowhere, so that Python does not fail over it at exit."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            try:
                stream.flush()
            except OSError:
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def literal(text: str) -> str:
    """A stranger's text on one line, without anything that could steer a terminal."""
    return "".join(character if character.isprintable() else "?" for character in text)


def reason_of(error: OSError) -> str:
    """What the system says of an error."""
    return error.strerror or str(error)


@contextlib.contextmanager
def bar(total: int) -> Iterator[Callable[[int], None]]:
    """Takes how much of the total is done, and shows it by a bar where a terminal can see it."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda _done: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(_("Playing"), total=total)
        yield lambda done: progress.update(task, completed=done)


def progress(things: Iterator[T], total: int) -> Iterator[tuple[int, T]]:
    """Things with their numbers, from 1; a bar shows how far it has come where a terminal can see it."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield from enumerate(things, 1)
        return
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    yield from enumerate(track(things, _("Playing"), total=total, console=console, transient=True), 1)
