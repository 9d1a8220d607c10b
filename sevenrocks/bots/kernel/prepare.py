"""Compiles the kernel of a checkout for this environment, once for each source: `python -m sevenrocks.bots.kernel.prepare`.

What setuptools and the compiler say goes to the standard output and error. Exit status 1 says that nothing could be compiled,
and the kernel runs without.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from sevenrocks.bots.kernel import compiled_place


def main() -> int:
    """Compile the kernel where that has not been done; returns the exit status."""
    place = compiled_place()
    if place.is_dir():
        return 0
    from setuptools import setup  # noqa: PLC0415, where there is nothing to do it would take longest

    place.parent.mkdir(exist_ok=True)
    # Built beside its place, and moved there whole: another process finds all of it or nothing.
    with TemporaryDirectory(dir=place.parent) as folder:
        os.chdir(Path(__file__).parents[3])
        setup(script_args=["build_ext", "--build-lib", f"{folder}/lib", "--build-temp", f"{folder}/temp"])
        built = Path(folder, "lib", *__package__.split("."))
        if len(list(built.glob("*.*"))) < 2:
            return 1
        with contextlib.suppress(OSError):  # another one was quicker
            built.rename(place)
    return 0


if __name__ == "__main__":
    sys.exit(main())
