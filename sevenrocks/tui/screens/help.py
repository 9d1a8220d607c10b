"""Every key."""

from __future__ import annotations

from sevenrocks.i18n import N_, _
from sevenrocks.tui.widgets.painted import Piece, fit, wrap

from .page import PAGE_WIDTH, PageScreen

_KEYS = (
    (N_("Choosing"), ""),
    ("1 - 7", N_("choose a tile; the same key again places it where it has one place")),
    (N_("Left, Right"), N_("choose the tile before or after")),
    ("A - D", N_("choose a place by its letter; the same letter again places the tile")),
    (N_("Up, Down, Tab"), N_("choose the place before or after")),
    (N_("Enter, Space"), N_("place the tile, or go on")),
    (N_("Backspace, Esc"), N_("take the choice back")),
    ("K", N_("knock, when no tile can be placed")),
    (
        N_("Mouse"),
        N_("a click chooses a tile or a place, a second one places the tile; keys in the last line can be clicked"),
    ),
    (N_("At any time"), ""),
    ("H", N_("hide the tiles at once; the seat's own key (N, E, S or W) shows them again")),
    ("Y", N_("why the layout counts what it counts, end by end")),
    ("L", N_("what has happened in the round")),
    ("R", N_("the rules")),
    ("O", N_("settings")),
    ("?", N_("this page")),
    ("Q", N_("leave the table; the match is kept, and Continue takes it up at the very play")),
    ("Ctrl+Q", N_("quit at once; the match is kept")),
    ("Ctrl+Z", N_("hide the tiles and suspend the game, where the terminal can")),
    (N_("Your tiles"), ""),
    (
        "",
        N_(
            "With two or more people the screen is covered between turns. The cover opens by the next seat's own key, "
            "pressed after a moment of silence, so that keys typed ahead do nothing. Tiles are hidden when the window "
            "loses the focus."
        ),
    ),
    (
        "",
        N_(
            "The game cannot keep anyone from looking over your shoulder, from recording the terminal, or from reading "
            "the memory of the program with a debugger."
        ),
    ),
)


class HelpScreen(PageScreen):
    """The keys of the table, and what the game can and cannot keep secret."""

    def title_words(self) -> str:
        """The title."""
        return _("Keys")

    def rows(self) -> list[list[Piece]]:
        """A row a key."""
        rows: list[list[Piece]] = []
        for key, text in _KEYS:
            if not text:
                rows += [[], [(_(key), "strong")]]
            elif not key:
                rows += [[("  ", "felt"), (line, "plain")] for line in wrap(_(text), PAGE_WIDTH - 2)]
            else:
                for index, line in enumerate(wrap(_(text), PAGE_WIDTH - 18)):
                    rows.append([("  ", "felt"), (fit("" if index else _(key), 16), "key"), (line, "plain")])
        return rows[1:]
