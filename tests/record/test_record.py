"""A record is true, or the first thing that is wrong in it is named: by round and play, with what was expected there."""

from __future__ import annotations

import datetime
import os
import re
import stat
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from help.effort import cases
from help.record_cases import PLAYERS, WORKED_RECORD, changed, random_match, random_record, told_by
from outside import reader
from sevenrocks.engine.actions import PASS, Ending, Pass, Place
from sevenrocks.engine.deal import commitment_to, cut_seed, known_seed
from sevenrocks.engine.errors import NotationError, RecordError
from sevenrocks.engine.match import Match
from sevenrocks.engine.seats import BySeat, Partnership, Scores, Seat
from sevenrocks.engine.tiles import Tile
from sevenrocks.house import House
from sevenrocks.notation import Play, RoundEnd, format_play
from sevenrocks.record import (
    Fairness,
    MatchRecord,
    Result,
    read_record,
    record_match,
    replay,
    write_record,
    write_record_file,
)
from sevenrocks.seating import Change, Player

SEEDS = st.integers(0, 2**32)


def _read(text: str) -> MatchRecord:
    return read_record(text.encode())


def _refuted(record: MatchRecord) -> tuple[int | None, int | None, str]:
    """Where a record is refuted, and in which words."""
    with pytest.raises(RecordError) as caught:
        replay(record)
    return caught.value.round_number, caught.value.play_number, str(caught.value)


# ---- what is true


def test_the_worked_record_is_true() -> None:
    match = replay(_read(WORKED_RECORD))
    assert match.winner is Partnership.EW
    assert [state.scores for state in match.rounds] == [(30, -20), (25, 80), (25, 100)]
    assert [state.setup.opener for state in match.rounds] == [Seat.S, Seat.S, Seat.E]
    assert [draw is None for draw in match.draws] == [False, True, False]


@given(SEEDS, st.none() | st.integers(0, 300))
@pytest.mark.untraced
def test_a_match_is_recorded_and_replayed_as_it_was(seed: int, plays: int | None) -> None:
    match = random_match(seed, plays=plays)
    assert replay(record_match(match, PLAYERS, seed=told_by(seed))) == match


@pytest.mark.untraced
def test_a_match_is_recorded_truly_after_every_play() -> None:
    whole = random_match(5, target=60)
    total = sum(len(stated.plays) for stated in record_match(whole, PLAYERS).rounds)
    assert total > 28, "more than one round is wanted here"
    for plays in range(total + 1):
        match = random_match(5, target=60, plays=plays)
        assert replay(record_match(match, PLAYERS)) == match, f"after {plays} plays"


def test_a_record_states_the_match_as_it_went() -> None:
    worked = _read(WORKED_RECORD)
    seed = known_seed("worked record 82318")
    date = datetime.date(2026, 11, 29)
    assert record_match(replay(worked), PLAYERS, date=date, known_deal=True, seed=seed) == worked
    first, second, third = worked.rounds
    assert first.plays[1] == Play(Seat.W, Place(Tile(0, 4), Tile(0, 5)))
    assert first.plays[24] == Play(Seat.S, Place(Tile(0, 2), Tile(0, 0)), 15)
    assert first.plays[21] == Play(Seat.W, PASS)
    assert (first.end, second.end, third.end) == (
        RoundEnd(Ending.OUT, seat=Seat.S),
        RoundEnd(Ending.BLOCKED),
        RoundEnd(Ending.WON, winner=Partnership.EW),
    )
    assert (second.left, second.lost) == ((2, 8, 6, 4), (0, 10, 5, 5))
    assert (third.left, third.lost, third.scores) == (None, None, (25, 100))
    assert worked.result == Result(Partnership.EW, Scores((25, 100)))


def test_the_seed_is_told_only_when_the_match_is_over() -> None:
    seed = told_by(7)
    assert record_match(random_match(7), PLAYERS, seed=seed).fairness == Fairness(seed, commitment_to(seed))
    assert record_match(random_match(7, plays=40), PLAYERS, seed=seed).fairness is None
    assert record_match(random_match(7), PLAYERS).fairness is None


def test_a_record_may_stop_anywhere() -> None:
    without_result = WORKED_RECORD[: WORKED_RECORD.index("[fairness]")]
    assert replay(_read(without_result[: without_result.index("[[rounds]]")])) == Match(100)
    # Rounds 1 and 2 are over, and nobody has opened the third.
    two_rounds = without_result[: without_result.index('[[rounds]]\ndraws = [\n  "N 44')]
    assert replay(_read(two_rounds)).round is None
    lines = without_result.splitlines()
    plays = [
        number for number, line in enumerate(lines) if line.startswith('  "') and number > lines.index("plays = [")
    ]
    for last in plays:
        if lines[last + 1] != "]":
            state = replay(_read("\n".join([*lines[: last + 1], "]"]))).round
            assert state is not None


