"""The kernel's tables, play-outs and search: integers alone, so that the same file runs as it is or compiled.

It is one file because the compiled form has its tables as arrays of C, which no other file can see.

What a set of tiles, a layout and a seat is, the package tells. A *node* is a position to search, packed as
`tiles left << 15 | layout << 2 | seat in turn`, in which that seat can place: seats that must pass are skipped. A *margin* is
what a pair makes from here to the end of the round less what the other pair makes, deductions included, in units.

*Needs* are what the pairs need to win the match, in units, packed as `EW << 7 | NS`: FAR for a pair that cannot get there in
this round, and 0 for both where neither can, as scores do not matter then.
"""

from __future__ import annotations

from collections.abc import Sequence

from sevenrocks.engine.tiles import DOUBLE_SIX

from .layouts import FAR, LAYOUTS, MOST, WON, by_worth, steps_from

COMPILED = not __file__.endswith((".py", ".pyc"))
"""Whether this is the compiled form of the file."""

SLOTS = 262_139
"""The greatest number of slots in the table of a search; a prime."""

CHILDREN = 28 * 32
"""Room for the children of all positions from the first to the last of a line."""

_BIAS = 1 << 9
"""Keeps the numbers that children are sorted by above zero."""

_BOUND = 2 * WON
_SURELY = WON // 2
_FEARED = 1 << 20
_NEITHER = FAR << 7 | FAR

# Numbers beyond 31 bits have names: where they stand plain, the compiled form makes objects of Python of them.
_CHANCES = (1 << 32) - 1
_NODE = (1 << 43) - 1


def _table(number: int) -> list[int]:
    """A table of zeros; the compiled form has an array of C in its place, which it cannot make from `[0] * number`."""
    return [0] * number


# The steps of a tile are found by its set of one modulo 29 (see TILE_AT), without a search for the tile's own number.

FIRST = _table(29 * LAYOUTS + 1)
"""Where the steps of a layout and a tile begin in STEPS, at 29 times the layout plus the tile's number modulo 29."""
STEPS = _table(170_892)
"""A step is `tile << 16 | award << 13 | layout after`."""
GREEDY = _table(170_892)
"""The steps of each layout once more, beginning at the same place: by award, then by pips, most first."""
PLAYABLE = _table(LAYOUTS)
"""The tiles that can be placed on a layout. 0 where nothing is known yet of its steps: each layout has some tile."""
SEVERAL = _table(LAYOUTS)
"""The tiles that can be placed on a layout in more than one way."""
AWARDS = _table(8 * LAYOUTS)
"""The tiles that can make each award on a layout."""
SCORING = _table(LAYOUTS)
"""The tiles that can make any award on a layout."""
COUNT = _table(1 << 14)
"""How many tiles are in a set of the first fourteen, or of the last fourteen shifted down."""
PIPS_LOW = _table(1 << 14)
"""The pips of a set of the first fourteen tiles."""
PIPS_HIGH = _table(1 << 14)
"""The pips of a set of the last fourteen tiles, shifted down."""
_KNOWN = _table(1)
"""How many steps are known."""


def _count_sets() -> None:
    # Each set from the one without its last tile. `tiles & tiles - 1` drops the lowest bit, `tiles & -tiles` is that bit.
    pips = [tile.pips for tile in DOUBLE_SIX]
    for tiles in range(1, 1 << 14):
        rest = tiles & tiles - 1
        last = (tiles ^ rest).bit_length() - 1
        COUNT[tiles] = COUNT[rest] + 1
        PIPS_LOW[tiles] = PIPS_LOW[rest] + pips[last]
        PIPS_HIGH[tiles] = PIPS_HIGH[rest] + pips[14 + last]


_count_sets()


