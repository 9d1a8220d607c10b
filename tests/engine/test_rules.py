"""The rules of `assets/rules.md`, sentence by sentence in their order, and rounds that they work through.

Each test cites the numbers that it proves; names follow the sentences.
"""

from __future__ import annotations

import pytest

from help.rules import rule
from help.strategies import action, deal_of, dealt, draw_won_by, hand, layout_of, play_all, round_for, tile
from sevenrocks.engine.actions import PASS, Ending, IllegalPlayError, MatchWon, Passed, Place, Placed, RoundEnded
from sevenrocks.engine.deal import deal_hands, draw_opener, known_seed, leaders
from sevenrocks.engine.errors import Refusal
from sevenrocks.engine.layout import Port
from sevenrocks.engine.match import Match
from sevenrocks.engine.round import Round
from sevenrocks.engine.rules import MAX_AWARD, TARGET, award_for, deduction_for
from sevenrocks.engine.seats import BySeat, Partnership, Scores, Seat
from sevenrocks.engine.tiles import DOUBLE_SIX, Hand, Tile

# The spinner opens; its two sides and an arm follow.
SPUN = "55 05@55 25@55 35@55"

# A whole round without a knock in which N opens and goes out; a single tile is left in each other hand.
OUT = (
    "05 01@05 13@01 35@05 23@35 02@23 36@13 46@36 04@02 45@46 24@04 15@45 11@15 "
    "26@24 06@26 16@11 00@06 66@16 14@11 56@66 55@56 25@55 22@25 34@14 33@34"
)
OUT_LEFT = ("", "12", "44", "03")

# N opens, and with its tenth tile the table has used up every six: nobody holds what its places ask for.
STUCK = "66 16@66 12@16 26@12 36@26 34@36 46@34 56@66 05@56 06@05"
STUCK_LEFT = ("01 02 03 23", "00 04 11 15", "13 22 24 25 35", "14 33 44 45 55")
BLOCKED = f"{STUCK} pass pass pass pass"

# N opens and knocks once, so that E is out before N.
SECOND_OUT_DEAL = deal_of(
    "01 05 06 16 44 46 55", "03 13 14 22 23 45 66", "00 02 12 25 35 36 56", "04 11 15 24 26 33 34"
)
SECOND_OUT = (
    "05 03@05 35@03 15@35 55@05 45@55 12@15 34@45 pass 23@34 25@12 24@23 44@24 14@44 "
    "56@55 26@56 01@14 22@26 02@22 04@01 46@04 66@46 00@02 pass 16@66 13@16"
)


def out_round(scores: tuple[int, int] = (0, 0), target: int = TARGET) -> Round:
    return play_all(round_for(OUT, OUT_LEFT, scores=scores, target=target), OUT)


def stuck_round() -> Round:
    return play_all(round_for(STUCK, STUCK_LEFT), STUCK)


def blocked_round() -> Round:
    return play_all(round_for(STUCK, STUCK_LEFT), BLOCKED)


def match_after(first: Round, plays: str) -> Match:
    """A match whose first round was dealt like this one and then played like this."""
    match = Match(first.setup.target).begin_round(first.setup.deal, draw_won_by(first.setup.opener))
    for word in plays.split():
        match = match.play(action(word))
    return match


def placements(state: Round) -> list[Placed]:
    return [event for event in state.events if isinstance(event, Placed)]


def counts(state: Round) -> list[int]:
    return [placed.count for placed in placements(state)]


def awards(state: Round) -> list[int]:
    return [placed.award for placed in placements(state)]


def refusal_of(state: Round, text: str) -> Refusal:
    with pytest.raises(IllegalPlayError) as refused:
        state.play(action(text))
    return refused.value.reason


# ---- 1. Players and scores


@rule("1.1")
def test_there_are_exactly_four_players() -> None:
    assert [seat.name for seat in Seat] == ["N", "E", "S", "W"]


@rule("1.2")
def test_n_and_s_are_one_partnership_and_e_and_w_the_other() -> None:
    assert len(Partnership) == 2
    assert Partnership.NS.seats == (Seat.N, Seat.S)
    assert Partnership.EW.seats == (Seat.E, Seat.W)
    assert all(seat in seat.partnership.seats for seat in Seat)


@rule("1.3")
def test_partners_sit_opposite_each_other() -> None:
    for seat in Seat:
        assert seat.partner is seat.next.next
        assert seat.partner.partnership is seat.partnership
        assert seat.next.partnership is seat.partnership.opponents


@rule("1.4")
def test_each_partnership_has_one_score_which_its_two_players_share() -> None:
    # N is awarded 10 for 5-5, E 10 for 5-0, S nothing for 5-6 and W 10 for 5-4 on the spinner's arm.
    state = play_all(round_for("55 05@55 56@55 45@55"), "55 05@55 56@55 45@55")
    assert [(placed.seat, placed.award) for placed in placements(state)] == [
        (Seat.N, 10),
        (Seat.E, 10),
        (Seat.S, 0),
        (Seat.W, 10),
    ]
    assert state.scores == Scores((10, 20))


@rule("1.5")
@pytest.mark.parametrize("opener", Seat)
def test_turns_go_clockwise(opener: Seat) -> None:
    clockwise = [Seat.N, Seat.E, Seat.S, Seat.W, Seat.N, Seat.E, Seat.S, Seat.W]
    state = play_all(round_for(SPUN, opener=opener), SPUN)
    assert [placed.seat for placed in placements(state)] == clockwise[opener : opener + 4]
    assert state.turn is opener


