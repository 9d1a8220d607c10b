"""Lessons, the first match that explains, and the count trainer."""

from __future__ import annotations

import datetime
import json
import random
import re
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from textual.pilot import Pilot

from help.effort import LONG, cases
from help.playing import (
    app_in,
    choosing_table,
    match_of,
    play_something,
    play_unseen,
    screen_of,
    screen_text,
    step_unseen,
    told_in,
    until,
)
from help.positions import POSITIONS, plays_of
from sevenrocks.engine.actions import PASS, Passed, Place, Placed, legal_actions
from sevenrocks.engine.deal import known_seed
from sevenrocks.engine.errors import RocksError
from sevenrocks.engine.layout import Layout, Port
from sevenrocks.engine.rules import award_for
from sevenrocks.engine.seats import BySeat, Partnership, Seat
from sevenrocks.engine.tiles import Tile, pips_of
from sevenrocks.house import House
from sevenrocks.learning.lessons import LESSONS, Lesson
from sevenrocks.learning.progress import Progress, load_progress, save_progress
from sevenrocks.learning.questions import (
    AwardQuestion,
    ChoiceQuestion,
    CostQuestion,
    CountQuestion,
    PlacesQuestion,
    Question,
)
from sevenrocks.learning.rounds import played_layouts
from sevenrocks.learning.teacher import Teacher
from sevenrocks.learning.training import LENGTH, Training
from sevenrocks.notation import format_position, parse_position
from sevenrocks.record import read_record, replay
from sevenrocks.seating import Player
from sevenrocks.sitting import Start
from sevenrocks.store import read_match, survey
from sevenrocks.table import Table
from sevenrocks.telling.choosing import LETTERS
from sevenrocks.telling.sentences import tile_words
from sevenrocks.tui.app import RocksApp
from sevenrocks.tui.screens.argued import ArguedScreen
from sevenrocks.tui.screens.call import CallScreen
from sevenrocks.tui.screens.cover import CoverScreen
from sevenrocks.tui.screens.learn import LearnScreen
from sevenrocks.tui.screens.lesson import LessonScreen
from sevenrocks.tui.screens.menu import MenuScreen
from sevenrocks.tui.screens.result import ResultScreen
from sevenrocks.tui.screens.rules import RulesScreen
from sevenrocks.tui.screens.table import TableScreen
from sevenrocks.tui.screens.trainer import TrainerScreen
from sevenrocks.tui.screens.welcome import WelcomeScreen

QUESTIONS: list[Question] = [question for lesson in LESSONS for question in lesson.questions]
NAMES = [f"{lesson.name}-{number}" for lesson in LESSONS for number in range(1, len(lesson.questions) + 1)]

each_question = pytest.mark.parametrize("question", QUESTIONS, ids=NAMES)


FIRST_MATCH = "first 123"
"""The deal of a short match in which a round ends, somebody knocks, and a spinner lies."""

pytestmark = pytest.mark.usefixtures("no_arming")


