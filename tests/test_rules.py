"""The rules, sentence by sentence in their order, and the rounds that they work through as examples."""

from __future__ import annotations

import pytest

from sevenrocks.engine.actions import PASS, Ending, IllegalPlayError, MatchWon, Passed, Place, Placed, RoundEnded
from sevenrocks.engine.deal import deal_hands, draw_opener, known_seed, leaders
from sevenrocks.engine.errors import Refusal
from sevenrocks.engine.layout import Port
from sevenrocks.engine.match import Match
from sevenrocks.engine.round import Round
from sevenrocks.engine.rules import MAX_AWARD, TARGET, award_for, deduction_for
from sevenrocks.engine.seats import BySeat, Partnership, Scores, Seat
from sevenrocks.engine.tiles import DOUBLE_SIX, Hand, Tile
from strategies import action, deal_of, dealt, draw_won_by, hand, layout_of, play_all, round_for, tile

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


# ---- Players, set, goal


# "Exactly four players in two fixed partnerships."
def test_exactly_four_players_in_two_fixed_partnerships() -> None:
    assert len(Seat) == 4
    assert len(Partnership) == 2
    assert sorted(seat for pair in Partnership for seat in pair.seats) == list(Seat)
    assert all(seat in seat.partnership.seats for seat in Seat)


# "Partners sit opposite and share one score."
def test_partners_sit_opposite_and_share_one_score() -> None:
    for seat in Seat:
        assert seat.partner is seat.next.next
        assert seat.partner.partnership is seat.partnership
        assert seat.next.partnership is seat.partnership.opponents
    # N is awarded 10 for 5-5, E 10 for 5-0, S nothing for 5-6 and W 10 for 5-4 on the spinner's arm.
    state = play_all(round_for("55 05@55 56@55 45@55"), "55 05@55 56@55 45@55")
    assert [(placed.seat, placed.award) for placed in placements(state)] == [
        (Seat.N, 10),
        (Seat.E, 10),
        (Seat.S, 0),
        (Seat.W, 10),
    ]
    assert state.scores == Scores((10, 20))


# "Turns go clockwise."
@pytest.mark.parametrize("opener", Seat)
def test_turns_go_clockwise(opener: Seat) -> None:
    clockwise = [Seat.N, Seat.E, Seat.S, Seat.W, Seat.N, Seat.E, Seat.S, Seat.W]
    state = play_all(round_for(SPUN, opener=opener), SPUN)
    assert [placed.seat for placed in placements(state)] == clockwise[opener : opener + 4]
    assert state.turn is opener


# "A double-six set: 28 tiles."
def test_a_double_six_set_has_28_tiles() -> None:
    assert len(DOUBLE_SIX) == 28
    assert set(DOUBLE_SIX) == {(low, high) for low in range(7) for high in range(7) if low <= high}


# "All are shuffled face down and dealt, 7 a hand."
def test_all_tiles_are_shuffled_and_dealt_seven_a_hand() -> None:
    deal, other_deal = deal_hands(known_seed("one"), 1), deal_hands(known_seed("other"), 1)
    for hands in (deal, other_deal):
        assert [len(held) for held in hands] == [7, 7, 7, 7]
        assert sorted(held for seat in hands for held in seat) == list(DOUBLE_SIX)
    assert deal != other_deal


# "No boneyard, no drawing of tiles."
def test_a_hand_only_ever_loses_the_tile_placed() -> None:
    state = round_for(STUCK, STUCK_LEFT)
    for word in BLOCKED.split():
        turn, before = state.turn, state.hands
        assert turn is not None
        state = state.play(action(word))
        placed = () if word == "pass" else (tile(word[:2]),)
        assert state.hands == before.with_value(turn, tuple(held for held in before[turn] if held not in placed))


# "Points are raw (not divided by 5)."
def test_points_are_raw() -> None:
    state = play_all(round_for("36 66@36"), "36 66@36")
    assert counts(state)[-1] == awards(state)[-1] == 15
    assert state.scores == Scores((0, 15))


