"""What the Markdown readers find: plain data with exact spans."""

from __future__ import annotations

from typing import NamedTuple

from ctxlayer.syntax.table import BrokenTable, Table
from ctxlayer.text import Span


class Heading(NamedTuple):
    """A heading: its lines from the first mark or letter to the last, and its text without markup.

    `text_span` is the trimmed source of the text, without the `#` marks or the underline.
    """

    span: Span
    level: int
    text: str
    text_span: Span


class Fence(NamedTuple):
    """A fenced code block, fences included. An unclosed one runs to the end of its container."""

    span: Span
    info: str
    closed: bool


class Blocks(NamedTuple):
    """What `scan_blocks` found; each tuple is in the order of the text.

    `code` holds indented code, `html` whole HTML blocks, `comments` the comments inside those.
    """

    headings: tuple[Heading, ...]
    fences: tuple[Fence, ...]
    comments: tuple[Span, ...]
    tables: tuple[Table, ...]
    broken_tables: tuple[BrokenTable, ...]
    code: tuple[Span, ...]
    html: tuple[Span, ...]

    def hidden(self) -> tuple[Span, ...]:
        """Where no inline markup is read: fences, indented code and HTML blocks, in order."""
        return tuple(sorted((*(fence.span for fence in self.fences), *self.code, *self.html)))


class Link(NamedTuple):
    """Something that names a target.

    kind: "inline" `[text](target)`, "image" `![text](target)`, "definition" `[text]: target`,
    "reference" (a use of a definition: its target and target span are the definition's),
    "autolink" (`<target>` or a bare URL), "import" (`@target`). `target` is as written, without
    angle brackets; `decoded` has escapes, character references and `%20` resolved.
    """

    span: Span
    text: str
    target: str
    target_span: Span
    kind: str
    decoded: str


class CodeSpan(NamedTuple):
    """Inline code: the span with its backticks, and the text without them."""

    span: Span
    text: str


class Inline(NamedTuple):
    """What `scan_inline` found, each in the order of the text."""

    links: tuple[Link, ...]
    code_spans: tuple[CodeSpan, ...]
    comments: tuple[Span, ...]
