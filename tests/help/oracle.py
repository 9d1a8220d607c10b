"""An oracle that looks at all that the program lets out, and knows from the match on disk what nobody may see there.

It trusts no screen to tell what is public: a tile is public once the file of the match says that it has been placed. Before
that, its owner alone may see it, after the cover has been opened with the owner's own key.
"""

from __future__ import annotations

import base64
import binascii
import re
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import cache, lru_cache
from itertools import pairwise, product
from pathlib import Path
from typing import TypeAlias

import pyte

from help.terminal import without_private_modes
from sevenrocks.drawing.shapes import BOXES, LIFE, PIPS, TileSize
from sevenrocks.drawing.tiles import ASCII, BLOCKS, LINES, Face, Glyphs, Look, draw_tile
from sevenrocks.engine.round import Round
from sevenrocks.engine.seats import BySeat, Seat
from sevenrocks.engine.tiles import DOUBLE_SIX, Hand, Tile
from sevenrocks.store import Kept, StoreError, read_match
from sevenrocks.telling.rules_text import POSITION, RULES
from sevenrocks.tui.screens.settings import PREVIEWED

COVERED = r"[Pp]ass the screen to|[Tt]he match goes on with|tiles are hidden\."
"""What a screen says that shows no hand until its owner asks for it."""

_MENU = r"the partnership domino game|Who sits where"
"""Screens outside of a match: a sign with tiles of its own, or none."""

_COPIES = 50
"""How often a file is copied until the copy is whole; the program may be writing to it."""


class LeakError(AssertionError):
    """Something has been let out that a player may not know."""


# ---- what a tile looks like


@cache
def spellings(tile: Tile) -> tuple[str, ...]:
    """The ways to write a tile that mean nothing else: as on screens, and as Python prints it."""
    orders = {(tile.low, tile.high), (tile.high, tile.low)}
    written = (f"{one}{bar}{other}" for one, other in sorted(orders) for bar in "│|*")
    return (*written, f"low={tile.low}, high={tile.high}", f"({tile.low}, {tile.high})")


Drawing: TypeAlias = tuple[str, ...]
"""The rows of a tile, its edges with it."""


def _drawn(tile: Tile, size: TileSize, glyphs: Glyphs) -> Iterator[Drawing]:
    """A tile in all ways to draw it in this size; faces differ in their colours, but for the star of the last one."""
    for stands, first, has_pips, face, is_spinner in product(
        (True, False),
        (tile.low, tile.high),
        (True, False),
        (face for face in Face if face is not Face.BACK),
        (False, True),
    ):
        look = Look(glyphs, has_pips)
        cells = draw_tile(tile, size, look, stands=stands, first=first, face=face, is_spinner=is_spinner)
        yield tuple("".join(character for character, _role in row) for row in cells)


@cache
def _drawings() -> dict[str, dict[Drawing, Tile]]:
    """What tiles look like that are drawn with edges, by the upper one."""
    found: dict[str, dict[Drawing, Tile]] = {}
    for tile, size, glyphs in product(DOUBLE_SIX, (BOXES, PIPS, LIFE), (BLOCKS, LINES, ASCII)):
        for drawing in _drawn(tile, size, glyphs):
            assert found.setdefault(drawing[0], {}).setdefault(drawing, tile) == tile, "two tiles look alike"
    return found


@cache
def _backs() -> frozenset[Drawing]:
    """What tiles look like that lie face down: but for their colours, as a tile of no pips."""
    return frozenset(
        tuple("".join(character for character, _role in row) for row in cells)
        for size, glyphs, stands in product((BOXES, PIPS, LIFE), (BLOCKS, LINES, ASCII), (True, False))
        for cells in [draw_tile(Tile(0, 0), size, Look(glyphs), stands=stands, face=Face.BACK)]
    )


_LEVEL = re.compile(r"(?<![─\-*\w])[─\-*](?![─\-*\w])")
"""The bar of a small tile that stands: alone, and so no part of a rule, or of a word."""
_HALF = re.compile(r"(?<!\w)[0-6](?!\w)")


