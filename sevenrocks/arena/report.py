"""What the arena measured, told as a table with a chart, or as JSON."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from rich.cells import cell_len

from sevenrocks.i18n import _, decimal, ngettext, percent, whole

from .comparing import Comparison, Estimate


def comparison_json(result: Comparison) -> str:
    """What the seed alone tells, on one line."""

    def rounded(value: float | None) -> float | None:
        # Zero is added so that there is no zero with a minus.
        return None if value is None else round(value, 4) + 0.0

    def interval(estimate: Estimate | None) -> list[float | None] | None:
        return None if estimate is None or estimate.interval is None else [rounded(end) for end in estimate.interval]

    points, won = result.points, result.won
    return json.dumps(
        {
            "first": result.first,
            "second": result.second,
            "seed": result.seed,
            "deals": len(result.margins),
            "points": rounded(points and points.value),
            "points_interval": interval(points),
            "ahead": rounded(result.ahead),
            "matches": len(result.wins),
            "won": rounded(won and won.value),
            "won_interval": interval(won),
        }
    )


def comparison_rows(result: Comparison, seed: str) -> Iterator[str]:
    """The result as a table, and the margins of the deals as a chart; the seed as it is to be told."""

    def share(value: float) -> str:
        return percent(value, 1)

    def interval(estimate: Estimate, told: Callable[[float], str]) -> str:
        if estimate.interval is None:
            return _("unknown")
        low, high = estimate.interval
        return _("{low} to {high}").format(low=told(low), high=told(high))

    yield _("{first} against {second}, seed {seed}").format(first=result.first, second=result.second, seed=seed)
    yield ""
    rows = [["", result.first, _("interval ({share})").format(share=percent(0.95))]]
    if result.points is not None and result.ahead is not None:
        deals = ngettext(
            "points a round, {n} deal both ways", "points a round, {n} deals both ways", len(result.margins)
        )
        rows += [
            [deals, _points(result.points.value), interval(result.points, _points)],
            [_("deals on which it is ahead, ties half"), share(result.ahead), ""],
        ]
    if result.won is not None:
        matches = ngettext("won of {n} match", "won of {n} matches", len(result.wins))
        rows.append([matches, share(result.won.value), interval(result.won, share)])
    yield from _columns(rows)
    rows = [[_("milliseconds a choice"), _("mean"), _("{share} are below").format(share=percent(0.95))]]
    for level, thinking in zip((result.first, result.second), result.thinking, strict=True):
        if thinking is not None:
            rows.append([level, decimal(thinking.mean * 1000, 2), decimal(thinking.percentile_95 * 1000, 2)])
    yield ""
    yield from _columns(rows)
    if result.margins:
        yield ""
        yield _("points a round: on how many deals")
        yield from chart(result.margins)


def _points(value: float) -> str:
    return decimal(value, 1, signed=True)


def _columns(rows: list[list[str]]) -> Iterator[str]:
    """The rows with their cells one below the other, the first column to the left and the others to the right."""
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        gaps = [" " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True)]
        first, *others = zip(row, gaps, strict=True)
        yield "  ".join(["".join(first), *(gap + cell for cell, gap in others)]).rstrip()


_BAR = 50
"""The columns of the longest bar of a chart."""


def chart(margins: Sequence[float]) -> Iterator[str]:
    """A bar for each range of margins; the label is the middle of the range."""
    farthest = max(map(abs, margins))
    step = next((step for step in (5, 10, 20) if farthest <= 8 * step), 50)
    # A margin between two ranges goes to the outer one, so that exchanged levels give the mirror image.
    counts = Counter(int(abs(margin) / step + 0.5) * (1 if margin > 0 else -1) for margin in margins)
    most = max(counts.values())
    for middle in range(min(counts), max(counts) + 1):
        label, count = f"{middle * step:+}" if middle else "0", counts[middle]
        yield f"{label:>6} | {'#' * math.ceil(count * _BAR / most)} {whole(count) if count else ''}".rstrip()
