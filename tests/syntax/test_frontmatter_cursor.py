"""What stands under the cursor, also while a line is half typed."""

from __future__ import annotations

import pytest

from ctxlayer.syntax.cursor import entry_at, key_prefix_at
from ctxlayer.syntax.frontmatter import parse_frontmatter


@pytest.mark.parametrize(
    ("marked", "kind", "key", "prefix"),
    [
        ("---\nsta|\n---\n", "key", None, "sta"),
        ("---\n|\n---\n", "key", None, ""),
        ("---\nsource: x\nlast-v|\n---\n", "key", None, "last-v"),
        ("---\nsource: x\nlast-v|", "key", None, "last-v"),
        ("---\nsource: x\n|\n---\n", "key", None, ""),
        ("---\nsta|tus: x\n---\n", "key", None, "sta"),
        ("---\nstatus:|\n---\n", "value", "status", ""),
        ("---\nstatus: |\n---\n", "value", "status", ""),
        ("---\nstatus: conf|\n---\n", "value", "status", "conf"),
        ("---\nstatus: conf|", "value", "status", "conf"),
        ('---\nstatus: "co|\nsource: x\n---\n', "value", "status", "co"),
        ("---\nglobs: **/*.p|\n---\n", "value", "globs", "**/*.p"),
        ("---\nglobs: [a, sr|]\n---\n", "item", "globs", "sr"),
        ('---\nglobs: ["sr|\n---\n', "item", "globs", "sr"),
        ("---\nglobs:\n  - sr|\n---\n", "item", "globs", "sr"),
        ("---\nglobs:\n  - a\n  - |\nx: 1\n---\n", "item", "globs", ""),
        ("---\nglobs:\n  -|\n---\n", "item", "globs", ""),
        ("---\r\nstatus: co|\r\n---\r\n", "value", "status", "co"),
    ],
)
def test_what_is_being_typed(marked: str, kind: str, key: str | None, prefix: str) -> None:
    offset = marked.index("|")
    text = marked.replace("|", "", 1)
    cursor = key_prefix_at(text, parse_frontmatter(text), offset)
    assert cursor is not None
    assert cursor.kind == kind
    assert (cursor.entry.key if cursor.entry else None) == key
    assert cursor.prefix.of(text) == prefix


@pytest.mark.parametrize(
    "marked",
    ["|---\na: b\n---\n", "---|\na: b\n---\n", "---\na: b\n---\n|body", "---\n# no|te\n---\n",
     "---\na: b # no|te\n---\n", "# Title|\n", "---\na: b\n---|\n"],
)  # fmt: skip
def test_nothing_is_typed_outside_the_block(marked: str) -> None:
    text = marked.replace("|", "", 1)
    assert key_prefix_at(text, parse_frontmatter(text), marked.index("|")) is None


def test_the_entry_at_an_offset() -> None:
    text = "---\nstatus: confirmed\nglobs: **/*.py\nm:\n  a: b\n---\n"
    found = parse_frontmatter(text)
    for needle, key in (("confirmed", "status"), ("/*.py", "globs"), ("a: b", "m")):
        entry = entry_at(found, text.index(needle))
        assert entry is not None
        assert entry.key == key
    assert entry_at(found, len(text)) is None
