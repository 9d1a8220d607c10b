"""The cross on the table: spinner, sides, arms, open places, counted ends, and placing a tile.

Three things, which differ (rules.md 6.1, 6.2, 6.3):

- An *end* is an outer end that counts, a *place* is where a tile may go. An arm that nobody has begun is a place and counts
  nothing, and a spinner with both sides free is one end with two places.
- A *line* is what has grown from a side, an arm, or the opening. 0 and 1 are the two ways in which the opening grows, and once
  there is a spinner its two sides; 2 and 3 are its arms. A line keeps its number from play to play, but where a spinner joins
  the opening all that lay there before becomes line 0 (rules.md 6.9).

In what a search does a million times tiles are compared by their halves (`tile.low == tile.high`), which is twice as fast as
to ask for `is_double`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from .errors import Refusal
from .rules import ARMS, SIDES
from .tiles import Tile


class Port(Enum):
    """Where on a tile another one joins it."""

    LOW = "low half"
    HIGH = "high half"
    SIDE_A = "side A"
    SIDE_B = "side B"
    ARM_A = "arm A"
    ARM_B = "arm B"


_DOUBLE_PORTS = (Port.SIDE_A, Port.SIDE_B, Port.ARM_A, Port.ARM_B)
"""The ports of a double in the order of use; only the spinner has arms."""


_LINES = {port: number for number, port in enumerate(_DOUBLE_PORTS)} | {Port.LOW: 0, Port.HIGH: 1}
"""The line that begins at a port of the spinner, or of the opening where there is no spinner yet."""


class End(NamedTuple):
    """An outer end that counts: the tile there and the value of its open half."""

    tile: Tile
    half: int

    @property
    def pips(self) -> int:
        """What it adds to the count, 0 to 12. A double counts both halves (rules.md 8.2, 8.3)."""
        return self.tile.low + self.tile.high if self.tile.low == self.tile.high else self.half


class OpenPlace(NamedTuple):
    """A place where a tile may go: the host it would join, at which port, and the value to match."""

    host: Tile
    port: Port
    half: int


class Joint(NamedTuple):
    """One placement: the tile, the port of its own that joined, and the host and port that it joined.

    The opening joins nothing: its host and both ports are None.
    """

    tile: Tile
    port: Port | None
    host: Tile | None
    host_port: Port | None


@dataclass(frozen=True, slots=True)
class Layout:
    """The tiles on the table, in the order of placing, and what follows from them.

    >>> opened = Layout().place(Tile(1, 4))
    >>> spun = opened.place(Tile(1, 1), host=Tile(1, 4))
    >>> spun.spinner, spun.count
    (Tile(low=1, high=1), 6)
    """

    joints: tuple[Joint, ...] = ()
    ends: tuple[End, ...] = ()
    spinner: Tile | None = None
    branches: int = 0
    """How many lines have begun at the spinner, 0 to 4: two sides, then two arms."""

    @property
    def count(self) -> int:
        """The sum of the counted ends, 0 to 36 (rules.md 8.1, 8.9)."""
        total = 0
        for end in self.ends:
            total += end.pips
        return total

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles on the table in the order of placing."""
        return tuple(joint.tile for joint in self.joints)

    @property
    def hosts(self) -> tuple[tuple[Tile, int], ...]:
        """Each tile that another one may join, with the value to match; one entry for places equal by symmetry.

        The two halves of a lone opening tile are two entries.
        """
        spinner = self.spinner
        ends = tuple([(end.tile, end.half) for end in self.ends])
        if spinner is not None and SIDES <= self.branches < SIDES + ARMS:
            return (*ends, (spinner, spinner.low))
        return ends

    @property
    def open_places(self) -> tuple[OpenPlace, ...]:
        """Every place where a tile may go. Before the opening there is none: any tile may open."""
        places = []
        for end in self.ends:
            if end.tile == self.spinner:
                continue
            if not end.tile.is_double:
                places.append(OpenPlace(end.tile, _half_port(end.tile, end.half), end.half))
            else:
                places.append(OpenPlace(end.tile, Port.SIDE_B, end.half))
        if self.spinner is not None:
            free = range(self.branches, SIDES if self.branches < SIDES else SIDES + ARMS)
            places += [OpenPlace(self.spinner, _DOUBLE_PORTS[branch], self.spinner.low) for branch in free]
        return tuple(places)

    @property
    def ends_by_line(self) -> tuple[End, ...]:
        """The counted ends in the order of their lines, which stays the same from play to play but where a spinner joins."""

        def line(end: End) -> int:
            if end.tile == self.spinner:
                return self.line_of(end.tile, _DOUBLE_PORTS[self.branches])
            return self.line_of(end.tile, _half_port(end.tile, end.half))

        return tuple(sorted(self.ends, key=line))

    def line_of(self, tile: Tile, port: Port) -> int:
        """Which line goes on at this port of a tile on the table.

        0 and 1 are the two ways in which the opening grows, or the spinner's sides in the order of use; 2 and 3 its arms.
        """
        joints = {joint.tile: joint for joint in self.joints}
        while tile != self.spinner:
            joint = joints[tile]
            if joint.host is None or joint.host_port is None:
                # The opening. A spinner that came later was joined to this line by its first side.
                return _LINES[port] if self.spinner is None else 0
            tile, port = joint.host, joint.host_port
        return _LINES[port]

    def refusal(self, tile: Tile, host: Tile | None) -> Refusal | None:
        """Why `tile` cannot join `host` (None: open the round), or None where it can."""
        if host is None:
            return Refusal.NO_HOST if self.joints else None
        reason = Refusal.NOT_OPEN
        for open_host, half in self.hosts:
            if open_host == host:
                if half in tile:
                    return None
                reason = Refusal.NO_MATCH
        return reason

    def place(self, tile: Tile, host: Tile | None = None) -> Layout:
        """The layout after `tile` joined `host`, or opened where `host` is None. The placing must be legal.

        A half matches an open place of the same value, and the other half becomes the outer end (rules.md 4.3, 4.4); a
        double at an end counts both halves until a tile continues from it (rules.md 8.3, 8.4); the first double is the
        only spinner, two sides first, then two arms (rules.md 7.1, 7.2, 7.4, 7.5).
        """
        double = tile.low == tile.high
        if host is None:
            joint = Joint(tile, None, None, None)
            if double:
                return Layout((joint,), (End(tile, tile.low),), tile, 0)
            return Layout((joint,), (End(tile, tile.low), End(tile, tile.high)), None, 0)

        spinner, branches = self.spinner, self.branches
        if host == spinner:
            half = host.low
            host_port = _DOUBLE_PORTS[branches]
            branches += 1
            ends = [end for end in self.ends if end.tile != host or branches < SIDES]
        else:
            ends = list(self.ends)
            joined = next(end for end in ends if end.tile == host and end.half in tile)
            half = joined.half
            ends.remove(joined)
            host_port = Port.SIDE_B if host.low == host.high else _half_port(host, half)
        if double:
            port = Port.SIDE_A
            if spinner is None:
                spinner, branches = tile, 1
        else:
            port = _half_port(tile, half)
        ends.append(End(tile, tile.other(half)))
        return Layout((*self.joints, Joint(tile, port, host, host_port)), tuple(ends), spinner, branches)


def _half_port(tile: Tile, half: int) -> Port:
    return Port.LOW if half == tile.low else Port.HIGH
