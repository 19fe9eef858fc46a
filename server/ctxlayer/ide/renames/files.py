"""The file that a path under the cursor names gets another name or place."""

from __future__ import annotations

from ctxlayer.analysis.link_paths import from_root
from ctxlayer.analysis.pointers import resolve
from ctxlayer.ide.model import Rewrite
from ctxlayer.ide.moving import move_edits
from ctxlayer.ide.renames.refusal import Refusal
from ctxlayer.ide.subjects import FilePath
from ctxlayer.layer.document import Document
from ctxlayer.layer.pointer import leaves_layer, read_pointer
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.syntax.targets import decode
from ctxlayer.text import Span


def written_name(subject: FilePath, document: Document) -> Span | Refusal:
    """The part of a path that a rename puts another text for: all of it, as it is written."""
    if subject.path == document.path:
        return Refusal("a document is not renamed from inside: use the file explorer")
    return subject.span


def rename_file(
    snapshot: Snapshot, subject: FilePath, document: Document, new: str
) -> Rewrite | Refusal:
    """The file moves to where `new`, written in the place of the old path, would lead."""
    target = _read(new, subject, document, snapshot)
    if not new or not target or target == subject.path:
        return Refusal(f"`{new}` names no other file")
    if leaves_layer(target) or snapshot.tree.leads_out(target):
        return Refusal(f"`{new}` lies outside the layer")
    fault = move_fault(subject.path, target, snapshot) or ending_fault(
        subject.path, target, snapshot
    )
    if fault is None and subject.path in snapshot.documents and not snapshot.placement(target):
        fault = f"{target} would be no document of the layer; `ctxlayer mv` moves it all the same"
    if fault is not None:
        return Refusal(fault)
    moves = {subject.path: target}
    return Rewrite(move_edits(snapshot, moves), moves)


def move_fault(old: str, new: str, snapshot: Snapshot) -> str | None:
    """Why a file or folder cannot move there, in one sentence; None if it can."""
    tree = snapshot.tree
    same_but_case = old.casefold() == new.casefold()
    if not same_but_case and (new in tree.paths or new in tree.folders):
        return f"{new} exists already"
    if any(part in ("", ".", "..", ".git") for part in new.split("/")) or "\0" in new:
        return f"`{new}` is no name for a file"
    if not {"\n", "\r"}.isdisjoint(new):
        return "no pointer or link can name a path with a line break in it"
    if f"{new}/".startswith(f"{old}/") and new != old:
        return f"{new} lies inside {old}"
    above = new.rpartition("/")[0]
    while above:
        if above in tree.paths and above != old:
            return f"{above} is a file"
        above = above.rpartition("/")[0]
    return None


def ending_fault(old: str, new: str, snapshot: Snapshot) -> str | None:
    """Why a document would be none under a new name: its ending is lost, most likely by a slip."""
    was = snapshot.placement(old)
    if old not in snapshot.tree.paths or was is None or snapshot.placement(new) is not None:
        return None
    ending = old[old.rfind(".") :] if "." in old.rpartition("/")[2] else ""
    if new.endswith(ending):
        return None
    return f"{new} would be no {was.kind.value} of the layer any more: keep the ending `{ending}`"


def _read(new: str, subject: FilePath, document: Document, snapshot: Snapshot) -> str:
    """The path from the root that `new` means in the place of the old path; "" for none."""
    if subject.pointer is not None and subject.place is not None:
        text = f"[]({new})" if subject.pointer.label is not None else new
        pointer = read_pointer(text, 0, len(text))
        if pointer is None or pointer.form in ("glob", "url", "sibling", "agent"):
            return ""
        found, _ = resolve(pointer, subject.place.facts.topic, document.path, snapshot)
        return (found.actual or found.tried).rstrip("/")
    if subject.link is not None:
        relative = subject.path in subject.link.candidates
        folder = document.path.rpartition("/")[0] if relative else ""
        return from_root(folder, decode(new))
    return from_root("", new.partition("#")[0])
