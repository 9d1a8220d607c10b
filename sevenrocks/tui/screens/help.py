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
    ("Backspace", N_("take the choice back; so does Esc, which without a choice asks whether to leave")),
    ("I", N_("a hint: the three best plays, as the master sees them from your seat; it stands in the record")),
    ("K", N_("knock, when no tile can be placed")),
    (
        N_("Mouse"),
        N_("a click chooses a tile or a place, a second one places the tile; keys in the last line can be clicked"),
    ),
    (N_("At the table, on covers, and after a round"), ""),
    ("H", N_("hide the tiles at once; the seat's own key (N, E, S or W) shows them again")),
    ("Y", N_("why the layout counts what it counts, end by end")),
    ("L", N_("what has happened in the round; there W tells what can be said for each play of a bot")),
    ("R", N_("the rules")),
    ("O", N_("settings")),
    ("?", N_("this page")),
    ("Q", N_("leave the table; the match is kept, and Continue takes it up at the very play")),
    ("0 - 9", N_("type a count where it is asked for, and Enter calls it")),
    ("Ctrl+Q", N_("quit at once; the match is kept")),
    ("Ctrl+Z", N_("hide the tiles and suspend the game, where the terminal can")),
    (N_("What the signs mean"), ""),
    ("(4)", N_("an end that counts, with what it counts; a ring is a place that is open and counts nothing")),
    (
        "A+10, b 7",
        N_("the places of the chosen tile: the award there, or the count that makes none; a capital is chosen"),
    ),
    ("*", N_("on a tile: the last one placed; before a name: whose turn it is")),
    (N_("no 135"), N_("what a seat has knocked on: it holds no tile with a 1, 3 or 5")),
    (N_("score track"), N_("a hole is five points; a full peg stands at the score, an empty one where it was before")),
    ("<", N_("on the track: the score is below zero")),
    (N_("known deal"), N_("the deals come from a seed that was given, so somebody may know them")),
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
