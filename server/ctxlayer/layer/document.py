"""One file of the layer and what its text says; parsed when somebody asks."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.layer.trigger_table import TriggerTable, parse_trigger_table
from ctxlayer.settings import Settings
from ctxlayer.syntax.frontmatter import parse_frontmatter
from ctxlayer.syntax.inline import scan_inline
from ctxlayer.syntax.markdown_nodes import Blocks, Inline
from ctxlayer.syntax.nodes import Frontmatter
from ctxlayer.syntax.rescan import Patch, Scanned, rescan_blocks
from ctxlayer.text import LineIndex, Span
from ctxlayer.text.lines import body_length


class Document:
    """An immutable file. The same text in the same place is the same object across snapshots.

    `memo` keeps results computed from this document by whoever computed them; `reading` keeps
    what was only read from its text, until it rests. `scans` goes on to the next document of the
    path: what `line_scan` found, with the text that it was found in.
    """

    __slots__ = (
        "_blocks",
        "_frontmatter",
        "_inline",
        "_lines",
        "_patch",
        "_scanned",
        "_seed",
        "_table",
        "kind",
        "memo",
        "path",
        "reading",
        "runtime",
        "scans",
        "text",
    )

    def __init__(
        self, path: str, placement: Placement, text: str, previous: Document | None = None
    ) -> None:
        self.path = path
        self.kind: Kind = placement.kind
        self.runtime = placement.runtime
        self.text = text
        self.memo: dict[Hashable, Any] = {}
        self.reading: dict[Hashable, Any] = {}
        self.scans: dict[str, tuple[str, tuple[Any, ...]]] = {}
        self._lines: LineIndex | None = None
        self._frontmatter: Frontmatter | None = None
        self._blocks: Blocks | None = None
        self._inline: Inline | None = None
        self._table: tuple[Settings, TriggerTable] | None = None
        # The last parsed table of this path, so that unchanged topics are found again.
        self._seed: TriggerTable | None = None
        # The same for the blocks, and the text that they were read from.
        self._scanned: Scanned | None = None
        self._patch: Patch | None = None
        if previous is not None:
            self._seed = previous._table[1] if previous._table else previous._seed
            self._scanned = previous._last_scan()
            self.scans = dict(previous.scans)

    def __repr__(self) -> str:
        return f"Document({self.path!r})"

    def rest(self) -> None:
        """Forget what can be read from the text again; what was found in it stays.

        Nobody may look at the document for hours, and there may be thousands.
        """
        self.reading = {}
        self.scans = {}
        self._frontmatter = self._blocks = self._inline = self._lines = None
        self._scanned = self._patch = None

    @property
    def lines(self) -> LineIndex:
        """Offsets to lines and back."""
        if self._lines is None:
            self._lines = LineIndex(self.text)
        return self._lines

    @property
    def newline(self) -> str:
        """What the first line ends with; `\\n` where there is one line only."""
        first = self.lines.line(0)
        return first[body_length(first) :] or "\n"

    @property
    def frontmatter(self) -> Frontmatter:
        """The frontmatter block, with `exists` False where there is none."""
        if self._frontmatter is None:
            self._frontmatter = parse_frontmatter(self.text)
        return self._frontmatter

    @property
    def blocks(self) -> Blocks:
        """Headings, tables, fences and comments of the body."""
        if self._blocks is None:
            start = self.frontmatter.body_start
            self._blocks, self._patch = rescan_blocks(self.text, start, self._scanned)
            self._scanned = None
        return self._blocks

    def _last_scan(self) -> Scanned | None:
        """The last blocks that are known, of this text or of an earlier one."""
        if self._blocks is None:
            return self._scanned
        return Scanned(self.text, self.frontmatter.body_start, self._blocks)

    @property
    def inline(self) -> Inline:
        """Links and code spans of the body."""
        if self._inline is None:
            self._inline = scan_inline(self.text, self.blocks, self.frontmatter.body_start)
        return self._inline

    @property
    def title_span(self) -> Span:
        """The text of the first heading; without one, the first line of the body."""
        headings = self.blocks.headings
        if headings:
            return headings[0].text_span
        return first_line(self.text, self.frontmatter.body_start)

    @property
    def title(self) -> str:
        """The text of the first heading, or the file's own name."""
        headings = self.blocks.headings
        return headings[0].text if headings else self.path.rpartition("/")[2]

    def table(self, settings: Settings) -> TriggerTable:
        """This document read as a trigger table."""
        if self._table is None or self._table[0] is not settings:
            table = parse_trigger_table(
                self.text,
                settings.table.columns,
                settings.table.clusters,
                self._seed,
                blocks=self.blocks,
                patch=self._patch,
                hot=bool(settings.is_hot_table(self.path)),
            )
            self._table = (settings, table)
            self._seed = self._patch = None
        return self._table[1]


def first_line(text: str, start: int = 0) -> Span:
    """The first line with text in it from `start` on, without its blanks; else an empty span."""
    at = start
    while at < len(text) and text[at] in " \t\r\n\ufeff":
        at += 1
    if at == len(text):
        return Span.at(min(start, len(text)))
    ends = [end for end in (text.find("\n", at), text.find("\r", at)) if end >= 0]
    end = min(ends, default=len(text))
    return Span(at, at + len(text[at:end].rstrip()))
