"""What a player has chosen, kept between matches in one file that people can edit."""

from __future__ import annotations

from .chosen import BotSpeed, CallSeconds, Characters, Faces, Hints, Language, Settings, Shade, Switch, Tints
from .file import Complaint, Found, UsualKey, load_settings, read_settings
from .setting import Kept, Setting, written

__all__ = [
    "BotSpeed",
    "CallSeconds",
    "Characters",
    "Complaint",
    "Faces",
    "Found",
    "Hints",
    "Kept",
    "Language",
    "Setting",
    "Settings",
    "Shade",
    "Switch",
    "Tints",
    "UsualKey",
    "load_settings",
    "read_settings",
    "written",
]
