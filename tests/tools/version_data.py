"""Keeps matches, records and settings as this version writes them, for every later one to open: `make version-data`.

They go to `tests/data/versions/VERSION`, once, when a version is cut; `tests/store/test_versions.py` opens all that lie there.
"""

from __future__ import annotations

import datetime
import random
import sys
from importlib.metadata import version
from pathlib import Path

from help.places import DATA
from sevenrocks.engine.deal import known_seed
from sevenrocks.engine.seats import BySeat, Partnership, Scores
from sevenrocks.house import House
from sevenrocks.record import write_record
from sevenrocks.seating import Player
from sevenrocks.settings import Hints, Language, Settings
from sevenrocks.settings.writing import write_first
from sevenrocks.table import Table
from sevenrocks.tui.keys import Keys

NAMES = ("Anna", "Bartek", "Łucja", "Dieter")
PEOPLE = BySeat(map(Player, NAMES))
MIXED = BySeat([Player("Anna"), Player("Bartek"), Player("Łucja", "master"), Player("Dieter", "club")])


def play(table: Table, actions: int, rng: random.Random) -> None:
    """So many actions by chance, as long as the match goes on."""
    while actions and table.winner is None:
        if table.turn is None:
            table.begin_round()
        assert table.turn is not None
        table.play(table.turn, rng.choice(table.view_for(table.turn).legal_actions))
        if table.placing is not None:
            right = table.view.round.layout.place(table.placing.tile, table.placing.host).count
            table.call(rng.choice((right, right + 1, None)))
        actions -= 1


def main() -> None:
    folder = DATA / "versions" / version("sevenrocks")
    if folder.exists():
        sys.exit(f"{folder.relative_to(Path.cwd())} is there already: what a version wrote never changes")
    rng = random.Random(folder.name)
    day = datetime.date(2026, 12, 1)
    sealed = Table.begin(MIXED, folder, date=day)
    sealed.cut("seven rocks")
    play(sealed, 40, rng)
    over = Table.begin(PEOPLE, folder, date=day, target=40, known_seed=known_seed(folder.name))
    play(over, 10_000, rng)
    called = Table.begin(MIXED, folder, date=day, target=100, known_seed=known_seed("called"), house=House(call=20))
    play(called, 33, rng)
    house = House(open_pair=Partnership.NS, start=Scores((35, 0)))
    swapped = Table.begin(PEOPLE, folder, date=day, target=60, known_seed=known_seed("swapped"), house=house)
    play(swapped, 10, rng)
    assert swapped.turn is not None
    swapped.note_hint(swapped.turn)
    swapped.note_opened()
    swapped.seat(swapped.turn, Player("Greta", "expert"))
    play(swapped, 6, rng)
    (folder / "records").mkdir()
    for name, table in {"sealed": sealed, "over": over, "called": called, "swapped": swapped}.items():
        (folder / "records" / f"{name}.rocks.toml").write_bytes(write_record(table.record()).encode())
        table.close()
    seats = tuple((player.name, player.level) for player in MIXED)
    changed = Settings().replaced(bell=True, call_it=True, hints=Hints.NEVER, language=Language.POLISH, seats=seats)
    write_first(folder / "config" / "settings.toml", changed, Keys().usual())
    sys.stdout.write(f"{folder}\n")


if __name__ == "__main__":
    main()
