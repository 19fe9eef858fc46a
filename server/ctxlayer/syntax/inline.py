"""Links and code spans inside the text that blocks leave over.

Code spans, autolinks and HTML tags bind before brackets do, and nothing is read inside fences,
indented code and HTML blocks. A link target is kept as written, with its exact span, and decoded.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from ctxlayer.syntax import line_rules as rules
from ctxlayer.syntax import targets
from ctxlayer.syntax.markdown_nodes import Blocks, CodeSpan, Inline, Link
from ctxlayer.syntax.table import split_row
from ctxlayer.text import Span

MAX_OPENERS = 1000
"""Brackets in one run that may still wait for their partner; an attack has more."""
MAX_IMAGES = 20
"""Images whose texts may nest in one another."""
MAX_URL = 4096


def scan_inline(text: str, blocks: Blocks, start: int = 0) -> Inline:
    """Links, code spans and inline comments of `text`, whose blocks are known."""
    text = rules.even_ends(text)
    taken = [*blocks.hidden(), *(heading.span for heading in blocks.headings)]
    taken = sorted((*taken, *(table.span for table in blocks.tables)))
    definitions = _definitions(text, taken, start)
    scan = _Scanner(text, {targets.label_key(link.text): link for link in definitions[::-1]})
    scan.links += definitions
    taken = sorted((*taken, *(link.span for link in definitions)))
    for region in _paragraphs(text, taken, start):
        scan.read(*region)
    for heading in blocks.headings:
        scan.read(*heading.text_span)
    for table in blocks.tables:
        header = (table.header.span.start, table.header.span.of(text))
        for at, line in (header, *table.rows.lines()):
            if _TOKEN.search(line):
                for cell in split_row(line, at).cells:
                    scan.read(*cell.span, in_cell=True)
    return Inline(
        tuple(sorted(scan.links)), tuple(sorted(scan.code_spans)), tuple(sorted(scan.comments))
    )


# --- where inline text is

_BREAK = re.compile(
    r"""\n(?:(?=[ \t>]*(?:\r?\n|\Z|[*+-][ \t\r\n]|[0-9]{1,9}[.)][ \t\r\n]
      |=+[ \t\r]*(?:\n|\Z)|-+[ \t\r]*(?:\n|\Z)|(?:\*[ \t]*){3,}\r?(?:\n|\Z)
      |(?:_[ \t]*){3,}\r?(?:\n|\Z)))|(?P<quote>[ \t]{0,3}>))""",
    re.VERBOSE,
)
"""A line end after which another block begins; inline markup does not reach over it."""
_QUOTED = re.compile(r"[ \t]*(?:(?:[*+-]|[0-9]{1,9}[.)])[ \t]+)*>")
_LEAD = re.compile(r"(?:[ \t>]|(?:[*+-]|[0-9]{1,9}[.)])[ \t])*")


def _paragraphs(text: str, taken: list[Span], start: int) -> Iterator[Span]:
    """Stretches that inline markup does not leave, those without any markup left out."""
    at = start
    for span in (*taken, Span(len(text), len(text))):
        while match := _TOKEN.search(text, at, max(span.start, at)):
            end = _block_end(text, match.start(), span.start)
            yield Span(match.start(), end)
            at = end
        at = max(at, span.end)


def _block_end(text: str, at: int, limit: int) -> int:
    """Where the block that holds `at` ends, `limit` at the latest."""
    while match := _BREAK.search(text, at, limit):
        at = match.start()
        line = text.rfind("\n", 0, at) + 1
        if match.group("quote") is None or not _QUOTED.match(text, line):
            return at
        at += 1  # a quote that goes on
    return limit


def _definitions(text: str, taken: list[Span], start: int) -> list[Link]:
    """The link reference definitions, in order; the first of a label counts."""
    found: list[Link] = []
    at = text.find("]:", start)
    while at >= 0:
        line = max(text.rfind("\n", start, at) + 1, start)
        lead = _LEAD.match(text, line, at)
        first = lead.end() if lead else line
        match = rules.DEFINITION.match(text, first)
        if match and _may_define(text, line, first, taken, found):
            angle = match.group("target").startswith("<")
            span = Span(match.start("target") + angle, match.end("target") - angle)
            if not angle and targets.bare_target_end(text, *span) != span.end:
                at = text.find("]:", at + 1)
                continue
            target = span.of(text)
            whole = Span(match.start("label") - 1, match.end())
            label = match.group("label")
            found.append(Link(whole, label, target, span, "definition", targets.decode(target)))
            at = match.end()
        at = text.find("]:", at + 1)
    return found


def _may_define(text: str, line: int, first: int, taken: list[Span], found: list[Link]) -> bool:
    """Whether a definition may stand here: in no other block, and inside no paragraph."""
    place = bisect_left(taken, Span(first + 1, 0)) - 1
    if place >= 0 and taken[place].end > first:
        return False
    above = text.rfind("\n", 0, max(line - 1, 0)) + 1
    words = text[above : max(line - 1, 0)].strip(" \t>\r")
    if not words or rules.is_rule(words) or rules.MARKER.fullmatch(words):
        return True
    if text[line:first].strip(" \t>"):
        return True  # the first line of a list item
    place = bisect_left(taken, Span(line, 0)) - 1
    block = taken[place].end if place >= 0 else 0
    return max(block, found[-1].span.end if found else 0) > above


# --- what stands in it

_TOKEN = re.compile(r"\\[!-/:-@\[-`{-~](?:\\[!-/:-@\[-`{-~]){0,999}|``*|<|!\[|\[\[*|\]|https?://")
_SIMPLE_LINK = re.compile(r"\[([^\[\]\\`<>\n]*)\]\(([^()<>\\&%\x00-\x20\x7f]+)\)")
"""What nearly all links look like: read at one go."""
_BARE_URL = re.compile(r"https?://[^\s<>`\[\]|]+")


class _Opener(NamedTuple):
    """A `[` or `![` that waits for its `]`; `links` counts the links found before it."""

    at: int
    inner: int
    image: bool
    links: int


class _Scanner:
    """What has been found so far, and the reading of one stretch of inline text."""

    def __init__(self, text: str, definitions: dict[str, Link]) -> None:
        self.text = text
        self.definitions = definitions
        self.links: list[Link] = []
        self.code_spans: list[CodeSpan] = []
        self.comments: list[Span] = []
        self.openers: list[_Opener] = []
        self.dead = 0  # openers at the bottom that hold a link already, so can be none
        self.bare = -1  # where in `links` the last bare URL is
        self.images = 0  # image openers that wait
        self.missing: set[str] = set()  # closing marks that the rest of the stretch lacks
        self.last_paren = 0  # where the stretch has its last `)`

    def read(self, at: int, end: int, in_cell: bool = False) -> None:
        """Read one stretch; `in_cell` says that `\\|` stands for a pipe."""
        text = self.text
        self.openers, self.dead, self.images, self.missing = [], 0, 0, set()
        ticks: dict[int, list[int]] | None = None
        self.last_paren = max(text.rfind(")", at, end), 0)
        brackets = bool(self.definitions) or text.find("](", at, self.last_paren) >= 0
        angles = text.find(">", at, end) >= 0
        while match := _TOKEN.search(text, at, end):
            token, first, at = match.group(), match.start(), match.end()
            if token[0] == "`":
                ticks = _tick_runs(text, first, end) if ticks is None else ticks
                close = _next_run(ticks, len(token), at)
                if close >= 0:
                    self._add_code(Span(first, close + len(token)), len(token), in_cell)
                    at = close + len(token)
            elif token == "<":
                at = self._past_angle(first, end) if angles else at
            elif token == "]":
                at = self._close(first, end) if self.openers else at
            elif token[0] in "![":
                if brackets:
                    at = self._open(first, at, end)
            elif token[0] == "h":
                at = self._bare_url(first, end)

    def _add_code(self, span: Span, ticks: int, in_cell: bool) -> None:
        body = self.text[span.start + ticks : span.end - ticks].replace("\n", " ")
        if in_cell:
            body = body.replace("\\|", "|")
        if body[:1] == body[-1:] == " " and body.strip(" "):
            body = body[1:-1]
        self.code_spans.append(CodeSpan(span, body))

    def _past_angle(self, at: int, end: int) -> int:
        """Past the comment, autolink or tag that starts at `at`, or past the `<` alone."""
        text = self.text
        for start, stop in targets.ENCLOSED:
            if text.startswith(start, at, end) and stop not in self.missing:
                close = text.find(stop, at + 2, end)
                if close < 0:
                    self.missing.add(stop)
                    continue
                if start == "<!--":
                    self.comments.append(Span(at, close + 3))
                return close + len(stop)
        if match := targets.AUTOLINK.match(text, at, end):
            target = match.group(1)
            span, inner = Span(at, match.end()), Span(*match.span(1))
            href = f"mailto:{target}" if ":" not in target else target
            self.links.append(Link(span, target, target, inner, "autolink", href))
            return match.end()
        match = targets.TAG.match(text, at, end)
        return match.end() if match else at + 1

    def _bare_url(self, at: int, end: int) -> int:
        match = _BARE_URL.match(self.text, at, end)
        if not match or self.text[at - 1 : at].isalnum() or match.end() - at > MAX_URL:
            return match.end() if match else at + 1
        url = trim_url(match.group())
        span = Span(at, at + len(url))
        self.bare = len(self.links)
        self.links.append(Link(span, url, url, span, "autolink", url))
        return span.end

    def _open(self, first: int, at: int, end: int) -> int:
        """Opening brackets at `first`: a whole link, or openers that wait; return where to go on."""
        text = self.text
        if at == first + 1 and (match := _SIMPLE_LINK.match(text, first, end)):
            words, target = match.groups()
            span, inner = Span(first, match.end()), Span(*match.span(2))
            self.links.append(Link(span, words, target, inner, "inline", target))
            self.dead = len(self.openers)
            return match.end()
        if text[first] == "!":
            if self.images < MAX_IMAGES:
                self.images += 1
                self.openers.append(_Opener(first, at, True, len(self.links)))
            return at
        for place in range(max(first, at - MAX_OPENERS), at):
            self.openers.append(_Opener(place, place + 1, False, len(self.links)))
        return at

    def _close(self, at: int, end: int) -> int:
        """A `]` that has an opener: the link they make, if any, and where to go on."""
        opener = self.openers.pop()
        self.images -= opener.image
        dead = len(self.openers) < self.dead and not opener.image
        self.dead = min(self.dead, len(self.openers))
        if dead:
            return at + 1
        link = self._link(opener, at, end)
        if link is None:
            return at + 1
        if self.bare >= opener.links:
            # A bare URL inside a link's text is text.
            inner = [one for one in self.links[opener.links :] if one.span != one.target_span]
            self.links[opener.links :] = inner
            self.bare = -1
        self.links.append(link)
        if not opener.image:
            self.dead = len(self.openers)
        return link.span.end

    def _link(self, opener: _Opener, at: int, end: int) -> Link | None:
        text = self.text
        words = text[opener.inner : at]
        if text.startswith("(", at + 1, self.last_paren) and (
            target := targets.read_target(text, at + 1, end)
        ):
            span, written = Span(opener.at, target.end), target.span.of(text)
            kind = "image" if opener.image else "inline"
            return Link(span, words, written, target.span, kind, targets.decode(written))
        if not self.definitions:
            return None
        stop, label = at + 1, words
        if match := targets.LABEL.match(text, at + 1, end):
            stop, label = match.end(), match.group(1) or words
        if len(label) > 999:
            return None
        made = self.definitions.get(targets.label_key(label))
        if made is None or (label is words and not targets.LABEL.fullmatch(f"[{words}]")):
            return None
        kind = "image" if opener.image else "reference"
        return Link(Span(opener.at, stop), words, made.target, made.target_span, kind, made.decoded)


def trim_url(url: str) -> str:
    """A bare URL without the punctuation that ends the sentence around it."""
    while True:
        kept = url.rstrip("?!.,:;*_~'\"")
        if kept.endswith(")") and kept.count(")") > kept.count("("):
            kept = kept[:-1]
        if kept == url:
            return kept
        url = kept


def _tick_runs(text: str, at: int, end: int) -> dict[int, list[int]]:
    """Where the backtick runs of each length start."""
    runs: dict[int, list[int]] = {}
    for match in targets.TICKS.finditer(text, at, end):
        runs.setdefault(match.end() - match.start(), []).append(match.start())
    return runs


def _next_run(runs: dict[int, list[int]], length: int, at: int) -> int:
    """Where the first run of just this length from `at` on starts, or -1."""
    places = runs.get(length, [])
    place = bisect_left(places, at)
    return places[place] if place < len(places) else -1
