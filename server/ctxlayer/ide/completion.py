"""What would complete the text at the cursor, also in broken YAML and half-typed rows."""

from __future__ import annotations

from ctxlayer.ide.completions.frontmatter import block_template, frontmatter_completions
from ctxlayer.ide.completions.links import link_completions
from ctxlayer.ide.completions.table import table_completions
from ctxlayer.ide.model import Completion
from ctxlayer.ide.settings_keys import settings_completions
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot

TRIGGER_CHARACTERS = (" ", "/", "(", "<", "#", "@", '"')
"""Characters after which a client asks by itself, where it does not ask as somebody types.

A blank opens values, list items, cells and the next pointer; the others go on in a path, a link,
an anchor, an import, a quoted pattern. No line end and no letter: a list that opens there would swallow the
next Enter of somebody who only writes.
"""

MOST = 200
"""Suggestions of one answer; a longer list is cut, and asked for again as the text grows."""

_MARKDOWN = (".md", ".mdc")


def complete(snapshot: Snapshot, path: str, offset: int) -> tuple[Completion, ...]:
    """Suggestions at `offset`, in order. Each edit replaces what is typed of it, nothing behind."""
    document = snapshot.document(path)
    if document is None:
        return ()
    if document.kind is Kind.SETTINGS:
        return tuple(settings_completions(document, offset))
    if not path.endswith(_MARKDOWN):
        return ()
    block = document.frontmatter
    if block.exists and offset <= block.span.end:
        return tuple(frontmatter_completions(document, offset, snapshot))[:MOST]
    found = list(frontmatter_completions(document, offset, snapshot))
    found += block_template(document, offset, snapshot)
    if not found and document.kind is Kind.TRIGGER_TABLE:
        found = list(table_completions(document, offset, snapshot))
    if not found:
        found = list(link_completions(document, offset, snapshot))
    return tuple(found[:MOST])
