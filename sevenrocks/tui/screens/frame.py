"""What a frame writes to the terminal."""

from __future__ import annotations

from functools import lru_cache

from rich.color import Color, ColorSystem
from rich.console import Console
from rich.style import Style
from textual._compositor import ChopsUpdate, Compositor
from textual.screen import Screen
from textual.strip import Strip

from sevenrocks.tui.footing import expect_overridden, expect_used


class Frames(Compositor):
    """Composes a screen as Textual does, and of rows of which a part has changed writes that part alone."""

    def render_partial_update(self) -> ChopsUpdate | None:
        """What has changed since the last frame; None where nothing has."""
        update = super().render_partial_update()
        return None if update is None else _Parts(update.chops, update.spans, update.chop_ends)


class _Parts(ChopsUpdate):
    """Parts of rows, and between them what differs in their styles.

    Textual's own begin where the widget does in which they lie, and tell each style as a whole.
    """

    def render_segments(self, console: Console) -> str:
        system = console._color_system or ColorSystem.TRUECOLOR  # noqa: SLF001, as Textual has it
        written: list[str] = []
        before: Style | None = None
        for y, start, end in self.spans:
            for (x, strip), edge in zip(self.chops[y].items(), self.chop_ends[y], strict=False):
                left, right = max(x, start), min(edge, end)
                if strip is None or left >= right:
                    continue
                written.append(f"\x1b[{y + 1};{left + 1}H")
                for text, style, _control in strip.crop(left - x, right - x):
                    now = style or _PLAIN
                    if now is not before:
                        written.append(_change(before, now, system))
                        before = now
                    written.append(text)
        return "".join([*written, _RESET])


_PLAIN = Style()
_RESET = "\x1b[0m"


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


expect_overridden(Frames, Compositor, "render_partial_update")
expect_overridden(_Parts, ChopsUpdate, "render_segments")
expect_used(Compositor, "render_update", "render_partial_update")
expect_used(ChopsUpdate, "__init__", "chops", "spans", "chop_ends")
expect_used(Strip, "render", "_color_system", "render_style")
expect_used(Screen, "__init__", "_compositor")
