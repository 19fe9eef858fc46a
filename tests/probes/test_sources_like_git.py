"""What is read of a history, against a model of it, and step by step against all at once."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from ctxlayer.layer.sources import RepoHistory
from ctxlayer.probes.sources import read_history
from tests.harness.fast_import import History, put_head

IGNORED = ".git-blame-ignore-revs"
PATHS = (
    "a.py",
    "src/b.py",
    "src/deep/c.py",
    "lib/d.py",
    "lib/ü \n.py",
    os.fsdecode(b"lib/\xff.py"),
    IGNORED,
)
ZONES = ("+0000", "-0800", "+1300")


class File(NamedTuple):
    number: int
    version: int

    @property
    def text(self) -> str:
        lines = [f"{self.number}: line {line}, {self.number * 31 + line}" for line in range(20)]
        return "\n".join([self.hash, *lines])

    @property
    def hash(self) -> str:
        """Where the file is a list of revisions, what it names."""
        return f"{self.number:06x}{self.version:06x}"


Tree = dict[str, File]


@dataclass
class Model:
    """Commits by number, the first is 1, as the trees that they have."""

    rng: Random
    trees: list[Tree] = field(default_factory=lambda: [{}])
    parents: list[list[int]] = field(default_factory=lambda: [[]])
    stamps: list[tuple[int, str]] = field(default_factory=lambda: [(0, "+0000")])
    files: int = 0

    def grow(self) -> None:
        last = len(self.trees) - 1
        tip = last if self.rng.random() < 0.7 else self.rng.randint(0, last)
        other = self.rng.randint(0, last)
        if other and tip and self.rng.random() < 0.3 and other not in self.line_of(tip):
            theirs, ours = self.trees[other], self.trees[tip]
            numbers = {each.number for each in ours.values()}
            more = {path: each for path, each in theirs.items() if each.number not in numbers}
            self.add({**more, **ours}, [tip, other])
        else:
            tree = dict(self.trees[tip])
            for _ in range(self.rng.randint(0, 3)):
                self.change(tree)
            self.add(tree, [tip] if tip else [])

    def add(self, tree: Tree, parents: list[int]) -> None:
        self.trees.append(tree)
        self.parents.append(parents)
        # Many in the same second, some by clocks that are wrong.
        seconds = 1_767_225_600 + self.rng.randint(0, 4) * 40_000
        self.stamps.append((seconds, self.rng.choice(ZONES)))

    def change(self, tree: Tree) -> None:
        path, to = self.rng.choice(PATHS), self.rng.choice(PATHS)
        kind = self.rng.choice(["write", "write", "delete", "move", "move and write"])
        if path not in tree:
            self.files += 1
            tree[path] = File(self.files, 0)
        elif kind == "write":
            tree[path] = tree[path]._replace(version=tree[path].version + 1)
        elif kind == "delete":
            del tree[path]
        elif to not in tree:
            moved = tree.pop(path)
            tree[to] = moved._replace(version=moved.version + (kind != "move"))

    def history(self) -> History:
        made = History()
        for tree, parents, (seconds, zone) in zip(
            self.trees[1:], self.parents[1:], self.stamps[1:], strict=True
        ):
            texts: dict[str, str | None] = {path: each.text for path, each in tree.items()}
            made.commit(texts, parents=parents, seconds=seconds, zone=zone, whole=True)
        return made

    def line_of(self, number: int) -> set[int]:
        """A commit and all that it builds on."""
        found: set[int] = set()
        waiting = [number]
        while waiting:
            at = waiting.pop()
            if at not in found:
                found.add(at)
                waiting.extend(self.parents[at])
        return found

    def day(self, number: int) -> date:
        seconds, zone = self.stamps[number]
        away = timezone(timedelta(hours=int(zone[:3])))
        return datetime.fromtimestamp(seconds, away).date()

    def landed(self, head: int) -> dict[int, int]:
        """The commits below `head`, and the one of its line with which each came."""
        line = [head]
        while self.parents[line[-1]]:
            line.append(self.parents[line[-1]][0])
        return {each: leader for leader in line for each in self.line_of(leader)}

    def changes(self, number: int) -> tuple[set[str], set[tuple[str, str]], int]:
        """Touched paths, moves, and how many files changed."""
        if len(self.parents[number]) > 1:
            return set(), set(), 0
        now = self.trees[number]
        was = self.trees[self.parents[number][0]] if self.parents[number] else {}
        gone = {each.number: path for path, each in was.items() if path not in now}
        new = {each.number: path for path, each in now.items() if path not in was}
        moves = {(gone[each], new[each]) for each in gone.keys() & new.keys()}
        written = {path for path in was.keys() & now.keys() if was[path] != now[path]}
        alone = (set(gone.values()) | set(new.values())) - {path for each in moves for path in each}
        changed = {to for old, to in moves if was[old] != now[to]}
        return written | alone | changed, moves, len(written) + len(alone) + len(moves)


def read(folder: Path, commit: str, before: RepoHistory | None = None) -> RepoHistory:
    put_head(folder, commit)
    found = read_history(str(folder), before)
    assert found is not None
    return found


def told(history: RepoHistory) -> tuple[object, ...]:
    return (
        history.head,
        history.below,
        list(history.commits),
        dict(history.touched),
        history.tracked,
        list(history.renames),
        history.since,
        history.ignored,
    )


@given(st.randoms(use_true_random=False))
@settings(max_examples=25, phases=[Phase.generate])  # to make it small takes minutes
def test_step_by_step_is_all_at_once_and_both_are_the_model(rng: Random) -> None:
    model = Model(rng)
    for _ in range(rng.randint(2, 14)):
        model.grow()
    with TemporaryDirectory() as name:
        folder = Path(name)
        hashes = model.history().make(folder)
        before = None
        for head in [rng.randint(1, len(hashes) - 1) for _ in range(3)]:
            whole = read(folder, hashes[head])
            before = read(folder, hashes[head], before)
            assert told(before) == told(whole)
            check(whole, model, head, hashes)


def check(history: RepoHistory, model: Model, head: int, hashes: list[str]) -> None:
    landed = model.landed(head)
    places = {commit.hash: place for place, commit in enumerate(history.commits)}
    assert set(places) == {hashes[each] for each in landed}
    assert history.tracked == model.trees[head].keys()
    assert history.since is None
    named = model.trees[head].get(IGNORED)
    assert history.ignored == ({named.hash} if named else set())
    touched: dict[str, set[int]] = {}
    renames = set()
    for each, leader in landed.items():
        place = places[hashes[each]]
        paths, moves, files = model.changes(each)
        assert history.commits[place].day == model.day(leader)
        assert history.commits[place].files == files
        assert all(place < places[hashes[parent]] for parent in model.parents[each])
        renames |= {(old, new, place) for old, new in moves}
        for path in paths:
            touched.setdefault(path, set()).add(place)
    assert {path: set(many) for path, many in history.touched.items()} == touched
    assert all(list(many) == sorted(many) for many in history.touched.values())
    assert {tuple(each) for each in history.renames} == renames
    order = [each.commit for each in history.renames]
    assert order == sorted(order, reverse=True)
    for path in PATHS:
        moved = history.moved_to(path)
        assert moved is None or moved in history.tracked
        assert history.knows(path) == any(path in model.trees[each] for each in landed)
