"""What there is to know, in few words."""

from __future__ import annotations

from sevenrocks.engine.actions import RoundEnded
from sevenrocks.engine.deal import Draw
from sevenrocks.engine.rules import award_for, deduction_for
from sevenrocks.engine.seats import Partnership, Seat
from sevenrocks.engine.tiles import pips_of
from sevenrocks.engine.view import SeatView
from sevenrocks.i18n import _, ngettext
from sevenrocks.seen import MatchView, Players
from sevenrocks.sitting import Manners
from sevenrocks.telling.choosing import LETTERS, Choosing
from sevenrocks.telling.sentences import (
    award_words,
    draw_words,
    listed_words,
    names_words,
    terms_words,
    tile_words,
    values_words,
)

from .lines import say


def tell_draw(players: Players, draw: Draw) -> None:
    """Who drew what, and what it decided."""
    for turn in draw.turns:
        drawn = ", ".join(f"{players[seat].name} {tile_words(tile)}" for seat, tile in turn)
        say(f"{drawn}: {draw_words(players, turn)}.")


def tell_layout(view: SeatView, manners: Manners) -> None:
    """What counts, and what is open; where the house wants the count called, only where tiles may go."""
    layout = view.public.layout
    if not layout.joints:
        say(_("Nothing lies on the table yet, so nothing counts."))
        return
    if not manners.tells_counts:
        places = [f"{place.half} {_('at {tile}').format(tile=tile_words(place.host))}" for place in layout.open_places]
        say(_("Open: {values}.").format(values=listed_words(places)))
        return
    award = award_words(award_for(layout.count), view.seat.partnership)
    told = terms_words(layout) if award_for(layout.count) else f"{terms_words(layout)}, {award}"
    say(_("The ends count {terms}.").format(terms=told))
    values = sorted({place.half for place in layout.open_places})
    say(_("Open: {values}.").format(values=values_words(tuple(values))))


def tell_hand(choosing: Choosing, manners: Manners) -> None:
    """The tiles held, those that can be placed with what they would count, unless the player is to count."""
    hand, playable = choosing.view.hand, choosing.playable
    say(_("You hold {tiles}.").format(tiles=", ".join(map(tile_words, hand))))
    tells = manners.tells_what_if or choosing.view.public.layout.joints
    for tile in hand:
        if tells and tile in playable:
            choosing.pick(tile)
            say(places(choosing, manners))
    choosing.drop()


def tell_knocks(match: MatchView) -> None:
    """Who has knocked on what."""
    knocked = [(seat, match.round.knocked_on[seat]) for seat in Seat if match.round.knocked_on[seat]]
    for seat, values in knocked:
        told = _("{name} knocked on {values}").format(name=match.players[seat].name, values=values_words(values))
        say(told + ".")
    if not knocked:
        say(_("Nobody has knocked."))


def tell_scores(match: MatchView) -> None:
    """Both scores, and what is left to win."""
    for pair in Partnership:
        score = match.scores[pair]
        left = _("{n} to go").format(n=max(match.target - score, 0))
        say(f"{pair.name} {names_words(match.players, pair)}: {score}, {left}")


def tell_settlement(match: MatchView, ended: RoundEnded) -> None:
    """What each hand costs, and the scores after that."""
    for seat, player in match.rounds[-1].players.by_seat():
        hand = ended.hands[seat]
        tiles = ", ".join(map(tile_words, hand)) or _("no tile")
        pips = ngettext("{n} pip", "{n} pips", pips_of(hand))
        lost = _("{pips}, rounded to {n}").format(pips=pips, n=deduction_for(pips_of(hand)))
        say(f"{player.name} ({seat.name}): {tiles}: {lost}")
    tell_scores(match)


def places(choosing: Choosing, manners: Manners) -> str:
    """The places of the chosen tile, each with what it would count, unless the player is to count."""
    told = []
    for letter, option in zip(LETTERS, choosing.options, strict=False):
        host = option.action.host
        words = [] if host is None else [_("at {tile}").format(tile=tile_words(host))]
        if manners.tells_what_if:
            words.append(f"+{option.award}" if option.award else f"= {option.count}")
        told.append(" ".join([letter, *words] if len(choosing.options) > 1 else words))
    assert choosing.tile is not None
    return f"{tile_words(choosing.tile)}: " + ", ".join(told)
