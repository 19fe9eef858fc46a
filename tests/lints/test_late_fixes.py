"""A fix is made of the layer as it is when it is wanted."""

from __future__ import annotations

import gc
import weakref
from datetime import date

import pytest

from ctxlayer.analysis.topics import topic_index
from ctxlayer.ide.diagnostics import document_findings
from ctxlayer.ide.fixing import edited
from ctxlayer.layer.document import Document
from ctxlayer.lints.runner import file_findings
from ctxlayer.text import Edit, Span
from tests.harness.engine import build_snapshot

TABLE = "index/trigger-table.md"
NOTE = "knowledge/tides/notes.md"
FILES = {
    "ctxlayer.toml": "table.max-pointers = 4\n",
    TABLE: "# Index\n\n### tides\n\n**Files**\n"
    "#### Heights\n- gauges.md\n- surge.md\n#### Calendar\n- almanac.md\n- moon.md\n\n"
    "**Live pointer:** harbour heights, read-only\n\n**Vocabulary:** surge, almanac\n",
    NOTE: "# Notes\n\nSee [the topic](../../index/trigger-table.md#tides).\n",
    **{
        f"knowledge/tides/{name}.md": f"# {name}\n"
        for name in ("gauges", "surge", "almanac", "moon")
    },
}


def test_a_fix_that_was_found_before_an_edit_elsewhere_fits_the_text_after_it() -> None:
    before = build_snapshot(FILES, date(2026, 11, 29))
    (kept,) = [each for each in file_findings(before, TABLE).findings if each.lint == "heavy-topic"]
    after = edited(before, {NOTE: (Edit(Span.at(0), "A first line.\n\n"),)})
    (same,) = [each for each in file_findings(after, TABLE).findings if each.lint == "heavy-topic"]
    assert same is kept
    scratch = build_snapshot(
        {path: one.text for path, one in after.documents.items()}, before.today
    )
    expected = [dict(fix.edits) for each in document_findings(scratch, TABLE) for fix in each.fixes]
    assert [
        dict(fix.edits) for each in document_findings(after, TABLE) for fix in each.fixes
    ] == expected
    assert any(expected)


def test_unbound_edits_cannot_be_applied() -> None:
    layer = build_snapshot(FILES, date(2026, 11, 29))
    fixes = [fix for each in file_findings(layer, TABLE).findings for fix in each.fixes]
    assert fixes
    with pytest.raises(TypeError, match="bind"):
        dict(fixes[0].edits)


def test_keystrokes_leave_no_snapshots_behind() -> None:
    layer = build_snapshot(FILES, date(2026, 11, 29))
    gc.collect()
    gc.disable()
    try:
        left = []
        for number in range(20):
            old = layer.documents[TABLE]
            new = Document(TABLE, layer.placement(TABLE), f"{old.text}\n{number}", old)  # type: ignore[arg-type]
            layer = layer.after(changed=[new])
            file_findings(layer, TABLE)
            left.append(weakref.ref(layer.ask(topic_index)))
        alive = sum(each() is not None for each in left)
    finally:
        gc.enable()
    assert alive <= 3
