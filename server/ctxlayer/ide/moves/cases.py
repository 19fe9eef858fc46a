"""Files of routing cases, whose topics get other names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.rule import inner_span
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.syntax.nodes import Mapping as Entries
from ctxlayer.syntax.nodes import Node, Scalar, Sequence, scalars
from ctxlayer.syntax.yaml import parse_strictly
from ctxlayer.text import Edit, Span

_TSV_TOPICS = re.compile(r"^[^\t\r\n]*\t([^\t\r\n]*)", re.MULTILINE)
_NAME = re.compile(r"[^|]+")


def case_edits(snapshot: Snapshot, names: Mapping[str, str]) -> Iterator[tuple[str, Edit]]:
    """(path, edit) of each case whose topic is one of `names`, old name to new one."""
    for document in snapshot.of_kind(Kind.ROUTING_CASES) if names else ():
        for name, span in case_topics(document):
            if name in names:
                yield document.path, Edit(span, names[name])


def case_topics(document: Document) -> Iterator[tuple[str, Span]]:
    """(topic, where it is written) of the cases of a file."""
    if document.path.lower().endswith(".tsv"):
        for line in _TSV_TOPICS.finditer(document.text):
            for name in _NAME.finditer(document.text, *line.span(1)):
                start = name.start() + len(name[0]) - len(name[0].lstrip())
                yield name[0].strip(), Span(start, start + len(name[0].strip()))
        return
    root, _ = parse_strictly(document.text)
    for scalar in _topics(root):
        span = inner_span(scalar, document.text)
        if span.of(document.text) == scalar.text:
            yield scalar.text, span


def _topics(root: Node | None) -> Iterator[Scalar]:
    """The values of `topic` in a list of cases, or in one under `cases`."""
    if isinstance(root, Entries):
        root = next((entry.value for entry in root.entries if entry.key == "cases"), None)
    for item in root.items if isinstance(root, Sequence) else ():
        for entry in item.entries if isinstance(item, Entries) else ():
            if entry.key == "topic":
                yield from scalars(entry.value)