def _standing(rows: list[str]) -> Iterator[Tile]:
    """Tiles that stand in three cells, one below the other, or in a box of them."""
    for above, row, below in zip(rows, rows[1:], rows[2:], strict=False):
        for bar in _LEVEL.finditer(row):
            one, other = _HALF.match(above, bar.start()), _HALF.match(below, bar.start())
            if one is not None and other is not None:
                yield Tile.of(int(one[0]), int(other[0]))


@lru_cache(maxsize=8)
def _tiles_drawn(frame: str) -> frozenset[tuple[Tile, bool]]:
    """The tiles that are drawn in a frame, however large; and whether they may be some that lie face down."""
    rows = frame.split("\n")
    found = {(tile, False) for tile in _standing(rows)}
    for top, drawings in _drawings().items():
        high = max(map(len, drawings))
        for y, row in enumerate(rows):
            x = row.find(top)
            while x >= 0:
                drawing = tuple(line[x : x + len(top)] for line in rows[y : y + high])
                if drawing in drawings:
                    found.add((drawings[drawing], drawing in _backs()))
                x = row.find(top, x + 1)
    return frozenset(found)


def is_shown(tile: Tile, frame: str, *, has_backs: bool = False) -> bool:
    """Whether a tile stands in a frame, drawn in any size or written, either way round.

    Where a frame `has_backs`, what looks like a tile that lies face down is one.
    """
    if any(spelling in frame for spelling in spellings(tile)):
        return True
    if "low=" in frame and f"low={tile.low},high={tile.high}" in re.sub(r"[\s│|]+", "", frame):
        return True  # as a debugger lays it out
    drawn = _tiles_drawn(frame)
    return (tile, False) in drawn or (not has_backs and (tile, True) in drawn)


def words_of(hand: Iterable[Tile]) -> tuple[str, ...]:
    """What gives tiles of one hand away in any text: each as `spellings` has it, and neighbours as records write them."""
    tiles = sorted(hand)
    neighbours = [
        form.format(one=one, other=other)
        for one, other in pairwise(tiles)
        for form in ("{one} {other}", "{one}, {other}", "{one}','{other}", "{one}', '{other}", '{one}", "{other}')
    ]
    lists = [f"[{one.low}, {one.high}], [{other.low}, {other.high}]" for one, other in pairwise(tiles)]
    return (*(spelling for tile in tiles for spelling in spellings(tile)), *neighbours, *lists)


def bytes_of(hand: Iterable[Tile]) -> tuple[bytes, ...]:
    """The same in bytes, in any encoding, and as pickles hold tiles."""
    tiles = tuple(hand)
    pickled = [b"K%cK%c\x86" % (tile.low, tile.high) for tile in tiles]
    wide = [word.encode("utf-16-le") for word in words_of(tiles)]
    return (*(word.encode() for word in words_of(tiles)), *wide, *pickled)


_RULES_TILES = frozenset(
    Tile(*map(int, half))
    for kind, text in RULES
    if kind == POSITION
    for half in re.findall(r"\b([0-6])([0-6])\b", text)
)


# ---- what is true


def _without(tile: Tile) -> Callable[[Hand], Hand]:
    return lambda hand: tuple(other for other in hand if other != tile)


