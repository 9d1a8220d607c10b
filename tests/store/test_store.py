"""Matches on disk: kept at every event, locked while they are played, silent about hands."""

from __future__ import annotations

import datetime
import json
import os
import random
import re
import sqlite3
import stat
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sevenrocks.engine.actions import Action, IllegalPlayError, Place
from sevenrocks.engine.errors import Refusal
from sevenrocks.engine.seats import BySeat, Partnership, Seat
from sevenrocks.engine.tiles import DOUBLE_SIX
from sevenrocks.places import state_folder
from sevenrocks.record import replay
from sevenrocks.seating import Player, bot_names
from sevenrocks.store import (
    DamagedError,
    Header,
    Line,
    MatchFile,
    OpenElsewhereError,
    Standing,
    StoreError,
    read_match,
    read_summary,
    replay_lines,
    salvage,
    survey,
)
from sevenrocks.store.kept import format_header, parse_header, parse_hints
from sevenrocks.store.seal import Seal
from sevenrocks.table import Table

DAY = datetime.date(2026, 11, 29)
DRAW = "N 66 E 12 S 25 W 16"
DEAL = "00 01 02 03 04 05 55 / 06 11 12 13 14 15 16 / 22 23 24 25 26 33 34 / 35 36 44 45 46 56 66"
HEADER = Header(BySeat(["Anna", "Bartek", "Clara", "Dieter"]), BySeat([None] * 4), 250, True, DAY, bytes(32))
PLAYERS = BySeat([Player("Anna"), Player("Bartek", "club"), Player("Clara"), Player("Dieter", "novice")])


_tables: list[Table] = []


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """No file stays open after a test."""
    yield
    while _tables:
        _tables.pop().close()


def begin(folder: Path, *, seed: bytes = bytes(32), target: int = 250) -> Table:
    _tables.append(Table.begin(PLAYERS, folder, target=target, known_seed=seed, date=DAY))
    return _tables[-1]


def begin_kept(folder: Path, *, seed: bytes = bytes(32), target: int = 250) -> Table:
    """A match in which a hand has been shown, and nothing been played."""
    table = begin(folder, seed=seed, target=target)
    table.begin_round()
    table.begin_keeping()
    return table


def resume(path: Path) -> Table:
    _tables.append(Table.resume(path))
    return _tables[-1]


def play(table: Table, actions: int, rng: random.Random) -> None:
    """So many actions at random, rounds begun as they are due."""
    for _ in range(actions):
        if table.winner is not None:
            return
        if table.turn is None:
            table.begin_round()
        seat = table.turn
        assert seat is not None
        table.play(seat, rng.choice(table.view_for(seat).legal_actions))


def match_path(folder: Path) -> Path:
    (path,) = (folder / "matches").glob("*.match")
    return path


# ---- kept


def test_every_event_is_on_disk_when_play_returns(tmp_path: Path) -> None:
    table = begin(tmp_path)
    rng = random.Random(1)
    for _ in range(80):
        play(table, 1, rng)
        # Another process reads a copy of the file as it is on disk now; the lock does not hold for a copy.
        copy = tmp_path / "copy"
        (copy / "matches").mkdir(parents=True, exist_ok=True)
        (copy / "key").write_bytes((tmp_path / "key").read_bytes())
        (copy / "matches" / "000001.match").write_bytes(match_path(tmp_path).read_bytes())
        match = read_match(copy / "matches" / "000001.match").match
        assert match.rounds[-1].events == table.view.round.events


