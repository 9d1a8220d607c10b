"""Reading a record, safe on hostile text: its size, depth and numbers are bounded before and while it is parsed."""

from __future__ import annotations

import datetime
import tomllib
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from sevenrocks.engine.deal import SEED_BYTES
from sevenrocks.engine.errors import NotationError
from sevenrocks.engine.rules import MAX_TARGET, MIN_TARGET
from sevenrocks.engine.seats import BySeat, Partnership, Scores, Seat
from sevenrocks.house import MAX_CALL, RULES_ALONE, House
from sevenrocks.i18n import _
from sevenrocks.names import check_distinct, parse_name
from sevenrocks.notation import (
    echo,
    echo_text,
    parse_change,
    parse_draw_turn,
    parse_end,
    parse_hand,
    parse_partnership,
    parse_play,
    parse_seat,
)
from sevenrocks.toml_shape import ShapeError, check_shape

from .data import Extras, Fairness, MatchRecord, Result, RoundRecord
from .writing import FORMATS, MAX_BYTES, format_key, too_large, write_record

_MAX_VALUE_DEPTH = 16
_MAX_NUMBER = 10**9
_MAX_OWN_NUMBER = 2**63

T = TypeVar("T")


def read_record(data: bytes) -> MatchRecord:
    """The record that this text holds, not yet checked against the rules (see `replay`).

    Raises NotationError, in words and in one line, where it is no record.
    """
    record = _read_match(_load(data))
    # The canonical text can be longer, and have more dots, than another one of the same record; what is read can always be
    # read again.
    _check_shape(write_record(record))
    return record


