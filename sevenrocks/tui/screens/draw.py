"""The neutral draw: each candidate draws a face-down tile of a whole set, and most pips opens."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget

from sevenrocks.engine.deal import Draw
from sevenrocks.engine.seats import Seat
from sevenrocks.engine.tiles import Tile
from sevenrocks.i18n import _, ngettext
from sevenrocks.table import MatchView
from sevenrocks.tui.drawing.geometry import BOXES
from sevenrocks.tui.drawing.paint import ASCII, UNICODE, Role, draw_tile
from sevenrocks.tui.widgets.lines import Hint, KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Painted, Piece, centred, fit
from sevenrocks.tui.words import draw_words

from .base import RocksScreen

_COLUMN = 18


class DrawView(Painted):
    """The four seats side by side, each with the tile it has drawn: face down, then face up."""

    def __init__(self, match: MatchView, *, ascii_only: bool) -> None:
        super().__init__(classes="draw")
        self._match = match
        self._glyphs = ASCII if ascii_only else UNICODE
        self.turn: dict[Seat, Tile] = {}
        self.open = 0
        """How many of the tiles lie face up."""

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """Names, tiles, pips."""
        rows: list[list[Piece]] = [[] for _ in range(6)]
        for number, (seat, player) in enumerate(self._match.players.by_seat()):
            tile = self.turn.get(seat)
            face_up = tile is not None and list(self.turn).index(seat) < self.open
            rows[0].append(
                (fit(f"{player.name} ({seat.name})".center(_COLUMN), _COLUMN), seat.partnership.name.lower())
            )
            drawn = draw_tile(tile if face_up and tile is not None else Tile(0, 0), BOXES, self._glyphs, stands=False)
            for y, cells in enumerate(drawn, 2):
                text = "".join(character for character, _role in cells)
                if not face_up:
                    text = text.replace("0", " ")
                blank = tile is None
                pad = (_COLUMN - len(text)) // 2
                rows[y].append((" " * pad, "felt"))
                rows[y].append((" " * len(text) if blank else text, "felt" if blank else Role.TILE.value))
                rows[y].append((" " * (_COLUMN - len(text) - pad), "felt"))
            pips = ngettext("{n} pip", "{n} pips", tile.pips) if face_up and tile is not None else ""
            rows[5].append((pips.center(_COLUMN), "plain"))
            if number < len(Seat) - 1:
                for row in rows:
                    row.append(("  ", "felt"))
        return [centred(row, width) for row in rows]


class DrawScreen(RocksScreen[None]):
    """The draw as a small ceremony; Enter goes on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "go_on", show=False, id="go"),
        Binding("q,Q,escape", "leave", show=False, id="leave"),
    ]

    def __init__(self, match: MatchView, draw: Draw) -> None:
        super().__init__()
        self._match = match
        self._steps = [(dict(turn), number) for turn in draw.turns for number in range(len(turn) + 1)]
        self._draw = draw
        self._at = -1
        self._told = TextLines(classes="draw-told")

    def body(self) -> Iterable[Widget]:
        """Title, tiles, what is decided, keys."""
        number = len(self._match.stories)
        title = _("Round {n}: who opens?").format(n=number)
        yield TextLines([[(title, "strong")]], classes="page-title")
        yield TextLines(
            [
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
        self._view = DrawView(self._match, ascii_only=self.rocks.is_ascii)
        yield self._view
        yield self._told
        yield KeyLine([Hint("Enter", _("go on"), "go_on"), Hint("Q", _("leave"), "leave")])

    def on_mount(self) -> None:
        """Begin the ceremony."""
        self._step()

    def _step(self) -> None:
        """Turn the next tile up."""
        if self._at + 1 >= len(self._steps):
            return
        self._at += 1
        turn, shown = self._steps[self._at]
        self._view.turn, self._view.open = turn, shown
        self._view.repaint()
        whole = shown == len(turn)
        if whole:
            told = draw_words(self._match.players, tuple(turn.items()))
            self._told.show(centred([(told, "strong")], self.app.size.width - 4))
        else:
            self._told.show()
        if self.rocks.is_hasty:
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

    def action_leave(self) -> None:
        """Leave the table after asking."""
        self.rocks.ask_to_leave()
