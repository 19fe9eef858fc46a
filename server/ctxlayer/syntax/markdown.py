"""Markdown with positions: one door to the blocks, the links and the anchors of a text.

Callers pay for what they use. `scan_blocks` is cheap enough for each keystroke; `scan_inline` and
`scan_imports` build on its result; `parse_markdown` does it all.
"""

from __future__ import annotations

from typing import NamedTuple

from ctxlayer.syntax.blocks import scan_blocks
from ctxlayer.syntax.imports import scan_imports
from ctxlayer.syntax.inline import scan_inline
from ctxlayer.syntax.markdown_nodes import Blocks, CodeSpan, Fence, Heading, Inline, Link
from ctxlayer.syntax.plain import plain_text
from ctxlayer.syntax.slugs import html_anchors, slug, slugs
from ctxlayer.syntax.table import BrokenTable, Cell, Row, Table, code_pipes, split_row
from ctxlayer.text import Span

__all__ = [
    "Blocks",
    "BrokenTable",
    "Cell",
    "CodeSpan",
    "Fence",
    "Heading",
    "Inline",
    "Link",
    "Markdown",
    "Row",
    "Table",
    "code_pipes",
    "html_anchors",
    "parse_markdown",
    "plain_text",
    "scan_blocks",
    "scan_imports",
    "scan_inline",
    "slug",
    "slugs",
    "split_row",
]


class Markdown(NamedTuple):
    """All of one text. `title` is the first heading of level 1; `links` leave imports out."""

    headings: tuple[Heading, ...]
    tables: tuple[Table, ...]
    links: tuple[Link, ...]
    code_spans: tuple[CodeSpan, ...]
    fences: tuple[Fence, ...]
    comments: tuple[Span, ...]
    broken_tables: tuple[BrokenTable, ...]
    title: Heading | None
    blocks: Blocks
    inline: Inline


def parse_markdown(text: str, start: int = 0) -> Markdown:
    """Blocks and inline markup of `text` from `start` on. Never raises."""
    blocks = scan_blocks(text, start)
    inline = scan_inline(text, blocks, start)
    return Markdown(
        headings=blocks.headings,
        tables=blocks.tables,
        links=inline.links,
        code_spans=inline.code_spans,
        fences=blocks.fences,
        comments=tuple(sorted((*blocks.comments, *inline.comments))),
        broken_tables=blocks.broken_tables,
        title=next((heading for heading in blocks.headings if heading.level == 1), None),
        blocks=blocks,
        inline=inline,
    )
