"""The sources that a document cites, as its `tracks` would name them."""

from __future__ import annotations

from ctxlayer.analysis.ledgers import Ledger, ledgers
from ctxlayer.analysis.reliance import Relied, reliance
from ctxlayer.analysis.source_changes import is_area
from ctxlayer.globs import has_magic
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.sources import HERE

_NOT_QUOTED = frozenset("\"'\\\r\n")


def cited_sources(document: Document, snapshot: Snapshot) -> tuple[str, ...]:
    """`[repo:]path` of each file and `[repo:]folder/**` of each folder that the body names, in its order.

    Only what there is at HEAD; folders that are places rather than sources are left out.
    """
    now = snapshot.ask(ledgers)
    found: dict[str, None] = {}
    for relied in reliance(document, snapshot):
        entry = _entry(relied, now[relied.repo])
        if entry is not None:
            found[entry] = None
    # A file below a folder that is tracked anyhow says nothing more.
    folders = [entry[:-2] for entry in found if entry.endswith("/**")]
    return tuple(
        entry
        for entry in found
        if not any(entry.startswith(each) and entry != f"{each}**" for each in folders)
    )


def _entry(relied: Relied, ledger: Ledger) -> str | None:
    path, below = relied.path, ledger.history.below
    if (
        relied.origin != "body"
        or not ledger.is_tracked(path)
        or is_area(path, ledger, ledger.settings.freshness.bulk_files)
    ):
        return None
    if path.startswith(below):
        path = path[len(below) :]
    elif relied.repo != HERE:
        return None  # what the repo map names is a folder, and this lies outside of it
    if has_magic(path) or not _NOT_QUOTED.isdisjoint(path):
        return None
    folder = "/**" if ledger.known.is_folder(relied.path) else ""
    return f"{relied.repo}{':' if relied.repo else ''}{path}{folder}"
