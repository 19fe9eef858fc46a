"""Frontmatter that is no YAML, and that Claude Code reads all the same."""

from __future__ import annotations

import re

from ctxlayer.layer.document import Document
from ctxlayer.syntax.nodes import Entry, Scalar

_KEY = re.compile(r"[A-Za-z_-]+\Z")


def is_broken(document: Document) -> bool:
    """Whether the block of a document is closed, and is no YAML."""
    block = document.frontmatter
    return block.closed and any(each.kind == "frontmatter-syntax" for each in block.problems)


def mends_by_quoting(document: Document) -> bool:
    """Whether the block is YAML once what stands behind a key on one line is quoted.

    That is what Claude Code tries where YAML fails; text with Windows line ends it does not mend.
    """
    if "mends" not in document.memo:
        document.memo["mends"] = _mends(document)
    mends: bool = document.memo["mends"]
    return mends


def _mends(document: Document) -> bool:
    block = document.frontmatter
    problems = [each for each in block.problems if each.kind == "frontmatter-syntax"]
    if not problems or "\r" in block.span.of(document.text):
        return False
    values = [entry for entry in block.entries if _is_one_line(entry, document.text)]
    return all(
        any(entry.span.start <= each.span.start <= entry.span.end for entry in values)
        for each in problems
    )


def _is_one_line(entry: Entry, text: str) -> bool:
    """Whether an entry is `key: value` on a line of its own, without quotes around the value."""
    source = entry.span.of(text)
    plain = isinstance(entry.value, Scalar) and entry.value.style == "plain"
    begins = entry.span.start == 0 or text[entry.span.start - 1] == "\n"
    return plain and begins and "\n" not in source.rstrip() and _KEY.match(entry.key) is not None
