"""What holds in every round and match, whatever is dealt and played; and that nobody's choice rests on hidden tiles."""

from __future__ import annotations

import datetime
import random
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from help.rules import rule
from help.strategies import (
    CHOOSERS,
    action,
    any_legal,
    dealt,
    finished_match,
    layout_of,
    lengthening,
    longest_line,
    match_seeds,
    play_all,
    play_match,
    play_round,
    random_deal,
    round_for,
    rounds,
    tile,
)
from help.worlds import exchanged, played_again
from sevenrocks.bots import choose, level_names
from sevenrocks.engine.actions import (
    PASS,
    Action,
    Ending,
    IllegalPlayError,
    MatchWon,
    Passed,
    Place,
    Placed,
    RoundEnded,
)
from sevenrocks.engine.deal import known_seed
from sevenrocks.engine.errors import Refusal
from sevenrocks.engine.layout import Layout, Port
from sevenrocks.engine.round import Round
from sevenrocks.engine.seats import BySeat, Seat
from sevenrocks.engine.tiles import DOUBLE_SIX, Tile
from sevenrocks.notation import parse_position
from sevenrocks.seating import Player
from sevenrocks.table import Table

SIDES_THEN_ARMS = [Port.SIDE_A, Port.SIDE_B, Port.ARM_A, Port.ARM_B]

EVERY_ACTION: list[Action] = [PASS, *(Place(one, host) for one in DOUBLE_SIX for host in (None, *DOUBLE_SIX))]


def states(seed: int) -> Iterator[Round]:
    """Every state of every round of a random match."""
    for match in play_match(seed):
        if match.rounds:
            yield match.rounds[-1]


# ---- The table told once more, from nothing but which ports are joined


def value_at(one: Tile, port: Port) -> int:
    return one.high if port is Port.HIGH else one.low


def joined_ports(layout: Layout) -> dict[Tile, list[Port]]:
    """For each tile on the table its ports in use, in the order of use."""
    joined: dict[Tile, list[Port]] = {}
    for joint in layout.joints:
        joined[joint.tile] = [] if joint.port is None else [joint.port]
        if joint.host is not None and joint.host_port is not None:
            joined[joint.host].append(joint.host_port)
    return joined


def free_ports(layout: Layout) -> set[tuple[Tile, Port, int]]:
    """Every place where a tile may go, with the value to match."""
    joined = joined_ports(layout)
    spinner = next((one for one in joined if one.is_double), None)
    free: set[tuple[Tile, Port, int]] = set()
    for one, used in joined.items():
        if not one.is_double:
            ports = [Port.LOW, Port.HIGH]
        elif one == spinner and len(used) >= 2:
            ports = [Port.ARM_A, Port.ARM_B]
        else:
            ports = [Port.SIDE_A, Port.SIDE_B]
        free.update((one, port, value_at(one, port)) for port in ports if port not in used)
    return free


def counted_again(layout: Layout) -> int:
    """The sum of the counted ends: open halves, and both halves of each double with a side free."""
    total = 0
    for one, used in joined_ports(layout).items():
        if one.is_double:
            total += one.pips if len(used) < 2 else 0
        else:
            total += sum(value_at(one, port) for port in (Port.LOW, Port.HIGH) if port not in used)
    return total


def placings(state: Round) -> set[Action]:
    """Every placing that is legal for the seat in turn."""
    assert state.turn is not None
    hand = state.hands[state.turn]
    if not state.layout.joints:
        return {Place(one) for one in hand}
    return {Place(one, host) for host, _, half in free_ports(state.layout) for one in hand if half in one}


def expected_refusals(state: Round) -> dict[Action, Refusal | None]:
    """For every action there is, why it is refused, or None where it is legal."""
    if state.turn is None:
        return dict.fromkeys(EVERY_ACTION, Refusal.ROUND_OVER)
    hand, legal = state.hands[state.turn], placings(state)
    open_hosts = {host for host, _, _ in free_ports(state.layout)}

    def reason(option: Action) -> Refusal | None:
        if not isinstance(option, Place):
            return Refusal.MUST_PLACE if legal else None
        if option in legal:
            return None
        if option.tile not in hand:
            return Refusal.NOT_HELD
        if option.host is None:
            return Refusal.NO_HOST
        return Refusal.NO_MATCH if option.host in open_hosts else Refusal.NOT_OPEN

    return {option: reason(option) for option in EVERY_ACTION}