@pytest.fixture(autouse=True)
def _no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every match is the same one."""
    monkeypatch.setattr("sevenrocks.table.secrets", SimpleNamespace(token_bytes=lambda _bytes: known_seed("learning")))


# ---- what is asked


@pytest.mark.parametrize("number", range(len(POSITIONS)))
def test_every_worked_position_is_asked_and_counted_as_the_rules_count_it(number: int) -> None:
    worked = POSITIONS[number]
    layout = parse_position(re.sub(r"\b[NESW] | \+\d+", "", plays_of(worked)))
    asked = [question for question in QUESTIONS if getattr(question, "layout", None) == layout]
    told = {question.right for question in asked if isinstance(question, CountQuestion)}
    told_award = {question.right for question in asked if isinstance(question, AwardQuestion)}
    assert told | told_award, "no lesson asks about it"
    assert told <= {worked["end_sum"]}
    assert told_award <= {worked["award"]}


def test_the_lesson_that_another_one_refers_to_is_the_one_on_the_spinner() -> None:
    (referring,) = [lesson for lesson in LESSONS if "lesson 4" in lesson.idea]
    assert LESSONS.index(referring) < 3
    assert LESSONS[3].name == "spinner"


def test_the_examples_in_the_text_of_the_rules_are_asked() -> None:
    counted = {format_position(q.layout): q.right for q in QUESTIONS if isinstance(q, CountQuestion)}
    assert [counted[text] for text in ("55", "55 05@55", "55 05@55 25@55", "55 05@55 25@55 35@55")] == [10, 10, 2, 5]
    awards = {q.layout.count: q.right for q in QUESTIONS if isinstance(q, AwardQuestion)}
    assert (awards[35], awards[36], awards[0]) == (35, 0, 0)
    partners = [q for q in QUESTIONS if isinstance(q, CostQuestion) and len(q.hands) == 2]
    assert [[pips_of(hand) for hand in q.hands] for q in partners] == [[3, 3]]
    assert partners[0].right == 10


@each_question
def test_a_question_could_be_asked_at_a_table(question: Question) -> None:
    hands = question.hands if isinstance(question, CostQuestion | ChoiceQuestion) else ()
    tiles = [tile for hand in hands for tile in hand]
    if not isinstance(question, CostQuestion):
        tiles += question.layout.tiles
    if isinstance(question, PlacesQuestion):
        tiles.append(question.tile)
    assert len(set(tiles)) == len(tiles), "a tile is there twice"


@each_question
def test_the_right_answer_is_the_one_of_the_engine(question: Question) -> None:
    match question:
        case CountQuestion():
            assert question.right == question.layout.count
        case AwardQuestion():
            assert question.right == award_for(question.layout.count)
        case PlacesQuestion():
            hosts = {action.host for action in legal_actions((question.tile,), question.layout) if action != PASS}  # type: ignore[union-attr]
            assert {question.places[number].host for number in question.right} == hosts
            open_places = set(question.layout.open_places)
            assert all(question.places[number] in open_places for number in question.right)
            assert 0 < len(question.right) < len(question.places) <= len(LETTERS)
        case ChoiceQuestion():
            assert 0 <= question.right < len(question.options) <= 9
    assert all(question.reasons())


def test_arms_that_are_not_open_are_among_the_places_to_choose_from() -> None:
    question = PlacesQuestion(parse_position("55 05@55"), Tile(3, 5))
    assert [place.port for place in question.places][1:] == [Port.SIDE_B, Port.ARM_A, Port.ARM_B]
    assert question.right == {1}
    open_arms = PlacesQuestion(parse_position("55 05@55 25@55"), Tile(3, 5))
    assert [place.port for place in open_arms.places][2:] == [Port.ARM_A, Port.ARM_B]
    assert open_arms.right == {2, 3}


def test_what_may_be_done_with_a_hand_is_what_the_rules_say() -> None:
    knocking = next(lesson for lesson in LESSONS if lesson.name == "knocking")
    for question in knocking.questions:
        assert isinstance(question, ChoiceQuestion)
        legal = legal_actions(question.hands[0], question.layout)
        right = question.options[question.right]
        assert right == (
            "knock, and play nothing" if legal == (PASS,) else f"play {str(legal[0])[0]}|{str(legal[0])[1]}"
        )
        assert len({action.tile for action in legal if isinstance(action, Place)}) <= 1


def test_a_blocked_position_is_blocked() -> None:
    (question,) = [q for q in QUESTIONS if isinstance(q, ChoiceQuestion) and "blocked" in q.question]
    values = {place.half for place in question.layout.open_places}
    assert all(sum(value in tile for tile in question.layout.tiles) == 7 for value in values)


def test_what_a_hand_costs_is_told_by_its_rounding() -> None:
    told = [
        CostQuestion((tuple(tiles),)).reasons() for tiles in (parse_position("25").tiles, parse_position("26").tiles)
    ]
    assert told == [["7 pips: 2 over 5, rounded down to 5."], ["8 pips: 3 over 5, rounded up to 10."]]
    partners = next(q for q in QUESTIONS if isinstance(q, CostQuestion) and len(q.hands) == 2)
    assert partners.reasons()[-1] == "Added first they would make 6, rounded to 5: that would be wrong."


@pytest.mark.parametrize("text", ["14 11@44", "14 14@14", "7", "14 15", "1411", "14 11@1x", "99", "14 26@14"])
def test_a_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises((ValueError, RocksError)):
        parse_position(text)


# ---- lessons on the screen


async def _open_lesson(pilot: Pilot[None], number: int) -> LessonScreen:
    """Open this lesson from the list, or from the menu."""
    if not isinstance(pilot.app.screen, LearnScreen):
        await _open_list(pilot)
    await pilot.press(str((number + 1) % 10))
    return await screen_of(pilot, LessonScreen)


async def _open_list(pilot: Pilot[None]) -> LearnScreen:
    await screen_of(pilot, MenuScreen)
    await pilot.press("l")
    return await screen_of(pilot, LearnScreen)


def _keys_for(question: Question, *, wrong: bool = False) -> list[str]:
    match question:
        case PlacesQuestion(right=right):
            marked = right ^ {0} if wrong else right
            return [*(LETTERS[number] for number in sorted(marked)), "enter"]
        case ChoiceQuestion(right=right):
            return [str((right + wrong) % len(question.options) + 1)]
        case _:
            return [*str(question.right + (1 if wrong else 0)), "enter"]


async def test_what_is_answered_wrong_comes_back_and_a_lesson_is_done_when_all_is_answered_right(
    tmp_path: Path,
) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        for number, lesson in enumerate(LESSONS):
            await _open_lesson(pilot, number)
            for wrong in (True, False):
                for question in lesson.questions:
                    await _answer_question(pilot, lesson, question, wrong=wrong)
            await screen_of(pilot, LearnScreen)
            assert re.search(rf"{number + 1}  {lesson.title} +done", screen_text(app))
            done = {lesson.name for lesson in LESSONS[: number + 1]}
            assert load_progress(tmp_path / "state").done == done


@pytest.mark.parametrize(
    ("characters", "pressed", "told", "signs"),
    [
        ("unicode", "ac", "No: D is missing.", {"A✓": "won", "b": "place", "C✓": "won", "D!": "won"}),
        ("unicode", "b", "No: A, C, D are missing. No: B is wrong.", {"A!": "won", "B?": "chosen", "C!": "won", "D!": "won"}),
        ("ascii", "acd", "Right.", {"A+": "won", "b": "place", "C+": "won", "D+": "won"}),
    ],
)  # fmt: skip
async def test_right_missed_and_wrong_places_are_told_by_sign_colour_and_sentence(
    tmp_path: Path, characters: str, pressed: str, told: str, signs: dict[str, str]
) -> None:
    app = app_in(tmp_path, characters=characters)
    async with app.run_test(size=(80, 24)) as pilot:
        await _open_lesson(pilot, [lesson.name for lesson in LESSONS].index("places"))
        lesson = await screen_of(pilot, LessonScreen)
        await pilot.press("5", "enter", "enter", *pressed, "enter")
        assert told in screen_text(app)
        drawn = {
            text.strip(): role
            for row in lesson.layout_view.pieces(*lesson.layout_view.content_size)
            for text, role in row
        }
        assert {sign: drawn.get(sign) for sign in signs} == signs


async def _answer_question(pilot: Pilot[None], lesson: Lesson, question: Question, *, wrong: bool) -> None:
    """The question is asked whole, and what is told then is told whole."""
    screen = pilot.app.screen
    assert isinstance(screen, LessonScreen)
    is_counted = isinstance(question, CountQuestion | AwardQuestion)
    if not wrong:
        text = screen_text(cast("RocksApp", pilot.app))
        asked = _words(text)
        options = question.options if isinstance(question, ChoiceQuestion) else ()
        for told in (lesson.idea, question.asked(), *options):
            assert _words(told) in asked, told
        assert isinstance(question, CostQuestion) or screen.layout_view.arrangement is not None
        if is_counted:
            # The idea may show what such a mark looks like.
            shown = asked.replace(_words(lesson.idea), "")
            assert not re.search(r"\+\d", shown), "what counts is told before it is asked"
    await pilot.press(*_keys_for(question, wrong=wrong))
    text = screen_text(cast("RocksApp", pilot.app))
    answered = _words(text)
    assert answered.count("Right.") == (not wrong)
    assert all(_words(reason) in answered for reason in question.reasons())
    assert " Enter " in text.splitlines()[-1]
    if is_counted:
        assert re.search(r"\+\d", text), "what counts is marked"
    await pilot.press("enter")


def _words(text: str) -> str:
    return " ".join(text.split())


async def test_a_lesson_that_is_left_is_not_done(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await _open_list(pilot)
        await pilot.press("down", "enter")
        screen = await screen_of(pilot, LessonScreen)
        assert screen.lesson is LESSONS[1]
        await pilot.press("enter")
        assert "Type a number first." in screen_text(app)
        await pilot.press("4", "2", "7", "backspace")
        assert screen.typed == "4", "two digits at most"
        await pilot.press("escape")
        await screen_of(pilot, LearnScreen)
        assert "done" not in screen_text(app)
        await pilot.press("escape")
        await screen_of(pilot, MenuScreen)
    assert not load_progress(tmp_path / "state").done


async def test_places_are_marked_by_letters_and_by_clicks(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await _open_lesson(pilot, next(n for n, lesson in enumerate(LESSONS) if lesson.name == "places"))
        await pilot.press("5", "enter", "enter", "a", "b", "a")
        rows = screen_text(app).splitlines()
        assert any(re.search(r" B +2", row) for row in rows), "a marked place has a capital"
        y = next(n for n, row in enumerate(rows) if re.search(r"  a *$", row))
        await pilot.click(offset=(rows[y].index(" a") + 1, y))
        rows = screen_text(app).splitlines()
        assert any(re.search(r" B +2", row) for row in rows)
        assert re.search(r"  A *$", rows[y])


async def test_the_points_that_families_argue_about_are_on_a_card(tmp_path: Path) -> None:
    shown: list[str] = []
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 200)) as pilot:
        for key, kind in (("l", LearnScreen), ("r", RulesScreen)):
            await screen_of(pilot, MenuScreen)
            await pilot.press(key)
            await screen_of(pilot, kind)
            await pilot.press("a")
            await screen_of(pilot, ArguedScreen)
            shown.append(screen_text(app))
            await pilot.press("escape")
            await screen_of(pilot, kind)
            await pilot.press("escape")
    assert shown[0] == shown[1]
    text = _words(shown[0])
    for words in (
        "counts its two halves once",
        "one side taken still counts both halves",
        "both sides taken the spinner counts nothing",
        "An arm without a tile counts nothing",
        "35 scores 35 points",
        "36, the greatest there is, scores nothing",
        "Each hand is rounded by itself",
        "A blocked round brings nobody any points",
        "a new draw decides who opens",
    ):
        assert words in text
    assert "12 + 10 + 8 + 6 = 36" in text, "positions are drawn"


# ---- the first match


async def _first_match(pilot: Pilot[None]) -> TableScreen:
    """Begin the match from the menu, and play up to the learner's first turn."""
    await _open_list(pilot)
    await pilot.press("f")
    await screen_of(pilot, WelcomeScreen)
    await pilot.press("enter")
    return await _own_turn(pilot)


