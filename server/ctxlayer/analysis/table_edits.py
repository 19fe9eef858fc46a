"""Edits that add to a trigger table in the shape that it already has."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ctxlayer.analysis.suggestions import relative_link
from ctxlayer.layer.live_pointer import is_absent
from ctxlayer.layer.pointer import Pointer
from ctxlayer.layer.table_columns import row_roles
from ctxlayer.layer.topic import Role, Topic, TriggerTable
from ctxlayer.text import Edit, Span

LABELS: Mapping[Role, str] = {
    "files": "**Files**",
    "live": "**Live pointer:**",
    "vocabulary": "**Vocabulary:**",
}
_ORDER: tuple[Role, ...] = ("files", "live", "vocabulary")
_BULLET = re.compile(
    r"(?P<mark>[ \t]*(?:[-*+]|(?P<number>[0-9]{1,8})[.)])[ \t]+)(?:\[[ xX]\][ \t]+)?"
)
_LINE_END = re.compile(r"\r\n|\n|\r|\Z")
_ABSENT_TAIL = re.compile(
    r"[ \t]*(?<=[\s:*])(?:[-–—]{1,3}|(?:none|n/a|tbd|todo|\?)(?: yet| so far| for now)?)[ \t.]*\Z",
    re.IGNORECASE,
)
_LONGEST_TAIL = 24
_HASHES = re.compile(r" {0,3}(#{1,6})[ \t]")
_SEPARATORS = ("·", ",", ";", "<br>")


# One pointer.


def pointer_edits(topic: Topic, path: str, table: str) -> tuple[Edit, ...]:
    """The edits of a topic that add `path` to its files; spans count from the topic's start.

    `table` is the path of its table. None are given where the topic has no place for files.
    """
    if "agents" in topic.columns:
        return ()  # a cell of agents is no place for files
    if not topic.pointers:
        model = bare_name(topic.name, path)
        return part_edits(topic, {"files": [model]}) or ()
    after = _neighbour(topic, path)
    if topic.shape == "section":
        edit = _list_item(topic, after, path, table)
        if edit is not None:
            return (edit,)
    separator = _separator(topic)
    written = _written_like(after, topic, path, table, by_dots=separator.strip() == "·")
    return (Edit(Span.at(after.span.end), f"{separator}{written}"),)


def _neighbour(topic: Topic, path: str) -> Pointer:
    """The pointer to write a new one behind: the last of the sub-group that it belongs to."""
    extraction = path.startswith("extractions/")
    of_extractions = {
        number
        for number, group in enumerate(topic.groups)
        if "extraction" in group.name.casefold() or "finding" in group.name.casefold()
    }
    fitting = [each for each in topic.pointers if (each.group in of_extractions) == extraction]
    return (fitting or topic.pointers)[-1]


def _list_item(topic: Topic, after: Pointer, path: str, table: str) -> Edit | None:
    """A new list item below that of `after`; None where that stands in no list."""
    text = topic.text
    start = max(text.rfind("\n", 0, after.span.start), text.rfind("\r", 0, after.span.start)) + 1
    bullet = _BULLET.match(text, start, after.span.start)
    if bullet is None:
        return None
    mark = bullet["mark"]
    if bullet["number"]:
        mark = mark.replace(bullet["number"], str(int(bullet["number"]) + 1), 1)
    at = _line_end(text, after.span.end)
    written = _written_like(after, topic, path, table, by_dots=True)
    return Edit(Span.at(at), f"{newline_of(text)}{mark}{written}")


def _written_like(model: Pointer, topic: Topic, path: str, table: str, *, by_dots: bool) -> str:
    """`path` as the topic writes `model`: as a link, in a code span, from the root, or bare."""
    name = path.rpartition("/")[2]
    odd = any(char.isspace() or char in ",;" for char in path) and not by_dots
    if model.label is not None or odd:
        ticks = "`" if model.label is not None and model.label.startswith("`") else ""
        label = name.replace("|", "\\|") if topic.shape == "row" else name
        return f"[{ticks}{label}{ticks}]({relative_link(path, table)})"
    whole = model.form == "path" and model.path.lstrip("/").startswith("knowledge/")
    plain = path if whole else bare_name(topic.name, path)
    if topic.shape == "row":
        plain = plain.replace("|", "\\|")
    start = model.path_span.start
    return f"`{plain}`" if topic.text[start - 1 : start] == "`" else plain


def _separator(topic: Topic) -> str:
    """The separator that the files already use; ` · ` where there is one of them."""
    if len(topic.pointers) > 1:
        between = topic.text[topic.pointers[-2].span.end : topic.pointers[-1].span.start]
        if between.strip() in _SEPARATORS:
            return between
    return " · "


def bare_name(topic: str, path: str) -> str:
    """`path` as a topic writes it without a link: its own files by name, others from the root."""
    own = f"knowledge/{topic}/"
    if path.startswith(own) and "/" not in path[len(own) :]:
        return path[len(own) :]
    return path


# Parts of a topic.


def part_edits(topic: Topic, parts: Mapping[Role, Sequence[str]]) -> tuple[Edit, ...] | None:
    """The edits that fill empty parts of a topic; None where it has no place for one of them."""
    if topic.shape == "row":
        return _cells(topic, {role: _joined(role, items) for role, items in parts.items()})
    return tuple(_section_part(topic, role, parts[role]) for role in _ORDER if parts.get(role))


def _joined(role: Role, items: Sequence[str]) -> str:
    return (", " if role == "vocabulary" else " · ").join(items).replace("|", "\\|")


def _cells(topic: Topic, texts: Mapping[Role, str]) -> tuple[Edit, ...] | None:
    """Empty or missing cells of a row, filled."""
    edits = []
    missing: dict[int, str] = {}
    for role, text in texts.items():
        if role not in topic.columns:
            return None
        at = topic.columns.index(role)
        if at < len(topic.cells):
            edits.append(_cell(topic, topic.cells[at], text))
        else:
            missing[at] = text
    if missing:
        edits.append(_more_cells(topic, missing))
    return tuple(edits)


def _cell(topic: Topic, span: Span, text: str) -> Edit:
    if span.start < span.end:
        kept = "" if is_absent(span.of(topic.text)) else f"{span.of(topic.text)} "
        return Edit(span, f"{kept}{text}")
    before = "" if topic.text[span.start - 1 : span.start] in (" ", "\t") else " "
    after = "" if topic.text[span.start : span.start + 1] in (" ", "\t") else " "
    return Edit(span, f"{before}{text}{after}")


def _more_cells(topic: Topic, texts: Mapping[int, str]) -> Edit:
    """Cells behind the last one of a row that is too short for them."""
    row = topic.text.rstrip()
    wanted = [texts.get(at, "") for at in range(len(topic.cells), max(texts) + 1)]
    if row.endswith("|") and not row.endswith("\\|"):
        new = "".join(f" {text} |" if text else " |" for text in wanted)
    else:
        new = "".join(f" | {text}" if text else " |" for text in wanted)
    return Edit(Span.at(len(row)), new)


def _section_part(topic: Topic, role: Role, items: Sequence[str]) -> Edit:
    """A part of a section: behind its empty label, else with a label, below the part before."""
    text, end = topic.text, newline_of(topic.text)
    content = f" {_plain(role, items)}"
    if role == "files":
        content = "".join(f"{end}- {item}" for item in items)
    own = _span(topic, role)
    if own is not None:
        return Edit(Span(_content_start(text, own), own.end), content)
    before = [_span(topic, each) for each in _ORDER[: _ORDER.index(role)]]
    at = _line_end(text, max([topic.name_span.end, *(span.end for span in before if span)]))
    if at == topic.name_span.end or not any(before):
        at = _below_heading(text, at)
    return Edit(Span.at(at), f"{end}{end}{LABELS[role]}{content}")


def _content_start(text: str, part: Span) -> int:
    """Where the content of an empty part goes: behind its label, in the place of a dash or `none`."""
    tail = _ABSENT_TAIL.search(text, max(part.start, part.end - _LONGEST_TAIL), part.end)
    at = tail.start() if tail else part.end
    line = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    if line > part.start and not text[line:at].strip(" \t-*+"):
        at = line  # `none` was a list item
    while at > part.start and text[at - 1].isspace():
        at -= 1
    return at


def _plain(role: Role, items: Sequence[str]) -> str:
    return (", " if role == "vocabulary" else " · ").join(items)


def _span(topic: Topic, role: Role) -> Span | None:
    spans = {"files": topic.files_span, "live": topic.live_span}
    return spans.get(role, topic.vocabulary_span)


def _below_heading(text: str, at: int) -> int:
    """The end of a heading whose first line ends at `at`: one line on where it is underlined."""
    rest = _LINE_END.match(text, at)
    start = rest.end() if rest else at
    below = text[start : _line_end(text, start)].strip()
    return _line_end(text, start) if below and set(below) in ({"-"}, {"="}) else at


# A whole topic.


def topic_edit(text: str, table: TriggerTable, path: str, name: str, files: Sequence[str]) -> Edit:
    """The edit of a table's document that adds a topic, in the shape of the topics before it.

    It has pointers to `files`; its live pointer and its vocabulary only a person can write.
    """
    platform = [placed for placed in table.topics if placed[1].cluster == "platform"]
    last = (platform or table.topics or (None,))[-1]
    if last is not None and last[1].shape == "section":
        start, topic = last
        at = start + len(topic.text.rstrip())
        return Edit(Span.at(at), _section(topic, path, name, files))
    row = _row_below(table, last[0] if last is not None else None)
    end = newline_of(text)
    if row is not None:
        at, roles = row
        return Edit(Span.at(at), end + _row(roles, name, files))
    roles = ("topic", "files", "live", "vocabulary")
    head = ["| topic | files | live pointer | vocabulary |", "| --- | --- | --- | --- |"]
    body = text.rstrip()
    gap = [end, end] if body.strip("\ufeff") else []
    lines = end.join([*head, _row(roles, name, files)])
    closing = end if len(body) == len(text) else ""
    return Edit(Span.at(len(body)), "".join([*gap, lines, closing]))


def _row_below(
    table: TriggerTable, offset: int | None
) -> tuple[int, tuple[Role | None, ...]] | None:
    """(end of the last row, roles of the columns) of the table that the topic at `offset` is in."""
    headers = [each for each in table.headers if offset is None or each.span.start <= offset]
    if not headers:
        return None
    roles = row_roles(headers[-1].columns)
    if offset is None:
        return headers[-1].extent.end, roles
    topic = next(topic for start, topic in table.topics if start == offset)
    return max(headers[-1].extent.end, offset + len(topic.text.rstrip())), roles


def _row(roles: Sequence[Role | None], name: str, files: Sequence[str]) -> str:
    names = [bare_name(name, each) for each in files]
    cells = {"topic": name, "files": _joined("files", names)}
    texts = (cells.get(role or "", "") for role in roles)
    return "|" + "".join(f" {text} |" if text else " |" for text in texts)


def _section(model: Topic, path: str, name: str, files: Sequence[str]) -> str:
    end = newline_of(model.text)
    hashes = _HASHES.match(model.text)
    linked = not model.pointers or model.pointers[-1].label is not None
    items = (
        f"- [{each.rpartition('/')[2]}]({relative_link(each, path)})"
        if linked
        else f"- {bare_name(name, each)}"
        for each in files
    )
    lines = [
        "",
        "",
        f"{hashes[1] if hashes else '###'} {name}",
        "",
        LABELS["files"],
        *items,
        "",
        LABELS["live"],
        "",
        LABELS["vocabulary"],
    ]
    return end.join(lines)


def newline_of(text: str) -> str:
    """What the first line of `text` ends with; `\\n` where there is one line only."""
    match = _LINE_END.search(text)
    return (match[0] if match else "") or "\n"


def _line_end(text: str, at: int) -> int:
    """Where the line that holds `at` ends, without its line end."""
    match = _LINE_END.search(text, at)
    return match.start() if match else len(text)