# "Each award is recorded at once, on a cribbage board or its arithmetical equal."
def test_each_award_is_recorded_at_once() -> None:
    state = round_for(SPUN)
    totals = []
    for word in SPUN.split():
        state = state.play(action(word))
        totals.append(tuple(state.scores))
    assert totals == [(10, 0), (10, 10), (10, 10), (10, 15)]


# "A partnership that reaches 250 or more by an award wins the match at once."
@pytest.mark.parametrize(("before", "after", "wins"), [(230, 245, False), (235, 250, True), (245, 260, True)])
def test_a_partnership_that_reaches_250_or_more_by_an_award_wins_at_once(before: int, after: int, wins: bool) -> None:
    assert TARGET == 250
    state = play_all(round_for("36 66@36", scores=(0, before)), "36 66@36")
    assert state.scores == Scores((0, after))
    assert state.is_over is wins
    assert state.ended == (MatchWon(Partnership.EW, Scores((0, after))) if wins else None)


# ---- The deal


@pytest.mark.parametrize(
    "deal",
    [
        BySeat([(tile("00"),) * 7] * 4),
        BySeat([DOUBLE_SIX[:7], DOUBLE_SIX[7:14], DOUBLE_SIX[14:21], DOUBLE_SIX[21:27]]),
        BySeat([DOUBLE_SIX[:8], DOUBLE_SIX[8:14], DOUBLE_SIX[14:21], DOUBLE_SIX[21:]]),
    ],
)
def test_a_deal_that_is_not_all_tiles_seven_a_hand_is_refused(deal: BySeat[Hand]) -> None:
    with pytest.raises(ValueError, match="all 28 tiles"):
        Match().begin_round(deal, draw_opener(bytes(32), 1))


# ---- Who opens


# "First round: a neutral draw."
@pytest.mark.parametrize("seat", Seat)
def test_a_neutral_draw_decides_who_opens_the_first_round(seat: Seat) -> None:
    deal = SECOND_OUT_DEAL
    assert Match().next_opener is None
    assert Match().begin_round(deal, draw_won_by(seat)).rounds[0].turn is seat
    with pytest.raises(ValueError, match="neutral draw decides"):
        Match().begin_round(deal)


# "Candidates who tie draw again among themselves."
def test_candidates_who_tie_draw_again_among_themselves() -> None:
    draw = draw_opener(known_seed("tie 527"), 1)
    assert len(draw.turns) > 1
    for turn, following in zip(draw.turns, draw.turns[1:], strict=False):
        assert len(leaders(turn)) > 1
        assert tuple(seat for seat, _ in following) == leaders(turn)
    assert leaders(draw.turns[-1]) == (draw.opener,)


# "Dealt tiles give nobody precedence."
def test_dealt_tiles_give_nobody_precedence() -> None:
    held = deal_of("00 01 02 03 04 05 06", "11 12 13 14 15 16 22", "23 24 25 26 33 34 35", "36 44 45 46 55 56 66")
    for turned in range(4):
        deal = BySeat([held[(seat + turned) % 4] for seat in Seat])
        assert Match().begin_round(deal, draw_won_by(Seat.E)).rounds[0].turn is Seat.E


# "Each candidate draws one face-down tile of a whole set before the deal; most pips opens."
def test_each_candidate_draws_one_tile_of_a_whole_set_and_most_pips_opens() -> None:
    seen: set[Tile] = set()
    for number in range(1, 60):
        draw = draw_opener(known_seed("draw"), number)
        first = draw.turns[0]
        assert tuple(seat for seat, _ in first) == tuple(Seat)
        assert len({drawn for _, drawn in first}) == 4
        last = dict(draw.turns[-1])
        assert all(last[draw.opener].pips > drawn.pips for seat, drawn in last.items() if seat is not draw.opener)
        seen.update(drawn for _, drawn in first)
    assert seen == set(DOUBLE_SIX)
    begun = Match().begin_round_from(known_seed("draw"))
    assert begun.draws == (draw_opener(known_seed("draw"), 1),)
    assert sorted(held for seat in begun.rounds[0].hands for held in seat) == list(DOUBLE_SIX)


