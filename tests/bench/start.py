"""What starting takes: `--help` beyond Python itself, and the first paint beside that of a bare app."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from program import Program, bare_app
from report import Line, ms, tell, times


def until(program: Program, text: str) -> tuple[float, float]:
    """The seconds until the program shows this text, by the clock and of the processor."""
    return program.wait_for(text), program.end()


def help_lines(home: Path) -> Iterator[Line]:
    runs = [
        (Program(home, "-m", "sevenrocks", "--help").wait_for_end(), Program(home, "-c", "pass").wait_for_end())
        for _ in times(31, 5)
    ]
    for at, kind in enumerate(("clock", "processor")):
        ours, python = (median(run[side][at] for run in runs) for side in (0, 1))
        told, more = f"{ms(ours)}: {ms(ours - python)} more", ours - python
        yield Line(f"--help, {kind}", told, f"python -c pass: {ms(python)}", ours / python, "< 50 ms more", more < 0.05)


def paint_lines(home: Path) -> Iterator[Line]:
    runs = [
        (until(Program(home, "-m", "sevenrocks"), "New match"), until(bare_app(home), "hello")) for _ in times(21, 4)
    ]
    for at, kind, bound in ((0, "clock", 1.20), (1, "processor", None)):
        # The first runs do not count: they find nothing compiled and nothing in the system's cache.
        ours, bare = (median(run[side][at] for run in runs[1:]) for side in (0, 1))
        wanted = ("", None) if bound is None else (f"<= {bound:.2f}x", ours / bare <= bound)
        yield Line(f"first paint, {kind}", ms(ours), f"bare Textual app: {ms(bare)}", ours / bare, *wanted)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        tell(help_lines(Path(folder)))
        tell(paint_lines(Path(folder)))
