"""Matches on disk: every event is committed before anyone sees it.

Each match is one SQLite file in the user's state folder. Its lines are what a record holds (the cut, draws, deals, plays,
seats taken) in the order of their numbers; a clock orders nothing. Each line is chained to the one before, and the first to the header, so
that damage is noticed. Deals and the seed are sealed with a key that lies beside the matches, so that no one reads a hand by
opening the file; against someone who writes a program for it there is no protection.

An open match is locked by the operating system, so a second window cannot play it, and a killed one leaves no lock.
"""

from .database import VERSION
from .errors import DamagedError, OpenElsewhereError, StoreError
from .kept import Header, Kept, Line, Standing, call_line, deal_lines, replay_lines
from .match_file import MatchFile
from .reading import Summary, Survey, read_match, read_summary, salvage, state_folder, survey

__all__ = [
    "VERSION",
    "DamagedError",
    "Header",
    "Kept",
    "Line",
    "MatchFile",
    "OpenElsewhereError",
    "Standing",
    "StoreError",
    "Summary",
    "Survey",
    "call_line",
    "deal_lines",
    "read_match",
    "read_summary",
    "replay_lines",
    "salvage",
    "state_folder",
    "survey",
]
