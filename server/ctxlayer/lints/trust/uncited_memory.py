"""Confirmed, with words that say otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ctxlayer.analysis.memory_flags import memory_flags
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import TRUST_KINDS
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import read_trust
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import document_lint

_MOST = 20
"""Findings of one file; who flags more knows it."""


@document_lint("info", kinds=TRUST_KINDS)
def uncited_memory(document: Document, layer: Snapshot) -> Iterator[Report]:
    """The text flags a passage as unverified or from memory, and the file is confirmed.

    ## What it does
    Finds the flags *unverified*, *not verified* and *from memory* in the body of a `confirmed` file: in
    brackets, as the label of a line or a section, behind a dash at the end of a line. The words in a
    sentence (unverified users, read from memory), in code and in comments are left alone.

    ## Why
    The status speaks for the whole file. Who reads a part of it, or is handed a part of it, does not see
    the flag.

    ## Example
    ```knowledge/tides/overview.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Tides

    The pier floods at 4.2 m (from memory).
                              ^^^^^^^^^^^ uncited-memory
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

    The pier floods at 4.2 m (levels of the gauge, 2026-11-01).
    ```
    """
    if read_trust(document).status != "confirmed":
        return
    for span in islice(memory_flags(document), _MOST):
        yield Report(
            span,
            f"the text says `{span.of(document.text)}`, the file says `confirmed`; verify the passage, move "
            "it to a file of its own, or lower the status",
        )
