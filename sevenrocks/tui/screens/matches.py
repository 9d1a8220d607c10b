"""All kept matches: take one up, or write the record of one that is over."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from textual import events
from textual.widget import Widget

from sevenrocks.i18n import _, day, ngettext
from sevenrocks.store import Summary, Survey
from sevenrocks.tui.keys import On
from sevenrocks.tui.widgets.lines import KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Painted, Piece, fit, wrap

from .base import RocksScreen
from .confirm import ends_secrecy


class MatchList(Painted):
    """Two rows a match, the chosen one in sight."""

    def __init__(self, matches: list[Summary]) -> None:
        super().__init__(classes="match-list")
        self._matches = matches
        self.row = 0
        self._top = 0

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """The matches around the chosen one."""
        room = max(height // 2, 1)
        self._top = min(max(self._top, self.row - room + 1), self.row)
        rows: list[list[Piece]] = []
        for number, summary in enumerate(self._matches[self._top : self._top + room], self._top):
            standing = summary.standing
            chosen = number == self.row
            rounds = ngettext("{n} round", "{n} rounds", standing.rounds)
            winner = standing.winner
            if summary.is_damaged:
                told = _("damaged")
            else:
                told = _("not over") if winner is None else _("{pair} won").format(pair=winner.name)
            scores = f"NS {standing.scores[0]}  EW {standing.scores[1]}"
            target = _("to {n}").format(n=summary.target)
            date = fit(day(summary.date), 14)
            head = f"{date}  {fit(target, 8)} {fit(rounds, 11)} {fit(scores, 18)} {told}"
            names = ", ".join(
                f"{seat.name} {name}" + (f" ({_(level)})" if level else "")
                for (seat, name), level in zip(summary.players.by_seat(), summary.levels, strict=True)
            )
            role = "strong" if chosen else "plain"
            rows.append([(" > " if chosen else "   ", "key"), (fit(head, width - 3), role)])
            rows.append([("     ", "felt"), (fit(names, width - 5), "faint")])
        return rows

    def step(self, step: int) -> None:
        """Choose the next match, or the one before."""
        self.row = max(min(self.row + step, len(self._matches) - 1), 0)
        self.repaint()

    def on_click(self, event: events.Click) -> None:
        """Choose the clicked match; take it where it was chosen."""
        offset = event.get_content_offset(self)
        if offset is None or self._top + offset.y // 2 >= len(self._matches):
            return
        clicked = self._top + offset.y // 2
        if clicked == self.row and isinstance(self.screen, MatchesScreen):
            self.screen.action_take()
        self.row = clicked
        self.repaint()


class MatchesScreen(RocksScreen[Path | None]):
    """Answered with the match to take up, or None to go back."""

    ON = On.MATCHES

    def __init__(self, kept: Survey) -> None:
        super().__init__()
        self._matches = kept.matches
        self._list = MatchList(kept.matches)
        self._told = TextLines([[(f" {name}: {why}", "warn")] for name, why in kept.unreadable], classes="matches-told")
        self._sure_of: Summary | None = None

    def body(self) -> Iterable[Widget]:
        """Title, matches, what was done, keys."""
        yield TextLines([[(_("All matches"), "strong")]], classes="page-title")
        yield self._list
        yield self._told
        keys = self.rocks.keys
        yield KeyLine(
            [
                keys.shown("match-before", "match-next"),
                keys.shown("match-take"),
                keys.shown("match-export"),
                keys.shown("leave-list"),
            ]
        )

    def action_step(self, step: int) -> None:
        """Choose another match."""
        self._list.step(step)

    def action_take(self) -> None:
        """Take the chosen match up; one that is over shows its result once more."""
        if self._matches:
            self.reply(self._matches[self._list.row].path)

    def action_export(self) -> None:
        """Write the record of the chosen match; where it is not over, once the player has confirmed it."""
        if not self._matches:
            return
        summary = self._matches[self._list.row]
        if summary.standing.winner is not None:
            self._say(self.rocks.export(summary.path))
        elif self._sure_of is summary:
            self._say(self.rocks.export(summary.path, ends_secrecy=True))
        else:
            self._sure_of = summary
            self._say(ends_secrecy(self.rocks.keys.name("match-export")))

    def _say(self, told: str) -> None:
        self._told.show(*([(" " + line, "warn")] for line in wrap(told, self.app.size.width - 2)))

    def action_leave(self) -> None:
        """Go back to the menu."""
        self.reply(None)
