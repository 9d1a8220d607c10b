"""Makes the README's pictures from the app itself: `make pictures`."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeAlias

from textual.pilot import Pilot

from help import scenes, virtual
from help.places import ASSETS
from help.playing import app_in, choosing_table, play_something, start, until
from help.scenes import Reach
from sevenrocks.sitting import Start
from sevenrocks.telling.choosing import Choosing
from sevenrocks.tui.screens.base import Arming
from sevenrocks.tui.screens.table import TableScreen
from tools.cells import Frame, Screen, frames_of, moving, screen_of, still

Size: TypeAlias = tuple[int, int]

PICTURES: dict[str, tuple[Start | None, Reach, Size, str]] = {
    "table": (start("Anna", seed="q7"), scenes.choosing, (140, 45), "dark"),
    "table-light": (start("Anna", seed="q7"), scenes.choosing, (100, 30), "light"),
    "cover": (start("Anna", "Bartek", "Clara", "Dieter", seed="q7"), scenes.cover, (80, 24), "dark"),
    "lesson": (None, scenes.lesson_told, (80, 24), "light"),
    "ledger": (start("Anna", seed="q7"), scenes.ledger, (80, 24), "dark"),
}

COUNT = "count"
"""The picture that moves."""
MOVING, AWARD = start("Anna", seed="c"), 15
"""Its match, and at least how many points it shows being made."""

TITLE = "Seven Rocks"

_COUNTED = 2.0
"""Seconds in which a count has been told."""
_LOOK = 0.03
"""Seconds between two looks at what moves; what is not seen at two of them is on its way to something else."""


async def make(name: str) -> None:
    """Make one picture."""
    begun, reach, size, shade = PICTURES[name]
    async with _app_of(begun, size, shade) as pilot:
        await reach(pilot)
        await pilot.pause()
        _write(name, still(TITLE, _seen(pilot)))


@asynccontextmanager
async def _app_of(
    begun: Start | None, size: Size, shade: str, bot_speed: str = "instant"
) -> AsyncIterator[Pilot[None]]:
    """The app as terminals show it, at work."""
    with tempfile.TemporaryDirectory() as folder:
        app = app_in(
            Path(folder), begun, draws=True, characters="blocks", language="en", shade=shade, bot_speed=bot_speed
        )
        async with app.run_test(size=size) as pilot:
            yield pilot


def _seen(pilot: Pilot[None]) -> Screen:
    return screen_of(pilot.app.screen._compositor.render_strips())


def _write(name: str, picture: str) -> None:
    (ASSETS / f"{name}.svg").write_text(picture, "utf-8")


# ---- what moves


async def make_count() -> None:
    """Make the picture that moves: a tile is chosen, placed and counted, and the bots answer, slowly enough to tell each count."""
    async with _app_of(MOVING, (100, 30), "dark", "slow") as pilot:
        choosing = await _before_award(pilot)
        await asyncio.sleep(_COUNTED)
        frames = await _filmed(pilot, _award(pilot, choosing))
    _write(COUNT, moving(TITLE, frames))


async def _before_award(pilot: Pilot[None]) -> Choosing:
    """Play on to where a tile can be placed for as many points as `AWARD`."""
    while True:
        screen = await choosing_table(pilot)
        assert screen.choosing is not None
        if _best(screen.choosing)[0] >= AWARD and len(screen.choosing.view.public.layout.joints) >= 6:
            return screen.choosing
        play_something(screen)
        await pilot.pause()


def _best(choosing: Choosing) -> tuple[int, int, int]:
    """The most points there are, by which tile of the hand, at which of its places, both from 1 on. Nothing is chosen any more."""
    found = [(0, 0, 0)]
    for number, tile in enumerate(choosing.view.hand, 1):
        choosing.pick(tile)
        found += [(option.award, number, place) for place, option in enumerate(choosing.options, 1)]
    choosing.drop()
    return max(found)


async def _award(pilot: Pilot[None], choosing: Choosing) -> None:
    """Choose, place, and look on until it is one's turn again, as somebody does who thinks a little."""
    _points, tile, place = _best(choosing)
    await asyncio.sleep(1.0)
    await pilot.press(str(tile))
    if choosing.chosen is None:
        await asyncio.sleep(1.0)
        await pilot.press("abcd"[place - 1])
    await asyncio.sleep(1.5)
    await pilot.press("enter")

    def is_own_turn() -> bool:
        screen = pilot.app.screen
        return isinstance(screen, TableScreen) and screen.choosing not in {None, choosing}

    await until(pilot, is_own_turn, "one's own turn")
    await asyncio.sleep(2 * _COUNTED)


async def _filmed(pilot: Pilot[None], told: Awaitable[None]) -> list[Frame]:
    """What is seen while something is done, and for how long."""
    loop = asyncio.get_running_loop()
    telling = asyncio.ensure_future(told)
    shown: list[tuple[float, Screen]] = []
    while not telling.done():
        seen = _seen(pilot)
        if not shown or seen != shown[-1][1]:
            shown.append((loop.time(), seen))
        await asyncio.sleep(_LOOK)
    await telling
    return frames_of(shown, loop.time(), 1.5 * _LOOK)


def main() -> None:
    """Make all pictures."""
    Arming.DELAY = Arming.SILENCE = 0.0
    ASSETS.mkdir(exist_ok=True)
    for name in PICTURES:
        asyncio.run(make(name))
    virtual.run(make_count())


if __name__ == "__main__":
    main()
