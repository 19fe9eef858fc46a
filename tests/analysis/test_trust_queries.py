"""Queries over trust say step by step what they say from scratch, and keep their answer."""

from __future__ import annotations

import random
from datetime import date

import pytest

from ctxlayer.analysis.careful_pointers import careful_pointers, hot_citations
from ctxlayer.analysis.graded import graded
from ctxlayer.analysis.laundering import laundering
from ctxlayer.analysis.verification_queue import verification_queue
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from tests.harness.engine import build_snapshot

TODAY = date(2026, 11, 29)
NAMES = ("gauges", "berths", "pilots", "locks")
PATHS = (
    *(f"knowledge/tides/{name}.md" for name in NAMES),
    "extractions/2026-11-02-tides.md",
    "external/manual.md",
)
TABLE = "index/trigger-table.md"
RULE = ".rules/tides.md"


def page(chance: random.Random) -> str:
    status = chance.choice(["confirmed", "confirmed", "hypothesis", "superseded", "done", ""])
    by = chance.choice(["developer", "live-query", "unverified"])
    source = chance.choice(["human-authored", "extraction", "external"])
    links = chance.sample(NAMES, chance.randint(0, 2))
    text = f"---\nsource: {source}\ncreated: 2026-10-01\nlast-verified: 2026-11-01\n"
    text += f"verified-by: {by}\nstatus: {status}\nsuperseded-by: {chance.choice(NAMES)}.md\n---\n\n# A\n\n"
    return text + " ".join(f"[x](/knowledge/tides/{name}.md)" for name in links) + "\n"


def table(chance: random.Random) -> str:
    files = " · ".join(chance.sample(PATHS, chance.randint(1, 4)))
    return (
        "| topic | files | live pointer | vocabulary |\n| --- | --- | --- | --- |\n"
        f"| tides | {files} | harbour heights, read-only | ebb |\n"
    )


def rule(chance: random.Random) -> str:
    hot = chance.choice(["true", "false"])
    return f"---\nalwaysApply: {hot}\n---\n\n[a](../{chance.choice(PATHS)})\n"


def said(snapshot: Snapshot) -> object:
    pointers = snapshot.ask(careful_pointers)
    marked = snapshot.ask(graded)
    return (
        (marked.superseded, marked.external),
        [(each.span, each.target) for each in (*pointers.superseded, *pointers.external)],
        snapshot.ask(hot_citations).found,
        dict(snapshot.ask(laundering).weak),
        verification_queue(snapshot),
    )


@pytest.mark.parametrize("seed", range(6))
def test_step_by_step_equals_from_scratch(seed: int) -> None:
    chance = random.Random(seed)
    texts = {path: page(chance) for path in PATHS}
    texts |= {TABLE: table(chance), RULE: rule(chance)}
    kept = build_snapshot(texts, TODAY)
    found = 0
    for _ in range(60):
        path = chance.choice([*texts, *PATHS])
        if path in texts and path in PATHS and chance.random() < 0.1:
            del texts[path]
            tree = kept.tree.changed((), (path,))
            kept = kept.after(removed=(path,), tree=tree)
        else:
            new = table if path == TABLE else rule if path == RULE else page
            texts[path] = new(chance)
            placement = kept.placement(path)
            assert placement is not None
            document = Document(path, placement, texts[path], kept.document(path))
            tree = kept.tree if path in kept.tree.paths else kept.tree.changed((path,), ())
            kept = kept.after(changed=(document,), tree=tree)
        assert said(kept) == said(build_snapshot(texts, TODAY))
        found += len(kept.ask(laundering).weak) + len(kept.ask(careful_pointers).superseded)
    assert found > 10


def test_what_says_the_same_is_the_same_answer() -> None:
    chance = random.Random(0)
    texts = {path: page(chance) for path in PATHS} | {TABLE: table(chance), RULE: rule(chance)}
    before = build_snapshot(texts, TODAY)
    queries = (graded, careful_pointers, hot_citations, laundering)
    answers = [before.ask(query) for query in queries]
    path = "knowledge/tides/locks.md"
    old = before.documents[path]
    after = before.after(
        changed=(Document(path, before.placement(path), f"{old.text}\nMore.\n", old),)
    )
    leans = path in before.ask(laundering).weak
    for query, answer in zip(queries, answers, strict=True):
        assert (after.ask(query) is answer) is not (leans and query is laundering)
