"""Targets of links and imports: how they are written, and what kind of place they name.

Nothing here knows which files exist.
"""

from __future__ import annotations

import re
from posixpath import normpath
from typing import Literal, NamedTuple

from ctxlayer.syntax.markdown_nodes import Link
from ctxlayer.syntax.targets import decode
from ctxlayer.text import Span

Reach = Literal["path", "root", "site", "machine", "sibling", "other"]


class LinkTarget(NamedTuple):
    """A target taken apart.

    `reach` is "path" (from the document's folder), "root" (Cursor's `mdc:`, from the layer root),
    "site" (`/docs/x`: the root of something), "machine" (a place outside every repository),
    "sibling" (`repo:path`) or "other": a web page, a placeholder, whatever is no file here.

    `path` is as written without anchor and query; `span` is its place in the document. `spellings`
    are the paths that it may stand for, likeliest first. `anchor` has no `#`; None without one.
    """

    reach: Reach
    path: str
    span: Span
    spellings: tuple[str, ...]
    anchor: str | None
    anchor_span: Span


_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_SIBLING = re.compile(r"(\w[\w.-]+):(?!//)")
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_FILE = re.compile(r"file:/{1,3}(?=[^/])", re.IGNORECASE)
_MACHINE = re.compile(
    r"/(?:etc|home|Users|root|var|tmp|private|proc|mnt|media|Volumes|Applications|Library)/"
    r"|/[A-Za-z]:/"
)
"""Absolute paths that no web site and no repository has at its root."""
STAND_INS = r"\.\.\.|…|NNN|XXX|YYYY|(?:^|/)path/to/"
"""What people write in a path where a reader has to put something else: numbers, dates, folders."""
_PLACEHOLDER = re.compile(rf"[{{}}<>$*|`\[\]\"\n]|\b[Yy]our[-_]|{STAND_INS}")
# Whole targets that show how a link is written, as `[text](url)` in a guide: they name no file.
_PLACEHOLDER_WORDS = frozenset(
    "url uri link links href path file filename target source src image img image-url ref todo tbd"
    " xxx x y n/a here placeholder".split()
)
_DOMAIN = re.compile(
    r"(?:[\w-]+\.)+(?:com|org|net|io|dev|ai|app|co|edu|gov|info|me|cloud|tech|site)/|www\.|//",
    re.IGNORECASE,
)
_FORGE = re.compile(
    r"(?:\.\./)+(?:issues|pulls?|wiki|releases|actions|discussions|commits?|blob|tree|raw|compare"
    r"|labels|milestones?|projects|security|graphs|network|stargazers|tags|branches|packages)"
    r"(?:[/?#]|\Z)"
)
"""Pages of a forge, linked from a repository's own page: `../../issues`."""
_CURSOR = "mdc:"


def read_target(link: Link) -> LinkTarget:
    """What the target of a link or an import names."""
    written, start = link.target, link.target_span.start
    mark = written.find("#")
    path = written if mark < 0 else written[:mark]
    anchor = None if mark < 0 else written[mark + 1 :]
    end = link.target_span.end
    anchor_span = Span(end if mark < 0 else start + mark + 1, end)
    if link.kind == "import":
        spellings: tuple[str, ...] = (path.replace("\\ ", " "),)
        reach = _reach_of_import(path)
        return LinkTarget(
            reach, path, Span(start, start + len(path)), spellings, anchor, anchor_span
        )
    reach = "other" if link.kind == "autolink" else _reach(written, path)
    lead = len(_CURSOR) if reach == "root" else 0
    path = path[lead:]
    spellings = tuple(dict.fromkeys(_spellings(path)))
    span = Span(start + lead, start + lead + len(path))
    return LinkTarget(reach, path, span, spellings, anchor, anchor_span)


def _reach(written: str, path: str) -> Reach:
    # An escaped `#` is none; such a target is too rare to be taken apart with care.
    if "&#" in written or _PLACEHOLDER.search(path) or path.casefold() in _PLACEHOLDER_WORDS:
        return "other"
    if path.startswith(_CURSOR):
        return "root"
    if path.startswith("~/") or _DRIVE.match(path) or _FILE.match(path):
        return "machine"
    if _SCHEME.match(path):
        return "sibling" if _SIBLING.match(path) else "other"
    if path.startswith("/") and not path.startswith("//"):
        return "machine" if _MACHINE.match(path) else "site"
    if _DOMAIN.match(path) or _FORGE.match(path):
        return "other"
    return "path"


def _reach_of_import(path: str) -> Reach:
    # A home folder is every reader's own, `@/` and `@~/` are what bundlers call the source folder.
    if path.startswith(("/", "~")) or _DRIVE.match(path) or _PLACEHOLDER.search(path):
        return "other"
    return "path"


def _spellings(path: str) -> tuple[str, ...]:
    """A path as Markdown decodes it, and as it is written; both with and without a query."""
    found = (decode(path), path)
    if "?" not in path:
        return found
    bare = path.partition("?")[0]
    return (*found, decode(bare), bare)


def sibling_of(path: str) -> tuple[str, str] | None:
    """(repository, path in it) of a target that reaches a sibling."""
    match = _SIBLING.match(path)
    return (match[1], decode(path[match.end() :])) if match else None


def from_root(folder: str, path: str) -> str:
    """`folder/path` from the root, without `.` and `..`; a leading slash means the root."""
    whole = path.lstrip("/") if path.startswith("/") else f"{folder}/{path}".lstrip("/")
    clean = normpath(whole)
    return "" if clean == "." else clean
