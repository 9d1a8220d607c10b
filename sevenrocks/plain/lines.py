"""Lines said, and answers asked for."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import sys
from collections.abc import Iterator

from sevenrocks.i18n import _

from .page import Page
from .signals import LeftError, SignalledError, StopError, WokenError, end_of_input, stop, wait_for_input, waiting

__all__ = ["HiddenError", "LeftError", "ask", "can_clear", "drop_typed_ahead", "page", "say"]

_FEWEST_ROWS = 5
"""The rows that a page needs."""


class HiddenError(Exception):
    """The program has been stopped, and goes on: whoever is there now need not be whose page it was."""


_page: Page | None = None
"""The page that a hand is told on; None where lines are said one after the other."""


def say(text: str = "") -> None:
    """Say a line, at once."""
    with _hang_up_told():
        if _page is not None:
            _page.say(text)
        else:
            sys.stdout.write(f"{text}\n")
            sys.stdout.flush()


def ask(question: str) -> str:
    """An answer, without the spaces around it.

    Raises LeftError at the end of the input, and at a signal that ends the program. After a stop the question is asked again;
    on a page HiddenError is raised instead.
    """
    while True:
        try:
            with _hang_up_told(), waiting():
                return (_line(f"{question} ") if _page is None else _page.ask(question)).strip()
        except LeftError:
            say()
            raise
        except (StopError, WokenError) as told:
            _hide(is_to_stop=isinstance(told, StopError))


def _line(question: str) -> str:
    sys.stdout.write(question)
    sys.stdout.flush()
    is_terminal = os.name == "posix" and sys.stdin.isatty()
    if is_terminal:
        wait_for_input()
    line = sys.stdin.readline()
    if not line:
        raise end_of_input(was_terminal=is_terminal)
    return line


def _hide(*, is_to_stop: bool) -> None:
    was_open = _page is not None
    if _page is not None:
        _page.end()
    if is_to_stop:
        stop()
    if was_open:
        raise HiddenError
    say()


@contextlib.contextmanager
def _hang_up_told() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        raise SignalledError(signal.SIGHUP) from error  # the terminal is gone


# ---- what others must not read ---------------------------------------------------------------------------------------


def can_clear() -> bool:
    """Whether what has been said can be written over: in a terminal of a known size that knows where its rows are."""
    if os.name != "posix" or not sys.stdout.isatty() or os.environ.get("TERM", "dumb") in {"", "dumb"}:
        return False
    with contextlib.suppress(OSError):
        size = os.get_terminal_size(sys.stdout.fileno())
        return size.lines >= _FEWEST_ROWS and size.columns > 0
    return False


@contextlib.contextmanager
def page() -> Iterator[None]:
    """Whatever is said meanwhile is gone afterwards, however that ends, where the terminal can clear it."""
    global _page  # noqa: PLW0603, there is one terminal
    if not can_clear():
        yield
        return
    _page = Page(lambda: ask(_("Press Enter to go on.")))
    try:
        _page.begin()
        yield
    finally:
        _page.end()
        _page = None


def drop_typed_ahead() -> None:
    """What was typed before the terminal was passed on opens nobody's hand."""
    if os.name == "posix" and sys.stdin.isatty():
        import termios  # noqa: PLC0415, exists on POSIX alone

        with contextlib.suppress(termios.error):
            termios.tcflush(sys.stdin, termios.TCIFLUSH)
