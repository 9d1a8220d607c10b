"""All kept matches: take one up, write the record of one, or delete one."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeAlias

from textual import events
from textual.widget import Widget

from sevenrocks.i18n import _, day, ngettext
from sevenrocks.store import DAYS, DELETED, StoreError, Summary, Survey, Unreadable, delete_match
from sevenrocks.telling.seats import pair_letters, seat_letter
from sevenrocks.tui.keys import On
from sevenrocks.tui.widgets.lines import KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Painted, Piece, fit, wrap

from .base import RocksScreen
from .confirm import ends_secrecy

Listed: TypeAlias = Summary | Unreadable


class MatchList(Painted):
    """Two rows a match, the chosen one in sight."""

    def __init__(self, matches: list[Listed]) -> None:
        super().__init__(classes="match-list")
        self._matches = matches
        self.row = 0
        self._top = 0

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """The matches around the chosen one."""
        room = max(height // 2, 1)
        self._top = min(max(self._top, self.row - room + 1), self.row)
        rows: list[list[Piece]] = []
        for number, match in enumerate(self._matches[self._top : self._top + room], self._top):
            chosen = number == self.row
            head, below = _unreadable_told(match) if isinstance(match, Unreadable) else _match_told(match)
            role = "warn" if isinstance(match, Unreadable) else "strong" if chosen else "plain"
            rows.append([(" > " if chosen else "   ", "key"), (fit(head, width - 3), role)])
            rows.append([("     ", "felt"), (fit(below, width - 5), "faint")])
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


def _match_told(summary: Summary) -> tuple[str, str]:
    standing = summary.standing
    rounds = ngettext("{n} round", "{n} rounds", standing.rounds)
    winner = standing.winner
    if summary.is_damaged:
        told = _("damaged")
    else:
        told = _("not over") if winner is None else _("{pair} won").format(pair=pair_letters(winner))
    scores = "  ".join(f"{pair_letters(pair)} {score}" for pair, score in standing.scores.by_partnership())
    target = _("to {n}").format(n=summary.target)
    date = fit(day(summary.date), 14)
    names = ", ".join(
        f"{seat_letter(seat)} {name}" + (f" ({_(level)})" if level else "")
        for (seat, name), level in zip(summary.players.by_seat(), summary.levels, strict=True)
    )
    return f"{date}  {fit(target, 8)} {fit(rounds, 11)} {fit(scores, 18)} {told}", names


def _unreadable_told(unreadable: Unreadable) -> tuple[str, str]:
    return f"{unreadable.name}: {unreadable.why}", ""


class MatchesScreen(RocksScreen[Path | None]):
    """Answered with the match to take up, or None to go back."""

    ON = On.MATCHES

    def __init__(self, kept: Survey, folder: Path | None = None) -> None:
        """`folder` is where the matches are kept."""
        super().__init__()
        self._folder = folder
        self._matches: list[Listed] = [*kept.matches, *kept.unreadable]
        self._list = MatchList(self._matches)
        self._told = TextLines(classes="matches-told")
        self._asked: tuple[Callable[[], None], Listed] | None = None
        """What has been asked to be done with which match, and is done if it is asked for once more."""

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
                keys.shown("match-delete"),
                keys.shown("leave-list"),
            ]
        )

    @property
    def _chosen(self) -> Listed | None:
        if not self._matches:
            self.tell_aside(_("No match is kept."))
            return None
        return self._matches[self._list.row]

    def action_step(self, step: int) -> None:
        """Choose another match; what has been asked of the one before is not asked any more."""
        if self._asked is not None:
            self.action_no()
        self._list.step(step)

    def action_take(self) -> None:
        """Take the chosen match up; one that is over shows its result once more."""
        chosen = self._chosen
        if isinstance(chosen, Unreadable):
            self._say(f"{chosen.name}: {chosen.why}")
        elif chosen is not None:
            self.reply(chosen.path)

    def action_export(self) -> None:
        """Write the record of the chosen match; where it is not over, once the player has confirmed it."""
        chosen = self._chosen
        if isinstance(chosen, Unreadable):
            self._say(f"{chosen.name}: {chosen.why}")
        elif chosen is not None and chosen.standing.winner is not None:
            self._say(self.rocks.export(chosen.path))
        elif chosen is not None and self._is_sure(self.action_export, chosen):
            self._say(self.rocks.export(chosen.path, ends_secrecy=True))
        elif chosen is not None:
            self._say(ends_secrecy(self.rocks.keys.name("match-export"), self.rocks.keys.name("yes")))

    def action_delete(self) -> None:
        """Delete the chosen match, once the player has confirmed it."""
        chosen = self._chosen
        if chosen is None:
            return
        path = self._path_of(chosen)
        if path is None:
            self._say(_("This is no match."))
        elif self._is_sure(self.action_delete, chosen):
            try:
                delete_match(path, datetime.datetime.now().astimezone().date())
            except StoreError as error:
                self._say(f"{path.name}: {error}")
            else:
                self._matches.remove(chosen)
                self._list.step(0)
                self._say(_("{file} is deleted.").format(file=path.name))
        else:
            told = _(
                "{key} once more deletes this match, or {yes}: its file goes to the folder {folder}, and from there for good at the "
                "first start after {days} days."
            )
            keys = self.rocks.keys
            self._say(told.format(key=keys.name("match-delete"), yes=keys.name("yes"), folder=DELETED, days=DAYS))

    def _path_of(self, match: Listed) -> Path | None:
        """The file of a match; None for what is the file of none, such as a folder that cannot be read."""
        if isinstance(match, Summary):
            return match.path
        is_file = self._folder is not None and match.name != self._folder.name
        return self._folder / "matches" / match.name if self._folder is not None and is_file else None

    def _is_sure(self, action: Callable[[], None], match: Listed) -> bool:
        """Whether this has just been asked of the player; else it is asked from now on."""
        was_asked = self._asked == (action, match)
        self._asked = None if was_asked else (action, match)
        return was_asked

    def action_yes(self) -> None:
        """Do what has been asked, where the match is still chosen."""
        if self._asked is not None and self._asked[1] is self._chosen:
            self._asked[0]()
        else:
            self.tell_aside(_("Nothing is asked now."))

    def action_no(self) -> None:
        """Do not do it."""
        if self._asked is None:
            self.tell_aside(_("Nothing is asked now."))
        else:
            self._asked = None
            self._told.show()

    def _say(self, told: str) -> None:
        self._told.show(*([(" " + line, "warn")] for line in wrap(told, self.app.size.width - 2)))

    def action_leave(self) -> None:
        """Go back to the menu."""
        self.reply(None)
