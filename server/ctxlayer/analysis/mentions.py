"""Paths that a knowledge file names: what it tracks, and what its body has in code spans and links.

By text alone. What is read here may name anything; whether it is a file, only git can tell.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Literal, NamedTuple

from ctxlayer.analysis.named_paths import named_paths
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.syntax.targets import decode
from ctxlayer.text import Span

RELYING_KINDS = frozenset({Kind.KNOWLEDGE, Kind.EXTRACTION})
"""Kinds that say something about sources. What others wrote elsewhere (`external/`) claims nothing."""

Form = Literal["tracks", "code", "link"]


class Mention(NamedTuple):
    """A path or pattern as it is written, without line numbers and anchors, decoded.

    `repo` is what stands before a colon, "" without one; `path` what follows. `spans` are all places where
    the document writes it so, in one form. Some may be in a fence: see `standing`.
    """

    repo: str
    path: str
    form: Form
    spans: tuple[Span, ...]


_NO_MENTIONS: tuple[Mention, ...] = ()
_LONGEST_LOOK = 2_000
"""Characters of a line that are looked at."""
_MOST = 2_000
"""Paths of one document; one that names more is a list of files."""
_MOST_PATTERNS = 200
"""Patterns among them: each is tried on all files that git knows."""
_CODE = re.compile(r"`([^\s`/:]{0,200}[/:][^\s`]{0,300})`")
"""Code spans without a blank that hold a slash or a colon, and some more between two of them. It begins with a
letter of its own, so that most of a text is passed over quickly."""
_LINK = re.compile(
    r"\][(:][ \t]*<?(?!https?:|mailto:|#)([^\s<>()#?/:]{0,200}[/:][^\s<>()#?]{0,400})"
)
"""Targets of links and definitions, and more that is none. What lies beside the document has no slash; it is of
the layer."""
_REPO = re.compile(r"(\w[\w.-]+):(?!//)")
_ODD = re.compile(r"[<>{}*|\"'$,;=&?!\\^…]|://|\.\.\.")
"""What a path in prose does not hold: commands, patterns, placeholders, URLs."""
_TAIL = re.compile(r"(?:#.*|::.*|:\d+(?:[-:,]\d+)*|:[A-Za-z_]\w*(?:\(\))?)\Z")
"""What points into a file: `#L12`, `::name`, `:12-40`, `:name`."""


def mentions(document: Document) -> tuple[Mention, ...]:
    """The mentions of a document in the order of its text; read once.

    None in a document that could not rely on anything.
    """
    found: tuple[Mention, ...] | None = document.memo.get("mentions")
    if found is None:
        relies = document.kind in RELYING_KINDS
        found = tuple(islice(_read(document), _MOST)) if relies else _NO_MENTIONS
        document.memo["mentions"] = found
    return found


def _read(document: Document) -> Iterator[Mention]:
    text = document.text
    if "racks" in text:  # `tracks`, without a look at the frontmatter of those that have none
        patterns = 0
        for named in named_paths(document):
            if named.key == "tracks":
                patterns += named.is_glob
                if patterns <= _MOST_PATTERNS or not named.is_glob:
                    yield _mention(named.text, "tracks", (named.span,))
    if "`" in text:
        yield from _in_code(text)
    if "]" in text:
        yield from _in_links(text)


def _in_code(text: str) -> Iterator[Mention]:
    places: dict[str, list[int]] = {}
    for match in _CODE.finditer(text):
        places.setdefault(match[1], []).append(match.start(1))
    for code, starts in places.items():
        taken = _path_in(code)
        if taken is not None:
            path, lead = taken
            size = len(path)
            yield _mention(path, "code", tuple(Span(at + lead, at + lead + size) for at in starts))


def _in_links(text: str) -> Iterator[Mention]:
    places: dict[str, list[int]] = {}
    for match in _LINK.finditer(text):
        places.setdefault(match[1], []).append(match.start(1))
    for target, starts in places.items():
        path = decode(target) if "%" in target or "&" in target or "\\" in target else target
        yield _mention(path, "link", tuple(Span(at, at + len(target)) for at in starts))


def _mention(written: str, form: Form, spans: tuple[Span, ...]) -> Mention:
    match = _REPO.match(written) if ":" in written else None
    if match is None:
        return Mention("", written, form, spans)
    if form == "link" and match[1] == "mdc":
        return Mention("", f"/{written[match.end() :]}", form, spans)
    return Mention(match[1], written[match.end() :], form, spans)


@lru_cache(maxsize=8192)  # what one file names is named by its neighbours
def _path_in(code: str) -> tuple[str, int] | None:
    """The path that a code span holds, and where in it that begins; None for anything else."""
    lead = 1 if code[0] in "([" else 0
    path = code[lead:].rstrip(".,;:!?)]" if lead else ".,;:!?")
    if "#" in path or ":" in path:
        path = _TAIL.sub("", path)
    bare = _REPO.match(path) if ":" in path else None
    inner = path[bare.end() :] if bare else path
    if len(inner) < 2 or inner[0] in "~@-#%+" or ":" in inner or _ODD.search(path):
        return None
    if bare is None and "/" not in inner.strip("/"):
        return None
    return path, lead


def standing(mention: Mention, document: Document) -> tuple[Span, ...]:
    """The places where a mention is what it looks like: no text in a fence, no picture."""
    if mention.form == "tracks":
        return mention.spans
    if _is_plain(document) and all(_stands_plainly(span, document.text) for span in mention.spans):
        return mention.spans
    inline = document.inline
    if mention.form == "code":
        real = [code.span for code in inline.code_spans]
        return tuple(
            span
            for span in mention.spans
            if (at := bisect_left(real, (span.start,))) and real[at - 1].end > span.start
        )
    targets = {link.target_span.start for link in inline.links if link.kind != "image"}
    return tuple(span for span in mention.spans if span.start in targets)


def _is_plain(document: Document) -> bool:
    """Whether a text has nothing that hides what is in it, so that it need not be parsed for this.

    Most have not, and there may be thousands. No longer runs of backticks, no tags and comments.
    """
    plain: bool | None = document.reading.get("plain")
    if plain is None:
        text = document.text
        plain = not any(mark in text for mark in ("``", "~~~", "<", "![", "\\"))
        document.reading["plain"] = plain
    return plain


def _stands_plainly(span: Span, text: str) -> bool:
    """Whether a line of a plain text leaves no doubt: it is not set in, and no code span is open before."""
    first = max(0, span.start - _LONGEST_LOOK)
    start = text.rfind("\n", first, span.start) + 1
    if not start and first:
        return False  # a line so long is parsed once rather than looked at for each place in it
    before = text[start : span.start]
    if before.startswith(("    ", "\t", "  ", ">")):
        return False  # a list, a quote or code: that takes more than a look
    in_code = before.endswith("`")
    return before.count("`") % 2 == in_code and (in_code or before.endswith("]("))
