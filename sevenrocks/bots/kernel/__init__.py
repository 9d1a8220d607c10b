"""The fast kernel: rounds as plain integers, for whoever looks ahead. Private; proven equal to the engine by the tests.

- A set of tiles is 28 bits, bit n for the tile n of the ascending double-six set (`DOUBLE_SIX`).
- A layout is a number below 7,169: the spinner, how many lines have begun at it, and the ends, whatever tiles lie between
  (`layouts.py`).
- A seat is 0 to 3, N first, and pairs are NS (even) and EW (odd). Awards, deductions and margins are in units of five
  points.

`core.py` is plain Python and runs as it is. Where there is a C compiler it is compiled with the types in `core.pxd`, and
plays and solves the same, some fifty times as fast.
"""
