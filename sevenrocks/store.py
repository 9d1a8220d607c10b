"""Matches on disk: every event is committed before anyone sees it.

Each match is one SQLite file in the user's state folder. Its lines are what a record holds (draws, deals, plays) in the
order of their numbers; a clock orders nothing. Each line is chained to the one before, and the first to the header, so
that damage is noticed. Deals and the seed are sealed with a key that lies beside the matches, so that no one reads a hand by
opening the file; against someone who writes a program for it there is no protection.

An open match is locked by the operating system, so a second window cannot play it, and a killed one leaves no lock.
"""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import hmac
import json
import os
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import platformdirs

from .engine.actions import Pass, Passed, Placed
from .engine.deal import SEED_BYTES, Draw
from .engine.errors import NotationError, RecordError, RocksError
from .engine.match import Match
from .engine.seats import BySeat, Partnership, Scores, Seat
from .i18n import _
from .names import parse_name
from .notation import format_draw_turn, format_hand, parse_draw_turn, parse_hand, parse_play
from .record import HintCounts, Play

VERSION = 1
"""The version of the files that this program reads and writes."""

_APPLICATION_ID = 0x37524B53
_SUFFIX = ".match"
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError, NotationError)
"""What reading values that nobody has checked may raise."""


class StoreError(RocksError):
    """A match cannot be kept or taken up, with the reason in words for the player."""


class OpenElsewhereError(StoreError):
    """The match is being played in another window."""

    def __init__(self) -> None:
        super().__init__(_("this match is open in another window"))