# "The opener may play any tile of the hand."
def test_the_opener_may_play_any_tile_of_the_hand() -> None:
    state = round_for("", ("01 12 22 33 46 56 66", "", "", ""))
    assert state.legal_actions == tuple(Place(held) for held in hand("01 12 22 33 46 56 66"))
    for option in state.legal_actions:
        assert isinstance(option, Place)
        assert state.play(option).layout.tiles == (option.tile,)


# "Whoever went out opens the next round."
@pytest.mark.parametrize("opener", Seat)
def test_whoever_went_out_opens_the_next_round(opener: Seat) -> None:
    # The same plays turned round the table: the opener is the one that goes out.
    match = match_after(round_for(OUT, opener=opener), OUT)
    assert match.next_opener is opener
    match = match.begin_round(SECOND_OUT_DEAL)
    assert match.round is not None
    assert match.round.turn is opener
    assert match.draws[1] is None
    with pytest.raises(ValueError, match="neutral draw decides"):
        match_after(round_for(OUT, opener=opener), OUT).begin_round(SECOND_OUT_DEAL, draw_won_by(opener))


def test_a_seat_that_goes_out_opens_though_another_one_opened_before() -> None:
    match = match_after(dealt(SECOND_OUT_DEAL), SECOND_OUT)
    assert match.rounds[0].setup.opener is Seat.N
    assert match.next_opener is Seat.E
    match = match.begin_round(SECOND_OUT_DEAL)
    assert match.rounds[1].turn is Seat.E


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
    won = match_after(dealt(deal, target=5), "05")
    assert won.winner is Partnership.NS
    with pytest.raises(ValueError, match="no round can begin"):
        won.begin_round(deal, draw_won_by(Seat.N))


# "After a blocked round, a new neutral draw decides."
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


# ---- Placing a tile


# "Match a half of the tile to an open place of the same value; the other half normally becomes the new outer end."
def test_a_half_matches_an_open_place_and_the_other_half_becomes_the_new_end() -> None:
    layout = layout_of("14 46@14")
    assert {(end.tile, end.half) for end in layout.ends} == {(tile("14"), 1), (tile("46"), 6)}
    layout = layout_of("14 46@14 12@14")
    assert {(end.tile, end.half) for end in layout.ends} == {(tile("12"), 2), (tile("46"), 6)}
    state = play_all(round_for("14 46@14", ("", "", "23 16", "")), "14 46@14")
    assert refusal_of(state, "23@46") is Refusal.NO_MATCH
    # 1|6 fits both ends, but 1|4 only with its 1 and 4|6 only with its 6.
    assert state.play(action("16@14")).layout.joints[-1][1:] == (Port.LOW, tile("14"), Port.LOW)
    assert state.play(action("16@46")).layout.joints[-1][1:] == (Port.HIGH, tile("46"), Port.HIGH)


# "Who can place must place (any legal tile at any legal place)."
def test_who_can_place_must_place_any_legal_tile_at_any_legal_place() -> None:
    plays = "55 05@55 25@55"
    state = play_all(round_for(plays, ("", "", "", "00 02 12 35 66 33 11")), plays)
    assert state.turn is Seat.W
    # The places: 0 at 0-5, 2 at 2-5, and 5 at the arms of 5-5.
    legal = {"00@05", "02@05", "02@25", "12@25", "35@55"}
    assert {str(option) for option in state.legal_actions} == legal
    assert len(state.legal_actions) == len(legal)
    for text in legal:
        assert state.play(action(text)).events[-1] == state.play_unchecked(action(text)).events[-1]
    assert refusal_of(state, "pass") is Refusal.MUST_PLACE


# "Who cannot, knocks (passes) and the turn moves on."
def test_who_cannot_place_knocks_and_the_turn_moves_on() -> None:
    state = stuck_round()
    assert state.turn is Seat.S
    assert state.legal_actions == (PASS,)
    knocked = state.play(PASS)
    assert knocked.turn is Seat.W
    assert knocked.events[-1] == Passed(Seat.S, (6,))
    assert (knocked.hands, knocked.layout, knocked.scores) == (state.hands, state.layout, state.scores)


