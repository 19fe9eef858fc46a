"""Topics in row shape: one line of a routing table each."""

from __future__ import annotations

import re

from ctxlayer.layer.agent_names import read_agents
from ctxlayer.layer.live_pointer import LivePointer, is_absent, read_live_pointers
from ctxlayer.layer.pointer import Pointer, read_pointers, trim
from ctxlayer.layer.terms import Term, read_terms
from ctxlayer.layer.topic import Cluster, Group, Role, Topic
from ctxlayer.layer.topic_text import name_span, without_comments
from ctxlayer.syntax.problem import Problem
from ctxlayer.syntax.table import BrokenTable, Row, code_pipes, is_delimiter, split_row
from ctxlayer.text import Edit, Span

_LINE_END = re.compile(r"\r\n|\n|\r")
_JOINTS = {"files": " · ", "live": " · ", "vocabulary": ", "}
"""What parts the items of a cell."""
MAX_ROW = 100_000
"""Characters of a row in which torn code spans are looked for; nobody mends a longer one."""


def read_row(line: str, roles: tuple[Role | None, ...], cluster: Cluster) -> Topic:
    """The topic that `line` holds, a table row without its line end. Cells may be missing.

    Pipes inside code spans part no cells here: they are a fault with a fix, and what the author
    meant is what the rest of the layer should see.
    """
    torn = code_pipes(line) if len(line) <= MAX_ROW else ()
    cells = tuple(cell.span for cell in split_row(_mask(line, torn)).cells)
    flat = without_comments(line)
    spans = tuple(Span(*trim(flat, *span)) if span.start < span.end else span for span in cells)
    parts = _Parts()
    for span, role in zip(spans, roles, strict=False):
        parts.add(flat, span, role)
    return Topic(
        parts.name.of(line),
        parts.name,
        Span(0, len(line)),
        line,
        "row",
        cluster,
        parts.groups(),
        tuple(parts.pointers),
        tuple(parts.live),
        tuple(parts.terms),
        parts.spans.get("files"),
        parts.spans.get("live"),
        parts.spans.get("vocabulary"),
        spans,
        roles,
        tuple(parts.strays),
        tuple(_problems(line, torn, cells, roles)),
    )


class _Parts:
    """What the cells of one row hold, by role. The first cell of a role gives the part's span."""

    def __init__(self) -> None:
        self.name = Span(0, 0)
        self.pointers: list[Pointer] = []
        self.live: list[LivePointer] = []
        self.terms: list[Term] = []
        self.spans: dict[Role, Span] = {}
        self.strays: list[Span] = []

    def add(self, text: str, span: Span, role: Role | None) -> None:
        if role is None:
            if span.start < span.end:
                self.strays.append(span)
            return
        self.spans.setdefault(role, span)
        if role == "topic":
            self.name = name_span(text, *span)
        elif role == "live":
            self.live += read_live_pointers(text, *span)
        elif not is_absent(span.of(text)):
            if role == "files":
                self.pointers += read_pointers(text, *span)
            elif role == "agents":
                self.pointers += read_agents(text, *span)
            else:
                self.terms += read_terms(text, *span)

    def groups(self) -> tuple[Group, ...]:
        """The unnamed group of all pointers."""
        span = self.spans.get("files") or self.spans.get("agents")
        return (Group("", span),) if self.pointers and span is not None else ()


def is_blank(topic: Topic) -> bool:
    """Whether a row holds nothing at all yet."""
    return all(span.start == span.end for span in topic.cells)


def _mask(line: str, pipes: tuple[Span, ...]) -> str:
    """`line` with `pipes` as plain characters, so that it splits as its author meant."""
    if not pipes:
        return line
    chars = list(line)
    for pipe in pipes:
        chars[pipe.start] = "\x00"
    return "".join(chars)


