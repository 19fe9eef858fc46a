"""A file whose word has expired, or was changed since somebody gave it."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.edits import saved_edits
from ctxlayer.analysis.freshness import (
    Staleness,
    concept_staleness,
    edit_staleness,
    trust_staleness,
)
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import TRUST_KINDS
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import read_trust
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import value_span
from ctxlayer.text import Span


# Of its own, since most files are no concepts, and need not be looked at when git tells more.
@document_lint("warning", kinds=TRUST_KINDS, reads={"today", "authors"})
def _stale_concepts(document: Document, layer: Snapshot) -> Iterator[Report]:
    """What the dates of a concept of the Open Knowledge Format say."""
    yield from _report(document, concept_staleness(document, layer))


@document_lint("warning", kinds=TRUST_KINDS, reads={"today", "edits"}, beside=_stale_concepts)
def stale_knowledge(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A knowledge file or an extraction was not verified for too long, or edited since.

    ## What it does
    Compares `last-verified` with today: 90 days for knowledge, 60 for extractions. A file that nobody
    verified may stay so for 14 days. A superseded file is left alone.

    Where git tells, it also compares the text below the frontmatter with the text at the commit that gave
    `last-verified` its day. White space, moves, edits that were taken back, commits over more than 50
    files, and those that `freshness.ignore-revs` or the repository's `.git-blame-ignore-revs` name, are no
    edits, nor is what the person who verified the text changed in it on that day. What is typed in an
    editor counts once it is saved. While `last-verified` itself is not yet committed, or the clone is
    shallow, nothing is said.

    A concept of the Open Knowledge
    Format is stale from its `stale_after` on, and its verification is void once the text was generated
    anew, or changed by a later commit than the one that verified it. Since no edit caused it, it fails
    a run of `ctxlayer check` only with `--fail-on-stale`.

    ## Why
    The running system moves on and the file does not. An old file is read with the same trust as a new
    one, unless something says that it is old. And whoever vouched for a text did not vouch for what was
    made of it later.

    ## Example
    ```knowledge/tides/overview.md
    ---
    source: human-authored
    created: 2026-07-01
    last-verified: 2026-08-01
                   ^^^^^^^^^^ stale-knowledge: 120 days ago
    verified-by: developer
    status: confirmed
    ---

    # Tides
    ```

    ## Instead
    ```knowledge/tides/overview.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Tides
    ```

    ## Settings
    `freshness.knowledge-days`, `freshness.extraction-days`, `freshness.unverified-days`, and
    `freshness.topics.<topic>` for one topic; `freshness.bulk-files` and `freshness.ignore-revs` for commits
    that are no edits.
    """
    edited = edit_staleness(saved_edits(document, layer))
    yield from _report(document, (*trust_staleness(document, layer), *edited))


def _report(document: Document, found: tuple[Staleness, ...]) -> Iterator[Report]:
    if found:
        evidence = "; ".join(each.evidence for each in found)
        yield Report(
            _place(document, found),
            f"{evidence}; check {_what(found)} against the running system and set {_keys(found)}",
        )


def _what(found: tuple[Staleness, ...]) -> str:
    return "what changed" if {each.kind for each in found} == {"edited-since"} else "it"


def _keys(found: tuple[Staleness, ...]) -> str:
    kinds = {each.kind for each in found}
    if "never-verified" in kinds:
        return "verified-by and last-verified"
    if kinds & {"expired", "edited-since"}:
        return "last-verified"
    return "`verified` and `stale_after`" if "stale-after" in kinds else "`verified`"


def _place(document: Document, found: tuple[Staleness, ...]) -> Span:
    trust = read_trust(document)
    kinds = {each.kind for each in found}
    if kinds <= {"stale-after", "rewritten-since"}:
        key = "stale_after" if "stale-after" in kinds else "verified"
        entry = document.frontmatter.get(key)
        return value_span(entry) if entry is not None else document.frontmatter.open_span
    dated = trust.last_verified is not None
    return value_span(trust.entries["last-verified" if dated else "verified-by"])
