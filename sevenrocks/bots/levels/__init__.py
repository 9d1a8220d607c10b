"""The levels of play, one module each."""
