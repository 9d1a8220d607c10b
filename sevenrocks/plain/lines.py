"""Lines said, and answers asked for."""

from __future__ import annotations

import contextlib
import os
import sys

_CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen and what has been scrolled out of it."""


class LeftError(Exception):
    """The player wants to leave, or there is nobody to answer any more."""


def say(text: str = "") -> None:
    """Say a line, at once."""
    print(text, flush=True)  # noqa: T201, lines of text are what this is about


def ask(question: str) -> str:
    """An answer, without the spaces around it. Raises LeftError at the end of the input."""
    try:
        return input(f"{question} ").strip()
    except EOFError as error:
        say()
        raise LeftError from error


def can_clear() -> bool:
    """Whether what has been said can be taken off the terminal."""
    return sys.stdout.isatty() and os.environ.get("TERM", "dumb") not in {"", "dumb"}


def clear() -> None:
    """Let nobody read what has been shown to another, where the terminal can."""
    if can_clear():
        sys.stdout.write(_CLEAR)
        sys.stdout.flush()


def drop_typed_ahead() -> None:
    """What was typed before the terminal was passed on opens nobody's hand."""
    if os.name == "posix" and sys.stdin.isatty():
        import termios  # noqa: PLC0415, exists on POSIX alone

        with contextlib.suppress(termios.error):
            termios.tcflush(sys.stdin, termios.TCIFLUSH)