def learn(layout: int) -> int:
    """The tiles that can be placed on a layout; fills the tables for it where that has not been done."""
    if PLAYABLE[layout]:
        return PLAYABLE[layout]
    begin = known = _KNOWN[0]
    playable = 0
    where = 29 * layout
    rows = steps_from(layout)
    for row in rows:
        # Rows come in the order of the tiles' numbers modulo 29, which are 1 to 28: 0 is left free.
        where += 1
        FIRST[where] = known
        if len(row) > 1:
            SEVERAL[layout] |= 1 << (row[0] >> 16)
        for step in row:
            STEPS[known] = step
            AWARDS[8 * layout + (step >> 13 & 7)] |= 1 << (step >> 16)
            if step >> 13 & 7:
                SCORING[layout] |= 1 << (step >> 16)
            playable |= 1 << (step >> 16)
            known += 1
    FIRST[where + 1] = known
    for at, step in enumerate(by_worth(rows), begin):
        GREEDY[at] = step
    # Last, as it tells that the rest is there.
    _KNOWN[0] = known
    PLAYABLE[layout] = playable
    return playable


def steps(layout: int, tile: int) -> list[int]:
    """The steps by which the tile of this number can be placed on a layout, as play-outs and search have them."""
    learn(layout)
    where = 29 * layout + (1 << tile) % 29
    return [STEPS[at] for at in range(FIRST[where], FIRST[where + 1])]


def _count(tiles: int) -> int:
    """How many tiles are in a set."""
    return COUNT[tiles & 16383] + COUNT[tiles >> 14]


def deduction(tiles: int) -> int:
    """What a hand of these tiles loses, in units: its pips, rounded to the nearest five."""
    return (PIPS_LOW[tiles & 16383] + PIPS_HIGH[tiles >> 14] + 2) // 5


def random_play_out(hands: Sequence[int], layout: int, turn: int, chance: int) -> tuple[int, int]:
    """Play a round out by chance, every way of placing every tile equally likely.

    No bot plays so: the tests hold it against the engine, and `make bench` against others that do the same. `chance` is a number below 2^32. Returns the margin of NS, and the number for the next play-out.
    """
    held = hands
    left = held[0] | held[1] | held[2] | held[3]
    margin, passes = 0, 0
    while True:
        hand = left & held[turn]
        playable = hand & PLAYABLE[layout]
        if playable:
            passes = 0
            base = 29 * layout
            # One way for each tile, and the further ways of those that have several.
            tiles = COUNT[playable & 16383] + COUNT[playable >> 14]
            several = playable & SEVERAL[layout]
            ways = tiles
            rest = several
            while rest:
                where = base + (rest & -rest) % 29
                ways += FIRST[where + 1] - FIRST[where] - 1
                rest &= rest - 1
            # Find the way of this number: in the end the lowest of `playable`, by its step `chosen`.
            chosen = 0
            if ways > 1:
                chance = chance * 69069 + 1 & _CHANCES
                chosen = chance * ways >> 32
                if chosen < tiles:
                    while chosen:
                        playable &= playable - 1
                        chosen -= 1
                else:
                    chosen -= tiles - 1
                    playable = several
                    where = base + (playable & -playable) % 29
                    while chosen >= FIRST[where + 1] - FIRST[where]:
                        chosen -= FIRST[where + 1] - FIRST[where] - 1
                        playable &= playable - 1
                        where = base + (playable & -playable) % 29
            step = STEPS[FIRST[base + (playable & -playable) % 29] + chosen]
            tile = 1 << (step >> 16)
            left ^= tile
            layout = step & 8191
            award = step >> 13 & 7
            if award:
                margin += -award if turn & 1 else award
            if hand == tile:
                break
        elif PLAYABLE[layout]:
            passes += 1
            if passes == 4:
                break
        else:
            # Nothing can be placed on a layout of which nothing is known yet.
            learn(layout)
            continue
        turn = turn + 1 & 3
    return margin + _settled(held, left), chance


