"""`sevenrocks solve`: what a position of a record is worth, all hands open."""

from __future__ import annotations

import argparse
import json

from sevenrocks.bots.solver import WIN, solve
from sevenrocks.i18n import _, ngettext
from sevenrocks.notation import format_action

from .printing import UsageError, say
from .records import chosen_round, round_at


def run(options: argparse.Namespace) -> int:
    """Solve a position."""
    number, last = chosen_round(options)
    state = round_at(last, options.play, number)
    if state.is_over:
        over = ngettext(
            "--play: round {r} is over after {n} play",
            "--play: round {r} is over after {n} plays",
            options.play,
            r=number,
        )
        raise UsageError(over)
    solution = solve(state)
    line = [f"{seat.name} {format_action(action)}" for seat, action in solution.line]
    if options.json:
        values = [{"play": format_action(action), "value": value} for action, value in solution.plays]
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
        say(f"  {format_action(play):<6} {_worth_of_play(value)}")
    if not solution.plays:
        say(_("  {seat} cannot play and knocks.").format(seat=seat))
    say(_("Best play: {line}").format(line=", ".join(line)))
    return 0


def _worth(value: int, pair: str, others: str) -> str:
    """The value of a position for a pair, in a sentence."""
    if value == WIN:
        told = _("With best play by all {pair} win the match.")
    elif value == -WIN:
        told = _("With best play by all {others} win the match.")
    elif value:
        ahead, behind = (pair, others) if value > 0 else (others, pair)
        return ngettext(
            "With best play by all {pair} make {n} point more than {others} from here on.",
            "With best play by all {pair} make {n} points more than {others} from here on.",
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
