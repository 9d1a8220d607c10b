"""A match at the table, told once: whole matches played through a sitting, with every option, taken up again at every step."""

from __future__ import annotations

import datetime
import errno
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import count, pairwise, product
from pathlib import Path

import pytest

from help.effort import cases
from sevenrocks import bots
from sevenrocks.engine.actions import PASS, Action, IllegalPlayError, Pass, Passed, Place, Placed
from sevenrocks.engine.deal import draw_opener, known_seed
from sevenrocks.engine.errors import NotationError
from sevenrocks.engine.match import Match
from sevenrocks.engine.seats import BySeat, Partnership, Scores, Seat
from sevenrocks.engine.tiles import Tile
from sevenrocks.engine.view import SeatView
from sevenrocks.record import MatchRecord, read_record, replay, write_record
from sevenrocks.seating import Change, NoSeat, Player, RoundSeats, SeatRefusedError
from sevenrocks.seen import Opened, RoundSeen
from sevenrocks.settings import CallSeconds, Hints, Settings
from sevenrocks.sitting import (
    ANSWERS,
    FIRST,
    FOLLOWS,
    BotThinks,
    Call,
    Choose,
    Cut,
    Drawn,
    HandOver,
    Knock,
    NoHint,
    Rescue,
    Settled,
    Sitting,
    Start,
    Step,
    StepError,
    Told,
    Won,
    kept_record,
    take_up,
)
from sevenrocks.store import DamagedError, Line, MatchFile, StoreError, read_match, replay_lines, survey
from sevenrocks.telling.sentences import told_events

DAY = datetime.date(2026, 12, 1)
NAMES = ("Anna", "Bartek", "Clara", "Dieter")


PLAIN = Start(target=60, known_seed=known_seed("sitting"))


def players(people: int, level: str = "novice") -> BySeat[Player]:
    """So many people from N on, and bots on the other seats."""
    return BySeat([Player(name, None if number < people else level) for number, name in enumerate(NAMES)])


@dataclass
class Play:
    """A sitting that is played by a script, and what it went through."""

    folder: Path
    people: int = 1
    settings: Settings = field(default_factory=Settings)
    start: Start = PLAIN
    resumes: bool = False
    """Whether the match is left and taken up again at every step."""
    seed: int = 0
    swaps: float = 0.0
    """How often somebody goes home, or comes back."""

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.steps: list[type[Step]] = []
        self.answered: Step | None = None
        self.begun: set[type[Step]] = set()
        self.sitting = Sitting.begin(self.start, players(self.people), self.folder, lambda: self.settings, DAY)

    def to_end(self, look: Callable[[Step], None] = lambda _step: None) -> MatchRecord:
        """Play until the match is won; returns its record."""
        while True:
            step = self.sitting.step
            self.steps.append(type(step))
            look(step)
            if isinstance(step, Won):
                break
            # Not before it is kept; and not where the screen has just been handed over: it would be handed over for ever.
            if self.resumes and self.sitting.is_kept and not isinstance(self.answered, HandOver):
                step = self.again()
                self.begun.add(type(step))
                if isinstance(step, Won):
                    continue
            self.answered = step
            if self.rng.random() < self.swaps and self.sitting.swaps:
                swap = self.rng.choice(self.sitting.swaps)
                self.sitting.seat(swap.seat, swap.then)
                continue
            self.answer(step)
        record = self.sitting.record()
        self.sitting.leave()
        return record

    def again(self) -> Step:
        """Let the match go as a killed program does, and take it up."""
        self.sitting._table.close()
        (path,) = (self.folder / "matches").glob("*.match")
        found = take_up(path, lambda: self.settings)
        assert isinstance(found, Sitting)
        self.sitting = found
        return found.step

    def answer(self, step: Step) -> None:
        """What the script says at this step: told by the seed and the match alone, so that taking up changes nothing."""
        sitting = self.sitting
        match step:
            case Cut():
                sitting.cut("seven rocks")
            case HandOver():
                sitting.take()
            case Choose(hand=hand):
                sitting.choose(self.choice(hand.legal_actions, step))
            case BotThinks(request=request):
                sitting.choose(bots.choose(request.level, request.view, request.seed))
            case Call():
                right = step.after.count
                sitting.call(right if len(step.after.joints) % 3 else None if right % 2 else right + 1)
            case _:
                sitting.go_on()

    @staticmethod
    def choice(legal: tuple[Action, ...], step: Choose) -> Action:
        return legal[len(step.match.round.events) % len(legal)]


