"""The menu."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget

from sevenrocks.engine.layout import Layout
from sevenrocks.i18n import N_, _, ngettext
from sevenrocks.notation import parse_position
from sevenrocks.tui.widgets.layout_view import LayoutView
from sevenrocks.tui.widgets.lines import Hint, KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Painted, Piece, centred, row_width

from .base import RocksScreen
from .help import HelpScreen

if TYPE_CHECKING:
    from sevenrocks.store import Summary, Survey


class Choice(Enum):
    """What the menu offers."""

    CONTINUE = "continue"
    NEW = "new"
    PAST = "past"
    LEARN = "learn"
    RULES = "rules"
    SETTINGS = "settings"
    QUIT = "quit"


_WORDS = {
    Choice.CONTINUE: (N_("Continue"), "C"),
    Choice.NEW: (N_("New match"), "N"),
    Choice.PAST: (N_("All matches"), "A"),
    Choice.LEARN: (N_("Learn"), "L"),
    Choice.RULES: (N_("Rules"), "R"),
    Choice.SETTINGS: (N_("Settings"), "S"),
    Choice.QUIT: (N_("Quit"), "Q"),
}

_SIGN = "14 11@14 44@14 34@44 12@11 15@11 13@11"


class MenuList(Painted):
    """The choices, one of them chosen."""

    def __init__(self) -> None:
        super().__init__(classes="menu-list")
        self.choices: list[Choice] = [choice for choice in Choice if choice not in (Choice.CONTINUE, Choice.PAST)]
        self.row = 0
        self.notes: dict[Choice, str] = {}

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """A row a choice."""
        rows: list[list[Piece]] = []
        widest = max(len(_(_WORDS[choice][0])) for choice in self.choices) + 8
        left = (width - widest) // 2
        for number, choice in enumerate(self.choices):
            words, key = _WORDS[choice]
            chosen = number == self.row
            row: list[Piece] = [(" " * left + ("> " if chosen else "  "), "key"), (key, "key"), ("  ", "felt")]
            row.append((_(words), "strong" if chosen else "plain"))
            note = self.notes.get(choice)
            if note and row_width(row) + len(note) + 3 <= width:
                row.append((f"   {note}", "faint"))
            rows.append(row)
        return rows

    def on_click(self, event: events.Click) -> None:
        """Take the clicked choice."""
        offset = event.get_content_offset(self)
        if offset is not None and offset.y < len(self.choices) and isinstance(self.screen, MenuScreen):
            self.screen.reply(self.choices[offset.y])


class _Title(Painted):
    def __init__(self) -> None:
        super().__init__(classes="menu-title")

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        name: list[Piece] = [(_("S E V E N   R O C K S"), "key")]
        return [[], centred(name, width), centred([(_("the partnership domino game"), "faint")], width)]


class MenuScreen(RocksScreen[Choice]):
    """Continue, new match, all matches, learn, rules, settings, quit."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)", show=False, id="menu-before"),
        Binding("down,tab", "step(1)", show=False, id="menu-next"),
        Binding("enter,space", "take", show=False, id="menu-take"),
        Binding("o,O", "take('settings')", show=False, id="menu-settings-too"),
        Binding("question_mark,f1", "help", show=False, id="help"),
        *(
            Binding(f"{key},{key.lower()}", f"take('{choice.value}')", show=False, id=f"menu-{choice.value}")
            for choice, (_words, key) in _WORDS.items()
        ),
    ]

    def __init__(self, notice: str = "") -> None:
        super().__init__()
        self._notice = notice
        self._list = MenuList()
        self._told = TextLines([[(f" {notice}", "warn")]], classes="menu-notice")

    def body(self) -> Iterable[Widget]:
        """The sign, the choices, the keys."""
        sign = LayoutView(ascii_only=self.rocks.is_ascii, pips=self.rocks.has_pips)
        layout: Layout = parse_position(_SIGN)
        sign.show(layout, None)
        yield _Title()
        yield sign
        yield self._list
        yield self._told
        yield KeyLine(
            lambda: [
                Hint(_("Up/Down"), _("choose")),
                Hint("Enter", _("take it"), "take"),
                Hint("?", _("all keys"), "help"),
                Hint("Q", _("quit"), "take('quit')"),
            ]
        )

    def offer(self, unfinished: Summary | None, kept: Survey) -> None:
        """Offer what there is to continue and to look at, and say what is not on offer."""
        choices = list(Choice)
        if unfinished is None:
            choices.remove(Choice.CONTINUE)
        if not kept.matches and not kept.unreadable:
            choices.remove(Choice.PAST)
        if kept.elsewhere and not self._notice:
            told = ngettext(
                "{n} match is open in another window.", "{n} matches are open in other windows.", kept.elsewhere
            )
            self._told.show([(f" {told}", "faint")])
        chosen = self._list.choices[self._list.row]
        self._list.row = choices.index(chosen) if self._list.row else 0
        self._list.choices = choices
        if unfinished is not None:
            standing = unfinished.standing
            self._list.notes[Choice.CONTINUE] = _("round {n}, NS {ns}, EW {ew}").format(
                n=standing.rounds, ns=standing.scores[0], ew=standing.scores[1]
            )
        self._list.styles.height = len(choices)
        self._list.repaint()

    def action_leave(self) -> None:
        """Quit."""
        self.reply(Choice.QUIT)

    def action_step(self, step: int) -> None:
        """Choose the next one, or the one before."""
        self._list.row = (self._list.row + step) % len(self._list.choices)
        self._list.repaint()

    def action_help(self) -> None:
        """Show every key."""
        self.rocks.show_overlay(HelpScreen())

    def action_take(self, value: str = "") -> None:
        """Take a choice: the one of a key, else the chosen one."""
        choice = Choice(value) if value else self._list.choices[self._list.row]
        if choice in self._list.choices:
            self.reply(choice)
