"""Asks before leaving the table, and tells when a match is not being kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget

from sevenrocks.i18n import _
from sevenrocks.tui.widgets.lines import Hint, KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Piece

from .base import Overlay


@dataclass(frozen=True, slots=True)
class Keeping:
    """What can be done for a match that is not being kept."""

    reason: Callable[[], str | None]
    """Why it is not being kept; None once it is."""
    try_again: Callable[[], None]
    export: Callable[[], str]
    """Writes its record, with all hands; returns what to tell of it."""


class _KeepingScreen(Overlay):
    """Opaque, so that a hand is covered meanwhile."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t,T", "try_again", show=False, id="keep-again"),
        Binding("e,E", "export", show=False, id="keep-export"),
    ]

    def __init__(self, keeping: Keeping) -> None:
        super().__init__()
        self._keeping = keeping
        self._is_sure = False
        self._told = TextLines(classes="leave-told")
        self._keys = KeyLine()

    def body(self) -> Iterable[Widget]:
        """What happens to the match, and the keys."""
        self._show()
        yield self._told
        yield self._keys

    def _show(self, told: str = "") -> None:
        reason = self._keeping.reason()
        rows = self._rows(reason)
        if told:
            rows += [[], [(told, "strong")]]
        self._told.show(*rows)
        keys = [Hint("T", _("try again"), "try_again"), Hint("E", _("write the record"), "export")]
        self._keys.show([*self._hints(), *(keys if reason is not None else [])])

    def _rows(self, reason: str | None) -> list[list[Piece]]:
        raise NotImplementedError

    def _hints(self) -> list[Hint]:
        raise NotImplementedError

    def action_try_again(self) -> None:
        """Try to keep the match."""
        if self._keeping.reason() is None:
            return
        self._keeping.try_again()
        kept = self._keeping.reason() is None
        self._show(_("Now it is kept.") if kept else _("It still cannot be kept."))

    def action_export(self) -> None:
        """Write the record, once the player has confirmed that it shows all hands."""
        if self._keeping.reason() is None:
            return
        if self._is_sure:
            self._show(self._keeping.export())
        else:
            self._is_sure = True
            self._show(ends_secrecy())


def ends_secrecy() -> str:
    """Asks whether to write the record of a match that is not over."""
    return _("The record shows all hands, and so ends the secrecy of this match. E once more writes it.")


class NotKeptScreen(_KeepingScreen):
    """The match is not being kept."""

    def _rows(self, reason: str | None) -> list[list[Piece]]:
        if reason is None:
            return [[(_("The match is kept."), "strong")]]
        return [
            [(_("This match is NOT being kept"), "warn")],
            [(reason, "warn")],
            [],
            [
                (
                    _("You can play on. It is tried again at every play; until then all is lost if the game ends."),
                    "plain",
                )
            ],
        ]

    def _hints(self) -> list[Hint]:
        return [Hint("Enter", _("go on"), "back")]


class LeaveScreen(_KeepingScreen):
    """Asks whether to leave the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,q,Q", "leave", show=False, id="leave-now"),
        Binding("escape", "back", show=False, id="stay"),
    ]

    def __init__(self, keeping: Keeping, leave: Callable[[], None]) -> None:
        super().__init__(keeping)
        self._leave = leave

    def _rows(self, reason: str | None) -> list[list[Piece]]:
        rows: list[list[Piece]] = [[(_("Leave the table?"), "strong")], []]
        if reason is None:
            rows.append([(_("The match is kept. Continue takes it up at this very play."), "plain")])
        else:
            rows.append([(_("This match is NOT being kept, and will be lost:"), "warn")])
            rows.append([(reason, "warn")])
        return rows

    def _hints(self) -> list[Hint]:
        return [Hint("Enter", _("leave"), "leave"), Hint("Esc", _("stay"), "back")]

    def action_leave(self) -> None:
        """Leave the table."""
        self.rocks.close_overlay(self)
        self._leave()
