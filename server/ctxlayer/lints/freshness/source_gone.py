"""A file that relies on a source which is no more."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.mentions import RELYING_KINDS
from ctxlayer.analysis.source_changes import Gone, source_changes
from ctxlayer.analysis.source_words import gone_words
from ctxlayer.analysis.source_writing import rewritten
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import clip
from ctxlayer.text import Edit


@document_lint("error", kinds=RELYING_KINDS, reads={"evidence", "today"}, fixable=True)
def source_gone(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A source that a file relies on no longer exists.

    ## What it does
    Looks whether what a knowledge file or an extraction `tracks`, and the paths that its text names in
    code spans and links, still exist at HEAD, in this repository or in a sibling. Only what git has known
    counts: a path that never was is no source. A file of this repository that lies on disk and is not
    committed is there, and so may be one that git ignores. What the text names was there when the file was
    `created`: else something else is meant. Where the text says beside a path that it was deleted, renamed or the
    like, that is known already. The fix points at the place where git says that the source went.

    It stands in for dead-link on the same link, so that one cause is one finding. Links to documents of
    the layer are left to dead-link.

    ## Why
    An agent that is sent to a file that is gone finds nothing, or finds an old copy somewhere else. What
    was said of the file may be wrong altogether.

    ## Example
    ```knowledge/tides/stations.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-21
    verified-by: developer
    status: confirmed
    ---

    # Stations

    Sorted by code in `src/stations.py`.
                       ^^^^^^^^^^^^^^^ source-gone: it moved to src/tide_stations.py
    ```

    ```@sources
    2026-11-20 "Name stations" Ada: src/stations.py -> src/tide_stations.py
    2026-10-02 "List stations" Ada: src/stations.py
    ```

    ## Instead
    ```knowledge/tides/stations.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-21
    verified-by: developer
    status: confirmed
    ---

    # Stations

    Sorted by code in `src/tide_stations.py`.
    ```

    ```@sources
    2026-11-20 "Name stations" Ada: src/stations.py -> src/tide_stations.py
    2026-10-02 "List stations" Ada: src/stations.py
    ```
    """
    for gone in source_changes(document, layer).gone:
        if gone.first.origin == "tracks":
            remedy = (
                "point `tracks` at what this file maps now" if not gone.moved else "point there"
            )
        else:
            remedy = "point there" if gone.moved else "name what took its place, or take it out"
        yield Report(
            gone.first.span,
            f"{gone_words(gone)}; {remedy}, and check what this file says of it",
            _fixes(gone, document),
        )


def _fixes(gone: Gone, document: Document) -> tuple[Fix, ...]:
    """The fix that writes the new path at each place."""
    if not gone.moved:
        return ()
    edits: list[Edit] = []
    for place in gone.places:
        new = rewritten(place, gone.moved, document)
        if new is None:
            return ()
        edits.append(Edit(place.span, new))
    places = f" in all {len(edits)} places" if len(edits) > 1 else ""
    title = f"Change to {clip(edits[0].new, 80)}, where git says that it went{places}"
    return (Fix(title, {document.path: tuple(sorted(edits))}),)