# "Every double lies crosswise."
def test_every_double_is_joined_at_its_sides() -> None:
    # Crosswise: a line meets the long side of a double, never one of its halves.
    for joint in out_round().layout.joints:
        if joint.tile.is_double:
            assert joint.port is Port.SIDE_A
        if joint.host is not None and joint.host.is_double:
            assert joint.host_port not in {Port.LOW, Port.HIGH}
        if not joint.tile.is_double:
            assert joint.port in {Port.LOW, Port.HIGH, None}


# "A double at an outer end counts both halves until a tile continues the line from it; then it is inside and counts
# nothing itself."
def test_a_double_counts_both_halves_at_an_end_and_nothing_inside() -> None:
    assert layout_of("11 14@11").count == 2 + 4
    assert layout_of("11 14@11 44@14").count == 2 + 8
    assert layout_of("11 14@11 44@14 34@44").count == 2 + 3


# ---- The one spinner


# "The first double played in a round is its only spinner; an opening double qualifies."
def test_the_first_double_is_the_only_spinner() -> None:
    assert layout_of("14 34@14").spinner is None
    assert layout_of("14 11@14").spinner == tile("11")
    assert layout_of("14 11@14 44@14").spinner == tile("11")
    assert layout_of("44").spinner == tile("44")
    assert layout_of("44 14@44 11@14").spinner == tile("44")


# "Later doubles never branch."
def test_later_doubles_never_branch() -> None:
    plays = "14 11@14 44@14 34@44"
    state = play_all(round_for(plays, ("24", "", "", "")), plays)
    assert tile("44") not in {place.host for place in state.layout.open_places}
    assert refusal_of(state, "24@44") is Refusal.NOT_OPEN


# "It has four places, in a fixed order: the two straight sides first; only when both are taken, either side arm."
def test_the_spinner_has_two_sides_first_and_then_either_arm() -> None:
    def open_at_the_spinner(plays: str) -> list[Port]:
        return [place.port for place in layout_of(plays).open_places if place.host == tile("55")]

    assert open_at_the_spinner("55") == [Port.SIDE_A, Port.SIDE_B]
    assert open_at_the_spinner("55 05@55") == [Port.SIDE_B]
    assert open_at_the_spinner("55 05@55 25@55") == [Port.ARM_A, Port.ARM_B]
    assert open_at_the_spinner("55 05@55 25@55 35@55") == [Port.ARM_B]
    assert open_at_the_spinner("55 05@55 25@55 35@55 45@55") == []
    # Where the spinner itself was joined to a line, that is its first side.
    assert open_at_the_spinner("45 55@45") == [Port.SIDE_B]
    assert open_at_the_spinner("45 55@45 25@55") == [Port.ARM_A, Port.ARM_B]
    joints = layout_of("55 05@55 25@55 35@55 45@55").joints
    assert [joint.host_port for joint in joints[1:]] == [Port.SIDE_A, Port.SIDE_B, Port.ARM_A, Port.ARM_B]
    plays = "55 05@55 25@55 35@55 45@55"
    assert refusal_of(play_all(round_for(plays, ("", "15", "", "")), plays), "15@55") is Refusal.NOT_OPEN


# "Until both sides are taken the spinner is an end double: both halves count (once, not once per side)."
def test_until_both_sides_are_taken_the_spinner_counts_both_halves_once() -> None:
    assert layout_of("55").count == 10
    assert layout_of("55 05@55").count == 10
    assert layout_of("45 55@45").count == 4 + 10


# "When both are taken it counts nothing."
def test_when_both_sides_are_taken_the_spinner_counts_nothing() -> None:
    assert layout_of("55 05@55 25@55").count == 2
    assert layout_of("45 55@45 25@55").count == 4 + 2


# "An arm not yet begun counts zero, though it is a legal place."
def test_an_arm_not_yet_begun_counts_zero_though_it_is_a_legal_place() -> None:
    plays = "55 05@55 25@55"
    state = play_all(round_for(plays, ("", "", "", "35")), plays)
    assert {end.tile for end in state.layout.ends} == {tile("05"), tile("25")}
    assert action("35@55") in state.legal_actions
    assert state.play(action("35@55")).layout.count == 2 + 3


