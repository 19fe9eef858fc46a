"""A fact in a table that everybody believes unchecked."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ctxlayer.analysis.assertions import Assertion, facts_in, facts_in_term, reasons
from ctxlayer.analysis.listed_counts import only_counts
from ctxlayer.analysis.topics import TopicFacts
from ctxlayer.layer.terms import term_fault
from ctxlayer.layer.topic import Topic
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import topic_lint
from ctxlayer.lints.wording import clip
from ctxlayer.text import Span

_NEAR = 1_000
"""Characters above a list item in which its label is looked for."""
_ITEM = re.compile(r"\s*(?:[-*+][ \t]|[0-9]+[.)][ \t]|[ \t]{2,}\S)")
_CONDITIONS = re.compile(r"[\s*_#]*(?:use |read |load )?(?:when|if)\b", re.IGNORECASE)
_QUOTES = frozenset("\"'“«„")
_FEWEST_WORDS = 3
"""Words of a cell that is a description, and no date, count or status of its own column."""


@topic_lint("warning")
def fact_in_row(facts: TopicFacts) -> Iterator[Report]:
    """A cell or an annotation states a fact, where it may only say what a file is about.

    ## What it does
    Reads the annotations of pointers, the vocabulary, prose in a topic's section and descriptions in other
    columns, and looks for what makes a statement: numbers with units and counts, dates, versions,
    assertions (`is`, `has`, `depends on` ...), rules (`must`, `never` ...) and causes (`because`, `due to`
    ...). The message says which words they are.

    Nothing is stated by a name (`phase 2`, `the 2026 roadmap`, `64-bit`, a path, a code span), by a
    question (`how berths are ranked`, `which vessel fits`), by a condition (`when a berth is blocked`), by
    what the file itself does (`lists the cranes`), or by another language than English: what is not
    understood is not flagged.

    ## Why
    The table is in every message and is the system's own voice; nobody checks it. When a fact in it is
    no longer true, every agent has read it. In the file, the same fact has a date, a source and a status.

    ## Example
    ```index/trigger-table.md
    # Trigger table

    ### tides

    **Files**

    - overview.md — slack water lasts 20 minutes
                                      ^^^^^^^^^^ fact-in-row
    - gauges.md — which gauge is read first

    **Live pointer:** harbour heights, read-only

    **Vocabulary:** ebb, flood
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

    ## Instead
    ```index/trigger-table.md
    # Trigger table

    ### tides

    **Files**

    - overview.md — how long slack water lasts
    - gauges.md — which gauge is read first

    **Live pointer:** harbour heights, read-only

    **Vocabulary:** ebb, flood
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
    yield from _annotations(facts.topic)
    yield from _strays(facts.topic)
    yield from _terms(facts.topic)


def _annotations(topic: Topic) -> Iterator[Report]:
    for pointer in topic.pointers:
        if pointer.annotation is not None and pointer.annotation_span is not None:
            found = facts_in(pointer.annotation)
            where = f"`{clip(pointer.path)}`" if pointer.path else "the file"
            remedy = f"write that in {where}, and say here only what the file is about"
            yield from _report(found, pointer.annotation_span, "annotation", remedy)


def _strays(topic: Topic) -> Iterator[Report]:
    """Prose of a section, and cells of columns that hold no part."""
    remedy = "write that in a file of the topic, and leave it out here"
    what = "cell" if topic.shape == "row" else "text"
    if "agents" in topic.columns:
        return  # further cells say what an agent is for, or what it runs on
    for span in topic.strays:
        text = span.of(topic.text)
        # A count of what is listed below can be checked: drifting-count does.
        if only_counts(text) or (topic.shape == "row" and not _is_description(text)):
            continue
        found = facts_in(text)
        if found and not _is_condition(topic.text, span.start):
            yield from _report(found, span, what, remedy)


def _is_description(text: str) -> bool:
    """Whether a cell says something, and is not the date or count that its column is for."""
    return sum(word[0].isalpha() for word in text.split()) >= _FEWEST_WORDS


def _is_condition(text: str, start: int) -> bool:
    """Whether a list item at `start` stands below `When to use:` or the like."""
    above = text[max(0, start - _NEAR) : start].splitlines()
    if not above or not above[-1].strip():
        return False  # no item
    for line in reversed(above[:-1]):
        if line.strip() and not _ITEM.match(line):
            return _CONDITIONS.match(line) is not None
    return False


def _terms(topic: Topic) -> Iterator[Report]:
    """Vocabulary; what is no term at all is left to malformed-term.

    Phrases in quotes are what somebody says, and below `When to use` stand conditions.
    """
    if _are_conditions(topic):
        return
    for term in topic.vocabulary:
        if " " not in term.text and not term.text[0].isdigit():
            continue  # one word states nothing, and most terms are one
        if topic.text[term.span.start - 1] in _QUOTES:
            continue
        found = facts_in_term(term.text)
        if found and term_fault(term.text) is None:
            remedy = "keep the words that a task would hold"
            yield from _report(found, term.span, "term", remedy)


def _are_conditions(topic: Topic) -> bool:
    """Whether the label of a section's vocabulary asks when."""
    if topic.shape == "row" or topic.vocabulary_span is None or not topic.vocabulary:
        return False
    label = topic.text[topic.vocabulary_span.start : topic.vocabulary[0].span.start]
    return "when" in label.casefold()


def _report(found: tuple[Assertion, ...], where: Span, what: str, remedy: str) -> Iterator[Report]:
    if found:
        yield Report(
            found[0].span.shift(where.start),
            f"this {what} states a fact by {reasons(found)}: {remedy}",
        )
