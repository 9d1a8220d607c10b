# The types of C that chains.py is compiled with. Without them it is the same program.

import cython

cdef enum:
    SEATS_C = 4
    MODELS_C = 2
    PLAYS_C = 28 * MODELS_C
    SUMS_C = 512
    SLOTS_C = 32749

cdef int _SEATS, _SUMS, _SLOTS
cdef long long _CHANCES
cdef double SLIP, _SCALE

cdef class Chains:
    cdef readonly int models
    cdef int barred[SEATS_C]
    cdef int begins[SEATS_C * MODELS_C + 1]
    cdef int laters[PLAYS_C]
    cdef double weights[PLAYS_C]
    cdef double sums[PLAYS_C * SUMS_C]
    cdef int keys[SLOTS_C]
    cdef double known[SLOTS_C]

    @cython.locals(key=cython.int, slot=cython.int, model=cython.int, result=cython.double)
    cpdef double likelihood(self, int seat, int hand) except? -1.0

    @cython.locals(likely=cython.double, group=cython.int, at=cython.int, then=cython.int, place=cython.int,
                   total=cython.double)
    cpdef double under(self, int model, int seat, int hand) except? -1.0

    @cython.locals(number=cython.longlong, first=cython.longlong, second=cython.longlong, one=cython.int, other=cython.int,
                   before=cython.int, other_before=cython.int, given=cython.int, taken=cython.int, after=cython.int,
                   other_after=cython.int)
    cpdef long long mix(self, list world, object seats, int swaps, long long chance) except? -1

@cython.locals(tiles=cython.longlong, rest=cython.int)
cdef int _some_tile(int hand, long long chance) noexcept
