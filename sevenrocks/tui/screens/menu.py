"""The menu."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual import events, on
from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from sevenrocks.drawing import letters
from sevenrocks.i18n import LANGUAGES, N_, _, ngettext, spoken
from sevenrocks.notation import parse_position
from sevenrocks.settings import Settings
from sevenrocks.tui.keys import KeyShown, On
from sevenrocks.tui.widgets.choice_list import ChoiceList
from sevenrocks.tui.widgets.layout_view import LayoutView
from sevenrocks.tui.widgets.lines import KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Painted, Piece, centred, fit, row_width, spread, wrap

from .base import RocksScreen

if TYPE_CHECKING:
    from sevenrocks.store import Glance, Standing, Summary


class Choice(Enum):
    """What the menu offers."""

    CONTINUE = "continue"
    NEW = "new"
    PAST = "past"
    DEMO = "demo"
    LEARN = "learn"
    RULES = "rules"
    SETTINGS = "settings"
    QUIT = "quit"


_LABELS = {
    Choice.CONTINUE: N_("Continue"),
    Choice.NEW: N_("New match"),
    Choice.PAST: N_("All matches"),
    Choice.DEMO: N_("Demonstration"),
    Choice.LEARN: N_("Learn"),
    Choice.RULES: N_("Rules"),
    Choice.SETTINGS: N_("Settings"),
    Choice.QUIT: N_("Quit"),
}

_SIGN = "14 11@14 44@14 34@44 12@11 15@11 13@11"

_MOST_NOTICE = 6
"""Rows of what is to be said at most."""
_CORNER = 12
"""Columns at its right that are kept free for the version."""


_LOW = 5
"""Rows of the title in which its letters are made of half cells: larger ones would outweigh what is chosen."""
_BESIDE = 3
"""Columns between its letters and what is written beside them."""


class _Title(Painted):
    def __init__(self, *, ascii_only: bool) -> None:
        super().__init__(classes="menu-title")
        self._ascii = ascii_only

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        words = _("the partnership domino game")
        size = letters.Size.WHOLE if height > _LOW else letters.Size.HALF
        drawn = letters.draw("SEVEN ROCKS", letters.Size.PLAIN if self._ascii else size, hangs=False)
        rows: list[list[Piece]] = [centred([(line, "felt-brass")], width) for line in drawn]
        if len(rows) + 2 <= height:
            rows += [[], centred([(words, "felt")], width)]
        else:
            # Beside the letters, where there is no room below.
            lines = wrap(words, max(width - len(drawn[0]) - 2 * _BESIDE, 1))[: len(drawn)]
            wide = max(map(cell_len, lines))
            lines[:0] = [""] * (len(drawn) - len(lines))
            rows = [
                centred([(line, "felt-brass"), (" " * _BESIDE, "felt"), (fit(beside, wide), "felt")], width)
                for line, beside in zip(drawn, lines, strict=True)
            ]
        return [*([[]] * ((height - len(rows) + 1) // 2)), *rows]


class _Riddle(Painted):
    """A question about the layout, below it."""

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        lines = wrap(_("Thirteen. What makes it fifteen?"), width - 2)
        return [centred([(line, "felt")], width) for line in lines]


class _Notice(Painted):
    """What is to be said, on the rim at the bottom, and in its corner the version."""

    def __init__(self, told: Callable[[], list[Piece]]) -> None:
        super().__init__(classes="menu-notice")
        self._told = told
        self.version = ""

    def fit_height(self, width: int) -> None:
        """Be as high as what is to be said: what is wrong in a file may need several rows."""
        self.styles.height = max(1, min(len(self._rows_told(width)), _MOST_NOTICE))

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        first, *others = self._rows_told(width) or [[]]
        corner: list[Piece] = [(f"{self.version} ", "rim")] if self.version else []
        return [spread(first, corner, width), *others]

    def _rows_told(self, width: int) -> list[list[Piece]]:
        return [[(f" {line}", role)] for text, role in self._told() for line in wrap(text, width - _CORNER)]


def _standing_words(standing: Standing) -> list[str]:
    """How a match stands that can be gone on with, in ever fewer words."""
    ns, ew = standing.scores
    whole = _("round {n}, NS {ns} : {ew} EW").format(n=standing.rounds, ns=ns, ew=ew)
    return [whole, _("NS {ns} : {ew} EW").format(ns=ns, ew=ew)]


class MenuScreen(RocksScreen[Choice]):
    """Continue, new match, all matches, a demonstration, learn, rules, settings, quit."""

    ON = On.MENU

    def __init__(self, notice: str = "") -> None:
        super().__init__()
        self._notice = notice
        self._found: Glance | None = None
        """What there is to go on with and to look at; None while that is not known yet."""
        self._is_looking = False
        """Whether the kept matches are being looked through, and there are many."""
        self._learnt = (0, 0)
        """How many lessons are done, and of how many."""
        choices: list[Choice] = [choice for choice in Choice if choice not in (Choice.CONTINUE, Choice.PAST)]
        self._list = ChoiceList(choices, self._row_told, is_roomy=True, classes="menu-list")
        self._notice_line = _Notice(self._notice_told)

    def body(self) -> Iterable[Widget]:
        """The sign, the choices, the keys."""
        layout_view = LayoutView(parse_position(_SIGN))
        layout_view.redraw(self.rocks.look)
        # Two and five and three and three.
        sign = Vertical(layout_view, _Riddle(classes="menu-riddle"), classes="menu-sign")
        yield TextLines(classes="menu-rim")
        yield _Title(ascii_only=self.rocks.is_ascii)
        yield Horizontal(sign, Vertical(self._list, classes="menu-choices"), classes="menu-middle")
        yield self._notice_line
        yield KeyLine(self._keys_shown)

    def on_mount(self) -> None:
        """Find out the version once the menu has been painted."""
        self.call_after_refresh(self._tell_version)

    def _tell_version(self) -> None:
        self._notice_line.version = self.rocks.version
        self._notice_line.repaint()

    def on_resize(self, event: events.Resize) -> None:
        """Give what is to be said the rows that it needs."""
        super().on_resize(event)
        self._tell_notice()

    def _keys_shown(self) -> list[KeyShown]:
        keys = self.rocks.keys
        return [
            keys.shown("menu-before", "menu-next"),
            keys.shown("menu-take"),
            keys.shown("help", word=_("help")),
            keys.shown("menu-quit"),
        ]

    def _notice_told(self) -> list[Piece]:
        """What went wrong, else what is wrong in the file of the settings, else what is not on offer."""
        told = [self._notice] if self._notice else self.rocks.settings_told
        if told:
            return [(sentence, "rim-warn") for sentence in told]
        elsewhere = 0 if self._found is None else self._found.elsewhere
        if self._is_looking:
            sentence = _("Looking through the kept matches ...")
        elif elsewhere:
            sentence = ngettext(
                "{n} match is open in another window.", "{n} matches are open in other windows.", elsewhere
            )
        else:
            return []
        return [(sentence, "rim")]

    def _row_told(self, choice: Choice, is_chosen: bool, width: int) -> list[Piece]:
        key, label = self.rocks.keys.name(f"menu-{choice.value}"), _(_LABELS[choice])
        lead, ink, faint = ("chosen",) * 3 if is_chosen else ("felt-brass", "felt-strong", "felt")
        row: list[Piece] = [(f"{'>' if is_chosen else ' '} {key}  ", lead)]
        row.append((fit(label, max(cell_len(_(text)) for text in _LABELS.values()) + 2), ink))
        room = max(width - row_width(row), 0)
        note = next((note for note in self._notes(choice) if cell_len(note) <= room), "")
        row.append((fit(note, room), faint))
        return row

    def _notes(self, choice: Choice) -> list[str]:
        """What waits behind a choice; then shorter words for it, where there are any."""
        match choice:
            case Choice.CONTINUE:
                return [] if self.unfinished is None else _standing_words(self.unfinished.standing)
            case Choice.NEW:
                return [_("four people, or bots")]
            case Choice.PAST:
                return [] if self._found is None else [ngettext("{n} kept", "{n} kept", self._found.kept)]
            case Choice.DEMO:
                return [_("four bots play")]
            case Choice.LEARN:
                done, of = self._learnt
                return [_("{done} of {n} lessons").format(done=done, n=of) if done else _("new? begin here")]
            case Choice.RULES:
                return [_("two pages")]
            case Choice.SETTINGS:
                settings = self.rocks.settings
                kept = (Settings.shade, Settings.faces)
                chosen = [setting.choices[settings.value(setting)][1] for setting in kept]
                words = [_(word) for word in (LANGUAGES[spoken()], *chosen)]
                return [", ".join(words[:most]) for most in range(len(words), 0, -1)]
            case Choice.QUIT:
                return [_("matches are kept")]

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
        if not found.kept:
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

    def tell_learnt(self, done: int, of: int) -> None:
        """Tell how many lessons are done."""
        self._learnt = done, of
        self._list.repaint()

    def _tell_notice(self) -> None:
        self._notice_line.fit_height(self.app.size.width)
        self._notice_line.repaint()

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
