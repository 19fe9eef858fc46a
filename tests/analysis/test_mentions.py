"""How much of a document is read that names more than anybody could mean."""

from __future__ import annotations

from datetime import date

import pytest

from ctxlayer.analysis.mentions import mentions
from tests.harness.engine import build_snapshot

PATH = "knowledge/tides/gauges.md"


def named(entries: list[str]) -> list[str]:
    tracks = "".join(f'  - "{each}"\n' for each in entries)
    text = f"---\nsource: human-authored\ntracks:\n{tracks}---\n\nSee `src/levels.py`.\n"
    snapshot = build_snapshot({"ctxlayer.toml": "", PATH: text}, date(2026, 11, 29))
    return [each.path for each in mentions(snapshot.documents[PATH])]


@pytest.mark.parametrize("form", ["**/*{}*", "src/{}/**", "almanac:**/{}.py"])
def test_only_the_first_patterns_are_read_and_all_paths(form: str) -> None:
    """Each pattern is tried on all files of a repository."""
    patterns = [form.format(number) for number in range(10_000)]
    found = named([*patterns, "src/stations.py"])
    assert len(found) == 202
    assert found[-2:] == ["src/stations.py", "src/levels.py"]


def test_of_paths_more_are_read() -> None:
    assert len(named([f"src/s{number}.py" for number in range(10_000)])) == 2_000
