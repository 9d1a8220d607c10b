"""What every version has kept is opened by this one: matches, records, settings. `make version-data` adds a version."""

from __future__ import annotations

import random
import shutil
from importlib.metadata import version as this_version
from pathlib import Path

import pytest

from help.places import DATA
from sevenrocks.record import read_record, replay, write_record
from sevenrocks.settings import Settings
from sevenrocks.settings.file import read_settings
from sevenrocks.store import read_match, survey
from sevenrocks.table import Table

VERSIONS = {folder.name: folder for folder in sorted((DATA / "versions").iterdir())}

each_version = pytest.mark.parametrize("version", VERSIONS)


@pytest.fixture
def state(version: str, tmp_path: Path) -> Path:
    """A copy of what that version has kept."""
    return Path(shutil.copytree(VERSIONS[version], tmp_path / "state"))


def test_what_this_version_keeps_is_among_it() -> None:
    assert this_version("sevenrocks") in VERSIONS, "`make version-data` keeps it"


@each_version
def test_its_matches_are_listed_and_tell_what_their_records_tell(state: Path) -> None:
    matches = survey(state)
    assert (len(matches.matches), matches.unreadable) == (4, [])
    records = {write_record(read_match(summary.path).record()) for summary in matches.matches}
    assert records == {path.read_text("utf-8") for path in (state / "records").iterdir()}


@each_version
def test_its_matches_go_on_to_their_end(state: Path) -> None:
    rng = random.Random(11)
    for summary in survey(state).matches:
        before = read_match(summary.path).record()
        table = Table.resume(summary.path)
        while table.winner is None:
            if table.placing is not None:
                table.call(None)
            elif table.turn is None:
                table.begin_round()
            else:
                table.play(table.turn, rng.choice(table.view_for(table.turn).legal_actions))
            assert table.not_kept is None
        record = table.record()
        table.close()
        assert replay(record).winner is not None
        assert record.players == before.players
        assert record.rounds[: len(before.rounds) - 1] == before.rounds[:-1]


@each_version
def test_its_records_are_read_true_and_written_as_they_were(version: str) -> None:
    paths = sorted((VERSIONS[version] / "records").iterdir())
    assert len(paths) == 4
    for path in paths:
        record = read_record(path.read_bytes())
        replay(record)
        assert write_record(record) == path.read_text("utf-8")


@each_version
def test_its_settings_hold(version: str) -> None:
    found = read_settings(VERSIONS[version] / "config" / "settings.toml")
    assert found.complaints == ()
    assert found.settings.bell
    assert found.settings.call_it
    assert [name for name, _level in found.settings.seats] == ["Anna", "Bartek", "Łucja", "Dieter"]
    assert found.settings.hints is not Settings().hints
