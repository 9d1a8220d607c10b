"""Matches on disk: every event is committed before anyone sees it.

Each match is one SQLite file in the user's state folder. Its lines are what a record holds (the cut, draws, deals, plays,
seats taken) in the order of their numbers; a clock orders nothing. Each line is chained to the one before, and the first to the header, so
that damage is noticed. Deals and the seed are sealed with a key that lies beside the matches, so that no one reads a hand by
opening the file; against someone who writes a program for it there is no protection.

An open match is locked by the operating system, so a second window cannot play it, and a killed one leaves no lock.
"""

from .database import VERSION
from .deleting import DAYS, DELETED, delete_match, purge_deleted
from .errors import DamagedError, LostError, OpenElsewhereError, StoreError
from .index import Glance, Survey, Unreadable, glance, survey
from .kept import Header, Kept, Line, Standing, call_line, deal_lines, opened_line, replay_lines, with_opened
from .match_file import MatchFile, note_opened
from .reading import Summary, read_match, read_summary, salvage

__all__ = [
    "DAYS",
    "DELETED",
    "VERSION",
    "DamagedError",
    "Glance",
    "Header",
    "Kept",
    "Line",
    "LostError",
    "MatchFile",
    "OpenElsewhereError",
    "Standing",
    "StoreError",
    "Summary",
    "Survey",
    "Unreadable",
    "call_line",
    "deal_lines",
    "delete_match",
    "glance",
    "note_opened",
    "opened_line",
    "purge_deleted",
    "read_match",
    "read_summary",
    "replay_lines",
    "salvage",
    "survey",
    "with_opened",
]
