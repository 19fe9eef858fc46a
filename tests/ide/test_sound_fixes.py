"""Fixes of odd trigger tables: one that would change how something else is read is not offered."""

from __future__ import annotations

from datetime import date

import pytest

from ctxlayer.ide.actions import actions
from ctxlayer.ide.deleting import delete_edits
from ctxlayer.ide.diagnostics import document_findings
from ctxlayer.ide.fixing import edited, with_safe_fixes
from ctxlayer.ide.model import Action
from ctxlayer.ide.sound_fixes import keeps_items
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.text import Edit, Span, apply_edits
from tests.harness.engine import build_snapshot

TABLE = "index/trigger-table.md"
NOTES = (
    "knowledge/tides/gauges.md",
    "knowledge/tides/overview.md",
    "extractions/2026-11-03-tides.md",
)
ROW = "| topic | files | live pointer | vocabulary |\n| --- | --- | --- | --- |\n"
TORN = (
    "|topic|file()|live pointer||\n|-|-|-|-|\n|`||||||\n\n|topic|f|live pointer|vocabulary\n|\n"
    "||||-|\n|s|.d,gauges.md,plan.md:3,\\|.d||"
)


def layer(text: str) -> Snapshot:
    return build_snapshot({TABLE: text, **dict.fromkeys(NOTES, "# Note\n")}, date(2026, 11, 29))


def read(snapshot: Snapshot) -> list[str]:
    """The pointers and terms of the table."""
    topics = [topic for _, topic in snapshot.documents[TABLE].table(snapshot.settings).topics]
    paths = [pointer.path for topic in topics for pointer in topic.pointers]
    return paths + [term.text for topic in topics for term in topic.vocabulary]


def offered(text: str, title: str) -> list[Action]:
    """The quick fixes of a title, wherever they are offered, that edit something."""
    snapshot = layer(text)
    found = actions(snapshot, TABLE, Span(0, len(text)))
    return [each for each in found if each.title == title and each.edits]


@pytest.mark.parametrize(
    ("text", "title", "kept"),
    [
        ("# \nFile:s\n<details\n\n1. d\n# \npointer:n", "Remove the pointer", "n"),
        ("# crane-shifts\rFile:\r1. |||\r># \rt\r=\rVocab:q", "Remove the pointer", "q"),
        (
            "topic||live|keyword\r-|||-\r|working on|then read\r\r|-\r||o",
            "Remove the pointer",
            "o",
        ),
        (
            TORN,
            "Mark as read-only",
            "plan.md",
        ),
    ],
)
def test_what_follows_odd_markup_is_still_read_after_a_fix(
    text: str, title: str, kept: str
) -> None:
    assert kept in read(layer(text))
    for action in offered(text, title):
        about = action.findings[0].span.of(text)
        assert about == kept or kept in read(edited(layer(text), action.edits))


@pytest.mark.parametrize(
    "text",
    [
        "# tides\n## File\n**gauges.md**at the sill\n\n**gauges.md**at the sill\n1. <a>\nn",
        "#\n- overview.md goes on\r- overview.md goes on\r- <a>\nd\nVocabulary:",
        "# \n- [x] overview.md \n- overview.md\n- <a>\nA\npointer:",
    ],
)
def test_no_safe_fix_takes_what_is_hidden_beside_an_item(text: str) -> None:
    after = with_safe_fixes(layer(text), (TABLE,)).documents[TABLE].text
    assert "<a>" in after


def test_a_comment_between_two_terms_stays_when_one_is_removed() -> None:
    text = "# \n**Vocabulary**bill of lading<!--e-->\n*Vocabulary*bill of lading"
    for each in offered(text, "Remove the second one"):
        assert "<!--e-->" in apply_edits(text, each.edits[TABLE])