def test_hands_may_be_stated_in_any_order() -> None:
    record = record_match(random_match(3, plays=50), PLAYERS)
    turned = [replace(stated, deal=BySeat(hand[::-1] for hand in stated.deal)) for stated in record.rounds]
    assert replay(replace(record, rounds=tuple(turned))) == replay(record)


def test_a_cut_seed_gives_the_deals() -> None:
    seed, words = told_by(11), "three of us say: mazurka, Fliege, 7"
    match = Match(60)
    while match.winner is None:
        if match.round is None:
            match = match.begin_round_from(cut_seed(seed, words))
        match = match.play(match.rounds[-1].legal_actions[0])
    record = record_match(match, PLAYERS)
    assert replay(replace(record, fairness=Fairness(seed, commitment_to(seed), words))) == match
    for cut in ("", "other words"):
        uncut = replace(record, fairness=Fairness(seed, commitment_to(seed), cut))
        assert _refuted(uncut) == (1, None, "deal: expected the one that the seed gives")


# ---- what is false, statement by statement

S_1 = '"S 05 +5",\n'
W_2 = '  "W 04@05",\n'
N_3 = '"N 15@05 +5",\n  "E 13@15",\n  "S 35'
W_22 = '"W pass",\n  "N 11@12",'
LAST_OF_1 = '  "S 02@00 +15",\n'
LAST_OF_3 = '  "E 13@16 +10",\n'
END_OF_3 = 'end = "won EW"\nscore.NS = 25\nscore.EW = 100\n'
RESULT = '[result]\nwinner = "EW"\nscore.NS = 25\nscore.EW = 100\n'
DEAL_OF_1 = 'deal.N = "11 14 15 23 25 34 46"\ndeal.E = "00 01 03 13 16 44 66"\ndeal.S = "02 05 06 26 35 36 55"\n'
DRAWS_OF_1 = 'draws = [\n  "N 00 E 33 S 24 W 22",\n  "E 11 S 36",\n]\n'
COMMITMENT = commitment_to(known_seed("worked record 82318"))
SEED = known_seed("worked record 82318").hex()
OTHER_SEED = known_seed("another seed")

FAIRNESS = f'commitment = "{COMMITMENT}"\nseed = "{SEED}"\n'
OTHER_FAIRNESS = f'commitment = "{commitment_to(OTHER_SEED)}"\nseed = "{OTHER_SEED.hex()}"\n'

DRAWN = {
    "draws missing in the first round": (DRAWS_OF_1, "", 1, None, "expected draws: a neutral draw decides who opens"),
    "draws empty in the first round": (
        DRAWS_OF_1,
        "draws = []\n",
        1,
        None,
        "expected draws: a neutral draw decides who opens",
    ),
    "draws missing after a blocked round": (
        'draws = [\n  "N 44 E 36 S 16 W 22",\n]\n',
        "",
        3,
        None,
        "expected draws: a neutral draw decides who opens",
    ),
    "draws after a seat went out": (
        'opens = "S"\ndeal.N = "00',
        'draws = ["N 44 E 36 S 66 W 22"]\nopens = "S"\ndeal.N = "00',
        2,
        None,
        "expected no draws: S went out and opens",
    ),
    "no further draw after a tie": (
        '  "E 11 S 36",\n',
        "",
        1,
        None,
        "draws: expected another draw between E S",
    ),
    "a tie in the last draw": ('"E 11 S 36"', '"E 36 S 45"', 1, None, "draws: expected another draw between E S"),
    "a draw after one is left": (
        '"E 11 S 36",\n',
        '"E 11 S 36",\n  "E 66 S 00",\n',
        1,
        None,
        "draws: expected no more after one is left",
    ),
    "a draw of one alone": (
        '"E 11 S 36",\n',
        '"E 11 S 36", "S 66",\n',
        1,
        None,
        "draws: expected no more after one is left",
    ),
    "a draw by who had lost": ('"E 11 S 36"', '"N 11 S 36"', 1, None, "draws: expected E S, found N S"),
    "a draw by all after a tie of two": (
        '"E 11 S 36"',
        '"N 00 E 11 S 36 W 01"',
        1,
        None,
        "draws: expected E S, found N E S W",
    ),
    "a draw by three": ('"N 00 E 33 S 24 W 22"', '"N 00 E 33 S 24"', 1, None, "draws: expected N E S W, found N E S"),
    "a draw out of order": ('"E 11 S 36"', '"S 36 E 11"', 1, None, "draws: expected E S, found S E"),
    "a seat that draws twice": ('"E 11 S 36"', '"E 11 E 36"', 1, None, "draws: expected E S, found E E"),
    "a tile drawn twice": (
        '"N 00 E 33 S 24 W 22"',
        '"N 22 E 33 S 24 W 22"',
        1,
        None,
        "draws: expected a different tile for each candidate",
    ),
    "the wrong opener by the draw": (
        'opens = "S"\ndeal.N = "11',
        'opens = "E"\ndeal.N = "11',
        1,
        None,
        "opens: expected S, found E",
    ),
    "the wrong opener after going out": (
        'opens = "S"\ndeal.N = "00',
        'opens = "W"\ndeal.N = "00',
        2,
        None,
        "opens: expected S, found W",
    ),
    "the wrong opener after a blocked round": ('opens = "E"', 'opens = "S"', 3, None, "opens: expected E, found S"),
}

