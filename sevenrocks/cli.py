"""The commands: call, print. What is heavy is imported inside the command that needs it."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from .arguments import language_asked_for, literal, parse
from .engine.errors import NotationError, RecordError
from .engine.rules import TARGET
from .i18n import _, ngettext, speak, whole

if TYPE_CHECKING:
    from .engine.round import Round
    from .record import MatchRecord
    from .table import Player
    from .tui.director import Start


class _UsageError(Exception):
    """Something on the command line that cannot be done, in words."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code: 0, 1 for what is wrong in a file, 2 for a call that cannot be done."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # What the output cannot hold is written as escapes rather than not at all.
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            # Before all else: the parser's own words are in that language.
            language = language_asked_for(sys.argv[1:] if arguments is None else arguments) or _usual_language()
            speak(language)
            options = parse(arguments, _COMMANDS, language)
            code: int = options.run(options)
        finally:
            # Now, so that what goes wrong with it can still be told.
            if sys.stdout is not None:
                sys.stdout.flush()
    except _UsageError as error:
        _say(f"sevenrocks: {error}", sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read our output has enough of it.
        _drop_output()
        return 1
    except OSError as error:
        _drop_output()
        _say(f"sevenrocks: {_reason(error)}", sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return code


def _usual_language() -> str:
    """The language of the settings, or else that of the system."""
    from .settings import load_settings, settings_path

    return load_settings(settings_path()).language_in(os.environ)


def _say(text: str, stream: TextIO | None = None) -> None:
    """Print a line; where the stream is closed nobody would read it."""
    print(text, file=stream or sys.stdout)


def _drop_output() -> None:
    """Let what is left in the buffer go nowhere, so that Python does not fail over it at exit."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _seats(given: list[str]) -> dict[str, str]:
    """The seats as they were given, each once."""
    found: dict[str, str] = {}
    for text in given:
        seat, equals, who = text.partition("=")
        seat = seat.strip().upper()
        if seat not in {"N", "E", "S", "W"} or not equals:
            raise _UsageError(_("--seat: expected N=NAME or N=bot:LEVEL, not {text}").format(text=ascii(text[:40])))
        if seat in found:
            raise _UsageError(_("--seat: {seat} is given twice").format(seat=seat))
        found[seat] = who
    return found


# ---- the commands ----------------------------------------------------------------------------------------------------


def _menu(options: argparse.Namespace) -> int:
    if _is_dumb():
        return _play_plain(None, TARGET, None)
    return _run_app(None, options)


def _play(options: argparse.Namespace) -> int:
    from .engine.deal import known_seed

    is_plain = options.plain or _is_dumb()
    if not is_plain:
        _check_terminal()
    try:
        players = _players(_seats(options.seat))
    except NotationError as error:
        raise _UsageError(f"--seat: {error}") from error
    seed = None if options.known_deal is None else known_seed(options.known_deal)
    if is_plain:
        return _play_plain(tuple(players) if options.seat else None, options.target, seed)
    from .tui.director import Start

    return _run_app(Start(tuple(players), options.target, seed), options)


def _players(given: dict[str, str]) -> list[Player | None]:
    """Who sits where; None for seats to be asked for. Beside a single person the other seats are bots."""
    from .bots import DEFAULT_LEVEL, parse_level
    from .names import check_distinct, parse_name
    from .table import Player, bot_names

    levels = {seat: parse_level(who[4:]) for seat, who in given.items() if who.startswith("bot:")}
    names = {seat: parse_name(who) for seat, who in given.items() if not who.startswith("bot:")}
    check_distinct(names.values())
    if len(names) == 1 or len(levels) == 4:
        levels |= {seat: DEFAULT_LEVEL for seat in "NESW" if seat not in given}
    fresh = bot_names(names.values())
    players: list[Player | None] = []
    for seat in "NESW":
        if seat in names:
            players.append(Player(names[seat]))
        else:
            players.append(Player(next(fresh), levels[seat]) if seat in levels else None)
    return players


def _is_dumb() -> bool:
    """Whether the terminal can show nothing but lines."""
    return os.environ.get("TERM") == "dumb" and sys.stdin is not None and sys.stdin.isatty()


def _check_terminal() -> None:
    from .tui.terminal import drop_textual_switches, why_no_app

    reason = why_no_app()
    if reason is not None:
        raise _UsageError(reason)
    drop_textual_switches()


def _play_plain(players: tuple[Player | None, ...] | None, target: int, known_seed: bytes | None) -> int:
    from .plain import play
    from .tui.terminal import forbid_core_dumps

    forbid_core_dumps()
    return play(players, target, known_seed)


def _run_app(start: Start | None, options: argparse.Namespace) -> int:
    _check_terminal()
    from .tui.app import run_app

    return run_app(start, getattr(options, "lang", None))


def _simulate(options: argparse.Namespace) -> int:
    import secrets

    from .arena import simulate
    from .bots import DEFAULT_LEVEL, parse_level
    from .engine.seats import BySeat, Partnership
    from .notation import write_record

    given = _seats(options.seat)
    levels = []
    for seat in "NESW":
        who = given.get(seat, f"bot:{DEFAULT_LEVEL}")
        if not who.startswith("bot:"):
            raise _UsageError(_("--seat: only bots play here: expected {seat}=bot:LEVEL").format(seat=seat))
        try:
            levels.append(parse_level(who[4:]))
        except NotationError as error:
            raise _UsageError(f"--seat: {error}") from error
    won = dict.fromkeys(Partnership, 0)
    seed = secrets.token_hex(16) if options.seed is None else options.seed
    digits = max(4, len(str(options.matches)))
    try:
        options.out.mkdir(parents=True, exist_ok=True)
        for number, record in _progress(simulate(BySeat(levels), options.matches, seed), options.matches):
            path = options.out / f"match-{number:0{digits}}.rocks.toml"
            text = write_record(record).encode("utf-8")
            if path.exists() and path.read_bytes() != text:
                message = _("--out: {path} is there already, with another match; choose another folder")
                raise _UsageError(message.format(path=literal(str(path))))
            path.write_bytes(text)
            assert record.result is not None
            won[record.result.winner] += 1
    except OSError as error:
        raise _UsageError(f"--out: {literal(str(options.out))}: {_reason(error)}") from error
    told = _("{matches} in {folder}: NS won {ns}, EW won {ew}")
    _say(
        told.format(
            matches=ngettext("{n} match", "{n} matches", options.matches),
            folder=literal(str(options.out)),
            ns=whole(won[Partnership.NS]),
            ew=whole(won[Partnership.EW]),
        )
    )
    return 0


def _arena(options: argparse.Namespace) -> int:
    import secrets

    from .arena import compare, local_processes
    from .bots import parse_level
    from .report import comparison_json, comparison_rows

    try:
        first, second = parse_level(options.first), parse_level(options.second)
    except NotationError as error:
        raise _UsageError(str(error)) from error
    if not options.deals + options.matches:
        raise _UsageError(_("--deals, --matches: there must be some of at least one of them"))
    with contextlib.ExitStack() as stack:
        result = compare(
            first,
            second,
            deals=options.deals,
            matches=options.matches,
            seed=secrets.token_hex(16) if options.seed is None else options.seed,
            executor=None if options.jobs == 1 else stack.enter_context(local_processes(options.jobs)),
            on_progress=stack.enter_context(_bar(options.deals + options.matches)),
        )
    _say(comparison_json(result) if options.json else "\n".join(comparison_rows(result, literal(result.seed))))
    return 0


@contextlib.contextmanager
def _bar(total: int) -> Iterator[Callable[[int], None]]:
    """Takes how much of the total is done, and shows it by a bar where a terminal can see it."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda _done: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(_("Playing"), total=total)
        yield lambda done: progress.update(task, completed=done)


def _check(options: argparse.Namespace) -> int:
    names = [path.name for path in options.files]
    # A file is told by its name, or by its path where several have the same.
    return max(_check_file(path, path.name if names.count(path.name) == 1 else str(path)) for path in options.files)


def _check_file(path: Path, name: str) -> int:
    from .record import replay

    name = literal(name or str(path))
    try:
        record = _read(path)
        match = replay(record)
    except _FileError as error:
        _say(f"{name}: {error}")
        return 1
    except RecordError as error:
        _say(f"{name}: {_told(error)}")
        return 1
    rounds = ngettext("{n} round", "{n} rounds", len(match.rounds))
    winner = match.winner
    told = _("not over") if winner is None else _("{pair} won").format(pair=winner.name)
    scores = f"NS {match.scores[0]} EW {match.scores[1]}"
    ok = _("ok")
    _say(", ".join([f"{name}: {ok}", rounds, scores, told, *record.house.told]))
    return 0


def _show(options: argparse.Namespace) -> int:
    from .engine.actions import Passed, Placed
    from .engine.layout import Layout
    from .tui.drawing.geometry import NoRoomError, arrange
    from .tui.drawing.paint import ASCII, UNICODE, paint, picture_text
    from .tui.terminal import is_utf8_locale

    number, state = _chosen_round(options)
    plays = [event for event in state.events if isinstance(event, Placed | Passed)]
    shown = plays if options.play is None else plays[: options.play]
    if options.play is not None and options.play > len(plays):
        raise _UsageError(_too_few_plays(number, len(plays)))
    layout, last = Layout(), None
    for event in shown:
        if isinstance(event, Placed):
            layout, last = layout.place(event.tile, event.host), event.tile
    width, height = options.size or shutil.get_terminal_size((80, 24))
    try:
        arrangement = arrange(layout, width, height)
    except NoRoomError as error:
        message = _("--size: {width}x{height} has no room for this layout; 80x13 always has")
        raise _UsageError(message.format(width=width, height=height)) from error
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    is_ascii = options.ascii or not encoding.lower().startswith("utf") or not is_utf8_locale()
    rows = picture_text(paint(arrangement, layout, glyphs=ASCII if is_ascii else UNICODE, last=last))
    _say("\n".join(rows))
    return 0


def _solve(options: argparse.Namespace) -> int:
    import json

    from .bots.solver import solve
    from .engine.actions import PASS, Passed, Placed
    from .engine.round import Round

    number, last = _chosen_round(options)
    plays = [event for event in last.events if isinstance(event, Placed | Passed)]
    if options.play > len(plays):
        raise _UsageError(_too_few_plays(number, len(plays)))
    state = Round.begin(last.setup)
    for event in plays[: options.play]:
        if isinstance(event, Placed):
            state = state.play_unchecked(event.action, called=not event.missed)
        else:
            state = state.play_unchecked(PASS)
    if state.is_over:
        over = ngettext(
            "--play: round {r} is over after {n} play",
            "--play: round {r} is over after {n} plays",
            len(plays),
            r=number,
        )
        raise _UsageError(over)
    solution = solve(state)
    line = [f"{seat.name} {action}" for seat, action in solution.line]
    if options.json:
        values = [{"play": str(action), "value": value} for action, value in solution.plays]
        _say(json.dumps({"seat": solution.seat.name, "value": solution.value, "plays": values, "line": line}))
        return 0
    seat, pair = solution.seat.name, solution.seat.partnership.name
    told = ngettext(
        "Round {r} after {n} play: {seat} is in turn.",
        "Round {r} after {n} plays: {seat} is in turn.",
        options.play,
        r=number,
        seat=seat,
    )
    _say(told)
    _say(_worth(solution.value, pair, solution.seat.partnership.opponents.name))
    for play, value in solution.plays:
        _say(f"  {play!s:<6} {_worth_of_play(value)}")
    if not solution.plays:
        _say(_("  {seat} cannot place and knocks.").format(seat=seat))
    _say(_("Best play: {line}").format(line=", ".join(line)))
    return 0


def _too_few_plays(number: int, plays: int) -> str:
    return ngettext("--play: round {r} has {n} play", "--play: round {r} has {n} plays", plays, r=number)


def _worth(value: int, pair: str, others: str) -> str:
    """The value of a position for a pair, in a sentence."""
    from .bots.solver import WIN

    if value == WIN:
        told = _("With best play by all {pair} wins the match.")
    elif value == -WIN:
        told = _("With best play by all {others} wins the match.")
    elif value:
        ahead, behind = (pair, others) if value > 0 else (others, pair)
        return ngettext(
            "With best play by all {pair} makes {n} point more than {others} from here on.",
            "With best play by all {pair} makes {n} points more than {others} from here on.",
            abs(value),
            pair=ahead,
            others=behind,
        )
    else:
        told = _("With best play by all {pair} and {others} make the same from here on.")
    return told.format(pair=pair, others=others)


def _worth_of_play(value: int) -> str:
    """The value of a play, in few words."""
    from .bots.solver import WIN

    if abs(value) == WIN:
        return _("wins the match") if value > 0 else _("loses the match")
    return f"{value:+}" if value else "0"


def _chosen_round(options: argparse.Namespace) -> tuple[int, Round]:
    """The round of a record that was asked for, checked and replayed to its last play, and its number."""
    from .record import replay

    name = literal(options.file.name)
    try:
        rounds = replay(_read(options.file)).rounds
    except _FileError as error:
        raise _UsageError(f"{name}: {error}") from error
    except RecordError as error:
        raise _UsageError(f"{name}: {_told(error)}") from error
    number = options.round or len(rounds)
    if not rounds or number > len(rounds):
        few = ngettext("--round: {name} has {n} round", "--round: {name} has {n} rounds", len(rounds), name=name)
        raise _UsageError(few)
    return number, rounds[number - 1]


class _FileError(Exception):
    """A file that cannot be read as a record, in words."""


def _read(path: Path) -> MatchRecord:
    from .notation import MAX_BYTES, read_record

    try:
        if not path.is_file():
            if path.is_dir():
                raise _FileError(_("this is a folder; name the records in it"))
            raise _FileError(_("there is no such file") if not path.exists() else _("this is no file"))
        with path.open("rb") as file:
            return read_record(file.read(MAX_BYTES + 1))
    except OSError as error:
        raise _FileError(_reason(error)) from error
    except NotationError as error:
        raise _FileError(literal(str(error))) from error


def _told(error: RecordError) -> str:
    """What is wrong in a record, and where."""
    message = literal(str(error))
    if error.round_number is None:
        return message
    if error.play_number is None:
        return _("round {n}: {message}").format(n=error.round_number, message=message)
    place = _("round {n}, play {p}: {message}")
    return place.format(n=error.round_number, p=error.play_number, message=message)


def _progress(records: Iterator[MatchRecord], total: int) -> Iterator[tuple[int, MatchRecord]]:
    """The records with their numbers; a bar shows how far it has come where a terminal can see it."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield from enumerate(records, 1)
        return
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    yield from enumerate(track(records, _("Playing"), total=total, console=console, transient=True), 1)


def _reason(error: OSError) -> str:
    return error.strerror or str(error)


_COMMANDS = {
    "menu": _menu,
    "play": _play,
    "simulate": _simulate,
    "arena": _arena,
    "check": _check,
    "show": _show,
    "solve": _solve,
}
