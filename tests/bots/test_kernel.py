"""The kernel is the engine in plain integers: the same layouts, plays, awards and ends of rounds.

The long form compares 100,000 random rounds instead of 300.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from fractions import Fraction
from math import sqrt

import pytest

from help.effort import LONG, cases, seeded
from help.perft import POSITIONS, Position, counted, state_of
from help.strategies import any_legal, dealt, random_deal
from sevenrocks.bots.kernel import chains, compiled_place, core
from sevenrocks.bots.kernel.bridge import set_of, tiles_of
from sevenrocks.bots.kernel.layouts import LAYOUTS, SHAPES, UNIT, number_of, steps_from
from sevenrocks.bots.kernel.steps import award_of, layout_after, tile_of
from sevenrocks.engine.actions import Action, Ending, Passed, Place, RoundEnded, legal_actions
from sevenrocks.engine.round import Round
from sevenrocks.engine.rules import HAND_SIZE, MAX_AWARD, MAX_TARGET, award_for, deduction_for
from sevenrocks.engine.seats import Partnership
from sevenrocks.engine.tiles import DOUBLE_SIX, Tile, pips_of

ROUNDS = cases(300, 100_000)


@pytest.mark.both_forms
def test_the_kernel_runs_in_the_form_that_was_asked_for() -> None:
    # `make test` has it compiled where it can be; test_compiled.py runs this file over the source as it is written.
    asked = os.environ.get("SEVENROCKS_KERNEL", "compiled" if compiled_place().is_dir() else "interpreted")
    assert [("compiled" if module.COMPILED else "interpreted") for module in (core, chains)] == [asked, asked]


# ---- the tables


def test_there_are_so_many_layouts_and_steps() -> None:
    assert LAYOUTS == len(set(SHAPES)) == 7_169
    known = [core.steps(layout, tile) for layout in range(LAYOUTS) for tile in range(28)]
    assert sum(map(len, known)) == 170_891
    assert all(len(set(steps)) == len(steps) for steps in known)
    reached = {0} | {layout_after(step) for steps in known for step in steps}
    assert reached == set(range(LAYOUTS))


@pytest.mark.both_forms
def test_the_tables_hold_what_the_shapes_say() -> None:
    for layout in range(0, LAYOUTS, 1 if LONG else 4):
        steps = [core.steps(layout, tile) for tile in range(28)]
        assert sorted(step for row in steps for step in row) == sorted(
            step for row in steps_from(layout) for step in row
        )
        assert all(tile_of(step) == tile for tile in range(28) for step in steps[tile])
        assert core.learn(layout) == sum(1 << tile for tile in range(28) if steps[tile])
        for row in steps:
            # A count of 40 needs the same double twice.
            awards = [award_of(step) * UNIT for step in row]
            assert awards == [min(award_for(SHAPES[layout_after(step)].total), MAX_AWARD) for step in row]


def test_a_set_holds_its_tiles() -> None:
    rng = random.Random(2)
    for _ in range(200):
        tiles = tuple(sorted(rng.sample(DOUBLE_SIX, rng.randrange(29))))
        assert tiles_of(set_of(tiles)) == tiles
        assert set_of(tiles).bit_count() == len(tiles)


def test_hands_lose_what_the_engine_takes() -> None:
    rng = random.Random(3)
    hands = [rng.sample(DOUBLE_SIX, size) for size in range(HAND_SIZE + 1) for _ in range(300)]
    for hand in hands:
        assert core.deduction(set_of(hand)) * UNIT == deduction_for(pips_of(tuple(hand)))
    assert core.deduction((1 << 28) - 1) * UNIT == deduction_for(pips_of(DOUBLE_SIX))


# ---- exhaustive counts


def ways(layout: int, step: int) -> int:
    """How many hosts a step stands for: ends that are alike are one for the kernel, but several actions."""
    before, after = SHAPES[layout], SHAPES[layout_after(step)]
    joined = Counter(before.ends) - Counter(after.ends)
    return before.ends.count(next(iter(joined))) if joined else 1


def perft(hands: list[int], layout: int, turn: int, passes: int, needs: tuple[int, int], depth: int) -> list[int]:
    """How many sequences of 1, 2, .. `depth` actions there are, over the tables that play-outs and search use."""
    if not depth:
        return []
    hand = hands[turn]
    if not hand & core.learn(layout):
        after = [1] * (depth - 1) if passes == 3 else perft(hands, layout, turn + 1 & 3, passes + 1, needs, depth - 1)
        return [1, *after]
    counts = [0] * depth
    for tile in range(28):
        if hand >> tile & 1:
            for step in core.steps(layout, tile):
                many = ways(layout, step)
                counts[0] += many
                left = list(needs)
                left[turn & 1] -= award_of(step)
                rest = hand ^ 1 << tile
                if not rest or (award_of(step) and left[turn & 1] <= 0):
                    below = [1] * (depth - 1)
                else:
                    after_hands = [*hands[:turn], rest, *hands[turn + 1 :]]
                    below = perft(after_hands, layout_after(step), turn + 1 & 3, 0, (left[0], left[1]), depth - 1)
                for index, number in enumerate(below, 1):
                    counts[index] += many * number
    return counts


@pytest.mark.parametrize("position", POSITIONS, ids=[position["name"] for position in POSITIONS])
def test_the_sequences_of_actions_are_as_many_as_counted(position: Position) -> None:
    state = state_of(position)
    passes = 0
    while passes < len(state.events) and isinstance(state.events[-1 - passes], Passed):
        passes += 1
    needs = (state.setup.target - state.scores[0]) // UNIT, (state.setup.target - state.scores[1]) // UNIT
    hands, expected = numbers_of(state), counted(position)
    if state.turn is None:
        pytest.skip("the round is over")
    assert perft(hands, number_of(state.layout), int(state.turn), passes, needs, len(expected)) == expected


def numbers_of(state: Round) -> list[int]:
    return [set_of(hand) for hand in state.hands]


# ---- random rounds, play by play


@pytest.mark.both_forms
def test_random_rounds_are_the_same_in_both() -> None:
    rng = seeded("random rounds")
    endings = Counter[Ending]()
    for number in range(ROUNDS):
        state = dealt(random_deal(rng), target=MAX_TARGET)
        while not state.is_over:
            assert fits(state), number
            state = state.play_unchecked(any_legal(state, rng))
        assert isinstance(state.ended, RoundEnded)
        endings[state.ended.ending] += 1
        assert settles(state), number
    assert min(endings[Ending.OUT], endings[Ending.BLOCKED]) > ROUNDS // 20


def fits(state: Round) -> bool:
    """Whether the kernel has the same ways to play, with the same awards, leading to the same layouts; or none, too."""
    assert state.turn is not None
    layout = number_of(state.layout)
    expected = set()
    for action in state.legal_actions:
        if isinstance(action, Place):
            after = state.layout.place(action.tile, action.host)
            expected.add((action.tile, award_for(after.count) // UNIT, number_of(after)))
    hand = set_of(state.hands[state.turn])
    found = {
        (DOUBLE_SIX[tile], award_of(step), layout_after(step))
        for tile in range(28)
        if hand >> tile & 1
        for step in core.steps(layout, tile)
    }
    playable = {tile for tile, _award, _after in expected}
    return found == expected and set(tiles_of(hand & core.learn(layout))) == playable


def settles(state: Round) -> bool:
    """Whether the kernel takes the same for the hands left; where nobody can place, by its play-outs as well."""
    assert isinstance(state.ended, RoundEnded)
    hands = numbers_of(state)
    losses = [core.deduction(hand) for hand in hands]
    margin = losses[1] + losses[3] - losses[0] - losses[2]
    if state.ended.ending is Ending.BLOCKED:
        layout = number_of(state.layout)
        if {core.random_play_out(hands, layout, 0, 1)[0], core.play_out(hands, layout, 2)} != {margin}:
            return False
    lost = state.ended.lost
    return UNIT * margin == lost[1] + lost[3] - lost[0] - lost[2]


# ---- play-outs


def lead(state: Round) -> int:
    """What NS has more than EW, in units."""
    return (state.scores[Partnership.NS] - state.scores[Partnership.EW]) // UNIT


def choices(state: Round) -> list[Action]:
    """The legal actions, of those that lead to layouts that are alike one only."""
    found: dict[tuple[Tile, int], Action] = {}
    for action in state.legal_actions:
        if isinstance(action, Place):
            found.setdefault((action.tile, number_of(state.layout.place(action.tile, action.host))), action)
    return list(found.values()) or list(state.legal_actions)


def moments(state: Round) -> tuple[Fraction, Fraction]:
    """The mean of the lead at the end of a round played by chance, and the mean of its square, exactly."""
    if state.is_over:
        return Fraction(lead(state)), Fraction(lead(state) ** 2)
    below = [moments(state.play_unchecked(action)) for action in choices(state)]
    return (
        sum((first for first, _second in below), Fraction()) / len(below),
        sum((second for _first, second in below), Fraction()) / len(below),
    )


def test_random_play_outs_have_the_mean_of_random_play() -> None:
    rng = random.Random(4)
    chance, tried, play_outs = 1, 0, 4_000
    while tried < 25:
        state = dealt(random_deal(rng), target=MAX_TARGET)
        while not state.is_over and sum(map(len, state.hands)) > 9:
            state = state.play_unchecked(any_legal(state, rng))
        if state.turn is None:
            continue
        tried += 1
        mean, square = moments(state)
        hands, layout = numbers_of(state), number_of(state.layout)
        total = 0
        for _ in range(play_outs):
            margin, chance = core.random_play_out(hands, layout, int(state.turn), chance)
            total += margin
        # Five standard errors: less than one test in a million is red by chance, and the seed is fixed.
        error = sqrt((square - mean**2) / play_outs)
        assert abs(total / play_outs - float(mean - lead(state))) <= 5 * error + 1e-9


def test_random_play_outs_of_whole_deals_have_the_mean_of_random_play() -> None:
    rng = random.Random(5)
    chance, differences = 1, []
    for _ in range(400):
        state = dealt(random_deal(rng), target=MAX_TARGET)
        hands = numbers_of(state)
        while not state.is_over:
            state = state.play_unchecked(rng.choice(choices(state)))
        margin, chance = core.random_play_out(hands, 0, 0, chance)
        differences.append(lead(state) - margin)
    mean = sum(differences) / len(differences)
    variance = sum((difference - mean) ** 2 for difference in differences) / (len(differences) - 1)
    assert abs(mean) < 4 * sqrt(variance / len(differences))


@pytest.mark.both_forms
def test_a_greedy_play_out_is_greedy_play() -> None:
    rng = random.Random(6)
    for _ in range(cases(100, 1_000)):
        state = dealt(random_deal(rng), target=MAX_TARGET)
        hands = numbers_of(state)
        while not state.is_over:
            state = state.play_unchecked(min(state.legal_actions, key=lambda action: greed(state, action)))
        assert core.play_out(hands, 0, 0) == lead(state)


def greed(state: Round, action: Action) -> tuple[int, ...]:
    """Best award first, then most pips, then the tile and the layout of the lower number."""
    if not isinstance(action, Place):
        return ()
    after = state.layout.place(action.tile, action.host)
    return -award_for(after.count), -action.tile.pips, DOUBLE_SIX.index(action.tile), number_of(after)


def test_a_careful_play_out_is_careful_play() -> None:
    rng = random.Random(7)
    for careful in range(16):
        for _ in range(cases(5, 100)):
            state = dealt(random_deal(rng), target=MAX_TARGET)
            hands = numbers_of(state)
            while not state.is_over:
                assert state.turn is not None
                worst = worry if careful >> state.turn & 1 else greed
                state = state.play_unchecked(min(state.legal_actions, key=lambda action: worst(state, action)))
            assert core.play_out(hands, 0, 0, careful=careful) == lead(state)


def worry(state: Round, action: Action) -> tuple[int, ...]:
    """What a careful player minds, with the kernel's weights; then the tile of the lower number, and the kernel's order."""
    if not isinstance(action, Place):
        return ()
    assert state.turn is not None
    after = state.layout.place(action.tile, action.host)

    def awards(tile: Tile) -> list[int]:
        places = [other for other in legal_actions((tile,), after) if isinstance(other, Place)]
        return [award_for(after.place(other.tile, other.host).count) for other in places]

    own = state.hands[state.turn]
    unseen = [tile for tile in DOUBLE_SIX if tile not in own and tile not in state.layout.tiles]
    scoring = sum(any(awards(tile)) for tile in unseen)
    fitting = sum(bool(awards(tile)) for tile in unseen)
    kept = sum(bool(awards(tile)) for tile in own if tile != action.tile)
    feared = (402 * scoring + 47 * fitting) * len(state.hands[state.turn.next]) // (len(unseen) + 1)
    worth = 215 * award_for(after.count) // UNIT + 7 * action.tile.pips + 33 * kept - feared
    tile = DOUBLE_SIX.index(action.tile)
    layouts = [layout_after(step) for step in core.steps(number_of(state.layout), tile)]
    return -worth, tile, layouts.index(number_of(after))
