"""Renaming what a cursor is on: a topic, a term, a file, a heading; everywhere at once."""

from __future__ import annotations

from typing import NamedTuple

from ctxlayer.ide.model import Rewrite
from ctxlayer.ide.renames.files import rename_file, written_name
from ctxlayer.ide.renames.headings import rename_heading
from ctxlayer.ide.renames.refusal import Refusal
from ctxlayer.ide.renames.terms import rename_term
from ctxlayer.ide.renames.topics import rename_topic
from ctxlayer.ide.subjects import FilePath, HeadingText, TermUse, TopicName, subject_at
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.text import Span

__all__ = ["Refusal", "Renamable", "prepare_rename", "rename"]

_NOTHING = (
    "nothing here has a name that other places use: rename a topic, a term, a path or a heading"
)


class Renamable(NamedTuple):
    """What can be renamed at a cursor: where it stands, and what it is called now."""

    span: Span
    name: str


def prepare_rename(snapshot: Snapshot, path: str, offset: int) -> Renamable | Refusal:
    """What a rename at `offset` would rename; a refusal says why nothing can be."""
    subject = subject_at(snapshot, path, offset)
    document = snapshot.document(path)
    if subject is None or document is None:
        return Refusal(_NOTHING)
    if isinstance(subject, TopicName):
        return Renamable(subject.span, subject.name)
    if isinstance(subject, TermUse):
        return Renamable(subject.span, subject.term.text)
    if isinstance(subject, FilePath):
        name = written_name(subject, document)
        return name if isinstance(name, Refusal) else Renamable(name, name.of(document.text))
    return _heading(subject, path, snapshot)


def _heading(subject: HeadingText, path: str, snapshot: Snapshot) -> Renamable | Refusal:
    target = snapshot.documents[subject.path]
    heading = target.blocks.headings[subject.number]
    if target.kind is Kind.TRIGGER_TABLE:
        table = target.table(snapshot.settings)
        if any(each.span == heading.span for each in table.clusters):
            return Refusal(
                f"`{heading.text}` says which cluster the topics below are in; change it by hand, "
                "and `table.clusters` in the settings with it"
            )
    if subject.path == path and subject.span == heading.text_span:
        return Renamable(subject.span, heading.text_span.of(target.text))
    return Renamable(subject.span, heading.text)


def rename(snapshot: Snapshot, path: str, offset: int, new: str) -> Rewrite | Refusal:
    """What has to change so that the thing at `offset` is called `new` everywhere."""
    subject = subject_at(snapshot, path, offset)
    document = snapshot.document(path)
    ready = prepare_rename(snapshot, path, offset)
    if isinstance(ready, Refusal) or subject is None or document is None:
        return ready if isinstance(ready, Refusal) else Refusal(_NOTHING)
    new = new.strip()
    if "\n" in new or "\r" in new:
        return Refusal("a name is one line")
    if new == ready.name:
        return Rewrite({})
    if isinstance(subject, TopicName):
        return rename_topic(snapshot, subject.name, new)
    if isinstance(subject, TermUse):
        return rename_term(snapshot, subject.term, new)
    if isinstance(subject, FilePath):
        return rename_file(snapshot, subject, document, new)
    return rename_heading(snapshot, subject, new)