class Line(NamedTuple):
    """One line of a match: its kind (draw, deal, play) and its text, in the notation of records."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Header:
    """What is fixed before a match's first round. `levels` holds the level of each bot, None for a person."""

    players: BySeat[str]
    levels: BySeat[str | None]
    target: int
    known_deal: bool
    date: datetime.date
    seed: bytes


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a match stands, for the list of matches."""

    scores: Scores
    rounds: int
    winner: Partnership | None


@dataclass(frozen=True, slots=True)
class Summary:
    """A match in the list of matches: nothing that any player may not see."""

    path: Path
    players: BySeat[str]
    levels: BySeat[str | None]
    target: int
    date: datetime.date
    standing: Standing
    opened: int
    """Orders matches by when they were last taken up; higher is later."""


def state_folder() -> Path:
    """Where matches are kept on this machine."""
    return platformdirs.user_state_path("sevenrocks", appauthor=False)


class MatchFile:
    """A match on disk that this process plays; no other can until it is closed."""

    def __init__(self, path: Path, database: sqlite3.Connection, seal: _Seal, written: int, chain: bytes) -> None:
        self.path = path
        self.written = written
        """How many lines are on disk."""
        self._database = database
        self._seal = seal
        self._chain = chain

    @classmethod
    def create(cls, folder: Path, header: Header) -> MatchFile:
        """Begin a new match in this folder. Raises StoreError."""
        try:
            matches = folder / "matches"
            matches.mkdir(mode=0o700, parents=True, exist_ok=True)
            seal = _Seal.of(folder, create=True)
            opened = _next_opened(matches)
            text = _format_header(header, seal)
            path = _new_path(matches)
            try:
                database = _connect(path)
                try:
                    _set_up(database, text, opened)
                except BaseException:
                    database.close()
                    raise
            except BaseException:
                path.unlink(missing_ok=True)
                raise
        except (OSError, sqlite3.Error) as error:
            raise _store_error(error) from error
        return cls(path, database, seal, 0, seal.link(b"", 0, "header", text))

    @classmethod
    def resume(cls, path: Path) -> tuple[MatchFile, Header, tuple[Line, ...], HintCounts]:
        """Take up a match. Raises OpenElsewhereError, or StoreError where the file cannot be read."""
        try:
            seal = _Seal.of(path.parent.parent)
            opened = _next_opened(path.parent)
            database = _connect(path)
            try:
                _check_version(database)
                header, lines, chain, hints = _read(database, seal)
                with database:
                    _set_meta(database, "opened", str(opened))
            except BaseException:
                database.close()
                raise
        except (OSError, sqlite3.Error) as error:
            raise _store_error(error) from error
        return cls(path, database, seal, len(lines), chain), header, lines, hints

    def append(self, lines: Sequence[Line], standing: Standing, hints: HintCounts) -> None:
        """Commit more lines; when this returns they are on disk. Raises StoreError, and then none of them is."""
        rows, chain = [], self._chain
        for number, line in enumerate(lines, self.written + 1):
            text = self._seal.close(line.text) if line.kind == "deal" else line.text
            chain = self._seal.link(chain, number, line.kind, text)
            rows.append((number, line.kind, text, chain.hex()))
        try:
            with self._database:
                self._database.executemany("INSERT INTO line VALUES (?, ?, ?, ?)", rows)
                _set_meta(self._database, "standing", _format_standing(standing))
                _set_meta(self._database, "hints", json.dumps(hints))
        except (OSError, sqlite3.Error) as error:
            raise _store_error(error) from error
        self.written += len(rows)
        self._chain = chain

    def close(self) -> None:
        """Let other windows have the match."""
        self._database.close()


def list_matches(folder: Path) -> list[Summary]:
    """All matches that can be read and are not open elsewhere, the one last taken up first."""
    found = []
    for path in _match_paths(folder / "matches"):
        with contextlib.suppress(StoreError):
            found.append(read_summary(path))
    return sorted(found, key=lambda summary: (summary.opened, summary.path.stem), reverse=True)


def read_summary(path: Path) -> Summary:
    """What may be said of a match without playing it. Raises StoreError or OpenElsewhereError."""
    with _reading(path) as database:
        meta = _meta(database)
        plain = json.loads(meta["header"])
        players, levels, target, _known, date = _parse_plain(plain)
        return Summary(path, players, levels, target, date, _parse_standing(meta["standing"]), int(meta["opened"]))


def read_match(path: Path) -> tuple[Header, Match, HintCounts]:
    """A kept match as it stands, with all hands: for exporting one that is over. Raises StoreError."""
    with _reading(path) as database:
        header, lines, _chain, hints = _read(database, _Seal.of(path.parent.parent))
    return header, replay_lines(header.target, lines), hints


# ---- a match as lines ------------------------------------------------------------------------------------------------


def lines_of(match: Match) -> Iterator[Line]:
    """The lines of a match as far as it has come."""
    for state, draw in zip(match.rounds, match.draws, strict=True):
        if draw is not None:
            yield Line("draw", " / ".join(map(format_draw_turn, draw.turns)))
        yield Line("deal", " / ".join(map(format_hand, state.setup.deal)))
        for event in state.events:
            if isinstance(event, Placed):
                yield Line("play", str(Play(event.seat, event.action, event.award)))
            elif isinstance(event, Passed):
                yield Line("play", str(Play(event.seat, Pass())))


def replay_lines(target: int, lines: Sequence[Line]) -> Match:
    """The match that these lines tell. Raises StoreError where they contradict the rules."""
    match = Match(target)
    draw: Draw | None = None
    try:
        for kind, text in lines:
            if kind == "draw":
                draw = Draw(tuple(map(parse_draw_turn, text.split(" / "))))
            elif kind == "deal":
                match, draw = match.begin_round(BySeat(map(parse_hand, text.split(" / "))), draw), None
            else:
                match = _replay_play(match, parse_play(text))
    except (RocksError, ValueError) as error:
        raise StoreError(_damaged()) from error
    return match


def _replay_play(match: Match, play: Play) -> Match:
    if match.round is None or match.round.turn is not play.seat:
        raise RecordError(str(play))
    after = match.play(play.action)
    won = after.rounds[-1].events[len(match.round.events)]
    if play.award != (won.award if isinstance(won, Placed) else 0):
        raise RecordError(str(play))
    return after


# ---- the file --------------------------------------------------------------------------------------------------------


def _connect(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=0)
    try:
        # The lock is taken at once and held by the operating system until the file is closed or the process ends.
        database.execute("PRAGMA locking_mode = EXCLUSIVE")
        database.execute("PRAGMA synchronous = EXTRA")
        database.execute("BEGIN EXCLUSIVE")
        database.execute("COMMIT")
    except BaseException:
        database.close()
        raise
    return database


def _set_up(database: sqlite3.Connection, header: str, opened: int) -> None:
    with database:
        database.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
        database.execute(f"PRAGMA user_version = {VERSION}")
        database.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)")
        database.execute("CREATE TABLE line (number INTEGER PRIMARY KEY, kind TEXT, text TEXT, link TEXT)")
        _set_meta(database, "header", header)
        _set_meta(database, "standing", _format_standing(Standing(Scores((0, 0)), 0, None)))
        _set_meta(database, "opened", str(opened))


@contextlib.contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    try:
        # Not read-only: what a killed window left half written must be rolled back before anything can be read.
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", timeout=0, uri=True)) as database:
            _check_version(database)
            yield database
    except (OSError, sqlite3.Error) as error:
        raise _store_error(error) from error
    except _UNREADABLE as error:
        raise StoreError(_damaged()) from error


def _check_version(database: sqlite3.Connection) -> None:
    if database.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION_ID:
        raise StoreError(_("this file is no match of Seven Rocks"))
    if database.execute("PRAGMA user_version").fetchone()[0] > VERSION:
        raise StoreError(_("this match was kept by a newer version of Seven Rocks"))


def _read(database: sqlite3.Connection, seal: _Seal) -> tuple[Header, tuple[Line, ...], bytes, HintCounts]:
    lines = []
    try:
        meta = _meta(database)
        text, hints = meta["header"], _parse_hints(meta.get("hints", "{}"))
        header, chain = _parse_header(text, seal), seal.link(b"", 0, "header", text)
        for expected, row in enumerate(database.execute("SELECT * FROM line ORDER BY number"), 1):
            number, kind, told, link = row
            chain = seal.link(chain, number, kind, told)
            if number != expected or link != chain.hex():
                raise StoreError(_damaged())
            lines.append(Line(kind, seal.open(told) if kind == "deal" else told))
    except _UNREADABLE as error:
        raise StoreError(_damaged()) from error
    return header, tuple(lines), chain, hints


def _meta(database: sqlite3.Connection) -> dict[str, str]:
    return dict(database.execute("SELECT key, value FROM meta"))


def _set_meta(database: sqlite3.Connection, key: str, value: str) -> None:
    database.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))


def _match_paths(matches: Path) -> list[Path]:
    return [path for path in matches.glob(f"*{_SUFFIX}") if path.stem.isdecimal()] if matches.is_dir() else []


def _new_path(matches: Path) -> Path:
    number = max((int(path.stem) for path in _match_paths(matches)), default=0)
    while True:
        number += 1
        path = matches / f"{number:06}{_SUFFIX}"
        with contextlib.suppress(FileExistsError):
            path.touch(mode=0o600, exist_ok=False)
            return path


def _next_opened(matches: Path) -> int:
    """A number above that of every match not open elsewhere; those are being played, so they come first anyway."""
    return 1 + max((summary.opened for summary in list_matches(matches.parent)), default=0)


def _store_error(error: Exception) -> StoreError:
    code = getattr(error, "sqlite_errorcode", None)
    if code in _BUSY:
        return OpenElsewhereError()
    if code == sqlite3.SQLITE_ERROR or (
        isinstance(error, sqlite3.Error) and not isinstance(error, sqlite3.OperationalError)
    ):
        return StoreError(_damaged())
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return StoreError(_("the match cannot be kept: {reason}").format(reason=reason))


def _damaged() -> str:
    return _("the file of this match is damaged")


# ---- header, standing, seal ------------------------------------------------------------------------------------------


def _format_header(header: Header, seal: _Seal) -> str:
    return json.dumps(
        {
            "players": list(header.players),
            "levels": list(header.levels),
            "target": header.target,
            "known_deal": header.known_deal,
            "date": header.date.isoformat(),
            "seed": seal.close(header.seed.hex()),
        }
    )


def _parse_header(text: str, seal: _Seal) -> Header:
    plain = json.loads(text)
    seed = bytes.fromhex(seal.open(plain["seed"]))
    if len(seed) != SEED_BYTES:
        raise ValueError("seed")
    return Header(*_parse_plain(plain), seed)


def _parse_plain(plain: dict[str, Any]) -> tuple[BySeat[str], BySeat[str | None], int, bool, datetime.date]:
    players = BySeat([parse_name(name) for name in plain["players"]])
    levels = BySeat([None if level is None else str(level) for level in plain["levels"]])
    if len(players) != len(Seat) or len(levels) != len(Seat):
        raise ValueError("players")
    return players, levels, int(plain["target"]), bool(plain["known_deal"]), datetime.date.fromisoformat(plain["date"])


def _parse_hints(text: str) -> HintCounts:
    hints = {int(number): [int(asked) for asked in by_seat] for number, by_seat in json.loads(text).items()}
    if any(len(by_seat) != len(Seat) or min(by_seat) < 0 for by_seat in hints.values()):
        raise ValueError("hints")
    return hints


def _format_standing(standing: Standing) -> str:
    winner = None if standing.winner is None else standing.winner.name
    return json.dumps({"scores": list(standing.scores), "rounds": standing.rounds, "winner": winner})


def _parse_standing(text: str) -> Standing:
    plain = json.loads(text)
    north_south, east_west = map(int, plain["scores"])
    winner = plain["winner"]
    return Standing(
        Scores((north_south, east_west)), int(plain["rounds"]), None if winner is None else Partnership[winner]
    )


def _make_key(path: Path) -> None:
    """Write a fresh key, whole or not at all; where another window has just done so, its key stays."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(SEED_BYTES))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(fresh, path)
        except FileExistsError:
            return
        except OSError:
            # A file system without hard links.
            fresh.replace(path)
        _sync_folder(path.parent)
    finally:
        fresh.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Let a new name in this folder last, where the system can be asked to."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


