"""Makes the README's pictures from the app itself: `make pictures`."""

from __future__ import annotations

import asyncio
import re
import tempfile
from pathlib import Path

from help import scenes
from help.places import ASSETS
from help.playing import app_in, start
from help.scenes import Reach
from sevenrocks.sitting import Start
from sevenrocks.tui.screens.base import Arming

PICTURES: dict[str, tuple[Start | None, Reach, tuple[int, int], str]] = {
    "table": (start("Anna", seed="q7"), scenes.choosing, (100, 30), "dark"),
    "table-light": (start("Anna", seed="q7"), scenes.choosing, (140, 45), "light"),
    "cover": (start("Anna", "Bartek", "Clara", "Dieter", seed="q7"), scenes.cover, (80, 24), "dark"),
    "lesson": (None, scenes.lesson_told, (80, 24), "light"),
    "ledger": (start("Anna", seed="q7"), scenes.ledger, (80, 24), "dark"),
}


async def make(name: str) -> None:
    """Make one picture."""
    begun, reach, size, shade = PICTURES[name]
    with tempfile.TemporaryDirectory() as folder:
        app = app_in(Path(folder), begun, shade=shade)
        async with app.run_test(size=size) as pilot:
            await reach(pilot)
            await pilot.pause()
            picture = app.export_screenshot(title="Seven Rocks")
    # The picture brings no fonts from elsewhere, and has no numbers that differ each time it is made.
    picture = re.sub(r"@font-face\s*\{[^}]*\}", "", picture)
    picture = re.sub(r"terminal-\d+", "terminal", picture)
    (ASSETS / f"{name}.svg").write_text(picture, "utf-8")


def main() -> None:
    """Make all pictures."""
    Arming.DELAY = Arming.SILENCE = 0.0
    ASSETS.mkdir(exist_ok=True)
    for name in PICTURES:
        asyncio.run(make(name))


if __name__ == "__main__":
    main()
