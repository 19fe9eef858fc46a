"""Merging a topic into another: its pointers, live pointers and words go where they are not yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ctxlayer.analysis.item_edits import (
    Unit,
    comments_in,
    line_end,
    line_start,
    past_line,
    pointer_units,
    separator_of,
    term_units,
    wrapped,
)
from ctxlayer.analysis.part_texts import piece
from ctxlayer.analysis.suggestions import relative_link
from ctxlayer.analysis.table_edits import newline_of, part_edits
from ctxlayer.analysis.topics import TopicPlace
from ctxlayer.layer.document import Document
from ctxlayer.layer.pointer import Pointer, pointer_targets
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.topic import Role
from ctxlayer.layer.topic_text import without_comments
from ctxlayer.text import Edit, Span, apply_edits
from ctxlayer.text.edits import OverlappingEdits

Edits = dict[str, tuple[Edit, ...]]


def merge_topics(snapshot: Snapshot, kept: TopicPlace, other: TopicPlace) -> Edits:
    """The edits, by path, that move all of `other` into `kept` and take it out of its table.

    Annotations and comments stay. Empty where something has no place in the other topic: prose and
    sub-groups in a row, cells of unknown columns.
    """
    merge = _Merge(snapshot, kept, other)
    edits = merge.edits()
    try:
        return edits if edits and merge.keeps_all(edits) else {}
    except OverlappingEdits:
        return {}  # parts so entangled that none of them can be moved alone


def can_merge(snapshot: Snapshot, kept: TopicPlace, other: TopicPlace) -> bool:
    """Whether there is a place for everything, without looking how it will be read."""
    return bool(_Merge(snapshot, kept, other).edits())


@dataclass(slots=True)
class _Additions:
    """What the kept topic gets; pointers by the name of their sub-group."""

    pointers: dict[str, list[str]] = field(default_factory=dict)
    live: list[str] = field(default_factory=list)
    terms: list[str] = field(default_factory=list)
    notes: list[Edit] = field(default_factory=list)
    """Annotations of pointers that are there already; edits of the kept topic."""


class _Merge:
    """One merge."""

    def __init__(self, snapshot: Snapshot, kept: TopicPlace, other: TopicPlace) -> None:
        self.snapshot = snapshot
        self.kept = kept
        self.other = other
        self.into = kept.facts.topic
        self.gone = other.facts.topic

    def edits(self) -> Edits:
        """The edits, before anybody looks whether all of them came out as meant."""
        if "agents" in (*self.into.columns, *self.gone.columns):
            return {}
        if self.gone.strays or self.gone.problems or self.nested():
            return {}
        if "<!--" in without_comments(self.gone.text):
            return {}  # behind an unclosed comment nothing is read, and all of it has to stay
        found = self.additions()
        inside = self.inside(found)
        if inside is None:
            return {}
        edits: dict[str, list[Edit]] = {
            self.kept.path: [Edit(self.kept.span(edit.span), edit.new) for edit in inside]
        }
        edits.setdefault(self.other.path, []).append(self.cut())
        return {path: tuple(each) for path, each in edits.items()}

    def nested(self) -> bool:
        """Whether one of the two stands in the other: a row of a table in a section."""
        if self.kept.path != self.other.path:
            return False
        first, second = sorted((self.kept, self.other), key=lambda place: place.offset)
        return second.offset < first.offset + len(first.facts.topic.text.rstrip())

    # What is added.

    def additions(self) -> _Additions:
        """What the other topic has and the kept one has not."""
        found = _Additions()
        known = {
            _meaning(pointer, number, self.kept): pointer
            for number, pointer in enumerate(self.into.pointers)
        }
        for number, pointer in enumerate(self.gone.pointers):
            there = known.get(_meaning(pointer, number, self.other))
            if there is None:
                group = self.gone.groups[pointer.group].name if self.gone.groups else ""
                found.pointers.setdefault(group, []).append(self.written(number, pointer))
            elif pointer.annotation not in (None, there.annotation):
                found.notes.append(self.note(there, pointer.annotation or ""))
        live = {(each.adapter, each.object) for each in self.into.live}
        for each in self.gone.live:
            if (each.adapter, each.object) not in live:
                found.live.append(self.plain(piece(self.gone, each.span)))
        terms = set(self.kept.facts.term_keys)
        for term in self.gone.vocabulary:
            if term.key not in terms:
                terms.add(term.key)
                found.terms.append(
                    self.plain(wrapped(self.gone.text, term.span).of(self.gone.text))
                )
        return found

    def plain(self, text: str) -> str:
        """A piece of the other topic as the kept one writes it: on one line, pipes escaped."""
        text = " ".join(text.split())
        if self.gone.shape == "row":
            text = text.replace("\\|", "|")
        return text.replace("|", "\\|") if self.into.shape == "row" else text

    def written(self, number: int, pointer: Pointer) -> str:
        """A pointer with its annotation, so that it leads where it led."""
        facts, name = self.other.facts, self.into.name
        old = pointer_targets(pointer, self.other.path, self.gone.name)
        edits = []
        led = facts.resolved[number]
        beside = bool(led.targets) and led.tried not in old  # found in the folder of its table
        if old and (beside or old != pointer_targets(pointer, self.kept.path, name)):
            target = (led.tried or old[0]).replace("\\|", "|")
            if beside:
                target = f"/{target}"
            slash = "/" if pointer.path.endswith("/") and not target.endswith("/") else ""
            new = target + slash
            if pointer.label is not None:
                new = relative_link(new, self.kept.path)
            edits.append(Edit(pointer.path_span, new))
        return self.plain(piece(self.gone, pointer.span, edits))

    def note(self, there: Pointer, note: str) -> Edit:
        """The edit that annotates a pointer of the kept topic with the words of the other one."""
        if there.annotation_span is not None:
            return Edit(Span.at(there.annotation_span.end), f"; {self.plain(note)}")
        return Edit(Span.at(there.span.end), f" — {self.plain(note)}")

    # Where it goes.

    def inside(self, found: _Additions) -> list[Edit] | None:
        """The edits of the kept topic; None where it has no place for something."""
        empty: dict[Role, Sequence[str]] = {}
        edits = list(found.notes)
        if not self.into.pointers:
            empty["files"] = [each for group in found.pointers.values() for each in group]
        elif self.into.shape == "row":
            if any(found.pointers):
                return None
            edits += self.behind(pointer_units(self.into), found.pointers.get("", []), " · ")
        else:
            edits += self.listed(found.pointers)
        if self.into.live:
            ends = [(n, live.span) for n, live in enumerate(self.into.live)]
            edits += self.behind([_unit(ends)], found.live, " · ")
        else:
            empty["live"] = found.live
        if self.into.vocabulary:
            edits += self.behind(term_units(self.into), found.terms, ", ")
        else:
            empty["vocabulary"] = found.terms
        filled = part_edits(self.into, {role: texts for role, texts in empty.items() if texts})
        if filled is None or (not self.into.pointers and any(found.pointers)):
            return None
        comments = self.comments()
        return None if comments is None else [*edits, *filled, *comments]

    def behind(self, units: Sequence[Unit], texts: Sequence[str], joint: str) -> list[Edit]:
        """The edit that adds items behind the last one, as that is written."""
        if not texts:
            return []
        last = units[-1]
        if last.marker and len(last.items) == 1:
            lines = "".join(f"{newline_of(self.into.text)}{last.marker}{text}" for text in texts)
            return [Edit(Span.at(last.span.end), lines)]
        separator = separator_of(self.into, units, joint)
        at = last.items[-1][1].end
        return [Edit(Span.at(at), "".join(f"{separator}{text}" for text in texts))]

    def listed(self, pointers: dict[str, list[str]]) -> Iterator[Edit]:
        """The edits that add pointers to a section: to the sub-group of their name, or as one more."""
        units = pointer_units(self.into)
        end = newline_of(self.into.text)
        more = []
        for group, texts in pointers.items():
            own = [unit for unit in units if self.group_of(unit) == group]
            if own or not group:
                yield from self.behind(own or units, texts, " · ")
            else:
                more.append(
                    end.join(["", self.heading(group), "", *(f"- {each}" for each in texts)])
                )
        if more:
            at = line_end(self.into.text, units[-1].span.end)
            yield Edit(Span.at(at), "".join(f"{end}{block}" for block in more))

    def group_of(self, unit: Unit) -> str:
        """The name of the sub-group that a unit of the kept topic stands in."""
        return self.into.groups[self.into.pointers[unit.items[0][0]].group].name

    def heading(self, group: str) -> str:
        """The heading of a sub-group, one below that of the kept topic."""
        level = len(self.into.text) - len(self.into.text.lstrip("#"))
        return f"{'#' * min(6, level + 1)} {group}"

    def comments(self) -> list[Edit] | None:
        """The edit that keeps the comments of the other topic."""
        found = comments_in(self.gone.text)
        if not found:
            return []
        if self.into.shape == "section":
            end = newline_of(self.into.text)
            at = len(self.into.text.rstrip())
            return [Edit(Span.at(at), "".join(f"{end}{end}{each}" for each in found))]
        if any("\n" in each or "\r" in each for each in found):
            return None
        row = self.into.text.rstrip()
        at = len(row[:-1].rstrip()) if row.endswith("|") and not row.endswith("\\|") else len(row)
        return [Edit(Span.at(at), "".join(f" {each}" for each in found))]

    # What goes.

    def cut(self) -> Edit:
        """The edit that takes the other topic out of its table."""
        document = self.snapshot.documents[self.other.path]
        text = document.text
        start = line_start(text, self.other.offset)
        end = past_line(text, self.other.offset + len(self.gone.text.rstrip()))
        if self.gone.shape == "section":
            while end < len(text) and not text[end : line_end(text, end)].strip():
                end = past_line(text, end)
        if end == len(text):
            above = len(text[:start].rstrip())
            return Edit(Span(above, end), text[above : past_line(text, above)])
        return Edit(Span(start, end), "")

    # Nothing lost.

    def keeps_all(self, edits: Edits) -> bool:
        """Whether the tables hold afterwards all that they held before, and one topic less."""
        before, after = _Sum(), _Sum()
        for path, path_edits in edits.items():
            document = self.snapshot.documents[path]
            placement = self.snapshot.placement(path)
            if placement is None:
                return False
            before.add(document, self.snapshot)
            after.add(
                Document(path, placement, apply_edits(document.text, path_edits), document),
                self.snapshot,
            )
        return after.without_one(before, self.gone.name)


class _Sum:
    """What some tables hold, topics of one name taken together."""

    def __init__(self) -> None:
        self.names: Counter[str] = Counter()
        self.held: set[tuple[object, ...]] = set()
        self.comments: Counter[str] = Counter()
        self.problems = 0

    def add(self, document: Document, snapshot: Snapshot) -> None:
        table = document.table(snapshot.settings)
        self.comments.update(comments_in(document.text))
        self.problems += len(table.problems)
        for _, topic in table.topics:
            name = topic.name.casefold()
            self.names[name] += 1
            self.held.update((name, "file", _file(each)) for each in topic.pointers)
            self.held.update((name, "live", each.adapter, each.object) for each in topic.live)
            self.held.update((name, "term", each.key) for each in topic.vocabulary)

    def without_one(self, before: _Sum, name: str) -> bool:
        """Whether these are the tables of `before` with one topic less of that name."""
        names = Counter(before.names)
        names[name.casefold()] -= 1
        return (
            +names == self.names
            and self.held >= before.held
            and self.comments == before.comments
            and self.problems <= before.problems
        )


def _file(pointer: Pointer) -> tuple[object, ...]:
    return (pointer.path.rpartition("/")[2].replace("%20", " "), pointer.anchor, pointer.lines)


def _meaning(pointer: Pointer, number: int, place: TopicPlace) -> tuple[object, ...]:
    """What a pointer leads to; two with the same are one."""
    resolution = place.facts.resolved[number]
    where: object = resolution.targets or resolution.tried or pointer.path
    return (where, pointer.anchor, pointer.lines)


def _unit(items: list[tuple[int, Span]]) -> Unit:
    return Unit(tuple(items), "", Span(items[0][1].start, items[-1][1].end))
