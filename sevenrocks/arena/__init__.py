"""Bots against bots, without a screen: whole matches as records, and one level measured against another."""

from .comparing import Comparison, Estimate, Thinking, compare, mean_estimate, share_estimate
from .playing import play_match, simulate
from .workers import local_processes

__all__ = [
    "Comparison",
    "Estimate",
    "Thinking",
    "compare",
    "local_processes",
    "mean_estimate",
    "play_match",
    "share_estimate",
    "simulate",
]
