"""The value of one entry that does not parse, tried against each cause that has a name."""

from __future__ import annotations

import re

from ctxlayer.syntax._yaml_events import Unreadable
from ctxlayer.syntax._yaml_flat import read_flat, read_inline
from ctxlayer.syntax._yaml_lines import Chunk, Line, trimmed
from ctxlayer.syntax.nodes import Entry, Node, Scalar, Sequence
from ctxlayer.syntax.problem import Problem
from ctxlayer.syntax.writing import quote_lines
from ctxlayer.syntax.yaml_diagnosis import KIND, diagnose_value, quoting, raw_scalar
from ctxlayer.text import Edit, Span

_EOL = re.compile(r"\r\n|\n|\r")
_COLON = re.compile(r":(?=[ \t\r\n]|\Z)")
_ITEM = re.compile(r"[ \t]*-(?:[ \t]+|(?=[\r\n])|\Z)")
_NESTED = re.compile(r"(?:-[ \t]+)*")
_IDENTIFIER = re.compile(r"[A-Za-z_][\w-]*[ \t]*:(?=[ \t\r\n]|\Z)")
_OTHER_BREAK = re.compile("[\x85\u2028\u2029]")
_BLOCK_HEADER = re.compile(r"[|>][-+0-9]{0,2}[ \t]*(?:#[^\r\n]*)?\Z")


