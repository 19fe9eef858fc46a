"""Where in the layer's files a part of the hot set can be spoken of."""

from __future__ import annotations

from ctxlayer.analysis.imports import imports_of, meant_path, taken_path
from ctxlayer.layer.adapter_config import adapter_config
from ctxlayer.layer.document import Document
from ctxlayer.layer.hot_set import HotPart, HotSet
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.link_target import from_root
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.text import Span


def place_of_part(part: HotPart, found: HotSet, snapshot: Snapshot) -> tuple[str, Span] | None:
    """(path, span): the title of a file, the name of an adapter, the import of a file beside the layer.

    Of a file that such a file imports, it is the import that leads there. None where no document of
    the layer speaks of the part.
    """
    document = snapshot.document(part.path)
    if document is not None:
        return document.path, _in_document(part, document)
    imported = {each.path: each for each in found.of(part.runtime) if each.via}
    step = part
    for _ in imported:
        importer = snapshot.document(step.via)
        if importer is not None:
            return importer.path, _import_of(step.path, importer, snapshot)
        if step.via not in imported:
            return None
        step = imported[step.via]
    return None


def _in_document(part: HotPart, document: Document) -> Span:
    if part.because == "schemas" and document.kind is Kind.ADAPTERS:
        server = adapter_config(document).server(part.name)
        if server is not None:
            return server.name_span
    return document.title_span


def _import_of(path: str, document: Document, snapshot: Snapshot) -> Span:
    folder = document.path.rpartition("/")[0]
    for link in imports_of(document):
        for target in (meant_path(link), taken_path(link)):
            if snapshot.tree.real(from_root(folder, target)) == path:
                return link.target_span
    return document.title_span
