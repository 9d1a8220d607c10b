"""Bots think in a process of their own, so that the screen never waits for them.

The process is a plain `python -m sevenrocks.bots.process` that reads requests from its standard input and answers on its
standard output; nothing of a hand is in its arguments or environment. It ends when its input is closed.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from sevenrocks.engine.actions import Action, Placed
from sevenrocks.engine.errors import RocksError
from sevenrocks.engine.view import PublicView, SeatView

from . import choose
from .beat import ready

if TYPE_CHECKING:
    from .advice import Advice
    from .reasons import Reason

THINKING_LIMIT = 60.0
"""Seconds after which a bot is taken to hang and its process is started anew."""

ARGUMENTS = ("-m", "sevenrocks.bots.process")
"""What the process is started with, beside the interpreter."""

_ATTEMPTS = 3
_LENGTH = struct.Struct("!I")


class BotFailedError(RocksError):
    """A bot did not answer, even after its process was started anew."""


class BotProcess:
    """A process that chooses for bots; it starts with the first question and is started anew when it dies or hangs."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._busy = asyncio.Lock()
        self._ready: dict[str, bool] = {}
        """The levels for which the process has loaded all, and whether they are slow."""

    async def choose(self, level: str, view: SeatView, seed: int) -> Action:
        """What a bot of this level does. Raises BotFailedError."""
        action: Action = await self._answer_to("choose", level, view, seed)
        return _one_of(view, action)

    async def ready(self, level: str) -> bool:
        """Let the process load all that this level needs; returns whether the level is slow. Raises BotFailedError.

        It takes a moment once, whatever there will be to choose from.
        """
        if level not in self._ready or self._process is None or self._process.returncode is not None:
            self._ready[level] = await self._answer_to("ready", level)
        return self._ready[level]

    async def advise(self, view: SeatView, seed: int) -> tuple[Advice, ...]:
        """What the master would play. Raises BotFailedError."""
        advices: tuple[Advice, ...] = await self._answer_to("advise", view, seed)
        try:
            for advice in advices:
                _one_of(view, advice.action)
        except (AttributeError, TypeError) as error:
            raise BotFailedError("no bot answers") from error
        return advices

    async def reasons(self, view: PublicView) -> tuple[tuple[Placed, Reason], ...]:
        """What everyone could say for each placement of a round. Raises BotFailedError."""
        told: tuple[tuple[Placed, Reason], ...] = await self._answer_to("reasons", view)
        return told

    async def _answer_to(self, question: str, *arguments: object) -> Any:
        request = pickle.dumps((question, arguments))
        async with self._busy:
            for _attempt in range(_ATTEMPTS):
                try:
                    # Not wait_for: until Python 3.12 it loses a cancellation that comes together with the answer.
                    async with asyncio.timeout(THINKING_LIMIT):
                        return await self._ask(request)
                except (OSError, EOFError, asyncio.IncompleteReadError, TimeoutError, _StrangeError):
                    await self._end()
                except asyncio.CancelledError:
                    await self._end()
                    raise
        raise BotFailedError("no bot answers")

    async def stop(self) -> None:
        """End the process."""
        async with self._busy:
            await self._end()

    async def _ask(self, request: bytes) -> object:
        if self._process is None or self._process.returncode is not None:
            self._ready.clear()
            self._process = await asyncio.create_subprocess_exec(
                *_command(),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(_LENGTH.pack(len(request)) + request)
        await self._process.stdin.drain()
        (length,) = _LENGTH.unpack(await self._process.stdout.readexactly(_LENGTH.size))
        return _unpacked(await self._process.stdout.readexactly(length))

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await _ended(process)


def _command() -> list[str]:
    # A frozen program has no Python beside it: it is started once more, and `cli.main` knows by the arguments what for.
    # Else -P: what is meant is not what lies in the folder where the game was started.
    return [sys.executable, *([] if hasattr(sys, "frozen") else ["-P"]), *ARGUMENTS]


class _StrangeError(Exception):
    """An answer that is none: the process is of another version, since an upgrade has replaced the files of the game."""


def _unpacked(answer: bytes) -> object:
    try:
        told: object = pickle.loads(answer)  # noqa: S301, our own child
        hash(told)  # looks at every part: what another version has put together may lack one
    except Exception as error:
        raise _StrangeError from error
    return told


def _one_of(view: SeatView, action: Action) -> Action:
    """The action, if it is legal. Raises BotFailedError: another version could know other actions, or other rules."""
    if action not in view.legal_actions:
        raise BotFailedError("no bot answers")
    return action


async def _ended(process: asyncio.subprocess.Process) -> None:
    """Wait for a process that was killed, through any cancellation: it is a moment, and nobody else would wait for it."""
    cancelled: asyncio.CancelledError | None = None
    while process.returncode is None:
        try:
            await process.wait()
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests until there are no more."""
    from .advice import advise  # noqa: PLC0415, its tables are not to be loaded by whoever asks
    from .reasons import public_reasons  # noqa: PLC0415, see above

    answers_to: dict[str, Callable[..., object]] = {
        "ready": ready,
        "choose": choose,
        "advise": advise,
        "reasons": lambda view: tuple(public_reasons(view)),
    }
    while len(head := requests.read(_LENGTH.size)) == _LENGTH.size:
        question, arguments = pickle.loads(requests.read(_LENGTH.unpack(head)[0]))  # noqa: S301, our own parent
        answer = pickle.dumps(answers_to[question](*arguments))
        answers.write(_LENGTH.pack(len(answer)) + answer)
        answers.flush()


def main() -> None:
    """Answer on standard output what is asked on standard input."""
    with contextlib.suppress(KeyboardInterrupt):
        serve(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