@rule("1.6")
def test_a_match_is_played_in_rounds_and_each_begins_with_a_deal() -> None:
    match = match_after(dealt(SECOND_OUT_DEAL), SECOND_OUT)
    deal = round_for(OUT, OUT_LEFT).setup.deal
    match = match.begin_round(deal)
    assert [state.setup.number for state in match.rounds] == [1, 2]
    assert match.round is not None
    assert match.round.hands == deal
    assert (match.round.layout.tiles, match.round.events) == ((), ())


@rule("1.6")
def test_no_round_begins_and_nobody_plays_at_the_wrong_time() -> None:
    deal = SECOND_OUT_DEAL
    with pytest.raises(ValueError, match="no round is under way"):
        Match().play(action("05"))
    under_way = match_after(dealt(deal), "05")
    with pytest.raises(ValueError, match="no round can begin"):
        under_way.begin_round(deal, draw_won_by(Seat.N))
    between = match_after(dealt(deal), SECOND_OUT)
    with pytest.raises(ValueError, match="no round is under way"):
        between.play(action("05"))


@rule("1.7")
def test_scores_are_0_before_the_first_round_and_go_on_from_round_to_round() -> None:
    assert Match().scores == Scores((0, 0))
    match = match_after(round_for(STUCK, STUCK_LEFT), BLOCKED)
    assert match.rounds[0].setup.scores == Scores((0, 0))
    match = match.begin_round(SECOND_OUT_DEAL, draw_won_by(Seat.N))
    assert match.scores == match.rounds[1].setup.scores == match.rounds[0].scores == Scores((-25, -50))
    assert match.play(action("01")).scores == Scores((-25, -50))
    assert match.play(action("05")).scores == Scores((-20, -50))


# ---- 2. The set and the deal


@rule("2.1")
def test_the_set_is_a_double_six_of_28_tiles_seven_of_them_doubles() -> None:
    assert len(DOUBLE_SIX) == 28
    assert set(DOUBLE_SIX) == {(low, high) for low in range(7) for high in range(7) if low <= high}
    assert sum(one.is_double for one in DOUBLE_SIX) == 7


@rule("2.2")
def test_all_tiles_are_shuffled_anew_for_each_deal() -> None:
    seed = known_seed("one")
    deals = [deal_hands(seed, 1), deal_hands(seed, 2), deal_hands(known_seed("other"), 1)]
    assert len(set(deals)) == 3
    # No seat keeps a tile that it was dealt in all of them.
    assert all(set.intersection(*(set(deal[seat]) for deal in deals)) == set() for seat in Seat)


@rule("2.3")
def test_all_28_tiles_are_dealt_seven_to_each_player() -> None:
    for number in range(1, 20):
        deal = deal_hands(known_seed("one"), number)
        assert [len(held) for held in deal] == [7, 7, 7, 7]
        assert sorted(held for seat in deal for held in seat) == list(DOUBLE_SIX)


@rule("2.3")
@pytest.mark.parametrize(
    "deal",
    [
        BySeat([(tile("00"),) * 7] * 4),
        BySeat([DOUBLE_SIX[:7], DOUBLE_SIX[7:14], DOUBLE_SIX[14:21], DOUBLE_SIX[21:27]]),
        BySeat([DOUBLE_SIX[:8], DOUBLE_SIX[8:14], DOUBLE_SIX[14:21], DOUBLE_SIX[21:]]),
    ],
)
def test_a_deal_that_is_not_all_28_tiles_seven_to_each_player_is_refused(deal: BySeat[Hand]) -> None:
    with pytest.raises(ValueError, match="all 28 tiles"):
        Match().begin_round(deal, draw_opener(bytes(32), 1))


@rule("2.4")
def test_a_hand_loses_the_tiles_that_its_player_places_and_never_gains_one() -> None:
    state = round_for(STUCK, STUCK_LEFT)
    for word in BLOCKED.split():
        turn, before = state.turn, state.hands
        assert turn is not None
        state = state.play(action(word))
        placed = () if word == "pass" else (tile(word[:2]),)
        assert state.hands == before.with_value(turn, tuple(held for held in before[turn] if held not in placed))


@rule("2.5")
def test_until_a_round_has_been_settled_nobody_but_its_player_sees_a_hand() -> None:
    *plays, last = OUT.split()
    state = play_all(round_for(OUT, OUT_LEFT), " ".join(plays))
    for seat in Seat:
        told = repr(state.view_for(seat))
        for other, held in state.hands.by_seat():
            assert held
            assert all((repr(one) in told) is (other is seat) for one in held)
    settled = state.play(action(last))
    ended = settled.public.ended
    assert isinstance(ended, RoundEnded)
    assert ended.hands == settled.hands


# ---- 3. Who opens


@rule("3.1")
@pytest.mark.parametrize("seat", Seat)
def test_a_neutral_draw_decides_who_opens_the_first_round(seat: Seat) -> None:
    deal = SECOND_OUT_DEAL
    assert Match().next_opener is None
    assert Match().begin_round(deal, draw_won_by(seat)).rounds[0].turn is seat
    with pytest.raises(ValueError, match="neutral draw decides"):
        Match().begin_round(deal)


@rule("3.2")
@pytest.mark.parametrize("opener", Seat)
def test_the_player_who_went_out_opens_the_next_round(opener: Seat) -> None:
    # The same plays turned round the table: the opener is the one that goes out.
    match = match_after(round_for(OUT, opener=opener), OUT)
    assert match.next_opener is opener
    match = match.begin_round(SECOND_OUT_DEAL)
    assert match.round is not None
    assert match.round.turn is opener
    assert match.draws[1] is None
    with pytest.raises(ValueError, match="neutral draw decides"):
        match_after(round_for(OUT, opener=opener), OUT).begin_round(SECOND_OUT_DEAL, draw_won_by(opener))


