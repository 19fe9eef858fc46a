"""After any sequence of changes, the layer that was kept up equals one loaded from scratch."""

from __future__ import annotations

import random
import shutil
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path, PurePath

import pytest

from ctxlayer.analysis.budget import hot_set
from ctxlayer.analysis.rules import rule_book
from ctxlayer.host import Host
from ctxlayer.ide.diagnostics import layer_report
from ctxlayer.layer.document import Document

TODAY = date(2026, 11, 29)

TRUST = (
    "---\nsource: human-authored\ncreated: 2026-10-01\nlast-verified: 2026-11-01\n"
    "verified-by: developer\nstatus: {status}\n---\n\n# {title}\n\nText about {title}.\n"
)
TABLE = """# Trigger table

## Platform

| topic | files | live pointer | vocabulary |
| --- | --- | --- | --- |
| tides | overview.md · gauges.md | harbour heights, read-only | ebb, slack water |
| pilots | boarding.md · overveiw.md | harbour orders, read-only | ladder, slack water |

### quays

**Files**
- [plan.md](../knowledge/quays/plan.md) — how berths are given out
- knowledge/quays/crane list.md
- winches.md — pilot ladders after dark

**Live pointer:** harbour plan, read-only

**Vocabulary:** berth, quay
"""
FILES = {
    "ctxlayer.toml": '[adapters]\nnames = ["harbour"]\n',
    "index/trigger-table.md": TABLE,
    "knowledge/tides/overview.md": TRUST.format(status="confirmed", title="Tides"),
    "knowledge/tides/gauges.md": TRUST.format(status="done", title="Gauges"),
    "knowledge/pilots/boarding.md": TRUST.format(status="confirmed", title="Boarding"),
    "knowledge/quays/winches.md": TRUST.format(status="confirmed", title="Winches")
    + "\nWhere each of the winches stands, what it lifts and how it is greased in spring.\n",
    "knowledge/quays/plan.md": TRUST.format(status="hypothesis", title="Plan"),
    "extractions/2026-11-02-tides.md": TRUST.format(status="confirmed", title="Findings"),
    ".rules/berths.md": '---\nglobs: ["src/berths/**"]\n---\n\n# Berths\n',
    "src/berths/plan.py": "VALUE = 1\n",
    "knowledge/quays/links.md": TRUST.format(status="confirmed", title="Links")
    + "\n[a](plan.md#plan) [b](../tides/overview.md#tides) [c](gone.md) [d][o]\n\n[o]: Plan.md\n",
    "CLAUDE.md": "See @AGENTS.md and @knowledge/quays/links.md.\n",
    "AGENTS.md": "@CLAUDE.md [x](knowledge/quays/links.md#links)\n",
    ".local/repo-paths.json": "{}\n",
}
PIECES = (
    "|", "\n", "---\n", "status: done\n", "- gauges.md\n", "overview.md", " · ", "### tides\n",
    "**Files**\n", "```\n", "<!-- ", " -->", "[x](../knowledge/tides/overview.md)", "# Title\n",
    "[y](plan.md#plan)", "@AGENTS.md ", "@CLAUDE.md ", "## Plan\n", "](../", "#",
    "slack water", "é", "\r\n", "status: superseded\nsuperseded-by: plan.md\n", "source: external\n",
    "status: hypothesis\n", "<!-- ctxlayer: ignore[dead-pointer] -->\n", "alwaysApply: true\n",
)  # fmt: skip
SETTINGS = (
    '[adapters]\nnames = ["harbour"]\n',
    '[adapters]\nnames = ["tidegauge"]\n',
    '[lints]\nshared-term = "off"\n',
    "[lints\n",
    "[freshness]\nknowledge-days = 5\n",
    '[table]\nmax-pointers = 2\nindex-tokens = 60\n[table.clusters]\ntitle = "meta"\n',
    '[table]\nmax-tokens = 40\nindex-tokens = 60\n[budget]\ntokenizer = "openai"\n',
)


