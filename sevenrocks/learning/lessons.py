"""The lessons: one idea each, then questions about worked positions.

The positions are the eleven worked ones of the two rule documents of Seven Rocks, and the examples in their text.
"""

from __future__ import annotations

from dataclasses import dataclass

from sevenrocks.engine.tiles import Tile
from sevenrocks.i18n import N_
from sevenrocks.notation import parse_hand, parse_position

from .questions import (
    AwardQuestion,
    ChoiceQuestion,
    CostQuestion,
    CountQuestion,
    PlacesQuestion,
    Question,
)


@dataclass(frozen=True, slots=True)
class Lesson:
    """One idea, and questions about it. Texts are in English, to be told in the language spoken."""

    name: str
    """What it is kept under once it is done."""
    title: str
    idea: str
    questions: tuple[Question, ...]


_LINE = "14 11@14 44@14 34@44"
_CROSS = f"{_LINE} 12@11 15@11 55@15 05@55 13@11"
_FIVES = "55 05@55 25@55"
_MOST = "00 06@00 66@06 05@00 55@05 04@00 44@04"


def _count(text: str) -> CountQuestion:
    return CountQuestion(parse_position(text))


def _award(text: str) -> AwardQuestion:
    return AwardQuestion(parse_position(text))


def _hands(*hands: str) -> CostQuestion:
    return CostQuestion(tuple(parse_hand(hand) for hand in hands))


