"""What a frame writes to the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.console import Console, RenderableType
from rich.style import Style
from textual._compositor import ChopsUpdate, Compositor, CompositorUpdate, LayoutUpdate
from textual.app import App
from textual.screen import Screen
from textual.strip import Strip

from sevenrocks.tui.footing import expect_overridden, expect_used

Row: TypeAlias = dict[int, Strip]
"""What stands in a row of the screen, by the column in which it begins."""


class _Part(NamedTuple):
    """A text of one style, and where it begins."""

    x: int
    y: int
    text: str
    style: Style | None


class Frames(Compositor):
    """Composes a screen as Textual does, and writes of it what is not on the terminal already.

    Textual draws much again that has not changed: all of it two or three times after each change of the layout.
    """

    def __init__(self) -> None:
        super().__init__()
        self._written: dict[int, Row] = {}
        """What the terminal shows, as far as that is known, by rows."""

    def forget(self) -> None:
        """Something else may be on the terminal now: the next frame of the whole screen is written as a whole."""
        self._written.clear()

    def render_update(
        self,
        full: bool = False,
        screen_stack: list[Screen[object]] | None = None,
        simplify: bool = False,
    ) -> RenderableType | None:
        """What has changed since the last frame; None where nothing has."""
        update = super().render_update(full, screen_stack, simplify)
        if isinstance(update, LayoutUpdate) and not full:
            rows = enumerate(
                dict(zip(cuts, row, strict=False)) for cuts, row in zip(self.cuts, update.strips, strict=True)
            )
            return self._frame(rows)  # type: ignore[return-value]  # as those of Textual are
        if isinstance(update, ChopsUpdate):
            # Some widgets may not be in it, of which nothing has been drawn.
            drawn = {y: update.chops[y].items() for y, _start, _end in update.spans}
            return self._frame((y, {x: strip for x, strip in row if strip is not None}) for y, row in drawn.items())  # type: ignore[return-value]
        return update

    def _frame(self, rows: Iterable[tuple[int, Row]]) -> _Frame | None:
        """What makes these rows out of those on the terminal; None where nothing must be written."""
        frame = _Frame(self._written)
        for y, row in rows:
            stands = self._standing(y, self.cuts[y])
            if row == stands:
                continue
            frame.rows[y] = stands | row
            for x, strip in row.items():
                if strip != stands.get(x):
                    frame.parts += _changed(stands.get(x), strip, x, y)
        return frame if frame.parts else None

    def _standing(self, y: int, cuts: list[int]) -> Row:
        """What stands in a row, cut as it is now; nothing that is known only in part."""
        row = self._written.get(y, {})
        if list(row) == cuts[:-1]:
            return row
        strip = Strip.join([row[x] for x in sorted(row)]).simplify()
        return dict(zip(cuts, strip.divide(cuts[1:]), strict=False)) if strip.cell_length == cuts[-1] else {}


class _Frame(CompositorUpdate):
    """Parts of rows, and between them what differs in their styles."""

    def __init__(self, written: dict[int, Row]) -> None:
        self.parts: list[_Part] = []
        self.rows: dict[int, Row] = {}
        """What stands in the rows once this has been written."""
        self._written = written

    def render_segments(self, console: Console) -> str:
        """What is written: it is about to be."""
        self._written.update(self.rows)
        system = console._color_system or ColorSystem.TRUECOLOR  # noqa: SLF001, as Textual has it
        out: list[str] = []
        before: Style | None = None
        at = (-1, -1)
        for x, y, text, style in self.parts:
            if (x, y) != at:
                out.append(f"\x1b[{y + 1};{x + 1}H")
            at = (x + cell_len(text), y)
            now = style or _PLAIN
            if before is not None and text.isspace():
                now = _blank(before, now)
            if now is not before:
                out.append(_change(before, now, system))
                before = now
            out.append(text)
        return "".join([*out, _RESET])


def _changed(before: Strip | None, after: Strip, x: int, y: int) -> Iterator[_Part]:
    """What makes one strip, which begins there, out of another. Nothing is written where it stays blank."""
    stood = [] if before is None else list(_parts(before, x, y))
    same = set(stood)
    for part in _parts(after, x, y):
        if part in same:
            continue
        start, _y, text, style = part
        if not text.isspace():
            yield part
            continue
        end = start + len(text)
        for left, _y, blank, other in stood:
            if left < end and blank.isspace() and other == style:
                if start < left:
                    yield _Part(start, y, " " * (left - start), style)
                start = max(start, left + len(blank))
        if start < end:
            yield _Part(start, y, " " * (end - start), style)


def _parts(strip: Strip, x: int, y: int) -> Iterator[_Part]:
    for text, style, _control in strip:
        yield _Part(x, y, text, style)
        x += cell_len(text)


_PLAIN = Style()
_RESET = "\x1b[0m"


@lru_cache(4096)
def _blank(before: Style, now: Style) -> Style:
    """What is enough for blank cells after another style: their ground, unless lines or a reversal would be seen on them."""
    if any(
        style.underline or style.underline2 or style.overline or style.strike or style.reverse
        for style in (before, now)
    ):
        return now
    return before.without_color + Style(color=before.color, bgcolor=now.bgcolor)


@lru_cache(4096)
def _change(before: Style | None, now: Style, system: ColorSystem) -> str:
    """What makes one style out of another; None is any that may have been before."""
    if before is None or before.without_color != now.without_color:
        codes = ["0", Strip.render_ansi(now, system)]
    else:
        codes = []
        for was, colour, is_ink in ((before.color, now.color, True), (before.bgcolor, now.bgcolor, False)):
            if was != colour:
                codes += (colour or Color.default()).downgrade(system).get_ansi_codes(is_ink)
    return f"\x1b[{';'.join(filter(None, codes))}m" if codes else ""


expect_overridden(Frames, Compositor, "render_update")
expect_overridden(_Frame, CompositorUpdate, "render_segments")
expect_used(Screen, "__init__", "_compositor")
expect_used(Screen, "_compositor_refresh", "render_update", "_display")
expect_used(App, "_display", "render_segments")
expect_used(Compositor, "render_full_update", "_render_chops", "values")
expect_used(Compositor, "cuts", "_cuts")
expect_used(ChopsUpdate, "__init__", "chops", "spans", "chop_ends")
expect_used(Strip, "render", "_color_system", "render_style")
