"""The objects and lists of a JSON text as its tokens come in, with what is wrong about them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from ctxlayer.syntax._json_scalars import KIND
from ctxlayer.syntax.nodes import Entry, Mapping, Node, Scalar, Sequence
from ctxlayer.syntax.problem import Problem
from ctxlayer.text import Edit, Span

MAX_DEPTH = 100
MAX_PROBLEMS = 50

_CLOSES = {"{": "}", "[": "]"}
_START = Span.at(0)

_Await = Literal["key", "colon", "value", "comma"]


class JsonText(NamedTuple):
    """What a text says. `root` is None for an empty one.

    It is strict JSON where there are no problems, no comments and no trailing commas.
    """

    root: Node | None
    problems: tuple[Problem, ...]
    comments: tuple[Span, ...]
    trailing_commas: tuple[Span, ...]

    @property
    def is_strict(self) -> bool:
        """Whether every JSON reader takes it."""
        extra = self.problems or self.comments or self.trailing_commas
        return self.root is not None and not extra


@dataclass(slots=True)
class _Frame:
    """An object or a list that is being read."""

    mark: str
    start: int
    awaits: _Await
    entries: list[Entry] = field(default_factory=list)
    items: list[Node] = field(default_factory=list)
    key: str = ""
    key_span: Span = field(default=_START)
    comma: Span | None = None
    """The comma that was read last, while nothing has followed it."""

    def put(self, value: Node, *, damaged: bool = False) -> None:
        """Take in a value."""
        if self.mark == "{":
            span = Span(self.key_span.start, max(value.span.end, self.key_span.end))
            self.entries.append(Entry(self.key, self.key_span, value, span, damaged))
        else:
            self.items.append(value)
        self.awaits = "comma"

    def node(self, end: int) -> Node:
        """What was read, up to its closing bracket."""
        span = Span(self.start, end)
        if self.mark == "{":
            return Mapping(span, tuple(self.entries), flow=True)
        return Sequence(span, tuple(self.items), flow=True)


@dataclass(slots=True)
class Structure:
    """What has been read of a text so far."""

    frames: list[_Frame] = field(default_factory=list)
    root: Node | None = None
    closed: tuple[_Frame, int] | None = None
    """The outermost object or list and its end, while nothing has opened it again."""
    problems: list[Problem] = field(default_factory=list)
    comments: list[Span] = field(default_factory=list)
    trailing: list[Span] = field(default_factory=list)
    last_end: int = 0
    """Where the last token ends."""
    excused: bool = False
    """A missing comma or bracket is the doing of what was reported already."""
    pardoned: bool = False
    """The same of the token that is being read."""
    too_deep: int = 0
    reopened: bool = False

    def _top(self) -> _Frame | None:
        return self.frames[-1] if self.frames else None

    def scalar(self, scalar: Scalar, *, is_key: bool) -> None:
        """Take in a text, a number or a word; a text may be a key."""
        if self.too_deep:
            return
        top = self._begin(scalar.span)
        if top is None:
            if not self._is_over():
                self.root = scalar
            return
        if top.mark == "{" and top.awaits == "key":
            if not is_key and isinstance(scalar.value, str) is False:
                self.problem(scalar.span, "a key stands in double quotes in JSON")
                self.excused = True
            top.key = scalar.value if isinstance(scalar.value, str) else scalar.text
            top.key_span, top.awaits, top.comma = scalar.span, "colon", None
            return
        top.comma = None
        top.put(scalar)

    def _begin(self, span: Span) -> _Frame | None:
        """The frame that takes a value at `span`; what is missing before it is said."""
        top = self._top() or self._reopen(span)
        if top is None:
            return None
        if top.awaits == "comma":
            if not self.excused:
                self.problem(
                    Span.at(self.last_end),
                    "a comma is missing here",
                    Edit(Span.at(self.last_end), ","),
                    "Add the comma",
                )
            top.awaits = "key" if top.mark == "{" else "value"
        elif top.awaits == "colon":
            if not self.excused:
                self.problem(
                    top.key_span,
                    "a `:` is missing behind this key",
                    Edit(Span.at(top.key_span.end), ":"),
                    "Add the `:`",
                )
            top.awaits = "value"
        self.pardoned, self.excused = self.excused, False
        return top

    def _is_over(self) -> bool:
        """Whether the value that a text is has been read."""
        return self.root is not None or self.closed is not None

    def _reopen(self, span: Span) -> _Frame | None:
        """What stands behind the end belongs to the outermost object, closed too early."""
        if not self._is_over():
            return None
        if not self.reopened:
            self.problem(span, "nothing can follow the last bracket; one closes too early")
        self.reopened = self.excused = True
        if self.closed is None or self.closed[0].mark != "{":
            return None
        # The same frame: a copy for each of a million slips would take hours.
        frame, _ = self.closed
        frame.awaits, frame.comma, self.closed = "comma", None, None
        self.frames.append(frame)
        return frame

    def mark(self, char: str, at: int) -> None:
        """Take in a bracket, a colon or a comma."""
        if char in "{[":
            self._open(char, at)
        elif char in "}]":
            self._close(char, at)
        elif not self.too_deep:
            top = self._top() or self._reopen(Span(at, at + 1))
            if top is not None and char == ":":
                self._colon(top, Span(at, at + 1))
            elif top is not None:
                self._comma(top, Span(at, at + 1))
            elif not self._is_over():
                self.problem(Span(at, at + 1), f"a `{char}` cannot stand here; begin with `{{`")
                self.excused = True

    def _open(self, char: str, at: int) -> None:
        if self.too_deep or len(self.frames) >= MAX_DEPTH:
            if not self.too_deep:
                self.problem(Span(at, at + 1), f"this is nested more than {MAX_DEPTH} deep")
            self.too_deep += 1
            return
        top = self._begin(Span(at, at + 1))
        if top is None and self._is_over():
            return
        if top is not None and top.awaits == "key":
            if not self.pardoned:
                self.problem(Span(at, at + 1), "a key stands before a value in an object")
            top.key, top.key_span = "", Span.at(at)
        if top is not None:
            top.comma = None
        self.frames.append(_Frame(char, at, "key" if char == "{" else "value"))

    def _close(self, char: str, at: int) -> None:
        if self.too_deep:
            self.too_deep -= 1
            if not self.too_deep:
                self.frames[-1].put(Scalar(Span(self.last_end, at + 1), "", "plain", None))
            return
        if not any(_CLOSES[frame.mark] == char for frame in self.frames):
            self._close_wrongly(char, at)
            return
        while _CLOSES[self.frames[-1].mark] != char:
            frame = self.frames[-1]
            self.problem(Span(frame.start, frame.start + 1), f"this `{frame.mark}` is never closed")
            self._end(self.last_end)
        self._end(at + 1)

    def _close_wrongly(self, char: str, at: int) -> None:
        """A bracket that fits none of those that are open."""
        span, top = Span(at, at + 1), self._top()
        if top is not None:
            close = _CLOSES[top.mark]
            self.problem(
                span,
                f"`{top.mark}` is closed with `{close}`, not with `{char}`",
                Edit(span, close),
                f"Write `{close}`",
            )
            self._end(at + 1)
        elif not self.reopened:
            # A bracket too many behind the end is the same slip as text behind it.
            self.problem(span, f"nothing is open that this `{char}` could close")
            self.reopened = True

    def _end(self, at: int) -> None:
        """Close the innermost frame at `at` and give it to the one around it."""
        frame = self.frames.pop()
        if frame.mark == "{" and frame.awaits in ("colon", "value"):
            self._without_value(frame)
        elif frame.comma is not None:
            if frame.entries or frame.items:
                self.trailing.append(frame.comma)
            else:
                self._extra_comma(frame.comma)
        top = self._top()
        if top is not None:
            top.put(frame.node(at))
        else:
            self.closed = frame, at
        self.excused = False

    def _without_value(self, frame: _Frame) -> None:
        if not self.excused:
            self.problem(frame.key_span, "this key has no value")
        at = max(self.last_end, frame.key_span.end)
        frame.put(Scalar(Span.at(at), "", "empty", None), damaged=True)

    def _colon(self, top: _Frame, span: Span) -> None:
        if top.mark == "{" and top.awaits == "colon":
            top.awaits = "value"
            self.excused = False
        elif not self.excused:
            self.problem(span, "a `:` stands between a key and its value only")
            self.excused = True

    def _comma(self, top: _Frame, span: Span) -> None:
        if top.mark == "{" and top.awaits in ("colon", "value"):
            self._without_value(top)
        elif top.awaits != "comma":
            if not self.excused:
                self._extra_comma(span)
            return
        top.awaits = "key" if top.mark == "{" else "value"
        top.comma = span
        self.excused = False

    def _extra_comma(self, span: Span) -> None:
        self.problem(span, "a comma too many", Edit(span, ""), "Remove the comma", safe=True)

    def problem(
        self, span: Span, message: str, *edits: Edit | str, title: str = "", safe: bool = False
    ) -> None:
        """Note a problem, with the edits of its fix and the title of that."""
        fix = tuple(each for each in edits if isinstance(each, Edit))
        words = title or next((each for each in edits if isinstance(each, str)), "")
        self.add(Problem(KIND, span, message, fix, words, safe))

    def add(self, problem: Problem) -> None:
        """Note a problem; some fifty are enough."""
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(problem)

    def finish(self) -> JsonText:
        """Close what is still open."""
        if self.frames:
            frame = self.frames[-1]
            if not (self.excused or self.too_deep or self.reopened):
                self.problem(
                    Span(frame.start, frame.start + 1), f"this `{frame.mark}` is never closed"
                )
            self.excused = True
        while self.frames:
            self._end(max(self.last_end, self.frames[-1].start + 1))
            self.excused = True
        problems = sorted(self.problems, key=lambda each: each.span)
        root = self.closed[0].node(self.closed[1]) if self.closed is not None else self.root
        return JsonText(root, tuple(problems), tuple(self.comments), tuple(self.trailing))
