"""A topic that is two topics or more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ctxlayer.analysis.shares import MANY, shares_of
from ctxlayer.analysis.splitting import split_by_subgroups
from ctxlayer.analysis.standing import Standing
from ctxlayer.analysis.table_weights import Load, Loads, loads_of
from ctxlayer.analysis.topics import TopicFacts, topic_index
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.tokens import Estimate
from ctxlayer.lints.model import Fix, Late, Report
from ctxlayer.lints.registry import placed_lint
from ctxlayer.lints.wording import percent_words
from ctxlayer.text import Edit, Span


@placed_lint("warning", fixable=True)
def heavy_topic(topic: TopicFacts, standing: Standing) -> Iterator[Report]:
    """A topic has so many tokens, pointers or sub-groups that it is several topics.

    ## What it does
    Flags a topic at or over `table.max-tokens`, `table.max-pointers` or `table.max-groups`. On the way
    there it hints: by default from 800 tokens, 20 pointers or 2 sub-groups on, and as far ahead of other
    limits. Tokens are estimated for `budget.tokenizer`, and the message says how sure that is; the
    estimate itself decides. The fix splits the topic along its sub-groups, and divides the vocabulary
    by the files in which each term occurs.

    ## Why
    A topic of a hot table is in every message, whatever the message is about. And an agent that is sent
    to forty files reads the first ten.

    ## Example
    ```ctxlayer.toml
    table.max-pointers = 3
    ```
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | gauges.md · surge.md · datum.md | harbour heights, read-only | ebb |
      ^^^^^ heavy-topic: 3 pointers (limit 3)
    ```
    ```knowledge/tides/gauges.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Gauges
    ```
    ```knowledge/tides/surge.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Surge
    ```
    ```knowledge/tides/datum.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Datum
    ```

    ## Instead
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | gauges.md | harbour heights, read-only | ebb |
    ```
    ```knowledge/tides/gauges.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Gauges
    ```
    """
    loads = loads_of(topic)
    if not loads.near:
        return
    named, text = topic.topic.name, topic.topic.text
    yield Report(
        topic.topic.name_span if named else Span(0, len(text)),
        _message(named, loads, topic.tokens, standing.percent),
        _fixes(topic) if loads.over else (),
        severity=None if loads.over else "hint",
    )


def _message(name: str, found: Loads, tokens: Estimate | None, percent: int | None) -> str:
    named = f"topic `{name}`" if name else "this topic"
    over, near = found
    state, loads = ("too heavy", over) if over else ("getting heavy", near)
    words = list(_words(loads, tokens))
    listed = " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
    cost = _cost(tokens, percent, known=any(load.what == "tokens" for load in loads))
    remedy = "split it" if over else "think of splitting it"
    return f"{named} is {state}: {listed}; {cost}{remedy}"


def _words(loads: tuple[Load, ...], tokens: Estimate | None) -> Iterator[str]:
    for load in loads:
        if load.what == "tokens" and tokens is not None:
            yield f"{tokens.words} tokens ({tokens.family}; limit {load.limit:,})"
        else:
            what = load.what.removesuffix("s") if load.amount == 1 else load.what
            yield f"{load.amount:,} {what} (limit {load.limit:,})"


def _cost(tokens: Estimate | None, percent: int | None, *, known: bool) -> str:
    """What the topic costs, without its tokens where they are `known` already."""
    if tokens is None:
        return ""
    when = "on every message" if percent is not None else "whenever its table is opened"
    share = f"{percent_words(percent)} of the index" if percent is not None else ""
    if known:
        return f"it costs {share} {when}; " if share else ""
    return f"it costs {tokens.line} {when}{f', {share}' if share else ''}; "


def _fixes(facts: TopicFacts) -> tuple[Fix, ...]:
    if not facts.topic.name:
        return ()
    if shares_of(facts):
        title = f"Split `{facts.topic.name}` along its sub-groups"
    elif len(facts.topic.pointers) >= MANY:
        title = f"Split `{facts.topic.name}` by what its files say"
    else:
        return ()
    return (Fix(title, Late(lambda layer: _split(layer, facts))),)


def _split(layer: Snapshot, facts: TopicFacts) -> Mapping[str, tuple[Edit, ...]]:
    place = layer.ask(topic_index).place_of(facts)
    return split_by_subgroups(layer, place) if place is not None else {}
