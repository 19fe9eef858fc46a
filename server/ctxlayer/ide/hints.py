"""How many files stand behind a pattern, right where it is written.

A count that is not known is not shown: where a pattern cannot be read, where files may lie in a sibling
repository that this machine does not have, and where nothing says how the runtime reads the pattern.
"""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.pointers import State
from ctxlayer.analysis.rule_globs import Reader, RuleGlobs, WrittenGlob, rule_globs
from ctxlayer.analysis.topics import TopicFacts, topic_index
from ctxlayer.ide.model import Hint
from ctxlayer.ide.text import DOT, counted
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.pointer import Pointer
from ctxlayer.layer.snapshot import Snapshot

MOST = 43
"""Characters of a label; VS Code cuts what is longer."""

_FIRST = 5
"""Files named in the tooltip."""


def hints(snapshot: Snapshot, path: str) -> tuple[Hint, ...]:
    """The hints of a document, in order."""
    document = snapshot.document(path)
    if document is None:
        return ()
    if document.kind is Kind.RULE:
        return tuple(_of_rule(path, snapshot))
    return tuple(_of_table(path, snapshot)) if document.kind is Kind.TRIGGER_TABLE else ()


def _of_rule(path: str, snapshot: Snapshot) -> Iterator[Hint]:
    globs = snapshot.ask(rule_globs)
    file = globs.files.get(path)
    for written in file.globs if file is not None else ():
        if written.is_mangled:
            continue
        beyond = written.may_lie_beyond(snapshot.unlisted)
        counts = [
            (each, None if beyond else count_of(each, globs, snapshot)) for each in written.readers
        ]
        label = _label(counts)
        if label:
            yield Hint(_behind(written), label, _tooltip(written, snapshot))


def count_of(reader: Reader, globs: RuleGlobs, snapshot: Snapshot) -> int | None:
    """How many files of the layer a pattern matches; None where that is not known."""
    if not reader.glob.is_settled:
        return None
    found = len(globs.tree.index.matching(reader.glob))
    # Nothing here is nothing only if there is no other place that it may be about.
    if not found and (globs.siblings.names or snapshot.settings.repos):
        return None
    return found


def _label(counts: list[tuple[Reader, int | None]]) -> str:
    """`12 files`; with several answers `VS Code 12 · GitHub 3`, as many as fit."""
    known = [(reader, count) for reader, count in counts if count is not None]
    if not known:
        return ""
    if len(known) == len(counts) and len({count for _, count in known}) == 1:
        return counted(known[0][1], "file")
    label = ""
    for reader, count in known:
        longer = f"{label}{DOT if label else ''}{reader.title} {count:,}"
        if len(longer) > MOST:
            break
        label = longer
    return label


def _behind(written: WrittenGlob) -> int:
    """Behind the pattern, and behind the quote that closes it."""
    scalar = written.scalar
    if scalar is not None and scalar.span.end == written.span.end + 1:
        return scalar.span.end
    return written.span.end


def _tooltip(written: WrittenGlob, snapshot: Snapshot) -> str:
    """The first files, as plain text: names of files are never markup."""
    paths: dict[str, None] = {}
    for reader in written.readers:
        if reader.glob.is_settled:
            paths |= dict.fromkeys(snapshot.tree.index.matching(reader.glob))
    return _files(list(paths))


def _files(paths: list[str] | tuple[str, ...]) -> str:
    more = [f"… and {len(paths) - _FIRST:,} more"] if len(paths) > _FIRST else []
    return "\n".join([*paths[:_FIRST], *more])


def _of_table(path: str, snapshot: Snapshot) -> Iterator[Hint]:
    for place in snapshot.ask(topic_index).places_in(path):
        memo = place.facts.memo
        if "hints" not in memo:
            memo["hints"] = tuple(_of_topic(place.facts))
        for hint in memo["hints"]:
            yield hint._replace(offset=hint.offset + place.offset)


def _of_topic(facts: TopicFacts) -> Iterator[Hint]:
    """The pointers of a topic that stand for many files; offsets count from the topic's start."""
    for pointer, resolution in zip(facts.topic.pointers, facts.resolved, strict=True):
        targets = resolution.targets
        many = pointer.form in ("glob", "folder") or len(targets) > 1
        if many and targets and resolution.state is State.FOUND:
            end = pointer.path_span.end
            if pointer.label_span is not None:
                end = max(end, _link_end(pointer))
            yield Hint(end, counted(len(targets), "file"), _files(targets))


def _link_end(pointer: Pointer) -> int:
    """Where a pointer that is a link ends: before its annotation."""
    note = pointer.annotation_span
    return pointer.span.end if note is None else pointer.path_span.end + 1
