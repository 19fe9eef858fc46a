"""Topics, pointers, live pointers and terms of a trigger table."""

from __future__ import annotations

from ctxlayer.analysis.assertions import facts_in, reasons
from ctxlayer.analysis.gate import gate_of
from ctxlayer.analysis.pointers import Resolution, State
from ctxlayer.analysis.secrets import masked_lines
from ctxlayer.analysis.sibling_tiers import place_in_sibling
from ctxlayer.analysis.topics import TopicPlace, topic_index
from ctxlayer.ide.adapter_words import access_words, schema_words, twin_lines
from ctxlayer.ide.hovers.files import file_lines, many_lines
from ctxlayer.ide.model import Hover
from ctxlayer.ide.repo_words import tier_sentence, topic_gates
from ctxlayer.ide.text import DOT, code, counted
from ctxlayer.ide.topic_health import health_of, place_of, resolution_of
from ctxlayer.ide.weight_words import table_lines, topic_weight
from ctxlayer.layer.adapters import Adapters, difference
from ctxlayer.layer.document import Document
from ctxlayer.layer.live_pointer import LivePointer
from ctxlayer.layer.pointer import Pointer
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.table_places import locate
from ctxlayer.layer.terms import Term
from ctxlayer.layer.topic import Topic
from ctxlayer.text import Span


def table_hover(document: Document, offset: int, snapshot: Snapshot) -> Hover | None:
    """What stands at `offset` in a trigger table; None outside topics and in empty places."""
    table = document.table(snapshot.settings)
    if table.title_span.holds(offset):
        return Hover(table.title_span, "\n".join(table_lines(document, snapshot)))
    found = locate(table, offset)
    place = place_of(found.topic, document.path, snapshot) if found else None
    if found is None or place is None:
        return None
    if found.pointer is not None:
        lines = _pointer(found.pointer, place, snapshot)
        return _hover(found.pointer.span, _with_facts(lines, found.pointer.annotation), place)
    if found.live is not None:
        lines = _live(found.live, place.facts.adapters, snapshot)
        return _hover(found.live.span, lines, place)
    if found.term is not None:
        return _hover(found.term.span, _term(found.term, place, snapshot), place)
    if found.part == "name" and found.topic.name_span.holds(offset - found.offset):
        return _hover(found.topic.name_span, _topic(place, snapshot), place)
    return None


def _hover(span: Span, lines: list[str], place: TopicPlace) -> Hover | None:
    return Hover(place.span(span), "\n".join(lines)) if lines else None


def _topic(place: TopicPlace, snapshot: Snapshot) -> list[str]:
    topic = place.facts.topic
    if not topic.name:
        return []
    health = health_of(place.facts, snapshot)
    lines = [
        f"**{code(topic.name)}**{DOT}{topic.cluster} topic",
        "",
        _joined(health.line, topic_gates(health.repos, snapshot)),
        "",
        _counts(topic),
    ]
    weight = topic_weight(place, snapshot)
    if weight:
        lines[3:3] = ["", weight]
    reached = dict.fromkeys(path for each in place.facts.resolved for path in each.targets)
    return [*lines, "", *many_lines(list(reached), snapshot, 5)] if reached else lines


def _joined(*words: str) -> str:
    return DOT.join(filter(None, words))


def _counts(topic: Topic) -> str:
    parts = []
    groups = sum(bool(group.name) for group in topic.groups)
    if groups:
        parts.append(counted(groups, "group"))
    parts.append(counted(len(topic.vocabulary), "term"))
    live = ", ".join(code(f"{each.adapter} {each.object}".strip()) for each in topic.live[:3])
    parts.append(f"live: {live}" if live else "no live pointer")
    return DOT.join(parts)