@rule("3.2")
def test_the_player_who_went_out_opens_whoever_opened_before() -> None:
    match = match_after(dealt(SECOND_OUT_DEAL), SECOND_OUT)
    assert match.rounds[0].setup.opener is Seat.N
    assert match.next_opener is Seat.E
    match = match.begin_round(SECOND_OUT_DEAL)
    assert match.rounds[1].turn is Seat.E


@rule("3.3")
def test_after_a_blocked_round_a_new_neutral_draw_decides() -> None:
    match = match_after(round_for(STUCK, STUCK_LEFT), BLOCKED)
    assert match.next_opener is None
    with pytest.raises(ValueError, match="neutral draw decides"):
        match.begin_round(SECOND_OUT_DEAL)
    match = match.begin_round(SECOND_OUT_DEAL, draw_won_by(Seat.W))
    assert match.round is not None
    assert match.round.turn is Seat.W
    # From a seed it is the draw of that round's number, a new one.
    seed = known_seed("after a blocked round")
    drawn = match_after(round_for(STUCK, STUCK_LEFT), BLOCKED).begin_round_from(seed)
    assert drawn.draws[1] == draw_opener(seed, 2)
    assert drawn.rounds[1].turn is draw_opener(seed, 2).opener
    assert draw_opener(seed, 2) != draw_opener(seed, 1)


@rule("3.4")
def test_what_was_dealt_gives_nobody_the_right_to_open() -> None:
    held = deal_of("00 01 02 03 04 05 06", "11 12 13 14 15 16 22", "23 24 25 26 33 34 35", "36 44 45 46 55 56 66")
    for turned in range(4):
        deal = BySeat([held[(seat + turned) % 4] for seat in Seat])
        assert Match().begin_round(deal, draw_won_by(Seat.E)).rounds[0].turn is Seat.E


@rule("3.5")
def test_all_four_are_candidates_in_the_first_turn_of_a_draw() -> None:
    for number in range(1, 60):
        assert tuple(seat for seat, _ in draw_opener(known_seed("draw"), number).turns[0]) == tuple(Seat)


@rule("3.6")
def test_each_candidate_takes_one_tile_of_a_whole_shuffled_set() -> None:
    seen: set[Tile] = set()
    for number in range(1, 60):
        first = draw_opener(known_seed("draw"), number).turns[0]
        assert len({drawn for _, drawn in first}) == 4
        seen.update(drawn for _, drawn in first)
    assert seen == set(DOUBLE_SIX)
    # It is whole again for those who tie: E takes what N has taken before.
    again = draw_opener(known_seed("again 10"), 1)
    assert [" ".join(str(drawn) for _, drawn in turn) for turn in again.turns] == ["45 36 25 15", "12 45"]


@rule("3.7")
def test_the_candidate_whose_tile_has_most_pips_opens() -> None:
    for number in range(1, 60):
        draw = draw_opener(known_seed("draw"), number)
        last = dict(draw.turns[-1])
        assert all(last[draw.opener].pips > drawn.pips for seat, drawn in last.items() if seat is not draw.opener)
    # Both halves together: neither a double nor the higher half decides.
    assert leaders(((Seat.N, tile("33")), (Seat.E, tile("34")), (Seat.S, tile("06")))) == (Seat.E,)


@rule("3.8")
def test_candidates_who_tie_for_most_pips_draw_again_among_themselves_until_one_is_left() -> None:
    draw = draw_opener(known_seed("tie 527"), 1)
    assert [[seat.name for seat, _ in turn] for turn in draw.turns] == [
        ["N", "E", "S", "W"],
        ["N", "S", "W"],
        ["S", "W"],
    ]
    for turn, following in zip(draw.turns, draw.turns[1:], strict=False):
        assert len(leaders(turn)) > 1
        assert tuple(seat for seat, _ in following) == leaders(turn)
    assert leaders(draw.turns[-1]) == (draw.opener,)


@rule("3.9")
def test_whatever_was_drawn_all_28_are_dealt() -> None:
    match = Match().begin_round_from(known_seed("draw"))
    (draw,) = match.draws
    assert draw is not None
    assert draw.turns[0]
    assert sorted(held for seat in match.rounds[0].hands for held in seat) == list(DOUBLE_SIX)


# ---- 4. Opening, placing, knocking


@rule("4.1")
def test_the_opener_begins_by_placing_any_tile_of_the_hand_which_joins_nothing() -> None:
    state = round_for("", ("01 12 22 33 46 56 66", "", "", ""))
    assert state.legal_actions == tuple(Place(held) for held in hand("01 12 22 33 46 56 66"))
    for option in state.legal_actions:
        assert isinstance(option, Place)
        assert state.play(option).layout.joints == ((option.tile, None, None, None),)
    assert refusal_of(state, "01@12") is Refusal.NOT_OPEN


@rule("4.2")
def test_every_later_tile_joins_one_tile_on_the_table_at_an_open_place() -> None:
    state = play_all(round_for("14 46@14", ("", "", "16 24 34", "")), "14 46@14")
    assert state.turn is Seat.S
    assert refusal_of(state, "16") is Refusal.NO_HOST
    assert refusal_of(state, "34@24") is Refusal.NOT_OPEN
    # Both halves of 1|4 are taken after this; 1|6 would have fitted.
    state = play_all(round_for("14 46@14 12@14", ("", "", "", "16")), "14 46@14 12@14")
    assert refusal_of(state, "16@14") is Refusal.NOT_OPEN
    assert state.play(action("16@46")).layout.joints[-1].host == tile("46")


