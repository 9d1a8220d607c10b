"""The main screens as text, kept beside the tests: `make snapshots` writes them anew, and git shows what has changed."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

import scenes
from playing import app_in, screen_text, start
from scenes import Reach
from sevenrocks.engine.seats import Partnership
from sevenrocks.sitting import Start
from sevenrocks.tui.screens.base import Arming

ALONE = start("Anna", seed="a", target=60)
FOUR = start("Anna", "Bartek", "Clara", "Dieter", seed="snapshots", target=60)

FIRST = ALONE._replace(explained_to=Partnership.NS)

SCENES: dict[str, tuple[Start | None, Reach]] = {
    "menu": (None, scenes.menu),
    "rules": (None, scenes.rules),
    "settings": (None, scenes.settings),
    "seats": (None, scenes.seats),
    "learn": (None, scenes.learn),
    "lesson": (None, scenes.lesson),
    "lesson-told": (None, scenes.lesson_told),
    "trainer": (None, scenes.trainer),
    "argued": (None, scenes.argued),
    "welcome": (None, scenes.welcome),
    "call": (ALONE, scenes.call),
    "called": (ALONE, scenes.called),
    "first-match": (FIRST, scenes.middle),
    "draw": (ALONE, scenes.draw),
    "opening": (ALONE, scenes.opening),
    "middle": (ALONE, scenes.middle),
    "choosing": (ALONE, scenes.choosing),
    "cover": (FOUR, scenes.cover),
    "ledger": (ALONE, scenes.ledger),
    "result": (ALONE, scenes.result),
    "help": (ALONE, scenes.help_page),
    "log": (ALONE, scenes.log_page),
    "explain": (ALONE, scenes.explain_page),
}


def house_of(name: str) -> dict[str, object]:
    """The settings of a scene's house."""
    return {"call_it": True, "call_seconds": 0} if name.startswith("call") else {}


CASES = [
    *((name, (80, 24), "unicode") for name in SCENES),
    *((name, (80, 24), "ascii") for name in ("menu", "choosing", "cover", "ledger", "result")),
    *((name, (100, 30), "unicode") for name in ("choosing", "cover")),
    *((name, (140, 45), "unicode") for name in ("choosing", "ledger", "result")),
    *((name, (200, 60), "unicode") for name in ("menu", "choosing", "cover")),
]


@pytest.mark.parametrize(("name", "size", "characters"), CASES)
def test_a_screen_looks_as_it_did(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    size: tuple[int, int],
    characters: str,
    *,
    update_snapshots: bool,
) -> None:
    monkeypatch.setattr(Arming, "DELAY", 0.0)
    monkeypatch.setattr(Arming, "SILENCE", 0.0)
    begun, reach = SCENES[name]

    async def show() -> str:
        app = app_in(tmp_path, begun, characters=characters, **house_of(name))
        async with app.run_test(size=size) as pilot:
            await reach(pilot)
            await pilot.pause()
            return screen_text(app)

    shown = asyncio.run(show())
    # Where the record lies is another place each time, and takes a row or two.
    shown = re.sub(r"Record: /(?s:.*?)(?=\n known deal)", "Record: PATH", shown) + "\n"
    shown = re.sub(r"\n+ R rematch", "\n R rematch", shown)
    if characters == "ascii":
        assert shown.isascii()
    path = Path(__file__).parent / "snapshots" / f"{name}-{size[0]}x{size[1]}-{characters}.txt"
    if update_snapshots:
        path.parent.mkdir(exist_ok=True)
        path.write_text(shown, "utf-8")
    assert shown == path.read_text("utf-8"), f"{path.name}: `make snapshots` writes it anew"
