"""The rules of Seven Rocks: pure, standard library only, no I/O, no clock, no global randomness.

`assets/rules.md` has them in words, numbered; where a rule is at work its number is cited, as in `rules.md 4.7`.
"""
