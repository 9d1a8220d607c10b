"""Runs what there is to learn: lessons, training, and the card of what families argue about."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

from sevenrocks.learning.lessons import LESSONS
from sevenrocks.learning.progress import Progress, load_progress, save_progress
from sevenrocks.learning.rounds import played_layouts
from sevenrocks.learning.training import Training

from .screens.argued import ArguedScreen
from .screens.base import RocksScreen
from .screens.learn import Learn, LearnScreen
from .screens.lesson import LessonScreen
from .screens.trainer import TrainerScreen
from .stage import Stage


class School:
    """`ask` shows a screen and returns its answer."""

    def __init__(self, stage: Stage, ask: Callable[[RocksScreen[Any]], Awaitable[Any]]) -> None:
        self._stage = stage
        self._ask = ask

    async def learn(self) -> bool:
        """Let the learner learn. Returns whether the first match is wanted, else that it is enough."""
        progress = load_progress(self._stage.folder)
        row = next((n for n, lesson in enumerate(LESSONS) if lesson.name not in progress.done), len(LESSONS))
        while True:
            chosen = await self._ask(LearnScreen(progress, row))
            match chosen:
                case Learn.BACK:
                    return False
                case Learn.FIRST_MATCH:
                    return True
                case Learn.TRAINER:
                    progress = await self._train(progress)
                    row = len(LESSONS) + 1
                case Learn.ARGUED:
                    self._stage.show_overlay(ArguedScreen())
                    row = len(LESSONS) + 2
                case number:
                    row, progress = await self._teach(number, progress)

    async def _teach(self, number: int, progress: Progress) -> tuple[int, Progress]:
        """Give this lesson; returns which one to offer next."""
        lesson = LESSONS[number]
        if not await self._ask(LessonScreen(lesson, number + 1, len(LESSONS))):
            return number, progress
        progress = progress.with_done(lesson.name)
        self._keep(progress)
        return number + 1, progress

    async def _train(self, progress: Progress) -> Progress:
        random = Random()  # noqa: S311, nothing secret is drawn
        training = Training(played_layouts(self._stage.folder, random), progress.missed)

        def reached() -> Progress:
            return dataclasses.replace(progress, missed=tuple(training.missed))

        # After every answer, so that a killed program forgets nothing.
        await self._ask(TrainerScreen(training, self._stage.settings.call_seconds.value, lambda: self._keep(reached())))
        self._keep(reached())
        return reached()

    def _keep(self, progress: Progress) -> None:
        # Where it cannot be kept the lessons can be had all the same.
        with contextlib.suppress(OSError):
            save_progress(progress, self._stage.folder)
