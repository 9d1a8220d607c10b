"""The menu."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual import on
from textual.containers import Horizontal
from textual.widget import Widget

from sevenrocks.drawing import letters
from sevenrocks.engine.layout import Layout
from sevenrocks.i18n import N_, _, ngettext
from sevenrocks.notation import parse_position
from sevenrocks.tui.keys import KeyShown, On
from sevenrocks.tui.widgets.choice_list import ChoiceList
from sevenrocks.tui.widgets.layout_view import LayoutView
from sevenrocks.tui.widgets.lines import KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Painted, Piece, centred, fit, row_width, wrap

from .base import RocksScreen

if TYPE_CHECKING:
    from sevenrocks.store import Glance, Summary


class Choice(Enum):
    """What the menu offers."""

    CONTINUE = "continue"
    NEW = "new"
    PAST = "past"
    LEARN = "learn"
    RULES = "rules"
    SETTINGS = "settings"
    QUIT = "quit"


_LABELS = {
    Choice.CONTINUE: N_("Continue"),
    Choice.NEW: N_("New match"),
    Choice.PAST: N_("All matches"),
    Choice.LEARN: N_("Learn"),
    Choice.RULES: N_("Rules"),
    Choice.SETTINGS: N_("Settings"),
    Choice.QUIT: N_("Quit"),
}

_SIGN = "14 11@14 44@14 34@44 12@11 15@11 13@11"


_LOW = 5
"""Rows of the title in which its letters are made of half cells."""


class _Title(Painted):
    def __init__(self, *, ascii_only: bool) -> None:
        super().__init__(classes="menu-title")
        self._ascii = ascii_only

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        told = _("the partnership domino game")
        if self._ascii:
            return [[], [], centred([("S E V E N   R O C K S", "now")], width), centred([(told, "faint")], width)]
        drawn = letters.draw("SEVEN ROCKS", letters.Size.WHOLE if height > _LOW else letters.Size.HALF)
        return [[], *(centred([(line, "now")], width) for line in drawn), centred([(told, "faint")], width)]


class MenuScreen(RocksScreen[Choice]):
    """Continue, new match, all matches, learn, rules, settings, quit."""

    ON = On.MENU

    def __init__(self, notice: str = "") -> None:
        super().__init__()
        self._notice = notice
        self._found: Glance | None = None
        """What there is to go on with and to look at; None while that is not known yet."""
        self._is_looking = False
        """Whether the kept matches are being looked through, and there are many."""
        self._notes: dict[Choice, str] = {}
        choices: list[Choice] = [choice for choice in Choice if choice not in (Choice.CONTINUE, Choice.PAST)]
        self._list = ChoiceList(choices, self._row_told, classes="menu-list")

    def body(self) -> Iterable[Widget]:
        """The sign, the choices, the keys."""
        sign = LayoutView()
        sign.redraw(self.rocks.look)
        layout: Layout = parse_position(_SIGN)
        sign.show(layout, None)
        yield _Title(ascii_only=self.rocks.is_ascii)
        yield Horizontal(sign, self._list, classes="menu-middle")
        told = TextLines(self._notice_told, classes="menu-notice")
        # A notice of two rows is the usual one; what is wrong in a file may need more.
        told.styles.height = max(
            2, min(sum(len(wrap(row[0][0], self.app.size.width)) for row in self._notice_told()), 6)
        )
        yield told
        yield KeyLine(self._keys_shown)

    def _keys_shown(self) -> list[KeyShown]:
        keys = self.rocks.keys
        return [
            keys.shown("menu-before", "menu-next"),
            keys.shown("menu-take"),
            keys.shown("help", word=_("help")),
            keys.shown("menu-quit"),
        ]

    def _notice_told(self) -> list[list[Piece]]:
        """What went wrong, else what is wrong in the file of the settings, else what is not on offer."""
        told = [self._notice] if self._notice else self.rocks.settings_told
        if told:
            return [[(f" {sentence}", "warn")] for sentence in told]
        elsewhere = 0 if self._found is None else self._found.elsewhere
        if self._is_looking:
            sentence = _("Looking through the kept matches ...")
        elif elsewhere:
            sentence = ngettext(
                "{n} match is open in another window.", "{n} matches are open in other windows.", elsewhere
            )
        else:
            return []
        return [[(f" {sentence}", "faint")]]

    def _row_told(self, choice: Choice, is_chosen: bool, width: int) -> list[Piece]:
        key, label = self.rocks.keys.name(f"menu-{choice.value}"), _(_LABELS[choice])
        ink, faint = ("chosen", "chosen") if is_chosen else ("plain", "faint")
        row: list[Piece] = [("  ", "plain"), (f"{'>' if is_chosen else ' '} {key}  ", "chosen" if is_chosen else "key")]
        row.append((fit(label, max(cell_len(_(text)) for text in _LABELS.values()) + 1), ink))
        note, room = f" {self._note(choice)}", max(width - row_width(row) - 2, 0)
        row.append((fit(note if cell_len(note) <= room else "", room), faint))
        return row

    def _note(self, choice: Choice) -> str:
        """What waits behind a choice."""
        if choice is Choice.CONTINUE:
            return self._notes.get(choice, "")
        return {
            Choice.NEW: _("four people, or bots"),
            Choice.PAST: _("to go on with, or to read"),
            Choice.LEARN: _("ten lessons, and a first match"),
            Choice.RULES: _("two pages"),
            Choice.SETTINGS: _("language, colours, house rules"),
            Choice.QUIT: _("matches are kept"),
        }[choice]

    @on(ChoiceList.Clicked)
    def _clicked(self, message: ChoiceList.Clicked) -> None:
        self.reply(self._list.choices[message.row])

    @property
    def unfinished(self) -> Summary | None:
        """The match to go on with, as far as is known."""
        return None if self._found is None else self._found.unfinished

    def look(self) -> None:
        """Say that the kept matches are being looked through: so many take their time."""
        self._is_looking = True
        self._tell_notice()

    def offer(self, found: Glance) -> None:
        """Offer what there is to continue and to look at, and say what is not on offer."""
        if found == self._found:
            return
        is_first, self._found, self._is_looking = self._found is None, found, False
        choices = list(Choice)
        if found.unfinished is None:
            choices.remove(Choice.CONTINUE)
        else:
            standing = found.unfinished.standing
            self._notes[Choice.CONTINUE] = _("round {n}, NS {ns}, EW {ew}").format(
                n=standing.rounds, ns=standing.scores[0], ew=standing.scores[1]
            )
        if not found.has_any:
            choices.remove(Choice.PAST)
        if is_first:
            # What was told of looking for them.
            self.tell_aside("")
        self._tell_notice()
        # Who has chosen nothing yet is offered the first; whatever else is chosen stays so.
        chosen = None if is_first and not self._list.row else self._list.chosen
        self._list.row = choices.index(chosen) if chosen in choices else 0
        self._list.choices = choices
        self._list.repaint()

    def _tell_notice(self) -> None:
        for told in self.query(".menu-notice").results(TextLines):
            told.repaint()

    def action_leave(self) -> None:
        """Quit."""
        self.reply(Choice.QUIT)

    def action_step(self, step: int) -> None:
        """Choose the next one, or the one before."""
        self._list.step(step)

    def action_take(self, value: str = "") -> None:
        """Take a choice: the one of a key, else the chosen one."""
        choice = Choice(value) if value else self._list.chosen
        if choice in self._list.choices:
            self.reply(choice)
        elif self._found is None:
            self.tell_aside(_("Looking through the kept matches ..."))
        else:
            told = _("There is no match to go on with.") if choice is Choice.CONTINUE else _("No match is kept yet.")
            self.tell_aside(told)
