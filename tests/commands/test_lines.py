"""What is said in lines, and how what is typed is understood: the program's own loop, driven in this process."""

from __future__ import annotations

import contextlib
import datetime
import itertools
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sevenrocks.bots import level_names
from sevenrocks.engine.actions import PASS, Place
from sevenrocks.engine.deal import known_seed
from sevenrocks.engine.seats import BySeat, Seat
from sevenrocks.engine.tiles import Tile
from sevenrocks.i18n import LANGUAGES, _, folded, speak
from sevenrocks.plain import asking
from sevenrocks.plain import match as plain_match
from sevenrocks.plain.asking import Listener
from sevenrocks.plain.lines import LeftError
from sevenrocks.plain.seats import ask_players
from sevenrocks.plain.turn import Turn
from sevenrocks.plain.words import WORDS, At, find, normalised, words_at
from sevenrocks.seating import Player
from sevenrocks.settings import Settings
from sevenrocks.sitting import BotThinks, Choose, HandOver, Settled, Sitting, Start
from sevenrocks.telling.choosing import Choosing, Option
from sevenrocks.telling.seats import seat_letter
from sevenrocks.telling.sentences import told_events

NAMES = ("Anna", "Bartek", "Clara", "Dieter")

Talk = Callable[..., str]
"""Types lines at a table, and leaves; what was said after the last of them, or after all that is asked."""


def begun(folder: Path, people: int, seed: str | None, target: int = 250) -> Sitting:
    players = BySeat([Player(name, None if at < people else "novice") for at, name in enumerate(NAMES)])
    start = Start(target=target, known_seed=None if seed is None else known_seed(seed))
    return Sitting.begin(start, players, folder, Settings, datetime.date(2026, 12, 1))


def answer(sitting: Sitting) -> str:
    """A line that goes on."""
    match sitting.step:
        case HandOver(seat=seat):
            return seat.name
        case Choose(hand=hand) if hand.legal_actions == (PASS,):
            return "k"
        case Choose(hand=hand):
            action = hand.legal_actions[0]
            assert isinstance(action, Place)
            return str(action.tile) if action.host is None else f"{action.tile}@{action.host}"
        case _:
            return ""


