"""Which characters look like others: facts of Unicode's confusables.txt, version 17.0.0 (UTS 39), as far as names need them.

Written by `tests/tools/lookalikes.py`, which says what of it.
"""

from __future__ import annotations

from functools import cache

_TABLE = """\
21 1c3 2d51
26 a778
27 60 2b9 2bb 2bc 2bd 2be 2c8 2ca 2cb 2f4 55a 55d 5d9 5f3 7f4 7f5 144a 16cc 2018 2019 201b 2032 2035 a78c
28 2768 2772 3014 fd3e
29 2769 2773 3015 fd3f
2a 66d 204e 2217
2b 16ed 2795
2c 60d 66b 201a a4f9
2d 2d7 6d4 2010 2012 2013 2043 2212 2796 2cba 2cbb
2e 660 6f0 701 702 a4f8 a60e
2f 1735 2041 2044 2215 2571 27cb 29f8 2cc6 2cc7 3033 30ce 31d3 4e3f
32 1a7 3e8 14bf a644 a6ef a75a
33 1b7 21c 417 4e0 969 ae9 2c9c 2cc4 2ccc a76a a7ab
34 13ce
35 1bc
36 3ec 431 13ee 2cd2 2cd3 2cdc
38 222 223 9ea a6a
39 9ed a67 b68 d6d 2cca 2ccb a76e
3a 2d0 2f8 589 5c3 703 704 16ec 1803 1809 205a 2236 a4fd a789
3c 2c2 1438 16b2 2039 276e
3d 1400 2e40 30a0 a4ff
3e 2c3 1433 203a 276f
3f 241 294 97d 13ae a6eb
41 391 410 13aa 15c5 a4ee
42 392 412 13f4 15f7 2c82 a4d0 a7b4
43 421 13df 2ca4 a4da
44 13a0 15de 15ea a4d3
45 395 415 13ac 22ff 2d39 a4f0
46 3dc 15b4 a4dd a798
47 50c 13c0 13f3 a4d6
48 397 41d 13bb 157c 2c8e a4e7
4a 37f 408 13ab 148d a4d9 a7b2
4b 39a 41a 13e6 16d5 2c94 a4d7
4c 13de 14aa 2cd0 a4e1
4d 39c 3fa 41c 13b7 15f0 16d6 2c98 a4df
4e 39d 2c9a a4e0
4f 30 39f 41e 555 7c0 b20 ce6 12d0 2c9e 2d54 3007 a4f3
50 3a1 420 13e2 146d 2ca2 2cce a4d1
51 2d55
52 1a6 13a1 13d2 1587 a4e3
53 405 54f 13d5 13da a4e2
54 3a4 422 13a2 22a4 27d9 2ca6 a4d4
55 54d 1200 144c 222a 22c3 a4f4
56 474 667 6f7 13d9 142f 2d38 a4e6 a6df
57 51c 13b3 13d4 a4ea
58 3a7 425 166d 16b7 2573 2cac 2d5d a4eb a7b3
59 3a5 423 4ae 13a9 13bd 2ca8 a4ec
5a 396 13c3 a4dc
5c 2216 27cd 29f5 29f9 31d4 4e36
5e 2c4 2c6
5f 7fa
61 251 3b1 430 237a
62 184 42c 13cf 1472 15af
63 441 1004 105a 1d04 2ca5 abaf
64 501 13e7 146f a4d2
65 435 4bd 212e ab32
66 192 584 1e9d a799 ab35
67 18d 261 581 1d83
68 4bb 570 13c2
69 131 269 26a 3b9 456 582 13a5 2373 2c93 a647 ab75
6a 3f3 458
6e 578 57c
6f 3bf 3c3 3ed 43e 585 5e1 647 665 6be 6c1 6d5 6f5 966 9e6 a66 ae6 b66 be6 c66 d20 d66 e50 ed0 101d 1040 10ff 17e0
 1d0f 1d11 2c9f ab3d
70 fe 1bf 3c1 3f8 440 2374 2ca3 2ccf
71 51b 563 566
72 433 1d26 2c85 ab47 ab48 ab81
73 1bd 455 d1f a731 abaa
75 28b 3c5 57d 1d1c a79f ab4e ab52
76 3bd 475 5d8 1d20 2228 22c1 aba9
77 26f 448 461 51d 561 1d21 2cbd ab83
78 d7 445 1541 157d 166e 292b 292c 2a2f
79 263 28f 3b3 443 4af 10e7 1d8c 1eff 2ca9 ab5a
7a 1d22 ab93
7b 2774
7c 31 49 6c 196 1c0 399 406 4c0 4cf 5c0 5d5 5df 627 661 6f1 7ca 16c1 2223 23fd 2c92 2d4f a4f2
7d 2775
7e 2053 223c
de 3f7
df 3b2 13f0 1e9e a7b5 a7d6
138 3ba 43a 1d0b 2c95 abb6
185 44c ab9f
186 3fd 2183 a4db
18e 2203 2d3a a4f1
18f 4d8
190 510 13cb
1a8 3e9 1d24 a645
1a9 3a3 2211 2d49
1ab 13bf
1b1 162e 1634 2127
1c2 256a
1dd 259 4d9
1f6 50a
21d 292 4e1 10f3 2cc5 2ccd a76b
237 575
242 ab7e
245 39b 41b 668 6f8 1431 2d37 a4e5 a6ce
24b 1d90
254 37b 1d10 2184
25c 437 1d08
262 50d 13fb ab90
270 57a 1223
274 2c9b
278 3c6 444 2cab 2ce0 2ce1
27f 2129
280 ab71 aba2
283 222b ab4d
28c 1d27 2c97
28d 43c 1d0d 2c99 ab87
293 2c9d
298 2299 2609 2a00 2d59 a668
299 432 13fc 2c83
29a a79d
29c 43d 2c8f ab8b
29f 2cd1 abae
2a1 a6cd
393 413 13b1 14a5 2c84
394 1403 2206 25b3 2c86 2d60
39e 2630 2cb6
3a0 41f 220f 2ca0 a6db
3a6 424 553 1240 16f0 2caa
3a8 470 16d8 2cae
3a9 162f 1635
3bb 2c96
3c0 43f 1d28 2ca1
3c2 3db 2c8b
3c7 2cad ab53 ab55
3c8 471 2caf
3c9 2375 2cb1 a64d a7b7
3d7 2ce4
3fc 2cc1
418 376 a6a1
427 3e4
428 2cbc
42d 2108
43b 1d2b
447 3e5 aaa aeb
459 ab60
460 13c7 15ef
4b6 4cb
4b7 4cc
548 1260 144e 2229 22c2 a4f5
554 20bd 2cc0 2ce8
559 2bf 2d3
571 1294
1d00 ab7a
1d05 ab70
1d07 ab7c
1d0a ab7b
1d0e 377 438
1d18 1d29 abb2
1d19 44f
1d1b 3c4 442 2ca7 ab72
1e9f 3b4 56e 1577 2cdd 2e39
2c6b 2c8c
2c6c 2c8d
2c6f 15c4 2200 a4ef
2c75 370 13a8 13b0 a6b1
2c76 ab80
a64c 2cb0 a7b6
a727 a795
a73e 3ff
a73f 37d
a779 a77a
a786 10a0
a792 404 20ac 2c88
a793 25b 3b5 454 511 22f4 2c89 ab9b
a7fb 15b7
"""
"""A line for each character that others look like, in hexadecimal digits: it, then those others."""


@cache
def lookalikes() -> dict[int, int]:
    """For each character that looks like another the one that stands for both, as `str.translate` takes it."""
    rows = ([int(digits, 16) for digits in row.split()] for row in _TABLE.replace("\n ", " ").splitlines())
    return {other: first for first, *others in rows for other in others}
