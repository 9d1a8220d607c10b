"""What the menu, the lists and large letters look like: nothing touches its neighbour, what is chosen is a bar."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from help.playing import app_in, play_to, screen_of, screen_text, start
from sevenrocks.drawing import letters
from sevenrocks.i18n import LANGUAGES, _
from sevenrocks.learning.lessons import LESSONS
from sevenrocks.tui.screens.cover import CoverScreen
from sevenrocks.tui.screens.learn import LearnScreen
from sevenrocks.tui.screens.menu import MenuScreen
from sevenrocks.tui.screens.settings import SettingsScreen
from sevenrocks.tui.widgets.layout_view import LayoutView
from sevenrocks.tui.widgets.painted import Painted, row_width

pytestmark = pytest.mark.usefixtures("no_arming")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
@pytest.mark.parametrize("characters", ["unicode", "ascii"])
async def test_nothing_of_the_menu_touches_its_neighbour(
    tmp_path: Path, language: str, size: tuple[int, int], characters: str
) -> None:
    app = app_in(tmp_path, language=language, characters=characters)
    async with app.run_test(size=size) as pilot:
        menu = await screen_of(pilot, MenuScreen)
        await pilot.pause()
        rows = screen_text(app).splitlines()
        for choice in menu._list.choices:
            told = "".join(text for text, _role in menu._row_told(choice, False, 46))
            assert re.search(r"^  \S+ +\S+( \S+)*  +\S", told), told
        (sign,) = menu.query(LayoutView).results(LayoutView)
        arrangement = sign.arrangement
        assert arrangement is not None
        assert all(0 < mark.rect.y < arrangement.height for mark in arrangement.marks)
        (title,) = menu.query(".menu-title").results(Painted)
        subtitle = next(y for y, row in enumerate(rows) if _("the partnership domino game").split()[-1] in row)
        assert characters == "ascii" or not rows[subtitle - 1].strip()
        assert subtitle < title.region.bottom
        riddle = next(y for y, row in enumerate(rows) if _("Thirteen. What makes it fifteen?").split()[0] in row)
        assert sign.region.bottom <= riddle < size[1] - 3


async def test_names_and_the_title_are_large_in_ascii_too(tmp_path: Path) -> None:
    app = app_in(tmp_path, start("Anna", "Bartek"), characters="ascii")
    async with app.run_test(size=(80, 24)) as pilot:
        cover = await play_to(pilot, CoverScreen)
        for line in letters.draw(cover.match.players[cover.bottom].name, letters.Size.PLAIN):
            assert line.rstrip() in screen_text(app)
        await pilot.press("q", "enter")
        await screen_of(pilot, MenuScreen)
        for line in letters.draw("SEVEN ROCKS", letters.Size.PLAIN):
            assert line.rstrip() in screen_text(app)


async def test_a_chosen_row_is_a_bar_and_has_a_sign_and_its_lesson_lies_beside_the_list(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        await screen_of(pilot, MenuScreen)
        await pilot.press("l")
        learn = await screen_of(pilot, LearnScreen)
        await pilot.press("down", "down", "down")
        width = learn._list.content_size.width
        row = learn._list.pieces(*learn._list.content_size)[3]
        assert {role for _text, role in row} == {"chosen"}
        assert row_width(row) == width
        assert row[0][0].strip() == ">"
        (felt,) = learn.query(".learn-felt").results(LayoutView)
        shown = screen_text(app)
        assert felt.arrangement is not None
        assert {spot.tile for spot in felt.arrangement.spots} == {*LESSONS[3].questions[0].layout.tiles}  # type: ignore[union-attr]
        assert not re.search(r"\+\d", shown), "it tells no answer"
        await pilot.press("escape")
        await screen_of(pilot, MenuScreen)
        await pilot.press("s")
        settings = await screen_of(pilot, SettingsScreen)
        await pilot.press("down")
        (told,) = settings._list.pieces(*settings._list.content_size)[
            settings._list.gap(settings._list.content_size.height)
        ]
        assert told[1] == "chosen"
        assert told[0].startswith(" > ")
        assert cell_len(told[0]) == settings._list.content_size.width
