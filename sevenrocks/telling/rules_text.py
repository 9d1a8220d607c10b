"""The rules in our own words, with worked positions, for every face."""

from __future__ import annotations

from sevenrocks.i18n import N_

HEADING, TEXT, POSITION = "heading", "text", "position"

DRAWN = N_("How the table is drawn")
"""The heading of the part that is about the drawing alone, the last one."""

RULES: tuple[tuple[str, str], ...] = (
    (HEADING, N_("The goal")),
    (
        TEXT,
        N_(
            "Four players sit in two fixed partnerships. Partners sit opposite each other and share one score; turns go "
            "clockwise. Whoever plays a tile scores for the pair when the ends of the layout add up to a multiple of "
            "five. The first pair with at least 250 points wins."
        ),
    ),
    (HEADING, N_("Who opens")),
    (
        TEXT,
        N_(
            "Before the first round a neutral draw decides: everyone draws a face-down tile from a full set. The most pips "
            "opens; ties draw again. This draw is separate: the tiles you are dealt do not decide who opens. The opener may "
            "play any tile. After that, whoever went out opens the next round; after a blocked round there is a new draw."
        ),
    ),
    (HEADING, N_("The deal")),
    (
        TEXT,
        N_(
            "A double-six set has 28 tiles. All of them are shuffled face down and dealt, seven to each player; nothing "
            "is left over and nothing is drawn later. Your tiles stay hidden from everyone, your partner included."
        ),
    ),
    (HEADING, N_("Playing a tile")),
    (
        TEXT,
        N_(
            "A tile joins an open place with a half of the same value; its other half usually becomes the new outer end. "
            "If you can play a tile you must, though you may choose which and where. If you cannot, you knock, or pass; "
            "then it is the next player's turn."
        ),
    ),
    (
        TEXT,
        N_(
            "Doubles lie crosswise. A double at an outer end counts both its halves, until another tile goes on from it; "
            "then it lies inside and no longer counts."
        ),
    ),
    (POSITION, "14 11@14 44@14"),
    (POSITION, "14 11@14 44@14 34@44"),
    (HEADING, N_("The spinner")),
    (
        TEXT,
        N_(
            "The first double of a round, an opening one included, is the round's only spinner. It has four places: first "
            "its two sides, and only when both are taken its two arms. Later doubles never branch."
        ),
    ),
    (
        TEXT,
        N_(
            "Until both sides are taken, the spinner is an end like any double there, and counts both halves: once, not "
            "once for each side. When both are taken it no longer counts. An arm without a tile is a place for one, but "
            "counts nothing; every line and arm that has a tile has one outer end that counts."
        ),
    ),
    (POSITION, "22"),
    (POSITION, "55"),
    (POSITION, "55 05@55"),
    (POSITION, "55 05@55 25@55"),
    (POSITION, "55 05@55 25@55 35@55"),
    (POSITION, "14 11@14 44@14 34@44 12@11"),
    (POSITION, "14 11@14 44@14 34@44 12@11 15@11"),
    (POSITION, "14 11@14 44@14 34@44 12@11 15@11 55@15 05@55"),
    (POSITION, "14 11@14 44@14 34@44 12@11 15@11 55@15 05@55 13@11"),
    (HEADING, N_("Scoring")),
    (
        TEXT,
        N_(
            "After every tile, the opening and a player's last one included, the outer ends are added up. 5, 10, 15 and "
            "every other positive multiple of five scores exactly that many points for the pair that played the tile; 0 "
            "and every other sum score nothing. What counts are the ends, not the places where a tile can go."
        ),
    ),
    (
        TEXT,
        N_(
            "Points are marked at once, as they are, on a cribbage board or on paper: a hole is five points. No layout "
            "counts more than 36, which is not a multiple of five; so one tile scores 35 at most."
        ),
    ),
    (POSITION, "14"),
    (POSITION, "14 11@14"),
    (POSITION, "36 66@36"),
    (POSITION, "00"),
    (HEADING, N_("The end of a round")),
    (
        TEXT,
        N_(
            "A round ends at once when somebody goes out, that is, plays the last tile of a hand, though the partner may "
            "still hold tiles; or when it is blocked: all four in a row cannot play. Nobody wins a blocked round, and "
            "ending a round brings no points of its own."
        ),
    ),
    (
        TEXT,
        N_(
            "Either way every hand left costs its own pair points: its pips are added up and rounded to the "
            "nearest multiple of five. 1 or 2 over rounds down, 3 or 4 over rounds up. Whoever went out has an "
            "empty hand, which costs nothing; the partner's hand costs their pair like any other. Partners' "
            "hands are never added before rounding: 3 and 3 cost 5 and 5, not 5."
        ),
    ),
    (HEADING, N_("Winning")),
    (
        TEXT,
        N_(
            "The target is checked after every score. The first pair to reach or exceed 250 wins at once: the round is not "
            "played on, and no hand costs anything. Only one pair scores at a time, so there is never a tie at the top."
        ),
    ),
    (HEADING, N_("What these rules rest on")),
    (
        TEXT,
        N_(
            "Source: the Polish and German rules of Seven Rocks, which follow the form described by Pagat. They leave the "
            "manner of the neutral draw open; drawing tiles for most pips is our choice. We have added three things that "
            "follow from them but are not written there: the spinner at an end counts its halves once and not once for each "
            "side, your tiles are hidden from your partner too, and a score can fall below zero."
        ),
    ),
    (HEADING, DRAWN),
    (
        TEXT,
        N_(
            "A number with a plus, like +6, stands at every end that counts and tells what it counts. A ring marks an open "
            "place that counts nothing. The spinner has an outline of its own, and the tile played last a star in its bar."
        ),
    ),
)

_MOST = "00 06@00 66@06 05@00 55@05 04@00 44@04 03@00"

ARGUED: tuple[tuple[str, str], ...] = (
    (N_("An opening double counts its two halves once: 5|5 opens for 10."), "55"),
    (N_("The spinner with one side taken still counts both halves."), "55 05@55"),
    (N_("With both sides taken the spinner counts nothing."), "55 05@55 25@55"),
    (N_("An arm without a tile counts nothing, though a tile can go there."), "14 11@14 44@14 34@44 12@11"),
    (N_("A count of 35 scores 35 points."), f"{_MOST} 35@03"),
    (N_("A count of 36, the greatest there is, scores nothing."), f"{_MOST} 33@03"),
    (
        N_(
            "Each hand is rounded by itself, the partner's as well: 3 and 3 cost 5 and 5. A hand of 1 or 2 pips costs nothing."
        ),
        "",
    ),
    (N_("A blocked round brings nobody any points, and going out brings none either."), ""),
    (N_("After a blocked round a new draw decides who opens; otherwise whoever went out opens."), ""),
)
"""What families argue about: a sentence each, and the position that it is about, where there is one."""
