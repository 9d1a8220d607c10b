"""A screen of the table beside which something can be looked up, in a panel: the table stays in sight, and in place."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import TypeVar

from textual import events, on
from textual.actions import parse

from sevenrocks.drawing.paint import Labels
from sevenrocks.engine.seats import Seat
from sevenrocks.i18n import _
from sevenrocks.seen import MatchView
from sevenrocks.telling.sentences import sum_words
from sevenrocks.tui.keys import KeyShown, On, digit_of, seat_key
from sevenrocks.tui.widgets.layout_view import WouldLie
from sevenrocks.tui.widgets.panel import Lit, Panel, Told

from .base import Arming
from .panels import Explaining, Hinting, KeysTold, Logging, count_lines
from .public import PublicScreen

Answer = TypeVar("Answer")


class PanelledScreen(PublicScreen[Answer]):
    """Shows a panel in the rows below the count of the last play; the next screen waits until it is closed.

    In a small terminal it takes all of them. What else stands there, a hand above all, is put away meanwhile.
    """

    def __init__(self, match: MatchView, bottom: Seat) -> None:
        super().__init__(match, bottom)
        self.panel = Panel(self._key_name, ascii_only=lambda: self.rocks.is_ascii)

    def _key_name(self, key: str) -> str:
        return self.rocks.keys.name(key)

    @property
    def told(self) -> Told | None:
        """What the panel tells; None while there is none."""
        return self.panel.told

    @property
    def is_put_away(self) -> bool:
        """Whether the panel stands where a hand would lie."""
        return self.told is not None and not self.is_middle

    def open_panel(self, told: Told) -> None:
        """Tell this beside the table, in place of what is told there now."""
        self.panel.show(told)
        self.rocks.begin_reading()
        self._panel_changed()

    def close_panel(self) -> bool:
        """Take the panel away. False where there was none."""
        if self.told is None:
            return False
        self.panel.show(None)
        # What was pressed for the panel counts for nothing else.
        self._arming = Arming()
        self.rocks.end_reading()
        self._panel_changed()
        return True

    def _toggle(self, told: Told) -> None:
        if type(self.told) is type(told):
            self.close_panel()
        else:
            self.open_panel(told)

    def _panel_changed(self) -> None:
        self.set_class(self.told is not None, "-panelled")
        self._show_lit()
        self.show_below()

    def _show_lit(self) -> None:
        """Show on the table what is told about."""
        if self.match.rounds:
            self.show_layout()
            self.show_count()

    def show_below(self) -> None:
        """Show what is beside the panel, or in its place."""
        raise NotImplementedError

    def on_resize(self, event: events.Resize) -> None:
        """Put a hand away, or let it lie again, where the panel stands elsewhere now."""
        super().on_resize(event)
        if self.told is not None:
            self._panel_changed()

    def on_unmount(self) -> None:
        """Nobody reads it any more."""
        if self.told is not None:
            self.rocks.end_reading()

    def show_public(self) -> None:
        """Show what everyone may see, in the panel too."""
        super().show_public()
        self.panel.repaint()

    # ---- on the table

    def labels(self) -> Labels:
        """What is written at places: of what is told, else of what has been chosen, unless that is put away with the hand."""
        lit = self._lit()
        return self.own_labels() if lit is None else lit.labels

    def would(self) -> Sequence[WouldLie]:
        """Tiles that are shown where they would lie."""
        lit = self._lit()
        return self.own_would() if lit is None else lit.would

    def lit(self) -> Container[int]:
        """The ends that are told about."""
        lit = self._lit()
        return super().lit() if lit is None or not lit.ends else lit.ends

    def _lit(self) -> Lit | None:
        told = None if self.told is None else self.told.lit()
        return Lit() if told is None and self.is_put_away else told

    def own_labels(self) -> Labels:
        """What is written at places while nothing is told."""
        return {}

    def own_would(self) -> Sequence[WouldLie]:
        """The tile that has been chosen, where it would lie."""
        return ()

    # ---- keys

    def rekey(self) -> None:
        """Bind the keys that are in use now."""
        super().rekey()
        self._panel_bindings = self.rocks.keys.bindings(On.PANEL).key_to_bindings

    def on_key(self, event: events.Key) -> None:
        """Let the panel have its keys; whatever needs the hand closes it first."""
        if self.told is None or self.is_too_small:
            return
        keys = self.rocks.keys
        key = digit_of(event.character) or event.key
        for binding in self._panel_bindings.get(key, ()):
            if self._is_for_panel(binding.action):
                event.stop()
                event.prevent_default()
                self.tell_aside("")
                _where, name, parameters = parse(binding.action)
                if self.check_action(name, parameters):
                    getattr(self, f"action_{name}")(*parameters)
                return
        if any(keys.is_key(seat_key(seat), event.key) for seat in Seat):
            event.stop()
            event.prevent_default()
            self.rocks.thumb.did_nothing()
            self.tell_aside(_("{key} closes this first.").format(key=keys.name("panel-close")))
            return
        for binding in self._bindings.key_to_bindings.get(key, ()):
            if not keys.acts_while_hidden(self.ON, binding.action.partition("(")[0]) and not self._reopens(
                binding.action
            ):
                self.close_panel()

    def _is_for_panel(self, action: str) -> bool:
        if action == "reasons":
            return isinstance(self.told, Logging) and self._has_bots
        return not action.startswith("panel_play") or isinstance(self.told, Hinting)

    def _reopens(self, action: str) -> bool:
        """Whether an action is that of the key which has opened the panel, and so closes it by itself."""
        return action == "hint" and isinstance(self.told, Hinting)

    @property
    def _has_bots(self) -> bool:
        return any(player.is_bot for player in self.match.players)

    def may_repeat(self, key: str) -> bool:
        """Whether a key may act again and again while it is held down."""
        if self.told is not None and key in self._panel_bindings:
            return self.rocks.keys.may_repeat(On.PANEL, key)
        return super().may_repeat(key)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What scrolls and closes the panel may be done while a hand is hidden: what tells of one is gone by then."""
        if self.told is not None and self.rocks.keys.acts_while_hidden(On.PANEL, action):
            return not self.is_too_small
        return super().check_action(action, parameters)

    def action_panel_close(self) -> None:
        """Take the panel away."""
        self.close_panel()

    def action_panel_take(self) -> None:
        """Take what is chosen there, or be done with it."""
        if self.told is not None:
            self.take_told(self.told.at)

    def action_panel_play(self, index: int) -> None:
        """Take a play by its number."""
        if self.told is not None and index < self.told.items:
            self.take_told(index)
        else:
            self.tell_aside(_("There is no {n} here.").format(n=index + 1))

    def take_told(self, _item: int) -> None:
        """Take one of the things told; where none of them can be taken, be done with them."""
        self.close_panel()

    def action_panel_step(self, step: int) -> None:
        """Choose the next thing that is told, or scroll."""
        if self.told is not None:
            self.panel.step(step)
            self._show_lit()

    def action_panel_scroll(self, rows: int) -> None:
        """Scroll."""
        self.panel.scroll_rows(rows)

    def action_reasons(self) -> None:
        """Tell what can be said for the plays of bots, or no longer."""
        if not isinstance(self.told, Logging):
            return
        before = self.told.rows(self.size.width)
        self.told.has_reasons = not self.told.has_reasons
        if self.told.rows(self.size.width) == before:
            self.tell_aside(_("No bot has played a tile in this round."))
        self.panel.scroll_to_end()

    @on(Panel.Closed)
    def _title_clicked(self) -> None:
        self.close_panel()

    @on(Panel.Clicked)
    def _told_clicked(self, message: Panel.Clicked) -> None:
        told = self.told
        if told is None or message.item >= told.items:
            return
        if message.item == told.at and isinstance(told, Hinting):
            self.take_told(message.item)
        else:
            self.panel.choose(message.item)
            self._show_lit()

    # ---- what can be looked up

    def show_log(self) -> None:
        """Show all that has happened in the round, or no longer."""
        self._toggle(Logging(lambda: self.match))

    def action_explain(self) -> None:
        """Explain what the ends count, or no longer."""
        self._toggle(self.explaining())

    def explaining(self) -> Told:
        """What is explained: what the ends count."""
        ring = self.rocks.look.glyphs.ring

        def title() -> str:
            return _("Why the ends add up to {n}").format(n=self.match.round.layout.count)

        return Explaining(
            title,
            lambda: count_lines(self.match.round.layout, ring),
            ring,
            first=lambda: sum_words(self.match.round.layout),
        )

    def action_help(self) -> None:
        """Tell the keys of this moment; when they are told, all of them."""
        if isinstance(self.told, KeysTold):
            # In this order no hand that was put away is seen in between.
            super().action_help()
            self.close_panel()
        else:
            self.open_panel(KeysTold(self.keys_in_short, lambda: self.rocks.keys.name("help")))

    def keys_in_short(self) -> list[tuple[str, str]]:
        """The keys that do something now, and what each does, in a few words; all but the one that tells them."""
        keys = self.rocks.keys
        return [(shown.name, keys.brief(shown)) for shown in self.keys_now() if shown.ids != ("help",)]

    def action_leave(self) -> None:
        """Close the panel, else leave the table after asking."""
        if not self.close_panel():
            super().action_leave()

    # ---- the key line

    def line_keys(self) -> list[KeyShown]:
        """The keys that do something now: those of the panel, where there is one."""
        keys, told = self.rocks.keys, self.told
        if told is None:
            return self.keys_now()
        steps = keys.shown("panel-before", "panel-next", word=_("scroll"), signs=not self.rocks.is_ascii)
        back = keys.shown("panel-close")
        match told:
            case Hinting():
                take = keys.several("panel-play", 0, told.items - 1)
                return [take, steps._replace(word=_("look")), keys.shown("panel-take"), back]
            case Explaining():
                return [steps._replace(word=_("one after the other")), back]
            case Logging():
                return [*([keys.shown("reasons")] if self._has_bots else []), steps, back]
            case _:
                return [keys.shown("help", word=_("every key")), steps, back]