DEALT = {
    "a tile dealt twice": (
        'deal.N = "11 14 15 23 25 34 46"',
        'deal.N = "11 14 15 23 25 34 34"',
        1,
        None,
        "deal: expected each of the 28 tiles once",
    ),
    "a tile not dealt": (
        'deal.W = "04 11 15 24 25 56 66"',
        'deal.W = "04 11 15 24 25 56"',
        3,
        None,
        "deal: expected each of the 28 tiles once",
    ),
    "eight tiles in a hand": (
        'deal.N = "11 14 15 23 25 34 46"\ndeal.E = "00 01',
        'deal.N = "00 11 14 15 23 25 34 46"\ndeal.E = "01',
        1,
        None,
        "deal: expected seven tiles in each hand",
    ),
    "two tiles exchanged": (
        DEAL_OF_1,
        'deal.N = "05 14 15 23 25 34 46"\ndeal.E = "00 01 03 13 16 44 66"\ndeal.S = "02 06 11 26 35 36 55"\n',
        1,
        1,
        "S 05 +5: expected one of the tiles held: 02 06 11 26 35 36 55",
    ),
}

PLAYED = {
    "the opening by another seat": (S_1, '"W 04",\n', 1, 1, "W 04: expected S to be in turn"),
    "a play out of turn": (W_2, '  "N 15@05 +5",\n', 1, 2, "N 15@05 +5: expected W to be in turn"),
    "a play by the partner": (W_2, '  "E 03@05",\n', 1, 2, "E 03@05: expected W to be in turn"),
    "a play left out": (W_2, "", 1, 2, "N 15@05 +5: expected W to be in turn"),
    "a play told twice": (W_2, W_2 + W_2, 1, 3, "W 04@05: expected N to be in turn"),
    "a tile of another hand": (
        W_2,
        '  "W 06@05",\n',
        1,
        2,
        "W 06@05: expected one of the tiles held: 04 12 22 24 33 45 56",
    ),
    "a tile that lies on the table": (
        '"W 45@35",\n  "N 34',
        '"W 04@35",\n  "N 34',
        1,
        6,
        "W 04@35: expected one of the tiles held: 12 22 24 33 45 56",
    ),
    "a host that is not on the table": (
        N_3,
        N_3.replace("15@05", "15@33"),
        1,
        3,
        "N 15@33 +5: expected one of: 14@04 15@05 25@05 34@04 46@04",
    ),
    "a host without an open half": (
        '"S 35@13"',
        '"S 35@15"',
        1,
        5,
        "S 35@15: expected one of: 35@13 36@13",
    ),
    "a tile that does not match its host": (
        W_2,
        '  "W 22@05",\n',
        1,
        2,
        "W 22@05: expected one of: 04@05 45@05 56@05",
    ),
    "a placement without its host": (W_2, '  "W 04",\n', 1, 2, "W 04: expected the tile that it joins, as in 05@55"),
    "an opening that joins a tile": (
        S_1,
        '"S 05@55 +5",\n',
        1,
        1,
        "S 05@55 +5: expected one of: 02 05 06 26 35 36 55",
    ),
    "an opening that joins itself": (
        S_1,
        '"S 05@05 +5",\n',
        1,
        1,
        "S 05@05 +5: expected one of: 02 05 06 26 35 36 55",
    ),
    "an opener that knocks": (S_1, '"S pass",\n', 1, 1, "S pass: expected a tile: who can place must place"),
    "a knock of who can place": (
        N_3,
        N_3.replace("N 15@05 +5", "N pass"),
        1,
        3,
        "N pass: expected a tile: who can place must place",
    ),
    "a tile where nothing can be placed": (
        W_22,
        W_22.replace("W pass", "W 22@55"),
        1,
        22,
        "W 22@55: expected a pass: nothing can be placed",
    ),
    "an award left out": (S_1, '"S 05",\n', 1, 1, "S 05: expected +5: the ends count 5"),
    "an award that is too high": (
        N_3,
        N_3.replace("+5", "+10"),
        1,
        3,
        "N 15@05 +10: expected +5: the ends count 5",
    ),
    "an award for nothing": (W_2, '  "W 04@05 +10",\n', 1, 2, "W 04@05 +10: expected no award: the ends count 9"),
    "an award for a knock": (
        W_22,
        W_22.replace("W pass", "W pass +15"),
        1,
        22,
        "W pass +15: expected no award for a pass",
    ),
    "a play after going out": (
        LAST_OF_1,
        LAST_OF_1 + '  "W 22@02",\n',
        1,
        26,
        "W 22@02: expected no more plays: the round is over",
    ),
    "a fifth knock": (
        '  "E pass",\n]',
        '  "E pass",\n  "S pass",\n]',
        2,
        29,
        "S pass: expected no more plays: the round is over",
    ),
    "a play after the match is won": (
        LAST_OF_3,
        LAST_OF_3 + '  "S 00@03",\n',
        3,
        18,
        "S 00@03: expected no more plays: the round is over",
    ),
    "the last play left out": (LAST_OF_1, "", 1, None, "end: expected none: the round is not over"),
    "a round that stops before its end": (
        LAST_OF_1
        + ']\nend = "out S"\nleft.N = 7\nleft.E = 12\nleft.S = 0\nleft.W = 10\n'
        + "lost.N = 5\nlost.E = 10\nlost.S = 0\nlost.W = 10\nscore.NS = 30\nscore.EW = -20\n",
        "]\n",
        1,
        None,
        "expected more plays: the round is not over",
    ),
}

