"""Leaks that are planted to see that the second world finds them: for each way out several, small ones among them.

Each tells something of the hands that lie there in truth: of all four, as a number that differs from world to world.
"""

from __future__ import annotations

import os
import tempfile
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from textual.geometry import Offset

from sevenrocks.bots.beat import Beat
from sevenrocks.bots.process import BotProcess
from sevenrocks.engine.seats import BySeat
from sevenrocks.seating import Player
from sevenrocks.seen import MatchView
from sevenrocks.store import MatchFile, database
from sevenrocks.store.seal import Seal
from sevenrocks.table import Table
from sevenrocks.tui.app import RocksApp
from sevenrocks.tui.director import Director
from sevenrocks.tui.screens.base import Overlay
from sevenrocks.tui.screens.cover import CoverScreen
from sevenrocks.tui.screens.held import HandScreen
from sevenrocks.tui.screens.panels import Logging
from sevenrocks.tui.screens.table import TableScreen
from sevenrocks.tui.widgets.curtain import Request

Knows = Callable[[], int]
"""A number made of all hands; 0 while there are none."""


class Plant(NamedTuple):
    """A leak."""

    channel: str
    """The way out by which it gets out, one of those that are watched."""
    put: Callable[[pytest.MonkeyPatch, Knows], None]
    told: str = ""
    """What stands in the difference by which it is found."""
    is_apart: bool = False
    """Whether it would hide others, which are planted together."""


def knowing(patch: pytest.MonkeyPatch) -> Knows:
    """Look over everybody's shoulder."""
    tables: list[Table] = []
    honest = Table._happened

    def happened(table: Table, *told: Any) -> None:
        tables[:] = [table]
        honest(table, *told)

    def knows() -> int:
        rounds = tables[0]._match.rounds if tables else ()
        return zlib.crc32(repr(rounds[-1].hands).encode()) if rounds else 0

    patch.setattr(Table, "_happened", happened)
    return knows


def after(owner: type[Any], name: str, do: Callable[[Any], object], patch: pytest.MonkeyPatch) -> None:
    """Do something more whenever a method has been called, with its object."""
    honest = getattr(owner, name)

    def more(self: Any, *arguments: Any, **named: Any) -> Any:
        told = honest(self, *arguments, **named)
        do(self)
        return told

    patch.setattr(owner, name, more)


Does = Callable[[Any, int], object]
"""Does something with a screen and the number."""
Puts = Callable[[pytest.MonkeyPatch, Knows], None]


def _on(kind: type[Any], do: Does) -> Puts:
    """Do something when such a screen has come up."""

    def put(patch: pytest.MonkeyPatch, knows: Knows) -> None:
        honest = Director._show

        async def show(director: Director, screen: Any) -> None:
            await honest(director, screen)
            if isinstance(screen, kind):
                do(screen, knows())

        patch.setattr(Director, "_show", show)

    return put


def _writes(text: str, kind: type[Any] = CoverScreen) -> Puts:
    """Write this, with the number in it, straight to the terminal when such a screen comes up."""
    return _on(kind, lambda screen, number: screen.app._driver.write(text.format(number % 100_000)))


def _when_hidden(do: Does) -> Puts:
    """Do something when a hand has just been hidden."""
    return lambda patch, knows: after(
        TableScreen, "hide", lambda screen: do(screen, knows()) if screen.is_hidden else None, patch
    )


# ---- what the player sees and hears


def _told_in_a_row(patch: pytest.MonkeyPatch, knows: Knows) -> None:
    honest = CoverScreen._request

    def request(screen: CoverScreen) -> Request:
        asked = honest(screen)
        return asked._replace(after=f"{asked.after} cover {knows() % 1000}")

    patch.setattr(CoverScreen, "_request", request)


def _colour_of_a_page(patch: pytest.MonkeyPatch, knows: Knows) -> None:
    honest = RocksApp.show_overlay

    def show(app: RocksApp, overlay: Overlay) -> None:
        overlay.styles.border_top = ("solid", f"#{knows() % 2**24:06x}")
        honest(app, overlay)

    patch.setattr(RocksApp, "show_overlay", show)


