"""Chance in the bots' choices."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def pick(rng: random.Random, options: Sequence[T]) -> T:
    """One of the options, each equally likely.

    Only `random()` is promised to give the same sequence in every version of Python, so nothing else is used.
    """
    return options[int(rng.random() * len(options))]