# ---- Tiles and the table


@rule("2.4")
@given(match_seeds)
def test_the_28_tiles_are_conserved(seed: int) -> None:
    for state in states(seed):
        held = [one for hand in state.hands for one in hand]
        assert sorted([*held, *state.layout.tiles]) == list(DOUBLE_SIX)
        assert all(hand == tuple(sorted(hand)) for hand in state.hands)
        for seat, hand in state.hands.by_seat():
            placed = [event.tile for event in state.events if isinstance(event, Placed) and event.seat is seat]
            assert sorted([*hand, *placed]) == list(state.setup.deal[seat])


@rule("6.1", "8.9")
@given(match_seeds)
def test_counts_never_exceed_36_and_ends_never_more_than_four(seed: int) -> None:
    for state in states(seed):
        assert 0 <= state.layout.count <= 36
        assert len(state.layout.ends) <= 4


@rule("4.2", "4.3", "4.5", "5.1")
@given(match_seeds)
def test_every_joint_matches_and_no_port_is_used_twice(seed: int) -> None:
    for state in finished_match(seed).rounds:
        opening, *others = state.layout.joints
        assert opening[1:] == (None, None, None)
        on_table = {opening.tile}
        for joint in others:
            assert joint.port is not None
            assert joint.host_port is not None
            assert joint.host in on_table
            assert value_at(joint.tile, joint.port) == value_at(joint.host, joint.host_port)
            on_table.add(joint.tile)
        for one, used in joined_ports(state.layout).items():
            assert len(set(used)) == len(used)
            assert set(used) <= (set(SIDES_THEN_ARMS) if one.is_double else {Port.LOW, Port.HIGH})


@rule("5.3", "7.1", "7.2", "7.3", "7.4", "7.6")
@given(match_seeds)
def test_arms_are_never_begun_before_both_sides_nor_at_another_double(seed: int) -> None:
    for state in finished_match(seed).rounds:
        layout = state.layout
        assert layout.spinner == next((one for one in layout.tiles if one.is_double), None)
        for one, used in joined_ports(layout).items():
            if one.is_double:
                assert used == SIDES_THEN_ARMS[: len(used)]
                assert len(used) <= (4 if one == layout.spinner else 2)


@rule("8.1", "8.2", "8.3", "8.4", "8.5", "8.6", "8.7")
@given(match_seeds)
def test_the_count_is_that_of_the_open_halves_and_end_doubles(seed: int) -> None:
    for state in states(seed):
        assert state.layout.count == counted_again(state.layout)


@rule("6.2", "6.8", "7.3", "7.4", "7.5")
@given(match_seeds)
def test_the_open_places_and_hosts_are_the_ports_that_are_free(seed: int) -> None:
    for state in states(seed):
        free = free_ports(state.layout)
        places = state.layout.open_places
        assert len(places) == len(free)
        assert {tuple(place) for place in places} == free
        assert set(state.layout.hosts) == {(host, half) for host, _, half in free}
        assert len(set(state.layout.hosts)) == len(state.layout.hosts)


def test_the_longest_line_is_measured_from_the_spinner() -> None:
    assert [longest_line(layout_of(plays)) for plays in ("", "14", "14 24@14", "14 24@14 22@24")] == [0, 0, 1, 2]
    assert longest_line(layout_of("14 11@14 44@14 34@44 12@11")) == 3


@given(rounds(), match_seeds)
def test_line_lengthening_play_makes_the_longest_line_as_long_as_it_can_be(state: Round, seed: int) -> None:
    assume(not state.is_over)
    after = state.play(lengthening(state, random.Random(seed)))
    assert longest_line(after.layout) == max(longest_line(state.play(option).layout) for option in state.legal_actions)