def _load(data: bytes) -> dict[str, Any]:
    if len(data) > MAX_BYTES:
        raise NotationError(too_large())
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotationError(_("not a record: byte {n} is not UTF-8").format(n=error.start + 1)) from error
    _check_shape(text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NotationError(_("not a record: {error}").format(error=echo_text(str(error)))) from error
    except (ValueError, OverflowError, RecursionError) as error:
        raise NotationError(_("not a record: a value is out of bounds")) from error


def _check_shape(text: str) -> None:
    try:
        check_shape(text)
    except ShapeError as error:
        told = (
            _("not a record: line {n} is too deep")
            if error.is_deep
            else _("not a record: too many dots or tables up to line {n}")
        )
        raise NotationError(told.format(n=error.line)) from error


def _check_value(key: str, value: Any, depth: int = 1) -> None:
    """Refuse a user's own value that could not be written and read again."""
    if isinstance(value, int) and not -_MAX_OWN_NUMBER <= value < _MAX_OWN_NUMBER:
        raise NotationError(_("{key}: the number is out of bounds").format(key=key))
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if depth > _MAX_VALUE_DEPTH:
        raise NotationError(_("{key}: the value is too deep").format(key=key))
    for each in inner:
        _check_value(key, each, depth + 1)


def _read_match(table: dict[str, Any]) -> MatchRecord:
    found = table.get("format")
    if found not in FORMATS:
        if isinstance(found, str) and found.startswith("sevenrocks-record/"):
            message = _("a record of another version, {format}: this program reads {known}")
            known = _("{first} and {last}").format(first=", ".join(FORMATS[:-1]), last=FORMATS[-1])
            raise NotationError(message.format(format=echo(found), known=known))
        raise NotationError(_('not a record: expected format = "{known}"').format(known=FORMATS[0]))
    version = 1 + FORMATS.index(found)
    reader = _Table(table, "")
    reader.take("format", str)
    date = reader.take("date", datetime.date, None)
    if isinstance(date, datetime.datetime):
        raise NotationError(_("date: expected a day without a time"))
    target = reader.take("target", int)
    if not MIN_TARGET <= target <= MAX_TARGET:
        raise NotationError(_("target: expected {low} to {high}").format(low=MIN_TARGET, high=MAX_TARGET))
    known_deal = reader.take("known_deal", bool, False)
    players_table = reader.table("players")
    players = BySeat([players_table.parsed(seat.name, parse_name) for seat in Seat])
    check_distinct(players)
    house_table = reader.table("house", optional=True)
    rounds = tuple(_read_round(round_table, version) for round_table in reader.tables("rounds"))
    return MatchRecord(
        players,
        target,
        rounds,
        _read_result(reader.table("result", optional=True)),
        date,
        known_deal,
        _read_fairness(reader.table("fairness", optional=True)),
        RULES_ALONE if house_table is None else _read_house(house_table, version),
        player_extras=players_table.close(),
        house_extras={} if house_table is None else house_table.close(),
        extras=reader.close(),
    )


def _read_round(reader: _Table, version: int) -> RoundRecord:
    def per_seat(key: str) -> BySeat[int] | None:
        table = reader.table(key, optional=True)
        return None if table is None else BySeat([table.integer(seat.name) for seat in Seat])

    draws = tuple(reader.lines("draws", parse_draw_turn, optional=True))
    opens = reader.parsed("opens", parse_seat)
    deal_table = reader.table("deal")
    deal = BySeat([deal_table.parsed(seat.name, parse_hand) for seat in Seat])
    hints_table = reader.table("hints", optional=True)
    hints = (
        ()
        if hints_table is None
        else tuple((seat, hints_table.integer(seat.name, low=0)) for seat in Seat if hints_table.has(seat.name))
    )
    seats = tuple(reader.lines("seats", parse_change, optional=True)) if version > 1 else ()
    opened = tuple(reader.integers("opened", low=0)) if version > 2 else ()
    plays = tuple(reader.lines("plays", parse_play))
    end = reader.parsed("end", parse_end) if reader.has("end") else None
    left, lost, scores = per_seat("left"), per_seat("lost"), _read_scores(reader)
    return RoundRecord(opens, deal, draws, plays, end, left, lost, scores, hints, seats, opened, reader.close())


def _read_scores(reader: _Table) -> Scores | None:
    table = reader.table("score", optional=True)
    return None if table is None else Scores([table.integer(pair.name) for pair in Partnership])


def _read_result(reader: _Table | None) -> Result | None:
    if reader is None:
        return None
    winner = reader.parsed("winner", parse_partnership)
    scores = _read_scores(reader)
    if scores is None:
        raise NotationError(_("{key}: missing").format(key="result.score"))
    return Result(winner, scores, reader.close())


def _read_fairness(reader: _Table | None) -> Fairness | None:
    if reader is None:
        return None
    seed = reader.parsed("seed", _parse_seed)
    commitment = reader.parsed("commitment", _parse_hexadecimal)
    cut = reader.take("cut", str, "")
    return Fairness(seed, commitment, cut, reader.close())


def _read_house(reader: _Table, version: int) -> House:
    call = reader.integer("call", low=0) if reader.has("call") else None
    if call is not None and call > MAX_CALL:
        raise NotationError(_("{key}: the number is out of bounds").format(key="house.call"))
    open_pair = reader.parsed("open", parse_partnership) if reader.has("open") else None
    start_table = reader.table("start", optional=True) if version > 1 else None
    if start_table is None:
        return House(call, open_pair)
    points = [start_table.integer(pair.name) if start_table.has(pair.name) else 0 for pair in Partnership]
    return House(call, open_pair, Scores(points))


def _parse_seed(text: str) -> bytes:
    return bytes.fromhex(_parse_hexadecimal(text))


def _parse_hexadecimal(text: str) -> str:
    if len(text) != 2 * SEED_BYTES or not set(text) <= set("0123456789abcdef"):
        raise NotationError(_("expected {n} hexadecimal digits").format(n=2 * SEED_BYTES))
    return text


_MISSING: Any = object()


class _Table:
    """A table of a record that is read key by key; what is left in the end was not expected."""

    def __init__(self, values: dict[str, Any], path: str) -> None:
        self._values = values
        self._path = path
        self._taken: set[str] = set()
        self._inner: list[tuple[str, _Table]] = []

    def has(self, key: str) -> bool:
        return key in self._values

    def take(self, key: str, kind: type[T], default: Any = _MISSING) -> T:
        """The value of a key, of this very type; the default where it is missing."""
        self._taken.add(key)
        value: Any = self._values.get(key, default)
        if value is _MISSING:
            raise NotationError(_("{key}: missing").format(key=self._path + key))
        if value is not default and not (isinstance(value, kind) and isinstance(value, bool) == (kind is bool)):
            kinds = {str: _("a text"), int: _("a whole number"), bool: _("true or false"), list: _("a list")}
            wanted = kinds.get(kind, _("a day") if kind is datetime.date else _("a table"))
            raise NotationError(_("{key}: expected {kind}").format(key=self._path + key, kind=wanted))
        found: T = value
        return found

    def integer(self, key: str, low: int = -_MAX_NUMBER) -> int:
        return self._bounded(key, self.take(key, int), low)

    def integers(self, key: str, low: int) -> Iterable[int]:
        """The whole numbers of a list; none where it is missing."""
        values: list[Any] = self.take(key, list, [])
        for number, value in enumerate(values, 1):
            if not isinstance(value, int) or isinstance(value, bool):
                told = self._path + self._item(key, number)
                raise NotationError(_("{key}: expected {kind}").format(key=told, kind=_("a whole number")))
            yield self._bounded(self._item(key, number), value, low)

    def _bounded(self, key: str, value: int, low: int) -> int:
        if not low <= value <= _MAX_NUMBER:
            raise NotationError(_("{key}: the number is out of bounds").format(key=self._path + key))
        return value

    def parsed(self, key: str, parse: Callable[[str], T]) -> T:
        text = self.take(key, str)
        try:
            return parse(text)
        except NotationError as error:
            raise NotationError(f"{self._path}{key}: {error}") from error

    def lines(self, key: str, parse: Callable[[str], T], *, optional: bool = False) -> Iterable[T]:
        values: list[Any] = self.take(key, list, [] if optional else _MISSING)
        for number, text in enumerate(values, 1):
            if not isinstance(text, str):
                raise NotationError(_("{key}: expected {kind}").format(key=self._line(key, number), kind=_("a text")))
            try:
                yield parse(text)
            except NotationError as error:
                raise NotationError(f"{self._line(key, number)}: {error}") from error

    def _line(self, key: str, number: int) -> str:
        if key == "plays":
            return _("{place}play {n}").format(place=self._path, n=number)
        return self._path + self._item(key, number)

    @staticmethod
    def _item(key: str, number: int) -> str:
        return f"{key} {number}"

    def table(self, key: str, *, optional: bool = False) -> Any:
        """The table of a key as a reader of its own; None where it is missing and may be."""
        values: dict[str, Any] | None = self.take(key, dict, None if optional else _MISSING)
        if values is None:
            return None
        inner = _Table(values, f"{self._path}{key}.")
        self._inner.append((key, inner))
        return inner

    def tables(self, key: str) -> Iterable[_Table]:
        values: list[Any] = self.take(key, list, [])
        for number, inner in enumerate(values, 1):
            if not isinstance(inner, dict):
                raise NotationError(_("{key}: expected {kind}").format(key=self._path + key, kind=_("a table")))
            yield _Table(inner, _("round {n}, ").format(n=number))

    def close(self) -> Extras:
        """The user's own keys of this table and of those within. Raises NotationError for any other key left over."""
        extras: Extras = {}
        for key in sorted(self._values.keys() - self._taken):
            if not key.startswith("_"):
                place = f"{self._path[:-1]}: " if self._path.endswith(".") else self._path
                raise NotationError(_("{place}unknown key {key}").format(place=place, key=echo(key)))
            _check_value(f"{self._path}{echo_text(key)}", self._values[key])
            extras[format_key(key)] = self._values[key]
        for name, inner in self._inner:
            if inner.is_open:
                extras.update({f"{name}.{key}": value for key, value in inner.close().items()})
        self._taken.update(self._values)
        return extras

    @property
    def is_open(self) -> bool:
        return not self._values.keys() <= self._taken
