"""The full screen and the lines show the same steps: one scripted match, with every option, through both."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from help.effort import LONG
from help.playing import app_in, play_unseen
from sevenrocks.engine.deal import known_seed
from sevenrocks.engine.seats import BySeat, Partnership, Scores
from sevenrocks.notation import format_tile
from sevenrocks.plain import asking
from sevenrocks.plain import match as plain_match
from sevenrocks.seating import Player
from sevenrocks.settings import CallSeconds, Settings
from sevenrocks.sitting import BotThinks, Call, Choose, HandOver, Sitting, Start, Step, Told, Won
from sevenrocks.telling.choosing import LETTERS, Choosing
from sevenrocks.tui.screens.result import ResultScreen

NAMES = ("Anna", "Bartek", "Clara", "Dieter")

CALLS = Settings().replaced(call_it=True, call_seconds=CallSeconds.UNLIMITED)

OPTIONS: dict[str, tuple[dict[str, Any], Settings, Start]] = {
    "plain": ({}, Settings(), Start(target=30)),
    "call": ({"call_it": True, "call_seconds": 0}, CALLS, Start(target=20)),
    "explains": ({}, Settings(), Start(target=15, explained_to=Partnership.NS)),
    "start": ({}, Settings(), Start(target=45, points=Scores((0, 30)))),
}

DEALS = {
    ("plain", 1): "faces 1",
    ("plain", 2): "faces 134",
    ("call", 1): "faces",
    ("call", 2): "faces 65",
    ("explains", 1): "faces 3",
    ("explains", 2): "faces 90",
    ("start", 1): "faces",
    ("start", 2): "faces 83",
}
"""Deals of short matches; that of two people with no option has knocks, and a round that is settled."""


def described(step: Step) -> tuple[object, ...]:
    """What a step is, and what a face is to show of it."""
    hand = step.hand.hand if isinstance(step, Choose | BotThinks | Told) and step.hand is not None else None
    who = getattr(step, "seat", None)
    told = (step.events, step.call, step.lessons, step.waits) if isinstance(step, Told) else ()
    return (type(step).__name__, who, hand, *told)


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """All steps that a face is shown, of any sitting, as they follow each other."""
    found: list[tuple[object, ...]] = []
    latest: list[Step] = []
    looked_at = vars(Sitting)["step"].fget

    def look(sitting: Sitting) -> Step:
        value: Step = looked_at(sitting)
        if not latest or latest[-1] is not value:
            latest[:] = [value]
            found.append(described(value))
        return value

    monkeypatch.setattr(Sitting, "step", property(look))
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
    plain_match.play_match(sitting, 0.0)


@pytest.mark.usefixtures("no_arming")
@pytest.mark.parametrize("people", [1, 2])
@pytest.mark.parametrize("option", OPTIONS)
async def test_one_match_goes_through_the_same_steps_in_both_faces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: list[tuple[object, ...]], option: str, people: int
) -> None:
    kept, settings, start = OPTIONS[option]
    start = start._replace(known_seed=known_seed("faces" if LONG else DEALS[option, people]))
    monkeypatch.setattr(plain_match, "write_record_file", lambda *_given: Path("record"))
    in_lines(tmp_path / "lines", people, settings, start, lambda answer: monkeypatch.setattr(asking, "ask", answer))
    told, steps[:] = list(steps), []
    app = app_in(tmp_path, start._replace(players=tuple(all_players(people))), **kept)
    async with app.run_test(size=(80, 24)) as pilot:
        await play_unseen(pilot, lambda screen: isinstance(screen, ResultScreen))
    assert told[-1][0] == Won.__name__
    assert steps == told
