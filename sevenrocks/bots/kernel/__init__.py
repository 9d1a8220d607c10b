"""The fast kernel: rounds as plain integers, for whoever looks ahead. Private; proven equal to the engine by the tests.

- A set of tiles is 28 bits, bit n for the tile n of the ascending double-six set (`DOUBLE_SIX`).
- A layout is a number below 7,169: the spinner, how many lines have begun at it, and the ends, whatever tiles lie between
  (`layouts.py`).
- A seat is 0 to 3, N first, and pairs are NS (even) and EW (odd). Awards, deductions and margins are in units of five
  points.

`core.py` (play-outs, search) and `chains.py` (likely hands) are plain Python and run as they are. Where there is a C compiler
they are compiled with the types in the `.pxd` beside each, and do the same some twenty to forty times as fast (`make bench`).
"""
