"""What a layer knows of repositories follows them: stand-ins for git, a random walk, and the day."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from datetime import date, datetime, timezone
from pathlib import Path
from typing import Any

import pytest

from ctxlayer.host import Host, LayerHandle, repositories
from ctxlayer.ide.diagnostics import layer_report
from ctxlayer.layer.repos import RepoFacts
from ctxlayer.layer.sources import HERE, Commit, RepoHistory
from ctxlayer.probes.ref_watch import Marks, RefWatch
from tests.harness.coast import PAGE, PATH, Coast
from tests.host.test_incremental import TODAY, Walk

NOON = datetime(2026, 11, 29, 12, tzinfo=timezone.utc)
NAMES = ("almanac", "buoys", "charts")
MAP = ".local/repo-paths.json"


# Stand-ins: what a file beside each folder says is what git would.


def state_of(path: str) -> Path:
    return Path(f"{path}.json")


def facts_of(asked: Mapping[str, tuple[str, Any]]) -> dict[str, RepoFacts]:
    return {name: _facts(path) for name, (path, _) in asked.items()}


def _facts(path: str) -> RepoFacts:
    state = state_of(path)
    if not state.exists():
        return RepoFacts(path, "missing", NOON)
    told = json.loads(state.read_text(encoding="utf-8"))
    return RepoFacts(
        path,
        "repo",
        NOON,
        branch="main",
        head=str(told["commits"]),
        default="main",
        remote="origin",
        upstream="origin/main",
        ahead=0,
        behind=told["behind"],
        dirty=0,
        untracked=0,
        fetched=NOON,
    )


def histories_of(
    asked: Mapping[str, tuple[str, RepoHistory | None]], _: object
) -> dict[str, RepoHistory | None]:
    return {name: _history(*each) for name, each in asked.items()}


def _history(path: str, last: RepoHistory | None) -> RepoHistory | None:
    state = state_of(path)
    if not state.exists():
        return None
    count = json.loads(state.read_text(encoding="utf-8"))["commits"]
    if last is not None and last.head == str(count):
        return last
    commits = [
        Commit(f"{number:040}", date(2026, 11, 1 + number % 28), "Ada", "Change the tables", 1)
        for number in range(count, 0, -1)
    ]
    touched = {"src/tables.py": tuple(range(count))}
    return RepoHistory(str(count), "", commits, touched, frozenset({"src/tables.py"}))


def marks_of(_: RefWatch, path: str) -> Marks:
    state = state_of(path)
    count = json.loads(state.read_text(encoding="utf-8"))["commits"] if state.exists() else -1
    return Marks(((0, 0, count),), ())


@pytest.fixture
def stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repositories, "read_facts", facts_of)
    monkeypatch.setattr(repositories, "read_histories", histories_of)
    monkeypatch.setattr(RefWatch, "look", marks_of)


def read(layer: LayerHandle) -> None:
    for steps in (layer.read_repos(), layer.read_sources()):
        for _ in steps:
            pass


def load(root: Path, *, trusted: bool = True) -> LayerHandle:
    layer = Host(today=lambda: TODAY, trusted=trusted).layer_of(root)
    assert layer is not None
    return layer


# The walk.


class RepositoriesWalk(Walk):
    """The same changes, and repositories that move, come, go and get another place."""

    files: Mapping[str, str] = {
        **Walk.files,
        MAP: "{}\n",
        PATH: PAGE,
        "knowledge/tides/charts.md": PAGE.replace("almanac:src/**", "charts:src/tables.py"),
        "src/tables.py": "TABLES = 1\n",
        "knowledge/tides/tables.md": PAGE.replace("almanac:src/**", "src/tables.py"),
    }
    pieces = (*Walk.pieces, "`almanac:src/tables.py`", "`src/tables.py`", "buoys:", "charts")

    def __init__(self, root: Path, seed: int, clones: Path) -> None:
        self.clones = clones
        for name in NAMES:
            self.state(clones / name, 1, 0)
        self.state(root, 1, 0)
        super().__init__(root, seed)
        self.remap()

    def state(self, folder: Path, commits: int, behind: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        told = {"commits": commits, "behind": behind}
        state_of(str(folder)).write_text(json.dumps(told), encoding="utf-8")

    def layer(self) -> LayerHandle:
        layer = self.host.layer_of(self.root)
        assert layer is not None
        return layer

    def step(self) -> None:
        self.random.choice([super().step, self.move, self.move, self.remap, self.vanish])()

    def move(self) -> None:
        folder = self.random.choice([*(self.clones / name for name in NAMES), self.root])
        self.state(folder, self.random.randint(0, 4), self.random.randint(0, 1))
        self.layer().repositories.moved([str(folder)])

    def vanish(self) -> None:
        folder = self.clones / self.random.choice(NAMES)
        state_of(str(folder)).unlink(missing_ok=True)
        self.layer().repositories.moved([str(folder)])

    def remap(self) -> None:
        places = [*NAMES, *NAMES, "nowhere"]
        clones = {
            name: str(self.clones / self.random.choice([name, self.random.choice(places)]))
            for name in NAMES
            if self.random.random() < 0.8
        }
        self.put(MAP, json.dumps(clones))
        self.open.pop(MAP, None)
        self.host.close(self.root / MAP)
        self.changed(MAP)

    def compare(self) -> None:
        kept, fresh = self.layer(), Host(today=lambda: TODAY)
        for path, text in self.open.items():
            fresh.overlay(self.root / path, text)
        scratch = fresh.layer_of(self.root)
        assert scratch is not None
        if self.random.random() < 0.3:
            layer_report(kept.snapshot)  # somebody looks before all is read
        read(kept)
        read(scratch)
        assert kept.snapshot.repos == scratch.snapshot.repos
        assert heads(kept) == heads(scratch)
        if kept.snapshot.settings == scratch.snapshot.settings:
            assert layer_report(kept.snapshot) == layer_report(scratch.snapshot)


def heads(layer: LayerHandle) -> dict[str, str]:
    return {name: each.head for name, each in layer.snapshot.sources.items()}


@pytest.mark.usefixtures("stand_ins")
@pytest.mark.parametrize("seed", range(6))
def test_incremental_equals_from_scratch(tmp_path: Path, seed: int) -> None:
    walk = RepositoriesWalk(tmp_path / "layer", seed, tmp_path / "clones")
    for _ in range(30):
        walk.step()
        walk.compare()


# One thing at a time.


@pytest.fixture
def coast(tmp_path: Path) -> Coast:
    return Coast(tmp_path)


def lints(layer: LayerHandle, path: str = PATH) -> set[str]:
    found = layer_report(layer.snapshot).get(path)
    return {each.lint for each in found.findings} if found else set()


def test_nothing_is_known_before_it_is_read(coast: Coast) -> None:
    layer = load(coast.layer)
    assert layer.snapshot.repos == {} and layer.snapshot.sources == {}
    read(layer)
    assert set(layer.snapshot.repos) == {"almanac"}
    assert layer.snapshot.repos["almanac"].place == "repo"
    assert set(layer.snapshot.sources) == {"almanac"}, "nothing here relies on this repository"


def test_to_read_again_what_did_not_move_makes_no_other_snapshot(coast: Coast) -> None:
    layer = load(coast.layer)
    read(layer)
    before = layer.snapshot
    read(layer)
    layer.repositories.moved([str(coast.clone), str(coast.layer)])
    read(layer)
    assert layer.snapshot is before
    layer.reload()
    assert layer.snapshot.repos is before.repos and layer.snapshot.sources is before.sources


def test_one_repository_that_fails_leaves_the_others_alone(
    coast: Coast, monkeypatch: pytest.MonkeyPatch
) -> None:
    coast.commit(coast.clone, "src/tables.py", "TABLES = 2\n", "2026-11-10")
    wrecked = coast.layer.parent / "wrecked"
    (wrecked / ".git").mkdir(parents=True)
    clones = {"almanac": str(coast.clone), "wrecked": str(wrecked), "gone": "/nowhere"}
    (coast.layer / MAP).write_text(json.dumps(clones), encoding="utf-8")
    layer = load(coast.layer)
    read(layer)
    assert layer.snapshot.repos["wrecked"].place == "not-a-repo"
    assert layer.snapshot.repos["gone"].place == "missing"
    assert "source-moved" in lints(layer)


def test_an_untrusted_workspace_asks_nothing(coast: Coast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: pytest.fail("a process is started"))
    layer = load(coast.layer, trusted=False)
    read(layer)
    assert layer.snapshot.repos == {} and layer.snapshot.sources == {}
    assert layer.watcher() is None and not layer.repositories.is_due()


def test_the_watch_tells_of_a_commit_of_a_sibling_and_of_the_layer(coast: Coast) -> None:
    host = Host(today=lambda: TODAY)
    layer = host.layer_of(coast.layer)
    assert layer is not None
    host.open(coast.layer / PATH, PAGE)
    read(layer)
    look = layer.watcher()
    assert look is not None and look() == frozenset() and look() == frozenset()
    coast.commit(coast.clone, "src/tables.py", "TABLES = 2\n", "2026-11-10")
    assert look() == {str(coast.clone)}
    layer.repositories.moved(look())
    read(layer)
    assert "source-moved" in lints(layer)
    coast.commit(coast.layer, "src/new.py", "x\n", "2026-11-10")
    again = layer.watcher()
    assert again is not None and again() == {str(coast.layer)} and again() == frozenset()


def test_only_what_is_on_screen_is_watched(coast: Coast) -> None:
    host = Host(today=lambda: TODAY)
    layer = host.layer_of(coast.layer)
    assert layer is not None and layer.on_screen() == {HERE}
    host.open(coast.layer / PATH, PAGE)
    assert layer.on_screen() == {HERE, "almanac"}
    host.close(coast.layer / PATH)
    assert layer.on_screen() == {HERE}
    host.open(coast.layer / MAP, (coast.layer / MAP).read_text(encoding="utf-8"))
    assert layer.on_screen() == {HERE, "almanac"}


def test_what_a_sibling_holds_is_looked_at_again_after_its_commit(coast: Coast) -> None:
    layer = load(coast.layer)
    read(layer)
    assert layer.snapshot.siblings.exists("almanac", "src/gauges.py") is False
    coast.commit(coast.clone, "src/gauges.py", "GAUGES = 1\n", "2026-11-10")
    layer.repositories.moved([str(coast.clone)])
    read(layer)
    assert layer.snapshot.siblings.exists("almanac", "src/gauges.py") is True


def test_a_sibling_that_gets_another_place_is_unknown_until_it_is_read(coast: Coast) -> None:
    layer = load(coast.layer)
    read(layer)
    clones = {"almanac": str(coast.remote)}
    (coast.layer / MAP).write_text(json.dumps(clones), encoding="utf-8")
    layer.update(MAP)
    assert layer.snapshot.repos == {} and layer.snapshot.sources == {}
    read(layer)
    assert layer.snapshot.repos["almanac"].path == str(coast.remote)
