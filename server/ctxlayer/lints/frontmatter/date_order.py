"""Dates that cannot be right."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from ctxlayer.analysis.freshness import GRACE
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import TRUST_KINDS
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import read_trust
from ctxlayer.lints.model import Related, Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import value_span


@document_lint("error", kinds=TRUST_KINDS, reads={"today"})
def date_order(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A file was verified before it was created, or a date lies in the future.

    ## What it does
    Compares `created`, `last-verified` and today, in days, with one day of grace for time zones.

    ## Why
    A date from the future keeps a file fresh for as long as it likes; a check before the file existed
    never took place.

    ## Example
    ```knowledge/tides/gauges.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-09-01
                   ^^^^^^^^^^ date-order: before
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
    trust = read_trust(document)
    for name, day in (("created", trust.created), ("last-verified", trust.last_verified)):
        if _future(day, layer.today):
            yield Report(
                value_span(trust.entries[name]),
                f"{name} {day} is in the future: today is {layer.today}; give the real day",
            )
    if _before(trust.last_verified, trust.created) and not _future(trust.created, layer.today):
        created = trust.entries["created"]
        yield Report(
            value_span(trust.entries["last-verified"]),
            f"last-verified {trust.last_verified} is before created {trust.created}; "
            "correct one of the two",
            related=(Related(document.path, value_span(created), "created here"),),
        )


# Differences, since a day before the first date or after the last one cannot be told.


def _before(verified: date | None, created: date | None) -> bool:
    return verified is not None and created is not None and created - verified > GRACE


def _future(day: date | None, today: date) -> bool:
    return day is not None and day - today > GRACE
