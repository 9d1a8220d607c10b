"""What can be looked up beside the table: why the ends count what they count, what the master would play, the log, the keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len

from sevenrocks.drawing.paint import Label, Role
from sevenrocks.engine.layout import Layout, Port
from sevenrocks.engine.rules import SIDES
from sevenrocks.engine.tiles import Tile
from sevenrocks.engine.view import SeatView
from sevenrocks.i18n import _
from sevenrocks.seen import MatchView, Players
from sevenrocks.telling.explaining import knock_explanation
from sevenrocks.telling.sentences import (
    brief_end_reasons,
    brief_reason_words,
    end_reasons,
    reason_words,
    tile_words,
)
from sevenrocks.tui.widgets.layout_view import WouldLie
from sevenrocks.tui.widgets.log import log_columns, reasons_of
from sevenrocks.tui.widgets.painted import Piece, fit, hanging, row_width, wrap
from sevenrocks.tui.widgets.panel import Lit, Row, Told

if TYPE_CHECKING:
    # It would load the bots' tables.
    from sevenrocks.bots.advice import Advice

_LEAD = 6
"""Columns before a sentence."""


# ---- why


class Line(NamedTuple):
    """A sentence of an explanation, and which ends and open places of the table it is about."""

    words: str
    lead: str = ""
    """What stands at the end that it is about."""
    ends: frozenset[int] = frozenset()
    places: frozenset[tuple[Tile, Port]] = frozenset()
    brief: str = ""
    """The same in a few words, where the sentence has no room in a row."""


def count_lines(layout: Layout, ring: str) -> list[Line]:
    """What each end counts, and what counts nothing."""
    ends = layout.ends_by_line
    lines = []
    for number, (words, brief) in enumerate(zip(end_reasons(layout), brief_end_reasons(layout), strict=True)):
        if number < len(ends):
            lines.append(Line(words, f"+{ends[number].pips}", frozenset({number}), brief=brief))
        else:
            lines.append(Line(words, ring if ends else "", places=_arms(layout), brief=brief))
    return lines


def _arms(layout: Layout) -> frozenset[tuple[Tile, Port]]:
    """The places at a spinner that counts nothing any more."""
    if layout.branches < SIDES:
        return frozenset()
    return frozenset((place.host, place.port) for place in layout.open_places if place.host == layout.spinner)


def knock_lines(view: SeatView, ring: str) -> list[Line]:
    """Why the seat of this view must knock: what each open value asks for, and that the hand has none of it."""
    layout = view.public.layout
    values = sorted({place.half for place in layout.open_places})
    lines = []
    for number, words in enumerate(knock_explanation(view)):
        if number >= len(values):
            lines.append(Line(words))
            continue
        ends = [at for at, end in enumerate(layout.ends_by_line) if end.half == values[number]]
        arms = _arms(layout) if layout.spinner is not None and layout.spinner.low == values[number] else frozenset()
        lines.append(Line(words, f"+{layout.ends_by_line[ends[0]].pips}" if ends else ring, frozenset(ends), arms))
    return lines


class Explaining(Told):
    """Sentence by sentence why something is so; what the chosen one is about lights up on the table."""

    closed_by = "explain"

    def __init__(
        self,
        title: Callable[[], str],
        lines: Callable[[], list[Line]],
        ring: str,
        *,
        first: Callable[[], str] = str,
        is_of_hand: bool = False,
    ) -> None:
        """`first` tells what it all comes to, above the sentences."""
        super().__init__()
        self._title = title
        self._lines = lines
        self._ring = ring
        self._first = first
        self.is_of_hand = is_of_hand

    @property
    def items(self) -> int:  # type: ignore[override]
        """A sentence each."""
        return len(self._lines())

    def title(self) -> str:
        """What is explained."""
        return self._title()

    def rows(self, width: int) -> list[Row]:
        """A sentence behind what stands at its end on the table."""
        first = self._first()
        rows = [Row([(text, "strong")]) for text in (wrap(first, width) if first else ())]
        for number, line in enumerate(self._lines()):
            is_chosen = number == self.at
            role = "lit" if is_chosen else "count" if line.lead.startswith("+") else "strong"
            chip: list[Piece] = [(f"[{line.lead}]" if is_chosen else f" {line.lead} ", role)] if line.lead else []
            lead = [*chip, (" " * (_LEAD - row_width(chip)), "felt")]
            has_room = not line.brief or cell_len(line.words) <= width - _LEAD
            for at, text in enumerate(wrap(line.words if has_room else line.brief, width - _LEAD)):
                before: list[Piece] = [(" " * _LEAD, "felt")] if at else lead
                rows.append(Row([*before, (text, "strong" if is_chosen else "plain")], number))
        return rows

    def lit(self) -> Lit:
        """The end that is told about."""
        lines = self._lines()
        line = lines[min(self.at, len(lines) - 1)]
        return Lit(line.ends, dict.fromkeys(line.places, (self._ring, Role.LIT)))


# ---- hint

_BAR = 8
"""Cells of a bar, beside the zero line."""
_BAR_PIECES = 5
"""The pieces of a bar, with the gap behind it."""
_ROOMY = 70
"""Columns from which a short reason has room beside its play, and a second column of keys beside the first."""


class Hinting(Told):
    """The best plays, as the master sees them from this seat: in rows, and where they would lie."""

    closed_by = "hint"
    is_of_hand = True

    def __init__(
        self, players: Players, view: SeatView, advices: Sequence[Advice], *, ascii_only: Callable[[], bool]
    ) -> None:
        super().__init__()
        self.advices = advices
        self.items = len(advices)
        self._players = players
        self._layout = view.public.layout
        self._is_ascii = ascii_only

    def title(self) -> str:
        """What is told."""
        return _("Best plays")

    def about(self) -> str:
        """What the figures mean."""
        return _("points expected over the other pair until the round ends")

    def rows(self, width: int) -> list[Row]:
        """A play with its figure, a bar from a zero line, and its reason, in a row; then what the figures mean.

        Where the reasons have no room there in full, that of the chosen one stands below them all.
        """
        plays = [self._play(advice) for advice in self.advices]
        wide = max(map(cell_len, plays), default=0)
        leads: list[list[Piece]] = []
        for number, (advice, play) in enumerate(zip(self.advices, plays, strict=True)):
            points = round(advice.points)
            lead: list[Piece] = [self._chip(number), (f"  {fit(play, wide)} ", "strong")]
            lead += [(f"{points:+4}" if points else "   0", _role(points)), (" ", "plain")]
            leads.append([*lead, *self._bar(points), ("  ", "plain")])
        room = width - max(map(row_width, leads), default=0)
        if room < 0:
            leads, room = [lead[:-_BAR_PIECES] for lead in leads], 0
        reasons = [self._reason(number) for number in range(self.items)]
        is_roomy = all(cell_len(reason) <= room for reason in reasons)
        if not is_roomy and width >= _ROOMY:
            reasons = [fit(brief_reason_words(self._players, advice.reason), room).rstrip() for advice in self.advices]
        elif not is_roomy:
            reasons = [""] * self.items
        rows = [
            Row([*lead, (reason, self._role_of(number))], number)
            for number, (lead, reason) in enumerate(zip(leads, reasons, strict=True))
        ]
        if not is_roomy and self.advices:
            rows += [
                Row([(line, "plain" if width >= _ROOMY else "strong")]) for line in wrap(self._reason(self.at), width)
            ]
        meaning = _(
            "The points say how much better than the other pair you should do from here to the end of the round, "
            "on average over many deals that fit what you know; they are not the points for that tile. The "
            "master sees no hand but yours."
        )
        return rows + [Row([(line, "faint")]) for line in wrap(meaning, width)]

    def _reason(self, number: int) -> str:
        return reason_words(self._players, self.advices[number].reason, tells_count=True)

    def _role_of(self, number: int) -> str:
        return "strong" if number == self.at else "plain"

    def _chip(self, number: int) -> Label:
        """The number of a play, as it stands on the table, too."""
        if number == self.at:
            return f"[{number + 1}]", Role.CHOSEN
        return f" {number + 1} ", Role.CHOICE

    @staticmethod
    def _play(advice: Advice) -> str:
        tile = tile_words(advice.action.tile)
        if advice.action.host is None:
            return _("{tile} opens").format(tile=tile)
        return _("{tile} on {host}").format(tile=tile, host=tile_words(advice.action.host))

    def _bar(self, points: int) -> list[Piece]:
        """A bar from the zero line, to the left of it below zero; half a row high, so that rows part.

        Where all plays are on one side of zero, that side has all the room.
        """
        told = [round(advice.points) for advice in self.advices]
        most, signs = max(map(abs, told)), {each > 0 for each in told if each}
        left = _BAR // 2 if len(signs) > 1 else _BAR if signs == {False} else 0
        reach = (left if points < 0 else _BAR - left) if points else 0
        cells = max(round(abs(points) * reach / most), 1) if points else 0
        block, line = ("#", "|") if self._is_ascii() else ("▄", "│")
        bar: Piece = (block * cells, _role(points))
        before, after = left - cells * (points < 0), _BAR - left - cells * (points > 0)
        around: tuple[Piece, Piece] = (" " * before, "felt"), (" " * after, "felt")
        zero: Piece = (line, "faint")
        return [around[0], bar, zero, around[1]] if points < 0 else [around[0], zero, bar, around[1]]

    def lit(self) -> Lit:
        """Each play where it would lie, with its number; of several at one place the chosen one, or else the first."""
        labels: dict[tuple[Tile, Port], Label] = {}
        would = []
        # The chosen one comes last, and so lies above what it may overlap.
        for place, numbers in sorted(self._by_place().items(), key=lambda each: self.at in each[1]):
            labels[place] = label = self._label(numbers)
            would.append(WouldLie(self._after(self.at if self.at in numbers else numbers[0]), label))
        return Lit(labels=labels, would=would)

    def play_at(self, host: Tile, port: Port) -> int | None:
        """The play that is shown at a place; None where none is."""
        numbers = self._by_place().get((host, port))
        return None if numbers is None else self.at if self.at in numbers else numbers[0]

    def _by_place(self) -> dict[tuple[Tile, Port], list[int]]:
        """Which plays go to each place."""
        by_place: dict[tuple[Tile, Port], list[int]] = {}
        for number in range(self.items):
            joint = self._after(number).joints[-1]
            if joint.host is not None and joint.host_port is not None:
                by_place.setdefault((joint.host, joint.host_port), []).append(number)
        return by_place

    def _after(self, number: int) -> Layout:
        action = self.advices[number].action
        return self._layout.place(action.tile, action.host)

    def _label(self, numbers: Sequence[int]) -> Label:
        if len(numbers) == 1:
            return self._chip(numbers[0])
        role = Role.CHOSEN if self.at in numbers else Role.CHOICE
        told = [str(number + 1) for number in sorted(numbers)]
        return f"{told[0]}-{told[-1]}" if len(told) > 2 else "/".join(told), role


def _role(points: int) -> str:
    return "loss" if points < 0 else "award" if points else "plain"


# ---- log


class Logging(Told):
    """The story of the round, every knock included; on request with what can be said for the plays of bots."""

    closed_by = "log"
    begins_at_end = True

    def __init__(self, match: Callable[[], MatchView]) -> None:
        super().__init__()
        self._match = match
        self.has_reasons = False

    def title(self) -> str:
        """Which round it is."""
        return _("Round {n}").format(n=len(self._match().rounds))

    def rows(self, width: int) -> list[Row]:
        """A row an event."""
        match = self._match()
        return [Row(row) for row in log_columns(match, width, reasons_of(match) if self.has_reasons else None)]


# ---- keys


class KeysTold(Told):
    """The keys of this moment, and what each does."""

    closed_by = "panel-close"

    def __init__(self, keys: Callable[[], Sequence[tuple[str, str]]], all_keys: Callable[[], str]) -> None:
        """`all_keys` tells what the key is called that shows every key."""
        super().__init__()
        self._keys = keys
        self._all_keys = all_keys

    def title(self) -> str:
        """What is told."""
        return _("Keys now")

    def about(self) -> str:
        """Where there is more."""
        return _("{key} once more: every key").format(key=self._all_keys())

    def rows(self, width: int) -> list[Row]:
        """A key, and what it does; in two columns where there is room."""
        keys = self._keys()
        wide = min(max((cell_len(name) for name, _does in keys), default=0), width // 3) + 2
        half = (len(keys) + 1) // 2
        column = width // 2
        if width < _ROOMY or any(wide + cell_len(does) >= column for _name, does in keys):
            return [
                Row(row) for name, does in keys for row in hanging((fit(name, wide), "key"), (does, "plain"), width)
            ]
        rows: list[list[Piece]] = []
        for name, does in keys[:half]:
            rows.append([(fit(name, wide), "key"), (fit(does, column - wide), "plain")])
        for row, (name, does) in zip(rows, keys[half:], strict=False):
            row += [(fit(name, wide), "key"), (does, "plain")]
        return [Row(row) for row in rows]
