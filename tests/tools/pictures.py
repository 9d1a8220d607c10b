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
from help.playing import app_in, choosing_table, play_something, start
from help.scenes import Reach
from sevenrocks.sitting import Start
from sevenrocks.telling.choosing import Choosing
from sevenrocks.tui.screens.base import Arming
from tools.cells import Frame, Screen, frames_of, moving, screen_of, still

Size: TypeAlias = tuple[int, int]

PICTURES: dict[str, tuple[Start | None, Reach, Size, str]] = {
    "table": (start("Anna", seed="q7"), scenes.choosing, (140, 45), "dark"),
    "table-light": (start("Anna", seed="q7"), scenes.choosing, (100, 30), "light"),
    "cover": (start("Anna", "Bartek", "Clara", "Dieter", seed="q7"), scenes.cover, (80, 24), "dark"),
    "lesson": (None, scenes.lesson_told, (80, 24), "light"),
    "ledger": (start("Anna", seed="q7"), scenes.ledger, (80, 24), "dark"),
}

TITLE = "Seven Rocks"

_LOOK = 0.03
"""Seconds between two looks at what moves; what is not seen at two of them is on its way to something else."""
_READ = 2.5
"""Seconds for what has been told to be read."""


async def make(name: str) -> None:
    """Make one picture."""
    begun, reach, size, shade = PICTURES[name]
    async with _app_of(begun, size, shade=shade) as pilot:
        await reach(pilot)
        await pilot.pause()
        _write(name, still(TITLE, _seen(pilot)))


@asynccontextmanager
async def _app_of(begun: Start | None, size: Size, **settings: object) -> AsyncIterator[Pilot[None]]:
    """The app as terminals show it, at work."""
    with tempfile.TemporaryDirectory() as folder:
        app = app_in(Path(folder), begun, draws=True, characters="blocks", **settings)
        async with app.run_test(size=size) as pilot:
            yield pilot


def _seen(pilot: Pilot[None]) -> Screen:
    return screen_of(pilot.app.screen._compositor.render_strips())


def _write(name: str, picture: str) -> None:
    (ASSETS / f"{name}.svg").write_text(picture, "utf-8")


# ---- what moves


async def make_count() -> None:
    """Make the picture that moves: a tile is chosen, placed and counted, and the bots answer."""
    async with _app_of(start("Anna", seed="q7"), (100, 30), shade="dark", bot_speed="normal") as pilot:
        number, places = await _reach_award(pilot)
        frames = await _filmed(pilot, _count(pilot, number, places))
    _write("count", moving(TITLE, frames))


async def _reach_award(pilot: Pilot[None], least: int = 10) -> tuple[int, int]:
    """Play on to where a tile is worth so many points; the number of that tile, and how many places on that place is."""
    while True:
        screen = await choosing_table(pilot)
        choosing = screen.choosing
        assert choosing is not None
        worth = max(_worths(choosing), default=(0, 0, 0))
        if worth[0] >= least and len(choosing.view.public.layout.joints) >= 6:
            return worth[1:]
        play_something(screen)
        await pilot.pause()


def _worths(choosing: Choosing) -> list[tuple[int, int, int]]:
    """What each tile counts at each of its places, with both numbers."""
    worths = []
    for number, tile in enumerate(choosing.view.hand, 1):
        choosing.pick(tile)
        worths += [(option.award, number, place) for place, option in enumerate(choosing.options)]
        choosing.drop()
    return worths


async def _count(pilot: Pilot[None], number: int, place: int) -> None:
    await asyncio.sleep(1.2)
    await pilot.press(str(number))
    await asyncio.sleep(1.2)
    await pilot.press(chr(ord("a") + place))
    await asyncio.sleep(1.6)
    await pilot.press("enter")
    await asyncio.sleep(_READ)
    await choosing_table(pilot)
    await asyncio.sleep(_READ)


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
