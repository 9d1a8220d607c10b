"""Play-outs and exact solving by the kernel, in both its forms, beside OpenSpiel, plain C, and a solver for bridge."""

from __future__ import annotations

import importlib.util
import os
import random
import shutil
import subprocess
import sys
import tempfile
import tracemalloc
import zipfile
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

from report import Line, ms, peer_module, processor_time, tell, times

from sevenrocks.bots.kernel import core
from sevenrocks.bots.kernel.layouts import LAYOUTS
from sevenrocks.bots.kernel.steps import layout_after, tile_of
from sevenrocks.bots.solver import slots_for

ROOT = Path(__file__).parents[2]
RNG = random.Random(1)
ALL = (1 << 28) - 1

LOOP_IN_C = r"""
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int FIRST[29 * 7169 + 1], STEPS[170892], PLAYABLE[7169], SEVERAL[7169];
static int COUNT[1 << 14], LOW[1 << 14], HIGH[1 << 14];

static int deduction(int tiles) { return (LOW[tiles & 16383] + HIGH[tiles >> 14] + 2) / 5; }

static int play_out(const int *held, unsigned *chance)
{
    int left = held[0] | held[1] | held[2] | held[3], layout = 0, turn = 0, margin = 0, passes = 0;
    for (;;) {
        int hand = left & held[turn], playable = hand & PLAYABLE[layout];
        if (playable) {
            int base = 29 * layout, several = playable & SEVERAL[layout], where;
            int tiles = COUNT[playable & 16383] + COUNT[playable >> 14];
            long long ways = tiles, chosen = 0;
            passes = 0;
            for (int rest = several; rest; rest &= rest - 1) {
                where = base + (rest & -rest) % 29;
                ways += FIRST[where + 1] - FIRST[where] - 1;
            }
            if (ways > 1) {
                *chance = *chance * 69069u + 1;
                chosen = *chance * ways >> 32;
                if (chosen < tiles)
                    for (; chosen; chosen--) playable &= playable - 1;
                else {
                    chosen -= tiles - 1;
                    playable = several;
                    where = base + (playable & -playable) % 29;
                    while (chosen >= FIRST[where + 1] - FIRST[where]) {
                        chosen -= FIRST[where + 1] - FIRST[where] - 1;
                        playable &= playable - 1;
                        where = base + (playable & -playable) % 29;
                    }
                }
            }
            int step = STEPS[FIRST[base + (playable & -playable) % 29] + chosen], tile = 1 << (step >> 16);
            left ^= tile;
            layout = step & 8191;
            margin += turn & 1 ? -(step >> 13 & 7) : step >> 13 & 7;
            if (hand == tile) break;
        } else if (++passes == 4) break;
        turn = turn + 1 & 3;
    }
    return margin + deduction(left & held[1]) + deduction(left & held[3])
        - deduction(left & held[0]) - deduction(left & held[2]);
}

#define READ(table) if (fread(table, sizeof table, 1, file) != 1) return 1

int main(int count, char **words)
{
    FILE *file = fopen(words[1], "rb");
    int deals = atoi(words[2]), times = atoi(words[3]);
    int (*held)[4] = malloc(deals * sizeof *held);
    if (count != 4 || !file || !held) return 1;
    READ(FIRST); READ(STEPS); READ(PLAYABLE); READ(SEVERAL); READ(COUNT); READ(LOW); READ(HIGH);
    if (fread(held, sizeof *held, deals, file) != (size_t)deals) return 1;
    unsigned chance = 1;
    long long total = 0;
    clock_t began = clock();
    for (int time = 0; time < times; time++)
        for (int deal = 0; deal < deals; deal++) total += play_out(held[deal], &chance);
    printf("%.6f %lld\n", (double)(clock() - began) / CLOCKS_PER_SEC, total);
    return 0;
}
"""
"""The loop of random_play_out in C, over the kernel's own tables."""


def random_hands() -> list[int]:
    tiles = RNG.sample(range(28), 28)
    return [sum(1 << tile for tile in tiles[at : at + 7]) for at in range(0, 28, 7)]


DEALS = [random_hands() for _ in range(2000)]


def rate(module: Any, times_over: int, deals: list[list[int]] = DEALS) -> float:
    """Random play-outs a second."""

    def play() -> None:
        play_out, chance = module.random_play_out, 1
        for _ in range(times_over):
            for hands in deals:
                _margin, chance = play_out(hands, 0, 0, chance)

    return times_over * len(deals) / processor_time(play)