ENDED = {
    "no end": ('end = "out S"\n', "", 1, None, "end: expected out S, found nothing"),
    "the wrong seat goes out": ('"out S"', '"out N"', 1, None, "end: expected out S, found out N"),
    "going out told as blocked": ('"out S"', '"blocked"', 1, None, "end: expected out S, found blocked"),
    "blocked told as going out": ('"blocked"', '"out E"', 2, None, "end: expected blocked, found out E"),
    "going out told as the match": ('"out S"', '"won NS"', 1, None, "end: expected out S, found won NS"),
    "the match for the wrong pair": ('"won EW"', '"won NS"', 3, None, "end: expected won EW, found won NS"),
    "the match told as going out": ('"won EW"', '"out E"', 3, None, "end: expected won EW, found out E"),
    "no end of the match": ('end = "won EW"\n', "", 3, None, "end: expected won EW, found nothing"),
    "pips left": ("left.E = 12", "left.E = 11", 1, None, "left.E: expected 12, found 11"),
    "pips left, the last hand": (
        "left.S = 6\nleft.W = 4",
        "left.S = 6\nleft.W = 5",
        2,
        None,
        "left.W: expected 4, found 5",
    ),
    "no pips left": (
        "left.N = 7\nleft.E = 12\nleft.S = 0\nleft.W = 10\n",
        "",
        1,
        None,
        "left.N: expected 7, found nothing",
    ),
    "a deduction": ("lost.S = 5\n", "lost.S = 10\n", 2, None, "lost.S: expected 5, found 10"),
    "partners' hands added before they are rounded": (
        "lost.N = 0\nlost.E = 10\nlost.S = 5\n",
        "lost.N = 10\nlost.E = 10\nlost.S = 0\n",
        2,
        None,
        "lost.N: expected 0, found 10",
    ),
    "no deductions": (
        "lost.N = 5\nlost.E = 10\nlost.S = 0\nlost.W = 10\n",
        "",
        1,
        None,
        "lost.N: expected 5, found nothing",
    ),
    "a score": ("score.NS = 30", "score.NS = 35", 1, None, "score.NS: expected 30, found 35"),
    "a score without its sign": ("score.EW = -20", "score.EW = 20", 1, None, "score.EW: expected -20, found 20"),
    "no score": ("score.NS = 30\nscore.EW = -20\n", "", 1, None, "score.NS: expected 30, found nothing"),
    "the score of the last round": (
        'end = "won EW"\nscore.NS = 25\nscore.EW = 100',
        'end = "won EW"\nscore.NS = 25\nscore.EW = 105',
        3,
        None,
        "score.EW: expected 100, found 105",
    ),
    "no score of the last round": (END_OF_3, 'end = "won EW"\n', 3, None, "score.NS: expected 25, found nothing"),
    "pips left after the match": (
        END_OF_3,
        END_OF_3 + "left = { N = 10, E = 14, S = 17, W = 34 }\n",
        3,
        None,
        "left: expected none here",
    ),
    "deductions after the match": (
        END_OF_3,
        END_OF_3 + "lost = { N = 10, E = 15, S = 15, W = 35 }\n",
        3,
        None,
        "lost: expected none here",
    ),
}

WON = {
    "the wrong winner": ('winner = "EW"', 'winner = "NS"', None, None, "result: winner: expected EW, found NS"),
    "the result's score": (
        RESULT,
        RESULT.replace("25", "30"),
        None,
        None,
        "result: score.NS: expected 25, found 30",
    ),
    "the result's other score": (
        RESULT,
        RESULT.replace("100", "105"),
        None,
        None,
        "result: score.EW: expected 100, found 105",
    ),
    "no result": (RESULT, "", None, None, "expected a [result]: the match is over"),
    "a result of a match that is not over": (
        LAST_OF_3 + "]\n" + END_OF_3,
        "]\n",
        None,
        None,
        "result: expected none: the match is not over",
    ),
    "a target that was not reached": (
        "target = 100",
        "target = 105",
        3,
        None,
        "end: expected none: the round is not over",
    ),
    "a target that was reached before": (
        "target = 100",
        "target = 75",
        2,
        21,
        "S 26@12: expected no more plays: the round is over",
    ),
    "a round after the end": (
        "[fairness]",
        '[[rounds]]\nopens = "E"\ndeal = { N = "00", E = "00", S = "00", W = "00" }\nplays = []\n\n[fairness]',
        4,
        None,
        "the match was over after round 3",
    ),
}

