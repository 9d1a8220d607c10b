# The types of C that core.py is compiled with. Without them it is the same program.

import cython

cdef enum:
    LAYOUTS_C = 7169
    STEPS_C = 170892
    SETS_C = 1 << 14
    SLOTS_C = 262139
    CHILDREN_C = 28 * 32

cdef int FIRST[29 * LAYOUTS_C + 1]
cdef int STEPS[STEPS_C]
cdef int GREEDY[STEPS_C]
cdef int PLAYABLE[LAYOUTS_C]
cdef int SEVERAL[LAYOUTS_C]
cdef int AWARDS[8 * LAYOUTS_C]
cdef int SCORING[LAYOUTS_C]
cdef unsigned char COUNT[SETS_C]
cdef unsigned char PIPS_LOW[SETS_C]
cdef unsigned char PIPS_HIGH[SETS_C]
cdef int _KNOWN[1]

cdef int WON, FAR, MOST, _BIAS, _BOUND, _SURELY, _FEARED, _NEITHER
cdef long long _CHANCES, _NODE

cpdef int learn(int layout) except -1

cdef int _count(int tiles) noexcept

cpdef int deduction(int tiles) noexcept

cdef int _settled(int* held, int left) noexcept

@cython.locals(held=cython.int[4], left=cython.int, margin=cython.int, passes=cython.int, hand=cython.int,
               playable=cython.int, base=cython.int, tiles=cython.int, several=cython.int, rest=cython.int,
               ways=cython.longlong, where=cython.int, chosen=cython.longlong, step=cython.int, tile=cython.int,
               award=cython.int)
cpdef tuple random_play_out(object hands, int layout, int turn, long long chance)

@cython.locals(held=cython.int[4], left=cython.int, margin=cython.int, passes=cython.int, north_south=cython.int,
               east_west=cython.int, hand=cython.int, at=cython.int, step=cython.int, tile=cython.int, award=cython.int)
cpdef int play_out(object hands, int layout, int turn, int needs=*, int careful=*) except? -1

@cython.locals(best=cython.int, chosen=cython.int, base=cython.int, others=cython.int, playable=cython.int, tile=cython.int,
               where=cython.int, at=cython.int, step=cython.int, after=cython.int, fits=cython.int, feared=cython.int,
               worth=cython.int)
cdef int _careful_step(int layout, int hand, int unseen, int next_holds) except? -1

@cython.locals(seat=cython.int)
cdef int _next_seat(int* held, int left, int fits, int turn) noexcept

cdef class Search:
    cdef int held[4]
    cdef int pairs[2]
    cdef int slots
    cdef long long keys[SLOTS_C]
    cdef short lows[SLOTS_C]
    cdef short highs[SLOTS_C]
    cdef long long children[CHILDREN_C]
    cdef int reached
    cdef readonly long long nodes

    @cython.locals(hand=cython.int, low=cython.int, high=cython.int, bound=cython.int)
    cpdef int margin(self, long long left, int layout, int turn, int needs=*, int guess=*) except? -1

    @cython.locals(hand=cython.int)
    cpdef bint reaches(self, int bound, long long left, int layout, int turn, int needs=*) except? -1

    cdef int _narrowed(self, int needs, int left) noexcept

    @cython.locals(award=cython.int, settled=cython.int)
    cdef int _going_out(self, int hand, int layout, int turn, int left, int needs) noexcept

    @cython.locals(children=cython.p_longlong, turn=cython.int, end=cython.int, best=cython.int, below=cython.longlong,
                   at=cython.int, child=cython.longlong, award=cython.int, margin=cython.int)
    cdef int _search(self, long long node, long long needs, int bound, int top) except? -1

    @cython.locals(held=cython.p_int, keys=cython.p_longlong, lows=cython.p_short, highs=cython.p_short,
                   children=cython.p_longlong, slots=cython.int, rest=cython.int, turn=cython.int, base=cython.int,
                   following=cython.int, following_hand=cython.int, playable=cython.int, need=cython.int, best=cython.int,
                   end=cython.int, below=cython.longlong, tile=cython.int, left=cython.longlong, where=cython.int, step=cython.int,
                   award=cython.longlong, layout=cython.int, fits=cython.int, seat=cython.int, hand=cython.int,
                   margin=cython.int, child=cython.longlong, key=cython.longlong, slot=cython.longlong, most=cython.int)
    cdef int _lay_down(self, long long node, long long needs, int bound, int top) except -2

    @cython.locals(slot=cython.longlong)
    cdef void _remember(self, long long key, int bound, int best) noexcept

    cdef int _needs_after(self, int needs, int award, int turn, int left) noexcept

    @cython.locals(held=cython.p_int, children=cython.p_longlong, own=cython.int, following_hand=cython.int,
                   previous_hand=cython.int, at=cython.int, child=cython.longlong, seat=cython.int, left=cython.int,
                   fits=cython.int, layout=cython.int, hand=cython.int, reply=cython.int, promise=cython.longlong,
                   place=cython.int)
    cdef void _order(self, int rest, int turn, int top, int end) noexcept
