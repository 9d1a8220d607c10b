"""The fast kernel: rounds as plain integers, for whoever looks ahead. Private; proven equal to the engine by the tests.

- A set of tiles is 28 bits, bit n for the tile n of the ascending double-six set (`DOUBLE_SIX`).
- A layout is a number below 7,169: the spinner, how many lines have begun at it, and the ends, whatever tiles lie between
  (`layouts.py`).
- A seat is 0 to 3, N first, and pairs are NS (even) and EW (odd). Awards, deductions and margins are in units of five
  points.

`core.py` (play-outs, search) and `chains.py` (likely hands) are plain Python and run as they are. Where there is a C compiler
they are compiled with the types in the `.pxd` beside each, and do the same some twenty to forty times as fast (`make bench`).

A wheel has the compiled form beside the source. For a checkout `make play` and `make test` keep it in the environment
(`prepare.py`), in a folder named by a digest of the source, and it is taken from there: so a change of the source is never
hidden by it. SEVENROCKS_KERNEL=interpreted leaves it where it is.
"""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path
from pkgutil import get_data

_SOURCE = ("core.py", "core.pxd", "chains.py", "chains.pxd", "compiling.py")
_ENVIRONMENT = Path(sys.prefix) / "sevenrocks-kernel"


def compiled_place() -> Path:
    """The folder where this environment keeps the compiled form of just this source, whether or not it is there."""
    digest = hashlib.sha256()
    for name in _SOURCE:
        source = get_data(__name__, name) or b""
        digest.update(b"%d\n%b" % (len(source), source))
    return _ENVIRONMENT / f"{sys.implementation.cache_tag}-{digest.hexdigest()}"


if os.environ.get("SEVENROCKS_KERNEL") != "interpreted" and _ENVIRONMENT.is_dir() and compiled_place().is_dir():
    __path__.insert(0, str(compiled_place()))