FAIR = {
    "a commitment to something else": (
        COMMITMENT,
        "0" * 64,
        None,
        None,
        f"fairness: expected commitment {COMMITMENT}",
    ),
    "a seed that was not committed to": (
        SEED,
        OTHER_SEED.hex(),
        None,
        None,
        f"fairness: expected commitment {commitment_to(OTHER_SEED)}",
    ),
    "a seed of other deals": (FAIRNESS, OTHER_FAIRNESS, 1, None, "deal: expected the one that the seed gives"),
    "a cut that nobody made": (
        FAIRNESS,
        FAIRNESS + 'cut = "words"\n',
        1,
        None,
        "deal: expected the one that the seed gives",
    ),
    "draws that the seed does not give": (
        '"N 00 E 33 S 24 W 22"',
        '"N 01 E 33 S 24 W 22"',
        1,
        None,
        "draws: expected those that the seed gives",
    ),
    # 02 and 06 were never played in round 3, so that nothing but the seed tells who held them.
    "a deal of the last round that the seed does not give": (
        'deal.N = "02 12 16 23 26 33 46"\ndeal.E = "03 06',
        'deal.N = "06 12 16 23 26 33 46"\ndeal.E = "03 02',
        3,
        None,
        "deal: expected the one that the seed gives",
    ),
}

FALSE = DRAWN | DEALT | PLAYED | ENDED | WON | FAIR


@pytest.mark.parametrize("case", FALSE)
def test_a_false_statement_is_named_with_what_was_expected(case: str) -> None:
    old, new, *refuted = FALSE[case]
    assert _refuted(_read(changed(WORKED_RECORD, old, new))) == tuple(refuted)


def test_of_two_false_statements_the_first_is_named() -> None:
    text = changed(WORKED_RECORD, "lost.S = 5\n", "lost.S = 10\n")
    assert _refuted(_read(changed(text, 'winner = "EW"', 'winner = "NS"')))[0] == 2
    assert _refuted(_read(changed(text, '"W 04@05"', '"W 04@05 +10"')))[:2] == (1, 2)
    assert _refuted(_read(changed(text, COMMITMENT, "0" * 64)))[0] == 2


def test_a_round_under_way_states_nothing_of_its_end() -> None:
    stopped = changed(WORKED_RECORD, LAST_OF_3 + "]\n" + END_OF_3, "]\n{}")
    stopped = changed(stopped, RESULT, "")
    replay(_read(stopped.format("")))
    numbers = "{ N = 0, E = 0, S = 0, W = 0 }"
    for statement, message in (
        ('end = "blocked"', "end: expected none: the round is not over"),
        (f"left = {numbers}", "left: expected none here"),
        (f"lost = {numbers}", "lost: expected none here"),
        ("score = { NS = 25, EW = 90 }", "score: expected none here"),
    ):
        assert _refuted(_read(stopped.replace("{}", statement))) == (3, None, message)


# ---- what is false, in any match


def _with_plays(record: MatchRecord, round_number: int, plays: tuple[Play, ...]) -> MatchRecord:
    rounds = list(record.rounds)
    rounds[round_number - 1] = replace(rounds[round_number - 1], plays=plays)
    return replace(record, rounds=tuple(rounds))


def _every_play(record: MatchRecord) -> Iterator[tuple[int, int, tuple[Play, ...]]]:
    """Each play of a record: its round, its number, and all the plays of the round."""
    for round_number, stated in enumerate(record.rounds, 1):
        for play_number in range(1, len(stated.plays) + 1):
            yield round_number, play_number, stated.plays


@pytest.mark.parametrize("seed", range(cases(1, 30)))
def test_a_wrong_award_is_named_wherever_it_stands(seed: int) -> None:
    record = random_record(seed, target=100)
    for number, play_number, plays in _every_play(record):
        play = plays[play_number - 1]
        wrong = play._replace(award=0 if play.award else 5)
        said = (*plays[: play_number - 1], wrong, *plays[play_number:])
        refuted = _refuted(_with_plays(record, number, said))
        assert refuted[:2] == (number, play_number)
        expected = (
            f"{format_play(wrong)}: expected +{play.award}: "
            if play.award
            else f"{format_play(wrong)}: expected no award"
        )
        assert refuted[2].startswith(expected)


