"""A heading gets another text, and the anchors that lead to it."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.ide.model import Rewrite
from ctxlayer.ide.moves.headings import anchor_edits
from ctxlayer.ide.renames.refusal import Refusal
from ctxlayer.ide.subjects import HeadingText
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.syntax.markdown import scan_blocks
from ctxlayer.text import Edit


def rename_heading(snapshot: Snapshot, subject: HeadingText, new: str) -> Rewrite | Refusal:
    """The heading, wherever the cursor is, and every anchor that its new text changes."""
    document = snapshot.documents[subject.path]
    heading = document.blocks.headings[subject.number]
    read = scan_blocks(f"# {new}\n").headings
    if not new or len(read) != 1 or not read[0].text.strip():
        return Refusal("a heading needs a text")
    texts = {subject.number: read[0].text}
    found: dict[str, set[Edit]] = {subject.path: {Edit(heading.text_span, new)}}
    for path, edit in _anchors(snapshot, subject, texts):
        found.setdefault(path, set()).add(edit)
    return Rewrite({path: tuple(sorted(edits)) for path, edits in found.items()})


def _anchors(
    snapshot: Snapshot, subject: HeadingText, texts: dict[int, str]
) -> Iterator[tuple[str, Edit]]:
    yield from anchor_edits(snapshot.documents[subject.path], texts, snapshot)
