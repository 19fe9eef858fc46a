"""A file whose sources changed after it was verified."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.mentions import RELYING_KINDS
from ctxlayer.analysis.source_changes import source_changes
from ctxlayer.analysis.source_words import moved_words
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import read_trust
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import value_span


@document_lint("warning", kinds=RELYING_KINDS, reads={"evidence", "today"})
def source_moved(document: Document, layer: Snapshot) -> Iterator[Report]:
    """Commits touched what a file relies on after it was last verified.

    ## What it does
    A knowledge file or an extraction relies on what it `tracks`, and on the paths that its text names in
    code spans and links, in this repository or in a sibling of the repo map, if git has known them. The
    commits count that came onto the line of HEAD on a day after `last-verified`: a merge brings its own
    with it. Documents of the layer are no sources, nor is a folder of more than ten files that the text only names.
    Nor does a path count that the text only names and that changed in most months before `last-verified`,
    too, whose sentence leads to another repository on the web, or that stands in a section whose heading
    begins with a day: that is a record. What the file `tracks` always counts.

    Left out are commits that touch the file itself, too, and bulk commits: those that touch more than 50
    files, or that `freshness.ignore-revs` or the repository's own `.git-blame-ignore-revs` names. Nothing is
    said where a history was not read, does not reach back to `last-verified`, or nobody verified the file.
    It is judged on the clone as it is checked out, whatever the freshness gate says of that. Since no edit
    caused it, it fails a run of `ctxlayer check` only with `--fail-on-stale`.

    ## Why
    What was true of the code when somebody looked may not be true of the code that is there now. The
    number of days tells nothing of that: a file can be wrong after one commit, and right after a year
    without any.

    ## Example
    ```knowledge/tides/stations.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
                   ^^^^^^^^^^ source-moved: 2 commits to src/stations.py since 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Stations

    Sorted by code in `src/stations.py`.
    ```

    ```@sources
    2026-11-20 "Sort stations by name" Ada: src/stations.py
    2026-11-10 "Read codes without blanks" Ben: src/stations.py
    2026-10-02 "List stations" Ada: src/stations.py
    ```

    ## Instead
    ```knowledge/tides/stations.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-20
    verified-by: developer
    status: confirmed
    ---

    # Stations

    Sorted by name in `src/stations.py`.
    ```

    ```@sources
    2026-11-20 "Sort stations by name" Ada: src/stations.py
    2026-11-10 "Read codes without blanks" Ben: src/stations.py
    2026-10-02 "List stations" Ada: src/stations.py
    ```

    ## Settings
    `freshness.bulk-files` and `freshness.ignore-revs` say which commits are no change of a source.
    """
    changes = source_changes(document, layer)
    entry = read_trust(document).entries.get("last-verified")
    if changes.moved and entry is not None:
        said = moved_words(changes.moved, read_trust(document).last_verified, layer.today)
        remedy = "check what this file says against them and set last-verified"
        yield Report(value_span(entry), f"{said}; {remedy}")