class Broken:
    """The value of one entry that does not parse, tried against each known cause."""

    def __init__(
        self, text: str, chunk: Chunk, key: str, at: int, failure: Unreadable, quiet: bool
    ) -> None:
        self.text = text
        self.quiet = quiet
        found = _EOL.search(text)
        self.eol = found[0] if found else "\n"
        self.head, self.rest = chunk.head, chunk.rest
        self.key, self.at, self.failure = key, at, failure
        self.name = f"the value of `{key}`"
        end = max(at, trimmed(self.text, chunk.end))
        self.span = Span(at, end)

    def read(self) -> tuple[Node, list[Problem], tuple[Entry, ...]]:
        """The value as meant, the problems, and entries found inside it."""
        if self.quiet or self.failure.capped:
            return raw_scalar(self.text, self.span), [self.other()], ()
        tabbed = next((one for one in self.rest if "\t" in self.text[one.start : one.body]), None)
        if tabbed is not None:
            if self.has_plain_value() and _IDENTIFIER.match(self.text, tabbed.body, tabbed.end):
                return self.indented_key(tabbed)
            return self.value(), [self.tabs()], ()
        if "anchor" in self.failure.reason and "*" not in self.failure.reason:
            return raw_scalar(self.text, self.span), [self.other()], ()
        bare = self.at >= self.head.end or self.text[self.at] == "#"
        if bare and self.rest:
            problems = self.below() or self.uneven_items()
            return self.value(), problems or [self.other()], ()
        if not self.rest:
            fault = diagnose_value(self.text, self.at, self.head.end, self.name, self.eol)
            if fault is not None:
                return fault.node, list(fault.problems), fault.more
            return raw_scalar(self.text, self.span), [self.other()], ()
        return self.several_lines()

    def has_plain_value(self) -> bool:
        """Whether a text stands behind the key that ends with the line, whatever comes below."""
        return self.at < self.head.end and self.text[self.at] not in "#\"'[{|>"

    def several_lines(self) -> tuple[Node, list[Problem], tuple[Entry, ...]]:
        """A value that starts behind its key and runs on below."""
        text = self.text
        first = text[self.at]
        special = self.block_text() or self.first_item()
        if special is not None:
            return *special, ()
        for line in self.rest:
            if first not in "\"'[{|>" and _IDENTIFIER.match(text, line.body, line.end):
                return self.indented_key(line)
        raw = raw_scalar(text, self.span)
        if first in "\"'" or first in "[{":
            return raw, [self.unclosed(first)], ()
        fault = diagnose_value(text, self.at, self.head.end, self.name, self.eol)
        if first in "|>" and _OTHER_BREAK.search(text, self.at, self.span.end):
            return raw, [self.other()], ()
        if first in "|>":
            return raw, [self.other() if fault is None else _bare(fault.problems[0])], ()
        if fault is not None and fault.problems[0].title == "Quote the value":
            problem = fault.problems[0]
            if any(line.start == line.body for line in self.rest):
                return raw, [_bare(problem)], ()
            return raw, [quoting(text, self.span, problem.span, problem.message)], ()
        colon = _COLON.search(text, self.rest[0].body, self.span.end)
        if fault is None and colon is not None:
            place = Span(*colon.span())
            message = (
                f"{self.name} holds a second colon, which YAML reads as another"
                " key; quote the value"
            )
            return raw, [quoting(text, self.span, place, message)], ()
        return raw, [self.other()] if fault is None else [_bare(fault.problems[0])], ()

    def block_text(self) -> tuple[Node, list[Problem]] | None:
        """`|` or `>` above lines of which one is indented less than the first."""
        if not _BLOCK_HEADER.match(self.text, self.at, self.head.end):
            return None
        width = self.rest[0].body - self.rest[0].start
        short = [line for line in self.rest if line.body - line.start < width]
        if not short:
            return None
        edits = tuple(
            Edit(Span.at(line.start), " " * (width - (line.body - line.start))) for line in short
        )
        line = short[0]
        message = (
            f"this line is indented less than the text of `{self.key}` above; indent it as much"
        )
        problem = Problem(KIND, Span(line.body, line.end), message, edits, "Indent the line")
        return raw_scalar(self.text, Span(self.rest[0].body, self.span.end)), [problem]

    def first_item(self) -> tuple[Node, list[Problem]] | None:
        """`key: - a` above further items."""
        line = self.rest[0]
        dash = _ITEM.match(self.text, self.at, self.head.end)
        rest = self.value()
        if dash is None or not isinstance(rest, Sequence):
            return None
        item = self.item(dash.end(), self.head.end)
        indent = self.text[line.start : line.body]
        start = self.at
        while self.text[start - 1] in " \t":
            start -= 1
        edit = Edit(Span(start, self.at), self.eol + indent)
        place = Span(self.at, trimmed(self.text, self.head.end))
        message = f"a list item stands on the line of `{self.key}`; put it on a line of its own"
        problem = Problem(KIND, place, message, (edit,), "Move the item to its own line")
        return Sequence(Span(self.at, rest.span.end), (item, *rest.items), False), [problem]

    def uneven_items(self) -> list[Problem]:
        """List items below a key that do not start at one column."""
        if not isinstance(self.value(), Sequence):
            return []
        first = self.rest[0]
        indent = self.text[first.start : first.body]
        uneven = [line for line in self.rest if self.text[line.start : line.body] != indent]
        if not uneven:
            return []
        edits = tuple(Edit(Span(line.start, line.body), indent) for line in uneven)
        place = Span(uneven[0].body, trimmed(self.text, uneven[0].end))
        message = (
            f"this item is not indented like the first item of `{self.key}`; start all of them"
            " at one column"
        )
        return [Problem(KIND, place, message, edits, "Align the items")]

    def indented_key(self, line: Line) -> tuple[Node, list[Problem], tuple[Entry, ...]]:
        """A key that is indented below a value, where YAML expects more of that value."""
        text = self.text
        key = text[line.body : line.end].partition(":")[0].rstrip()
        behind = [other for other in self.rest if other.start >= line.start]
        edits = tuple(Edit(Span(one.start, one.body), "") for one in behind)
        how = "indented by a tab" if "\t" in text[line.start : line.body] else "indented"
        message = (
            f"`{key}` is {how} below `{self.key}`, which already has a value; start it at column 1"
        )
        problem = Problem(
            KIND, Span(line.start, line.body), message, edits, "Remove the indentation"
        )
        more: list[Entry] = []
        for one in behind:
            flat = read_flat(text, one.body, one.end)
            more += [entry._replace(damaged=True) for entry in flat or ()]
        span = Span(self.at, max(self.at, trimmed(text, line.start)))
        return raw_scalar(text, span), [problem], tuple(more)

    def tabs(self) -> Problem:
        line = next(one for one in self.rest if "\t" in self.text[one.start : one.body])
        edits = tuple(
            Edit(span, span.of(self.text).replace("\t", "  "))
            for one in self.rest
            if "\t" in (span := Span(one.start, one.body)).of(self.text)
        )
        message = f"a tab indents the lines below `{self.key}`; YAML allows only spaces there"
        place = Span(line.start, line.body)
        return Problem(KIND, place, message, edits, "Indent with spaces", True)

    def value(self) -> Node:
        """The list below the key, else the raw text there."""
        items: list[Node] = []
        for line in self.rest:
            found = _ITEM.match(self.text, line.start, line.end)
            if found is None:
                return raw_scalar(self.text, Span(self.rest[0].body, self.span.end))
            items.append(self.item(found.end(), line.end))
        return Sequence(Span(self.rest[0].body, items[-1].span.end), tuple(items), False)

    def item(self, at: int, end: int) -> Node:
        if at >= end or self.text[at] == "#":
            return Scalar(Span.at(at), "", "empty", None)
        node = read_inline(self.text, at, end)
        if node is not None:
            return node
        fault = diagnose_value(self.text, at, end, self.name, self.eol)
        return fault.node if fault else raw_scalar(self.text, Span(at, trimmed(self.text, end)))

    def below(self) -> list[Problem]:
        """What is wrong in the lines below a bare key, each looked at alone."""
        problems: list[Problem] = []
        for line in self.rest:
            dash = _NESTED.match(self.text, line.body, line.end)
            at = dash.end() if dash else line.body
            item = at > line.body
            key = _IDENTIFIER.match(self.text, at, line.end)
            name = f"an item of `{self.key}`" if item else self.name
            if key is not None:
                name = f"the value of `{self.text[at : key.end() - 1].rstrip()}`"
                at = key.end()
            while at < line.end and self.text[at] in " \t":
                at += 1
            if at >= line.end or (not item and key is None):
                continue
            if read_inline(self.text, at, line.end) is None:
                fault = diagnose_value(self.text, at, line.end, name, self.eol)
                problems += fault.problems if fault else ()
        return problems

    def unclosed(self, mark: str) -> Problem:
        close = {"[": "]", "{": "}"}.get(mark, mark)
        if self.text[self.span.end - 1] == close and len(self.span.of(self.text)) > 1:
            return self.other()
        message = f"{self.name} opens with {mark} and nothing closes it; add {close} at its end"
        edit = Edit(Span.at(self.span.end), close)
        return Problem(KIND, self.span, message, (edit,), f"Add {close}")

    def line_break(self, breaks: list[Span]) -> Problem:
        """A character that YAML 1.1 takes for a line end and editors do not."""
        code = f"U+{ord(breaks[0].of(self.text)):04X}"
        message = f"{code} in {self.name} ends the line for many YAML readers; use a space"
        edits = tuple(Edit(each, " ") for each in breaks)
        return Problem(KIND, breaks[0], message, edits, "Put a space in its place")

    def other(self) -> Problem:
        """A cause that has no name here: PyYAML's reason, on the line that it names."""
        at = self.failure.at
        lines = (self.head, *self.rest)
        line = next((one for one in reversed(lines) if one.start <= at), self.head)
        start = max(line.body, self.at) if line is self.head else line.body
        span = Span(start, max(start, trimmed(self.text, line.end)))
        if self.failure.capped:
            message = f"{self.name} is not read: {self.failure.reason}; make it smaller"
            return Problem(KIND, span, message)
        breaks = [Span(*each.span()) for each in _OTHER_BREAK.finditer(self.span.of(self.text))]
        if breaks:
            return self.line_break([each.shift(self.span.start) for each in breaks])
        message = f"{self.name} is not valid YAML: {self.failure.reason}; quote or rewrite it"
        whole = Edit(self.span, quote_lines(self.span.of(self.text)))
        if self.rest or not self.span.of(self.text) or "anchor" in self.failure.reason:
            return Problem(KIND, span, message)
        return Problem(KIND, span, message, (whole,), "Quote the value")


def _bare(problem: Problem) -> Problem:
    return Problem(problem.kind, problem.span, problem.message)
