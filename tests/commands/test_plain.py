"""The game in lines: whole matches through the real program, in each language, without a code for the screen."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from help.chosen import chosen
from help.effort import LONG
from help.lines import LinePlayer, record_in
from help.terminal import COVER, seat_asked, settings, terminal
from sevenrocks.engine.actions import RoundEnded
from sevenrocks.engine.seats import Seat
from sevenrocks.i18n import LANGUAGES, _
from sevenrocks.record import read_record, replay
from sevenrocks.store import survey

WIPED = "".join(f"\x1b[{row};1H\x1b[2K" for row in range(1, 25)) + "\x1b[H"
"""Every row of a terminal of 24 written over in its place."""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are a POSIX matter")


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_person_plays_a_whole_match_in_lines(tmp_path: Path, language: str) -> None:
    short = ("--seat", "E=bot:novice", "--seat", "S=bot:novice", "--seat", "W=bot:novice", "--target", "40")
    more = () if LONG else (*short, "--known-deal", "lines 3")
    player = LinePlayer(tmp_path, "play", "--plain", "--seat", "N=Anna", *more, language=language)
    assert player.play() == 0
    assert "\x1b" not in player.told
    assert player.told.count("\n") > 20
    record = read_record(record_in(tmp_path))
    ends = [event for state in replay(record).rounds for event in state.events if isinstance(event, RoundEnded)]
    rounded = _("{pips}, rounded to {n}: {pair} lose {n}").removeprefix("{pips}").partition("{n}")[0]
    told = re.findall(re.escape(rounded) + r"(\d+)", player.told)
    assert ends, "the match must be one that has more than one round"
    assert [int(lost) for lost in told] == [end.lost[seat] for end in ends for seat in Seat if end.hands[seat]]
    assert player.told.count(_("no tiles left")) == sum(not hand for end in ends for hand in end.hands)
    if language != "en":
        assert not re.search(r"\b(the|hold|counts?|rounded|award)\b", player.told)


@pytest.mark.parametrize("term", ["dumb", "xterm"])
def test_several_people_pass_a_terminal_that_is_cleared_where_it_can_be(tmp_path: Path, term: str) -> None:
    player = LinePlayer(
        tmp_path, "play", "--plain", "--seat", "N=Anna", "--seat", "E=Bartek", "--seat", "S=bot:club",
        "--seat", "W=bot:club", "--target", "25", term=term,
    )  # fmt: skip
    assert player.play() == 0
    if term == "dumb":
        assert "\x1b" not in player.told
        assert "cannot be cleared" in player.told
        assert player.told.index("cannot be cleared") < player.told.index("You hold")
        assert player.told.count("cannot be cleared") == 1
    else:
        assert "cannot be cleared" not in player.told
        # Between what one holds and what another is asked, every row is written over where it stands.
        for part in re.findall(r"You hold[^\0]*?(?=Pass the screen)", player.told):
            assert WIPED in part
        assert set(re.findall(r"\x1b\[[0-9;?]*[A-Za-z]", player.told)) == set(re.findall(r"\x1b\[[0-9;]*[HK]", WIPED))


def test_a_match_goes_on_in_the_full_screen_and_back(tmp_path: Path) -> None:
    settings(tmp_path)
    player = LinePlayer(tmp_path, "play", "--plain", "--seat", "N=Anna", "--target", "30", "--known-deal", "back")
    assert player.play(turns=2) is None
    player.answer("q")
    assert player.asked() is None
    assert "The match is kept" in player.told
    with terminal(tmp_path) as full:
        full.wait_for("Continue")
        full.send("c")
        words = full.wait_for(COVER)
        assert words.startswith("the match goes on with")
        assert seat_asked(words) == "N"
        full.send(b"\x11")
        assert full.end() == 0
    again = LinePlayer(tmp_path)  # TERM=dumb: in lines without being asked
    assert again.play() == 0
    assert "The match goes on with Anna (N)" in again.told
    assert "cannot be cleared" not in again.told, "it is Anna's alone"
    assert survey(tmp_path / "state" / "sevenrocks").matches[0].standing.winner is not None
    replay(read_record(record_in(tmp_path)))


def test_the_short_commands_tell_what_there_is_to_know(tmp_path: Path) -> None:
    player = LinePlayer(tmp_path, "play", "--plain", "--seat", "N=Anna", "--known-deal", "plain")
    assert player.play(turns=3) is None
    told = {}
    for command in ("o", "h", "m", "p", "l", "y", "i", "?", "k", "99", "xx", "25z", ""):
        before = len(player.told)
        player.answer(command)
        assert player.asked() in {"tile", "knock"}
        told[command] = player.told[before:]
    assert re.search(r"The ends add up: [\d +]+ = \d+.*\.", told["o"])
    assert re.search(r"Open: \d on \d\|\d", told["o"])
    assert "You hold" in told["h"]
    assert re.search(r"Nobody has knocked|: no \d", told["m"])
    assert "to go" in told["p"]
    assert re.search(r"Tiles in hand: Anna \d, \w+ \d, \w+ \d, \w+ \d\.", told["p"])
    assert "opens with" in told["l"]
    assert "Together" in told["y"]
    assert re.search(r"\d\|\d.*[+-]\d+ expected to the end of the round", told["i"])
    assert re.search(r"(?m)^\d+\. O, ends: ", told["?"])
    assert "Type ? for help." in told[""]
    assert "Unknown" not in told[""]
    assert "you may not knock" in told["k"] or "knock" in told["k"]
    assert "The halves of a tile are 0 to 6." in told["99"]
    assert "Unknown: 'xx'. Type ? for help." in told["xx"]
    player.answer("q")
    assert player.asked() is None


def test_names_are_asked_for_until_they_are_good(tmp_path: Path) -> None:
    player = LinePlayer(tmp_path, "play", "--plain")
    for answer, told in (("Anna", "N: a name"), ("anna", "E: a name"), ("An na", "two players are called"), ("bot:genius", "names look alike: Anna and An na"),
                         ("bot:club", "there is no bot level"), ("", "S: a name"), ("", "W: a name")):  # fmt: skip
        player.program.expect_exact(told)
        player.answer(answer)
    assert player.asked() == "cut"
    player.program.sendeof()
    assert player.asked() is None
    player.program.close()
    assert player.program.exitstatus == 0


def test_where_several_play_there_are_no_hints_and_whoever_leaves_in_the_middle_of_a_turn_leaves_no_hand(
    tmp_path: Path,
) -> None:
    two = ("play", "--plain", "--seat", "N=Anna", "--seat", "E=Bartek", "--seat", "S=bot:club", "--seat", "W=bot:club")
    for end in ("q\n", "\x03", "\x04"):
        player = LinePlayer(tmp_path, *two, term="xterm")
        assert player.play(turns=0) is None
        assert "You hold" in player.told
        before = len(player.told)
        player.answer("i")
        assert player.asked() == "tile"
        assert "No hints where several people play." in player.told[before:]
        assert "points" not in player.told[before:]
        player.program.send(end)
        assert player.asked() is None
        hand = player.told.rindex("You hold")
        assert WIPED in player.told[hand:], end
        assert "Traceback" not in player.told


def test_nothing_is_said_to_be_kept_that_is_not(tmp_path: Path) -> None:
    before = LinePlayer(tmp_path, "play", "--plain")
    before.program.expect_exact("N: a name")
    before.program.sendeof()
    assert before.asked() is None
    assert "kept" not in before.told
    (tmp_path / "state").write_text("a file where a folder should be")
    player = LinePlayer(tmp_path, "play", "--plain", "--seat", "N=Anna")
    assert player.play(turns=0) is None
    assert "This match is NOT being kept" in player.told
    player.answer("q")
    assert player.asked() is None
    assert "will be lost" in player.told
    assert "The match is kept" not in player.told


def test_the_language_of_the_settings_is_spoken_in_lines_too(tmp_path: Path) -> None:
    settings(tmp_path, chosen(language="de"))
    for more, told in (((), "N: ein Name, oder bot:STUFE"), (("--lang", "pl"), "N: imię albo bot:POZIOM")):
        with terminal(tmp_path, "play", "--plain", *more) as running:
            running.wait_for(told)


@pytest.mark.parametrize("answer", ["1", "2"])
def test_what_is_whole_of_a_damaged_match_is_played_on_in_lines_too(tmp_path: Path, answer: str) -> None:
    player = LinePlayer(tmp_path, "play", "--plain", "--seat", "N=Anna", "--target", "30", "--known-deal", "back")
    assert player.play(turns=2) is None
    player.answer("q")
    assert player.asked() is None
    matches = tmp_path / "state" / "sevenrocks" / "matches"
    (path,) = matches.iterdir()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE line SET link = '' WHERE number = 5")
    damaged = path.read_bytes()
    again = LinePlayer(tmp_path, "play", "--plain")
    assert again.asked() == "which"
    again.answer("1")
    again.program.expect_exact("1 plays on from there")
    assert "This match is damaged" in again.program.before
    assert "All up to round 1, 2 plays, is intact" in again.program.before
    assert str(path) in again.program.before
    for wrong in ("?", "", "x"):
        again.answer(wrong)
        again.program.expect_exact("1 plays on from there")
    again.answer(answer)
    assert again.play() == (0 if answer == "1" else 1)
    assert ("The match goes on with Anna" in again.told) == (answer == "1")
    assert len(list(matches.glob("*.match"))) == (2 if answer == "1" else 1), "in a file of its own"
    assert path.read_bytes() == damaged


def test_the_settings_are_obeyed_in_lines_too(tmp_path: Path) -> None:
    settings(tmp_path, chosen(hints="never", what_if=False))
    player = LinePlayer(tmp_path, "play", "--plain", "--seat", "N=Anna", "--known-deal", "knock")
    assert player.play(turns=0) is None
    before = len(player.told)
    player.answer("i")
    assert player.asked() == "tile"
    assert "No hints here: the settings say when" in player.told[before:]
    assert "points" not in player.told[before:]
    assert not re.search(r"(?m)^\d\|\d: .*(\+\d|= \d)", player.told)


def test_a_hint_asked_for_at_a_knock_is_answered_in_words(tmp_path: Path) -> None:
    player = LinePlayer(tmp_path, "play", "--plain", "--seat", "N=Anna", "--known-deal", "d10")
    while (asked := player.asked()) != "knock":
        assert asked is not None
        player.answer(player._reply(asked))
    before = len(player.told)
    player.answer("i")
    assert player.asked() == "knock"
    assert "all you can do is knock" in player.told[before:]
    assert "Traceback" not in player.told
    player.answer("q")
    assert player.asked() is None


def test_somebody_goes_home_in_lines_and_comes_back(tmp_path: Path) -> None:
    two = ("--seat", "N=Anna", "--seat", "E=Bartek", "--seat", "S=bot:club", "--seat", "W=bot:club")
    player = LinePlayer(tmp_path, "play", "--plain", *two, "--known-deal", "home", "--target", "25")
    assert player.asked() == "key"
    player.answer("t")
    player.program.expect_exact("Which, or Enter for none?")
    home = player.program.before
    assert "1: Anna goes home, and " in home
    assert "2: Bartek goes home, and " in home
    player.answer("2")
    assert player.asked() == "key"
    player.answer("n")
    assert player.asked() in {"tile", "knock"}
    player.answer("t")
    player.program.expect_exact("Which, or Enter for none?")
    assert re.search(r"2: Bartek is back, and \w+ gets up\.", player.program.before)
    player.answer("")
    assert player.play() == 0
    record = read_record(record_in(tmp_path))
    replay(record)
    assert [change.seat.name for change in record.rounds[0].seats] == ["E"]


def test_bytes_that_are_no_text_are_answered_in_words(tmp_path: Path) -> None:
    settings(tmp_path)
    told = subprocess.run(
        [sys.executable, "-m", "sevenrocks", "play", "--plain", "--seat", "N=Anna", "--known-deal", "d9"],
        input=b"\xff\xfe\n\0\n\x1b[A\nq\n",
        capture_output=True,
        check=True,
        env={
            **os.environ,
            "PYTHONIOENCODING": "utf-8:strict",
            "XDG_STATE_HOME": str(tmp_path / "state"),
            "XDG_CONFIG_HOME": str(tmp_path / "config"),
        },
    )
    assert told.stdout.count(b"Unknown: ") == 3
    assert told.stdout.endswith(b"The match is kept. Next time it continues exactly here.\n")
    assert told.stderr == b""
