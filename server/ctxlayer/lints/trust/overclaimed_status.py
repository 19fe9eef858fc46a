"""A status that its own file denies."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import TRUST_KINDS
from ctxlayer.layer.rule import inner_span
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import read_trust
from ctxlayer.lints.model import Related, Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import replace_with
from ctxlayer.syntax.nodes import Scalar


@document_lint("error", kinds=TRUST_KINDS, fixable=True)
def overclaimed_status(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A file says `confirmed`, and that nobody verified it.

    ## What it does
    Finds `status: confirmed` next to `verified-by: unverified`. The fix takes the claim back
    (`status: hypothesis`); stating that it was verified is up to a person.

    ## Why
    `confirmed` is what gates believe. Agents write it on what they have only reasoned out.

    ## Example
    ```knowledge/tides/overview.md
    ---
    source: human-authored
    created: 2026-11-20
    verified-by: unverified
    status: confirmed
            ^^^^^^^^^ overclaimed-status
    ---

    # Tides
    ```

    ## Instead
    ```knowledge/tides/overview.md
    ---
    source: human-authored
    created: 2026-11-20
    verified-by: unverified
    status: hypothesis
    ---

    # Tides
    ```
    """
    trust = read_trust(document)
    if trust.status != "confirmed" or trust.verified_by != "unverified":
        return
    status = trust.entries["status"].value
    if not isinstance(status, Scalar):
        return
    span = inner_span(status, document.text)
    title = "Take the claim back: hypothesis"
    yield Report(
        status.span,
        "status `confirmed` claims more than `verified-by: unverified` allows; say hypothesis, or "
        "let a developer verify it",
        (replace_with(document, span, "hypothesis", title=title, safe=False),),
        (Related(document.path, trust.entries["verified-by"].value.span, "unverified here"),),
    )
