from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from ctxlayer.lsp.conversion import (
    Columns,
    EditTarget,
    plain_snippet,
    plain_text,
    workspace_edit,
)
from ctxlayer.text import Edit, Encoding, LineIndex, Span

TEXTS = st.text(st.sampled_from("ab é😀\n\r\u2028\x0c"), max_size=30)


@given(TEXTS, st.sampled_from(Encoding), st.data())
def test_positions_lead_there_and_back(text: str, encoding: Encoding, data: st.DataObject) -> None:
    columns = Columns(LineIndex(text), encoding)
    offset = data.draw(st.integers(0, len(text)))
    if text[offset - 1 : offset + 1] == "\r\n":
        offset -= 1  # between the two is no place
    assert columns.offset(columns.position(offset)) == offset


@given(TEXTS, st.sampled_from(Encoding), st.integers(0, 9), st.integers(0, 99))
def test_any_position_is_somewhere_in_the_text(
    text: str, encoding: Encoding, line: int, character: int
) -> None:
    columns = Columns(LineIndex(text), encoding)
    assert 0 <= columns.offset(types.Position(line=line, character=character)) <= len(text)


def test_a_range_turned_round_is_put_right() -> None:
    columns = Columns(LineIndex("abc\ndef"), Encoding.UTF16)
    start, end = types.Position(line=1, character=1), types.Position(line=0, character=1)
    assert columns.span(types.Range(start=start, end=end)) == Span(1, 5)


@pytest.mark.parametrize(
    ("snippet", "plain"),
    [
        ("text", "text"),
        ("a: $1$0", "a: "),
        ("a: ${1:default}${0}", "a: default"),
        ("${1|one,two|} x", "one x"),
        ("${1|one|} x", "one x"),
        (r"${1|o\,n\|e\\,two|} x", r"o,n|e\ x"),
        (r"\$1 \} \\", r"$1 } \\"[:-1]),
    ],
)
def test_snippets_without_their_stops(snippet: str, plain: str) -> None:
    assert plain_snippet(snippet) == plain


@pytest.mark.parametrize(
    ("markdown", "plain"),
    [
        ("**Tier** 2\n\n- a", "Tier 2\n\n- a"),
        ("### Head\nsee [page](https://x.y/z) and `code`", "Head\nsee page and code"),
        ("```yaml\na: 1\n```", "a: 1"),
        (r"a\_b \| c", "a_b | c"),
        ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
        ("", ""),
    ],
)
def test_markdown_without_its_marks(markdown: str, plain: str) -> None:
    assert plain_text(markdown) == plain


def test_an_edit_of_a_file_that_is_not_known_is_no_edit() -> None:
    edits = {"a.md": (Edit(Span(0, 0), "x"),)}
    assert workspace_edit(edits, lambda _: None, versioned=True) is None


@pytest.mark.parametrize("versioned", [True, False])
def test_a_new_file_is_created_before_it_is_filled(versioned: bool) -> None:
    target = EditTarget("file:///a.md", None, Columns(LineIndex(""), Encoding.UTF16), new=True)
    edit = workspace_edit({"a.md": (Edit(Span(0, 0), "x"),)}, lambda _: target, versioned=versioned)
    changes = edit.document_changes if edit is not None else None
    kinds = [type(change).__name__ for change in changes or ()]
    assert kinds == (["CreateFile", "TextDocumentEdit"] if versioned else [])
