"""Routing cases of a topic that was split: those that its words leave no doubt about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ctxlayer.analysis.term_division import Division
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.rule import inner_span
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.term_match import TermMatcher
from ctxlayer.layer.topic import Topic
from ctxlayer.syntax.nodes import Mapping as Entries
from ctxlayer.syntax.nodes import Node, Scalar
from ctxlayer.syntax.nodes import Sequence as Items
from ctxlayer.syntax.yaml import parse_strictly
from ctxlayer.text import Edit


def case_edits(
    snapshot: Snapshot, topic: Topic, names: Sequence[str], division: Division
) -> Iterator[tuple[str, Edit]]:
    """(path, edit) of each case of the topic whose task holds words of one new topic and no others.

    `names` are those of the topics after the split, in the order of the shares. Cases with several
    topics, and those in `.tsv` files, are left as they are: they are judged by the parts all the same.
    """
    owners = {
        topic.vocabulary[number].key: share
        for share, terms in enumerate(division.terms)
        for number in terms
    }
    matcher = TermMatcher(owners)
    for document in snapshot.of_kind(Kind.ROUTING_CASES):
        if document.path.lower().endswith(".tsv") or topic.name not in document.text:
            continue
        root, problem = parse_strictly(document.text)
        for task, value in _cases(root) if problem is None else ():
            shares = {owners[key] for key in matcher.keys_in(task)}
            span = inner_span(value, document.text)
            exact = span.of(document.text) == value.text == topic.name
            if exact and len(shares) == 1 and (share := shares.pop()):
                yield document.path, Edit(span, names[share])


def _cases(root: Node | None) -> Iterator[tuple[str, Scalar]]:
    """(task, value of `topic`) of the cases with one topic each."""
    if isinstance(root, Entries):
        root = next((entry.value for entry in root.entries if entry.key == "cases"), None)
    for item in root.items if isinstance(root, Items) else ():
        if isinstance(item, Entries):
            found = {entry.key: entry.value for entry in item.entries}
            task, topic = found.get("task"), found.get("topic")
            if isinstance(task, Scalar) and isinstance(topic, Scalar):
                yield task.text, topic
