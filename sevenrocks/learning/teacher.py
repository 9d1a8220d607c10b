"""What a first match explains, when it happens for the first time; a knock whenever it happens."""

from __future__ import annotations

from collections.abc import Iterable

from sevenrocks.engine.actions import Ending, Event, MatchWon, Passed, Placed, RoundEnded
from sevenrocks.engine.layout import Layout
from sevenrocks.engine.rules import SIDES
from sevenrocks.i18n import _
from sevenrocks.seen import MatchView
from sevenrocks.telling.seats import pair_letters
from sevenrocks.telling.sentences import knocked_words, names_words, no_award_words, tile_words, values_words


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
                    words = _("{names} have reached {target} points by an award, and so win at once.")
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
                _("{tile} is a double at an end and counts both halves, but it is no spinner: it never branches.")
            )
        if before.branches < SIDES == after.branches and self._is_new("sides"):
            told.append(
                _("Both sides of the spinner are taken now: it counts nothing any more, and its arms are open.")
            )
        if after.branches > SIDES >= before.branches and self._is_new("arm"):
            told.append(_("The first arm has been begun: from now on its end counts."))
        pair = placed.seat.partnership
        if placed.award:
            told.append(
                _("{pair} get {n} points, because the count is a multiple of five.").format(
                    pair=pair_letters(pair), n=placed.award
                )
            )
        elif told or pair is match.house.open_pair:
            told.append(no_award_words())
        return [words.format(tile=tile) for words in told]

    def _of_knock(self, match: MatchView, knock: Passed) -> list[str]:
        name = match.players[knock.seat].name
        words = _("Only {values} can be matched, and {name} holds no such tile: that is a knock.")
        told = [words.format(name=name, values=values_words(knock.halves))]
        if self._is_new("knock"):
            words = _("Who can place must place; so everyone knows it now, and “{mark}” stays beside the name.")
            told.append(words.format(mark=knocked_words(knock.halves)))
        return told

    def _of_end(self, match: MatchView, ended: RoundEnded) -> list[str]:
        if ended.ending is Ending.BLOCKED:
            told = [_("All four have knocked in a row, so the round is blocked. Nobody gets points for that.")]
        else:
            assert ended.seat is not None
            words = _("{name} has placed the last tile, so the round is over at once.")
            told = [words.format(name=match.players[ended.seat].name)]
        return [
            *told,
            _("Now each hand is settled: its pips, rounded to the nearest five, are taken from its own pair."),
        ]

    def _is_new(self, topic: str) -> bool:
        is_new = topic not in self._told
        self._told.add(topic)
        return is_new
