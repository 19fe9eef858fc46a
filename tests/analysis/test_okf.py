"""Bundles step by step are those of a fresh look."""

from __future__ import annotations

import datetime

import pytest

from ctxlayer.analysis.listing_cuts import listing_cuts
from ctxlayer.analysis.okf import okf_bundles
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from tests.harness.engine import build_snapshot

INDEX = '---\nokf_version: "0.2"\n---\n\n# Tides\n'
CONCEPT = "---\ntype: Table\ngenerated: { by: writer/1 }\n---\n\n# Gauges\n"
PLAIN = "# Words\n"
LONG = "---\nname: tides\ndescription: " + "tide " * 400 + "\n---\n\n# Tides\n"
SKILL = ".claude/skills/tides/SKILL.md"
TEXTS = {
    "ctxlayer.toml": "",
    "knowledge/tides/index.md": INDEX,
    "knowledge/tides/gauges.md": CONCEPT,
    "knowledge/berths/plan.md": PLAIN,
    SKILL: LONG,
}


def snapshot(texts: dict[str, str]) -> Snapshot:
    return build_snapshot(texts, datetime.date(2026, 11, 30))


def after(known: Snapshot, path: str, text: str | None) -> Snapshot:
    if text is None:
        return known.after(removed=[path])
    placement = known.placement(path)
    assert placement is not None
    return known.after(changed=[Document(path, placement, text)])


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("knowledge/tides/index.md", PLAIN),
        ("knowledge/tides/index.md", None),
        ("knowledge/berths/index.md", INDEX),
        ("knowledge/tides/gauges.md", PLAIN),
        ("knowledge/tides/gauges.md", None),
        ("knowledge/berths/plan.md", CONCEPT),
        ("index.md", INDEX),
        (SKILL, PLAIN),
        (SKILL, None),
        (".claude/skills/moor/SKILL.md", LONG),
    ],
)
def test_a_step_gives_what_a_fresh_look_gives(path: str, text: str | None) -> None:
    known = snapshot(TEXTS)
    known.ask(okf_bundles)
    known.ask(listing_cuts)
    texts = {**TEXTS, path: text} if text is not None else {**TEXTS}
    if text is None:
        del texts[path]
    stepped, fresh = after(known, path, text), snapshot({k: v or "" for k, v in texts.items()})
    one, other = stepped.ask(okf_bundles), fresh.ask(okf_bundles)
    assert (one.folders, one.concepts, one.shown) == (other.folders, other.concepts, other.shown)
    assert stepped.ask(listing_cuts) == fresh.ask(listing_cuts)


def test_an_edit_of_another_file_keeps_the_answer() -> None:
    known = snapshot(TEXTS)
    bundles, cuts = known.ask(okf_bundles), known.ask(listing_cuts)
    stepped = after(known, "knowledge/berths/plan.md", "# Other words\n")
    assert stepped.ask(okf_bundles) is bundles
    assert stepped.ask(listing_cuts) is cuts
