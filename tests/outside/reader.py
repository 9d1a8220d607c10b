"""Checks a Seven Rocks record by record.md alone, all but 2.3, 4.4, 8.3 and the limits of 3.3: `python reader.py FILE`."""

import re
import sys
import tomllib
from datetime import date
from hashlib import sha256, shake_256
from pathlib import Path
from typing import Any
from unicodedata import normalize

SEATS, PAIRS, TILES = "NESW", ("NS", "EW"), [f"{low}{high}" for low in range(7) for high in range(low, 7)]
TILE, SEED, PAIR, NUMBER, COUNT = "[0-6]{2}", "[0-9a-f]{64}", "NS|EW", range(-(10**9), 10**9 + 1), range(10**9 + 1)
FOUR, BOTH = dict.fromkeys(["N!", "E!", "S!", "W!"], NUMBER), dict.fromkeys(["NS!", "EW!"], NUMBER)
DEALT = {"draws": [f"[NESW] {TILE}( [NESW] {TILE}){{0,3}}"], "deal!": dict.fromkeys(FOUR, f"{TILE}( {TILE}){{6}}")}
TAKEN = {"opens!": "[NESW]", "seats": ["(-|0|[1-9][0-9]{0,2}) [NESW] (person|bot:[a-z0-9_-]{1,20}) .+"]}
PLAYED = {"hints": dict.fromkeys(SEATS, COUNT), "plays!": [rf"[NESW] (pass|{TILE}(@{TILE})?)( \+[1-9][0-9]?)?"]}
OPENED = {"opened": [COUNT]}
ENDED = {"end": "blocked|out [NESW]|won (NS|EW)", "left": FOUR, "lost": FOUR, "score": BOTH}
HEAD = {"format!": "sevenrocks-record/[123]", "date": date, "target!": range(5, 1001), "known_deal": bool}
TABLES = {"players!": dict.fromkeys(FOUR, r" *\S(.{0,14}\S)? *"), "rounds": [DEALT | TAKEN | OPENED | PLAYED | ENDED]}
TAIL = {"result": {"winner!": PAIR, "score!": BOTH}, "fairness": {"seed!": SEED, "commitment!": SEED, "cut": str}}
HOUSE = {"house": {"call": range(601), "open": PAIR, "start": dict.fromkeys(PAIRS, NUMBER)}}


def require(fact: object, place: str, words: str) -> None:
    if not fact:
        raise ValueError(f"{place or 'record'}: {words}")


def read(value: Any, kind: Any, place: str) -> Any:
    """Return a value of its kind, without the user's own keys; what a kind calls `key!` must stand."""
    if isinstance(kind, list) and type(value) is list:
        return [read(item, kind[0], f"{place.removesuffix('s')} {number}") for number, item in enumerate(value, 1)]
    if isinstance(kind, dict) and type(value) is dict:
        known, prefix = {mark.rstrip("!"): inner for mark, inner in kind.items()}, place and f"{place}, "
        require(all(mark[:-1] in value for mark in kind if mark.endswith("!")), place, "a key is missing")
        require(all(name in known or name.startswith("_") for name in value), place, "a key is not known")
        return {name: read(value[name], known[name], prefix + name) for name in known if name in value}
    matches = isinstance(kind, str) and type(value) is str and re.fullmatch(kind, value)
    lies_within = isinstance(kind, range) and type(value) is int and value in kind
    require(matches or lies_within or type(value) is kind, place, "not of its kind")
    return value


def tiles(text: str) -> list[str]:
    return ["".join(sorted(tile)) for tile in re.findall(TILE, text)]


def check_draws(table: Any, candidates: str, place: str) -> None:
    for turn in table.get("draws", []):
        require(turn[::5] == candidates and 1 < len(candidates) == len(set(tiles(turn))), place, "draws: no such turn")
        pips = {seat: int(tile[0]) + int(tile[1]) for seat, tile in zip(candidates, tiles(turn), strict=True)}
        candidates = "".join(seat for seat in candidates if pips[seat] == max(pips.values()))
    require(table["opens"] == candidates, place, f"opens: expected {candidates}")


def points(places: list[tuple[str, str]], spinner: str) -> int:
    """Count the ends (7.5): the spinner has a place for each line that may yet begin, and is an end with three."""
    ends = {(host, half) for host, half in places if host != spinner or places.count((host, half)) > 2}
    total = sum(int(half) * (2 if host[0] == host[1] else 1) for host, half in ends)
    return 0 if total % 5 else total


