"""The table with one hand at the bottom, or none; the hand can be hidden at any time."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable
from dataclasses import replace
from enum import Enum

from textual import on
from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from sevenrocks.engine.actions import Action, Passed, Placed
from sevenrocks.engine.seats import Seat
from sevenrocks.engine.view import SeatView
from sevenrocks.i18n import _
from sevenrocks.seen import MatchView
from sevenrocks.telling.choosing import Choosing
from sevenrocks.telling.seats import seat_letter
from sevenrocks.telling.sentences import knocked_words, opener_words, tile_words
from sevenrocks.tui.keys import KeyShown, seat_key
from sevenrocks.tui.widgets.figures import Block
from sevenrocks.tui.widgets.hand import HandView
from sevenrocks.tui.widgets.lines import KeyLine, SpreadLine
from sevenrocks.tui.widgets.painted import Piece, fit, wrap
from sevenrocks.tui.widgets.panel import Told
from sevenrocks.tui.widgets.plate import Plate

from .base import Arming, HidingScreen
from .counted import CountedScreen
from .panelled import PanelledScreen


class Mode(Enum):
    """What the table waits for."""

    WATCH = "watch"
    CHOOSE = "choose"
    GO_ON = "go on"
    PAUSE = "pause"


_NOTE_WIDTH = 26
"""Columns that are left beside a hand of seven tiles in the narrowest terminal, with a gap."""
_PLAY = _NOTE_WIDTH - 8
"""Columns for what somebody has played, beside eight of the name."""


class HandScreen(PanelledScreen[Action | None], CountedScreen[Action | None], HidingScreen[Action | None]):
    """Shows the match with one hand, or with none. A hidden hand comes back by its own seat's key alone.

    `partner` is the hand of the seat opposite, where the house lets the pair see each other's.
    """

    def __init__(self, match: MatchView, bottom: Seat, hand: SeatView | None, partner: SeatView | None = None) -> None:
        super().__init__(match, bottom)
        self._hand = hand
        self._partner = partner
        self._mode = Mode.WATCH
        self._choosing: Choosing | None = None
        """What the player has chosen so far, while there is something to choose."""
        self._told_of: Choosing | None = None
        """The choice about which the panel tells, where it tells of the hand."""
        self._is_hidden = False
        self._not_shown = ""
        """Why a hidden hand stays hidden, where somebody has just tried to see it."""
        self._message: list[Piece] = []
        self.message_line = SpreadLine(classes="message-line")
        self.hand_view = HandView()
        self.plate = Plate(self._key_that_shows, lambda: self.rocks.thumb, classes="hand")
        self.key_line = KeyLine()

    def below(self) -> Iterable[Widget]:
        """Message, hand, what can be looked up beside it, and keys."""
        yield Vertical(
            self.message_line, Horizontal(self.hand_view, self.plate, self.panel, classes="hand-row"), classes="below"
        )
        yield self.key_line

    def refit(self) -> None:
        """Draw anew after a change of settings."""
        super().refit()
        self.hand_view.redraw(self.rocks.look)
        self._say_again()

    def retell(self) -> None:
        """Tell all again after a change of the language."""
        super().retell()
        self._say_again()

    def _say_again(self) -> None:
        """What is to be done now, in the words of today's settings."""
        self._show_hand()

    def on_mount(self) -> None:
        """Show the match as it stands."""
        super().on_mount()
        if self.is_shared and not self.app.app_focus:
            self.hide()
        self._show_hand()

    # ---- for whoever runs the match

    @property
    def hand(self) -> SeatView | None:
        """What the seat knows whose hand lies here, hidden or not; None where none does."""
        return self._hand

    @property
    def held_by(self) -> Seat | None:
        """The seat whose hand is shown here; None where none is."""
        return None if self._hand is None else self._hand.seat

    @property
    def choosing(self) -> Choosing | None:
        """What the player has chosen so far; None while there is nothing to choose."""
        return self._choosing

    @property
    def mode(self) -> Mode:
        """What the table waits for."""
        return self._mode

    def step_changed(self, match: MatchView) -> None:
        """Somebody has taken a seat, or the record has been written: no hand stays in sight, and all is looked at anew."""
        was_waiting = self._mode in (Mode.CHOOSE, Mode.GO_ON)
        self._choosing = None
        self.show(match)
        if was_waiting:
            self.reply(None)

    def show(self, match: MatchView, hand: SeatView | None = None, partner: SeatView | None = None) -> None:
        """Show what has happened since."""
        before, self.match, self._hand, self._partner = self.match, match, hand, partner
        self.tell_count(before)
        self.show_public()
        self._show_hand()

    def note_keeping(self, not_kept: str | None) -> None:
        """Show whether the match is being kept, and why not."""
        self.match = replace(self.match, not_kept=not_kept)
        self._show_hand()

    def say_turn_of(self, seat: Seat, role: str = "faint") -> None:
        """Tell who is in turn."""
        self.say((_("{name} is in turn.").format(name=self.match.players[seat].name), role))

    def say(self, *pieces: Piece) -> None:
        """Tell something in the message line."""
        self._message = list(pieces)
        self._show_hand()

    def refuse(self, told: str) -> None:
        """Say why nothing happens; the same key may come again at once."""
        self.rocks.thumb.did_nothing()
        self.say((told, "warn"))

    async def go_on(self, *pieces: Piece) -> None:
        """Wait until the player, who must have seen it, goes on."""
        self._mode, self._arming = Mode.GO_ON, Arming()
        self.forget()
        self.say(*pieces)
        await self.answer()
        self._mode = Mode.WATCH
        self.say()

    async def pause(self, seconds: float) -> bool:
        """Wait a while, or until the player is in a hurry; returns whether it was so."""
        self._mode = Mode.PAUSE
        self.forget()
        is_hurried = False
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.answer()
                is_hurried = True
        self._mode = Mode.WATCH
        return is_hurried

    def hide(self) -> None:
        """Hide the hand at once."""
        if self._hand is not None and not self.is_hidden:
            self._is_hidden, self._not_shown, self._arming = True, "", Arming()
            if self._choosing is not None:
                self._choosing.drop()
            self._show_hand()

    # ---- keys

    def only_ends_motion(self, key: str) -> bool:
        """End what moves, where something does; whoever is to choose, or reads, need not press twice, and what hides always acts."""
        is_moving = self.is_moving
        self.end_motion()
        if self._mode is Mode.CHOOSE:
            self.fade()
        keys = self.rocks.keys
        return (
            is_moving
            and self._mode is not Mode.CHOOSE
            and self.told is None
            and not any(keys.is_key(id_, key) for id_ in ("hide", "quit", "suspend"))
        )

    def proclaim_below(self, block: Block | None) -> None:
        """Lay a block where the hand lies; None takes it away."""
        self.hand_view.proclaim(block)

    @property
    def own_key(self) -> str | None:
        """The key of the hand's seat."""
        return None if self._hand is None else seat_key(self._hand.seat)

    @property
    def is_hidden(self) -> bool:
        """Whether the hand is hidden now."""
        return self._is_hidden

    def show_hidden(self) -> None:
        """Show the hand again."""
        self._is_hidden = False
        self._say_again()

    def tell_not_shown(self, told: str) -> None:
        """Tell why the hand stays hidden."""
        self._not_shown = told
        self._show_hand()
        # It goes elsewhere where it was clicked.
        self.plate.repaint()

    @on(Plate.Clicked)
    def _plate_clicked(self) -> None:
        self.action_show()

    def _key_that_shows(self) -> KeyShown:
        return self.rocks.keys.shown(self.own_key or seat_key(self.bottom), word=_("shows the tiles"))

    def action_hide(self) -> None:
        """Hide the hand."""
        if self._hand is None:
            self.tell_aside(_("No tiles are in sight that could be hidden."))
            return
        self.hide()
        self.close_panel()

    # ---- what is shown

    def _show_hand(self) -> None:
        hand, choosing = self._hand, self._choosing
        if self.told is not None and self.told.is_of_hand and (self.is_hidden or choosing is not self._told_of):
            self.close_panel()  # which shows all anew
            return
        is_away, is_put_away = self.is_hidden and hand is not None, self.is_put_away
        # By classes: a style of their own would show them where the terminal is too small, too.
        self.message_line.set_class(is_put_away, "-away")
        self.hand_view.set_class(is_away or is_put_away, "-away")
        self.hand_view.set_class(self.told is not None, "-beside")
        self.plate.set_class(not is_away or self.told is not None, "-away")
        if hand is None or self.is_hidden or is_put_away:
            self.hand_view.show((), frozenset(), None, self._note)
        else:
            playable = choosing.playable if choosing is not None else frozenset(hand.hand)
            chosen = None if choosing is None else choosing.tile
            self.hand_view.show(hand.hand, playable, chosen, self._note)
        if self.match.rounds:
            self.show_layout()
        if self.is_hidden and hand is not None:
            name, key = self.match.players[hand.seat].name, self.rocks.keys.name(seat_key(hand.seat))
            told = _("The tiles are hidden. {name}: press {key} to see them.").format(name=name, key=key)
            self.message_line.show([(self._not_shown, "warn")] if self._not_shown else [(told, "strong")])
        else:
            self.message_line.show(self._message, self._beside())
        self.key_line.show(self.line_keys())

    def _beside(self) -> list[Piece]:
        """What stands at the right of the message."""
        return []

    def open_panel(self, told: Told) -> None:
        """Tell this beside the table; whoever has gone on has passed the screen on, so that no hand comes back."""
        if self.is_shared and not self.is_awaited:
            self.hide()
        super().open_panel(told)

    def show_below(self) -> None:
        """Show the hand beside the panel, or in its place."""
        self._show_hand()

    def _note(self, height: int) -> list[list[Piece]]:
        """What stands beside the hand: whose it is and whether it is in turn, what is unusual about the match, the last plays."""
        if not self.match.rounds:
            return []
        rows = [self._whose(), *self._unusual()]
        # Where the whole story stands beside the table it is not told twice.
        return rows if self.is_wide else [*rows, *self._latest(max(height - len(rows), 0))]

    def _whose(self) -> list[Piece]:
        """The player at the bottom; on a plate of brass in turn."""
        view, name = self.match.round, self.match.players[self.bottom].name
        pair = self.bottom.partnership.name.lower()
        if self._choosing is not None:
            turn, knocked = _("your turn"), knocked_words(view.knocked_on[self.bottom])
            lacks: list[Piece] = [(f"{knocked}  ", "strip-warn")] if knocked else []
            return [*lacks, (f" {name} ({seat_letter(self.bottom)})  {turn} ", "turn")]
        if self._hand is None:
            return []
        knocked = knocked_words(view.knocked_on[self.bottom])
        whose: list[Piece] = [(f"{name} ({seat_letter(self.bottom)})", f"strip-{pair}")]
        return [*whose, (f"  {knocked}", "strip-warn")] if knocked else whose

    def _unusual(self) -> list[list[Piece]]:
        """What is not so in every match, and how the round began, as long as that is news."""
        seen = self.match.rounds[-1]
        view = seen.view
        rows: list[list[Piece]] = []
        if self._partner is not None and not self.is_hidden:
            partner = self.match.players[self._partner.seat].name
            pair = self.bottom.partnership.name.lower()
            rows.append([(_("{name} holds").format(name=partner), f"strip-{pair}")])
            rows.append([(" ".join(map(tile_words, self._partner.hand)), "strip-strong")])
        if self.match.not_kept is not None:
            rows.append([(_("this match is not being kept"), "strip-warn")])
        if seen.opened:
            rows.append([(_("all hands were written"), "strip-warn")])
        if self.match.house.must_call:
            rows.append([(_("house rule: call it"), "strip-faint")])
        if self.match.known_deal:
            rows.append([(_("known deal"), "strip-warn")])
        if len(view.events) < len(Seat):
            told = wrap(opener_words(seen.seats.players, view.opener, seen.draw), _NOTE_WIDTH)
            rows += [[(line, "strip-faint")] for line in told]
        return rows

    def _latest(self, rows: int) -> list[list[Piece]]:
        """The latest plays, as many as there are rows for: the newest last, and brightest."""
        if not rows:
            return []
        seen = self.match.rounds[-1]
        told: list[list[Piece]] = []
        for event in [event for event in seen.view.events if isinstance(event, Placed | Passed)][-rows:]:
            pair = event.seat.partnership.name.lower()
            name = fit(seen.players_for(event)[event.seat].name, 8)
            if isinstance(event, Passed):
                told.append(
                    [(name, f"strip-{pair}"), (fit(f" {knocked_words(event.halves, _PLAY - 1)}", _PLAY), "strip-warn")]
                )
                continue
            tile = tile_words(event.tile)
            where = (
                f" {tile}"
                if event.host is None
                else " " + _("{tile} on {host}").format(tile=tile, host=tile_words(event.host))
            )
            award = f"+{event.award}" if event.award and self.rocks.manners.tells_counts else ""
            told.append([(name, f"strip-{pair}"), (fit(where, _PLAY - 4), "strip"), (f"{award:>4}", "strip-award")])
        return told

    def line_keys(self) -> list[KeyShown]:
        """The keys that do something now; above all the one that hides a hand that lies beside a panel."""
        is_in_sight = self._hand is not None and not self.is_hidden and not self.is_put_away
        hide = [self.rocks.keys.shown("hide")] if self.told is not None and is_in_sight else []
        return [*hide, *super().line_keys()]

    def keys_now(self) -> list[KeyShown]:
        """The keys that do something now."""
        keys = self.rocks.keys
        if self.is_hidden and self._hand is not None:
            return [keys.shown(seat_key(self._hand.seat)), *self.page_keys()]
        hide = [keys.shown("hide")] if self._hand is not None else []
        go = [keys.shown("go")] if self._mode is Mode.GO_ON else []
        return [*go, *hide, *self.page_keys()]