@pytest.mark.parametrize("seed", range(cases(1, 30)))
def test_a_play_left_out_is_named_wherever_it_stood(seed: int) -> None:
    record = random_record(seed, target=100)
    for number, play_number, plays in _every_play(record):
        said = plays[: play_number - 1] + plays[play_number:]
        refuted = _refuted(_with_plays(record, number, said))
        if play_number == len(plays):
            assert refuted == (number, None, "end: expected none: the round is not over")
        else:
            left_out, after = plays[play_number - 1], plays[play_number]
            assert refuted == (
                number,
                play_number,
                f"{format_play(after)}: expected {left_out.seat.name} to be in turn",
            )


@pytest.mark.parametrize("seed", range(cases(1, 30)))
def test_a_pass_and_a_placement_are_never_taken_for_each_other(seed: int) -> None:
    record = random_record(seed, target=100)
    match = replay(record)
    for number, play_number, plays in _every_play(record):
        play = plays[play_number - 1]
        if isinstance(play.action, Pass):
            hand = match.rounds[number - 1].setup.deal[play.seat]
            laid = {said.action.tile for said in plays[: play_number - 1] if isinstance(said.action, Place)}
            held = next(tile for tile in hand if tile not in laid)
            wrong, told = Play(play.seat, Place(held, Tile(0, 0))), "expected a pass: nothing can be placed"
        else:
            wrong, told = Play(play.seat, PASS), "expected a tile: who can place must place"
        said = (*plays[: play_number - 1], wrong, *plays[play_number:])
        assert _refuted(_with_plays(record, number, said)) == (number, play_number, f"{format_play(wrong)}: {told}")


@given(SEEDS, st.data())
def test_every_number_of_a_settlement_is_checked(seed: int, data: st.DataObject) -> None:
    record = random_record(seed, target=60)
    settled = [number for number, stated in enumerate(record.rounds) if stated.left is not None]
    assume(settled)
    number = data.draw(st.sampled_from(settled))
    stated = record.rounds[number]
    assert stated.left is not None
    assert stated.lost is not None
    assert stated.scores is not None
    key = data.draw(st.sampled_from(["left", "lost", "scores"]))
    by = data.draw(st.integers(-10, 10).filter(bool))
    if key == "scores":
        pair = data.draw(st.sampled_from(Partnership))
        true = stated.scores[pair]
        wrong = replace(stated, scores=stated.scores.with_value(pair, true + by))
        name = f"score.{pair.name}"
    else:
        seat = data.draw(st.sampled_from(Seat))
        values = stated.left if key == "left" else stated.lost
        true = values[seat]
        changed_values = values.with_value(seat, true + by)
        wrong = replace(stated, left=changed_values) if key == "left" else replace(stated, lost=changed_values)
        name = f"{key}.{seat.name}"
    rounds = (*record.rounds[:number], wrong, *record.rounds[number + 1 :])
    refuted = _refuted(replace(record, rounds=rounds))
    assert refuted == (number + 1, None, f"{name}: expected {true}, found {true + by}")


# ---- version 2: seats taken, and points at the start


V2 = WORKED_RECORD.replace('format = "sevenrocks-record/1"', 'format = "sevenrocks-record/2"')


def _v2(seats: str = "", house: str = "") -> bytes:
    """The worked record with seats taken in its first round, and a house of its own."""
    text = V2
    if seats:
        text = text.replace("plays = [", f"seats = [{seats}]\nplays = [", 1)
    if house:
        text = changed(text, 'W = "Dieter"\n', f'W = "Dieter"\n\n[house]\n{house}\n')
    return text.encode()


def test_what_version_1_can_say_is_written_as_version_1() -> None:
    assert write_record(read_record(V2.encode())) == write_record(read_record(WORKED_RECORD.encode()))
    assert write_record(read_record(WORKED_RECORD.encode())).startswith('format = "sevenrocks-record/1"')


def test_seats_that_were_taken_are_read_checked_and_written_again() -> None:
    record = read_record(_v2('"- N person Zoe", "0 E bot:club Greta", "2 E person Bartek", "2 W bot:expert Ewa Maria"'))
    assert record.rounds[0].seats == (
        Change(Seat.N, Player("Zoe"), None),
        Change(Seat.E, Player("Greta", "club"), 0),
        Change(Seat.E, Player("Bartek"), 2),
        Change(Seat.W, Player("Ewa Maria", "expert"), 2),
    )
    replay(record)
    text = write_record(record)
    assert text.startswith('format = "sevenrocks-record/2"')
    assert '  "2 W bot:expert Ewa Maria",\n' in text
    assert read_record(text.encode()) == record


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        ('"3 E person Zoe"', "3 E person Zoe: expected a bot, or Bartek coming back: nobody else may see this hand"),
        ('"0 E bot:club Greta", "1 E person Zoe"', "expected a bot, or Bartek coming back"),
        ('"0 E bot:club Greta", "1 E bot:club Hanna"', "expected a bot, or Bartek coming back"),
        ('"0 E bot:club Greta", "0 W bot:club GRETA"', "expected another name: two players would be called alike"),
        ('"0 E bot:club Greta", "1 W bot:club bartek"', "expected another name"),
        ('"0 E bot:club Bartek"', "expected another name"),
        ('"- E person Clara"', "- E person Clara: expected another name"),
        ('"0 E person Bartek"', "expected another player: this one sits there already"),
        ('"3 E bot:club Greta", "1 W bot:club Ewa"', "1 W bot:club Ewa: expected in the order of the plays"),
        ('"0 E bot:club Greta", "- W bot:club Ewa"', "expected in the order of the plays"),
        ('"999 E bot:club Greta"', "expected in the order of the plays"),
    ],
)
def test_a_seat_that_nobody_could_take_so_is_named(seats: str, told: str) -> None:
    with pytest.raises(RecordError, match=re.escape(told)) as error:
        replay(read_record(_v2(seats)))
    assert error.value.round_number == 1


