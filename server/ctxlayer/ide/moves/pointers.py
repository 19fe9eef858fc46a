"""The pointers of trigger tables, made to lead where their files go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ctxlayer.analysis.link_paths import encoded, relative
from ctxlayer.analysis.moves import Moves
from ctxlayer.analysis.pointers import Resolution, State, resolve
from ctxlayer.analysis.table_edits import pointer_edits as added_pointer
from ctxlayer.analysis.topics import TopicPlace, topic_index
from ctxlayer.globs import has_magic
from ctxlayer.layer.kinds import INDEXED_KINDS
from ctxlayer.layer.pointer import Pointer, looks_like_path, pointer_targets, read_pointers
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.topic import Topic
from ctxlayer.text import Edit, Span

_PARTING = frozenset(",;`<")
"""What ends a plain path, or begins a comment, or code that the next path ends."""
_IN_LABEL = str.maketrans("[]`<", "()'‹")
"""The text of a link says a name; what would end it, or begin code or a comment, becomes its like."""


@dataclass(frozen=True, slots=True)
class Moving:
    """What moves: the layer before and after, and topics that get another name with it."""

    before: Snapshot
    moves: Moves
    after: Snapshot
    names: Mapping[str, str]


def pointer_edits(moving: Moving) -> Iterator[tuple[str, Edit]]:
    """(table, edit) of every pointer that would lead elsewhere after the moves."""
    for place in moving.before.ask(topic_index).places:
        if _concerns(place, moving):
            for edit in _Topic(place, moving).edits():
                yield place.path, Edit(place.span(edit.span), edit.new)


def _concerns(place: TopicPlace, moving: Moving) -> bool:
    facts, moves = place.facts, moving.moves
    return (
        moves.of(place.path) != place.path
        or facts.topic.name in moving.names
        or not facts.targets.isdisjoint(moves.files)
        or any(each.tried and moves.of(each.tried) != each.tried for each in facts.resolved)
    )


class _Topic:
    """One topic, as it is and as it will be."""

    def __init__(self, place: TopicPlace, moving: Moving) -> None:
        self.topic = place.facts.topic
        self.resolved = place.facts.resolved
        self.moving = moving
        self.table = moving.moves.of(place.path)
        name = moving.names.get(self.topic.name, self.topic.name)
        self.renamed: Topic = replace(self.topic, name=name)

    def edits(self) -> Iterator[Edit]:
        """Spans count from the topic's start."""
        for pointer, resolution in zip(self.topic.pointers, self.resolved, strict=True):
            if resolution.state in (State.WEB, State.UNKNOWN) or pointer.form in (
                "sibling",
                "agent",
            ):
                continue
            if pointer.form == "glob" or _is_folder(resolution, self.moving.before):
                yield from self.many(pointer, resolution)
            else:
                yield from self.one(pointer, resolution)

    def one(self, pointer: Pointer, resolution: Resolution) -> Iterator[Edit]:
        """A pointer at one file, or at none."""
        old = resolution.targets[0] if resolution.targets else resolution.tried
        new = self.moving.moves.of(old)
        yield from self.label(pointer, old, new)
        if not old or self.leads(pointer) == (new,):
            return
        if resolution.targets or new != old:
            yield self.rewritten(pointer, new)
        elif pointer.label is not None and self.tried(pointer) != resolution.tried:
            yield self.rewritten(pointer, resolution.tried)

    def label(self, pointer: Pointer, old: str, new: str) -> Iterator[Edit]:
        """A link's text that is the name of its file stays that."""
        if pointer.label is not None and pointer.label_span is not None:
            edit = name_edit(pointer.label, pointer.label_span, old, new)
            if edit is not None:
                yield Edit(edit.span, _escaped(edit.new, self.topic))

    def many(self, pointer: Pointer, resolution: Resolution) -> Iterator[Edit]:
        """A folder or a glob: it follows its folder, and loses no file that moves out of it."""
        moves = self.moving.moves
        place = resolution.actual or resolution.tried
        fixed = _literal(place) if pointer.form == "glob" else place.rstrip("/")
        moved = f"{moves.of(fixed)}{place[len(fixed) :]}" if fixed else place
        if moved != place or self.tried(pointer) != place:
            pointed = self.reached(moved, pointer)
            yield self.rewritten(pointer, moved)
        else:
            pointed = self.leads(pointer)
        lost = [
            new
            for old in resolution.targets
            if old in moves.files and (new := moves.of(old)) not in pointed
        ]
        yield from self.kept(pointer, [path for path in lost if self.is_orphan(path)], pointed)

    def kept(self, pointer: Pointer, lost: list[str], pointed: tuple[str, ...]) -> Iterator[Edit]:
        """Pointers of their own for files that a folder or glob no longer holds."""
        if len(lost) == 1 and not pointed:
            yield self.rewritten(pointer, lost[0])
            return
        for path in lost:
            yield from added_pointer(self.renamed, path, self.table)

    def is_orphan(self, path: str) -> bool:
        """Whether a file in its new place has to be indexed, and no pointer leads to it."""
        placement = self.moving.after.placement(path)
        if placement is None or placement.kind not in INDEXED_KINDS:
            return False
        return not any(_still_leads(place, path, self.moving) for place in _places(self.moving))

    def leads(self, pointer: Pointer) -> tuple[str, ...]:
        """The files that the pointer as it is written names after the moves."""
        resolution, _ = resolve(pointer, self.renamed, self.table, self.moving.after)
        return () if resolution.state is State.MISSPELT_CASE else resolution.targets

    def tried(self, pointer: Pointer) -> str:
        """The path that the pointer as it is written stands for after the moves."""
        resolution, _ = resolve(pointer, self.renamed, self.table, self.moving.after)
        return resolution.tried

    def reached(self, path: str, pointer: Pointer) -> tuple[str, ...]:
        """What a folder or glob names after the moves, by its path from the root."""
        written = pointer._replace(path=f"/{path}", label=None)
        return self.leads(written)

    def rewritten(self, pointer: Pointer, target: str) -> Edit:
        """The edit that makes `pointer` name `target`: written as it was, where that can be."""
        new = written(target, pointer, self.renamed.name, self.table, self.topic)
        if pointer.label is not None:
            return Edit(pointer.path_span, new)
        whole = _escaped(f"/{target}", self.topic)
        for plain in (new, whole):
            if self.means(plain, pointer, target):
                return Edit(pointer.path_span, plain)
        return _as_link(target, pointer, self.table, self.topic)

    def means(self, plain: str, pointer: Pointer, target: str) -> bool:
        """Whether `plain` in the place of the pointer's path is read as `target`, and as no list."""
        in_code = self.topic.text[pointer.path_span.start - 1 : pointer.path_span.start] == "`"
        text = f"`{plain}`" if in_code else plain
        if not in_code and (not looks_like_path(plain) or not _PARTING.isdisjoint(plain)):
            return False
        read = read_pointers(text, 0, len(text))
        if len(read) != 1 or read[0].path != plain:
            return False
        found = pointer_targets(read[0], self.table, self.renamed.name)
        tree = self.moving.after.tree
        there = [path for path in found if path in tree.paths or path.rstrip("/") in tree.folders]
        wanted = target.rstrip("/")
        return there[0] == wanted if there else wanted in found