LESSONS: tuple[Lesson, ...] = (
    Lesson(
        "ends",
        N_("Counting the ends"),
        N_(
            "After every placement the outer ends of the layout are added up. The first tile has two ends, its halves; a "
            "tile that joins an end covers that one, and its other half becomes the new end."
        ),
        (_count("14"), _count("14 34@14"), _count("14 34@14 13@34")),
    ),
    Lesson(
        "end-doubles",
        N_("Doubles at an end"),
        N_(
            "Doubles lie crosswise. A double at an end counts with both its halves, so a 6|6 there counts 12. The first double "
            "of a round is called the spinner; lesson 4 tells what it is for."
        ),
        (_count("22"), _count("14 11@14"), _count("36 66@36"), _count("14 11@14 44@14")),
    ),
    Lesson(
        "inside-doubles",
        N_("Doubles inside"),
        N_(
            "A double with tiles on both its sides lies inside and counts nothing any more; the outer half of the tile beyond "
            "it counts instead. A double with a tile on one side only is still an end."
        ),
        (_count(_LINE), _count("36 66@36 56@66"), _count(f"{_LINE} 33@34 03@33")),
    ),
    Lesson(
        "spinner",
        N_("The spinner and its four places"),
        N_(
            "The first double of a round is its only spinner. It has four places in a fixed order: first the two straight "
            "sides, then the two side arms. Until both sides are taken it is an end, and counts both halves: once, not once "
            "for each side."
        ),
        (
            ChoiceQuestion(
                N_("Which tile is the spinner?"),
                ("1|1", "4|4", N_("both doubles")),
                0,
                N_(
                    "1|1 was the first double of the round. Later doubles are never spinners: nothing branches from them."
                ),
                parse_position("14 11@14 44@14"),
            ),
            _count("55"),
            _count("55 05@55"),
            PlacesQuestion(parse_position("55 05@55"), Tile(3, 5)),
            _count(_FIVES),
            PlacesQuestion(parse_position(_FIVES), Tile(3, 5)),
        ),
    ),
    Lesson(
        "arms",
        N_("The arms"),
        N_(
            "When both sides are taken the spinner itself counts nothing. Every arm that has been begun has an outer end, "
            "and that counts like any other."
        ),
        (
            _count(f"{_FIVES} 35@55"),
            _count(f"{_LINE} 12@11 15@11"),
            _count(f"{_LINE} 12@11 15@11 55@15 05@55"),
            _count(_CROSS),
        ),
    ),
    Lesson(
        "places",
        N_("Ends that count, places that are open"),
        N_(
            "What counts and where a tile may go are two things. An arm that nobody has begun is a place for a tile, but it "
            "counts nothing. A number in brackets marks an end that counts, a ring a place that counts nothing."
        ),
        (
            _count(f"{_LINE} 12@11"),
            PlacesQuestion(parse_position(f"{_LINE} 12@11"), Tile(1, 3)),
            PlacesQuestion(parse_position("14 11@14"), Tile(1, 5)),
            PlacesQuestion(parse_position(_CROSS), Tile(2, 6)),
        ),
    ),
    Lesson(
        "knocking",
        N_("Placing and knocking"),
        N_(
            "If you can place a tile you must, though you may choose which and where. Only who cannot place knocks, and the "
            "turn moves on. Everyone then knows that this hand has none of the open values."
        ),
        (
            ChoiceQuestion(
                N_("You hold these tiles, and it is your turn. What may you do?"),
                (N_("place 1|6"), N_("knock, to keep 1|6 for later"), N_("either")),
                0,
                N_("1|6 matches the 1 that is open, so a tile must be placed; and it is the only one that can be."),
                parse_position("14 11@14 44@14 34@44"),
                (parse_hand("16 55 06"),),
            ),
            ChoiceQuestion(
                N_("You hold these tiles, and it is your turn. What may you do?"),
                (N_("place 0|6"), N_("place 5|6"), N_("knock")),
                2,
                N_(
                    "A 1 and a 3 are open, and you hold neither: you knock. The others may conclude that you have no 1 and no 3."
                ),
                parse_position("14 11@14 44@14 34@44"),
                (parse_hand("06 26 56"),),
            ),
        ),
    ),
    Lesson(
        "awards",
        N_("Awards"),
        N_(
            "If the count is a positive multiple of five, the pair of whoever placed gets just as many points. Zero and every "
            "other count bring nothing. The opening and the last tile of a hand count like all others."
        ),
        (
            _award("14"),
            _award("14 11@14"),
            _award("00"),
            _award("36 66@36"),
            _award(f"{_MOST} 03@00 35@03"),
            _award(f"{_MOST} 03@00 33@03"),
        ),
    ),
    Lesson(
        "deductions",
        N_("What is left costs points"),
        N_(
            "When somebody is out, or the round is blocked, the pips left in each hand are added up and rounded to the nearest "
            "five: 1 or 2 too many down, 3 or 4 up. That is taken from the hand's own pair, each hand by itself."
        ),
        (
            _hands("25"),
            _hands("26"),
            _hands("02"),
            _hands("12", "03"),
            ChoiceQuestion(
                N_("The round is blocked: all four have knocked in a row. What happens?"),
                (
                    N_("the pair with fewer pips gets points"),
                    N_("each hand is settled, nobody gets points for the block, and a draw decides who opens"),
                    N_("the deal is void and costs nothing"),
                ),
                1,
                N_(
                    "A block has no winner. After it a new neutral draw decides who opens; else whoever went out opens."
                ),
                parse_position("00 01@00 12@01 02@12 03@00 34@03 04@34 05@00 56@05 06@56"),
            ),
        ),
    ),
    Lesson(
        "winning",
        N_("Winning at once"),
        N_(
            "The first pair to reach 250 wins, and that is looked at right after every award. The round is then neither "
            "played on nor settled, whatever is left in the hands."
        ),
        (
            ChoiceQuestion(
                N_("NS have 240 points, and N has just placed 6|6. What happens?"),
                (
                    N_("the round is played to its end"),
                    N_("first the hands are settled, and NS may lose points again"),
                    N_("NS win at once"),
                ),
                2,
                N_("3 + 12 = 15, and 240 + 15 = 255. The match is over at once, and nothing is settled any more."),
                parse_position("36 66@36"),
            ),
            ChoiceQuestion(
                N_("EW have 245 points, and W has just placed 3|3. What happens?"),
                (N_("EW win at once"), N_("nothing: the round goes on")),
                1,
                N_(
                    "12 + 10 + 8 + 6 = 36, the greatest count there is. It is no multiple of five, so it brings nothing."
                ),
                parse_position(f"{_MOST} 03@00 33@03"),
            ),
        ),
    ),
)
