"""Why something is as it is, in sentences: a forced knock, what the hands cost at the end, the award that won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sevenrocks.engine.actions import Ending, RoundEnded
from sevenrocks.engine.rules import AWARD_STEP
from sevenrocks.engine.seats import Partnership
from sevenrocks.i18n import _, ngettext
from sevenrocks.seen import MatchView

from .seats import pair_letters, seat_letter
from .sentences import explanation, listed_words, names_words, tile_words

if TYPE_CHECKING:
    from sevenrocks.engine.view import SeatView


def knock_explanation(view: SeatView) -> list[str]:
    """Why the seat of this view, which is in turn and cannot place, must knock. It tells of the hand."""
    layout = view.public.layout
    values = tuple(sorted({place.half for place in layout.open_places}))
    told = []
    for value in values:
        hosts = list(dict.fromkeys(tile_words(place.host) for place in layout.open_places if place.half == value))
        told.append(_("Open for a {n}: {tiles}.").format(n=value, tiles=listed_words(hosts)))
    tiles = listed_words([tile_words(tile) for tile in view.hand])
    return [
        *told,
        _("You hold {tiles}: no half of them is {values}, so you cannot play.").format(
            tiles=tiles, values=_values_or(values)
        ),
        _("If you cannot play you must knock; then everyone knows which numbers you lack."),
    ]


def deductions_explanation(match: MatchView, ended: RoundEnded) -> list[str]:
    """What each hand that is left costs its pair, hand by hand, and what the pairs have then."""
    if ended.ending is Ending.BLOCKED:
        told = [_("Nobody can play, so the round is over.")]
    else:
        told = [_("The last tile of a hand ends the round.")]
    told.append(
        _(
            "Every hand left costs its own pair points, the hand of the partner of whoever went out too: its "
            "pips, rounded to the nearest multiple of {n}, each hand by itself. 2 becomes 0, 3 becomes 5."
        ).format(n=AWARD_STEP)
    )
    for seat, player in match.rounds[-1].players.by_seat():
        hand, letter = ended.hands[seat], seat_letter(seat)
        if not hand:
            told.append(
                _("{name} ({seat}) has no tiles left: that costs nothing.").format(name=player.name, seat=letter)
            )
            continue
        pips = ngettext("{n} pip", "{n} pips", ended.left[seat])
        words = _("{name} ({seat}) has {tiles} left: {pips}, rounded to {n}, taken from {pair}.")
        tiles = listed_words([tile_words(tile) for tile in hand])
        told.append(
            words.format(
                name=player.name,
                seat=letter,
                tiles=tiles,
                pips=pips,
                n=ended.lost[seat],
                pair=pair_letters(seat.partnership),
            )
        )
    return [*told, *settled_words(match, ended)]


def settled_words(match: MatchView, ended: RoundEnded) -> list[str]:
    """What is taken from each pair, and what it has then: `NS: 90 - 10 - 5 = 75.`."""
    before, told = match.scores_in_play, []
    for side in Partnership:
        one, other = (ended.lost[seat] for seat in side.seats)
        told.append(f"{pair_letters(side)}: {before[side]} - {one} - {other} = {ended.scores[side]}.")
    return told


def win_explanation(match: MatchView) -> list[str]:
    """Why the match is over: what the last award was made of, and that it reached the target."""
    assert match.winner is not None
    told = _(
        "So {names} have {score} points. A pair that reaches {target} with a tile wins at once; no hand costs anything."
    )
    names = names_words(match.players, match.winner)
    score = match.scores[match.winner]
    return [*explanation(match.round.layout), told.format(names=names, score=score, target=match.target)]


def _values_or(values: tuple[int, ...]) -> str:
    """Some values of which none is meant: `a 2, 3 or 5`."""
    if len(values) == 1:
        return _("a {n}").format(n=values[0])
    return _("a {first} or {last}").format(first=", ".join(map(str, values[:-1])), last=values[-1])
