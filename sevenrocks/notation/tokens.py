"""Tiles, seats, actions, plays, hands, draws, layouts and seats taken, as text: each is a pair of `parse_x` and `format_x`.

It is the one reader and the one writer of each of them, for records, kept matches, lessons, commands and what a player types.
`str()` of an engine's value is for debugging alone.
"""

from __future__ import annotations

import re
from typing import NamedTuple, TypeVar

from sevenrocks.engine.actions import PASS, Action, Ending, Pass, Place
from sevenrocks.engine.deal import DrawTurn
from sevenrocks.engine.errors import NotationError
from sevenrocks.engine.layout import Layout
from sevenrocks.engine.seats import Partnership, Seat
from sevenrocks.engine.tiles import MAX_PIP, Hand, Tile
from sevenrocks.i18n import _
from sevenrocks.names import parse_name
from sevenrocks.seating import Change, Player

T = TypeVar("T")


class Play(NamedTuple):
    """One line of a round: who did what, and the points awarded for it (0 for none)."""

    seat: Seat
    action: Action
    award: int = 0


class RoundEnd(NamedTuple):
    """How a round ended: by whom it went out, or which pair won the match by it."""

    ending: Ending
    seat: Seat | None = None
    winner: Partnership | None = None


def parse_tile(text: str) -> Tile:
    """The tile of two digits. Raises NotationError.

    >>> parse_tile("50")
    Tile(low=0, high=5)
    """
    digits = [ord(character) - ord("0") for character in text]
    if len(digits) != 2 or not all(0 <= digit <= MAX_PIP for digit in digits):
        raise NotationError(_("expected a tile such as 05, found {text}").format(text=echo(text)))
    return Tile.of(digits[0], digits[1])


def format_tile(tile: Tile) -> str:
    """Two digits, the lower half first."""
    return f"{tile.low}{tile.high}"


def parse_seat(text: str) -> Seat:
    """The seat of a letter N, E, S or W. Raises NotationError."""
    return _member(Seat, text, _("expected a seat N, E, S or W, found {text}"))


def parse_partnership(text: str) -> Partnership:
    """The partnership NS or EW. Raises NotationError."""
    return _member(Partnership, text, _("expected NS or EW, found {text}"))


def _member(kind: type[T], text: str, message: str) -> T:
    members: dict[str, T] = getattr(kind, "__members__")  # noqa: B009, an Enum's own table
    if text not in members:
        raise NotationError(message.format(text=echo(text)))
    return members[text]


def parse_play(text: str) -> Play:
    """A line of a round. Raises NotationError.

    The award that a line states is the count that was called, where a house wants that; no award is no call.

    >>> format_play(parse_play("N 50@55 +10"))
    'N 05@55 +10'
    """
    words = text.split(" ")
    if len(words) not in (2, 3):
        raise NotationError(_("expected a play such as N 05@55 +10, found {text}").format(text=echo(text)))
    return Play(parse_seat(words[0]), parse_action(words[1]), _parse_award(words[2]) if len(words) == 3 else 0)


def format_play(play: Play) -> str:
    """A line of a round: the seat, the action, and the award where there is one."""
    award = f" +{play.award}" if play.award else ""
    return f"{play.seat.name} {format_action(play.action)}{award}"


def parse_action(text: str) -> Action:
    """An action: ``55``, ``05@55`` or ``pass``. Raises NotationError."""
    if text == "pass":
        return PASS
    tile, at, host = text.partition("@")
    return Place(parse_tile(tile), parse_tile(host) if at else None)


def format_action(action: Action) -> str:
    """An action, without the count that is called."""
    if isinstance(action, Pass):
        return "pass"
    tile = format_tile(action.tile)
    return tile if action.host is None else f"{tile}@{format_tile(action.host)}"


def _parse_award(text: str) -> int:
    if not re.fullmatch(r"\+[1-9][0-9]?", text):
        raise NotationError(_("expected an award such as +10, found {text}").format(text=echo(text)))
    return int(text[1:])


