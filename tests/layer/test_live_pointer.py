"""Live pointers: `<adapter> <object>[, read-only]`."""

from __future__ import annotations

import pytest

from ctxlayer.layer.live_pointer import is_absent, read_live_pointers


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("books loans.v_due, read-only", [("books", "loans.v_due", True)]),
        ("books loans.v_due", [("books", "loans.v_due", False)]),
        ("books `loans.v_due`, read-only", [("books", "loans.v_due", True)]),
        ("`books loans.v_due`, read-only", [("books", "loans.v_due", True)]),
        ("`books loans.v_due, read-only`", [("books", "loans.v_due", True)]),
        ("`books` `select a, b`, Read-Only", [("books", "select a, b", True)]),
        ("books events_*, read-only", [("books", "events_*", True)]),
        ("a x, read-only · b y", [("a", "x", True), ("b", "y", False)]),
        ("a x; b y, read-only", [("a", "x", False), ("b", "y", True)]),
        ("a x ·", [("a", "x", False)]),
        ("— ", []),
        ("none", []),
        ("N/A", []),
        ("", []),
    ],
)
def test_well_formed(text: str, expected: list[tuple[str, str, bool]]) -> None:
    found = read_live_pointers(text, 0, len(text))
    assert [(each.adapter, each.object, each.read_only) for each in found] == expected
    assert all(each.well_formed and not each.reason for each in found)


@pytest.mark.parametrize(
    ("text", "adapter", "target", "read_only"),
    [
        ("books", "books", "", False),
        ("books, read-only", "books", "", True),
        ("books: loans, read-only", "books", "loans", True),
        ("books loans (read-only)", "books", "loans", True),
        ("books loans readonly", "books", "loans", True),
        ("books loans, ro", "books", "loans, ro", False),
        ("books loans,", "books", "loans", False),
        ("see the dashboard", "see", "the dashboard", False),
        ("[x](y) z", "[x](y)", "z", False),
    ],
)
def test_malformed_is_read_and_says_why(
    text: str, adapter: str, target: str, read_only: bool
) -> None:
    (found,) = read_live_pointers(text, 0, len(text))
    assert not found.well_formed
    assert found.reason
    assert (found.adapter, found.object, found.read_only) == (adapter, target, read_only)
    assert found.adapter_span.of(text) == adapter
    assert found.object_span.of(text) == target


def test_spans_count_from_the_start_of_the_text() -> None:
    text = "| x | a y · b z |"
    first, second = read_live_pointers(text, 5, 15)
    assert (first.span.of(text), second.span.of(text)) == ("a y", "b z")
    assert second.adapter_span.of(text) == "b"


@pytest.mark.parametrize("text", ["-", "–", "`-`", "none ", "null"])
def test_absent(text: str) -> None:
    assert is_absent(text)
