"""Signals in lines: they are heeded where an answer is waited for, or as soon as one is, so that nothing is cut in two."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
from collections.abc import Iterator

from sevenrocks.terminal import ending_signals


class LeftError(Exception):
    """The player wants to leave, or there is nobody to answer any more."""

    code = 0
    """The exit code."""


class SignalledError(LeftError):
    """The program is told to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number


def end_of_input(*, was_terminal: bool) -> LeftError:
    """What it is to be taken for that nothing more is to be read: a terminal that is gone has hung up."""
    return SignalledError(signal.SIGHUP) if was_terminal and not sys.stdin.isatty() else LeftError()


class StopError(Exception):
    """The program is told to stop for a while."""


class WokenError(Exception):
    """The program has been stopped without a word, and goes on."""


_came: list[int] = []
"""What has come while nothing was waited for."""
_is_waiting = False


@contextlib.contextmanager
def heeded() -> Iterator[None]:
    """Heed signals, and let them wake whoever waits."""
    stops = {signal.SIGTSTP, signal.SIGCONT} if os.name == "posix" else set()
    before = {number: signal.signal(number, _take) for number in {*ending_signals(), *stops}}
    try:
        with _woken() if os.name == "posix" else contextlib.nullcontext():
            yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        _came.clear()


@contextlib.contextmanager
def _woken() -> Iterator[None]:
    global _wakes  # noqa: PLW0603, there is one process
    _wakes, woken = os.pipe()
    os.set_blocking(woken, False)
    before = signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        os.close(woken)
        os.close(_wakes)
        _wakes = -1


_wakes = -1
"""Where a byte comes for each signal; -1 where none do."""


def _take(number: int, _frame: object) -> None:
    global _is_waiting  # noqa: PLW0603, there is one process
    if _is_waiting:
        _is_waiting = False  # one at a time: a terminal that hangs up sends two
        raise _error(number)
    _came.append(number)


def _error(number: int) -> Exception:
    if os.name == "posix" and number == signal.SIGTSTP:
        return StopError()
    if os.name == "posix" and number == signal.SIGCONT:
        return WokenError()
    return SignalledError(number)


@contextlib.contextmanager
def waiting() -> Iterator[None]:
    """Let signals end what is done here, by SignalledError, StopError or WokenError; one that has come already does at once."""
    global _is_waiting  # noqa: PLW0603, there is one process
    _is_waiting = True
    try:
        if _came:
            _is_waiting = False
            raise _error(_came.pop(0))
        yield
    finally:
        _is_waiting = False


def wait_for_input() -> None:
    """Wait until something has been typed: what Python waits for itself no signal ends that comes as it begins to."""
    if _wakes < 0:
        return
    while sys.stdin.fileno() not in select.select([sys.stdin.fileno(), _wakes], [], [])[0]:
        os.read(_wakes, 4096)


def stop() -> None:
    """Stop until somebody brings the program back; where nobody would, the kernel refuses it."""
    before = {number: signal.signal(number, signal.SIG_DFL) for number in (signal.SIGTSTP, signal.SIGCONT)}
    signal.raise_signal(signal.SIGTSTP)
    for number, handler in before.items():
        signal.signal(number, handler)
