"""JSON as nodes with exact spans, also where it is broken, and JSON with comments.

The nodes are those of YAML (`syntax.nodes`). Comments and commas before a closing bracket are
kept apart: whether they are allowed is for the reader of the file to say. Nothing raises, nothing
is read twice, and nesting is followed to a bound.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from ctxlayer.syntax._json_scalars import KIND, decoded, faults_inside, number, string_end
from ctxlayer.syntax.nodes import Entry, Mapping, Node, Scalar, ScalarValue, Sequence, Style
from ctxlayer.syntax.problem import Problem
from ctxlayer.text import Edit, Span

MAX_DEPTH = 100
MAX_PROBLEMS = 50

_BLANK = re.compile(r"[ \t\r\n]*")
_LINE = re.compile(r"[^\r\n]*")
_WORD = re.compile(r"[^ \t\r\n{}\[\]:,\"']+")
_CONFLICT = re.compile(r"(?:<{7}|={7}|>{7}|\|{7})(?![<=>|])")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None}
_ENDING = re.compile(r"[ \t]*[,}\]]*[ \t]*\Z")
_LEADS_ON = re.compile(r"[,:\[{][ \t]*\Z")
_LETTER = re.compile(r"\w")
_CLOSES = {"{": "}", "[": "]"}

_START = Span.at(0)

Await = Literal["key", "colon", "value", "comma"]


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


def parse_json(text: str) -> JsonText:
    """Read `text`; what is broken is a problem, and the rest still stands."""
    reader = _Reader(text)
    at = 1 if text.startswith("\ufeff") else 0
    while at < len(text):
        at = reader.token(at)
    return reader.finish()


@dataclass(slots=True)
class _Frame:
    """An object or a list that is being read."""

    mark: str
    start: int
    awaits: Await
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
class _Reader:
    text: str
    frames: list[_Frame] = field(default_factory=list)
    root: Node | None = None
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

    # Tokens.

    def token(self, at: int) -> int:
        """Read one token at `at`; where the next may begin."""
        text = self.text
        blank = _BLANK.match(text, at)
        at = blank.end() if blank else at
        if at == len(text):
            return at
        char = text[at]
        if char in "\"'":
            return self._string(at, char)
        if char in "{}[]:,":
            self._mark(char, at)
            self.last_end = at + 1
            return at + 1
        if text.startswith(("//", "/*"), at):
            return self._comment(at)
        conflict = _CONFLICT.match(text, at) if text[at - 1 : at] in ("", "\n", "\r") else None
        if conflict is not None:
            return self._conflict(at)
        return self._word(at)

    def _comment(self, at: int) -> int:
        if self.text.startswith("//", at):
            line = _LINE.match(self.text, at)
            end = line.end() if line else len(self.text)
        else:
            close = self.text.find("*/", at + 2)
            end = close + 2 if close >= 0 else len(self.text)
            if close < 0:
                self._problem(Span(at, at + 2), "this comment is never closed; end it with `*/`")
                self.excused = True
        self.comments.append(Span(at, end))
        return end

    def _conflict(self, at: int) -> int:
        line = _LINE.match(self.text, at)
        end = line.end() if line else len(self.text)
        if self.text.startswith("<", at):
            self._problem(Span(at, end), "a merge conflict is left here; settle it")
        self.excused = True
        return end

    def _string(self, at: int, quote: str) -> int:
        end, closed = string_end(self.text, at + 1, quote)
        raw = self.text[at + 1 : end - closed]
        if closed and _LETTER.match(self.text, end) and _LEADS_ON.search(raw[-20:]):
            # `"npx, "args"`: that quote opens the next text, and this one was never closed.
            end, closed = end - 1, False
        if not closed:
            ending = _ENDING.search(raw)
            raw = raw[: ending.start()] if ending else raw
            whole = Span(at, at + 1 + len(raw))
            self._problem(
                whole,
                f"this text is never closed; end it with `{quote}`",
                Edit(Span.at(whole.end), quote),
                f"Add the closing `{quote}`",
            )
        elif quote == "'":
            whole = Span(at, end)
            double = json.dumps(decoded(raw.replace("\\'", "'")), ensure_ascii=False)
            self._problem(
                whole,
                "JSON quotes with `\"`, not with `'`",
                Edit(whole, double),
                "Use double quotes",
                safe=True,
            )
        else:
            whole = Span(at, end)
            for problem in faults_inside(raw, at + 1):
                self._add(problem)
        style: Style = "double" if quote == '"' else "single"
        self._scalar(Scalar(whole, raw, style, decoded(raw)), is_key=True)
        self.last_end = whole.end
        self.excused = self.excused or not closed
        return end

    def _word(self, at: int) -> int:
        match = _WORD.match(self.text, at)
        end = match.end() if match else at + 1
        comment = self.text.find("//", at, end)
        end = comment if comment > at else end
        word, span = self.text[at:end], Span(at, end)
        value: ScalarValue = word
        known = word in _WORDS or _NUMBER.fullmatch(word) is not None
        if known:
            value = _WORDS[word] if word in _WORDS else number(word)
        elif not self.excused:
            quoted = json.dumps(word, ensure_ascii=False)
            self._problem(
                span,
                "a text stands in double quotes in JSON",
                Edit(span, quoted),
                "Put it in double quotes",
            )
        self._scalar(Scalar(span, word, "plain", value), is_key=False)
        self.last_end = end
        self.excused = self.excused or not known
        return end

    # Structure.

    def _top(self) -> _Frame | None:
        return self.frames[-1] if self.frames else None

    def _scalar(self, scalar: Scalar, *, is_key: bool) -> None:
        if self.too_deep:
            return
        top = self._begin(scalar.span)
        if top is None:
            if self.root is None:
                self.root = scalar
            return
        if top.mark == "{" and top.awaits == "key":
            if not is_key and isinstance(scalar.value, str) is False:
                self._problem(scalar.span, "a key stands in double quotes in JSON")
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
                self._problem(
                    Span.at(self.last_end),
                    "a comma is missing here",
                    Edit(Span.at(self.last_end), ","),
                    "Add the comma",
                )
            top.awaits = "key" if top.mark == "{" else "value"
        elif top.awaits == "colon":
            if not self.excused:
                self._problem(
                    top.key_span,
                    "a `:` is missing behind this key",
                    Edit(Span.at(top.key_span.end), ":"),
                    "Add the `:`",
                )
            top.awaits = "value"
        self.pardoned, self.excused = self.excused, False
        return top

    def _reopen(self, span: Span) -> _Frame | None:
        """What stands behind the end belongs to the outermost object, closed too early."""
        if self.root is None:
            return None
        if not self.reopened:
            self._problem(span, "nothing can follow the last bracket; one closes too early")
        self.reopened = self.excused = True
        if not isinstance(self.root, Mapping):
            return None
        frame = _Frame("{", self.root.span.start, "comma", list(self.root.entries))
        self.frames.append(frame)
        return frame

    def _mark(self, char: str, at: int) -> None:
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
            elif self.root is None:
                self._problem(Span(at, at + 1), f"a `{char}` cannot stand here; begin with `{{`")
                self.excused = True

    def _open(self, char: str, at: int) -> None:
        if self.too_deep or len(self.frames) >= MAX_DEPTH:
            if not self.too_deep:
                self._problem(Span(at, at + 1), f"this is nested more than {MAX_DEPTH} deep")
            self.too_deep += 1
            return
        top = self._begin(Span(at, at + 1))
        if top is None and self.root is not None:
            return
        if top is not None and top.awaits == "key":
            if not self.pardoned:
                self._problem(Span(at, at + 1), "a key stands before a value in an object")
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
            self._problem(
                Span(frame.start, frame.start + 1), f"this `{frame.mark}` is never closed"
            )
            self._end(self.last_end)
        self._end(at + 1)

    def _close_wrongly(self, char: str, at: int) -> None:
        """A bracket that fits none of those that are open."""
        span, top = Span(at, at + 1), self._top()
        if top is not None:
            close = _CLOSES[top.mark]
            self._problem(
                span,
                f"`{top.mark}` is closed with `{close}`, not with `{char}`",
                Edit(span, close),
                f"Write `{close}`",
            )
            self._end(at + 1)
        elif not self.reopened:
            # A bracket too many behind the end is the same slip as text behind it.
            self._problem(span, f"nothing is open that this `{char}` could close")
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
        node = frame.node(at)
        top = self._top()
        if top is not None:
            top.put(node)
        else:
            self.root = node
        self.excused = False

    def _without_value(self, frame: _Frame) -> None:
        if not self.excused:
            self._problem(frame.key_span, "this key has no value")
        at = max(self.last_end, frame.key_span.end)
        frame.put(Scalar(Span.at(at), "", "empty", None), damaged=True)

    def _colon(self, top: _Frame, span: Span) -> None:
        if top.mark == "{" and top.awaits == "colon":
            top.awaits = "value"
            self.excused = False
        elif not self.excused:
            self._problem(span, "a `:` stands between a key and its value only")
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
        self._problem(span, "a comma too many", Edit(span, ""), "Remove the comma", safe=True)

    def _problem(
        self, span: Span, message: str, *edits: Edit | str, title: str = "", safe: bool = False
    ) -> None:
        fix = tuple(each for each in edits if isinstance(each, Edit))
        words = title or next((each for each in edits if isinstance(each, str)), "")
        self._add(Problem(KIND, span, message, fix, words, safe))

    def _add(self, problem: Problem) -> None:
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(problem)

    def finish(self) -> JsonText:
        """Close what is still open."""
        if self.frames:
            frame = self.frames[-1]
            if not (self.excused or self.too_deep or self.reopened):
                self._problem(
                    Span(frame.start, frame.start + 1), f"this `{frame.mark}` is never closed"
                )
            self.excused = True
        while self.frames:
            self._end(max(self.last_end, self.frames[-1].start + 1))
            self.excused = True
        problems = sorted(self.problems, key=lambda each: each.span)
        return JsonText(self.root, tuple(problems), tuple(self.comments), tuple(self.trailing))
