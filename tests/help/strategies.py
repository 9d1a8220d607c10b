"""Positions for the tests: written out, drawn by Hypothesis, or played at random from a seed."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from hypothesis import strategies as st

from sevenrocks.engine.actions import PASS, Action, Place
from sevenrocks.engine.deal import Draw
from sevenrocks.engine.layout import Layout
from sevenrocks.engine.match import Match
from sevenrocks.engine.round import Round, Setup
from sevenrocks.engine.rules import HAND_SIZE, TARGET, award_for
from sevenrocks.engine.seats import BySeat, Scores, Seat
from sevenrocks.engine.tiles import DOUBLE_SIX, Hand, Tile

T = TypeVar("T")

# ---- written out


def tile(text: str) -> Tile:
    """`05` is 0|5, its lower half first."""
    return Tile(int(text[0]), int(text[1]))


def hand(text: str) -> Hand:
    """`00 05 66` are three tiles."""
    return tuple(tile(word) for word in text.split())


def deal_of(north: str, east: str, south: str, west: str) -> BySeat[Hand]:
    """A whole deal, a text of seven tiles for each seat."""
    deal = BySeat([hand(text) for text in (north, east, south, west)])
    assert sorted(held for seat in deal for held in seat) == list(DOUBLE_SIX)
    return deal


def dealt(
    deal: BySeat[Hand], opener: Seat = Seat.N, *, scores: tuple[int, int] = (0, 0), target: int = TARGET
) -> Round:
    """A first round just dealt."""
    return Round.begin(Setup(1, target, Scores(scores), deal, opener))


def action(text: str) -> Action:
    """`66` opens, `56@66` places 5|6 at 6|6, `pass` knocks."""
    if text == "pass":
        return PASS
    placed, _, host = text.partition("@")
    return Place(tile(placed), tile(host) if host else None)


def play_all(state: Round, plays: str) -> Round:
    """The round after these actions, each of them checked."""
    for word in plays.split():
        state = state.play(action(word))
    return state


def layout_of(plays: str) -> Layout:
    """The tiles of these plays on the table."""
    layout = Layout()
    for word in plays.split():
        placed = action(word)
        assert isinstance(placed, Place)
        assert layout.refusal(placed.tile, placed.host) is None
        layout = layout.place(placed.tile, placed.host)
    return layout


def round_for(
    plays: str,
    left: tuple[str, str, str, str] | None = None,
    *,
    opener: Seat = Seat.N,
    scores: tuple[int, int] = (0, 0),
    target: int = TARGET,
) -> Round:
    """A round just dealt so that each seat in turn holds what it is to place.

    `left` tells what each seat, N first, holds besides; without it the other tiles are dealt ascending.
    """
    held: list[list[Tile]] = [[], [], [], []]
    for index, word in enumerate(plays.split()):
        held[(opener + index) % len(Seat)].append(tile(word[:2]))
    if left is not None:
        for seat, text in enumerate(left):
            held[seat] += hand(text)
    spare = [one for one in DOUBLE_SIX if not any(one in tiles for tiles in held)]
    for tiles in held:
        while len(tiles) < HAND_SIZE:
            tiles.append(spare.pop(0))
    deal = BySeat([tuple(sorted(tiles)) for tiles in held])
    assert sorted(one for tiles in deal for one in tiles) == list(DOUBLE_SIX)
    return dealt(deal, opener, scores=scores, target=target)


def through_pickle(value: T) -> T:
    """The value as it arrives in another process."""
    arrived: T = pickle.loads(pickle.dumps(value))  # noqa: S301, our own
    return arrived


def draw_won_by(seat: Seat) -> Draw:
    """A neutral draw in one turn."""
    tiles = iter(hand("00 01 02"))
    return Draw((tuple((drawer, tile("66") if drawer is seat else next(tiles)) for drawer in Seat),))


# ---- drawn by Hypothesis

seeds = st.binary(min_size=32, max_size=32)
"""Seeds of matches, as the deal takes them."""

match_seeds = st.integers(0, 2**32 - 1)
"""Each tells a whole random match: see `play_match`."""


@st.composite
def deals(draw: st.DrawFn) -> BySeat[Hand]:
    """All 28 tiles, seven for each seat."""
    return _cut(draw(st.permutations(DOUBLE_SIX)))


@st.composite
def rounds(draw: st.DrawFn) -> Round:
    """A round reached by legal actions, from just dealt to over."""
    target = draw(st.sampled_from((5, 40, TARGET)))
    below = st.integers(-20, target // 5 - 1).map(lambda holes: 5 * holes)
    setup = Setup(1, target, Scores((draw(below), draw(below))), draw(deals()), draw(st.sampled_from(Seat)))
    state = Round.begin(setup)
    length = draw(st.integers(0, 40))
    for choice in draw(st.lists(st.integers(0, 59), min_size=length, max_size=length)):
        if state.is_over:
            break
        actions = state.legal_actions
        state = state.play(actions[choice % len(actions)])
    return state


# ---- played at random

LONGEST_MATCH = 500
"""Rounds, many times as many as any match at random takes."""

Chooser = Callable[[Round, random.Random], Action]
"""A way to play: one of the legal actions of a round under way."""


def any_legal(state: Round, rng: random.Random) -> Action:
    """Anything that is legal."""
    return rng.choice(state.legal_actions)


def best_award(state: Round, rng: random.Random) -> Action:
    """What is awarded most now."""
    return max(_mixed(state, rng), key=lambda option: _award(state.layout, option))


def lengthening(state: Round, rng: random.Random) -> Action:
    """What makes the longest line longer, wherever something does."""
    return max(_mixed(state, rng), key=lambda option: _longest_line_after(state.layout, option))


CHOOSERS: tuple[Chooser, ...] = (any_legal, best_award, lengthening)


def longest_line(layout: Layout) -> int:
    """How many tiles the longest line has, from the spinner (before there is one: from the opening tile) to its end.

    The tile that it starts from is not counted.
    """
    if not layout.joints:
        return 0
    neighbours: dict[Tile, list[Tile]] = {joint.tile: [] for joint in layout.joints}
    for joint in layout.joints:
        if joint.host is not None:
            neighbours[joint.tile].append(joint.host)
            neighbours[joint.host].append(joint.tile)
    start = layout.spinner or layout.joints[0].tile
    steps = {start: 0}
    reached = [start]
    for here in reached:
        for there in neighbours[here]:
            if there not in steps:
                steps[there] = steps[here] + 1
                reached.append(there)
    return max(steps.values())


def random_deal(rng: random.Random) -> BySeat[Hand]:
    """A deal for tests that need many and quickly."""
    return _cut(rng.sample(DOUBLE_SIX, len(DOUBLE_SIX)))


def play_round(state: Round, choose: Chooser, rng: random.Random) -> Iterator[Round]:
    """Every state of a round after this one, to its end."""
    while not state.is_over:
        state = state.play(choose(state, rng))
        yield state


def play_match(seed: int, choose: Chooser | None = None) -> Iterator[Match]:
    """Every state of a match, from before its first round to its end; the seed tells target, deals and play.

    Without `choose` each round is played in one of the ways at random.
    """
    rng = random.Random(seed)
    match = Match(rng.choice((5, 100, TARGET)))
    yield match
    while match.winner is None:
        assert len(match.rounds) < LONGEST_MATCH, "this match will not end"
        match = match.begin_round_from(rng.randbytes(32))
        yield match
        way = choose or rng.choice(CHOOSERS)
        while match.round is not None:
            match = match.play(way(match.round, rng))
            yield match


def finished_match(seed: int, choose: Chooser | None = None) -> Match:
    """The last state of such a match: the whole of it."""
    *_, match = play_match(seed, choose)
    return match


def _cut(tiles: Iterable[Tile]) -> BySeat[Hand]:
    order = list(tiles)
    return BySeat([tuple(sorted(order[HAND_SIZE * seat : HAND_SIZE * (seat + 1)])) for seat in Seat])


def _mixed(state: Round, rng: random.Random) -> list[Action]:
    return rng.sample(state.legal_actions, len(state.legal_actions))


def _after(layout: Layout, option: Action) -> Layout:
    return layout.place(option.tile, option.host) if isinstance(option, Place) else layout


def _award(layout: Layout, option: Action) -> int:
    return award_for(_after(layout, option).count) if isinstance(option, Place) else 0


def _longest_line_after(layout: Layout, option: Action) -> int:
    return longest_line(_after(layout, option))
