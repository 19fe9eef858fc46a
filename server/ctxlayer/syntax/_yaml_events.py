"""YAML that is not flat: PyYAML's events, made into nodes with exact spans and under caps.

Nodes are built from events, not by PyYAML's constructors: nothing in a document can name what
is to be constructed, aliases are counted before they are expanded, and depth is bounded
before any recursion.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ctxlayer.syntax._yaml_scalars import construct, resolve, unquote
from ctxlayer.syntax.nodes import Entry, Mapping, Node, Scalar, ScalarValue, Sequence, Style
from ctxlayer.text import Span

_PROPERTIES = re.compile(r"(?:[&!][^\s]*\s+)*")
_TAB = re.compile(r"(?<=[^\s])[ \t]*\t[ \t]*")
_CORE = "tag:yaml.org,2002:"
_COLLECTIONS = frozenset(
    (None, "!", *(_CORE + name for name in ("seq", "map", "set", "omap", "pairs")))
)
_STYLES: dict[str | None, Style] = {"'": "single", '"': "double", "|": "literal", ">": "folded"}

force_python = False
"""Read with PyYAML's Python parser even where its C parser is built (tests compare the two)."""


class Limits(NamedTuple):
    """Caps: nodes with every alias expanded, depth, and code points of the text."""

    nodes: int
    depth: int
    size: int


BLOCK_LIMITS = Limits(20_000, 100, 200_000)
FILE_LIMITS = Limits(200_000, 100, 4_000_000)


class Unreadable(Exception):
    """Not YAML, or not a kind of it that is safe to read. `at` is an offset into the text."""

    def __init__(self, reason: str, at: int, capped: bool = False) -> None:
        super().__init__(reason)
        self.reason, self.at, self.capped = reason, at, capped


@dataclass(slots=True)
class _Frame:
    """A collection that is still open."""

    is_map: bool
    flow: bool
    start: int
    anchor: str | None
    size: int = 1
    items: list[Node] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    key: Scalar | None = None


Anchors = dict[str, tuple[Node, int]]
"""Name of an anchor -> its node, and how many nodes that is with its aliases expanded."""


def compose(
    text: str, start: int, end: int, limits: Limits, anchors: Anchors | None = None
) -> Node | None:
    """The one YAML document in `text[start:end]`, None if it is empty.

    `anchors` are those of earlier parts; new ones are added. Raises `Unreadable`.
    """
    if end - start > limits.size:
        raise Unreadable(f"the YAML is longer than {limits.size:,} characters", start, True)
    block = text[start:end]
    known = {} if anchors is None else anchors
    try:
        return _Builder(text, start, end, limits, dict(known)).run(block, known)
    except Unreadable:
        # PyYAML's two parsers disagree on tabs between tokens; as spaces they mean the same.
        spaced = _TAB.sub(lambda tab: " " * len(tab[0]), block)
        if spaced == block:
            raise
        return _Builder(text, start, end, limits, dict(known)).run(spaced, known)