def parse_hand(text: str) -> Hand:
    """The tiles of a hand, in any order. Raises NotationError."""
    return tuple(sorted(parse_tile(word) for word in text.split(" ")))


def format_hand(hand: Hand) -> str:
    """The tiles of a hand, ascending."""
    return " ".join(map(format_tile, sorted(hand)))


def parse_draw_turn(text: str) -> DrawTurn:
    """One turn of a draw, as in ``S 15 W 26``. Raises NotationError."""
    words = text.split(" ")
    if len(words) % 2 or len(words) > 2 * len(Seat):
        raise NotationError(_("expected a draw such as S 15 W 26, found {text}").format(text=echo(text)))
    return tuple((parse_seat(seat), parse_tile(tile)) for seat, tile in zip(words[::2], words[1::2], strict=True))


def format_draw_turn(turn: DrawTurn) -> str:
    """One turn of a draw: each candidate and the tile drawn."""
    return " ".join(f"{seat.name} {format_tile(tile)}" for seat, tile in turn)


def parse_end(text: str) -> RoundEnd:
    """How a round ended: ``out S``, ``blocked``, ``won NS``. Raises NotationError."""
    match text.split(" "):
        case ["out", seat]:
            return RoundEnd(Ending.OUT, seat=parse_seat(seat))
        case ["blocked"]:
            return RoundEnd(Ending.BLOCKED)
        case ["won", pair]:
            return RoundEnd(Ending.WON, winner=parse_partnership(pair))
        case _:
            raise NotationError(_('expected "out S", "blocked" or "won NS", found {text}').format(text=echo(text)))


def format_end(end: RoundEnd) -> str:
    """How a round ended."""
    named = end.winner if end.seat is None else end.seat
    return end.ending.value if named is None else f"{end.ending.value} {named.name}"


def parse_position(text: str) -> Layout:
    """The layout after these placements, each as `tile@host`. Raises NotationError for what is none.

    >>> parse_position("14 11@14 44@14").count
    10
    """
    layout = Layout()
    for word in text.split():
        action = parse_action(word)
        if isinstance(action, Pass) or action.tile in layout.tiles or layout.refusal(action.tile, action.host):
            raise NotationError(_("{text} cannot be placed there").format(text=echo(word)))
        layout = layout.place(action.tile, action.host)
    return layout


def format_position(layout: Layout) -> str:
    """The placements that make a layout.

    >>> format_position(parse_position("14 11@14 44@14"))
    '14 11@14 44@14'
    """
    return " ".join(format_action(Place(joint.tile, joint.host)) for joint in layout.joints)


def parse_change(text: str) -> Change:
    """Who took a seat, and after how many plays of the round: `5 E bot:club Greta`; `-` before it was dealt.

    Raises NotationError.
    """
    words = text.split(" ", 3)
    found = re.fullmatch(r"person|bot:([a-z0-9_-]{1,20})", words[2]) if len(words) == 4 else None
    if found is None or not re.fullmatch(r"-|0|[1-9][0-9]{0,2}", words[0]):
        raise NotationError(_("expected a change such as 5 E bot:club Greta, found {text}").format(text=echo(text)))
    after = None if words[0] == "-" else int(words[0])
    return Change(parse_seat(words[1]), Player(parse_name(words[3]), found[1]), after)


def format_change(change: Change) -> str:
    """Who took a seat.

    >>> format_change(Change(Seat.E, Player("Greta", "club"), 5)), format_change(Change(Seat.E, Player("Bartek")))
    ('5 E bot:club Greta', '- E person Bartek')
    """
    kind = "person" if change.player.level is None else f"bot:{change.player.level}"
    after = "-" if change.after is None else change.after
    return f"{after} {change.seat.name} {kind} {change.player.name}"


def echo_text(text: str) -> str:
    """A text that may hold a stranger's, shortened, on one line, ASCII alone."""
    return "".join(c if " " <= c <= "~" else "?" for c in text[:120])


def echo(text: object) -> str:
    """A stranger's text as it may be shown: quoted, shortened, ASCII alone."""
    shown = str(text)
    return ascii(shown[:40] + ("..." if len(shown) > 40 else ""))
