"""After any sequence of what a player may do, the screen shows what the table's state says.

A walk takes steps at random in the running app and reads the screen after each, cell by cell; what it should show is worked
out from the round itself, hands included, and not from what the screens are given. A failing walk prints its steps.
"""

from __future__ import annotations

import asyncio
import random
import re
import sys
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pytest
from textual import events
from textual.pilot import Pilot

from help.effort import LONG, cases, seeded
from help.playing import app_in, screen_text, start, until
from sevenrocks.drawing import letters
from sevenrocks.drawing.shapes import BOXES, LIFE, PIPS, Rect, Spot, TileSize
from sevenrocks.engine.actions import MatchWon, Passed, Place, Placed, RoundEnded
from sevenrocks.engine.match import Match
from sevenrocks.engine.round import Round
from sevenrocks.engine.rules import award_for
from sevenrocks.engine.seats import BySeat, Partnership, Scores, Seat
from sevenrocks.engine.tiles import Tile
from sevenrocks.engine.view import layouts_of
from sevenrocks.house import RULES_ALONE
from sevenrocks.record import replay
from sevenrocks.seating import Player
from sevenrocks.settings import Settings
from sevenrocks.sitting import Sitting
from sevenrocks.telling.choosing import Choosing
from sevenrocks.tui.app import RocksApp
from sevenrocks.tui.screens.base import Overlay, RocksScreen
from sevenrocks.tui.screens.call import CallScreen
from sevenrocks.tui.screens.confirm import LeaveScreen
from sevenrocks.tui.screens.cover import CoverScreen
from sevenrocks.tui.screens.cut import CutScreen
from sevenrocks.tui.screens.draw import DrawScreen
from sevenrocks.tui.screens.explain import ExplainScreen
from sevenrocks.tui.screens.held import Mode
from sevenrocks.tui.screens.learn import LearnScreen
from sevenrocks.tui.screens.ledger import LedgerScreen
from sevenrocks.tui.screens.lesson import LessonScreen
from sevenrocks.tui.screens.log import LogScreen
from sevenrocks.tui.screens.menu import Choice, MenuScreen
from sevenrocks.tui.screens.panelled import PanelledScreen
from sevenrocks.tui.screens.panels import Explaining, Hinting, Logging
from sevenrocks.tui.screens.public import PublicScreen
from sevenrocks.tui.screens.result import ResultScreen
from sevenrocks.tui.screens.seats import SeatsScreen
from sevenrocks.tui.screens.settings import SettingsList, SettingsScreen
from sevenrocks.tui.screens.table import TableScreen
from sevenrocks.tui.screens.trainer import TrainerScreen
from sevenrocks.tui.screens.welcome import WelcomeScreen
from sevenrocks.tui.theme import role_style
from sevenrocks.tui.widgets.choice_list import ChoiceList
from sevenrocks.tui.widgets.hand import HandView
from sevenrocks.tui.widgets.painted import Piece
from sevenrocks.tui.widgets.track import ScoreTrack

pytestmark = pytest.mark.usefixtures("no_arming")

STEPS = 60 if LONG else 30

SIZES = (
    (80, 24),
    (81, 25),
    (100, 30),
    (120, 40),
    (139, 44),
    (140, 45),
    (176, 42),
    (200, 60),
    (79, 24),
    (80, 23),
    (40, 10),
    (1, 1),
)

PEOPLE = (("Anna",), ("Anna", "Ewa", "Clara", "Dieter"), ("Anna", "Ewa"))
"""Who plays; bots take the seats that are left."""


# ---- the state, and the screen


class Truth(NamedTuple):
    """The match at the table, with all that nobody may see at once."""

    players: BySeat[Player]
    match: Match

    @classmethod
    def of(cls, sitting: Sitting) -> Truth:
        """What is true at this table."""
        return cls(sitting.match.players, replay(sitting.record()))