def test_a_commit_returns_when_all_is_on_disk_and_the_folder_knows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Promise 2 after a power cut rests on these words alone: what SQLite syncs no test can see."""
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def noted(*given: Any, **named: Any) -> sqlite3.Connection:
        opened.append(connect(*given, **named))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", noted)
    extra, rollback = 3, "delete"
    table = begin_kept(tmp_path)
    for _again in range(2):
        assert opened[-1].execute("PRAGMA synchronous").fetchone() == (extra,)
        assert opened[-1].execute("PRAGMA journal_mode").fetchone() == (rollback,)
        table.close()
        table = resume(match_path(tmp_path))


@pytest.mark.skipif(sys.platform != "linux", reason="Linux tells the path of a descriptor")
def test_the_key_is_on_disk_under_its_name_before_anything_is_sealed_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[Path] = []
    fsync = os.fsync

    def noted(descriptor: int) -> None:
        synced.append(Path(f"/proc/self/fd/{descriptor}").readlink())
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", noted)
    folder = tmp_path / "state" / "deeper"
    begin_kept(folder)
    *folders, key, again, match = synced
    assert folders == [tmp_path, tmp_path / "state", folder], "each new folder is known to the one above it"
    assert key.name.startswith("key.")
    assert again == folder
    assert match == folder / "matches" / "000001.match"


def test_each_choice_of_a_round_has_a_seed_of_its_own(tmp_path: Path) -> None:
    table = begin(tmp_path)
    seeds = []
    for _ in range(9):
        play(table, 1, random.Random(8))
        seeds.append(table.bot_seed())
    assert len(set(seeds)) == len(seeds)


def test_a_match_is_taken_up_at_the_very_play(tmp_path: Path) -> None:
    rng = random.Random(2)
    table = begin(tmp_path)
    for _ in range(25):
        play(table, rng.randrange(1, 9), rng)
        view, hands = table.view, [table.view_for(seat) for seat in Seat]
        table.close()
        table = resume(match_path(tmp_path))
        assert table.view == view
        assert [table.view_for(seat) for seat in Seat] == hands
    assert table.players == PLAYERS
    assert table.known_deal


def test_a_match_that_goes_on_after_a_break_is_the_match_without_one(tmp_path: Path) -> None:
    one, other = (begin(tmp_path / name, seed=bytes(range(32)), target=60) for name in ("one", "other"))
    rngs = random.Random(3), random.Random(3)
    while one.winner is None:
        play(one, 1, rngs[0])
        play(other, 1, rngs[1])
        other.close()
        other = resume(match_path(tmp_path / "other"))
    assert other.record() == one.record()
    replay(one.record())


def test_a_bot_chooses_the_same_after_a_break(tmp_path: Path) -> None:
    table = begin(tmp_path)
    play(table, 3, random.Random(4))
    seed = table.bot_seed()
    table.close()
    assert resume(match_path(tmp_path)).bot_seed() == seed


def test_the_last_one_taken_up_comes_first_whatever_the_clock_says(tmp_path: Path) -> None:
    tables = [begin(tmp_path) for _ in range(3)]
    for table in tables:
        play(table, 1, random.Random(5))
        table.close()
    first = tmp_path / "matches" / "000001.match"
    resume(first).close()
    os.utime(first, (0, 0))
    assert [summary.path.stem for summary in survey(tmp_path).matches] == ["000001", "000003", "000002"]


def test_a_summary_tells_the_standing(tmp_path: Path) -> None:
    table = begin(tmp_path, target=10)
    play(table, 1000, random.Random(6))
    table.close()
    summary = read_summary(match_path(tmp_path))
    assert (summary.players, summary.date) == (BySeat(["Anna", "Bartek", "Clara", "Dieter"]), DAY)
    assert summary.standing.scores == table.view.scores
    assert summary.standing.winner is table.winner is not None
    assert summary.standing.rounds == len(table.view.rounds)


# ---- locked


def test_two_windows_cannot_play_one_match(tmp_path: Path) -> None:
    table = begin(tmp_path)
    play(table, 1, random.Random(7))
    with pytest.raises(OpenElsewhereError, match="open in another window"):
        resume(match_path(tmp_path))
    other = subprocess.run(
        [sys.executable, "-c", _RESUME, str(match_path(tmp_path))], capture_output=True, text=True, check=False
    )
    assert other.stdout.strip() == "this match is open in another window"
    play(table, 1, random.Random(8))
    assert table.not_kept is None
    assert survey(tmp_path) == ([], 1, [])
    table.close()
    assert len(survey(tmp_path).matches) == 1


_RESUME = textwrap.dedent(
    """
    import sys
    from pathlib import Path
    from sevenrocks.store import StoreError
    from sevenrocks.table import Table
    try:
        table = Table.resume(Path(sys.argv[1]))
    except StoreError as error:
        print(error)
    else:
        print("resumed", flush=True)
        sys.stdin.read()
    """
)


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is a POSIX matter")
def test_a_killed_window_leaves_no_lock(tmp_path: Path) -> None:
    table = begin(tmp_path)
    play(table, 5, random.Random(9))
    table.close()
    with subprocess.Popen(
        [sys.executable, "-c", _RESUME, str(match_path(tmp_path))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as window:
        assert window.stdout is not None
        assert window.stdout.readline().strip() == "resumed"
        with pytest.raises(OpenElsewhereError):
            resume(match_path(tmp_path))
        window.kill()
    assert resume(match_path(tmp_path)).view.rounds


# ---- silent


def test_no_unplayed_tile_can_be_read_in_the_file(tmp_path: Path) -> None:
    table = begin_kept(tmp_path, seed=bytes(range(32)))
    data = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    table.close()
    with closing(sqlite3.connect(match_path(tmp_path))) as database:
        rows = [*database.execute("SELECT * FROM meta"), *database.execute("SELECT * FROM line")]
    text = "\n".join(str(value) for row in rows for value in row)
    # A tile standing by itself: not inside a date or a sealed text.
    shown = [t for t in DOUBLE_SIX if re.search(rf"(?<![\w-]){t.low}[|,]?{t.high}(?![\w-])", text)]
    draw = table.view.rounds[0].draw
    assert draw is not None
    # The draw before the round is public, and stands there in clear.
    assert set(shown) == {tile for turn in draw.turns for _seat, tile in turn}
    assert bytes(range(32)) not in data
    assert bytes(range(32)).hex().encode() not in data


def test_the_same_deal_is_sealed_differently_each_time(tmp_path: Path) -> None:
    sealed = []
    for name in ("one", "other"):
        begin_kept(tmp_path / name)
        with closing(sqlite3.connect(f"file:{match_path(tmp_path / name)}?mode=ro&immutable=1", uri=True)) as database:
            sealed += database.execute("SELECT text FROM line WHERE kind = 'deal'").fetchall()
    assert len(sealed) == 2
    assert sealed[0] != sealed[1]


@pytest.mark.skipif(os.name != "posix", reason="file modes are a POSIX matter")
def test_only_the_user_can_read_the_files(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    begin_kept(folder)
    for path in (folder / "key", match_path(folder)):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE((folder / "matches").stat().st_mode) == 0o700


# ---- damaged, newer, foreign, not writable


def kept_match(folder: Path) -> Path:
    table = begin(folder)
    play(table, 40, random.Random(10))
    table.close()
    return match_path(folder)


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE line SET text = 'N 00' WHERE number = 5",
        "UPDATE line SET kind = 'draw' WHERE number = 5",
        "DELETE FROM line WHERE number = 6",
        "UPDATE line SET number = 1000 WHERE number = 5",
        "UPDATE line SET link = '' WHERE number = 4",
        "UPDATE line SET text = substr(text, 1, 20) WHERE kind = 'deal'",
        "UPDATE line SET text = NULL WHERE number = 7",
        "DELETE FROM meta",
        "UPDATE meta SET value = '{}'",
        "UPDATE meta SET value = 'x'",
        "UPDATE meta SET value = replace(value, 'Anna', '\\u001b[2J') WHERE key = 'header'",
        "DROP TABLE line",
    ],
)
def test_a_changed_file_is_no_match_and_no_traceback(tmp_path: Path, statement: str) -> None:
    path = kept_match(tmp_path)
    change(path, statement)
    with pytest.raises(StoreError, match="damaged"):
        resume(path)
    assert all(summary.path.exists() for summary in survey(tmp_path).matches)


def test_a_truncated_file_is_no_match_and_no_traceback(tmp_path: Path) -> None:
    path = kept_match(tmp_path)
    whole = path.read_bytes()
    for length in range(0, len(whole), 509):
        path.write_bytes(whole[:length])
        with pytest.raises(StoreError):
            resume(path)
        survey(tmp_path)


def test_a_newer_file_is_refused_in_words_and_left_alone(tmp_path: Path) -> None:
    path = kept_match(tmp_path)
    change(path, "PRAGMA user_version = 99")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="newer version"):
        resume(path)
    assert path.read_bytes() == before


def test_a_foreign_file_is_refused(tmp_path: Path) -> None:
    path = kept_match(tmp_path)
    change(path, "PRAGMA application_id = 1")
    with pytest.raises(StoreError, match="no match of Seven Rocks"):
        resume(path)


def test_without_its_key_a_match_is_refused_in_words(tmp_path: Path) -> None:
    path = kept_match(tmp_path)
    (tmp_path / "key").unlink()
    with pytest.raises(StoreError, match="key of the kept matches is missing"):
        resume(path)
    (tmp_path / "key").write_bytes(b"short")
    with pytest.raises(StoreError, match="key of the kept matches is damaged"):
        resume(path)
    (tmp_path / "key").write_bytes(bytes(32))
    with pytest.raises(StoreError, match="damaged"):
        resume(path)


def test_where_nothing_can_be_kept_the_match_is_played_all_the_same(tmp_path: Path) -> None:
    blocked = tmp_path / "state"
    blocked.write_text("a file where a folder should be")
    table = begin_kept(blocked, target=50)
    assert table.not_kept is not None
    assert re.match(r"the match cannot be kept: .+", table.not_kept)
    assert "\n" not in table.not_kept
    play(table, 2000, random.Random(11))
    assert table.winner is not None
    assert table.view.not_kept == table.not_kept


def test_a_write_that_fails_is_said_and_made_good_by_the_next_event(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begin(tmp_path)
    rng = random.Random(12)
    play(table, 5, rng)
    with monkeypatch.context() as broken:

        def fail(*_args: object) -> None:
            raise StoreError("the match cannot be kept: No space left on device")

        broken.setattr(MatchFile, "append", fail)
        play(table, 2, rng)
        assert table.view.not_kept == "the match cannot be kept: No space left on device"
    play(table, 1, rng)
    assert table.view.not_kept is None
    view = table.view
    table.close()
    assert resume(match_path(tmp_path)).view == view


# ---- the table itself


def test_an_action_out_of_turn_is_refused_and_nothing_happens(tmp_path: Path) -> None:
    table = begin(tmp_path)
    table.begin_round()
    seat = table.turn
    assert seat is not None
    view = table.view
    action: Action = Place(table.view_for(seat.next).hand[0])
    with pytest.raises(IllegalPlayError) as refused:
        table.play(seat.next, action)
    assert refused.value.reason is Refusal.OUT_OF_TURN
    assert table.view == view


def test_what_everyone_knows_of_a_match_has_no_hand_in_it(tmp_path: Path) -> None:
    table = begin(tmp_path)
    rng = random.Random(13)
    for _ in range(60):
        play(table, 1, rng)
        view = table.view
        assert view.round is not None
        if view.round.turn is None:
            continue
        on_table = set(view.round.layout.tiles)
        told = repr(view.round)
        for tile in DOUBLE_SIX:
            if tile not in on_table:
                assert repr(tile) not in told


# ---- what a review found


def test_a_match_killed_in_the_middle_of_a_commit_is_listed_and_goes_on(tmp_path: Path) -> None:
    table = begin(tmp_path)
    play(table, 12, random.Random(3))
    before = table.view
    table.close()
    # A transaction so large that SQLite writes into the file before it is committed, and then the end.
    script = """
        import os, signal, sqlite3, sys
        database = sqlite3.connect(sys.argv[1])
        database.execute("PRAGMA cache_size = 1")
        database.execute("BEGIN EXCLUSIVE")
        for number in range(100, 200):
            database.execute("INSERT INTO line VALUES (?, 'play', ?, '')", (number, "x" * 9000))
        os.kill(os.getpid(), signal.SIGKILL)
    """
    path = match_path(tmp_path)
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(script), path], check=False)
    assert done.returncode == -9
    assert path.with_name(f"{path.name}-journal").exists(), "a commit that was under way"
    (summary,) = survey(tmp_path).matches
    assert summary.path == path
    assert resume(path).view == before


@pytest.mark.parametrize("value", ["1e999", "[" * 100_000, '{"players": 3}', "{}", '{"scores": [1e999, 0]}'])
@pytest.mark.parametrize("key", ["header", "standing"])
def test_a_match_whose_header_is_nonsense_is_named_as_damaged(tmp_path: Path, key: str, value: str) -> None:
    begin_kept(tmp_path).close()
    path = match_path(tmp_path)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE meta SET value = ? WHERE key = ?", (value, key))
    with pytest.raises(DamagedError):
        read_summary(path)
    found = survey(tmp_path)
    if key == "header":
        assert found == ([], 0, [(path.name, "the file of this match is damaged")])
    else:
        # Whatever the line of the standing says, the match itself is whole.
        assert [summary.is_damaged for summary in found.matches] == [True]
        assert len(salvage(path).match.rounds) == 1


@pytest.mark.parametrize(
    "change", [("Anna", "Hanna"), ("250", "100"), ("novice", "club"), ("2026-11-29", "2026-11-30")]
)
def test_a_header_that_was_changed_is_noticed(tmp_path: Path, change: tuple[str, str]) -> None:
    table = begin(tmp_path)
    play(table, 3, random.Random(4))
    table.close()
    path = match_path(tmp_path)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE meta SET value = replace(value, ?, ?) WHERE key = 'header'", change)
    with pytest.raises(StoreError, match="damaged"):
        Table.resume(path)


def test_lines_of_another_match_are_noticed(tmp_path: Path) -> None:
    for seed in (1, 2):
        table = begin(tmp_path, seed=bytes([seed] * 32))
        play(table, 5, random.Random(seed))
        table.close()
    one, other = sorted((tmp_path / "matches").glob("*.match"))
    with closing(sqlite3.connect(one)) as database, database:
        database.execute("ATTACH ? AS other", (str(other),))
        database.execute("DELETE FROM line")
        database.execute("INSERT INTO line SELECT * FROM other.line")
    with pytest.raises(StoreError, match="damaged"):
        Table.resume(one)


def test_a_match_with_a_level_that_is_no_longer_there_says_so(tmp_path: Path) -> None:
    header = Header(
        BySeat(["Anna", "Bartek", "Clara", "Dieter"]),
        BySeat([None, "grandmaster", None, None]),
        250,
        True,
        DAY,
        bytes(32),
    )
    lines = [Line("draw", DRAW), Line("deal", DEAL)]
    MatchFile.create(tmp_path, header, lines, Standing.of(replay_lines(header, lines, {}).match), {}).close()
    with pytest.raises(StoreError, match="there is no bot level 'grandmaster'"):
        Table.resume(match_path(tmp_path))
    assert len(survey(tmp_path).matches) == 1


def test_a_match_that_cannot_be_begun_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr("sevenrocks.store.match_file.set_up", fail)
    assert "disk I/O error" in str(begin_kept(tmp_path).not_kept)
    assert list((tmp_path / "matches").iterdir()) == []


def test_a_file_system_without_hard_links_keeps_matches_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    assert begin_kept(tmp_path).not_kept is None
    assert sorted(path.name for path in tmp_path.iterdir()) == ["key", "matches"]


def test_the_words_of_the_cut_are_kept_with_the_match(tmp_path: Path) -> None:
    table = Table.begin(PLAYERS, tmp_path, target=150, date=DAY)
    commitment = table.commitment
    table.cut("  nine   lives ")
    table.begin_round()
    table.begin_keeping()
    table.close()
    rng = random.Random(11)
    for actions in (0, 5, 30, 1_000):
        table = resume(match_path(tmp_path))
        assert not table.awaits_cut
        assert table.commitment == commitment
        play(table, actions, rng)
        table.close()
    record = table.record()
    assert record.fairness is not None
    assert (record.fairness.cut, record.fairness.commitment) == ("nine lives", commitment)
    assert len(record.rounds) > 1
    replay(record)


@pytest.mark.parametrize(
    "lines",
    [
        [("play", "N 55 +10")],
        [("deal", "00 01"), ("play", "N 00")],
        [("noise", "N 00")],
        [("deal", DEAL), ("play", "E 06")],
        [("draw", DRAW), ("deal", DEAL), ("play", "E 06")],
        [("draw", DRAW), ("deal", DEAL), ("play", "N 55 +5")],
        [("draw", DRAW), ("deal", DEAL), ("play", "N pass +5")],
        [("draw", DRAW), ("deal", DEAL), ("play", "N 66@55")],
    ],
)
def test_lines_that_contradict_the_rules_are_damage(lines: list[tuple[str, str]]) -> None:
    with pytest.raises(DamagedError):
        replay_lines(HEADER, [Line(*line) for line in lines], {})


def test_lines_that_keep_to_the_rules_are_a_match() -> None:
    kept = replay_lines(
        HEADER, [Line("cut", "x"), Line("draw", DRAW), Line("deal", DEAL), Line("play", "N 55 +10")], {}
    )
    assert kept.cut == "x"
    assert kept.match.scores == (10, 0)


@pytest.mark.parametrize(
    ("plain", "seed"), [({"players": ["A", "B", "C"]}, bytes(32)), ({"levels": [None]}, bytes(32)), ({}, bytes(31))]
)
def test_a_header_of_another_shape_is_damage(plain: dict[str, object], seed: bytes) -> None:
    seal = Seal(bytes(32))
    text = format_header(replace(HEADER, seed=seed), seal)
    with pytest.raises(ValueError, match=r"seed|players"):
        parse_header(json.dumps(json.loads(text) | plain), seal)


@pytest.mark.parametrize("text", ['{"1": [0, 0, 0]}', '{"1": [0, 0, 0, -1]}'])
def test_hints_of_another_shape_are_damage(text: str) -> None:
    with pytest.raises(ValueError, match="hints"):
        parse_hints(text)


def test_a_file_that_no_memory_is_enough_for_is_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite says so of some lost blocks."""
    path = kept_match(tmp_path)

    def read_on(*_arguments: object) -> None:
        raise MemoryError

    monkeypatch.setattr("sevenrocks.store.database.chained_lines", read_on)
    monkeypatch.setattr("sevenrocks.store.reading.chained_lines", read_on)
    with pytest.raises(DamagedError):
        read_match(path)
    assert not salvage(path).match.rounds, "the header is whole"


