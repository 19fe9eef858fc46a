"""Diagnostics on their way to the client: pushed, pulled, and taken back.

What is shown for a document is remembered by its URI. An open document is published after every
change, with its version. All others, and what a change elsewhere did to open ones, follow by
difference in a sweep over the layers once typing pauses. A document that the client pulls is
left to it. Everything here runs on the engine's thread.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ctxlayer.lsp import uris
from ctxlayer.lsp.conversion import Columns, Json, diagnostic
from ctxlayer.lsp.reuse import Made, known_items
from ctxlayer.lsp.session import Session, View

if TYPE_CHECKING:
    from ctxlayer.lints.model import Finding

FAILED = "analysis-failed"
"""The code of the diagnostic that says that a document could not be analysed."""


class _Report(NamedTuple):
    """What a client was last told when it pulled, about which version."""

    result_id: str
    version: int | None
    items: list[Json]


class Publisher:
    """Keeps what the client shows equal to what the engine finds."""

    def __init__(self, session: Session, refresh: Callable[[], None]) -> None:
        self._session = session
        self._refresh = refresh
        self._shown: dict[str, list[Json]] = {}
        self._made: dict[str, Made] = {}
        self._failed: dict[str, tuple[str, ...]] = {}
        self._pulled: dict[str, _Report] = {}
        self._process = uuid.uuid4().hex[:8]
        self._reports = 0

    def changed(self, file: Path) -> None:
        """Publish an open document now, even when nothing is different.

        A client that can pull gets its first push with the next sweep, so that one which pulls
        at once never sees a finding twice; one that has not pulled by then is pushed to at once.
        """
        opened = self._session.open.get(file)
        if opened is None:
            return
        own = uris.from_path(str(file))
        if own != opened.uri:
            # First: to a client that knows both spellings as one file, emptying ours empties it.
            self._differ(own, [])
        if opened.uri in self._pulled or (
            self._session.client.pulls and opened.uri not in self._shown
        ):
            return
        view = self._session.view(file)
        self._push(opened.uri, self._items(view, opened.uri), opened.version)

    def closed(self, file: Path, uri: str) -> None:
        """A closed document shows what the disk holds, or nothing when it was no part of a layer.

        From here on its URI is our own spelling, so the client's is emptied when they differ.
        """
        self._pulled.pop(uri, None)
        own = uris.from_path(str(file))
        view = self._session.view(file)
        known = view is not None and _is_known(view)
        items = self._items(view, own) if known else []
        if own != uri or not known:
            self._push(uri, [], None)
        if known:
            self._differ(own, items)

    def gone(self, paths: Iterable[Path]) -> None:
        """Take back at once what is shown for files that no longer exist."""
        for path in paths:
            uri = uris.from_path(str(path))
            view = self._session.view(path)
            if self._session.file(path) not in self._session.open and (
                view is None or not _is_known(view)
            ):
                self._differ(uri, [])

    def pull(self, path: Path, uri: str, previous: str | None) -> Json:
        """A `textDocument/diagnostic` report. From now on this document is not pushed."""
        opened = self._session.open.get(self._session.file(path))
        items = self._items(self._session.view(path), uri)
        if uri not in self._pulled and self._shown.get(uri):
            self._push(uri, [], opened.version if opened else None)
        last = self._pulled.get(uri)
        if last is None or last.items != items:
            self._reports += 1
            result_id = f"{self._process}-{self._reports}"
        else:
            result_id = last.result_id
        self._pulled[uri] = _Report(result_id, opened.version if opened else None, items)
        if previous == result_id:
            return {"kind": "unchanged", "resultId": result_id}
        return {"kind": "full", "resultId": result_id, "items": items}

    def sweep(self) -> Iterator[None]:
        """Bring every document up to date by difference, one document a step."""
        engine = self._session.engine
        if engine is None:
            return
        live: set[str] = set()
        repull = False
        for layer in engine.host.layers():
            snapshot = layer.snapshot
            others = (*snapshot.unreadable, *snapshot.tracked_local)
            for path in dict.fromkeys((*snapshot.documents, *others)):
                view = View(self._session, engine, layer, snapshot, path)
                uri = view.uri_of(path)
                live.add(uri)
                repull |= self._update(view, uri)
                if view.file_of(path) not in self._session.open:
                    view.rest()
                yield
        for layer in engine.host.layers():
            # What failed on the layer as a whole has no file to be shown on.
            self._report(str(layer.root), engine.file_findings(layer.snapshot, "").failures)
        for uri in [uri for uri in self._made if uri not in live]:
            del self._made[uri]
        still_open = {opened.uri for opened in self._session.open.values()}
        for uri in [uri for uri in self._shown if uri not in live and uri not in still_open]:
            self._differ(uri, [])
        if repull and self._session.client.refresh_diagnostics:
            self._refresh()

    def _update(self, view: View, uri: str) -> bool:
        """One step of a sweep. True when the client should pull this document again."""
        opened = self._session.open.get(view.file_of(view.path))
        report = self._pulled.get(uri)
        if report is None:
            items = self._items(view, uri)
            if opened is not None and uri not in self._shown:
                self._push(uri, items, opened.version)
            else:
                self._differ(uri, items, opened.version if opened else None)
            return False
        if opened is None or report.version != opened.version:
            # It is about to be pulled for its own edit.
            return False
        items = self._items(view, uri)
        if items == report.items:
            return False
        self._pulled[uri] = report._replace(items=items, result_id="")
        return True

    def _items(self, view: View | None, uri: str) -> list[Json]:
        """The diagnostics of a document; the same list as last time when nothing is different."""
        if view is None:
            return []
        try:
            document = view.snapshot.document(view.path)
            found = view.engine.file_findings(view.snapshot, view.path)
            if not found.findings and not found.failures:
                # So for nearly all of thousands of documents: nothing is kept of them.
                self._made.pop(uri, None)
                self._report(uri, ())
                return []
            made = self._made.get(uri)
            now = (document, found, view.columns.unseen)
            if made is None or made[:3] != now:
                columns = view.columns
                kept = known_items(made, *now) if made is not None else {}
                items = [
                    kept.get(number) or _item(finding, columns, view)
                    for number, finding in enumerate(found.findings)
                ]
                items += map(_failed_item, found.failures)
                made = self._made[uri] = Made(*now, items)
        except Exception as error:  # noqa: BLE001 - one bad document silences no other
            what = f"{type(error).__name__}: {error}"
            self._report(uri, (what,))
            return [*self._kept(uri), _failed_item(what)]
        self._report(uri, made.found.failures)
        return made.items

    def _report(self, uri: str, failures: tuple[str, ...]) -> None:
        """Tell the user once what failed, not on every key."""
        if failures != self._failed.get(uri, ()):
            self._failed[uri] = failures
            for failure in failures:
                self._session.complain(f"could not check {uri}: {failure}")

    def _kept(self, uri: str) -> list[Json]:
        """What stays on screen for a document whose analysis failed."""
        report = self._pulled.get(uri)
        last = report.items if report is not None else self._shown.get(uri, [])
        return [item for item in last if item["code"] != FAILED]

    def _differ(self, uri: str, items: list[Json], version: int | None = None) -> None:
        if items != self._shown.get(uri, []):
            self._push(uri, items, version)

    def _push(self, uri: str, items: list[Json], version: int | None) -> None:
        params: Json = {"uri": uri, "diagnostics": items}
        if version is not None:
            params["version"] = version
        if items or version is not None:
            self._shown[uri] = items
        else:
            self._shown.pop(uri, None)
        self._session.notify("textDocument/publishDiagnostics", params)


def _is_known(view: View) -> bool:
    """Whether a path is a document, or a file that is none and has findings all the same."""
    snapshot = view.snapshot
    return (
        view.is_document or view.path in snapshot.unreadable or view.path in snapshot.tracked_local
    )


def _item(finding: Finding, columns: Columns, view: View) -> Json:
    related: list[Json] = []
    if view.client.related_information:
        for other in finding.related:
            place = view.columns_of(other.path).range_json(other.span)
            related.append(
                {
                    "location": {"uri": view.uri_of(other.path), "range": place},
                    "message": other.message,
                }
            )
    return diagnostic(finding, columns, tags=view.client.tags, related=related)


def _failed_item(what: str) -> Json:
    """Says on the document itself what is not being checked, so that silence misleads nobody."""
    start = {"line": 0, "character": 0}
    return {
        "range": {"start": start, "end": start},
        "severity": 1,
        "code": FAILED,
        "source": "ctxlayer",
        "message": f"a fault in ctxlayer keeps this document from being checked fully ({what}); "
        "please report it with the server's log",
    }
