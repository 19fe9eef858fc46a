"""A vocabulary term gets another wording, in every table."""

from __future__ import annotations

from ctxlayer.analysis.topics import topic_index
from ctxlayer.ide.model import Rewrite
from ctxlayer.ide.renames.refusal import Refusal
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.terms import Term, read_terms, term_fault, term_key
from ctxlayer.text import Edit


def rename_term(snapshot: Snapshot, term: Term, new: str) -> Rewrite | Refusal:
    """Every occurrence of the term, whatever its case and joints."""
    fault = term_fault(new) if new else "is empty"
    if fault is None:
        read = read_terms(new, 0, len(new))
        if len(read) != 1 or read[0].text != new:
            fault = "would be read as several terms, or without its quotes"
    if fault is not None:
        return Refusal(f"`{new}` {fault}")
    key = term_key(new)
    edits: dict[str, list[Edit]] = {}
    for place in snapshot.ask(topic_index).places:
        topic = place.facts.topic
        if key != term.key and key in place.facts.term_keys:
            return Refusal(
                f"`{new}` is a term already, of `{topic.name}`; a term leads to one topic"
            )
        if term.key in place.facts.term_keys:
            written = new.replace("|", "\\|") if topic.shape == "row" else new
            edits.setdefault(place.path, []).extend(
                Edit(place.span(each.span), written)
                for each in topic.vocabulary
                if each.key == term.key and each.text != written
            )
    return Rewrite({path: tuple(each) for path, each in edits.items() if each})
