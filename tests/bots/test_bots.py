"""Bots: what they may think of hands they do not see, how they look ahead, and what can be said for a play."""

from __future__ import annotations

import asyncio
import itertools
import math
import random
from collections import Counter
from dataclasses import replace
from functools import cache
from statistics import mean

import pytest
from hypothesis import given, settings

from help.effort import LONG, cases, seeded
from help.strategies import deal_of, dealt, match_seeds, random_deal, round_for, rounds
from help.worlds import exchanged
from sevenrocks.arena import play_match
from sevenrocks.bots import choose, level, level_names, lookahead
from sevenrocks.bots.advice import advise
from sevenrocks.bots.beliefs import GREEDY, THINKER, Evidence, Guess, Model, Worlds, guesses
from sevenrocks.bots.kernel.bridge import set_of, tiles_of
from sevenrocks.bots.kernel.layouts import UNIT, number_of
from sevenrocks.bots.levels import expert, master
from sevenrocks.bots.lookahead import Diligence, chance_to_win, prospects, ranked
from sevenrocks.bots.outlook import best_award, outlook
from sevenrocks.bots.process import BotProcess
from sevenrocks.bots.reasons import public_reasons
from sevenrocks.bots.solver import Solver
from sevenrocks.engine.actions import Passed, Place, Placed, RoundEnded, legal_actions
from sevenrocks.engine.layout import Layout
from sevenrocks.engine.round import Round
from sevenrocks.engine.rules import TARGET, award_for
from sevenrocks.engine.seats import BySeat, Partnership, Seat
from sevenrocks.engine.tiles import DOUBLE_SIX, Tile
from sevenrocks.engine.view import PublicView, SeatView

running = rounds().filter(lambda state: state.turn is not None)


def in_turn(state: Round) -> SeatView:
    assert state.turn is not None
    return state.view_for(state.turn)


# ---- worlds


@given(running, match_seeds)
@settings(max_examples=100)
def test_a_world_fits_all_that_the_seat_knows(state: Round, seed: int) -> None:
    rng = random.Random(seed)
    for seat in Seat:
        view = state.view_for(seat)
        worlds = Worlds(view)
        for _ in range(3):
            world = worlds.draw(rng)
            hands = [tiles_of(hand) for hand in world]
            assert hands[seat] == view.hand
            assert sorted([*itertools.chain.from_iterable(hands), *view.public.layout.tiles]) == list(DOUBLE_SIX)
            for other in Seat:
                assert len(hands[other]) == view.public.hand_sizes[other]
                assert not any(half in tile for half in view.public.knocked_on[other] for tile in hands[other])


@cache
def all_worlds(view: SeatView) -> list[tuple[int, ...]]:
    """Every world that fits, by trying all."""
    unseen = [tile for tile in DOUBLE_SIX if tile not in view.hand and tile not in view.public.layout.tiles]
    first, second, third = view.seat.clockwise()[1:]
    sizes, knocked = view.public.hand_sizes, view.public.knocked_on

    def may_hold(seat: Seat, hand: tuple[Tile, ...]) -> bool:
        return not any(half in tile for half in knocked[seat] for tile in hand)

    found = []
    for one in itertools.combinations(unseen, sizes[first]):
        rest = [tile for tile in unseen if tile not in one]
        if not may_hold(first, one):
            continue
        for two in itertools.combinations(rest, sizes[second]):
            three = tuple(tile for tile in rest if tile not in two)
            if may_hold(second, two) and may_hold(third, three):
                world = {view.seat: view.hand, first: one, second: two, third: three}
                found.append(tuple(set_of(world[seat]) for seat in Seat))
    return found


@cache
def small_view() -> SeatView:
    """A view near the end of a round, with knocks, and with fewer than a thousand worlds."""
    for number in itertools.count():
        state = dealt(random_deal(random.Random(number)), Seat.N)
        rng = random.Random(number)
        while not state.is_over and sum(map(len, state.hands)) > 10:
            state = state.play(rng.choice(state.legal_actions))
        if state.is_over or len(state.legal_actions) < 2:
            continue
        view = in_turn(state)
        others = [seat for seat in Seat if seat is not view.seat]
        if sum(bool(view.public.knocked_on[seat]) for seat in others) >= 2 and 20 <= len(all_worlds(view)) <= 400:
            return view
    raise AssertionError


