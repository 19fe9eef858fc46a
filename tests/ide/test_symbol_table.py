"""The symbols of a layer, kept up by difference, are those found from scratch."""

from __future__ import annotations

import datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlayer.ide.workspace_symbols import MOST, symbol_table, workspace_symbols
from ctxlayer.layer.document import Document
from tests.harness.engine import build_snapshot

TODAY = datetime.date(2026, 11, 29)
TABLE = "| topic | files | vocabulary |\n| --- | --- | --- |\n| {} | a.md | {} |\n"
PATHS = ("knowledge/tides/a.md", "knowledge/pilots/b.md", ".rules/x.md", "index/trigger-table.md")

words = st.sampled_from(("tides", "ebb", "Slack Water", "# One", "## Two\n# One", "x *y* z", ""))
texts = st.one_of(
    words,
    st.builds("# {}\n\ntext\n".format, words),
    st.builds("---\nstatus: x\n---\n\n# {}\n".format, words),
    st.builds("{}\n===\n".format, words),
    st.builds("```\n# {}\n```\n# Real\n".format, words),
    st.builds(TABLE.format, words, words),
)
steps = st.lists(
    st.tuples(st.sampled_from(PATHS), st.one_of(st.none(), texts)), min_size=1, max_size=6
)


@settings(max_examples=150, deadline=None)
@given(steps)
def test_step_by_step_equals_from_scratch(changes: list[tuple[str, str | None]]) -> None:
    snapshot = build_snapshot({"ctxlayer.toml": ""}, TODAY)
    for path, text in changes:
        snapshot.ask(symbol_table)
        placement = snapshot.placement(path)
        if text is None or placement is None:
            snapshot = snapshot.after(removed=[path])
        else:
            old = snapshot.document(path)
            snapshot = snapshot.after(changed=[Document(path, placement, text, old)])
        assert snapshot.ask(symbol_table).entries == symbol_table(snapshot, None).entries


@settings(max_examples=150, deadline=None)
@given(texts)
def test_a_title_is_the_one_that_the_parser_finds(text: str) -> None:
    snapshot = build_snapshot({"knowledge/tides/a.md": text, "ctxlayer.toml": ""}, TODAY)
    document = snapshot.documents["knowledge/tides/a.md"]
    (entry,) = (each for each in snapshot.ask(symbol_table).entries if each.kind == "file")
    assert (entry.name, entry.span) == (document.title, document.title_span)


def test_no_more_come_than_an_editor_shows() -> None:
    rows = "".join(f"| tide-{number} | a.md | ebb {number} |\n" for number in range(MOST * 2))
    table = "| topic | files | vocabulary |\n| --- | --- | --- |\n" + rows
    snapshot = build_snapshot({"index/trigger-table.md": table}, TODAY)
    for query in ("", "tide", "e"):
        assert len(workspace_symbols(snapshot, query)) == MOST


def test_letters_that_all_but_fit_are_told_at_once() -> None:
    snapshot = build_snapshot({"index/trigger-table.md": TABLE.format("a" * 60, "aab")}, TODAY)
    assert workspace_symbols(snapshot, "a" * 20 + "b") == ()
    assert "aab" in [each.name for each in workspace_symbols(snapshot, "ab")]
    assert workspace_symbols(snapshot, "^]a") == ()