def _pointer(pointer: Pointer, place: TopicPlace, snapshot: Snapshot) -> list[str]:
    resolution = resolution_of(pointer, place)
    if resolution.state is State.WEB:
        return [f"A web page{DOT}Tier 3", "", "It is never fetched, and never called dead."]
    inside = place_in_sibling(pointer, resolution, snapshot)
    if inside is not None:
        return _sibling(*inside, resolution, snapshot)
    if len(resolution.targets) == 1 and pointer.form != "glob":
        return file_lines(resolution.targets[0], snapshot, _suffix(pointer))
    if resolution.targets:
        form = "A pattern" if pointer.form == "glob" else "A folder"
        count = counted(len(resolution.targets), "file")
        return [
            f"{form}{DOT}it indexes {count}",
            "",
            *many_lines(resolution.targets, snapshot),
        ]
    if resolution.state is State.OUTSIDE or not resolution.tried:
        return []
    return [f"Read as {code(resolution.tried)}."]


def _with_facts(lines: list[str], annotation: str | None) -> list[str]:
    """`lines`, and which words of the annotation make it a fact."""
    facts = facts_in(annotation) if annotation else ()
    if not facts:
        return lines
    told = f"The annotation states a fact by {reasons(facts)}."
    return [*lines, "", told] if lines else [told]


def _suffix(pointer: Pointer) -> str:
    if pointer.lines is not None:
        first, last = pointer.lines
        return f":{first}-{last}" if last != first else f":{first}"
    return f"#{pointer.anchor}" if pointer.anchor else ""


def _sibling(repo: str, path: str, resolution: Resolution, snapshot: Snapshot) -> list[str]:
    lines = [f"{code(path)} in the sibling {code(repo)}", ""]
    if resolution.state is State.FOUND:
        return [*lines, tier_sentence(repo, path, snapshot)]
    if resolution.state is not State.UNKNOWN:
        return lines[:1]
    if gate_of(repo, snapshot).facts is not None:
        return [*lines, "What is in it is not known.", "", tier_sentence(repo, path, snapshot)]
    return [*lines, "This sibling is not known on this machine, nor what is in it."]


def _live(live: LivePointer, adapters: Adapters, snapshot: Snapshot) -> list[str]:
    if not live.adapter:
        return []
    adapter = adapters.by_name.get(live.adapter)
    tier = f"{DOT}Tier 1" if adapter else ""
    lines = [f"{code(f'{live.adapter} {live.object}'.strip())}{DOT}a live source{tier}", ""]
    if not adapters.known:
        state = "Whether this adapter is configured is unknown: a configuration does not parse."
    elif adapter is None:
        known = masked_lines(", ".join(map(code, list(adapters.by_name)[:8])))
        state = (
            f"Not configured here; these are: {known}." if known else "No adapter is configured."
        )
    else:
        where = f"in {code(adapter.config)}" if adapter.config else "by the settings"
        state = f"Configured {where}; {access_words(adapter)}."
    marked = "Marked read-only" if live.read_only else "Not marked read-only"
    lines += [state, "", f"{marked} in this pointer."]
    for line in twin_lines(adapter, adapters) if adapter else _meant(live.adapter, adapters):
        lines += ["", line]
    if adapter is not None and snapshot.schemas.of(adapter.name, adapter.config) is not None:
        lines += ["", schema_words(adapter, snapshot)]
    return lines


def _meant(name: str, adapters: Adapters) -> list[str]:
    """Which adapters of one system a name may stand for, and what tells them apart."""
    found = adapters.meant(name)
    return [
        f"It may mean {code(each.name)}: {difference(each, found[0 if at else 1])}."
        for at, each in enumerate(found[:4])
    ]


def _term(term: Term, place: TopicPlace, snapshot: Snapshot) -> list[str]:
    own = place.facts.topic
    others = dict.fromkeys(
        each.facts.topic.name
        for each in snapshot.ask(topic_index).places
        if term.key in each.facts.term_keys and each.facts.topic.name != own.name
    )
    line = f"{code(term.text)} leads to {code(own.name)}"
    if not others:
        return [f"{line} and to no other topic."]
    names = ", ".join(code(name) for name in list(others)[:5])
    more = f" and {len(others) - 5} more" if len(others) > 5 else ""
    return [f"{line}, and also to {names}{more}."]
