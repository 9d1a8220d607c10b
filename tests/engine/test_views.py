"""What a view tells of a round, and that it holds no tile beyond."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace
from enum import Enum

import pytest
from hypothesis import given, settings

from help.rules import rule
from help.strategies import (
    action,
    dealt,
    hand,
    match_seeds,
    play_all,
    play_match,
    round_for,
    rounds,
    through_pickle,
    tile,
)
from sevenrocks.engine.actions import Ending, MatchWon, Passed, Place, Placed, RoundEnded
from sevenrocks.engine.round import Round
from sevenrocks.engine.seats import BySeat, Partnership, Scores, Seat
from sevenrocks.engine.tiles import Tile
from sevenrocks.engine.view import PublicView, SeatView

# After 4-6 only S can go on; W, N and E have knocked. S places 5-6, and W knocks on fives and sixes.
PLAYS = "66 16@66 12@16 26@12 36@26 34@36 46@34 pass pass pass 56@66 pass"


def knocking_round(plays: str = PLAYS) -> Round:
    left = ("05 13 14 15 22", "23 25 35 45 55", "06 24 33 44 56", "00 01 02 03 04 11")
    return play_all(round_for("66 16@66 12@16 26@12 36@26 34@36 46@34", left, scores=(-5, 40)), plays)


def blocked_round() -> Round:
    plays = "66 16@66 12@16 26@12 36@26 34@36 46@34 56@66 05@56 06@05"
    return play_all(round_for(plays), f"{plays} pass pass pass pass")


def tiles_in(thing: object) -> Iterator[Tile]:
    """Every tile in a value, however deep. Fails for a kind of value that it does not know: tiles could hide there."""
    if isinstance(thing, Tile):
        yield thing
    elif isinstance(thing, tuple):
        for part in thing:
            yield from tiles_in(part)
    elif is_dataclass(thing):
        assert not hasattr(thing, "__dict__")
        for field in fields(thing):
            yield from tiles_in(getattr(thing, field.name))
    else:
        assert thing is None or isinstance(thing, int | Enum), type(thing)


def tiles_on_show(state: Round) -> set[Tile]:
    """The tiles that everyone has seen: those on the table, and all once the round is settled."""
    shown = set(state.layout.tiles)
    if isinstance(state.ended, RoundEnded):
        shown.update(one for held in state.hands for one in held)
    return shown


# ---- All that is known


def test_a_public_view_tells_all_that_everyone_knows() -> None:
    state = knocking_round()
    view = state.public
    assert (view.number, view.target, view.opener) == (1, 250, Seat.N)
    # N was awarded 15 for 3-6.
    assert (view.start, view.scores) == (Scores((-5, 40)), Scores((10, 40)))
    assert view.layout == state.layout
    assert view.hand_sizes == BySeat([5, 5, 4, 6])
    assert view.turn is Seat.N
    assert view.events == state.events
    assert len(view.events) == len(PLAYS.split())
    assert view.ended is None


def test_a_seat_view_tells_its_own_hand_and_all_that_is_public() -> None:
    state = knocking_round()
    for seat in Seat:
        view = state.view_for(seat)
        assert view.seat is seat
        assert view.hand == state.hands[seat]
        assert view.public == state.public
        assert view.is_in_turn is (seat is Seat.N)
    assert state.view_for(Seat.S).hand == hand("06 24 33 44")


def test_a_view_tells_what_each_seat_has_knocked_on() -> None:
    assert knocking_round("66").public.knocked_on == BySeat([(), (), (), ()])
    assert knocking_round().public.knocked_on == BySeat([(6,), (6,), (), (5, 6)])
    # What a seat has knocked on once stays known.
    events = (Passed(Seat.N, (2, 5)), Passed(Seat.E, (5,)), Passed(Seat.N, (0, 5)))
    view = replace(round_for("").public, events=events)
    assert view.knocked_on == BySeat([(0, 2, 5), (5,), (), ()])


def test_the_latest_knocks_are_those_since_the_latest_placement() -> None:
    assert knocking_round("66").public.latest_knocks == ()
    before = knocking_round(PLAYS.removesuffix(" 56@66 pass"))
    assert [knock.seat for knock in before.public.latest_knocks] == [Seat.W, Seat.N, Seat.E]
    assert before.play(action("56@66")).public.latest_knocks == ()
    assert knocking_round().public.latest_knocks == (Passed(Seat.W, (5, 6)),)
    blocked = blocked_round()
    assert blocked.public.latest_knocks == tuple(event for event in blocked.events if isinstance(event, Passed))


@given(match_seeds)
@settings(max_examples=20)
def test_a_seat_holds_nothing_of_what_it_has_knocked_on(seed: int) -> None:
    for match in play_match(seed):
        for state in match.rounds[-1:]:
            for seat, halves in state.public.knocked_on.by_seat():
                assert not any(half in one for half in halves for one in state.hands[seat])


def test_a_view_tells_the_latest_placement() -> None:
    assert round_for("").public.last_placed is None
    assert knocking_round().public.last_placed == Placed(Seat.S, tile("56"), tile("66"), 11, 0)
    ended = blocked_round()
    assert ended.public.last_placed == Placed(Seat.E, tile("06"), tile("05"), 12, 0)


def test_a_view_tells_what_happened_since_a_seat_last_acted() -> None:
    state = knocking_round()
    view, events = state.public, state.events
    assert view.since(Seat.W) == ()
    assert view.since(Seat.S) == events[-1:] == (Passed(Seat.W, (5, 6)),)
    assert view.since(Seat.E) == events[-2:]
    assert view.since(Seat.N) == events[-3:]
    # Who has not acted yet is told all of the round.
    assert knocking_round("66 16@66").public.since(Seat.W) == knocking_round("66 16@66").events
    assert round_for("").public.since(Seat.N) == ()
    # The end of the round is something that happened, too.
    ended = blocked_round()
    assert ended.public.since(Seat.E) == ended.events[-1:]
    assert ended.public.since(Seat.N) == ended.events[-2:]


@given(rounds())
def test_what_happened_since_starts_right_after_the_seats_own_action(state: Round) -> None:
    for seat in Seat:
        since = state.public.since(seat)
        before = state.events[: len(state.events) - len(since)]
        assert before + since == state.events
        assert all(event.seat is not seat for event in since if isinstance(event, Placed | Passed))
        if before:
            last = before[-1]
            assert isinstance(last, Placed | Passed)
            assert last.seat is seat


def test_a_view_tells_the_legal_actions_of_the_seat_in_turn_alone() -> None:
    state = knocking_round()
    assert state.view_for(Seat.N).legal_actions == (action("05@56"), action("15@56"))
    for seat in (Seat.E, Seat.S, Seat.W):
        assert state.view_for(seat).legal_actions == ()
    for seat in Seat:
        assert blocked_round().view_for(seat).legal_actions == ()


@given(rounds())
def test_a_view_agrees_with_the_round(state: Round) -> None:
    view = state.public
    assert view.hand_sizes == tuple(len(held) for held in state.hands)
    assert (view.layout, view.scores, view.turn, view.events) == (state.layout, state.scores, state.turn, state.events)
    assert (view.start, view.opener, view.number) == (state.setup.scores, state.setup.opener, state.setup.number)
    assert view.target == state.setup.target
    assert view.ended == state.ended
    for seat in Seat:
        seat_view = state.view_for(seat)
        assert (seat_view.seat, seat_view.hand, seat_view.public) == (seat, state.hands[seat], view)
        assert seat_view.legal_actions == (state.legal_actions if seat is state.turn else ())


@rule("10.6")
def test_a_settled_round_shows_all_hands_and_what_they_lose() -> None:
    state = blocked_round()
    ended = state.public.ended
    assert isinstance(ended, RoundEnded)
    assert (ended.ending, ended.seat, ended.hands) == (Ending.BLOCKED, None, state.hands)
    assert state.public.turn is None


@rule("11.5")
def test_a_match_that_is_won_shows_no_hand() -> None:
    state = play_all(round_for("55", target=10), "55")
    assert state.public.ended == MatchWon(Partnership.NS, Scores((10, 0)))
    assert set(tiles_in(state.public)) == {tile("55")}


# ---- No tile beyond


@rule("2.5")
@given(match_seeds)
@pytest.mark.untraced
def test_a_public_view_holds_no_tile_but_those_on_show(seed: int) -> None:
    for match in play_match(seed):
        for state in match.rounds[-1:]:
            assert set(tiles_in(state.public)) == tiles_on_show(state)


@rule("2.5")
@given(rounds())
@pytest.mark.untraced
def test_a_seat_view_holds_no_tile_but_those_on_show_and_its_own(state: Round) -> None:
    for seat in Seat:
        known = tiles_on_show(state) | set(state.hands[seat])
        assert set(tiles_in(state.view_for(seat))) == known
        # Nor has its pickle, which is sent to bots.
        assert set(tiles_in(through_pickle(state.view_for(seat)))) == known


def test_the_walk_finds_tiles_wherever_they_are() -> None:
    state = knocking_round()
    assert len(set(tiles_in(state))) == 28
    hidden = SeatView(Seat.N, (), replace(state.public, hand_sizes=BySeat([1, 1, 1, tile("00")])))  # type: ignore[list-item]
    assert tile("00") in set(tiles_in(hidden))
    with pytest.raises(AssertionError):
        list(tiles_in((Seat.N, [tile("00")])))


def test_no_view_has_a_field_for_another_hand() -> None:
    assert [field.name for field in fields(SeatView)] == ["seat", "hand", "public"]
    assert {field.type for field in fields(PublicView)}.isdisjoint({"Hand", "BySeat[Hand]", "Round", "Setup"})


# ---- Views travel, and stay as they are


@given(rounds())
def test_views_can_be_pickled(state: Round) -> None:
    assert through_pickle(state.public) == state.public
    for seat in Seat:
        view = state.view_for(seat)
        copy = through_pickle(view)
        assert copy == view
        assert isinstance(copy.public.hand_sizes, BySeat)
        assert copy.legal_actions == view.legal_actions
        assert copy.seat is seat


def test_a_view_cannot_be_changed() -> None:
    view = dealt(round_for("").setup.deal).view_for(Seat.N)
    with pytest.raises(FrozenInstanceError):
        view.hand = ()  # type: ignore[misc]  # the default binds the loop
    with pytest.raises(FrozenInstanceError):
        view.public.turn = None  # type: ignore[misc]  # the default binds the loop
    assert view.legal_actions == tuple(Place(one) for one in view.hand)