def test_all_worlds_that_fit_are_equally_likely() -> None:
    view = small_view()
    expected = set(all_worlds(view))
    worlds, rng = Worlds(view), random.Random(1)
    drawn = Counter(tuple(worlds.draw(rng)) for _ in range(40 * len(expected)))
    assert set(drawn) == expected
    chi_square = sum((drawn[world] - 40) ** 2 / 40 for world in expected)
    freedom = len(expected) - 1
    assert abs(chi_square - freedom) < 5 * math.sqrt(2 * freedom)


def test_a_view_that_contradicts_itself_is_taken_without_its_knocks() -> None:
    view = small_view()
    everything = tuple(range(7))
    liar = view.seat.next
    public = replace(view.public, events=(*view.public.events, Passed(liar, everything)))
    odd = replace(view, public=public)
    world = Worlds(odd).draw(random.Random(1))
    assert [hand.bit_count() for hand in world] == list(public.hand_sizes)
    assert choose("master", odd, 1) in odd.legal_actions
    assert choose("expert", odd, 1) in odd.legal_actions


# ---- what plays tell


def plain_likelihood(view: SeatView, seat: Seat, hand: tuple[Tile, ...], model: Model, slip: float) -> float:
    """The same by the book: every play against all that the engine says could have been done."""
    placed = [event for event in view.public.events if isinstance(event, Placed)]
    held = {*hand, *(event.tile for event in placed if event.seat is seat)}
    layout, result = Layout(), 1.0
    for event in placed:
        if event.seat is seat:
            scores = {}
            for action in legal_actions(tuple(sorted(held)), layout):
                assert isinstance(action, Place)
                # Ways that lead to layouts alike in all that matters are one.
                scores[_way(layout, action)] = _score(layout, action, model)
            result *= scores[_way(layout, event.action)] / sum(scores.values()) + slip
            held.remove(event.tile)
        layout = layout.place(event.tile, event.host)
    return result


def _way(layout: Layout, action: Place) -> tuple[Tile, int]:
    return action.tile, number_of(layout.place(action.tile, action.host))


def _score(layout: Layout, action: Place, model: Model) -> float:
    after = layout.place(action.tile, action.host)
    unseen = [tile for tile in DOUBLE_SIX if tile not in after.tiles]
    awards = []
    for tile in unseen:
        ways = [act for act in legal_actions((tile,), after) if isinstance(act, Place)]
        if ways:
            awards.append(max(award_for(after.place(way.tile, way.host).count) for way in ways) / 5)
    number = max(len(unseen), 1)
    return math.exp(
        model.award * award_for(after.count) / 5
        + model.pips * action.tile.pips
        + model.double * action.tile.is_double
        + model.gift * sum(awards) / number
        + model.room * len(awards) / number
    )


def test_evidence_is_what_the_engine_says_could_have_been_done() -> None:
    view = small_view()
    evidence = Evidence(view, [GREEDY, THINKER])
    for world in all_worlds(view)[:20]:
        for seat in Seat:
            if seat is not view.seat:
                hand = tiles_of(world[seat])
                expected = sum(plain_likelihood(view, seat, hand, model, 0.02) for model in (GREEDY, THINKER))
                assert evidence.chains.likelihood(seat, world[seat]) == pytest.approx(expected)


def test_likely_worlds_are_as_likely_as_the_evidence_has_them() -> None:
    view = small_view()
    evidence = Evidence(view, [THINKER])
    others = [seat for seat in Seat if seat is not view.seat]
    weights = {
        world: math.prod(evidence.chains.likelihood(seat, world[seat]) for seat in others) for world in all_worlds(view)
    }
    total = sum(weights.values())
    drawn = Counter(tuple(guess.world) for guess in guesses(view, 20_000, random.Random(2), [THINKER]))
    assert set(drawn) <= set(weights)
    # The chance that a certain seat holds a certain tile: what all play rests on.
    for seat in others:
        for tile in DOUBLE_SIX:
            bit = set_of([tile])
            expected = sum(weight for world, weight in weights.items() if world[seat] & bit) / total
            found = sum(number for world, number in drawn.items() if world[seat] & bit) / 20_000
            assert found == pytest.approx(expected, abs=0.02)


