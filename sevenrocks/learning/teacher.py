"""What a first match explains, when it happens for the first time; a knock whenever it happens."""

from __future__ import annotations

from collections.abc import Iterable

from sevenrocks.engine.actions import Ending, Event, MatchWon, Passed, Placed, RoundEnded
from sevenrocks.engine.layout import Layout
from sevenrocks.engine.rules import SIDES
from sevenrocks.i18n import _
from sevenrocks.seen import MatchView
from sevenrocks.telling.seats import pair_letters
from sevenrocks.telling.sentences import knocked_words, names_words, tile_words, values_words, worth_words


class Teacher:
    """Remembers what it has explained."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def sentences(self, match: MatchView, before: Layout, events: Iterable[Event]) -> list[str]:
        """What is worth explaining of these events, the latest of the match; `before` is the layout before them."""
        told: list[str] = []
        for event in events:
            match event:
                case Placed():
                    told += self._of_placement(match, before, match.round.layout, event)
                case Passed():
                    told += self._of_knock(match, event)
                case RoundEnded():
                    told += self._of_end(match, event)
                case MatchWon(partnership=pair):
                    words = _("{names} have reached {target} points and win at once.")
                    told.append(words.format(names=names_words(match.players, pair), target=match.target))
        return told

    def _of_placement(self, match: MatchView, before: Layout, after: Layout, placed: Placed) -> list[str]:
        tile, told = tile_words(placed.tile), []
        if placed.host is None and self._is_new("opening"):
            told.append(_("Whoever opens may play any tile."))
        if before.spinner is None and after.spinner is not None:
            if self._is_new("spinner"):
                told.append(
                    _("{tile} is the first double of the round, and so its spinner: two sides first, then two arms.")
                )
        elif placed.tile.is_double and self._is_new("double"):
            told.append(
                _("{tile} is a double at an end: both halves count. But it is not the spinner, and never branches.")
            )
        if before.branches < SIDES == after.branches and self._is_new("sides"):
            told.append(_("Both sides of the spinner are taken now: it no longer counts, and its arms are open."))
        if after.branches > SIDES >= before.branches and self._is_new("arm"):
            told.append(_("The first arm has a tile: from now on its end counts."))
        pair = placed.seat.partnership
        if placed.award:
            told.append(
                _("{pair} score {n} points: the ends add up to a multiple of five.").format(
                    pair=pair_letters(pair), n=placed.award
                )
            )
        elif told or pair is match.house.open_pair:
            told.append(worth_words(after.count))
        return [words.format(tile=tile) for words in told]

    def _of_knock(self, match: MatchView, knock: Passed) -> list[str]:
        name = match.players[knock.seat].name
        words = _("Open: {values}. {name} has none, and so knocks.")
        told = [words.format(name=name, values=values_words(knock.halves))]
        if self._is_new("knock"):
            words = _("Anyone who can play must play, so now everyone knows it; “{mark}” stays beside the name.")
            told.append(words.format(mark=knocked_words(knock.halves)))
        return told

    def _of_end(self, match: MatchView, ended: RoundEnded) -> list[str]:
        if ended.ending is Ending.BLOCKED:
            told = [_("Nobody can play, so the round is blocked. Nobody gets points for that.")]
        else:
            assert ended.seat is not None
            words = _("{name} goes out with the last tile of the hand, so the round is over at once.")
            told = [words.format(name=match.players[ended.seat].name)]
        return [
            *told,
            _("Now every hand left costs its own pair its pips, rounded to the nearest five."),
        ]

    def _is_new(self, topic: str) -> bool:
        is_new = topic not in self._told
        self._told.add(topic)
        return is_new
