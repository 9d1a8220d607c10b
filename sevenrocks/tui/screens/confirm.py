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
    is_kept: Callable[[], bool] = lambda: True
    """Whether it is on disk. It need not be before a hand was shown or something was played; then there is no reason either."""
    mishaps: tuple[str, ...] = ()
    """What has happened to the ground that it is kept on and has not been told yet, in sentences."""


class _KeepingScreen(Overlay):
    """Opaque, so that a hand is covered meanwhile."""

    def __init__(self, keeping: Keeping) -> None:
        super().__init__()
        self._keeping = keeping
        self._is_asked = False
        """Whether it has been asked if the record is to be written."""
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
        for mishap in self._keeping.mishaps:
            rows += [[], [(mishap, "warn")]]
        if told:
            rows += [[], [(told, "strong")]]
        self._told.show(*rows)
        keys = [self.rocks.keys.shown(id) for id in ("keep-again", "keep-export")]  # noqa: A001, that is what it is
        if self._is_asked:
            # Only what answers the question: the same keys answer another without it.
            shown = self.rocks.keys.shown
            self._keys.show([shown("yes", word=_("write it")), shown("no", word=_("don't write it"))])
        else:
            self._keys.show([*self._keys_shown(), *(keys if reason is not None else [])])

    def _rows(self, reason: str | None) -> list[list[Piece]]:
        raise NotImplementedError

    def _keys_shown(self) -> list[KeyShown]:
        raise NotImplementedError

    def action_try_again(self) -> None:
        """Try to keep the match."""
        if self._tells_kept():
            return
        self._keeping.try_again()
        self._is_asked = False
        kept = self._keeping.reason() is None
        self._show(_("Now it is kept.") if kept else _("It still cannot be kept."))

    def action_export(self) -> None:
        """Write the record, once the player has confirmed that it shows all hands."""
        if self._tells_kept():
            return
        was_asked, self._is_asked = self._is_asked, not self._is_asked
        keys = self.rocks.keys
        self._show(self._keeping.export() if was_asked else ends_secrecy(keys.name("keep-export"), keys.name("yes")))

    def _tells_kept(self) -> bool:
        """Whether there is nothing to be done, since the match is kept; then that is told."""
        is_kept = self._keeping.reason() is None
        if is_kept:
            self.tell_aside(self._kept_told())
        return is_kept

    def _kept_told(self) -> str:
        return (
            _("The match is kept.")
            if self._keeping.is_kept()
            else _("No tile has been seen or played yet: there is nothing to keep.")
        )

    def action_yes(self) -> None:
        """Do what has been asked last."""
        if self._is_asked:
            self.action_export()
        else:
            self.agree()

    def action_no(self) -> None:
        """Do not do what has been asked last."""
        if self._is_asked:
            self._is_asked = False
            self._show()
        else:
            self.decline()

    def agree(self) -> None:
        """Do what the screen asks, where it asks anything."""
        self.tell_aside(_("Nothing is asked now."))

    def decline(self) -> None:
        """Do not do what the screen asks, where it asks anything."""
        self.tell_aside(_("Nothing is asked now."))


def ends_secrecy(key: str, yes: str) -> str:
    """Asks whether to write the record of a match that is not over; by the key that asked, or the one that says yes."""
    told = _("The record shows all hands, and so ends the secrecy of this match. {key} once more writes it, or {yes}.")
    return told.format(key=key, yes=yes)


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

    def action_back(self) -> None:
        """Go on with the match, once it has been seen."""
        if self.is_meant():
            super().action_back()


class LeaveScreen(_KeepingScreen):
    """Asks whether to leave the table."""

    ON = On.LEAVING

    def __init__(self, keeping: Keeping, leave: Callable[[], None]) -> None:
        super().__init__(keeping)
        self._leave = leave

    def _rows(self, reason: str | None) -> list[list[Piece]]:
        rows: list[list[Piece]] = [[(_("Leave the table?"), "strong")], []]
        if reason is None:
            kept = _("The match is kept. Continue picks it up exactly here.")
            rows.append([(kept if self._keeping.is_kept() else self._kept_told(), "plain")])
        else:
            rows.append([(_("This match is NOT being kept, and will be lost:"), "warn")])
            rows.append([(reason, "warn")])
        return rows

    def _keys_shown(self) -> list[KeyShown]:
        keys = self.rocks.keys
        return [
            keys.shown("leave-now", "yes", word=_("leave"), action="leave"),
            keys.shown("stay", "no", word=_("stay"), action="back"),
        ]

    def agree(self) -> None:
        """Leave the table."""
        self.action_leave()

    def decline(self) -> None:
        """Stay."""
        self.action_back()

    def action_leave(self) -> None:
        """Leave the table."""
        self.rocks.close_overlay(self)
        self._leave()