def test_line_lengthening_play_makes_far_longer_lines_than_chance() -> None:
    total = dict.fromkeys(CHOOSERS, 0)
    for seed in range(50):
        for choose_action in CHOOSERS:
            rng = random.Random(seed)
            *_, last = play_round(dealt(random_deal(rng)), choose_action, rng)
            total[choose_action] += longest_line(last.layout)
    assert total[lengthening] > 1.3 * total[any_legal]


# ---- What is legal


@rule("4.1", "4.2", "4.3", "4.7", "4.8", "4.9")
@given(rounds())
def test_exactly_the_legal_actions_are_accepted_and_a_refusal_changes_nothing(state: Round) -> None:
    before = repr(state)
    accepted = []
    for option, reason in expected_refusals(state).items():
        assert state.refusal(option) is reason
        if reason is None:
            accepted.append(option)
            assert state.play(option) == state.play_unchecked(option)
            continue
        with pytest.raises(IllegalPlayError) as refused:
            state.play(option)
        error = refused.value
        assert (error.action, error.reason) == (option, reason)
        assert error.seat is state.turn
        # Nothing else is in it that could tell a hand.
        assert vars(error).keys() == {"seat", "action", "reason"}
        seat = "-" if error.seat is None else error.seat.name
        assert error.args == (f"{seat}: {option}: {reason.value}",)
    assert repr(state) == before
    assert set(accepted) == set(state.legal_actions)
    assert len(accepted) == len(state.legal_actions)


REFUSED = {
    Refusal.ROUND_OVER: (round_for("55", target=10), "55", "05@55"),
    Refusal.NOT_HELD: (round_for("55 05@55 25@55"), "55 05@55", "66@55"),
    Refusal.NO_HOST: (round_for("55 05@55"), "55", "05"),
    Refusal.NOT_OPEN: (round_for("55 05@55"), "55", "05@15"),
    Refusal.NO_MATCH: (round_for("55 04@55"), "55", "04@55"),
    Refusal.MUST_PLACE: (round_for("55 05@55"), "55", "pass"),
}
"""For each reason a deal, plays, and then an action that is refused for it."""


@pytest.mark.parametrize("reason", REFUSED, ids=lambda reason: reason.name)
def test_each_refusal_is_reached(reason: Refusal) -> None:
    begun, plays, refused = REFUSED[reason]
    state = play_all(begun, plays)
    assert state.refusal(action(refused)) is reason
    with pytest.raises(IllegalPlayError) as raised:
        state.play(action(refused))
    assert raised.value.reason is reason


def test_the_table_refuses_a_seat_out_of_turn_and_nothing_changes(tmp_path: Path) -> None:
    players = BySeat([Player(name) for name in ("Anna", "Bartek", "Clara", "Dieter")])
    table = Table.begin(players, tmp_path, known_seed=known_seed("out of turn"), date=datetime.date(2026, 11, 29))
    table.begin_round()
    turn = table.turn
    assert turn is not None
    before = (table.view, [table.view_for(seat) for seat in Seat])
    for seat in Seat:
        if seat is not turn:
            option = Place(table.view_for(seat).hand[0])
            with pytest.raises(IllegalPlayError) as refused:
                table.play(seat, option)
            error = refused.value
            assert (error.seat, error.action, error.reason) == (seat, option, Refusal.OUT_OF_TURN)
    assert (table.view, [table.view_for(seat) for seat in Seat]) == before
    table.play(turn, table.view_for(turn).legal_actions[0])
    table.close()


def test_these_are_all_the_refusals() -> None:
    assert {*REFUSED, Refusal.OUT_OF_TURN} == set(Refusal)


@given(rounds())
def test_playing_leaves_the_round_before_as_it_was(state: Round) -> None:
    before = repr(state)
    for option in state.legal_actions:
        after = state.play(option)
        assert after != state
        assert after.events[: len(state.events)] == state.events
        assert after.setup is state.setup
    assert repr(state) == before


