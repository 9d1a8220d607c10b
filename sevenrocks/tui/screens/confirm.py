"""Asks before leaving the table, and tells when a match is not being kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from textual.widget import Widget

from sevenrocks.i18n import _
from sevenrocks.tui.keys import KeyShown, On
from sevenrocks.tui.widgets.lines import KeyLine, TextLines
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
        keys = [self.rocks.keys.shown(id) for id in ("keep-again", "keep-export")]  # noqa: A001, that is what it is
        self._keys.show([*self._keys_shown(), *(keys if reason is not None else [])])

    def _rows(self, reason: str | None) -> list[list[Piece]]:
        raise NotImplementedError

    def _keys_shown(self) -> list[KeyShown]:
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
            self._show(ends_secrecy(self.rocks.keys.name("keep-export")))


def ends_secrecy(key: str) -> str:
    """Asks whether to write the record of a match that is not over, by this key."""
    told = _("The record shows all hands, and so ends the secrecy of this match. {key} once more writes it.")
    return told.format(key=key)


class NotKeptScreen(_KeepingScreen):
    """The match is not being kept."""

    ON = On.NOT_KEPT

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

    def _keys_shown(self) -> list[KeyShown]:
        return [self.rocks.keys.shown("kept-go-on")]


class LeaveScreen(_KeepingScreen):
    """Asks whether to leave the table."""

    ON = On.LEAVING

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

    def _keys_shown(self) -> list[KeyShown]:
        return [self.rocks.keys.shown("leave-now"), self.rocks.keys.shown("stay")]

    def action_leave(self) -> None:
        """Leave the table."""
        self.rocks.close_overlay(self)
        self._leave()