def _problems(
    line: str, torn: tuple[Span, ...], cells: tuple[Span, ...], roles: tuple[Role | None, ...]
) -> list[Problem]:
    """The faults of one row: pipes in code, and cells that no column takes."""
    found = []
    if torn:
        found.append(
            Problem(
                "malformed-row",
                torn[0],
                "a `|` inside inline code ends the cell all the same, and what follows is lost: "
                "write `\\|`",
                tuple(Edit(Span.at(pipe.start), "\\") for pipe in torn),
                "Escape the pipe in inline code",
                safe=True,
            )
        )
    if len(cells) > len(roles) > 0 and not _is_comment(line, cells[len(roles) :]):
        found.append(_surplus(line, cells, roles))
    return found


def _is_comment(line: str, cells: tuple[Span, ...]) -> bool:
    """Whether cells hold comments alone, of which nothing is shown anyway."""
    texts = [cell.of(line) for cell in cells]
    return all(text.startswith("<!--") and not without_comments(text).strip() for text in texts)


def _surplus(line: str, cells: tuple[Span, ...], roles: tuple[Role | None, ...]) -> Problem:
    width = len(roles)
    span = Span(cells[width].start, cells[-1].end)
    pipes = [line.rindex("|", 0, cell.start) for cell in cells[width:]]
    message = (
        f"this row has {len(cells)} cells and its header {width}: the surplus is not shown; "
        "move it into a cell, remove it, or write `\\|` for a pipe that belongs to the text"
    )
    if not span.of(line).strip(" \t|"):
        end = line.rstrip().rindex("|") if line.rstrip().endswith("|") else len(line)
        blank = Span(pipes[0], max(end, pipes[0] + 1))
        drop = Edit(blank, "")
        return Problem("malformed-row", blank, message, (drop,), "Remove the empty cells")
    joint = _JOINTS.get(roles[-1] or "")
    if joint is not None:
        gaps = zip(cells[width - 1 :], cells[width:], strict=False)
        joins = tuple(Edit(Span(left.end, right.start), joint) for left, right in gaps)
        if all(cell.start < cell.end for cell in cells[width - 1 :]):
            return Problem(
                "malformed-row", span, message, joins, "Join the surplus to the last cell"
            )
    escapes = tuple(Edit(Span.at(pipe), "\\") for pipe in pipes)
    return Problem("malformed-row", span, message, escapes, "Escape the surplus pipes")


def parted_row_problem(text: str, row: Row, gap: Span, line_end: str) -> Problem:
    """A row below a blank line or a comment, which ends the table; absolute spans."""
    comments = " ".join(gap.of(text).split())
    what, remedy = "blank line", "remove the blank line"
    edits = [Edit(gap, line_end)]
    if comments:
        what, remedy = "comment on its own line", "move the comment into the last cell of a row"
        written = row.span.of(text).rstrip()
        pipe = written.endswith("|") and not written.endswith("\\|")
        end = row.span.start + len(written[:-1].rstrip() if pipe else written)
        edits.append(Edit(Span.at(end), f" {comments}"))
    return Problem(
        "malformed-row",
        row.span,
        f"a {what} above ends the table, so that this is no row of it and routes nothing: {remedy}",
        tuple(edits),
        "Join the row to its table",
    )


def delimiter_problem(text: str, header: Row, broken: BrokenTable) -> Problem:
    """A delimiter row of another width than its header, or parted from it; absolute spans."""
    row = split_row(broken.delimiter_span.of(text))
    width = len(header.cells)
    edits = []
    gap = Span(header.span.end, broken.delimiter_span.start)
    if not broken.header_cells:
        end = _LINE_END.search(text, *gap)
        edits.append(Edit(gap, end[0] if end else "\n"))
        fault = "is parted from its header by a blank line"
    else:
        fault = f"has {len(row.cells)} cells and its header {width}"
    if len(row.cells) != width:
        marks = [cell.text if is_delimiter(cell.text) else "---" for cell in row.cells][:width]
        marks += ["---"] * (width - len(marks))
        edits.append(Edit(broken.delimiter_span, f"| {' | '.join(marks)} |"))
    return Problem(
        "malformed-row",
        broken.delimiter_span,
        f"this delimiter row {fault}: no table is shown and none of its rows routes; write one "
        "`---` for each column, right below the header",
        () if text.startswith("#", header.span.start) else tuple(edits),
        "Make the delimiter row fit the header",
    )