@rule("4.7", "4.9")
@given(match_seeds)
def test_a_knock_is_made_exactly_by_a_hand_that_fits_nowhere(seed: int) -> None:
    for state in states(seed):
        if state.turn is not None:
            must_knock = not placings(state)
            assert (PASS in state.legal_actions) is must_knock
            if must_knock:
                knocked = state.play(PASS).events[len(state.events)]
                assert knocked == Passed(state.turn, tuple(sorted({half for _, _, half in free_ports(state.layout)})))


@rule("1.5", "4.6")
@given(match_seeds)
def test_turns_go_clockwise_from_the_opener(seed: int) -> None:
    for state in finished_match(seed).rounds:
        seats = [event.seat for event in state.events if isinstance(event, Placed | Passed)]
        assert seats == [Seat((state.setup.opener + n) % 4) for n in range(len(seats))]


# ---- Points


@rule("9.2", "9.3", "9.4", "9.5", "9.7")
@given(match_seeds)
def test_every_award_is_its_count_where_that_is_a_positive_multiple_of_5(seed: int) -> None:
    for state in finished_match(seed).rounds:
        for placed in state.events:
            if isinstance(placed, Placed):
                scores = placed.count in {5, 10, 15, 20, 25, 30, 35}
                assert placed.award == (placed.count if scores else 0)


@rule("10.5", "10.6", "10.7", "10.8", "10.9")
@given(match_seeds)
def test_deductions_are_taken_hand_by_hand(seed: int) -> None:
    for state in finished_match(seed).rounds:
        ended = state.ended
        if isinstance(ended, RoundEnded):
            assert ended.hands == state.hands
            totals = list(state.setup.scores)
            for event in state.events:
                if isinstance(event, Placed):
                    totals[event.seat % 2] += event.award
            for seat, hand in state.hands.by_seat():
                pips = sum(one.low + one.high for one in hand)
                # No total lies halfway between two multiples of five.
                lost = 5 * round(pips / 5)
                assert (ended.left[seat], ended.lost[seat]) == (pips, lost)
                totals[seat % 2] -= lost
            assert ended.scores == state.scores == tuple(totals)


@rule("1.7", "11.2", "11.3", "11.4", "11.5", "11.7")
@given(match_seeds)
def test_a_match_ends_exactly_at_the_first_award_that_reaches_the_target(seed: int) -> None:
    match = finished_match(seed)
    totals = [0, 0]
    won_at = []
    for state in match.rounds:
        assert tuple(state.setup.scores) == tuple(totals)
        for index, event in enumerate(state.events):
            if isinstance(event, Placed) and event.award:
                totals[event.seat % 2] += event.award
                if totals[event.seat % 2] >= match.target:
                    won_at.append((state.setup.number, index))
                    assert state.events[index + 1 :] == (MatchWon(event.seat.partnership, state.scores),)
                    assert match.winner is event.seat.partnership
            elif isinstance(event, RoundEnded):
                totals = list(event.scores)
    assert won_at == [(len(match.rounds), len(match.rounds[-1].events) - 2)]
    assert tuple(match.scores) == tuple(totals)
    assert all(isinstance(state.ended, RoundEnded) for state in match.rounds[:-1])


# ---- Ends and openings


@rule("10.1", "10.2", "10.3", "10.4")
@given(match_seeds)
def test_a_blocked_round_ends_with_exactly_four_knocks_in_a_row(seed: int) -> None:
    for state in finished_match(seed).rounds:
        *acted, ended = state.events
        runs = [(kind, len(list(run))) for kind, run in groupby(acted, key=type)]
        blocked = isinstance(ended, RoundEnded) and ended.ending is Ending.BLOCKED
        knocks = [length for kind, length in runs if kind is Passed]
        assert [length for length in knocks if length >= 4] == ([4] if blocked else [])
        assert (runs[-1] == (Passed, 4)) is blocked
        if isinstance(ended, RoundEnded):
            out = [seat for seat, hand in state.hands.by_seat() if not hand]
            assert out == ([] if ended.seat is None else [ended.seat])
            assert (ended.seat is None) is blocked
            if not blocked:
                assert isinstance(acted[-1], Placed)
                assert acted[-1].seat is ended.seat


