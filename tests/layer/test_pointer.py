"""File pointers: how cells and list items fall into pieces, and what each piece says."""

from __future__ import annotations

import pytest

from ctxlayer.layer.pointer import (
    Pointer,
    leaves_layer,
    looks_like_path,
    pointer_targets,
    read_pointer,
    read_pointers,
    sibling_parts,
)

TABLE = "index/trigger-table.md"


def paths(text: str) -> list[str]:
    return [pointer.path for pointer in read_pointers(text, 0, len(text))]


def one(text: str) -> Pointer:
    pointer = read_pointer(text, 0, len(text))
    assert pointer is not None
    return pointer


def targets(text: str, topic: str = "loans") -> tuple[str, ...]:
    return pointer_targets(one(text), TABLE, topic)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a.md · b/c.md · d.md", ["a.md", "b/c.md", "d.md"]),
        ("a.md ·", ["a.md"]),
        ("· a.md", ["a.md"]),
        ("a.md · kno", ["a.md", "kno"]),
        ("a, b.md · c.md", ["a, b.md", "c.md"]),
        ("a.md·b.md", ["a.md·b.md"]),
        ("[one · two](x.md) · y.md", ["x.md", "y.md"]),
        ("`a · b.md` · c.md", ["a · b.md", "c.md"]),
        ("a.md, b.md", ["a.md", "b.md"]),
        ("a.md,b.md;c.md<br>d.md<BR/>e.md", ["a.md", "b.md", "c.md", "d.md", "e.md"]),
        ("a.md,", ["a.md"]),
        ("a,b.md", ["a,b.md"]),
        ("a.md, and more", ["a.md, and more"]),
        ("`a.md`, [b](c.md); https://example.org/x", ["a.md", "c.md", "https://example.org/x"]),
        ("a.md — first, then b", ["a.md"]),
        ("a.md — first; last", ["a.md"]),
        ("a.md, b.md — both", ["a.md", "b.md"]),
        ("a.md — one, b.md — two", ["a.md", "b.md"]),
        ("a.md — x, y<br>b.md — z", ["a.md", "b.md"]),
        ("- a.md<br>- b.md", ["a.md", "b.md"]),
        ("src/{a.py,b.py}", ["src/{a.py,b.py}"]),
        ("", []),
        ("  ", []),
        (" · ", []),
    ],
)
def test_pieces(text: str, expected: list[str]) -> None:
    assert paths(text) == expected


@pytest.mark.parametrize(
    ("text", "form", "path"),
    [
        ("overview.md", "bare", "overview.md"),
        ("`overview.md`", "bare", "overview.md"),
        ("**overview.md**", "bare", "overview.md"),
        ("my notes.md", "bare", "my notes.md"),
        ("c#.md", "bare", "c#.md"),
        ("kno", "bare", "kno"),
        ("`kno", "bare", "kno"),
        ("docs/my notes.md", "path", "docs/my notes.md"),
        ("C:\\docs\\a.md", "path", "C:\\docs\\a.md"),
        ("C:/docs/a.md", "path", "C:/docs/a.md"),
        ("[a](../b.md)", "link", "../b.md"),
        ("[a](<my b.md>)", "link", "my b.md"),
        ("[a](my%20b.md)", "link", "my%20b.md"),
        ('[a](b.md "a title")', "link", "b.md"),
        ("[a](b(1).md)", "link", "b(1).md"),
        ("[a](../kno", "link", "../kno"),
        ("[a](b c.md)", "bare", "[a](b c.md)"),
        ("https://example.org/a#b", "url", "https://example.org/a#b"),
        ("<https://example.org/a>", "url", "https://example.org/a"),
        ("[a](https://example.org)", "url", "https://example.org"),
        ("library:src/a.py", "sibling", "library:src/a.py"),
        ("library:", "sibling", "library:"),
        ("[a](library:src/a.py)", "sibling", "library:src/a.py"),
        ("extractions/2026-*", "glob", "extractions/2026-*"),
        ("**/*.md", "glob", "**/*.md"),
        ("src/{a,b}.md", "glob", "src/{a,b}.md"),
        ("src/[id].tsx", "path", "src/[id].tsx"),
        ("knowledge/loans/", "folder", "knowledge/loans/"),
        ("[a](../knowledge/loans/)", "folder", "../knowledge/loans/"),
    ],
)
def test_form(text: str, form: str, path: str) -> None:
    pointer = one(text)
    assert (pointer.form, pointer.path) == (form, path)
    assert pointer.path_span.of(text) == path