def play(table: Any, hands: dict[str, list[str]], scores: dict[str, int], target: int, called: bool, place: str) -> str:
    places, spinner, passes, end, first = [("", "")], "", 0, "", SEATS.index(table["opens"])
    for turn, text in enumerate(table["plays"]):
        here, seat, pair = f"{place}, play {turn + 1}", SEATS[(first + turn) % 4], PAIRS[(first + turn) % 2]
        action, award = f"{text} +0".split(" ")[1:3]
        tile, host = [*tiles(action), "", ""][:2]
        fits = {(held, at): half for held in hands[seat] for at, half in places if half in held}
        require(not end and text[0] == seat, here, f"expected {end or seat}")
        require((tile, host) in fits if fits else not tile, here, f"expected one of {list(fits)}")
        if tile:
            hands[seat].remove(tile)
            places.remove((host, fits[tile, host]))
            copies = 1 if spinner or tile[0] != tile[1] else 3 if host else 4
            spinner = tile if copies > 1 else spinner
            places += [(tile, half) for half in set(tile.replace(fits[tile, host], "", 1))] * copies
        scored = points(places, spinner) if tile else 0
        require(award == f"+{scored}" or (called and award == "+0"), here, f"the ends count {scored}")
        scores[pair] += int(award)
        passes = 0 if tile else passes + 1
        over = "blocked" if passes == 4 else "" if hands[seat] else f"out {seat}"
        end = f"won {pair}" if scores[pair] >= target else over
    return end


def settle(end: str, hands: dict[str, list[str]], scores: dict[str, int]) -> dict[str, Any]:
    if end[:3] in {"", "won"}:
        return {"end": end, "score": scores} if end else {}
    left = {seat: sum(map(int, "".join(hands[seat]))) for seat in SEATS}
    lost = {seat: (left[seat] + 2) // 5 * 5 for seat in SEATS}
    scores |= {pair: scores[pair] - lost[pair[0]] - lost[pair[1]] for pair in PAIRS}
    return {"end": end, "left": left, "lost": lost, "score": scores}


def shuffled(stream: Any) -> list[str]:
    mixed = TILES.copy()
    for last in range(27, 0, -1):
        number = next(byte for byte in stream if byte < 256 - 256 % (last + 1)) % (last + 1)
        mixed[last], mixed[number] = mixed[number], mixed[last]
    return mixed


def check_fairness(fairness: Any, rounds: list[Any]) -> None:
    seed, cut = bytes.fromhex(fairness["seed"]), fairness.get("cut", "").encode()
    require(fairness["commitment"] == sha256(b"sevenrocks/1 commitment " + seed).hexdigest(), "fairness", "commitment")
    key = sha256(b"sevenrocks/1 cut " + seed + cut).digest() if cut else seed
    for number, table in enumerate(rounds, 1):
        names = (f"sevenrocks/1 {word} {number} ".encode() for word in ("deal", "draw"))
        deal, draw = (iter(shake_256(name + key).digest(9999)) for name in names)
        mixed, hands = shuffled(deal), [sorted(tiles(table["deal"][seat])) for seat in SEATS]
        dealt = hands == [sorted(mixed[first : first + 7]) for first in (0, 7, 14, 21)]
        drawn = all(tiles(turn) == shuffled(draw)[: len(tiles(turn))] for turn in table.get("draws", []))
        require(dealt and drawn, f"round {number}", "the seed gives another deal or draw")


def check(record: Any) -> None:
    rounds, house, target, end = record.get("rounds", []), record.get("house", {}), record["target"], "blocked"
    scores = dict.fromkeys(PAIRS, 0) | house.get("start", {})
    require(all(0 <= score < target and score % 5 == 0 for score in scores.values()), "house.start", "no such start")
    require(len({normalize("NFKC", name).casefold() for name in record["players"].values()}) == 4, "players", "alike")
    for number, table in enumerate(rounds, 1):
        require(end, f"round {number - 1}", "expected more plays")
        place, hands = f"round {number}", {seat: tiles(hand) for seat, hand in table["deal"].items()}
        require(record["format"][-1] > "1" or "seats" not in table, place, "seats are of version 2")
        require(record["format"][-1] > "2" or "opened" not in table, place, "opened is of version 3")
        require(end[:3] != "won", place, "the match was over")
        check_draws(table, end[4:] if end[:3] == "out" else SEATS, place)
        require(sorted(tiles(" ".join(table["deal"].values()))) == TILES, place, "deal: not each tile once")
        end = play(table, hands, scores, target, "call" in house, place)
        require({key: table[key] for key in ENDED if key in table} == settle(end, hands, scores), place, "another end")
        opened, last = table.get("opened", []), len(table["plays"]) - (end[:3] == "won")
        require(opened == sorted({*opened}) and all(after <= last for after in opened), place, "opened: no such plays")
    require(record["format"][-1] > "1" or "start" not in house, "house", "start is of version 2")
    require(record.get("result") == ({"winner": end[4:], "score": scores} if end[:3] == "won" else None), "result", end)
    if "fairness" in record:
        check_fairness(record["fairness"], rounds)


def fault(data: bytes) -> str | None:
    try:
        require(len(data) <= 4096 * 1024, "not a record", "too large")
        check(read(tomllib.loads(data.removeprefix(b"\xef\xbb\xbf").decode()), HEAD | TABLES | TAIL | HOUSE, ""))
    except (ValueError, RecursionError) as error:
        return str(error)
    return None


if __name__ == "__main__":
    found = fault(Path(sys.argv[1]).read_bytes())
    sys.stdout.write(f"{found or 'ok'}\n")
    sys.exit(found is not None)
