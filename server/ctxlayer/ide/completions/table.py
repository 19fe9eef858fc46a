"""Names, pointers, adapters and terms, in rows and lists that are still being typed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ctxlayer.analysis.distinctive import distinctive_phrases
from ctxlayer.analysis.indexing import orphans
from ctxlayer.analysis.pointers import resolve
from ctxlayer.analysis.suggestions import relative_link
from ctxlayer.analysis.table_edits import bare_name
from ctxlayer.analysis.topics import adapters, topic_index
from ctxlayer.ide.adapter_words import adapter_detail
from ctxlayer.ide.completions.paths import fitting
from ctxlayer.ide.model import Completion, CompletionKind
from ctxlayer.ide.text import counted, standing
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import INDEXED_KINDS, Kind, topic_of
from ctxlayer.layer.pointer import read_pointer, read_pointers
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.table_places import locate
from ctxlayer.layer.topic import Place, Topic
from ctxlayer.syntax.slugs import slugs
from ctxlayer.text import Edit, Span

_MOST_FILES = 200
_MOST_TERMS = 30
_SECTION_NAME = re.compile(r"#{3}[ \t]+([^\r\n]*)\Z")
_CUT = re.compile(r"(?:^[ \t]*(?:[-*+]|[0-9]{1,9}[.)])|\\?\||·|,|;|<[bB][rR][ \t]*/?>)[ \t]*")
_LIVE_CUT = re.compile(r"(?:^[ \t]*[-*+]|(?<!\\)\||·|;|<[bB][rR][ \t]*/?>)[ \t]*")
_LIVE_END = re.compile(r"[^|·\r\n]*")
_BEHIND_OBJECT = re.compile(r"([^\s,]+[ \t]+(?:`[^`]*`|[^\s,`]+))[ \t]*(?:,[ \t]*[\w-]*)?")
_COMMA = re.compile(r"(?:^[ \t]*[-*+]|(?<!\\)\||[,，、]|:\*\*|\*\*:|:)[ \t]*")
_LABEL = re.compile(
    r"[ \t]*(?:[-*+][ \t]+)?(?:\*\*|__)?[^\s*_:|][^*_:|]{0,40}(?::\*\*|\*\*:|:__|__:|:|\*\*)[ \t]*"
)
_NOTE = re.compile(r"\s(?:—|–|--|-)(?:\s|\Z)|:(?:\s|\Z)")
_POINTED_KINDS = (Kind.KNOWLEDGE, Kind.EXTRACTION, Kind.EXTERNAL, Kind.WORKFLOW, Kind.SKILL)


class _Typed(NamedTuple):
    """The piece of a part at the cursor: where it starts, and its text up to the cursor."""

    start: int
    text: str

    def behind(self, length: int) -> Span:
        """From `length` code points into the piece to the cursor."""
        return Span(self.start + length, self.start + len(self.text))


def table_completions(document: Document, offset: int, snapshot: Snapshot) -> Iterator[Completion]:
    """What fits at a cursor in a trigger table; nothing in its prose."""
    line = _line_before(document.text, offset)
    heading = _SECTION_NAME.match(line)
    place = locate(document.table(snapshot.settings), offset)
    if heading is not None:
        yield from _names(Span(offset - len(heading[1]), offset), snapshot)
    elif place is None:
        return
    elif place.part == "name" and place.topic.shape == "row":
        start = _behind(re.compile(r"(?<!\\)\|[ \t]*"), line)
        yield from _names(Span(offset - len(line) + start, offset), snapshot)
    elif place.part == "files":
        yield from _files(_piece(line, offset, _CUT), place, document, snapshot)
    elif place.part == "live":
        rest = _LIVE_END.match(document.text, offset)
        yield from _live(_piece(line, offset, _LIVE_CUT), rest[0] if rest else "", snapshot)
    elif place.part == "vocabulary":
        yield from _terms(_piece(line, offset, _COMMA), place.topic, snapshot)


def _line_before(text: str, offset: int) -> str:
    start = max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1
    return text[start:offset]


def _behind(pattern: re.Pattern[str], line: str) -> int:
    """Where the last match of `pattern` in `line` ends."""
    last = 0
    for match in pattern.finditer(line):
        last = match.end()
    return last


def _piece(line: str, offset: int, cut: re.Pattern[str]) -> _Typed:
    """What is typed of the last piece of a cell, list item or labelled line."""
    start = _behind(cut, line)
    if not line.lstrip().startswith("|") and (label := _LABEL.match(line)):
        start = max(start, label.end() if label.end() <= len(line) else 0)
    return _Typed(offset - len(line) + start, line[start:])


def _options(
    options: Iterable[tuple[str, str]], kind: CompletionKind, span: Span
) -> Iterator[Completion]:
    """(text, detail) pairs, written as they are, in their order."""
    for number, (text, detail) in enumerate(options):
        yield Completion(text, kind, Edit(span, text), f"{number:04d}", detail, filter=text)


# Names.


def _names(span: Span, snapshot: Snapshot) -> Iterator[Completion]:
    """Folders of `knowledge/` that no topic is named after."""
    known = snapshot.ask(topic_index).names
    files: dict[str, int] = {}
    for path in snapshot.by_kind.get(Kind.KNOWLEDGE, ()):
        topic = topic_of(path, Kind.KNOWLEDGE)
        if topic and topic not in known:
            files[topic] = files.get(topic, 0) + 1
    options = ((name, counted(count, "file")) for name, count in sorted(files.items()))
    yield from _options(options, "topic", span)


# Files.


def _files(
    typed: _Typed, place: Place, document: Document, snapshot: Snapshot
) -> Iterator[Completion]:
    text = typed.text.lstrip("*_`")
    typed = _Typed(typed.start + len(typed.text) - len(text), text)
    link = text.rfind("](")
    target = text[link + 2 :] if link >= 0 else text
    if ")" in target and link >= 0:
        return  # behind a finished link: its annotation
    if link < 0 and (_NOTE.search(text) or (" " in text and not text.startswith("["))):
        return
    if "#" in target:
        yield from _anchors(typed, text.rfind("#") + 1, place.topic, document, snapshot)
        return
    ranked = _ranked(place, typed, document, snapshot)
    files = fitting(ranked, target.lstrip("["), _MOST_FILES)
    if link >= 0:
        angle = target.startswith("<")
        span = typed.behind(link + 2 + angle)
        written = ((path, relative_link(path, document.path)) for path in files)
    elif text.startswith("["):
        span = typed.behind(0)
        written = ((path, _whole_link(path, document.path)) for path in files)
    else:
        span = typed.behind(0)
        written = ((path, bare_name(place.topic.name, path)) for path in files)
    missing = snapshot.ask(orphans)
    for number, (path, new) in enumerate(written):
        detail = _detail(path, number, missing, snapshot)
        label = bare_name(place.topic.name, path)
        yield Completion(label, "file", Edit(span, new), f"{number:04d}", detail, filter=new)


def _whole_link(path: str, table: str) -> str:
    return f"[{path.rpartition('/')[2]}]({relative_link(path, table)})"


def _detail(path: str, number: int, missing: frozenset[str], snapshot: Snapshot) -> str:
    document = snapshot.document(path)
    if document is None:
        return ""
    if path in missing:
        return f"no topic points at it · {standing(document, snapshot)}"
    # The files that are likely meant come first; the rest is many, and most of it not parsed yet.
    return standing(document, snapshot) if number < 40 else document.kind.value


def _ranked(place: Place, typed: _Typed, table: Document, snapshot: Snapshot) -> list[str]:
    """Files that a topic does not point at yet: its own that nobody indexed, its own, the rest."""
    name = place.topic.name
    own = f"knowledge/{name}/"
    missing = snapshot.ask(orphans)
    taken = _taken(place, typed, table, snapshot)
    ranked = []
    for kind in _POINTED_KINDS:
        for path in snapshot.by_kind.get(kind, ()):
            if path in taken:
                continue
            if name and path.startswith(own):
                rank = 0 if path in missing else 1
            elif name and kind is Kind.EXTRACTION and _is_of(topic_of(path, kind), name):
                rank = 2
            else:
                rank = 3 if path in missing else 4
            ranked.append((rank, path))
    return [path for _, path in sorted(ranked)]


def _is_of(topic: str, name: str) -> bool:
    """Whether an extraction called `<date>-<topic>` is one of `name`, a slug behind it or not."""
    return topic == name or topic.startswith(f"{name}-")


def _taken(place: Place, typed: _Typed, table: Document, snapshot: Snapshot) -> set[str]:
    """Where the other pointers of the topic lead already.

    While the last piece is no path yet, a comma does not separate: what stands before it in the
    pointer at the cursor is read by itself.
    """
    found: set[str] = set()
    others = [pointer for pointer in place.topic.pointers if pointer is not place.pointer]
    if place.pointer is not None:
        text = table.text[place.pointer.span.start + place.offset : typed.start].rstrip(" ,;·")
        others += read_pointers(text, 0, len(text))
    for pointer in others:
        if pointer.form not in ("glob", "folder"):
            found.update(resolve(pointer, place.topic, table.path, snapshot)[0].targets)
    return found


def _anchors(
    typed: _Typed, at: int, topic: Topic, table: Document, snapshot: Snapshot
) -> Iterator[Completion]:
    """The headings of the file that is named in front of the `#`."""
    text = typed.text[: at - 1]
    pointer = read_pointer(text, 0, len(text))
    if pointer is None:
        return
    targets = resolve(pointer, topic, table.path, snapshot)[0].targets
    document = snapshot.document(targets[0]) if len(targets) == 1 else None
    if document is None:
        return
    headings = document.blocks.headings
    options = zip(slugs(headings), (heading.text for heading in headings), strict=True)
    yield from _options(options, "value", typed.behind(at))


# Live pointers.


def _live(typed: _Typed, rest: str, snapshot: Snapshot) -> Iterator[Completion]:
    """Adapters; behind an object, the mark that it is only read. `rest` stands behind the cursor."""
    marked = _BEHIND_OBJECT.fullmatch(typed.text)
    if marked is not None:
        if "read" not in rest:
            yield from _options([(", read-only", "")], "value", typed.behind(marked.end(1)))
        return
    if " " in typed.text.strip() or typed.text[-1:] == " ":
        return
    known = snapshot.ask(adapters)
    options = ((name, adapter_detail(each, known)) for name, each in sorted(known.by_name.items()))
    yield from _options(options, "adapter", typed.behind(0))


# Vocabulary.


def _terms(typed: _Typed, topic: Topic, snapshot: Snapshot) -> Iterator[Completion]:
    """Phrases and headings that set the topic's files apart, and that no topic has for a term."""
    places = snapshot.ask(topic_index).places
    known = {key for place in places for key in place.facts.term_keys}
    folder = f"knowledge/{topic.name}/"
    paths = {path for path in snapshot.by_kind.get(Kind.KNOWLEDGE, ()) if path.startswith(folder)}
    for place in places:
        if place.facts.topic is topic:
            paths |= place.facts.targets
    own = [
        document
        for path in sorted(paths)
        if (document := snapshot.document(path)) is not None and document.kind in INDEXED_KINDS
    ]
    phrases = distinctive_phrases(own, snapshot, known.__contains__, _MOST_TERMS)
    files = counted(len(own), "file")
    options = ((each.text, f"in {each.files} of {files}") for each in phrases)
    yield from _options(options, "term", typed.behind(0))
