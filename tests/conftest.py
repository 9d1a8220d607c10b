"""What all tests share."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from help.building import shared_wheel
from help.effort import cases
from sevenrocks.i18n import speak

if TYPE_CHECKING:
    from help.playing import Clock

collect_ignore = ["bench", "fitting", "tools"]

# A slow machine is no fault of the game; the blob repeats a failing example anywhere.
settings.register_profile("sevenrocks", deadline=None, max_examples=cases(25, 2_000), print_blob=True)
settings.load_profile("sevenrocks")


# Whatever the machine speaks, the tests speak English.
for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
    os.environ.pop(variable, None)
os.environ["LANG"] = "C.UTF-8"


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from a copy of what is under version control, so that nothing is left behind in the tree."""
    return shared_wheel(tmp_path_factory)


@pytest.fixture(autouse=True, scope="session")
def _home_of_their_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Whatever a player has chosen on this machine, the tests and the programs that they start know nothing of it."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(home))
        patch.setenv("XDG_CONFIG_HOME", str(home / "config"))
        yield


@pytest.fixture(autouse=True, scope="session")
def _core_files_as_they_were() -> Iterator[None]:
    """A game that is started within a test lowers this process's limit for good; others may need to show what it does."""
    if os.name != "posix":
        yield
        return
    import resource  # noqa: PLC0415, exists on POSIX alone

    hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
    lower = resource.setrlimit
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            resource, "setrlimit", lambda of, to: lower(of, (to[0], hard) if of == resource.RLIMIT_CORE else to)
        )
        yield


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """The language is the one thing that all share."""
    yield
    speak("en")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock by which keys and clicks come, and screens wait for a moment of silence."""
    from textual import events  # noqa: PLC0415, most tests need no screen

    from help.playing import Clock  # noqa: PLC0415, see above
    from sevenrocks.tui.app import RocksApp  # noqa: PLC0415, see above

    clock = Clock()
    on_event = RocksApp.on_event

    async def comes(app: RocksApp, event: events.Event) -> None:
        if isinstance(event, events.InputEvent) and not event.is_forwarded:
            event.time = clock.now
        await on_event(app, event)

    monkeypatch.setattr("sevenrocks.tui.screens.base.time", clock)
    monkeypatch.setattr(RocksApp, "on_event", comes)
    return clock


@pytest.fixture(autouse=True)
def _no_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots are waited for only where a test is about that; programs that are started keep their beat."""
    monkeypatch.setattr("sevenrocks.bots.beat.Beat.SHORTEST", 0.0)
    monkeypatch.setattr("sevenrocks.bots.beat.Beat.SLOW", 0.0)


@pytest.fixture
def no_arming(monkeypatch: pytest.MonkeyPatch) -> None:
    """Covers open at once, no key waits for silence, and a key that comes again was pressed again."""
    monkeypatch.setattr("sevenrocks.tui.thumb.Thumb.SILENCE", 0.0)
    monkeypatch.setattr("sevenrocks.tui.screens.base.Arming.DELAY", 0.0)
    monkeypatch.setattr("sevenrocks.tui.screens.base.Arming.SILENCE", 0.0)


MEMORY = Path("/dev/shm")  # noqa: S108, the tests make a folder of their own there


def pytest_configure() -> None:
    """Matches are synced to the disk at every play: where there is a disk in memory the tests lie there."""
    if "PYTEST_DEBUG_TEMPROOT" not in os.environ and os.access(MEMORY, os.W_OK):
        disk = os.statvfs(MEMORY)
        if not disk.f_flag & os.ST_NOEXEC and disk.f_bavail * disk.f_frsize > 2**30:
            os.environ["PYTEST_DEBUG_TEMPROOT"] = str(MEMORY)


TRACED = (
    "engine/test_deal.py",
    "engine/test_positions.py",
    "engine/test_rules.py",
    "engine/test_seats.py",
    "engine/test_tiles.py",
    "engine/test_views.py",
    "record/",
    "sitting/test_costs.py",
    "sitting/test_house.py",
    "sitting/test_sitting.py",
    "store/",
    "torture/test_damage.py",
    "torture/test_faults.py",
)
"""The tests that are traced for coverage, since they are about what is to be covered, but for those marked `untraced`, which do
the same over and over. The others would only be slower for it."""


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Trace these, and the examples in the docstrings.

    Not by pytest-cov's own marker: in a process of pytest-xdist a second tracer stands behind the one that it takes away.
    """
    here = Path(__file__).parent
    is_about = not item.path.is_relative_to(here) or item.path.relative_to(here).as_posix().startswith(TRACED)
    is_traced = is_about and item.get_closest_marker("untraced") is None
    before = sys.gettrace(), threading.gettrace()
    if not is_traced:
        sys.settrace(None)
        threading.settrace(None)
    yield
    if not is_traced:
        sys.settrace(before[0])
        threading.settrace(before[1])


def pytest_addoption(parser: pytest.Parser) -> None:
    """An option to write the snapshots of screens anew."""
    parser.addoption("--update-snapshots", action="store_true", help="write the snapshots of screens anew")


@pytest.fixture
def update_snapshots(request: pytest.FixtureRequest) -> bool:
    """Whether to write the snapshots of screens anew."""
    return bool(request.config.getoption("--update-snapshots"))
