"""The same story with other hidden hands: whatever is written must be the same, to the byte.

A story is told twice, by keys and by a clock of its own, so that no machine is too busy for it. The deals are put below the
seed, which is nobody's choice, as usual; so the commitment and all that is sealed differ, and only their lengths are compared.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from help.effort import LONG, cases, seeded
from help.leaks_planted import IN_APP, IN_LINES, Plant, knowing
from help.twice import Tells, in_both, tell_in_app, tell_in_lines, tell_on_pages
from help.whole import tell_in_terminal
from help.worlds import Story, any_story
from help.written import CHANNELS, Difference, Step, differences
from sevenrocks.engine.round import Round
from sevenrocks.engine.seats import BySeat, Seat
from sevenrocks.engine.tiles import Hand

HOTSEAT, PAIR, SOLO = tuple(Seat), (Seat.N, Seat.S), (Seat.N,)


@pytest.fixture(autouse=True)
def _on_the_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots think for a while in these stories, and how long must not be seen."""
    monkeypatch.setattr("sevenrocks.bots.beat.Beat.SHORTEST", 0.1)


def told_twice(story: Story, tell: Tells, folder: Path) -> list[Difference]:
    """How what is written of a story differs from world to world."""
    one, other = in_both(story, tell, folder)
    assert len(one) > 4
    return differences(one, other)


def same_in_both(story: Story, tell: Tells, folder: Path) -> None:
    """Fail, with the reasons, where anything differs."""
    found = told_twice(story, tell, folder)
    exchanged = ", ".join(seat.name for seat in story.others)
    assert not found, "\n".join([f"with other tiles in the hands of {exchanged}:", *map(str, found[:10])])


@pytest.mark.parametrize("people", [HOTSEAT, PAIR, SOLO], ids=["four people", "two people", "one person"])
def test_in_the_app_all_that_is_written_is_the_same(tmp_path: Path, people: tuple[Seat, ...]) -> None:
    rng = seeded(f"the second world in the app, {len(people)} people", is_fresh=True)
    for number in range(cases(1, 20)):
        # Whoever plays alone has a turn of his own after a few of the bots'.
        plays = range(8, 14) if len(people) == 1 else range(3, 14 if LONG else 5)
        story = any_story(rng, people, plays)
        same_in_both(story, tell_in_app, tmp_path / str(number))


@pytest.mark.parametrize("people", [HOTSEAT, PAIR, SOLO], ids=["four people", "two people", "one person"])
@pytest.mark.parametrize("tell", [tell_in_lines, tell_on_pages])
def test_in_lines_all_that_is_written_is_the_same(tmp_path: Path, tell: Tells, people: tuple[Seat, ...]) -> None:
    rng = seeded(f"the second world in lines, {tell.__name__}, {len(people)} people", is_fresh=True)
    for number in range(cases(3, 60)):
        same_in_both(any_story(rng, people, range(4, 14)), tell, tmp_path / str(number))


def test_in_the_whole_program_all_that_is_written_is_the_same(tmp_path: Path) -> None:
    rng = seeded("the second world in the whole program", is_fresh=True)
    for number in range(cases(1, 20)):
        story = any_story(rng, rng.choice([HOTSEAT, PAIR]) if LONG else PAIR, range(3, 12) if LONG else range(2, 4))
        same_in_both(story, tell_in_terminal, tmp_path / str(number))


# ---- leaks that are planted, to see that they are found


def telling_story() -> Story:
    """A story in which everything can tell: a bot has more to choose from in one world than in the other."""
    rng = random.Random("planted")
    while True:
        story = any_story(rng, PAIR, range(5, 8))
        if {*story.others} & {*PAIR} and _differs_in_choice(story):
            return story


def _differs_in_choice(story: Story) -> bool:
    state, world = (Round.begin(told.setup) for told in (story.state, story.world))
    for action in story.actions:
        assert state.turn is not None
        if state.turn not in PAIR and abs(len(state.legal_actions) - len(world.legal_actions)) > 1:
            return True
        state, world = state.play(action), world.play(action)
    return False


def _together(plants: dict[str, Plant]) -> list[list[str]]:
    return [
        [name for name in plants if not plants[name].is_apart],
        *([name] for name in plants if plants[name].is_apart),
    ]


def test_each_leak_that_is_planted_in_the_app_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    each_is_found(IN_APP, tell_in_app, tmp_path, monkeypatch)


@pytest.mark.parametrize("names", _together(IN_LINES), ids=lambda names: names[0] if len(names) == 1 else "together")
def test_each_leak_that_is_planted_in_lines_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: list[str]
) -> None:
    each_is_found({name: IN_LINES[name] for name in names}, tell_in_lines, tmp_path, monkeypatch)


def test_leaks_that_are_planted_in_the_whole_program_are_found(tmp_path: Path) -> None:
    planted = {name: IN_APP[name] for name in IN_THE_PROGRAM}
    story = any_story(random.Random("planted in the program"), PAIR, range(2, 4))

    def tell(folder: Path, told: Story, deal: BySeat[Hand]) -> list[Step]:
        return tell_in_terminal(folder, told, deal, IN_THE_PROGRAM)

    each_stands_in(told_twice(story, tell, tmp_path), planted)


IN_THE_PROGRAM = (
    "a row of a cover",
    "words where a hand is hidden",
    "the title of a window",
    "the clipboard",
    "whether the cursor is seen",
    "what was written over in a match",
    "a file in a shared folder that goes again",
    "bytes behind a request",
    "the words of a mistake",
)
"""Some of them, planted in a program that is started."""


def each_is_found(plants: dict[str, Plant], tell: Tells, folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Plant these in this process, and look for each."""
    knows = knowing(patch)
    for plant in plants.values():
        plant.put(patch, knows)
    each_stands_in(told_twice(telling_story(), tell, folder), plants)


def each_stands_in(found: list[Difference], plants: dict[str, Plant]) -> None:
    """Look for each leak by its way out and its words."""
    unseen = [
        name
        for name, plant in plants.items()
        if not any(leak.channel == plant.channel and re.search(plant.told, str(leak)) for leak in found)
    ]
    others = {leak.channel: str(leak) for leak in found}
    assert not unseen, "\n".join([f"not found: {', '.join(unseen)}; but", *others.values()])


def test_two_leaks_are_planted_for_each_way_out() -> None:
    planted = [plant.channel for plant in (*IN_APP.values(), *IN_LINES.values())]
    assert {*planted} == {*CHANNELS}
    assert not [channel for channel in CHANNELS if planted.count(channel) < 2]