# "Every begun line or arm has one outer end that counts."
def test_every_begun_line_or_arm_has_one_end_that_counts() -> None:
    layout = layout_of("55 05@55 25@55 35@55 45@55 04@05 22@25 13@35 46@45")
    assert sorted((str(end.tile), end.pips) for end in layout.ends) == [("04", 4), ("13", 1), ("22", 4), ("46", 6)]
    assert layout.count == 15


# "Example: open 5-5: ends 10, award 10. Place 5-0 on a side: the spinner still counts 10, the new end 0: award 10. Place
# 5-2 on the other side: ends 0 and 2, no award; both arms are open now. Place 5-3 on an arm: 0 + 2 + 3 = 5: award 5."
def test_the_example_of_a_spinner_that_opens() -> None:
    state = play_all(round_for(SPUN), SPUN)
    assert counts(state) == [10, 10, 2, 5]
    assert awards(state) == [10, 10, 0, 5]
    assert state.scores == Scores((10, 15))


def test_the_worked_round_of_nine_placements() -> None:
    plays = "14 11@14 44@14 34@44 12@11 15@11 55@15 05@55 16@11"
    state = play_all(round_for(plays), plays)
    assert counts(state) == [5, 6, 10, 5, 5, 10, 15, 5, 11]
    assert awards(state) == [5, 0, 10, 5, 5, 10, 15, 5, 0]
    assert state.scores == Scores((35, 20))


# ---- Awards


# "After every placement, the opening and a player's last tile included, add the counted ends."
def test_the_ends_are_added_after_every_placement_the_first_and_the_last_included() -> None:
    state = out_round()
    assert len(placements(state)) == 25
    assert counts(state) == [5, 6, 8, 6, 5, 3, 6, 4, 8, 9, 7, 3, 4, 8, 2, 6, 6, 12, 16, 9, 14, 6, 8, 7, 10]
    assert (awards(state)[0], awards(state)[-1]) == (5, 10)
    assert all(
        placed.count == layout_of(" ".join(OUT.split()[:n])).count for n, placed in enumerate(placements(state), 1)
    )


# "A positive multiple of 5 is awarded, exactly that many points, to the partnership of the player who placed."
@pytest.mark.parametrize("opener", Seat)
def test_a_positive_multiple_of_5_is_awarded_to_the_partnership_of_the_player_who_placed(opener: Seat) -> None:
    state = play_all(round_for("46", opener=opener), "46")
    assert state.scores == Scores((0, 0)).with_value(opener.partnership, 10)
    assert [award_for(count) for count in range(5, 40, 5)] == [5, 10, 15, 20, 25, 30, 35]


# "Zero and every other sum award nothing."
def test_zero_and_every_other_sum_award_nothing() -> None:
    state = play_all(round_for("00 01@00"), "00 01@00")
    assert counts(state) == [0, 1]
    assert state.scores == Scores((0, 0))
    assert all(award_for(count) == 0 for count in range(36 + 1) if count == 0 or count % 5)


# "Counted ends and open places are different things: an unbegun arm is a place that counts nothing; the two halves of a
# single opening non-double both count; a lone opening double counts its two halves."
def test_counted_ends_and_open_places_are_different_things() -> None:
    arms = layout_of("55 05@55 25@55")
    assert (len(arms.open_places), len(arms.ends), arms.count) == (4, 2, 2)
    non_double = layout_of("36")
    assert (len(non_double.open_places), len(non_double.ends), non_double.count) == (2, 2, 9)
    double = layout_of("33")
    assert (len(double.open_places), len(double.ends), double.count) == (2, 1, 6)


# "The greatest sum any layout can reach is 36; the greatest award is 35."
def test_the_greatest_sum_is_36_and_the_greatest_award_35() -> None:
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


# ---- The end of a round


# "A round ends at once when a player places the last tile of the hand (partner may still hold tiles), ..."
def test_a_round_ends_at_once_when_a_player_places_the_last_tile() -> None:
    state = out_round()
    assert state.turn is None
    assert state.legal_actions == ()
    ended = state.ended
    assert isinstance(ended, RoundEnded)
    assert (ended.ending, ended.seat) == (Ending.OUT, Seat.N)
    assert ended.hands == BySeat([hand(""), hand("12"), hand("44"), hand("03")])
    assert refusal_of(state, "44@14") is Refusal.ROUND_OVER