@pytest.mark.parametrize(
    ("text", "path", "anchor", "lines", "annotation"),
    [
        ("a.md#due-dates", "a.md", "due-dates", None, None),
        ("a.md#", "a.md", "", None, None),
        ("[a](b.md#due) — when", "b.md", "due", None, "when"),
        ("a.md:12-40", "a.md", None, (12, 40), None),
        ("a.md:7 — the rule", "a.md", None, (7, 7), "the rule"),
        ("`a.md`:7", "a.md", None, (7, 7), None),
        ("a.md#L3-L9", "a.md", None, (3, 9), None),
        ("library:src/a.py:3-4", "library:src/a.py", None, (3, 4), None),
        ("a.md - b - c", "a.md", None, None, "b - c"),
        ("a.md: how", "a.md", None, None, "how"),
        ("a.md:", "a.md", None, None, None),
        ("a.md —", "a.md", None, None, None),
        ("a.md (main)", "a.md", None, None, "(main)"),
        ("[a](b.md) how", "b.md", None, None, "how"),
        ("**a.md** — how", "a.md", None, None, "how"),
        ("late-fees.md — how - and why", "late-fees.md", None, None, "how - and why"),
        ("https://example.org:8080/a: how", "https://example.org:8080/a", None, None, "how"),
        ("[ ] a.md", "a.md", None, None, None),
    ],
)
def test_parts(
    text: str,
    path: str,
    anchor: str | None,
    lines: tuple[int, int] | None,
    annotation: str | None,
) -> None:
    pointer = one(text)
    assert pointer.path == path
    assert pointer.anchor == anchor
    assert pointer.lines == lines
    assert pointer.annotation == annotation
    for span, value in (
        (pointer.anchor_span, anchor),
        (pointer.annotation_span, annotation),
    ):
        assert (None if span is None else span.of(text)) == value
    if pointer.lines_span is not None:
        assert text[pointer.lines_span.start - 1] in ":#"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("overview.md", ("knowledge/loans/overview.md",)),
        ("docs/a.md", ("docs/a.md",)),
        ("./docs/../a/b.md", ("a/b.md",)),
        ("/docs/a.md", ("docs/a.md",)),
        ("[a](b.md)", ("index/b.md",)),
        ("[a](../docs/b.md)", ("docs/b.md",)),
        ("[a](/docs/b.md)", ("docs/b.md",)),
        ("[a](b%20c.md)", ("index/b c.md", "index/b%20c.md")),
        ("[a](#here)", (TABLE,)),
        ("`overview.md`", ("knowledge/loans/overview.md",)),
        ("a\\_b/c.md", ("a\\_b/c.md", "a_b/c.md")),
        ("2026-*", ("knowledge/loans/2026-*",)),
        ("extractions/2026-*", ("extractions/2026-*",)),
        ("knowledge/loans/", ("knowledge/loans",)),
        ("notes/", ("notes", "knowledge/loans/notes")),
        ("../secret.md", ("../secret.md",)),
        ("[a](../../other/x.md)", ("../other/x.md",)),
        ("https://example.org", ()),
        ("library:src/a.py", ()),
    ],
)
def test_targets(text: str, expected: tuple[str, ...]) -> None:
    assert targets(text) == expected


@pytest.mark.parametrize(
    ("target", "leaves"),
    [
        ("a/b.md", False),
        ("..rc", False),
        ("../a", True),
        ("..", True),
        ("~/a", True),
        ("C:/a", True),
        ("C:\\a", True),
    ],
)
def test_leaves_layer(target: str, leaves: bool) -> None:
    assert leaves_layer(target) is leaves


def test_sibling_is_neither_drive_nor_url() -> None:
    assert sibling_parts("library:src/a") == ("library", "src/a")
    assert sibling_parts("C:/src/a") is None
    assert sibling_parts("https://example.org") is None
    assert sibling_parts("mailto:a@example.org") is None


@pytest.mark.parametrize("text", ["a.md", "a/b", "*.md", "`a.md`", "[a](b)", "www.example.org"])
def test_looks_like_path(text: str) -> None:
    assert looks_like_path(text)


@pytest.mark.parametrize("text", ["", "a", "a b.md", "e.g.", "v1.2", "/", "see", "{a.md", "`a`"])
def test_does_not_look_like_path(text: str) -> None:
    assert not looks_like_path(text)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "[](" * 50_000,
        "`" * 100_000,
        "a.md, " * 50_000,
        '[x](a "' * 20_000,
        "9" * 9999,
    ],
)
def test_hostile_text_ends(text: str) -> None:
    for pointer in read_pointers(text, 0, len(text)):
        pointer_targets(pointer, TABLE, "loans")
