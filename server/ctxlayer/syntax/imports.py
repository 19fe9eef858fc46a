"""`@path` imports, as Claude Code reads them in its memory files."""

from __future__ import annotations

import re

from ctxlayer.syntax.hidden import outside
from ctxlayer.syntax.markdown_nodes import Blocks, Inline, Link
from ctxlayer.text import Span

MAX_PATH = 4096

_CANDIDATE = re.compile(r"(?<!\S)@((?:\\ |[^\s@\\])(?:\\ |[^\s\\])*)")
_SPACED_REST = re.compile(r" [^\s@`]*/[^\s@`]*")
_ENDS_SENTENCE = ".,:;!?)]}>\"'*_"
_EXTENSION = re.compile(r"[^/\\]\.([A-Za-z][A-Za-z0-9]{0,9})(?:#\S*)?\Z")
_DOCUMENTS = frozenset(
    "md mdc markdown txt rst adoc json jsonc json5 yaml yml toml ini cfg env csv xml htm html py pyi"
    " js jsx cjs mjs ts tsx cts mts go rs rb java kt sh sql tf proto graphql".split()
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
    if len(written) > MAX_PATH:
        return False
    if written.startswith(("./", "../", "~/")):
        return len(written.rstrip("./~")) > 0
    match = _EXTENSION.search(written)
    return match is not None and ("/" in written or match.group(1).lower() in _DOCUMENTS)
