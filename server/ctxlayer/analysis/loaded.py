"""What a runtime sends of a file, where that is not all of it."""

from __future__ import annotations

from ctxlayer.layer.document import Document
from ctxlayer.layer.runtimes import Profile, Store
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.tokens import Estimate, document_tokens
from ctxlayer.text import Span


def loaded_tokens(
    document: Document, profile: Profile, store: Store, snapshot: Snapshot
) -> Estimate | None:
    """The tokens of what `profile` sends of a document, counted once; None where nobody counts."""
    tokenizer = snapshot.tokenizer
    if tokenizer is None or not taken_out(document, profile, store):
        return document_tokens(document, snapshot)
    known = document.memo.get(loaded_tokens)
    if known is None or known[0] is not tokenizer:
        text = loaded_text(document, profile, store)
        known = document.memo[loaded_tokens] = (tokenizer, tokenizer.count(text))
    found: Estimate = known[1]
    return found


def loaded_text(document: Document, profile: Profile, store: Store) -> str:
    """The text without what `profile` takes out of it."""
    at, kept = 0, []
    for span in taken_out(document, profile, store):
        kept.append(document.text[at : span.start])
        at = span.end
    return "".join([*kept, document.text[at:]])


def taken_out(document: Document, profile: Profile, store: Store) -> tuple[Span, ...]:
    """What `profile` takes out of a document before it sends it: comments that begin a line.

    Of its own memory files alone: of others that it reads nothing is established.
    """
    if not (profile.strips_comments and store.own and store.names):
        return ()
    if "line-comments" not in document.memo:
        document.memo["line-comments"] = _line_comments(document)
    found: tuple[Span, ...] = document.memo["line-comments"]
    return found


def _line_comments(document: Document) -> tuple[Span, ...]:
    text = document.text
    if "<!--" not in text:
        return ()
    return tuple(
        span
        for span in document.blocks.comments
        if span.of(text).endswith("-->") and not _before(span.start, text).strip()
    )


def _before(at: int, text: str) -> str:
    """What stands on the line before `at`."""
    return text[max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1 : at]
