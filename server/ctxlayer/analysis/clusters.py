"""Moving the meta topics of a hot table to a cold one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ctxlayer.analysis.anchor_moves import Relinking
from ctxlayer.analysis.item_edits import comments_in, line_above
from ctxlayer.globs import has_magic
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.table_columns import normal
from ctxlayer.layer.topic import ClusterHeading, Header, TriggerTable
from ctxlayer.text import Edit, Span, apply_edits

USUAL = "index/meta-table.md"
"""The cold table that is created where there is none."""

Edits = dict[str, tuple[Edit, ...]]


def move_meta_cluster(snapshot: Snapshot, path: str) -> Edits:
    """The edits, by path, that move all meta topics of the hot table at `path` to a cold table.

    The cold table is created where there is none (see `Fix.edits`). Empty where there is nothing to
    move, no place for it, or platform topics in between. Put it into `Deferred`.
    """
    document = snapshot.document(path)
    target = cold_table(snapshot, path)
    if document is None or target is None or not snapshot.settings.is_hot_table(path):
        return {}
    move = _Move(snapshot, document, target)
    return move.edits() if move.extents else {}


def cold_table(snapshot: Snapshot, path: str) -> str | None:
    """Where the meta topics of the table at `path` go: a table that is there, or one to create.

    One with meta topics comes first, then the usual name, then the only cold table of the layer.
    """
    cold = sorted(
        each.path
        for each in snapshot.of_kind(Kind.TRIGGER_TABLE)
        if each.path != path and snapshot.settings.is_hot_table(each.path) is False
    )
    with_meta = [
        each
        for each in cold
        if any(topic.cluster == "meta" for _, topic in _table(snapshot, each).topics)
    ]
    if with_meta or USUAL in cold:
        return USUAL if USUAL in cold else with_meta[0]
    if len(cold) == 1:
        return cold[0]
    named = (each.glob for each in snapshot.settings.table.files if not each.hot)
    for name in (USUAL, *(glob for glob in named if not has_magic(glob))):
        if snapshot.settings.is_hot_table(name) is False and snapshot.is_free(name):
            return name
    return None


def _table(snapshot: Snapshot, path: str) -> TriggerTable:
    return snapshot.documents[path].table(snapshot.settings)


def meta_extents(document: Document, table: TriggerTable) -> tuple[Span, ...]:
    """The stretches of a table below its meta headings, headings included, with topics in them.

    Empty where a platform topic stands among them: then they are no cluster of their own.
    """
    found: list[Span] = []
    for heading in table.clusters:
        if heading.cluster != "meta" or (found and heading.span.start < found[-1].end):
            continue
        inside = [topic for at, topic in table.topics if heading.extent.holds(at)]
        if any(topic.cluster != "meta" for topic in inside):
            return ()
        if inside:
            start = _with_comment(document.text, heading)
            if found and found[-1].end >= start:
                start = found.pop().start
            found.append(Span(start, heading.extent.end))
    return tuple(found)


def _with_comment(text: str, heading: ClusterHeading) -> int:
    """Where a heading starts, or the comment right above it."""
    above = line_above(text, heading.span.start)
    line = above.of(text).strip()
    comment = line.startswith("<!--") and line.endswith("-->")
    return above.start if comment else heading.span.start


@dataclass(frozen=True, slots=True)
class _Move:
    """One move: from a document to the table at `target`, which may be still to come."""

    snapshot: Snapshot
    source: Document
    target: str

    @property
    def extents(self) -> tuple[Span, ...]:
        """What moves."""
        return meta_extents(self.source, self.source.table(self.snapshot.settings))

    def edits(self) -> Edits:
        """All edits; empty where a topic or a comment would be lost."""
        moved = self.moved()
        gone = [self.cut(extent) for extent in self.extents]
        placed = self.placed("".join(moved))
        there = self.snapshot.document(self.target)
        after = {
            self.source.path: apply_edits(self.source.text, gone),
            self.target: apply_edits(there.text if there else "", [placed]),
        }
        relinking = Relinking(self.snapshot, self.source, self.extents, self.target, after)
        # The links of what moves change on the way.
        moved = [self.edited(extent, relinking) for extent in self.extents]
        edits: dict[str, list[Edit]] = {
            self.source.path: gone,
            self.target: [self.placed("".join(moved))],
        }
        for path, edit in relinking.outer_edits():
            edits.setdefault(path, []).append(edit)
        made = {path: tuple(each) for path, each in edits.items()}
        return made if self.keeps_all(made) else {}

    def moved(self) -> list[str]:
        """The moving stretches as they stand."""
        return [extent.of(self.source.text) for extent in self.extents]

    def edited(self, extent: Span, relinking: Relinking) -> str:
        """A moving stretch with its links as they have to be in the other table."""
        inside = (
            Edit(edit.span.shift(-extent.start), edit.new)
            for edit in relinking.inner_edits()
            if extent.start <= edit.span.start and edit.span.end <= extent.end
        )
        return apply_edits(extent.of(self.source.text), inside)

    def cut(self, extent: Span) -> Edit:
        """The edit that takes a stretch out of the hot table."""
        text, end = self.source.text, self.source.newline
        if extent.end < len(text):
            # What stood on both sides must not become one paragraph.
            return Edit(extent, end if line_above(text, extent.start).of(text).strip() else "")
        before = len(text[: extent.start].rstrip())
        return Edit(Span(before, len(text)), end if before else "")

    def placed(self, block: str) -> Edit:
        """The edit of the cold table that puts the stretches in."""
        there = self.snapshot.document(self.target)
        end = self.source.newline
        block = block.strip("\r\n")
        if there is None:
            title = "" if block.startswith("# ") else f"# Meta table{end}{end}"
            return Edit(Span.at(0), f"{title}{block}{end}")
        end = there.newline
        text = there.text
        block = _with_ends(block, end)
        own = self.meta_heading()
        if own is None:
            body = len(text.rstrip())
            return Edit(Span.at(body), _gap(text, body, end) + block + _closing(text, end))
        at = len(text[: own.extent.end].rstrip())
        body_text = _without_heading(block, own.name, end)
        rows = self.rows_of(body_text, end, own)
        if rows is not None:
            return Edit(Span.at(at), f"{end}{rows}")
        return Edit(Span.at(at), f"{end}{end}{body_text}{_closing(text[at:], end)}")

    def meta_heading(self) -> ClusterHeading | None:
        """The meta heading of the cold table."""
        clusters = _table(self.snapshot, self.target).clusters
        return next((each for each in clusters if each.cluster == "meta"), None)

    def rows_of(self, body: str, end: str, own: ClusterHeading) -> str | None:
        """The rows of `body`, if it is one table with the columns of that which ends the cluster."""
        lines = body.split(end)
        if len(lines) < 3 or not all(line.lstrip().startswith("|") for line in lines):
            return None
        theirs = _last_header(_table(self.snapshot, self.target), own)
        ours = _last_header(self.source.table(self.snapshot.settings), None, self.extents)
        text = self.snapshot.documents[self.target].text
        if theirs is None or ours is None or _names(theirs) != _names(ours):
            return None
        if text[theirs.extent.end : own.extent.end].strip():
            return None
        return end.join(lines[2:])

    def keeps_all(self, edits: Edits) -> bool:
        """Whether both tables together hold the topics and comments that they held before."""
        names: list[Counter[object]] = [Counter(), Counter()]
        for path in (self.source.path, self.target):
            there = self.snapshot.document(path)
            placement = self.snapshot.placement(path)
            if placement is None:
                return False
            text = apply_edits(there.text if there else "", edits[path])
            after = Document(path, placement, text, there)
            for count, document in zip(names, (there, after), strict=True):
                if document is not None:
                    count.update(comments_in(document.text))
                    topics = document.table(self.snapshot.settings).topics
                    count.update((topic.name, len(topic.pointers)) for _, topic in topics)
        return names[0] == names[1]


def _last_header(
    table: TriggerTable, own: ClusterHeading | None, extents: Sequence[Span] = ()
) -> Header | None:
    spans = [own.extent] if own is not None else extents
    inside = [each for each in table.headers if any(span.holds(each.span.start) for span in spans)]
    return inside[-1] if inside else None


def _names(header: Header) -> list[str]:
    return [normal(column.text) for column in header.columns]


def _without_heading(block: str, name: str, end: str) -> str:
    """`block` without its heading, if that has this name; a comment above it stays."""
    lines = block.split(end)
    at = next((n for n, line in enumerate(lines) if not line.startswith("<!--")), 0)
    if normal(lines[at].lstrip("# ")) != normal(name):
        return block
    return end.join([*lines[:at], *lines[at + 1 :]]).strip("\r\n")


def _with_ends(block: str, end: str) -> str:
    return block.replace("\r\n", "\n").replace("\r", "\n").replace("\n", end)


def _gap(text: str, body: int, end: str) -> str:
    return end * 2 if text[:body].strip("\ufeff") else ""


def _closing(rest: str, end: str) -> str:
    return "" if rest.endswith(("\n", "\r")) else end
