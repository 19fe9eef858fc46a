"""Broken YAML: one problem for each cause, and every entry that the damage does not touch."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ctxlayer.syntax._yaml_broken import Broken
from ctxlayer.syntax._yaml_events import Anchors, Limits, Unreadable, compose
from ctxlayer.syntax._yaml_flat import read_flat, read_inline
from ctxlayer.syntax._yaml_lines import KEY, Chunk, cut, trimmed
from ctxlayer.syntax.fences import GLUED_KEY
from ctxlayer.syntax.nodes import Entry, Mapping, Node, Scalar
from ctxlayer.syntax.problem import Problem
from ctxlayer.syntax.yaml_diagnosis import KIND, raw_scalar
from ctxlayer.text import Edit, Span, apply_edits

_IDENTIFIER = re.compile(r"[A-Za-z_][\w-]*[ \t]*:(?=[ \t\r\n]|\Z)")
_MAX_PROBLEMS = 100
_MAX_COMPOSED = 300


class Recovery:
    """One pass over a broken block. `quiet` recovers without a word about causes."""

    def __init__(self, text: str, start: int, end: int, limits: Limits, quiet: bool) -> None:
        self.text, self.start, self.end = text, start, end
        self.limits = limits
        self.quiet = quiet
        self.entries: list[Entry] = []
        self.problems: list[Problem] = []
        self.anchors: Anchors = {}
        self.composed = 0
        self.whole = True

    def run(self) -> None:
        """Read the whole block into `entries` and `problems`."""
        pieces = cut(self.text, self.start, self.end)
        self.whole = pieces.whole
        if pieces.conflicts:
            self.conflict(pieces.conflicts)
        for chunk in pieces.chunks:
            if chunk.kind == "entry":
                self.read_chunk(chunk)
            elif chunk.kind == "glued":
                self.read_glued(chunk)
            else:
                self.stray(chunk)
        self.problems.sort(key=lambda problem: problem.span)

    def report(self, problems: Iterable[Problem]) -> None:
        if not self.quiet:
            self.problems += list(problems)[: _MAX_PROBLEMS - len(self.problems)]
            # From here on causes would only bury each other; the entries are still read.
            self.quiet = len(self.problems) >= _MAX_PROBLEMS

    def conflict(self, markers: list[Span]) -> None:
        message = "a merge conflict is left here; keep one side and delete the marker lines"
        others = tuple((span, "another marker") for span in markers[1:])
        self.report([Problem(KIND, markers[0], message, related=others)])

    def parse(self, text: str, start: int, end: int) -> tuple[Entry, ...]:
        """The entries of an intact part. Raises `Unreadable`."""
        flat = read_flat(text, start, end)
        if flat is not None:
            return flat
        self.composed += 1
        if self.composed > _MAX_COMPOSED:
            raise Unreadable("too much is broken", start)
        node = compose(text, start, end, self.limits, self.anchors)
        if not isinstance(node, Mapping) or any(_is_placeholder(e.value) for e in node.entries):
            raise Unreadable("it is no `key: value`", start)
        return node.entries

    def mends(self, start: int, end: int, edits: Iterable[Edit]) -> bool:
        """Whether the part parses once `edits` are made."""
        moved = [Edit(edit.span.shift(-start), edit.new) for edit in edits]
        if not moved:
            return False
        mended = apply_edits(self.text[start:end], moved)
        saved, self.anchors = self.anchors, dict(self.anchors)
        try:
            self.parse(mended, 0, len(mended))
        except Unreadable:
            return False
        finally:
            self.anchors = saved
        return True

    def checked(self, start: int, end: int, problems: Iterable[Problem]) -> tuple[Problem, ...]:
        """`problems` as they are if their fixes together mend the part, else without fixes."""
        kept = tuple(problems)
        if self.quiet or self.mends(start, end, [edit for one in kept for edit in one.fix]):
            return kept
        return tuple(Problem(one.kind, one.span, one.message) for one in kept)

    def read_chunk(self, chunk: Chunk) -> None:
        head = chunk.head
        whole = chunk.loose[-1].end if chunk.loose else chunk.end
        if head.body > head.start and self.dedent(chunk, whole):
            return
        try:
            self.entries += self.parse(self.text, head.start, whole)
            return
        except Unreadable as error:
            failure = error
        if chunk.loose:
            self.read_loose(chunk, whole)
        else:
            self.entries += self.diagnose(chunk, failure)

    def dedent(self, chunk: Chunk, whole: int) -> bool:
        """An indented first key above unindented ones, or a block indented with tabs."""
        head = chunk.head
        indent = self.text[head.start : head.body]
        lines = [one for one in (head, *chunk.rest) if self.text.startswith(indent, one.start)]
        edits = tuple(Edit(Span(one.start, one.start + len(indent)), "") for one in lines)
        if self.mends(head.start, whole, edits[:1]):
            edits = edits[:1]
            self.entries += self.parse(self.text, head.body, whole)
        elif self.mends(head.start, whole, edits):
            for one in lines:
                self.entries += read_flat(self.text, one.start + len(indent), one.end) or ()
        else:
            return False
        what = "a tab" if "\t" in indent else "spaces"
        key = self.text[head.body : head.end].partition(":")[0].rstrip()
        message = f"`{key}` is indented with {what}; keys of the block start at column 1"
        place = Span(head.start, head.body)
        self.report(
            [Problem(KIND, place, message, edits, "Remove the indentation", "\t" in indent)]
        )
        return True

    def read_loose(self, chunk: Chunk, whole: int) -> None:
        """Lines at column 1 that are no key: meant to continue the value above."""
        tight = Chunk(chunk.kind, chunk.head, chunk.rest)
        before = len(self.entries)
        try:
            self.entries += self.parse(self.text, tight.head.start, tight.end)
        except Unreadable as error:
            self.entries += self.diagnose(tight, error)
        last = self.entries[-1]
        span = Span(last.value.span.start, trimmed(self.text, whole))
        if len(self.entries) > before and isinstance(last.value, Scalar):
            source = " ".join(span.of(self.text).split())
            value = Scalar(span, source, "plain", source)
            entry = Entry(last.key, last.key_span, value, Span(last.span.start, span.end), True)
            self.entries[-1] = entry
        self.report(self.checked(chunk.head.start, whole, [self.loose_problem(chunk, last)]))

    def loose_problem(self, chunk: Chunk, entry: Entry) -> Problem:
        first = chunk.loose[0]
        edits = tuple(
            Edit(Span.at(line.start), "  ") for line in chunk.loose if line.body == line.start
        )
        message = (
            f"this line is neither `key: value` nor part of `{entry.key}` above;"
            " indent it by two spaces to continue that value"
        )
        span = Span(first.body, trimmed(self.text, first.end))
        return Problem(KIND, span, message, edits, "Indent the line")

    def diagnose(self, chunk: Chunk, failure: Unreadable) -> list[Entry]:
        """The entry of a chunk that does not parse, its problems reported."""
        found = KEY.match(self.text, chunk.head.body, chunk.head.end)
        if found is None:
            return []
        which = found.lastindex or 3
        key_span = Span(chunk.head.body, found.end(which) + (which < 3))
        key, at = found[which], found.end()
        broken = Broken(self.text, chunk, key, at, failure, self.quiet)
        value, problems, more = broken.read()
        self.report(self.checked(chunk.head.start, chunk.end, problems))
        span = Span(key_span.start, max(key_span.end, value.span.end))
        return [Entry(key, key_span, value, span, True), *more]

    def read_glued(self, chunk: Chunk) -> None:
        """`status:confirmed`: no space behind the colon, or one that YAML does not take for one."""
        head = chunk.head
        found = GLUED_KEY.match(self.text, head.body, head.end)
        if found is None:
            return
        key, mark = found[1], found[2]
        at = found.end()
        rest = Span(at, max(at, trimmed(self.text, head.end)))
        value = read_inline(self.text, at, head.end) if at < head.end else None
        node = value or raw_scalar(self.text, rest)
        key_span = Span(*found.span(1))
        self.entries.append(Entry(key, key_span, node, Span(key_span.start, node.span.end), True))
        shown = f"write `{key}: {rest.of(self.text)[:60]}`"
        if mark == ":":
            message = f"no space follows the colon of `{key}`; {shown}"
            edit, title = Edit(Span.at(at), " "), "Insert a space"
        else:
            odd = next(char for char in mark if char not in ": ")
            message = f"U+{ord(odd):04X} stands where `{key}` needs a colon and a space; {shown}"
            edit, title = Edit(Span(*found.span(2)), ": "), "Write a plain colon and space"
        problem = Problem(KIND, Span(*found.span(2)), message, (edit,), title)
        end = chunk.loose[-1].end if chunk.loose else chunk.end
        self.report(self.checked(head.start, end, [problem]))

    def stray(self, chunk: Chunk) -> None:
        """Lines that belong to no key."""
        head = chunk.head
        span = Span(head.body, trimmed(self.text, head.end))
        if chunk.kind == "items":
            message = "this list item stands under no key; put a `key:` above it"
        elif chunk.kind == "placeholder":
            message = "an unfilled placeholder stands here; fill it in, or delete the line"
        elif _IDENTIFIER.fullmatch(span.of(self.text) + ":"):
            message = f"`{span.of(self.text)[:60]}` has no value; write `key: value`"
        else:
            message = "this line is no `key: value`; complete it, or delete it"
        self.report([Problem(KIND, span, message)])


def _is_placeholder(node: Node) -> bool:
    return isinstance(node, Scalar) and node.style == "plain" and node.text.startswith("<%")
