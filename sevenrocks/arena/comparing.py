"""One level of bots measured against another, on the same deals both ways round."""

from __future__ import annotations

import contextlib
import math
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Generator
from concurrent.futures import BrokenExecutor, Executor, as_completed
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from sevenrocks.bots import Level, level
from sevenrocks.engine.actions import Action
from sevenrocks.engine.deal import deal_hands, draw_opener, known_seed
from sevenrocks.engine.round import Round, Setup
from sevenrocks.engine.rules import MAX_TARGET
from sevenrocks.engine.seats import BySeat, Partnership, Scores, Seat
from sevenrocks.engine.view import SeatView

from .playing import Chooser, chance_of, play_match_of, play_round

_Z = 1.96
"""So many standard errors on either side hold 95 % of a normal distribution."""

_TASKS = 1000
"""Into at most so many tasks each the deals and the matches are cut: enough for many machines, few enough to hand out."""


class Estimate(NamedTuple):
    """What was measured, and its 95 % interval; None where a single value tells no interval."""

    value: float
    interval: tuple[float, float] | None


class Thinking(NamedTuple):
    """Seconds of processor time that a level takes for a choice between several actions."""

    mean: float
    percentile_95: float
    """Good to 5 %, and rather too much than too little."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """One level against another. All but the thinking follows from levels, seed and numbers alone."""

    first: str
    second: str
    seed: str
    margins: tuple[float, ...]
    """For each deal by how many points a round the first level was ahead: the mean over both ways of sitting."""
    wins: tuple[bool, ...]
    """For each match whether the first level won it."""
    thinking: tuple[Thinking | None, Thinking | None]
    """How long the first and the second level think; None where one never had a choice."""

    @property
    def points(self) -> Estimate | None:
        """Points a round by which the first level is ahead; None without deals."""
        return mean_estimate(self.margins) if self.margins else None

    @property
    def ahead(self) -> float | None:
        """The share of the deals, 0 to 1, on which the first level is ahead; a tie is half a deal. None without deals."""
        if not self.margins:
            return None
        return sum((margin > 0) + (margin == 0) / 2 for margin in self.margins) / len(self.margins)

    @property
    def won(self) -> Estimate | None:
        """The share of the matches, 0 to 1, that the first level won; None without matches."""
        return share_estimate(sum(self.wins), len(self.wins)) if self.wins else None


def mean_estimate(values: tuple[float, ...]) -> Estimate:
    """The mean of one value or more; the interval is that of the normal approximation.

    >>> mean_estimate((5.0, 5.0))
    Estimate(value=5.0, interval=(5.0, 5.0))
    """
    mean = statistics.fmean(values)
    if len(values) == 1:
        return Estimate(mean, None)
    half = _Z * statistics.stdev(values) / math.sqrt(len(values))
    return Estimate(mean, (mean - half, mean + half))


def share_estimate(hits: int, tries: int) -> Estimate:
    """The share of hits in one try or more, with Wilson's interval, which never leaves 0 to 1."""
    share = hits / tries
    scale = 1 + _Z**2 / tries
    middle = (share + _Z**2 / (2 * tries)) / scale
    half = _Z * math.sqrt(share * (1 - share) / tries + (_Z / (2 * tries)) ** 2) / scale
    return Estimate(share, (max(0.0, middle - half), min(1.0, middle + half)))


def compare(
    first: str,
    second: str,
    *,
    deals: int,
    matches: int = 0,
    seed: str,
    executor: Executor | None = None,
    on_progress: Callable[[int], None] = lambda _done: None,
) -> Comparison:
    """The first level against the second, on so many deals of one round and in so many matches to 250.

    All is duplicate: each deal is played twice with the pairs exchanged, with the same opener and the same source of
    chance, so that a level against itself comes out at exactly 0. The matches with an odd number seat the first level at
    NS, and the next one plays the same seed with the pairs exchanged.

    Any executor carries the work, on as many machines as it has; without one it is done here. It stays the caller's to
    shut down. The same seed gives the same result whatever carries it. `on_progress` is called in this thread with the
    number of deals and matches done so far. Raises what a level raises; work not yet begun is called off then.
    """
    tasks: list[Callable[[], _Share]] = [
        partial(play, first, second, seed, range(start, min(start + size, total + 1)))
        # A match takes longest, so matches go first and the deals fill up what is left.
        for play, total in ((_play_matches, matches), (_play_deals, deals))
        for size in (math.ceil(total / _TASKS) or 1,)
        for start in range(1, total + 1, size)
    ]
    shares: dict[int, _Share] = {}
    done = 0
    with contextlib.closing(_run(tasks, executor)) as finished:
        for number, share in finished:
            shares[number] = share
            done += len(share.results)
            on_progress(done)
    results: list[float] = []
    clocks = (_Clock(), _Clock())
    for number in range(len(tasks)):
        results += shares[number].results
        for clock, other in zip(clocks, shares[number].clocks, strict=True):
            clock.add(other)
    wins = tuple(bool(result) for result in results[:matches])
    thinking = (clocks[0].thinking, clocks[1].thinking)
    return Comparison(first, second, seed, tuple(results[matches:]), wins, thinking)