def written(target: str, pointer: Pointer, name: str, table: str, topic: Topic) -> str:
    """`target` as `pointer` writes its own: bare, from the root, or as a link from its table."""
    end = "/" if pointer.path.endswith("/") and not target.endswith("/") else ""
    if pointer.label is not None:
        angled = topic.text[pointer.path_span.start - 1 : pointer.path_span.start] == "<"
        path = relative(target.rstrip("/"), table, pointer.path)
        return _escaped(encoded(path, like=pointer.path, angled=angled), topic)
    own = f"knowledge/{name}/"
    inner = target.rstrip("/")[len(own) :] if target.startswith(own) else ""
    bare = "/" not in pointer.path.strip("/").removeprefix("./")
    if bare and inner and "/" not in inner:
        lead = "./" if pointer.path.startswith("./") else ""
        return _escaped(f"{lead}{inner}{end}", topic)
    lead = "/" if pointer.path.startswith("/") or "/" not in target.rstrip("/") + end else ""
    return _escaped(f"{lead}{target}{end}", topic)


def name_edit(label: str, span: Span, old: str, new: str) -> Edit | None:
    """The edit of a link's text that is the name of the file `old`, which becomes `new`."""
    before, after = old.rstrip("/").rpartition("/")[2], new.rstrip("/").rpartition("/")[2]
    if not before or before == after or label.strip("`") != before:
        return None
    ticks = len(label) - len(label.lstrip("`"))
    return Edit(Span(span.start + ticks, span.end - ticks), after.translate(_IN_LABEL))


def _escaped(path: str, topic: Topic) -> str:
    return path.replace("|", "\\|") if topic.shape == "row" else path


def _as_link(target: str, pointer: Pointer, table: str, topic: Topic) -> Edit:
    """A link in the place of a plain path: for a name that would not be read as one path."""
    text = topic.text
    parts = [pointer.path_span, pointer.anchor_span, pointer.lines_span]
    span = Span(pointer.path_span.start, max(part.end for part in parts if part is not None))
    tail = text[pointer.path_span.end : span.end]
    if text[span.start - 1 : span.start] == "`" == text[span.end : span.end + 1]:
        span = Span(span.start - 1, span.end + 1)
    name = target.rstrip("/").rpartition("/")[2].translate(_IN_LABEL)
    path = encoded(relative(target, table, ""), like="")
    return Edit(span, _escaped(f"[{name}]({path}{tail})", topic))


def _is_folder(resolution: Resolution, snapshot: Snapshot) -> bool:
    place = (resolution.actual or resolution.tried).rstrip("/")
    return place in snapshot.tree.folders and place not in snapshot.tree.paths


def _literal(pattern: str) -> str:
    """The folders of a pattern in front of its first wildcard."""
    parts = pattern.split("/")
    count = next((n for n, part in enumerate(parts) if has_magic(part)), len(parts))
    return "/".join(parts[:count])


def _places(moving: Moving) -> tuple[TopicPlace, ...]:
    return moving.before.ask(topic_index).places


def _still_leads(place: TopicPlace, path: str, moving: Moving) -> bool:
    """Whether a topic leads to `path` after the moves, its folders and globs apart."""
    own = _Topic(place, moving)
    for pointer, resolution in zip(own.topic.pointers, own.resolved, strict=True):
        if pointer.form == "glob" or _is_folder(resolution, moving.before):
            if path in own.leads(pointer):
                return True
        elif any(moving.moves.of(old) == path for old in resolution.targets):
            return True
    return False
