"""Tiles, seats, plays, hands and draws as the words of a record."""

from __future__ import annotations

import re
from typing import TypeVar

from sevenrocks.engine.actions import PASS, Action, Ending, Place
from sevenrocks.engine.deal import DrawTurn
from sevenrocks.engine.errors import NotationError
from sevenrocks.engine.seats import Partnership, Seat
from sevenrocks.engine.tiles import MAX_PIP, Hand, Tile
from sevenrocks.i18n import _
from sevenrocks.record import Play, RoundEnd

T = TypeVar("T")


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
    return str(tile)


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

    >>> str(parse_play("N 50@55 +10"))
    'N 05@55 +10'
    """
    words = text.split(" ")
    if len(words) not in (2, 3):
        raise NotationError(_("expected a play such as N 05@55 +10, found {text}").format(text=echo(text)))
    return Play(parse_seat(words[0]), parse_action(words[1]), _parse_award(words[2]) if len(words) == 3 else 0)


def parse_action(text: str) -> Action:
    """An action: ``55``, ``05@55`` or ``pass``. Raises NotationError."""
    if text == "pass":
        return PASS
    tile, at, host = text.partition("@")
    return Place(parse_tile(tile), parse_tile(host) if at else None)


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
    return " ".join(f"{seat.name} {tile}" for seat, tile in turn)


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


def echo_words(text: str) -> str:
    """A text that may hold a stranger's, shortened, on one line, ASCII alone."""
    return "".join(c if " " <= c <= "~" else "?" for c in text[:120])


def echo(text: object) -> str:
    """A stranger's text as it may be shown: quoted, shortened, ASCII alone."""
    shown = str(text)
    return ascii(shown[:40] + ("..." if len(shown) > 40 else ""))