def _words_of_a_panel(patch: pytest.MonkeyPatch, knows: Knows) -> None:
    honest = Logging.title
    patch.setattr(Logging, "title", lambda told: f"{honest(told)} panel {knows() % 1000}")


def _edge_of_a_hidden_hand(screen: HandScreen, number: int) -> None:
    screen.styles.border_left = ("thick", f"#{number % 2**24:06x}")


def _hidden_hand_in_words(screen: HandScreen, number: int) -> None:
    screen.key_line.tell(f"hidden {number % 1000}")


def _rings_late(screen: Any, number: int) -> None:
    screen.set_timer(number % 1000 / 1000, screen.app.bell)


def _draws_again(screen: Any, number: int) -> None:
    for time in range(number % 5):
        screen.set_timer(0.5 + time / 10, screen.layout_view.refresh)


def _no_beat(patch: pytest.MonkeyPatch, _knows: Knows) -> None:
    patch.setattr(Beat, "SHORTEST", 0.0)


# ---- files, and the bots' process


def _beside_the_lines(patch: pytest.MonkeyPatch, knows: Knows) -> None:
    after(MatchFile, "append", lambda file: _set(file, "last", str(knows())), patch)


def _set(file: MatchFile, name: str, text: str) -> None:
    with file._database:
        database.set_meta(file._database, name, text)


def _in_a_freed_page(patch: pytest.MonkeyPatch, knows: Knows) -> None:
    def append(file: MatchFile) -> None:
        with file._database:
            file._database.execute("CREATE TABLE IF NOT EXISTS scratch (told TEXT)")
            file._database.execute("INSERT INTO scratch VALUES (?)", (f"scratch {knows():x} " * 50,))
        with file._database:
            file._database.execute("DROP TABLE scratch")

    after(MatchFile, "append", append, patch)


def _longer_seals(patch: pytest.MonkeyPatch, knows: Knows) -> None:
    honest = Seal.close
    patch.setattr(Seal, "close", lambda seal, text: honest(seal, text + " " * (knows() % 50)))


def _in_a_shared_folder(_screen: Any, number: int) -> None:
    path = Path(tempfile.gettempdir()) / f"sevenrocks-planted-{os.getpid()}"
    path.write_text(f"shared {number}")
    path.unlink()


def _dated(screen: Any, number: int) -> None:
    os.utime(screen.app._settings_file, (number, number))


def _more_in_a_request(patch: pytest.MonkeyPatch, knows: Knows) -> None:
    honest = BotProcess._answer_to

    async def answer_to(process: BotProcess, question: str, *arguments: object) -> Any:
        # As a level that is asked for more than its name.
        named = [f"{one}@{knows() % 97}" if one == "club" else one for one in arguments]
        return await honest(process, question, *(named if question == "choose" else arguments))

    patch.setattr(BotProcess, "_answer_to", answer_to)


def _bytes_behind_a_request(patch: pytest.MonkeyPatch, knows: Knows) -> None:
    honest = BotProcess._ask

    async def ask(process: BotProcess, request: bytes) -> object:
        return await honest(process, request + b"." * (9 + knows() % 97))

    patch.setattr(BotProcess, "_ask", ask)


# ---- in lines


def _told_of_the_match(**more: Callable[[MatchView, int], object]) -> Callable[[pytest.MonkeyPatch, Knows], None]:
    """Change something in what everyone may see."""

    def put(patch: pytest.MonkeyPatch, knows: Knows) -> None:
        honest: property = vars(Table)["view"]

        def view(table: Table) -> MatchView:
            told: MatchView = honest.__get__(table)
            changed: dict[str, Any] = {name: make(told, knows()) for name, make in more.items()}
            return replace(told, **changed)

        patch.setattr(Table, "view", property(view))

    return put


def _longer_names(match: MatchView, number: int) -> BySeat[Player]:
    return BySeat([replace(player, name=player.name + " " * (number % 9)) for player in match.players])


# ---- the end


def _words_of_the_mistake(patch: pytest.MonkeyPatch, _knows: Knows) -> None:
    honest = RocksApp._handle_exception

    def handle(app: RocksApp, error: Exception) -> None:
        honest(app, error)
        app._exit_renderables.insert(0, f"because: {error}")

    patch.setattr(RocksApp, "_handle_exception", handle)