@rule("4.3")
def test_one_half_must_have_the_same_value_as_the_place() -> None:
    state = play_all(round_for("14 46@14", ("", "", "23 16", "")), "14 46@14")
    assert refusal_of(state, "23@46") is Refusal.NO_MATCH
    # 1|6 fits both ends, but 1|4 only with its 1 and 4|6 only with its 6.
    assert state.play(action("16@14")).layout.joints[-1][1:] == (Port.LOW, tile("14"), Port.LOW)
    assert state.play(action("16@46")).layout.joints[-1][1:] == (Port.HIGH, tile("46"), Port.HIGH)


@rule("4.4")
def test_the_other_half_becomes_the_new_outer_end() -> None:
    layout = layout_of("14 46@14")
    assert {(end.tile, end.half) for end in layout.ends} == {(tile("14"), 1), (tile("46"), 6)}
    layout = layout_of("14 46@14 12@14")
    assert {(end.tile, end.half) for end in layout.ends} == {(tile("12"), 2), (tile("46"), 6)}


@rule("4.5")
def test_a_place_takes_one_tile() -> None:
    state = play_all(round_for("14 46@14", ("", "", "24", "")), "14 46@14")
    # The 4 of 1|4 is taken, its 1 is not.
    assert refusal_of(state, "24@14") is Refusal.NO_MATCH
    for state in (out_round(), blocked_round()):
        joints = state.layout.joints
        used = [(joint.host, joint.host_port) for joint in joints] + [(joint.tile, joint.port) for joint in joints[1:]]
        assert len(set(used)) == len(used)


@rule("4.6")
def test_in_a_turn_a_player_places_one_tile_or_knocks_and_then_the_next_is_in_turn() -> None:
    state = round_for(STUCK, STUCK_LEFT)
    for word in BLOCKED.split()[:-1]:
        turn, tiles = state.turn, len(state.layout.tiles)
        assert turn is not None
        state = state.play(action(word))
        assert len(state.layout.tiles) == tiles + (word != "pass")
        assert state.turn is turn.next
    assert len(state.events) == len(BLOCKED.split()) - 1


@rule("4.7")
def test_whoever_can_place_a_tile_must_place_one() -> None:
    assert refusal_of(round_for(""), "pass") is Refusal.MUST_PLACE
    plays = "55 05@55 25@55"
    # Only 3|5 fits, and at an arm alone.
    state = play_all(round_for(plays, ("", "", "", "11 13 33 35 36 46 66")), plays)
    assert state.legal_actions == (action("35@55"),)
    assert refusal_of(state, "pass") is Refusal.MUST_PLACE


@rule("4.8")
def test_the_player_is_free_to_choose_among_all_tiles_and_all_places_that_fit() -> None:
    plays = "55 05@55 25@55"
    state = play_all(round_for(plays, ("", "", "", "00 02 12 35 66 33 11")), plays)
    assert state.turn is Seat.W
    # The places: 0 at 0-5, 2 at 2-5, and 5 at the arms of 5-5.
    legal = {"00@05", "02@05", "02@25", "12@25", "35@55"}
    assert {str(option) for option in state.legal_actions} == legal
    assert len(state.legal_actions) == len(legal)
    for text in legal:
        assert state.play(action(text)).events[-1] == state.play_unchecked(action(text)).events[-1]


@rule("4.9")
def test_whoever_can_place_none_knocks_which_changes_neither_hands_nor_layout_nor_scores() -> None:
    state = stuck_round()
    assert state.turn is Seat.S
    assert state.legal_actions == (PASS,)
    knocked = state.play(PASS)
    assert knocked.turn is Seat.W
    assert knocked.events[-1] == Passed(Seat.S, (6,))
    assert (knocked.hands, knocked.layout, knocked.scores) == (state.hands, state.layout, state.scores)


# ---- 5. Doubles


@rule("5.1")
def test_a_double_lies_crosswise_and_lines_meet_its_sides() -> None:
    for joint in out_round().layout.joints:
        if joint.tile.is_double:
            assert joint.port is Port.SIDE_A
        else:
            assert joint.port in {Port.LOW, Port.HIGH, None}
        if joint.host is not None:
            assert (joint.host_port in {Port.LOW, Port.HIGH}) is not joint.host.is_double


@rule("5.2")
def test_a_double_that_joins_a_tile_does_so_with_one_side_and_its_other_side_is_then_open() -> None:
    for plays in ("14 11@14", "44 14@44 11@14"):
        layout = layout_of(plays)
        assert layout.joints[-1].port is Port.SIDE_A
        assert [place.port for place in layout.open_places if place.host == tile("11")] == [Port.SIDE_B]


@rule("5.3")
def test_a_double_that_is_not_the_spinner_never_branches() -> None:
    plays = "14 11@14 44@14 34@44"
    state = play_all(round_for(plays, ("24", "", "", "")), plays)
    assert tile("44") not in {place.host for place in state.layout.open_places}
    assert refusal_of(state, "24@44") is Refusal.NOT_OPEN


# ---- 6. Ends, places and lines


@rule("6.1")
def test_an_end_is_an_outer_end_that_counts_and_there_are_never_more_than_four() -> None:
    layout = layout_of("14 11@14 44@14 34@44 12@11 15@11 13@11")
    assert {(str(end.tile), end.half) for end in layout.ends} == {("34", 3), ("12", 2), ("15", 5), ("13", 3)}
    assert layout_of("14 11@14 44@14 34@44 12@11 15@11 13@11 55@15 36@13").ends[-2:] == (
        (tile("55"), 5),
        (tile("36"), 6),
    )


