"""Who sits where: names are typed before anything is dealt."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from textual import events, on
from textual.containers import Horizontal
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input

from sevenrocks.bots import DEFAULT_LEVEL, level, level_names
from sevenrocks.engine.errors import NotationError
from sevenrocks.engine.seats import BySeat, Seat
from sevenrocks.i18n import _
from sevenrocks.names import check_unlike, parse_name
from sevenrocks.seating import Player, bot_names
from sevenrocks.telling.seats import seat_letter
from sevenrocks.tui.keys import KeyShown, On
from sevenrocks.tui.widgets.field import Field
from sevenrocks.tui.widgets.lines import KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Painted, Piece, fit

from .base import RocksScreen


def default_players(person: str) -> BySeat[Player]:
    """One person of this name and three bots."""
    return BySeat([Player(person), *(Player(name, DEFAULT_LEVEL) for name in islice(bot_names([person]), 3))])


class KindChoice(Painted):
    """Person, or a bot of some level; left, right, space and clicks change it."""

    can_focus = True

    class Told(Message):
        """What is chosen was looked at."""

        def __init__(self, level: str | None) -> None:
            super().__init__()
            self.level = level

    def __init__(self, level: str | None) -> None:
        super().__init__(classes="kind")
        self._choices: tuple[str | None, ...] = (None, *level_names())
        # A level that is no longer there becomes the usual one, not a person.
        self._at = self._choices.index(level if level in self._choices else DEFAULT_LEVEL)

    @property
    def level(self) -> str | None:
        """The chosen level; None for a person."""
        return self._choices[self._at]

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """The choice between arrows."""
        told = _("person") if self.level is None else _("bot: {level}").format(level=_(self.level))
        return [[(f"< {fit(told, width - 4)} >", "chosen" if self.has_focus else "plain")]]

    def change(self, step: int) -> None:
        """Choose the next kind, or the one before."""
        self._at = (self._at + step) % len(self._choices)
        self.repaint()
        self.post_message(self.Told(self.level))

    def on_click(self) -> None:
        """Choose the next kind."""
        self.change(1)

    def on_focus(self, _event: events.Focus) -> None:
        """Show the focus, and how a bot of this level plays."""
        self.repaint()
        self.post_message(self.Told(self.level))

    def on_blur(self, _event: events.Blur) -> None:
        """Show that the focus has gone."""
        self.repaint()


class SeatsScreen(RocksScreen[BySeat[Player] | None]):
    """Four rows of a seat, a kind and a name. Answered with the players, or None to go back."""

    ON = On.SEATS

    AUTO_FOCUS = "Input"

    def __init__(self, players: BySeat[Player]) -> None:
        super().__init__()
        self._players = players
        self._kinds: list[KindChoice] = []
        self._names: list[Input] = []
        self._told = TextLines(classes="seats-told")

    def body(self) -> Iterable[Widget]:
        """Title, four rows, what is wrong, keys."""
        keys = self.rocks.keys
        yield TextLines([[(_("Who sits where?"), "strong")]], classes="page-title")
        yield TextLines(
            [
                [
                    (
                        _("Partners sit opposite each other: N with S, and E with W. Turns go clockwise: N, E, S, W."),
                        "plain",
                    )
                ],
                [(_("Two or more people share the screen: it is covered whenever it changes hands."), "faint")],
            ],
            classes="seats-intro",
        )
        for seat, player in self._players.by_seat():
            kind = KindChoice(player.level)
            name = Field(player.name, compact=True, select_on_focus=True, max_length=64, classes="name")
            self._kinds.append(kind)
            self._names.append(name)
            label = TextLines([[(f" {seat_letter(seat)}", seat.partnership.name.lower())]], classes="seat-letter")
            yield Horizontal(label, kind, name, classes="seat-row")
        yield self._told
        yield KeyLine(
            [
                keys.shown("start"),
                KeyShown("Tab", _("next")),  # Textual's own, to the next field
                keys.shown("kind-before", "kind-next", signs=not self.rocks.is_ascii),
                keys.shown("preset-one"),
                keys.shown("preset-four"),
                keys.shown("leave-names"),
            ]
        )

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self.action_start()

    @on(KindChoice.Told)
    def _kind_told(self, message: KindChoice.Told) -> None:
        name = message.level
        if name is None:
            self._told.show()
        else:
            about = _("{level}: {about}").format(level=_(name), about=_(level(name).ABOUT))
            self._told.show([(f" {about}", "plain")])

    @on(Input.Changed)
    def _changed(self) -> None:
        self._told.show()

    def action_step(self, step: int) -> None:
        """Go to the same field of the seat below, or above."""
        for fields in (self._kinds, self._names):
            for number, field in enumerate(fields):
                if field.has_focus:
                    fields[(number + step) % len(fields)].focus()
                    return

    def action_change(self, step: int) -> None:
        """Choose the next kind, or the one before, where one has the focus."""
        for kind in self._kinds:
            if kind.has_focus:
                kind.change(step)

    def action_preset(self, people: int) -> None:
        """So many people, and bots on the other seats."""
        for number, kind in enumerate(self._kinds):
            wanted = None if number < people else DEFAULT_LEVEL
            while kind.level != wanted:
                kind.change(1)

    def action_start(self) -> None:
        """Answer with the players, where their names are good."""
        names: list[str] = []
        for seat, field in zip(Seat, self._names, strict=True):
            try:
                names.append(parse_name(field.value))
                check_unlike(names)
            except NotationError as error:
                self._told.show([(f" {seat_letter(seat)}: {error}", "warn")])
                field.focus()
                field.action_select_all()
                return
        self.reply(BySeat([Player(name, kind.level) for name, kind in zip(names, self._kinds, strict=True)]))

    def action_leave(self) -> None:
        """Go back to the menu."""
        self.reply(None)
