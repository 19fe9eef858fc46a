"""Our own requests about what to verify, and what changed since it was verified.

They only tell. Nothing is run but git, for the text of one version of a file.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pygls.exceptions import JsonRpcInvalidParams

from ctxlayer.lsp.session import View
from ctxlayer.lsp.ticking import on_a_thread

if TYPE_CHECKING:
    from ctxlayer.lsp.language_server import Server


def review_queue(ls: Server, params: Any) -> asyncio.Future[Any]:
    """What a person should verify next in the layer around a file: `{root, queue}`, worst first.

    Without a `uri`, the layer around the first of the workspace folders.
    """
    uri = params.get("uri") if isinstance(params, dict) else None
    if uri is None:
        uri = ls.first_folder
    return ls.ask(_text(uri), _queue, any_file=True)


def changes_since(ls: Server, params: Any) -> asyncio.Future[Any]:
    """The text of a document that was verified, and the commits to its sources since."""
    return ls.ask(_text(_get(params, "uri")), _changes)


def text_at(ls: Server, params: Any) -> asyncio.Future[Any]:
    """The text of a file in a commit of a repository: `{uri, repo, commit, path, before}` -> `{text}`.

    `uri` is any file of the layer. `before` asks for the text as it was before the commit. The text is null
    where there is none to show.
    """
    uri, repo, commit, path = (
        _text(_get(params, key)) for key in ("uri", "repo", "commit", "path")
    )
    before = _get(params, "before") is True

    def reader(view: View) -> Callable[[], str | None]:
        return view.engine.version_reader(view.layer, repo, commit, path, before=before)

    async def read() -> Any:
        prepared = await ls.ask(uri, reader, any_file=True)
        if prepared is None:
            return None
        return {"text": await asyncio.wrap_future(on_a_thread(prepared))}

    return asyncio.get_running_loop().create_task(read())


def _queue(view: View) -> dict[str, Any]:
    return {"root": view.snapshot.root, "queue": view.engine.review_queue(view.snapshot)}


def _changes(view: View) -> dict[str, Any] | None:
    return view.engine.changes_since(view.snapshot, view.path)


def _get(params: Any, key: str) -> Any:
    return params.get(key) if isinstance(params, dict) else None


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise JsonRpcInvalidParams("a string is missing")
    return value
