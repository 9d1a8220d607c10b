"""What all screens have in common."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Generic, Protocol, TypeVar, cast

from textual import events
from textual.app import ComposeResult
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget

from sevenrocks.i18n import _
from sevenrocks.settings import Settings
from sevenrocks.tui.keys import Keys, On
from sevenrocks.tui.widgets.lines import TextLines
from sevenrocks.tui.widgets.painted import Painted, Piece, centred, wrap

if TYPE_CHECKING:
    from sevenrocks.bots.advice import Advice
    from sevenrocks.seen import MatchView
    from sevenrocks.sitting import Manners, Swap

MIN_SIZE = Size(80, 24)
"""The smallest terminal in which a whole layout and a hand have room."""

_WIDE, _TALL = 150, 50
"""Columns from which the log stands beside the layout, rows from which the hand is drawn large."""

Answer = TypeVar("Answer")


class Rocks(Protocol):
    """What screens need of the app."""

    @property
    def settings(self) -> Settings:
        """What the player has chosen."""

    @property
    def settings_told(self) -> list[str]:
        """What is wrong in the file of the settings, in sentences."""

    @property
    def settings_not_kept(self) -> str:
        """Why the latest change of the settings could not be kept; empty where it is."""

    @property
    def keys(self) -> Keys:
        """The keys in use."""

    @property
    def is_ascii(self) -> bool:
        """Whether to draw with plain ASCII."""

    @property
    def has_pips(self) -> bool:
        """Whether large tiles show pips."""

    @property
    def is_still(self) -> bool:
        """Whether nothing moves: what happens is shown at once."""

    def change_settings(self, settings: Settings) -> None:
        """Let these settings hold from now on, and keep them."""

    def show_overlay(self, overlay: Overlay) -> None:
        """Lay a screen over the one in sight."""

    def close_overlay(self, overlay: Overlay) -> None:
        """Take an overlay away."""

    def ask_to_leave(self) -> None:
        """Ask whether to leave the table."""

    @property
    def manners(self) -> Manners:
        """What the house and the settings allow now at the table."""

    @property
    def swaps(self) -> tuple[Swap, ...]:
        """Who may go home, or come back, now."""

    def swap(self, swap: Swap) -> None:
        """Let somebody go home, or come back."""

    async def advise(self) -> tuple[Advice, ...]:
        """What the master would play for the seat in turn. Raises BotFailedError."""

    def export(self, path: Path, *, ends_secrecy: bool = False) -> str:
        """Write the record of a kept match, with all hands; returns what to tell of it."""


class RocksScreen(Screen[None], Generic[Answer], inherit_bindings=False):
    """A screen that asks something and is answered.

    In a terminal that is too small it shows nothing but a request for more room, and takes no key but those that leave.
    """

    AUTO_FOCUS = ""
    ON: ClassVar[On]
    """Which keys are on it."""

    def __init__(self) -> None:
        super().__init__()
        self._answer: asyncio.Future[Answer] | None = None

    @property
    def rocks(self) -> Rocks:
        """The app."""
        return cast("Rocks", self.app)

    def body(self) -> Iterable[Widget]:
        """The widgets of the screen."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """The body, and what stands for it where there is no room."""
        self.rekey()
        yield from self.body()
        yield _MoreRoom()

    def rekey(self) -> None:
        """Bind the keys that are in use now.

        Each screen has bindings of its own: a language or a player's file changes them while it is in sight. Textual's keymap
        would do so for all screens at once, and silently drop whatever else has a key there.
        """
        self._bindings = self.rocks.keys.bindings(self.ON)

    def refit(self) -> None:
        """Draw anew after a change of settings."""

    def retell(self) -> None:
        """Tell all again after a change of the language."""
        for widget in self.query(Painted):
            widget.repaint()

    def hide(self) -> None:
        """Hide the hand, where there is one."""

    def step_changed(self, match: MatchView) -> None:
        """Somebody has taken a seat of the match that is shown here."""

    @property
    def is_shared(self) -> bool:
        """Whether several people share the screen."""
        return False

    @property
    def is_too_small(self) -> bool:
        """Whether the terminal has no room for the screen."""
        size = self.app.size
        return size.width < MIN_SIZE.width or size.height < MIN_SIZE.height

    def on_resize(self, _event: events.Resize) -> None:
        """Show the body only where there is room for it, and more of it where there is more room."""
        size = self.app.size
        self.set_class(self.is_too_small, "-too-small")
        self.set_class(size.width >= _WIDE, "-wide")
        self.set_class(size.height >= _TALL, "-tall")
        self.refresh(layout=True)

    @property
    def is_awaited(self) -> bool:
        """Whether somebody waits for the answer to the screen, which has not come yet."""
        return self._answer is not None and not self._answer.done()

    async def answer(self) -> Answer:
        """Wait until the screen is answered; an answer given before is taken at once."""
        try:
            return await self._awaited()
        finally:
            self._answer = None

    def forget(self) -> None:
        """Drop an answer that came before its question, so that it is not taken for one to the next."""
        self._answer = None

    def reply(self, answer: Answer) -> None:
        """Answer, once."""
        if not self._awaited().done():
            self._awaited().set_result(answer)

    def _awaited(self) -> asyncio.Future[Answer]:
        if self._answer is None:
            self._answer = asyncio.get_running_loop().create_future()
        return self._answer

    def action_leave(self) -> None:
        """Leave the screen; Ctrl+C does the same everywhere."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """No key does anything while nothing can be seen."""
        return not self.is_too_small or action in {"leave", "back"} or parameters == ("quit",)


class Overlay(RocksScreen[None]):
    """A screen laid over another one, opaque, and left with Escape."""

    def action_back(self) -> None:
        """Go back to the screen below."""
        self.rocks.close_overlay(self)

    def action_leave(self) -> None:
        """Go back to the screen below."""
        self.action_back()


class _MoreRoom(TextLines):
    def __init__(self) -> None:
        super().__init__(classes="more-room")

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        size = self.app.size
        words = _(
            "Seven Rocks needs {width} columns and {height} rows; here are {w} and {h}. Please enlarge the window."
        )
        text = words.format(width=MIN_SIZE.width, height=MIN_SIZE.height, w=size.width, h=size.height)
        rows = [centred([(line, "strong")], width) for line in wrap(text, max(width - 2, 1))]
        above = max((height - len(rows)) // 2, 0)
        return [*([[]] * above), *rows]


class Arming:
    """Opens only to a key pressed on purpose: after a delay, and a moment of silence on the keyboard.

    Keys typed ahead, or held down, do nothing.
    """

    DELAY = 0.6
    SILENCE = 0.4

    def __init__(self) -> None:
        now = time.monotonic()
        self._since = now
        self._last_key = now - self.SILENCE

    def accepts(self) -> bool:
        """Whether a key pressed now counts. Every key must ask."""
        now = time.monotonic()
        quiet = now - self._last_key >= self.SILENCE and now - self._since >= self.DELAY
        self._last_key = now
        return quiet


class HidingScreen(RocksScreen[Answer]):
    """A screen of which a part can be hidden. It comes back by its own seat's key alone, pressed on purpose."""

    _hidden: Arming | None = None
    """What that key must pass; None while all is in sight."""

    @property
    def is_hidden(self) -> bool:
        """Whether a part is hidden now."""
        return self._hidden is not None

    @property
    def own_key(self) -> str | None:
        """The id of the key that shows what is hidden; None where there is nothing to show."""
        raise NotImplementedError

    def show_hidden(self) -> None:
        """Show what was hidden."""
        raise NotImplementedError

    def on_screen_resume(self) -> None:
        """Begin the silence anew: keys pressed on another screen do not count."""
        if self._hidden is not None:
            self._hidden = Arming()

    def on_key(self, event: events.Key) -> None:
        """Show again by the seat's own key. Every key asks, so that none that is held down does it."""
        if self._hidden is None or self.own_key is None or self.is_too_small:
            return
        if self._hidden.accepts() and self.rocks.keys.is_key(self.own_key, event.key):
            event.stop()
            self._show_again()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While something is hidden nothing acts but what may: what shows it again, and the keys that say so."""
        if not self.is_hidden or action == "show_again" or self.rocks.keys.acts_while_hidden(self.ON, action):
            return super().check_action(action, parameters)
        return False

    def action_show_again(self) -> None:
        """Show again by a click on the key's name."""
        if self._hidden is not None and self._hidden.accepts():
            self._show_again()

    def _show_again(self) -> None:
        self._hidden = None
        self.show_hidden()
