"""A term that matches nothing."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.topics import TopicFacts
from ctxlayer.layer.terms import Term, term_fault
from ctxlayer.layer.topic import Topic
from ctxlayer.lints.model import Fix, Related, Report
from ctxlayer.lints.registry import topic_lint
from ctxlayer.text import Edit, Span


@topic_lint("warning", fixable=True)
def malformed_term(facts: TopicFacts) -> Iterator[Report]:
    """A vocabulary term is a sentence, too long, oddly punctuated, or there twice.

    ## What it does
    Wants terms of one to four words, separated by commas. `C#`, `.env`, `/plan` and hyphenated words are
    whole terms; `late arriving` and `late-arriving` are the same one.

    ## Why
    A task is matched against whole terms: a sentence never occurs in one, so it routes nothing.

    ## Example
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | overview.md | harbour heights, read-only | ebb, when the water is at its lowest |
                                                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ malformed-term
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
    | tides | overview.md | harbour heights, read-only | ebb, low water |
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
    seen: dict[str, Term] = {}
    for number, term in enumerate(topic.vocabulary):
        fault = term_fault(term.text)
        if fault is not None:
            yield Report(term.span, f"term `{term.text}` {fault}")
            continue
        first = seen.setdefault(term.key, term)
        if first is not term:
            yield Report(
                term.span,
                f"term `{term.text}` is already in this topic as `{first.text}`; keep one of them",
                (_removal(number, topic, facts.path),),
                (Related(facts.path, first.span, "the same term"),),
            )


def _removal(number: int, topic: Topic, path: str) -> Fix:
    """Taking a term out, with the separator before it; it is never the first one."""
    terms = topic.vocabulary
    span = Span(terms[number - 1].span.end, terms[number].span.end)
    # Quotes or code ticks around a term are outside its span: keep those of the one before.
    text = topic.text
    while span.start < span.end and text[span.start] in "`\"'*”»":
        span = Span(span.start + 1, span.end)
    while span.end < len(text) and text[span.end] in "`\"'*”»":
        span = Span(span.start, span.end + 1)
    return Fix("Remove the second one", {path: (Edit(span, ""),)})
