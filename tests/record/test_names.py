"""The door for names: what passes can be drawn literally on one line, and two players can be told apart."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections import namedtuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from help.effort import cases
from sevenrocks.engine.errors import NotationError
from sevenrocks.lookalikes import lookalikes
from sevenrocks.names import (
    MAX_CELLS,
    MAX_WORDS,
    check_distinct,
    check_unlike,
    look_alike,
    name_within,
    parse_name,
    parse_words,
    person_name,
    same_name,
)
from sevenrocks.seating import bot_names

JOINER = "\u200d"
random_tests = settings(max_examples=cases(80, 20_000))


def _why_not(text: str) -> str:
    """Why this is no name: in one line that can be shown as it is."""
    with pytest.raises(NotationError) as caught:
        parse_name(text)
    message = str(caught.value)
    assert message.isprintable(), ascii(message)
    return message


HIDDEN = "a name cannot hold control or invisible characters"
TOO_LONG = "a name has at most 16 columns"
NO_LETTER = "a name needs at least one letter"
STACKED = "a name cannot stack that many marks on a letter"

PASSED = {
    # plain names
    "Anna": "Anna",
    "x": "x",
    "Jean-Luc O'Neil": "Jean-Luc O'Neil",
    "7": "7",
    "x" * 16: "x" * 16,
    # spaces are trimmed and joined, whatever kind they are
    "  Anna  ": "Anna",
    "Anna   Maria": "Anna Maria",
    "\u00a0Anna\u2003Maria\u3000": "Anna Maria",
    " " * 180 + "Anna": "Anna",
    # markup is a text like any other
    "[b]x[/b]": "[b]x[/b]",
    "[/]": "[/]",
    "[link=x]a": "[link=x]a",
    "[@click=x]a[/]": "[@click=x]a[/]",
    "\\[b]": "\\[b]",
    "$text": "$text",
    "{0} %s": "{0} %s",
    "<b>&amp;": "<b>&amp;",
    # one form for one name
    "A\u030angstro\u0308m": "\u00c5ngstr\u00f6m",
    "\u212bngstr\u00f6m": "\u00c5ngstr\u00f6m",
    "\u1112\u1161\u11ab": "\ud55c",
    # up to four marks on a letter
    "q\u0301": "q\u0301",
    "q\u0301\u0302\u0303\u0304": "q\u0301\u0302\u0303\u0304",
    "q\u0301\u0302\u0303\u0304" * 16: "q\u0301\u0302\u0303\u0304" * 16,
    # other scripts, wide ones, and those that run from right to left
    "\u017b\u00f3\u0142w": "\u017b\u00f3\u0142w",
    "\u65e5\u672c\u8a9e": "\u65e5\u672c\u8a9e",
    "\u65e5" * 8: "\u65e5" * 8,
    "\u05e9\u05dc\u05d5\u05dd": "\u05e9\u05dc\u05d5\u05dd",
    "\u0928\u092e\u0938\u094d\u0924\u0947": "\u0928\u092e\u0938\u094d\u0924\u0947",
    # pictures: a skin tone, a flag, a keycap, a family that is one picture by its joiners
    "\U0001f44d\U0001f3fd": "\U0001f44d\U0001f3fd",
    "\U0001f1f5\U0001f1f1": "\U0001f1f5\U0001f1f1",
    "7\ufe0f\u20e3": "7\ufe0f\u20e3",
    "\u2764\ufe0f": "\u2764\ufe0f",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467": "\U0001f469\u200d\U0001f469\u200d\U0001f467",
    "\U0001f469\U0001f3fd\u200d\U0001f680": "\U0001f469\U0001f3fd\u200d\U0001f680",
    "\u2764\ufe0f\u200d\U0001f525": "\u2764\ufe0f\u200d\U0001f525",
}

REFUSED = {
    # nothing to see
    "": NO_LETTER,
    "   ": NO_LETTER,
    "\u00a0\u3000": NO_LETTER,
    "\u0301": NO_LETTER,
    " \u0301": NO_LETTER,
    "\u0301\u0302a": NO_LETTER,
    "\u200d": NO_LETTER,
    "\u200da": NO_LETTER,
    "a\u200d": NO_LETTER,
    # controls, with which a name would steer the terminal
    "\x1b[31mAnna": HIDDEN,
    "Anna\x1b": HIDDEN,
    "\x1b]0;title\x07": HIDDEN,
    "An\x00na": HIDDEN,
    "An\x08na": HIDDEN,
    "An\x7fna": HIDDEN,
    "An\x9b31mna": HIDDEN,
    "\x90Anna\x9c": HIDDEN,
    # what turns a line round, or cannot be seen
    "\u202eannA": HIDDEN,
    "Anna\u202c": HIDDEN,
    "\u2066Anna\u2069": HIDDEN,
    "Anna\u200e": HIDDEN,
    "\u061cAnna": HIDDEN,
    "An\u200bna": HIDDEN,
    "An\u200cna": HIDDEN,
    "An\u00adna": HIDDEN,
    "\ufeffAnna": HIDDEN,
    "An\u2060na": HIDDEN,
    "\U0001f3f4\U000e0067\U000e0062\U000e007f": HIDDEN,
    "Anna\ue000": HIDDEN,
    "Anna\U000f0000": HIDDEN,
    "Anna\uffff": HIDDEN,
    "Anna\u0378": HIDDEN,
    "Anna\ud800": HIDDEN,
    # more than fits
    "x" * 17: TOO_LONG,
    "\u65e5" * 8 + "x": TOO_LONG,
    "\U0001f44d" * 9: TOO_LONG,
    "x" * 10_000: TOO_LONG,
    " " * 10_000: TOO_LONG,
    "\u0301" * 10_000: TOO_LONG,
    "\x1b" * 10_000: TOO_LONG,
    # marks one on the other, of which some only come with the form
    "q\u0301\u0302\u0303\u0304\u0305": STACKED,
    "Ann" + "q" + "\u0301" * 100: STACKED,
    "q\u0344\u0344\u0344": STACKED,
}


@pytest.mark.parametrize("text", PASSED, ids=ascii)
def test_these_names_pass(text: str) -> None:
    assert parse_name(text) == PASSED[text]


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: ascii(text[:20]))
def test_these_names_are_refused_in_words(text: str) -> None:
    assert _why_not(text) == REFUSED[text]


@pytest.mark.parametrize(
    "control", ["\n", "\r", "\r\n", "\t", "\v", "\f", "\x1c", "\x1f", "\x85", "\u2028", "\u2029"], ids=ascii
)
def test_line_breaks_and_other_controls_are_no_spaces(control: str) -> None:
    assert _why_not(f"An{control}na") == HIDDEN


@pytest.mark.parametrize(
    "text",
    [
        "An\u200dna",
        "An\u200d\u200dna",
        "\u0928\u200dA",
        "7\u200d7",
        "\U0001f469\u200dA",
        "A\u200d\U0001f469",
        "\U0001f469\u200d\u200d\U0001f680",
    ],
    ids=ascii,
)
def test_a_joiner_stands_between_pictures_only(text: str) -> None:
    assert _why_not(text) == HIDDEN


@pytest.mark.parametrize("letter", ["a", "\U0001f469"], ids=ascii)
def test_joiners_hide_no_columns(letter: str) -> None:
    # A terminal that does not join draws all of them.
    _why_not(JOINER.join([letter] * 90))


def test_joiners_do_not_lift_the_bound_on_marks() -> None:
    _why_not("q" + f"\u0301\u0302\u0303\u0304{JOINER}" * 20 + "q")


# Letters and marks by their category that leave nothing on the screen: fillers, a blank pattern, invisible vowels, the
# joiner of graphemes, selectors of variants without anything that has variants.
BLANK = ("\u115f", "\u1160", "\u3164", "\uffa0", "\u2800", "\u115f\u1160", "\u2800\u2800", "\u3164 \u3164")
UNSEEN = (
    "\u034f",
    "\u115f",
    "\u1160",
    "\u17b4",
    "\u17b5",
    "\u180b",
    "\u3164",
    "\uffa0",
    "\ufe00",
    "\ufe0f",
    "\U000e0100",
)


@pytest.mark.parametrize("text", BLANK, ids=ascii)
def test_a_blank_is_no_name(text: str) -> None:
    _why_not(text)


@pytest.mark.parametrize("unseen", UNSEEN, ids=ascii)
def test_two_names_that_look_the_same_cannot_sit_at_a_table(unseen: str) -> None:
    try:
        name = parse_name(f"An{unseen}na")
    except NotationError:
        return  # To refuse it is an answer too.
    assert same_name(name, "Anna")


LIKELY_NAMES = st.text(st.sampled_from("aA7 -'\u0301\u00e9\u0141\u65e5\U0001f469"), min_size=1, max_size=8)

ANY_TEXT = (
    LIKELY_NAMES
    | st.text()
    | st.text(
        st.sampled_from(
            "aA7 \u0301\u0308\u0344\u0323\u200d\ufe0f\u20e3\u65e5\U0001f469\U0001f3fd\U0001f1f5[/]\t\x1b\u202e\u3000\ufb01\u1112\u1161"
        ),
        max_size=200,
    )
)


@pytest.mark.untraced
@random_tests
@given(ANY_TEXT)
def test_what_passes_can_be_drawn_on_one_line(text: str) -> None:
    try:
        name = parse_name(text)
    except NotationError as error:
        message = str(error)
        name = ""
    else:
        message = ""
    assert message.isprintable()
    assume(name)
    assert name.replace(JOINER, "").isprintable()
    assert 0 < cell_len(name) <= MAX_CELLS
    assert name.split() == name.split(" ")
    assert unicodedata.is_normalized("NFC", name)
    assert parse_name(name) == name
    assert same_name(name, name)
    assert look_alike(name, name)


@given(st.text(), st.text())
def test_names_are_the_same_both_ways_round(name: str, other: str) -> None:
    assert same_name(name, other) == same_name(other, name)
    assert look_alike(name, other) == look_alike(other, name)
    assert look_alike(name, other) or not same_name(name, other)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Anna", "Anna"),
        ("Anna", "ANNA"),
        ("Anna", "aNNa"),
        ("\u0141ukasz", "\u0142UKASZ"),
        ("Stra\u00dfe", "STRASSE"),
        ("Stra\u00dfe", "STRA\u1e9eE"),
        ("\u03a3\u03af\u03c3\u03c5\u03c6\u03bf\u03c2", "\u03a3\u038a\u03a3\u03a5\u03a6\u039f\u03a3"),
        ("Anna", "\uff21\uff2e\uff2e\uff21"),
        ("fin", "\ufb01n"),
        ("X2", "x\u00b2"),
        ("\u00c5sa", "A\u030asa"),
        ("\u00c5sa", "\u212bsa"),
        ("Anna Maria", "  anna \u00a0 maria "),
    ],
    ids=ascii,
)
def test_names_that_differ_in_case_space_or_form_alone_are_the_same(name: str, other: str) -> None:
    assert same_name(parse_name(name), parse_name(other))
    with pytest.raises(NotationError, match=r"^two players are called "):
        check_distinct(map(parse_name, ("Zoe", name, "Bart", other)))


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Anna", "Anne"),
        ("Anna", "An na"),
        ("Anna", "\u00c4nna"),
        ("Anna", "Anna 2"),
        ("\u0142", "l"),
        ("0", "O"),
        ("[b]", "b"),
    ],
    ids=ascii,
)
def test_names_that_differ_otherwise_are_not_the_same(name: str, other: str) -> None:
    assert not same_name(name, other)
    check_distinct((name, other, "Zoe"))


@pytest.mark.parametrize(
    ("name", "other"),
    [
        # letters of Cyrillic, Greek, Armenian, Hebrew, and full-width ones
        ("Anna", "\u0410nna"),
        ("Anna", "Ann\u0430"),
        ("Heinka", "\u041d\u0435inka"),
        ("Zoe", "\u0396oe"),
        ("Tom", "\u03a4om"),
        ("Ona", "\u0555na"),
        ("Ivo", "\u05d5v\u05e1"),
        ("Anna", "\uff21\uff4e\uff4e\uff21"),
        # with an accent; and where one looks like the other in small letters alone, or in capitals alone
        ("\u00c5sa", "\u0410\u030asa"),
        ("\u0410NNA L", "anna l"),
        ("nico", "NI\u0421O"),
        # digits and letters
        ("J0", "JO"),
        ("Ilka", "llka"),
        ("Bo1", "Bol"),
        ("R2D2", "R\u01a7D\u01a7"),
        # spaces, hyphens, apostrophes
        ("Anna", "An na"),
        ("Jo Ann", "JoAnn"),
        ("Jo-Ann", "Jo\u2013Ann"),
        ("O'Neil", "O\u2019Neil"),
        ("O'Neil", "o\u02bcneil"),
    ],
    ids=ascii,
)
def test_names_that_the_eye_takes_for_one_another_do_not_sit_down_together(name: str, other: str) -> None:
    name, other = parse_name(name), parse_name(other)
    assert look_alike(name, other)
    with pytest.raises(NotationError) as caught:
        check_unlike(["Bart", name, "Kim", other])
    same = f"two players are called {other}"
    assert str(caught.value) == (same if same_name(name, other) else f"these two names look alike: {name} and {other}")


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Anna", "Anne"),
        ("Anna", "Hanna"),
        ("Anna", "\u00c4nna"),
        ("Anna", "Anna 2"),
        ("\u0141ukasz", "Lukasz"),
        ("Ida", "Lda"),
        ("Ian", "Lan"),
        ("Arno", "Amo"),
        ("Ewa", "\u0415\u0432\u0430"),
        ("Jo-Ann", "Jo Ann"),
        ("\u65e5", "\u66f0"),
    ],
    ids=ascii,
)
def test_names_that_the_eye_tells_apart_may_sit_down_together(name: str, other: str) -> None:
    assert not look_alike(name, other)
    check_unlike([name, other])


def test_one_character_stands_for_all_that_look_like_it() -> None:
    table = lookalikes()
    assert not table.keys() & set(table.values())
    cyrillic, greek = (
        "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425",
        "\u0391\u0392\u0395\u0396\u0397\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a7",
    )
    assert cyrillic.translate(table) == "ABEKMHOPCTX"
    assert greek.translate(table) == "ABEZHKMNOPTX"
    assert all(chr(other).isprintable() and chr(first).isprintable() for other, first in table.items())


def test_a_bot_gets_a_name_that_looks_like_no_other() -> None:
    assert next(bot_names(["Anna"])) == "Bartek"
    assert next(bot_names(["Anna", "B\u0430rtek", "C 1ara"])) == "Dieter"


def test_names_that_the_eye_takes_for_one_another_may_stand_in_records() -> None:
    # Older versions have seated them.
    check_distinct(["Anna", "\u0410nna", "An na", "J0", "JO"])


def test_the_name_that_two_players_have_is_told() -> None:
    with pytest.raises(NotationError) as caught:
        check_distinct(["Anna", "Bart", "Clara", "anna"])
    assert str(caught.value) == "two players are called anna"
    check_distinct([])
    check_distinct(["Anna"])


def test_words_of_a_player_fit_one_line() -> None:
    assert parse_words("  to   be\u3000or ") == "to be or"
    assert parse_words("") == ""
    assert parse_words("x" * MAX_WORDS) == "x" * MAX_WORDS
    with pytest.raises(NotationError, match="at most 60 characters"):
        parse_words("x" * (MAX_WORDS + 1))
    for text in ("a\x1b[2J", "a\u202eb", "a\u200bb", "a\nb", "a\udcffb"):
        with pytest.raises(NotationError, match="control or invisible"):
            parse_words(text)


def test_words_of_a_player_stack_no_marks() -> None:
    for text in ("\u0301a", "a" + "\u0301" * 6, "\u1161"):
        with pytest.raises(NotationError, match="stack that many marks"):
            parse_words(text)
    assert parse_words("a\u0323\u0301") == "\u1ea1\u0301"


@pytest.mark.parametrize("text", ["\u1161>", "\U0001f3fdx"])
def test_a_name_begins_with_something_that_has_a_width(text: str) -> None:
    with pytest.raises(NotationError):
        parse_name(text)


# ---- what the system calls its user

User = namedtuple("User", "pw_name pw_gecos pw_uid")  # noqa: PYI024, as the system's own is

CALLED = {
    "the first word of the full name": (User("anowak", "Anna Nowak,Room 3,,", 1000), "Anna"),
    "a full name of one word": (User("x", "Żaneta", 1000), "Żaneta"),
    "the sign for the login name": (User("anna", "&", 1000), "Anna"),
    "no full name": (User("anowak", "", 1000), "anowak"),
    "a full name of commas": (User("anowak", ",,,", 1000), "anowak"),
    "a long word": (User("x", "Maximiliane-Friederike Meier", 1000), "Maximiliane-Frie"),
    "a wide word": (User("x", "名" * 20, 1000), "名" * 8),
    "what could steer the terminal": (User("x", "\x1b[2JAnna\u202e Nowak", 1000), "[2JAnna"),
    "bytes that are no text": (User("x", "\udcffAnna", 1000), "Anna"),
    "marks alone, so the login name": (User("anowak", "\u0301\u0301", 1000), "anowak"),
    "root": (User("root", "Anna", 0), "Guest"),
    "nothing": (User("", "", 1000), "Guest"),
    "nobody whom the system knows": (None, "Guest"),
}


@pytest.mark.parametrize(("user", "called"), CALLED.values(), ids=CALLED)
@pytest.mark.skipif(os.name != "posix", reason="elsewhere there is no such entry")
def test_a_person_is_called_what_the_system_calls_its_user(
    monkeypatch: pytest.MonkeyPatch, user: User | None, called: str
) -> None:
    def entry(_uid: int) -> User:
        if user is None:
            raise KeyError(_uid)
        return user

    monkeypatch.setattr("pwd.getpwuid", entry)
    assert person_name() == called
    assert parse_name(called) == called
    assert called not in {*bot_names([called])}


def test_where_there_is_no_such_entry_the_environment_tells_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pwd", None)
    monkeypatch.setenv("USERNAME", "Anna")
    assert person_name() == "Anna"
    monkeypatch.delenv("USERNAME")
    assert person_name() == "Guest"


@given(st.text())
@random_tests
def test_whatever_the_system_says_becomes_a_name_or_none(text: str) -> None:
    name = name_within(text)
    assert not name or parse_name(name) == name
