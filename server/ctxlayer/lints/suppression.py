"""Comments that silence a lint for one line.

`<!-- ctxlayer: ignore[dead-pointer] reason -->` stands on the line above, or at the end of the
same line; in YAML and TOML the comment is `# ctxlayer: ignore[...]`. It silences findings that
start on that line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from ctxlayer.layer.document import Document
from ctxlayer.lints.model import Finding
from ctxlayer.text import Span

_MARKER = "ctxlayer: ignore["
_COMMENT = re.compile(
    r"(?P<html><!--[ \t]*ctxlayer: ignore\[(?P<ids>[^\]\r\n]*)\](?P<reason>[^\r\n]*?)-->)"
    r"|(?P<hash>#[ \t]*ctxlayer: ignore\[(?P<hash_ids>[^\]\r\n]*)\][^\r\n]*)"
)


class Suppression(NamedTuple):
    """One id in one comment. `line` is the line that it silences; `span` covers the id."""

    lint: str
    line: int
    span: Span
    comment: Span
    alone: bool


def suppressions(document: Document) -> tuple[Suppression, ...]:
    """The suppressions that a document holds, in order."""
    if _MARKER not in document.text:
        return ()
    key = "suppressions"
    if key not in document.memo:
        document.memo[key] = tuple(_read(document))
    found: tuple[Suppression, ...] = document.memo[key]
    return found


def _read(document: Document) -> Iterable[Suppression]:
    text = document.text
    fences = [fence.span for fence in document.blocks.fences] if _is_markdown(document) else []
    for match in _COMMENT.finditer(text):
        comment = Span(match.start(), match.end())
        if any(fence.start <= comment.start < fence.end for fence in fences):
            continue
        if text[comment.start - 1 : comment.start] == "`":
            continue  # inline code: somebody shows how it is done
        in_yaml = not _is_markdown(document) or comment.start < document.frontmatter.body_start
        if bool(match["hash"]) is not in_yaml:
            continue
        line = document.lines.line_at(comment.start)
        before = text[document.lines.starts[line] : comment.start]
        after = document.lines.line(line)[comment.end - document.lines.starts[line] :]
        alone = not before.strip() and not after.strip()
        group = "hash_ids" if match["hash"] else "ids"
        at = match.start(group)
        for part in match[group].split(","):
            name = part.strip()
            start = at + len(part) - len(part.lstrip())
            span = Span(start, start + len(name))
            yield Suppression(name, line + 1 if alone else line, span, comment, alone)
            at += len(part) + 1


def _is_markdown(document: Document) -> bool:
    return document.path.endswith((".md", ".mdc"))


def split(
    document: Document, findings: Iterable[Finding]
) -> tuple[tuple[Finding, ...], tuple[Finding, ...], frozenset[Suppression]]:
    """(kept, suppressed, the suppressions that silenced something)."""
    found = suppressions(document)
    if not found:
        return tuple(findings), (), frozenset()
    by_line: dict[int, list[Suppression]] = {}
    for suppression in found:
        by_line.setdefault(suppression.line, []).append(suppression)
    kept: list[Finding] = []
    silenced: list[Finding] = []
    used: set[Suppression] = set()
    for finding in findings:
        line = document.lines.line_at(finding.span.start)
        hits = [
            suppression
            for suppression in by_line.get(line, ())
            if suppression.lint in (finding.lint, finding.family)
        ]
        used.update(hits)
        (silenced if hits else kept).append(finding)
    return tuple(kept), tuple(silenced), frozenset(used)
