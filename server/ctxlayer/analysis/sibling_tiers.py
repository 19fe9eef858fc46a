"""How far what lies in the clone of a sibling is believed.

Source is the running system itself, Tier 1, once the freshness gate passes, and Tier 3 until then. What a
repository says of itself, its READMEs, docs and decision records, is Tier 3 whatever the gate says.
"""

from __future__ import annotations

from collections.abc import Iterable
from posixpath import normpath

from ctxlayer.analysis.gate import gate_of
from ctxlayer.analysis.pointers import Resolution, State
from ctxlayer.layer.pointer import Pointer, sibling_parts
from ctxlayer.layer.snapshot import Snapshot

_PROSE = (".md", ".mdx", ".mdc", ".rst", ".adoc", ".txt")
_FOLDERS = frozenset({"doc", "docs", "documentation", "adr", "adrs", "decisions", "rfcs"})
_NAMES = ("readme", "changelog", "contributing", "license", "licence")


def is_prose(path: str) -> bool:
    """Whether a path of a repository holds what it says of itself, rather than source."""
    *folders, name = path.strip("/").lower().split("/")
    return (
        name.endswith(_PROSE)
        or name.partition(".")[0] in _NAMES
        or not _FOLDERS.isdisjoint(folders if "." in name else (*folders, name))
    )


def sibling_tier(repo: str, path: str, snapshot: Snapshot) -> int:
    """The tier of a path in the clone of a sibling: 1 or 3."""
    passes = gate_of(repo, snapshot).state == "PASS"
    return 1 if passes and not is_prose(path) else 3


def place_in_sibling(
    pointer: Pointer, resolution: Resolution, snapshot: Snapshot
) -> tuple[str, str] | None:
    """(repository, path in it) where a pointer leads into a sibling, as `repo:path` or by the way of `..`."""
    if pointer.form == "sibling":
        return sibling_parts(pointer.path)
    if resolution.state is State.FOUND and resolution.tried.startswith("../"):
        return snapshot.siblings.place_of(normpath(f"{snapshot.root}/{resolution.tried}"))
    return None


def repos_behind(
    pointers: Iterable[tuple[Pointer, Resolution]], snapshot: Snapshot
) -> tuple[str, ...]:
    """The siblings that some pointers lead into, in their order; none where no sibling is mapped."""
    if not snapshot.siblings.names:
        return ()
    places = (place_in_sibling(*each, snapshot) for each in pointers)
    return tuple(dict.fromkeys(place[0] for place in places if place is not None))