class Reading:
    """The screen as it is drawn, to be read cell by cell."""

    def __init__(self, app: RocksApp) -> None:
        self.app = app
        self.text = screen_text(app)
        self.rows = [row.ljust(app.size.width) for row in self.text.splitlines()]

    def area(self, x: int, y: int, width: int, height: int) -> list[str]:
        """The text in an area of the screen."""
        return [row[x : x + width] for row in self.rows[y : y + height]]

    def is_turn_at(self, x: int, y: int) -> bool:
        """Whether a cell is on a plate of brass, as the name of whoever is in turn."""
        wanted = role_style("turn", self.app.theme_variables)
        at = 0
        for segment in self.app.screen._compositor.render_strips()[y]:
            at += segment.cell_length
            if at > x:
                return segment.style is not None and segment.style.bgcolor == wanted.bgcolor
        return False

    def row_of_tiles(self, x: int, y: int, size: TileSize, gap: int, *, stands: bool, lift: int = 0) -> list[Tile]:
        """Tiles side by side from a cell on, as many as there are; some may be lifted by so many rows."""
        width, height = size.standing if stands else size.lying
        tiles: list[Tile] = []
        while True:
            tops = [top for top in {y, y - lift} if self.rows[top][x : x + 1] in {"▗", "╭", "+"}]
            if not tops:
                return tiles
            (top,) = tops
            tiles.append(Tile.of(*self.tile_at(Spot(Tile(0, 0), Rect(0, 0, width, height), stands, 0), x, top)))
            x += width + gap

    def tile_at(self, spot: Spot, x: int, y: int) -> tuple[int, int]:
        """Both halves of a tile that is drawn with the upper left corner of its area there."""
        _x, _y, width, height = spot.rect
        rows = self.area(x, y, width, height)
        if spot.stands:
            return _value(rows[: height // 2]), _value(rows[height // 2 + 1 :])
        return _value([row[: width // 2] for row in rows]), _value([row[width // 2 + 1 :] for row in rows])


def _value(rows: list[str]) -> int:
    """The value of a half: its digit, or its pips."""
    text = "".join(rows)
    digits = re.findall(r"\d", text)
    if digits:
        assert len(digits) == 1, text
        return int(digits[0])
    return len(re.findall("[●o]", text))


# ---- what must be true


def check(app: RocksApp) -> None:
    """Compare the screen with the state."""
    screen = app.screen
    reading = Reading(app)
    if app.size.width < 80 or app.size.height < 24:
        check_too_small(reading)
        return
    assert "Please enlarge" not in reading.text
    if isinstance(screen, MenuScreen):
        assert app.sitting is None, "the menu is shown, and a match goes on"
    if app.sitting is None:
        return
    table = Truth.of(app.sitting)
    if not table.match.rounds:
        return
    state = table.match.rounds[-1]
    if isinstance(screen, PublicScreen):
        check_public(reading, screen, table, state)
    if isinstance(screen, PanelledScreen) and screen.told is not None:
        check_panel(reading, screen, table, state)
    if isinstance(screen, TableScreen):
        check_hand(reading, screen, table, state)
    elif isinstance(screen, CoverScreen):
        check_cover(reading, screen, table, state)
    elif isinstance(screen, LedgerScreen):
        check_ledger(reading, table, state)
    elif isinstance(screen, ResultScreen):
        check_result(reading, table, state)
    elif isinstance(screen, ExplainScreen):
        check_explained(reading, None, table, state)
    elif isinstance(screen, LogScreen):
        check_log(screen.rows(), table, state)
    elif isinstance(screen, CallScreen):
        check_call(reading, screen, state)


def check_too_small(reading: Reading) -> None:
    """Nothing of a match is shown where there is no room for all of it."""
    assert not re.search(r"\d[│|]\d|to go", reading.text), reading.text
    if reading.app.size.width > 30:
        assert "Seven Rocks needs 80" in reading.text, reading.text


def check_public(reading: Reading, screen: PublicScreen[Any], table: Truth, state: Round) -> None:
    """The track, the seats, the layout, and the count."""
    check_track(reading, table, _before_settlement(state))
    check_seats(reading, screen, table, state)
    check_layout(reading, screen, state)
    if screen.count_line.display:
        check_count(reading.rows[screen.count_line.region.y], table, state)
    else:
        assert isinstance(screen, CoverScreen), "a cover tells what has happened in words of its own"


def _before_settlement(state: Round) -> Scores:
    """The scores with all awards of the round, without what its end costs."""
    scores = state.setup.scores
    for event in state.events:
        if isinstance(event, Placed):
            pair = event.seat.partnership
            award = 0 if event.missed else award_for(_count_after(state, event))
            scores = scores.with_value(pair, scores[pair] + award)
    return scores


def _count_after(state: Round, placed: Placed) -> int:
    return next(layout.count for event, layout in layouts_of(state.events) if event is placed)


def check_track(reading: Reading, table: Truth, scores: Scores) -> None:
    """Both scores, what is left to go, and the front pegs."""
    region = reading.app.screen.query_one(ScoreTrack).region
    area = reading.area(*region.offset, region.width, region.height)
    step = 5 * -(-table.match.target // 250)
    holes = -(-table.match.target // step)
    if region.height > region.width:
        check_tall_track(area, table, scores, step, holes)
        return
    for row, pair in zip((area[0], area[-1]), Partnership, strict=True):
        assert row.lstrip().startswith(pair.name), row
        score, left = scores[pair], max(table.match.target - scores[pair], 0)
        found = re.fullmatch(r"( *-?\d+) .[┃|].*[┃|] (\d+) to go( .*)?", row.lstrip()[2:])
        assert found is not None, row
        assert (int(found[1]), int(found[2])) == (score, left), f"{pair.name} has {score}\n{reading.text}"
        hole = min(max(score // step, 0), holes)
        apart = max(min(64 // holes, 3), 1)
        at = 7 if not hole else 9 + (hole - 1) * apart + (hole - 1) // 5 + (apart - 1) // 2
        assert row[at] in ("◀<" if score < 0 else "●@"), f"{pair.name} has {score}, so hole {hole}\n{row}"
        assert len(re.findall("[●@◀<]", row)) == 1, f"one peg is in front\n{row}"


def check_tall_track(area: list[str], table: Truth, scores: Scores, step: int, holes: int) -> None:
    """The same where it stands on end: up one street, or up the outside and home on the inside; before the start below zero."""
    told = "\n".join(area)
    left = [max(table.match.target - scores[pair], 0) for pair in Partnership]
    assert re.search(r" +".join(rf"\b{number} to go" for number in left), told), told
    size = letters.Size.PLAIN if told.isascii() else letters.Size.HALF
    figures = [letters.draw(str(scores[pair]), size) for pair in Partnership]
    wide = sum(letters.width(str(scores[pair]), size) for pair in Partnership)
    aside = 1 if wide == 22 else 2
    if wide > 22:
        figures = [
            [" ".join(str(scores[pair])) if at == len(told) // 2 else "" for at in range(len(told))]
            for pair, told in zip(Partnership, figures, strict=True)
        ]
    rows = [f"{' ' * aside}{ns}".ljust(len(area[0]) - len(ew) - aside) + ew for ns, ew in zip(*figures, strict=True)]
    inside = [f" {row[1:-1].rstrip()}" for row in area]
    assert any(inside[at : at + len(rows)] == [row.rstrip() for row in rows] for at in range(len(area))), told
    is_straight = holes <= 25
    columns = ((6,), (19,)) if is_straight else ((4, 9), (21, 16))
    climb = holes if is_straight else 5 * -(-holes // 10)
    inside_it = area[3 : next(at for at, row in enumerate(area) if row[2:4] == "NS")]
    for pair, streets in zip(Partnership, columns, strict=True):
        rungs = [row for row in inside_it if row[streets[0]] in "•●○.@o"]
        assert len(rungs) == climb + 2, told
        hole = -1 if scores[pair] < 0 else min(scores[pair] // step, holes)
        height, column = (hole, streets[0]) if hole <= climb else (2 * climb + 1 - hole, streets[-1])
        assert rungs[-2 - height][column] in "●@", f"{pair.name} has {scores[pair]}, so hole {hole}\n{told}"
        fronts = sum(row[at] in "●@" for row in inside_it for at in streets)
        assert fronts == 1, f"one peg is in front\n{told}"
        assert (area[area.index(rungs[-1])][streets[0] - 2] == "-") == (scores[pair] < 0), told


LACKS = r"no \d(?:,? (?:no )?\d)*"
"""What a player lacks, at length or in short."""


def check_seats(reading: Reading, screen: PublicScreen[Any], table: Truth, state: Round) -> None:
    """The three others: how many tiles each holds, what it has knocked on, who is in turn."""
    region = (screen.seats if screen.seats.display else screen.layout_view).region
    area = reading.area(*region.offset, region.width, region.height)
    for seat in Seat:
        name = f"{table.players[seat].name} ({seat.name})"
        places = [(row.index(name), y) for y, row in enumerate(area) if name in row]
        if seat is screen.bottom:
            assert not places, reading.text
            continue
        ((x, y),) = places
        if screen.seats.display:
            told = re.match(rf"[◆<]? +(\d)(?: ({LACKS}))?", area[y][x + len(name) :])
            sign = area[y][x + len(name)]
        else:
            assert area[y][x - 2] in "◀▲▶<^>", reading.text
            told = re.match(rf"(\d) tiles?(?:  ({LACKS}))?", area[y + 1][x - 2 :])
            sign = area[y][x + len(name) + 1]
        assert told is not None, reading.text
        assert int(told[1]) == len(state.hands[seat]), f"{seat.name} holds {len(state.hands[seat])}\n{reading.text}"
        is_in_turn = reading.is_turn_at(region.x + x, region.y + y)
        assert is_in_turn == (state.turn is seat), f"{state.turn} is in turn\n{reading.text}"
        assert (sign in "◆<") == is_in_turn, f"{state.turn} is in turn without colours, too\n{reading.text}"
        knocked = sorted({half for e in state.events if isinstance(e, Passed) and e.seat is seat for half in e.halves})
        assert re.findall(r"\d", told[2] or "") == [str(half) for half in knocked], reading.text


def check_panel(reading: Reading, screen: PanelledScreen[Any], table: Truth, state: Round) -> None:
    """What is told stands below the layout, with the key that closes it, and is true; a hand that is hidden is not told of."""
    told, region = screen.told, screen.panel.region
    assert told is not None
    assert region.height > 1
    assert region.y > screen.layout_view.region.bottom - 1
    assert " closes" in reading.rows[region.y][region.x : region.right], reading.text
    area = Reading.__new__(Reading)
    area.app, area.rows = reading.app, reading.area(*region.offset, region.width, region.height)
    area.text = "\n".join(area.rows)
    if told.is_of_hand:
        assert isinstance(screen, TableScreen)
        assert not screen.is_hidden, reading.text
        assert screen.choosing is not None, reading.text
    match told:
        case Hinting():
            check_hint(area, screen, state)
        case Explaining():
            check_explained(area, told, table, state)
        case Logging():
            check_log([row.pieces for row in told.rows(region.width)], table, state)


def ghosts_of_hint(screen: PublicScreen[Any]) -> set[tuple[int, int]]:
    """The cells of the tiles of a hint, where they would lie."""
    view, cells = screen.layout_view, set()
    for rect, _host, _port in view._places:
        cells |= {(rect.x + i, rect.y + j) for i in range(rect.width) for j in range(rect.height)}
    return cells


def check_ghost(reading: Reading, screen: PublicScreen[Any]) -> set[tuple[int, int]]:
    """The cells of the tile that is chosen, where it would lie; no other is shown there."""
    view = screen.layout_view
    if isinstance(screen, PanelledScreen) and screen.told is not None:
        if isinstance(screen.told, Hinting):
            return ghosts_of_hint(screen)
        if screen.is_put_away or isinstance(screen.told, Explaining):
            assert not view._places, "nothing of a hand that is put away lies on the table"
    if not isinstance(screen, TableScreen) or screen.choosing is None or screen.choosing.chosen is None:
        return set()
    if screen.is_hidden or not view._places:
        return set()
    rect, _host, _port = view._places[0]
    tile = screen.choosing.chosen.action.tile
    # The first double stands in an area as wide as high, where tiles are small.
    spot = Spot(tile, rect, rect.height >= rect.width, tile.low)
    assert Tile.of(*reading.tile_at(spot, view.region.x + rect.x, view.region.y + rect.y)) == tile, reading.text
    return {(rect.x + i, rect.y + j) for i in range(rect.width) for j in range(rect.height)}


def check_layout(reading: Reading, screen: PublicScreen[Any], state: Round) -> None:
    """Every tile that has been placed lies there once, with its own halves, and the ends tell what they count."""
    layout, view = state.layout, screen.layout_view
    x, y = view.region.offset
    area = reading.area(x, y, view.region.width, view.region.height)
    if not layout.joints:
        assert f"{reading_name(screen, state.setup.opener)} opens" in "\n".join(area)
        return
    arrangement = screen.layout_view.arrangement
    assert arrangement is not None
    assert sorted(spot.tile for spot in arrangement.spots) == sorted(layout.tiles)
    drawn = []
    covered: set[tuple[int, int]] = set()
    for spot in arrangement.spots:
        one, other = reading.tile_at(spot, x + spot.rect.x, y + spot.rect.y)
        drawn.append(Tile.of(one, other))
        assert drawn[-1] == spot.tile, f"{spot.tile} is drawn as {one}|{other}\n{reading.text}"
        covered |= {(spot.rect.x + i, spot.rect.y + j) for i in range(spot.rect.width) for j in range(spot.rect.height)}
    assert sorted(drawn) == sorted(layout.tiles)
    covered |= check_ghost(reading, screen)
    beside = "".join(
        " " if (i, j) in covered else character for j, row in enumerate(area) for i, character in enumerate(row)
    )
    assert not re.search(r"[│|*─▐▌▗▖▝▘▄▀-]", beside), f"something lies beside the tiles\n{reading.text}"
    is_hinted = isinstance(screen, PanelledScreen) and isinstance(screen.told, Hinting)
    chooses = isinstance(screen, TableScreen) and screen.choosing is not None and screen.choosing.tile is not None
    if not is_hinted and not chooses:
        counted = sum(int(number) for number in re.findall(r"\+(\d+)", beside))
        told = layout.count if screen.match.house.call is None else 0
        assert counted == told, f"the ends count {layout.count}, and not {counted}\n{reading.text}"
    stars = "\n".join(area).count("*")
    assert stars == 1, f"one tile has been placed last, and not {stars}\n{reading.text}"


def reading_name(screen: PublicScreen[Any], seat: Seat) -> str:
    """What the player of a seat is called."""
    return screen.match.players[seat].name


def check_count(row: str, table: Truth, state: Round) -> None:
    """The last play, and what the ends add up to."""
    plays = [event for event in state.events if isinstance(event, Placed | Passed)]
    if plays:
        last = plays[-1]
        layout = state.layout
        terms = " ".join(f"+{end.pips}" for end in layout.ends_by_line)
        assert f"{terms} = {sum(end.pips for end in layout.ends)}" in row, row
        assert table.players[last.seat].name in row, row
        if isinstance(last, Placed):
            assert f"{last.tile.low}|{last.tile.high}" in row, row
            award = award_for(layout.count)
            won = f"+{award} {last.seat.partnership.name}" if award else "no points"
            assert (f"{award} not called" if last.missed else won) in row, row
        else:
            assert re.search(r" knocks? \(no |nobody can play: no |   no \d", row), row
    assert f"round {len(table.match.rounds)}" in row or len(row.rstrip()) > 65, row


def check_hand(reading: Reading, screen: TableScreen, table: Truth, state: Round) -> None:
    """The hand at the bottom is that of the player whose turn it is or was, or none is seen."""
    view = screen.hand_view
    area = reading.area(*view.region.offset, view.region.width, view.region.height)
    shown = _tiles_in(reading, view) if view.display else []
    people = [seat for seat in Seat if not table.players[seat].is_bot]
    if screen.hand is None or screen.is_hidden or screen.is_put_away:
        assert shown == [], f"a hand is seen that nobody has opened\n{reading.text}"
    else:
        assert shown == list(state.hands[screen.hand.seat]), f"{screen.hand.seat.name} holds others\n{reading.text}"
    if screen.is_hidden and screen.hand is not None and not screen.is_put_away:
        assert f"press {screen.hand.seat.name} to see them" in reading.text
    if screen.choosing is not None:
        assert state.turn in people
        assert state.turn is screen.bottom
        if not screen.is_hidden and screen.told is None:
            check_choice(reading, screen, state)
    elif screen.mode is Mode.GO_ON and state.turn is None and not screen.is_hidden and not screen.is_put_away:
        assert "Press Enter" in reading.text
    is_away = screen.is_hidden or screen.is_put_away
    chosen = None if screen.choosing is None or is_away else screen.choosing.tile
    marked = re.findall(r"[▲^]([1-7×x])", "\n".join(area)) if view.display else []
    if chosen is None:
        assert marked == [], reading.text
    elif any(isinstance(action, Place) and action.tile == chosen for action in state.legal_actions):
        assert marked == [str(state.hands[screen.bottom].index(chosen) + 1)], reading.text
    else:
        assert marked == ["x" if reading.app.is_ascii else "×"], reading.text


def check_choice(reading: Reading, screen: TableScreen, state: Round) -> None:
    """What may be chosen, and what the chosen place would count."""
    choosing = screen.choosing
    assert choosing is not None
    assert choosing.view.legal_actions == state.legal_actions
    tells = reading.app.settings.what_if and screen.match.house == RULES_ALONE
    if choosing.chosen is not None and choosing.chosen.place is not None and tells:
        after = state.layout.place(choosing.chosen.action.tile, choosing.chosen.action.host)
        message = reading.rows[screen.message_line.region.y]
        if "Enter plays it" in message:
            assert f"= {after.count}  " in message, reading.text
        award = award_for(after.count)
        label = f"+{award}" if award else f"={after.count}"
        assert re.search(rf"[ABCD]{re.escape(label)}", reading.text), reading.text


def _tiles_in(reading: Reading, view: HandView) -> list[Tile]:
    """The tiles of a hand, side by side with their numbers below: standing and large, or lying."""
    x, y = view.region.offset
    for size, stands in ((LIFE, True), (PIPS, False), (BOXES, False)):
        width, height = size.standing if stands else size.lying
        if height + 2 <= view.region.height:
            below = reading.rows[y + 1 + height][x + 2 + width // 2]
            if below in "1234567×x":
                return reading.row_of_tiles(x + 2, y + 1, size, 2, stands=stands, lift=1)
    return []


def is_told_large(name: str, reading: Reading) -> bool:
    """Whether a name stands there in letters to be read across a table."""
    if reading.app.is_ascii or not letters.is_drawn(name):
        return " ".join(name.upper()) in reading.text
    return any(all(line.rstrip() in reading.text for line in letters.draw(name, size)) for size in letters.Size)


def check_cover(reading: Reading, screen: CoverScreen, table: Truth, state: Round) -> None:
    """Whoever is in turn is asked for, and no hand is seen."""
    # A lone player opens a match that goes on, whoever is in turn.
    people = [seat for seat in Seat if not table.players[seat].is_bot]
    assert screen.bottom is (people[0] if len(people) == 1 else state.turn)
    below = reading.rows[screen.curtain.region.y :]
    assert not re.search(r"▐\d[│|]", "\n".join(below)), "a tile is drawn on a cover"
    if screen.told is not None:
        assert not isinstance(screen.told, Hinting)
        assert screen.curtain.region.height == 1, "but for its rail"
        return
    name, partner = table.players[screen.bottom].name, table.players[screen.bottom.partner].name
    assert re.search("pass the screen to|the match goes on with", reading.text), reading.text
    assert is_told_large(name, reading), reading.text
    # After another key it says which one it waits for.
    asked = rf"seat {screen.bottom.name}, partner of {partner}\.|{screen.bottom.name} shows these|press {screen.bottom.name} once"
    assert re.search(asked, reading.text), reading.text
    assert not re.search(r"\d│\d|\d\|\d[│|]", "\n".join(below)), reading.text


def check_ledger(reading: Reading, table: Truth, state: Round) -> None:
    """All four hands as they are, what each costs, and the scores after that."""
    ended = state.events[-1]
    assert isinstance(ended, RoundEnded)
    scores = _before_settlement(state)
    figures = []
    for seat in Seat:
        pips = sum(tile.pips for tile in state.hands[seat])
        lost = (pips + 2) // 5 * 5
        pair = seat.partnership
        scores = scores.with_value(pair, scores[pair] - lost)
        name = f"{table.players[seat].name} ({seat.name})"
        ((x, y),) = ((row.index(name), y) for y, row in enumerate(reading.rows) if name in row)
        x += 21  # a hand begins where no name is longer
        size = BOXES if reading.rows[y - 1][x : x + 1] in {"▗", "╭", "+"} else PIPS
        is_out = reading.rows[y][x : x + 3] == "out"
        tiles = [] if is_out else reading.row_of_tiles(x, y - size.lying[1] // 2, size, 0, stands=False)
        assert tiles == list(state.hands[seat]), f"{seat.name} holds others\n{reading.text}"
        figures.append(re.findall(r"-?\d+", reading.rows[y][x + len(tiles) * size.lying[0] :]))
        assert figures[-1] in ([], [str(pips), str(lost), f"-{lost}" if lost else "0"]), reading.text
    assert scores == state.scores
    # Where bots take their time the hands are settled one by one, and the pegs walk.
    if all(figures):
        (told,) = (row for row in reading.rows if f"after round {len(table.match.rounds)}" in row)
        assert re.findall(r"-?\d+", told)[-2:] == [str(scores[pair]) for pair in Partnership], told
    if reading.app.is_still and all(figures):
        check_track(reading, table, scores)


def check_result(reading: Reading, table: Truth, state: Round) -> None:
    """Who has won, and by how much."""
    won = state.events[-1]
    assert isinstance(won, MatchWon)
    pair = won.partnership
    assert "win the match" in reading.text
    assert f"{state.scores[pair]} : {state.scores[pair.opponents]}" in reading.text
    assert f"in {len(table.match.rounds)} round" in reading.text
    names = " & ".join(table.players[seat].name for seat in pair.seats)
    assert names in reading.text or is_told_large(names, reading), reading.text


def check_knock(explained: Explaining, state: Round) -> None:
    """Whoever must knock is told what is held and what is open."""
    assert state.turn is not None
    told = " ".join(line.words for line in explained._lines())
    hand = [f"{tile.low}|{tile.high}" for tile in state.hands[state.turn]]
    assert re.findall(r"\d\|\d", told[told.index("You hold") :]) == hand, told
    opened = sorted({place.half for place in state.layout.open_places})
    assert [int(half) for half in re.findall(r"Open for a (\d)", told)] == opened, told


def check_explained(reading: Reading, told: Explaining | None, table: Truth, state: Round) -> None:
    """What is explained is a knock, the end of the match or of the round, else the count; and the end told about is lit."""
    if told is not None:
        lit = told.lit()
        assert all(state.layout.ends_by_line[number] for number in lit.ends)
    if told is not None and told.is_of_hand:
        assert "Why you must knock" in reading.text
        check_knock(told, state)
    elif table.match.winner is not None:
        # At the table, where the match has just been won, the count is asked about.
        assert re.search(f"Why the match is over|Why the ends add up to {state.layout.count}", reading.text)
    elif isinstance(state.events[-1] if state.events else None, RoundEnded):
        assert re.search("What the hands cost|Why the ends add up to", reading.text)
    else:
        assert f"Why the ends add up to {state.layout.count}" in reading.text
    if told is not None and not told.is_of_hand and state.layout.joints:
        terms = " + ".join(str(end.pips) for end in state.layout.ends_by_line)
        assert "".join(text for text, _role in told.rows(100)[0].pieces).startswith(terms)


def check_log(rows: list[list[Piece]], table: Truth, state: Round) -> None:
    """Every event has a sentence, in order."""
    told = ["".join(text for text, _role in row) for row in rows if row and row[0][0] == ""]
    # Indented is how a sentence goes on, and what can be said for a play.
    sentences = [row for row in told if not row.startswith(" ")]
    assert len(sentences) == len(state.events) + 1, sentences
    for event, sentence in zip(state.events, sentences[1:], strict=True):
        if isinstance(event, Placed):
            assert sentence.startswith(table.players[event.seat].name), sentence
            assert f"{event.tile.low}|{event.tile.high}" in sentence, sentence


def check_hint(reading: Reading, screen: PanelledScreen[Any], state: Round) -> None:
    """What the master would play may be played, and lies as a ghost where it would; its figure has its sign and colour."""
    hinting = screen.told
    assert isinstance(hinting, Hinting)
    found = re.findall(r"[ \[]\d[\] ] +(\d)\|(\d) .*?([+-]\d+|0) ", reading.text)
    told = {Tile.of(int(one), int(other)) for one, other, _points in found}
    legal = {action.tile for action in state.legal_actions if isinstance(action, Place)}
    assert told
    assert told <= legal, f"only {legal} may be played\n{reading.text}"
    for advice in hinting.advices:
        assert advice.action in state.legal_actions
    for row in hinting.rows(80):
        for text, role in row.pieces:
            if re.fullmatch(r" *[+-]\d+", text):
                assert role == ("loss" if "-" in text else "award"), row


def check_call(reading: Reading, screen: CallScreen, state: Round) -> None:
    """The count is not told before it has been called, and then it is."""
    region = screen.layout_view.region
    area = "\n".join(reading.area(*region.offset, region.width, region.height))
    counted = [int(number) for number in re.findall(r"\+(\d+)", area)]
    if not screen.is_answered:
        assert not counted, reading.text
    elif re.search(r"Right: |No, not |The time is over: |The ends add up: ", reading.text):
        assert sum(counted) == state.layout.count, reading.text


# ---- steps


async def settled(pilot: Pilot[None], app: RocksApp) -> None:
    """Wait until the app waits for the player, and has drawn what there is."""

    def waits() -> bool:
        if any(worker.name == "hint" and not worker.is_finished for worker in app.workers):
            return False
        asking = [screen for screen in app.screen_stack if isinstance(screen, RocksScreen)]
        below = [screen for screen in asking if not isinstance(screen, Overlay)]
        if not below or not app.screen.is_current:
            return False
        screen = below[-1]
        if isinstance(app.screen, Overlay) and isinstance(screen, MenuScreen | LearnScreen):
            return True
        if isinstance(screen, TableScreen) and screen.mode not in (Mode.CHOOSE, Mode.GO_ON):
            return False
        return screen.is_awaited

    await pilot.pause()
    if not waits():
        await until(pilot, waits, "the app to wait for the player")


Keys: TypeAlias = tuple[str, ...]
Step: TypeAlias = Keys | tuple[int, int] | None
"""Keys that are pressed, a size of the terminal, or None where the window loses the focus and gets it back."""

PANELS: dict[Step, int] = {
    ("l",): 2,
    ("y",): 2,
    ("i",): 1,
    ("question_mark",): 2,
    ("down",): 3,
    ("up",): 2,
    ("pageup",): 1,
    ("pagedown",): 1,
    ("w",): 2,
    ("1",): 1,
    ("2",): 1,
    ("enter",): 3,
    ("escape",): 6,
    ("h",): 2,
    ("o",): 1,
    ("q",): 1,
}
"""What may be pressed while something is told beside the table."""

PAGES: dict[Step, int] = {
    ("l",): 4,
    ("y",): 4,
    ("r",): 2,
    ("question_mark",): 2,
    ("o",): 5,
    ("q",): 4,
    ("f9",): 1,
    ("ц",): 1,
}

_CHARACTERS = {"question_mark": "?", "enter": "\r"} | dict.fromkeys(
    ("up", "down", "left", "right", "escape", "backspace", "pageup", "pagedown", "end", "f2", "f4", "f9", "tab")
)
"""The characters of keys that are not called by them. Pressed by the pilot, keys would wait for each other."""


def possible(app: RocksApp, rng: random.Random) -> dict[Step, int]:
    """What a player may do now, with weights."""
    screen = app.screen
    sizes: dict[Step, int] = dict.fromkeys(SIZES, 1)
    if app.size.width < 80 or app.size.height < 24:
        return {(80, 24): 5, (120, 40): 5, (200, 60): 5, ("1", "enter", "k", "n"): 2, ("h",): 1, ("l", "o", "y"): 1}
    match screen:
        case TableScreen() | CoverScreen() if screen.told is not None:
            return {(screen.bottom.name.lower(),): 2, **PANELS, **sizes, None: 2}
        case TableScreen():
            return _at_the_table(screen, rng) | PAGES | sizes | {None: 2}
        case CoverScreen():
            others = [seat.name.lower() for seat in Seat if seat is not screen.bottom]
            return {(screen.bottom.name.lower(),): 50, (rng.choice(others),): 3, **PAGES, **sizes}
        case LeaveScreen():
            return {("enter",): 2, ("y",): 2, ("escape",): 2, ("n",): 2, ("question_mark",): 1, ("e",): 1, (80, 24): 1}
        case SettingsScreen():
            # Never the first row: at another speed of bots a walk would wait for them; nor the last, the language.
            rows = len(Settings.shown())
            down = (rng.randint(1, rows - 2) - screen.query_one(SettingsList).row) % rows
            return {(*["down"] * down, rng.choice(["left", "right"])): 40, ("escape",): 15, **sizes}
        case LogScreen():
            return {("w",): 3, ("up",): 2, ("escape",): 8, **sizes}
        case Overlay():
            return {("down",): 2, ("pagedown",): 2, ("end",): 1, ("escape",): 8, **sizes}
        case CutScreen():
            return {("enter",): 5, (*"our words", "enter"): 3, **sizes}
        case DrawScreen() | LedgerScreen():
            return {("enter",): 40, **PAGES, **sizes}
        case ResultScreen():
            return {("r",): 10, ("enter",): 10, **PAGES, **sizes}
        case SeatsScreen():
            return {("enter",): 10, ("escape",): 2, ("f4",): 2, ("f2",): 2, ("tab", "right"): 2, **sizes}
        case MenuScreen():
            goes_on = Choice.CONTINUE in screen.query_one(ChoiceList).choices
            return {("c",): 20 * goes_on, ("n",): 3, ("l",): 4, ("s",): 2, ("r",): 1, ("down", "up"): 1, **sizes}
        case LearnScreen():
            return {
                (*["down"] * rng.randint(0, 12), "enter"): 8,
                ("f",): 4,
                ("t",): 2,
                ("a",): 1,
                ("escape",): 4,
                **sizes,
            }
        case LessonScreen() | TrainerScreen():
            number = str(rng.randint(0, 36))
            marked = rng.sample("abcd", 2)
            return {
                (*number, "enter"): 8,
                (*marked, "enter"): 3,
                ("enter",): 8,
                ("backspace",): 1,
                ("escape",): 2,
                **sizes,
            }
        case WelcomeScreen():
            return {("enter",): 5, ("escape",): 1, **sizes}
        case CallScreen():
            number = str(screen.after.count if rng.random() < 0.5 else rng.randint(0, 36))
            call: Keys = ("enter",) if screen.is_answered else ("backspace", "backspace", *number, "enter")
            return {call: 20, ("x",): 1, ("q",): 1, ("5", "backspace"): 1, None: 2, **sizes}
        case _:
            return {("escape",): 1}


def _at_the_table(screen: TableScreen, rng: random.Random) -> dict[Step, int]:
    """What may be done at the table itself."""
    hand, choosing = screen.hand, screen.choosing
    if screen.is_hidden and hand is not None:
        return {(hand.seat.name.lower(),): 60, ("1", "enter"): 4, ("k",): 2}
    if screen.mode is Mode.GO_ON or choosing is None or hand is None:
        return {("enter",): 60, ("1",): 2, ("h",): 4, ("k",): 2}
    if choosing.must_pass:
        return {("k",): 60, ("1", "enter"): 4, ("h",): 4}
    trial = Choosing(choosing.view)
    tile = rng.choice(sorted(choosing.playable))
    trial.pick(tile)
    number = str(hand.hand.index(tile) + 1)
    letter = rng.choice("abcd"[: len(trial.options)])
    placed = (number, letter, "enter") if len(trial.options) > 1 else (number, "enter")
    any_tile = str(rng.randint(1, 7))
    return {
        # Backspace first: the same tile, chosen before, would be placed by its number.
        ("backspace", *placed): 60,
        ("backspace", number, letter): 8,
        (any_tile,): 6,
        ("left",): 4,
        ("right",): 4,
        ("up",): 4,
        ("down",): 4,
        ("backspace",): 4,
        ("k",): 2,
        ("enter",): 3,
        ("h",): 5,
        ("i",): 2,
    }


class Walk:
    """A player, the steps taken so far, and the match that has been left at the table."""

    def __init__(self, folder: Path, people: tuple[str, ...], rng: random.Random) -> None:
        self.app = app_in(folder, start(*people, seed=str(rng.random()), target=rng.choice([25, 100, 250, 400])))
        self.rng = rng
        self.steps: list[Step] = []
        self.seen: set[str] = set()
        self._left: Match | None = None

    async def run(self, steps: int) -> None:
        """Take so many steps, and look after each."""
        async with self.app.run_test(size=(80, 24)) as pilot:
            await settled(pilot, self.app)
            for _step in range(steps):
                await self.look(pilot)
                options = possible(self.app, self.rng)
                (step,) = self.rng.choices(list(options), list(options.values()))
                self.steps.append(step)
                await self.take(pilot, step)
            await self.look(pilot)

    async def take(self, pilot: Pilot[None], step: Step) -> None:
        """Take a step, and wait until the app has followed."""
        table = self.app.sitting
        if step is None:
            self.app.post_message(events.AppBlur())
            self.app.post_message(events.AppFocus())
        elif isinstance(step[0], int):
            await pilot.resize_terminal(*step)
        else:
            for key in step:
                self.app.post_message(events.Key(str(key), _CHARACTERS.get(str(key), str(key))))
        await settled(pilot, self.app)
        now = self.app.sitting
        if now is not table:
            self.changed(table, now)

    def changed(self, before: Sitting | None, now: Sitting | None) -> None:
        """A match goes on exactly where it was left."""
        if before is not None and now is None and before._table._is_due:
            # One in which no hand was shown and nothing played leaves nothing.
            self._left = replay(before.record())
        left = self._left
        if before is None and now is not None and left is not None and left.winner is None and left.rounds:
            if self.steps[-1] != ("c",):
                return
            # Bots that were in turn have played on by now.
            *earlier, last = left.rounds
            going_on = replay(now.record()).rounds
            taken_up = going_on[len(earlier)]
            assert list(going_on[: len(earlier)]) == earlier
            assert taken_up.setup == last.setup
            assert taken_up.events[: len(last.events)] == last.events, "the match does not go on where it was left"

    async def look(self, pilot: Pilot[None]) -> None:
        """Compare the screen with the state; a frame may take a moment."""
        self.seen.add(type(self.app.screen).__name__)
        for _time in range(20):
            try:
                check(self.app)
                self.check_menu()
            except AssertionError:
                await asyncio.sleep(0.05)
                await pilot.pause()
            else:
                return
        check(self.app)
        self.check_menu()

    def check_menu(self) -> None:
        """The menu tells how the match stands that was left."""
        left = self._left
        if left is None or left.winner is not None or not isinstance(self.app.screen, MenuScreen):
            return
        text = screen_text(self.app)
        if "Seven Rocks needs" not in text and self.app.size.width >= 80 and self.app.size.height >= 24:
            assert f"round {len(left.rounds)}, NS {left.scores[0]}, EW {left.scores[1]}" in text, text


async def test_the_screen_is_true_to_the_table_whatever_a_player_does(tmp_path: Path) -> None:
    rng = seeded("any_actions")
    seen: set[str] = set()
    for number in range(cases(3, 300)):
        folder = tmp_path / str(number)
        folder.mkdir()
        walk = Walk(folder, PEOPLE[number % len(PEOPLE)], rng)
        try:
            await walk.run(STEPS)
        except BaseException:
            sys.stdout.write(f"walk {number} of this seed, {PEOPLE[number % len(PEOPLE)]}: {walk.steps}\n")
            raise
        seen |= walk.seen
    assert {"TableScreen", "CoverScreen", "SettingsScreen", "MenuScreen"} <= seen, seen
