"""Topics in section shape: a heading with Files, Live pointer or Vocabulary below it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ctxlayer.layer.live_pointer import LivePointer, is_absent, read_live_pointers
from ctxlayer.layer.pointer import Pointer, looks_like_path, read_pointers
from ctxlayer.layer.table_columns import Grammar, normal
from ctxlayer.layer.terms import Term, read_terms
from ctxlayer.layer.topic import Cluster, Group, Role, Topic
from ctxlayer.layer.topic_text import name_span
from ctxlayer.syntax.markdown_nodes import Heading
from ctxlayer.text import Span

_BOLD_LABEL = re.compile(
    r"[ \t]{0,3}(?P<bullet>[-*+][ \t]+)?(?P<mark>\*\*|__|\*|_)(?P<name>[^\W\d_][^*_:`\n]{0,80}?)"
    r"[ \t]*:?[ \t]*(?P=mark)[ \t]*(?:\([^()\n]*\)[ \t]*)?:?[ \t]*"
)
_PLAIN_LABEL = re.compile(r"[ \t]{0,3}(?P<name>[^\W\d_][^*_:`|\[\]\n]{0,80}?)[ \t]*:(?!//)[ \t]*")
_ITEM = re.compile(r"(?P<indent>[ \t]*)(?:[-*+]|[0-9]{1,9}[.)])(?:[ \t]+|\Z)")
_COMMON = frozenset(
    "trigger when tag word rule reference context documentation document guide source see open path"
    " read load scope".split()
)
"""Labels, singular, that any text may have: they make no topic where no path is below them."""
_RULE = re.compile(r"[ \t]*([-*_])[ \t]*(?:\1[ \t]*){2,}\Z")


def find_label(line: str, names: Grammar) -> tuple[Role, int] | None:
    """(part, where its content starts) if `line` opens a part: `**Files:** ...`, `Files: ...`."""
    match = _BOLD_LABEL.match(line) or _PLAIN_LABEL.match(line)
    role = names.label(match["name"]) if match else None
    return (role, match.end()) if match and role else None


def read_section(
    text: str, flat: str, headings: Sequence[Heading], cluster: Cluster, names: Grammar
) -> Topic | None:
    """The topic of one section, or None if nothing makes its heading a topic.

    `text` starts with the section's heading, which is `headings[0]`; the others are those below
    it. `flat` is `text` with comments, fences and other hidden text blanked out. All spans count
    from the start of `text`.
    """
    reader = _Reader(flat, names, headings)
    reader.run()
    if not reader.is_topic():
        return None
    top = headings[0]
    name = name_span(flat, *top.text_span)
    groups, pointers = reader.groups_in_use()
    return Topic(
        name.of(text),
        name,
        Span(0, len(text)),
        text,
        "section",
        cluster,
        groups,
        pointers,
        tuple(reader.live),
        tuple(reader.terms),
        reader.span("files"),
        reader.span("live"),
        reader.span("vocabulary"),
        strays=tuple(reader.strays),
    )


class _Reader:
    """Goes down the lines of one section and sorts what it finds into parts."""

    def __init__(self, text: str, names: Grammar, headings: Sequence[Heading]) -> None:
        self.text = text
        self.names = names
        self.headings = headings
        self.part: Role | None = None
        self.depth = 0  # headings passed below the topic's own that name no part
        self.awaiting = False  # the open part has a label and no content yet
        self.open: list[Span] = []  # lines of the block being read
        self.open_as: Role | None = None
        self.indent = 0  # of the last list item
        self.labels: list[tuple[Role, bool]] = []  # (part, directly below the topic)
        self.is_named = False  # some part has a label that means nothing else
        self.spans: dict[Role, Span] = {}
        self.closed: set[Role] = set()
        self.groups: list[Group] = [Group("", Span(0, 0))]
        self.pointers: list[Pointer] = []
        self.live: list[LivePointer] = []
        self.terms: list[Term] = []
        self.strays: list[Span] = []

    def run(self) -> None:
        starts = {heading.span.start: heading for heading in self.headings[1:]}
        at = self.headings[0].span.end
        skip_to = at
        for body in self.text[at:].split("\n"):
            span = Span(at, at + len(body) - body.endswith("\r"))
            at += len(body) + 1
            if span.start in starts:
                self.close()
                self.heading(starts[span.start])
                skip_to = starts[span.start].span.end
            elif span.start >= skip_to:
                self.line(span)
        self.close()

    def line(self, span: Span) -> None:
        """One line that is no heading."""
        line = span.of(self.text)
        if not line.strip() or _RULE.match(line):
            self.close()
            return
        item = _ITEM.match(line)
        if self.label(line, span, is_item=item is not None):
            return
        if item is not None:
            indent = len(item["indent"].expandtabs(4))
            if not self.parent_item(indent):
                self.close()
            self.item(span, span.start + item.end())
            self.indent = indent
        elif self.open:
            self.open.append(span)
        elif not line.lstrip().startswith("|"):
            self.paragraph(span)

    def heading(self, heading: Heading) -> None:
        """A heading below the topic's: a part by its name, or else a sub-group of the files."""
        role = self.names.label(heading.text)
        if role is not None and not role == self.part == "files":
            self.start_part(role, heading.span, direct=True)
            self.is_named = self.is_named or not _is_common(heading.text)
            return
        self.depth += 1
        name = name_span(self.text, *heading.text_span)
        self.start_group(name, heading.span)

    def start_group(self, name: Span, where: Span) -> None:
        if self.part not in (None, "files"):
            self.part = None
        self.groups.append(Group(name.of(self.text), name))
        if self.part == "files":
            self.reach("files", where)

    def label(self, line: str, span: Span, *, is_item: bool) -> bool:
        """Whether `line` opened a part or a sub-group."""
        match = _BOLD_LABEL.match(line)
        bold = match is not None
        if match is None and not is_item:
            match = _PLAIN_LABEL.match(line)
        if match is None:
            return False
        role = self.names.label(match["name"])
        rest = Span(span.start + match.end(), span.end)
        if role is None:
            return bold and not match["bullet"] and self.bold_group(match, span, rest)
        self.close()
        self.start_part(role, span, direct=self.depth == 0)
        self.is_named = self.is_named or not _is_common(match["name"])
        if role == "files" and self.is_remark(rest):
            self.strays.append(rest)
        elif rest.start < rest.end:
            self.begin(role, rest)
        return True

    def bold_group(self, match: re.Match[str], span: Span, rest: Span) -> bool:
        """A bold line between files is a sub-group; with a path in it, it is a pointer."""
        if self.part != "files" or looks_like_path(match["name"]) or rest.of(self.text).strip():
            return False
        self.close()
        self.start_group(Span(*match.span("name")).shift(span.start), span)
        return True

    def start_part(self, role: Role, where: Span, *, direct: bool) -> None:
        if self.part is not None:
            self.closed.add(self.part)
        self.part = role
        self.awaiting = True
        self.labels.append((role, direct))
        self.reach(role, where)

    def reach(self, role: Role, span: Span) -> None:
        """The span of a part takes in `span`, unless another part has come between."""
        old = self.spans.get(role)
        if old is None:
            self.spans[role] = span
        elif role not in self.closed:
            self.spans[role] = Span(old.start, span.end)

    def parent_item(self, indent: int) -> bool:
        """Whether the open list item turned out to name a sub-group: no path, paths nested in it."""
        if not self.open or self.open_as != "files" or indent <= self.indent:
            return False
        if len(self.open) > 1 or self.is_path(self.open[0]):
            return False
        name, self.open = self.open[0], []
        self.start_group(name_span(self.text, *name), name)
        return True

    def item(self, span: Span, start: int) -> None:
        """A list item whose content begins at `start`."""
        content = Span(min(start, span.end), span.end)
        role = self.part
        if role is None and self.is_path(content):
            role = self.part = "files"
        if role is None:
            self.strays.append(content)
            return
        self.reach(role, span)
        self.begin(role, content)

    def paragraph(self, span: Span) -> None:
        """A paragraph: a part's content if it stands where that is expected, or is a path."""
        role = self.part
        if role == "files":
            expected = self.is_path(span)
        else:
            expected = role is not None and self.awaiting
        self.begin(role if expected else None, span)

    def begin(self, role: Role | None, span: Span) -> None:
        self.open = [span]
        self.open_as = role
        if role is not None:
            self.awaiting = False
            self.reach(role, span)

    def is_path(self, span: Span) -> bool:
        """Whether a path stands in `span`, beside others or with an annotation."""
        return any(map(_is_pointer, read_pointers(self.text, *span)))

    def is_remark(self, span: Span) -> bool:
        """Whether words stand where paths should; a single word may become a path yet."""
        return len(span.of(self.text).split(None, 1)) > 1 and not self.is_path(span)

    def close(self) -> None:
        """The end of a block: read what it holds."""
        if not self.open:
            return
        start, end = self.open[0].start, self.open[-1].end
        role, self.open = self.open_as, []
        if role is None:
            self.strays.append(Span(start, end))
            return
        self.reach(role, Span(start, end))
        if role == "live":
            self.live += read_live_pointers(self.text, start, end)
        elif not is_absent(self.text[start:end]):
            if role == "files":
                self.pointers += read_pointers(self.text, start, end, len(self.groups) - 1)
            else:
                self.terms += read_terms(self.text, start, end)

    def is_topic(self) -> bool:
        """Whether the heading is a topic's.

        A label below a deeper heading belongs to that one, if it brings files of its own; else
        the deeper heading is a sub-group whose topic has lost its `Files` label. `Trigger: low
        water` alone is a line of a text as any other.
        """
        if not self.is_named and not self.live and not any(map(_is_pointer, self.pointers)):
            return False
        if any(direct for _, direct in self.labels):
            return True
        return bool(self.labels) and all(role != "files" for role, _ in self.labels)

    def span(self, role: Role) -> Span | None:
        return self.spans.get(role)

    def groups_in_use(self) -> tuple[tuple[Group, ...], tuple[Pointer, ...]]:
        """The groups without an unused unnamed one in front, and the pointers counting in them."""
        if len(self.groups) > 1 and not any(pointer.group == 0 for pointer in self.pointers):
            moved = (each._replace(group=each.group - 1) for each in self.pointers)
            return tuple(self.groups[1:]), tuple(moved)
        if not self.pointers:
            return (), ()
        unnamed = Group("", self.spans.get("files", Span(0, 0)))
        return (unnamed, *self.groups[1:]), tuple(self.pointers)


def _is_common(label: str) -> bool:
    name = normal(label)
    return name in _COMMON or name.removesuffix("s") in _COMMON


def _is_pointer(pointer: Pointer) -> bool:
    return pointer.form != "bare" or looks_like_path(pointer.path)
