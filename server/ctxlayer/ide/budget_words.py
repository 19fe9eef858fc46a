"""What the hot set weighs, and by how much an edit changes that."""

from __future__ import annotations

from typing import Any

from ctxlayer.analysis.budget import hot_set
from ctxlayer.analysis.budget_changes import file_delta
from ctxlayer.analysis.stale_list import repo_entries, stale_documents, stale_entries
from ctxlayer.layer.snapshot import Snapshot


def since_head(path: str, snapshot: Snapshot) -> str:
    """`+42 tokens a message since HEAD`; "" for a file that adds nothing, and where HEAD is unknown."""
    then = snapshot.committed
    if then is None:
        return ""
    delta = file_delta(snapshot.ask(hot_set), then, path)
    if not delta:
        return ""
    return f"{delta:+,} {'token' if abs(delta) == 1 else 'tokens'} a message since HEAD"


def layer_status(snapshot: Snapshot, path: str) -> dict[str, Any]:
    """What an editor tells of the layer around a file, beside its text.

    `delta` is what each message costs more than at HEAD, None where that is not known. Of the stale files
    those that most depends on are listed, `stale_count` counts all; `repos` is how siblings stand.
    """
    del path
    found, then = snapshot.ask(hot_set), snapshot.committed
    heaviest = found.heaviest
    tokens = heaviest.tokens
    before = then.heaviest.tokens if then is not None else None
    known = tokens is not None and before is not None and before.family == tokens.family
    return {
        "root": snapshot.root,
        "budget": {
            "tokens": tokens.tokens if tokens is not None else None,
            "words": tokens.words if tokens is not None else "unknown",
            "family": found.family,
            "runtime": heaviest.title,
            "budget": snapshot.settings.budget.hot,
            "unknown": heaviest.unknown,
            "delta": tokens.tokens - before.tokens if known and tokens and before else None,
        },
        "stale": stale_entries(snapshot),
        "stale_count": len(snapshot.ask(stale_documents)),
        "repos": repo_entries(snapshot),
    }
