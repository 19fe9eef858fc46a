"""A link that leads out of the layer."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.link_states import Outcome
from ctxlayer.analysis.links import LINKING_KINDS, link_states
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import clip


@document_lint("error", kinds=LINKING_KINDS, reads={"links", "tree"})
def escaping_link(document: Document, snapshot: Snapshot) -> Iterator[Report]:
    """A link or an import leads out of the layer.

    ## What it does
    Reports links, images and imports that leave the root of the layer: by `../`, through a symbolic link,
    or as a path of one machine (`~/notes.md`, `/home/...`, `C:\\...`, `file:` URLs). Nothing behind them
    is read. Web pages, clones of sibling repositories and imports from the reader's own home folder are
    no escape, nor are pages of the forge that a repository is shown on (`../../issues`). For a layer that
    only rule files show, the root is the repository.

    ## Why
    What lies outside is on one machine only, and nobody reviews it together with the layer. It is also
    how a text leads an agent to files that are none of its business.

    ## Example
    ```knowledge/tides/gauges.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Gauges

    As in [the notes](../../../notes/tides.md).
                      ^^^^^^^^^^^^^^^^^^^^^^^ escaping-link
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

    As in [the almanac](https://almanac.example/tides).
    ```
    """
    for state in link_states(document, snapshot):
        if state.outcome is Outcome.OUTSIDE:
            inside = state.path.replace("../", "")
            remedy = (
                f"count the `../` again: {inside} is in the layer"
                if state.path.startswith("../") and inside in snapshot.tree.paths
                else "link to a file of the layer, a web page, or a sibling repository"
            )
            yield Report(
                state.span,
                f"`{clip(state.path, 80)}` leads out of the layer and is not read; {remedy}",
            )