@rule("6.2", "7.7")
def test_a_place_is_a_half_a_side_or_an_arm_with_the_value_to_match() -> None:
    assert [port.value for port in Port] == ["low half", "high half", "side A", "side B", "arm A", "arm B"]
    assert layout_of("36").open_places == ((tile("36"), Port.LOW, 3), (tile("36"), Port.HIGH, 6))
    assert layout_of("33").open_places == ((tile("33"), Port.SIDE_A, 3), (tile("33"), Port.SIDE_B, 3))
    layout = layout_of("36 33@36 13@33 23@33 34@33 44@34 24@44")
    used = [joint.host_port for joint in layout.joints if joint.host == tile("33")]
    assert [layout.joints[1].port, *used] == [Port.SIDE_A, Port.SIDE_B, Port.ARM_A, Port.ARM_B]
    later = layout.joints[-2:]
    assert [later[0].port, later[1].host_port] == [Port.SIDE_A, Port.SIDE_B]


@rule("6.3")
def test_a_line_is_what_has_grown_from_a_half_of_the_opening_or_a_side_or_an_arm_of_the_spinner() -> None:
    layout = layout_of("14 24@14 12@24")
    assert layout.line_of(tile("14"), Port.LOW) == 0
    assert layout.line_of(tile("12"), Port.LOW) == 1
    layout = layout_of(f"{SPUN} 45@55 03@05 33@03")
    places = [("33", Port.SIDE_B), ("25", Port.LOW), ("35", Port.LOW), ("45", Port.LOW)]
    assert [layout.line_of(tile(text), port) for text, port in places] == [0, 1, 2, 3]
    # One side of the spinner is free: it is an end itself, in the line that begins there.
    assert [str(end.tile) for end in layout_of("55 05@55").ends_by_line] == ["05", "55"]
    assert [end.half for end in layout_of(SPUN).ends_by_line] == [0, 2, 3]


@rule("6.4")
def test_before_the_opening_there_is_neither_an_end_nor_a_place() -> None:
    layout = layout_of("")
    assert (layout.ends, layout.open_places, layout.count) == ((), (), 0)


@rule("6.5")
def test_an_opening_tile_that_is_no_double_is_two_ends_and_two_places() -> None:
    layout = layout_of("36")
    assert (len(layout.ends), len(layout.open_places)) == (2, 2)


@rule("6.6")
def test_an_opening_double_is_one_end_and_two_places() -> None:
    layout = layout_of("33")
    assert (len(layout.ends), len(layout.open_places)) == (1, 2)


@rule("6.7")
def test_every_other_tile_at_the_outside_of_a_line_is_one_end_and_one_place() -> None:
    # The opening with one half taken, the spinner with one side taken, a later double, and a tile that is no double.
    for plays, outside in (("36 26@36", "36"), ("33 23@33", "33"), ("33 23@33 22@23", "22"), ("33 23@33", "23")):
        layout = layout_of(plays)
        assert [end.tile for end in layout.ends].count(tile(outside)) == 1
        assert [place.host for place in layout.open_places].count(tile(outside)) == 1


@rule("6.8")
def test_an_arm_that_may_be_begun_and_has_not_been_is_a_place_and_no_end() -> None:
    layout = layout_of("14 11@14 12@11")
    counted = {end.tile for end in layout.ends}
    assert {str(one) for one in counted} == {"14", "12"}
    assert [(str(place.host), place.port) for place in layout.open_places if place.host not in counted] == [
        ("11", Port.ARM_A),
        ("11", Port.ARM_B),
    ]


@rule("6.9")
def test_the_line_that_the_spinner_joined_is_the_line_of_its_first_side() -> None:
    before = layout_of("14 46@14")
    assert [before.line_of(tile("14"), Port.LOW), before.line_of(tile("46"), Port.HIGH)] == [0, 1]
    layout = layout_of("14 46@14 11@14 12@11")
    # The opening, and 4|6 beyond it.
    assert [layout.line_of(tile("14"), Port.HIGH), layout.line_of(tile("46"), Port.HIGH)] == [0, 0]
    assert layout.line_of(tile("12"), Port.HIGH) == 1
    assert [str(end.tile) for end in layout.ends_by_line] == ["46", "12"]


# ---- 7. The spinner


def open_at_the_spinner(plays: str) -> list[Port]:
    return [place.port for place in layout_of(plays).open_places if place.host == tile("55")]


@rule("7.1")
def test_the_first_double_placed_is_the_spinner_be_it_the_opening_or_not() -> None:
    assert layout_of("14 34@14").spinner is None
    assert layout_of("14 11@14").spinner == tile("11")
    assert layout_of("44").spinner == tile("44")


@rule("7.2")
def test_no_later_double_is_a_spinner() -> None:
    assert layout_of("14 11@14 44@14").spinner == tile("11")
    assert layout_of("44 14@44 11@14").spinner == tile("44")
    # Nor does a round begin with the spinner of the one before.
    match = match_after(dealt(SECOND_OUT_DEAL), SECOND_OUT).begin_round(SECOND_OUT_DEAL)
    assert match.rounds[0].layout.spinner == tile("55")
    assert match.rounds[1].layout.spinner is None


@rule("7.3")
def test_the_spinner_has_room_for_four_tiles_at_two_sides_and_two_arms() -> None:
    plays = "55 05@55 25@55 35@55 45@55"
    joints = layout_of(plays).joints
    assert [joint.host_port for joint in joints[1:]] == [Port.SIDE_A, Port.SIDE_B, Port.ARM_A, Port.ARM_B]
    assert open_at_the_spinner(plays) == []
    assert refusal_of(play_all(round_for(plays, ("", "15", "", "")), plays), "15@55") is Refusal.NOT_OPEN