def play_out(hands: Sequence[int], layout: int, turn: int, needs: int = 0, careful: int = 0) -> int:
    """The margin of NS when each seat plays after its own simple manner, or WON or -WON where needs are met on the way.

    A seat takes the best award, of equal ones with the tile of most pips; or it is one of the `careful`, bit n for the seat
    n, and also weighs what it leaves: see `_careful_step`.
    """
    held = hands
    left = held[0] | held[1] | held[2] | held[3]
    margin, passes = 0, 0
    north_south, east_west = needs & 127, needs >> 7
    while True:
        hand = left & held[turn]
        if hand & (PLAYABLE[layout] or learn(layout)):
            passes = 0
            if careful >> turn & 1:
                step = _careful_step(layout, hand, left ^ hand, _count(left & held[turn + 1 & 3]))
            else:
                # The first of the layout's steps, best first, whose tile is held.
                at = FIRST[29 * layout + 1]
                while not hand >> (GREEDY[at] >> 16) & 1:
                    at += 1
                step = GREEDY[at]
            tile = 1 << (step >> 16)
            left ^= tile
            layout = step & 8191
            award = step >> 13 & 7
            if award:
                # An award that meets the needs ends the match at once.
                if turn & 1:
                    margin -= award
                    if needs and award >= east_west:
                        return -WON
                    east_west -= award
                else:
                    margin += award
                    if needs and award >= north_south:
                        return WON
                    north_south -= award
            if hand == tile:
                break
        else:
            passes += 1
            if passes == 4:
                break
        turn = turn + 1 & 3
    return margin + _settled(held, left)


def _careful_step(layout: int, hand: int, unseen: int, next_holds: int) -> int:
    """The step of a seat with this hand that counts how many of the tiles it does not see could score, or be placed, next.

    `next_holds` is how many tiles the next seat holds. The weights are those that won most in whole deals against greedy
    play and against themselves, in equal parts: 12 points a round over greedy play. How they were found is lost.
    """
    best = -_FEARED
    chosen = 0
    base = 29 * layout
    others = _count(unseen) + 1
    playable = hand & PLAYABLE[layout]
    while playable:
        tile = playable & -playable
        playable ^= tile
        where = base + tile % 29
        for at in range(FIRST[where], FIRST[where + 1]):
            step = STEPS[at]
            after = step & 8191
            fits = PLAYABLE[after] or learn(after)
            # Any tile unseen is with the next seat with the chance `next_holds / others`.
            feared = 402 * _count(unseen & SCORING[after]) + 47 * _count(unseen & fits)
            worth = (
                215 * (step >> 13 & 7)
                + 7 * (PIPS_LOW[tile & 16383] + PIPS_HIGH[tile >> 14])
                + 33 * _count((hand ^ tile) & fits)
                - feared * next_holds // others
            )
            if worth > best:
                best = worth
                chosen = step
    return chosen


def _settled(held: Sequence[int], left: int) -> int:
    """The margin of NS from the deductions."""
    return deduction(left & held[1]) + deduction(left & held[3]) - deduction(left & held[0]) - deduction(left & held[2])


def _next_seat(held: Sequence[int], left: int, fits: int, turn: int) -> int:
    """The first seat after this one, and at last itself, that holds a tile that fits; where nobody does, itself as well."""
    seat = turn + 1 & 3
    while seat != turn and not left & held[seat] & fits:
        seat = seat + 1 & 3
    return seat