class Truth:
    """The match as its file has it. It is read from copies: the program holds the file itself."""

    def __init__(self, home: Path) -> None:
        self.matches = home / "state" / "sevenrocks" / "matches"
        self.kept: Kept | None = None
        self._read: object = None

    def refresh(self, *, surely: bool = False) -> None:
        """Read what has been written since; surely, even where nothing seems to have been."""
        for _attempt in range(_COPIES):
            path, stamp = self._latest()
            if path is None or (stamp == self._read and not surely):
                return
            try:
                self.kept = _read_copy(path)
            except (StoreError, OSError):
                time.sleep(0.02)  # it was being written to
                continue
            self._read = stamp
            return
        raise AssertionError("the match on disk cannot be read")

    def _latest(self) -> tuple[Path | None, object]:
        found = []
        for path in self.matches.glob("*.match"):
            try:
                status = path.stat()
            except OSError:
                continue
            if status.st_size:
                # A journal beside it is a commit under way, and a copy of both is the match before it.
                journal = path.with_name(f"{path.name}-journal").exists()
                found.append((path, status.st_mtime_ns, status.st_size, journal))
        latest = max(found, key=lambda entry: entry[1], default=None)
        return (None, None) if latest is None else (latest[0], latest)

    def round(self, number: int | None = None) -> Round | None:
        """This round, or the latest one."""
        rounds = () if self.kept is None else self.kept.match.rounds
        if number is None or number > len(rounds):
            return rounds[-1] if rounds else None
        return rounds[number - 1]

    def secrets(self, number: int | None = None) -> BySeat[Hand]:
        """What each seat holds and nobody else may know: nothing once the round is over, as all hands are then face up."""
        state = self.round(number)
        if state is None or state.is_over:
            return BySeat([()] * 4)
        placing = None if self.kept is None or state is not self.round() else self.kept.placing
        # It lies on the table already, though it is in the hand until its count has been called.
        return state.hands if placing is None else BySeat(map(_without(placing.tile), state.hands))

    def drawn(self, number: int) -> frozenset[Tile]:
        """The tiles of the neutral draw before this round."""
        draws = () if self.kept is None else self.kept.match.draws
        draw = draws[number - 1] if 0 < number <= len(draws) else None
        return frozenset() if draw is None else frozenset(tile for turn in draw.turns for _seat, tile in turn)

    @property
    def seed(self) -> bytes | None:
        """The seed of all deals."""
        return None if self.kept is None else self.kept.header.seed


def _copied(path: Path, folder: Path) -> Path:
    copy = folder / "matches" / path.name
    copy.parent.mkdir()
    shutil.copyfile(path.parent.parent / "key", folder / "key")
    for name in (f"{path.name}-journal", path.name):
        if path.with_name(name).exists():
            shutil.copyfile(path.with_name(name), copy.with_name(name))
    return copy


def _read_copy(path: Path) -> Kept:
    with tempfile.TemporaryDirectory() as folder:
        return read_match(_copied(path, Path(folder)))


# ---- screens


class Oracle:
    """Watches every frame for tiles of hands that their owners have not opened."""

    def __init__(self, truth: Truth) -> None:
        self.truth = truth
        self.frames = 0
        self.covers = 0
        self.hands_seen: set[Seat] = set()
        self.found: list[str] = []
        """Every leak, with the frame in which it was seen."""
        self._allowed: Seat | None = None
        self._seen = False

    def opens(self, seat: Seat) -> None:
        """The owner of this hand asks for it, now."""
        self._allowed, self._seen = seat, False

    def closes(self) -> None:
        """No hand may be in sight from now on."""
        self._allowed = None

    def __call__(self, frame: str) -> None:
        self.frames += 1
        if re.search(COVERED, frame):
            self.covers += 1
            # A cover closes what was open, and not what has just been asked for.
            if self._seen:
                self._allowed = None
        if re.search(_MENU, frame):
            return
        self.truth.refresh()
        numbers = re.findall(r"[Rr]ound (\d+)", frame)
        number = int(numbers[-1]) if numbers else None
        public: frozenset[Tile] = frozenset()
        if "The rules of Seven Rocks" in frame:
            public, number = _RULES_TILES, None
        elif "The terminal rings at your turn" in frame:
            public, number = frozenset(PREVIEWED), None
        drawn = self.truth.drawn(number or len(self.truth.kept.match.rounds if self.truth.kept else ()))
        if "who opens?" in frame:
            public = drawn
        # What counts, or would count, may stand right beside a tile: its last digit is no half.
        frame = re.sub(r"(?:\b[a-dA-D])?[+=]\d{1,2}(?=[│|║])", lambda label: " " * len(label[0]), frame)
        for tile in drawn:
            frame = frame.replace(f"opens (drew {tile.low}|{tile.high})", "opens")
        for seat in Seat:
            shown = self._shown(seat, number, public, frame)
            if shown and seat is not self._allowed:
                self.truth.refresh(surely=True)
                shown = self._shown(seat, number, public, frame)
            if not shown:
                continue
            if seat is not self._allowed:
                self.found.append(f"{seat.name} has not opened {shown[0]}\n{frame}")
                continue
            self._seen = True
            self.hands_seen.add(seat)

    def _shown(self, seat: Seat, number: int | None, public: frozenset[Tile], frame: str) -> list[Tile]:
        hidden = [tile for tile in self.truth.secrets(number)[seat] if tile not in public]
        # Tiles lie face down nowhere but in the draw.
        return [tile for tile in hidden if is_shown(tile, frame, has_backs="who opens?" in frame)]