@rule("7.4")
def test_until_both_sides_are_taken_no_tile_may_go_to_an_arm() -> None:
    assert open_at_the_spinner("55") == [Port.SIDE_A, Port.SIDE_B]
    assert open_at_the_spinner("55 05@55") == [Port.SIDE_B]
    assert open_at_the_spinner("45 55@45") == [Port.SIDE_B]


@rule("7.5")
def test_once_both_sides_are_taken_a_tile_may_go_to_either_arm_and_to_the_other_at_any_time_later() -> None:
    assert open_at_the_spinner("55 05@55 25@55") == [Port.ARM_A, Port.ARM_B]
    assert open_at_the_spinner("55 05@55 25@55 35@55") == [Port.ARM_B]
    assert open_at_the_spinner("55 05@55 25@55 35@55 01@05 12@01") == [Port.ARM_B]


@rule("7.6")
def test_a_spinner_that_joined_a_tile_has_its_first_side_taken_by_that() -> None:
    layout = layout_of("45 55@45 25@55 35@55")
    assert layout.joints[1].port is Port.SIDE_A
    assert [joint.host_port for joint in layout.joints[2:]] == [Port.SIDE_B, Port.ARM_A]


@rule("7.7")
def test_free_sides_are_equal_and_so_are_free_arms() -> None:
    for plays, left in (("55", ("", "35", "", "")), ("55 05@55 25@55", ("", "", "", "35"))):
        state = play_all(round_for(plays, left), plays)
        assert [place.host for place in state.layout.open_places].count(tile("55")) == 2
        assert state.legal_actions.count(action("35@55")) == 1
    for plays in ("55 05@55 25@55 35@55 45@55", "55 25@55 05@55 45@55 35@55"):
        ports = [joint.host_port for joint in layout_of(plays).joints[1:]]
        assert ports == [Port.SIDE_A, Port.SIDE_B, Port.ARM_A, Port.ARM_B]


# ---- 8. What counts


@rule("8.1")
def test_the_count_is_the_sum_of_all_ends_and_of_nothing_else() -> None:
    layout = layout_of(f"{SPUN} 45@55 04@05 22@25 13@35 46@45")
    assert sorted((str(end.tile), end.pips) for end in layout.ends) == [("04", 4), ("13", 1), ("22", 4), ("46", 6)]
    assert layout.count == 4 + 1 + 4 + 6


@rule("8.2")
def test_a_tile_that_is_no_double_counts_its_open_half_and_both_as_a_lone_opening() -> None:
    assert layout_of("36").count == 3 + 6
    assert layout_of("36 26@36").count == 3 + 2


@rule("8.3")
def test_a_double_at_the_outside_of_a_line_counts_both_halves() -> None:
    assert layout_of("33").count == 6
    assert layout_of("11 14@11 44@14").count == 2 + 8


@rule("8.4")
def test_a_double_other_than_the_spinner_counts_nothing_once_a_tile_goes_on_from_it() -> None:
    assert layout_of("11 14@11").count == 2 + 4
    assert layout_of("11 14@11 44@14").count == 2 + 8
    assert layout_of("11 14@11 44@14 34@44").count == 2 + 3


@rule("8.5")
def test_until_both_its_sides_are_taken_the_spinner_counts_both_halves_once() -> None:
    assert layout_of("55").count == 10
    assert layout_of("55 05@55").count == 10
    assert layout_of("45 55@45").count == 4 + 10


@rule("8.6")
def test_once_both_its_sides_are_taken_the_spinner_counts_nothing() -> None:
    assert layout_of("55 05@55 25@55").count == 2
    assert layout_of("45 55@45 25@55").count == 4 + 2


@rule("8.7")
def test_an_arm_that_nobody_has_begun_counts_nothing_though_a_tile_may_go_there() -> None:
    plays = "55 05@55 25@55"
    state = play_all(round_for(plays, ("", "", "", "35")), plays)
    assert state.layout.count == 0 + 2
    assert action("35@55") in state.legal_actions
    assert state.play(action("35@55")).layout.count == 0 + 2 + 3


@rule("8.8")
def test_every_line_that_has_been_begun_has_one_outer_end_which_counts() -> None:
    plays = f"{SPUN} 45@55 04@05 22@25 13@35 46@45".split()
    ends = [layout_of(" ".join(plays[: n + 1])).ends for n in range(1, len(plays))]
    # One line and the spinner, two lines, three, and four from then on.
    assert [len(counted) for counted in ends] == [2, 2, 3, 4, 4, 4, 4, 4]
    assert all(tile(word[:2]) == counted[-1].tile for word, counted in zip(plays[1:], ends, strict=True))


@rule("8.9", "9.7")
def test_no_layout_counts_more_than_36_and_the_greatest_award_is_35() -> None:
    spun = "22 26@22 25@22 24@22 23@22 66@26 55@25 44@24"
    state = play_all(round_for(f"{spun} 33@23"), f"{spun} 33@23")
    assert (counts(state)[-1], awards(state)[-1]) == (36, 0)
    state = play_all(round_for(f"{spun} 35@23"), f"{spun} 35@23")
    assert (counts(state)[-1], awards(state)[-1]) == (35, 35) == (MAX_AWARD, MAX_AWARD)
    # No more than that: there are four ends at most, a spinner with four lines is none of them, and of any spinner with
    # four other tiles at the ends none sum up to more.
    most = {one: one.pips if one.is_double else one.high for one in DOUBLE_SIX}
    best = sorted(most.values(), reverse=True)
    assert sum(best[:4]) == 36


# ---- 9. Awards


