"""What a runtime sends of a file, where that is not all of it."""

from __future__ import annotations

from ctxlayer.layer.document import Document
from ctxlayer.layer.runtimes import Profile, Store
from ctxlayer.layer.runtimes.profile import Unit
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
    key = (loaded_tokens, profile.id)
    known = document.memo.get(key)
    if known is None or known[0] is not tokenizer:
        text = loaded_text(document, profile, store)
        known = document.memo[key] = (tokenizer, tokenizer.count(text))
    found: Estimate = known[1]
    return found


def loaded_text(document: Document, profile: Profile, store: Store) -> str:
    """The text without what `profile` takes out of it."""
    at, kept = 0, []
    for span in taken_out(document, profile, store):
        kept.append(document.text[at : span.start])
        at = max(at, span.end)
    return "".join([*kept, document.text[at:]])


def taken_out(document: Document, profile: Profile, store: Store) -> tuple[Span, ...]:
    """What `profile` does not send of a document, in order.

    That is what lies behind a limit of the runtime, and comments that begin a line, where it takes
    those out of its own memory files: of others that it reads nothing is established.
    """
    comments: tuple[Span, ...] = ()
    if profile.strips_comments and store.own and store.names:
        if "line-comments" not in document.memo:
            document.memo["line-comments"] = _line_comments(document)
        comments = document.memo["line-comments"]
    at = _cut(document, store)
    if at is None:
        return comments
    kept = (span for span in comments if span.end <= at)
    return (*kept, Span(at, len(document.text)))


def _cut(document: Document, store: Store) -> int | None:
    """Where the runtime stops to read, by limits that always hold; None for the end."""
    places = [
        reach(document, limit.most, limit.unit)
        for limit in store.limits
        if limit.cuts and not limit.partly
    ]
    return min((at for at in places if at is not None), default=None)


def reach(document: Document, most: int, unit: Unit) -> int | None:
    """The offset that a reader of the first `most` units comes to; None if that is the whole text."""
    text = document.text
    if unit == "lines":
        lines = document.lines
        # A line end at the end of a text does not begin another line.
        count = len(lines) - (lines.line(len(lines) - 1) == "")
        return lines.starts[most] if count > most else None
    if unit == "characters":
        return most if len(text) > most else None
    if len(text) <= most // 4:
        return None
    data = text.encode("utf-8", "surrogatepass")
    if len(data) <= most:
        return None
    return len(data[:most].decode("utf-8", "ignore"))


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