def openspiel() -> Callable[[], float] | None:
    """Play-outs a second of OpenSpiel's team dominoes, each from the copy of a deal."""
    pyspiel = peer_module("pyspiel")
    if pyspiel is None or peer_module("open_spiel.python.games.team_dominoes") is None:
        return None
    game = pyspiel.load_game("python_team_dominoes")
    dealt = []
    for _ in range(200):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(RNG.choice(state.legal_actions()))
        dealt.append(state)

    def play() -> None:
        for begun in dealt:
            state = begun.clone()
            while not state.is_terminal():
                state.apply_action(RNG.choice(state.legal_actions()))

    return lambda: len(dealt) / processor_time(play)


def endplay() -> Callable[[], float] | None:
    """Whole boards of bridge a second that Bo Haglund's solver does: no trumps, North leads."""
    dds, dealer, types = (peer_module(f"endplay.{name}") for name in ("dds", "dealer", "types"))
    if dds is None or dealer is None or types is None:
        return None
    seeds = iter(range(10**9))

    def boards() -> list[Any]:
        found = [dealer.generate_deal(seed=next(seeds)) for _ in times(20, 5)]
        for board in found:
            board.trump, board.first = types.Denom.nt, types.Player.north
        return found

    def solve(found: list[Any]) -> None:
        for board in found:
            list(dds.solve_board(board))

    def run() -> float:
        found = boards()
        return len(found) / processor_time(solve, found)

    run()  # the solver sets itself up at first
    return run


