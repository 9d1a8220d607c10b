"""`sevenrocks arena`: one level of bots measured against another."""

from __future__ import annotations

import argparse
import contextlib
import secrets

from sevenrocks.arena import compare, local_processes
from sevenrocks.arena.report import comparison_json, comparison_rows
from sevenrocks.bots import parse_level
from sevenrocks.engine.errors import NotationError
from sevenrocks.i18n import _

from .printing import UsageError, bar, literal, say


def run(options: argparse.Namespace) -> int:
    """Measure one level of bots against another."""
    try:
        first, second = parse_level(options.first), parse_level(options.second)
    except NotationError as error:
        raise UsageError(str(error)) from error
    if not options.deals + options.matches:
        raise UsageError(_("--deals, --matches: there must be some of at least one of them"))
    with contextlib.ExitStack() as stack:
        result = compare(
            first,
            second,
            deals=options.deals,
            matches=options.matches,
            seed=secrets.token_hex(16) if options.seed is None else options.seed,
            executor=None if options.jobs == 1 else stack.enter_context(local_processes(options.jobs)),
            on_progress=stack.enter_context(bar(options.deals + options.matches)),
        )
    say(comparison_json(result) if options.json else "\n".join(comparison_rows(result, literal(result.seed))))
    return 0
