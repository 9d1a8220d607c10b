"""Colours. Nothing is told by colour alone, so every theme may choose freely within what can be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from rich.style import Style
from textual.theme import Theme

from sevenrocks.settings import Shade

_PIPS = {
    "pip-0": "#6b6555",
    "pip-1": "#1f6fb2",
    "pip-2": "#1d7a3a",
    "pip-3": "#c0281d",
    "pip-4": "#7b3fa3",
    "pip-5": "#a8560a",
    "pip-6": "#1d1a16",
}
"""A colour for each number, as coloured sets have it: each at least 4.5 : 1 on ivory."""

DARK = Theme(
    name="rocks-dark",
    dark=True,
    primary="#e2b04a",
    secondary="#6fb1e0",
    warning="#ffb454",
    error="#ff7b72",
    success="#8ccf7e",
    accent="#e2b04a",
    foreground="#f2eee2",
    background="#0f211b",
    surface="#0f211b",
    panel="#0b1814",
    variables={
        **_PIPS,
        "felt": "#16382c",
        "felt-brass": "#e2b04a",
        "tile": "#f6efdc",
        "tile-ink": "#1d1a16",
        "tile-low": "#c9b88f",
        "tile-bar": "#6f6142",
        "groove": "#e6dab6",
        "last": "#ffd75f",
        "spinner": "#e8872e",
        "pin": "#8a5a10",
        "held": "#ffd75f",
        "held-low": "#c9991f",
        "dim": "#85836f",
        "dim-low": "#5f5d4e",
        "dim-ink": "#14130f",
        "ghost": "#5d6638",
        "ghost-low": "#464d2a",
        "ghost-ink": "#ffffff",
        "back": "#7d2a2a",
        "back-low": "#571b1c",
        "back-bar": "#b06a60",
        "count": "#ffffff",
        "count-ground": "#1b7480",
        "place": "#b9cbc0",
        "choice": "#1d1a16",
        "choice-ground": "#9ad1ff",
        "chosen": "#1d1a16",
        "chosen-ground": "#ffd75f",
        "now": "#ffd75f",
        "faint": "#9db5a9",
        "key": "#c9a566",
        "award": "#9bea86",
        "won": "#14251f",
        "won-ground": "#9bea86",
        "loss": "#ff9a92",
        "warn": "#ffb454",
        "ns": "#8fd0ff",
        "ew": "#ffa6c9",
        "wood": "#54361b",
        "wood-other": "#5a3a1e",
        "wood-ink": "#f2e3c2",
        "hole": "#2a1809",
        "rim": "#4a2f18",
        "frame": "#3a2412",
        "inset": "#2e1a0b",
        "brass": "#e2b04a",
        "plate": "#1d1a16",
        "figure": "#ffffff",
        "figure-ground": "#0b1814",
        "figure-sum": "#ffd75f",
        "figure-sign": "#9db5a9",
        "curtain": "#5c1f26",
        "fold": "#481820",
        "strip": "#0f211b",
        "cloth": "#16382c",
        "leader": "#35564a",
        "ns-bright": "#8fd0ff",
        "ew-bright": "#ffa6c9",
        "award-bright": "#9bea86",
        "loss-bright": "#ff9a92",
        "warn-bright": "#ffb454",
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
        **DARK.variables,
        "felt": "#2f6d50",
        "felt-brass": "#ffe3a3",
        "count-ground": "#0b3d45",
        "place": "#e6f0ea",
        "spinner": "#ffa94d",
        "strip": "#1d4634",
        "cloth": "#1d4634",
        "leader": "#4d7a63",
        "dim": "#a3a18c",
        "dim-low": "#7a7866",
        "now": "#8a3b00",
        "faint": "#55605a",
        "key": "#7a4a00",
        "award": "#1d6b2a",
        "won": "#ffffff",
        "won-ground": "#1d6b2a",
        "loss": "#a8201a",
        "warn": "#8a3b00",
        "ns": "#00538f",
        "ew": "#8c1d5a",
        "wood": "#654020",
        "wood-other": "#6a4522",
        "frame": "#4a2d14",
        "brass": "#ffd27a",
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
    tile_low="#a0a0a0",
    tile_bar="#404040",
    groove="#e0e0e0",
    pip_0="#404040",
    pip_1="#003f8a",
    pip_2="#005a1e",
    pip_3="#a00000",
    pip_4="#5a1a80",
    pip_5="#7a3a00",
    pip_6="#000000",
    last="#ffff00",
    spinner="#ff8c1a",
    pin="#7a4a00",
    held="#ffff00",
    held_low="#b0b000",
    dim="#8c8c8c",
    dim_low="#5a5a5a",
    dim_ink="#000000",
    ghost="#4a4a00",
    ghost_low="#2a2a00",
    back="#7d2a2a",
    count="#000000",
    count_ground="#00e0e0",
    place="#ffffff",
    choice_ground="#80d4ff",
    chosen_ground="#ffff00",
    faint="#d0d0d0",
    key="#ffd27a",
    award="#80ff80",
    won="#000000",
    won_ground="#80ff80",
    loss="#ffb0a8",
    warn="#ffc870",
    ns="#80d4ff",
    ew="#ffb0d8",
    wood="#2a1c0e",
    wood_other="#2a1c0e",
    wood_ink="#ffffff",
    hole="#b08a60",
    rim="#1a1008",
    frame="#8a6a40",
    inset="#000000",
    brass="#ffd75f",
    plate="#000000",
    figure_ground="#000000",
    figure_sign="#d0d0d0",
    curtain="#400008",
    fold="#200004",
    strip="#000000",
    cloth="#000000",
    leader="#707070",
    now="#ffff00",
)

RED_GREEN = _like_dark(
    "rocks-red-green",
    ns="#6fb6ff",
    chosen_ground="#ffffff",
    now="#ffffff",
    ew="#ffc64a",
    award="#8fd3ff",
    won_ground="#8fd3ff",
    loss="#ffb000",
    warn="#ffb000",
    ns_bright="#6fb6ff",
    ew_bright="#ffc64a",
    award_bright="#8fd3ff",
    loss_bright="#ffb000",
    warn_bright="#ffb000",
)
"""Blue and amber, which protanopes and deuteranopes see apart; what is chosen is white, since gold would be amber."""

BLUE_YELLOW = _like_dark(
    "rocks-blue-yellow",
    last="#ffab98",
    held="#ffab98",
    held_low="#c97a68",
    choice_ground="#7fe0d0",
    chosen_ground="#ffffff",
    now="#ffffff",
    ns="#5fd7d7",
    ew="#ff8fa3",
    ns_bright="#5fd7d7",
    ew_bright="#ff8fa3",
)
"""Cyan and red, which tritanopes see apart; what is chosen is white, since gold and pink would be one of them."""

THEMES = {
    Shade.DARK: DARK,
    Shade.LIGHT: LIGHT,
    Shade.CONTRAST: CONTRAST,
    Shade.RED_GREEN: RED_GREEN,
    Shade.BLUE_YELLOW: BLUE_YELLOW,
}


_SIXTEEN = {
    "background": "#000000",
    "panel": "#000000",
    "foreground": "#ffffff",
    "pip-0": "#555555",
    "pip-1": "#0000aa",
    "pip-2": "#00aa00",
    "pip-3": "#aa0000",
    "pip-4": "#aa00aa",
    "pip-5": "#aa5500",
    "pip-6": "#000000",
    "felt": "#000000",
    "strip": "#000000",
    "cloth": "#000000",
    "leader": "#555555",
    "tile": "#ffffff",
    "tile-ink": "#000000",
    "tile-low": "#aaaaaa",
    "tile-bar": "#555555",
    "groove": "#ffffff",
    "last": "#55ff55",
    "spinner": "#ff5555",
    "pin": "#aa5500",
    "held": "#aa5500",
    "held-low": "#555555",
    "dim": "#aaaaaa",
    "dim-low": "#555555",
    "dim-ink": "#000000",
    "ghost": "#555555",
    "ghost-low": "#555555",
    "ghost-ink": "#ffffff",
    "back": "#aa0000",
    "back-low": "#555555",
    "back-bar": "#ff5555",
    "count": "#000000",
    "count-ground": "#00aaaa",
    "place": "#aaaaaa",
    "choice": "#000000",
    "choice-ground": "#55ffff",
    "chosen": "#000000",
    "chosen-ground": "#ffff55",
    "now": "#ffff55",
    "faint": "#aaaaaa",
    "key": "#aa5500",
    "award": "#55ff55",
    "won": "#000000",
    "won-ground": "#55ff55",
    "loss": "#ff5555",
    "warn": "#ffff55",
    "ns": "#55ffff",
    "ew": "#ff55ff",
    "wood": "#000000",
    "wood-other": "#000000",
    "wood-ink": "#ffffff",
    "hole": "#555555",
    "rim": "#000000",
    "frame": "#aa5500",
    "inset": "#000000",
    "brass": "#ffff55",
    "plate": "#000000",
    "curtain": "#aa0000",
    "fold": "#000000",
    "ns-bright": "#55ffff",
    "ew-bright": "#ff55ff",
    "award-bright": "#55ff55",
    "loss-bright": "#ff5555",
    "warn-bright": "#ffff55",
}
"""Colours for terminals that have sixteen: each is one of theirs, so that nothing is left to what comes nearest. Green cloth
and brown wood would both be the same grey, on which no pair's colour can be read: the table is black, its frame brown."""

