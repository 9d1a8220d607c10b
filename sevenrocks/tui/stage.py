"""What the director needs of the app: a stage on which one screen after the other is shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from sevenrocks.record import MatchRecord
from sevenrocks.settings import Settings

from .keys import Keys
from .screens.base import Overlay, RocksScreen


class Stage(Protocol):
    """Shows screens, and knows the settings and where things are kept."""

    settings: Settings

    @property
    def keys(self) -> Keys:
        """The keys in use."""

    @property
    def person(self) -> str:
        """What to call who plays at this machine, until another name is typed."""

    @property
    def folder(self) -> Path | None:
        """Where matches and records are kept; None where nothing can be."""

    def change_settings(self, settings: Settings) -> None:
        """Let these settings hold from now on, and keep them."""

    @property
    def is_first(self) -> bool:
        """Whether nothing lies over the first screen."""

    @property
    def in_sight(self) -> object:
        """The screen that is in sight."""

    async def show(self, screen: RocksScreen[Any]) -> None:
        """Show a screen in place of the one before, once no overlay is in sight."""

    def show_overlay(self, overlay: Overlay) -> None:
        """Lay a screen over the one in sight; whatever runs below waits before it shows another."""

    async def overlays_closed(self) -> None:
        """Wait until no overlay is in sight."""

    def write_record(self, record: MatchRecord, *, anywhere: bool = False) -> str:
        """Write a record to a file; returns what to tell of it."""
