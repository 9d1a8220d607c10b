"""The rules of Seven Rocks: pure, standard library only, no I/O, no clock, no global randomness."""