@pytest.fixture
def talk(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Talk:
    def talk(sitting: Sitting, *lines: str, until: Callable[[], bool] = lambda: True) -> str:
        """What is said to these lines, which are typed as soon as it is so; other prompts before are answered."""
        typed = iter(lines)

        def ask(question: str) -> str:
            if not until() and not typed_any:
                return answer(sitting)
            if not typed_any:
                capsys.readouterr()
                typed_any.append(True)
            print(question)  # noqa: T201, as the program does
            with contextlib.suppress(StopIteration):
                return next(typed)
            raise LeftError

        typed_any: list[bool] = []
        monkeypatch.setattr(asking, "ask", ask)
        with pytest.raises(LeftError):
            plain_match.play_match(sitting, 0.0)
        assert typed_any
        return capsys.readouterr().out.replace("The match is kept. Next time it continues exactly here.\n", "")

    return talk


# ---- the words


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_word_means_one_thing_at_a_prompt_and_english_is_understood_as_well(language: str) -> None:
    speak(language)
    for at in At:
        own = [folded(name) for word in words_at(at) for name in word.own_names()]
        assert len(own) == len(set(own)), f"{language}, {at}: {own}"
        for word in words_at(at):
            assert all(find(normalised(name), at) is word for name in word.own_names())
            assert any(find(name, at) is word for name in word.english_names())
        assert {"help", "rules", "leave"} <= {word.id for word in words_at(at)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_has_the_letter_of_a_seat_in_its_language(language: str) -> None:
    """Whoever asks for the ends at a cover, as in a turn, must not open a hand by it."""
    speak(language)
    seats = {normalised(seat_letter(seat)) for seat in Seat}
    assert len(seats) == len(Seat)
    assert not {normalised(name) for word in WORDS for name in word.own_names()} & seats


def test_a_word_may_have_several_names_and_needs_no_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "sevenrocks.plain.words.pgettext", lambda _context, text: {"ends": "końce, suma"}.get(text, text)
    )
    for typed in ("końce", "konce", "KO\u0143CE", "kon\u0301ce", "suma", "ends", "o"):
        word = find(normalised(typed), At.TURN)
        assert word is not None, typed
        assert word.id == "ends", typed
        assert word.told() == "O, końce, suma"
    assert find("\u0301", At.SETTLED) is None, "a mark alone is no Enter"


def test_words_of_a_language_go_before_english_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    polish = {"p": "u", "scores": "punkty", "m": "p", "knocks": "stuki"}
    monkeypatch.setattr("sevenrocks.plain.words.pgettext", lambda _context, text: polish.get(text, text))
    for typed, meant in (("u", "scores"), ("punkty", "scores"), ("p", "knocks"), ("scores", "scores"), ("m", "knocks")):
        word = find(typed, At.TURN)
        assert word is not None
        assert word.id == meant


def test_a_row_of_the_help_is_called_by_its_number_too(tmp_path: Path, talk: Talk) -> None:
    begun_anew = (begun(tmp_path / str(number), 1, "rows") for number in itertools.count())
    rows = re.findall(r"(?m)^(\d+)\. (\w+|\?).*?: ", talk(next(begun_anew), "?"))
    assert [int(number) for number, _name in rows] == [*range(1, len(rows) + 1)]
    for number, name in rows:
        if name != "I":
            said = talk(next(begun_anew), f"?{number}")
            assert said == talk(next(begun_anew), name), name
    assert "Unknown: '?99'. Type ? for help." in talk(next(begun_anew), "?99")


def test_the_rules_are_told_part_by_part_and_say_nothing_of_a_drawing(tmp_path: Path, talk: Talk) -> None:
    parts = re.findall(r"(?m)^R(\d): (.*)$", talk(begun(tmp_path / "0", 1, "r"), "r"))
    assert [heading for _number, heading in parts][::8] == ["The goal", "What these rules rest on"]
    told = talk(begun(tmp_path / "1", 1, "r"), *(f"R{number}" for number, _heading in parts))
    assert all(f"\n{heading}\n" in told for _number, heading in parts)
    assert "\n1|4, 1|1 on 1|4, 4|4 on 1|4: 8 + 2 = 10, 10 points\n" in told
    assert "star" not in told
    assert "brackets" not in told


# ---- a tile


def test_a_tile_is_understood_in_every_form_in_which_tiles_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sitting = begun(tmp_path, 4, "forms")
    tried, several = 0, 0
    while several < 4:
        step = sitting.step
        if not isinstance(step, Choose):
            sitting.take() if isinstance(step, HandOver) else sitting.go_on()
            continue
        turn = Turn(sitting, step, Listener())
        for tile in step.hand.hand:
            choosing = Choosing(step.hand)
            choosing.pick(tile)
            places = [option.action for option in choosing.options]
            several += len(places) > 1
            for text, place in _forms(tile, places):
                assert turn._placement(text) == place, text
                assert place is not None or capsys.readouterr().out, text
                tried += 1
        sitting.choose(step.hand.legal_actions[-1])
    sitting.leave()
    assert tried > 1_000


def _forms(tile: Tile, places: list[Place]) -> Iterator[tuple[str, Place | None]]:
    """What can be typed for a tile, and the place that is meant."""
    low, high = tile
    for form in (
        f"{low}{high}",
        f"{high}{low}",
        f"{low}|{high}",
        f"{high} {low}",
        f"{low}-{high}",
        f" {low} | {high} ",
    ):
        yield form, places[0] if len(places) == 1 else None
        for letter, place in itertools.zip_longest("abcd", places):
            yield form + letter, place
            yield f"{form} {letter.upper()}", place
        for host in {Tile(6, 6), *(place.host for place in places if place.host is not None)}:
            place = next((place for place in places if place.host == host), None)
            one, other = host
            for at in (
                f"@{one}{other}",
                f"@{other}|{one}",
                f" on {one}{other}",
                f" at {one}-{other}",
                f" {one} {other}",
            ):
                yield form + at, place


def test_where_a_tile_has_several_places_it_is_said_what_to_type_for_each(tmp_path: Path, talk: Talk) -> None:
    sitting = begun(tmp_path, 1, "several")
    step = _step_with(sitting, lambda choosing: len(choosing.options) > 1)
    tile, places = step
    low, high = tile
    told = talk(sitting, f"{low}{high}", f"{low}|{high} d")
    letters = "a or b" if len(places) == 2 else "a, b or c"
    assert f"{low}|{high} goes to {letters}: {low}{high}a on " in told
    assert f", {low}{high}b on " in told
    assert told.count(f"{low}|{high} goes to {letters}: ") == 2
    assert f"{low}|{high} has no place d.\n{low}|{high} goes to {letters}: " in told


def _step_with(sitting: Sitting, is_wanted: Callable[[Choosing], bool]) -> tuple[Tile, tuple[Option, ...]]:
    """Play on until the hand in turn has such a tile; the tile, and its places."""
    while True:
        step = sitting.step
        if isinstance(step, Choose):
            for tile in step.hand.hand:
                choosing = Choosing(step.hand)
                choosing.pick(tile)
                if is_wanted(choosing):
                    return tile, choosing.options
            sitting.choose(step.hand.legal_actions[0])
        elif isinstance(step, BotThinks):
            sitting.choose(step.request.view.legal_actions[0])
        elif isinstance(step, HandOver):
            sitting.take()
        else:
            sitting.go_on()


# ---- why


def test_a_forced_knock_and_what_a_round_has_cost_are_explained(tmp_path: Path, talk: Talk) -> None:
    sitting = begun(tmp_path, 1, "d10")
    is_knocking = lambda: isinstance(sitting.step, Choose) and sitting.step.hand.legal_actions == (PASS,)  # noqa: E731
    told = talk(sitting, "y", "i", "25", until=is_knocking)
    assert "so you cannot play" in told
    assert "Together" not in told, "it is not the count that is asked for"
    assert "all you can do is knock" in told
    again = begun(tmp_path / "again", 1, "d10")
    told = talk(again, "y", until=lambda: isinstance(again.step, Settled))
    assert "rounded to the nearest multiple of 5" in told
    assert told.count("taken from") >= 2
    assert "Together" not in told


# ---- between people


def test_at_a_cover_all_may_be_asked_for_and_no_hand_is_told(tmp_path: Path, talk: Talk) -> None:
    sitting = begun(tmp_path, 2, "home")
    is_east = lambda: isinstance(sitting.step, HandOver) and sitting.step.seat is Seat.E  # noqa: E731
    told = talk(sitting, "?", "h", "k", "i", "l", "y", "s", "w", "N", "p", "t", "", "rules", "e2", until=is_east)
    assert "1. E: shows your tiles" in told
    assert "1: Anna goes home, and " in told
    assert told.count("It is the turn of Bartek: E shows the tiles.") == 3, "asked for by S, W and N"
    assert "Tiles are told to nobody but the player in turn" in told
    assert "NS Anna and Clara: " in told
    assert "You hold" not in told
    assert "Unknown: 'e2'. Type ? for help." in told


def test_a_cover_opens_by_the_letter_of_the_language(
    tmp_path: Path, talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "sevenrocks.telling.seats.pgettext", lambda context, text: "o" if context == "key: seat E" else text
    )
    sitting = begun(tmp_path, 2, "home")
    is_east = lambda: isinstance(sitting.step, HandOver) and sitting.step.seat is Seat.E  # noqa: E731
    told = talk(sitting, "?", "e", "n", "o", until=is_east)
    assert "1. O: shows your tiles" in told
    assert "ends: what is open" in told
    assert "The ends add up: " in told, "E is a word again, where it is no seat"
    before, _waits, after = told.partition("It is the turn of Bartek: O shows the tiles.")
    assert "You hold" not in before
    assert "You hold" in after


def test_everything_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sitting = begun(tmp_path, 4, "once", target=30)
    monkeypatch.setattr(asking, "ask", lambda _question: answer(sitting))
    monkeypatch.setattr(plain_match, "write_record_file", lambda *_given: Path("record"))
    plain_match.play_match(sitting, 0.0)
    for told in capsys.readouterr().out.split("\nRound ")[1:]:
        happened = re.findall(r"(?m)^\w+ (?:plays|opens with|opens \(drew) .*$", told)
        assert len(happened) > 10
        assert len(happened) == len(set(happened))
        assert "Before that" not in told, "nothing has been written over"


def test_where_a_page_has_been_written_over_each_cover_tells_what_its_seat_has_not_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    @contextlib.contextmanager
    def page() -> Iterator[None]:
        yield
        print("\f")  # noqa: T201, all before it is gone

    covers = 0

    def ask(_question: str) -> str:
        nonlocal covers
        step = sitting.step
        if isinstance(step, HandOver):
            said.append(capsys.readouterr().out)
            on_page = "".join(said).rpartition("\f")[2].splitlines()
            for sentence in told_events(step.match, step.seat):
                # Where the draw stands there, that has told who opens.
                told = on_page.count(f"{sentence}.") + (" (won the draw)" in sentence and "most pips" in str(on_page))
                assert told == 1, f"{sentence}\n{on_page}"
            covers += 1
        return answer(sitting)

    said: list[str] = []
    sitting = begun(tmp_path, 4, "once", target=30)
    monkeypatch.setattr(plain_match, "page", page)
    monkeypatch.setattr(plain_match, "can_clear", lambda: True)
    monkeypatch.setattr(asking, "ask", ask)
    monkeypatch.setattr(plain_match, "write_record_file", lambda *_given: Path("record"))
    plain_match.play_match(sitting, 0.0)
    assert covers > 10
    assert "Before that:" in "".join(said)


# ---- before the first deal


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bot_sits_down_by_what_its_level_is_called_in_any_language(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    speak(language)
    lines = iter(("Anna", "?", "bot:großmeister", "bot:Anfänger", "BOT: ekspert", ""))
    monkeypatch.setattr(asking, "ask", lambda _question: next(lines))
    players = ask_players((None, None, None, None), Listener())
    assert [player.level for player in players] == [None, "novice", "expert", "club"]
    told = capsys.readouterr().out
    levels = ", ".join(map(_, level_names()))
    assert told.count(levels) == 2, "in the help, and where there is no such level"
    assert f"bot:{_('club')}" in told


def test_no_tile_of_the_draw_is_turned_before_it_is_asked_for(tmp_path: Path, talk: Talk) -> None:
    sitting = begun(tmp_path, 1, None)
    commitment = sitting.step.commitment  # type: ignore[union-attr]
    told = talk(sitting, "?", "c", "l", "s", "q")
    groups = [commitment[at : at + 4] for at in range(0, 64, 4)]
    assert f"The deals are sealed: {' '.join(groups[:4])} ... (C tells all digits)" in told or groups[0] in told
    assert " ".join(groups) in told
    assert "What you type here is mixed into it" in told
    assert "Nothing has happened yet." in told
    assert "draw" not in told
    assert not sitting.match.rounds


def test_who_may_cut_with_a_word_and_be_called_by_one(tmp_path: Path, talk: Talk) -> None:
    sitting = begun(tmp_path, 1, None)
    told = talk(sitting, "log", "=log")
    assert "With = before it, it is taken as it stands: =log" in told
    assert sitting._table._cut == "log"