def test_a_comment_in_a_cell_stays_when_the_term_behind_it_is_removed() -> None:
    text = f"{ROW}| tides | gauges.md | none | ebb <!-- agreed -->, ebb |\n"
    (fix,) = offered(text, "Remove the second one")
    after = apply_edits(text, fix.edits[TABLE])
    assert "ebb<!-- agreed --> |" in after


def test_a_topic_with_an_unclosed_comment_is_not_merged() -> None:
    text = (
        "# Meta\r### 潮汐\r- .d\r- gauges.md\r**Live pointer**harbourdb |||\r## 潮汐\r### File\r"
        "overview.md\r<!--a"
    )
    assert not offered(text, "Merge into the first one")


def test_plain_pointers_are_still_removed() -> None:
    text = f"{ROW}| tides | gauges.md · lost.md · overview.md | none | ebb |\n"
    (fix,) = offered(text, "Remove the pointer")
    assert "| gauges.md · overview.md |" in apply_edits(text, fix.edits[TABLE])


def test_one_fix_that_would_lose_something_holds_up_no_other() -> None:
    odd = "### tides\n- overview.md\n- overview.md\n- <a>\nd\n"
    text = f"{ROW}| pilots | {NOTES[0]} · {NOTES[0]} | none | ebb |\n\n{odd}"
    after = with_safe_fixes(layer(text), (TABLE,)).documents[TABLE].text
    assert f"| {NOTES[0]} |" in after
    assert "<a>" in after


def test_an_edit_that_opens_a_comment_loses_what_is_behind_it() -> None:
    text = f"# Table\n\n{ROW}| tides | gauges.md | none | ebb |\n"
    assert not keeps_items(layer(text), {TABLE: (Edit(Span.at(9), "<!--\n"),)})


def test_edits_that_overlap_are_not_sound() -> None:
    text = f"{ROW}| tides | gauges.md | none | ebb |\n"
    twice = (Edit(Span(0, 9), ""), Edit(Span(4, 12), ""))
    assert not keeps_items(layer(text), {TABLE: twice})


def test_findings_keep_their_fixes_as_the_lints_made_them() -> None:
    """What is typed costs no second parse: only what is offered is tried."""
    text = f"{ROW}| tides | gauges.md · lost.md | none | ebb |\n"
    found = document_findings(layer(text), TABLE)
    assert any(isinstance(fix.edits, dict) for each in found for fix in each.fixes)


def test_deleting_a_file_leaves_the_pointer_without_which_another_would_be_hidden() -> None:
    odd = "### tides\n**Files**\n<details\n\n- gauges.md\n# \nFiles: plan.md\n"
    text = f"{ROW}| pilots | {NOTES[0]} · a.md | none | ebb |\n\n{odd}"
    snapshot = layer(text)
    after = edited(snapshot, delete_edits(snapshot, (NOTES[0],)))
    assert "plan.md" in read(after)
    assert NOTES[0] not in read(after)


def test_nothing_is_written_into_the_line_that_a_topic_ends_in() -> None:
    text = "## `l`\nFile:\n- d\n- t\n  -"
    assert not offered(text, "Add live pointer and vocabulary")


@pytest.mark.parametrize("blank", ["\x0b", "\u3000", "\t"])
def test_an_id_is_taken_out_of_a_suppression_whatever_blank_is_beside_its_comma(blank: str) -> None:
    text = f"ebb, flood <!-- ctxlayer: ignore[nope{blank},dead-pointer] agreed -->\n"
    (fix,) = offered(text, "Remove `nope`")
    after = apply_edits(text, fix.edits[TABLE])
    assert after == "ebb, flood <!-- ctxlayer: ignore[dead-pointer] agreed -->\n"


def test_a_row_that_heads_a_torn_table_keeps_the_names_of_its_columns() -> None:
    text = (
        "|topic||live pointer|vocabulary|\n|-\n|topic|file()|live pointer|vocabulary|\n\n|-\n"
        "|||none|t"
    )
    assert not offered(text, "Mark as read-only")