def test_without_the_key_matches_are_listed_but_not_read(tmp_path: Path) -> None:
    path = kept_match(tmp_path)
    key = tmp_path / "key"
    key.unlink()
    assert [summary.path for summary in survey(tmp_path).matches] == [path]
    for attempt in (salvage, read_match):
        with pytest.raises(StoreError, match="key of the kept matches is missing"):
            attempt(path)
    key.mkdir()
    for attempt in (salvage, read_match):
        with pytest.raises(StoreError, match="key of the kept matches is no ordinary file"):
            attempt(path)
    assert [summary.path for summary in survey(tmp_path).matches] == [path]
    key.rmdir()
    key.write_bytes(bytes(5000))
    with pytest.raises(StoreError, match="key of the kept matches is damaged"):
        read_match(path)


def test_a_key_that_cannot_be_read_is_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = kept_match(tmp_path)
    monkeypatch.setattr("sevenrocks.store.seal.read_regular", fail)
    for attempt in (salvage, read_match, read_summary):
        with pytest.raises(StoreError, match="Permission denied"):
            attempt(path)
    assert survey(tmp_path).matches == []


def test_what_cannot_be_copied_cannot_be_salvaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    path = kept_match(tmp_path)
    monkeypatch.setattr("shutil.copyfileobj", full)
    with pytest.raises(StoreError, match="No space left"):
        salvage(path)


