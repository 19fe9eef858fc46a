"""A topic that leads to less than it should."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.table_edits import bare_name, part_edits
from ctxlayer.analysis.topics import TopicFacts
from ctxlayer.layer.terms import term_fault
from ctxlayer.layer.topic import Role, Topic
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import topic_lint
from ctxlayer.text import Span


@topic_lint("warning", fixable=True)
def missing_part(facts: TopicFacts) -> Iterator[Report]:
    """A topic has no file pointer, no live pointer or no vocabulary.

    ## What it does
    Asks of each topic for at least one file pointer, one live pointer and one term. Meta topics need no
    live pointer; a cell with `-` or `none` counts as empty. The fix adds the files of the topic's folder,
    its name as a first term, and a live pointer to fill in (which stays flagged until somebody does).

    ## Why
    Without words nothing routes to the topic, without files it leads nowhere, without a live pointer
    what the files say cannot be checked.

    ## Example
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | overview.md | harbour heights, read-only | |
      ^^^^^ missing-part: vocabulary
    ```
    ```knowledge/tides/overview.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Tides
    ```

    ## Instead
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | overview.md | harbour heights, read-only | ebb, flood |
    ```
    ```knowledge/tides/overview.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Tides
    ```
    """
    topic = facts.topic
    missing = list(_missing(topic))
    if missing:
        span = topic.name_span if topic.name else Span(0, len(topic.text))
        named = f"topic `{topic.name}`" if topic.name else "this topic"
        yield Report(
            span,
            f"{named} has no {' and no '.join(missing)}; add {_hints(missing)}",
            tuple(_fixes(missing, facts)),
        )


def _fixes(missing: list[str], facts: TopicFacts) -> Iterator[Fix]:
    """All missing parts at once: the topic's files and name, and a live pointer to fill in."""
    parts = {_ROLES[part]: _content(part, facts) for part in missing if part in _ROLES}
    if len(parts) == len(missing) and all(parts.values()):
        edits = part_edits(facts.topic, parts)
        if edits:
            yield Fix(f"Add {' and '.join(missing)}", {facts.path: edits})


def _content(part: str, facts: TopicFacts) -> list[str]:
    """What the fix writes; nothing where there is nothing to offer."""
    name = facts.topic.name
    if part == "vocabulary":
        return [] if term_fault(name) or "`" in name else [name]
    if part == "live pointer":
        names = list(facts.adapters.by_name) if facts.adapters.configured else []
        return [f"{names[0]} `<object>`, read-only" if len(names) == 1 else _TEMPLATE]
    files = facts.tree.below(f"knowledge/{name}")
    return [bare_name(name, path) for path in files if path.endswith((".md", ".mdc"))]


def _missing(topic: Topic) -> Iterator[str]:
    if not topic.name:
        yield "name"
    if not topic.pointers:
        yield "file pointer"
    if not topic.live and topic.cluster != "meta":
        yield "live pointer"
    if not topic.vocabulary:
        yield "vocabulary"


_ROLES: dict[str, Role] = {
    "file pointer": "files",
    "live pointer": "live",
    "vocabulary": "vocabulary",
}
_TEMPLATE = "`<adapter> <object>`, read-only"
_HINTS = {
    "name": "the name of its folder in knowledge/",
    "file pointer": "the file to read first",
    "live pointer": "a live pointer (`<adapter> <object>, read-only`)",
    "vocabulary": "vocabulary: the words that a task about it would use",
}


def _hints(missing: list[str]) -> str:
    return " and ".join(_HINTS[part] for part in missing)