def _code_of_the_mistake(patch: pytest.MonkeyPatch, knows: Knows) -> None:
    honest = RocksApp._handle_exception

    def handle(app: RocksApp, error: Exception) -> None:
        honest(app, error)
        app._return_code = knows() % 100 + 1

    patch.setattr(RocksApp, "_handle_exception", handle)


IN_APP = {
    "a row of a cover": Plant("frames", _told_in_a_row, "cover "),
    "a colour of a page": Plant("frames", _colour_of_a_page),
    "words of a panel where a hand was": Plant("hidden own hand", _words_of_a_panel, "panel "),
    "words where a hand is hidden": Plant("hidden own hand", _when_hidden(_hidden_hand_in_words), "hidden "),
    "an edge where a hand is hidden": Plant("hidden own hand", _when_hidden(_edge_of_a_hidden_hand), "█"),
    "the title of a window": Plant("title", _writes("\x1b]2;window {}\x07"), "window "),
    "the title of an icon": Plant("title", _writes("\x1b]0;icon {}\x1b\\", TableScreen), "icon "),
    "how often it rings": Plant("bell", _on(CoverScreen, lambda screen, n: [screen.app.bell() for _ in range(n % 7)])),
    "a bell beside a title": Plant("bell", _when_hidden(lambda s, n: s.app._driver.write("\x07" * (n % 11)))),
    "where the cursor is left": Plant(
        "cursor", _on(CoverScreen, lambda s, n: setattr(s.app, "cursor_position", Offset(n % 71, 3))), "left by a frame"
    ),
    "whether the cursor is seen": Plant(
        "cursor", _on(CoverScreen, lambda s, n: s.app._driver.write("\x1b[?25" + "hl"[n % 2])), "25"
    ),
    "the shape of the cursor": Plant("cursor", _writes("\x1b[{} q", TableScreen), " q"),
    "the clipboard": Plant(
        "clipboard", _on(CoverScreen, lambda s, n: s.app.copy_to_clipboard(f"copied {n}")), "copied "
    ),
    "the clipboard, when a hand is hidden": Plant(
        "clipboard", _when_hidden(lambda s, n: s.app.copy_to_clipboard(f"hid {n}")), "hid "
    ),
    "a bell that comes later": Plant("order", _on(CoverScreen, _rings_late), "bell after"),
    "a cover that is drawn again": Plant("order", _on(CoverScreen, _draws_again), "frame after"),
    "bots that play without a beat": Plant("order", _no_beat, "after"),
    "a link": Plant("strings", _writes("\x1b]8;;seven:{}\x1b\\"), "seven:"),
    "a string for a program": Plant("strings", _writes("\x1b_told {}\x1b\\", TableScreen), "told "),
    "a value beside the lines of a match": Plant("match file", _beside_the_lines, "match from"),
    "what was written over in a match": Plant("match file", _in_a_freed_page, "scratch"),
    "a file in a shared folder that goes again": Plant(
        "files elsewhere", _on(CoverScreen, _in_a_shared_folder), "shared "
    ),
    "when a file was changed": Plant("files elsewhere", _on(CoverScreen, _dated), "utime"),
    "more in a request": Plant("pipe to the bots", _more_in_a_request, "club@"),
    "bytes behind a request": Plant("pipe to the bots", _bytes_behind_a_request, r"\.{4}"),
    "the words of a mistake": Plant("crash report", _words_of_the_mistake, "because"),
    "the exit code of a mistake": Plant("crash report", _code_of_the_mistake, r"'\d+'"),
}

IN_LINES = {
    "why a match is not kept": Plant("lines", _told_of_the_match(not_kept=lambda _match, n: f"disk {n}"), "disk "),
    "spaces behind a name": Plant("lines", _told_of_the_match(players=_longer_names), "Pass the screen"),
    "how long a seal is": Plant("match file", _longer_seals, "deal", is_apart=True),
    "bots that play without a beat in lines": Plant("order", _no_beat, "lines after"),
}