class _Seal:
    """Keeps what no player may read unreadable in the file: SHAKE-256 as a stream cipher, with HMAC-SHA-256."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    @classmethod
    def of(cls, folder: Path, *, create: bool = False) -> _Seal:
        """The seal of this folder. Raises OSError, or StoreError where its key is missing or damaged."""
        path = folder / "key"
        if create and not path.exists():
            _make_key(path)
        try:
            key = path.read_bytes()
        except FileNotFoundError as error:
            raise StoreError(_("the key of the kept matches is missing")) from error
        if len(key) != SEED_BYTES:
            raise StoreError(_("the key of the kept matches is damaged"))
        return cls(key)

    def close(self, text: str) -> str:
        """The text sealed, in hexadecimal digits."""
        nonce = secrets.token_bytes(16)
        body = nonce + self._mixed(nonce, text.encode("utf-8"))
        return (body + self._tag(b"seal", body)[:16]).hex()

    def open(self, sealed: str) -> str:
        """The text of a seal. Raises ValueError where it has been broken."""
        data = bytes.fromhex(sealed)
        body, tag = data[:-16], data[-16:]
        if not hmac.compare_digest(tag, self._tag(b"seal", body)[:16]):
            raise ValueError("broken seal")
        return self._mixed(body[:16], body[16:]).decode("utf-8")

    def link(self, chain: bytes, number: int, kind: str, text: str) -> bytes:
        """What chains a line to all before it."""
        return self._tag(b"line", chain + f"{number} {kind} {text}".encode())[:16]

    def _mixed(self, nonce: bytes, data: bytes) -> bytes:
        stream = hashlib.shake_256(self._key + nonce).digest(len(data))
        return bytes(a ^ b for a, b in zip(data, stream, strict=True))

    def _tag(self, use: bytes, data: bytes) -> bytes:
        return hmac.digest(self._key, use + data, "sha256")
