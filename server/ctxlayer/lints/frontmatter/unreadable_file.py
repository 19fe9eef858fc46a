"""A file that drops out of the layer."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import layer_lint
from ctxlayer.text import Span

_Reasons = tuple[tuple[str, str], ...]
"""(path, why it cannot be read)."""


def _unreadable(layer: Snapshot, last: _Reasons | None) -> _Reasons:
    return tuple(sorted(layer.unreadable.items()))


@layer_lint("info", asks=(_unreadable,))
def unreadable_file(layer: Snapshot) -> Iterator[Report]:
    """A file of the layer cannot be read and is left out.

    ## What it does
    Reports files that are not UTF-8, too large, or not readable. Nothing in them is checked, indexed
    or counted.

    ## Why
    A file that drops out in silence is missed only when somebody needs it.

    ## Example
    ```knowledge/tides/gauges.md unreadable="not UTF-8 (byte 0xff at 0)"
    ^"" unreadable-file: not UTF-8
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
    for path, reason in layer.ask(_unreadable):
        yield Report(Span.at(0), f"left out of the layer: {reason}", path=path)
