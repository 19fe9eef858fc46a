"""What topics, tables and rules cost, in words."""

from __future__ import annotations

from ctxlayer.analysis.table_weights import heaviest, table_weights
from ctxlayer.analysis.topics import TopicPlace
from ctxlayer.ide.text import DOT, code, counted
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.wording import percent_words

_NAMED = 3


def topic_weight(place: TopicPlace, snapshot: Snapshot) -> str:
    """`≈1,240 ±15 % tokens (claude) · 9 % of the index`, without the share in a cold table."""
    tokens = place.facts.tokens
    if tokens is None:
        return ""
    percent = snapshot.ask(table_weights).percent(place)
    share = f"{DOT}{percent_words(percent)} of the index" if percent is not None else ""
    return tokens.line + share


def table_weight(path: str, snapshot: Snapshot) -> str:
    """The tokens of a table, and for a hot one what the index may have: `…, limit 10,000`.

    Where several tables are hot, the others are counted in behind it.
    """
    weights = snapshot.ask(table_weights)
    known = weights.tables.get(path)
    if known is None:
        return ""
    if not known.table.hot or weights.hot is None:
        return known.tokens.line
    limit = f"limit {snapshot.settings.table.index_tokens:,}"
    hot = sum(each.table.hot for each in weights.tables.values())
    if hot == 1:
        return f"{known.tokens.line}, {limit}"
    return f"{known.tokens.line}; {weights.hot.words} in all {hot} hot tables, {limit}"


def table_lines(document: Document, snapshot: Snapshot) -> list[str]:
    """The hover of a table's title: how often it is paid for, and what for."""
    lines = [table_line(document, snapshot)]
    weight = table_weight(document.path, snapshot)
    if weight:
        lines += ["", weight]
    topics = heaviest(snapshot, _NAMED, document.path)
    if len(topics) > 1:
        named = (f"{code(each.facts.topic.name)} {_tokens(each)}" for each in topics)
        lines += ["", f"heaviest: {', '.join(named)}"]
    return lines


def table_line(document: Document, snapshot: Snapshot) -> str:
    """`hot · loads on every message · 20 topics`."""
    hot = snapshot.settings.is_hot_table(document.path)
    topics = counted(len(document.table(snapshot.settings).topics), "topic")
    when = f"hot{DOT}loads on every message" if hot else f"cold{DOT}loads when something opens it"
    return f"{when}{DOT}{topics}"


def _tokens(place: TopicPlace) -> str:
    tokens = place.facts.tokens
    return f"{'' if tokens.exact else '≈'}{tokens.tokens:,}" if tokens is not None else ""