@pytest.mark.parametrize(
    "text",
    ["E bot:club Greta", "x E bot:club G", "1 Q person Z", "1 E Zoe", "1 E bot: Zoe", "01 E person Z", "1 E person"],
)
def test_what_is_no_change_of_seats_is_not_read(text: str) -> None:
    with pytest.raises(NotationError, match=r"round 1, seats 1: expected"):
        read_record(_v2(f'"{text}"'))


def test_a_name_that_cannot_be_is_refused_where_a_seat_is_taken() -> None:
    with pytest.raises(NotationError, match="round 1, seats 1: a name has at most 16 columns"):
        read_record(_v2(f'"1 E person {"x" * 17}"'))


def test_names_in_seats_are_written_so_that_they_can_be_read() -> None:
    names = ['Anna "A" B', "back\\slash", "Łukasz 王"]
    for name in names:
        record = read_record(WORKED_RECORD.encode())
        told = replace(record.rounds[0], seats=(Change(Seat.E, Player(name, "club"), 1),))
        record = replace(record, rounds=(told, *record.rounds[1:]))
        assert read_record(write_record(record).encode()) == record


def test_points_at_the_start_are_counted_and_checked() -> None:
    record = read_record(_v2(house="start.EW = 5"))
    assert record.house == House(start=Scores((0, 5)))
    with pytest.raises(RecordError, match=r"score\.EW: expected"):
        replay(record)
    match = Match(60, start=Scores((0, 40))).begin_round_from(told_by(1))
    while match.round is not None:
        match = match.play(match.round.legal_actions[0])
    told = record_match(match, BySeat(("A", "B", "C", "D")), house=House(start=Scores((0, 40))))
    text = write_record(told)
    assert "[house]\nstart.EW = 40\n" in text
    assert replay(read_record(text.encode())) == match
    for wrong in ("start.EW = 60", "start.NS = 33", "start.NS = -5"):
        with pytest.raises(RecordError, match=r"house\.start: a start of"):
            replay(read_record(text.replace("start.EW = 40", wrong).encode()))


def test_version_1_knows_nothing_of_what_came_later() -> None:
    for text, told in (
        (_v2('"1 E bot:club Greta"'), "round 1, unknown key 'seats'"),
        (_v2(house="start.EW = 5"), "house: unknown key 'start'"),
    ):
        with pytest.raises(NotationError, match=re.escape(told)):
            read_record(text.replace(b"record/2", b"record/1"))


def test_a_record_of_names_that_look_alike_is_read() -> None:
    record = read_record(_v2('"0 E bot:club Cl\\u0430ra"').replace(b'"Dieter"', b'"\\u0410nna"'))
    assert replay(record).winner is not None
    assert read_record(write_record(record).encode()) == record


# ---- version 3: written while the match went on


def _v3(opened: str, number: int = 1) -> bytes:
    """The worked record, written after these plays of a round."""
    parts = WORKED_RECORD.replace("sevenrocks-record/1", "sevenrocks-record/3").split("plays = [")
    parts[number - 1] += f"opened = {opened}\n"
    return "plays = [".join(parts).encode()


def test_where_a_record_was_written_is_read_checked_and_written_again() -> None:
    record = read_record(_v3("[0, 12, 25]"))
    assert [stated.opened for stated in record.rounds] == [(0, 12, 25), (), ()]
    replay(record)
    assert write_record(record).encode() == _v3("[0, 12, 25]")
    assert reader.fault(_v3("[0, 12, 25]")) is None
    assert write_record(read_record(_v3("[]"))) == WORKED_RECORD, "version 1 can say it"
    assert replay(read_record(_v3("[16]", 3))).winner is not None


@pytest.mark.parametrize(
    ("opened", "number"),
    [("[26]", 1), ("[5, 5]", 1), ("[12, 5]", 1), ("[0, 29]", 2), ("[17]", 3)],
)
def test_a_record_was_written_in_the_order_of_the_plays_and_before_the_match_was_won(opened: str, number: int) -> None:
    with pytest.raises(RecordError, match=r"^opened: expected in the order of the plays$") as error:
        replay(read_record(_v3(opened, number)))
    assert error.value.round_number == number
    assert reader.fault(_v3(opened, number)) == f"round {number}: opened: no such plays"


