"""A `confirmed` that an agent committed."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.authorship import annotated_status
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import TRUST_KINDS
from ctxlayer.layer.rule import inner_span
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import read_trust
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import clip, replace_with, value_span
from ctxlayer.syntax.nodes import Entry, Scalar


@document_lint("warning", kinds=TRUST_KINDS, reads={"authors"}, fixable=True)
def agent_written_status(document: Document, layer: Snapshot) -> Iterator[Report]:
    """Git says that an agent wrote the `confirmed` of a file.

    ## What it does
    Looks up the commit that gave the `status:` line its present text, through renames, and flags
    `confirmed` where an agent is the author, the committer or a co-author of it (a squash included).
    Nothing is said of a line that is not committed yet, in a shallow clone or outside git; nor where a
    developer later committed the `last-verified` of a file that a developer verified, and so stands for
    it.
    Commits in `freshness.ignore-revs`, and agents that only write the same value in another way, are
    passed over.

    ## Why
    `confirmed` is a control signal only when a developer stated it. From an agent it is a note to
    itself, and the next agent believes it more than it deserves.

    ## Example
    The author of the last commit to a file, as `@authors` gives it here, is what git tells.

    ```@authors
    knowledge/tides/overview.md: Claude <noreply@anthropic.com>
    ```
    ```knowledge/tides/overview.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
            ^^^^^^^^^ agent-written-status
    ---

    # Tides
    ```

    ## Instead
    ```@authors
    knowledge/tides/overview.md: Claude <noreply@anthropic.com>
    ```
    ```knowledge/tides/overview.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed-by-agent
    ---

    # Tides
    ```

    ## Settings
    `agents.identities`: what in a name or a mail address shows an agent.
    """
    # Asked first: a file without an agent's line need not be read.
    found = annotated_status(document, layer)
    if found is None or read_trust(document).verified_by == "unverified":
        return  # an overclaimed status has to be taken back, whoever wrote it
    who = f"`{clip(found.name)}`" if found.name else "an agent"
    when = ", ".join(filter(None, (found.commit[:8], str(found.day or ""))))
    when = f" ({when})" if when else ""
    status = read_trust(document).entries["status"]
    yield Report(
        value_span(status),
        f"{who} wrote this `confirmed`{when}, and no developer stands for it; let one verify the file "
        "and commit that, or say confirmed-by-agent",
        _fixes(status, document),
    )


def _fixes(status: Entry, document: Document) -> tuple[Fix, ...]:
    """What lowers the claim to what it is; to raise it is up to a developer."""
    if not isinstance(status.value, Scalar):
        return ()
    span, title = inner_span(status.value, document.text), "Say confirmed-by-agent"
    return (replace_with(document, span, "confirmed-by-agent", title=title, safe=False),)
