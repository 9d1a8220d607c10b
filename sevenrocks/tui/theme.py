"""Colours. Nothing is told by colour alone, so every theme may choose freely within what can be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rich.style import Style
from textual.theme import Theme

from sevenrocks.settings import Shade

DARK = Theme(
    name="rocks-dark",
    dark=True,
    primary="#e0a93b",
    secondary="#6fb1e0",
    warning="#ffb454",
    error="#ff7b72",
    success="#8ccf7e",
    accent="#e0a93b",
    foreground="#e6e3d8",
    background="#101c18",
    surface="#101c18",
    panel="#1a2c26",
    variables={
        "felt": "#14251f",
        "tile": "#f2ecd6",
        "tile-ink": "#1b1a17",
        "last": "#ffd75f",
        "spinner": "#d75f00",
        "count": "#f4fbfb",
        "count-ground": "#1f6f78",
        "place": "#9fb3a8",
        "choice": "#1b1a17",
        "choice-ground": "#9ad1ff",
        "chosen": "#1b1a17",
        "chosen-ground": "#ffd75f",
        "faint": "#93a69c",
        "key": "#ffd75f",
        "award": "#8ee07c",
        "loss": "#ff8f87",
        "warn": "#ffb454",
        "ns": "#7fc4f5",
        "ew": "#f3a6c8",
    },
)

LIGHT = Theme(
    name="rocks-light",
    dark=False,
    primary="#8a5a00",
    secondary="#005a9c",
    warning="#8a4b00",
    error="#a8201a",
    success="#1d6b2a",
    accent="#8a5a00",
    foreground="#1d211f",
    background="#f3f1e7",
    surface="#f3f1e7",
    panel="#e3e0d0",
    variables={
        "felt": "#e4ebdd",
        "tile": "#282e2b",
        "tile-ink": "#ffffff",
        "last": "#6b3f00",
        "spinner": "#ffb347",
        "count": "#ffffff",
        "count-ground": "#0b5a63",
        "place": "#4f5f57",
        "choice": "#ffffff",
        "choice-ground": "#005a9c",
        "chosen": "#ffffff",
        "chosen-ground": "#8a3b00",
        "faint": "#55605a",
        "key": "#7a4a00",
        "award": "#1d6b2a",
        "loss": "#a8201a",
        "warn": "#8a3b00",
        "ns": "#00538f",
        "ew": "#8c1d5a",
    },
)


def _like_dark(name: str, **changed: str) -> Theme:
    """The dark theme with some colours changed."""
    own: dict[str, Any] = {
        field: changed.pop(field) for field in ("foreground", "background", "surface", "panel") if field in changed
    }
    variables = {**DARK.variables, **{colour.replace("_", "-"): value for colour, value in changed.items()}}
    return replace(DARK, name=name, variables=variables, **own)


CONTRAST = _like_dark(
    "rocks-contrast",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#000000",
    felt="#000000",
    tile="#ffffff",
    tile_ink="#000000",
    last="#ffff00",
    spinner="#b03000",
    count="#000000",
    count_ground="#00ffff",
    place="#ffffff",
    choice="#000000",
    choice_ground="#80d4ff",
    chosen="#000000",
    chosen_ground="#ffff00",
    faint="#d0d0d0",
    key="#ffff00",
    award="#80ff80",
    loss="#ffb0a8",
    warn="#ffc870",
    ns="#80d4ff",
    ew="#ffb0d8",
)

RED_GREEN = _like_dark("rocks-red-green", ns="#6fb6ff", ew="#ffc64a", award="#8fd3ff", loss="#ffb000", warn="#ffb000")
"""Blue and amber, which protanopes and deuteranopes see apart."""

BLUE_YELLOW = _like_dark(
    "rocks-blue-yellow",
    last="#ffab98",
    choice_ground="#7fe0d0",
    chosen_ground="#ffab98",
    key="#ffab98",
    ns="#5fd7d7",
    ew="#ff8fa3",
)
"""Cyan and red, which tritanopes see apart."""

THEMES = {
    Shade.DARK: DARK,
    Shade.LIGHT: LIGHT,
    Shade.CONTRAST: CONTRAST,
    Shade.RED_GREEN: RED_GREEN,
    Shade.BLUE_YELLOW: BLUE_YELLOW,
}

ROLES: dict[str, tuple[str, str | None, bool]] = {
    "felt": ("foreground", None, False),
    "plain": ("foreground", None, False),
    "strong": ("foreground", None, True),
    "faint": ("faint", None, False),
    "tile": ("tile-ink", "tile", False),
    "last": ("tile-ink", "last", True),
    "spinner": ("spinner", "tile", True),
    "count": ("count", "count-ground", True),
    "place": ("place", None, False),
    "choice": ("choice", "choice-ground", True),
    "chosen": ("chosen", "chosen-ground", True),
    "key": ("key", None, True),
    "award": ("award", None, True),
    "loss": ("loss", None, True),
    "warn": ("warn", None, True),
    "ns": ("ns", None, True),
    "ew": ("ew", None, True),
}
"""For each role of a drawn text the theme's colour of ink and of ground (None: what is below), and whether it is bold."""


def role_style(role: str, colours: Mapping[str, str]) -> Style:
    """The style of a role in a theme with these colours."""
    ink, ground, bold = ROLES[role]
    return Style(color=colours[ink], bgcolor=None if ground is None else colours[ground], bold=bold or None)
