"""The most memory of the program with a match under way."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from program import bare_app, table
from report import Line, tell, times

PLAY = ["1", "a", "\r", "\r", "\r", "2", "a", "\r", "\r", "\r"] * 4
"""Keys that choose tiles, place them, and hurry the bots."""


def peak(process: int) -> float:
    """MiB. The system's own ru_maxrss will not do: a process inherits that of the one which started it."""
    status = Path(f"/proc/{process}/status").read_text("utf-8")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def children(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text("utf-8").split()]


def lines(home: Path) -> Iterator[Line]:
    turn, ours, bots, bare = [], [], [], []
    for _ in times(5, 1):
        program = table(home)
        turn.append(peak(program.process))
        program.type(PLAY)
        ours.append(peak(program.process))
        bots += [peak(child) for child in children(program.process)]
        program.end()
        program = bare_app(home)
        program.wait_for("hello")
        program.type(PLAY)
        bare.append(peak(program.process))
        program.end()
    peer = f"bare Textual app: {median(bare):.1f} MiB"
    ratio = median(turn) / median(bare)
    yield Line("memory at the first turn", f"{median(turn):.1f} MiB", peer, ratio, "<= 1.6x", ratio <= 1.6)
    ratio = median(ours) / median(bare)
    yield Line("peak memory at the table", f"{median(ours):.1f} MiB", peer, ratio, "<= 1.5x", ratio <= 1.5)
    if bots:
        yield Line("peak memory, process of the bots", f"{median(bots):.1f} MiB", peer, median(bots) / median(bare))
    else:
        yield Line("peak memory, process of the bots", "there was none")


if __name__ == "__main__":
    if Path("/proc/self/status").exists():
        with tempfile.TemporaryDirectory() as folder:
            tell(lines(Path(folder)))
    else:
        tell([Line("peak memory at the table", "not measured", "there is no /proc here")])
