"""The file of the settings, as tests write it."""

from __future__ import annotations

import json


def chosen(**values: object) -> str:
    """The text of a file in which these values are chosen by their words."""
    return "".join(f"{name} = {json.dumps(value)}\n" for name, value in values.items())