class _Builder:
    """Builds nodes from the events of one block."""

    def __init__(self, text: str, start: int, end: int, limits: Limits, anchors: Anchors) -> None:
        self.text, self.base, self.end = text, start, end
        self.limits = limits
        self.anchors = anchors
        self.stack: list[_Frame] = []
        self.root: Node | None = None
        self.count = 0
        self.documents = 0

    def run(self, block: str, anchors: Anchors) -> Node | None:
        import yaml

        loader: Any = yaml.SafeLoader
        if not force_python:
            loader = getattr(yaml, "CSafeLoader", loader)
        try:
            for event in yaml.parse(block, Loader=loader):
                self.take(event)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            at = self.base + (mark.index if mark else 0)
            raise Unreadable(error.problem or error.context or "", min(at, self.end)) from None
        except (yaml.YAMLError, ValueError, RecursionError, OverflowError) as error:
            raise Unreadable(str(error).partition("\n")[0], self.base) from None
        anchors.update(self.anchors)
        return self.root

    def take(self, event: Any) -> None:
        kind = type(event).__name__
        if kind == "ScalarEvent":
            self.add(self.scalar(event), 1, event.anchor)
        elif kind in ("SequenceStartEvent", "MappingStartEvent"):
            self.open(event, kind == "MappingStartEvent")
        elif kind in ("SequenceEndEvent", "MappingEndEvent"):
            self.close(event)
        elif kind == "AliasEvent":
            self.alias(event)
        elif kind == "DocumentStartEvent":
            self.documents += 1
            if self.documents > 1:
                raise Unreadable("a second document starts here", self.at(event.start_mark))

    def at(self, mark: Any) -> int:
        return min(self.base + int(mark.index), self.end)

    def start_of(self, event: Any) -> int:
        """Where the node itself starts, behind its anchor and tag."""
        at = self.at(event.start_mark)
        if event.anchor is None and event.tag is None:
            return at
        found = _PROPERTIES.match(self.text, at, self.end)
        return found.end() if found else at

    def open(self, event: Any, is_map: bool) -> None:
        at = self.at(event.start_mark)
        if len(self.stack) >= self.limits.depth:
            raise Unreadable(f"nested deeper than {self.limits.depth} levels", at, True)
        if event.tag not in _COLLECTIONS:
            raise Unreadable(f"unknown tag `{event.tag}`", at)
        if self.stack and self.stack[-1].is_map and self.stack[-1].key is None:
            raise Unreadable("a list or mapping is used as a key", at)
        self.grow(1, at)
        flow = bool(event.flow_style)
        self.stack.append(_Frame(is_map, flow, self.start_of(event), event.anchor))

    def close(self, event: Any) -> None:
        frame = self.stack.pop()
        node: Node
        start, end = frame.start, self.at(event.end_mark)
        if frame.is_map:
            if not frame.flow and frame.entries:
                start, end = frame.entries[0].span.start, frame.entries[-1].span.end
            node = Mapping(Span(start, max(start, end)), tuple(frame.entries), frame.flow)
        else:
            if not frame.flow and frame.items:
                end = frame.items[-1].span.end
            node = Sequence(Span(start, max(start, end)), tuple(frame.items), frame.flow)
        self.add(node, frame.size, frame.anchor, counted=True)

    def alias(self, event: Any) -> None:
        span = Span(self.at(event.start_mark), self.at(event.end_mark))
        if event.anchor not in self.anchors:
            raise Unreadable(f"`*{event.anchor}` names no anchor", span.start)
        node, size = self.anchors[event.anchor]
        self.grow(size, span.start)
        self.add(node._replace(span=span), size, None, counted=True)

    def grow(self, by: int, at: int) -> None:
        self.count += by
        if self.count > self.limits.nodes:
            raise Unreadable(f"more than {self.limits.nodes:,} values", at, True)

    def add(self, node: Node, size: int, anchor: str | None, counted: bool = False) -> None:
        if not counted:
            self.grow(size, node.span.start)
        if anchor is not None:
            if anchor in self.anchors:
                raise Unreadable(f"the anchor `&{anchor}` is defined twice", node.span.start)
            self.anchors[anchor] = (node, size)
        if not self.stack:
            self.root = node
            return
        frame = self.stack[-1]
        frame.size += size
        if not frame.is_map:
            frame.items.append(node)
        elif frame.key is not None:
            key, frame.key = frame.key, None
            span = Span(key.span.start, max(key.span.end, node.span.end))
            frame.entries.append(Entry(key.text, key.span, node, span, False))
        elif isinstance(node, Scalar):
            frame.key = node
        else:
            raise Unreadable("a list or mapping is used as a key", node.span.start)

    def scalar(self, event: Any) -> Scalar:
        start, end = self.start_of(event), self.at(event.end_mark)
        style: Style = _STYLES.get(event.style, "plain")
        if style == "plain" and not event.value:
            return self.empty(event, end)
        end = max(start, end)
        source = self.text[start:end]
        content: str = event.value
        if style in ("literal", "folded"):
            end = start + len(source.rstrip())
        elif "\n" not in source and "\r" not in source:
            exact = source if style == "plain" else unquote(source)
            # U+2028 and the like are line ends for YAML 1.1: those stay PyYAML's business.
            if exact is not None and len(exact) == len(content):
                content = exact
        return Scalar(Span(start, end), content, style, self.value(event, style, content, start))

    def empty(self, event: Any, at: int) -> Scalar:
        if at < self.end and self.text[at] == " " and event.anchor is None and event.tag is None:
            at += 1
        return Scalar(Span.at(at), "", "empty", self.value(event, "plain", "", at))

    def value(self, event: Any, style: Style, content: str, at: int) -> ScalarValue:
        tag = event.tag
        if tag is None:
            return resolve(content) if style == "plain" else content
        if tag == "!":
            return content
        try:
            if tag.startswith(_CORE):
                return construct(tag[len(_CORE) :], content)
        except (ValueError, KeyError):
            pass
        raise Unreadable(f"unknown tag `{tag}`", at)
