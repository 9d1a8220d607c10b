"""How what happens is told: as at a domino table, in whole sentences where there is room, and never two numbers as one."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest
from rich.cells import cell_len

from help.playing import players
from sevenrocks.engine.actions import Passed, Placed
from sevenrocks.engine.seats import BySeat, Seat
from sevenrocks.engine.tiles import Tile
from sevenrocks.i18n import LANGUAGES, _, speak
from sevenrocks.notation import parse_position
from sevenrocks.telling.sentences import event_words, knocked_words, knocks_words, worth_words
from sevenrocks.tui.widgets.seats_bar import SeatsBar
from sevenrocks.tui.widgets.track import ScoreTrack, pairs_named

if TYPE_CHECKING:
    from sevenrocks.engine.view import PublicView

TABLE = BySeat(players("Anna", "Bartek", "Clara", "Dieter"))

# ---- plays

SIDES = {
    "en": ["on 5|5, side 1", "on 5|5, side 2", "on 5|5, arm 1", "on 0|5"],
    "de": ["an 5|5, Seite 1", "an 5|5, Seite 2", "an 5|5, Arm 1", "an 0|5"],
    "pl": ["do 5|5 (bok 1)", "do 5|5 (bok 2)", "do 5|5 (ramię 1)", "do 0|5"],
}
"""Where four tiles are played: on the spinner, and on another tile."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_place_goes_by_the_tile_that_it_is_on(language: str) -> None:
    speak(language)
    layout = parse_position("55 05@55 25@55 35@55 01@05")
    told = [
        event_words(TABLE, layout, Placed(Seat.N, joint.tile, joint.host, layout.count, 0))
        for joint in layout.joints
        if joint.host is not None
    ]
    assert [
        words.partition(f"{joint.tile.low}|{joint.tile.high} ")[2]
        for words, joint in zip(told, layout.joints[1:], strict=True)
    ] == SIDES[language]


def test_points_are_told_and_none_are_told_where_there_are_none() -> None:
    layout = parse_position("55")
    assert event_words(TABLE, layout, Placed(Seat.N, Tile(5, 5), None, 10, 10)) == "Anna opens with 5|5: 10 points"
    assert worth_words(10) == "10 is a multiple of 5: 10 points."
    assert worth_words(16) == "16 is not a multiple of 5: no points."
    assert worth_words(0) == "The ends add up to 0: no points."


# ---- what a seat lacks

LACKS = {
    "en": ("no 2, no 4", "no 0, no 4, no 6", "no 0, 4, 6", "no 0 4 6", "knocks (no 2)", "nobody can play: no 2, no 3"),
    "de": (
        "keine 2, keine 4",
        "keine 0, keine 4, keine 6",
        "ohne 0, 4, 6",
        "ohne 0 4 6",
        "klopft: keine 2",
        "niemand kann anlegen: keine 2, keine 3",
    ),
    "pl": (
        "nie ma 2 ani 4",
        "nie ma 0, 4 ani 6",
        "bez 0, 4, 6",
        "bez 0 4 6",
        "puka: nie ma 2",
        "nikt nie może dołożyć: nie ma 2 ani 3",
    ),
}
"""Two numbers and three at length, three in short and shorter, a knock, and four knocks in a row."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_seat_lacks_is_told_number_by_number_and_never_as_one(language: str) -> None:
    speak(language)
    two, three, brief, briefest, knock, blocked = LACKS[language]
    assert (knocked_words((2, 4)), knocked_words((0, 4, 6)), knocked_words(())) == (two, three, "")
    assert knocked_words((0, 4, 6), len(three)) == three
    assert knocked_words((0, 4, 6), len(three) - 1) == brief
    assert knocked_words((0, 4, 6), len(brief) - 1) == briefest
    assert not re.search(r"\d\d", knocked_words(tuple(range(7)), 0))
    assert knocks_words(TABLE, [Passed(Seat.E, (2,))]) == f"Bartek {knock}"
    assert knocks_words(TABLE, [Passed(seat, (2, 3)) for seat in Seat]) == blocked
    assert len(blocked) < 40


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_row_of_the_others_has_room_for_all_that_they_lack(language: str) -> None:
    speak(language)
    lacking = BySeat([(), (0, 1, 2, 3, 5), (2, 4), (0, 3, 4, 6)])
    view = SimpleNamespace(turn=Seat.E, knocked_on=lacking, hand_sizes=BySeat([7, 1, 3, 2]))
    bar = SeatsBar()
    bar.show(cast("PublicView", view), TABLE, Seat.N)
    (row,) = bar.pieces(80, 1)
    text = "".join(told for told, _role in row)
    assert cell_len(text) == 80
    for name in ("Bartek", "Clara", "Dieter"):
        assert f"{name} (" in text, text
    assert [re.findall(r"\d", told)[1:] for told in re.split(r"\(", text)[1:]] == [
        [*"01235"],
        [*"24"],
        [*"0346"],
    ], text


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_left_to_win_is_told_in_words_in_the_narrowest_window(language: str) -> None:
    speak(language)
    track = ScoreTrack(pairs_named(TABLE), 250)
    for row in track.pieces(80, 2):
        told = "".join(text for text, _role in row)
        assert cell_len(told) == 80
        assert _("{n} to go").format(n=250) in told
