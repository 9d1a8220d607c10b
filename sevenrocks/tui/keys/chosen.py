"""The keys that the player's file changes: what of it holds, and why the rest cannot be."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from sevenrocks.i18n import N_
from sevenrocks.settings import Complaint, written

from . import registry
from .in_use import Keys
from .naming import NAMES, parse_keys


def chosen_keys(found: Mapping[str, object], file: str) -> tuple[Keys, list[Complaint]]:
    """The keys in use where the player's file, of this name, says that; and what of it cannot be."""
    complaints: list[Complaint] = []
    changed: dict[str, tuple[str, ...]] = {}
    by_id = {key.id: key for key in registry.KEYS}
    for id, value in found.items():  # noqa: A001, that is what it is
        fields = {"file": file, "key": id if id in by_id else written(id), "value": written(value)}
        keys = parse_keys(value)
        if id not in by_id:
            text = N_("{file}: there is no key {key}. Those most like it are {possible}.")
            near = get_close_matches(id, by_id, n=5, cutoff=0.0)
            complaints.append(Complaint(text, {**fields, "possible": ", ".join(near)}))
        elif keys is None:
            text = N_(
                "{file}: {key} cannot be {value}. A key is a letter, a digit, a sign, or one of {possible}, "
                "also with ctrl+ before it."
            )
            complaints.append(Complaint(text, {**fields, "possible": ", ".join(NAMES)}))
        elif by_id[id].is_numbered and len(keys) < len(by_id[id].keys):
            text = N_("{file}: {key} cannot be {value}. It needs {n} keys, set apart by commas.")
            complaints.append(Complaint(text, {**fields, "n": len(by_id[id].keys)}))
        else:
            changed[id] = keys
    # Where some have been refused, others may clash with what holds instead.
    while clash := next((each for each in Keys(changed).clashes() if not changed.keys().isdisjoint(each[:2])), None):
        one, other, name = clash
        text = N_("{file}: {one} and {other} cannot both be {key}; the usual keys hold for them.")
        complaints.append(Complaint(text, {"file": file, "one": one, "other": other, "key": name}))
        changed.pop(one, None)
        changed.pop(other, None)
    return Keys(changed), complaints