def test_a_file_of_version_0_is_damaged(tmp_path: Path) -> None:
    path = kept_match(tmp_path)
    change(path, "PRAGMA user_version = 0")
    with pytest.raises(DamagedError):
        read_match(path)
    assert len(survey(tmp_path).matches) == 1


def test_matches_are_kept_in_the_users_state_folder() -> None:
    folder = state_folder()
    assert folder is not None
    assert folder.name == "sevenrocks"


def test_where_there_is_no_home_nothing_is_kept_and_that_is_told() -> None:
    table = Table.begin(PLAYERS, None, date=DAY)
    table.cut("")
    table.begin_round()
    table.begin_keeping()
    assert table.not_kept == "the match cannot be kept: there is no home folder; set HOME or XDG_STATE_HOME"
    assert table.view.rounds
    assert survey(None) == ([], 0, [])


def test_a_key_that_another_window_makes_meanwhile_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def other_first(_fresh: Path, path: Path) -> None:
        path.write_bytes(b"k" * 32)
        raise FileExistsError

    monkeypatch.setattr("os.link", other_first)
    table = begin_kept(tmp_path)
    assert table.not_kept is None
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["key"]
    assert (tmp_path / "key").read_bytes() == b"k" * 32


def test_bots_are_named_unlike_those_that_are_there() -> None:
    assert next(bot_names(["bartek", "Clara"])) == "Dieter"
    assert not {"Ewa", "Hanna"} & set(bot_names(["EWA", "hanna"]))


def test_what_is_told_of_a_match_before_its_first_round_and_after_one(tmp_path: Path) -> None:
    table = begin(tmp_path, target=1000)
    assert table.view.scores == table.view.scores_in_play == (0, 0)
    assert not table.must_pass
    rng = random.Random(12)
    knocks = 0
    while len(table.view.rounds) < 3:
        play(table, 1, rng)
        view = table.view
        assert view.scores == view.round.scores
        assert list(view.score_history())[-1:] in ([], [view.scores])
        knocks += table.must_pass
        if table.turn is None:
            settled = view.scores_in_play
            assert all(settled[pair] >= view.scores[pair] for pair in Partnership)
    assert knocks