# "... or when it is blocked: all four in a row cannot place."
def test_a_round_ends_when_all_four_in_a_row_cannot_place() -> None:
    state = stuck_round()
    for seat in (Seat.S, Seat.W, Seat.N):
        assert state.turn is seat
        state = state.play(PASS)
    assert state.turn is Seat.E
    state = state.play(PASS)
    assert state.turn is None
    assert isinstance(state.ended, RoundEnded)
    assert state.ended.ending is Ending.BLOCKED


def test_knocks_that_a_placement_parts_do_not_block() -> None:
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


# "A blocked round has no winner; there is no separate award for ending a round."
def test_a_blocked_round_has_no_winner_and_ending_a_round_awards_nothing() -> None:
    blocked = blocked_round().ended
    assert isinstance(blocked, RoundEnded)
    assert blocked.seat is None
    for state in (blocked_round(), out_round()):
        ended = state.ended
        assert isinstance(ended, RoundEnded)
        expected = [0, 0]
        for placed in placements(state):
            expected[placed.seat.partnership] += placed.award
        for seat, lost in ended.lost.by_seat():
            expected[seat.partnership] -= lost
        assert state.scores == ended.scores == tuple(expected)
    assert match_after(round_for(STUCK, STUCK_LEFT), BLOCKED).winner is None


# "In both cases the pips left in each hand are added up hand by hand, each total is rounded to the nearest multiple of 5
# (remainder 1 or 2 down, 3 or 4 up), and each rounded figure is subtracted from its owner's partnership, as its own entry."
@pytest.mark.parametrize(
    ("pips", "lost"),
    [(0, 0), (1, 0), (2, 0), (3, 5), (4, 5), (5, 5), (6, 5), (7, 5), (8, 10), (9, 10), (10, 10), (62, 60), (63, 65)],
)
def test_each_total_is_rounded_to_the_nearest_multiple_of_5(pips: int, lost: int) -> None:
    assert deduction_for(pips) == lost


def test_a_blocked_round_settles_all_four_hands_each_as_its_own_entry() -> None:
    before, after = stuck_round(), blocked_round()
    assert before.scores == Scores((15, 0))
    ended = after.ended
    assert isinstance(ended, RoundEnded)
    assert ended.hands == after.hands == before.hands
    # Remainders 1, 2, 4 and 3.
    assert ended.left == BySeat([11, 12, 29, 38])
    assert ended.lost == BySeat([10, 10, 30, 40])
    assert ended.scores == after.scores == Scores((15 - 10 - 30, 0 - 10 - 40))


def test_a_round_that_went_out_settles_the_hands_that_are_left() -> None:
    ended = out_round().ended
    assert isinstance(ended, RoundEnded)
    assert ended.left == BySeat([0, 3, 8, 3])
    assert ended.lost == BySeat([0, 5, 10, 5])
    assert ended.scores == Scores((5 + 5 + 10 - 10, -5 - 5))


# "Partners' hands are never added before rounding: 3 and 3 lose 5 + 5, not 5."
def test_partners_left_with_3_and_3_lose_5_and_5() -> None:
    state = out_round(scores=(0, 100))
    ended = state.ended
    assert isinstance(ended, RoundEnded)
    assert (ended.left[Seat.E], ended.left[Seat.W]) == (3, 3)
    assert (ended.lost[Seat.E], ended.lost[Seat.W]) == (5, 5)
    assert state.scores[Partnership.EW] == 90


# "A score may become negative."
def test_a_score_may_become_negative() -> None:
    assert out_round().scores == Scores((10, -10))
    assert blocked_round().scores == Scores((-25, -50))
    # The next round starts from there.
    match = match_after(round_for(STUCK, STUCK_LEFT), BLOCKED).begin_round(SECOND_OUT_DEAL, draw_won_by(Seat.N))
    assert match.scores == match.play(action("01")).scores == Scores((-25, -50))
    assert match.play(action("05")).scores == Scores((-20, -50))


# ---- Winning


