"""Lists of files that are kept up by difference equal those that are made from scratch."""

from __future__ import annotations

import datetime
from random import Random
from typing import Any

import pytest

from ctxlayer.analysis import pruning
from ctxlayer.analysis.pruning import prunable
from ctxlayer.analysis.reach import linked, reach
from ctxlayer.analysis.stale_list import stale_documents, stale_entries
from ctxlayer.analysis.verification_queue import queue_entries
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Query, Snapshot
from tests.harness.engine import build_snapshot

TODAY = datetime.date(2026, 11, 29)
LINES = (
    "The bar has two metres at low water springs and four and a half at high water.",
    "Vessels of more than four metres wait in the outer roads until two hours before high water.",
    "The gauge at the north quay reads eleven centimetres above chart datum.",
    "The pilots asked for a second gauge at the mouth of the river last winter.",
)
PATHS = (
    "knowledge/tides/overview.md",
    "knowledge/tides/gauges.md",
    "knowledge/pilots/boarding.md",
    "extractions/2026-05-02-tides.md",
    "extractions/2026-09-02-tides-gauges.md",
    "extractions/2026-11-02-pilots.md",
)
TABLE = "index/trigger-table.md"
LAST = "\n\nSee also: "
"""What stands before the last line of a text, which is one of `LINKS`."""
LINKS = (
    "",
    *(f"[x](/{path})" for path in PATHS),
    "See 2026-05-02-tides.md and 2026-09-02-tides-gauges.",
)


def text_of(path: str, chance: Random) -> str:
    day = chance.choice(("2026-03-01", "2026-08-20", "2026-11-20"))
    status = chance.choice(("confirmed", "confirmed", "hypothesis", "superseded"))
    by = chance.choice(("developer", "developer", "unverified"))
    body = "\n".join(chance.sample(LINES, chance.randint(1, len(LINES))))
    head = f"source: extraction\ncreated: {day}\nlast-verified: {day}\nverified-by: {by}\nstatus: {status}"
    return f"---\n{head}\n---\n\n# {path}\n\n{body}{LAST}{chance.choice(LINKS)}\n"


def next_text(path: str, text: str | None, chance: Random) -> str:
    """Another text; half of the time only what it links to and names is another."""
    if path == TABLE:
        return table_of(chance)
    if text is not None and chance.random() < 0.5:
        return f"{text[: text.rindex(LAST)]}{LAST}{chance.choice(LINKS)}\n"
    return text_of(path, chance)


def table_of(chance: Random) -> str:
    rows = []
    for topic in chance.sample(("tides", "pilots", "quays"), chance.randint(1, 3)):
        named = " · ".join(f"/{path}" for path in chance.sample(PATHS, 2))
        rows.append(f"| {topic} | {named} | harbour heights, read-only | ebb |\n")
    return "| topic | files | live pointer | vocabulary |\n|-|-|-|-|\n" + "".join(rows)


def answers(snapshot: Snapshot) -> dict[str, Any]:
    return {
        "prunable": {path: each.reasons for path, each in snapshot.ask(prunable).items()},
        "linked": dict(snapshot.ask(linked).targets),
        "counts": dict(snapshot.ask(linked).counts.counts),
        "hot": {path: count for path, count in snapshot.ask(reach).hot.items() if count},
        "stale": {path: each.reasons for path, each in snapshot.ask(stale_documents).items()},
        "entries": stale_entries(snapshot),
        "queue": queue_entries(snapshot),
    }


@pytest.mark.parametrize("seed", range(12))
def test_step_by_step_is_as_from_scratch(seed: int) -> None:
    chance = Random(seed)
    files = {path: text_of(path, chance) for path in PATHS} | {TABLE: table_of(chance)}
    snapshot = build_snapshot(files, TODAY)
    for _ in range(20):
        path = chance.choice((*PATHS, TABLE))
        if path in files and path != TABLE and chance.random() < 0.2:
            del files[path]
            tree = snapshot.tree.changed((), (path,))
            snapshot = snapshot.after(removed=(path,), tree=tree)
        else:
            files[path] = next_text(path, files.get(path), chance)
            known = snapshot.document(path)
            tree = snapshot.tree if known else snapshot.tree.changed((path,), ())
            placement = snapshot.placement(path)
            assert placement is not None
            document = Document(path, placement, files[path], known)
            snapshot = snapshot.after(changed=(document,), tree=tree)
        if chance.random() < 0.5:
            for each in snapshot.documents.values():
                each.rest()
        if chance.random() < 0.8:
            assert answers(snapshot) == answers(build_snapshot(files, TODAY))


@pytest.mark.parametrize("said", ["See 2026-05-02-tides.", "[x](/extractions/2026-05-02-tides.md)"])
def test_who_is_named_is_missed_from_then_on(said: str) -> None:
    namer, named = "knowledge/pilots/boarding.md", "extractions/2026-05-02-tides.md"
    head = (
        "created: 2026-08-20\nlast-verified: 2026-08-20\nverified-by: developer\nstatus: confirmed"
    )
    text = f"---\nsource: extraction\n{head}\n---\n\n# Tides\n"
    row = "| pilots | /knowledge/pilots/boarding.md | harbour heights, read-only | ebb |\n"
    table = f"| topic | files | live pointer | vocabulary |\n|-|-|-|-|\n{row}"
    snapshot = build_snapshot({namer: text, named: text, TABLE: table}, TODAY)
    assert list(snapshot.ask(prunable)) == [named]
    placement = snapshot.placement(namer)
    assert placement is not None
    naming = Document(namer, placement, f"{text}\n{said}\n", snapshot.document(namer))
    assert not snapshot.after(changed=(naming,)).ask(prunable)


def test_an_edit_looks_again_at_one_extraction(monkeypatch: pytest.MonkeyPatch) -> None:
    many = [f"extractions/2026-0{number}-02-tides.md" for number in range(1, 8)]
    files = {path: text_of(path, Random(number)) for number, path in enumerate(many)}
    files[TABLE] = table_of(Random(1))
    snapshot = build_snapshot(files, TODAY)
    assert snapshot.ask(prunable)
    looked: list[str] = []
    judge = pruning._case

    def counted(document: Document, *others: Any) -> Any:
        looked.append(document.path)
        return judge(document, *others)

    monkeypatch.setattr(pruning, "_case", counted)
    placement = snapshot.placement(many[2])
    assert placement is not None
    document = Document(many[2], placement, files[many[2]] + "More.\n", snapshot.document(many[2]))
    snapshot.after(changed=(document,)).ask(prunable)
    assert looked == [many[2]]


def test_what_stays_the_same_is_the_same_object() -> None:
    chance = Random(1)
    files = {path: text_of(path, chance) for path in PATHS} | {TABLE: table_of(chance)}
    snapshot = build_snapshot(files, TODAY)
    queries: tuple[Query[Any], ...] = (prunable, linked, reach, stale_documents)
    before = [snapshot.ask(query) for query in queries]
    rule = snapshot.placement(".rules/tone.md")
    assert rule is not None
    snapshot = snapshot.after(
        changed=(Document(".rules/tone.md", rule, "---\ndescription: tone\n---\n\n# Tone\n"),),
        tree=snapshot.tree,
    )
    now = [snapshot.ask(query) for query in queries]
    assert now[0] is before[0] and now[3] is before[3]
