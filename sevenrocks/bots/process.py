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

from sevenrocks.engine.actions import Action
from sevenrocks.engine.errors import RocksError
from sevenrocks.engine.view import SeatView

from . import choose

if TYPE_CHECKING:
    from .advice import Advice

THINKING_LIMIT = 60.0
"""Seconds after which a bot is taken to hang and its process is started anew."""

_ATTEMPTS = 3
_LENGTH = struct.Struct("!I")


class BotFailedError(RocksError):
    """A bot did not answer, even after its process was started anew."""


class BotProcess:
    """A process that chooses for bots; it starts with the first question and is started anew when it dies or hangs."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._busy = asyncio.Lock()

    async def choose(self, level: str, view: SeatView, seed: int) -> Action:
        """What a bot of this level does. Raises BotFailedError."""
        action: Action = await self._answer_to("choose", level, view, seed)
        return action

    async def advise(self, view: SeatView, seed: int) -> tuple[Advice, ...]:
        """What the master would play. Raises BotFailedError."""
        advices: tuple[Advice, ...] = await self._answer_to("advise", view, seed)
        return advices

    async def _answer_to(self, question: str, *arguments: object) -> Any:
        request = pickle.dumps((question, arguments))
        async with self._busy:
            for _attempt in range(_ATTEMPTS):
                try:
                    # Not wait_for: until Python 3.12 it loses a cancellation that comes together with the answer.
                    async with asyncio.timeout(THINKING_LIMIT):
                        return await self._ask(request)
                except (OSError, EOFError, asyncio.IncompleteReadError, TimeoutError):
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
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",  # not what lies in the folder where the game was started
                "-m",
                "sevenrocks.bots.process",
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
        return pickle.loads(await self._process.stdout.readexactly(length))  # noqa: S301, our own child

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await _ended(process)


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

    answers_to: dict[str, Callable[..., object]] = {"choose": choose, "advise": advise}
    while len(head := requests.read(_LENGTH.size)) == _LENGTH.size:
        question, arguments = pickle.loads(requests.read(_LENGTH.unpack(head)[0]))  # noqa: S301, our own parent
        answer = pickle.dumps(answers_to[question](*arguments))
        answers.write(_LENGTH.pack(len(answer)) + answer)
        answers.flush()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        serve(sys.stdin.buffer, sys.stdout.buffer)
