"""Every theme can be read: contrasts computed as WCAG 2.2 has it (success criteria 1.4.3 and 1.4.11)."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from rich._palettes import STANDARD_PALETTE
from rich.color import Color as RichColor
from rich.color import ColorSystem
from textual.color import Color
from textual.theme import Theme

from help import scenes
from help.playing import app_in, screen_of
from sevenrocks.settings import Shade
from sevenrocks.tui.screens.menu import MenuScreen
from sevenrocks.tui.theme import ROLES, THEMES, themes_for


def luminance(colour: str) -> float:
    def linear(part: int) -> float:
        share = part / 255
        return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)

    red, green, blue = Color.parse(colour).rgb
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def colours(theme: Theme) -> dict[str, str]:
    own = {name: getattr(theme, name) for name in ("foreground", "background", "panel")}
    return {**theme.variables, **{name: colour for name, colour in own.items() if colour is not None}}


def test_contrasts_are_those_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("shade", Shade)
@pytest.mark.parametrize("role", ROLES)
def test_every_role_can_be_read_wherever_it_stands(shade: Shade, role: str) -> None:
    of, look = colours(THEMES[shade]), ROLES[role]
    if look.is_plain:
        return
    for below in look.below if look.ground is None else (look.ground,):
        assert contrast(of[look.ink], of[below]) >= (3 if look.is_mark else 4.5), f"{look.ink} on {below}"


def in_sixteen(shade: Shade) -> dict[str, str]:
    """The colours of a theme as Rich writes them to a terminal that has sixteen, and as such a terminal has them."""
    numbers = {
        name: RichColor.parse(colour).downgrade(ColorSystem.STANDARD).number
        for name, colour in colours(themes_for("standard")[shade]).items()
    }
    return {name: STANDARD_PALETTE[number].hex for name, number in numbers.items() if number is not None}


@pytest.mark.parametrize("shade", Shade)
@pytest.mark.parametrize("role", ROLES)
def test_every_role_can_be_read_in_sixteen_colours(shade: Shade, role: str) -> None:
    of, look = in_sixteen(shade), ROLES[role]
    if look.is_plain:
        return
    for below in look.below if look.ground is None else (look.ground,):
        assert contrast(of[look.ink], of[below]) >= 3, f"{look.ink} on {below}"


@pytest.mark.parametrize("shade", Shade)
def test_marks_and_numbers_differ_in_sixteen_colours(shade: Shade) -> None:
    of = in_sixteen(shade)
    marks = [of[name] for name in ("spinner", "held", "chosen-ground", "last", "choice-ground", "tile", "dim")]
    assert len({*marks}) == len(marks), "spinner, chosen tile, chosen place, last tile, other places, tiles"
    for mark in marks:
        assert contrast(mark, of["felt"]) >= 3
        assert contrast(mark, of["strip"]) >= 3
    pips = [of[f"pip-{half}"] for half in range(7)]
    assert len({*pips}) == len(pips)
    assert of["ns"] != of["ew"]
    assert of["award"] != of["loss"]


async def test_the_app_has_the_colours_of_its_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for colours_told, term, ending in (
        ("truecolor", "xterm", ""),
        ("", "xterm-256color", ""),
        ("", "xterm-16color", "-16"),
    ):
        monkeypatch.setenv("COLORTERM", colours_told)
        monkeypatch.setenv("TERM", term)
        app = app_in(tmp_path)
        async with app.run_test() as pilot:
            await screen_of(pilot, MenuScreen)
            for shade in (Shade.LIGHT, Shade.DARK):
                app.change_settings(app.settings.replaced(shade=shade))
                assert app.theme == f"rocks-{shade.value}{ending}"


@pytest.mark.parametrize("shade", Shade)
def test_nothing_that_is_told_in_words_is_taken_for_decoration(shade: Shade) -> None:
    plain = {role for role, look in ROLES.items() if look.is_plain}
    assert plain <= {
        role for role in ROLES if role.partition("-")[2] in {"bar", "line", "groove", "low", "rim", "ink", "frame"}
    } | {
        "hole",
        "hole-other",
        "edge",
        "edge-other",
        "leader",
        "fold",
    }, shade


@pytest.mark.parametrize("shade", Shade)
def test_tiles_and_marks_stand_out_from_what_they_lie_on(shade: Shade) -> None:
    of = colours(THEMES[shade])
    for ground in ("felt", "strip"):
        for name in ("tile", "last", "held", "chosen-ground"):
            assert contrast(of[name], of[ground]) >= 3, f"{name} on {ground}"
    assert contrast(of["choice-ground"], of["felt"]) >= 3
    assert contrast(of["count-ground"], of["felt"]) >= 1.5
    assert contrast(of["dim"], of["tile"]) >= 2, "what cannot be placed is not taken for what can"


@pytest.mark.parametrize("shade", Shade)
async def test_all_that_is_drawn_and_written_about_positions_can_be_seen(tmp_path: Path, shade: Shade) -> None:
    """On paper ivory vanishes, and rings with it."""
    app = app_in(tmp_path, shade=shade.value)
    felt = Color.parse(colours(THEMES[shade])["felt"]).rgb
    async with app.run_test(size=(80, 300)) as pilot:
        for reach in (scenes.rules, scenes.argued):
            await reach(pilot)
            await pilot.pause()
            on_felt = 0
            for strip in app.screen._compositor.render_strips():
                for text, style, _control in strip:
                    if style is None or style.color is None or style.bgcolor is None:
                        assert not text.strip()
                        continue
                    ink, ground = style.color.get_truecolor(), style.bgcolor.get_truecolor()
                    on_felt += tuple(ground) == felt
                    assert not text.strip() or contrast(ink.hex, ground.hex) >= 3, (
                        f"{text!r}: {ink.hex} on {ground.hex}"
                    )
            assert on_felt > 20


def seen(colour: str, matrix: tuple[tuple[float, float, float], ...]) -> tuple[float, ...]:
    """A colour as it is seen with a colour blindness, in linear light, by the matrix of Vienot, Brettel and Mollon (1999)."""
    linear = [(part / 255) ** 2.2 for part in Color.parse(colour).rgb]
    return tuple(sum(factor * part for factor, part in zip(row, linear, strict=True)) for row in matrix)


PROTAN = ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0))
DEUTAN = ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0))
TRITAN = ((1.0, 0.14461, -0.14461), (0.0, 0.85924, 0.14076), (0.0, 0.85924, 0.14076))

TOLD_APART = (
    ("ns", "ew"),
    ("ns-bright", "ew-bright"),
    ("award", "loss"),
    ("choice-ground", "chosen-ground"),
    ("tile", "last"),
    ("tile", "held"),
    ("chosen-ground", "ns-bright"),
    ("chosen-ground", "ew-bright"),
    ("chosen-ground", "won-ground"),
    ("now", "ew"),
)
"""Colours that stand side by side for different things. A letter or a sign tells them apart as well."""


@pytest.mark.parametrize(
    ("shade", "matrix"),
    [(Shade.RED_GREEN, PROTAN), (Shade.RED_GREEN, DEUTAN), (Shade.BLUE_YELLOW, TRITAN)],
    ids=["protan", "deutan", "tritan"],
)
def test_themes_for_the_colour_blind_keep_apart_what_others_tell_by_colour(
    shade: Shade, matrix: tuple[tuple[float, float, float], ...]
) -> None:
    of = colours(THEMES[shade])
    for one, other in TOLD_APART:
        difference = sum(abs(a - b) for a, b in zip(seen(of[one], matrix), seen(of[other], matrix), strict=True))
        assert difference > 0.7, f"{one} and {other}"


def test_themes_are_different_from_each_other() -> None:
    for one, other in itertools.combinations(Shade, 2):
        assert colours(THEMES[one]) != colours(THEMES[other])
