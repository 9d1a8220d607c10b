"""`sevenrocks solve`: what a position of a record is worth, all hands open."""

from __future__ import annotations

import argparse
import json

from sevenrocks.bots.solver import WIN, solve
from sevenrocks.engine.actions import PASS, Passed, Placed
from sevenrocks.engine.round import Round
from sevenrocks.i18n import _, ngettext

from .printing import UsageError, say
from .records import chosen_round, too_few_plays


def run(options: argparse.Namespace) -> int:
    """Solve a position."""
    number, last = chosen_round(options)
    plays = [event for event in last.events if isinstance(event, Placed | Passed)]
    if options.play > len(plays):
        raise UsageError(too_few_plays(number, len(plays)))
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
        raise UsageError(over)
    solution = solve(state)
    line = [f"{seat.name} {action}" for seat, action in solution.line]
    if options.json:
        values = [{"play": str(action), "value": value} for action, value in solution.plays]
        say(json.dumps({"seat": solution.seat.name, "value": solution.value, "plays": values, "line": line}))
        return 0
    seat, pair = solution.seat.name, solution.seat.partnership.name
    told = ngettext(
        "Round {r} after {n} play: {seat} is in turn.",
        "Round {r} after {n} plays: {seat} is in turn.",
        options.play,
        r=number,
        seat=seat,
    )
    say(told)
    say(_worth(solution.value, pair, solution.seat.partnership.opponents.name))
    for play, value in solution.plays:
        say(f"  {play!s:<6} {_worth_of_play(value)}")
    if not solution.plays:
        say(_("  {seat} cannot place and knocks.").format(seat=seat))
    say(_("Best play: {line}").format(line=", ".join(line)))
    return 0


def _worth(value: int, pair: str, others: str) -> str:
    """The value of a position for a pair, in a sentence."""
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
    if abs(value) == WIN:
        return _("wins the match") if value > 0 else _("loses the match")
    return f"{value:+}" if value else "0"
