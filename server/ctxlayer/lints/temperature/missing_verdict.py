"""A session that ends without a look at what is always loaded."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.verdicts import HEADING, KEY, QUESTION, Said, Verdict, verdict_of
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import has_trust_keys, read_trust
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import entry_edit
from ctxlayer.syntax.nodes import Scalar
from ctxlayer.text import Edit, Span, apply_edits


@document_lint("info", kinds={Kind.EXTRACTION}, fixable=True)
def missing_verdict(document: Document, layer: Snapshot) -> Iterator[Report]:
    """An extraction does not say what it means for always-loaded memory.

    ## What it does
    Asks each extraction for a verdict on the always-loaded index: the key `hot-memory`, or a section
    `## Hot-memory verdict`, that says `updated: what and why` or `reviewed, no change: why not`. A
    superseded extraction owes none, nor does one without trust frontmatter, which is another finding.

    The fix writes the section with the question in it, for a person to answer. It begins with `Not
    answered yet`, claims no review, and is no finding any more: the question stands where the next
    reader sees it, and the lens of the file goes on saying that it is open.

    ## Why
    What a session finds out is lost to the next one unless something that is loaded points at it. Most
    sessions change nothing there, and that is worth a line too: it says that somebody looked.

    ## Example
    ```extractions/2026-11-03-tides.md
    ---
    source: extraction
    created: 2026-11-03
    last-verified: 2026-11-03
    verified-by: live-query
    status: confirmed-by-agent
    ---

    # Why a tide window closed early
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ missing-verdict

    The gauge fell below the limit before the forecast did.
    ```

    ## Instead
    ```extractions/2026-11-03-tides.md
    ---
    source: extraction
    created: 2026-11-03
    last-verified: 2026-11-03
    verified-by: live-query
    status: confirmed-by-agent
    hot-memory: "reviewed, no change: the topic already points here"
    ---

    # Why a tide window closed early

    The gauge fell below the limit before the forecast did.
    ```
    """
    if not has_trust_keys(document) or read_trust(document).status == "superseded":
        return
    verdict = verdict_of(document)
    if verdict.said in (Said.GIVEN, Said.OPEN):
        return
    place, fault = _fault(document, verdict)
    yield Report(
        place,
        f"{fault}; say in `{KEY}` or under `## {HEADING}`: `updated: what and why`, or "
        "`reviewed, no change: why not`",
        tuple(_ask(document, verdict)),
    )


def _fault(document: Document, verdict: Verdict) -> tuple[Span, str]:
    if verdict.entry is not None:
        return verdict.entry.key_span, f"`{KEY}` is empty"
    if verdict.heading is not None:
        return verdict.heading, "nothing stands under this heading"
    return document.title_span, "this extraction has no verdict on always-loaded memory"


def _ask(document: Document, verdict: Verdict) -> Iterator[Fix]:
    """The question, where it is read as one: behind an open fence it would be code."""
    edit = _question(document, verdict)
    if edit is None:
        return
    text = apply_edits(document.text, (edit,))
    placement = Placement(document.kind, document.runtime)
    if verdict_of(Document(document.path, placement, text)).said is Said.OPEN:
        yield Fix("Put the question for a verdict here", {document.path: (edit,)})


def _question(document: Document, verdict: Verdict) -> Edit | None:
    newline = document.newline
    if verdict.entry is not None:
        if not isinstance(verdict.entry.value, Scalar):
            return None
        return entry_edit(document, verdict.entry, QUESTION)
    if verdict.heading is not None:
        return Edit(Span.at(verdict.body), f"{newline}{newline}{QUESTION}")
    end = len(document.text)
    tail = document.text[len(document.text.rstrip("\r\n")) :]
    blank = "" if tail.count("\n") > 1 or tail.count("\r") > 1 + tail.count("\n") else newline
    if not tail:
        blank = newline * 2
    return Edit(Span.at(end), f"{blank}## {HEADING}{newline}{newline}{QUESTION}{newline}")
