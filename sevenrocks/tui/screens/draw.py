"""The neutral draw: each candidate draws a face-down tile of a whole set, and most pips opens."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len
from textual.widget import Widget

from sevenrocks.drawing.paint import ASCII, UNICODE, Role, draw_tile
from sevenrocks.drawing.shapes import BOXES
from sevenrocks.engine.deal import Draw
from sevenrocks.engine.seats import Seat
from sevenrocks.engine.tiles import Tile
from sevenrocks.i18n import _, ngettext
from sevenrocks.seen import MatchView
from sevenrocks.telling.sentences import draw_words
from sevenrocks.tui.keys import On
from sevenrocks.tui.widgets.lines import KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Painted, Piece, centred, fit

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


class DrawScreen(InMatchScreen[None]):
    """The draw as a small ceremony; Enter goes on."""

    ON = On.DRAW

    def __init__(self, match: MatchView, draw: Draw) -> None:
        super().__init__(match)
        self._steps = [(turn, number) for turn in draw.turns for number in range(len(turn) + 1)]
        self._at = -1
        self._told = TextLines(classes="draw-told")

    def body(self) -> Iterable[Widget]:
        """Title, tiles, what is decided, keys."""
        number = len(self.match.rounds)
        yield TextLines(lambda: [[(_("Round {n}: who opens?").format(n=number), "strong")]], classes="page-title")
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
        keys = self.rocks.keys
        yield KeyLine(lambda: [keys.shown("go-on"), keys.shown("leave")])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The log would tell how the draw ends."""
        return action not in {"log", "explain"} and super().check_action(action, parameters)

    def on_mount(self) -> None:
        """Begin the ceremony."""
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

    def action_go_on(self) -> None:
        """Show the end of the draw, then go on."""
        if self._at + 1 < len(self._steps):
            self._at = len(self._steps) - 2
            self._step()
        else:
            self.reply(None)