_SIXTEEN_ON_PAPER = {
    **_SIXTEEN,
    "background": "#ffffff",
    "panel": "#ffffff",
    "foreground": "#000000",
    "now": "#aa5500",
    "faint": "#555555",
    "award": "#00aa00",
    "loss": "#aa0000",
    "warn": "#aa00aa",
    "ns": "#0000aa",
    "ew": "#aa00aa",
}

_SIXTEEN_CHANGED = {
    Shade.RED_GREEN: {
        "last": "#5555ff",
        "award": "#55ffff",
        "award-bright": "#55ffff",
        "won-ground": "#55ffff",
        "loss": "#ffff55",
        "loss-bright": "#ffff55",
        "ew": "#ffff55",
        "ew-bright": "#ffff55",
    },
    Shade.BLUE_YELLOW: {"ew": "#ff5555", "ew-bright": "#ff5555"},
}


def _in_sixteen(shade: Shade) -> Theme:
    """A theme in the colours of a terminal that has sixteen."""
    theme = THEMES[shade]
    colours = dict(_SIXTEEN if theme.dark else _SIXTEEN_ON_PAPER, **_SIXTEEN_CHANGED.get(shade, {}))
    ground, panel, ink = (colours.pop(name) for name in ("background", "panel", "foreground"))
    return replace(
        theme,
        name=f"{theme.name}-16",
        background=ground,
        surface=ground,
        panel=panel,
        foreground=ink,
        variables={**theme.variables, **colours},
    )


