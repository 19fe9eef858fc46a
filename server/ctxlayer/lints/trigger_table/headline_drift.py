"""An annotation that speaks of something else than its file."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.headlines import headline_drifts
from ctxlayer.analysis.topics import topic_index
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Related, Report
from ctxlayer.lints.registry import layer_lint
from ctxlayer.lints.wording import clip


@layer_lint("info", asks=(topic_index, headline_drifts))
def headline_drift(layer: Snapshot) -> Iterator[Report]:
    """No content word of an annotation occurs in the file that it describes.

    ## What it does
    Looks for the words of each pointer's annotation in the text, the name and the frontmatter of its
    file: in any form (`reconciling` finds `reconciliation`), inside other words, joined or parted
    (`failover` finds `fail over`), as an abbreviation. Small words and words that are said of any file
    (`overview`, `details`) do not count. It says nothing of annotations with fewer than two content
    words, of other languages than English, and where a pointer names no single document of the layer.

    ## Why
    The annotation decides whether a file is opened. One that was left behind when the file changed, or
    that slipped to another pointer, sends agents to the wrong file and past the right one.

    ## Example
    ````index/trigger-table.md
    # Trigger table

    ### tides

    **Files**
    - gauges.md — maintenance windows of the cranes
                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ headline-drift

    **Live pointer:** harbour heights, read-only

    **Vocabulary:** gauge
    ````
    ````knowledge/tides/gauges.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Gauges

    Where each gauge stands, and how its heights are calibrated.
    ````

    ## Instead
    ````index/trigger-table.md
    # Trigger table

    ### tides

    **Files**
    - gauges.md — calibration of the gauges

    **Live pointer:** harbour heights, read-only

    **Vocabulary:** gauge
    ````
    ````knowledge/tides/gauges.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Gauges

    Where each gauge stands, and how its heights are calibrated.
    ````
    """
    found = layer.ask(headline_drifts)
    if not found:
        return
    for place in layer.ask(topic_index).places:
        drifted = found.get(id(place.facts))
        for number, path, title in drifted.drifts if drifted is not None else ():
            pointer = place.facts.topic.pointers[number]
            if pointer.annotation_span is None or pointer.annotation is None:
                continue
            yield Report(
                place.span(pointer.annotation_span),
                f"no content word of `{clip(pointer.annotation)}` occurs in {path}; say what this "
                "file is about, or point at the file that is meant",
                related=(Related(path, title, "what the file calls itself"),),
                path=place.path,
            )
