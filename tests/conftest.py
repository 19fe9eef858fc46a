"""What the whole suite shares: deterministic property tests, and Markdown fixtures as tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.harness.collect import FixtureFile

# One seed, no example database and no deadline: a red run is red again on any machine.
settings.register_profile(
    "suite",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("suite")

_FIXTURE_FOLDERS = ("cases", "lints", "ide")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A Markdown file below one of these folders of `tests` is a file of test cases."""
    tests = Path(__file__).parent
    if file_path.suffix != ".md" or not file_path.is_relative_to(tests):
        return None
    if file_path.relative_to(tests).parts[0] not in _FIXTURE_FOLDERS:
        return None
    return FixtureFile.from_parent(parent, path=file_path)


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or leaves anything in the cache folder of the person who runs it."""
    monkeypatch.setenv("CTXLAYER_CACHE_DIR", str(tmp_path_factory.getbasetemp() / "cache"))
