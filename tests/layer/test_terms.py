"""Vocabulary terms: pieces, keys, and what is no term."""

from __future__ import annotations

import pytest

from ctxlayer.layer.terms import read_terms, term_fault, term_key


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("overdue, late fee, hold-shelf", ["overdue", "late fee", "hold-shelf"]),
        ("a, b, ", ["a", "b"]),
        (", ,a", ["a"]),
        ('`C#`, .env, /plan, "late fee", **hold**', ["C#", ".env", "/plan", "late fee", "hold"]),
        ("`a, b`, c", ["a, b", "c"]),
        ("a; b · c<br>d", ["a", "b", "c", "d"]),
        ("a, b<br>c", ["a", "b", "c"]),
        ("貸出、返却，予約", ["貸出", "返却", "予約"]),
        ("", []),
    ],
)
def test_pieces(text: str, expected: list[str]) -> None:
    terms = read_terms(text, 0, len(text))
    assert [term.text for term in terms] == expected
    assert [term.span.of(text) for term in terms] == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("late-fee", "Late_Fee"),
        ("late  fee", "late\tfee"),
        ("STRASSE", "straße"),
        ("cafe\u0301", "café"),
    ],
)
def test_spellings_of_one_term(one: str, other: str) -> None:
    assert term_key(one) == term_key(other)


def test_key_keeps_what_makes_a_name() -> None:
    assert [term_key(text) for text in ("C#", ".env", "/plan", "c++", "--")] == [
        "c#",
        ".env",
        "/plan",
        "c++",
        "--",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "overdue", "C#", ".env", "/plan", "c++", "node.js", "f()", "--flag", "R&D", "don't",
        "std::vector", ":memory:", "e.g.", "貸出期間", "one two three four", "a-b-c-d-e-f",
        "v2.1", "100%", "@handle", "key=value",
    ],
)  # fmt: skip
def test_terms(text: str) -> None:
    assert term_fault(text) is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("one two three four five", "5 words"),
        ("fees are due.", "`.`"),
        ("why?", "`?`"),
        ("overdue:", "`:`"),
        ("a. b", "sentence"),
        ("遅延した。", "`。`"),
        ("(late", "`(`"),
        ("`late", "```"),
        ("- late", "`-`"),
        ("...", "no letter"),
    ],
)
def test_faults(text: str, says: str) -> None:
    fault = term_fault(text)
    assert fault is not None
    assert says in fault
