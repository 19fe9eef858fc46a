"""Comments that silence a lint for one line.

`<!-- ctxlayer: ignore[dead-pointer] reason -->` stands on the line above, or at the end of the
same line; in YAML and TOML the comment is `# ctxlayer: ignore[...]`. It silences findings that
start on that line.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ctxlayer.layer.document import Document
from ctxlayer.layer.line_scan import line_scan
from ctxlayer.lints.model import Finding
from ctxlayer.text import Span

_MARKER = "ctxlayer: ignore["
_COMMENT = re.compile(
    # No part runs over the start of the next comment: each line is read once, however many it holds.
    r"(?P<html><!--[ \t]*ctxlayer: ignore\[(?P<ids>[^\[\]\r\n]*)\](?:(?!<!--)[^\r\n])*?-->)"
    # In YAML a `#` right behind a word belongs to the word.
    r"|(?P<hash>(?<!\S)#[ \t]*ctxlayer: ignore\[(?P<hash_ids>[^\[\]\r\n]*)\][^\r\n]*)"
)

_BLANK = re.compile(r"\s*")


class Suppression(NamedTuple):
    """One id in one comment. `line` is the line that it silences; `span` covers the id."""

    lint: str
    line: int
    span: Span
    comment: Span
    alone: bool


def suppressions(document: Document) -> tuple[Suppression, ...]:
    """The suppressions that a document holds, in order."""
    key = "suppressions"
    if key not in document.memo:
        marks = line_scan(document, key, _marks, _Mark.shift)
        document.memo[key] = tuple(_read(document)) if marks else ()
    found: tuple[Suppression, ...] = document.memo[key]
    return found


class _Mark(NamedTuple):
    """Where a comment speaks to us."""

    span: Span

    def shift(self, by: int) -> _Mark:
        return _Mark(self.span.shift(by))


def _marks(text: str, start: int, end: int) -> Iterator[_Mark]:
    at = text.find(_MARKER, start, end)
    while at >= 0:
        yield _Mark(Span(at, at + len(_MARKER)))
        at = text.find(_MARKER, at + 1, end)


def _read(document: Document) -> Iterable[Suppression]:
    text = document.text
    fences = [fence.span for fence in document.blocks.fences] if _is_markdown(document) else []
    ends = [fence.end for fence in fences]
    for match in _COMMENT.finditer(text):
        comment = Span(match.start(), match.end())
        fence = bisect_right(ends, comment.start)
        if fence < len(fences) and fences[fence].start <= comment.start:
            continue
        if text[comment.start - 1 : comment.start] == "`":
            continue  # inline code: somebody shows how it is done
        in_yaml = not _is_markdown(document) or comment.start < document.frontmatter.body_start
        if bool(match["hash"]) is not in_yaml:
            continue
        line = document.lines.line_at(comment.start)
        alone = _is_alone(document, comment, line)
        group = "hash_ids" if match["hash"] else "ids"
        at = match.start(group)
        for part in match[group].split(","):
            name = part.strip()
            start = at + len(part) - len(part.lstrip())
            span = Span(start, start + len(name))
            yield Suppression(name, line + 1 if alone else line, span, comment, alone)
            at += len(part) + 1


def _is_alone(document: Document, comment: Span, line: int) -> bool:
    """Whether only white space stands beside the comment; looks no further than it must."""
    starts, text = document.lines.starts, document.text
    end = starts[line + 1] if line + 1 < len(starts) else len(text)
    return bool(
        _BLANK.fullmatch(text, starts[line], comment.start)
        and _BLANK.fullmatch(text, comment.end, end)
    )


def _is_markdown(document: Document) -> bool:
    return document.path.endswith((".md", ".mdc"))


def split(
    document: Document, findings: Iterable[Finding]
) -> tuple[tuple[Finding, ...], tuple[Finding, ...], frozenset[Suppression]]:
    """(kept, suppressed, the suppressions that silenced something)."""
    found = suppressions(document)
    if not found:
        return tuple(findings), (), frozenset()
    by_place: dict[tuple[int, str], list[Suppression]] = {}
    for suppression in found:
        by_place.setdefault((suppression.line, suppression.lint), []).append(suppression)
    kept: list[Finding] = []
    silenced: list[Finding] = []
    used: set[Suppression] = set()
    for finding in findings:
        line = document.lines.line_at(finding.span.start)
        names = {finding.lint, finding.family}
        hits = [each for name in names for each in by_place.get((line, name), ())]
        used.update(hits)
        (silenced if hits else kept).append(finding)
    return tuple(kept), tuple(silenced), frozenset(used)
