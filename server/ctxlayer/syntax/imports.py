"""`@path` imports, as Claude Code reads them in its memory files."""

from __future__ import annotations

import re

from ctxlayer.syntax.hidden import outside
from ctxlayer.syntax.markdown_nodes import Blocks, Inline, Link
from ctxlayer.text import Span

_CANDIDATE = re.compile(r"(?<!\S)@((?:\\ |[^\s@\\])(?:\\ |[^\s\\])*)")
_SPACED_REST = re.compile(r" [^\s@`]*/[^\s@`]*")
_ENDS_SENTENCE = ".,:;!?)]}>\"'*_"
_HAS_EXTENSION = re.compile(r"[^/\\]\.[A-Za-z][A-Za-z0-9]{0,9}(?:#\S*)?\Z")
_DOCUMENT = re.compile(
    r"\.(?:mdc?|markdown|txt|rst|adoc|json[c5]?|ya?ml|toml|ini|cfg|env|csv|xml|html?|py|pyi|[cm]?[jt]sx?"
    r"|go|rs|rb|java|kt|sh|sql|tf|proto|graphql)(?:#\S*)?\Z",
    re.IGNORECASE,
)


def scan_imports(text: str, blocks: Blocks, inline: Inline, start: int = 0) -> tuple[Link, ...]:
    """Links of kind "import", in order: outside code and comments, and meant as a path.

    `Link.text` is what the loader takes, up to the next blank; `Link.target` is the path that the
    author meant. They differ where punctuation follows the path or the path has a space, and then
    the loader finds nothing. A name without a folder counts only with a document's extension:
    `@team`, `@scope/package` and addresses are none. For a path that runs over a space the
    caller has to see that such a file exists.
    """
    if "@" not in text:
        return ()
    hidden = [*blocks.hidden(), *(code.span for code in inline.code_spans), *inline.comments]
    links = (_import(text, match) for match in outside(_CANDIDATE.finditer(text, start), hidden))
    return tuple(link for link in links if link)


def _import(text: str, match: re.Match[str]) -> Link | None:
    taken = match.group(1)
    written = taken.rstrip(_ENDS_SENTENCE)
    end = match.start(1) + len(written)
    if not _is_path(written):
        rest = _SPACED_REST.match(text, match.end()) if "/" in taken else None
        if not rest or not _is_path(taken + rest.group().rstrip(_ENDS_SENTENCE)):
            return None
        end = rest.start() + len(rest.group().rstrip(_ENDS_SENTENCE))
    target = Span(match.start(1), end)
    span = Span(match.start(), max(end, match.end()))
    written = target.of(text)
    return Link(span, taken, written, target, "import", written.replace("\\ ", " "))


def _is_path(written: str) -> bool:
    """Whether a path is meant, not a person, a package or a decorator."""
    if written.startswith(("./", "../", "~/")):
        return len(written.rstrip("./~")) > 0
    if "/" in written:
        return _HAS_EXTENSION.search(written) is not None
    return _DOCUMENT.search(written) is not None
