"""The full screen and the lines show the same steps: one scripted match, with every option, through both."""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Callable
from pathlib import Path

import pytest

from playing import app_in, screen_of, step
from sevenrocks.engine.deal import known_seed
from sevenrocks.engine.seats import BySeat, Partnership, Scores
from sevenrocks.notation import format_tile
from sevenrocks.plain import match as plain_match
from sevenrocks.seating import Player
from sevenrocks.settings import CallSeconds, Settings
from sevenrocks.sitting import BotThinks, Call, Choose, HandOver, Sitting, Start, Step, Told, Won
from sevenrocks.telling.choosing import LETTERS, Choosing
from sevenrocks.tui.screens.base import Arming
from sevenrocks.tui.screens.result import ResultScreen

NAMES = ("Anna", "Bartek", "Clara", "Dieter")

OPTIONS: dict[str, tuple[dict[str, object], Settings, Start]] = {
    "plain": ({}, Settings(), Start(target=30, known_seed=known_seed("faces"))),
    "call": (
        {"call_it": True, "call_seconds": 0},
        Settings().replaced(call_it=True, call_seconds=CallSeconds.UNLIMITED),
        Start(target=20, known_seed=known_seed("faces")),
    ),
    "explains": ({}, Settings(), Start(target=15, known_seed=known_seed("faces"), explained_to=Partnership.NS)),
    "start": ({}, Settings(), Start(target=45, known_seed=known_seed("faces"), points=Scores((0, 30)))),
}


def described(step: Step) -> tuple[object, ...]:
    """What a step is, and what a face is to show of it."""
    hand = step.hand.hand if isinstance(step, Choose | BotThinks | Told) and step.hand is not None else None
    who = getattr(step, "seat", None)
    told = (step.events, step.call, step.lessons, step.waits) if isinstance(step, Told) else ()
    return (type(step).__name__, who, hand, *told)


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """All steps that any sitting comes to."""
    found: list[tuple[object, ...]] = []

    def come_to(sitting: Sitting, value: Step) -> None:
        vars(sitting)["_step"] = value
        found.append(described(value))

    monkeypatch.setattr(Sitting, "_step", property(lambda sitting: vars(sitting)["_step"], come_to), raising=False)
    return found


def all_players(people: int) -> BySeat[Player]:
    return BySeat([Player(name, None if number < people else "club") for number, name in enumerate(NAMES)])


def in_lines(
    folder: Path, people: int, settings: Settings, start: Start, answer: Callable[[Callable[[str], str]], None]
) -> None:
    sitting = Sitting.begin(start, all_players(people), folder, lambda: settings, datetime.date(2026, 12, 1))

    def answered(_question: str) -> str:
        match sitting.step:
            case HandOver(seat=seat):
                return seat.name
            case Choose(hand=hand):
                choosing = Choosing(hand)
                if choosing.must_pass:
                    return "k"
                choosing.pick(min(choosing.playable))
                choosing.step_place(1)
                assert choosing.tile is not None
                assert choosing.chosen is not None
                return format_tile(choosing.tile) + LETTERS[choosing.options.index(choosing.chosen)]
            case Call():
                return "0"
            case _:
                return ""

    answer(answered)
    plain_match.play_match(sitting)


@pytest.mark.parametrize("people", [1, 2])
@pytest.mark.parametrize("option", OPTIONS)
def test_one_match_goes_through_the_same_steps_in_both_faces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: list[tuple[object, ...]], option: str, people: int
) -> None:
    kept, settings, start = OPTIONS[option]
    monkeypatch.setattr(plain_match, "say", lambda _text="": None)
    monkeypatch.setattr(plain_match, "write_record_file", lambda *_given: Path("record"))
    in_lines(
        tmp_path / "lines", people, settings, start, lambda answer: monkeypatch.setattr(plain_match, "ask", answer)
    )
    told, steps[:] = list(steps), []
    monkeypatch.setattr(Arming, "DELAY", 0.0)
    monkeypatch.setattr(Arming, "SILENCE", 0.0)

    async def on_screen() -> None:
        app = app_in(tmp_path, start._replace(players=tuple(all_players(people))), **kept)
        async with app.run_test(size=(80, 24)) as pilot:
            while not isinstance(app.screen, ResultScreen):
                await step(pilot)
            await screen_of(pilot, ResultScreen)

    asyncio.run(on_screen())
    assert told[-1][0] == Won.__name__
    assert steps == told