OPTIONS = {
    "plain": (Settings(), PLAIN),
    "sealed": (Settings(), Start(target=40)),
    "call": (
        Settings().replaced(call_it=True, call_seconds=CallSeconds.UNLIMITED),
        Start(target=40, known_seed=known_seed("c")),
    ),
    "explains": (Settings(), Start(target=60, known_seed=known_seed("e"), explained_to=Partnership.NS)),
    "start": (Settings(), Start(target=60, known_seed=known_seed("s"), points=Scores((35, 0)))),
}


@pytest.mark.parametrize("people", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("option", OPTIONS)
def test_a_whole_match_goes_from_step_to_step_as_is_told(tmp_path: Path, option: str, people: int) -> None:
    settings, start = OPTIONS[option]
    play = Play(tmp_path, people, settings, start)
    record = play.to_end()
    assert replay(record).winner is not None
    assert read_record(write_record(record).encode()) == record
    steps = play.steps
    assert steps[0] in (Cut, Drawn)
    assert steps[-1] is Won
    for step, following in pairwise(steps):
        assert following in FOLLOWS[step], (step, following)
    assert (Call in steps) == ((people > 0 and option == "call") or option == "explains")
    assert (HandOver in steps) == (people > 1)
    assert (Cut in steps) == (option == "sealed")
    assert (Choose in steps) == (people > 0)


@pytest.mark.untraced
def test_every_way_from_step_to_step_is_met_and_no_other(tmp_path: Path) -> None:
    north_opens = next(f"opens {n}" for n in count() if draw_opener(known_seed(f"opens {n}"), 1).opener is Seat.N)
    met: set[tuple[type[Step], type[Step]]] = set()
    begun: set[type[Step]] = set()
    for option, people, seed in (
        *product(OPTIONS, (1, 2), ("ways",)),
        ("plain", 1, north_opens),
        *(("plain", 1, f"more ways {number}") for number in range(6)),
        ("plain", 0, "ways"),
        ("plain", 3, "ways"),
        ("call", 4, "ways"),
    ):
        settings, start = OPTIONS[option]
        known = None if start.known_seed is None else known_seed(seed)
        start = start._replace(known_seed=known, target=100)
        play = Play(tmp_path / f"{option} {people} {seed}", people, settings, start)
        play.to_end()
        met |= set(pairwise(play.steps))
        begun.add(play.steps[0])
    # From a cover to a bot's turn only where one who plays alone takes a match up.
    promised = {(step, following) for step, ways in FOLLOWS.items() for following in ways}
    assert promised - met == {(HandOver, BotThinks)}
    assert met <= promised
    assert begun <= set(FIRST)


@pytest.mark.parametrize(("option", "people"), [("plain", 1), *((option, 2) for option in OPTIONS)])
@pytest.mark.untraced
def test_a_match_taken_up_at_every_step_comes_to_the_same_end(tmp_path: Path, option: str, people: int) -> None:
    settings, start = OPTIONS[option]
    start = start._replace(known_seed=start.known_seed or known_seed("taken up"), target=cases(40, start.target))
    whole = Play(tmp_path / "whole", people, settings, start).to_end()
    taken = Play(tmp_path / "taken", people, settings, start, resumes=True)
    assert taken.to_end() == whole
    assert taken.begun <= set(FIRST)


def _answers() -> Iterator[tuple[str, Callable[[Sitting], object]]]:
    yield "cut", lambda sitting: sitting.cut("")
    yield "take", lambda sitting: sitting.take()
    yield "choose", lambda sitting: sitting.choose(Place(Tile(0, 0)))
    yield "call", lambda sitting: sitting.call(5)
    yield "go_on", lambda sitting: sitting.go_on()
    yield "enough", lambda sitting: sitting.enough()
    yield "ask_hint", lambda sitting: repr(sitting.ask_hint())
    yield "reseat", lambda sitting: sitting.reseat(players(2))
    yield "seat", lambda sitting: sitting.seat(Seat.E, Player("Greta", "club"))


SEATS_CHANGE = (HandOver, Choose, BotThinks, Knock, Told)


def fits(answer: str, step: Step) -> bool:
    """Whether this is an answer to that step."""
    if answer == "seat":
        return isinstance(step, SEATS_CHANGE)
    return answer in ANSWERS[type(step)] or (answer == "ask_hint" and isinstance(step, Choose))


@pytest.mark.parametrize("option", OPTIONS)
def test_an_answer_that_does_not_fit_raises_and_nothing_has_happened(tmp_path: Path, option: str) -> None:
    settings, start = OPTIONS[option]
    play = Play(tmp_path, 2, settings, start)

    seen: list[type[Step]] = []

    def look(step: Step) -> None:
        seen.append(type(step))
        for name, answer in _answers():
            # Often of one kind they are alike.
            if not fits(name, step) and seen.count(type(step)) <= cases(6, 10_000):
                before = play.sitting.record(), play.sitting.match
                with pytest.raises(StepError):
                    answer(play.sitting)
                assert play.sitting.step is step, name
                assert (play.sitting.record(), play.sitting.match) == before

    play.to_end(look)
    assert set(play.steps) >= {Drawn, HandOver, Choose, BotThinks, Told, Won}


def test_what_the_rules_refuse_changes_nothing(tmp_path: Path) -> None:
    play = Play(tmp_path, 1)
    while not isinstance(play.sitting.step, Choose):
        play.answer(play.sitting.step)
    step = play.sitting.step
    assert isinstance(step, Choose)
    other = next(tile for tile in (Tile(a, b) for a in range(7) for b in range(a, 7)) if tile not in step.hand.hand)
    for refused in (Place(other), PASS):
        with pytest.raises(IllegalPlayError):
            play.sitting.choose(refused)
        assert play.sitting.step is step


# ---- what is seen


@pytest.mark.parametrize("people", [0, 1, 2, 4])
@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.untraced
def test_no_step_has_a_hand_but_that_of_whoever_has_the_screen(tmp_path: Path, option: str, people: int) -> None:
    settings, start = OPTIONS[option]
    play = Play(tmp_path, people, settings, start, swaps=0.05)
    has_screen: Seat | None = Seat.N if people == 1 else None

    def look(step: Step) -> None:
        nonlocal has_screen
        hand: SeatView | None = getattr(step, "hand", None)
        shared = step.match.is_shared
        if isinstance(step, HandOver):
            has_screen = step.seat
            assert hand is None
        elif hand is not None:
            assert hand.seat is has_screen, step
            assert not step.match.players[hand.seat].is_bot
            if shared:
                assert isinstance(step, Choose | Told), "in sight while another one plays"
        partner: SeatView | None = getattr(step, "partner", None)
        if partner is not None:
            assert hand is not None
            assert start.explained_to is partner.seat.partnership is hand.seat.partnership

    play.to_end(look)


def test_everything_that_is_told_is_on_disk(tmp_path: Path) -> None:
    settings, start = OPTIONS["call"]
    play = Play(tmp_path, 2, settings, start)

    def look(step: Step) -> None:
        table = play.sitting._table
        if table._file is None:
            # Nothing is to be lost yet: no hand has been shown, and nothing played.
            assert getattr(step, "hand", None) is None
            assert not (step.match.rounds and step.match.round.events)
            assert not list(tmp_path.iterdir())
            return
        assert table._file.written == len(table._lines)
        if isinstance(step, Call):
            assert table._lines[-1].kind == "place"

    play.to_end(look)
    assert play.sitting._table.view.rounds


# ---- manners


def test_a_hint_can_be_had_where_settings_and_house_allow_it(tmp_path: Path) -> None:
    def first_choice(name: str, people: int, settings: Settings, start: Start) -> Sitting:
        play = Play(tmp_path / name, people, settings, start)
        while not isinstance(play.sitting.step, Choose):
            play.answer(play.sitting.step)
        return play.sitting

    plain = OPTIONS["plain"][1]
    alone = first_choice("alone", 1, Settings(), plain)
    assert alone.manners == (True, True, None)
    request = alone.ask_hint()
    step = alone.step
    assert isinstance(step, Choose)
    assert request.view == step.hand
    assert dict(alone.record().rounds[-1].hints) == {Seat.N: 1}
    never = first_choice("never", 1, Settings().replaced(hints=Hints.NEVER, what_if=False), plain)
    assert never.manners == (True, False, NoHint.SETTINGS)
    with pytest.raises(StepError):
        never.ask_hint()
    assert first_choice("shared", 2, Settings(), plain).manners.no_hint is NoHint.SETTINGS
    assert first_choice("always", 2, Settings().replaced(hints=Hints.ALWAYS), plain).manners.no_hint is None
    assert first_choice("call", 1, *OPTIONS["call"]).manners == (False, False, NoHint.COUNTING)
    assert first_choice("explains", 1, *OPTIONS["explains"]).manners == (True, False, NoHint.COUNTING)
    assert first_choice("start", 1, *OPTIONS["start"]).manners == (True, True, None)


def test_at_a_knock_no_hint_is_had(tmp_path: Path) -> None:
    play = Play(tmp_path, 1)
    knocks = 0

    def look(step: Step) -> None:
        nonlocal knocks
        if isinstance(step, Choose) and isinstance(step.hand.legal_actions[0], Pass):
            knocks += 1
            assert play.sitting.manners.no_hint is NoHint.KNOCKING
        elif not isinstance(step, Choose):
            assert play.sitting.manners.no_hint is NoHint.NOT_NOW

    play.to_end(look)
    assert knocks


def test_explanations_end_when_they_are_no_longer_wanted(tmp_path: Path) -> None:
    for at, kind in (("call", Call), ("told", Told)):
        settings, start = OPTIONS["explains"]
        play = Play(tmp_path / at, 1, settings, start)
        while not (type(play.sitting.step) is kind and getattr(play.sitting.step, "lessons", True)):
            play.answer(play.sitting.step)
        play.sitting.enough()
        rest = play.sitting
        with pytest.raises(StepError):
            rest.enough()
        seen: list[Step] = []
        play.to_end(seen.append)
        assert not any(isinstance(step, Call) for step in seen)
        assert all(not getattr(step, "lessons", ()) and getattr(step, "partner", None) is None for step in seen)


def test_what_is_told_of_a_call_says_whether_it_was_right(tmp_path: Path) -> None:
    settings, start = OPTIONS["call"]
    play = Play(tmp_path, 1, settings, start)
    told: dict[bool, bool] = {}

    def look(step: Step) -> None:
        if isinstance(step, Told) and step.call is not None:
            told[step.call.is_right] = step.call.number == step.call.right

    play.to_end(look)
    assert told == {True: True, False: False}


def test_whoever_leaves_instead_of_calling_has_placed_the_tile_and_called_nothing(tmp_path: Path) -> None:
    settings, start = OPTIONS["call"]
    play = Play(tmp_path, 1, settings, start)
    while not isinstance(play.sitting.step, Call):
        play.answer(play.sitting.step)
    tile = play.sitting.step.placed.tile
    play.sitting.leave()
    step = play.again()
    assert not isinstance(step, Call)
    last = step.match.round.last_placed
    assert last is not None
    assert (last.tile, last.award, last.call) == (tile, 0, None)


# ---- who sits where


def test_somebody_goes_home_and_comes_back_and_nobody_else_sees_that_hand(tmp_path: Path) -> None:
    play = Play(tmp_path, 2)
    sitting = play.sitting
    while not isinstance(sitting.step, Choose):
        play.answer(sitting.step)
    seat = sitting.step.hand.seat
    name = sitting.match.players[seat].name
    (home,) = [swap for swap in sitting.swaps if swap.seat is seat]
    assert home.now == Player(name)
    assert home.then.is_bot
    assert home.then.name not in NAMES
    sitting.seat(home.seat, home.then)
    step = sitting.step
    assert isinstance(step, HandOver), "one is left, and must have the screen before anything is seen"
    assert step.match.people == (step.seat,)
    for refused, why in (
        (Player("Zoe"), NoSeat.HAND_SEEN),
        (Player("Zoe", "club"), NoSeat.HAND_SEEN),
        (home.then, NoSeat.SAME),
    ):
        with pytest.raises(SeatRefusedError) as error:
            sitting.seat(seat, refused)
        assert error.value.reason is why
        assert sitting.step is step
    sitting.take()
    assert isinstance(sitting.step, BotThinks)
    assert sitting.step.seat is seat
    play.answer(sitting.step)
    (back,) = [swap for swap in sitting.swaps if swap.seat is seat]
    assert back.then == Player(name)
    sitting.seat(back.seat, back.then)
    *_before, (_who, _layout, last) = sitting.match.rounds[-1].story()
    assert last == Change(seat, Player(name), len(sitting.match.round.events)), "it is the latest that has happened"
    assert not any(getattr(sitting.step, hand, None) for hand in ("hand", "partner"))
    record = play.to_end()
    assert [change.player for change in record.rounds[0].seats] == [home.then, Player(name)]
    assert write_record(record).startswith('format = "sevenrocks-record/2"')
    assert replay(read_record(write_record(record).encode())).winner is not None


@pytest.mark.parametrize("people", [1, 3, 4])
def test_people_come_and_go_and_the_record_is_true(tmp_path: Path, people: int) -> None:
    for seed in range(4):
        folder = tmp_path / str(seed)
        record = Play(folder, people, swaps=0.2, seed=seed).to_end()
        assert sum(len(each.seats) for each in record.rounds) > 3
        assert replay(read_record(write_record(record).encode())).winner is not None
        (path,) = (folder / "matches").glob("*.match")
        found = take_up(path, Settings)
        assert isinstance(found, Sitting)
        assert isinstance(found.step, Won)
        assert found.record() == record


def test_between_rounds_any_seat_may_change(tmp_path: Path) -> None:
    play = Play(tmp_path, 2)
    while not isinstance(play.sitting.step, Settled):
        play.answer(play.sitting.step)
    sitting = play.sitting
    assert sitting.swaps == ()
    for name in ("ZOE", "Z0e"):
        alike = BySeat([Player("Zoe"), Player(name), Player("Clara", "novice"), Player("Dieter", "novice")])
        assert sitting.seats_refused(alike) == (Seat.E, NoSeat.NAME_TAKEN)
        with pytest.raises(StepError):
            sitting.reseat(alike)
    # Two change places, and one is new: names may meet on the way.
    others = BySeat([Player("Bartek"), Player("Anna"), Player("Zoe"), Player("Dieter", "novice")])
    sitting.reseat(others)
    assert isinstance(sitting.step, Settled)
    assert sitting.match.players == others
    assert sitting.match.rounds[0].seats.players == sitting.match.rounds[0].players == players(2)
    step = play.again()
    assert isinstance(step, Settled)
    assert step.match.players == others
    record = play.to_end()
    assert [change.after for change in record.rounds[1].seats] == [None] * 3
    assert replay(record).winner is not None


def test_a_match_whose_seats_changed_reads_as_it_was_told(tmp_path: Path) -> None:
    play = Play(tmp_path, 2, swaps=0.2, seed=3)
    play.to_end()
    match = play.sitting.match
    told = [
        (who[event.seat].is_bot if isinstance(event, Placed) else None)
        for seen in match.rounds
        for who, _layout, event in seen.story()
    ]
    assert True in told
    assert False in told
    for seen in match.rounds:
        for who, _layout, event in seen.story():
            assert isinstance(event, Change | Opened) or seen.players_for(event) == who
        events = [event for _who, _layout, event in seen.story()]
        assert len(events) == len(seen.view.events) + len(seen.seats.changes)


# ---- points at the start, damaged files, newer ones


def test_a_pair_begins_with_what_the_house_gives_it(tmp_path: Path) -> None:
    settings, start = OPTIONS["start"]
    play = Play(tmp_path, 1, settings, start)
    assert play.sitting.match.scores == (35, 0)
    assert next(play.sitting.match.score_history()) == (35, 0), "the track begins there"
    record = play.to_end()
    text = write_record(record)
    assert text.startswith('format = "sevenrocks-record/2"')
    assert "\n[house]\nstart.NS = 35\n" in text
    assert replay(record).scores == record.rounds[-1].scores
    with pytest.raises(NotationError, match="a start of 33 points"):
        Sitting.begin(start._replace(points=Scores((33, 0))), players(1), tmp_path, Settings, DAY)
    for wrong in (60, 65, -5):
        with pytest.raises(NotationError, match="below the target, 60"):
            Sitting.begin(start._replace(points=Scores((0, wrong))), players(1), tmp_path, Settings, DAY)


def test_lines_that_no_table_could_have_written_are_damage(tmp_path: Path) -> None:
    play = Play(tmp_path, 2)
    for _ in range(12):
        play.answer(play.sitting.step)
    while not play.sitting.swaps:
        play.answer(play.sitting.step)
    swap = play.sitting.swaps[0]
    play.sitting.seat(swap.seat, swap.then)
    table = play.sitting._table
    lines = list(table._lines)
    assert replay_lines(table._header, lines, {}).seating == table._seating
    (at,) = [number for number, line in enumerate(lines) if line.kind == "seat"]
    after, rest = lines[at].text.split(" ", 1)
    opened = Line("opened", str(len(play.sitting.match.round.events)))
    assert replay_lines(table._header, [*lines, opened], {}).opened == {1: (int(opened.text),)}
    for wrong in (
        [*lines[:at], Line("seat", f"{int(after) + 1} {rest}"), *lines[at + 1 :]],
        [*lines[:at], Line("seat", f"- {rest}"), *lines[at + 1 :]],
        [*lines[: at + 1], lines[at], *lines[at + 1 :]],
        [*lines, Line("call", "5")],
        [*lines, Line("place", "N 00")],
        [*lines, opened, opened],
        [*lines, opened._replace(text=f"0{opened.text}")],
        [*lines, opened._replace(text="0")],
        [opened._replace(text="0"), *lines],
    ):
        with pytest.raises(DamagedError):
            replay_lines(table._header, wrong, {})
    play.sitting.leave()


def test_what_is_whole_of_a_damaged_match_is_played_on(tmp_path: Path) -> None:
    play = Play(tmp_path, 1)
    while len(play.sitting._table._lines) < 12:
        play.answer(play.sitting.step)
    play.sitting.leave()
    (path,) = (tmp_path / "matches").glob("*.match")
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE line SET link = '' WHERE number = 8")
    found = take_up(path, Settings)
    assert isinstance(found, Rescue)
    assert (found.path, found.rounds, found.plays) == (path, 1, 5)
    sitting = found.play_on()
    assert isinstance(sitting.step, HandOver)
    assert sitting.step.is_resumed
    assert len(sitting.match.round.events) == 5
    with pytest.raises(StoreError):
        take_up(path.with_name("000009.match"), Settings)
    sitting.leave()


def test_the_record_of_a_kept_match_is_had_once_it_is_over_or_its_secrecy_is_to_end(tmp_path: Path) -> None:
    play = Play(tmp_path, 1)
    for _ in range(8):
        play.answer(play.sitting.step)
    assert play.sitting.not_kept is None
    unfinished = play.sitting.record()
    assert unfinished.rounds[0].plays
    play.sitting.leave()
    (path,) = (tmp_path / "matches").glob("*.match")
    before = path.read_bytes()
    assert kept_record(path, ends_secrecy=False) is None
    assert path.read_bytes() == before
    written = kept_record(path, ends_secrecy=True)
    assert written is not None
    plays = len(unfinished.rounds[0].plays)
    assert written == replace(unfinished, rounds=(replace(unfinished.rounds[0], opened=(plays,)),))
    assert kept_record(path, ends_secrecy=True) == written, "once is enough"
    assert play.again().match.rounds[0].opened == (plays,)
    record = play.to_end()
    assert record.rounds[0].opened == (plays,)
    assert kept_record(path, ends_secrecy=False) == record
    assert kept_record(path, ends_secrecy=True) == record


def test_a_match_of_which_the_record_is_written_keeps_its_place_among_the_others(tmp_path: Path) -> None:
    for _ in range(2):
        play = Play(tmp_path, 1)
        for _answer in range(4):
            play.answer(play.sitting.step)
        play.sitting.leave()
    last, first = (summary.path for summary in survey(tmp_path).matches)
    assert kept_record(first, ends_secrecy=True) is not None
    assert [summary.path for summary in survey(tmp_path).matches] == [last, first]


def test_where_it_cannot_be_noted_the_record_of_a_kept_match_is_not_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = Play(tmp_path, 1)
    for _ in range(4):
        play.answer(play.sitting.step)
    play.sitting.leave()
    (path,) = (tmp_path / "matches").glob("*.match")

    def full(*_rest: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(MatchFile, "append", full)
        with pytest.raises(OSError, match="No space"):
            kept_record(path, ends_secrecy=True)
    assert read_match(path).opened == {}
    with closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError):
            kept_record(path, ends_secrecy=True)
    assert read_match(path).opened == {}


@pytest.mark.parametrize(
    ("option", "people", "resumes"), [("call", 1, True), ("call", 2, True), ("call", 2, False), ("explains", 1, False)]
)
def test_that_the_record_is_written_during_play_is_known_to_all_at_once_and_for_ever(
    tmp_path: Path, option: str, people: int, resumes: bool
) -> None:
    settings, start = OPTIONS[option]
    play = Play(tmp_path, people, settings, start, resumes=resumes, swaps=0.05)
    rng, steps = random.Random(people), set()

    def look(step: Step) -> None:
        assert step.match == play.sitting.match
        if rng.random() < 0.5:
            return
        before = step.match
        written = play.sitting.open_record()
        now = play.sitting.step
        assert now == replace(step, match=now.match), "nothing else has happened"
        if not before.rounds or before.winner is not None:
            assert now == step
            return
        steps.add(type(step))
        plays = sum(isinstance(event, Placed | Passed) for event in before.round.events)
        assert written.rounds[-1].opened[-1] == now.match.rounds[-1].opened[-1] == plays
        assert now.match.opened[-1] == before.round.number
        assert play.sitting._table.is_kept
        *_before, (_who, _layout, last) = now.match.rounds[-1].story()
        assert last == Opened(plays), "it is the latest that has happened"
        if isinstance(now, HandOver) and before.round.turn is now.seat:
            assert told_events(now.match, now.seat)[-1] == "The record was written here, with all hands"
        play.sitting.open_record()
        assert play.sitting.step == now, "after the same play it is told once"

    record = play.to_end(look)
    assert people == 1 or resumes or steps >= {Drawn, HandOver, Choose, BotThinks, Call, Told, Settled}
    assert write_record(record).startswith('format = "sevenrocks-record/3"')
    assert replay(read_record(write_record(record).encode())).winner is not None
    assert [stated.opened for stated in record.rounds] == [each.opened for each in play.sitting.match.rounds]
    assert all(len(stated.opened) > 1 for stated in record.rounds)


def test_what_was_noted_between_two_plays_is_told_there() -> None:
    match = Match(60).begin_round_from(known_seed("sitting"))
    for _ in range(9):
        match = match.play(match.rounds[-1].legal_actions[0])
    view = match.rounds[-1].public
    bot, back = Player("Greta", "club"), Player("Anna")
    seats = RoundSeats(players(4), (), (Change(Seat.N, bot, 3), Change(Seat.N, back, 5)))
    told = [each for _who, _layout, each in RoundSeen(view, None, seats, (0, 3, 9)).story()]
    events = list(view.events)
    changes = list(seats.changes)
    assert told == [
        Opened(0),
        *events[:3],
        changes[0],
        Opened(3),
        *events[3:5],
        changes[1],
        *events[5:],
        Opened(9),
    ]


def test_a_rematch_has_the_same_players_and_no_known_deal(tmp_path: Path) -> None:
    play = Play(tmp_path / "one", 2)
    play.to_end()
    assert play.sitting.rematch() == Start(tuple(players(2)), 60)
    settings, start = OPTIONS["explains"]
    explains = Play(tmp_path / "two", 1, settings, start)
    assert explains.sitting.rematch() == Start(tuple(players(1)), 60, explained_to=Partnership.NS)
    assert replace(play.sitting.match, not_kept="x").not_kept == "x"
