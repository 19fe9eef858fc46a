"""The only place where the harness touches the engine."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

from ctxlayer.ide.diagnostics import layer_report
from ctxlayer.layer.agent_identities import hand, identity
from ctxlayer.layer.authors import JUDGED_KEYS, Authors, Writing, trust_line
from ctxlayer.layer.document import Document
from ctxlayer.layer.schemas import AdapterSchemas, NothingProbed
from ctxlayer.layer.shelf import Shelf
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.tokens import Estimate, estimator
from ctxlayer.layer.tree import Tree
from ctxlayer.lints.model import Finding
from ctxlayer.lints.registry import known_names
from ctxlayer.settings import Settings, load_settings
from tests.harness.edits import with_edits
from tests.harness.fixture import Case
from tests.harness.repos import Clones, repos_of
from tests.harness.sources import histories, mapped

ROOT = "/layer"


def build_snapshot(
    files: Mapping[str, str],
    today: datetime.date,
    unreadable: Mapping[str, str] | None = None,
    authors: str = "",
    schemas: str = "",
    repos: str = "",
    tracked: str = "",
    sources: str = "",
    edits: str = "",
) -> Snapshot:
    """The layer that consists of `files` (layer-relative path to text), as of `today`.

    `unreadable` maps those that cannot be read to the reason, `authors` is the fact `@authors`,
    `schemas` the fact `@schemas`, `repos` the fact `@repos`, `tracked` the fact `@tracked`,
    `sources` the fact `@sources`, `edits` the fact `@edits`.
    It is a full layer where `ctxlayer.toml` or a trigger table says so. A lint name that the
    settings do not know is a finding, as it is for everybody.
    """
    settings, problems = load_settings(
        files.get("ctxlayer.toml", ""), "ctxlayer.toml", known_names()
    )
    full = "ctxlayer.toml" in files or "index/trigger-table.md" in files
    snapshot = Snapshot(
        root=ROOT,
        full=full,
        settings=settings or Settings(),
        today=today,
        tree=Tree(files),
        documents=Shelf(),
        settings_file="ctxlayer.toml" if "ctxlayer.toml" in files else "",
        settings_problems=problems,
        # Never an exact counter: what is installed here must not decide what a case expects.
        tokenizer=estimator((settings or Settings()).budget.tokenizer),
        beside=_Beside(files),
        schemas=_Probed(schemas) if schemas else NothingProbed(),
    )
    snapshot = snapshot.after(
        unreadable=unreadable or {},
        changed=[
            Document(path, placement, text)
            for path, text in files.items()
            if (placement := snapshot.placement(path)) is not None
            and path not in (unreadable or {})
        ],
    )
    if repos:
        snapshot = snapshot.after(repos=repos_of(repos, today), siblings=Clones(repos))
    if sources:
        found = histories(sources)
        snapshot = snapshot.after(sources=found, siblings=Clones(mapped(repos, found)))
    if tracked:
        snapshot = snapshot.after(tracked_local=frozenset(tracked.split("\n")) - {""})
    if authors:
        snapshot = snapshot.after(authors=_authors(authors, snapshot))
    return with_edits(edits, snapshot) if edits else snapshot


def rebuilt(case: Case, texts: Mapping[str, str]) -> Snapshot:
    """The layer of a case after its files were edited: the world around it is as it was.

    Nobody has committed the edits or looked at the clones anew, so of these nothing is known.
    """
    tracked, sources = (case.facts.get(name, "") for name in ("@tracked", "@sources"))
    return build_snapshot(texts, case.today, tracked=tracked, sources=sources)


class _Beside:
    """The files of a case that are no documents."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self._files = files

    def text(self, path: str) -> str | None:
        return self._files.get(path)

    def knows(self, path: str) -> bool:
        return path in self._files


class _Probed:
    """What the lines of `@schemas` say: `config adapter tokens tools`."""

    def __init__(self, fact: str) -> None:
        self._found = {}
        for line in fact.strip().splitlines():
            config, adapter, tokens, tools = line.split()
            names = tuple(f"tool-{number}" for number in range(int(tools)))
            sure = Estimate(int(tokens), int(tokens), int(tokens), "claude", True)
            found = AdapterSchemas(sure, names, datetime.date(2026, 11, 1))
            self._found[adapter, config] = found

    def of(self, adapter: str, config: str) -> AdapterSchemas | None:
        return self._found.get((adapter, config))

    def outdated_on(self, adapter: str, config: str) -> datetime.date | None:
        return None


def _authors(fact: str, snapshot: Snapshot) -> Authors:
    """Who committed the files as they are; of two lines for one entry the later commit counts."""
    found: dict[str, dict[str, Writing]] = {}
    lines = fact.strip().splitlines()
    for number, written in enumerate(lines):
        place, _, who = written.partition(": ")
        path, _, key = place.partition(" ")
        shown = hand((identity(who),), (), "", snapshot.settings.agents.identities)
        for name in (key,) if key else JUDGED_KEYS:
            line = trust_line(snapshot.documents[path], name)
            if line is not None:
                day, order = datetime.date(2026, 11, 1), number + 1
                found.setdefault(path, {})[name] = Writing(line, *shown, day, "1f2e3d4c5b6a", order)
    return Authors(found)


def findings_of(snapshot: Snapshot) -> Mapping[str, tuple[Finding, ...]]:
    """Every finding of the layer, by path. Raises `AssertionError` where a lint raised."""
    report = layer_report(snapshot)
    failures = [failure for result in report.values() for failure in result.failures]
    assert not failures, "\n".join(failures)
    return {path: result.findings for path, result in report.items() if result.findings}
