"""Something that relies on a clone which is not to be read."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from ctxlayer.analysis.gate import Verdict, gate_of, told
from ctxlayer.analysis.mentions import RELYING_KINDS
from ctxlayer.analysis.stopped import stopped_of
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.repo_map import repo_map, repo_map_of
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import document_lint

_TOLD_BY_MISSING_REPO = frozenset({"missing", "not-a-repo"})


@document_lint("warning", kinds={Kind.REPO_MAP}, reads={"gate"})
def _in_the_map(document: Document, layer: Snapshot) -> Iterator[Report]:
    """The clones of the map that the gate stops."""
    if repo_map_of(layer) is not document:
        return
    for entry in repo_map(document).by_name.values():
        verdict = gate_of(entry.name, layer)
        facts = verdict.facts
        if verdict.state != "STOP" or facts is None or facts.place in _TOLD_BY_MISSING_REPO:
            continue
        if entry.may_lie_at(facts.path):
            remedies = "; ".join(dict.fromkeys(each.remedy for each in told(verdict)))
            words = f"the gate stops `{entry.name}`: {_reasons(verdict)}. To mend it: {remedies}"
            yield Report(entry.name_span, words)


@document_lint("warning", kinds=RELYING_KINDS, reads={"stops"}, beside=_in_the_map)
def sibling_stopped(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A file relies on the clone of a sibling that the freshness gate stops.

    ## What it does
    The gate looks at each clone of `.local/repo-paths.json` and stops what should not be read as the
    running system: a clone that is missing, on another branch than expected, detached, behind its remote
    branch, diverged from it, without one, with changes that are not committed, or in the middle of a merge
    or a rebase. It only looks, and changes no repository.

    Flagged is the line of the clone in the repo map, and once in each knowledge file or extraction that
    relies on it: in `tracks`, or in a path of its text that git knows. What nobody looked at, and what
    git cannot tell (a shallow clone, a fetch long ago), is unknown and not flagged. Since no edit of the
    layer caused it, it fails a run of `ctxlayer check` only with `--fail-on-stale`.

    ## Why
    A clone that has fallen behind unnoticed is worse than none: it is read as the running system, and is
    what that was some weeks ago.

    ## Example
    ```knowledge/tides/windows.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    tracks: ["almanac:src/windows/**"]
              ^^^^^^^^^^^^^^^^^^^^^^ sibling-stopped: 3 behind origin/main
    ---

    # Windows
    ```

    ```@repos
    almanac: behind=3
    ```

    ## Instead
    ```knowledge/tides/windows.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    tracks: ["almanac:src/windows/**"]
    ---

    # Windows
    ```

    ```@repos
    almanac:
    ```

    ## Settings
    `repos.<name>.branch` is the branch that a clone should be on; without it, the one that its remote
    calls the default.
    """
    for verdict, span in stopped_of(document, layer):
        yield Report(
            span,
            f"relies on `{verdict.name}`, which the gate stops: {_reasons(verdict)}; "
            f"see `ctxlayer fresh {shlex.quote(verdict.name)}` for what to do before it is read",
        )


def _reasons(verdict: Verdict) -> str:
    return "; ".join(each.words for each in told(verdict))
