"""A date that is none."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.layer.dates import read_date
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import TRUST_KINDS
from ctxlayer.layer.rule import inner_span
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import ValueType, entries_by_key, read_trust, trust_key
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import clip, replace_with, value_span
from ctxlayer.syntax.nodes import Entry, Scalar


@document_lint("error", kinds=TRUST_KINDS, fixable=True)
def invalid_date(document: Document, layer: Snapshot) -> Iterator[Report]:
    """`created` or `last-verified` is not a real ISO date.

    ## What it does
    Wants `YYYY-MM-DD`. Quoted dates and timestamps count as their day. What has one reading only,
    such as `2026-5-1` or `1 May 2026`, is read as that day, which the fix writes; `05/04/2026` has two.

    ## Why
    A date that cannot be read makes the age of the file unknown, and an unknown age is never fresh.

    ## Example
    ```knowledge/tides/gauges.md
    ---
    source: human-authored
    created: 2026-10-1
             ^^^^^^^^^ invalid-date: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Gauges
    ```

    ## Instead
    ```knowledge/tides/gauges.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Gauges
    ```
    """
    block = document.frontmatter
    if not (block.exists and block.closed):
        return
    unverified = read_trust(document).verified_by == "unverified"
    for name, entries in entries_by_key(block).items():
        key = trust_key(name)
        if key is not None and key.type is ValueType.DATE:
            for entry in entries:
                # Nobody verified it, and an empty key says the same.
                if not (unverified and name == "last-verified" and _is_empty(entry)):
                    yield from _date(document, entry)


def _is_empty(entry: Entry) -> bool:
    return isinstance(entry.value, Scalar) and entry.value.value is None


def _date(document: Document, entry: Entry) -> Iterator[Report]:
    value = entry.value
    if entry.damaged:
        return
    if not isinstance(value, Scalar):
        yield Report(value_span(entry), f"`{entry.key}` takes one date, as 2026-05-01")
        return
    read = read_date(value)
    if read is not None and read.exact:
        return
    text = value.text.strip()
    if read is None:
        said = f"{entry.key} `{clip(text)}` is no date" if text else f"`{entry.key}` is empty"
        yield Report(value_span(entry), f"{said}; write a real day as YYYY-MM-DD")
        return
    day = read.day.isoformat()
    span = inner_span(value, document.text)
    fix = replace_with(document, span, day, title=f"Change to {day}", safe=True)
    message = f"{entry.key} `{text}` is no ISO date; it is read as {day}, write it so"
    yield Report(value.span, message, (fix,))