@rule("9.1")
def test_the_ends_are_counted_after_every_placement_the_opening_and_the_last_tile_included() -> None:
    state = out_round()
    assert len(placements(state)) == 25
    assert counts(state) == [5, 6, 8, 6, 5, 3, 6, 4, 8, 9, 7, 3, 4, 8, 2, 6, 6, 12, 16, 9, 14, 6, 8, 7, 10]
    assert (awards(state)[0], awards(state)[-1]) == (5, 10)
    assert all(
        placed.count == layout_of(" ".join(OUT.split()[:n])).count for n, placed in enumerate(placements(state), 1)
    )


@rule("9.2")
@pytest.mark.parametrize("opener", Seat)
def test_a_positive_multiple_of_five_is_awarded_to_the_partnership_of_the_player_who_placed(opener: Seat) -> None:
    state = play_all(round_for("46", opener=opener), "46")
    assert state.scores == Scores((0, 0)).with_value(opener.partnership, 10)


@rule("9.3")
def test_the_award_is_exactly_the_count() -> None:
    assert [award_for(count) for count in range(5, 40, 5)] == [5, 10, 15, 20, 25, 30, 35]
    state = play_all(round_for("36 66@36"), "36 66@36")
    assert counts(state)[-1] == awards(state)[-1] == 15
    assert state.scores == Scores((0, 15))


@rule("9.4")
def test_a_count_of_0_is_awarded_nothing() -> None:
    state = play_all(round_for("00"), "00")
    assert (counts(state), awards(state), state.scores) == ([0], [0], Scores((0, 0)))


@rule("9.5")
def test_a_count_that_is_no_multiple_of_five_is_awarded_nothing() -> None:
    assert [count for count in range(36 + 1) if award_for(count)] == [5, 10, 15, 20, 25, 30, 35]
    state = play_all(round_for("00 01@00"), "00 01@00")
    assert counts(state) == [0, 1]
    assert state.scores == Scores((0, 0))


@rule("9.6")
def test_an_award_is_added_to_the_score_at_once() -> None:
    state = round_for(SPUN)
    totals = []
    for word in SPUN.split():
        state = state.play(action(word))
        totals.append(tuple(state.scores))
    assert totals == [(10, 0), (10, 10), (10, 10), (10, 15)]


@rule("9.2", "9.5", "8.5", "8.6", "8.7")
def test_the_example_of_a_spinner_that_opens() -> None:
    state = play_all(round_for(SPUN), SPUN)
    assert counts(state) == [10, 10, 2, 5]
    assert awards(state) == [10, 10, 0, 5]
    assert state.scores == Scores((10, 15))


@rule("9.2", "9.5", "8.1", "8.4")
def test_the_worked_round_of_nine_placements() -> None:
    plays = "14 11@14 44@14 34@44 12@11 15@11 55@15 05@55 16@11"
    state = play_all(round_for(plays), plays)
    assert counts(state) == [5, 6, 10, 5, 5, 10, 15, 5, 11]
    assert awards(state) == [5, 0, 10, 5, 5, 10, 15, 5, 0]
    assert state.scores == Scores((35, 20))


# ---- 10. The end of a round


@rule("10.1")
def test_a_round_ends_at_once_when_a_player_places_the_last_tile_of_a_hand() -> None:
    state = out_round()
    assert state.turn is None
    assert state.legal_actions == ()
    ended = state.ended
    assert isinstance(ended, RoundEnded)
    assert (ended.ending, ended.seat) == (Ending.OUT, Seat.N)
    assert ended.hands == BySeat([hand(""), hand("12"), hand("44"), hand("03")])
    assert refusal_of(state, "44@14") is Refusal.ROUND_OVER


@rule("10.2")
def test_a_round_is_blocked_and_ends_when_all_four_in_a_row_have_knocked() -> None:
    state = stuck_round()
    for seat in (Seat.S, Seat.W, Seat.N):
        assert state.turn is seat
        state = state.play(PASS)
    assert state.turn is Seat.E
    state = state.play(PASS)
    assert state.turn is None
    assert isinstance(state.ended, RoundEnded)
    assert state.ended.ending is Ending.BLOCKED


@rule("10.3")
def test_knocks_that_a_placement_parts_are_not_in_a_row() -> None:
    # Only S can go on after 4-6; then W knocks again, which makes four knocks of five actions, and N can place.
    plays = "66 16@66 12@16 26@12 36@26 34@36 46@34"
    state = play_all(
        round_for(plays, ("05 13 14 15 22", "23 25 35 45 55", "06 24 33 44 56", "00 01 02 03 04 11")),
        f"{plays} pass pass pass 56@66 pass",
    )
    assert [type(event) for event in state.events[-5:]] == [Passed, Passed, Passed, Placed, Passed]
    assert state.turn is Seat.N
    assert state.ended is None
    assert state.play(action("15@56")).turn is Seat.E


@rule("10.4")
def test_nobody_wins_a_blocked_round() -> None:
    blocked = blocked_round().ended
    assert isinstance(blocked, RoundEnded)
    assert blocked.seat is None
    assert match_after(round_for(STUCK, STUCK_LEFT), BLOCKED).winner is None


@rule("10.5")
def test_ending_a_round_is_awarded_nothing_by_itself() -> None:
    for state in (blocked_round(), out_round()):
        ended = state.ended
        assert isinstance(ended, RoundEnded)
        expected = [0, 0]
        for placed in placements(state):
            expected[placed.seat.partnership] += placed.award
        for seat, lost in ended.lost.by_seat():
            expected[seat.partnership] -= lost
        assert state.scores == ended.scores == tuple(expected)


@rule("10.6")
def test_the_round_is_settled_whoever_is_out_or_none() -> None:
    for state, left in ((out_round(), [0, 3, 8, 3]), (blocked_round(), [11, 12, 29, 38])):
        ended = state.public.ended
        assert isinstance(ended, RoundEnded)
        assert ended.hands == state.hands
        assert ended.left == BySeat(left)


