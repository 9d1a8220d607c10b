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
            "You score when the outer ends add up to 5, 10, 15 ... So they are added up after every tile. The "
            "first tile has two ends: its halves. A new tile covers an end, and its other half is the new end."
        ),
        (_count("14"), _count("14 34@14"), _count("14 34@14 13@34")),
    ),
    Lesson(
        "end-doubles",
        N_("Doubles at an end"),
        N_(
            "A double lies crosswise. At an end both its halves count: 6|6 counts 12. The first double of a "
            "round is called the spinner; lesson 4 tells what it is for."
        ),
        (_count("22"), _count("14 11@14"), _count("36 66@36"), _count("14 11@14 44@14")),
    ),
    Lesson(
        "inside-doubles",
        N_("Doubles inside"),
        N_(
            "A double with tiles on both sides no longer counts. The outer half of the tile behind it counts "
            "instead. A double with a tile on only one side is still an end."
        ),
        (_count(_LINE), _count("36 66@36 56@66"), _count(f"{_LINE} 33@34 03@33")),
    ),
    Lesson(
        "spinner",
        N_("The spinner and its four places"),
        N_(
            "The first double of a round is its only spinner. Tiles join it at four places, always in this "
            "order: first its two sides, then its two arms. Until both sides are taken it is an end, and both "
            "halves count: once, not once for each side."
        ),
        (
            ChoiceQuestion(
                N_("Which tile is the spinner?"),
                ("1|1", "4|4", N_("both doubles")),
                0,
                N_("1|1 was the first double of the round. Later doubles never branch."),
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
            "When both sides are taken the spinner no longer counts. Every arm with a tile has an outer end, and "
            "that counts like any other."
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
            "What counts and where a tile can go are two things. An arm without a tile is open, but counts "
            "nothing. A number with a plus, like +6, marks an end and what it counts; a ring marks an open place "
            "that counts nothing."
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
        N_("Playing and knocking"),
        N_(
            "If you can play a tile, you must; which one and where is up to you. You knock only if you cannot "
            "play; then it is the next player's turn. Everyone now knows that you have none of the open numbers."
        ),
        (
            ChoiceQuestion(
                N_("You hold these tiles, and it is your turn. What can you do?"),
                (N_("play 1|6"), N_("knock, to keep 1|6 for later"), N_("either")),
                0,
                N_("1|6 fits the open 1, so you must play; and no other tile fits."),
                parse_position("14 11@14 44@14 34@44"),
                (parse_hand("16 55 06"),),
            ),
            ChoiceQuestion(
                N_("You hold these tiles, and it is your turn. What can you do?"),
                (N_("play 0|6"), N_("play 5|6"), N_("knock, and play nothing")),
                2,
                N_(
                    "A 1 and a 3 are open, and you have neither: you knock. Now the others know that you have no "
                    "1 and no 3."
                ),
                parse_position("14 11@14 44@14 34@44"),
                (parse_hand("06 26 56"),),
            ),
        ),
    ),
    Lesson(
        "awards",
        N_("Scoring"),
        N_(
            "If the ends add up to 5, 10, 15, 20 ..., the pair that played the tile scores exactly that many "
            "points. 0 and every other count score nothing. The opening and the last tile of a hand count like "
            "any other."
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
            "When somebody goes out, or nobody can play, every hand left costs its own pair points, the "
            "partner's hand too. Its pips are rounded to the nearest five: 1 or 2 over rounds down, 3 or 4 over "
            "rounds up. Each hand by itself."
        ),
        (
            _hands("25"),
            _hands("26"),
            _hands("02"),
            _hands("12", "03"),
            ChoiceQuestion(
                N_("The round is blocked: nobody can play, and all four have knocked. What happens?"),
                (
                    N_("the pair with fewer pips gets points"),
                    N_("every hand costs its own pair points, nobody gets any, and a draw decides who opens"),
                    N_("the round does not count"),
                ),
                1,
                N_("Nobody wins a blocked round. A new draw decides who opens next; otherwise it is whoever went out."),
                parse_position("00 01@00 12@01 02@12 03@00 34@03 04@34 05@00 56@05 06@56"),
            ),
        ),
    ),
    Lesson(
        "winning",
        N_("Winning at once"),
        N_(
            "The first pair to have at least 250 points wins, and this is checked after every score. The match "
            "is then over at once: what is left in the hands costs nothing."
        ),
        (
            ChoiceQuestion(
                N_("NS have 240 points, and N plays 6|6. What happens?"),
                (
                    N_("the round is played to its end"),
                    N_("first the hands are counted, and NS may lose points again"),
                    N_("NS win at once"),
                ),
                2,
                N_("3 + 12 = 15, and 240 + 15 = 255. NS have won at once, and no hand costs anything."),
                parse_position("36 66@36"),
            ),
            ChoiceQuestion(
                N_("EW have 245 points, and W plays 3|3. What happens?"),
                (N_("EW win at once"), N_("nothing: the round goes on")),
                1,
                N_("12 + 10 + 8 + 6 = 36, the greatest count there is. It is not a multiple of five: no points."),
                parse_position(f"{_MOST} 03@00 33@03"),
            ),
        ),
    ),
)
