"""A demonstration: bots play at the table, and what can be said for their plays stands below it."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterable, Mapping
from itertools import dropwhile
from typing import TYPE_CHECKING

from textual import events
from textual.widget import Widget

from sevenrocks.bots.beat import Beat
from sevenrocks.engine.actions import Placed
from sevenrocks.engine.seats import Seat
from sevenrocks.i18n import _
from sevenrocks.seen import MatchView
from sevenrocks.settings import BotSpeed, Settings
from sevenrocks.sitting import Manners
from sevenrocks.tui.keys import KeyShown, On
from sevenrocks.tui.widgets.lines import KeyLine, SpreadLine
from sevenrocks.tui.widgets.log import log_rows
from sevenrocks.tui.widgets.painted import Painted, Piece
from sevenrocks.tui.widgets.seats_bar import plate_of

from .counted import CountedScreen

if TYPE_CHECKING:
    # It would load the bots' tables.
    from sevenrocks.bots.reasons import Reason


class _Story(Painted):
    """The latest plays with what can be said for them, as many as there is room for."""

    def __init__(self) -> None:
        super().__init__(classes="demo-story")
        self._match: MatchView | None = None
        self._reasons: Mapping[Placed, Reason] = {}

    def show(self, match: MatchView, reasons: Mapping[Placed, Reason]) -> None:
        """Draw the story of this match's latest round."""
        self._match, self._reasons = match, reasons
        self.repaint()

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """The last rows, from a sentence on that is whole."""
        rows = [] if self._match is None else log_rows(self._match, width, self._reasons)[-height:]
        return list(dropwhile(lambda row: row[0][0].isspace(), rows))


class DemoScreen(CountedScreen[None]):
    """The table without a hand. Its keys change how fast the bots play; any other one ends it, and does nothing else."""

    ON = On.DEMO

    def __init__(self, match: MatchView, manners: Manners, speed: BotSpeed) -> None:
        super().__init__(match, Seat.N)
        self._manners = manners
        self._speed = speed
        self._is_changed = asyncio.Event()
        """Whether the speed has just been changed."""
        self._reasons: Mapping[Placed, Reason] = {}
        self._seat_line = SpreadLine(classes="demo-seat")
        self._story = _Story()

    def below(self) -> Iterable[Widget]:
        """The seat at the bottom, the story, the keys."""
        yield self._seat_line
        yield self._story
        yield KeyLine(self._keys_shown)

    @property
    def manners(self) -> Manners:
        """Those of this match, which is none at the table."""
        return self._manners

    # ---- for whoever runs the match

    def show(self, match: MatchView, reasons: Mapping[Placed, Reason]) -> None:
        """Show what has happened since, and what can be said for it."""
        before, self.match = self.match, match
        self._reasons = reasons
        self.tell_count(before)
        self.show_public()

    def begin(self, match: MatchView) -> None:
        """Show another match, from its first round."""
        self.end_motion()
        self.match, self._reasons = match, {}
        self.track.set_history(match.history_in_play)
        self.show_public()

    async def pause(self, beats: int = 1, *, since: float | None = None) -> None:
        """Wait until some beats have gone by since a moment, or from now on; a change of the speed holds at once."""
        began = time.monotonic() if since is None else since
        while (left := began + beats * self._beat - time.monotonic()) > 0:
            self._is_changed.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self._is_changed.wait()

    def _most_seconds(self, seat: Seat) -> float:
        """Each count is told within its beat."""
        return self._speed.value if self.rocks.settings.motion else 0.0

    @property
    def _beat(self) -> float:
        return Beat(self._speed.value, is_slow=False).seconds

    # ---- keys

    def on_key(self, event: events.Key) -> None:
        """End it, by any key that does nothing here."""
        keys = self.rocks.keys
        if self.is_too_small or not any(keys.is_key(name, event.key) for name in ("demo-slower", "demo-faster")):
            event.prevent_default()  # nothing is told of it
            self.reply(None)

    def on_click(self, event: events.Click) -> None:
        """End it, by a click that means no key."""
        widget, _region = self.get_widget_at(event.screen_x, event.screen_y)
        if not isinstance(widget, KeyLine):
            self.reply(None)

    def action_leave(self) -> None:
        """End it."""
        self.reply(None)

    def action_change_speed(self, step: int) -> None:
        """Let the bots play faster, or slower, in this demonstration alone."""
        speeds = list(BotSpeed)
        self._speed = speeds[max(0, min(speeds.index(self._speed) + step, len(speeds) - 1))]
        self._is_changed.set()
        for line in self.query(KeyLine):
            line.repaint()

    # ---- what is shown

    def show_public(self) -> None:
        """Show what everyone may see, which is all that there is."""
        super().show_public()
        view, players, glyph = self.match.round, self.match.players, "v" if self.rocks.is_ascii else "▼"
        name, held = plate_of(
            view, players, self.bottom, glyph, self.app.size.width // 2, ascii_only=self.rocks.is_ascii
        )
        told = (_("Demonstration: four bots play"), "rim")
        self._seat_line.show([(" ", "rim"), *name[:1], ("  ", "rim"), *held], [told, (" ", "rim")])
        self._story.show(self.match, self._reasons)

    def _keys_shown(self) -> list[KeyShown]:
        _word, label = Settings.bot_speed.choices[self._speed]
        told = _("speed: {speed}").format(speed=_(label))
        signs = not self.rocks.is_ascii
        return [
            self.rocks.keys.shown("demo-slower", "demo-faster", word=told, signs=signs),
            KeyShown(_("any other key"), _("menu"), "leave"),
        ]
