"""A fetch of siblings, from when somebody asks for it until the result is shown.

It runs on threads of its own: neither the loop nor the engine waits for a network.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ctxlayer.lsp.jobs import Jobs
from ctxlayer.lsp.ticking import on_a_thread
from ctxlayer.lsp.worker import Worker

if TYPE_CHECKING:
    from ctxlayer.host import LayerHandle
    from ctxlayer.host.fetching import Fetch
    from ctxlayer.layer.repos import Repos

_UNTRUSTED = "Nothing was fetched: git is not asked in a workspace that is not trusted."
_NOTHING = "Nothing was fetched: no such sibling is mapped in .local/repo-paths.json."
_MOST_NAMED = 5


class Fetched(NamedTuple):
    """What came of a fetch of siblings of one layer."""

    layer: LayerHandle
    fetch: Fetch
    found: Repos


class Progress(Protocol):
    """Something that the client shows while it lasts."""

    def report(self, message: str, percentage: int) -> None:
        """How far it is."""

    def end(self, message: str) -> None:
        """It is over."""


class Fetching:
    """Fetches what it is told to; a clone that is being fetched is not fetched a second time."""

    def __init__(
        self,
        worker: Worker,
        jobs: Jobs,
        begin: Callable[[str], Awaitable[Progress | None]],
        show: Callable[[str], None],
    ) -> None:
        self._worker = worker
        self._jobs = jobs
        self._begin = begin
        self._show = show
        self._running: set[str] = set()

    async def run(self, root: str | None, names: Sequence[str] | None) -> None:
        """Fetch these siblings of the layer at `root`; None stands for all."""
        planned = await asyncio.wrap_future(
            self._worker.submit(partial(self._jobs.to_fetch, root, names))
        )
        if planned is None:
            self._show(_UNTRUSTED)
            return
        if not any(fetch.clones for _, fetch in planned):
            self._show(_NOTHING)
            return
        works = [(layer, left) for layer, fetch in planned if (left := self._left(fetch)).clones]
        if not works:  # all of them are being fetched
            return
        paths = {path for _, fetch in works for path in fetch.clones.values()}
        self._running |= paths
        try:
            await self._fetch(works)
        finally:
            self._running -= paths

    def _left(self, fetch: Fetch) -> Fetch:
        clones = {name: at for name, at in fetch.clones.items() if at not in self._running}
        return fetch._replace(clones=clones)

    async def _fetch(self, works: Sequence[tuple[LayerHandle, Fetch]]) -> None:
        loop = asyncio.get_running_loop()
        count = sum(len(fetch.clones) for _, fetch in works)
        done: asyncio.Queue[str] = asyncio.Queue()

        def tell(name: str) -> None:
            loop.call_soon_threadsafe(done.put_nowait, name)

        running = [asyncio.wrap_future(on_a_thread(partial(each.run, tell))) for _, each in works]
        shown = loop.create_task(self._follow(done, count))
        try:
            found = await asyncio.gather(*running)
            results = [
                Fetched(layer, fetch, each)
                for (layer, fetch), each in zip(works, found, strict=True)
            ]
            await asyncio.wrap_future(
                self._worker.submit(partial(self._jobs.take_fetched, results))
            )
        finally:
            shown.cancel()
        failed = [
            f"{name} ({facts.fetch_error})"
            for each in results
            for name, facts in each.found.items()
            if facts.fetch_error
        ]
        if failed:
            more = f" and {len(failed) - _MOST_NAMED} more" if len(failed) > _MOST_NAMED else ""
            self._show(f"Could not fetch {', '.join(failed[:_MOST_NAMED])}{more}.")

    async def _follow(self, done: asyncio.Queue[str], count: int) -> None:
        """Show how far it is until somebody cancels this."""
        what = "1 sibling" if count == 1 else f"{count:,} siblings"
        progress = await self._begin(f"Context Layer: fetching {what}")
        if progress is None:
            return
        number = 0
        try:
            while True:
                name = await done.get()
                number += 1
                progress.report(name, 100 * number // count)
        finally:
            progress.end(f"{number:,} of {count:,} answered")
