"""A term that matches nothing."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.item_edits import around_comments
from ctxlayer.analysis.topics import TopicFacts
from ctxlayer.layer.terms import Term, mended_term, term_fault, term_key
from ctxlayer.layer.topic import Topic
from ctxlayer.lints.model import Fix, Related, Report
from ctxlayer.lints.registry import topic_lint
from ctxlayer.lints.wording import clip
from ctxlayer.text import Edit, Span

_WRAPPERS = "`\"'*”»"


@topic_lint("warning", fixable=True)
def malformed_term(facts: TopicFacts) -> Iterator[Report]:
    """A vocabulary term is a sentence, too long, oddly punctuated, or there twice.

    ## What it does
    Wants terms of one to four words, separated by commas. `C#`, `.env`, `/plan` and hyphenated words are
    whole terms, and so is what stands in a code span; `late arriving` and `late-arriving` are the same
    one. The fix splits a list with other separators, strips stray punctuation, and takes out a term that
    is there already.

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
        fault = term_fault(term.text, coded=_is_coded(term, topic))
        if fault is not None:
            yield _malformed(number, fault, facts)
            continue
        first = seen.setdefault(term.key, term)
        if first is not term:
            yield Report(
                term.span,
                f"term `{term.text}` is already in this topic as `{first.text}`; keep one of them",
                (Fix("Remove the second one", {facts.path: _removal(number, topic)}),),
                (Related(facts.path, first.span, "the same term"),),
            )


def _is_coded(term: Term, topic: Topic) -> bool:
    start, end = term.span
    return topic.text[start - 1 : start] == "`" == topic.text[end : end + 1]


def _malformed(number: int, fault: str, facts: TopicFacts) -> Report:
    topic = facts.topic
    term = topic.vocabulary[number]
    coded = _is_coded(term, topic)
    message = f"term `{clip(term.text)}` {fault}"
    meant = mended_term(term.text, coded=coded)
    if meant is None:
        return Report(term.span, f"{message}; write the few words that a task would hold")
    keys = {other.key for other in topic.vocabulary if other is not term}
    kept = {key: word for word in meant if (key := term_key(word)) not in keys}
    if not kept:
        fix = Fix("Remove the term", {facts.path: _removal(number, topic)})
        return Report(term.span, f"{message}; remove it", (fix,))
    new = ("`, `" if coded else ", ").join(kept.values())
    shown = clip(", ".join(f"`{word}`" for word in kept.values()))
    fix = Fix(f"Write {shown}", {facts.path: (Edit(term.span, new),)})
    return Report(term.span, f"{message}; write {shown}", (fix,))


def _removal(number: int, topic: Topic) -> tuple[Edit, ...]:
    """Taking a term out, with the separator before it, or after it if it is the first one.

    Comments on the way stay.
    """
    cuts = around_comments(topic.text, _place(number, topic))
    return tuple(Edit(cut, "") for cut in cuts if cut.start < cut.end)


def _place(number: int, topic: Topic) -> Span:
    terms = topic.vocabulary
    if len(terms) == 1:
        return terms[0].span
    start, end = terms[number].span
    # Quotes or code ticks around a term are outside its span: keep those of its neighbour.
    text = topic.text
    if number:
        start = terms[number - 1].span.end
        while start < end and text[start] in _WRAPPERS:
            start += 1
        while end < len(text) and text[end] in _WRAPPERS:
            end += 1
        return Span(start, end)
    end = terms[1].span.start
    while start and text[start - 1] in _WRAPPERS:
        start -= 1
    while end > terms[0].span.end and text[end - 1] in _WRAPPERS:
        end -= 1
    return Span(start, end)
