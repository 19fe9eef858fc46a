"""What is known about the place under the pointer. Findings there are not repeated."""

from __future__ import annotations

from ctxlayer.analysis.freshness import staleness
from ctxlayer.analysis.secrets import masked
from ctxlayer.analysis.topics import topic_index
from ctxlayer.ide.evidence_words import MOST_COMMITS
from ctxlayer.ide.guide_words import guide_lens
from ctxlayer.ide.hovers.adapters import adapter_hover
from ctxlayer.ide.hovers.files import file_lines
from ctxlayer.ide.hovers.frontmatter import frontmatter_hover
from ctxlayer.ide.hovers.table import table_hover
from ctxlayer.ide.linking import destination, link_at
from ctxlayer.ide.model import Hover
from ctxlayer.ide.repo_places import repo_hover
from ctxlayer.ide.rule_words import replay_lines, rule_lens
from ctxlayer.ide.settings_keys import settings_hover
from ctxlayer.ide.text import code
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import GUIDE_KINDS, INDEXED_KINDS, Kind
from ctxlayer.layer.snapshot import Snapshot

_MARKDOWN = (".md", ".mdc")


def hover(snapshot: Snapshot, path: str, offset: int) -> Hover | None:
    """Markdown about what stands at `offset`, without secrets; None where there is nothing to say."""
    document = snapshot.document(path)
    found = _hover(document, offset, snapshot) if document is not None else None
    if document is None or found is None:
        return None
    return found._replace(markdown=masked(found.markdown, document))


def _hover(document: Document, offset: int, snapshot: Snapshot) -> Hover | None:
    if document.kind is Kind.SETTINGS:
        return settings_hover(document, offset)
    if document.kind is Kind.ADAPTERS:
        return adapter_hover(document, offset, snapshot)
    if document.kind is Kind.REPO_MAP:
        return repo_hover(document, offset, snapshot)
    if not document.path.endswith(_MARKDOWN):
        return None
    block = document.frontmatter
    if block.exists and block.span.start <= offset <= block.span.end:
        return frontmatter_hover(document, offset, snapshot)
    if document.kind is Kind.TRIGGER_TABLE:
        found = table_hover(document, offset, snapshot)
        if found is not None:
            return found
    return _link_hover(document, offset, snapshot) or _title_hover(document, offset, snapshot)


def _title_hover(document: Document, offset: int, snapshot: Snapshot) -> Hover | None:
    """When a rule or a skill loads; of other files what speaks against them, and who leads a reader there.

    That nobody does is a finding.
    """
    if document.kind is Kind.RULE and document.title_span.holds(offset):
        replayed = replay_lines(document, snapshot)
        lines = [code(document.path), "", rule_lens(document, snapshot)]
        lines += ["", *replayed] if replayed else []
        return Hover(document.title_span, "\n".join(lines))
    if document.kind in GUIDE_KINDS and document.title_span.holds(offset):
        words = guide_lens(document, snapshot)
        lines = [code(document.path), "", words]
        return Hover(document.title_span, "\n".join(lines)) if words else None
    if document.kind not in INDEXED_KINDS or not document.title_span.holds(offset):
        return None
    places = snapshot.ask(topic_index).pointing_at(document.path)
    names = [code(place.facts.topic.name) for place in places if place.facts.topic.name]
    if not names and not staleness(document, snapshot):
        return None
    lines = file_lines(document.path, snapshot, most=MOST_COMMITS)
    more = f" and {len(names) - 5} more" if len(names) > 5 else ""
    lines += ["", f"Topics that lead here: {', '.join(names[:5])}{more}."] if names else []
    return Hover(document.title_span, "\n".join(lines))


def _link_hover(document: Document, offset: int, snapshot: Snapshot) -> Hover | None:
    link = link_at(document, offset, snapshot)
    to = destination(link, document, snapshot) if link else None
    if link is None or to is None or to.path is None or to.path == document.path:
        return None
    suffix = f"#{to.anchor}" if to.anchor else ""
    return Hover(link.span, "\n".join(file_lines(to.path, snapshot, suffix)))
