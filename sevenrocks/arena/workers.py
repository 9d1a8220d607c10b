"""Processes of this machine that share the work, and end with it."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


@contextlib.contextmanager
def local_processes(jobs: int) -> Iterator[Executor]:
    """An executor of so many processes on this machine. To be used in the main thread.

    Ctrl+C ends them at once, whatever they do, and then raises KeyboardInterrupt as ever.
    """
    executor = _LocalProcesses(jobs)
    before = signal.signal(signal.SIGINT, executor.interrupt)
    try:
        with executor:
            yield executor
    except BrokenExecutor:
        if executor.is_interrupted:
            raise KeyboardInterrupt from None
        raise
    finally:
        signal.signal(signal.SIGINT, before)


class _LocalProcesses(ProcessPoolExecutor):
    def __init__(self, jobs: int) -> None:
        # Windows lets nobody wait for more than 61.
        super().__init__(
            min(jobs, 61) if sys.platform == "win32" else jobs, multiprocessing.get_context("spawn"), _start_worker
        )
        self._others = set(multiprocessing.active_children())
        self._is_submitting = False
        self.is_interrupted = False

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Hand out work; Ctrl+C is put off meanwhile."""
        self._is_submitting = True
        try:
            if self.is_interrupted:
                raise KeyboardInterrupt
            with _interrupts_blocked():
                future = super().submit(function, *args, **kwargs)
        finally:
            self._is_submitting = False
        if self.is_interrupted:
            self.interrupt()
        return future

    def interrupt(self, *_signal: object) -> None:
        """End all processes, and with them all work.

        To raise here could leave the executor half changed, wherever it was; it sees by itself that its processes end.
        """
        self.is_interrupted = True
        if self._is_submitting:
            return
        processes = set(multiprocessing.active_children()) - self._others
        if not processes:
            raise KeyboardInterrupt
        for process in processes:
            process.kill()


@contextlib.contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """A process that starts here inherits it, so that Ctrl+C does not reach it, not even before it can see to that."""
    if sys.platform == "win32":
        yield
        return
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


def _start_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A parent that is killed cannot end its workers, and they would wait for work for ever."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
