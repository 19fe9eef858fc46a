"""Which fixes of a trigger table leave alone what they are not about, however odd the text is.

Markdown lets a line change how others are read: what follows a removed item can become part of an
HTML block, the line above a heading. So the edited table is read once more, and a fix after which
something is missing is not offered. That costs a parse: nothing here is done while somebody types.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.topic import Topic, TriggerTable
from ctxlayer.lints.model import Deferred, Finding, Fix
from ctxlayer.text import Edit, Span, apply_edits
from ctxlayer.text.edits import OverlappingEdits

Edits = Mapping[str, Sequence[Edit]]

_READ_ANEW = frozenset({"malformed-row", "unknown-column", "frontmatter-unclosed"})
"""Lints that mend how the cells or lines beside their edits are read."""
_OF_COMMENTS = frozenset({"unused-suppression"})


def sound_edits(snapshot: Snapshot, finding: Finding, fix: Fix) -> Mapping[str, tuple[Edit, ...]]:
    """The edits of a fix, worked out and tried when somebody looks; none where they lose something."""

    def tried() -> Mapping[str, tuple[Edit, ...]]:
        return fix.edits if is_sound(snapshot, finding, fix) else {}

    return Deferred(tried)


def is_sound(snapshot: Snapshot, finding: Finding, fix: Fix) -> bool:
    """Whether the fix of a finding keeps what it is not about."""
    return keeps_items(
        snapshot,
        fix.edits,
        comments=finding.lint not in _OF_COMMENTS,
        topics=finding.lint not in _READ_ANEW,
    )


def sound(
    snapshot: Snapshot, fixes: Sequence[tuple[Finding, Fix]]
) -> Sequence[tuple[Finding, Fix]]:
    """Those of some fixes, none of which meets another, that keep what they are not about.

    All are tried together; only where that loses something are they told apart, by halves.
    """
    anew = _READ_ANEW | _OF_COMMENTS
    kept = [each for each in fixes if each[0].lint in anew and is_sound(snapshot, *each)]
    others = [each for each in fixes if each[0].lint not in anew]
    return [*kept, *_sound_half(snapshot, others)]


def _sound_half(
    snapshot: Snapshot, fixes: Sequence[tuple[Finding, Fix]]
) -> Sequence[tuple[Finding, Fix]]:
    edits: dict[str, list[Edit]] = {}
    for _, fix in fixes:
        for path, path_edits in fix.edits.items():
            edits.setdefault(path, []).extend(path_edits)
    if keeps_items(snapshot, edits):
        return fixes
    if len(fixes) == 1:
        return ()
    half = len(fixes) // 2
    return [*_sound_half(snapshot, fixes[:half]), *_sound_half(snapshot, fixes[half:])]


def keeps_items(
    snapshot: Snapshot, edits: Edits, *, comments: bool = True, topics: bool = True
) -> bool:
    """Whether the tables still hold every name, pointer, live pointer and term that no edit meets.

    With `comments` all comments have to stay, too, opened ones included.
    """
    lost: Counter[tuple[object, ...]] = Counter()
    for path, path_edits in edits.items():
        document, placement = snapshot.document(path), snapshot.placement(path)
        if document is None or placement is None or document.kind is not Kind.TRIGGER_TABLE:
            continue
        try:
            text = apply_edits(document.text, path_edits)
        except OverlappingEdits:
            return False
        if any(_joins(document.text, edit) for edit in path_edits):
            return False
        if comments:
            lost[("comment",)] += document.text.count("<!--") - text.count("<!--")
        if topics:
            before = document.table(snapshot.settings)
            after = Document(path, placement, text, document).table(snapshot.settings)
            spans = [edit.span for edit in path_edits]
            lost.update(_items(before, after, spans))
            lost.subtract(_items(after, before, ()))
    return all(count <= 0 for count in lost.values())


def _joins(text: str, edit: Edit) -> bool:
    """Whether what is written runs into a word behind it that stood alone: a line that a topic ends in."""
    start, end = edit.span
    before = text[start - 1 : start] if start == end else text[end - 1 : end]
    return edit.new[-1:].isalnum() and text[end : end + 1].isalnum() and not before.isalnum()


def _items(
    table: TriggerTable, other: TriggerTable, edits: Sequence[Span]
) -> Iterator[tuple[object, ...]]:
    """What the topics of a table hold that are not in the other one, apart from what is edited."""
    known = {id(topic) for _, topic in other.topics}
    spans = sorted(edits)
    starts, ends = [span.start for span in spans], [span.end for span in spans]
    for start, topic in table.topics:
        if id(topic) not in known:
            # Edits do not overlap: both their starts and their ends go up.
            end = start + topic.span.end
            near = spans[bisect_left(ends, start) : bisect_right(starts, end)]
            yield from _untouched(topic, [edit.shift(-start) for edit in near])


def _untouched(topic: Topic, edits: Sequence[Span]) -> Iterator[tuple[object, ...]]:
    """What a topic holds that none of the edits meets; both count from its start."""

    def free(span: Span) -> bool:
        return not any(span.touches(edit) for edit in edits)

    row = topic.shape == "row"

    def plain(text: str | None) -> str:
        return " ".join((text or "").replace("\\|", "|" if row else "\\|").split())

    if free(topic.name_span):
        yield ("topic", plain(topic.name))
        # A torn table may begin with a row of another one: an edit of that renames its columns.
        yield from (("column", role) for role in topic.columns if role is not None)
    for pointer in topic.pointers:
        if free(pointer.span):
            yield ("file", plain(pointer.path), plain(pointer.anchor), pointer.lines)
    for live in topic.live:
        if free(live.span):
            yield ("live", plain(live.adapter), plain(live.object))
    for term in topic.vocabulary:
        if free(term.span):
            yield ("term", plain(term.text))