@rule("10.7")
@pytest.mark.parametrize(
    ("pips", "lost"),
    [(0, 0), (1, 0), (2, 0), (3, 5), (4, 5), (5, 5), (6, 5), (7, 5), (8, 10), (9, 10), (10, 10), (62, 60), (63, 65)],
)
def test_each_hands_sum_is_rounded_to_the_nearest_multiple_of_five(pips: int, lost: int) -> None:
    assert deduction_for(pips) == lost


@rule("10.8")
def test_the_rounded_sum_is_taken_by_itself_from_the_score_of_the_hands_partnership() -> None:
    assert stuck_round().scores == Scores((15, 0))
    blocked = blocked_round().ended
    assert isinstance(blocked, RoundEnded)
    # Remainders 1, 2, 4 and 3.
    assert blocked.left == BySeat([11, 12, 29, 38])
    assert blocked.lost == BySeat([10, 10, 30, 40])
    assert blocked.scores == Scores((15 - 10 - 30, 0 - 10 - 40))
    out = out_round().ended
    assert isinstance(out, RoundEnded)
    assert out.lost == BySeat([0, 5, 10, 5])
    assert out.scores == Scores((5 + 5 + 10 - 10, -5 - 5))


@rule("10.9")
def test_partners_hands_are_never_added_before_rounding() -> None:
    state = out_round(scores=(0, 100))
    ended = state.ended
    assert isinstance(ended, RoundEnded)
    assert (ended.left[Seat.E], ended.left[Seat.W]) == (3, 3)
    assert (ended.lost[Seat.E], ended.lost[Seat.W]) == (5, 5)
    assert state.scores[Partnership.EW] == 90


@rule("10.10")
def test_the_empty_hand_of_the_player_who_is_out_loses_nothing() -> None:
    ended = out_round().ended
    assert isinstance(ended, RoundEnded)
    assert ended.seat is Seat.N
    assert (ended.hands[Seat.N], ended.left[Seat.N], ended.lost[Seat.N]) == ((), 0, 0)


@rule("10.11")
def test_deductions_may_take_a_score_below_zero() -> None:
    assert out_round().scores == Scores((10, -10))
    assert blocked_round().scores == Scores((-25, -50))


# ---- 11. Winning


@rule("11.1")
def test_the_target_is_250_points() -> None:
    assert TARGET == Match().target == 250


@rule("11.2")
def test_the_target_is_looked_at_right_after_each_award() -> None:
    # E's placement brings EW to the target, though the same hand would go on to lose points.
    state = round_for("55 05@55 25@55", target=10, scores=(-20, 0)).play(action("55"))
    assert not state.is_over
    state = state.play(action("05@55"))
    assert state.events[-2:] == (
        Placed(Seat.E, tile("05"), tile("55"), 10, 10),
        MatchWon(Partnership.EW, Scores((-10, 10))),
    )


@rule("11.3")
@pytest.mark.parametrize(("before", "after", "wins"), [(230, 245, False), (235, 250, True), (245, 260, True)])
def test_a_partnership_that_reached_or_passed_the_target_by_an_award_wins_at_once(
    before: int, after: int, wins: bool
) -> None:
    state = play_all(round_for("36 66@36", scores=(0, before)), "36 66@36")
    assert state.scores == Scores((0, after))
    assert state.is_over is wins
    assert state.ended == (MatchWon(Partnership.EW, Scores((0, after))) if wins else None)
    # Without an award nothing is won, not even by a score that stands at the target.
    assert not round_for("01", scores=(250, 0)).play(action("01")).is_over


@rule("11.4")
def test_the_round_in_which_the_match_is_won_is_not_played_on() -> None:
    state = play_all(round_for("36 66@36 33@36", scores=(245, 235)), "36 66@36")
    assert state.ended == MatchWon(Partnership.EW, Scores((245, 250)))
    assert state.turn is None
    assert state.legal_actions == ()
    assert refusal_of(state, "33@36") is Refusal.ROUND_OVER


@rule("11.5")
def test_nor_is_that_round_settled_even_where_the_tile_that_won_was_the_last_of_a_hand() -> None:
    settled = out_round(scores=(225, 0))
    assert settled.scores == Scores((235, -10))
    won = out_round(scores=(230, 0))
    assert won.hands[Seat.N] == ()
    assert won.events[-2:] == (
        Placed(Seat.N, tile("33"), tile("34"), 10, 10),
        MatchWon(Partnership.NS, Scores((250, 0))),
    )
    assert won.scores == Scores((250, 0))
    assert not any(isinstance(event, RoundEnded) for event in won.events)
    match = match_after(round_for(OUT, OUT_LEFT, target=20), OUT)
    assert match.winner is Partnership.NS
    assert match.next_opener is None


@rule("11.6")
def test_only_one_partnership_is_awarded_points_at_a_time() -> None:
    state = round_for(OUT, OUT_LEFT, scores=(230, 245))
    for word in OUT.split():
        before = state.scores
        state = state.play(action(word))
        assert sum(state.scores[pair] > before[pair] for pair in Partnership) <= 1
    assert state.scores == Scores((250, 245))


@rule("11.7")
def test_rounds_follow_one_another_until_the_match_is_won() -> None:
    between = match_after(dealt(SECOND_OUT_DEAL), SECOND_OUT)
    assert between.winner is None
    assert between.begin_round(SECOND_OUT_DEAL).round is not None
    won = match_after(dealt(SECOND_OUT_DEAL, target=5), "05")
    assert won.winner is Partnership.NS
    with pytest.raises(ValueError, match="no round can begin"):
        won.begin_round(SECOND_OUT_DEAL, draw_won_by(Seat.N))