def compiled_core(folder: Path) -> Any:
    """The compiled form of the kernel's core, built from this tree as the wheel is; None where it cannot be."""
    source = folder / "source"
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    shutil.copytree(ROOT / "sevenrocks", source / "sevenrocks", ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-c", "from setuptools.build_meta import build_wheel; build_wheel('..')"]
    if subprocess.run(command, cwd=source, capture_output=True, check=False).returncode:
        return None
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        library = next((name for name in wheel.namelist() if "/core." in name and name.endswith((".so", ".pyd"))), None)
        if library is None:
            return None
        path = wheel.extract(library, folder)
    # Beside the interpreted form, so that both can be measured in turns.
    spec = importlib.util.spec_from_file_location(core.__name__, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def c_loop(folder: Path) -> Callable[[int], tuple[float, int]] | None:
    """The loop in C: play-outs a second and the sum of their margins, for so many times all deals."""
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler is None:
        return None
    source, program, tables = folder / "loop.c", folder / "loop", folder / "tables"
    source.write_text(LOOP_IN_C, "utf-8")
    subprocess.run([compiler, "-O3", "-o", str(program), str(source)], check=True, capture_output=True)
    with tables.open("wb") as file:
        for table in (
            core.FIRST,
            core.STEPS,
            core.PLAYABLE,
            core.SEVERAL,
            core.COUNT,
            core.PIPS_LOW,
            core.PIPS_HIGH,
            *DEALS,
        ):
            array("i", table).tofile(file)

    def run(times_over: int) -> tuple[float, int]:
        command = [str(program), str(tables), str(len(DEALS)), str(times_over)]
        seconds, total = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        return times_over * len(DEALS) / float(seconds), int(total)

    return run


def position(tiles: int) -> tuple[list[int], int, int, int]:
    """Hands, tiles left, layout and turn after random plays, such that the seat in turn can place."""
    while True:
        hands, left, layout, turn, passes = random_hands(), ALL, 0, 0, 0
        while passes < 4:
            playable = left & hands[turn] & core.learn(layout)
            if playable and left.bit_count() == tiles:
                return hands, left, layout, turn
            passes = 0 if playable else passes + 1
            options = [step for tile in range(28) if playable >> tile & 1 for step in core.steps(layout, tile)]
            if options:
                step = RNG.choice(options)
                left ^= 1 << tile_of(step)
                layout = layout_after(step)
                if not left & hands[turn]:
                    break
            turn = turn + 1 & 3


def solve(module: Any, found: tuple[list[int], int, int, int]) -> int:
    hands, left, layout, turn = found
    margin: int = module.Search(hands, slots_for(left.bit_count())).margin(left, layout, turn)
    return margin


def play_out_lines(compiled: Any, in_c: Callable[[int], tuple[float, int]] | None) -> Iterator[Line]:
    what, peer = "random play-outs a second", openspiel()
    if peer is None:
        alone = median(rate(core, 2) for _ in times(11, 3))
        yield Line(f"{what}, interpreted", f"{alone:,.0f}", "OpenSpiel is not installed")
    else:
        runs = [(rate(core, 2), peer()) for _ in times(11, 3)]
        ours, beside = (median(column) for column in zip(*runs, strict=True))
        told = f"OpenSpiel team_dominoes: {beside:,.0f}"
        yield Line(f"{what}, interpreted", f"{ours:,.0f}", told, ours / beside, ">= 20x", ours / beside >= 20)
    if compiled is None:
        yield Line(f"{what}, compiled", "not measured", "it cannot be compiled here")
    elif in_c is None:
        alone = median(rate(compiled, 100) for _ in times(11, 3))
        yield Line(f"{what}, compiled", f"{alone:,.0f}", "there is no compiler of C")
    else:
        chance, total = 1, 0
        for hands in DEALS:
            margin, chance = compiled.random_play_out(hands, 0, 0, chance)
            total += margin
        if total != in_c(1)[1]:
            raise RuntimeError("the loop in C plays something else")
        runs = [(rate(compiled, 100), in_c(100)[0]) for _ in times(11, 3)]
        ours, beside = (median(column) for column in zip(*runs, strict=True))
        told = f"the same loop in C: {beside:,.0f}"
        yield Line(f"{what}, compiled", f"{ours:,.0f}", told, ours / beside, ">= 0.5x", ours / beside >= 0.5)


def whole_deal_lines(compiled: Any) -> Iterator[Line]:
    what, peer = "whole deals solved a second, compiled", endplay()

    def solved() -> float:
        deals = [(random_hands(), ALL, 0, 0) for _ in times(20, 5)]

        def solve_all() -> None:
            for deal in deals:
                solve(compiled, deal)

        return len(deals) / processor_time(solve_all)

    if compiled is None:
        yield Line(what, "not measured", "it cannot be compiled here")
    elif peer is None:
        yield Line(what, f"{median(solved() for _ in times(11, 3)):.1f}", "endplay is not installed")
    else:
        runs = [(solved(), peer()) for _ in times(11, 3)]
        ours, beside = (median(column) for column in zip(*runs, strict=True))
        told = f"bridge boards by endplay: {beside:.1f}"
        yield Line(what, f"{ours:.1f}", told, ours / beside, ">= 1.0x", ours / beside >= 1)


def solving_lines(compiled: Any) -> Iterator[Line]:
    for tiles in (16, 20, 24, 28):
        found = [position(tiles) for _ in times(41 if tiles < 28 else 15, 5)]
        runs = []
        for one in found:
            slow = processor_time(solve, core, one)
            runs.append((slow, slow if compiled is None else processor_time(solve, compiled, one)))
        slow, fast = (median(column) for column in zip(*runs, strict=True))
        if compiled is None:
            yield Line(f"solving with {tiles} tiles left", ms(slow))
        else:
            told = f"compiled: {1000 * fast:.2f} ms"
            yield Line(f"solving with {tiles} tiles left, interpreted", ms(slow), told, fast / slow)


def size_lines() -> Iterator[Line]:
    code = "import time, {0}; began = time.perf_counter(); import sevenrocks.bots.kernel.core; print(time.perf_counter() - began)"
    seconds = []
    for _ in times(11, 3):
        command = [sys.executable, "-c", code.format("sevenrocks.engine.layout, sevenrocks.bots")]
        seconds.append(float(subprocess.run(command, check=True, capture_output=True, text=True).stdout))
    yield Line("import of the kernel, interpreted", ms(median(seconds)))
    tracemalloc.start()
    search = core.Search(DEALS[0])
    search.margin(ALL, 0, 0)
    held = tracemalloc.get_traced_memory()[0] / 2**20
    tracemalloc.stop()
    compiled_bytes = core.SLOTS * (8 + 2 + 2) / 2**20
    yield Line(
        "memory of a search, whole deal", f"{held:.1f} MiB", f"compiled: {compiled_bytes:.1f} MiB, whatever it solves"
    )


def lines(folder: Path) -> Iterator[Line]:
    for layout in range(LAYOUTS):
        core.learn(layout)
    compiled = compiled_core(folder)
    if compiled is not None:
        for layout in range(LAYOUTS):
            compiled.learn(layout)
    yield from play_out_lines(compiled, c_loop(folder))
    yield from whole_deal_lines(compiled)
    yield from solving_lines(compiled)
    yield from size_lines()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        if core.COMPILED:
            tell([Line("the kernel", "not measured", "install it editable: the interpreted form is wanted here")])
        else:
            tell(lines(Path(temporary)))
