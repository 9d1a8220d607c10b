"""The layout on the table, and the names of those who sit around it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from textual import events
from textual.message import Message

from sevenrocks.drawing.free import free_spot
from sevenrocks.drawing.geometry import Arrangement, NoRoomError, arrange
from sevenrocks.drawing.paint import Ghost, Label, Labels, paint
from sevenrocks.drawing.shapes import MARK_WIDTH, RIGHT, UP, Mark, Rect, TileSize
from sevenrocks.drawing.tiles import Look
from sevenrocks.engine.layout import Layout, Port
from sevenrocks.engine.tiles import Tile

from .painted import Painted, Piece, centred, over, row_width

PLATE = (28, 2)
"""Columns and rows kept free for the plate of a seat: what stands on it changes, and nothing else shall move for it."""
_AROUND = (100, 16)
"""Columns and rows of felt from which there is room for plates around the layout."""


class WouldLie(NamedTuple):
    """A tile that is shown where it would lie."""

    after: Layout
    """The layout with it."""
    label: Label
    """What is written at its outer end."""


class LayoutView(Painted):
    """Draws the cross as large as there is room."""

    class MarkClicked(Message):
        """An end or place beside this host was clicked."""

        def __init__(self, host: Tile, port: Port) -> None:
            super().__init__()
            self.host = host
            self.port = port

    def __init__(self, layout: Layout | None = None, *, classes: str = "layout") -> None:
        super().__init__(classes=classes)
        self._layout_shown = layout or Layout()
        self._last: Tile | None = None
        self._labels: Labels = {}
        self._would: Sequence[WouldLie] = ()
        self._lit: Container[int] = ()
        self._counts = True
        self._told_empty = ""
        self._look = Look()
        self._plates: list[list[list[Piece]]] = []
        self._proclaimed: list[list[Piece]] | None = None
        self._seats_known: tuple[object, tuple[Rect, ...]] | None = None
        """Where the plates lie, and for what that was found."""
        self._arrangement: Arrangement | None = None
        self._ghosts_shown: Sequence[Ghost] = ()
        self._places: list[tuple[Rect, Tile, Port]] = []
        """Where a click means a place: its mark, and the tile that would lie there."""

    @property
    def arrangement(self) -> Arrangement | None:
        """Where the tiles and the marks of the ends lie, as last drawn; None before that."""
        return self._arrangement

    def show(
        self,
        layout: Layout,
        last: Tile | None,
        labels: Labels | None = None,
        *,
        would: Sequence[WouldLie] = (),
        counts: bool = True,
    ) -> None:
        """Draw this layout, marking the tile placed last, with labels at places, and with what counts unless told not to."""
        if layout.joints[: len(self._layout_shown.joints)] != self._layout_shown.joints:
            self._arrangement = None
        self._layout_shown, self._last, self._labels, self._would = layout, last, labels or {}, would
        self._counts = counts
        self.repaint()

    def light(self, ends: Container[int]) -> None:
        """Light these of the ends that count, by their places in `Layout.ends_by_line`."""
        self._lit = ends
        self.repaint()

    def has_room_for(self, block: list[list[Piece]]) -> bool:
        """Whether such rows have room on the felt."""
        return self._spot_for(block) is not None

    def proclaim(self, block: list[list[Piece]] | None) -> None:
        """Lay rows over the felt where nothing lies; None takes them away."""
        if block is not self._proclaimed:
            self._proclaimed = block
            self.repaint()

    def _spot_for(self, block: list[list[Piece]]) -> Rect | None:
        if self._rows is None:
            # It has not been painted since.
            self._felt(*self.content_size)
        here = self._arrangement
        if here is None:
            return None
        wide, high, taken = row_width(block[0]), len(block), list(self._seated(here.width, here.height))
        clear = free_spot(here, wide + 4, high + 2, taken)
        return free_spot(here, wide, high, taken) if clear is None else Rect(clear.x + 2, clear.y + 1, wide, high)

    def tell_empty(self, told: str) -> None:
        """What to write in the middle while nothing has been placed."""
        self._told_empty = told

    def seat(self, left: list[list[Piece]], top: list[list[Piece]], right: list[list[Piece]]) -> None:
        """Put plates of those who sit around it where there is room for them."""
        self._plates = [left, top, right]
        self.repaint()

    def redraw(self, look: Look) -> None:
        """Draw in another look."""
        self._look = look
        self.repaint()

    # ---- drawing

    def pieces(self, width: int, height: int) -> list[list[Piece]]:
        """The rows of the layout, and the plates over them."""
        if width <= 0 or height <= 0:
            return []
        self._ghosts_shown = []
        rows = self._felt(width, height)
        for rect, plate in zip(self._seated(width, height), self._plates, strict=False):
            for y, told in enumerate(plate, rect.y):
                rows[y] = over(rows[y], rect.x, _filled(told))
        spot = None if self._proclaimed is None else self._spot_for(self._proclaimed)
        if spot is not None:
            for y, told in enumerate(self._proclaimed or [], spot.y):
                rows[y] = over(rows[y], spot.x, told)
        return rows

    def _felt(self, width: int, height: int) -> list[list[Piece]]:
        rows: list[list[Piece]] = [[] for _ in range(height)]
        if not self._layout_shown.joints:
            rows[height // 2] = centred([(self._told_empty, "felt")], width)
            return rows
        taken = self._taken(width, height)
        try:
            self._arrangement = _arrange(self._layout_shown, width, height, self._arrangement, taken)
        except NoRoomError:
            # For the moment in which the window is too small and the screen has not yet said so.
            self._arrangement = None
            return rows
        ghosts, labels = self._ghosts(taken)
        self._ghosts_shown = ghosts
        drawn = paint(
            self._arrangement,
            self._layout_shown,
            look=self._look,
            last=self._last,
            labels=labels,
            ghosts=ghosts,
            lit=self._lit,
            counts=self._counts,
        )
        return [list(row) for row in drawn]

    def _taken(self, width: int, height: int) -> list[Rect]:
        """What is kept free for the plates at the left, at the top, at the right; nothing where there is no room for them."""
        if not self._plates or width < _AROUND[0] or height < _AROUND[1]:
            return []
        wide, high = PLATE
        below = height - high - 1
        return [
            Rect(1, below, wide, high),
            Rect(width * 5 // 8, 1, wide, high),
            Rect(width - wide - 1, below, wide, high),
        ]

    def _seated(self, width: int, height: int) -> tuple[Rect, ...]:
        """Where the plates lie: beside the layout and over it, and as near to that as it leaves room.

        No tile moves for them: what is kept free for them further down, and further right, they take when nothing else is left.
        They do not move for a tile that would lie somewhere, unless it would lie on one of them.
        """
        widths = tuple(max(map(row_width, plate), default=0) + 2 for plate in self._plates)
        asked = (self._arrangement if self._layout_shown.joints else None, width, height, widths)
        if self._seats_known is None or self._seats_known[0] != asked:
            self._seats_known = asked, tuple(self._places_of(width, height, widths, self._covered()))
        seats = self._seats_known[1]
        ghosts = [ghost.spot.rect for ghost in self._ghosts_shown]
        ghosts += [ghost.mark.rect for ghost in self._ghosts_shown if ghost.mark is not None]
        if any(ghost.overlaps(seat) for ghost in ghosts for seat in seats):
            seats = tuple(self._places_of(width, height, widths, [*self._covered(), *ghosts]))
        return seats

    def _places_of(self, width: int, height: int, widths: Sequence[int], covered: Sequence[Rect]) -> Iterator[Rect]:
        for side, (kept, wide) in enumerate(zip(self._taken(width, height), widths, strict=False)):
            if side == 1:
                middle = (width - wide) // 2
                across = (x for far in range(middle) for x in (middle + far, middle - far))
                places = [Rect(x, kept.y, wide, kept.height) for x in (*across, kept.x)]
            else:
                x = 1 if side == 0 else width - wide - 1
                places = [Rect(x, y, wide, kept.height) for y in range((height - kept.height) // 2, kept.y + 1)]
            yield next((place for place in places if _is_clear(_with_margin(place), covered)), places[-1])

    def _covered(self) -> list[Rect]:
        """Where tiles and what is written beside them lie, and where the next ones may come to lie."""
        here = self._arrangement if self._layout_shown.joints else None
        if here is None:
            return []
        rects = [spot.rect for spot in here.spots]
        for mark in here.marks:
            rects += [mark.rect, _way_on(mark, here.size)]
        return rects

    def _ghosts(self, taken: Sequence[Rect]) -> tuple[list[Ghost], Labels]:
        """Tiles where they would lie, where nothing else would have to move for them; their places need no label then."""
        here = self._arrangement
        assert here is not None
        ghosts: list[Ghost] = []
        self._places = []
        labels = dict(self._labels)
        for after, label in self._would:
            joint = after.joints[-1]
            try:
                there = _arrange(after, here.width, here.height, here, taken)
            except NoRoomError:
                continue
            if there.rank != here.rank or joint.host is None or joint.host_port is None:
                continue
            mark = next((mark for mark in there.marks if mark.host == joint.tile), None)
            ghosts.append(Ghost(there.spots[-1], mark, label))
            self._places += [
                (rect, joint.host, joint.host_port) for rect in (there.spots[-1].rect, mark and mark.rect) if rect
            ]
            labels[joint.host, joint.host_port] = ("", "felt")
        return ghosts, labels

    def on_click(self, event: events.Click) -> None:
        """Tell which end or place was clicked."""
        offset = event.get_content_offset(self)
        if offset is None or self._arrangement is None:
            return
        spot = Rect(offset.x, offset.y, 1, 1)
        marks = [(mark.rect, mark.host, mark.port) for mark in self._arrangement.marks]
        for rect, host, port in (*self._places, *marks):
            if rect.overlaps(spot):
                self.post_message(self.MarkClicked(host, port))
                return


def _is_clear(place: Rect, covered: Sequence[Rect]) -> bool:
    return not any(place.overlaps(rect) for rect in covered)


def _with_margin(rect: Rect) -> Rect:
    """A plate with a free cell around it."""
    return Rect(rect.x - 1, rect.y - 1, rect.width + 2, rect.height + 2)


def _way_on(mark: Mark, size: TileSize) -> Rect:
    """Where a tile would come to lie at a mark, straight on."""
    wide, high = size.lying[0] + MARK_WIDTH, size.standing[1]
    x, y, width, _height = mark.rect
    if mark.heading.is_level:
        return Rect(x if mark.heading is RIGHT else x + width - wide, y - high // 2, wide, high)
    return Rect(x, y - high if mark.heading is UP else y, width, high + 1)


_Known: TypeAlias = tuple[Layout, int, int, tuple[Rect, ...]]

_MOST_KNOWN = 32
_known: dict[_Known, Arrangement] = {}
"""Arrangements found before, the latest last: the same is drawn again and again while somebody chooses, and on the next screen."""


def _arrange(layout: Layout, width: int, height: int, before: Arrangement | None, taken: Sequence[Rect]) -> Arrangement:
    """An arrangement, as `arrange` finds it. Raises NoRoomError."""
    asked = (layout, width, height, tuple(taken))
    found = _known.pop(asked, None) or arrange(layout, width, height, before=before, taken=taken)
    _known[asked] = found
    if len(_known) > _MOST_KNOWN:
        del _known[next(iter(_known))]
    return found


def _filled(told: list[Piece]) -> list[Piece]:
    """A row of a plate, with its margins."""
    role = told[0][1] if told and told[0][1] == "turn" else "rim"
    return [(" ", role), *told, (" ", role)]
