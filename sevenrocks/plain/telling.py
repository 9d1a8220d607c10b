"""What there is to know, in few words."""

from __future__ import annotations

from collections.abc import Iterable

from sevenrocks.engine.actions import RoundEnded
from sevenrocks.engine.deal import Draw
from sevenrocks.engine.layout import Layout
from sevenrocks.engine.rules import award_for, deduction_for
from sevenrocks.engine.seats import Partnership, Seat
from sevenrocks.engine.tiles import pips_of
from sevenrocks.i18n import _, ngettext
from sevenrocks.notation import format_tile, parse_position
from sevenrocks.seen import MatchView, Players
from sevenrocks.sitting import Manners
from sevenrocks.telling.choosing import LETTERS, Choosing
from sevenrocks.telling.explaining import settled_words
from sevenrocks.telling.rules_text import DRAWN, HEADING, POSITION, RULES
from sevenrocks.telling.seats import pair_letters, seat_letter
from sevenrocks.telling.sentences import (
    commitment_words,
    draw_words,
    knocked_words,
    listed_words,
    names_words,
    points_words,
    terms_words,
    tile_words,
)

from .lines import say
from .words import letter


def tell_draw(players: Players, draw: Draw) -> None:
    """Who drew what, and what it decided."""
    for turn in draw.turns:
        drawn = ", ".join(f"{players[seat].name} {tile_words(tile)}" for seat, tile in turn)
        say(f"{drawn}: {draw_words(players, turn)}.")


def tell_layout(layout: Layout, *, tells_counts: bool) -> None:
    """What counts, and what is open; where the count is to be called, only where tiles may go."""
    if not layout.joints:
        say(_("Nothing lies on the table yet, so nothing counts."))
        return
    if tells_counts:
        told = terms_words(layout) if award_for(layout.count) else f"{terms_words(layout)}, {_('no points')}"
        say(_("The ends add up: {terms}.").format(terms=told))
    places = [f"{place.half} {_('on {tile}').format(tile=tile_words(place.host))}" for place in layout.open_places]
    say(_("Open: {values}.").format(values=listed_words(list(dict.fromkeys(places)))))


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


def tell_commitment(commitment: str) -> None:
    """All digits of the commitment, and what it is."""
    say(_("A secret number decides all the deals. This is its fingerprint:"))
    say(" ".join(commitment_words(commitment)))


def tell_rules(number: int | None = None) -> None:
    """One part of the rules, from 1; without a number, or where there is none of it, what parts there are."""
    parts = _parts_of_the_rules()
    if number is not None and 1 <= number <= len(parts):
        for line in parts[number - 1]:
            say(line)
        return
    say(_("The rules have these parts; {key} and a number tells one, as in {key}1:").format(key=letter("rules")))
    for at, (heading, *_text) in enumerate(parts, 1):
        say(f"{letter('rules')}{at}: {heading}")


def _parts_of_the_rules() -> list[list[str]]:
    """The rules, part by part: its heading, then its lines. How the table is drawn is nothing for lines."""
    parts: list[list[str]] = []
    for kind, text in RULES:
        if text == DRAWN:
            break
        if kind == HEADING:
            parts.append([_(text)])
        else:
            parts[-1].append(_position_words(parse_position(text)) if kind == POSITION else _(text))
    return parts


def _position_words(layout: Layout) -> str:
    """A worked position, tile by tile, and what its last tile is awarded: `1|4, 1|1 on 1|4: 4 + 2 = 6, no points`."""
    placed = [
        tile_words(joint.tile)
        if joint.host is None
        else f"{tile_words(joint.tile)} {_('on {tile}').format(tile=tile_words(joint.host))}"
        for joint in layout.joints
    ]
    return f"{', '.join(placed)}: {terms_words(layout)}, {points_words(award_for(layout.count))}"


def tell_knocks(match: MatchView) -> None:
    """Who lacks what, since they have knocked on it."""
    knocked = [(seat, match.round.knocked_on[seat]) for seat in Seat if match.round.knocked_on[seat]]
    for seat, values in knocked:
        say(f"{match.players[seat].name}: {knocked_words(values)}.")
    if not knocked:
        say(_("Nobody has knocked."))


def tell_scores(match: MatchView) -> None:
    """Both scores, and what is left to win."""
    for pair in Partnership:
        score = match.scores[pair]
        left = _("{n} to go").format(n=max(match.target - score, 0))
        say(f"{pair_letters(pair)} {names_words(match.players, pair)}: {score}, {left}")


def tell_standing(match: MatchView) -> None:
    """Both scores; and how many tiles everybody holds, once they have been dealt."""
    tell_scores(match)
    if match.rounds and match.round.ended is None:
        held = match.round.hand_sizes
        told = ", ".join(f"{player.name} {held[seat]}" for seat, player in match.players.by_seat())
        say(_("Tiles in hand: {tiles}.").format(tiles=told))


def tell_settlement(match: MatchView, ended: RoundEnded) -> None:
    """What each hand costs, and the scores after that."""
    for seat, player in match.rounds[-1].players.by_seat():
        hand = ended.hands[seat]
        told = _("no tiles left")
        if hand:
            pips, lost = ngettext("{n} pip", "{n} pips", pips_of(hand)), deduction_for(pips_of(hand))
            pair = pair_letters(seat.partnership)
            cost = _("{pips}, rounded to {n}: {pair} lose {n}").format(pips=pips, n=lost, pair=pair)
            told = f"{', '.join(map(tile_words, hand))}: {cost}"
        say(f"{player.name} ({seat_letter(seat)}): {told}")
    for line in settled_words(match, ended):
        say(line)
    tell_scores(match)


def places(choosing: Choosing, manners: Manners) -> str:
    """The places of the chosen tile, each with what it would count, unless the player is to count."""
    assert choosing.tile is not None
    told = _places(choosing, manners, LETTERS if len(choosing.options) > 1 else [""] * len(choosing.options))
    return f"{tile_words(choosing.tile)}: " + ", ".join(told)


def places_to_type(choosing: Choosing, manners: Manners) -> str:
    """The places of the chosen tile, which has several, each as it is to be typed: `5|6 goes to a or b: 56a on 1|5, ...`."""
    assert choosing.tile is not None
    *letters, last = list(LETTERS[: len(choosing.options)])
    told = _places(choosing, manners, [format_tile(choosing.tile) + letter for letter in LETTERS])
    return _("{tile} goes to {first} or {last}: {places}.").format(
        tile=tile_words(choosing.tile), first=", ".join(letters), last=last, places=", ".join(told)
    )


def _places(choosing: Choosing, manners: Manners, called: Iterable[str]) -> list[str]:
    """Each place: what it is called, where it is, and what the tile would count there."""
    told = []
    for name, option in zip(called, choosing.options, strict=False):
        words = [name] if name else []
        if option.action.host is not None:
            words.append(_("on {tile}").format(tile=tile_words(option.action.host)))
        if manners.tells_what_if:
            words.append(f"+{option.award}" if option.award else f"= {option.count}")
        told.append(" ".join(words))
    return told