class Walk:
    """A layer on disk, a host over it, and random changes to both."""

    files: Mapping[str, str] = FILES
    pieces: Sequence[str] = PIECES
    toml: Sequence[str] = SETTINGS

    def __init__(self, root: Path, seed: int) -> None:
        self.root = root
        self.random = random.Random(seed)
        self.host = Host(today=lambda: TODAY)
        self.open: dict[str, str] = {}
        for path, text in self.files.items():
            self.put(path, text)
        assert self.host.layer_of(root) is not None

    def put(self, path: str, text: str) -> None:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="")

    def on_disk(self) -> list[str]:
        found = (path for path in self.root.rglob("*") if path.is_file())
        return sorted(path.relative_to(self.root).as_posix() for path in found)

    def any_file(self) -> str:
        return self.random.choice(self.on_disk())

    def changed(self, *paths: str) -> None:
        self.host.disk_changed([self.root / path for path in paths])

    def step(self) -> None:
        self.random.choice(
            [self.edit, self.edit, self.edit, self.save, self.create, self.delete, self.rename,
             self.close, self.settings, self.folder, self.trial]
        )()  # fmt: skip

    def edit(self) -> None:
        path = self.random.choice([*self.open, "index/trigger-table.md", self.any_file()])
        text = self.open.get(path)
        if text is None:
            target = self.root / path
            text = target.read_bytes().decode("utf-8", "replace") if target.exists() else ""
        at = self.random.randint(0, len(text))
        gone = self.random.choice([0, 0, 1, 7])
        self.open[path] = text[:at] + self.random.choice(self.pieces) + text[at + gone :]
        self.host.change(self.root / path, self.open[path])

    def trial(self) -> None:
        """What a fix would make of a document, looked at and dropped."""
        layer = self.host.layer_of(self.root)
        assert layer is not None
        snapshot = layer.snapshot
        path = self.random.choice(sorted(snapshot.documents))
        known = snapshot.documents[path]
        at = self.random.randint(0, len(known.text))
        text = known.text[:at] + self.random.choice(self.pieces) + known.text[at:]
        placement = snapshot.placement(path)
        assert placement is not None
        layer_report(snapshot.after(changed=(Document(path, placement, text, known),)))

    def save(self) -> None:
        if self.open:
            path = self.random.choice(list(self.open))
            self.put(path, self.open[path])
            self.changed(path)

    def create(self) -> None:
        topic = self.random.choice(["tides", "pilots", "moorings"])
        name = self.random.choice(["overview", "crane list", "Overview", "new"])
        path = f"knowledge/{topic}/{name}.md"
        self.put(path, TRUST.format(status="confirmed", title=name))
        self.changed(path)

    def delete(self) -> None:
        path = self.any_file()
        if path != "ctxlayer.toml":
            (self.root / path).unlink()
            self.changed(path)

    def rename(self) -> None:
        path = self.any_file()
        if path not in ("ctxlayer.toml", "index/trigger-table.md"):
            new = (PurePath(path).parent / f"renamed-{self.random.randint(0, 3)}.md").as_posix()
            (self.root / path).rename(self.root / new)
            self.changed(path, new)

    def close(self) -> None:
        if self.open:
            path = self.random.choice(list(self.open))
            del self.open[path]
            self.host.close(self.root / path)

    def settings(self) -> None:
        self.put("ctxlayer.toml", self.random.choice(self.toml))
        self.changed("ctxlayer.toml")

    def folder(self) -> None:
        old, new = self.root / "knowledge/pilots", self.root / "knowledge/pilotage"
        if new.exists():
            old, new = new, old
        if old.exists() and not new.exists():
            old.rename(new)
            self.changed(*(each.relative_to(self.root).as_posix() for each in (old, new)))

    def compare(self) -> None:
        kept = self.host.layer_of(self.root)
        fresh = Host(today=lambda: TODAY)
        for path, text in self.open.items():
            fresh.overlay(self.root / path, text)
        scratch = fresh.layer_of(self.root)
        assert kept is not None and scratch is not None
        assert kept.snapshot.tree.paths == scratch.snapshot.tree.paths
        if kept.snapshot.settings == scratch.snapshot.settings:  # broken ones keep the last good
            assert kept.snapshot.documents.keys() == scratch.snapshot.documents.keys()
            assert dict(kept.snapshot.unreadable) == dict(scratch.snapshot.unreadable)
            assert layer_report(kept.snapshot) == layer_report(scratch.snapshot)
            assert kept.snapshot.ask(hot_set) == scratch.snapshot.ask(hot_set)
            assert kept.snapshot.ask(rule_book).rules == scratch.snapshot.ask(rule_book).rules


@pytest.mark.parametrize("seed", range(12))
def test_incremental_equals_from_scratch(tmp_path: Path, seed: int) -> None:
    walk = Walk(tmp_path, seed)
    for _ in range(40):
        walk.step()
        walk.compare()


def test_a_copy_of_the_layer_reads_the_same(tmp_path: Path) -> None:
    walk = Walk(tmp_path / "one", 0)
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    one, two = (
        walk.host.layer_of(tmp_path / "one"),
        Host(today=lambda: TODAY).layer_of(tmp_path / "two"),
    )
    assert one is not None and two is not None
    assert layer_report(one.snapshot) == layer_report(two.snapshot)