THEMES_IN_SIXTEEN = {shade: _in_sixteen(shade) for shade in THEMES}


def themes_for(colour_system: str | None) -> Mapping[Shade, Theme]:
    """The themes for a terminal of which Rich says this."""
    return THEMES_IN_SIXTEEN if colour_system == "standard" else THEMES


class Ink(NamedTuple):
    """How a role is drawn: the theme's colour of its ink and of its ground."""

    ink: str
    ground: str | None = None
    """None: what is below."""
    is_bold: bool = False
    below: tuple[str, ...] = ("background", "panel")
    """What may be below, where it has no ground of its own."""
    is_mark: bool = False
    """Whether it draws marks, edges and shapes alone, and no text."""
    is_plain: bool = False
    """Whether nothing is lost to whoever does not see it."""


_CLOTH = ("strip", "cloth")
"""What hands and bills lie on: dark in every theme, since ivory on paper vanishes."""


def _edge(ink: str) -> Ink:
    """Half cells at the edge of a tile, on the felt, in a hand or on a bill."""
    return Ink(ink, None, False, ("felt", *_CLOTH), True)


def _decor(ink: str, ground: str | None = None) -> Ink:
    return Ink(ink, ground, False, (), False, True)


ROLES: dict[str, Ink] = {
    # ---- texts
    "plain": Ink("foreground"),
    "strong": Ink("foreground", None, True),
    "faint": Ink("faint"),
    "key": Ink("key", None, True),
    "now": Ink("now", None, True),
    "award": Ink("award", None, True),
    "loss": Ink("loss", None, True),
    "warn": Ink("warn", None, True),
    "ns": Ink("ns", None, True),
    "ew": Ink("ew", None, True),
    "won": Ink("won", "won-ground", True),
    "ns-plate": Ink("plate", "ns-bright", True),
    "ew-plate": Ink("plate", "ew-bright", True),
    "turn": Ink("plate", "brass", True),
    # ---- on the felt
    "felt": Ink("place", None, False, ("felt",)),
    "felt-strong": Ink("ghost-ink", None, True, ("felt",)),
    "felt-brass": Ink("felt-brass", None, True, ("felt",)),
    "count": Ink("count", "count-ground", True),
    "lit": Ink("chosen", "chosen-ground", True),
    "place": Ink("place", None, False, ("felt",), True),
    "choice": Ink("choice", "choice-ground", True),
    "chosen": Ink("chosen", "chosen-ground", True),
    # ---- a count, large
    "figure": Ink("figure", "figure-ground", True),
    "figure-sign": Ink("figure-sign", "figure-ground", True),
    "figure-sum": Ink("figure-sum", "figure-ground", True),
    "figure-spark": Ink("brass", "figure-ground", False, (), True),
    # ---- tiles
    **{f"tile-{half}": Ink(f"pip-{half}", "tile", True) for half in range(7)},
    "tile-ink": Ink("tile-ink", "tile", True),
    "tile-bar": _decor("tile-bar", "groove"),
    "tile-line": _decor("tile-bar", "tile"),
    "tile-groove": _decor("groove"),
    "tile-rim": _edge("tile"),
    "tile-low": _decor("tile-low"),
    "tile-frame": Ink("tile-ink", "tile", False, (), True),
    "tile-pin": Ink("pin", "tile", True, (), True),
    "last-star": Ink("tile-ink", "last", True),
    "last-rim": _edge("last"),
    "last-low": _edge("last"),
    "last-frame": Ink("tile-ink", "last", True, (), True),
    "spinner-rim": _edge("spinner"),
    "spinner": Ink("tile-ink", "spinner", True, (), True),
    "held-ink": Ink("tile-ink", "held", True),
    "held-bar": _decor("tile-ink", "held"),
    "held-rim": _edge("held"),
    "held-low": _decor("held-low"),
    "held-frame": Ink("tile-ink", "held", True, (), True),
    "dim-ink": Ink("dim-ink", "dim", True),
    "dim-bar": _decor("dim-ink", "dim"),
    "dim-rim": _decor("dim"),
    "dim-low": _decor("dim-low"),
    "dim-frame": Ink("dim-ink", "dim", False, (), True),
    "ghost-ink": Ink("ghost-ink", "ghost", True),
    "ghost-bar": _decor("ghost-ink", "ghost"),
    "ghost-rim": _decor("ghost"),
    "ghost-low": _decor("ghost-low"),
    "ghost-frame": Ink("ghost-ink", "ghost", False, (), True),
    "back-ink": _decor("back-bar", "back"),
    "back-bar": _decor("back-bar", "back"),
    "back-rim": _decor("back"),
    "back-low": _decor("back-low"),
    "back-frame": _decor("back-bar", "back"),
    # ---- beside them
    "strip": Ink("ghost-ink", None, False, _CLOTH),
    "strip-strong": Ink("ghost-ink", None, True, _CLOTH),
    "strip-faint": Ink("place", None, False, _CLOTH),
    "strip-ns": Ink("ns-bright", None, True, _CLOTH),
    "strip-ew": Ink("ew-bright", None, True, _CLOTH),
    "strip-award": Ink("award-bright", None, True, _CLOTH),
    "strip-now": Ink("held", None, True, _CLOTH),
    "strip-loss": Ink("loss-bright", None, True, _CLOTH),
    "strip-warn": Ink("warn-bright", None, True, _CLOTH),
    "leader": _decor("leader"),
    "goal-line": _decor("pin"),
    "number": Ink("brass", None, True, _CLOTH),
    "held-number": Ink("held", None, True, _CLOTH),
    "dim-number": Ink("place", None, False, _CLOTH),
    # ---- wood
    "wood": Ink("wood-ink", "wood", False),
    "wood-other": Ink("wood-ink", "wood-other", False),
    "hole": _decor("hole", "wood"),
    "hole-other": _decor("hole", "wood-other"),
    "ns-wood": Ink("ns-bright", "wood", True),
    "ew-wood": Ink("ew-bright", "wood-other", True),
    "ns-wood-other": Ink("ns-bright", "wood-other", True),
    "ew-wood-tall": Ink("ew-bright", "wood", True),
    "brass": Ink("brass", "wood", True),
    "brass-other": Ink("brass", "wood-other", True),
    "inset": Ink("wood-ink", "inset", True),
    "inset-ns": Ink("ns-bright", "inset", True),
    "inset-ew": Ink("ew-bright", "inset", True),
    "inset-loss": Ink("loss-bright", "inset", True),
    "edge": _decor("frame", "wood"),
    "edge-other": _decor("frame", "wood-other"),
    "rim": Ink("wood-ink", "rim", False),
    "rim-strong": Ink("wood-ink", "rim", True),
    "rim-ns": Ink("ns-bright", "rim", True),
    "rim-ew": Ink("ew-bright", "rim", True),
    "rim-warn": Ink("warn-bright", "rim", True),
    # ---- the curtain
    "curtain": Ink("wood-ink", "curtain", False),
    "curtain-strong": Ink("ghost-ink", "curtain", True),
    "curtain-award": Ink("award-bright", "curtain", True),
    "curtain-warn": Ink("warn-bright", "curtain", True),
    "fold": _decor("fold", "curtain"),
    "rail": Ink("brass", "curtain", False, (), True),
}
"""All roles of drawn cells."""


ON_FELT = "@felt"
"""Behind the name of a role: lies on felt, whatever the widget is made of."""


def role_style(role: str, colours: Mapping[str, str]) -> Style:
    """The style of a role in a theme with these colours."""
    name, _at, below = role.partition("@")
    look = ROLES[name]
    under = look.ground or below
    ground = colours[under] if under else None
    return Style(color=colours[look.ink], bgcolor=ground, bold=look.is_bold or None)