@rule("3.1", "3.2", "3.3")
@given(match_seeds)
def test_whoever_went_out_opens_and_otherwise_a_draw_decides(seed: int) -> None:
    match = finished_match(seed)
    assert len(match.draws) == len(match.rounds)
    out: Seat | None = None
    for number, (state, draw) in enumerate(zip(match.rounds, match.draws, strict=True), 1):
        assert (state.setup.number, state.setup.target) == (number, match.target)
        assert (draw is None) is (out is not None)
        assert state.setup.opener is (out if draw is None else draw.opener)
        out = state.ended.seat if isinstance(state.ended, RoundEnded) else None


# ---- Secrecy


def other_world(state: Round, seats: tuple[Seat, ...], rng: random.Random) -> Round:
    """The same public story with tiles exchanged at random among these seats' hands; another one indeed."""
    world = exchanged(state, seats, rng)
    assume(world.hands != state.hands)
    return world


hidden_rounds = rounds().filter(lambda state: not isinstance(state.ended, RoundEnded))
"""Rounds whose hands are hidden: a settled round shows them all, a match that is won does not."""


@given(rounds())
def test_a_round_is_told_by_its_deal_and_its_actions(state: Round) -> None:
    assert played_again(state, state.setup.deal) == state


@rule("2.5")
@given(hidden_rounds, st.sampled_from(Seat), match_seeds)
def test_a_seats_view_is_the_same_whoever_else_holds_the_hidden_tiles(state: Round, seat: Seat, seed: int) -> None:
    others = tuple(other for other in Seat if other is not seat)
    world = other_world(state, others, random.Random(seed))
    assert world.view_for(seat) == state.view_for(seat)
    assert repr(world.view_for(seat)) == repr(state.view_for(seat))


@rule("2.5")
@given(hidden_rounds, match_seeds)
def test_the_public_view_is_the_same_whoever_holds_the_hidden_tiles(state: Round, seed: int) -> None:
    world = other_world(state, tuple(Seat), random.Random(seed))
    assert world.public == state.public
    assert repr(world.public) == repr(state.public)


@pytest.mark.parametrize("level", level_names())
@given(state=hidden_rounds, seed=match_seeds)
@settings(max_examples=4)
def test_a_bots_choice_is_the_same_whoever_else_holds_the_hidden_tiles(level: str, state: Round, seed: int) -> None:
    assume(state.turn is not None)
    assert state.turn is not None
    others = tuple(other for other in Seat if other is not state.turn)
    world = other_world(state, others, random.Random(seed))
    chosen = choose(level, state.view_for(state.turn), seed)
    assert chosen == choose(level, world.view_for(state.turn), seed)
    assert chosen in state.legal_actions


# ---- what is no action


@pytest.mark.parametrize("action", [None, "pass", 0])
def test_what_is_no_action_is_refused_even_where_a_seat_must_pass(action: object) -> None:
    state = play_all(round_for("66 16@66 12@16 26@12 36@26 34@36 46@34"), "66 16@66 12@16 26@12 36@26 34@36 46@34")
    while state.legal_actions != (PASS,):
        state = state.play(state.legal_actions[0])
    with pytest.raises((AttributeError, TypeError)):
        state.play(action)  # type: ignore[arg-type]


@rule("6.3")
def test_lines_keep_their_order_from_play_to_play() -> None:
    layout = parse_position("14 11@14 44@14 15@11 12@11 13@11")
    assert [str(end.tile) for end in layout.ends_by_line] == ["44", "15", "12", "13"]
    after = layout.place(tile("34"), tile("44")).place(tile("36"), tile("13"))
    assert [str(end.tile) for end in after.ends_by_line] == ["34", "15", "12", "36"]
    assert [str(end.tile) for end in parse_position("14").ends_by_line] == ["14", "14"]
    assert [end.half for end in parse_position("14 12@14 34@14").ends_by_line] == [2, 3]
    assert sorted(after.ends_by_line) == sorted(after.ends)
