"""Who sits where: names are typed before anything is dealt."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
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

_PAIR = 21
"""Columns for whose partner somebody is."""


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


class _Presets(KeyLine):
    """The keys that seat so many people, in a row of their own; what is told in place of keys is told below."""

    def tell(self, aside: str) -> None:
        """Tell the keys all the same."""


class SeatsScreen(RocksScreen[BySeat[Player] | None]):
    """Four rows of a seat, a kind, a name and with whom it plays. Answered with the players, or None to go back."""

    ON = On.SEATS

    AUTO_FOCUS = "Input"

    def __init__(self, players: BySeat[Player]) -> None:
        super().__init__()
        self._players = players
        self._kinds: list[KindChoice] = []
        self._names: list[Input] = []
        self._pairs = [TextLines(partial(self._pair_told, seat), classes="seat-pair") for seat in Seat]
        self._told = TextLines(classes="seats-told")
        self._refusal = ""
        """Why a name was refused, until something is changed."""

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
            yield Horizontal(label, kind, name, self._pairs[seat], classes="seat-row")
        yield _Presets(
            [keys.shown(preset) for preset in ("preset-one", "preset-partners", "preset-four", "preset-opponents")]
        )
        yield self._told
        yield KeyLine(
            [
                keys.shown("start"),
                KeyShown("Tab", _("next")),  # Textual's own, to the next field
                keys.shown("kind-before", "kind-next", signs=not self.rocks.is_ascii),
                keys.shown("leave-names"),
            ]
        )

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self.action_start()

    @on(KindChoice.Told)
    def _kind_told(self, message: KindChoice.Told) -> None:
        self._refusal = ""
        self._tell_level(message.level)

    def _tell_level(self, name: str | None) -> None:
        """Tell how a bot of this level plays, unless a name has been refused; and who plays with whom now."""
        if self._refusal:
            self._told.show([(self._refusal, "warn")])
        elif name is None:
            self._told.show()
        else:
            about = _("{level}: {about}").format(level=_(name), about=_(level(name).ABOUT))
            self._told.show([(f" {about}", "plain")])
        for pair in self._pairs:
            pair.repaint()

    @on(Input.Changed)
    def _changed(self) -> None:
        self._refusal = ""
        self._tell_focused()

    def on_descendant_focus(self) -> None:
        """Tell how the bot plays whose name is in focus."""
        self._tell_focused()

    def _tell_focused(self) -> None:
        fields = zip(self._kinds, self._names, strict=True)
        self._tell_level(next((kind.level for kind, name in fields if name.has_focus or kind.has_focus), None))

    def _pair_told(self, seat: Seat) -> list[list[Piece]]:
        """Whose partner somebody is: seen by the person, where there is only one."""
        people = [other for other in Seat if self._kinds[other].level is None]
        if len(people) != 1:
            told = _("with {name}").format(name=self._names[seat.partner].value)
        elif seat is people[0]:
            told = _("you")
        else:
            told = _("your partner") if seat is people[0].partner else _("your opponent")
        return [[(fit(told, _PAIR).rstrip(), seat.partnership.name.lower())]]

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

    def action_preset(self, people: str) -> None:
        """People on these seats, and bots on the others."""
        seats = {Seat[letter] for letter in people}
        for seat, kind in zip(Seat, self._kinds, strict=True):
            wanted = None if seat in seats else DEFAULT_LEVEL
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
                self._refusal = f" {seat_letter(seat)}: {error}"
                self._tell_level(None)
                field.focus()
                field.action_select_all()
                return
        self.reply(BySeat([Player(name, kind.level) for name, kind in zip(names, self._kinds, strict=True)]))

    def action_leave(self) -> None:
        """Go back to the menu."""
        self.reply(None)