def test_a_seat_is_guessed_to_play_as_its_plays_look() -> None:
    view = small_view()
    evidence = Evidence(view, [GREEDY, THINKER])
    found = guesses(view, 4_000, random.Random(3), [GREEDY, THINKER])
    for seat in Seat:
        hands = [guess.world[seat] for guess in found]
        careful = mean(guess.careful >> seat & 1 for guess in found)
        if seat is view.seat:
            assert careful == 1
        else:
            likely = [evidence.chains.under(1, seat, hand) / evidence.chains.likelihood(seat, hand) for hand in hands]
            assert careful == pytest.approx(mean(likely), abs=0.03)


def test_greedy_players_are_told_from_careful_ones() -> None:
    def look_careful(name: str) -> float:
        shares = []
        for number in range(cases(8, 40)):
            state = dealt(random_deal(random.Random(number)), Seat.N)
            while not state.is_over and sum(map(len, state.hands)) > 12:
                state = state.play(choose(name, in_turn(state), number))
            if not state.is_over:
                found = guesses(in_turn(state), 40, random.Random(number), [GREEDY, THINKER])
                shares += [guess.careful >> seat & 1 for guess in found for seat in Seat if seat is not state.turn]
        return mean(shares)

    assert look_careful("club") < 0.3
    assert look_careful("expert") > 0.7


def test_without_models_opponents_are_greedy_and_partners_careful() -> None:
    view = small_view()
    careful = {guess.careful for guess in guesses(view, 50, random.Random(4))}
    assert careful == {sum(1 << seat for seat in Seat if seat.partnership is view.seat.partnership)}


def test_swaps_respect_knocks() -> None:
    view = small_view()
    fitting = set(all_worlds(view))
    assert {tuple(guess.world) for guess in guesses(view, 3_000, random.Random(5), [GREEDY, THINKER])} <= fitting


# ---- looking ahead


def test_exact_prospects_are_the_truth_where_a_seat_knows_all() -> None:
    """With one world that fits, an exact look is the solver's."""
    checked = 0
    for number in itertools.count():
        state = dealt(random_deal(random.Random(number)), Seat.E)
        rng = random.Random(number)
        while not state.is_over and sum(map(len, state.hands)) > 8:
            state = state.play(rng.choice(state.legal_actions))
        if state.is_over or len(state.legal_actions) < 2:
            continue
        assert state.turn is not None
        hands = [set_of(hand) for hand in state.hands]
        values = dict(Solver(state).values(state))
        for action, value in values.items():
            assert isinstance(action, Place)
            found = lookahead._prospect(state.view_for(state.turn), action, [Guess(hands, 0)], is_exact=True)
            assert found.points == pytest.approx(value)
        checked += 1
        if checked == 40:
            return


@pytest.mark.parametrize("name", ["expert", "master"])
def test_an_award_that_wins_the_match_is_taken(name: str) -> None:
    # 5-5 makes ten and wins; every other tile opens for less.
    deal = deal_of("55 00 01 02 03 04 06", "05 56 11 12 13 14 16", "15 22 23 24 25 26 33", "34 35 36 44 45 46 66")
    state = dealt(deal, scores=(240, 0))
    for seed in range(3):
        assert choose(name, in_turn(state), seed) == Place(Tile(5, 5))


def test_of_equal_plays_the_one_comes_first_that_gives_least() -> None:
    view = small_view()
    found = prospects(view, random.Random(1), Diligence(worlds=20))
    alike = [replace(prospect, points=3.0, award=0, gift=float(number)) for number, prospect in enumerate(found)]
    assert ranked(view, alike[::-1], Diligence(worlds=20)) == alike
    better = replace(alike[-1], points=9.0)
    assert ranked(view, [*alike, better], Diligence(worlds=20))[0] == better


def test_the_chance_to_win_is_even_for_equals_and_grows_with_the_lead() -> None:
    assert chance_to_win(100, 100) == 0.5
    assert chance_to_win(50, 120) + chance_to_win(120, 50) == pytest.approx(1)
    chances = [chance_to_win(100, other) for other in range(5, 300, 5)]
    assert chances == sorted(chances)
    assert chance_to_win(20, 60) > chance_to_win(200, 240), "forty points are more near the end"


