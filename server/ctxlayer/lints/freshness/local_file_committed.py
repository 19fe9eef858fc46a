"""A file of one machine in everybody's repository."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from ctxlayer.analysis.local_files import committed_locals
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import layer_lint
from ctxlayer.text import Span


@layer_lint("error", asks=(committed_locals,))
def local_file_committed(layer: Snapshot) -> Iterator[Report]:
    """Git tracks a file of `.local/` or `working/`.

    ## What it does
    Looks into git's index for files below `.local/` and `working/`. That they lie there and git does not
    track them is how it should be. A README, `.gitignore` and `.gitkeep` of these folders and samples to be
    copied (`repo-paths.example.json`) are left alone, as are files that the settings make another kind of
    document of.

    ## Why
    `.local/` says where things are on one machine: on any other the paths lead nowhere, or to another
    clone. What is in `working/` is true while somebody works on a ticket; committed, it is read as
    knowledge for years.

    ## Example
    ```working/HB-12/plan.md
    ^"" local-file-committed: git rm --cached
    # Plan
    ```

    ```@tracked
    working/HB-12/plan.md
    ```

    ## Instead
    ```working/HB-12/plan.md
    # Plan
    ```

    ```.gitignore
    working/
    .local/
    ```
    """
    for path in layer.ask(committed_locals):
        folder = path.partition("/")[0]
        yield Report(
            Span.at(0),
            f"git tracks this file of `{folder}/`, which is {_WHOSE[folder]} and is never committed; "
            f"run `git rm --cached {shlex.quote(path)}` and put `{folder}/` into .gitignore",
            path=path,
        )


_WHOSE = {".local": "of this machine alone", "working": "of one ticket"}
