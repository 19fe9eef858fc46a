"""The links and imports of a document with where they lead.

What is known of them hangs on the names of all files and on the documents whose anchors they name;
it is kept with the document while those are the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ctxlayer.analysis.imports import Reader, import_graph, imports_of
from ctxlayer.analysis.link_paths import from_root
from ctxlayer.analysis.link_states import LinkState, Outcome, existing, judge_import, judge_link
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.siblings import Siblings
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.tree import Tree
from ctxlayer.layer.unlisted import Unlisted
from ctxlayer.syntax.hidden import outside
from ctxlayer.syntax.markdown import scan_blocks, scan_inline
from ctxlayer.syntax.markdown_nodes import Blocks, Inline, Link
from ctxlayer.syntax.targets import decode
from ctxlayer.text import Span

LINKING_KINDS = frozenset(
    {
        Kind.RULE,
        Kind.TRIGGER_TABLE,
        Kind.KNOWLEDGE,
        Kind.EXTRACTION,
        Kind.EXTERNAL,
        Kind.WORKFLOW,
        Kind.SKILL,
        Kind.TICKET,
        Kind.BUNDLE,
    }
)
"""Kinds of documents whose links are judged."""

_MARKDOWN = (".md", ".mdc")
_MAY_LEAD = re.compile(r"\]\((?!https?://|mailto:)|\]:")
"""Some link that is none into the web; most documents have none, and need not be parsed."""
_TORN = re.compile(r"\]\(([^()<>\[\]\n\"']{1,1000})\)")
_LOOKS_LIKE_PATH = re.compile(r"[/#]|\.[A-Za-z][A-Za-z0-9]{0,9}\Z")


_FOR_ELSEWHERE = frozenset(
    "template templates _templates .templates fixture fixtures __fixtures__ testdata test-data scaffold"
    " scaffolds scaffolding skeleton skeletons boilerplate cookiecutter".split()
)
"""Folders of memory files that are copied to some other place: their paths count from there."""


class _Inputs(NamedTuple):
    """What the links of a document were judged by, besides its text."""

    tree: Tree
    siblings: Siblings
    unlisted: Unlisted
    reader: Reader | None


class _Facts(NamedTuple):
    inputs: _Inputs
    looked_into: tuple[tuple[str, Document | None], ...]
    links: tuple[LinkState, ...]


def link_states(document: Document, snapshot: Snapshot) -> tuple[LinkState, ...]:
    """The links and imports of a document that lead to files, each with what became of it.

    Web pages, and whatever may or may not be there, are left out.
    The same object while nothing that it says changes. A definition stands for the links that
    use it; pointers of a trigger table are left out.
    """
    graph = snapshot.ask(import_graph)
    known: _Facts | None = document.memo.get("link-states")
    reader = graph.readers.get(document.path)
    inputs = _Inputs(snapshot.tree, snapshot.siblings, snapshot.unlisted, reader)
    if (
        known is not None
        and known.inputs == inputs
        and all(snapshot.document(path) is each for path, each in known.looked_into)
    ):
        return known.links
    judged = _judged(document, reader, snapshot)
    links = tuple(state for state in judged if state.outcome is not Outcome.UNKNOWN)
    if known is not None and known.links == links:
        links = known.links
    named = {each.target for each in links if each.anchor and each.target}
    looked_into = tuple((path, snapshot.document(path)) for path in sorted(named))
    document.memo["link-states"] = _Facts(inputs, looked_into, links)
    return links


def _judged(document: Document, reader: Reader | None, snapshot: Snapshot) -> Iterator[LinkState]:
    if not document.path.endswith(_MARKDOWN) or _is_for_elsewhere(document):
        return
    for link in _own_links(document, snapshot):
        if link.kind == "torn":
            yield LinkState(link, Outcome.TORN, link.target_span, link.target)
        else:
            yield judge_link(link, document, snapshot)
    if reader is not None:
        for link in imports_of(document):
            yield judge_import(link, document, reader, snapshot)


def _is_for_elsewhere(document: Document) -> bool:
    folders = document.path.lower().split("/")[:-1]
    return document.kind is Kind.RULE and not _FOR_ELSEWHERE.isdisjoint(folders)


def _own_links(document: Document, snapshot: Snapshot) -> Iterator[Link]:
    """The links of a document that may lead to files, each once."""
    if not _MAY_LEAD.search(document.text):
        return
    links = text_links(document, snapshot)
    used = {link.target_span for link in links if link.kind in ("reference", "image")}
    seen: set[Span] = set()
    for link in links:
        if link.kind in ("autolink", "reference") or link.target_span in seen or not link.target:
            continue
        if link.kind == "definition" and not _is_link(link, used):
            continue
        seen.add(link.target_span)
        yield link
    yield from _torn(document, snapshot)


def _is_link(definition: Link, used: set[Span]) -> bool:
    """Whether a definition defines a link: a footnote or a note in brackets may look like one."""
    if definition.text.startswith("^"):
        return False
    target = definition.target
    return definition.target_span in used or _LOOKS_LIKE_PATH.search(target) is not None


def text_links(document: Document, snapshot: Snapshot) -> tuple[Link, ...]:
    """The links of a document that are no pointers of a topic, imports left out.

    Of a trigger table only what stands above its first topic is read, its legend: the links
    below are pointers, and a table has thousands of them.
    """
    return _read(document, snapshot)[2].links


def _read(document: Document, snapshot: Snapshot) -> tuple[str, Blocks, Inline]:
    """The text of a document whose links are its own, with what stands in it."""
    if document.kind is not Kind.TRIGGER_TABLE:
        return document.text, document.blocks, document.inline
    topics = document.table(snapshot.settings).topics
    legend = document.text[: topics[0][0]] if topics else document.text
    known: tuple[str, Blocks, Inline] | None = document.memo.get("legend")
    if known is None or known[0] != legend:
        blocks = scan_blocks(legend, min(document.frontmatter.body_start, len(legend)))
        known = (legend, blocks, scan_inline(legend, blocks))
        document.memo["legend"] = known
    return known


def hidden_from_links(document: Document) -> list[Span]:
    """Where a document has no links: code and comments."""
    return _hidden(document.blocks, document.inline)


def _hidden(blocks: Blocks, inline: Inline) -> list[Span]:
    return [*blocks.hidden(), *(code.span for code in inline.code_spans), *inline.comments]


def _torn(document: Document, snapshot: Snapshot) -> Iterator[Link]:
    """What would be a link if its target had no blank, and a file of that name exists."""
    text, blocks, inline = _read(document, snapshot)
    start = min(document.frontmatter.body_start, len(text))
    found = [match for match in _TORN.finditer(text, start) if " " in match[1].strip()]
    if not found:
        return
    hidden = [*_hidden(blocks, inline), *(link.span for link in inline.links)]
    folder = document.path.rpartition("/")[0]
    for match in outside(found, hidden):
        written = match[1].strip()
        path = existing(from_root(folder, decode(written.partition("#")[0])), snapshot)
        if path in snapshot.tree.paths:
            at = match.start(1) + match[1].find(written)
            span = Span(at, at + len(written))
            yield Link(Span(*match.span()), "", written, span, "torn", written)
