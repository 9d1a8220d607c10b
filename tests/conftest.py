"""What all tests share."""

from __future__ import annotations

import pytest
from hypothesis import settings

collect_ignore = ["bench", "bench.py", "pictures.py"]

# A slow machine is no fault of the game; the blob repeats a failing example anywhere.
settings.register_profile("sevenrocks", deadline=None, print_blob=True)
settings.load_profile("sevenrocks")


def pytest_addoption(parser: pytest.Parser) -> None:
    """An option to write the snapshots of screens anew."""
    parser.addoption("--update-snapshots", action="store_true", help="write the snapshots of screens anew")


@pytest.fixture
def update_snapshots(request: pytest.FixtureRequest) -> bool:
    """Whether to write the snapshots of screens anew."""
    return bool(request.config.getoption("--update-snapshots"))
