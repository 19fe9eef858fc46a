"""Where a document addresses the agent that reads it, and tells it what to do.

Runbooks are full of orders to people, and documents about prompts full of orders to models that are
only quoted. So what counts is whom a text addresses and what about: the agent's own instructions, its
role, its user, its conversation. Quotations are left alone where the text around them says what they
are. What is found is a place; the words are repeated nowhere, since agents read messages, too.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from ctxlayer.analysis.order_patterns import Pattern, patterns
from ctxlayer.layer.document import Document
from ctxlayer.text import Span


class Order(NamedTuple):
    """Where one is, and what it is about: "override", "role", "address", "turn" ..."""

    span: Span
    what: str


_MARKUP = re.compile(r"[\s*_>#-]*")
_CLAUSE_START = re.compile(
    r"(?:^|[.!?:;,—–。！？：，\n>(|\"'“”„«‘’*_#-]|\b(?:and|then|now|please|must|should|shall|just|simply|kindly|also|"
    r"first|quietly|silently|secretly)|\byou(?:\s\w+){0,2}\sto)[\s*_]*$",
    re.IGNORECASE,
)
_UNLESS = re.compile(r"\b(?:if|unless|can|may|could|might)\b", re.IGNORECASE)
_TO_AGENT = re.compile(r"\b(?:AI|LLM|model|assistant|agent)\b", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?\n]\s")
_ABOUT = re.compile(
    r"inject|jailbreak|attack|adversar|malicious|red[- ]?team|payload|exploit|guardrail|untrusted|detect|"
    r"phishing|\btrick|\bflags?\b|\bfilters? (?:looks|for)|social engineering|注入|攻撃|攻击",
    re.IGNORECASE,
)
_SAYS = re.compile(
    r"\b(?:words?|phrases?|such as|like|e\.g\.|says?|said|text|called|contains?|begins?|asks?|looks for|"
    r"named|titled|sentence|string|example)\b",
    re.IGNORECASE,
)
_COMMENT_TO_AGENT = re.compile(
    r"<!--\s*(?:(?:dear|hey|note|notice|attention|important|message|instructions?|to|for|the|any|all)\s){0,3}"
    r"(?:ai|llm|claude|copilot|chatgpt|gemini|assistant|agent|language models?|coding agents?)s?"
    r"(?:\s(?:assistant|agent|model)s?)?\s?(?:[:,]|when\b|you\b|must\b|should\b)",
    re.IGNORECASE,
)
_PAIRS = (("“", "”"), ("„", "“"), ("«", "»"), ("‘", "’"), ("「", "」"))
_BEFORE = 400
_CONTEXT = 160
_WINDOW = 600


def orders_in(document: Document) -> tuple[Order, ...]:
    """The orders to agents in a Markdown document: one a line, in order."""
    text = document.text
    found: list[Order] = []
    place = _Places(document)
    plain = text.lower().replace("\n", " ")
    for pattern in patterns():
        for start, end in _windows(text, plain, pattern.hints):
            for match in pattern.regex.finditer(text, start, end):
                blanks = _MARKUP.match(text, match.start())
                span = Span(blanks.end() if blanks else match.start(), match.end())
                if _is_order(text, span, pattern, place):
                    found.append(Order(span, pattern.what))
    for comment in (*document.blocks.comments, *document.inline.comments):
        spoken = _COMMENT_TO_AGENT.match(text, comment.start)
        if spoken is not None:
            found.append(Order(Span(comment.start, spoken.end()), "comment"))
    return tuple(_one_a_line(document, sorted(found)))


def _windows(text: str, plain: str, hints: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """The parts of a text around its hints, apart and in order.

    `plain` is the text in small letters; where that has another length, all of the text is meant.
    """
    if len(text) != len(plain):
        if any(hint in plain for hint in hints):
            yield 0, len(text)
        return
    places = sorted(at for hint in hints for at in _finds(plain, hint))
    end = start = 0
    for at in places:
        if at - _CONTEXT > end:
            if end:
                yield start, end
            start = max(0, at - _CONTEXT)
        end = min(len(text), at + _WINDOW)
    if end:
        yield start, end


def _finds(text: str, word: str) -> Iterator[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + len(word))


def _one_a_line(document: Document, found: list[Order]) -> list[Order]:
    kept: list[Order] = []
    last = -1
    for order in found:
        line = document.lines.line_at(order.span.start)
        if line != last:
            kept.append(order)
        last = document.lines.line_at(max(order.span.start, order.span.end - 1))
    return kept


def _is_order(text: str, span: Span, pattern: Pattern, place: _Places) -> bool:
    before = text[max(0, span.start - _CONTEXT) : span.start]
    if pattern.imperative and not _begins_clause(before):
        return False
    if place.in_code(span.start):
        return False
    if pattern.bare:
        return not place.in_fence(span.start)
    return not place.is_quoted(span)


def _begins_clause(before: str) -> bool:
    """Whether what follows is told to somebody, and not on a condition that concerns people."""
    if _CLAUSE_START.search(before) is None:
        return False
    ends = list(_SENTENCE_END.finditer(before))
    sentence = before[ends[-1].end() :] if ends else before
    return _UNLESS.search(sentence) is None or _TO_AGENT.search(sentence) is not None


class _Places:
    """Where code, quotations and their announcements are in a document."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._fences = [fence.span for fence in document.blocks.fences]
        self._code = sorted([*document.blocks.code, *(c.span for c in document.inline.code_spans)])
        self._heads = [heading.span.start for heading in document.blocks.headings]
        head = document.text[: document.frontmatter.body_start]
        name = document.path.rpartition("/")[2]
        self._is_about = any(map(self._says, (document.title, head, name)))

    @staticmethod
    def _says(text: str) -> bool:
        return _ABOUT.search(text) is not None

    def in_code(self, at: int) -> bool:
        """Whether a place is in inline or indented code."""
        return _within(self._code, at) is not None

    def in_fence(self, at: int) -> bool:
        """Whether a place is in a fenced block."""
        return _within(self._fences, at) is not None

    def is_quoted(self, span: Span) -> bool:
        """Whether the text around a place says that it is shown, not said."""
        text = self._document.text
        fence = _within(self._fences, span.start)
        start = fence.start if fence is not None else span.start
        line_start = text.rfind("\n", 0, start) + 1
        line_end = text.find("\n", span.end)
        line = text[line_start : line_end if line_end >= 0 else len(text)]
        before = text[line_start : span.start] if fence is None else ""
        in_marks = _in_quotes(before[-_BEFORE:], text[span.end : span.end + _BEFORE])
        if in_marks and (_SAYS.search(before[-_BEFORE:]) or self._says(line[: 4 * _BEFORE])):
            return True
        shown = fence is not None or in_marks or line.lstrip().startswith((">", "|", "-", "*", "+"))
        return shown and self._is_announced(line_start)

    def _is_announced(self, at: int) -> bool:
        """Whether the title, the heading above or the lines before it speak of attacks."""
        text = self._document.text
        if self._is_about or self._says(text[max(0, at - _BEFORE) : at]):
            return True
        above = bisect_right(self._heads, at) - 1
        return above >= 0 and self._says(self._document.blocks.headings[above].text)


def _within(spans: list[Span], at: int) -> Span | None:
    found = bisect_right(spans, (at, float("inf"))) - 1
    return spans[found] if found >= 0 and spans[found].end > at else None


def _in_quotes(before: str, after: str) -> bool:
    """Whether quotation marks open on the line before a place and close behind it."""
    after = after.partition("\n")[0]
    if before.count('"') % 2 and '"' in after:
        return True
    if re.search(r"(?:^|[\s(])'[^']*$", before) and "'" in after:
        return True
    return any(before.rfind(a) > before.rfind(b) and b in after for a, b in _PAIRS)