def _run(tasks: list[Callable[[], _Share]], executor: Executor | None) -> Generator[tuple[int, _Share], None, None]:
    """Each task's number and result, as they are finished."""
    if executor is None:
        for number, task in enumerate(tasks):
            yield number, task()
        return
    numbers = {executor.submit(task): number for number, task in enumerate(tasks)}
    try:
        for future in as_completed(numbers):
            yield numbers[future], future.result()
    except BrokenExecutor:
        # It is about to tell all futures so itself.
        raise
    except BaseException:
        for future in numbers:
            future.cancel()
        raise


# ---- the work of one task: plain functions of plain values, so that any executor can carry it ------------------------


_STEP = math.log(1.05)


class _Clock:
    """Adds up how long choices took. It keeps no single one, so that it stays small however many there are."""

    def __init__(self) -> None:
        self._total = 0.0
        self._steps: Counter[int] = Counter()

    def tell(self, seconds: float) -> None:
        """One more choice."""
        self._total += seconds
        # A clock that ticks seldom may tell that no time has passed.
        self._steps[math.ceil(math.log(max(seconds, 1e-9)) / _STEP)] += 1

    def add(self, other: _Clock) -> None:
        """All choices of another clock."""
        self._total += other._total
        self._steps += other._steps

    @property
    def thinking(self) -> Thinking | None:
        """What came together; None without a choice."""
        number = self._steps.total()
        below = 0
        for step in sorted(self._steps):
            below += self._steps[step]
            if below >= 0.95 * number:
                return Thinking(self._total / number, math.exp(step * _STEP))
        return None


class _Share(NamedTuple):
    """What a task found: the margin of each deal, or for each match 1 where the first level won; and the thinking."""

    results: list[float]
    clocks: tuple[_Clock, _Clock]


def _play_deals(first: str, second: str, seed: str, numbers: range) -> _Share:
    share = _Share([], (_Clock(), _Clock()))
    for number in numbers:
        deal_seed = known_seed(f"{seed}/deal/{number}")
        # No round ends early: even 28 awards of 35 do not reach this target.
        setup = Setup(1, MAX_TARGET, Scores((0, 0)), deal_hands(deal_seed, 1), draw_opener(deal_seed, 1).opener)
        lead = 0
        for pair in Partnership:
            seated = _seated(first, second, pair, share.clocks)
            scores = play_round(Round.begin(setup), seated, chance_of(deal_seed)).scores
            lead += scores[pair] - scores[pair.opponents]
        share.results.append(lead / 2)
    return share


def _play_matches(first: str, second: str, seed: str, numbers: range) -> _Share:
    share = _Share([], (_Clock(), _Clock()))
    for number in numbers:
        match_seed = known_seed(f"{seed}/match/{(number + 1) // 2}")
        pair = Partnership.NS if number % 2 else Partnership.EW
        match = play_match_of(_seated(first, second, pair, share.clocks), match_seed)
        share.results.append(match.winner is pair)
    return share


def _seated(first: str, second: str, pair: Partnership, clocks: tuple[_Clock, _Clock]) -> BySeat[Chooser]:
    """The first level as this pair, the second as the other one, each with its clock."""
    one, other = (_timed(level(name), clock) for name, clock in zip((first, second), clocks, strict=True))
    return BySeat([one if seat.partnership is pair else other for seat in Seat])


def _timed(player: Level, clock: _Clock) -> Chooser:
    """What the level chooses; the clock is told what choices between several actions took."""

    def choose(view: SeatView, rng: random.Random) -> Action:
        # The thread's own time: neither a progress bar nor another task in this process counts.
        begun = time.thread_time()
        action = player.choose(view, rng)
        took = time.thread_time() - begun
        if len(view.legal_actions) > 1:
            clock.tell(took)
        return action

    return choose