# "The target is checked right after every positive award."
def test_the_target_is_checked_right_after_every_positive_award() -> None:
    # E's placement brings EW to the target, though the same hand would go on to lose points.
    state = round_for("55 05@55 25@55", target=10, scores=(-20, 0)).play(action("55"))
    assert not state.is_over
    state = state.play(action("05@55"))
    assert state.events[-2:] == (
        Placed(Seat.E, tile("05"), tile("55"), 10, 10),
        MatchWon(Partnership.EW, Scores((-10, 10))),
    )
    # Without an award nothing is won, not even by a score that stands at the target.
    state = round_for("01", scores=(250, 0)).play(action("01"))
    assert not state.is_over


# "The first partnership at 250 or more wins at once: the round is neither continued nor settled."
def test_the_first_at_250_wins_and_the_round_is_neither_continued_nor_settled() -> None:
    state = play_all(round_for("36 66@36 33@36", scores=(245, 235)), "36 66@36")
    assert state.ended == MatchWon(Partnership.EW, Scores((245, 250)))
    assert state.turn is None
    assert refusal_of(state, "33@36") is Refusal.ROUND_OVER
    assert state.scores == Scores((245, 250))


def test_a_last_tile_that_reaches_250_wins_without_a_settlement() -> None:
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


# "One partnership scores at a time, so no tie at the top can arise."
def test_one_partnership_scores_at_a_time() -> None:
    state = round_for(OUT, OUT_LEFT, scores=(230, 245))
    for word in OUT.split():
        before = state.scores
        state = state.play(action(word))
        assert sum(state.scores[pair] > before[pair] for pair in Partnership) <= 1
    assert state.scores == Scores((250, 245))


# ---- Words used in positions.json


# "`low half` / `high half`: the halves of a non-double. `side A` / `side B`: the straight sides of a double, in the order of
# use. `arm A` / `arm B`: the spinner's side arms, in the order of use."
def test_the_words_for_the_places_of_a_tile() -> None:
    assert [port.value for port in Port] == ["low half", "high half", "side A", "side B", "arm A", "arm B"]
    assert {(place.port, place.half) for place in layout_of("36").open_places} == {(Port.LOW, 3), (Port.HIGH, 6)}
    layout = layout_of("36 33@36 13@33 23@33 34@33 44@34 24@44")
    used = [joint.host_port for joint in layout.joints if joint.host == tile("33")]
    assert [layout.joints[1].port, *used] == [Port.SIDE_A, Port.SIDE_B, Port.ARM_A, Port.ARM_B]
    later = layout.joints[-2:]
    assert [later[0].port, later[1].host_port] == [Port.SIDE_A, Port.SIDE_B]


# "A drawn position marks each counted end with a filled number, each legal place that counts nothing with a hollow dot, and
# the spinner with an orange outline."
def test_what_a_drawn_position_marks_can_be_told_apart() -> None:
    layout = layout_of("14 11@14 12@11")
    counted = {end.tile for end in layout.ends}
    assert {str(one) for one in counted} == {"14", "12"}
    assert [(str(place.host), place.port) for place in layout.open_places if place.host not in counted] == [
        ("11", Port.ARM_A),
        ("11", Port.ARM_B),
    ]
    assert layout.spinner == tile("11")


def test_the_latest_knocks_are_those_since_the_latest_placement() -> None:
    assert stuck_round().public.latest_knocks == ()
    blocked = blocked_round()
    assert [knock.seat for knock in blocked.public.latest_knocks] == [
        event.seat for event in blocked.events if isinstance(event, Passed)
    ]
    state = round_for(OUT, OUT_LEFT)
    assert state.public.latest_knocks == ()
    second = play_all(dealt(SECOND_OUT_DEAL), SECOND_OUT.split(" pass", maxsplit=1)[0])
    knocked = second.play(PASS)
    assert [knock.seat for knock in knocked.public.latest_knocks] == [second.turn]
    assert knocked.play(knocked.legal_actions[0]).public.latest_knocks == ()


def test_ends_keep_their_lines_from_play_to_play() -> None:
    layout = layout_of(SPUN.rsplit(" ", 2)[0])
    # One side of the spinner is free: it is an end itself, in the line that begins there.
    assert {str(end.tile) for end in layout.ends_by_line} == {"55", "05"}
    assert [end.half for end in layout_of(SPUN).ends_by_line] == [0, 2, 3]