def test_the_chance_to_win_is_what_comes_of_it_between_equals() -> None:
    told: list[tuple[float, bool]] = []
    for number in range(cases(120, 5_000)):
        match = play_match(BySeat(["club"] * 4), bytes([number % 251, number // 251] * 16), TARGET)
        for state in match.rounds:
            north_south, east_west = (TARGET - score for score in state.setup.scores)
            told.append((chance_to_win(north_south, east_west), match.winner is Partnership.NS))
    for low, high in ((0.0, 0.3), (0.3, 0.5), (0.5, 0.7), (0.7, 1.0)):
        among = [(chance, won) for chance, won in told if low <= chance < high]
        expected, won = mean(chance for chance, _won in among), mean(won for _chance, won in among)
        # Rounds of a match share its end, so that some five of them tell no more than one.
        assert abs(won - expected) < 0.03 + 3 * math.sqrt(expected * (1 - expected) / (len(among) / 5))
    # Were the curve too steep, or too flat, what comes of it would lean less, or more, to one side than it tells.
    leaning = sum((chance - 0.5) * (won - 0.5) for chance, won in told) / sum(
        (chance - 0.5) ** 2 for chance, _won in told
    )
    assert abs(leaning - 1) < 0.4


def test_a_play_that_goes_out_leaves_the_next_seat_nothing() -> None:
    for number in itertools.count():
        state = dealt(random_deal(random.Random(number)), Seat.N)
        rng = random.Random(number)
        while not state.is_over:
            before, state = state, state.play(rng.choice(state.legal_actions))
        if isinstance(state.ended, RoundEnded) and state.ended.seat is not None:
            break
    *_others, (_event, reason) = public_reasons(state.public)
    assert (reason.goes_out, reason.knock, reason.gift) == (True, 0.0, 0.0)
    assert not any(reason.goes_out for _event, reason in public_reasons(before.public))
    assert {advice.reason.goes_out for advice in advise(in_turn(before), 1)} == {True}
    for prospect in prospects(in_turn(before), random.Random(1), Diligence(worlds=10)):
        assert (prospect.knock, prospect.gift) == (0.0, 0.0)


def test_near_the_end_of_the_match_a_bot_plays_for_the_match() -> None:
    """Behind by far, points that do not win are worth little: the two ways of ranking differ somewhere."""
    minded, unminded = Diligence(worlds=60, minds_match=True), Diligence(worlds=60)
    differing = 0
    for number in range(40):
        state = dealt(random_deal(random.Random(number)), Seat.N, scores=(235, 225))
        rng = random.Random(number)
        for _ in range(8):
            if not state.is_over:
                state = state.play(rng.choice(state.legal_actions))
        if state.is_over or len(state.legal_actions) < 2:
            continue
        view = in_turn(state)
        found = prospects(view, random.Random(1), minded)
        differing += ranked(view, found, minded)[0] != ranked(view, found, unminded)[0]
    assert differing


@pytest.mark.parametrize("name", level_names())
def test_the_same_view_and_chance_give_the_same_choice(name: str) -> None:
    view = small_view()
    assert len({choose(name, view, 7) for _ in range(3)}) == 1


@pytest.mark.parametrize("name", level_names())
def test_no_level_peeks(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hidden tiles are exchanged among the other hands, and the choice stays."""
    if not LONG:
        monkeypatch.setattr(expert, "_DILIGENCE", replace(expert._DILIGENCE, worlds=30))
        monkeypatch.setattr(master, "DILIGENCE", replace(master.DILIGENCE, worlds=30, exact_worlds=10))
    rng = seeded(f"no peeking, {name}")
    wanted = cases(6, 20_000)
    checked = 0
    while checked < wanted:
        state = dealt(random_deal(rng), Seat(rng.randrange(4)))
        for _ in range(rng.randrange(20)):
            if not state.is_over:
                state = state.play(rng.choice(state.legal_actions))
        if state.is_over or len(state.legal_actions) < 2:
            continue
        assert state.turn is not None
        others = tuple(seat for seat in Seat if seat is not state.turn)
        world = exchanged(state, others, rng)
        if world.hands == state.hands:
            continue
        assert choose(name, in_turn(state), 3) == choose(name, in_turn(world), 3)
        checked += 1


# ---- reasons and advice


def outlook_by_the_book(view: PublicView, layout: Layout, seat: Seat, size: int) -> tuple[float, float]:
    """Over all hands that everyone may think a seat to hold: how often it must knock, and its best award."""
    knocked = set[int]()
    for event in view.events:
        if isinstance(event, Passed) and event.seat is seat:
            knocked.update(event.halves)
    unseen = [tile for tile in DOUBLE_SIX if tile not in layout.tiles and not knocked & set(tile)]
    knocks, gifts = [], []
    for hand in itertools.combinations(unseen, size):
        awards = [
            award_for(layout.place(action.tile, action.host).count)
            for action in legal_actions(hand, layout)
            if isinstance(action, Place)
        ]
        knocks.append(not awards)
        gifts.append(max(awards, default=0))
    return mean(knocks), mean(gifts)


def test_an_outlook_is_the_mean_over_all_hands() -> None:
    rng = random.Random(6)
    for size in range(5):
        state = dealt(random_deal(rng), Seat.N)
        for _ in range(12):
            if not state.is_over:
                state = state.play(rng.choice(state.legal_actions))
        layout = number_of(state.layout)
        tiles = rng.sample([tile for tile in DOUBLE_SIX if tile not in state.layout.tiles], 8)
        bests = [best_award(layout, set_of(hand)) for hand in itertools.combinations(tiles, size)]
        expected = mean(best < 0 for best in bests), mean(max(best, 0) for best in bests) * UNIT
        assert outlook(layout, set_of(tiles), size) == pytest.approx(expected)
    assert outlook(layout, set_of(tiles[:3]), 5) == outlook(layout, set_of(tiles[:3]), 3), "it has them all"


def test_reasons_rest_on_what_everyone_knew() -> None:
    state = dealt(random_deal(random.Random(5)), Seat.N)
    rng = random.Random(5)
    while not state.is_over and sum(map(len, state.hands)) > 9:
        state = state.play(rng.choice(state.legal_actions))
    assert not state.is_over
    view = state.public
    reasons = list(public_reasons(view))
    assert [event for event, _reason in reasons] == [event for event in view.events if isinstance(event, Placed)]
    event, reason = reasons[-1]
    at = view.events.index(event)
    size = view.hand_sizes[event.seat.next]
    knock, gift = outlook_by_the_book(replace(view, events=view.events[: at + 1]), view.layout, event.seat.next, size)
    if all(not isinstance(later, Placed) or later.seat is not event.seat.next for later in view.events[at + 1 :]):
        assert (reason.knock, reason.gift) == pytest.approx((knock, gift))
    assert reason.award == event.award
    assert reason.seat is event.seat


def test_advice_is_the_masters_and_its_first_play_the_masters_choice() -> None:
    view = small_view()
    for seed in range(5):
        advices = advise(view, seed)
        assert 2 <= len(advices) <= 3
        assert advices[0].action == choose("master", view, seed)
        assert len({advice.action for advice in advices}) == len(advices)
        assert all(advice.action in view.legal_actions for advice in advices)


def test_the_levels_are_a_ladder() -> None:
    strengths = [level(name).STRENGTH for name in level_names()]
    assert strengths == sorted(set(strengths))
    assert level_names() == ("novice", "club", "expert", "master")
    assert all(level(name).ABOUT for name in level_names())
    assert [level(name).NAME for name in level_names()] == list(level_names())


def test_masters_play_whole_matches() -> None:
    match = play_match(BySeat(["master", "club", "expert", "novice"]), bytes(32), 60)
    assert match.winner is not None
    assert master.DILIGENCE.minds_match


@pytest.mark.parametrize("steps", range(5))
async def test_whoever_leaves_in_the_moment_of_an_answer_leaves(steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cancellation that came together with the answer was once lost, and the program waited for ever."""

    async def leave() -> None:
        answer: asyncio.Future[object] = asyncio.get_running_loop().create_future()

        async def answered(_self: BotProcess, _request: bytes) -> object:
            return await answer

        monkeypatch.setattr(BotProcess, "_ask", answered)
        asking = asyncio.create_task(BotProcess().choose("club", round_for("55").view_for(Seat.N), 0))
        await asyncio.sleep(0.01)
        answer.set_result(Place(Tile(5, 5)))
        for _step in range(steps):
            await asyncio.sleep(0)
        if asking.cancel():
            with pytest.raises(asyncio.CancelledError):
                await asking

    await leave()


async def test_the_process_of_the_bots_has_ended_however_often_its_end_is_cancelled() -> None:
    bots = BotProcess()
    await bots.choose("club", round_for("55").view_for(Seat.N), 0)
    process = bots._process
    assert process is not None
    ending = asyncio.create_task(bots.stop())
    for _moment in range(2):
        await asyncio.sleep(0)
        ending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await ending
    assert process.returncode is not None
