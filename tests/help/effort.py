"""How much a harness does: a short form in the suite, a long one in `make torture`.

SEVENROCKS_LONG=1 asks for the long form, SEVENROCKS_COUNT=N for so many cases of it, SEVENROCKS_SEED=N for a certain seed.
"""

from __future__ import annotations

import os
import random

LONG = os.environ.get("SEVENROCKS_LONG") == "1"
"""Whether to take as many cases as it takes, and not as few as the suite has time for."""


def cases(short: int, long: int) -> int:
    """How many cases to take."""
    return int(os.environ.get("SEVENROCKS_COUNT", long)) if LONG else short


def seeded(name: str, *, is_fresh: bool = False) -> random.Random:
    """A source of chance for the harness of this name. The seed is printed.

    In the suite it is always the same, unless another `is_fresh` each time.
    """
    usual = random.SystemRandom().getrandbits(32) if LONG or is_fresh else 1
    seed = int(os.environ.get("SEVENROCKS_SEED", usual))
    # Past whatever a test reads of what is said: it is for the report of a test that fails.
    os.write(1, f"{name}: SEVENROCKS_SEED={seed}\n".encode())
    return random.Random(f"{name} {seed}")