@pytest.mark.parametrize(
    ("opened", "told"),
    [
        ("5", "round 1, opened: expected a list"),
        ('["5"]', "round 1, opened 1: expected a whole number"),
        ("[5, true]", "round 1, opened 2: expected a whole number"),
        ("[5, 6.0]", "round 1, opened 2: expected a whole number"),
        ("[-1]", "round 1, opened 1: the number is out of bounds"),
        ("[5, 1_000_000_001]", "round 1, opened 2: the number is out of bounds"),
    ],
)
def test_what_is_no_number_of_plays_is_refused_by_its_place(opened: str, told: str) -> None:
    with pytest.raises(NotationError, match=f"^{re.escape(told)}$"):
        read_record(_v3(opened))
    assert reader.fault(_v3(opened))


def test_older_versions_know_nothing_of_it() -> None:
    for version in (b"record/1", b"record/2"):
        with pytest.raises(NotationError, match="round 1, unknown key 'opened'"):
            read_record(_v3("[5]").replace(b"record/3", version))
        assert reader.fault(_v3("[5]").replace(b"record/3", version)) == "round 1: opened is of version 3"


# ---- however long the match was


def _never_called(rounds: int) -> MatchRecord:
    """The record of a match of so many rounds, in which nobody called a count."""
    match = Match(250, must_call=True)
    while match.round is not None or len(match.rounds) < rounds:
        if match.round is None:
            match = match.begin_round_from(told_by(1))
        match = match.play(match.rounds[-1].legal_actions[-1])
    return record_match(match, PLAYERS, house=House(call=0), opened={rounds: (0,)})


@pytest.mark.untraced
def test_the_record_of_three_thousand_rounds_is_read(tmp_path: Path) -> None:
    # Rounds that are played once and told many times, since playing so many takes longer than all else.
    few = _never_called(30)
    long = replace(few, rounds=few.rounds * 100)
    path = write_record_file(long, [tmp_path])
    assert len(path.read_bytes()) > 7 * 256 * 1024
    assert read_record(path.read_bytes()) == long


def test_a_record_that_nobody_could_read_is_not_written_and_that_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = _never_called(10)
    size = len(write_record(record).encode())
    for module in ("reading", "writing", "filing"):
        monkeypatch.setattr(f"sevenrocks.record.{module}.MAX_BYTES", size)
    assert read_record(write_record_file(record, [tmp_path]).read_bytes()) == record
    with pytest.raises(NotationError, match="not a record: larger than"):
        write_record(replace(record, extras={"_x": 1}))
    with pytest.raises(OSError, match="it would be larger than 6 KiB, which nobody can read"):
        write_record_file(replace(record, extras={"_x": 1}), [tmp_path])
    assert len(list(tmp_path.iterdir())) == 1


# ---- its file


def test_a_record_is_written_beside_others_of_its_name_and_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record, other = random_record(1), random_record(2)
    first = write_record_file(record, [tmp_path])
    assert read_record(first.read_bytes()) == record
    assert write_record_file(record, [tmp_path]) == first, "it is there already"
    second = write_record_file(replace(other, date=record.date, players=record.players), [tmp_path])
    assert second.name == f"{first.name.removesuffix('.rocks.toml')}-2.rocks.toml"
    assert read_record(first.read_bytes()) == record
    # A folder full of records of one name takes no more, and the next one is asked.
    monkeypatch.setattr("sevenrocks.record.filing._MOST_OF_A_NAME", 2)
    third = replace(random_record(3), date=record.date, players=record.players)
    with pytest.raises(OSError, match="too many records of one name"):
        write_record_file(third, [tmp_path])
    assert write_record_file(third, [tmp_path, tmp_path / "other"]) == tmp_path / "other" / first.name
    with pytest.raises(OSError, match="there is no home folder"):
        write_record_file(third, [])


@pytest.mark.skipif(os.name != "posix", reason="FIFOs, links and modes are a POSIX matter")
def test_a_record_takes_no_name_that_somebody_else_has_taken_and_is_for_the_user_alone(tmp_path: Path) -> None:
    """As in a folder for temporary files, which many share."""
    record = random_record(1)
    name = write_record_file(record, [tmp_path / "once"]).name.removesuffix(".rocks.toml")
    os.mkfifo(tmp_path / f"{name}.rocks.toml")
    (tmp_path / f"{name}-2.rocks.toml").symlink_to(tmp_path / "nowhere")
    (tmp_path / f"{name}-3.rocks.toml").mkdir()
    path = write_record_file(record, [tmp_path])
    assert path.name == f"{name}-4.rocks.toml"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not (tmp_path / "nowhere").exists()