# ---- bytes that are no frames

_FRAME = re.compile(rb"\x1b\[\?2026h.*?\x1b\[\?2026l", re.DOTALL)
_ALTERNATE = re.compile(rb"\x1b\[\?1049([hl])")
_STRING = re.compile(rb"\x1b([\]P_^X])(.*?)(?:\x07|\x1b\\)", re.DOTALL)
_SEQUENCE = re.compile(rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[()][A-Z0-9]|\x1b[=>78cDEHM]")
_ANY_TILE = tuple(spelling for tile in DOUBLE_SIX for spelling in spellings(tile))


def left_on_screen(written: bytes, size: tuple[int, int] = (200, 60)) -> str:
    """The normal screen and its scrollback after all this was written: what stays when the program has gone."""
    screen = pyte.HistoryScreen(*size, history=10_000)
    stream = pyte.ByteStream(screen)
    normal = True
    for at, part in enumerate(_ALTERNATE.split(written)):
        if at % 2:
            normal = part == b"l"
        elif normal:
            stream.feed(without_private_modes(part))
    above = ("".join(row[x].data for x in range(size[0])) for row in screen.history.top)
    return "\n".join(line.rstrip() for line in (*above, *screen.display)).rstrip("\n")


def leaks_in_bytes(written: bytes) -> Iterator[str]:
    """Titles, clipboard and all other strings for the terminal; what stands outside of frames; what stays in the end."""
    for kind, body in _STRING.findall(written):
        number, _, text = body.partition(b";")
        if kind == b"]" and number == b"52":
            yield f"something was put on the clipboard: {_decoded(text)!r}"
        told = _decoded(body)
        if any(spelling in told for spelling in _ANY_TILE):
            yield f"a string for the terminal: {told!r}"
    left = left_on_screen(written)
    if any(is_shown(tile, left) for tile in DOUBLE_SIX):
        yield f"left on the screen:\n{left}"
    # What comes before the first frame has been read as a frame: the program did not know yet what the terminal can do.
    later = written[max(written.find(b"\x1b[?2026h"), 0) :]
    outside = _SEQUENCE.sub(b"", _STRING.sub(b"", _FRAME.sub(b"", later))).decode("utf-8", "replace")
    if any(spelling in outside for spelling in _ANY_TILE):
        yield f"outside of frames:\n{outside}"


def _decoded(body: bytes) -> str:
    texts = [body]
    for part in body.split(b";"):
        try:
            texts.append(base64.b64decode(part, validate=True))
        except (ValueError, binascii.Error):
            continue
    return " ".join(text.decode("utf-8", "replace") for text in texts)


# ---- files

_EXPECTED = re.compile(
    r"(config/sevenrocks/settings\.toml"
    r"|state/sevenrocks/(key|index|met\.json)"
    r"|state/sevenrocks/matches/\d{6}\.match(-journal)?"
    r"|state/sevenrocks/records/[^/]+\.rocks\.toml)(\.[0-9a-f]{16})?"
)


def leaks_in_files(world: Path, truth: Truth) -> Iterator[str]:
    """Every file below this folder: none but those that the program needs, and no hand in any of them."""
    truth.refresh()
    secrets = truth.secrets()
    hidden = [word for hand in secrets for word in bytes_of(hand)]
    if truth.seed is not None and not (truth.kept is not None and truth.kept.match.winner is not None):
        hidden += [truth.seed, truth.seed.hex().encode()]
    for path in world.rglob("*"):
        name = path.relative_to(world).as_posix()
        if not path.is_file():
            continue
        try:
            data = path.read_bytes()
        except OSError:
            continue  # gone meanwhile
        # A picture has a mark before and after each of its texts, and a tile is several of them.
        texts = data + re.sub(rb"<[^>]*>", b"", data) if path.suffix == ".svg" else data
        for word in hidden:
            if word in texts:
                yield f"{name} tells {word!r}"
        if not _EXPECTED.fullmatch(name):
            yield f"nobody needs a file {name}"
        if path.suffix == ".match" and truth.kept is not None:
            yield from _leaks_in_lines(path)


def _leaks_in_lines(path: Path) -> Iterator[str]:
    """Deals are sealed: hexadecimal digits that hold no notation, neither as they stand nor decoded."""
    with tempfile.TemporaryDirectory() as folder, closing(sqlite3.connect(_copied(path, Path(folder)))) as database:
        try:
            deals = [text for (text,) in database.execute("SELECT text FROM line WHERE kind = 'deal'")]
        except sqlite3.DatabaseError:
            return  # it was being written to
    for text in deals:
        if not re.fullmatch(r"[0-9a-f]{64,}", text) or re.search(rb"[0-6]{2} [0-6]{2}", bytes.fromhex(text)):
            yield f"a deal is not sealed: {text}"


# ---- processes


def processes_of(first: int) -> Iterator[int]:
    """A process and all that it has started."""
    yield first
    for task in Path(f"/proc/{first}/task").glob("*"):
        try:
            children = (task / "children").read_text().split()
        except OSError:
            continue
        for child in children:
            yield from processes_of(int(child))


def leaks_in_processes(processes: Iterable[int], truth: Truth, *, given: str = "") -> Iterator[str]:
    """Arguments, environment, limits and open files of the program and of what it has started; the program comes first.

    `given` is a seed that the program itself was given as an argument; those that it starts may not have it.
    """
    truth.refresh()
    hidden = [word for hand in truth.secrets() for word in bytes_of(hand)]
    if truth.seed is not None:
        hidden += [truth.seed, truth.seed.hex().encode()]
    first, *others = processes
    for process in (first, *others):
        folder = Path(f"/proc/{process}")
        try:
            told = {name: (folder / name).read_bytes() for name in ("cmdline", "environ", "comm", "limits")}
        except OSError:
            continue  # it has ended
        words = [*hidden, given.encode()] if given and process != first else hidden
        for name in ("cmdline", "environ", "comm"):
            for word in words:
                # Arguments are divided by zeros, and a hand may be divided among them.
                if word in told[name] or word in told[name].replace(b"\0", b" "):
                    yield f"/proc/{process}/{name} tells {word!r}"
        if re.search(rb"^Max core file size +0 ", told["limits"], re.MULTILINE) is None:
            yield f"process {process} may write a core file, with every hand in it"
        if process != first:
            yield from _leaks_in_descriptors(folder, truth.matches.parent)


def _leaks_in_descriptors(folder: Path, state: Path) -> Iterator[str]:
    """What chooses for a bot has no file of a match at hand."""
    for descriptor in (folder / "fd").glob("*"):
        try:
            leads_to = descriptor.readlink()
        except OSError:
            continue
        if leads_to.is_relative_to(state):
            yield f"{descriptor} leads to {leads_to}"