async def _own_turn(pilot: Pilot[None]) -> TableScreen:
    await play_unseen(pilot, lambda screen: isinstance(screen, TableScreen) and screen.choosing is not None)
    screen = pilot.app.screen
    assert isinstance(screen, TableScreen)
    return screen


async def _call_of(pilot: Pilot[None]) -> CallScreen:
    """Place something; returns what calls for its count."""
    play_something(await _own_turn(pilot))
    return await screen_of(pilot, CallScreen)


def _tiles_in(text: str) -> set[str]:
    return set(re.findall(r"\b[0-6]\|[0-6]\b", text))


async def test_the_first_match_shows_one_pair_of_hands_and_no_other(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await _first_match(pilot)
        for _turn in range(cases(3, 6)):
            screen = await _own_turn(pilot)
            hands = match_of(app).rounds[-1].hands
            shown = screen_text(app)
            row = " ".join(tile_words(tile) for tile in hands[Seat.S])
            assert row in shown
            others = {tile_words(tile) for seat in (Seat.E, Seat.W) for tile in hands[seat]}
            # A drawn tile may have the digits of one that nobody has shown.
            story = screen.match.rounds[-1]
            drawn = set() if story.draw is None else {tile_words(dict(story.draw.turns[-1])[story.view.opener])}
            assert not (_tiles_in(row) & others)
            assert not (_tiles_in(shown) - drawn) & others
            await pilot.press("h")
            assert row not in screen_text(app), "hiding hides both hands"
            await pilot.press("n")
            assert row in screen_text(app)
            play_something(screen)
            await pilot.pause()


async def test_the_first_match_asks_for_counts_explains_knocks_and_goes_to_its_end(tmp_path: Path) -> None:
    bots = (Player("Bartek", "novice"), Player("Clara", "club"), Player("Dieter", "novice"))
    deal = known_seed("learning" if LONG else FIRST_MATCH)
    app = app_in(tmp_path, Start((Player("Anna"), *bots), 100 if LONG else 20, deal, explained_to=Partnership.NS))
    told: list[str] = []
    asked: list[str] = []
    async with app.run_test(size=(80, 24)) as pilot:
        while not isinstance(app.screen, ResultScreen):
            screen = app.screen
            if isinstance(screen, CallScreen):
                await pilot.pause()
                if not screen.is_answered:
                    asked.append(screen_text(app))
                    await pilot.press(*str(screen.after.count + (len(told) % 3 == 0)), "enter")
                    await until(pilot, lambda call=screen: call.is_answered, "the count to be told")  # type: ignore[misc]  # the default binds the loop
                told.append(screen_text(app))
                await pilot.press("enter")
                await until(pilot, lambda call=screen: app.screen is not call, "the match to go on")  # type: ignore[misc]  # the default binds the loop
            else:
                if isinstance(screen, TableScreen) and screen.choosing is not None:
                    assert not re.search(r"\+\d", told_in(screen.message_line))
                await step_unseen(pilot)
        await screen_of(pilot, ResultScreen)
        assert "NS saw each other's tiles" in screen_text(app)
    assert not any(re.search(r"\+\d|\d = \d", text) for text in asked), "a count is told before it is asked"
    everything = _words(" ".join(told))
    assert "Right: " in everything
    assert "No, not " in everything
    for words in ("is the first double of the round", "so the round is", "add up to a multiple of five"):
        assert words in everything
    (record,) = (tmp_path / "state" / "records").iterdir()
    stated = read_record(record.read_bytes())
    assert stated.house == House(open_pair=Partnership.NS)
    match = replay(stated)
    knocks = sum(isinstance(event, Passed) for state in match.rounds for event in state.events)
    assert knocks, "the deal must be one in which somebody knocks"
    assert everything.count("has none, and so knocks") == knocks
    own = sum(
        isinstance(event, Placed) and event.seat.partnership is Partnership.NS
        for state in match.rounds
        for event in state.events
    )
    assert len(asked) == own, "the pair's own placements are asked"


def _can_have_enough(screen: CallScreen) -> bool:
    return any(key.action == "enough" for key in screen.keys_shown())


@pytest.mark.parametrize("where", ["asked", "told"])
async def test_explanations_can_be_ended_and_the_partners_hand_goes_with_them(tmp_path: Path, where: str) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await _first_match(pilot)
        assert " holds" in screen_text(app)
        call = await _call_of(pilot)
        while where == "told" and not (call.is_answered and _can_have_enough(call)):
            # Of some nothing is explained; of a later one there will be something.
            if call.is_answered:
                await pilot.press("enter")
                call = await _call_of(pilot)
            await pilot.press("9", "enter")
            await until(pilot, lambda shown=call: shown.is_answered, "the count to be told")  # type: ignore[misc]  # the default binds the loop
        assert _can_have_enough(call)
        await pilot.press("x")
        for _turn in range(3):
            table = await choosing_table(pilot)
            assert " holds" not in screen_text(app)
            play_something(table)
            await pilot.pause()
            assert not isinstance(app.screen, CallScreen)


async def test_a_first_match_can_be_left_and_taken_up(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await _first_match(pilot)
        await pilot.press("i")
        assert "they would tell what you are to count" in screen_text(app), "a hint"
        await _call_of(pilot)
        await pilot.press("q", "enter")
        await screen_of(pilot, MenuScreen)
        (summary,) = survey(tmp_path / "state").matches
        kept = read_match(summary.path)
        assert kept.header.house == House(open_pair=Partnership.NS)
        assert kept.header.levels == BySeat([None, "novice", "club", "novice"])
        assert any(isinstance(event, Placed) for event in kept.match.rounds[-1].events)
        await until(pilot, lambda: "Continue" in screen_text(app), "the match to be offered")
        await pilot.press("c")
        await screen_of(pilot, CoverScreen)
        assert " holds" not in screen_text(app), "a cover shows no hand"
        await pilot.press("n")
        await _own_turn(pilot)
        assert " holds" in screen_text(app)


async def test_whoever_does_not_want_the_first_match_yet_leaves_nothing_behind(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await _open_list(pilot)
        await pilot.press("f")
        await screen_of(pilot, WelcomeScreen)
        text = _words(screen_text(app))
        for words in ("You play as Anna, in seat N.", "Your partner", "All three are bots", "goes to 100 points"):
            assert words in text
        await pilot.press("escape")
        await screen_of(pilot, MenuScreen)
        assert "Continue" not in screen_text(app)
    assert not survey(tmp_path / "state").matches


async def test_what_is_missed_is_kept_at_once_and_looking_in_forgets_nothing(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await _open_list(pilot)
        await pilot.press("t")
        await screen_of(pilot, TrainerScreen)
        await pilot.press("enter", "9", "9", "enter")
        missed = load_progress(tmp_path / "state").missed
        # It is not left: the program ends under it.
    assert len(missed) == 1
    assert load_progress(tmp_path / "state").missed == missed
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await _open_list(pilot)
        for _time in range(2):
            await pilot.press("t")
            await screen_of(pilot, TrainerScreen)
            await pilot.press("enter", "escape")
            await screen_of(pilot, LearnScreen)
            assert load_progress(tmp_path / "state").missed == missed


def test_the_teacher_explains_a_thing_once_and_a_knock_always(tmp_path: Path) -> None:
    players = BySeat([Player("Anna"), *(Player(name, "novice") for name in ("Bartek", "Clara", "Dieter"))])
    table = Table.begin(
        players,
        tmp_path,
        known_seed=known_seed("teacher 3"),
        date=datetime.date(2026, 11, 30),
        house=House(None, Partnership.NS),
    )
    teacher, told = Teacher(), []
    rng = random.Random(5)
    for _round in range(4):
        table.begin_round()
        while (seat := table.turn) is not None:
            before = table.view.round
            assert before is not None
            events = table.play(seat, rng.choice(table.view_for(seat).legal_actions))
            told += teacher.sentences(table.view, before.layout, events)
        if table.winner is not None:
            break
    table.close()
    knocks = sum(isinstance(event, Passed) for story in table.view.rounds for event in story.view.events)
    assert knocks > 1
    assert sum("has none, and so knocks" in words for words in told) == knocks
    assert sum("Anyone who can play must play" in words for words in told) == 1
    for words in ("Whoever opens", "is the first double", "Both sides of the spinner", "The first arm"):
        assert sum(words in sentence for sentence in told) == 1, words


# ---- the count trainer


def _fresh() -> list[Layout]:
    return [parse_position(f"{low}{high}") for low in range(7) for high in range(low, 7)]


def test_a_training_has_ten_layouts_and_what_is_missed_comes_back_after_three_others() -> None:
    training = Training(iter(_fresh()))
    asked = []
    for number in count():
        asked.append(training.layout)
        training.answer(None if number in (0, 2) else training.layout.count, 1.0)
        if training.is_over:
            break
        training.go_on()
    assert len(asked) == LENGTH
    assert asked[4] == asked[0]
    assert asked[6] == asked[2]
    assert len(set(asked)) == LENGTH - 2
    assert training.right == LENGTH - 2
    assert not training.missed


def test_what_is_missed_in_one_training_comes_back_in_the_next() -> None:
    first = Training(iter(_fresh()))
    while True:
        first.answer(99, 1.0)
        if first.is_over:
            break
        first.go_on()
    assert len(first.missed) >= 4
    assert len(set(first.missed)) == len(first.missed)
    second = Training(iter(_fresh()), first.missed)
    asked = []
    while True:
        asked.append((second.layout, second.is_back))
        second.answer(second.layout.count, 1.0)
        if second.is_over:
            break
        second.go_on()
    back = [layout for layout, is_back in asked if is_back]
    assert back == first.missed[: LENGTH // 2], "every other one, in their order"
    assert second.missed == first.missed[len(back) :]


def test_progress_is_kept_and_damage_loses_no_more_than_itself(tmp_path: Path) -> None:
    progress = Progress(frozenset({"arms"}), (parse_position("14 11@14"), parse_position("55")))
    save_progress(progress, tmp_path)
    assert load_progress(tmp_path) == progress
    path = tmp_path / "learning.json"
    whole = path.read_text("utf-8")
    for cut in range(len(whole)):
        path.write_text(whole[:cut], "utf-8")
        assert load_progress(tmp_path) in (progress, Progress())
    path.write_text(json.dumps({"done": ["arms", 5], "missed": ["14 11@14", "14 14", "77", "x", "", "55"]}), "utf-8")
    assert load_progress(tmp_path) == Progress(frozenset({"arms", "5"}), progress.missed)
    for wrong in ("[]", "{}", "3", '{"done": 3, "missed": []}', "[" * 100_000, '{"done": [], "missed": 4}'):
        path.write_text(wrong, "utf-8")
        assert load_progress(tmp_path) == Progress()


def test_layouts_come_from_rounds_that_are_over_or_else_from_bots(tmp_path: Path) -> None:
    by_bots = played_layouts(tmp_path, random.Random(1))
    for _ in range(20):
        layout = next(by_bots)
        assert len(layout.joints) >= 3
        assert parse_position(format_position(layout)) == layout
    players = BySeat([Player(name) for name in ("Anna", "Bartek", "Clara", "Dieter")])
    table = Table.begin(players, tmp_path, known_seed=known_seed("played"), date=datetime.date(2026, 11, 30))
    for plays in (100, 5):
        table.begin_round()
        for _play in range(plays):
            if table.turn is None:
                break
            table.play(table.turn, table.view_for(table.turn).legal_actions[0])
    over, under_way = table.view.rounds
    table.close()
    layouts = played_layouts(tmp_path, random.Random(2))
    for _ in range(30):
        layout = next(layouts)
        assert layout.joints == over.view.layout.joints[: len(layout.joints)]
        assert layout.joints != under_way.view.layout.joints[: len(layout.joints)]


async def test_the_trainer_asks_ten_times_against_the_clock_and_keeps_what_was_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr("sevenrocks.tui.screens.counting.time", SimpleNamespace(monotonic=lambda: now))
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await _open_list(pilot)
        await pilot.press("t")
        screen = await screen_of(pilot, TrainerScreen)
        assert "You have 20 seconds for each." in screen_text(app)
        await pilot.press("enter")
        for number in range(LENGTH):
            text = screen_text(app)
            assert f"{number + 1} of {LENGTH}" in text
            assert not re.search(r"\+\d", text), "what counts is told before it is asked"
            assert re.search(r"\b20 s", text)
            if number == 0:
                now += 19.5
                await until(pilot, lambda: " 1 s" in screen_text(app), "the clock to go on")
                assert not screen.is_answered
                now += 0.5
                await until(pilot, lambda: screen.is_answered, "the time to be over")
                assert "The time is over: " in screen_text(app)
            elif number == 1:
                await pilot.press("9", "9", "enter")
                assert "No, not " in screen_text(app)
            else:
                await pilot.press(*str(screen.training.layout.count), "enter")
                assert "Right, in " in screen_text(app)
            assert not screen.clock_words
            if number == 0:
                await pilot.press("enter")
                assert screen.is_answered, "an Enter that was meant for the answer throws nothing away"
                now += 1.0
            await pilot.press("enter")
        shown = screen_text(app)
        await pilot.press("enter")
        await screen_of(pilot, LearnScreen)
    assert f"{LENGTH - 2} of {LENGTH} counted right." in shown
    assert "On average" in shown
    assert load_progress(tmp_path / "state").missed == (), "both came back, and were counted right"


async def test_a_training_that_is_left_keeps_what_was_missed(tmp_path: Path) -> None:
    app = app_in(tmp_path, call_seconds=0)
    async with app.run_test(size=(80, 24)) as pilot:
        await _open_list(pilot)
        await pilot.press("t")
        screen = await screen_of(pilot, TrainerScreen)
        assert "seconds" not in screen_text(app)
        await pilot.press("enter")
        assert " s\n" not in screen_text(app), "there is no clock"
        layout = screen.training.layout
        assert load_progress(tmp_path / "state").missed == ()
        await pilot.press("9", "9", "enter", "escape")
        await screen_of(pilot, LearnScreen)
    assert load_progress(tmp_path / "state").missed == (layout,)
