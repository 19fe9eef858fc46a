"""What relies on a stopped clone, as clones come to stand otherwise."""

from __future__ import annotations

import datetime
from dataclasses import replace

from ctxlayer.analysis.stopped import stopped_of, stops
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.runner import all_findings
from tests.harness.engine import build_snapshot
from tests.harness.repos import Clones, repos_of

TODAY = datetime.date(2026, 11, 29)
NOTE = "---\nsource: human-authored\ntracks: {tracks}\n---\n\n# Windows\n"
FILES = {
    "ctxlayer.toml": "",
    ".local/repo-paths.json": '{"almanac": "/clones/almanac", "pilots": "/clones/pilots"}',
    "knowledge/tides/windows.md": NOTE.format(tracks='["almanac:src/**", "pilots:src/a.py"]'),
    "knowledge/tides/gauges.md": NOTE.format(tracks='["gauges.py"]'),
}
BOTH = "almanac: behind=1\npilots: dirty=2"
STATES = ("almanac:\npilots:", BOTH, "almanac: behind=1\npilots:", "almanac: place=missing", BOTH)


def standing(snapshot: Snapshot, fact: str) -> Snapshot:
    return snapshot.after(repos=repos_of(fact, TODAY), siblings=Clones(fact))


def freshness(snapshot: Snapshot) -> list[tuple[str, str, str]]:
    return [
        (path, each.lint, each.message)
        for path, found in all_findings(snapshot).items()
        for each in found.findings
        if each.lint in ("sibling-stopped", "missing-repo")
    ]


def test_step_by_step_and_from_scratch_find_the_same() -> None:
    now = build_snapshot(FILES, TODAY)
    assert freshness(now) == []
    for fact in STATES:
        now = standing(now, fact)
        assert freshness(now) == freshness(standing(build_snapshot(FILES, TODAY), fact))
    assert [lint for _, lint, _ in freshness(now)] == ["sibling-stopped"] * 4


def test_a_later_look_that_sees_the_same_makes_nothing_different() -> None:
    first = standing(build_snapshot(FILES, TODAY), BOTH)
    known = first.ask(stops)
    later = {
        name: replace(each, looked=each.looked + datetime.timedelta(hours=9))
        for name, each in first.repos.items()
    }
    assert first.after(repos=later).ask(stops) is known


def test_each_sibling_is_told_once_at_its_first_place() -> None:
    snapshot = standing(build_snapshot(FILES, TODAY), BOTH)
    document = snapshot.documents["knowledge/tides/windows.md"]
    found = [
        (each.verdict.name, each.span.of(document.text)) for each in stopped_of(document, snapshot)
    ]
    assert found == [("almanac", "almanac:src/**"), ("pilots", "pilots:src/a.py")]
