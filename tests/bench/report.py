"""The table in which comparisons are told, and what they share. Run by itself it tells the machine and the columns."""

from __future__ import annotations

import importlib
import importlib.metadata
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

QUICK = "--quick" in sys.argv


@dataclass(frozen=True, slots=True)
class Line:
    """One comparison. Without a bound it is there to be known."""

    what: str
    ours: str
    peer: str = ""
    ratio: float | None = None
    wanted: str = ""
    met: bool | None = None


def tell(lines: Iterable[Line]) -> None:
    """Print lines as they come, up to what cannot be measured."""
    try:
        for line in lines:
            verdict = "" if line.met is None else "ok" if line.met else "NOT MET"
            ratio = "" if line.ratio is None else f"{line.ratio:.2f}x"
            _say(line.what, line.ours, line.peer, ratio, line.wanted, verdict)
    except RuntimeError as error:
        _say("not measured", "", str(error), "", "", "")


def _say(what: str, ours: str, peer: str, ratio: str, wanted: str, verdict: str) -> None:
    line = f"{what:<40} {ours:<25} {peer:<47} {ratio:>6}  {wanted:<12} {verdict}"
    sys.stdout.write(f"{line.rstrip()}\n")
    sys.stdout.flush()


def times(many: int, few: int) -> range:
    """So many repetitions, or few where it must be quick."""
    return range(few if QUICK else many)


def ms(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"


def typical(seconds: Sequence[float]) -> str:
    """The median, and the most."""
    return f"{ms(statistics.median(seconds))} (most {1000 * max(seconds):.1f})"


def processor_time(work: Callable[..., object], *arguments: Any) -> float:
    """The seconds of the processor that a call takes, whatever its arguments are (hence Any)."""
    began = time.process_time()
    work(*arguments)
    return time.process_time() - began


def peer_module(name: str) -> Any:
    """A peer's module, which has no types (hence Any); None where it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def _version(package: str) -> str:
    try:
        return f"{package} {importlib.metadata.version(package)}"
    except importlib.metadata.PackageNotFoundError:
        return f"{package} is not installed"


if __name__ == "__main__":
    packages = ", ".join(_version(package) for package in ("textual", "rich", "open_spiel", "dominoes"))
    load = f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "load unknown"
    sys.stdout.write(f"Python {platform.python_version()}, {os.cpu_count()} cores, {load}; {packages}\n\n")
    _say("what", "Seven Rocks", "beside it", "ratio", "wanted", "")