class Search:
    """Finds exact margins in one deal, all hands open.

    It asks one question only, whether a margin of at least so much can be reached (a null window), and remembers each answer
    as a bound of that position. `margin` asks it again and again, each time beside the last answer (MTD(f)), until the bounds
    meet. A slot of the table is for one position; the last that wants it has it.
    """

    def __init__(self, hands: Sequence[int], slots: int = SLOTS) -> None:
        """`hands` are the tiles that N, E, S and W hold, now or earlier in the round; `slots` the size of the table.

        Raises ValueError for a size that is not from 1 to SLOTS: the compiled form has no room for more.
        """
        if not 0 < slots <= SLOTS:
            raise ValueError(f"slots from 1 to {SLOTS}")
        self.held = hands
        self.pairs = [hands[0] | hands[2], hands[1] | hands[3]]
        self.slots = slots
        if not COMPILED:  # else they are arrays of C, and there already
            self.keys = _table(slots)
            self.lows = _table(slots)
            self.highs = _table(slots)
            self.children = _table(CHILDREN)
        self.reached = 0
        self.nodes = 0
        """How many positions have been searched."""

    def margin(self, left: int, layout: int, turn: int, needs: int = 0, guess: int = 0) -> int:
        """The margin of the pair in turn with best play by all; WON or -WON where the pair wins or loses the match.

        `left` are all tiles still held, and the seat in turn can place. A good guess saves time.
        """
        learn(layout)
        needs = self._narrowed(needs, left)
        hand = left & self.held[turn]
        if not hand & hand - 1:
            return self._going_out(hand, layout, turn, left, needs)
        low, high = -_BOUND, _BOUND
        while low < high:
            # "At least the guess?", or, where that is known already, "more than it?".
            bound = guess + 1 if guess == low else guess
            guess = self._search(left << 15 | layout << 2 | turn, needs, bound, 0)
            if guess >= bound:
                low = guess
            else:
                high = guess
            # No margin of points is near so far: the match is won or lost, by whatever is added.
            if low >= _SURELY:
                return WON
            if high <= -_SURELY:
                return -WON
        return guess

    def reaches(self, bound: int, left: int, layout: int, turn: int, needs: int = 0) -> bool:
        """Whether the margin of the pair in turn is at least this; a win is more than any, a loss less."""
        learn(layout)
        needs = self._narrowed(needs, left)
        hand = left & self.held[turn]
        if not hand & hand - 1:
            return self._going_out(hand, layout, turn, left, needs) >= bound
        return self._search(left << 15 | layout << 2 | turn, needs, bound, 0) >= bound

    def _narrowed(self, needs: int, left: int) -> int:
        """The needs, without those that cannot be met any more with the tiles left."""
        if needs & 127 > MOST * _count(left & self.pairs[0]):
            needs |= FAR
        if needs >> 7 > MOST * _count(left & self.pairs[1]):
            needs |= FAR << 7
        return 0 if needs == _NEITHER else needs

    def _going_out(self, hand: int, layout: int, turn: int, left: int, needs: int) -> int:
        """The margin of the pair in turn when a seat places its last tile where it makes most."""
        # The round is over then, so that nothing counts but the award.
        award = MOST
        while award and not hand & AWARDS[8 * layout + award]:
            award -= 1
        if needs and award >= (needs >> 7 if turn & 1 else needs & 127):
            return WON
        settled = _settled(self.held, left ^ hand)
        return award - settled if turn & 1 else award + settled

    def _search(self, node: int, needs: int, bound: int, top: int) -> int:
        """A margin of at least `bound` that is reached, or one below it that is not exceeded.

        Children are laid down from `top` on. The seat in turn holds two tiles or more.
        """
        self.nodes += 1
        # Some children need no search, and one of them may be enough.
        end = self._lay_down(node, needs, bound, top)
        best = self.reached
        if end < 0:
            return best
        # Of the others the most promising goes first: it often is enough.
        turn = node & 3
        if end - top > 1:
            self._order(node >> 15, turn, top, end)
        children = self.children
        below = 0
        for at in range(top, end):
            child = children[at]
            award = child >> 43 & 7
            if needs:
                below = self._needs_after(needs, award, turn, child >> 15 & 0xFFFFFFF)
            child &= _NODE
            # Where the other pair plays next, its margin is ours with the other sign, and so is the bound.
            if (child ^ node) & 1:
                margin = award - self._search(child, below, award - bound + 1, end)
            else:
                margin = award + self._search(child, below, bound - award, end)
            if margin > best:
                best = margin
                if best >= bound:
                    break
        self._remember(needs << 43 | node, bound, best)
        return best

    def _lay_down(self, node: int, needs: int, bound: int, top: int) -> int:
        """Lay down the children that must be searched, as `award << 43 | node`; returns where they end, or -1 for no need.

        `reached` is then the best margin among the others: those in which the round ends at once, or nearly so, and those of
        which enough is remembered.
        """
        held, slots, keys, lows, highs = self.held, self.slots, self.keys, self.lows, self.highs
        children = self.children
        rest = node >> 15
        turn = node & 3
        base = 29 * (node >> 2 & 8191)
        following = turn + 1 & 3
        following_hand = rest & held[following]
        playable = rest & held[turn] & (PLAYABLE[node >> 2 & 8191] or learn(node >> 2 & 8191))
        need = needs >> 7 if turn & 1 else needs & 127
        best = -_BOUND
        end = top
        below = 0
        while playable:
            tile = playable & -playable
            playable ^= tile
            left = rest ^ tile
            where = base + tile % 29
            for step in STEPS[FIRST[where] : FIRST[where + 1]]:
                award = step >> 13 & 7
                layout = step & 8191
                if needs:
                    if award >= need:
                        self.reached = WON
                        return -1
                    below = self._needs_after(needs, award, turn, left)
                # Who plays next: seats that cannot place are skipped.
                fits = PLAYABLE[layout] or learn(layout)
                seat = following
                hand = following_hand
                if not hand & fits:
                    seat = _next_seat(held, left, fits, turn)
                    hand = left & held[seat]
                if not hand & fits:
                    # Nobody can place.
                    margin = _settled(held, left)
                    margin = award - margin if turn & 1 else award + margin
                elif not hand & hand - 1:
                    # That seat goes out.
                    margin = self._going_out(hand, layout, seat, left, below)
                    margin = award - margin if (seat ^ turn) & 1 else award + margin
                else:
                    child = left << 15 | layout << 2 | seat
                    key = below << 43 | child
                    slot = key % slots
                    if keys[slot] != key:
                        children[end] = award << 43 | child
                        end += 1
                        continue
                    # At least `margin`, and at most `most`: enough where the bound lies beyond either.
                    if (seat ^ turn) & 1:
                        margin = award - highs[slot]
                        most = award - lows[slot]
                    else:
                        margin = award + lows[slot]
                        most = award + highs[slot]
                    if margin < bound:
                        if most >= bound:
                            children[end] = award << 43 | child
                            end += 1
                            continue
                        margin = most
                if margin > best:
                    best = margin
                    if best >= bound:
                        self.reached = best
                        return -1
        self.reached = best
        return end

    def _remember(self, key: int, bound: int, best: int) -> None:
        """Put what a search has found into its slot; of two positions that want it the later stays."""
        slot = key % self.slots
        if self.keys[slot] != key:
            self.keys[slot] = key
            self.lows[slot] = -_BOUND
            self.highs[slot] = _BOUND
        if best >= bound:
            self.lows[slot] = best
        else:
            self.highs[slot] = best

    def _needs_after(self, needs: int, award: int, turn: int, left: int) -> int:
        """The needs once a seat has made an award that does not meet them, and these tiles are left."""
        if turn & 1:
            if needs >> 7 != FAR:
                needs -= award << 7
        elif needs & 127 != FAR:
            needs -= award
        return self._narrowed(needs, left)

    def _order(self, rest: int, turn: int, top: int, end: int) -> None:
        """Sort children by a number that is put before each, the least first: those are the most promising.

        What it is made of was fitted to other deals: how little the opponents can place then, and the awards. The script
        that found the weights is lost.
        """
        held, children = self.held, self.children
        own = rest & held[turn]
        following_hand = rest & held[turn + 1 & 3]
        previous_hand = rest & held[turn + 3 & 3]
        for at in range(top, end):
            child = children[at]
            seat = child & 3
            left = child >> 15 & 0xFFFFFFF
            fits = PLAYABLE[child >> 2 & 8191]
            layout = 8 * (child >> 2 & 8191)
            hand = left & held[seat]
            reply = MOST
            while reply and not hand & AWARDS[layout + reply]:
                reply -= 1
            # `reply` is what the next seat makes at most: for the other pair a reason to look here late, for ours early.
            promise = (
                _BIAS
                + 49 * _count(following_hand & fits)
                + 24 * _count(previous_hand & fits)
                + 6 * _count(left & fits)
                - 11 * _count(own & left & fits)
                - 15 * (child >> 43)
            )
            if (seat ^ turn) & 1:
                promise += 12 * reply
            else:
                promise += 46 - 12 * reply
            if seat != (turn + 1 & 3):
                promise += 28
            # Sorted by insertion: there are few, and the promise before them is compared first.
            child |= promise << 46
            place = at
            while place > top and children[place - 1] > child:
                children[place] = children[place - 1]
                place -= 1
            children[place] = child
