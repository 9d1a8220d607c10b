"""The neutral draw: each candidate draws a face-down tile of a whole set, and most pips opens."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len
from textual.widget import Widget

from sevenrocks.drawing.shapes import LIFE
from sevenrocks.drawing.tiles import Drawn, Face, Look, draw_tile
from sevenrocks.engine.deal import Draw, DrawTurn
from sevenrocks.engine.seats import Seat
from sevenrocks.engine.tiles import Tile
from sevenrocks.i18n import _
from sevenrocks.seen import MatchView
from sevenrocks.telling.seats import seat_letter
from sevenrocks.telling.sentences import commitment_words, draw_words
from sevenrocks.tui.keys import KeyShown, On
from sevenrocks.tui.widgets.lines import KeyLine, TextLines
from sevenrocks.tui.widgets.painted import Painted, Piece, centred, fit, over, wrap

from .cut import CutScreen
from .in_match import InMatchScreen

_WIDEST, _HIGHEST = 132, 40
"""Columns and rows of the table around which the four sit."""


class DrawView(Painted):
    """The four seats around the table, each with the tile it has drawn: face down, then face up."""

    def __init__(self, match: MatchView, look: Look) -> None:
        super().__init__(classes="draw")
        self._match = match
        self._look = look
        self.drawn: dict[Seat, Tile] = {}
        """The tile before each seat, of the latest turn in which it drew."""
        self.face_up: set[Seat] = set()
        self.candidates: set[Seat] = set(Seat)
        self.told = ""
        """What stands in the middle."""

    def redraw(self, look: Look) -> None:
        """Draw in another look."""
        self._look = look
        self.repaint()

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """A name and a tile at each side, and in the middle what is decided."""
        rows: list[list[Piece]] = [[(" " * width, "felt")] for _ in range(height)]
        (wide, high), people = LIFE.lying, self._match.people
        bottom, left, top, right = (people[0] if people else Seat.N).clockwise()
        across, down = (width - wide) // 2, (height - high - 1) // 2
        # However large the table, the four sit within sight of each other.
        edge, margin = max((width - _WIDEST) // 2, 2), max((height - _HIGHEST) // 2, 0)
        for seat, x, y in (
            (top, across, min(margin + 1, max(down - high, 0))),
            (left, edge, down),
            (right, width - wide - edge, down),
            (bottom, across, height - high - 1 - margin),
        ):
            name: Piece = (f" {self._name_of(seat, across - edge - 3)} ", f"rim-{seat.partnership.name.lower()}")
            beyond = cell_len(name[0]) - wide
            # At the right a name ends with its tile; in the middle it stands over the middle of it.
            at = x - beyond if seat is right else x - beyond // 2 if x == across else x
            rows[y] = over(rows[y], at, [name])
            for number, cells in enumerate(self._tile(seat), y + 1):
                rows[number] = over(rows[number], x, [*cells])
        room = width - 2 * (wide + edge) - 4
        lines = wrap(self.told, max(room, 20)) if self.told else []
        for number, line in enumerate(lines, height // 2 - len(lines) // 2):
            rows[number] = over(rows[number], (width - cell_len(line)) // 2, [(line, "felt-strong")])
        return rows

    def _name_of(self, seat: Seat, width: int) -> str:
        tile = self.drawn.get(seat)
        pips = f"  {tile.pips}" if tile is not None and seat in self.face_up else ""
        name = self._match.players[seat].name
        name = fit(name, width - len(f" ({seat_letter(seat)}){pips}")).rstrip()
        return f"{name} ({seat_letter(seat)}){pips}"

    def _tile(self, seat: Seat) -> Drawn:
        tile = self.drawn.get(seat, Tile(0, 0))
        up = [self.drawn[other].pips for other in self.candidates & self.face_up]
        if seat not in self.face_up:
            face = Face.BACK
        elif seat not in self.candidates:
            face = Face.DIM
        else:
            face = Face.HELD if tile.pips == max(up, default=0) else Face.TILE
        return draw_tile(tile, LIFE, self._look, stands=False, face=face)


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
        self._sealed = TextLines(self._sealed_rows, classes="draw-sealed")

    def body(self) -> Iterable[Widget]:
        """Title, tiles, what is decided, the commitment, keys."""
        yield TextLines(lambda: [centred([(self._title(), "brass")], self.app.size.width)], classes="page-title")
        yield TextLines(self._rule_rows, classes="draw-rule")
        self._view = DrawView(self.match, self.rocks.look)
        yield self._view
        yield self._sealed
        yield KeyLine(self._keys_shown)

    def _title(self) -> str:
        return _("Round {n}: who opens?").format(n=max(len(self.match.rounds), 1))

    def _rule_rows(self) -> list[list[Piece]]:
        width = self.app.size.width
        told = _("Everyone draws one tile of a full set, face down. Most pips opens.")
        rows = [centred([(line, "felt")], width) for line in wrap(told, width - 4)]
        return rows if len(rows) > 1 else [[], *rows]

    def _sealed_rows(self) -> list[list[Piece]]:
        """The first digits of the commitment, and with what was cut."""
        if not self._commitment:
            return []
        digits = " ".join(commitment_words(self._commitment)[0].split()[:2])
        row: list[Piece] = [(_("sealed: {digits}").format(digits=digits), "felt")]
        if self._words:
            row.append((_("   cut with: {words}").format(words=self._words), "felt"))
        return [row]

    def _keys_shown(self) -> list[KeyShown]:
        keys = self.rocks.keys
        if self._is_face_down:
            return [keys.shown("go-on", word=_("turn the tiles")), keys.shown("cut"), keys.shown("leave")]
        return [keys.shown("go-on"), keys.shown("leave")]

    def refit(self) -> None:
        """Draw anew after a change of settings."""
        self._view.redraw(self.rocks.look)

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
        for line in self.query(KeyLine):
            line.repaint()
        whole = shown == len(turn)
        self._view.told = draw_words(self.match.players, turn) if whole else ""
        self._view.repaint()
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
