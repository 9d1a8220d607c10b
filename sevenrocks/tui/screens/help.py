"""Every key."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from sevenrocks.i18n import N_, _
from sevenrocks.telling.sentences import knocked_words
from sevenrocks.tui.widgets.painted import Piece, fit, wrap
from sevenrocks.tui.widgets.track import pegs_of

from .page import PAGE_WIDTH, PageScreen

_MOUSE = (
    N_("Mouse"),
    N_("a click chooses a tile or a place, a second one on the place plays; keys in the last line can be clicked"),
)

_SIGNS = (
    (
        "+6",
        N_(
            "an end, and what it counts; all of them together are the count. A ring is an open place that counts nothing"
        ),
    ),
    (
        "A+15, b=7",
        N_(
            "the places of the chosen tile: the points there, or the count if it scores nothing; the capital letter is "
            "the chosen place, and the tile lies there faintly"
        ),
    ),
    ("*", N_("on a tile: the last one played")),
    (
        N_("no 1, no 3"),
        N_("this player has knocked, and has no tile with a 1 or a 3; where there is little room: {brief}"),
    ),
    (
        N_("score track"),
        N_("a hole is five points; the full peg ({front}) stands at the score, the other ({back}) where it was before"),
    ),
    ("{below}", N_("on the track: the score is below zero")),
    (N_("known deal"), N_("the deals come from a number that was given, so somebody may know them")),
)
"""What stands on the table, and what it means. Pegs are those of the board as it is drawn."""

_LETTERLESS = N_(
    "On a keyboard without Latin letters these keys stand for them. The arrow keys choose tiles, places and what stands "
    "in a list, and Enter takes it; in a lesson digits mark places."
)

_SECRECY = (
    N_(
        "With two or more people the screen is covered between turns. The cover opens by the next seat's own key, "
        "pressed after a moment of silence, so that keys typed ahead do nothing. Tiles are hidden when the window "
        "loses the focus."
    ),
    N_(
        "The game cannot keep anyone from looking over your shoulder, from recording the terminal, or from reading "
        "the memory of the program with a debugger."
    ),
)


class HelpScreen(PageScreen):
    """The keys of the screen below, those of the table, and what the game can and cannot keep secret."""

    def __init__(self, now: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._now = now

    def title_words(self) -> str:
        """The title."""
        return _("Keys")

    def rows(self) -> list[list[Piece]]:
        """A row a key, then a row a sign, then sentences."""
        keys = self.rocks.keys
        choosing, others = keys.help_rows()
        mouse = ((_(lead), _(text)) for lead, text in (_MOUSE,))
        rows = [
            *(_section(_("Keys now"), self._now) if self._now else []),
            *_section(_("Choosing"), [*choosing, *mouse]),
            *_section(_("At the table, on covers, and after a round"), others),
            *_section(_("Without letters"), keys.letterless_rows(), _(_LETTERLESS)),
            *_section(_("What the signs mean"), self._signs()),
            [],
            [(_("Your tiles"), "strong")],
        ]
        for text in _SECRECY:
            rows += [[("  ", "felt"), (line, "plain")] for line in wrap(_(text), PAGE_WIDTH - 2)]
        return rows[1:]

    def _signs(self) -> list[tuple[str, str]]:
        pegs = pegs_of(ascii_only=self.rocks.is_ascii)
        fields = {"front": pegs.front, "back": pegs.back, "below": pegs.below, "brief": knocked_words((1, 3), 0)}
        return [(_(lead).format(**fields), _(text).format(**fields)) for lead, text in _SIGNS]

    def action_help(self) -> None:
        """Go back: the key that opens the page closes it."""
        self.action_back()


def _section(heading: str, told: Iterable[tuple[str, str]], about: str = "") -> list[list[Piece]]:
    """A heading, what is to be said of all, then what each lead means."""
    rows: list[list[Piece]] = [[], [(heading, "strong")]]
    if about:
        rows += [[("  ", "felt"), (line, "plain")] for line in wrap(about, PAGE_WIDTH - 2)]
    for lead, text in told:
        for name, line in zip_longest(wrap(lead, 15), wrap(text, PAGE_WIDTH - 18), fillvalue=""):
            rows.append([("  ", "felt"), (fit(name, 16), "key"), (line, "plain")])
    return rows
