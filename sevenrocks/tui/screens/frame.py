"""What a frame writes to the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor
from textual.screen import Screen

from sevenrocks.tui.footing import expect_overridden, expect_used


class Frames(Compositor):
    """Composes a screen as Textual does, and of rows of which a part has changed writes that part alone."""

    def render_partial_update(self) -> ChopsUpdate | None:
        """What has changed since the last frame; None where nothing has."""
        update = super().render_partial_update()
        return None if update is None else _Parts(update.chops, update.spans, update.chop_ends)


class _Parts(ChopsUpdate):
    """Parts of rows. Textual's own begin where the widget does in which they lie."""

    def render_segments(self, console: Console) -> str:
        written: list[str] = []
        for y, start, end in self.spans:
            for (x, strip), edge in zip(self.chops[y].items(), self.chop_ends[y], strict=False):
                left, right = max(x, start), min(edge, end)
                if strip is not None and left < right:
                    written += (Control.move_to(left, y).segment.text, strip.crop(left - x, right - x).render(console))
        return "".join(written)


expect_overridden(Frames, Compositor, "render_partial_update")
expect_overridden(_Parts, ChopsUpdate, "render_segments")
expect_used(Compositor, "render_update", "render_partial_update")
expect_used(ChopsUpdate, "__init__", "chops", "spans", "chop_ends")
expect_used(Screen, "__init__", "_compositor")
