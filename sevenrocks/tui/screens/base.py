"""What all screens have in common."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Generic, Protocol, TypeVar, cast

from textual import events
from textual.app import ComposeResult
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget

from sevenrocks.drawing.tiles import Look
from sevenrocks.engine.seats import Seat
from sevenrocks.i18n import _
from sevenrocks.settings import Settings
from sevenrocks.tui.keys import Keys, KeyShown, On, digit_of, is_other_script, seat_key
from sevenrocks.tui.thumb import Thumb
from sevenrocks.tui.widgets.lines import KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Painted, Piece, centred, wrap

from .frame import Frames

if TYPE_CHECKING:
    from sevenrocks.bots.advice import Advice
    from sevenrocks.learning.met import Met
    from sevenrocks.seen import MatchView
    from sevenrocks.sitting import Manners, Swap

MIN_SIZE = Size(80, 24)
"""The smallest terminal in which a whole layout and a hand have room."""

_WIDE, _TALL = 176, 42
"""Columns from which the log stands beside the layout, rows from which the hand is drawn large."""
_MIDDLE = Size(100, 30)
"""From here on names sit around the table, and tiles of a hand lie there with their pips."""
_BOARD = Size(140, 45)
"""From here on the score board stands on end."""

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
    def thumb(self) -> Thumb:
        """What every key and every click has passed."""

    @property
    def is_ascii(self) -> bool:
        """Whether to draw with plain ASCII."""

    @property
    def look(self) -> Look:
        """How tiles are drawn."""

    @property
    def is_still(self) -> bool:
        """Whether nothing moves: what happens is shown at once."""

    @property
    def met(self) -> Met:
        """What the player has met at the table."""

    @property
    def version(self) -> str:
        """The version of the game; empty where it is not known."""

    def change_settings(self, settings: Settings) -> None:
        """Let these settings hold from now on, and keep them."""

    def show_overlay(self, overlay: Overlay) -> None:
        """Lay a screen over the one in sight."""

    def close_overlay(self, overlay: Overlay) -> None:
        """Take an overlay away."""

    def begin_reading(self) -> None:
        """Let the next screen wait: something is being read beside the table."""

    def end_reading(self) -> None:
        """Let the next screen come."""

    def show_help(self, now: Sequence[tuple[str, str]]) -> None:
        """Show every key, and before them those of this moment, each with what it does."""

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
        self._compositor = self._frames = Frames()
        self._answer: asyncio.Future[Answer] | None = None
        self._arming = Arming()

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
        self.set_class(self.rocks.is_ascii, "-ascii")

    def retell(self) -> None:
        """Tell all again after a change of the language."""
        for widget in self.query(Painted):
            widget.repaint()

    def hide(self) -> None:
        """Hide the hand, where there is one."""

    def step_changed(self, match: MatchView) -> None:
        """Somebody has taken a seat of the match that is shown here, or its record has been written."""

    @property
    def is_shared(self) -> bool:
        """Whether several people share the screen."""
        return False

    @property
    def is_too_small(self) -> bool:
        """Whether the terminal has no room for the screen."""
        size = self.app.size
        return size.width < MIN_SIZE.width or size.height < MIN_SIZE.height

    @property
    def is_middle(self) -> bool:
        """Whether there is more room than in a small terminal."""
        size = self.app.size
        return size.width >= _MIDDLE.width and size.height >= _MIDDLE.height

    @property
    def is_wide(self) -> bool:
        """Whether the story of the round stands beside the table."""
        return self.app.size.width >= _WIDE

    def on_resize(self, _event: events.Resize) -> None:
        """Show the body only where there is room for it, and more of it where there is more room."""
        size = self.app.size
        classes = {
            "-too-small": self.is_too_small,
            "-wide": self.is_wide,
            "-tall": size.height >= _TALL,
            "-middle": self.is_middle,
            "-board": size.width >= _BOARD.width and size.height >= _BOARD.height,
        }
        # At once: Textual lays the screen out next, and draws it.
        self.update_classes(classes, animate=False)
        self.refresh()

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

    def only_ends_motion(self, key: str) -> bool:
        """Whether a key, or a click (""), only ended what was moving here, and is to do nothing else."""
        return False

    def is_meant(self) -> bool:
        """Whether the key or click that came last was meant for this screen, which somebody must have seen before it goes on."""
        return self._arming.accepts(self.rocks.thumb)

    def on_screen_resume(self) -> None:
        """Begin the silence anew when the screen comes into sight: what was pressed on another does not count."""
        self._arming = Arming()
        self.terminal_changed()

    def terminal_changed(self) -> None:
        """Something else may be on the terminal now: the next frame of the whole screen is written as a whole."""
        self._frames.forget()

    # ---- what is told of keys

    def tell_aside(self, words: str) -> None:
        """Tell something in place of the keys, until the next one is pressed."""
        for line in self.query(KeyLine):
            line.tell(words)

    @property
    def opening_key(self) -> str | None:
        """The id of the key that shows the tiles that are hidden here; None where none are."""
        return None

    def on_key(self, event: events.Key) -> None:
        """Take digits of all scripts for digits, and tell whoever has no Latin letters what does without them."""
        self.tell_aside("")
        if self.is_too_small or self.rocks.keys.is_bound(self.ON, event.key):
            return
        digit = digit_of(event.character)
        if digit is not None:
            event.key = event.character = digit
        elif is_other_script(event.character):
            self.tell_aside(self._letterless_told())

    def _letterless_told(self) -> str:
        keys, opening = self.rocks.keys, self.opening_key
        pages = keys.letterless("help") or keys.name("help")
        if opening is None:
            return _("Without Latin letters: {help} lists keys that are no letters.").format(help=pages)
        told = _("Without Latin letters: {key} shows the tiles; {help} lists such keys.")
        return told.format(key=keys.letterless(opening) or keys.name(opening), help=pages)

    def action_help(self) -> None:
        """Show the keys of this moment, then every key."""
        self.rocks.show_help(self.keys_told())

    def keys_now(self) -> list[KeyShown]:
        """The keys that do something now."""
        return [key for line in self.query(KeyLine) for key in line.keys]

    def keys_told(self) -> list[tuple[str, str]]:
        """The keys that do something now, and what each does; all but the one that tells them."""
        keys, is_match = self.rocks.keys, self.ON in On.MATCH
        others = [shown for shown in self.keys_now() if shown.ids != ("help",)]
        return [(shown.name, keys.meaning(shown) if is_match else shown.word) for shown in others]

    def may_repeat(self, key: str) -> bool:
        """Whether a key may act again and again while it is held down."""
        return self.rocks.keys.may_repeat(self.ON, key)

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
            "Seven Rocks needs {width} columns and {height} rows; this window has {w} and {h}. Please enlarge it."
        )
        text = words.format(width=MIN_SIZE.width, height=MIN_SIZE.height, w=size.width, h=size.height)
        rows = [centred([(line, "strong")], width) for line in wrap(text, max(width - 2, 1))]
        above = max((height - len(rows)) // 2, 0)
        return [*([[]] * above), *rows]


class Arming:
    """Opens only to a key or click on purpose: when it has been in sight for a moment, and nothing had come before for another.

    What was typed ahead, or is held down, does nothing.
    """

    DELAY = 0.6
    SILENCE = 0.4

    def __init__(self) -> None:
        self._since = time.monotonic()

    def accepts(self, thumb: Thumb) -> bool:
        """Whether what came last counts."""
        now = max(time.monotonic(), thumb.at)
        is_meant = thumb.quiet >= self.SILENCE and now - self._since >= self.DELAY
        if not is_meant:
            thumb.did_nothing()
        return is_meant


class HidingScreen(RocksScreen[Answer]):
    """A screen of which a part can be hidden. It comes back by its own seat's key alone, or a click, on purpose."""

    @property
    def is_hidden(self) -> bool:
        """Whether a part is hidden now."""
        raise NotImplementedError

    @property
    def own_key(self) -> str | None:
        """The id of the key that shows what is hidden; None where there is nothing to show."""
        raise NotImplementedError

    @property
    def opening_key(self) -> str | None:
        """That key, while anything is hidden."""
        return self.own_key if self.is_hidden else None

    def show_hidden(self) -> None:
        """Show what is hidden."""
        raise NotImplementedError

    def tell_not_shown(self, told: str) -> None:
        """Tell why it stays hidden."""
        raise NotImplementedError

    def on_key(self, event: events.Key) -> None:
        """Show by the seat's own key; the key of another seat, or one where nothing is hidden, is answered in words."""
        if self.is_too_small:
            return
        keys = self.rocks.keys
        if not self.is_hidden or self.own_key is None:
            if any(keys.is_key(seat_key(seat), event.key) for seat in Seat):
                event.prevent_default()  # it would take what is told away
                self.tell_aside(_("No tiles are hidden here that could be shown."))
        elif keys.is_key(self.own_key, event.key):
            event.stop()
            self.action_show()
        elif any(keys.is_key(seat_key(seat), event.key) for seat in Seat):
            event.stop()
            self.rocks.thumb.did_nothing()
            self.tell_not_shown(_("{key} shows these tiles, no other key.").format(key=keys.name(self.own_key)))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While something is hidden nothing acts but what may: what shows it, and the keys that say so."""
        if not self.is_hidden or action == "show" or self.rocks.keys.acts_while_hidden(self.ON, action):
            return super().check_action(action, parameters)
        return False

    def action_show(self) -> None:
        """Show what is hidden, where that is meant."""
        if not self.is_hidden or self.own_key is None:
            return
        if self.is_meant():
            self.show_hidden()
        else:
            self.tell_not_shown(
                _("That was too quick: press {key} once more.").format(key=self.rocks.keys.name(self.own_key))
            )
