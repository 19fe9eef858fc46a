"""Which rules load for a path: the answer of `ctxlayer match` and of the status bar."""

from __future__ import annotations

from typing import Any

from ctxlayer.analysis.rules import Loaded, rule_book
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.tokens import document_tokens


def match_path(snapshot: Snapshot, path: str) -> dict[str, Any]:
    """One entry of `match --format json`: the rules that a file at `path` loads, and why.

    The file need not exist. `tokens` are those of the rule's whole file for the family of
    `budget.tokenizer`; None where nobody counts, since unknown is not 0.
    """
    loaded = snapshot.ask(rule_book).loaded_by(snapshot.tree.real(path))
    return {"path": path, "rules": [_rule(each, snapshot) for each in loaded]}


def _rule(loaded: Loaded, snapshot: Snapshot) -> dict[str, Any]:
    document = snapshot.document(loaded.rule.path)
    tokens = document_tokens(document, snapshot) if document is not None else None
    return {
        "path": loaded.rule.path,
        "runtime": loaded.rule.profile.id,
        "temperature": loaded.rule.temperature.value,
        "because": {"kind": loaded.cause, "pattern": loaded.pattern or None},
        "tokens": tokens.tokens if tokens is not None else None,
    }
