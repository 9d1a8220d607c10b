"""The neutral draw: each candidate draws a face-down tile of a whole set, and most pips opens."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len
from textual.widget import Widget

from sevenrocks.drawing.paint import ASCII, UNICODE, Role, draw_tile
from sevenrocks.drawing.shapes import BOXES
from sevenrocks.engine.deal import Draw, DrawTurn
from sevenrocks.engine.seats import Seat
from sevenrocks.engine.tiles import Tile
from sevenrocks.i18n import _, ngettext
from sevenrocks.seen import MatchView
from sevenrocks.telling.sentences import commitment_words, draw_words
from sevenrocks.tui.keys import KeyShown, On
from sevenrocks.tui.widgets.lines import KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Painted, Piece, centred, fit

from .cut import CutScreen
from .in_match import InMatchScreen

_COLUMN = 20
_FACE_DOWN = str.maketrans("0123456", "       ")


class DrawView(Painted):
    """The four seats side by side, each with the tile it has drawn: face down, then face up."""

    def __init__(self, match: MatchView, *, ascii_only: bool) -> None:
        super().__init__(classes="draw")
        self._match = match
        self._glyphs = ASCII if ascii_only else UNICODE
        self.drawn: dict[Seat, Tile] = {}
        """The tile before each seat, of the latest turn in which it drew."""
        self.face_up: set[Seat] = set()
        self.candidates: set[Seat] = set()

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """Names, tiles, pips."""
        rows: list[list[Piece]] = [[] for _ in range(6)]
        for seat, player in self._match.players.by_seat():
            name = fit(f"{player.name} ({seat.name})", _COLUMN).strip()
            rows[0] += self._column(name, seat.partnership.name.lower())
            role = Role.TILE.value if seat in self.candidates else "faint"
            for y, text in enumerate(self._tile(seat), 2):
                rows[y] += self._column(text, role)
            tile = self.drawn.get(seat)
            pips = ngettext("{n} pip", "{n} pips", tile.pips) if tile is not None and seat in self.face_up else ""
            rows[5] += self._column(pips, "plain")
        return [centred(row, width) for row in rows]

    def _tile(self, seat: Seat) -> list[str]:
        tile = self.drawn.get(seat, Tile(0, 0))
        drawn = [
            "".join(character for character, _role in row) for row in draw_tile(tile, BOXES, self._glyphs, stands=False)
        ]
        return drawn if seat in self.face_up else [row.translate(_FACE_DOWN) for row in drawn]

    @staticmethod
    def _column(text: str, role: str) -> list[Piece]:
        left = (_COLUMN - cell_len(text)) // 2
        return [(" " * left, "felt"), (text, role), (" " * (_COLUMN - cell_len(text) - left), "felt")]


def _steps(draw: Draw) -> list[tuple[DrawTurn, int]]:
    return [(turn, number) for turn in draw.turns for number in range(len(turn) + 1)]


class DrawScreen(InMatchScreen[str]):
    """The draw as a small ceremony.

    Before the first deal the tiles lie face down until somebody turns them: until then the players may cut. Answered with the
    words of the cut, which may be none, and then, once the draw has been seen, with nothing more to say.
    """

    ON = On.DRAW

    def __init__(self, match: MatchView, draw: Draw | None = None, *, commitment: str = "") -> None:
        """`draw` is None before it has been made; then `commitment` is what proves afterwards that the deals were fixed."""
        super().__init__(match)
        self._commitment = commitment
        self._words = ""
        self._steps = [] if draw is None else _steps(draw)
        """Each turn of the draw with the number of its tiles that lie face up; empty until the draw has been made."""
        self._at = -1
        self._told = TextLines(classes="draw-told")
        self._sealed = TextLines(self._sealed_rows, classes="draw-sealed")

    def body(self) -> Iterable[Widget]:
        """Title, tiles, what is decided, the commitment, keys."""
        yield TextLines(lambda: [[(self._title(), "strong")]], classes="page-title")
        yield TextLines(
            lambda: [
                [
                    (
                        _(
                            "Everyone draws a face-down tile of a whole set; most pips opens, and those who tie draw again."
                        ),
                        "plain",
                    )
                ],
                [(_("It is a draw of its own: what is dealt afterwards gives nobody the right to open."), "faint")],
            ],
            classes="seats-intro",
        )
        self._view = DrawView(self.match, ascii_only=self.rocks.is_ascii)
        yield self._view
        yield self._told
        yield self._sealed
        yield KeyLine(self._keys_shown)

    def _title(self) -> str:
        return _("Round {n}: who opens?").format(n=max(len(self.match.rounds), 1))

    def _sealed_rows(self) -> list[list[Piece]]:
        """The first digits of the commitment, and with what was cut."""
        if not self._commitment:
            return []
        digits = " ".join(commitment_words(self._commitment)[0].split()[:2])
        row: list[Piece] = [(_("sealed: {digits}").format(digits=digits), "faint")]
        if self._words:
            row.append((_("   cut with: {words}").format(words=self._words), "faint"))
        return [row]

    def _keys_shown(self) -> list[KeyShown]:
        keys = self.rocks.keys
        if self._is_face_down:
            return [keys.shown("go-on", word=_("turn the tiles")), keys.shown("cut"), keys.shown("leave")]
        return [keys.shown("go-on"), keys.shown("leave")]

    @property
    def _is_face_down(self) -> bool:
        """Whether the tiles lie face down until somebody turns them."""
        return not self._steps

    # ---- for whoever runs the match

    def turn(self, match: MatchView, draw: Draw) -> None:
        """Turn the tiles of this draw up, which has now been made."""
        self.match, self._steps = match, _steps(draw)
        self.forget()
        self._step()

    def on_mount(self) -> None:
        """Begin the ceremony, where the draw has been made."""
        self._step()

    def _step(self) -> None:
        """Turn the next tile up."""
        if self._at + 1 >= len(self._steps):
            return
        self._at += 1
        turn, shown = self._steps[self._at]
        self._view.drawn.update(turn)
        self._view.candidates = {seat for seat, _tile in turn}
        self._view.face_up -= {seat for seat, _tile in turn[shown:]}
        self._view.face_up |= {seat for seat, _tile in turn[:shown]}
        self._view.repaint()
        for line in self.query(KeyLine):
            line.repaint()
        whole = shown == len(turn)
        if whole:
            told = draw_words(self.match.players, turn)
            self._told.show(centred([(told, "strong")], self.app.size.width - 4))
        else:
            self._told.show()
        if self.rocks.is_still:
            self._step()
        else:
            self.set_timer(1.6 if whole else 0.6, self._step)

    # ---- keys

    def action_cut(self) -> None:
        """Show the whole commitment, and take words to cut with."""
        if not self._commitment:
            self.tell_aside(_("There is nothing to cut: the deals come from a given seed."))
        elif not self._is_face_down:
            self.tell_aside(_("The tiles have been turned: nothing can be cut any more."))
        else:
            self.rocks.show_overlay(CutScreen(self._commitment, self._words, self._take_words))

    def _take_words(self, words: str) -> None:
        self._words = words
        self._sealed.repaint()

    def action_log(self) -> None:
        """There is no log yet: it would tell how the draw ends."""
        self.tell_aside(_("The log would tell how the draw ends: look at it from the table."))

    def action_explain(self) -> None:
        """There is nothing to explain yet."""
        self.tell_aside(_("Nothing lies on the table yet, so nothing counts."))

    def action_go_on(self) -> None:
        """Turn the tiles; show the end of the draw; then go on. Somebody must have seen each of it."""
        if not self.is_meant():
            return
        if self._is_face_down:
            self.reply(self._words)
        elif self._at + 1 < len(self._steps):
            self._at = len(self._steps) - 2
            self._step()
        else:
            self.reply("")
