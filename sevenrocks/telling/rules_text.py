"""The rules in our own words, with worked positions, for every face."""

from __future__ import annotations

from sevenrocks.i18n import N_

HEADING, TEXT, POSITION = "heading", "text", "position"

DRAWN = N_("How the table is drawn")
"""The heading of the part that is about the drawing alone, and about where the rules come from."""

RULES: tuple[tuple[str, str], ...] = (
    (HEADING, N_("The goal")),
    (
        TEXT,
        N_(
            "Four players sit in two fixed partnerships. Partners sit opposite each other and share one score; turns go "
            "clockwise. Whoever places a tile scores for the pair when the ends of the layout add up to a multiple of "
            "five. The first pair with 250 points wins."
        ),
    ),
    (HEADING, N_("The deal")),
    (
        TEXT,
        N_(
            "A double-six set has 28 tiles. All of them are shuffled face down and dealt, seven to each player; nothing "
            "is left over and nothing is drawn. Your tiles stay hidden from everyone, your partner included."
        ),
    ),
    (HEADING, N_("Who opens")),
    (
        TEXT,
        N_(
            "Before the first round a neutral draw decides: everyone draws a face-down tile of a whole set, and most pips "
            "opens; those who tie draw again. What was dealt gives nobody the right to open. The opener may play any "
            "tile. After that, whoever went out opens the next round; after a blocked round there is a new draw."
        ),
    ),
    (HEADING, N_("Placing a tile")),
    (
        TEXT,
        N_(
            "A tile joins an open place with a half of the same value; its other half becomes the new outer end. "
            "If you can place a tile you must, though you may choose which and where. If you cannot, you knock, and the "
            "turn moves on."
        ),
    ),
    (
        TEXT,
        N_(
            "Doubles lie crosswise. A double at an outer end counts both its halves, until another tile goes on from it; "
            "then it lies inside and counts nothing."
        ),
    ),
    (POSITION, "14 11@14 44@14"),
    (POSITION, "14 11@14 44@14 34@44"),
    (HEADING, N_("The spinner")),
    (
        TEXT,
        N_(
            "The first double of a round, an opening one included, is the round's only spinner. It has four places: first "
            "the two straight sides, and only when both are taken the two side arms. Later doubles never branch."
        ),
    ),
    (
        TEXT,
        N_(
            "Until both sides are taken, the spinner is an end like any double there, and counts both halves: once, not "
            "once for each side. When both are taken it counts nothing. An arm that nobody has begun is a place for a "
            "tile, but it counts nothing; every line and arm that has been begun has one outer end that counts."
        ),
    ),
    (POSITION, "22"),
    (POSITION, "14 11@14 44@14 34@44 12@11"),
    (POSITION, "14 11@14 44@14 34@44 12@11 15@11"),
    (POSITION, "14 11@14 44@14 34@44 12@11 15@11 55@15 05@55"),
    (POSITION, "14 11@14 44@14 34@44 12@11 15@11 55@15 05@55 13@11"),
    (HEADING, N_("Awards")),
    (
        TEXT,
        N_(
            "After every placement, the opening and a player's last tile included, the outer ends are added up. A positive "
            "multiple of five gives exactly that many points to the pair of the player who placed; zero and every other "
            "sum give nothing. What counts are the ends, not the places where a tile may go."
        ),
    ),
    (POSITION, "14"),
    (POSITION, "14 11@14"),
    (POSITION, "36 66@36"),
    (POSITION, "00"),
    (
        TEXT,
        N_("No layout counts more than 36, which is no multiple of five; so the greatest award is 35."),
    ),
    (HEADING, N_("The end of a round")),
    (
        TEXT,
        N_(
            "A round ends at once when somebody places the last tile of a hand, though the partner may still hold tiles; "
            "or when it is blocked, because all four in a row cannot place. Nobody wins a blocked round, and ending a "
            "round brings no points of its own."
        ),
    ),
    (
        TEXT,
        N_(
            "Either way the pips left in each hand are added up and rounded to the nearest multiple of five: 1 or 2 too "
            "many down, 3 or 4 up. Each hand's figure is taken from its own pair, hand by hand. Partners' hands are never "
            "added before rounding: 3 and 3 lose 5 and 5, not 5. A score can fall below zero."
        ),
    ),
    (HEADING, N_("Winning")),
    (
        TEXT,
        N_(
            "The target is checked right after every award. The first pair to reach 250 wins at once: the round is neither "
            "played on nor settled. Only one pair scores at a time, so there is never a tie at the top."
        ),
    ),
    (HEADING, DRAWN),
    (
        TEXT,
        N_(
            "A number in brackets stands at every end that counts. A ring marks a place where a tile may go that counts "
            "nothing. The spinner has an outline of its own, and the tile placed last a star in its bar."
        ),
    ),
    (
        TEXT,
        N_(
            "Source: the Polish and German rules of Seven Rocks, which follow the form described by Pagat. They leave the "
            "manner of the neutral draw open; drawing tiles for most pips is our choice."
        ),
    ),
)

_MOST = "00 06@00 66@06 05@00 55@05 04@00 44@04 03@00"

ARGUED: tuple[tuple[str, str], ...] = (
    (N_("An opening double counts its two halves once: 5|5 opens for 10."), "55"),
    (N_("The spinner with one side taken still counts both halves."), "55 05@55"),
    (N_("With both sides taken the spinner counts nothing."), "55 05@55 25@55"),
    (N_("An arm that nobody has begun counts nothing, though a tile may go there."), "14 11@14 44@14 34@44 12@11"),
    (N_("A count of 35 is worth 35 points."), f"{_MOST} 35@03"),
    (N_("A count of 36, the greatest there is, is worth nothing."), f"{_MOST} 33@03"),
    (
        N_(
            "Each hand is rounded by itself, the partner's as well: 3 and 3 cost 5 and 5. A hand of 1 or 2 pips costs nothing."
        ),
        "",
    ),
    (N_("A block brings nobody any points, and going out brings none either."), ""),
    (N_("After a block a new draw decides who opens; else whoever went out opens."), ""),
)
"""What families argue about: a sentence each, and the position that it is about, where there is one."""
